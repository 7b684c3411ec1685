"""Files of poker sites: from bytes to text, from text to hands, and which site wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kicker.sites.ggpoker import GGPoker
from kicker.sites.model import Cancelled, SiteHand, Unreadable
from kicker.sites.partypoker import PartyPoker
from kicker.sites.poker888 import Poker888
from kicker.sites.pokerstars import PokerStars
from kicker.sites.reader import HandReader
from kicker.sites.winamax import Winamax

READERS: Final[tuple[type[HandReader], ...]] = (PokerStars, GGPoker, Winamax, Poker888, PartyPoker)
"""A reader for each site."""


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 with or without a mark, otherwise the Latin alphabet of Windows."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    if b"\x00" in data[:200]:
        return data.decode("utf-16-le" if data[1:2] == b"\x00" else "utf-16-be", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def split_hands(text: str) -> Iterator[tuple[type[HandReader], list[str], int]]:
    """Each hand of a text: its site, its lines and the number of the first of them."""
    site: type[HandReader] | None = None
    lines: list[str] = []
    first = 0
    for number, line in enumerate(text.splitlines(), 1):
        found = next((each for each in READERS if each.start.match(line)), None)
        if found:
            if site:
                yield site, lines, first
            site, lines, first = found, [], number
        if site:
            lines.append(line)
    if site:
        yield site, lines, first


def parse_text(text: str, source: str = "") -> Iterator[SiteHand | Cancelled | Unreadable]:
    """Everything in a text; what cannot be read comes as an `Unreadable`, and the hands around it are read."""
    for site, lines, first in split_hands(text):
        try:
            yield site(lines, first, source).read()
        except Unreadable as error:
            yield error
