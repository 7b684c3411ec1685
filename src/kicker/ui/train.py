"""`kicker train`: decide, compare with the solution, and see mistakes again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kicker.cards import unknown
from kicker.errors import KickerError
from kicker.training import Drill, Grade, Question, SolvedHand, TableDrill, Trainer, WholeHands
from kicker.ui.common.choices import Names
from kicker.ui.common.drills import DRILLS, SOLUTION, solution_drill, trainer_kind
from kicker.ui.common.flags import flag_of
from kicker.ui.common.options import YES_OR_NO, Option
from kicker.ui.common.prompt import InputEnded, ask
from kicker.ui.common.style import paint, paint_cards
from kicker.ui.common.training import (
    answer_and_keep,
    answer_words,
    choice_lines,
    choice_words,
    load_trainer,
    read_answer,
    result_words,
    saved_scores,
    score_lines,
    situation,
    unit_words,
    verdict_words,
)

if TYPE_CHECKING:
    from kicker.solver import Solution


def drill_flags(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options of all drills; the help says which drill takes which option."""
    for name, takers in reversed(list(_takers().items())):
        option, kinds = next(iter(takers.values())), " or ".join(takers)
        flag = flag_of(option)
        if option.choices == YES_OR_NO:
            command = click.option(flag, name, is_flag=True, help=f"With {kinds}: {option.hint}.")(command)
            continue
        if not option.is_number and not option.choices:
            words = f"With {kinds}: {option.hint}."
            command = click.option(flag, name, metavar=option.form or None, help=words)(command)
            continue
        limits: Any = click.FloatRange if isinstance(option.usual, float) else click.IntRange
        kind: Any = Names(option.label.lower(), option.choices) if option.choices else limits(option.least, option.most)
        usual = " or ".join(f"{one.usual:g}" if one.is_number else str(one.usual) for one in takers.values())
        words = f"With {kinds}: {option.hint}; {usual} by default."
        command = click.option(flag, name, type=kind, metavar=option.form or None, help=words)(command)
    return command


def _takers() -> dict[str, dict[str, Option]]:
    """Return the options of all drills by name, with the drills that have them."""
    found: dict[str, dict[str, Option]] = {}
    for kind in DRILLS.values():
        for option in kind.options:
            found.setdefault(option.name, {})["a solution" if kind is SOLUTION else kind.name] = option
    return found


PLAIN: Final = [name for name in DRILLS if name != SOLUTION.name]
"""The drills that need no solution."""


@click.command()
@click.argument("drill", metavar="|".join([*PLAIN, "SOLUTION"]))
@drill_flags
@click.option("--questions", type=click.IntRange(min=1), metavar="N", help="Stop after N questions, or hands.")
@click.option("--seed", type=int, help="The same seed asks the same new questions.")
@click.option("--score", "score_only", is_flag=True, help="Show the score kept so far, and stop.")
@click.option("--json", "as_json", is_flag=True, help="With --score: print a JSON object.")
def train(
    drill: str,
    questions: int | None,
    seed: int | None,
    score_only: bool,
    as_json: bool,
    **options: float | str | bool | None,
) -> None:
    """Practise decisions against the solution.

    You decide; kicker shows the solution and what your choice costs. Questions you get wrong come back after
    ten minutes, a day, three days, eight days and three weeks. The score is kept by drill. q leaves.

    \b
      kicker train pushfold --stack 8
      kicker train preflop
      kicker train discard
      kicker train river.kicker --seat oop
      kicker train river.kicker --whole-hands --questions 10
    """
    made, kind = make_drill(drill, options)
    trainer = load_trainer(made, seed, kind)
    if isinstance(made, TableDrill) and not score_only:
        click.echo("Solving the table; this takes up to half a minute.", err=True)
    if as_json and not score_only:
        raise KickerError("--json needs --score", "option")
    if score_only:
        show_score(trainer, as_json)
    else:
        if words := unit_words(made):
            click.echo(words)
        play_on(trainer, questions)


def make_drill(name: str, options: Mapping[str, float | str | bool | None]) -> tuple[Drill, type[Trainer]]:
    """Return the drill that the arguments name, and its trainer; options of other drills are refused."""
    kind = DRILLS[name] if name in PLAIN else SOLUTION
    known = "a solution" if kind is SOLUTION else name
    given = {option: value for option, value in options.items() if value not in (None, False)}
    for option, takers in _takers().items():
        if option in given and known not in takers:
            flag = flag_of(next(iter(takers.values())))
            raise KickerError(f"{flag} works with {' or '.join(takers)}, not with {name}", "option")
    values = kind.values({option: "yes" if value is True else value for option, value in given.items()})
    if kind.make is not None:
        return kind.make(values), Trainer
    return solution_drill(_solution(name), Path(name).name, values), trainer_kind(values)


def _solution(name: str) -> Solution:
    """Return a solution by its file, or by its name in the library."""
    from kicker.solver import load_solution
    from kicker.solver.library import Library

    library = Library()
    if Path(name).exists():
        return load_solution(name)
    if library.has(name):
        return library.open(name)
    raise KickerError(f"{unknown('drill', name, PLAIN)}, or name a solution", "drill")


def play_on(trainer: Trainer, count: int | None) -> None:
    """Ask questions until the person leaves or `count` of them are done, then print the score."""
    done = 0
    try:
        while count is None or done < count:
            question = trainer.next(time.time())
            show_question(question)
            answer = ask_answer(question)
            if answer is None:
                break
            show_grade(question, answer_and_keep(trainer, question, answer, time.time()))
            if not isinstance(trainer, WholeHands):
                done += 1
            elif trainer.ended is not None:
                show_result(trainer.ended, question)
                done += 1
    except InputEnded:
        pass
    finally:
        show_score(trainer, False)


def ask_answer(question: Question) -> str | None:
    """Return the chosen answer; None if the person leaves."""
    while True:
        said = ask("Your decision: ")
        if said.lower() in ("q", "quit"):
            return None
        try:
            return read_answer(question, said)
        except KickerError as error:
            click.echo(f"Please {error}; q leaves.")


# --- printing --------------------------------------------------------------------------------------------------------


def show_question(question: Question) -> None:
    """The situation, the cards, and how to answer."""
    click.echo(situation(question))
    board = f"   board {paint_cards(question.board)}" if question.board else ""
    click.echo(f"  {paint_cards(question.hand)}{board}")
    click.echo(f"  {answer_words(question)}")


def show_grade(question: Question, grade: Grade) -> None:
    """The verdict, and what the solution does."""
    click.echo(paint(verdict_words(question, grade), "green" if grade.right else "red"))
    rows, chosen = list(choice_lines(question, grade)), choice_words(grade.choice, question)
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        marks = "*" if row[0] == chosen else " "
        click.echo(f"  {marks} {row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}".rstrip())
    click.echo()


def show_result(hand: SolvedHand, question: Question) -> None:
    """Print how a whole hand ended."""
    board, other = paint_cards(hand.board), paint_cards(hand.hands[1 - hand.seat])
    click.echo(f"Board {board}. The opponent had {other}. {result_words(hand, question)}")
    click.echo()


def show_score(trainer: Trainer, as_json: bool) -> None:
    """The score, in words or as JSON."""
    if as_json:
        click.echo(json.dumps(trainer.as_dict()))
        return
    click.echo(f"Score for {trainer.drill.name}")
    for line in score_lines(trainer, saved_scores()):
        click.echo(f"  {line}")
