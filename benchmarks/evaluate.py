"""One seven-card hand per call from Python.

Every package gets the same few hundred random hands, converted beforehand to the form that suits it best, and is called
in the same plain `for` loop, whose cost is in all the figures. The figures include reading text only where the package
is given text. Before the clock starts, the values of each peer must put the hands in the same order as kicker's, ties
included, so that all of them do the same work. The processor's branch prediction soon knows such a small set of hands,
which helps peers that branch on the cards most.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import pairwise
from typing import Any

import kicker
from benchmarks.deal import deal_texts
from benchmarks.timing import Result, Target, Task, best_times_repeated

HANDS = 500
REPEATS = 25
NOT_INSTALLED = "not installed, skipped (benchmarks/peers.txt)"


@dataclass(frozen=True, slots=True)
class Contender:
    """A function and the hands to call it with."""

    function: Callable[..., Any]
    hands: Sequence[Any]
    seven_arguments: bool = False  # it wants f(card, card, ...) instead of f(hand)
    low_wins: bool = False

    def task(self) -> Task:
        function, hands = self.function, self.hands

        def call() -> None:
            for hand in hands:
                function(hand)

        def call_with_seven() -> None:
            for hand in hands:
                function(*hand)

        return call_with_seven if self.seven_arguments else call

    def values(self) -> list[Any]:
        return [self.function(*hand) if self.seven_arguments else self.function(hand) for hand in self.hands]


Texts = list[list[str]]

# --- from cards ------------------------------------------------------------------------------------------------------


def kicker_cards(texts: Texts) -> Contender:
    return Contender(kicker.evaluate, [[kicker.Card(text) for text in hand] for hand in texts])


def pokyr(texts: Texts) -> Contender:
    def number(text: str) -> int:
        return 4 * "AKQJT98765432".index(text[0]) + "cdhs".index(text[1])

    module = import_module("poker.cpoker")
    return Contender(module.handvalue, [[number(text) for text in hand] for hand in texts])


def pkrbot(texts: Texts) -> Contender:
    module = import_module("pkrbot")
    return Contender(module.evaluate, [[module.Card(text) for text in hand] for hand in texts])


def eval7(texts: Texts) -> Contender:
    module = import_module("eval7")
    return Contender(module.evaluate, [[module.Card(text) for text in hand] for hand in texts])


def phevaluator(texts: Texts) -> Contender:
    module = import_module("phevaluator")
    hands = [[module.Card(text).id_ for text in hand] for hand in texts]
    return Contender(module.evaluate_cards, hands, seven_arguments=True, low_wins=True)


def phevaluator_seven(texts: Texts) -> Contender:
    """Return the same call without its check of the number of cards."""
    module = import_module("phevaluator")
    hands = [[module.Card(text).id_ for text in hand] for hand in texts]
    return Contender(module.evaluate_7cards, hands, seven_arguments=True, low_wins=True)


def treys(texts: Texts) -> Contender:
    module = import_module("treys")
    # It takes a hand and a board; an empty hand and a board of seven cards save a wrapper.
    function = partial(module.Evaluator().evaluate, [])
    return Contender(function, [[module.Card.new(text) for text in hand] for hand in texts], low_wins=True)


def pokerkit(texts: Texts) -> Contender:
    module = import_module("pokerkit")
    few = texts[:25]  # it is thousands of times slower
    return Contender(module.StandardHighHand.from_game, [list(module.Card.parse("".join(hand))) for hand in few])


# --- from text -------------------------------------------------------------------------------------------------------


def kicker_text(texts: Texts) -> Contender:
    return Contender(kicker.evaluate, ["".join(hand) for hand in texts])


def kicker_spaced_text(texts: Texts) -> Contender:
    return Contender(kicker.evaluate, [" ".join(hand) for hand in texts])


def holdem_hand_evaluator(texts: Texts) -> Contender:
    module = import_module("holdem_hand_evaluator")
    return Contender(module.evaluate_hand, ["".join(hand) for hand in texts])


def eval7_text(texts: Texts) -> Contender:
    module = import_module("eval7")
    evaluate, card = module.evaluate, module.Card
    return Contender(lambda text: evaluate([card(word) for word in text.split()]), [" ".join(hand) for hand in texts])


def phevaluator_text(texts: Texts) -> Contender:
    evaluate = import_module("phevaluator").evaluate_cards  # takes cards as text directly
    return Contender(lambda text: evaluate(*text.split()), [" ".join(hand) for hand in texts], low_wins=True)


def treys_text(texts: Texts) -> Contender:
    module = import_module("treys")
    evaluate, card = module.Evaluator().evaluate, module.Card.new
    hands = [" ".join(hand) for hand in texts]
    return Contender(lambda text: evaluate([], [card(word) for word in text.split()]), hands, low_wins=True)


# --- the comparison --------------------------------------------------------------------------------------------------

Maker = Callable[[Texts], Contender]
FROM_CARDS: dict[str, Maker] = {
    "kicker": kicker_cards,
    "pokyr": pokyr,
    "pkrbot": pkrbot,
    "eval7": eval7,
    "phevaluator": phevaluator,
    "phevaluator, evaluate_7cards": phevaluator_seven,
    "treys": treys,
    "pokerkit": pokerkit,
}
FROM_TEXT: dict[str, Maker] = {
    "kicker, text": kicker_text,
    "kicker, text with spaces": kicker_spaced_text,
    "holdem-hand-evaluator, text": holdem_hand_evaluator,
    "eval7, text": eval7_text,
    "phevaluator, text": phevaluator_text,
    "treys, text": treys_text,
}
TARGETS = {
    "pokyr": Target("<=", 0.6),
    "eval7": Target("<=", 0.2),
    "holdem-hand-evaluator, text": Target("<=", 0.6),
}


def run() -> list[Result]:
    """Measure cards first, then text; the first contender in each group is kicker."""
    texts = deal_texts(HANDS, 7, seed=7)
    return [*side_by_side(FROM_CARDS, texts), *side_by_side(FROM_TEXT, texts)]


def side_by_side(makers: dict[str, Maker], texts: Texts) -> list[Result]:
    contenders: dict[str, Contender] = {}
    notes: dict[str, str] = {}
    for name, maker in makers.items():
        try:
            contender = maker(texts)
        except ImportError:
            notes[name] = NOT_INSTALLED
            continue
        if same_order(texts, contender.values(), contender.low_wins):
            contenders[name] = contender
        else:
            notes[name] = "DISAGREES with kicker about the order of the hands, not timed"
    seconds = best_times_repeated({name: contender.task() for name, contender in contenders.items()}, REPEATS)
    times = {name: 1e9 * seconds[name] / len(contender.hands) for name, contender in contenders.items()}
    ours = next(iter(makers))
    results = []
    for name in makers:
        target = TARGETS.get(name)
        if name in notes:
            results.append(Result("evaluate", name, target=target, note=notes[name]))
        elif name == ours:
            results.append(Result("evaluate", name, times[name], "ns per call"))
        else:
            ratio, meaning = times[ours] / times[name], f"{ours} / this"
            results.append(Result("evaluate", name, times[name], "ns per call", ratio, meaning, target))
    return results


def same_order(texts: Texts, values: Sequence[Any], low_wins: bool = False) -> bool:
    """Return True if these values of the first hands order them as kicker's strengths do."""
    strengths = [kicker.evaluate(hand) for hand in texts[: len(values)]]
    ascending = sorted(range(len(values)), key=strengths.__getitem__, reverse=low_wins)
    return all(
        values[one] == values[two] if strengths[one] == strengths[two] else values[one] < values[two]
        for one, two in pairwise(ascending)
    )
