"""`kicker solutions`: the library of saved solutions."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

import click

from kicker.cards import count_of
from kicker.ui.cli import Group

if TYPE_CHECKING:
    from kicker.solver.library import Entry


@click.group("solutions", cls=Group)
def solutions_command() -> None:
    """List, tag and delete saved solutions.

    They are files in the folder `solutions` below kicker's home folder (KICKER_HOME), shared with the study room of
    `kicker serve`. `kicker solve --load NAME` walks one.
    """


@solutions_command.command("list")
@click.argument("words", nargs=-1)
@click.option("--tag", default="", metavar="TAG", help="Only solutions with this tag.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per solution.")
def list_solutions(words: tuple[str, ...], tag: str, as_json: bool) -> None:
    """List solutions with all WORDS in the name, board, tags or notes."""
    from kicker.solver.library import Library

    found = Library().entries(" ".join(words), tag)
    for entry in found:
        click.echo(json.dumps(entry_dict(entry)) if as_json else _line(entry))
    if not as_json:
        total = sum(entry.size for entry in found)
        click.echo(f"{count_of(len(found), 'solution')}, {total / 1e6:,.1f} MB", err=True)


@solutions_command.command("add")
@click.argument("file")
@click.argument("name")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Tag it. Repeatable.")
def add(file: str, name: str, tags: tuple[str, ...]) -> None:
    """Add a FILE written by `kicker solve --save`, under NAME."""
    from kicker.solver import load_solution
    from kicker.solver.library import Library

    click.echo(_line(Library().add(load_solution(file), name, tags)))


@solutions_command.command("tag")
@click.argument("name")
@click.argument("tags", nargs=-1)
def tag_solution(name: str, tags: tuple[str, ...]) -> None:
    """Replace the tags of a solution."""
    from kicker.solver.library import Library

    click.echo(_line(Library().describe(name, tags=tags)))


@solutions_command.command("note")
@click.argument("name")
@click.argument("line")
@click.argument("text", required=False)
def note(name: str, line: str, text: str | None) -> None:
    """Write TEXT at the node after LINE, or show what is written there."""
    from kicker.solver.library import Library

    library = Library()
    entry = library.entry(name) if text is None else library.note(name, line, text)
    click.echo(dict(entry.notes).get(entry.note_key(line), "no note"))


@solutions_command.command("remove")
@click.argument("name")
def remove(name: str) -> None:
    """Delete a solution."""
    from kicker.solver.library import Library

    Library().remove(name)
    click.echo(f"{name} deleted")


def entry_dict(entry: Entry) -> dict[str, object]:
    """Return a solution of a list, for programs."""
    return {
        "name": entry.name,
        "size": entry.size,
        "changed": entry.changed,
        "spot": entry.spot.as_dict(),
        "street": entry.spot.street,
        "locks": list(entry.locks),
        "values": list(entry.values),
        "exploitability": 100 * entry.exploitability,
        "iterations": entry.iterations,
        "tags": list(entry.tags),
        "notes": dict(entry.notes),
    }


def _line(entry: Entry) -> str:
    board = " ".join(map(str, entry.spot.board))
    day = datetime.fromtimestamp(entry.changed).strftime("%Y-%m-%d")
    tags = " ".join(f"#{tag}" for tag in entry.tags)
    return (
        f"{entry.name:24} {board:15} pot {entry.spot.pot:<6} {entry.exploitability:7.3%} "
        f"{entry.size / 1e6:8.1f} MB  {day}  {tags}"
    ).rstrip()
