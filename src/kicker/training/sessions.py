"""A training session: the next question, the score, and the mistakes that come back.

A wrong answer comes back after ten minutes; each right answer after that makes the pause longer, until the question has
been answered right after three weeks. The clock is an argument, in seconds.

>>> from kicker.training.drills import PushFoldDrill
>>> trainer = Trainer(PushFoldDrill(10), seed=7)
>>> question = trainer.next(now=0)
>>> trainer.answer(question, "fold", now=0).right, trainer.score.answers
(False, 1)
>>> trainer.next(now=601) == question
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final, Self

from kicker.checks import dice as make_dice
from kicker.errors import KickerError
from kicker.training.drills import Drill
from kicker.training.questions import Grade, Question, grade_answer

PAUSES: Final = (600, 86_400, 3 * 86_400, 8 * 86_400, 21 * 86_400)
"""The seconds until a question comes back, by the number of right answers since the last wrong one."""

_DAMAGE: Final = (LookupError, TypeError, ValueError, AttributeError, OverflowError)
"""The errors of reading a damaged score."""


@dataclass(frozen=True)
class Review:
    """A question that will come back."""

    key: str
    """The key of the question."""
    step: int
    """The number of right answers since the last wrong one."""
    due: float
    """The time at which it comes back, in seconds."""


@dataclass
class Score:
    """The score of all answers so far."""

    answers: int = 0
    """The number of answers."""
    right: int = 0
    """The number of best and good answers."""
    cost: float = 0.0
    """The total cost of all answers with known values, in the drill's unit."""
    streets: dict[str, tuple[int, int, float]] = field(default_factory=dict)
    """Answers, right answers and cost by street."""
    slips: Counter[str] = field(default_factory=Counter)
    """The number of mistakes of each kind."""

    def add(self, question: Question, grade: Grade) -> None:
        """Count an answer."""
        cost = grade.cost or 0.0
        self.answers += 1
        self.right += grade.right
        self.cost += cost
        answers, right, total = self.streets.get(question.street, (0, 0, 0.0))
        self.streets[question.street] = (answers + 1, right + grade.right, total + cost)
        if grade.slip is not None:
            self.slips[grade.slip] += 1

    def __add__(self, other: Score) -> Score:
        """Return the score of the answers of both; the unit of their costs must be the same."""
        streets = dict(self.streets)
        for street, numbers in other.streets.items():
            before = streets.get(street, (0, 0, 0.0))
            streets[street] = (before[0] + numbers[0], before[1] + numbers[1], before[2] + numbers[2])
        slips = self.slips + other.slips
        return Score(self.answers + other.answers, self.right + other.right, self.cost + other.cost, streets, slips)

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Score:
        """Return the score that `Trainer.as_dict` wrote; one that cannot be raises `ValueError` or a similar error."""
        streets = {str(street): (int(a), int(r), float(c)) for street, (a, r, c) in saved["streets"].items()}
        slips = Counter({str(slip): int(number) for slip, number in saved["slips"].items()})
        made = cls(int(saved["answers"]), int(saved["right"]), float(saved["cost"]), streets, slips)
        counts = [(made.answers, made.right, made.cost), *streets.values()]
        if not all(0 <= right <= answers and isfinite(cost) for answers, right, cost in counts):
            raise ValueError("a score that cannot be")
        return made


class Trainer:
    """A trainer: asks the questions of a drill, keeps the score, and brings mistakes back."""

    def __init__(self, drill: Drill, seed: int | str | None = None) -> None:
        self.drill = drill
        self.score = Score()
        self.reviews: dict[str, Review] = {}
        self.unfinished: dict[str, Any] | None = None
        """A hand left in the middle, in the form that `WholeHands` saves."""
        self._dice = make_dice(seed)

    def next(self, now: float) -> Question:
        """Return a question that is due again, the oldest first, or a new one."""
        due = [review for review in self.reviews.values() if review.due <= now]
        for review in sorted(due, key=lambda review: review.due):
            try:
                return self.drill.recall(review.key)
            except KickerError:  # the drill has changed, and the question no longer exists
                del self.reviews[review.key]
        return self.drill.deal(self._dice)

    def waiting(self, now: float) -> int:
        """Return the number of questions that are due again."""
        return sum(review.due <= now for review in self.reviews.values())

    def answer(self, question: Question, name: str, now: float) -> Grade:
        """Grade an answer, count it, and schedule the question again if necessary."""
        grade = grade_answer(question, name)
        self.count(question, grade, now)
        return grade

    def count(self, question: Question, grade: Grade, now: float) -> None:
        """Count a graded answer, and schedule its question."""
        self.score.add(question, grade)
        review = self.reviews.pop(question.key, None)
        if not grade.right:
            self.reviews[question.key] = Review(question.key, 0, now + PAUSES[0])
        elif review is not None and review.step + 1 < len(PAUSES):
            step = review.step + 1
            self.reviews[question.key] = Review(question.key, step, now + PAUSES[step])

    def adopt(self, other: Trainer) -> None:
        """Take over the score and the reviews of another trainer of the same drill."""
        self.score, self.reviews = other.score, other.reviews

    def with_others(self, saved: Iterable[object]) -> Score:
        """Return the score of this drill and of all others of its kind and unit: of all solved spots, or all tables.

        `saved` are what `as_dict` wrote for any drills; those that cannot be read are left out.
        """
        total, kind = self.score, self.drill.name.split()[0]
        for other in saved:
            with suppress(*_DAMAGE):
                if not isinstance(other, dict):
                    continue
                name = str(other["drill"])
                if name != self.drill.name and name.split()[0] == kind and other["unit"] == self.drill.unit:
                    total += Score.from_dict(other)
        return total

    def as_dict(self) -> dict[str, Any]:
        """Return the score and the reviews for JSON."""
        score = self.score
        return {
            "kicker_training": 1,
            "drill": self.drill.name,
            "unit": self.drill.unit,
            "answers": score.answers,
            "right": score.right,
            "cost": score.cost,
            "streets": {street: list(numbers) for street, numbers in score.streets.items()},
            "slips": dict(score.slips),
            "reviews": [[review.key, review.step, review.due] for review in self.reviews.values()],
            "hand": self.unfinished,
        }

    @classmethod
    def from_dict(cls, drill: Drill, saved: object, seed: int | str | None = None) -> Self:
        """Return a trainer with the score and the reviews that `as_dict` wrote; those of another drill raise
        `KickerError`."""
        made = cls(drill, seed)
        try:
            if not isinstance(saved, dict) or saved["kicker_training"] != 1:
                raise KickerError("this is not a saved training score", "save")
            if saved["drill"] != drill.name:
                raise KickerError(f"the saved score is for {saved['drill']!r}, not for {drill.name!r}", "save")
            made.score = Score.from_dict(saved)
            reviews = [Review(str(key), int(step), float(due)) for key, step, due in saved["reviews"]]
            if not all(isfinite(review.due) for review in reviews):
                raise KickerError("the saved training score is damaged", "save")
        except _DAMAGE as error:
            if isinstance(error, KickerError):
                raise
            raise KickerError("the saved training score is damaged", "save") from None
        made.reviews = {review.key: review for review in reviews if 0 <= review.step < len(PAUSES)}
        hand = saved.get("hand")
        made.unfinished = hand if isinstance(hand, dict) else None
        return made
