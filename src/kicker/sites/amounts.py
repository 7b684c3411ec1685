"""Amounts of money as sites write them, as whole numbers of the smallest unit."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

AMOUNT: Final = r"[^\d\s()\[\]:/]{0,3}\s?\d(?:[\d.,\u00a0\u202f ]*\d)?"
"""A pattern for an amount with or without a currency sign."""

_SIGNS: Final = {"$": "USD", "€": "EUR", "\x80": "EUR", "£": "GBP", "¥": "CNY", "₹": "INR", "C$": "CAD"}
_AROUND: Final = "".join(sorted({*"$€£¥₹\x80 \u00a0\u202f", *"USD", *"EUR", *"GBP", *"CAD"}))
"""Signs and letters of currencies, which may come before or after the digits."""
_LONGEST: Final = 20
"""No amount has more digits, points included."""
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+")
_DECIMALS = re.compile(r"(.*?)[.,](\d{1,2})")


@lru_cache(maxsize=65536)
def parse_amount(text: str, scale: int = 1) -> int:
    """`$1,234.50` as 123450 with a scale of 100; raises `ValueError` for anything else.

    >>> parse_amount("$1,234.50", 100), parse_amount("0,05 €", 100), parse_amount("1 500")
    (123450, 5, 1500)
    """
    digits = text.strip(_AROUND)
    if len(digits) > _LONGEST:
        raise ValueError(f"{text[:30]!r}... is not an amount of money")
    if digits.isdecimal():
        return int(digits) * scale
    cents = 0
    if scale > 1 and (found := _DECIMALS.fullmatch(digits)):
        digits, fraction = found.groups()
        cents = int(fraction.ljust(2, "0")) * scale // 100
        if not digits:
            return cents
        if digits.isdecimal():
            return int(digits) * scale + cents
    if _THOUSANDS.fullmatch(digits):
        return int(re.sub(r"\D", "", digits)) * scale + cents
    whole, point, fraction = digits.partition(".")
    if point and whole.isdecimal() and not fraction.strip("0"):
        return int(whole) * scale
    raise ValueError(f"{text!r} is not an amount of money")


def currency_of(text: str) -> str:
    """Return the currency of an amount by its sign; empty if it has none."""
    return next((name for sign, name in _SIGNS.items() if sign in text), "")
