"""The 1,755 strategically different flops, and weighted subsets that represent all of them.

>>> len(flop_classes()), sum(count for _, count in flop_classes())
(1755, 22100)
>>> [len(flop_subset(size)) for size in SUBSETS]
[25, 49, 95, 184]

`python -m kicker.solver.flops` chooses the subsets in a few minutes and says how well they represent all flops. A
flop is described by the equity of each of the 169 classes of hands against a random hand, and by how far apart the
hands of a class are. Paired flops, those with three of a kind, and those of one, two and three suits are each clustered
by that (k-means, each flop counting as often as it comes). Of each cluster the flop nearest to its middle is kept, and
the weights are then adjusted so that the weighted mean of these numbers is near that of all flops.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import kicker.data
from kicker.cards import DECK, Card
from kicker.combos import CLASSES, COMBOS, class_of
from kicker.errors import KickerError
from kicker.hands import evaluate_many
from kicker.solver.boards import Suits, moved

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

SUBSETS: Final = (25, 49, 95, 184)
CLASSES_OF_FLOPS: Final = 1755
FLOPS: Final = 22_100
"""The number of flops that differ in any card."""
_ROUNDS: Final = 100
_RUNOUTS: Final = 96
"""The number of turns and rivers that describe a flop."""


class WeightedFlop(NamedTuple):
    """A flop, and the number of the 22,100 flops that it represents."""

    cards: tuple[Card, ...]
    """The three cards."""
    weight: int
    """The number of flops that it represents."""


@cache
def flop_classes() -> tuple[WeightedFlop, ...]:
    """Return the strategically different flops, each with the number of flops equivalent to it."""
    counts: dict[tuple[int, ...], int] = {}
    for cards in combinations(range(52), 3):
        first = _first_form(cards)
        counts[first] = counts.get(first, 0) + 1
    return tuple(WeightedFlop(tuple(DECK[card] for card in cards), count) for cards, count in counts.items())


def _first_form(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the equivalent flop that comes last in order, its highest card first."""
    orders: list[Suits] = [(a, b, c, d) for a, b, c, d in permutations(range(4))]
    return max(tuple(sorted((int(moved(card, suits)) for card in cards), reverse=True)) for suits in orders)


def flop_subset(size: int) -> tuple[WeightedFlop, ...]:
    """Return a weighted subset of 25, 49, 95 or 184 flops, or all 1,755."""
    if size == CLASSES_OF_FLOPS:
        return flop_classes()
    if size not in SUBSETS:
        sizes = ", ".join(map(str, SUBSETS))
        raise KickerError(f"there is no subset of {size} flops; choose from {sizes} or {CLASSES_OF_FLOPS}", "flops")
    return _subsets()[size]


def subsets_file() -> Path:
    """Return the path of the file of subsets."""
    return Path(kicker.data.__file__).with_name("flops.json")


@cache
def _subsets() -> dict[int, tuple[WeightedFlop, ...]]:
    found: dict[str, dict[str, int]] = json.loads(subsets_file().read_text())
    return {
        int(size): tuple(
            WeightedFlop(tuple(Card(text[i : i + 2]) for i in (0, 2, 4)), weight) for text, weight in flops.items()
        )
        for size, flops in found.items()
    }


# --- choosing them ---------------------------------------------------------------------------------------------------


def features(cards: tuple[Card, ...]) -> Array:
    """Return, for each class of hands, its mean equity against a random hand on a flop, and the spread of its hands.

    It uses a fixed sample of turns and rivers and ignores card removal between the two hands.
    """
    import numpy as np

    kept = [place for place, combo in enumerate(COMBOS) if not set(combo) & set(cards)]
    hands = np.array(COMBOS, np.uint8)[kept]
    left = [int(card) for card in DECK if card not in cards]
    pairs = Random("".join(map(str, cards))).sample(list(combinations(left, 2)), _RUNOUTS)
    rows = np.empty((_RUNOUTS, len(hands), 7), np.uint8)
    rows[:, :, :2], rows[:, :, 2:5] = hands, [int(card) for card in cards]
    rows[:, :, 5:] = np.array(pairs, np.uint8)[:, None, :]
    free = ~(rows[:, :, :2, None] == rows[:, :, None, 5:]).any(axis=(2, 3))
    found = evaluate_many(rows[free], threads=1)
    sums, end = np.zeros(len(hands)), 0
    for alive in free:
        start, end = end, end + int(alive.sum())
        strength = found[start:end]
        counts = np.bincount(strength, minlength=7464)
        below = np.cumsum(counts) - counts
        sums[alive] += (below[strength] + counts[strength] / 2) / len(strength)
    seen = free.sum(axis=0)
    equities = sums / np.maximum(seen, 1)
    where = np.array(_CLASS_OF_COMBO)[kept]
    counts = np.bincount(where, minlength=len(CLASSES))
    powers = [np.bincount(where, equities**power, len(CLASSES)) for power in (1, 2)]
    mean = np.where(counts > 0, powers[0] / np.maximum(counts, 1), 0.5)
    spread = np.sqrt(np.maximum(np.where(counts > 0, powers[1] / np.maximum(counts, 1), 0.25) - mean**2, 0))
    return np.concatenate([mean, spread])


_PLACES: Final = {name: place for place, name in enumerate(CLASSES)}
_CLASS_OF_COMBO: Final = [_PLACES[class_of(*combo)] for combo in COMBOS]


