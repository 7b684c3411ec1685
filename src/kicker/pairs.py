"""Pairs of five-card hands: compare them one by one, or in files with a hand on each line. Nothing here prints.

>>> compare_pair("JS JC JH 6H 8C", "4H 4C 4S KS AH").winner
1
>>> queue = PairQueue(["5H 2D KH QH AC", "8S 9C TD QD JH"])
>>> queue.compare_next().winner
2

A hand is written as five cards of two characters with one space between them, `TH` being the ten of hearts; upper and
lower case, and white space around the line, do not matter. `docs/formats.md` describes the files.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final, Literal

from kicker._kernels import pairs as _kernel
from kicker.cards import RANKS, SUITS, UPPER, Card, count_of, shorten
from kicker.errors import CardError, HandError, quoted
from kicker.hands import Hand, Strength
from kicker.scores import bitwise

Layout = Literal["text", "csv", "jsonl"]
Winner = Literal[1, 2, 3]
CSV_HEADER: Final = b"round,winner,first,second\n"
_LAYOUTS: Final = {None: _kernel.NONE, "text": _kernel.TEXT, "csv": _kernel.CSV, "jsonl": _kernel.JSONL}
_VERDICTS: Final = {1: "Hand 1 Wins!", 2: "Hand 2 Wins!", 3: "Tie!"}


@dataclass(frozen=True, slots=True)
class PairRules:
    """The rules on repeated cards: within a hand, and between both hands of a pair."""

    repeats: bool = False
    """True if a hand may hold the same card twice."""
    one_deck: bool = False
    """True if no card may be in both hands."""


STANDARD: Final = PairRules()
CLASSIC: Final = PairRules(repeats=True)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem in a file, with its place; lines and columns count from 1."""

    line: int
    """The line, counted from 1."""
    column: int
    """The column, counted from 1."""
    code: str
    """The kind of problem, in a word."""
    message: str
    """The problem in a sentence."""

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two hands and the winner: 1, 2, or 3 for a tie."""

    first: Hand
    """The first hand."""
    second: Hand
    """The second hand."""
    winner: Winner
    """1, 2, or 3 for a tie."""

    @property
    def strengths(self) -> tuple[Strength | None, Strength | None]:
        """Both strengths; a hand that holds a card twice has none."""
        first, second = (None if hand.has_repeats else hand.strength for hand in (self.first, self.second))
        return first, second


# --- one hand, one pair ----------------------------------------------------------------------------------------------


def read_hand(line: str, rules: PairRules = STANDARD) -> Hand:
    """Return the hand on a line; raise `CardError` or `HandError` for its first problem."""
    if not isinstance(line, str):
        raise HandError(f"{quoted(line)} is not a line of text; write a hand like 'JS JC JH 6H 8C'", "type")
    for _, code, message in _faults(line, rules):
        raise (CardError if code in ("size", "rank", "suit") else HandError)(message, code)
    return _cards_of(line)


def _cards_of(line: str) -> Hand:
    return Hand.with_repeats([Card(word) for word in line.split()])


def _faults(line: str, rules: PairRules) -> Iterator[tuple[int, str, str]]:
    """Column, code and message of every problem of a line, in the order of the checks."""
    text = line.strip(" \t\r\n\v\f")
    first_column = len(line) - len(line.lstrip(" \t\r\n\v\f")) + 1
    if not text:
        yield 1, "blank", "blank line; every line must hold a hand of five cards"
        return
    if len(line) >= LONGEST_LINE:
        yield 1, "long", f"the line is longer than {LONGEST_LINE} characters; a hand takes 14"
        return
    if any(ord(character) < 32 or ord(character) == 127 for character in text if character not in "\t\r\v\f"):
        yield first_column, "binary", f"{shorten(text, 20)} is not text; write a hand like 'JS JC JH 6H 8C'"
        return
    words = text.split(" ")
    starts = [first_column + sum(len(word) + 1 for word in words[:index]) for index in range(len(words))]
    if "" in words:
        yield (
            starts[words.index("")],
            "spacing",
            f"two spaces in a row in {shorten(text)}; separate cards with one space",
        )
        return
    if len(words) != 5:
        yield first_column, "count", f"{shorten(text)} has {count_of(len(words), 'card')}; a hand has five"
        return
    bad = False
    for start, word in zip(starts, words, strict=True):
        fault = _card_fault(word)
        if fault:
            bad = True
            yield start, *fault
    if bad:
        return
    cards = [Card(word) for word in words]
    if len({card.rank for card in cards}) == 1:
        yield first_column, "five-alike", f"{shorten(text)} has five cards of one rank; a deck has four"
        return
    if not rules.repeats:
        for index, card in enumerate(cards):
            if card in cards[:index]:
                yield starts[index], "repeat", f"{UPPER.format(card)} appears twice in {shorten(text)}"


def _card_fault(word: str) -> tuple[str, str] | None:
    if len(word) != 2:
        hint = "; write the ten as T" if word.startswith("10") else ": a card is a rank and a suit, like 'JS'"
        return "size", f"{shorten(word, 20)} is not a card{hint}"
    if word[0].upper() not in RANKS:
        return "rank", f"{shorten(word)} is not a card: the rank is one of {' '.join(reversed(RANKS))}"
    if word[1].lower() not in SUITS:
        return "suit", f"{shorten(word)} is not a card: the suit is one of S D C H"
    return None


def compare_pair(first: str | Hand, second: str | Hand, rules: PairRules = STANDARD) -> Comparison:
    """Compare two hands; an invalid hand raises `CardError` or `HandError`."""
    one, two = (_checked(hand, rules) for hand in (first, second))
    shared = next((card for card in two if card in one), None)
    if rules.one_deck and shared is not None:
        raise HandError(f"{UPPER.format(shared)} is in both '{one.format(UPPER)}' and '{two.format(UPPER)}'", "shared")
    # Not by strength: a hand that holds a card twice has none.
    score, other = bitwise(one).definitive, bitwise(two).definitive
    return Comparison(one, two, 3 if score == other else 1 if score > other else 2)


def _checked(hand: str | Hand, rules: PairRules) -> Hand:
    if not isinstance(hand, Hand):
        return read_hand(hand, rules)
    if hand.has_repeats and not rules.repeats:
        raise HandError(f"a card appears twice in '{hand.format(UPPER)}'", "repeat")
    return hand


class PairQueue:
    """Hands waiting to be compared two by two, in the order in which they were given."""

    def __init__(self, hands: Iterable[str | Hand] = (), rules: PairRules = STANDARD) -> None:
        self.rules = rules
        self.set_hands(hands)

    def set_hands(self, hands: Iterable[str | Hand]) -> None:
        """Replace the waiting hands with these."""
        if isinstance(hands, str):
            raise HandError(f"{shorten(hands)} is text; a queue takes a list of hands", "type")
        self._waiting = list(hands)

    @property
    def hands(self) -> tuple[str | Hand, ...]:
        """The hands that are still waiting."""
        return tuple(self._waiting)

    def compare_next(self) -> Comparison:
        """Compare the next two hands and take them off the queue; after an error they stay on it."""
        if len(self._waiting) < 2:
            message = f"{count_of(len(self._waiting), 'hand')} in the queue; a comparison takes two"
            raise HandError(message, "odd" if self._waiting else "empty")
        result = compare_pair(self._waiting[0], self._waiting[1], self.rules)
        del self._waiting[:2]
        return result

    def compare_all(self) -> Iterator[Comparison]:
        """Compare pairs until the queue is empty."""
        while self._waiting:
            yield self.compare_next()

    def score_next(self) -> int:
        """Take the next hand off the queue and return its definitive score."""
        if not self._waiting:
            raise HandError("0 hands in the queue; a score takes one", "empty")
        score = bitwise(_checked(self._waiting[0], self.rules)).definitive
        del self._waiting[0]
        return score


# --- files -----------------------------------------------------------------------------------------------------------

LONGEST_LINE: Final = 4096
_CHUNK: Final = 1 << 20


@dataclass(slots=True)
class PairCounts:
    """The results of one or more files of pairs."""

    first: int = 0
    """Pairs that the first hand won."""
    second: int = 0
    """Pairs that the second hand won."""
    ties: int = 0
    """Pairs that tied."""
    skipped: int = 0
    """Pairs that were not compared because of a problem."""

    @property
    def pairs(self) -> int:
        """Pairs that were compared."""
        return self.first + self.second + self.ties

    @property
    def rounds(self) -> int:
        """All pairs, compared or not."""
        return self.pairs + self.skipped


def _ignore(_: object) -> None:
    pass


def compare_file(
    source: BinaryIO,
    on_problem: Callable[[Problem], None],
    *,
    layout: Layout | None = None,
    write: Callable[[bytes], object] = _ignore,
    rules: PairRules = STANDARD,
    tally: PairCounts | None = None,
    progress: Callable[[int], object] = _ignore,
) -> PairCounts:
    """Compare lines 1 and 2, 3 and 4 ... of a file and write a record of each pair.

    Each problem goes to `on_problem`, which may raise to stop there; if it returns, the pair is skipped and the rest is
    compared. Memory does not grow with the file. Rounds are counted on from those in `tally`, and `progress` is called
    now and then with the number of bytes read.
    """
    total = tally if tally is not None else PairCounts()
    out = bytearray(_CHUNK)
    counts = array("Q", bytes(8 * 4))
    line = 1

    def unusual_pair(lines: list[str]) -> None:
        problems = list(_pair_problems(lines, line, rules))
        if problems:
            total.skipped += 1
            for problem in problems:
                on_problem(problem)
            return
        result = compare_pair(lines[0], lines[1], rules)
        _add(total, [0, *(int(result.winner == winner) for winner in (1, 2, 3))])
        write(format_round(total.rounds, result, layout))

    tail = b""
    for block in _blocks(source, progress):
        data = tail + block
        start, end = 0, data.rfind(b"\n") + 1
        stopped = _kernel.FULL
        while stopped != _kernel.MORE:
            stopped, start, written = _kernel.compare_lines(
                data, start, end, _LAYOUTS[layout], rules.one_deck, total.rounds + 1, out, counts
            )
            line += 2 * sum(counts)
            _add(total, counts)
            counts = array("Q", bytes(8 * 4))
            if written:
                write(bytes(memoryview(out)[:written]))
            if stopped == _kernel.ODD:
                middle = data.index(b"\n", start) + 1
                after = data.index(b"\n", middle) + 1
                unusual_pair([_decode(data[start:middle]), _decode(data[middle:after])])
                start = after
                line += 2
        tail = data[start:]
    if tail:
        total.skipped += 1
        for problem in (*_line_problems(_decode(tail), line, rules), _odd(line)):
            on_problem(problem)
    elif line == 1:
        on_problem(Problem(1, 1, "empty", "the file is empty; write at least two lines, each with a hand"))
    return total


def _add(total: PairCounts, counts: Iterable[int]) -> None:
    _, first, second, ties = counts
    total.first += first
    total.second += second
    total.ties += ties


def _odd(line: int) -> Problem:
    return Problem(line, 1, "odd", f"the last hand has no opponent; {count_of(line, 'hand')} cannot be paired")


def _blocks(source: BinaryIO, progress: Callable[[int], object]) -> Iterator[bytes]:
    """Yield the file in pieces, without a byte-order mark, with a newline at the end; an endless line is cut short."""
    read = 0
    unfinished = 0  # length so far of the line that the last piece did not finish
    while chunk := source.read(_CHUNK):
        if read == 0:
            chunk = chunk.removeprefix(b"\xef\xbb\xbf")
        read += len(chunk)
        progress(read)
        head, newline, rest = chunk.partition(b"\n")
        head = head[: LONGEST_LINE - unfinished]
        if newline:
            last_line = rest.rfind(b"\n") + 1
            rest = rest[: last_line + LONGEST_LINE]
            unfinished = len(rest) - last_line
        else:
            unfinished += len(head)
        yield head + newline + rest
    if unfinished:
        yield b"\n"


def _decode(line: bytes) -> str:
    return line.rstrip(b"\n").decode("utf-8", "surrogateescape")


def _line_problems(line: str, number: int, rules: PairRules) -> Iterator[Problem]:
    wrong = next((index for index, character in enumerate(line) if "\udc80" <= character <= "\udcff"), None)
    if wrong is not None and len(line) < LONGEST_LINE:
        byte = ord(line[wrong]) - 0xDC00
        utf_16 = number == 1 and line[:2] in ("\udcff\udcfe", "\udcfe\udcff")
        message = (
            "the file is UTF-16 text; save it as UTF-8"
            if utf_16
            else f"byte 0x{byte:02x} is not text; save the file as UTF-8"
        )
        yield Problem(number, wrong + 1, "encoding", message)
        return
    for column, code, message in _faults(line, rules):
        yield Problem(number, column, code, message)


def _pair_problems(lines: list[str], number: int, rules: PairRules) -> Iterator[Problem]:
    found = [problem for offset, line in enumerate(lines) for problem in _line_problems(line, number + offset, rules)]
    yield from found
    if found or not rules.one_deck:
        return
    first, second = map(_cards_of, lines)
    indent = len(lines[1]) - len(lines[1].lstrip())
    for place, card in enumerate(second):
        if card in first:
            message = f"{UPPER.format(card)} is also in the hand above; one deck has it once"
            yield Problem(number + 1, indent + 3 * place + 1, "shared", message)


def format_round(number: int, result: Comparison, layout: Layout | None) -> bytes:
    """Return the record of one pair; the kernel writes the same for the pairs it can read."""
    first, second = result.strengths
    if layout == "text":
        one, two = ("".join(f"{UPPER.format(card)} " for card in hand) for hand in (result.first, result.second))
        verdict = _VERDICTS[result.winner]
        return f"Round {number}:\nHand One: {one}\nHand Two: {two}\n{verdict}\n{'-' * 24}\n".encode()
    if layout == "csv":
        numbers = ("" if strength is None else str(strength) for strength in (first, second))
        return f"{number},{result.winner},{','.join(numbers)}\n".encode()
    if layout == "jsonl":
        record = {"round": number, "winner": result.winner, "first": first, "second": second}
        return (json.dumps(record) + "\n").encode()
    return b""


def count_hands(source: BinaryIO) -> int:
    """Return the number of lines from here to the end of a file; the position in the file stays the same."""
    start = source.tell()
    lines, last = 0, b"\n"
    while chunk := source.read(_CHUNK):
        lines += chunk.count(b"\n")
        last = chunk[-1:]
    source.seek(start)
    return lines + (last != b"\n")
