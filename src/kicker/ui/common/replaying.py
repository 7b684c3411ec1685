"""Recorded hands for the replayers at the prompt and in the terminal: finding them, and showing what each viewer sees.

The command is in `ui/replay.py`, the screen in `tui/replayer.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from kicker import stopping
from kicker.cards import Card
from kicker.errors import FileError, RecordError
from kicker.games import Event, Game, State, View
from kicker.odds import MOST_PLAYERS
from kicker.records import MISMATCHED, OK, RAKED, Record, Replay, replay, scan_records
from kicker.records.reading import is_many
from kicker.ui.common.output import patient_reader, reason
from kicker.ui.common.text import (
    Course,
    Line,
    Look,
    Painted,
    Wording,
    carried_words,
    event_line,
    in_a_row,
    pot_after,
    stakes_words,
    table_lines,
    worth_words,
)


class FoundHand(NamedTuple):
    """A hand of a file, or the reason why it cannot be read."""

    file: str
    number: int
    """Its number in the file, counted from 1."""
    record: Record | RecordError


PLAIN: Final = Look(ascii=True)
"""Cards as records write them, `As`, red ones in red."""


class Viewing(NamedTuple):
    """A replay and its viewer."""

    found: FoundHand
    replay: Replay
    viewer: int | None
    """The seat whose view is shown; None shows everything in the record."""

    @property
    def record(self) -> Record:
        """The record."""
        return self.replay.record


def find_files(paths: Sequence[str]) -> list[Path]:
    """Return the files that are named, and those of folders in natural order: 2.phh before 10.phh."""
    files = []
    for name in paths:
        path = Path(name)
        try:
            path.stat()
            below = list(_records_below(path)) if name and path.is_dir() else None
        except (OSError, ValueError) as error:
            raise FileError(f"cannot read {name!r}: {reason(error)}", "missing") from None
        if below is None:
            is_many(name)
            files.append(path)
        elif below:
            files += sorted(below, key=_by_number)
        else:
            raise FileError(f"no hand histories in {name!r}; their names end in .phh or .phhs", "missing")
    return files


def _records_below(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*.phh*"):
        stopping.check()
        if path.suffix in (".phh", ".phhs") and path.is_file():
            yield path


def _by_number(path: Path) -> list[tuple[str, int, str]]:
    """Sort key: digits count as numbers."""
    pieces = re.findall(r"(\d{1,18})|(\D+|\d+)", str(path))
    return [("", int(digits), "") if digits else (text, 0, text) for digits, text in pieces]


def read_hands(path: Path) -> Iterator[tuple[FoundHand, int]]:
    """Yield the hands of a file, each with the number of bytes read so far."""
    try:
        with patient_reader(path) as stream:
            for number, record in enumerate(scan_records(stream, str(path), many=is_many(str(path))), 1):
                yield FoundHand(str(path), number, record), stream.tell()
    except OSError as error:
        yield FoundHand(str(path), 1, RecordError(f"cannot read {str(path)!r}: {reason(error)}", "format")), 0


def all_hands(files: Sequence[Path]) -> Iterator[FoundHand]:
    """Yield the hands of all files, one after the other."""
    return (found for path in files for found, _ in read_hands(path))


class Outcome(NamedTuple):
    """The verdict on a hand, with the reason."""

    verdict: str
    reason: str
    rake: Decimal = Decimal(0)
    """The rake, in the money of the record."""
    currency: str = ""
    """The sign of that money."""


def outcome_of(found: FoundHand) -> Outcome:
    """Return the verdict on a hand. One that cannot be read or replayed is a mismatch; unknown games are skipped."""
    try:
        if isinstance(found.record, RecordError):
            raise found.record
        result = replay(found.record)
    except RecordError as error:
        return Outcome("skipped" if error.code == "variant" else MISMATCHED, str(error))
    record = found.record
    rake = Decimal(result.rake) / record.scale
    return Outcome(result.verdict, f"{record.source}: {result.reason}", rake, currency(record))


def make_viewing(found: FoundHand, seat: str | None) -> Viewing:
    """Replay a hand; raises `RecordError` if that is impossible."""
    if isinstance(found.record, RecordError):
        raise found.record
    return Viewing(found, replay(found.record), None if seat is None else find_seat(found.record, seat))


def find_seat(record: Record, seat: str) -> int:
    """Return the seat of a name, or of a number from 1 with or without p."""
    names = [name.lower() for name in record.names]
    if seat.lower() in names:
        return names.index(seat.lower())
    digits = seat.lower().removeprefix("p")
    if digits.isascii() and digits.isdigit() and len(digits) < 9 and 1 <= int(digits) <= len(names):
        return int(digits) - 1
    raise RecordError(f"{seat!r} is not a player; choose from {', '.join(record.names)}", "field", record.source)


def amount(record: Record, chips: int | Decimal, sign: str = "") -> str:
    """Return chips in the record's money; `unknown` for the stack of a player who started with an unknown one."""
    if isinstance(chips, int) and not record.knows_stack(chips):
        return "unknown"
    value = record.money(chips) if isinstance(chips, int) else chips / record.scale
    return f"{'-' if value < 0 else sign}{currency(record)}{abs(value):,}"


