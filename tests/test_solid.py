"""The default opponent: its charts, how it solves a street, how it reads, and that simple tricks do not beat it."""

import json
from bisect import bisect_left, bisect_right
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import exploiters
from kicker._kernels.board_ranks import rank_boards, spread_kinds
from kicker._kernels.street import solve_street
from kicker.cards import Card, parse_cards
from kicker.combos import CLASSES, COMBOS, combo_index
from kicker.games import CALL, CHECK, FOLD, Rules, State, holdem, raise_to
from kicker.hands import evaluate
from kicker.match import Match, play_match
from kicker.players import make_bot
from kicker.players.boards import HandGroups, best_of, board_outlook, equity_of, sort_hands
from kicker.players.characters import Gambler, Novice, Rock
from kicker.players.charting import chart, combos_of_classes
from kicker.players.charts import DEPTHS, ChartSpot, chart_file, class_numbers, frequencies, nearest_depth, spots_behind
from kicker.players.preflop_play import _share_against_all, shove_equilibrium
from kicker.players.public_ranges import choices, course_of, read
from kicker.players.situation import Choice, Situation
from kicker.players.solid import Solid, _after_flop
from kicker.players.street_solver import SCALES, Limits, Scene, solve, tree_of
from kicker.players.words import hand_words
from kicker.pushfold import push_or_fold
from kicker.ranges import Range
from kicker.table import play_deal, shuffled
from tests.conftest import Run


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


def share(row: np.ndarray) -> float:
    """How many of all combinations a row of frequencies stands for."""
    return float(combos_of_classes() @ row)


# --- charts ----------------------------------------------------------------------------------------------------------


def test_the_charts_are_small_and_whole() -> None:
    assert chart_file().stat().st_size < 300_000
    for depth in DEPTHS:
        for behind in range(10):
            for spot in spots_behind(behind):
                found = frequencies(depth, spot)
                assert (found.call + found.raising <= 1 + 2 / 15).all()


def test_the_charts_come_out_the_same_again() -> None:
    """Solving the smallest games again gives the numbers in the file, give or take a step for the processor."""
    for behind, depth in ((0, 100), (1, 20), (2, 9)):
        fresh = np.frombuffer(chart(behind, depth), dtype=np.uint8).reshape(-1, 2, len(CLASSES)) / 15
        for spot, rows in zip(spots_behind(behind), fresh, strict=True):
            stored = frequencies(depth, spot)
            different = np.abs(np.array([stored.call, stored.raising]) - rows) > 1.5 / 15
            assert different.mean() < 0.01, spot


def test_who_acts_later_opens_more_hands() -> None:
    opened = [share(frequencies(100, ChartSpot("open", behind, behind)).raising) for behind in range(9, 1, -1)]
    assert opened == sorted(opened)
    assert 0.10 < opened[-4] < 0.22  # under the gun, six-handed
    assert 0.30 < opened[-1] < 0.50  # the button
    for depth in (20, 60, 200):
        first, last = (frequencies(depth, ChartSpot("open", behind, behind)).raises for behind in (5, 2))
        assert first["AA"] == last["AA"] == 1
        assert first["72o"] == last["72o"] == 0
        assert first["A7o"] < last["A7o"]


def test_a_short_stack_shoves_about_as_the_exact_chart_does() -> None:
    """Heads-up the games of the charts at nine big blinds are those that `push_or_fold` solves exactly."""
    exact = push_or_fold(9)
    ours = frequencies(9, ChartSpot("open", 0, 0)).raising[class_numbers()]
    assert abs(ours.mean() - exact.push.share) < 0.03
    called = frequencies(9, ChartSpot("opened", 0, 0)).call[class_numbers()]
    assert abs(called.mean() - exact.call.share) < 0.03


def test_the_nearest_depth_is_that_of_the_nearest_ratio() -> None:
    assert [nearest_depth(stack) for stack in (0.1, 7, 10.5, 80, 140, 150, 5_000)] == [6, 6, 9, 100, 100, 200, 200]


# --- a street --------------------------------------------------------------------------------------------------------

