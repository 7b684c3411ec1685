"""A short cut for the records of ordinary hands: one deal of hole cards, one board, no draws.

The record is the same as with `records.script.Script`, which reads any game, but takes a third of the time. For
anything unusual `ordinary_script` returns None, and `Script` reads the hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kicker.cards import Card
from kicker.games import FOLD, Action, Game
from kicker.records.model import CHECK_OR_CALL, RecordedAction
from kicker.records.stand_ins import Dealt
from kicker.sites.model import SiteHand, Step

_make = tuple.__new__
_RARE: Final = frozenset(["bring-in", "discard"])
"""Steps that ordinary games do not have."""


class OrdinaryScript:
    """The actions of a hand, as far as `assemble` needs them."""

    __slots__ = ("board", "face_up", "game", "known", "labels", "moves", "showdown")

    def __init__(self, game: Game, labels: Sequence[str]) -> None:
        self.game, self.labels = game, labels
        self.known: list[tuple[Card, ...]] = []
        """The hand of each seat; empty if it is unknown."""
        self.board: list[Card] = []
        self.moves: list[RecordedAction] = []
        self.showdown: dict[int, tuple[int, bool]] = {}
        self.face_up = False

    def deal(self, need: int) -> Dealt:
        """Return a deck with stand-ins for unknown cards."""
        size, game = self.game.hand_cards, self.game
        told = {card for hand in self.known for card in hand} | {*self.board}
        rest = [card for card in game.deck if card not in told]
        deck: list[Card] = []
        at = 0
        for hand in self.known:
            if hand:
                deck += hand
            else:
                deck += rest[at : at + size]
                at += size
        deck += self.board
        last = at + max(need, len(self.known) * size + game.board_cards) - len(deck)
        deck += rest[at:last]
        return Dealt(tuple(deck), frozenset(rest[:last]))

    def decisions(self, _: tuple[Card, ...]) -> tuple[RecordedAction, ...]:
        """Return the decisions."""
        return tuple(self.moves)


def ordinary_script(hand: SiteHand, steps: Sequence[Step], place: Mapping[str, int]) -> OrdinaryScript | None:
    """Return the actions of a hand, or None if `Script` has to read them. `place` has the seat of each name."""
    game = hand.game
    if game.brings_in or game.exchanges or not game.board_cards:
        return None
    script = OrdinaryScript(game, tuple(place))
    size, count, board, moves = game.hand_cards, 0, script.board, script.moves
    known: dict[str, tuple[Card, ...]] = dict(hand.mucked)
    shows: list[tuple[int, Step, int]] = []
    folded: set[str] = set()
    number = 0
    for step in steps:
        number += 1
        kind, name, amount, cards, _ = step
        if kind == "fold":
            folded.add(name)
            moves.append(_make(RecordedAction, (place[name], FOLD, number, count)))
        elif kind == "check" or kind == "call":
            moves.append(_make(RecordedAction, (place[name], CHECK_OR_CALL, number, count)))
        elif kind == "bet" or kind == "raise":
            moves.append(_make(RecordedAction, (place[name], _make(Action, ("raise", amount, ())), number, count)))
        elif kind == "board":
            board += cards
            count = len(board)
            if amount or count > game.board_cards:
                return None
        elif kind == "show" or kind == "muck":
            shows.append((number, step, count))
            if kind == "show" and len(cards) == size:
                known[name] = cards
        elif kind == "dealt" and len(cards) == size:
            known[name] = cards
        elif kind in _RARE:
            return None
    if shows and moves and moves[-1].number > shows[0][0]:
        return None  # nobody can act after hands were shown
    script.known = [cards if len(cards := known.get(name, ())) == size else () for name in place]
    told = [card for cards in script.known for card in cards] + board
    if len(set(told)) < len(told) or not _end(script, hand, shows, folded):
        return None
    for seat, name in enumerate(script.labels):  # players who lost without showing mucked
        silent = not script.known[seat] and not hand.collected.get(name)
        if silent and seat not in script.showdown and name not in folded:
            script.showdown[seat] = (number, False)
    return script


def _end(script: OrdinaryScript, hand: SiteHand, shows: Sequence[tuple[int, Step, int]], folded: set[str]) -> bool:
    """Fill in who showed and who mucked; return False if the file contradicts itself about a hand."""
    if not shows:
        return True
    seats, early = {name: seat for seat, name in enumerate(script.labels)}, set()
    shown = {step.name for _, step, _ in shows if step.kind == "show"}
    for number, (kind, name, _, cards, _), count in shows:
        seat = seats[name]
        held = script.known[seat]
        if kind == "show" and set(cards) != {*held}:
            return False
        if name in folded or seat in script.showdown:
            continue
        won = hand.collected.get(name)
        if held and (name in shown or won):
            script.showdown[seat] = (number, True)
            if count < script.game.board_cards:
                early.add(seat)
        elif not won:
            script.showdown[seat] = (number, False)
    if early and len(script.board) == script.game.board_cards:
        stayed = {seat for name, seat in seats.items() if name not in folded}
        showed = {seat for seat, (_, whole) in script.showdown.items() if whole}
        script.face_up = stayed == showed == early
    return True
