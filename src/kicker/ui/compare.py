"""`kicker compare` and `kicker validate`: compare hands in arguments and in files."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from itertools import combinations
from typing import BinaryIO

import click

from kicker.cards import UPPER, Card, count_of, parse_cards
from kicker.errors import CardError, FileError, HandError
from kicker.hands import Hand, evaluate, winners
from kicker.pairs import (
    CSV_HEADER,
    Comparison,
    Layout,
    PairCounts,
    PairRules,
    Problem,
    Winner,
    compare_file,
    count_hands,
    format_round,
)
from kicker.ui.common.choices import Names
from kicker.ui.common.output import exists, open_input, open_output, progress_bar, reason
from kicker.ui.common.style import paint, paint_cards

CLASSIC_HAND_SIZE = "ERROR: Invalid hand - Incorrect hand size!"
CLASSIC_FILE = "ERROR: Invalid file - not an even amount of hands or empty!"
CLASSIC_MISSING = "ERROR: file failed to load!"
CLASSIC_MESSAGES = {
    "size": "ERROR: Invalid hand - Found invalid card size!",
    "rank": "ERROR: Invalid hand - Found invalid card value!",
    "suit": "ERROR: Invalid hand - Found invalid suit value!",
    "five-alike": "ERROR: Invalid hand - cannot have five of the same card value!",
    **dict.fromkeys(("odd", "empty"), CLASSIC_FILE),
    **dict.fromkeys(("missing", "io"), CLASSIC_MISSING),
}
"""The messages by the code of a problem; all others are about the size of a hand."""
CLASSIC_USAGE = "ERROR: No file specified or more than one specified!"

rules_option = click.option(
    "--rules",
    type=Names("rule set", ["standard", "classic"]),
    default="standard",
    show_default=True,
    help="classic: hands may repeat a card; messages are those of the old pair-file program.",
)
one_deck_option = click.option("--one-deck", is_flag=True, help="Reject a pair whose hands share a card.")


class ClassicStop(click.ClickException):
    """An error that the classic rules print on standard output."""

    def show(self, file: object = None) -> None:
        """Print it as it is."""
        click.echo(self.message)


@click.command()
@click.argument("inputs", metavar="FILE... | HAND HAND...", nargs=-1)
@rules_option
@one_deck_option
@click.option("--keep-going", is_flag=True, help="Report every invalid hand and compare the other pairs.")
@click.option("--output", metavar="FILE", help="Write to FILE, completely or not at all; --rules classic also prints.")
@click.option(
    "--format",
    "layout",
    type=Names("format", ["text", "csv", "jsonl"]),
    default="text",
    show_default=True,
    help="Output format of each round.",
)
@click.option("--summary", is_flag=True, help="Print totals at the end: pairs, wins and ties.")
def compare(
    inputs: tuple[str, ...],
    rules: str,
    one_deck: bool,
    keep_going: bool,
    output: str | None,
    layout: Layout,
    summary: bool,
) -> None:
    """Compare two or more hands, or the pairs of hands in files.

    A file has one hand of five cards on each line, like JS JC JH 6H 8C. Lines 1 and 2 are round 1, lines 3 and 4 are
    round 2, and so on; - reads standard input. The csv and jsonl formats have the columns round, winner (1, 2, or 3 for
    a tie), first and second (the strengths of the two hands).

    \b
      kicker compare "JS JC JH 6H 8C" "4H 4C 4S KS AH"
      kicker compare hands.txt --format csv --output winners.csv --summary
    """
    if rules == "classic":
        compare_classic(inputs, PairRules(repeats=True, one_deck=one_deck), keep_going, output, layout, summary)
        return
    if not inputs:
        raise click.UsageError("give a file of hands, or two or more hands in quotes")
    hands = [read_argument(text) for text in inputs]
    if all(hand is not None for hand in hands):
        compare_arguments([hand for hand in hands if hand is not None], one_deck, output, layout, summary)
        return
    if any(hand is not None for hand in hands):
        names = ", ".join(repr(text) for text, hand in zip(inputs, hands, strict=True) if hand is None)
        raise FileError(f"cannot mix hands and files; {names} was read as a file name", "mixed")
    problems = 0

    def on_problem(path: str, problem: Problem) -> None:
        nonlocal problems
        problems += 1
        if not keep_going:
            raise FileError(f"{path}:{problem}", problem.code)
        click.echo(f"{path}:{problem}", err=True)

    tally = PairCounts()
    with open_output(output, inputs) as stream:
        if layout == "csv":
            stream.write(CSV_HEADER)
        for path in inputs:
            try:
                run_file(path, stream.write, on_problem, PairRules(one_deck=one_deck), layout, tally, output is None)
            except FileError as error:
                if not (keep_going and error.code == "missing"):
                    raise
                problems += 1
                click.echo(str(error), err=True)
    if summary:
        print_summary(tally, layout, output)
    if problems:
        sys.exit(1)


def run_file(
    path: str,
    write: Callable[[bytes], object],
    on_problem: Callable[[str, Problem], None],
    rules: PairRules,
    layout: Layout | None,
    tally: PairCounts,
    beside_output: bool,
) -> None:
    """Compare one file with a progress bar."""
    with (
        open_input(path) as source,
        progress_bar(path, size_of(source), beside_output=beside_output) as progress,
        reading(path),
    ):
        compare_file(
            source,
            lambda problem: on_problem(path, problem),
            layout=layout,
            write=write,
            rules=rules,
            tally=tally,
            progress=progress,
        )


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Report an error of the system as an error of this file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileError(f"cannot read {path!r} or write its results: {reason(error)}", "io") from None


def size_of(source: BinaryIO) -> int | None:
    """Return the bytes in a file; None if that cannot be known."""
    try:
        return os.fstat(source.fileno()).st_size or None
    except (OSError, ValueError):
        return None


# --- hands as arguments ----------------------------------------------------------------------------------------------


def read_argument(text: str) -> list[Card] | None:
    """Return the hand in an argument, or None for a file name; for anything else, decide by its form."""
    if text == "-" or exists(text):
        return None
    try:
        cards = parse_cards(text)
    except CardError as error:
        if " " in text.strip() and not text.endswith(".txt"):
            raise CardError(f"{error}; no file has that name either", error.code) from None
        return None
    return cards or None


def compare_arguments(
    hands: list[list[Card]], one_deck: bool, output: str | None, layout: Layout, summary: bool
) -> None:
    """Compare any number of hands of five to seven cards."""
    if len(hands) < 2:
        raise HandError(f"cannot compare one hand, '{UPPER.format_cards(hands[0])}'; give two or more", "count")
    if layout != "text" and len(hands) != 2:
        raise HandError(f"--format {layout} needs exactly two hands, not {len(hands)}", "count")
    if summary and len(hands) != 2:
        raise HandError(f"--summary needs exactly two hands, not {len(hands)}", "count")
    strengths = [evaluate(hand) for hand in hands]
    for one, two in combinations(hands if one_deck else [], 2):
        for card in set(one) & set(two):
            raise HandError(
                f"{UPPER.format(card)} is in two hands; with --one-deck each card may appear once", "shared"
            )
    best = winners(hands)
    winner: Winner = 3 if len(best) > 1 else 2 if best[0] else 1  # used for two hands only
    with open_output(output) as stream:
        if layout != "text":
            pair = Comparison(Hand(hands[0]), Hand(hands[1]), winner)
            stream.write((CSV_HEADER if layout == "csv" else b"") + format_round(1, pair, layout))
        else:
            verdict = "ties" if len(best) > 1 else "wins"
            width = max(len(strength.describe()) for strength in strengths)
            widest = max(len(hand) for hand in hands)
            for place, (hand, strength) in enumerate(zip(hands, strengths, strict=True)):
                fill = " " * 3 * (widest - len(hand))
                end = paint(verdict, "green", bold=True) if place in best else ""
                line = f"{paint_cards(hand, UPPER)}{fill}  {strength.describe():{width}}  {end}".rstrip() + "\n"
                stream.write((click.unstyle(line) if output else line).encode())
    if summary:
        print_summary(PairCounts(int(winner == 1), int(winner == 2), int(winner == 3)), layout, output)


def print_summary(tally: PairCounts, layout: Layout, output: str | None) -> None:
    """Print the totals last; on standard error if standard output already has a csv table."""
    counts = {"pairs": tally.pairs, "first": tally.first, "second": tally.second, "ties": tally.ties}
    if tally.skipped:
        counts["skipped"] = tally.skipped
    if layout == "jsonl":
        click.echo(json.dumps(counts))
    else:
        won = f"first hand {tally.first}, second hand {tally.second}, ties {tally.ties}"
        skipped = f", skipped {tally.skipped}" if tally.skipped else ""
        click.echo(f"{count_of(tally.pairs, 'pair')}: {won}{skipped}", err=layout == "csv" and output is None)


# --- classic ---------------------------------------------------------------------------------------------------------


def compare_classic(
    inputs: tuple[str, ...],
    rules: PairRules,
    keep_going: bool,
    output: str | None,
    layout: Layout,
    summary: bool,
) -> None:
    """Compare one file with the old program's messages on standard output; the hands are counted first."""
    if len(inputs) != 1:
        raise ClassicStop(CLASSIC_USAGE)
    tally = PairCounts()
    failed_round = 0
    write: Callable[[bytes], object]

    def on_problem(problem: Problem) -> None:
        nonlocal failed_round
        if failed_round == tally.rounds:
            return  # one message per round: the old program stopped at the first
        failed_round = tally.rounds
        text = f"Round {tally.rounds}:\n{classic_message(problem)}"
        if not keep_going:
            raise ClassicStop(text)
        if layout == "text":
            write(f"{text}\n".encode())
        else:
            click.echo(text, err=True)

    try:
        with open_input(inputs[0]) as source, reading(inputs[0]), seekable(source) as file:
            hands = count_hands(file)
            if hands == 0 or hands % 2:
                raise ClassicStop(CLASSIC_FILE)
            with (
                open_output(output, inputs) as stream,
                progress_bar(inputs[0], size_of(file), beside_output=True) as progress,
            ):
                write = stream.write if output is None else partial(print_and_write, stream)
                if layout == "csv":
                    write(CSV_HEADER)
                compare_file(file, on_problem, layout=layout, write=write, rules=rules, tally=tally, progress=progress)
    except FileError as error:
        if error.code == "write":
            raise
        raise ClassicStop(CLASSIC_MISSING) from None
    if summary:
        print_summary(tally, layout, None)
    if failed_round:
        sys.exit(1)


