"""The results of rounds as the older draw game lists them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kicker.cards import UPPER, Card
from kicker.games import State
from kicker.table import Table


class Row(NamedTuple):
    """A player at the end of a round."""

    name: str
    hand: tuple[Card, ...]
    won: int


def end_rows(state: State, names: Sequence[str]) -> list[Row]:
    """Return every player in a round, with the final hand and the chips won."""
    won: dict[int | None, int] = {}
    for event in state.history:
        if event.kind == "won":
            won[event.seat] = won.get(event.seat, 0) + event.amount
    return [Row(names[seat], state.hands[seat], won.get(seat, 0)) for seat in sorted(state.setup.order)]


def game_lines(table: Table, rounds: Iterable[Iterable[Row]]) -> Iterator[str]:
    """Yield the winner and all rounds."""
    stacks = table.stacks
    winner = table.champion
    if winner is None:  # if nobody can pay the next ante, the most chips win
        winner = stacks.index(max(stacks))
    yield f"Winner is {table.names[winner]} balance ${stacks[winner]}"
    yield from round_lines(rounds)


def round_lines(rounds: Iterable[Iterable[Row]]) -> Iterator[str]:
    """Yield the lines of each round: its number, and one line for each player."""
    for number, rows in enumerate(rounds, 1):
        yield f"Round {number}-- "
        for row in rows:
            hand = ", ".join(map(UPPER.format, row.hand))
            yield f"{row.name} [{hand}]" + (f" won {row.won}" if row.won else "")
