"""The trainer: drills, grades, scores, reviews, and whole hands against a solution."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from random import Random

import pytest

from kicker import equity, icm
from kicker.cards import parse_cards
from kicker.combos import CLASSES, COMBOS, class_of, combo_index
from kicker.discards import best_discard
from kicker.errors import KickerError
from kicker.pushfold import best_call, best_push, call_gains, push_gains, push_or_fold
from kicker.ranges import Range
from kicker.solver import Solution, Spot, solve
from kicker.training import (
    ChartDrill,
    DiscardDrill,
    Drill,
    PushFoldDrill,
    SolutionDrill,
    SolvedHand,
    TableDrill,
    Trainer,
    WholeHands,
)
from kicker.training.questions import Choice, Question, Scene, Unit, grade_answer
from kicker.training.sessions import PAUSES
from kicker.ui.common.training import answer_words, read_answer, score_lines, situation, unit_words, verdict_words


@pytest.fixture(scope="module")
def turn() -> Solution:
    spot = Spot("QQ+,AKs,76s", "TT-88,AQs,KQs", "Td9d6hQc", pot=200, stack=500, turn_bet="60%", river_bet="60%, a")
    return solve(spot, target=0.01, threads=1)


def asked(*choices: Choice, pot: float = 10.0) -> Question:
    return Question("d", "k", "river", "OOP", (), (), pot, "bb", choices, Scene())


# --- grades ----------------------------------------------------------------------------------------------------------

FOLD, CALL = Choice("fold", "fold", 0.0, 0.0), Choice("call", "stay", 0.7, 3.0)
SMALL, LARGE = Choice("raise 40", "raise", 0.2, 2.8), Choice("raise 90", "raise", 0.1, 1.5)


@pytest.mark.parametrize(
    ("name", "verdict", "cost", "slip"),
    [
        ("call", "best", 0.0, None),
        ("raise 40", "good", 0.2, None),  # an inaccuracy by value, but the solution plays it often
        ("raise 90", "blunder", 1.5, "too aggressive"),
        ("fold", "blunder", 3.0, "too tight"),
    ],
)
def test_answers_are_graded_by_what_they_cost(name: str, verdict: str, cost: float, slip: str | None) -> None:
    grade = grade_answer(asked(FOLD, CALL, SMALL, LARGE), name)
    assert (grade.verdict, grade.slip, grade.right) == (verdict, slip, verdict in ("best", "good"))
    assert grade.cost == pytest.approx(cost)
    assert grade.best == CALL


def test_kinds_of_mistakes() -> None:
    check, bet, more = (
        Choice("check", "stay", 0, 0.0),
        Choice("bet 5", "raise", 1, 5.0),
        Choice("bet 9", "raise", 0, 2.0),
    )
    assert grade_answer(asked(check, bet, more), "check").slip == "too passive"
    assert grade_answer(asked(check, bet, more), "bet 9").slip == "wrong size"
    assert (
        grade_answer(asked(Choice("fold", "fold", 1, 0.0), Choice("call", "stay", 0, -4.0)), "call").slip == "too loose"
    )


def test_without_values_the_frequency_decides() -> None:
    choices = (
        Choice("fold", "fold", 0.05, None),
        Choice("call", "stay", 0.15, None),
        Choice("raise", "raise", 0.8, None),
    )
    assert [grade_answer(asked(*choices), name).verdict for name in ("fold", "call", "raise")] == [
        "mistake",
        "good",
        "best",
    ]
    assert grade_answer(asked(*choices), "fold").cost is None


def test_an_unknown_answer_is_refused() -> None:
    with pytest.raises(KickerError, match=r"unknown answer 'cal' \(did you mean call\?\); choose from"):
        grade_answer(asked(FOLD, CALL), "cal")


# --- drills ----------------------------------------------------------------------------------------------------------


def test_gains_of_shoving_and_calling_are_those_of_the_best_answers() -> None:
    chart = push_or_fold(9, 0.1)
    gains = push_gains(9, chart.call, 0.1)
    pushed, value = best_push(9, chart.call, 0.1)
    assert [gain > 1e-9 for gain in gains] == [weight == 1 for weight in pushed.weights]
    assert value == pytest.approx(-0.6 + sum(max(0.0, gain) for gain in gains) / 1326)
    called, _ = best_call(9, chart.push, 0.1)
    assert [gain > 1e-9 for gain in call_gains(9, chart.push, 0.1)] == [weight == 1 for weight in called.weights]
    assert call_gains(9, "AhAs")[combo_index("Ah", "Kd")] == 0  # it meets 3 aces only: none of the range


def test_in_equilibrium_no_hand_of_push_or_fold_is_played_at_a_loss() -> None:
    drill = PushFoldDrill(10)
    dice = Random(1)
    for _ in range(100):
        question = drill.deal(dice)
        assert sum(choice.frequency for choice in question.choices) == pytest.approx(1)
        for choice in question.choices:
            if choice.frequency > 0.01:
                assert grade_answer(question, choice.name).cost == pytest.approx(0, abs=1e-4)


@pytest.fixture(scope="module")
def three() -> TableDrill:
    return TableDrill([8, 9, 10], 0.1)


def test_gains_of_calling_at_a_table_are_those_of_the_equity(three: TableDrill) -> None:
    """The small blind has folded: the big blind meets the button's range, counted hand by hand."""
    shoves = next(one for one in three.decisions if (one.seat, one.after) == ("BTN", ()))
    calls = next(one for one in three.decisions if (one.seat, one.after) == ("BB", ("BTN",)))
    shoved = Range.from_weights([shoves.frequencies[CLASSES.index(class_of(*combo))] for combo in COMBOS])
    won = 2 * 8 + 0.6  # both stacks of eight, and what the small blind posted
    for hand in ("AhKd", "9c9d", "Qs4s", "7h2c"):
        expected = won * equity([hand, shoved], exact=True).players[0].equity - (8 - 1.1)
        assert calls.gains[CLASSES.index(class_of(*parse_cards(hand)))] == pytest.approx(expected, abs=0.01)
    sb = next(one for one in three.decisions if (one.seat, one.after) == ("SB", ()))
    bb = next(one for one in three.decisions if (one.seat, one.after) == ("BB", ("SB",)))
    called = Range.from_weights([bb.frequencies[CLASSES.index(class_of(*combo))] for combo in COMBOS])
    gains = push_gains(9, called, 0.1)
    for hand in ("AhKd", "9c9d", "Qs4s", "7h2c"):  # heads-up, with the ante of the button in the pot
        mine = sb.gains[CLASSES.index(class_of(*parse_cards(hand)))]
        wins = 1 - sum(weight for combo, weight in called if not set(combo) & set(parse_cards(hand))) / 1225
        dead = 0.1 * (wins + (1 - wins) * equity([hand, called], exact=True).players[0].equity)
        assert mine == pytest.approx(gains[combo_index(*parse_cards(hand))] + dead, abs=0.02)


