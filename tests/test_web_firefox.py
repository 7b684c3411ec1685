"""The pages in Firefox, driven by WebDriver BiDi: each opens, shows what it is for, and reports no error."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web table needs kicker[web]")
from websockets.sync.client import ClientConnection, connect

from kicker.solver import Spot, solve
from kicker.solver.library import Library
from tests.pages import SERVER
from tests.web import Server, running_server

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
PATIENCE = 120.0
PAGES = {
    "/": "document.querySelector('button.primary')?.innerText",
    "/klondike": "document.querySelectorAll('svg').length > 7",
    "/hands": "document.body.innerText.includes('No hands yet')",
    "/study/range#range=QQ": "document.querySelector('textarea')?.value === 'QQ'",
    "/study/equity": "/40.55%/.test(document.body.innerText)",
    "/study/solve": "/nodes/.test(document.querySelector('#needs')?.innerText)",
    "/study/walk#solution=river": "/Bet 60%/.test(document.querySelector('.step')?.innerText)",
    "/study/report": "/boards/.test(document.querySelector('#needs')?.innerText)",
    "/study/train#drill=solution&solution=river": "document.querySelectorAll('.train-answers [data-key]').length > 1",
    "/study/charts#stacks=10": "document.querySelectorAll('.chart-list [role=option]').length > 1",
}
"""For each page, a condition that holds once the page shows its content."""

pytestmark = [
    pytest.mark.live,
    pytest.mark.long,
    pytest.mark.skipif(FIREFOX is None, reason="no Firefox: install firefox-esr to test the pages in it"),
]


class Firefox:
    """A Firefox without a window."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._ids = socket, itertools.count(1)
        self.complaints: list[str] = []
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.page = self.call("browsingContext.getTree")["contexts"][0]["context"]

    def call(self, method: str, **parameters: Any) -> Any:
        """The result of a command; errors of the page that come meanwhile are kept."""
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            found = json.loads(self._socket.recv(PATIENCE))
            if found.get("method") == "log.entryAdded" and found["params"]["level"] in ("error", "warn"):
                text = str(found["params"]["text"])
                if text != ANSWER_OF_THE_PAGE_BEFORE:
                    self.complaints.append(text)
            if found.get("id") == number:
                assert found["type"] == "success", found
                return found["result"]

    def open(self, address: str) -> None:
        """Open a page anew."""
        for url in ("about:blank", address):
            self.call("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def until(self, script: str) -> None:
        """Wait until something is true on the page."""
        end = time.monotonic() + PATIENCE
        target = {"context": self.page}
        while True:
            found = self.call("script.evaluate", expression=f"Boolean({script})", target=target, awaitPromise=False)
            if found["type"] == "success" and found["result"]["value"]:
                return
            assert time.monotonic() < end, f"it did not come to {script}"
            time.sleep(0.05)


ANSWER_OF_THE_PAGE_BEFORE = "TypeError: Error in input stream"
"""Firefox logs this when a page is left before an answer has come in full."""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    assert FIREFOX is not None
    profile = tmp_path_factory.mktemp("firefox")
    command = [FIREFOX, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile)]
    with ExitStack() as stack:
        process = stack.enter_context(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        stack.callback(process.kill)
        port = _port(profile, process)
        yield Firefox(stack.enter_context(connect(f"ws://127.0.0.1:{port}/session", max_size=2**26)))


def _port(profile: Path, process: subprocess.Popen[bytes]) -> int:
    """The port that Firefox has chosen; it writes it to its profile."""
    told, end = profile / "WebDriverBiDiServer.json", time.monotonic() + PATIENCE
    while not (told.is_file() and told.stat().st_size):
        assert process.poll() is None, "Firefox ended"
        assert time.monotonic() < end, "Firefox did not start"
        time.sleep(0.05)
    return int(json.loads(told.read_text())["ws_port"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    spot = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", pot=200, stack=900, river_bet="60%")
    Library(folder / "solutions").add(solve(spot, iterations=50), "river")
    with running_server(folder, *SERVER) as running:
        yield running


@pytest.mark.parametrize("path", PAGES)
def test_a_page_works_in_firefox(firefox: Firefox, server: Server, path: str) -> None:
    firefox.open(server.url + path)
    firefox.until(PAGES[path])
    assert firefox.complaints == []
