"""Makes the lookup tables of the strength kernel, in plain Python that can be read.

`python -m kicker._kernels.tables` writes them to `strength.bin` beside this file; a test makes them again and
compares. Nothing here runs when kicker is used: the kernel only reads the file. `docs/evaluator.md` tells why the
tables look as they do.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path

RANKS = range(2, 15)
SIZES = (5, 6, 7)
FILE = Path(__file__).with_name("strength.bin")

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

    The five ranks stand in the order in which they break ties; the ace of a five-high straight is 1.
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


def rank_table(size: int, number: dict[tuple[int, FiveRanks], int]) -> tuple[list[int], list[int]]:
    """Row displacement: the sparse table over all keys, cut into rows that are slid into each other's gaps.

    Returns (offset of each row, entries): the strength of a hand without a flush stands at
    `entries[offsets[key >> COLUMN_BITS] + key % (1 << COLUMN_BITS)]`.
    """
    rows: list[dict[int, int]] = [{} for _ in range(ROWS)]
    for ranks in combinations_with_replacement(RANKS, size):
        if all(ranks.count(rank) <= 4 for rank in set(ranks)):
            row, column = divmod(rank_key(ranks), 1 << COLUMN_BITS)
            assert column not in rows[row], "two hands share a key"
            rows[row][column] = best_unsuited(ranks, number)
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
        offsets, entries = rank_table(size, number)
        parts += [_pack("I", [len(entries)]), _pack("H", offsets), _pack("H", entries)]
    parts.append(bytes([0] * 5 + [rank for _, five in ranks for rank in five]))
    return b"".join(parts)


def _pack(code: str, numbers: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}{code}", *numbers)


if __name__ == "__main__":
    FILE.write_bytes(build())