def test_a_table_with_prizes_costs_shares_of_them() -> None:
    drill = TableDrill([8, 9, 10], 0.0, [70, 30])
    calls = next(one for one in drill.decisions if (one.seat, one.after) == ("BB", ("SB",)))
    shoves = next(one for one in drill.decisions if (one.seat, one.after) == ("SB", ()))
    shoved = Range.from_weights([shoves.frequencies[CLASSES.index(class_of(*combo))] for combo in COMBOS])
    found = equity(["AhKd", shoved], exact=True).players[0]
    win, tie, lose = (icm(stacks, [70, 30])[2] / 100 for stacks in ([8, 0, 19], [8, 9, 10], [8, 18, 1]))
    expected = found.win * win + found.tie * tie + (1 - found.win - found.tie) * lose
    expected -= icm([8, 9.5 + 0.5, 9], [70, 30])[2] / 100
    question = drill.recall("BB/SB AhKd")
    assert (question.unit, question.choices[1].value) == ("prizes", calls.gains[CLASSES.index("AKo")])
    assert question.choices[1].value == pytest.approx(expected, abs=1e-3)
    assert question.pot == pytest.approx(10 / 27)
    words = verdict_words(question, grade_answer(question, "fold"))
    assert words.endswith("% of the prizes.")
    assert "Stacks: BTN 8, SB 9, BB 10 bb. Prizes: 70, 30. SB shoves." in situation(question)


def test_tables_of_push_or_fold(three: TableDrill) -> None:
    assert three.name == "pushfold 8-9-10bb ante 0.1"
    assert TableDrill([10] * 6).name == "pushfold 6x10bb"
    question = three.deal(Random(2))
    assert three.recall(question.key) == question
    assert three.recall("BB/BTN,SB AhKd").scene.shoved == ("BTN", "SB")
    seats = {three.deal(Random(seed)).seat for seed in range(30)}
    assert seats == {"BTN", "SB", "BB"}
    for key in ("BB AhKd", "UTG AhKd", "SB/BB AhKd", "BTN AhAh", "BTN x"):
        with pytest.raises(KickerError, match="is not a question of this drill"):
            three.recall(key)
    for stacks in ([10, 10], [10] * 11):
        with pytest.raises(KickerError, match=r"three to ten stacks|at most 10"):
            TableDrill(stacks)