def currency(record: Record) -> str:
    """Return the sign of the record's money, if it has one that can be printed."""
    symbol = record.fields.get("currency_symbol")
    return symbol if isinstance(symbol, str) and len(symbol) <= 4 and symbol.isprintable() else ""


def known_cards(record: Record, cards: Iterable[Card | None], seat: int | None = None) -> tuple[Card | None, ...]:
    """Return cards of a seat or the board, with None for those that are not in the record."""
    return tuple([card if card is not None and record.knows((card,), seat) else None for card in cards])


def title(viewing: Viewing) -> str:
    """Return the game and the origin of the hand."""
    record = viewing.record
    hand = record.hand
    words = [
        f"hand {hand}" if isinstance(hand, int | str) and str(hand).isprintable() else f"hand {viewing.found.number}"
    ]
    money, carried = wording_of(viewing).money, viewing.replay.final.setup.pot
    words += [record.rules.title, stakes_words(record.rules, money), carried_words(carried, money)]
    return f"{', '.join(filter(None, words))}, {len(record.stacks)} players"


def wording_of(viewing: Viewing) -> Wording:
    """Return the wording of this record: its names and its money."""
    record = viewing.record
    return Wording(record.names, lambda chips: amount(record, chips))


def _side_pots(viewing: Viewing) -> bool:
    return any(event.pot for event in viewing.replay.final.history)


def step_numbers(result: Replay) -> list[int]:
    """Return, for each state, the number of the action in the record that led to it, or 0."""
    record, states = result.record, result.states
    asked = states[len(record.moves)].waiting if result.final.over else ()
    shown = [record.showdown[seat][0] if seat in record.showdown else 0 for seat in asked]
    return [0, *(move.number for move in record.moves), *shown]


def seen_event(viewing: Viewing, event: Event) -> Event:
    """Return an event as the viewer may see it."""
    seen = event if viewing.viewer is None else event.seen_by(viewing.viewer)
    cards = known_cards(viewing.record, seen.cards, seen.seat)
    return seen._replace(cards=cards, strength=None if None in cards else seen.strength)


def step_lines(viewing: Viewing) -> list[list[Line]]:
    """Return the events up to each state of a replay, in lines; decisions begin with their number in the record."""
    steps: list[list[Line]] = []
    wording, side_pots = wording_of(viewing), _side_pots(viewing)
    final = viewing.replay.final
    pot, course, boards = final.setup.pot, Course(viewing.record.rules), bool(final.boards)
    for number, events in zip(step_numbers(viewing.replay), viewing.replay.events(), strict=True):
        lines: list[Line] = []
        for index, event in enumerate(events):
            if heading := course.before(event, wording.money(pot)):
                lines.append(heading)
            pot = pot_after(pot, event)
            seen = seen_event(viewing, event)
            if line := event_line(seen, wording, pot, verb=course.verb, side_pots=side_pots, boards=boards):
                mark = f"{number:>3}" if number and not index else ""
                lines.append(line if event.kind == "board" else (f"{mark:3} ", *line))
        steps.append(lines)
    steps[-1] += ending(viewing)
    return steps