def print_and_write(stream: BinaryIO, data: bytes) -> None:
    """Print the data that also goes to a file, as the old program did."""
    sys.stdout.buffer.write(data)
    stream.write(data)


def classic_message(problem: Problem) -> str:
    """Return the old program's message; only --one-deck, which it lacked, has kicker's own."""
    if problem.code == "shared":
        return f"ERROR: Invalid hand - {problem.message}"
    return CLASSIC_MESSAGES.get(problem.code, CLASSIC_HAND_SIZE)


@contextmanager
def seekable(source: BinaryIO) -> Iterator[BinaryIO]:
    """Open the file itself, or a copy on disk if it cannot be read twice."""
    if source.seekable():
        yield source
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(source, copy)
        copy.seek(0)
        yield copy


# --- validate --------------------------------------------------------------------------------------------------------


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@rules_option
@one_deck_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each problem, then one with the totals.")
def validate(files: tuple[str, ...], rules: str, one_deck: bool, as_json: bool) -> None:
    """Check files of hand pairs and list every problem.

    Each problem is printed as file:line:column: message. The exit code is 1 if there are any. - reads standard input.

    \b
      kicker validate hands.txt
      kicker validate --rules classic old/*.txt
    """
    chosen = PairRules(repeats=rules == "classic", one_deck=one_deck)
    problems = 0

    def on_problem(path: str, problem: Problem) -> None:
        nonlocal problems
        problems += 1
        if rules == "classic":
            problem = replace(problem, message=classic_message(problem))
        if as_json:
            click.echo(json.dumps({"file": path, **asdict(problem)}))
        else:
            click.echo(f"{path}:{problem}")

    tally = PairCounts()
    for path in files:
        try:
            run_file(path, len, on_problem, chosen, None, tally, True)
        except FileError as error:
            on_problem(path, Problem(1, 1, error.code, str(error)))
    if as_json:
        click.echo(json.dumps({"files": len(files), "pairs": tally.rounds, "problems": problems}))
    else:
        found = count_of(problems, "problem") if problems else "no problems"
        click.echo(f"{found} in {count_of(tally.rounds, 'pair')} of {count_of(len(files), 'file')}")
    if problems:
        sys.exit(1)
