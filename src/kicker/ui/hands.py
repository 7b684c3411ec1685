"""`kicker hands`: saved hands, one by one, with notes and tags."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from kicker.ui.common.my_hands import NO_HANDS, line_cells, open_hands
from kicker.ui.importing import DATABASE

if TYPE_CHECKING:
    from kicker.tracker.listing import HandLine
    from kicker.tracker.store import Tracker


@click.command("hands")
@click.argument("number", required=False)
@click.option("--where", metavar="CONDITION", help="List only some hands; the conditions are those of kicker stats.")
@click.option("--player", metavar="NAME", help="List this player's hands; by default, those of the files' owner.")
@click.option(
    "--limit", type=click.IntRange(1, 1_000_000), default=20, show_default=True, help="Number of hands to list."
)
@click.option("--note", metavar="TEXT", help="Write a note on the hand; an empty text removes it.")
@click.option("--tag", "tags", metavar="TAG", multiple=True, help="Tag the hand with a word. Repeat for several.")
@click.option("--untag", "untags", metavar="TAG", multiple=True, help="Remove a tag from the hand.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@DATABASE
def hands_command(
    number: str | None, where: str | None, player: str | None, limit: int, note: str | None, tags: tuple[str, ...],
    untags: tuple[str, ...], as_json: bool, database: str | None,
) -> None:  # fmt: skip
    """List kept hands, or show one, with notes and tags.

    The list starts with the most recent hand. With NUMBER, or SITE:NUMBER if two sites have the same one, kicker
    describes that hand in words.

    \b
      kicker hands --where "won<-50bb"
      kicker hands 1001
      kicker hands 1001 --tag bluff --note "He never folds."
      kicker hands --where tag=bluff
    """
    noting = note is not None or bool(tags or untags)
    if number is None and noting:
        raise click.UsageError("name the hand that --note, --tag and --untag belong to; kicker hands lists the numbers")
    if number is not None and where:
        raise click.UsageError("--where chooses among hands; leave it out with NUMBER")
    with open_hands(database) as tracker:
        from kicker.tracker.listing import find_hand, list_hands
        from kicker.tracker.where import parse_where

        if number is None:
            condition = parse_where(where) if where else None
            _print_list(list_hands(tracker, player, condition, count=limit), as_json)
            return
        line = find_hand(tracker, number, player)
        if noting:
            _keep(tracker, line, note, tags, untags)
            line = find_hand(tracker, number, player)
        _print_hand(tracker, line, as_json, told=not noting)


def _keep(tracker: Tracker, line: HandLine, note: str | None, tags: tuple[str, ...], untags: tuple[str, ...]) -> None:
    from kicker.tracker.notes import keep_note
    from kicker.tracker.remarks import clean_note

    before = line.note
    left = {*before.tags, *tags} - {tag.lower() for tag in untags}
    keep_note(tracker, line.id, clean_note(before.text if note is None else note, left))


def _print_list(lines: list[HandLine], as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps([line.as_dict() for line in lines]))
        return
    if not lines:
        click.echo(NO_HANDS)
        return
    rows = [(f"{line.site}:{line.number}", *line_cells(line)) for line in lines]
    heads = ("hand", "played", "game", "seat", "cards", "result", "", "")
    widths = [max(len(row[place]) for row in [heads, *rows]) for place in range(len(heads))]
    right = (5, 6)
    for row in [heads, *rows]:
        cells = [
            f"{cell:>{width}}" if place in right else f"{cell:{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())


def _print_hand(tracker: Tracker, line: HandLine, as_json: bool, *, told: bool) -> None:
    if as_json:
        click.echo(json.dumps(line.as_dict()))
        return
    cells = line_cells(line)
    click.echo(", ".join([f"{line.site}:{line.number}", *(cell for cell in cells[:-1] if cell)]))
    if line.note.tags:
        click.echo(f"{'tag' if len(line.note.tags) == 1 else 'tags'}: {', '.join(line.note.tags)}")
    if line.note.text:
        click.echo(f"note: {line.note.text}")
    if told:
        _tell(tracker, line)


def _tell(tracker: Tracker, line: HandLine) -> None:
    """Print the course of the hand, as the player saw it."""
    from kicker.ui.common.replaying import FoundHand, Viewing
    from kicker.ui.replay import hand_lines

    replay = tracker.replay_of(line.id)
    viewing = Viewing(FoundHand(line.site, 1, replay.record), replay, replay.record.names.index(line.player))
    click.echo()
    for words in hand_lines(viewing):
        click.echo(words)
