"""The manual at /manual: served where it was built, safely, and as strictly as all other pages."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from tests.conftest import ROOT
from tests.pages import visiting
from tests.web import running_server


def test_a_manual_that_was_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manual = tmp_path / "manual"
    (manual / "_static").mkdir(parents=True)
    (manual / "index.html").write_text("<h1>kicker</h1>")
    (manual / "_static" / "manual.css").write_text("h1 {}")
    (tmp_path / "secret").write_text("secret")
    (manual / "link").symlink_to(tmp_path / "secret")
    monkeypatch.setenv("KICKER_MANUAL", str(manual))
    with running_server(tmp_path / "data") as server, server.http as http:
        page = http.get("/manual/")
        assert (page.status_code, page.text) == (200, "<h1>kicker</h1>")
        assert "script-src 'self'" in page.headers["content-security-policy"]
        assert http.get("/manual").headers["location"].endswith("/manual/")
        assert http.get("/manual/_static/manual.css").headers["content-type"].startswith("text/css")
        for path in (
            "/manual/nothing",
            "/manual/../secret",
            "/manual/%2e%2e/secret",
            "/manual/link",
            "/manual/_static",
        ):
            answer = http.get(f"/manual/{path}", follow_redirects=True)
            assert (answer.status_code, "secret" in answer.text) == (404, False), path
        assert http.post("/manual/").status_code == 405


def test_no_manual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KICKER_MANUAL", str(tmp_path / "nothing"))
    with running_server(tmp_path / "data") as server:
        answer = server.get("/manual")
    assert answer.status_code == 404
    assert "make docs" in answer.json()["error"]["message"]


# --- the manual itself, which takes a while to build -----------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx", reason="the manual needs kicker[docs]")
    folder = tmp_path_factory.mktemp("manual")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(folder / "trees")]
    subprocess.run([*command, "docs", str(folder / "html")], cwd=ROOT, check=True)
    return folder / "html"


@pytest.mark.long
def test_every_link_of_the_manual_leads_somewhere(built: Path) -> None:
    for page in built.rglob("*.html"):
        for address in re.findall(r'(?:href|src)="([^"]+)"', page.read_text()):
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                assert parts.scheme == "https", address
                assert f'src="{address}"' not in page.read_text()
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert target.exists(), f"{page.name}: {address}"
            if parts.fragment and target.suffix == ".html":
                assert f'id="{unquote(parts.fragment)}"' in target.read_text(), f"{page.name}: {address}"


@pytest.mark.long
def test_the_manual_in_a_browser(built: Path, browser: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the content policy of the web table nothing is refused, and nothing is asked of another host."""
    monkeypatch.setenv("KICKER_MANUAL", str(built))
    folder = Path(os.environ.get("KICKER_SCREENS", tmp_path))
    with running_server(tmp_path / "data") as server, visiting(browser, server.url) as visit:
        looks: dict[str, dict[str, Any]] = {
            "light": {"color_scheme": "light"},
            "dark": {"color_scheme": "dark"},
            "phone": {"viewport": {"width": 360, "height": 740}},
        }
        for name, settings in looks.items():
            for path in ("index.html", "api-hands.html"):
                page = visit(f"/manual/{path}", **settings)
                page.wait_for_load_state("networkidle")
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                page.screenshot(path=folder / f"manual-{path.split('.')[0]}-{name}.png")
        page = visit("/manual/search.html?q=equity")
        page.locator("#search-results li a").first.wait_for()