def choose_by_kind(points: Array, counts: Array, kinds: Array, size: int) -> tuple[Array, Array]:
    """Choose flops as `choose` does, within each kind of flop separately; each kind keeps its true weight."""
    import numpy as np

    totals = np.bincount(kinds, counts)
    exact = size * totals / totals.sum()
    sizes = np.maximum(np.floor(exact), 1).astype(int)
    while sizes.sum() < size:
        sizes[(exact - sizes).argmax()] += 1
    places, weights = [], []
    for kind, room in enumerate(sizes):
        inside = np.flatnonzero(kinds == kind)
        chosen, mine = choose(points[inside], counts[inside], int(room))
        places.append(inside[chosen])
        weights.append(mine)
    return np.concatenate(places), np.concatenate(weights)


def _kind(cards: tuple[Card, ...]) -> int:
    """Return the kind of a flop: 0 with a pair, 4 with three of a kind, otherwise its number of suits."""
    ranks = len({card.rank for card in cards})
    return len({card.suit for card in cards}) if ranks == 3 else 0 if ranks == 2 else 4


def choose(points: Array, counts: Array, size: int) -> tuple[Array, Array]:
    """Return the indices of representative flops, and their weights; `points` has a row of features for each flop."""
    import numpy as np

    middles = _middles(points, counts, size)
    owner = _distances(points, middles).argmin(axis=1)
    chosen = []
    for cluster in range(size):
        inside = np.flatnonzero(owner == cluster)
        chosen.append(inside[((points[inside] - middles[cluster]) ** 2).sum(axis=1).argmin()])
    owner = _distances(points, points[chosen]).argmin(axis=1)
    weights = np.bincount(owner, counts, size)
    return np.array(chosen), _adjusted(points[chosen], weights, (counts @ points) / counts.sum())


def _middles(points: Array, counts: Array, size: int) -> Array:
    """Return the middles of clusters by k-means. Each starting point is the flop farthest from those before it."""
    import numpy as np

    first = [int(((points - (counts @ points) / counts.sum()) ** 2).sum(axis=1).argmin())]
    nearest = ((points - points[first[0]]) ** 2).sum(axis=1)
    while len(first) < size:
        first.append(int((nearest * counts).argmax()))
        nearest = np.minimum(nearest, ((points - points[first[-1]]) ** 2).sum(axis=1))
    middles = points[first]
    for _ in range(_ROUNDS):
        owner = _distances(points, middles).argmin(axis=1)
        weights = np.bincount(owner, counts, size)
        sums = np.array([(counts[owner == i, None] * points[owner == i]).sum(axis=0) for i in range(size)])
        moved_to = np.where(weights[:, None] > 0, sums / np.maximum(weights, 1)[:, None], middles)
        if np.allclose(moved_to, middles):
            break
        middles = moved_to
    return middles


def _distances(points: Array, middles: Array) -> Array:
    found: Array = (points**2).sum(axis=1)[:, None] - 2 * points @ middles.T + (middles**2).sum(axis=1)
    return found


def _adjusted(points: Array, weights: Array, mean: Array) -> Array:
    """Adjust the weights to whole numbers of at least 1, so that the mean of the points is close to that of all
    flops."""
    import numpy as np

    total = weights.sum()
    shares = start = weights / total
    points, mean = points - mean, np.zeros_like(mean)  # shares add up to 1, so the steps around the mean can be longer
    step = 0.5 / np.linalg.norm(points @ points.T, 2)
    for _ in range(20_000):
        gradient = points @ (shares @ points - mean) + 3e-3 * (shares - start)
        shares = np.maximum(shares - step * (gradient - gradient.mean()), 1 / total)
        shares /= shares.sum()
    whole = np.maximum(np.rint(shares * total), 1)
    whole[whole.argmax()] += total - whole.sum()
    found: Array = whole.astype(int)
    return found


def build() -> list[str]:
    """Choose the subsets and write the file; return how far their means are from those of all flops."""
    import numpy as np

    from kicker.parallel import available_cores, in_parallel

    flops = flop_classes()
    rows: list[Any] = [None] * len(flops)

    def describe(place: int) -> None:
        rows[place] = features(flops[place].cards)

    in_parallel(describe, range(len(flops)), available_cores())
    points = np.array(rows)
    counts = np.array([flop.weight for flop in flops], float)
    mean = (counts @ points) / counts.sum()
    dice = np.random.default_rng(1)
    found, said = {}, []
    for size in SUBSETS:
        chosen, weights = choose_by_kind(points, counts, np.array([_kind(flop.cards) for flop in flops]), size)
        found[str(size)] = {
            "".join(map(str, flops[place].cards)): int(weight) for place, weight in zip(chosen, weights, strict=True)
        }
        errors = (weights @ points[chosen] / weights.sum() - mean)[: len(CLASSES)]
        picks = [dice.choice(len(flops), size, p=counts / counts.sum()) for _ in range(200)]
        other = np.mean([_rms((points[pick].mean(axis=0) - mean)[: len(CLASSES)]) for pick in picks])
        said.append(f"{size} flops: equity of a class {_rms(errors):.3%} off (root mean square), at most "
                    f"{abs(errors).max():.3%}; flops at random {other:.3%}")  # fmt: skip
    subsets_file().write_text(json.dumps(found, indent=0) + "\n")
    return said


def _rms(errors: Array) -> float:
    return float((errors**2).mean() ** 0.5)


if __name__ == "__main__":
    sys.stdout.write("\n".join(build()) + "\n")
