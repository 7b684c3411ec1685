"""The plain tests are run with the others, and would show a difference."""

import subprocess
import sys

import pytest

from tests import print_tests
from tests.conftest import ROOT


@pytest.mark.req("R000-50")
def test_the_print_tests_are_as_expected() -> None:
    result = subprocess.run([sys.executable, ROOT / "tests" / "print_tests.py"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
    assert result.stdout.count("EXPECTING: ") == result.stdout.count("GOT: ") == len(print_tests.CASES)
    assert "DIFFERENT" not in result.stdout


@pytest.mark.req("R000-50")
def test_a_difference_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(print_tests, "CASES", [("one and one", 3, lambda: 2)])
    assert print_tests.main() == 1
    assert "DIFFERENT" in capsys.readouterr().out
