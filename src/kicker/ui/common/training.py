"""Sentences of the trainer, and the files of its scores; the same at the prompt, in the terminal and in the browser."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Final

from kicker import stopping
from kicker.cards import number_text, parse_cards
from kicker.errors import FileError, KickerError
from kicker.training import Choice, Drill, Grade, Question, SolutionDrill, SolvedHand, Trainer
from kicker.ui.common.home import hold_file, home_folder, write_whole
from kicker.ui.common.output import writing

MOST_SHOWN: Final = 6
"""The number of choices in the table after an answer; a draw has more."""
_PATIENCE = 4.0  # seconds to wait for another window that is counting an answer
_SEATS: Final = {
    "UTG": "under the gun",
    "HJ": "in the hijack",
    "CO": "in the cutoff",
    "BTN": "on the button",
    "SB": "in the small blind",
    "BB": "in the big blind",
}
_VERDICTS: Final = {
    "best": "Best",
    "good": "Good",
    "inaccuracy": "Inaccuracy",
    "mistake": "Mistake",
    "blunder": "Blunder",
}
_KINDS_OF_DRILLS: Final = {
    "pushfold": "all tables of push or fold",
    "preflop": "all preflop charts",
    "discard": "all discards",
    "solution": "all solved spots",
}


# --- questions -------------------------------------------------------------------------------------------------------


def situation(question: Question) -> str:
    """Return the situation besides the cards: `You are in the small blind with 10 bb. Everyone has folded.`"""
    scene = question.scene
    if question.exchanges:
        return f"Five-card draw: discard up to {_most_discards(question)} cards."
    if question.street == "preflop":
        if scene.stacks:
            return _at_table(question)
        before = (
            f"{scene.raiser} {'shoves' if scene.to_call else 'raises'}." if scene.raiser else "Everyone has folded."
        )
        return f"You are {_SEATS[question.seat]} with {amount(scene.stack, question)}. {before}"
    seat = "out of position" if question.seat == "OOP" else "in position"
    words = f"You are {seat}. Pot {amount(question.pot, question)}, {amount(scene.stack, question)} behind"
    words += f", {amount(scene.to_call, question)} to call." if scene.to_call else "."
    return f"{words} So far: {', '.join(scene.line)}." if scene.line else words


def _at_table(question: Question) -> str:
    """Return the situation at a table of push or fold: the stacks, the prizes, and who is all in."""
    scene = question.scene
    seat = _SEATS.get(question.seat, f"under the gun {question.seat.removeprefix('UTG')}")
    words = f"You are {seat} with {number_text(scene.stack)} bb"
    if len({stack for _, stack in scene.stacks}) == 1:
        words += f"; all {len(scene.stacks)} players have the same stack."
    else:
        words += f". Stacks: {', '.join(f'{name} {number_text(stack)}' for name, stack in scene.stacks)} bb."
    if scene.payouts:
        words += f" Prizes: {', '.join(map(number_text, scene.payouts))}."
    if not scene.shoved:
        first = question.seat == scene.stacks[0][0]
        return f"{words} {'You act first.' if first else 'Everyone before you has folded.'}"
    shover, *callers = scene.shoved
    return f"{words} {shover} shoves{''.join(f', {name} calls' for name in callers)}."


def amount(number: float, question: Question) -> str:
    """Return a value of a question: `2.50 bb`, `120`, `61.2%`."""
    if question.unit == "prizes":
        return f"{number + 0.0:.2%} of the prizes"
    if question.unit == "pot":
        return f"{number:.1%}"
    near = round(number, 2) + 0.0  # not -0.0
    text = f"{near:.2f}".rstrip("0").rstrip(".") if near == number else f"{near:.2f}"
    return f"{text} bb"


def choice_words(choice: Choice, question: Question) -> str:
    """A choice as players say it: `fold`, `bet 60% (120)`."""
    return f"{choice.size} ({amount(choice.chips, question)})" if choice.size else choice.name


def read_answer(question: Question, text: str) -> str:
    """Return the name of the choice that a person means: its name, its number, or its first letter if that is
    unique."""
    said = " ".join(text.lower().split())
    names = [choice.name for choice in question.choices]
    if question.exchanges:
        return _read_discards(question, said)
    for choice in question.choices:
        if said and said in (choice.name, choice.size, choice_words(choice, question)):
            return choice.name
    if said.isdecimal() and 1 <= int(said) <= len(names):
        return names[int(said) - 1]
    starting = [name for name in names if name[0] == said]
    if len(starting) == 1:
        return starting[0]
    raise KickerError(f"answer with {answer_words(question)}", "answer")


def answer_words(question: Question) -> str:
    """Return the possible answers with their keys: `f fold, s shove`."""
    if question.exchanges:
        return "the cards to discard, like 9s 3d, their places, like 2 4, or 0 to stand pat"
    return ", ".join(f"{key} {name}" for key, name in answer_keys(question).items())


def answer_keys(question: Question) -> dict[str, str]:
    """Return a key for each choice: its first letter, or its number if two begin alike."""
    letters = [choice.name[0] for choice in question.choices]
    keys = [letter if letters.count(letter) == 1 else str(number) for number, letter in enumerate(letters, 1)]
    return {key: choice_words(choice, question) for key, choice in zip(keys, question.choices, strict=True)}


def _read_discards(question: Question, said: str) -> str:
    if said in ("0", "stand pat", "pat"):
        return "stand pat"
    places = said.replace(",", " ").split()
    if places and all(place.isdecimal() and len(place) == 1 for place in places):
        chosen = [question.hand[int(place) - 1] for place in places if 1 <= int(place) <= len(question.hand)]
    else:
        chosen = list(parse_cards(said))
    for choice in question.choices:
        if choice.name != "stand pat" and set(parse_cards(choice.name)) == set(chosen) and chosen:
            return choice.name
    raise KickerError(f"answer with {answer_words(question)}, at most {_most_discards(question)} cards", "answer")


def _most_discards(question: Question) -> int:
    return max(len(parse_cards(choice.name)) for choice in question.choices if choice.name != "stand pat")


# --- answers ---------------------------------------------------------------------------------------------------------


def verdict_words(question: Question, grade: Grade) -> str:
    """`Mistake, too tight: fold costs 0.21 bb.`"""
    word, chosen = _VERDICTS[grade.verdict], choice_words(grade.choice, question)
    if grade.verdict == "best":
        return f"{word}: {chosen}."
    slip = f", {grade.slip}" if grade.slip else ""
    if grade.cost is None:
        return f"{word}{slip}: the chart answers {chosen} {grade.choice.frequency:.0%} of the time."
    of_pot = " of the pot" if question.unit == "pot" else ""
    return f"{word}{slip}: {chosen} costs {amount(grade.cost, question)}{of_pot}."


def shown_choices(question: Question, grade: Grade) -> list[Choice]:
    """Return the choices to list after an answer: all of them, or the best few and the player's."""
    if len(question.choices) <= MOST_SHOWN:
        return list(question.choices)
    best = sorted(question.choices, key=lambda choice: -(choice.value or 0.0))[:MOST_SHOWN]
    return best if grade.choice in best else [*best[:-1], grade.choice]


