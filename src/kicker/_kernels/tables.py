"""Makes the lookup tables of the strength and order kernels, in plain, readable Python.

`python -m kicker._kernels.tables` writes them to `strength.bin` and `orders.bin` beside this file; a test makes them
again and compares. Nothing here runs when kicker is used: the kernels only read the files. `docs/evaluator.md` tells
why the tables look as they do.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path

RANKS = range(2, 15)
SIZES = (5, 6, 7)
FILE = Path(__file__).with_name("strength.bin")
ORDERS_FILE = Path(__file__).with_name("orders.bin")

# One number per rank, deuce first, such that the sum over a hand tells which ranks it holds: no two sets of seven
# cards (or of six, or of five) with at most four cards of a rank have the same sum. Small numbers, so that
# all sums are below 2**KEY_BITS: a test shows for the first six that no smaller ones would do.
RANK_SUMMANDS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
KEY_BITS = 23
# Times an odd number modulo 2**KEY_BITS the sums stay distinct and still add up, but are scattered, which lets the
# rows of the table be packed tightly. Of 300 random factors this one packed the seven-card rows best.
SCATTER = 0x1BA163
RANK_KEYS = tuple(summand * SCATTER % (1 << KEY_BITS) for summand in RANK_SUMMANDS)
COLUMN_BITS = 11
ROWS = 1 << (KEY_BITS - COLUMN_BITS)

FiveRanks = tuple[int, ...]

HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH = range(9)
FLUSH_OF = {HIGH_CARD: FLUSH, STRAIGHT: STRAIGHT_FLUSH}
CATEGORY_BY_COUNTS: dict[FiveRanks, int] = {
    (2, 2, 1, 1, 1): ONE_PAIR,
    (2, 2, 2, 2, 1): TWO_PAIR,
    (3, 3, 3, 1, 1): THREE_OF_A_KIND,
    (3, 3, 3, 2, 2): FULL_HOUSE,
    (4, 4, 4, 4, 1): FOUR_OF_A_KIND,
}


def strength_ranks() -> list[tuple[int, FiveRanks]]:
    """(category, five ranks) of every strength, weakest first: the definition of the order of poker hands.

    The five ranks are in tie-break order; the ace of a five-high straight is 1.
    """
    straights = [tuple(range(top, top - 5, -1)) for top in range(5, 15)]
    runs = {tuple(sorted((14 if rank == 1 else rank for rank in straight), reverse=True)) for straight in straights}
    unmatched = [ranks for ranks in _kickers(5) if ranks not in runs]
    categories: list[list[FiveRanks]] = [
        unmatched,
        [(a, a, *kickers) for a in RANKS for kickers in _kickers(3, a)],
        [(a, a, b, b, *kicker) for a, b in _kickers(2) for kicker in _kickers(1, a, b)],
        [(a, a, a, *kickers) for a in RANKS for kickers in _kickers(2, a)],
        straights,
        unmatched,
        [(a, a, a, b, b) for a in RANKS for (b,) in _kickers(1, a)],
        [(a, a, a, a, *kicker) for a in RANKS for kicker in _kickers(1, a)],
        straights,
    ]
    return [(category, ranks) for category, hands in enumerate(categories) for ranks in sorted(hands)]


def _kickers(count: int, *without: int) -> Iterator[FiveRanks]:
    return combinations([rank for rank in reversed(RANKS) if rank not in without], count)


def rank_key(ranks: FiveRanks) -> int:
    """The number below 2**KEY_BITS that stands for these ranks, suits apart."""
    return sum(RANK_KEYS[rank - 2] for rank in ranks) % (1 << KEY_BITS)


def best_unsuited(ranks: FiveRanks, number: dict[tuple[int, FiveRanks], int]) -> int:
    """Strength of five to seven ranks that hold no flush: the best of all fives among them."""
    return max(number[classify(five)] for five in combinations(sorted(ranks, reverse=True), 5))


def classify(ranks: FiveRanks) -> tuple[int, FiveRanks]:
    """Category and tie-break order of five ranks, highest first, no flush."""
    if ranks == (14, 5, 4, 3, 2):
        return STRAIGHT, (5, 4, 3, 2, 1)
    if len(set(ranks)) == 5:
        return (STRAIGHT if ranks[0] - ranks[4] == 4 else HIGH_CARD), ranks
    by_count = tuple(sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True))
    return CATEGORY_BY_COUNTS[tuple(ranks.count(rank) for rank in by_count)], by_count


def flush_table(number: dict[tuple[int, FiveRanks], int]) -> list[int]:
    """Strength of the best flush in a set of ranks of one suit (bit 0 = deuce); 0 below five cards."""
    table = [0] * (1 << 13)
    for bits in range(1 << 13):
        ranks = tuple(rank for rank in reversed(RANKS) if bits >> (rank - 2) & 1)
        if len(ranks) >= 5:
            fives = (classify(five) for five in combinations(ranks, 5))
            table[bits] = max(number[FLUSH_OF[category], five] for category, five in fives)
    return table


def rank_table(size: int, best: Callable[[FiveRanks], int]) -> tuple[list[int], list[int]]:
    """Row displacement: the sparse table over all keys, cut into rows that are slid into each other's gaps.

    Returns (offset of each row, entries): the strength of a hand without a flush stands at
    `entries[offsets[key >> COLUMN_BITS] + key % (1 << COLUMN_BITS)]`. Where it stands does not depend on the order of
    hands: the entries of all orders share the offsets.
    """
    rows: list[dict[int, int]] = [{} for _ in range(ROWS)]
    for ranks in combinations_with_replacement(RANKS, size):
        if all(ranks.count(rank) <= 4 for rank in set(ranks)):
            row, column = divmod(rank_key(ranks), 1 << COLUMN_BITS)
            assert column not in rows[row], "two hands share a key"
            rows[row][column] = best(ranks)
    offsets = [0] * ROWS
    entries: dict[int, int] = {}
    taken = 0  # bit i is set when entry i is in use
    # The fullest rows first, each at the first offset where all its entries meet gaps.
    for index in sorted(range(ROWS), key=lambda index: -len(rows[index])):
        blocked = 0
        for column in rows[index]:
            blocked |= taken >> column
        offset = (~blocked & (blocked + 1)).bit_length() - 1
        offsets[index] = offset
        for column, strength in rows[index].items():
            taken |= 1 << (offset + column)
            entries[offset + column] = strength
    return offsets, [entries.get(index, 0) for index in range(taken.bit_length())]


def build() -> bytes:
    """The whole file, little-endian, in the order in which the kernel reads it.

    u32 rank keys (13); u16 flushes (8192); per size 5, 6, 7: u32 number of entries, u16 offsets (4096), u16 entries;
    then the five ranks of strength 0 (zeros), 1, 2 ... 7462, a byte each.
    """
    ranks = strength_ranks()
    number = {key: index for index, key in enumerate(ranks, start=1)}
    parts = [_pack("I", RANK_KEYS), _pack("H", flush_table(number))]
    for size in SIZES:
        offsets, entries = rank_table(size, lambda ranks: best_unsuited(ranks, number))
        parts += [_pack("I", [len(entries)]), _pack("H", offsets), _pack("H", entries)]
    parts.append(bytes([0] * 5 + [rank for _, five in ranks for rank in five]))
    return b"".join(parts)


# --- other orders of hands -------------------------------------------------------------------------------------------
#
# Each is a list of (category, ranks), weakest first; the ranks stand in the order in which they break ties, and an ace
# that counts low is 1. The place in the list, counted from 1, is the strength.

Classes = list[tuple[int, FiveRanks]]


def short_deck_classes() -> Classes:
    """36 cards, 6 to ace: a flush beats a full house, and A-6-7-8-9 is the lowest straight."""
    order = (
        HIGH_CARD,
        ONE_PAIR,
        TWO_PAIR,
        THREE_OF_A_KIND,
        STRAIGHT,
        FULL_HOUSE,
        FLUSH,
        FOUR_OF_A_KIND,
        STRAIGHT_FLUSH,
    )
    of_six_up = [(category, ranks) for category, ranks in strength_ranks() if min(ranks) >= 6]
    lowest = (9, 8, 7, 6, 1)
    of_six_up += [(STRAIGHT, lowest), (STRAIGHT_FLUSH, lowest)]
    of_six_up = [made for made in of_six_up if made not in ((HIGH_CARD, (14, 9, 8, 7, 6)), (FLUSH, (14, 9, 8, 7, 6)))]
    return sorted(of_six_up, key=lambda made: (order.index(made[0]), made[1]))


def deuce_to_seven_classes() -> Classes:
    """The usual order upside down; 5-4-3-2-A is not a straight but ace high."""
    wheel, ace_high = (5, 4, 3, 2, 1), (14, 5, 4, 3, 2)
    plain = {STRAIGHT: HIGH_CARD, STRAIGHT_FLUSH: FLUSH}
    made = [
        (plain[category], ace_high) if ranks == wheel else (category, ranks) for category, ranks in strength_ranks()
    ]
    return sorted(made, reverse=True)


def ace_to_five_classes() -> Classes:
    """Aces low, straights and flushes do not count, the lowest wins."""
    ignored = {STRAIGHT: HIGH_CARD, STRAIGHT_FLUSH: HIGH_CARD, FLUSH: HIGH_CARD}
    made = {aces_low(ignored.get(category, category), ranks) for category, ranks in strength_ranks()}
    return sorted(made, reverse=True)


def aces_low(category: int, ranks: FiveRanks) -> tuple[int, FiveRanks]:
    """The same ranks with aces as ones, in the order in which they break ties then."""
    low = [1 if rank == 14 else rank for rank in ranks]
    return category, tuple(sorted(low, key=lambda rank: (low.count(rank), rank), reverse=True))


def badugi_classes() -> Classes:
    """One to four cards of different ranks, aces low: more cards beat fewer, then the lowest wins."""
    found: Classes = []
    for count in range(1, 5):
        found += [(HIGH_CARD, ranks) for ranks in sorted(combinations(range(13, 0, -1), count), reverse=True)]
    return found


def five_card_number(order: str, number: dict[tuple[int, FiveRanks], int], ranks: FiveRanks) -> int:
    """The strength of five ranks, highest first, no flush; 0 if a rank is not in the deck."""
    category, made = classify(ranks)
    if order == "ace-to-five":
        category, made = aces_low({STRAIGHT: HIGH_CARD}.get(category, category), ranks)
    elif order == "deuce-to-seven" and made == (5, 4, 3, 2, 1):
        category, made = HIGH_CARD, ranks
    elif order == "short-deck" and ranks == (14, 9, 8, 7, 6):
        category, made = STRAIGHT, (9, 8, 7, 6, 1)
    return number.get((category, made), 0)


def order_flushes(order: str, number: dict[tuple[int, FiveRanks], int], classes: Classes) -> list[int]:
    """Strength of the best five in a set of ranks of one suit, as in `flush_table`; all 0 where suits do not count."""
    table = [0] * (1 << 13)
    if order == "ace-to-five":
        return table
    for bits in range(1 << 13):
        ranks = [rank for rank in reversed(RANKS) if bits >> (rank - 2) & 1]
        if len(ranks) >= 5:
            for five in combinations(ranks, 5):
                plain = five_card_number(order, number, five)
                if plain:
                    category, made = classes[plain - 1]
                    table[bits] = max(table[bits], number[FLUSH_OF[category], made])
    return table


def build_orders() -> bytes:
    """The whole file of the other orders, little-endian, before it is packed.

    For short deck, deuce-to-seven and ace-to-five: u32 number of strengths, u16 flushes (8192), and per size 5, 6, 7
    the u16 entries, which stand where those of `strength.bin` stand; then for each strength from 1 on its category and
    five ranks, a byte each. Last badugi: the u16 strength of each set of ranks, ace in bit 0 (8192), and for each
    strength its number of cards and their ranks, filled up with zeros, a byte each.
    """
    parts: list[bytes] = []
    orders = {
        "short-deck": short_deck_classes(),
        "deuce-to-seven": deuce_to_seven_classes(),
        "ace-to-five": ace_to_five_classes(),
    }
    for order, classes in orders.items():
        number = {made: index for index, made in enumerate(classes, start=1)}
        parts += [_pack("I", [len(classes)]), _pack("H", order_flushes(order, number, classes))]
        fives = {
            five: five_card_number(order, number, five)
            for five in combinations_with_replacement(sorted(RANKS, reverse=True), 5)
            if five[0] != five[4]
        }
        for size in SIZES:
            parts.append(_pack("H", rank_table(size, lambda ranks, fives=fives: _best_of(ranks, fives))[1]))  # type: ignore[misc]
        parts.append(bytes([part for category, ranks in classes for part in (category, *ranks)]))
    badugis = badugi_classes()
    by_ranks = [0] * (1 << 13)
    for index, (_, ranks) in enumerate(badugis, start=1):
        by_ranks[sum(1 << (rank - 1) for rank in ranks)] = index
    parts.append(_pack("H", by_ranks))
    parts.append(bytes([part for _, ranks in badugis for part in (len(ranks), *ranks, *[0] * (4 - len(ranks)))]))
    return b"".join(parts)


def _best_of(ranks: FiveRanks, fives: dict[FiveRanks, int]) -> int:
    """The best of all fives; 0 where one of them has no strength, because a rank is not in the deck."""
    found = [fives[five] for five in set(combinations(sorted(ranks, reverse=True), 5))]
    return max(found) if all(found) else 0


def _pack(code: str, numbers: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}{code}", *numbers)


if __name__ == "__main__":
    FILE.write_bytes(build())
    ORDERS_FILE.write_bytes(zlib.compress(build_orders(), 9))