def find_place(viewing: Viewing, target: str) -> int | None:
    """Return the index of the state that a word means: the number of an action, a street, `draw`, `showdown`, `start`
    or `end`."""
    states = viewing.replay.states
    if target.isascii() and target.isdigit():
        numbers, number = step_numbers(viewing.replay), int(target[:9])
        return numbers.index(max((other for other in numbers if other <= number), default=0))
    if target in ("start", "end"):
        return 0 if target == "start" else len(states) - 1
    streets = [street.name.split()[0] for street in viewing.record.rules.game.streets]
    for place, state in enumerate(states):
        if target in (state.phase, "draw" if state.phase == "drawing" else "") and target != "betting":
            return place
        if target in streets and state.street == streets.index(target) and not state.over:
            return place
    # With everyone all in, the cards of one street came together with those of others.
    for place, state in enumerate(states):
        if target in [event.street for event in state.history]:
            return place
    return None


def street_places(viewing: Viewing) -> list[int]:
    """Return the indices of the states with which streets after the first begin, draws among them."""
    streets = viewing.record.rules.game.streets
    found, drawn = [], 0
    for place, (before, state) in enumerate(pairwise(viewing.replay.states), 1):
        if state.phase == "drawing":
            # A seat that is still in has drawn in every draw before this one.
            number = 1 + sum((event.kind, event.seat) == ("discard", state.to_act) for event in state.history)
            found += [place] if number > drawn else []
            drawn = number
        elif not state.over and state.street > before.street and not streets[state.street].exchange:
            found.append(place)
    return found


def ending(viewing: Viewing) -> list[Line]:
    """Return the end of the record beyond the replay, then the result and the verdict."""
    record, state, wording = viewing.record, viewing.replay.final, wording_of(viewing)
    lines: list[Line] = []
    for seat, (number, shown) in record.showdown.items():
        if not state.over or not state.is_shown(seat):
            if shown:
                words, *cards = _shown_words(viewing, seat)
                lines.append((f"{number:>3} {wording.sentence(seat, words)}", *cards))
            elif not state.over:
                lines.append((f"{number:>3} {wording.sentence(seat, 'mucks')}",))
    if state.over:
        results = [
            f"{name} {amount(record, chips, '+')}"
            for name, chips in zip(record.names, state.payoffs, strict=True)
            if chips
        ]
        words = ", ".join(results) or "nobody wins or loses"
        lines.append((Painted("result", "cyan", bold=True), f" {words}"))
    else:
        for seat, paid in zip(range(len(record.names)), record.winnings or (), strict=False):
            if paid:
                words = wording.sentence(seat, f"was paid {amount(record, paid)} according to the record")
                lines.append((f"    {words}",))
    verdict, why = viewing.replay.verdict, viewing.replay.reason
    colour = {OK: "green", RAKED: "green", MISMATCHED: "red"}.get(verdict, "yellow")
    lines.append((Painted(verdict.replace("_", " "), colour, bold=True), f": {why}" if why else ""))
    return lines


def rabbit_line(viewing: Viewing) -> Line:
    """Return the board cards that would have come if the hand had gone on; empty if unknown.

    Nobody held them, so every player in the hand may see them once it is over.
    """
    cards, board = viewing.record.rabbit, viewing.replay.final.board
    left = viewing.record.rules.game.board_cards - len(board)
    return ("would have come: ", *in_a_row(cards)) if viewing.replay.final.over and 0 < len(cards) <= left else ()


