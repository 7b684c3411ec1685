"""Files of poker sites: from bytes to hands, and which site wrote them. A file is read line by line, of any length."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from kicker.sites.ggpoker import GGPoker
from kicker.sites.model import Cancelled, SiteHand, Unreadable
from kicker.sites.partypoker import PartyPoker
from kicker.sites.poker888 import Poker888
from kicker.sites.pokerstars import PokerStars
from kicker.sites.reader import Fractions, HandReader
from kicker.sites.winamax import Winamax

READERS: Final[tuple[type[HandReader], ...]] = (PokerStars, GGPoker, Winamax, Poker888, PartyPoker)
"""A reader for each site."""

LONGEST_LINE: Final = 10_000
"""No line of a hand history has more characters."""
LONGEST_HAND: Final = 5_000
"""No hand has more lines."""

Found = SiteHand | Cancelled | Unreadable


def read_hands(path: Path) -> Iterator[Found]:
    """Every hand of a file; what cannot be read comes as an `Unreadable`, and the hands around it are read."""
    with path.open("rb") as stream:
        yield from scan(stream, str(path))


def parse_text(text: str, source: str = "") -> Iterator[Found]:
    """Every hand of a text."""
    return _hands(enumerate(text.splitlines(), 1), source)


def scan(stream: BinaryIO, source: str = "") -> Iterator[Found]:
    """Every hand of an open file."""
    return _hands(_lines(stream), source)


def _hands(lines: Iterable[tuple[int, str]], source: str) -> Iterator[Found]:
    site: type[HandReader] | None = None
    hand: list[str] = []
    first = found = 0
    for number, line in lines:
        if len(line) > LONGEST_LINE:
            yield Unreadable(
                f"the line has more than {LONGEST_LINE:,} characters: this is not a hand history", number, in_hand=False
            )
            return
        begins = _site_of(line)
        if begins:
            if site:
                yield _parsed(site, hand, first, source)
            site, hand, first = begins, [], number
            found += 1
        if site:
            hand.append(line)
            if len(hand) > LONGEST_HAND:
                yield Unreadable(f"the hand has more than {LONGEST_HAND:,} lines", first)
                site = None
    if site:
        yield _parsed(site, hand, first, source)
    elif not found:
        sites = ", ".join(reader.site for reader in READERS)
        yield Unreadable(f"no hand history found; kicker reads those of {sites}", 1, in_hand=False)


def _site_of(line: str) -> type[HandReader] | None:
    """The site whose hands begin with this line."""
    if "Hand" not in line and "Game" not in line:
        return None
    return next((reader for reader in READERS if reader.start.match(line)), None)


def _parsed(site: type[HandReader], lines: list[str], first: int, source: str) -> Found:
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


def _lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """The lines of a file: UTF-8 or UTF-16 with or without a mark, otherwise the Latin alphabet of Windows."""
    reader = io.BufferedReader(stream) if not isinstance(stream, io.BufferedReader) else stream  # type: ignore[type-var]
    wide = _wide(reader.peek(200)[:200])
    if wide:
        text = io.TextIOWrapper(reader, encoding=wide, errors="replace")
        yield from enumerate(iter(lambda: text.readline(LONGEST_LINE + 2), ""), 1)
        text.detach()
        return
    number = 0
    for raw in iter(lambda: reader.readline(LONGEST_LINE * 4), b""):
        for part in raw.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n").replace(b"\r", b"\n").splitlines() or [
            b""
        ]:
            number += 1
            try:
                yield number, part.decode()
            except UnicodeDecodeError:
                yield number, part.decode("cp1252", errors="replace")


def _wide(start: bytes) -> str:
    """The name of the encoding if it takes two bytes a letter."""
    if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16"
    zeros = start.count(0)
    if zeros * 3 < len(start) or not start:
        return ""
    return "utf-16-le" if start[1:2] == b"\0" else "utf-16-be"