NUTS, MIDDLE, AIR = 2, 1, 0
ORDER = np.arange(3)
THREE = HandGroups(
    np.zeros(1326, dtype=np.intp), 3, np.where(ORDER[:, None] > ORDER, 1.0, np.where(ORDER[:, None] == ORDER, 0.5, 0.0))
)


def test_bluffs_are_in_proportion() -> None:
    """The textbook: nuts or air against a hand between them, a bet of the pot. One bluff for two value bets."""
    scene = Scene(100, 0, 100, 100, True, True, True, Limits(100.0, fixed=True, most=1))
    solved = solve(scene, THREE, np.array([1.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), 4_000)
    assert [option.kind for option in solved.options] == ["check", "raise"]
    assert solved.chances[1, NUTS] > 0.99
    assert abs(solved.chances[1, AIR] - 0.5) < 0.02
    assert abs(solved.values[:, AIR]).max() < 1  # a bluff is worth nothing, and so is giving up
    assert abs(solved.values[1, NUTS] - 150) < 1


def test_a_bet_is_called_as_often_as_its_price_asks() -> None:
    """The other side: half the hands that beat a bluff call a pot-sized bet."""
    scene = Scene(200, 100, 100, 0, True, True, True, Limits(100.0, most=0))
    bets = np.array([0.5, 0.0, 1.0])
    solved = solve(scene, THREE, np.array([0.0, 1.0, 0.0]), bets, 4_000)
    assert [option.kind for option in solved.options] == ["fold", "call"]
    assert abs(solved.values[1, MIDDLE]) < 1  # it makes no difference
    better = solve(scene, THREE, np.array([0.0, 1.0, 0.0]), np.array([0.6, 0.0, 1.0]))
    assert better.chances[1, MIDDLE] > 0.95
    worse = solve(scene, THREE, np.array([0.0, 1.0, 0.0]), np.array([0.4, 0.0, 1.0]))
    assert worse.chances[1, MIDDLE] < 0.05


def test_sizes_are_legal() -> None:
    deep = tree_of(Scene(60, 0, 1000, 1000, False, False, False, Limits(10)))
    assert [option.by for option in deep.options if option.kind == "raise"] == [20, 40, 60]
    short = tree_of(Scene(60, 0, 50, 1000, False, False, False, Limits(10)))
    assert [option.by for option in short.options if option.kind == "raise"] == [20, 50]
    pot = tree_of(Scene(60, 20, 1000, 1000, False, False, False, Limits(20, pot=True), 1, (500,)))
    assert max(option.by for option in pot.options) <= 80
    fixed = tree_of(Scene(60, 20, 1000, 1000, False, False, False, Limits(20, fixed=True, most=1), 1))
    assert [option.by for option in fixed.options] == [0, 0, 20]
    assert all(option.kind != "raise" for option in tree_of(Scene(60, 20, 20, 0, True, True, True, Limits(20))).options)


def test_the_kernel_refuses_what_leads_outside() -> None:
    tree = np.array([0, 1, 2, 0, 3, 0, 0, 0, 2, 0, 0, 0], dtype=np.intc)
    chips, shares, weights = np.ones(9), np.full(18, 0.5), np.ones(6)
    room = [np.zeros(9), np.zeros(9), np.zeros(36)]
    solve_street(3, tree, chips, shares, weights, 5, *room)
    assert room[0][3:].sum() == pytest.approx(3)
    bad = [
        (0, tree, chips, shares, weights, 5, *room),
        (129, tree, chips, shares, weights, 5, *room),
        (3, tree[:-1], chips, shares, weights, 5, *room),
        (3, tree, chips[:-1], shares, weights, 5, *room),
        (3, tree, chips, shares[:-1], weights, 5, *room),
        (3, tree, chips, shares, weights[:-1], 5, *room),
        *((3, tree, chips, shares, weights, 5, *(row[:-1] if row is short else row for row in room)) for short in room),
    ]
    for place, value in ((0, 5), (1, 0), (1, 2), (2, 0), (2, 3), (3, 1), (3, -1)):
        wrong = tree.copy()
        wrong[place] = value
        bad.append((3, wrong, chips, shares, weights, 5, *room))
    wrong = tree.copy()
    wrong[7] = 256  # there are at most as many tables as nodes
    bad.append((3, wrong, chips, np.full(18 * 257, 0.5), weights, 5, *room))
    for arguments in bad:
        with pytest.raises(ValueError, match=r"\w"):
            solve_street(*arguments)  # type: ignore[arg-type]


# --- boards ----------------------------------------------------------------------------------------------------------


def test_ranks_on_boards_are_those_of_the_evaluator() -> None:
    board = np.array([[int(card) for card in parse_cards("As Kd 7h 7c 2s")]], dtype=np.uint8)
    ranks, held = np.empty((1, 1326)), np.empty((1, 1326), dtype=np.uint8)
    rank_boards(board, ranks, held)
    strengths = {
        place: int(evaluate([*pair, *parse_cards("As Kd 7h 7c 2s")]))
        for place, pair in enumerate(COMBOS)
        if not set(pair) & set(parse_cards("As Kd 7h 7c 2s"))
    }
    assert [place for place in range(1326) if held[0, place]] == sorted(strengths)
    values = sorted(strengths.values())
    for place, strength in list(strengths.items())[::50]:
        below, to = bisect_left(values, strength), bisect_right(values, strength)
        assert ranks[0, place] == pytest.approx((below + to) / 2 / len(values))


def test_kernels_of_boards_refuse_what_leads_outside() -> None:
    ranks, held = np.zeros((1, 1326)), np.zeros((1, 1326), dtype=np.uint8)
    mass, table = np.ones(1326), np.zeros((1, 2, 24))
    for board in ([[0, 1, 2, 3, 52]], [[0, 1, 2, 3, 3]], [[0, 1, 2, 3]], [[0, 1, 2, 3, 4], [0, 1, 2, 3, 4]]):
        with pytest.raises(ValueError, match=r"board|places"):
            rank_boards(np.array(board, dtype=np.uint8), ranks, held)
    with pytest.raises(ValueError, match="combinations"):
        rank_boards(np.array([[0, 1, 2, 3, 4]], dtype=np.uint8), np.zeros((1, 10)), held)
    for kinds in (np.full(1326, 2), np.full(1326, -1), np.zeros(5, dtype=np.intp)):
        with pytest.raises(ValueError, match=r"kind|places"):
            spread_kinds(kinds.astype(np.intp), ranks, held, mass, table)
    with pytest.raises(ValueError, match="level"):
        spread_kinds(np.zeros(1326, dtype=np.intp), ranks, held, mass, np.zeros((1, 2, 0)))


def test_equities_are_those_of_the_hands() -> None:
    board = cards("Ks 8d 3c 2h 9s")
    weights = np.array(Range("AA, 77").weights)
    assert equity_of(combo_index(*cards("Kd Qd")), board, weights) == pytest.approx(0.5)
    assert equity_of(combo_index(*cards("Ad Qd")), (), np.array(Range("KK").weights)) == pytest.approx(0.318, abs=0.001)
    drawing = equity_of(combo_index(*cards("Qs Js")), cards("Ks 8s 3c 2h"), np.array(Range("KK").weights))
    assert 0.1 < drawing < 0.25


def test_kinds_keep_the_order_of_hands() -> None:
    for text in ("Ks 8d 3c", "Ks 8d 3c 2h", "Ks 8d 3c 2h 9s"):
        board = cards(text)
        hands = sort_hands(board, np.ones(1326))
        best, worst = (hands.kinds[combo_index(*cards(two))] for two in ("Kd Kc", "7h 6c"))
        assert hands.equities[best, worst] > 0.9
        assert np.allclose(hands.equities + hands.equities.T, 1)
        assert hands.gathered(board_outlook(board).free.astype(float)).sum() == board_outlook(board).free.sum()


def test_several_opponents_are_taken_for_the_best_of_them() -> None:
    board = cards("Ks 8d 3c 2h 9s")
    everything = board_outlook(board).free.astype(float)
    hand = combo_index(*cards("Kd Tc"))
    one, two, three = (equity_of(hand, board, best_of(board, [everything] * count)) for count in (1, 2, 3))
    assert one > two > three
    assert two == pytest.approx(one**2, abs=0.03)
    assert three == pytest.approx(one**3, abs=0.04)


# --- reading ---------------------------------------------------------------------------------------------------------


def dealt(hands: list[str], board: str, stack: int = 10_000, rules: Rules | None = None) -> State:
    """A deal in which the seats hold these hands; seat 0 has the button."""
    rules = rules or holdem((50, 100))
    parsed = [parse_cards(hand) for hand in hands]
    order = [*range(1, len(hands)), 0]
    deck = [parsed[seat][place] for place in (0, 1) for seat in order] + parse_cards(board)
    deck += [card for card in shuffled(3, 3) if card not in deck]
    return rules.start(deck, [stack] * len(hands), 0)[0]


def played(state: State, *actions: object) -> State:
    for action in actions:
        state, _ = state.apply(raise_to(action) if isinstance(action, int) else action)  # type: ignore[arg-type]
    return state


def test_what_is_read_does_not_depend_on_anybodys_cards() -> None:
    line = (250, 1000, CALL, CHECK, 700)
    courses = {
        course_of(played(dealt(hands, "2c 7d 9s 4h 3d"), *line).view(seat))
        for hands in (["Js Jh", "As Ah"], ["Kd Qd", "8c 8h"])
        for seat in (0, 1)
    }
    assert len(courses) == 1


def test_a_raise_narrows_a_range_to_better_hands() -> None:
    def equity(*line: object) -> float:
        state = played(dealt(["Js Jh", "As Ah"], "2c 7d 9s 4h 3d"), *line)
        return equity_of(combo_index(*cards("Js Jh")), (), read(course_of(state.view(0))).weights[1])

    assert equity(250) > 0.76
    assert equity(250) > equity(250, 1000) > equity(250, 1000, 2300, 10_000)


def test_chips_are_followed_as_the_rules_count_them() -> None:
    for deal in range(12):
        rules = holdem((5, 10), ante=deal % 3)
        state, _ = rules.start(shuffled(7, deal), [400, 30, 1000, 200], deal % 4)
        bots = [make_bot("random", f"{deal}/{seat}") for seat in range(4)]
        while state.to_act is not None:
            view = state.view(state.to_act)
            situation = Situation.begin(view.rules, view.order, view.start_stacks)
            for event in course_of(view).events:
                situation = situation.after(event)
            assert (situation.pot, situation.stacks, situation.bets) == (view.pot, view.stacks, view.bets)
            assert min(situation.owed(state.to_act), view.stacks[state.to_act]) == view.options.call_amount
            state, _ = state.apply(bots[state.to_act].act(view))


# --- what it does ----------------------------------------------------------------------------------------------------


def decision(state: State, seed: int = 1) -> str:
    bot = make_bot("solid", seed)
    return bot.act(state.view(state.to_act)).kind


def test_sizes_differ_from_board_to_board_and_are_chips_that_people_bet() -> None:
    """The board decides, so neither a hand nor the dice can be told from a size."""
    found = set()
    for turn in range(24):
        board = " ".join(map(str, [card for card in shuffled("sizes", turn) if str(card)[0] not in "A9"][:5]))
        state = played(dealt(["As Ah", "9h 9c"], board, 40_000), 2_400, CALL)
        assert state.to_act is not None
        view = state.view(state.to_act)
        bets = [choice.to for choice in choices(course_of(view), state.to_act) if choice.kind == "raise"]
        assert all(to % 100 == 0 for to in bets if to >= 1_000)
        found.add(tuple(bets))
    assert len(found) == len(SCALES)
    assert not any(4_800 in bets for bets in found)  # exactly the pot


def test_it_plays_the_nuts_and_gives_up_the_worst() -> None:
    state = dealt(["7s 2h", "As Ah"], "Ac Ad Kd 9s 4h")
    assert decision(state) == "fold"
    raised = played(state, 250)
    assert decision(raised) == "raise"
    river = played(raised, CALL, CHECK, CHECK, CHECK, CHECK)
    assert len(river.board) == 5
    assert {decision(played(river, 9_750), seed) for seed in range(5)} == {"fold"}


def test_it_folds_what_cannot_beat_a_shove_and_calls_with_what_can() -> None:
    for hand, kind in (("Qd 5d", "fold"), ("8c 7c", "fold"), ("As Ah", "call"), ("Kd Kc", "call")):
        assert decision(played(dealt(["Js Jh", hand], ""), 10_000)) == kind


def held(state: State, kind: str, hand: str) -> float:
    """How often the seat to act would do this with a hand."""
    seat = state.to_act
    assert seat is not None
    found = {choice.kind: choice for choice in choices(course_of(state.view(seat)), seat)}
    return float(found[kind].chance[combo_index(*cards(hand))])


def test_small_pairs_fold_to_three_raises_that_others_made() -> None:
    """Charts of who made the second raise say nothing about somebody who only called the first."""
    fourth = played(dealt(["7s 2h", "7h 7d", "9s 2d", "Js Jh", "3s 3h", "Ah Kh"], ""), 250, CALL, FOLD, FOLD, 1250)
    fourth = played(fourth, FOLD, 2900)
    assert fourth.to_act == 4
    assert held(fourth, "call", "3s 3h") == held(fourth, "raise", "3s 3h") == 0
    assert held(fourth, "fold", "As Ad") == 0


def test_nobody_raises_again_with_a_hand_that_would_never_have_come_so_far() -> None:
    third = played(dealt(["7s 2h", "7h 7d", "9s 2d", "Js Jh", "3s 3h", "Ah Kh"], ""), 250, 800)
    assert {held(third, "raise", hand) for hand in ("7s 2h", "9s 4d", "Js 3d")} == {0.0}
    assert held(third, "raise", "As Ad") > 0.5
    opener = played(third, FOLD, FOLD, FOLD, FOLD)
    assert opener.to_act == 3
    assert {held(opener, "raise", hand) for hand in ("7s 2h", "9s 4d", "Jd 3d")} == {0.0}


@pytest.mark.parametrize("stack", [10, 40, 100])
def test_a_shove_is_answered_by_the_equilibrium_however_deep(stack: int) -> None:
    """The same game as that of `push_or_fold`, solved for the ranges of the moment."""
    everything = np.ones(1326)
    found = shove_equilibrium(1.5, stack - 0.5, stack - 1, everything, everything)
    assert abs(share(found) - push_or_fold(stack).call.share) < 0.005
    shoved = played(dealt(["Js Jh", "Qd 5d"], "", 100 * stack), 100 * stack)
    answer = {choice.kind: choice for choice in choices(course_of(shoved.view(1)), 1)}
    assert abs(answer["call"].chance.mean() - push_or_fold(stack).call.share) < 0.01


@pytest.mark.parametrize("pots", [0.5, 1, 3, 8])
def test_no_size_of_bet_wins_by_folds_alone(pots: float) -> None:
    """On the river about as many hands fold as make a bluff without a chance break even, whatever is bet."""
    river = played(dealt(["Js Jh", "8c 7c"], "2c 9d Kh 4s 5d", 20_000), 250, CALL, CHECK, CHECK, CHECK, CHECK)
    bet = played(river, round(500 * pots))
    seat = bet.to_act
    assert seat is not None
    found = {choice.kind: choice for choice in choices(course_of(bet.view(seat)), seat)}
    held = read(course_of(bet.view(seat))).weights[seat]
    folds = float(found["fold"].chance @ held) / float(held.sum())
    assert folds == pytest.approx(pots / (1 + pots), abs=0.12)


def test_it_shoves_or_folds_with_a_short_stack_by_the_exact_chart() -> None:
    for ante in (0, 10):
        rules = holdem((50, 100), ante=ante)
        state = dealt(["As Ah", "Kd 2c"], "", 800, rules)
        found = {choice.kind: choice for choice in choices(course_of(state.view(0)), 0)}
        exact = push_or_fold(8, ante / 100)
        assert np.allclose(found["raise"].chance, exact.push.weights)
        assert found["raise"].to == 800 - ante
        shoved = played(state, 800 - ante)
        found = {choice.kind: choice for choice in choices(course_of(shoved.view(1)), 1)}
        assert np.allclose(found["call"].chance, exact.call.weights)


@pytest.mark.parametrize(("ante", "dead_antes"), [(0, ()), (10, ()), (0, (0, 100))])
def test_blinds_that_are_left_alone_play_the_exact_chart_at_any_table(ante: int, dead_antes: tuple[int, ...]) -> None:
    """Four have folded: their antes are dead money, which makes shoving and calling worth more."""
    rules = replace(holdem((50, 100), ante=ante), dead_antes=dead_antes)
    state, _ = rules.start(shuffled(3, 3), [800 + sum(dead_antes)] * 6, 5)
    for _ in range(4):
        state, _ = state.apply(FOLD)
    small, dead = state.to_act, (4 * ante + sum(dead_antes)) / 100
    assert small is not None
    exact = push_or_fold(8, ante / 100, dead)
    found = {choice.kind: choice for choice in choices(course_of(state.view(small)), small)}
    if not dead_antes:
        assert np.allclose(found["raise"].chance, exact.push.weights)
    shoved, _ = state.apply(raise_to(state.options.max_raise_to))
    big = shoved.to_act
    assert big is not None
    found = {choice.kind: choice for choice in choices(course_of(shoved.view(big)), big)}
    assert np.allclose(found["call"].chance, exact.call.weights)
    assert exact.push.share >= push_or_fold(8, ante / 100).push.share


def test_many_who_all_seem_to_hold_the_best_hands_are_not_believed() -> None:
    """Against one who is read for aces alone, kings are far behind; against five of them they are well ahead."""
    aces = np.array(Range("AA").weights) + 0.001
    kings = CLASSES.index("KK")
    one, five = (_share_against_all([aces] * count)[kings] for count in (1, 5))
    assert one < 0.4
    assert 0.3 < five < 0.55  # 43% against five random hands


def test_it_says_why_in_words() -> None:
    bot = make_bot("solid", 3)
    state = dealt(["As Kd", "9h 8h"], "Kc 8c 3d 5s 2h")
    bot.act(state.view(0))
    assert bot.reasons.text == "ace-king offsuit; worth a raise on the button"  # type: ignore[attr-defined]
    state = played(state, 250, CALL, CHECK)
    texts = set()
    for seed in range(12):
        bot = make_bot("solid", seed)
        bot.act(state.view(0))
        texts.add(bot.reasons.text)  # type: ignore[attr-defined]
    assert any(text.startswith("top pair, good kicker; bets ") for text in texts)
    assert all("worse" in text for text in texts if "for value" in text)


def test_a_poor_reader_says_what_it_believes() -> None:
    """Its equity in words is that against the hands it expects, which are weaker than those a good reader expects."""
    state = played(dealt(["Js Ts", "As 7c", "Kd 9d"], "Qh Th Ad 3c"), 400, CALL, CALL, CHECK, CHECK, 1_000)
    equities = []
    for name in ("solid", "regular", "novice"):
        bot = make_bot(name, 1)
        bot.act(state.view(state.to_act))
        equities.append(bot.reasons.equity)  # type: ignore[attr-defined]
    assert equities == sorted(equities)
    assert equities[-1] > equities[0] + 0.05


@pytest.mark.parametrize(("hand", "equity", "beats_calls", "said"), [
    ("Ah Kc", 0.8, True, "bets half the pot for value; most of what calls is worse"),
    ("Ah 3d", 0.7, False, "bets half the pot for value and to charge draws"),
    ("Ad 3d", 0.6, True, "bets half the pot as a semi-bluff; they may fold, and it may still improve"),
    ("Jc Th", 0.2, False, "bets half the pot as a bluff; better hands may fold"),
    ("Ah Kc", 0.2, False, "bets half the pot to make hands fold that could still win"),
    ("Kd Td", 0.5, False, "bets half the pot to make hands fold that could still win"),
])  # fmt: skip
def test_bets_are_called_what_they_are(hand: str, equity: float, beats_calls: bool, said: str) -> None:
    """A draw alone never bets for value, and top pair never bluffs, whatever the others are taken to hold."""
    board = "As 8d 6d" if "A" in hand and hand != "Ad 3d" else "Ks 8d 6d"
    view = played(dealt([hand, "9h 9c"], f"{board} 5s 2h"), 250, CALL, CHECK).view(0)
    assert _after_flop(view, raise_to(250), equity, None, beats_calls, last=True) == said


@pytest.mark.parametrize(("equity", "last", "said"), [
    (0.8, False, "checks and waits for a bet"),
    (0.8, True, "checks; hardly anything worse would call"),
    (0.5, True, "checks to get to a showdown cheaply"),
    (0.1, True, "checks and gives up"),
])  # fmt: skip
def test_a_check_that_ends_the_hand_waits_for_nothing(equity: float, last: bool, said: str) -> None:
    view = played(dealt(["Qc Jd", "9h 9c"], "As 8d 6d 5s 2h"), 250, CALL, CHECK, CHECK, CHECK, CHECK, CHECK).view(0)
    assert _after_flop(view, CHECK, equity, None, beats_calls=False, last=last) == said


@pytest.mark.parametrize(("hand", "streets", "sound", "does"), [
    ("4c 3h", 3, (0.0, 0.5, 0.5), (0.925, 0.0, 0.075)),
    ("Qh Qc", 1, (0.06, 0.04, 0.9), (0.06, 0.49, 0.45)),
])  # fmt: skip
def test_what_a_beginner_does_not_do(
    hand: str, streets: int, sound: tuple[float, ...], does: tuple[float, ...]
) -> None:
    """A call that is far from worth its price becomes a fold, not a raise; a set that is not raised is called with."""
    state = played(dealt([hand, "9c 9d"], "As Kd Qs Js 8h"), 250, CALL, *[CHECK] * (2 * streets - 2), 500)
    choices_now = tuple(
        Choice(kind, to, np.full(len(COMBOS), part))
        for (kind, to), part in zip((("fold", 0), ("call", 0), ("raise", 3000)), sound, strict=True)
    )
    assert Novice(3)._chances(state.view(0), choices_now) == pytest.approx(does)


def chances_of(kind: type[Solid], state: State) -> dict[str, float]:
    """How often a character takes each kind of action with the cards of the seat to act; `all in` stands by itself."""
    assert state.to_act is not None
    view, found = state.view(state.to_act), dict.fromkeys(("fold", "check", "call", "raise", "all in"), 0.0)
    manner = kind.manner
    options = choices(course_of(view), state.to_act, manner=manner)
    for choice, chance in zip(options, kind(1)._chances(view, options), strict=True):
        found["all in" if choice.to == view.options.max_raise_to else choice.kind] += chance
    return found


def test_a_tight_player_does_not_limp() -> None:
    for hand in ("As Ah", "Ks Qs", "9s 9h", "7s 2h"):
        opening = chances_of(Rock, dealt([hand, "Ac Kc", "8c 7c"], ""))
        assert opening["call"] == 0
    assert chances_of(Rock, dealt(["As Ah", "Ac Kc", "8c 7c"], ""))["raise"] == 1


def test_nobody_checks_a_strong_hand_when_that_ends_it() -> None:
    line = (250, CALL, CHECK, CHECK, CHECK, CHECK, CHECK)
    state = played(dealt(["As Kd", "9h 8h"], "Kc Kh 3d 5s 2h"), *line)
    assert len(state.board) == 5
    assert chances_of(Novice, state)["check"] == pytest.approx(chances_of(Solid, state)["check"], abs=0.2)
    assert chances_of(Novice, state)["check"] < 0.3


def test_a_gambler_does_not_bluff_off_its_stack_more_than_others() -> None:
    """More bets with nothing, but no more shoves."""
    river = played(dealt(["Js Ts", "8c 7c"], "2c 9d Kh 4s 5d", 1_500), 250, CALL, CHECK, CHECK, CHECK, CHECK, CHECK)
    view = river.view(0)
    shares = {"check": 0.6, "raise": 0.2, "all in": 0.2}
    found = tuple(
        Choice(kind.replace("all in", "raise"), to, np.full(len(COMBOS), part))
        for (kind, part), to in zip(shares.items(), (0, 300, view.options.max_raise_to), strict=True)
    )
    assert Gambler(1)._chances(view, found) == pytest.approx((0.4185, 0.442, 0.1395))


@pytest.mark.parametrize(("hand", "board", "words"), [
    ("As Kd", "", "ace-king offsuit"),
    ("6s 6d", "", "a pair of sixes"),
    ("As Kd", "Kc 8h 3d", "top pair, good kicker"),
    ("Ks 4d", "Kc 8h 3d", "top pair, weak kicker"),
    ("8s 4d", "Kc 8h 3d", "second pair"),
    ("As Ad", "Kc 8h 3d", "an overpair"),
    ("8s 8d", "Kc 8h 3d", "a set"),
    ("Ks 8d", "Kc 8h 3d", "two pair"),
    ("8s 4d", "8c 8h 3d", "trips"),
    ("9h 8h", "7h 6c 2h", "a straight draw and a flush draw"),
    ("4c 2d", "7d 6c 5h 9d", "a gutshot"),
    ("Jh Ts", "9c 7d 2h", "two overcards"),
    ("Ah 4s", "9c 7d 2h 3s Ks", "ace high"),
    ("5h 4s", "9c 7d 2h Js Ks", "nothing"),
    ("5h 4s", "9c 9d 2h 2s Ks", "only what the board has"),
    ("Ah 9s", "9c 9d 2h 2s Ks", "a full house"),
])  # fmt: skip
def test_hands_in_words(hand: str, board: str, words: str) -> None:
    said = hand_words(cards(hand), cards(board))
    assert said == words or (words == "two overcards" and "gutshot" in said)


@pytest.mark.parametrize("betting", ["no-limit", "pot-limit", "fixed-limit"])
def test_it_plays_every_betting_structure_to_the_end(betting: str) -> None:
    rules = holdem((5, 10), betting=betting)  # type: ignore[arg-type]
    for seats in (2, 3, 6, 10):
        bots = [make_bot("solid", seat) for seat in range(seats)]
        for deal in range(3):
            state = play_deal(rules.start(shuffled(seats, deal), [1000] * seats, deal % seats)[0], bots)
            assert sum(state.payoffs) == 0


def test_it_folds_to_no_free_check() -> None:
    state = played(dealt(["7s 2h", "8d 3c"], ""), CALL)
    bot = make_bot("solid", 1)
    assert bot.act(state.view(1)) != FOLD


# --- exploiters ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [exploiters.Folder, exploiters.Stealer], ids=lambda kind: kind.__name__)
def test_simple_tricks_lose(kind: type) -> None:
    solid, _ = play_match(Match(["solid", kind], seed=11, session_hands=100), hands=100).scores
    assert solid.bb100 > 20


@pytest.mark.long
@pytest.mark.parametrize("kind", exploiters.ALL, ids=lambda kind: kind.__name__)
def test_no_exploiter_wins(kind: type) -> None:
    solid, _ = play_match(Match(["solid", kind], seed=11), hands=4_000, workers=2).scores
    assert solid.interval is not None
    assert solid.interval[0] > -10


# --- the command -----------------------------------------------------------------------------------------------------


def test_charts_are_shown(kicker: Run) -> None:
    shown = kicker("bots", "--chart", "btn").stdout.decode()
    assert shown.startswith("BTN, folded to you, 100 big blinds\nraises ")
    assert "AKs" in shown
    answer = kicker("bots", "--chart", "BB", "--against", "BTN", "--stack", "22", "--json")
    record = json.loads(answer.stdout)
    assert (record["position"], record["against"], record["stack"]) == ("BB", "BTN", 20)
    assert Range(record["call"]).share > 0.2


@pytest.mark.parametrize(("options", "message"), [
    (["--chart", "BB"], "BB acts last and cannot open; add --against with the position that raised"),
    (["--chart", "UTG", "--against", "BTN"], "UTG acts before BTN; --against must be an earlier position"),
    (["--stack", "20"], "--against and --stack need --chart"),
])  # fmt: skip
def test_charts_that_there_are_not(kicker: Run, options: list[str], message: str) -> None:
    result = kicker("bots", *options)
    assert result.returncode != 0
    assert message in result.stderr.decode()
