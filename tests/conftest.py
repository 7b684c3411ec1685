"""What all tests share: where outside data lies, and how the command is run."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent
OWN_DATA = Path(__file__).parent / "data"
OUTSIDE_DATA = Path(os.environ.get("KICKER_DATA", ROOT.parent / "shared" / "data"))

# The same examples on every run, so that a failure can be seen again; `--hypothesis-seed` asks for others.
settings.register_profile("kicker", deadline=None, derandomize=True)
settings.load_profile("kicker")

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def outside_data() -> Path:
    """The folder of files that are never committed."""
    if not OUTSIDE_DATA.is_dir():
        pytest.skip(f"no outside data at {OUTSIDE_DATA}: set KICKER_DATA to where it is")
    return OUTSIDE_DATA


@pytest.fixture
def kicker(tmp_path: Path) -> Run:
    """Run the real command in an empty folder; no colour, no settings of whoever runs the tests."""

    def run(*arguments: str, input: bytes = b"") -> "subprocess.CompletedProcess[bytes]":  # noqa: A002 (as subprocess has it)
        environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
        command = [sys.executable, "-m", "kicker", *arguments]
        return subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, timeout=120, input=input)

    return run
