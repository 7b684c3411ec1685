"""Shared by all tests: the folders of outside data and games, running the command, the browser, and live tests."""

import gc
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.zygote import shared

ROOT = Path(__file__).parent.parent
OWN_DATA = Path(__file__).parent / "data"
OUTSIDE_DATA = Path(os.environ.get("KICKER_DATA", ROOT.parent / "shared" / "data"))

# Bots act at once in every process that tests start; what tests the pace says how fast it wants them.
os.environ["KICKER_SPEED"] = "instant"

# As the command has it: what kicker multiplies is too small for threads, and their waiting is processor time.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Under nohup, or in the background of a script, some signals are ignored, and every process that is started inherits
# that. A signal that has a handler is back to its default there, so that tests can send it; here nothing happens then.
for _name in ("SIGHUP", "SIGINT", "SIGTERM"):
    if hasattr(signal, _name) and signal.getsignal(getattr(signal, _name)) == signal.SIG_IGN:
        signal.signal(getattr(signal, _name), lambda *_: None)

# The same examples on every run, so that a failure can be seen again; `--hypothesis-seed` asks for others.
EXAMPLES = int(os.environ.get("KICKER_EXAMPLES", "50"))
settings.register_profile("kicker", deadline=None, derandomize=True, max_examples=EXAMPLES)
settings.load_profile("kicker")

# In these files all tests talk to a server, a browser, a terminal, another process or a signal; elsewhere some do.
LIVE_FILES = (
    "test_web_", "test_tui_", "test_program", "test_parallel", "test_cli_cardback", "test_signals", "test_stopping",
)  # fmt: skip

# The first is the same browser without windows: it opens a page in half the time.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


def few_or_many(few: int, many: int) -> pytest.MarkDecorator:
    """How often a test repeats itself, as its argument `count`: a few times, and in `make test-long` many times."""
    return pytest.mark.parametrize("count", [few, pytest.param(many, marks=pytest.mark.long)])


@pytest.fixture
def outside_data() -> Path:
    """The folder of files that are never committed."""
    if not OUTSIDE_DATA.is_dir():
        pytest.skip(f"no outside data at {OUTSIDE_DATA}: set KICKER_DATA to where it is")
    return OUTSIDE_DATA


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of kicker's games, for this test alone."""
    monkeypatch.setenv("KICKER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def kicker(tmp_path: Path, home: Path) -> Run:
    """Run the command in a separate process and an empty folder, without colour and without anybody's settings."""

    def run(*arguments: str, input: bytes = b"") -> "subprocess.CompletedProcess[bytes]":  # noqa: A002 (as subprocess has it)
        environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
        return shared().run(list(arguments), tmp_path, environment, input, seconds=300)

    return run


@pytest.fixture
def quiet_room(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a key, tests of the room wait until it has come to rest, and not for a length of time.

    Without a terminal nobody sees the frames in between; the screen is drawn when a test reads it.
    """
    from tests.quiet import count_parameters, draw_nothing, until_quiet

    monkeypatch.setattr("textual.app.wait_for_idle", until_quiet)
    monkeypatch.setattr("textual.pilot.wait_for_idle", until_quiet)
    monkeypatch.setattr("textual._compositor.Compositor.render_update", draw_nothing)
    monkeypatch.setattr("textual._callback._count_parameters", count_parameters)


@pytest.fixture
def at_once(quiet_room: None) -> None:
    """A room in which nobody waits for bots."""
    from kicker.ui.tui.base import Settings

    Settings(speed="instant").save()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, in which each test opens its own contexts; without it the tests are skipped and say so.

    One for each file and worker: playwright keeps an event loop running, which other files would stumble over.
    """
    chromium = next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        reason = "no browser: the pages need playwright and Chromium"
        if os.environ.get("CI_BROWSER") == "1":
            pytest.fail(f"{reason}, and CI_BROWSER=1 asks for them")
        pytest.skip(reason)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield started
        started.close()


@pytest.fixture
def visit(browser: Any, server: Any) -> "Iterator[Any]":
    """Open pages of the server that the file has; see `tests/pages.py`."""
    from tests.pages import visiting

    with visiting(browser, server.url) as open_page:
        yield open_page


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two workers more than there are cores: half of the time a test waits for a browser, a server or a process."""
    return (os.cpu_count() or 1) + 2


def pytest_configure() -> None:
    """While thousands of tests are collected nothing becomes garbage that is worth a search."""
    gc.disable()


def pytest_sessionstart(session: pytest.Session) -> None:
    """In a run of all tests each worker imports the test files beginning with another one.

    In the first run pytest rewrites their asserts and keeps the result. So each worker rewrites a part of them and
    finds the others done; if all began with the same file, each would rewrite all.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is not None and session.config.args == session.config.getini("testpaths"):
        names = sorted(path.stem for path in Path(__file__).parent.glob("test_*.py"))
        first = len(names) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        for name in (*names[first:], *names[:first]):
            with suppress(Exception, pytest.skip.Exception):  # the collection will say it
                import_module(f"tests.{name}")


def pytest_collection_finish() -> None:
    """Freeze the collected tests: searching them in every garbage collection took a tenth of the time."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark live tests before pytest selects by marks (`make test-stress`), and then spread them among those that
    compute: live tests mostly wait."""
    for item in items:
        if item.path.name.startswith(LIVE_FILES):
            item.add_marker(pytest.mark.live)
    yield
    live = [item for item in items if item.path.name.startswith(LIVE_FILES)]
    other = [item for item in items if not item.path.name.startswith(LIVE_FILES)]
    items[:] = evenly_mixed(live, other)


def evenly_mixed(*kinds: list[pytest.Item]) -> list[pytest.Item]:
    """All items in whole files; each kind is spread over the whole run."""
    places: list[tuple[float, list[pytest.Item]]] = []
    for items in kinds:
        begun = 0
        for _, group in groupby(items, lambda item: item.path):
            file = list(group)
            places.append(((begun + len(file) / 2) / len(items), file))
            begun += len(file)
    return [item for _, file in sorted(places, key=itemgetter(0)) for item in file]
