"""A question of the trainer, and the grade of an answer.

>>> choices = (Choice("fold", "fold", 0.0, 0.0), Choice("shove", "raise", 1.0, 0.25))
>>> question = Question("pushfold 10bb", "sb AhKd", "preflop", "SB", (), (), 1.5, "bb", choices, Scene())
>>> grade = grade_answer(question, "fold")
>>> grade.verdict, grade.cost, grade.slip
('blunder', 0.25, 'too tight')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from kicker.cards import Card, unknown
from kicker.errors import KickerError

Kind = Literal["fold", "stay", "raise", "discard"]
"""The kind of a choice: give up, check or call, bet or raise, or exchange cards."""
Unit = Literal["bb", "pot", "prizes"]
"""The unit of values: big blinds, shares of the pot, or shares of all prizes of a tournament."""
Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
Slip = Literal["too tight", "too loose", "too passive", "too aggressive", "wrong size", "wrong cards"]
"""The kinds of mistakes."""

GOOD_SHARE: Final = 0.1
"""The frequency in the solution from which an action is a good answer."""
LIMITS: Final[tuple[tuple[float, Verdict], ...]] = ((0.005, "good"), (0.03, "inaccuracy"), (0.1, "mistake"))
"""The highest cost, as a share of the pot, of each verdict; anything above is a blunder."""
_STRENGTH: Final = {"fold": 0, "stay": 1, "raise": 2, "discard": 1}


@dataclass(frozen=True)
class Choice:
    """One possible answer."""

    name: str
    """The answer as text: `fold`, `bet 60`, or the cards to discard."""
    kind: Kind
    """The kind of action."""
    frequency: float
    """The frequency of the choice in the solution."""
    value: float | None
    """The value of the choice in the question's unit; None if only frequencies are known."""
    size: str = ""
    """A bet or raise as players say it, like `bet 60%`; empty for other choices."""
    chips: float = 0.0
    """The player's bet on this street after the choice, in the question's unit."""


@dataclass(frozen=True)
class Scene:
    """The events before a question. Texts are names of actions, not sentences."""

    stack: float = 0.0
    """The stack behind, in the question's unit."""
    to_call: float = 0.0
    """The price of a call."""
    raiser: str = ""
    """The position that raised, in a preflop chart."""
    shoved: tuple[str, ...] = ()
    """The positions that are all in before the player, at a table of push or fold."""
    stacks: tuple[tuple[str, float], ...] = ()
    """All positions of the table with their stacks in big blinds."""
    payouts: tuple[float, ...] = ()
    """The prizes, first place first; empty if the game is for chips."""
    line: tuple[str, ...] = ()
    """Actions and cards since the start of a spot, as players say them."""


@dataclass(frozen=True)
class Question:
    """A decision to train."""

    drill: str
    """The drill that the question comes from."""
    key: str
    """The key of the question in its drill; `Drill.recall` asks it again."""
    street: str
    """`preflop`, `flop`, `turn`, `river` or `draw`."""
    seat: str
    """The position of the player who decides."""
    hand: tuple[Card, ...]
    """The player's cards."""
    board: tuple[Card, ...]
    """The board."""
    pot: float
    """The chips in the middle, in the question's unit."""
    unit: Unit
    """The unit of values and the pot."""
    choices: tuple[Choice, ...]
    """The possible answers."""
    scene: Scene
    """The events before the question."""

    @property
    def exchanges(self) -> bool:
        """True if the answer is a set of cards to discard."""
        return self.choices[0].kind == "discard"

    def choice(self, name: str) -> Choice:
        """Return the choice called `name`; an unknown name raises `KickerError` with suggestions."""
        for choice in self.choices:
            if choice.name == name:
                return choice
        raise KickerError(unknown("answer", name, [choice.name for choice in self.choices]), "answer")


@dataclass(frozen=True)
class Grade:
    """The grade of an answer."""

    choice: Choice
    """The answer."""
    best: Choice
    """The best answer: by value if it is known, otherwise the most frequent one."""
    verdict: Verdict
    """The verdict: `best` and `good` answers are right."""
    cost: float | None
    """The cost compared with the best answer, in the question's unit; None if values are unknown."""
    slip: Slip | None
    """The kind of mistake; None for a right answer."""

    @property
    def right(self) -> bool:
        """True for a best or good answer."""
        return self.verdict in ("best", "good")


def grade_answer(question: Question, name: str) -> Grade:
    """Grade an answer by comparing it with the solution."""
    choice = question.choice(name)
    valued = all(each.value is not None for each in question.choices)
    if valued:
        best = max(question.choices, key=lambda each: (each.value or 0.0, each.frequency))
        cost = max(0.0, (best.value or 0.0) - (choice.value or 0.0))
        verdict = _by_cost(choice, best, cost / question.pot)
    else:
        best, cost = max(question.choices, key=lambda each: each.frequency), None
        verdict = _by_frequency(choice, best)
    right = verdict in ("best", "good")
    return Grade(choice, best, verdict, cost, None if right else _slip(choice, best))


def _by_cost(choice: Choice, best: Choice, share: float) -> Verdict:
    if choice == best:
        return "best"
    found: Verdict = next((verdict for limit, verdict in LIMITS if share <= limit), "blunder")
    # A solution mixes actions of nearly equal value; its small errors are not the player's.
    return "good" if found == "inaccuracy" and choice.frequency >= GOOD_SHARE else found


def _by_frequency(choice: Choice, best: Choice) -> Verdict:
    if choice == best:
        return "best"
    return "good" if choice.frequency >= GOOD_SHARE else "mistake"


def _slip(choice: Choice, best: Choice) -> Slip:
    """Return the kind of mistake that was made by not choosing the best answer."""
    if choice.kind == "discard":
        return "wrong cards"
    if choice.kind == best.kind:
        return "wrong size"
    if choice.kind == "fold":
        return "too tight"
    if best.kind == "fold":
        return "too loose"
    return "too passive" if _STRENGTH[choice.kind] < _STRENGTH[best.kind] else "too aggressive"