def choice_lines(question: Question, grade: Grade) -> Iterator[tuple[str, str, str]]:
    """Words, frequency and value of each listed choice."""
    for choice in shown_choices(question, grade):
        value = "" if choice.value is None else amount(choice.value, question)
        yield choice_words(choice, question), "" if question.exchanges else f"{choice.frequency:.0%}", value


def result_words(hand: SolvedHand, question: Question) -> str:
    """Describe the end of a whole hand, after the opponent's cards: `You won 12.50 bb.`"""
    result = hand.result() or 0.0
    return f"You {'won' if result >= 0 else 'lost'} {amount(abs(result), question)}."


def score_lines(trainer: Trainer, saved: Iterable[object] = ()) -> list[str]:
    """Return the score in words: totals, streets, kinds of mistakes, and the sum with the other drills of its kind
    among all that are saved."""
    score, unit = trainer.score, trainer.drill.unit
    if not score.answers:
        return ["no answers yet"]
    lines = [_score_line("total", (score.answers, score.right, score.cost), unit)]
    if len(score.streets) > 1:
        lines += [_score_line(street, numbers, unit) for street, numbers in score.streets.items()]
    if score.slips:
        lines.append("mistakes: " + ", ".join(f"{slip} {number}" for slip, number in score.slips.most_common()))
    everything = trainer.with_others(saved)
    if everything.answers > score.answers:
        name = _KINDS_OF_DRILLS[trainer.drill.name.split()[0]]
        lines.append(_score_line(name, (everything.answers, everything.right, everything.cost), unit))
    return lines


