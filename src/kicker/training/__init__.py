"""Training: make a decision, compare it with the solution, and see mistakes again until they are gone.

>>> trainer = Trainer(PushFoldDrill(10), seed=7)
>>> question = trainer.next(now=0)
>>> question.seat, [choice.name for choice in question.choices]
('BB', ['fold', 'call'])

Questions come from drills: push or fold (`PushFoldDrill` heads-up, `TableDrill` at larger tables), preflop charts
(`ChartDrill`), discards in five-card draw (`DiscardDrill`), and solved spots (`SolutionDrill`), which can also be
played as whole hands (`WholeHands`). The screens that show questions are in `ui`.
"""

from kicker.training.drills import ChartDrill, DiscardDrill, Drill, PushFoldDrill
from kicker.training.questions import Choice, Grade, Question, Scene, grade_answer
from kicker.training.sessions import Review, Score, Trainer
from kicker.training.solved import SolutionDrill, SolvedHand, WholeHands
from kicker.training.tables import TableDrill

__all__ = [
    "ChartDrill",
    "Choice",
    "DiscardDrill",
    "Drill",
    "Grade",
    "PushFoldDrill",
    "Question",
    "Review",
    "Scene",
    "Score",
    "SolutionDrill",
    "SolvedHand",
    "TableDrill",
    "Trainer",
    "WholeHands",
    "grade_answer",
]