def test_a_discard_question_lists_every_discard() -> None:
    question = DiscardDrill(3).recall("draw 4c9s4h3d2d")
    found = best_discard("4c9s4h3d2d")
    assert len(question.choices) == len(found) == 26
    assert grade_answer(question, "9s 3d 2d").verdict == "best"
    assert grade_answer(question, "stand pat").slip == "wrong cards"


def test_preflop_questions_follow_the_chart() -> None:
    drill = ChartDrill(100)
    assert grade_answer(drill.recall("BTN AhKd"), "raise").verdict == "best"
    assert grade_answer(drill.recall("UTG 7c2d"), "raise").slip == "too loose"
    assert [choice.name for choice in drill.recall("BB/BTN AhKd").choices] == ["fold", "call", "raise"]
    seats = {drill.deal(Random(seed)).seat for seed in range(60)}
    assert seats == {"UTG", "HJ", "CO", "BTN", "SB", "BB"}


@pytest.mark.parametrize("drill", [PushFoldDrill(10), ChartDrill(), DiscardDrill()], ids=lambda drill: drill.name)
@pytest.mark.parametrize("key", ["", "nonsense", "sb AhAh", "sb AhKdQc", "XX AhKd", "draw 2c"])
def test_keys_of_other_drills_are_refused(drill: Drill, key: str) -> None:
    with pytest.raises(KickerError, match="is not a question of this drill"):
        drill.recall(key)


@pytest.mark.parametrize("drill", [PushFoldDrill(10), ChartDrill(), DiscardDrill()], ids=lambda drill: drill.name)
def test_a_question_can_be_asked_again(drill: Drill) -> None:
    question = drill.deal(Random(3))
    assert drill.recall(question.key) == question
    assert drill.deal(Random(3)) == question


# --- solved spots ----------------------------------------------------------------------------------------------------


def test_values_of_actions_add_up_to_the_value_of_the_hand(turn: Solution) -> None:
    drill = SolutionDrill(turn, "turn", big_blind=1)
    for line in ("", "check", "bet 120", "check, check, 2s", "bet 120, call, 2s", "bet 120, call, 2s, check"):
        node = turn.at(line)
        for plan in node.plans(node.player)[::3]:
            if plan.weight <= 0:
                continue
            question = drill.question_at(node, node.player, plan.combo)
            mean = sum(choice.frequency * (choice.value or 0.0) for choice in question.choices)
            assert mean == pytest.approx(plan.value, abs=0.02), (line, plan.combo)
            folds = [choice.value for choice in question.choices if choice.kind == "fold"]
            assert folds == [pytest.approx(0.0, abs=1e-3)] * len(folds)


def test_questions_of_a_spot_can_be_asked_again_and_counted_in_big_blinds(turn: Solution) -> None:
    drill = SolutionDrill(turn, "turn", big_blind=20)
    for seed in range(5):
        question = drill.deal(Random(seed))
        again = drill.recall(question.key)
        assert (again.hand, again.board, again.choices) == (question.hand, question.board, question.choices)
        assert question.unit == "bb"
    assert drill.recall("0 AhKh").pot == 10
    for key in ("x", "0", "2 AhKh", "0 AhKh bet 7", "1 QcQd"):
        with pytest.raises(KickerError):
            drill.recall(key)


def test_bets_are_said_in_percent_with_the_chips_beside(turn: Solution) -> None:
    drill = SolutionDrill(turn, "turn")
    question = drill.recall("0 AhKh")
    assert answer_words(question) == "c check, b bet 60% (6 bb)"
    for text in ("b", "2", "bet 120", "bet 60%", "bet 60% (6 bb)"):
        assert read_answer(question, text) == "bet 120"
    with pytest.raises(KickerError, match="answer with c check, b bet"):
        read_answer(question, " ")
    assert verdict_words(question, grade_answer(question, "bet 120")).count("bet 60% (6 bb)") == 1
    assert drill.recall("0 AhKh check, bet 120").scene.line == ("check", "bet 60%")
    blinds = SolutionDrill(turn, "turn", big_blind=40).recall("0 AhKh")
    assert answer_words(blinds) == "c check, b bet 60% (3 bb)"


