"""`kicker replay`: steps through recorded hands on a terminal, prints them elsewhere, or verifies whole folders."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, time
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import click

from kicker import stopping
from kicker.cards import Card, count_of
from kicker.errors import FileError, RecordError
from kicker.games import Event, State
from kicker.hands import evaluate
from kicker.records import MISMATCHED, VERDICTS, Record, Replay, replay, scan_records
from kicker.records.reading import is_many
from kicker.ui.output import patient_reader, progress_bar, reason
from kicker.ui.prompt import InputEnded, ask
from kicker.ui.style import paint
from kicker.ui.text import (
    Line,
    Look,
    Painted,
    Wording,
    event_line,
    game_words,
    in_a_row,
    pot_after,
    stakes_words,
    table_lines,
)

HELP = """\
  n or Enter  next action              h  next hand
  b           back                     p  previous hand
  g 12        to action 12             q  quit
  g flop      to a street: preflop, flop, turn, river; draw, showdown, start, end"""


class FoundHand(NamedTuple):
    """A hand of a file, or why it cannot be read."""

    file: str
    number: int
    """Which one of the file, counted from 1."""
    record: Record | RecordError


PLAIN: Final = Look(ascii=True)
"""Cards as records write them, `As`, red ones in red."""


class Viewing(NamedTuple):
    """A replay and who watches it."""

    found: FoundHand
    replay: Replay
    viewer: int | None
    """The seat whose eyes are lent; None sees all that is in the record."""

    @property
    def record(self) -> Record:
        """What is replayed."""
        return self.replay.record


@click.command("replay")
@click.argument("paths", metavar="FILE|DIR...", nargs=-1, required=True)
@click.option("--hand", "number", type=click.IntRange(1), metavar="N", help="Only the hand N of all, counted from 1.")
@click.option("--seat", metavar="N|NAME", help="Show only what that player could see: 3, p3 or the name.")
@click.option("--check", is_flag=True, help="Verify all hands and print how many fit; exit code 1 if one does not.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the records and events, or the counts of --check.")
def replay_command(paths: tuple[str, ...], number: int | None, seat: str | None, check: bool, as_json: bool) -> None:
    """Replay hands that were recorded in the PHH format (.phh one hand, .phhs many; folders with all below them).

    On a terminal it steps through a hand: Enter for the next action, ? for help. Elsewhere it prints whole hands.

    \b
      kicker replay hand.phh
      kicker replay session.phhs --hand 17 --seat Ada
      kicker replay records/ --check
    """
    if check and seat is not None:
        raise click.UsageError("--seat says what to show: --check shows nothing")
    files = find_files(paths)
    if check:
        check_hands(files, number, as_json)
    elif not as_json and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        Stepper(Hands(files), seat).run((number or 1) - 1)
    else:
        print_hands(files, number, seat, as_json)


# --- files -----------------------------------------------------------------------------------------------------------


def find_files(paths: Sequence[str]) -> list[Path]:
    """The files that are meant, those of a folder in an order that people expect: 2.phh before 10.phh."""
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
            raise FileError(f"no records in {name!r}: their names end in .phh or .phhs", "missing")
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
    """The hands of a file, and how many bytes are read so far."""
    try:
        with patient_reader(path) as stream:
            for number, record in enumerate(scan_records(stream, str(path), many=is_many(str(path))), 1):
                yield FoundHand(str(path), number, record), stream.tell()
    except OSError as error:
        yield FoundHand(str(path), 1, RecordError(f"cannot read {str(path)!r}: {reason(error)}", "format")), 0


def all_hands(files: Sequence[Path]) -> Iterator[FoundHand]:
    """The hands of all files, one after the other."""
    return (found for path in files for found, _ in read_hands(path))


def choose(files: Sequence[Path], number: int | None) -> Iterator[FoundHand]:
    """All hands, or the one of that number."""
    if number is None:
        return all_hands(files)
    chosen = list(islice(all_hands(files), number - 1, number))
    if not chosen:
        raise _no_such_hand(number, sum(1 for _ in all_hands(files)))
    return iter(chosen)


def _no_such_hand(number: int, count: int) -> FileError:
    return FileError(
        f"there is no hand {number}: there {'is' if count == 1 else 'are'} {count_of(count, 'hand')}", "missing"
    )


# --- check -----------------------------------------------------------------------------------------------------------


def check_hands(files: Sequence[Path], number: int | None, as_json: bool) -> None:
    """Verify, print the counts, and leave with 1 where something is wrong."""
    counts = dict.fromkeys(["hands", *VERDICTS, "skipped"], 0)
    failed: list[dict[str, object]] = []
    sizes = [path.stat().st_size for path in files]
    total = 0
    with progress_bar("checking", sum(sizes)) as update:
        for path, before in zip(files, [0, *sizes], strict=False):
            total += before
            for found, done in read_hands(path):
                counts["hands"] += 1
                if number is not None and counts["hands"] != number:
                    continue
                verdict, why = verdict_of(found)
                counts[verdict] += 1
                if verdict in (MISMATCHED, "skipped"):
                    failed.append({"file": found.file, "hand": found.number, "verdict": verdict, "reason": why})
                update(total + done)
    if number is not None:
        if counts["hands"] < number:
            raise _no_such_hand(number, counts["hands"])
        counts["hands"] = 1
    if as_json:
        click.echo(json.dumps(counts | {"failed": failed}))
    else:
        for failure in failed:
            colour = "red" if failure["verdict"] == MISMATCHED else "yellow"
            click.echo(f"{paint(str(failure['verdict']), colour)}: {failure['reason']}")
        kinds = ", ".join(f"{counts[kind]} {kind.replace('_', ' ')}" for kind in [*VERDICTS, "skipped"])
        click.echo(f"{count_of(counts['hands'], 'hand')}: {kinds}")
    if counts[MISMATCHED]:
        sys.exit(1)


def verdict_of(found: FoundHand) -> tuple[str, str]:
    """What a hand comes to, and why. One that cannot be read or replayed fits nothing; other games are skipped."""
    try:
        if isinstance(found.record, RecordError):
            raise found.record
        result = replay(found.record)
    except RecordError as error:
        return "skipped" if error.code == "variant" else MISMATCHED, str(error)
    return result.verdict, f"{found.record.source}: {result.reason}"


# --- words -----------------------------------------------------------------------------------------------------------


def make_viewing(found: FoundHand, seat: str | None) -> Viewing:
    """Replay a hand; a `RecordError` where it cannot be."""
    if isinstance(found.record, RecordError):
        raise found.record
    return Viewing(found, replay(found.record), None if seat is None else find_seat(found.record, seat))


def find_seat(record: Record, seat: str) -> int:
    """The seat of a name, or of a number from 1 with or without p."""
    names = [name.lower() for name in record.names]
    if seat.lower() in names:
        return names.index(seat.lower())
    digits = seat.lower().removeprefix("p")
    if digits.isascii() and digits.isdigit() and len(digits) < 9 and 1 <= int(digits) <= len(names):
        return int(digits) - 1
    raise RecordError(f"{seat!r} does not play: {', '.join(record.names)} do", "field", record.source)


def amount(record: Record, chips: int | Decimal, sign: str = "") -> str:
    """Chips in the money of the record."""
    symbol = record.fields.get("currency_symbol")
    symbol = symbol if isinstance(symbol, str) and len(symbol) <= 4 and symbol.isprintable() else ""
    value = record.money(chips) if isinstance(chips, int) else chips / record.scale
    return f"{'-' if value < 0 else sign}{symbol}{abs(value):,}"


def known_cards(record: Record, cards: Iterable[Card | None]) -> tuple[Card | None, ...]:
    """Cards, with None for those that are not in the record."""
    return tuple([None if card in record.unknown else card for card in cards])


def title(viewing: Viewing) -> str:
    """What is played, and where it is from."""
    record = viewing.record
    hand = record.hand
    words = [
        f"hand {hand}" if isinstance(hand, int | str) and str(hand).isprintable() else f"hand {viewing.found.number}"
    ]
    words += [game_words(record.rules), stakes_words(record.rules, wording_of(viewing).money)]
    return f"{', '.join(filter(None, words))}, {len(record.stacks)} players"


def wording_of(viewing: Viewing) -> Wording:
    """How this record writes names and money."""
    record = viewing.record
    return Wording(record.names, lambda chips: amount(record, chips))


def _side_pots(viewing: Viewing) -> bool:
    return any(event.pot for event in viewing.replay.final.history)


def step_numbers(result: Replay) -> list[int]:
    """For each state the number of the action in the record that led to it, 0 where it has none."""
    record, states = result.record, result.states
    asked = states[len(record.moves)].waiting if result.final.over else ()
    shown = [record.showdown[seat][0] if seat in record.showdown else 0 for seat in asked]
    return [0, *(move.number for move in record.moves), *shown]


def seen_event(viewing: Viewing, event: Event) -> Event:
    """An event as whoever watches may see it."""
    seen = event if viewing.viewer is None else event.seen_by(viewing.viewer)
    return seen._replace(cards=known_cards(viewing.record, seen.cards))


def step_lines(viewing: Viewing) -> list[list[Line]]:
    """What happened up to each state of a replay, in lines; decisions begin with their number in the record."""
    steps: list[list[Line]] = []
    wording, side_pots = wording_of(viewing), _side_pots(viewing)
    pot = 0
    for number, events in zip(step_numbers(viewing.replay), viewing.replay.events(), strict=True):
        lines: list[Line] = []
        for index, event in enumerate(events):
            pot = pot_after(pot, event)
            if line := event_line(seen_event(viewing, event), wording, pot, side_pots=side_pots):
                mark = f"{number:>3}" if number and not index else ""
                lines.append(line if event.kind == "board" else (f"{mark:3} ", *line))
        steps.append(lines)
    steps[-1] += ending(viewing)
    return steps


def find_place(viewing: Viewing, target: str) -> int | None:
    """Which state a word means: the number of an action, a street, `draw`, `showdown`, `start` or `end`."""
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
    return None


def ending(viewing: Viewing) -> list[Line]:
    """What the record tells beyond the replay, the result and the verdict."""
    record, state = viewing.record, viewing.replay.final
    lines: list[Line] = []
    for seat, (number, shown) in record.showdown.items():
        if not state.over or not state.is_shown(seat):
            if shown:
                lines.append((f"{number:>3} {record.names[seat]} ", *_shown_words(viewing, seat)))
            elif not state.over:
                lines.append((f"{number:>3} {record.names[seat]} mucks",))
    if state.over:
        results = [
            f"{name} {amount(record, chips, '+')}"
            for name, chips in zip(record.names, state.payoffs, strict=True)
            if chips
        ]
        words = ", ".join(results) or "nobody wins or loses"
        lines.append((Painted("result", "cyan", bold=True), f" {words}"))
    else:
        for name, paid in zip(record.names, record.winnings or (), strict=False):
            if paid:
                lines.append((f"    {name} was paid {amount(record, paid)}, says the record",))
    verdict, why = viewing.replay.verdict, viewing.replay.reason
    colour = {"ok": "green", MISMATCHED: "red"}.get(verdict, "yellow")
    lines.append((Painted(verdict.replace("_", " "), colour, bold=True), f": {why}" if why else ""))
    return lines


def _shown_words(viewing: Viewing, seat: int) -> Line:
    record, state = viewing.record, viewing.replay.final
    cards = state.hands[seat]
    if not any(record.knows([card]) for card in cards):
        return ("stays in: the cards are not in the record",)
    complete = record.knows(cards + state.board) and len(cards + state.board) >= 5
    strength = f": {evaluate(cards + state.board).describe()}" if complete and len(cards + state.board) != 6 else ""
    return "shows ", *in_a_row(known_cards(record, cards)), strength


# --- printing --------------------------------------------------------------------------------------------------------


def print_hands(files: Sequence[Path], number: int | None, seat: str | None, as_json: bool) -> None:
    """Whole hands as lines or JSON; those that cannot be replayed are told apart, and the exit code is 1 then."""
    wrong = False
    for place, found in enumerate(choose(files, number)):
        try:
            viewing = make_viewing(found, seat)
        except RecordError as error:
            wrong = True
            click.echo(f"Error: {error}", err=True)
            continue
        if as_json:
            click.echo(json.dumps(as_dict(viewing)))
        else:
            click.echo(("\n" if place else "") + "\n".join(hand_lines(viewing)))
    if wrong:
        sys.exit(1)


def hand_lines(viewing: Viewing) -> list[str]:
    """All of a hand."""
    record = viewing.record
    lines = [paint(title(viewing), bold=True)]
    width = max(map(len, record.names))
    for seat, (name, stack) in enumerate(zip(record.names, record.stacks, strict=True)):
        button = "  button" if seat == record.button else ""
        lines.append(f"    {name:{width}}  {amount(record, stack)}{button}")
    return lines + [PLAIN.text(line) for step in step_lines(viewing) for line in step]


def as_dict(viewing: Viewing) -> dict[str, object]:
    """What `--json` prints of a hand; the events count in chips, `scale` of which are one unit of the money."""
    record, final = viewing.record, viewing.replay.final
    hidden = () if viewing.viewer is None else ("actions",)  # they name all cards
    events = [seen_event(viewing, event).as_dict() for step in viewing.replay.events() for event in step]
    return {
        "file": viewing.found.file,
        "hand": viewing.found.number,
        "record": {name: _plain(value) for name, value in record.fields.items() if name not in hidden},
        "scale": record.scale,
        "events": events,
        "stacks": list(final.stacks) if final.over else None,
        "payoffs": list(final.payoffs) if final.over else None,
        "verdict": viewing.replay.verdict,
        "reason": viewing.replay.reason,
    }


def _plain(value: object) -> object:
    if isinstance(value, Decimal):
        return float(value) if value.is_finite() else str(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value


# --- stepping --------------------------------------------------------------------------------------------------------


class Hands:
    """Hands that are read when somebody asks for them, and kept."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._rest = all_hands(files)
        self._read: list[FoundHand] = []

    def get(self, index: int) -> FoundHand | None:
        """The hand at that place, or None behind the last."""
        while len(self._read) <= index:
            found = next(self._rest, None)
            if found is None:
                return None
            self._read.append(found)
        return self._read[index]

    @property
    def count(self) -> int:
        """How many hands were read so far."""
        return len(self._read)


