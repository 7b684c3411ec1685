"""Cards as other languages write them: `8Pik`, `Rp` (roi de pique), `Knh` (hjärter knekt), `Вh`.

A rank that means different cards in different languages, and suits of one letter, are resolved by the other cards
of the hand. If a hand shows too few suits, suits may come out swapped; that does not change who wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from kicker.cards import Card

_RANKS: Final = {rank: rank for rank in "23456789TJQKA"} | {
    "10": "T",
    "E": "A", "Т": "A", "Ò": "A",  # ess; туз, also where Cyrillic bytes were read as Latin ones
    "R": "K", "К": "K", "Ê": "K",  # roi, rey, rei; король
    "D": "Q", "Д": "Q", "Ä": "Q",  # dame, dama, dam; дама
    "V": "J", "B": "J", "F": "J", "Kn": "J", "W": "J", "В": "J", "Â": "J",  # valet, Bube, fante, knekt, walet; валет
}  # fmt: skip
_DUTCH: Final = {"H": "K", "V": "Q", "B": "J"}
"""Heer, vrouw, boer: the V is a queen where an H is a king."""
_WORDS: Final = {
    "s": "♠ pik pique picas picche espadas schoppen spader пики пик",
    "h": "♥ herz coeur cœur corazones cuori copas harten hjärter hjerter червы черви",
    "d": "♦ karo carreau diamantes quadri ouros ruiten ruter бубны",
    "c": "♣ kreuz trefle trèfle treboles tréboles fiori paus klaveren klöver kløver трефы крести",
}
_SUIT_WORDS: Final = {word: suit for suit, words in _WORDS.items() for word in words.split()}
_LETTERS: Final = (
    {"c": "c", "d": "d", "h": "h", "s": "s"},
    {"p": "s", "c": "h", "k": "d", "t": "c"},  # pique, cœur, karo (carreau), trèfle
    {"p": "s", "c": "h", "d": "d", "t": "c"},  # picas, corazones, diamantes, tréboles
    {"p": "s", "h": "h", "k": "d", "t": "c"},  # Pik, Herz, Karo, Treff
    {"p": "s", "h": "h", "k": "d", "x": "c"},  # Pik, Herz, Karo, Kreuz
    {"p": "s", "c": "h", "q": "d", "f": "c"},  # picche, cuori, quadri, fiori
    {"e": "s", "c": "h", "o": "d", "p": "c"},  # espadas, copas, ouros, paus
    {"s": "s", "h": "h", "r": "d", "k": "c"},  # schoppen, harten, ruiten, klaveren; spader, hjärter, ruter, klöver
    {"п": "s", "ч": "h", "б": "d", "т": "c"},
    {"п": "s", "ч": "h", "б": "d", "к": "c"},
)
"""Suits of one letter, language by language."""
_KNOWN: Final = frozenset(letter for table in _LETTERS for letter in table)
_CARD = re.compile(r"(10|Kn|[2-9AKQJTERDVBFWHТКДВÒÊÄÂ])(\S+)")


def foreign_cards(words: Iterable[str]) -> Mapping[str, Card]:
    """Return the card for each of these words; words that are not cards in any language are left out.

    >>> dict(foreign_cards(["8Pik", "QHerz"]))
    {'8Pik': Card('8s'), 'QHerz': Card('Qh')}
    """
    parts = {word: found.groups() for word in words if (found := _CARD.fullmatch(word))}
    parts = {word: (rank, suit.lower()) for word, (rank, suit) in parts.items()}
    ranks = _RANKS | _DUTCH if any(rank == "H" for rank, _ in parts.values()) else _RANKS
    letters = {suit for _, suit in parts.values() if suit in _KNOWN}
    suits = _SUIT_WORDS | next((table for table in _LETTERS if letters <= table.keys()), {})
    return {
        word: Card(ranks[rank] + suits[suit]) for word, (rank, suit) in parts.items() if rank in ranks and suit in suits
    }
