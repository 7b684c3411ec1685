"""The study room: how soon the grid of a flop node is painted after a click, in a real browser.

The solution is on disk. Both ranges have about a thousand hands. Each figure is the median of 20 clicks on a page that
was just loaded, so that the browser has nothing of the next node. "At once" clicks while the server still computes the
equities of the first node. The server's share is the time from the request to the last byte of the answer.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks.timing import Result, Target
from kicker.solver import Spot, solve
from kicker.solver.library import Library

CLICKS = 20
ITERATIONS = 2
LIMIT = 100.0
"""Milliseconds from a click to the painted grid."""
SPOT = Spot(
    "top 85%", "top 85%", "Qs8d3h", pot=60, stack=470, raise_cap=0,
    flop_bet="66%", turn_bet="66%", river_bet="66%",
)  # fmt: skip
NAME = "wide flop"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CLICK = """() => new Promise((resolve) => {
  const drawn = document.querySelector("#drawn");
  const began = performance.now();
  const painted = () => {
    const files = performance.getEntriesByType("resource");
    const asked = files.filter(({ name }) => name.includes("/node?line=check")).at(-1);
    resolve([performance.now() - began, asked.responseEnd - asked.requestStart, Number(drawn.dataset.milliseconds)]);
  };
  const seen = new MutationObserver(() => {
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(painted));  // the frame is painted before the next task
  });
  seen.observe(drawn, { attributeFilter: ["data-since"] });
  document.querySelector(".step:last-child [data-action=check]").click();
})"""
"""Clicks on the first action, and waits until the next grid has been painted."""


def run() -> list[Result]:
    """Solve the spot once, then click."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        print("study: no Chromium here; nothing is measured")
        return []
    with tempfile.TemporaryDirectory() as folder:
        Library(Path(folder) / "solutions").add(solve(SPOT, iterations=ITERATIONS, target=None), NAME)
        process, url = start(Path(folder))
        try:
            return measured(chromium, url)
        finally:
            process.terminate()
            process.wait()


def start(folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """Start a server on the folder, and return it with its address."""
    command = [sys.executable, "-m", "kicker", "serve", "--port", "0", "--data", str(folder), "--limit", "calls=100000"]
    settings = {**os.environ, "KICKER_HOME": str(folder)}
    process = subprocess.Popen([*command, "--limit", "rate=10000"], stdout=subprocess.PIPE, env=settings)
    assert process.stdout is not None
    return process, process.stdout.readline().decode().split()[-1].rstrip("/")


def measured(chromium: str, url: str) -> list[Result]:
    """Return the figures of both kinds of clicks."""
    from playwright.sync_api import sync_playwright

    results = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        for words, patient in (("after a look at the node before", True), ("at once", False)):
            rows = [clicked(page, url, patient) for _ in range(CLICKS)]
            total, server, drawing = (statistics.median(column) for column in zip(*rows, strict=True))
            least = min(row[0] for row in rows)
            ratio, limit = total / LIMIT, f"this / {LIMIT:g} ms"
            results += [
                Result("study", f"click to painted grid, {words}, median", total, "ms", ratio, limit, Target("<=", 1)),
                Result("study", f"click to painted grid, {words}, fastest", least, "ms"),
                Result("study", f"the server's share, {words}, median", server, "ms"),
                Result("study", f"drawing in the page, {words}, median", drawing, "ms"),
            ]
        browser.close()
    return results


def clicked(page: Any, url: str, patient: bool) -> tuple[float, float, float]:
    """Load the first node and click on an action; return milliseconds to the painted grid, of the server, and of
    drawing."""
    page.goto(f"{url}/study")  # a page whose address differs only after the # would not be loaded again
    page.goto(f"{url}/study/walk#{urlencode({'solution': NAME})}")
    page.locator(".step [data-action=check]").wait_for()
    if patient:
        page.locator(".side .numbers td", has_text="%").nth(3).wait_for()
        page.wait_for_load_state("networkidle")
    total, server, drawing = page.evaluate(CLICK)
    return total, server, drawing
