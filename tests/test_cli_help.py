"""Help pages at 80 columns, and suggestions for names that kicker does not know."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from kicker.ui.cli import COMMANDS, GROUPS, main


def every_command(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*words, name)
        if isinstance(command, click.Group):
            yield from every_command(command, (*words, name))


PAGES = [(), *every_command(main)]


def printed(*words: str) -> tuple[int, str]:
    result = CliRunner(env={"COLUMNS": "80"}).invoke(main, list(words), prog_name="kicker")
    return result.exit_code, result.output


def test_every_command_is_listed_in_its_group_on_one_line() -> None:
    code, text = printed("--help")
    assert code == 0
    assert [line[:-1] for line in text.splitlines() if line.endswith(":") and line[0] != " "] == ["Options", *GROUPS]
    listed = text.split(f"{next(iter(GROUPS))}:")[1].splitlines()
    rows = [line.split(maxsplit=1) for line in listed if line.startswith("  ")]
    assert [name for name, _ in rows] == list(COMMANDS)
    assert all(says.endswith(".") and says[0].isupper() for _, says in rows)


@pytest.mark.parametrize("words", PAGES, ids=lambda words: " ".join(words) or "kicker")
def test_help_fits_80_columns(words: tuple[str, ...]) -> None:
    code, text = printed(*words, "--help")
    assert code == 0
    examples = [line for line in text.splitlines() if line.startswith("    kicker ")]  # to be copied as they are
    assert [line for line in text.splitlines() if len(line) > 80 and line not in examples] == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("equit", "unknown command 'equit' (did you mean equity?); choose from "),
        ("klondike solv", "unknown command 'solv' (did you mean solve?); choose from deal, rate, solve"),
        ("play holden", "unknown game 'holden' (did you mean holdem?); choose from "),
        ("watch holden", "unknown game 'holden' (did you mean holdem?); choose from "),
        ("watch --rules clasic", "unknown rule set 'clasic' (did you mean classic?); choose from classic, "),
        ("match sharp caler", "unknown bot 'caler' (did you mean caller?); choose from "),
        ("match sharp caller --rules holden", "unknown rule set 'holden' (did you mean holdem?); choose from "),
        ("equity --trails 5 AsAh KsKh", "unknown option '--trails' (did you mean --trials?)"),
        ("--versoin", "unknown option '--versoin' (did you mean --version?)"),
        ("play draw --sead 7", "unknown option '--sead' (did you mean --seed?)"),
        ("cardback --palette ocaen", "unknown palette 'ocaen' (did you mean ocean?); choose from "),
        ("solutions lst", "unknown command 'lst' (did you mean list?); choose from add, list, "),
        ("train preflp", "unknown drill 'preflp' (did you mean preflop?); choose from discard, "),
        ("play holdem --speed fats", "unknown speed 'fats' (did you mean fast?); choose from fast, "),
        ("stats --where positon=btn", "unknown name 'positon' (did you mean position?); choose from "),
        ("serve --limit conections=3", "unknown limit 'conections' (did you mean connections?); choose from "),
        ("compare x --format cvs", "unknown format 'cvs' (did you mean csv?); choose from csv, jsonl, text"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(words: str, says: str) -> None:
    code, text = printed(*words.split())
    assert code in (1, 2)
    assert says in text


def test_a_name_that_is_near_nothing_is_listed_without_a_guess() -> None:
    _, text = printed("xyzzy")
    assert "unknown command 'xyzzy'; choose from bots, cardback, compare" in text


@pytest.mark.parametrize("words", ["export", "hands", "stats", "import"])
def test_commands_about_imported_hands_name_the_extra_that_is_missing(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    for name in [name for name in sys.modules if name.startswith("kicker.tracker.")]:
        monkeypatch.delitem(sys.modules, name)
    code, text = printed(words)
    assert code == 1
    assert "install it with pip install 'kicker[web]'" in text
