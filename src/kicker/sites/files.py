"""Files of poker sites: from bytes to hands, and which site wrote them. A file is read line by line, of any length."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from kicker.sites.abroad import PokerStarsAbroad
from kicker.sites.ggpoker import GGPoker
from kicker.sites.model import Cancelled, SiteHand, Unreadable
from kicker.sites.partypoker import PartyPoker
from kicker.sites.poker888 import Poker888
from kicker.sites.pokerstars import SAME_FORMAT, PokerStars
from kicker.sites.reader import Fractions, HandReader
from kicker.sites.winamax import Winamax

READERS: Final[tuple[type[HandReader], ...]] = (
    PokerStars, GGPoker, Winamax, Poker888, PartyPoker, PokerStarsAbroad,
)  # fmt: skip
"""A reader for each form of a hand."""
SITES: Final = frozenset([*(reader.site for reader in READERS), *SAME_FORMAT])
"""The names of all sites."""

LONGEST_LINE: Final = 10_000
"""The most characters in a line of a hand history."""
_BLOCK: Final = 1 << 18
_MARK: Final = 200
"""The bytes at the beginning of a file that tell its encoding."""
LONGEST_HAND: Final = 5_000
"""The most lines in a hand."""

_TORN = re.compile(r"(?<=\S)(?<!\")PokerStars (?:\w+ ){0,2}(?:Hand|Game) #\d+: |(?<=: )PokerStars Hand #\d+: ")
"""A hand that begins in the middle of a line; chat that quotes one stands in quotation marks."""

_SUMMARY = re.compile(
    r"\s*(?:(?:\w[\w ]{0,30} )?Tournament #\d+, |Winamax Poker - Tournament summary"
    r"|\*+ ?(?:\w+ )?Tournament Summary|PokerTracker \d+ Tournament Summary)",
    re.IGNORECASE,
)
"""The first line of a summary of a tournament, which has no hands; sites put them beside the hands."""

Found = SiteHand | Cancelled | Unreadable


class Place(NamedTuple):
    """A place in a file at which a hand begins, or the beginning of the file."""

    offset: int = 0
    """The number of bytes before it."""
    line: int = 1
    """The number of the line."""
    heading: bytes = b""
    """The line."""


BEGINNING: Final = Place()
"""The beginning of a file."""


def read_hands(path: Path, progress: Callable[[int], None] | None = None, start: Place = BEGINNING) -> Iterator[Found]:
    """Yield every hand of a file from a place on, with an `Unreadable` in place of each hand that cannot be read.

    `progress` is called with the number of bytes read so far.
    """
    with path.open("rb") as stream:
        stream.seek(start.offset)
        yield from scan(stream, name_of(path), progress, start.line)


def name_of(path: Path | str) -> str:
    """Return the name of a file as text that a database can keep; bytes that are not UTF-8 are escaped."""
    return str(path).encode(errors="backslashreplace").decode()


def last_place(path: Path, start: Place = BEGINNING) -> tuple[Place, Place]:
    """Return from where to read a file that has grown, and the place of its last hand, from where to read next time.

    `start` is where its last hand began before. If another line is there now, the file was replaced or shortened, and
    is read from its beginning.
    """
    with path.open("rb") as stream:
        stream.seek(start.offset)
        if stream.read(len(start.heading)) != start.heading:
            start = BEGINNING
        stream.seek(0)
        if _wide(stream.read(_MARK)):
            return BEGINNING, BEGINNING  # two bytes a letter: rare, and not to be cut into lines of bytes
        last, offset, line = start, start.offset, start.line
        stream.seek(offset)
        while raw := stream.readline(_BLOCK):
            begins = b"#" in raw or b"*****" in raw or b"PokerStars" in raw  # as in `_places`
            if begins and raw.endswith(b"\n") and _site_of(_line(raw)):
                last = Place(offset, line, raw)
            offset += len(raw)
            line += raw.count(b"\n") + raw.count(b"\r") - raw.count(b"\r\n")
    return start, last


def scan(
    stream: BinaryIO, source: str = "", progress: Callable[[int], None] | None = None, line: int = 1
) -> Iterator[Found]:
    """Yield every hand of an open file from where it stands, at the beginning of a line with this number."""
    return _hands(_blocks(stream, progress, line), source)


def parse_text(text: str, source: str = "") -> Iterator[Found]:
    """Yield every hand of a text."""
    return _hands([(1, text.splitlines())], source)


def _hands(blocks: Iterable[tuple[int, list[str]]], source: str) -> Iterator[Found]:
    """Yield the hands of blocks of lines, each with the number of its first line."""
    site: type[HandReader] | None = None
    hand: list[str] = []
    first = found = 0
    heading = ""
    for start, lines in blocks:
        heading = heading or next((line.strip() for line in lines if line.strip()), "")
        at = 0
        for place in _places(lines):
            if len(lines[place]) > LONGEST_LINE:
                words = f"the line has more than {LONGEST_LINE:,} characters: this is not a hand history"
                yield Unreadable(words, start + place, in_hand=False)
                return
            line = lines[place]
            torn = _TORN.search(line) if site and "PokerStars" in line else None
            begins = _site_of(line[torn.start() :] if torn else line)
            if not torn and not begins:
                continue
            hand += lines[at:place]
            at = place
            if torn:  # a hand is cut off in the middle of a line, and another begins
                hand.append(line[: torn.start()])
                lines[place] = line[torn.start() :]
            if begins:
                if site:
                    yield _parsed(site, hand, first, source)
                site, hand, first = begins, [], start + place
                found += 1
        hand = hand + lines[at:] if site else []
        if len(hand) > 2 * LONGEST_HAND:
            yield _parsed(site, hand, first, source)  # type: ignore[arg-type]
            site = None
    if site:
        yield _parsed(site, hand, first, source)
    elif not found and not _SUMMARY.match(heading):
        sites = ", ".join(dict.fromkeys(reader.site for reader in READERS))
        yield Unreadable(f"no hand history found; kicker reads those of {sites}", 1, in_hand=False)


def _places(lines: list[str]) -> list[int]:
    """Return the places of lines with which a hand may begin, and of those that are too long.

    Every first line has a colon or stars.
    """
    too_long = max(map(len, lines), default=0) > LONGEST_LINE
    return [
        place
        for place, line in enumerate(lines)
        if ("#" in line and ":" in line) or "*****" in line or "PokerStars" in line
        or (too_long and len(line) > LONGEST_LINE)
    ]  # fmt: skip


def _site_of(line: str) -> type[HandReader] | None:
    """Return the site whose hands begin with this line."""
    return next((reader for reader in READERS if reader.start.match(line)), None)


def _parsed(site: type[HandReader], lines: list[str], first: int, source: str) -> Found:
    if len(lines) > LONGEST_HAND:
        return Unreadable(f"the hand has more than {LONGEST_HAND:,} lines", first)
    try:
        return site(lines, first, source).read()
    except Fractions:
        pass
    except Unreadable as error:
        return error
    try:
        return site(lines, first, source, chip_scale=100).read()
    except Unreadable as error:
        return error


# --- bytes to text ---------------------------------------------------------------------------------------------------


def _blocks(stream: BinaryIO, progress: Callable[[int], None] | None, number: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of a file, a block at a time with the number of its first line: UTF-8 or UTF-16 with or without
    a mark, otherwise Windows-1252."""
    rest, read = b"", stream.tell()
    block = stream.read(_BLOCK)
    wide = _wide(block[:_MARK])
    decoder = codecs.getincrementaldecoder(wide)(errors="replace") if wide else None
    while block:
        read += len(block)
        if decoder:
            block = decoder.decode(block).encode(errors="replace")
        if number == 1 and not rest:
            block = block.removeprefix(codecs.BOM_UTF8)
        block = rest + block
        cut = max(block.rfind(b"\n"), block.rfind(b"\r", 0, -1)) + 1
        block, rest = block[:cut], block[cut:]
        if len(rest) > 4 * LONGEST_LINE:
            yield number, [rest[: LONGEST_LINE * 4].decode("latin-1")]
            return
        lines = _text(block).split("\n")[:-1]
        yield number, lines
        number += len(lines)
        if progress:
            progress(read)
        block = stream.read(_BLOCK)
    if rest:
        yield number, [_text(rest).rstrip("\n")]


def _text(block: bytes) -> str:
    """Return whole lines as text, with one kind of line end. Each line that is not UTF-8 is read by itself."""
    block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\0", b"")
    try:
        return block.decode()
    except UnicodeDecodeError:
        return "\n".join(map(_line, block.split(b"\n")))


def _line(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _wide(start: bytes) -> str:
    """Return the name of the encoding if it takes two bytes a letter."""
    if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    zeros = start.count(0)
    if zeros * 3 < len(start) or not start:
        return ""
    return "utf-16-le" if start[1:2] == b"\0" else "utf-16-be"