def unit_words(drill: Drill) -> str:
    """Return a sentence on the big blind of a solved spot, which has chips only; nothing for other drills."""
    if not isinstance(drill, SolutionDrill):
        return ""
    words = f"A big blind is {number_text(drill.big_blind)} chip{'' if drill.big_blind == 1 else 's'}"
    return f"{words}, a tenth of the pot, because the spot does not give it." if drill.assumed else f"{words}."


def _score_line(name: str, numbers: tuple[int, int, float], unit: str) -> str:
    answers, right, cost = numbers
    words = f"{name}: {right} of {answers} right ({right / answers:.0%})"
    per = {
        "bb": f"{cost / answers:.2f} bb",
        "pot": f"{cost / answers:.1%} of the pot",
        "prizes": f"{cost / answers:.2%} of the prizes",
    }
    return f"{words}, average cost {per[unit]}" if cost else words


# --- saving ----------------------------------------------------------------------------------------------------------


def score_file(drill: Drill) -> Path:
    """Return the file of a drill's score and reviews in the user's folder."""
    return home_folder() / "training" / f"{re.sub(r'[^a-z0-9.]+', '-', drill.name.lower()).strip('-')}.json"


def saved_scores() -> list[object]:
    """Return the saved scores of all drills; files that cannot be read are left out."""
    found: list[object] = []
    for path in sorted((home_folder() / "training").glob("*.json")):
        with suppress(OSError, ValueError):
            found.append(json.loads(path.read_text(encoding="utf-8")))
    return found


def load_trainer(drill: Drill, seed: int | None = None, kind: type[Trainer] = Trainer) -> Trainer:
    """Return the trainer of a drill with its saved score; a new one if there is none."""
    path = score_file(drill)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return kind(drill, seed)
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"cannot read {str(path)!r}: {error}", "missing") from error
    try:
        return kind.from_dict(drill, json.loads(text), seed)
    except (ValueError, RecursionError) as error:  # KickerError is a ValueError, and so is an error of the JSON reader
        raise FileError(f"{str(path)!r} is damaged; delete it to start again", "save") from error


def answer_and_keep(trainer: Trainer, question: Question, name: str, now: float) -> Grade:
    """Grade an answer and add it to the saved score, which another window may have changed meanwhile."""
    path = score_file(trainer.drill)
    with _held(path.parent):
        trainer.adopt(load_trainer(trainer.drill, kind=type(trainer)))
        grade = trainer.answer(question, name, now)
        write_whole(path, json.dumps(trainer.as_dict()))
    return grade


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Lock the folder of scores while an answer is counted."""
    deadline = time.monotonic() + _PATIENCE
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    while True:
        stopping.check()
        with writing(folder):
            try:
                lock = hold_file(folder / "lock")
                break
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    message = f"{str(folder)!r} is in use by another kicker; answer again when that is done"
                    raise FileError(message, "write") from None
        time.sleep(stopping.LOOK / 10)
    with lock or nullcontext():
        yield
