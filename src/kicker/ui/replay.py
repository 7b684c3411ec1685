"""`kicker replay`: step through recorded hands on a terminal, print them elsewhere, or verify whole folders."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from datetime import date, time
from decimal import Decimal
from itertools import islice
from pathlib import Path

import click

from kicker.cards import count_of
from kicker.errors import FileError, RecordError
from kicker.records import MISMATCHED, RAKED, VERDICTS
from kicker.records.writing import format_value
from kicker.ui.common.output import progress_bar
from kicker.ui.common.prompt import InputEnded, ask
from kicker.ui.common.replaying import (
    NO_RABBIT,
    PLAIN,
    FoundHand,
    Hands,
    Viewing,
    all_hands,
    amount,
    find_files,
    find_place,
    make_viewing,
    outcome_of,
    rabbit_line,
    read_hands,
    seen_event,
    step_lines,
    title,
    viewing_lines,
)
from kicker.ui.common.style import paint
from kicker.ui.common.text import Line

HELP = """\
  n or Enter  next action              h  next hand
  b           back                     p  previous hand
  g 12        to action 12             q  quit
  g flop      to a street: preflop, flop, turn, river; draw, showdown, start, end
  w           the board cards that would have come"""


@click.command("replay")
@click.argument("paths", metavar="FILE|DIR...", nargs=-1, required=True)
@click.option("--hand", "number", type=click.IntRange(1), metavar="N", help="Show only hand N, counted from 1.")
@click.option("--seat", metavar="N|NAME", help="Show only what this player could see: 3, p3 or a name.")
@click.option(
    "--check", is_flag=True, help="Verify all hands and print totals and rake; exit code 1 if any hand fails."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: records and events, or the totals of --check.")
def replay_command(paths: tuple[str, ...], number: int | None, seat: str | None, check: bool, as_json: bool) -> None:
    """Replay or verify recorded hands in PHH files.

    A .phh file has one hand, a .phhs file many; folders are searched with all their subfolders. On a terminal you step
    through a hand: Enter shows the next action, ? the help. Elsewhere whole hands are printed.

    \b
      kicker replay hand.phh
      kicker replay session.phhs --hand 17 --seat Ada
      kicker replay records/ --check
    """
    if check and seat is not None:
        raise click.UsageError("--seat cannot be combined with --check")
    files = find_files(paths)
    if check:
        check_hands(files, number, as_json)
    elif not as_json and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        Stepper(Hands(all_hands(files)), seat).run((number or 1) - 1)
    else:
        print_hands(files, number, seat, as_json)


# --- files -----------------------------------------------------------------------------------------------------------


def choose(files: Sequence[Path], number: int | None) -> Iterator[FoundHand]:
    """Yield all hands, or only hand `number`."""
    if number is None:
        return all_hands(files)
    chosen = list(islice(all_hands(files), number - 1, number))
    if not chosen:
        raise _no_such_hand(number, sum(1 for _ in all_hands(files)))
    return iter(chosen)


def _no_such_hand(number: int, count: int) -> FileError:
    return FileError(f"there is no hand {number}; the files have {count_of(count, 'hand')}", "missing")


# --- check -----------------------------------------------------------------------------------------------------------


def check_hands(files: Sequence[Path], number: int | None, as_json: bool) -> None:
    """Verify, print the totals, and exit with 1 if a hand fails."""
    counts = dict.fromkeys(["hands", *VERDICTS, "skipped"], 0)
    failed: list[dict[str, object]] = []
    rake: dict[str, Decimal] = {}
    sizes = [path.stat().st_size for path in files]
    total = 0
    with progress_bar("checking", sum(sizes)) as update:
        for path, before in zip(files, [0, *sizes], strict=False):
            total += before
            for found, done in read_hands(path):
                counts["hands"] += 1
                if number is not None and counts["hands"] != number:
                    continue
                outcome = outcome_of(found)
                verdict = outcome.verdict
                counts[verdict] += 1
                if verdict in (MISMATCHED, "skipped"):
                    why = {"verdict": verdict, "reason": outcome.reason}
                    failed.append({"file": found.file, "hand": found.number, **why})
                if outcome.rake:
                    rake[outcome.currency] = rake.get(outcome.currency, Decimal(0)) + outcome.rake
                update(total + done)
    if number is not None:
        if counts["hands"] < number:
            raise _no_such_hand(number, counts["hands"])
        counts["hands"] = 1
    if as_json:
        click.echo(json.dumps(counts | {"rake": _plain(rake), "failed": failed}))
    else:
        for failure in failed:
            colour = "red" if failure["verdict"] == MISMATCHED else "yellow"
            click.echo(f"{paint(str(failure['verdict']), colour)}: {failure['reason']}")
        kinds = ", ".join(f"{counts[kind]} {kind.replace('_', ' ')}" for kind in [*VERDICTS, "skipped"])
        click.echo(f"{count_of(counts['hands'], 'hand')}: {kinds}")
        if rake:
            amounts = " and ".join(f"{symbol}{total:,}" for symbol, total in rake.items())
            click.echo(f"rake: {amounts} in {count_of(counts[RAKED], 'hand')}")
    if counts[MISMATCHED]:
        sys.exit(1)


# --- printing --------------------------------------------------------------------------------------------------------


def print_hands(files: Sequence[Path], number: int | None, seat: str | None, as_json: bool) -> None:
    """Whole hands as lines or JSON; hands that cannot be replayed are reported, and the exit code is 1."""
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
    """Return the lines of a whole hand."""
    record = viewing.record
    lines = [paint(title(viewing), bold=True)]
    width = max(map(len, record.names))
    for seat, (name, stack) in enumerate(zip(record.names, record.stacks, strict=True)):
        button = "  button" if seat == record.button else ""
        lines.append(f"    {name:{width}}  {amount(record, stack)}{button}")
    return lines + [PLAIN.text(line) for step in step_lines(viewing) for line in step]


def as_dict(viewing: Viewing) -> dict[str, object]:
    """Return the object that `--json` prints for a hand. Events are in chips; `scale` chips are one unit of the
    money."""
    record, final = viewing.record, viewing.replay.final
    hidden = () if viewing.viewer is None else ("actions",)  # actions name all cards
    events = [
        seen_event(viewing, event).as_dict() | ({} if record.knows_stack(event.stack) else {"stack": None})
        for step in viewing.replay.events()
        for event in step
    ]
    stacks = [chips if record.knows_stack(chips) else None for chips in final.stacks]
    return {
        "file": viewing.found.file,
        "hand": viewing.found.number,
        "record": {name: _plain(value) for name, value in record.fields.items() if name not in hidden},
        "scale": record.scale,
        "events": events,
        "stacks": stacks if final.over else None,
        "payoffs": list(final.payoffs) if final.over else None,
        "verdict": viewing.replay.verdict,
        "reason": viewing.replay.reason,
        "rake": _plain(viewing.replay.rake),
    }


def _plain(value: object) -> object:
    if isinstance(value, Decimal):
        if value.is_finite() and value.adjusted() < 300 and value == value.to_integral_value():
            return int(value)
        # A JSON number that readers take for a double must be exactly that double; any other keeps its digits as text.
        exact = value.is_finite() and Decimal(repr(float(value))) == value
        return float(value) if exact else format_value(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value


# --- stepping --------------------------------------------------------------------------------------------------------


class Stepper:
    """A person stepping through hands at a terminal."""

    def __init__(self, hands: Hands, seat: str | None) -> None:
        self.hands, self.seat = hands, seat
        self.viewing: Viewing | None = None
        self.error = ""
        self.index = self.place = 0
        self.steps: list[list[Line]] = []

    def run(self, index: int) -> None:
        """Show, ask and act until the end of input or `q`."""
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
        """Open another hand; return False if there is none."""
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
        """Return the position in the file, and the keys."""
        last = len(self.steps) - 1
        where = f"step {self.place} of {last}" if self.viewing else "no replay"
        return f"record {self.index + 1}, {where}  [Enter next, b back, h next hand, q quit, ? help] "

    def obey(self, words: list[str]) -> str:
        """Run a command; return its message."""
        command = words[0] if words else "n"
        if command in ("?", "help"):
            return HELP
        if command in ("n", "next"):
            return self.go(self.place + 1, "end of the hand; h for the next hand, q to quit")
        if command in ("b", "back"):
            return self.go(self.place - 1, "start of the hand")
        if command == "h":
            return "" if self.open(self.index + 1) else "this is the last hand"
        if command == "p":
            return "" if self.open(self.index - 1) else "this is the first hand"
        if command in ("w", "would"):
            line = rabbit_line(self.viewing) if self.viewing else ()
            return PLAIN.text(line) if line else NO_RABBIT
        if command in ("g", "go"):
            return self.jump(words[1] if len(words) > 1 else "")
        if self.find(command) is not None:
            return self.jump(command)
        return f"unknown command {command!r}; press ? for help"

    def go(self, place: int, otherwise: str) -> str:
        """Move to a step, if there is one."""
        if not 0 <= place < len(self.steps):
            return otherwise
        self.place = place
        return ""

    def jump(self, target: str) -> str:
        """Go to an action of the record, or to a street."""
        place = self.find(target)
        return (
            f"{target!r} is not in this hand; write the number of an action, or a street like flop"
            if place is None
            else self.go(place, "")
        )

    def find(self, target: str) -> int | None:
        """Return the place of an action or street."""
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