def test_the_spot_or_the_person_says_what_a_big_blind_is(turn: Solution) -> None:
    assumed = SolutionDrill(turn, "turn")
    assert (assumed.big_blind, assumed.assumed, assumed.name) == (20, True, "solution turn bb 20")
    assert unit_words(assumed) == "A big blind is 20 chips, a tenth of the pot, because the spot does not give it."
    told = SolutionDrill(solve(replace(turn.spot, big_blind=12.5), iterations=1), "told")
    assert unit_words(told) == "A big blind is 12.5 chips."
    assert told.recall("0 AhKh").pot == 16
    assert SolutionDrill(told.solution, "told", big_blind=1).recall("0 AhKh").pot == 200
    assert unit_words(PushFoldDrill(10)) == ""
    with pytest.raises(KickerError, match="big_blind must be a number from 0 to 1e"):
        replace(turn.spot, big_blind=-1)


def test_scores_of_all_solved_spots_add_up(turn: Solution) -> None:
    """Each drill has its own score; the sum is in big blinds, whatever the chips of the spots."""
    trainers = [Trainer(SolutionDrill(turn, title, big_blind=chips), seed=1) for title, chips in (("a", 20), ("b", 40))]
    for trainer in trainers:
        for _ in range(6):
            question = trainer.next(now=0)
            trainer.answer(question, question.choices[0].name, now=0)
    one, two = trainers
    assert one.score.cost == pytest.approx(2 * two.score.cost)
    saved: list[object] = [trainer.as_dict() for trainer in trainers]
    saved += [
        Trainer(PushFoldDrill(10)).as_dict() | {"answers": 9},
        {"drill": "solution old"},
        "damaged",
        None,
        {"drill": ""},
    ]
    total = one.with_others(saved)
    assert (total.answers, total.right) == (12, one.score.right + two.score.right)
    assert total.cost == pytest.approx(one.score.cost + two.score.cost)
    assert sum(answers for answers, _, _ in total.streets.values()) == 12
    assert sum(total.slips.values()) == 12 - total.right
    assert [line.startswith("all solved spots: ") for line in score_lines(one, saved)][-1]
    assert not any("solved" in line for line in score_lines(one, saved[:1]))


def test_one_seat_alone_is_asked(turn: Solution) -> None:
    drill = SolutionDrill(turn, "turn", seat=1)
    assert {drill.deal(Random(seed)).seat for seed in range(5)} == {"IP"}
    with pytest.raises(KickerError, match="seat must be 0, 1 or None"):
        SolutionDrill(turn, "turn", seat=2)


def test_whole_hands_win_what_the_solution_is_worth(turn: Solution) -> None:
    """Played as solved, hands win on average what the solver says, within the noise of 400 of them."""
    drill = SolutionDrill(turn, "turn", big_blind=1)
    dice = Random(5)
    results = []
    for _ in range(400):
        hand = SolvedHand(drill, dice, 0)
        assert not {*hand.hands[0]} & {*hand.hands[1]}
        while hand.question() is not None:
            hand.play_as_solved()
        result = hand.result()
        assert result is not None
        assert -500 <= result <= 700
        results.append(result)
    mean = sum(results) / len(results)
    error = (sum((result - mean) ** 2 for result in results) / len(results) ** 2) ** 0.5
    assert abs(mean - turn.values[0]) < 4 * error


def test_a_showdown_follows_the_order_of_the_spot() -> None:
    """With a short deck a flush beats a full house."""
    spot = Spot("AhKh", "8c8d", "Th8h6hTc7s", 100, 1, order="short-deck")
    for seat, won in ((0, 10), (1, 0)):
        hand = SolvedHand(SolutionDrill(solve(spot, iterations=1), "river"), Random(1), seat)
        while not hand.finished:
            hand.play("check")
        assert hand.result() == won


def test_an_answer_moves_the_hand_on(turn: Solution) -> None:
    hand = SolvedHand(SolutionDrill(turn, "turn"), Random(2), 0)
    question = hand.question()
    assert question is not None
    assert hand.result() is None
    grade = hand.answer("check")
    assert grade.choice.name == "check"
    while (question := hand.question()) is not None:
        hand.answer(question.choices[0].name)
    assert hand.result() is not None
    with pytest.raises(KickerError, match="the hand is finished"):
        hand.answer("check")


# --- sessions --------------------------------------------------------------------------------------------------------


