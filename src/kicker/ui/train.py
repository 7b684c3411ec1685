"""`kicker train`: decide, compare with the solution, and see mistakes again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import click

from kicker.errors import KickerError
from kicker.training import (
    ChartDrill,
    DiscardDrill,
    Drill,
    Grade,
    PushFoldDrill,
    Question,
    SolutionDrill,
    SolvedHand,
    Trainer,
)
from kicker.ui.common.prompt import InputEnded, ask
from kicker.ui.common.style import paint, paint_cards
from kicker.ui.common.training import (
    amount,
    answer_words,
    choice_lines,
    keep_trainer,
    load_trainer,
    read_answer,
    score_lines,
    situation,
    verdict_words,
)

DRILLS: Final = ("pushfold", "preflop", "discard")
_TAKES: Final = {
    "stack": ("pushfold", "preflop"),
    "ante": ("pushfold",),
    "max_draw": ("discard",),
    "seat": ("a solution",),
    "big_blind": ("a solution",),
    "whole_hands": ("a solution",),
}


@click.command()
@click.argument("drill", metavar="pushfold|preflop|discard|SOLUTION")
@click.option("--stack", type=click.FloatRange(1, 1000), help="Stack in big blinds: 10 for pushfold, 100 for preflop.")
@click.option("--ante", type=click.FloatRange(min=0), help="With pushfold: ante per player, in big blinds.")
@click.option("--max-draw", type=click.IntRange(1, 5), help="With discard: most cards to discard; 3 by default.")
@click.option("--seat", type=click.Choice(["oop", "ip"]), help="With a solution: decide for this player only.")
@click.option(
    "--big-blind",
    type=click.FloatRange(0, min_open=True),
    metavar="CHIPS",
    help="With a solution: count costs in big blinds.",
)
@click.option("--whole-hands", is_flag=True, help="With a solution: play whole hands against it.")
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
    """Train decisions against the solution.

    You decide, kicker says what the solution does and what your choice costs. Questions you get wrong come back after
    ten minutes, a day, three days, eight days and three weeks. The score is kept by drill. q leaves.

    \b
      kicker train pushfold --stack 8
      kicker train preflop
      kicker train discard
      kicker train river.kicker --seat oop
      kicker train river.kicker --whole-hands --questions 10
    """
    made = make_drill(drill, options)
    trainer = load_trainer(made, seed)
    if as_json and not score_only:
        raise KickerError("--json needs --score", "option")
    if score_only:
        show_score(trainer, as_json)
        return
    seat = None if options["seat"] is None else ("oop", "ip").index(str(options["seat"]))
    if isinstance(made, SolutionDrill) and options["whole_hands"]:
        dice = Random(seed)
        play_on(trainer, questions, lambda: play_hand(trainer, made, dice, seat))
    else:
        play_on(trainer, questions, lambda: ask_question(trainer))


def make_drill(name: str, options: dict[str, float | str | bool | None]) -> Drill:
    """The drill that the arguments name; options of other drills are refused."""
    kind = name if name in DRILLS else "a solution"
    for option, takers in _TAKES.items():
        if options[option] not in (None, False) and kind not in takers:
            flag = f"--{option.replace('_', '-')}"
            raise KickerError(f"{flag} works with {' or '.join(takers)}, not with {name}", "option")
    stack, ante = options["stack"], options["ante"]
    if kind == "pushfold":
        return PushFoldDrill(float(stack or 10), float(ante or 0))
    if kind == "preflop":
        return ChartDrill(float(stack or 100))
    if kind == "discard":
        return DiscardDrill(int(options["max_draw"] or 3))
    from kicker.solver import load_solution

    if not Path(name).exists():
        raise KickerError(f"unknown drill {name!r}; choose {', '.join(DRILLS)} or name a solution file", "drill")
    seat = None if options["seat"] is None else ("oop", "ip").index(str(options["seat"]))
    big_blind = options["big_blind"]
    return SolutionDrill(
        load_solution(name), Path(name).name, seat=seat, big_blind=None if big_blind is None else float(big_blind)
    )


def play_on(trainer: Trainer, count: int | None, once: Callable[[], bool]) -> None:
    """Ask until the person leaves or `count` is reached; then print the score."""
    done = 0
    try:
        while (count is None or done < count) and once():
            done += 1
    except InputEnded:
        pass
    finally:
        show_score(trainer, False)


def ask_question(trainer: Trainer) -> bool:
    """One question and its answer; False if the person leaves."""
    question = trainer.next(time.time())
    show_question(question)
    answer = ask_answer(question)
    if answer is None:
        return False
    show_grade(question, trainer.answer(question, answer, time.time()))
    keep_trainer(trainer)
    return True


def play_hand(trainer: Trainer, drill: SolutionDrill, dice: Random, seat: int | None) -> bool:
    """A whole hand against the solution; False if the person leaves."""
    hand = SolvedHand(drill, dice, dice.randrange(2) if seat is None else seat)
    question = hand.question()
    last = question
    while question is not None:
        show_question(question)
        answer = ask_answer(question)
        if answer is None:
            return False
        grade = hand.answer(answer)
        show_grade(question, grade)
        trainer.count(question, grade, time.time())
        keep_trainer(trainer)
        last, question = question, hand.question()
    if last is not None:
        show_result(hand, last)
    return True


def ask_answer(question: Question) -> str | None:
    """The name of a choice; None if the person leaves."""
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
    rows = list(choice_lines(question, grade))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        marks = "*" if row[0] == grade.choice.name else " "
        click.echo(f"  {marks} {row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}".rstrip())
    click.echo()


def show_result(hand: SolvedHand, question: Question) -> None:
    """How a whole hand ended."""
    result = hand.result() or 0.0
    other = paint_cards(hand.hands[1 - hand.seat])
    board = paint_cards(hand.board)
    verb = "won" if result >= 0 else "lost"
    click.echo(f"Board {board}. The opponent had {other}. You {verb} {amount(abs(result), question)}.")
    click.echo()


def show_score(trainer: Trainer, as_json: bool) -> None:
    """The score, in words or as JSON."""
    if as_json:
        click.echo(json.dumps(trainer.as_dict()))
        return
    click.echo(f"Score for {trainer.drill.name}")
    for line in score_lines(trainer.score, trainer.drill.unit):
        click.echo(f"  {line}")
