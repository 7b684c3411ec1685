"""Three-way showdowns before the flop: the probability of each finishing order of three classes of hands.

`python -m kicker.threeway` deals each of the 818,805 sets of three classes about 1,200 times, which takes ten minutes,
and writes the result: a term for every two of the classes, and the rest in steps of 3 percentage points. The standard
error of a chance is 1.3 percentage points; over ranges it averages out. A tie counts as half of either order. Showdowns
of two hands are counted, not sampled: see `preflop.py`.

>>> chances = order_chances()
>>> aces, kings, queens = (CLASSES.index(name) for name in ("AA", "KK", "QQ"))
>>> f"{chances[aces, kings, queens] + chances[aces, queens, kings]:.2f}"
'0.67'
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Final
from zlib import compress, decompress

import kicker.data
from kicker._kernels.board_ranks import rank_boards
from kicker.combos import CLASSES, COMBOS, class_combos
from kicker.errors import KickerError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy import float64, floating, int32, uint16
    from numpy.typing import NDArray

    Table = NDArray[floating]
    Vector = NDArray[float64]

DRAWS: Final = 3000
"""The number of samples of each set of three classes; samples with a repeated card do not count."""
_COUNT = len(CLASSES)
_AT_ONCE = 16_384  # sets of classes that are dealt on one board
_BLOCK = 64  # boards that are ranked at a time
_SEED = 1
_STEP = 0.03
_ORDERS: Final = tuple(permutations(range(3)))
_SETS: Final = 818_805


def table_file() -> Path:
    """Return the path of the table."""
    from pathlib import Path

    return Path(kicker.data.__file__).with_name("threeway.bin")


@cache
def order_chances() -> Table:
    """Return `chances[a, b, c]`: the probability that a hand of class a beats one of class b, which beats one of class
    c."""
    import numpy as np

    data, size = table_file().read_bytes(), 2 * 3 * _COUNT**2
    rest = np.frombuffer(decompress(data[size:]) if len(data) > size else b"", dtype=np.int8)
    if len(rest) != len(_ORDERS) * _SETS:
        message = f"'{table_file().name}' does not hold {_SETS:,} sets of classes; run `python -m kicker.threeway`"
        raise KickerError(message, "size")
    pairs = np.frombuffer(data[:size], dtype="<f2").astype(np.float32).reshape(3, _COUNT, _COUNT)
    found = np.zeros((_COUNT,) * 3, dtype=np.float32)
    sets = _sets()
    for row, order in zip(rest.reshape(len(_ORDERS), -1), _ORDERS, strict=True):
        one, two, three = (sets[who] for who in order)
        found[one, two, three] = row * _STEP + pairs[0][one, two] + pairs[1][one, three] + pairs[2][two, three]
    found = found.clip(0, 1)
    whole = sum((found.transpose(order) for order in _ORDERS), np.zeros_like(found))
    chances: Table = found / np.maximum(whole, 1e-6)  # the six orders add up to 1
    return chances


def _sets() -> NDArray[int32]:
    """Return all sets of three classes, which may be the same: a row for each of the three."""
    import numpy as np

    classes = np.arange(_COUNT, dtype=np.int32)
    one, two, three = np.meshgrid(classes, classes, classes, indexing="ij")
    return np.array([row[(one <= two) & (two <= three)] for row in (one, two, three)])


# --- making it -------------------------------------------------------------------------------------------------------


def sampled(draws: int = DRAWS) -> tuple[Vector, Vector]:
    """Deal hands of all sets of three classes; return the share of each order, and the number of deals."""
    import numpy as np

    sets, number = _sets(), _SETS
    members = np.array([(list(class_combos(name)) * 3)[:12] for name in CLASSES], dtype=np.int32)
    masks = np.array([1 << int(one) | 1 << int(two) for one, two in COMBOS], dtype=np.uint64)
    dice = np.random.default_rng(_SEED)
    counts = np.zeros((27, number), dtype=np.uint16)
    order, place, boards_left = dice.permutation(number).astype(np.int32), 0, draws * number // _AT_ONCE
    ranks, possible = np.empty((_BLOCK, len(COMBOS))), np.empty((_BLOCK, len(COMBOS)), dtype=np.uint8)
    while boards_left > 0:
        boards_left -= _BLOCK
        rank_boards(np.array([dice.permutation(52)[:5] for _ in range(_BLOCK)], dtype=np.uint8), ranks, possible)
        for board in range(_BLOCK):
            if place + _AT_ONCE > number:
                order, place = dice.permutation(number).astype(np.int32), 0
            chosen = order[place : place + _AT_ONCE]
            place += _AT_ONCE
            die = dice.integers(0, 12**3, _AT_ONCE, dtype=np.int32)
            held = [members[row[chosen], die // 12**power % 12] for power, row in enumerate(sets)]
            one, two, three = (masks[row] for row in held)
            fine = ((one & two) | (three & (one | two))) == 0
            for row in held:
                fine &= possible[board][row].view(np.bool_)
            x, y, z = (ranks[board][row[fine]] for row in held)
            code = (9 * np.sign(x - y) + 3 * np.sign(x - z) + np.sign(y - z) + 13).astype(np.int32)
            counts[code, chosen[fine]] += 1
    return _by_order(sets, counts)


def _by_order(sets: NDArray[int32], counts: NDArray[uint16]) -> tuple[Vector, Vector]:
    """Comparisons of the first with the second, the first with the third and the second with the third, as orders."""
    import numpy as np

    found = np.zeros((len(_ORDERS), counts.shape[1]))
    for code in range(27):
        signs = dict(zip(((0, 1), (0, 2), (1, 2)), (code // 9 - 1, code // 3 % 3 - 1, code % 3 - 1), strict=True))
        fits = [
            place for place, order in enumerate(_ORDERS)
            if all(not sign or (sign > 0) == (order.index(x) < order.index(y)) for (x, y), sign in signs.items())
        ]  # fmt: skip
        for place in fits:
            found[place] += counts[code] / len(fits)
    deals = found.sum(axis=0)
    chances, seen = np.zeros((_COUNT,) * 3), np.zeros((_COUNT,) * 3)
    for row, order in zip(found, _ORDERS, strict=True):
        where = tuple(sets[who] for who in order)
        chances[where], seen[where] = row / np.maximum(deals, 1), deals
    return chances, seen


def packed(chances: Vector, seen: Vector) -> bytes:
    """Return the average term of every two classes as 16-bit numbers, and the rest in steps, compressed."""
    import numpy as np

    pairs = [chances.sum(axis=axis) / np.maximum((seen > 0).sum(axis=axis), 1) for axis in (2, 1, 0)]
    by_pairs = [
        pairs[0] - pairs[0].mean(axis=1)[:, None] + pairs[0].mean(),
        pairs[1] - pairs[1].mean(axis=0)[None, :],
        pairs[2] - pairs[2].mean(axis=1)[:, None],
    ]
    rest = chances - by_pairs[0][:, :, None] - by_pairs[1][:, None, :] - by_pairs[2][None, :, :]
    steps = np.rint(np.where(seen > 0, rest, 0.0) / _STEP).astype(np.int8)
    sets = _sets()
    rows = [steps[sets[one], sets[two], sets[three]] for one, two, three in _ORDERS]
    return np.array(by_pairs).astype("<f2").tobytes() + compress(np.array(rows).tobytes(), 9)


if __name__ == "__main__":
    table_file().write_bytes(packed(*sampled()))
