"""Buy-ins of tournaments as sites write them, and what files say about places and prizes."""

from __future__ import annotations

import re
from typing import NamedTuple

from kicker.sites.amounts import AMOUNT, currency_of, parse_amount

_FREE = re.compile(r"free|бесплатно", re.IGNORECASE)
_POINTS = re.compile(r"(\d+) ?FPP")
_CODE = re.compile(r"\b([A-Z]{3})\b")
_NUMBER = re.compile(r"\d[\d.,]*")
_ODD = re.compile(r"[^\d\s.,+\-$€£¥₹\x80A-Za-z]")
"""A character that does not belong to an amount in a known currency."""
_TOLD = re.compile(r"(\d{1,12}\.\d\d(?:\+\d{1,12}\.\d\d){2})(?: ([A-Z]{3}))?")
_FINISHED = re.compile(
    rf"(?P<name>.*?) (?:finished the tournament in (?P<place>\d{{1,6}})(?:st|nd|rd|th) place|wins the tournament)"
    rf"(?P<paid> and receive[sd] (?P<prize>{AMOUNT})?.*)?"
)
_BOUNTY = re.compile(rf"(?P<name>.*?) wins (?:an? |the )?(?P<amount>{AMOUNT}) (?:bounty )?for eliminating .*")


class BuyIn(NamedTuple):
    """The price of a tournament, in hundredths of the currency."""

    stake: int
    """The part that is paid into the prizes."""
    fee: int = 0
    """The site's fee."""
    bounty: int = 0
    """The part that is paid for eliminating the player."""
    currency: str = ""
    """`USD`, `EUR` and so on, `FPP` for a site's points; empty for play money, and for a free tournament."""

    @property
    def total(self) -> int:
        """The whole price."""
        return self.stake + self.fee + self.bounty


class Finish(NamedTuple):
    """A player's end in a tournament, in hundredths of the currency."""

    place: int | None = None
    """The place; None if the player was not eliminated in this hand."""
    prize: int | None = None
    """The prize; 0 if the file gives a place without one, None if it is not money or not given."""
    bounties: int = 0
    """The bounties won in this hand."""


def parse_buy_in(text: str, currency: str = "") -> BuyIn | None:
    """Return the buy-in that a text describes, or None if the text has no price (a ticket, for example).

    Amounts without a currency sign are in `currency`.

    >>> parse_buy_in("$1.08+$0.27+$0.15 USD")
    BuyIn(stake=108, fee=15, bounty=27, currency='USD')
    >>> parse_buy_in("4,57 $ + 0,43 $").total, parse_buy_in("Freeroll").total, parse_buy_in("Ticket")
    (500, 0, None)
    """
    if found := _POINTS.search(text):
        return BuyIn(100 * int(found[1]), currency="FPP")
    numbers = [_NUMBER.search(part) for part in re.split(r"[+-]", text)]
    if not text.strip() or _ODD.search(text) or None in numbers:
        return BuyIn(0) if _FREE.match(text.strip()) else None
    try:
        amounts = [parse_amount(number[0].rstrip(".,"), 100) for number in numbers if number]
    except ValueError:
        return None
    code = _CODE.search(text)
    currency = code[1] if code else currency_of(text) or currency
    stake, *rest = amounts
    if len(rest) > 2:
        return None
    return BuyIn(stake, rest[-1] if rest else 0, rest[0] if len(rest) > 1 else 0, currency)


def buy_in_text(price: BuyIn | None) -> str:
    """Return a buy-in as records have it: stake, fee and bounty; empty if it is unknown.

    >>> buy_in_text(BuyIn(108, 15, 27, "USD"))
    '1.08+0.15+0.27 USD'
    """
    if price is None:
        return ""
    parts = "+".join([f"{amount // 100}.{amount % 100:02}" for amount in price[:3]])
    return f"{parts} {price.currency}".strip()


def read_buy_in(text: str) -> BuyIn | None:
    """Return the buy-in that `buy_in_text` wrote, or None.

    >>> read_buy_in("1.08+0.15+0.27 USD")
    BuyIn(stake=108, fee=15, bounty=27, currency='USD')
    """
    if not (found := _TOLD.fullmatch(text)):
        return None
    amounts = [int(part.replace(".", "")) for part in found[1].split("+")]
    return BuyIn(amounts[0], amounts[1], amounts[2], found[2] or "")


def finish_of(text: str) -> tuple[str, Finish] | None:
    """Return the player of a line with the place and prize or the bounty won; None if the line has none of these.

    >>> finish_of("Ada finished the tournament in 3rd place and received $1.60.")
    ('Ada', Finish(place=3, prize=160, bounties=0))
    """
    try:
        if found := _FINISHED.fullmatch(text):
            unpaid = None if found["paid"] or not found["place"] else 0
            prize = parse_amount(found["prize"], 100) if found["prize"] else unpaid
            return found["name"], Finish(int(found["place"] or 1), prize)
        if found := _BOUNTY.fullmatch(text):
            return found["name"], Finish(bounties=parse_amount(found["amount"], 100))
    except ValueError:
        pass
    return None