class OneQuestion:
    """A drill whose only question has a right and a wrong answer."""

    name = "one"
    unit: Unit = "bb"

    def deal(self, dice: Random) -> Question:
        return Question("one", f"k{dice.random()}", "river", "", (), (), 10, "bb", (FOLD, CALL), Scene())

    def recall(self, key: str) -> Question:
        if key == "gone":
            raise KickerError("gone", "question")
        return Question("one", key, "river", "", (), (), 10, "bb", (FOLD, CALL), Scene())


def test_mistakes_come_back_until_they_are_gone() -> None:
    trainer = Trainer(OneQuestion(), seed=1)
    question, now = trainer.next(0), 0.0
    trainer.answer(question, "fold", now)
    assert trainer.next(PAUSES[0] - 1) != question
    for pause in PAUSES:
        now += pause
        assert trainer.next(now) == question
        assert trainer.waiting(now) == 1
        trainer.answer(question, "call", now)
    assert trainer.reviews == {}
    assert (trainer.score.answers, trainer.score.right, trainer.score.cost) == (6, 5, 3.0)
    assert trainer.score.streets == {"river": (6, 5, 3.0)}
    assert trainer.score.slips == {"too tight": 1}


def test_a_mistake_in_a_review_starts_again() -> None:
    trainer = Trainer(OneQuestion(), seed=1)
    question = trainer.next(0)
    trainer.answer(question, "fold", 0)
    trainer.answer(question, "call", 1000)
    trainer.answer(question, "fold", 2000)
    assert trainer.reviews[question.key].due == 2000 + PAUSES[0]


def test_a_session_is_kept_and_goes_on() -> None:
    trainer = Trainer(OneQuestion(), seed=1)
    trainer.answer(trainer.next(0), "fold", 0)
    again = Trainer.from_dict(OneQuestion(), trainer.as_dict())
    assert (again.score, again.reviews) == (trainer.score, trainer.reviews)
    saved = trainer.as_dict() | {"reviews": [["gone", 0, 0.0]]}
    assert Trainer.from_dict(OneQuestion(), saved).next(1).key != "gone"
    for damaged in (None, {}, trainer.as_dict() | {"drill": "other"}, trainer.as_dict() | {"reviews": [1]}):
        with pytest.raises(KickerError, match="saved"):
            Trainer.from_dict(OneQuestion(), damaged)


@pytest.mark.parametrize(
    "change",
    [
        {"answers": inf},
        {"answers": -1},
        {"right": 99},
        {"cost": nan},
        {"streets": "x"},
        {"streets": {"preflop": [0, 1, 0.0]}},
        {"streets": {"preflop": [1, inf, 0.0]}},
        {"slips": []},
        {"slips": {"too tight": inf}},
        {"reviews": [["k", 0, nan]]},
        {"reviews": [["k", inf, 0]]},
    ],
)
def test_a_damaged_score_is_refused(change: dict[str, object]) -> None:
    trainer = Trainer(OneQuestion(), seed=1)
    trainer.answer(trainer.next(0), "fold", 0)
    with pytest.raises(KickerError, match="the saved training score is damaged"):
        Trainer.from_dict(OneQuestion(), trainer.as_dict() | change)


def test_ranges_of_a_spot_decide_who_is_dealt_what(turn: Solution) -> None:
    drill = SolutionDrill(turn, "turn")
    dice = Random(9)
    seen = {hand.hands for hand in (SolvedHand(drill, dice, 0) for _ in range(30))}
    assert all(first in dict(Range("QQ+,AKs,76s")) for first, _ in seen)


def test_a_whole_hand_that_was_left_goes_on(turn: Solution) -> None:
    drill = SolutionDrill(turn, "turn", seat=0)
    trainer = WholeHands(drill, seed=3)
    while trainer.ended is not None or not (trainer.unfinished and trainer.unfinished["answers"]):
        question = trainer.next(0)
        trainer.answer(question, question.choices[0].name, 0)
    question, held = trainer.next(0), trainer.hand and trainer.hand.hands
    again = WholeHands.from_dict(drill, trainer.as_dict())
    assert (again.next(0), again.hand and again.hand.hands) == (question, held)
    single = Trainer.from_dict(drill, trainer.as_dict())
    assert single.as_dict()["hand"] == trainer.unfinished  # single decisions leave it alone
    with pytest.raises(KickerError, match="has gone on"):
        again.answer(drill.recall("0 AhKh") if question.key != "0 AhKh" else drill.recall("0 AdKd"), "check", 0)
    other = WholeHands.from_dict(SolutionDrill(turn, "turn", seat=1), trainer.as_dict())
    assert other.next(0).seat == "IP"  # a hand of the other seat is not played on
