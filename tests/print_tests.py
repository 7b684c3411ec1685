"""Plain tests for people: each prints what is expected and what came out. `make test-print` runs them."""

from __future__ import annotations

import sys
from collections.abc import Callable

from kicker.cards import UPPER
from kicker.hands import Hand, evaluate
from kicker.pairs import CLASSIC, PairQueue, compare_pair
from kicker.scores import CODES, bitwise, definitive_score, name, sort_by_occurrence, to_binary

CASES: list[tuple[str, object, Callable[[], object]]] = [
    ("the name of TH JH QH KH AH", "Royal Flush", lambda: name(evaluate("TH JH QH KH AH"))),
    ("the name of AC 2C 3C 4C 5C", "Straight Flush", lambda: name(evaluate("AC 2C 3C 4C 5C"))),
    ("the code of AS 2D 3C 4S 5H", "aceLowStraight", lambda: CODES[bitwise("AS 2D 3C 4S 5H").code]),
    ("the occurrence bits of AC AD AH AS KC", 1085367510196289536, lambda: bitwise("AC AD AH AS KC").occurrences),
    ("the tie-break score of AC AD AH AS KC", 978669, lambda: bitwise("AC AD AH AS KC").packed),
    ("1 2 1 1 1 sorted by occurrence", [1, 1, 1, 1, 2], lambda: sort_by_occurrence([1, 2, 1, 1, 1])),
    ("9 in base two", "1001", lambda: to_binary(9)),
    ("5H KH 2D QH AC sorted", "AC KH QH 5H 2D", lambda: Hand("5H KH 2D QH AC").sorted(descending=True).format(UPPER)),
    ("the winner of three jacks and three fours", 1, lambda: compare_pair("JS JC JH 6H 8C", "4H 4C 4S KS AH").winner),
    ("the winner of two pairs of jacks", 2, lambda: compare_pair("JS JC 3H 6H 8C", "JD JH 3D 6S TD").winner),
    ("the winner of two royal flushes", 3, lambda: compare_pair("TD JD QD KD AD", "TH JH QH KH AH").winner),
    ("a repeated card by classic rules", 1, lambda: compare_pair("9S 5S 9C 9H 5C", "8D 6C 8D 8S 6S", CLASSIC).winner),
    ("the hands left after one comparison", ("2C 3C 4C 5C 7D",), lambda: left_after_one()),
    (
        "quads below a royal flush",
        True,
        lambda: definitive_score("AC AD AH AS KC") < definitive_score("TH JH QH KH AH"),
    ),
]


def left_after_one() -> object:
    queue = PairQueue(["5H 2D KH QH AC", "8S 9C TD QD JH", "2C 3C 4C 5C 7D"])
    queue.compare_next()
    return queue.hands


def main() -> int:
    failures = 0
    for what, expected, found in CASES:
        got = found()
        failures += got != expected
        print(f"{what}\n  EXPECTING: {expected}\n  GOT:       {got}\n  {'ok' if got == expected else 'DIFFERENT'}")  # noqa: T201
    print(f"{len(CASES) - failures} as expected, {failures} different")  # noqa: T201
    return min(failures, 1)


if __name__ == "__main__":
    sys.exit(main())