NO_RABBIT: Final = "this record has no more board cards"


def _shown_words(viewing: Viewing, seat: int) -> tuple[str, *Line]:
    record, state = viewing.record, viewing.replay.final
    cards = state.hands[seat]
    if not any(record.knows((card,), seat) for card in cards):
        return ("goes to showdown with cards that are not in the record",)
    worth = (
        hand_words(record.rules.game, cards, state.board)
        if record.knows(cards, seat) and record.knows(state.board)
        else ""
    )
    shown: Line = (*in_a_row(known_cards(record, cards, seat)), f": {worth}" if worth else "")
    return "shows ", *shown


def hand_words(game: Game, hand: tuple[Card, ...], board: tuple[Card, ...], *, short: bool = False) -> str:
    """Return the hand in words, high and low; empty if there are too few cards."""
    least = min(game.orders[0].size, game.hand_cards + game.board_cards)
    if len(board) < min(3, game.board_cards) or len(hand) + len(board) < least:
        return ""
    return worth_words([game.strength(hand, board), game.low(hand, board)], short=short)


class Hands:
    """Hands that are read on demand and kept."""

    def __init__(self, hands: Iterable[FoundHand]) -> None:
        self._rest = iter(hands)
        self._read: list[FoundHand] = []

    def get(self, index: int) -> FoundHand | None:
        """Return the hand at an index, or None after the last."""
        while len(self._read) <= index:
            found = next(self._rest, None)
            if found is None:
                return None
            self._read.append(found)
        return self._read[index]

    @property
    def count(self) -> int:
        """The number of hands read so far."""
        return len(self._read)


def viewing_lines(viewing: Viewing, state: State) -> list[Line]:
    """Return the table at one moment, as the viewer sees it."""
    board, view = known_cards(viewing.record, state.board), state.view(viewing.viewer)
    return table_lines(view, wording_of(viewing), seen_hands(viewing, state), board)


def known_view(viewing: Viewing, state: State) -> View:
    """Return what the viewer knows at one moment, without cards; visible cards are in the events."""
    view = state.view(viewing.viewer)
    return view._replace(history=tuple([seen_event(viewing, event) for event in view.history]))


def seen_hands(viewing: Viewing, state: State) -> list[tuple[Card | None, ...]]:
    """Return the hands at one moment, with None for cards that the viewer may not see."""
    hands = state.hands if viewing.viewer is None else state.view(viewing.viewer).hands
    return [known_cards(viewing.record, hand, seat) for seat, hand in enumerate(hands)]


# --- equity ----------------------------------------------------------------------------------------------------------


class EquityQuestion(NamedTuple):
    """The question behind an equity."""

    game: Game
    seats: tuple[int, ...]
    players: tuple[str, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]


def question_of(viewing: Viewing, state: State) -> EquityQuestion | None:
    """Return the players who can still win, with the cards the viewer knows; None if there is nothing to count."""
    record, game = viewing.record, viewing.record.rules.game
    seats = tuple(seat for seat, live in enumerate(state.live) if live)
    if game.exchanges or state.over or not 2 <= len(seats) <= MOST_PLAYERS:
        return None
    if not record.knows(state.board):
        return None
    known = known_hands(viewing, state)
    players = tuple("".join(map(str, known[seat])) or "random" for seat in seats)
    # The known cards of a folded hand cannot come.
    dead = tuple(card for seat, hand in enumerate(known) if seat not in seats for card in hand)
    return EquityQuestion(game, seats, players, state.board, dead)


def known_hands(viewing: Viewing, state: State) -> list[tuple[Card, ...]]:
    """Return the cards that the viewer knows of each hand. With a board a hand is known whole or not at all; in stud
    the up cards alone say something, and the rest is dealt."""
    game = viewing.record.rules.game
    known = [tuple([card for card in hand if card is not None]) for hand in seen_hands(viewing, state)]
    return known if not game.board_cards else [hand if len(hand) == game.hand_cards else () for hand in known]