class Stepper:
    """A person at a terminal, somewhere in one of many hands."""

    def __init__(self, hands: Hands, seat: str | None) -> None:
        self.hands, self.seat = hands, seat
        self.viewing: Viewing | None = None
        self.error = ""
        self.index = self.place = 0
        self.steps: list[list[Line]] = []

    def run(self, index: int) -> None:
        """Show, ask, obey, until the end of input or `q`."""
        if not self.open(index):
            raise _no_such_hand(index + 1, self.hands.count)
        if self.error and self.hands.get(1) is None:
            raise RecordError(self.error)
        message = ""
        while True:
            self.draw(message)
            try:
                words = ask(self.prompt()).lower().split()
            except InputEnded:
                return
            if words and words[0] in ("q", "quit", "exit"):
                return
            message = self.obey(words)

    def open(self, index: int) -> bool:
        """Go to another hand; False if there is none."""
        found = self.hands.get(index) if index >= 0 else None
        if found is None:
            return False
        self.index, self.place = index, 0
        self.viewing, self.steps, self.error = None, [], ""
        try:
            self.viewing = make_viewing(found, self.seat)
            self.steps = step_lines(self.viewing)
        except RecordError as error:
            self.error = str(error)
        return True

    def prompt(self) -> str:
        """Where one is, and what there is to do."""
        last = len(self.steps) - 1
        where = f"step {self.place} of {last}" if self.viewing else "no replay"
        return f"record {self.index + 1}, {where}  [Enter next, b back, h next hand, q quit, ? help] "

    def obey(self, words: list[str]) -> str:
        """Do what was asked; returns what to say about it."""
        command = words[0] if words else "n"
        if command in ("?", "help"):
            return HELP
        if command in ("n", "next"):
            return self.go(self.place + 1, "there is nothing more: h for the next hand, q to quit")
        if command in ("b", "back"):
            return self.go(self.place - 1, "this is where it begins")
        if command == "h":
            return "" if self.open(self.index + 1) else "this is the last hand"
        if command == "p":
            return "" if self.open(self.index - 1) else "this is the first hand"
        if command in ("g", "go"):
            return self.jump(words[1] if len(words) > 1 else "")
        if self.find(command) is not None:
            return self.jump(command)
        return f"{command!r} is no command: ? lists them"

    def go(self, place: int, otherwise: str) -> str:
        """Move if there is such a place."""
        if not 0 <= place < len(self.steps):
            return otherwise
        self.place = place
        return ""

    def jump(self, target: str) -> str:
        """To an action of the record or to a street."""
        place = self.find(target)
        return (
            f"{target!r} is nowhere in this hand: write the number of an action, or flop"
            if place is None
            else self.go(place, "")
        )

    def find(self, target: str) -> int | None:
        """The place of an action or street."""
        return find_place(self.viewing, target) if self.viewing else None

    def draw(self, message: str) -> None:
        """The whole screen."""
        if os.environ.get("TERM") != "dumb":
            click.clear()
        if self.viewing is None:
            click.echo(paint(self.error, "red"))
        else:
            click.echo(paint(title(self.viewing), bold=True) + paint(f"  {self.viewing.found.file}", dim=True))
            for line in viewing_lines(self.viewing, self.viewing.replay.states[self.place]):
                click.echo(PLAIN.text(line))
            click.echo()
            for line in self.steps[self.place]:
                click.echo(PLAIN.text(line))
        click.echo()
        if message:
            click.echo(message)


def viewing_lines(viewing: Viewing, state: State) -> list[Line]:
    """The table at one moment, as whoever watches sees it."""
    board = known_cards(viewing.record, state.board)
    return table_lines(state.view(viewing.viewer), wording_of(viewing), seen_hands(viewing, state), board)


def seen_hands(viewing: Viewing, state: State) -> list[tuple[Card | None, ...]]:
    """The hands at one moment, with None for cards that whoever watches may not see."""
    hands = state.hands if viewing.viewer is None else state.view(viewing.viewer).hands
    return [known_cards(viewing.record, hand) for hand in hands]
