"""Hands with the same number: the same hand once more, or a different one.

A hand may be exported twice, by another program or another player at the table. Then the text differs, and so may the
names and the cards that are known, but the play is the same.
"""

from __future__ import annotations

import json
import sqlite3
from datetime import datetime
from hashlib import blake2b
from typing import Final, NamedTuple, Self

from kicker.errors import FileError
from kicker.records import Record, Replay
from kicker.records.replaying import winnings_of
from kicker.sites.files import SITES
from kicker.sites.importing import ImportProblem
from kicker.sites.proving import Proof

OWN_SITE: Final = "kicker"
"""The site of hands that were played at kicker's own tables."""
_DAY: Final = 24 * 60 * 60
_EPOCH: Final = datetime(1970, 1, 1)
_DECISIONS: Final = frozenset(["fold", "check", "call", "bet", "raise", "bring-in", "discard"])


class Outline(NamedTuple):
    """The course of a hand, without names and whatever else depends on who exported it."""

    game: str
    """The game."""
    decisions: str
    """Every decision before the showdown, with the bet of the street after it. Amounts are in units of the currency."""
    won: str
    """The amounts paid to each seat from the pots."""
    board: str
    """The board; empty if there is none or a card is unknown."""
    stacks: str
    """The starting stacks, with `?` for unknown ones."""
    cards: str
    """The cards of each seat at the end, with `?` for unknown hands."""
    moment: int
    """The time in seconds, by the clock of the file; 0 if unknown."""


def outline_of(played: Replay, moment: int) -> Outline:
    """Return the outline of a replayed hand; `moment` is its time in seconds, or 0."""
    record, final = played.record, played.final
    scale = record.scale
    decisions = [f"{each.seat} {each.kind} {each.to / scale}" for each in final.history if each.kind in _DECISIONS]
    hands = [
        "".join(sorted(map(str, hand))) if hand and record.knows(hand, seat) else "?"
        for seat, hand in enumerate(final.hands)
    ]
    return Outline(
        record.rules.game.name,
        ", ".join(decisions),
        " ".join([str(chips / scale) for chips in winnings_of(final)]),
        "".join(map(str, final.board)) if record.knows(final.board) else "",
        " ".join([str(chips / scale) if record.knows_stack(chips) else "?" for chips in record.stacks]),
        " ".join(hands),
        moment,
    )


def same_hand(one: Outline, other: Outline) -> bool:
    """Return True if two outlines can be of the same hand: they agree in everything that both know. The times may
    differ by the hours between two time zones."""
    return (
        one[:3] == other[:3]
        and (one.board == other.board or not one.board or not other.board)
        and _agree(one.stacks, other.stacks)
        and _agree(one.cards, other.cards)
        and (not one.moment or not other.moment or abs(one.moment - other.moment) <= _DAY)
    )


def _agree(one: str, other: str) -> bool:
    """Return True if words are equal, seat by seat, wherever both are known."""
    pairs = zip(one.split(), other.split(), strict=True)
    return all(mine == yours or "?" in (mine, yours) for mine, yours in pairs)


def record_identity(record: Record, name: str) -> tuple[str, str]:
    """Return the site and the number of a record: those it gives, if it is of a site that kicker knows; otherwise it is
    kicker's own, under this name."""
    site, number = record.fields.get("venue"), record.hand
    if number is not None and isinstance(site, str) and (site == OWN_SITE or site in SITES):
        return site, str(number)[:64]
    return OWN_SITE, name[:64]


def seconds(when: datetime | None) -> int:
    """Return a time in seconds; 0 if it is unknown."""
    return int((when - _EPOCH).total_seconds()) if when else 0


def clash(file: str, line: int, number: str, place: str) -> ImportProblem:
    """Return the problem of a hand that differs from the one of the same number in another place."""
    return ImportProblem(file, line, f"hand {number} differs from the hand of the same number in {place}")


class Numbers:
    """Remembers which hands were checked, in a temporary file, so that memory does not grow with their number. Use it
    in a `with` statement."""

    def __init__(self) -> None:
        self.clashes: list[ImportProblem] = []
        """The hands that have the number of another one."""
        self._kept = sqlite3.connect("", isolation_level=None)  # SQLite removes the file when it is closed
        self._kept.execute("PRAGMA journal_mode = OFF")
        self._kept.execute("CREATE TABLE hands (key BLOB PRIMARY KEY, known TEXT) WITHOUT ROWID")
        self._kept.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._kept.close()

    def add(self, proof: Proof) -> None:
        """Note a hand from a site."""
        hand = proof.hand
        assert proof.replay is not None
        self._note(hand.site, hand.number, outline_of(proof.replay, seconds(hand.when)), hand.source, hand.line)

    def add_record(self, played: Replay, name: str, source: str) -> None:
        """Note a record."""
        self._note(*record_identity(played.record, name), outline_of(played, 0), source, 1)

    def _note(self, site: str, number: str, outline: Outline, file: str, line: int) -> None:
        key = blake2b(f"{site} {number}".encode(errors="surrogatepass"), digest_size=16).digest()
        try:
            found = self._kept.execute("SELECT known FROM hands WHERE key = ?", (key,)).fetchone()
            if found is None:
                known = json.dumps([outline, f"{file}:{line}"])
                self._kept.execute("INSERT INTO hands VALUES (?, ?)", (key, known))
                return
        except sqlite3.Error as error:
            raise FileError(f"the numbers of the hands cannot be kept in a temporary file: {error}", "write") from None
        before, place = json.loads(found[0])
        if site != OWN_SITE and not same_hand(outline, Outline(*before)):
            self.clashes.append(clash(file, line, number, place))
