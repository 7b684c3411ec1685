"""Buy-ins of tournaments as sites write them, and what files say about places and prizes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

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

_END = re.compile(r"(?:place (\d{1,6}))?(?:(?:, |^)prize (\d{1,12}\.\d\d))?(?:(?:, |^)bounties (\d{1,12}\.\d\d))?")
_ROMAN: Final = (
    (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")
)  # fmt: skip
_MOST_LEVELS: Final = 300


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


def written_price(price: BuyIn, sign: str) -> str:
    """Return a buy-in as PokerStars writes it.

    >>> written_price(BuyIn(108, 15, 27, "USD"), "$"), written_price(BuyIn(0), "")
    ('$1.08+$0.27+$0.15 USD', 'Freeroll')
    """
    if price.currency == "FPP":
        return f"{price.stake // 100}FPP"
    if price == BuyIn(0):
        return "Freeroll"
    parts = [price.stake, *([price.bounty] if price.bounty else []), price.fee]
    return f"{'+'.join([_amount(part, sign) for part in parts])} {price.currency}".strip()


def finish_text(finish: Finish | None) -> str:
    """Return a finish as records have it; empty if there is none.

    >>> finish_text(Finish(3, 160, 250))
    'place 3, prize 1.60, bounties 2.50'
    """
    if finish is None:
        return ""
    place, prize, bounties = finish
    parts = [f"place {place}"] if place is not None else []
    parts += [f"prize {prize // 100}.{prize % 100:02}"] if prize is not None else []
    parts += [f"bounties {bounties // 100}.{bounties % 100:02}"] if bounties else []
    return ", ".join(parts)


def read_finish(text: str) -> Finish | None:
    """Return the finish that `finish_text` wrote, or None.

    >>> read_finish("place 3, prize 1.60, bounties 2.50")
    Finish(place=3, prize=160, bounties=250)
    """
    found = _END.fullmatch(text)
    if not found or not text:
        return None
    place, prize, bounties = [int(part.replace(".", "")) if part else None for part in found.groups()]
    return Finish(place, prize, bounties or 0)


def read_finishes(names: Sequence[str], texts: object) -> dict[str, Finish]:
    """Return the players who finished the tournament in a hand, or won bounties, from the field of its record."""
    if not isinstance(texts, list) or len(texts) != len(names):
        return {}
    found = {name: read_finish(str(text)) for name, text in zip(names, texts, strict=True)}
    return {name: finish for name, finish in found.items() if finish}


def finish_lines(name: str, finish: Finish, sign: str, beaten: str) -> list[str]:
    """Return the lines that `finish_of` reads; `beaten` is the player who was eliminated.

    >>> finish_lines("Ada", Finish(3, 160, 250), "$", "Ben")
    ['Ada wins the $2.50 bounty for eliminating Ben', 'Ada finished the tournament in 3rd place and received $1.60.']
    """
    place, prize, bounties = finish
    lines = [f"{name} wins the {_amount(bounties, sign)} bounty for eliminating {beaten}"] if bounties else []
    if place == 1 and prize != 0:
        paid = f" and receives {_amount(prize, sign)} - congratulations!" if prize else ""
        lines.append(f"{name} wins the tournament{paid}")
    elif place is not None:
        ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
        paid = "" if prize == 0 else f" and received {_amount(prize, sign) if prize else 'a prize'}."
        lines.append(f"{name} finished the tournament in {place}{ending} place{paid}")
    return lines


def _amount(hundredths: int, sign: str) -> str:
    whole, cents = divmod(hundredths, 100)
    return f"{sign}{whole}" + (f".{cents:02}" if cents else "")


def level_number(text: str) -> int | None:
    """Return a level, which sites write in digits or as a Roman numeral; None if it is neither.

    >>> level_number("XIV"), level_number("12"), level_number("A")
    (14, 12, None)
    """
    if text.isdecimal():
        return int(text) if len(text) <= 4 else None
    return next((number for number in range(1, _MOST_LEVELS) if roman(number) == text.upper()), None)


def roman(number: int) -> str:
    """Return a level as PokerStars writes it.

    >>> roman(14)
    'XIV'
    """
    text = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        text += letters * count
    return text


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
