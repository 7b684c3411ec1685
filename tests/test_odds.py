"""Equity: known values, a slow twin on random spots, sampling within its error, and bad questions."""

import threading
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kicker import preflop
from kicker.cards import DECK, Card, parse_cards
from kicker.combos import BY_EQUITY, CLASSES, COMBOS, class_combos, combo_index
from kicker.errors import HandError, KickerError, RangeError
from kicker.hands import Hand, evaluate
from kicker.odds import Equity, equity
from kicker.ranges import Range

Shares = list[tuple[float, float, float]]


def slow(players: list[Range], board: list[Card], dead: list[Card]) -> Shares:
    """Win, tie and equity by going through every combination and every board: the obvious way."""
    totals = [[0.0, 0.0, 0.0] for _ in players]
    everything = 0.0
    for choice in product(*(list(player) for player in players)):
        cards = [card for combo, _ in choice for card in combo]
        if len({*cards, *board, *dead}) < len(cards) + len(board) + len(dead):
            continue
        weight = 1.0
        for _, chance in choice:
            weight *= chance
        left = [card for card in DECK if card not in cards and card not in board and card not in dead]
        for more in combinations(left, 5 - len(board)):
            strengths = [evaluate([*combo, *board, *more]) for combo, _ in choice]
            best = [place for place, strength in enumerate(strengths) if strength == max(strengths)]
            everything += weight
            for place in best:
                totals[place][0 if len(best) == 1 else 1] += weight
                totals[place][2] += weight / len(best)
    return [(win / everything, tie / everything, share / everything) for win, tie, share in totals]


def shares(result: Equity) -> Shares:
    return [(player.win, player.tie, player.equity) for player in result.players]


def same(found: Shares, expected: Shares) -> bool:
    return all(one == pytest.approx(two, abs=1e-12) for one, two in zip(found, expected, strict=True))


# --- known values ----------------------------------------------------------------------------------------------------


def test_aces_against_kings_over_all_suits() -> None:
    wins = ties = boards = 0
    for one, two in product(class_combos("AA"), class_combos("KK")):
        won, tied = preflop.matchup(*COMBOS[one], *COMBOS[two])
        wins, ties, boards = wins + won, ties + tied, boards + preflop.BOARDS
    assert (wins, boards - wins - ties, ties) == (50_371_344, 10_986_372, 285_228)


@pytest.mark.parametrize("table", [True, False])
def test_one_match_up(table: bool) -> None:
    result = equity(["AsAh", "KsKh"], table=table)
    assert result.exact
    assert result.trials == 1_712_304
    assert result.players[0].win * 1_712_304 == pytest.approx(1_410_336)
    assert result.players[0].tie * 1_712_304 == pytest.approx(9_308)
    assert (result.method == "table") is table


@pytest.mark.req("R004-32")
@pytest.mark.parametrize(
    ("hand", "board", "win", "tie"),
    [
        ("AsAh", "", 0.849319, 0.005436),
        ("AsKs", "", 0.662196, 0.016500),
        ("7s2h", "", 0.317103, 0.057467),
        ("2s2h", "", 0.493852, 0.018977),
        ("JsTs", "9s8s2d", 0.704487, 0.010208),
        ("AsKd", "Ah7c2s2d", 0.881489, 0.010892),
        ("3c2d", "AsKsQsJsTs", 0, 1),
    ],
)
def test_against_a_random_hand(hand: str, board: str, win: float, tie: float) -> None:
    result = equity([hand, "random"], board)
    assert result.exact
    assert result.players[0].win == pytest.approx(win, abs=1e-6)
    assert result.players[0].tie == pytest.approx(tie, abs=1e-6)
    sampled = equity([hand, "random"], board, trials=100_000, seed=5)
    assert not sampled.exact
    assert sampled.trials == 100_000
    assert abs(sampled.players[0].equity - result.players[0].equity) <= 4 * sampled.players[0].error + 1e-12
    assert sampled.players[0].error < 0.0016


def test_the_order_of_classes_is_that_of_their_equity() -> None:
    rows = preflop.against([1.0] * len(COMBOS))

    def share(name: str) -> float:
        places = class_combos(name)
        return sum(rows[place][0] + rows[place][1] / 2 for place in places) / sum(rows[place][2] for place in places)

    assert sorted(CLASSES, key=share, reverse=True) == list(BY_EQUITY)


# --- against the slow twin -------------------------------------------------------------------------------------------


@st.composite
def spots(draw: st.DrawFn) -> tuple[list[list[Card]], list[Card], list[Card]]:
    """Two to four hands, three to five cards on the board, up to three dead ones."""
    players, on_board, gone = draw(st.integers(2, 4)), draw(st.integers(3, 5)), draw(st.integers(0, 3))
    size = 2 * players + on_board + gone
    # Few ranks and suits, so that ties, flushes and full houses are common.
    pool = draw(st.sampled_from([DECK, DECK[:28], DECK[24:], [card for card in DECK if card.suit in "hs"]]))
    cards = draw(st.lists(st.sampled_from(list(pool)), min_size=size, max_size=size, unique=True))
    hands = [cards[2 * player : 2 * player + 2] for player in range(players)]
    rest = cards[2 * players :]
    return hands, rest[:on_board], rest[on_board:]


@settings(max_examples=60)
@given(spots())
def test_given_hands(spot: tuple[list[list[Card]], list[Card], list[Card]]) -> None:
    hands, board, dead = spot
    result = equity(hands, board, dead)
    assert result.exact
    expected = slow([Range("".join(map(str, hand))) for hand in hands], board, dead)
    assert same(shares(result), expected)
    # All ways to give a hand come to the same.
    assert shares(equity([" ".join(map(str, hand)) for hand in hands], board, dead)) == shares(result)
    assert shares(equity([Hand(hand) for hand in hands], board, dead)) == shares(result)


def test_a_turn_before_the_flop_by_the_slow_way() -> None:
    """One spot with two cards on the board, where three are to come: 15,180 boards."""
    players = [Range("AsKs"), Range("QhJh")]
    board = parse_cards("Qs 7s")
    assert same(shares(equity(["AsKs", "QhJh"], board)), slow(players, board, []))


@pytest.mark.parametrize(
    ("texts", "board", "dead"),
    [
        (["QQ+,AKs", "JJ,AQs,KQs:0.25"], "Qs 7h 2c 3s", ""),
        (["AA:0.5,KK", "AK"], "As Kd 4c 4d", "Kh"),
        (["AhKh", "QQ-JJ,T9s"], "Qs Jh Th", ""),
        (["22,33", "22,33,44:0.1"], "2s 3h 9c Td", ""),
        (["AsAh:0.3,AcAd", "AsAh,KsKh"], "2s 3h 9c", ""),
        (["random", "AsAd"], "2s 3h 9c Td Jd", "Ah"),
    ],
)
def test_two_ranges(texts: list[str], board: str, dead: str) -> None:
    result = equity(texts, board, dead)
    assert result.exact
    assert same(shares(result), slow([Range(text) for text in texts], parse_cards(board), parse_cards(dead)))
    assert same(shares(equity(texts, board, dead, threads=3, exact=True)), shares(result))


@pytest.mark.parametrize(
    ("texts", "board"),
    [
        (["AA", "KK", "QQ"], "As Kd 4c 4d"),
        (["AA,KK:0.5", "KK", "AK"], "2s 7d 9c Jh"),
        (["AhKh", "AK", "AK"], "2s 7d 9c Jh 3h"),
    ],
)
def test_three_ranges(texts: list[str], board: str) -> None:
    result = equity(texts, board)
    assert result.exact
    assert same(shares(result), slow([Range(text) for text in texts], parse_cards(board), []))


def test_ranges_before_the_flop_come_from_the_table() -> None:
    first, second = Range("AhKd,QsQd:0.5"), Range("7c7d,AsAc:0.25")
    result = equity([first, second])
    assert result.method == "table"
    won = total = 0.0
    for (one, weight), (two, other) in product(first, second):
        wins, ties = preflop.matchup(*one, *two)
        won += weight * other * (wins + ties / 2)
        total += weight * other * preflop.BOARDS
    assert result.players[0].equity == pytest.approx(won / total)
    assert result.players[1].equity == pytest.approx(1 - won / total)
    counted = equity([first, second], table=False, exact=True)
    assert same(shares(counted), shares(result))


@given(st.sets(st.sampled_from(DECK), min_size=4, max_size=4))
@settings(max_examples=30)
def test_the_table_agrees_with_counting(cards: set[Card]) -> None:
    one, two, three, four = cards
    assert same(shares(equity([[one, two], [three, four]])), shares(equity([[one, two], [three, four]], table=False)))


@pytest.mark.long
def test_the_whole_table_counted_again() -> None:
    assert preflop.table_file().read_bytes() == preflop.build()


def test_match_ups_turned_round() -> None:
    one, two, three, four = parse_cards("As Kd 7c 7d")
    wins, ties = preflop.matchup(one, two, three, four)
    losses, same_ties = preflop.matchup(three, four, one, two)
    assert (wins + losses + ties, ties) == (preflop.BOARDS, same_ties)
    assert preflop.matchup(two, one, four, three) == (wins, ties)
    with pytest.raises(KickerError, match="share a card"):
        preflop.matchup(one, two, one, three)


# --- sampling --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "board", "dead"),
    [
        (["AsAh", "KsKh"], "", ""),
        (["AsAh", "random"], "", ""),
        (["QQ+,AKs", "22+,A2s+:0.5"], "", ""),
        (["QQ+,AKs", "random"], "Qs 7h 2c", ""),
        (["AA:0.5,KK", "AK"], "As Kd 4c", "Kh"),
        (["AsAh:0.3,AcAd", "AsAh,KsKh"], "2s 3h 9c", ""),
        (["AA", "KK", "QQ"], "", ""),
        (["AhKh", "AK", "random"], "2s 7d 9c Jh 3h", ""),
    ],
)
def test_samples_lie_within_their_error(texts: list[str], board: str, dead: str) -> None:
    exact = equity(texts, board, dead) if "random" not in texts[2:] else None
    sampled = equity(texts, board, dead, trials=300_000, seed=11)
    expected = exact.players if exact else equity(texts, board, dead, trials=3_000_000, seed=99).players
    for found, true in zip(sampled.players, expected, strict=True):
        assert abs(found.equity - true.equity) <= 4 * sqrt_sum(found.error, true.error)
        assert abs(found.win - true.win) < 0.005
        assert abs(found.tie - true.tie) < 0.005


def sqrt_sum(*errors: float) -> float:
    return float(sum(error**2 for error in errors) ** 0.5)


@pytest.mark.parametrize("trials", [1, 1000, 16_384, 50_001, 700_000])
def test_results_do_not_depend_on_the_number_of_threads(trials: int) -> None:
    players = ["AhKh", "QQ+,AK", "random"]
    alone = equity(players, trials=trials, seed=3, threads=1)
    assert alone.trials == trials
    for threads in (2, 5, None):
        assert equity(players, trials=trials, seed=3, threads=threads) == alone
    assert equity(players, trials=trials, seed=4, threads=1) != alone


def test_until_the_error_is_small_enough() -> None:
    result = equity(["AhKh", "QQ+", "random"], error=0.0005, seed=1)
    assert max(player.error for player in result.players) <= 0.0005
    assert equity(["AhKh", "QQ+", "random"], error=0.0005, seed=1, threads=1) == result
    assert not equity(["AhKh", "QsQd"], error=0.01).exact


def test_until_the_time_is_up() -> None:
    result = equity(["AhKh", "QQ+", "random"], seconds=0.05)
    assert not result.exact
    assert result.trials > 0


def test_progress_and_cancellation() -> None:
    seen: list[int] = []
    threads: list[int] = []

    def stop(so_far: Equity) -> None:
        seen.append(so_far.trials)
        if len(seen) == 3:
            raise InterruptedError

    for _ in range(2):  # threads that are left would be more the second time
        seen.clear()
        with pytest.raises(InterruptedError):
            equity(["AhKh", "random"], trials=10**12, progress=stop)
        assert seen == sorted(seen)
        threads.append(threading.active_count())
    assert threads[1] <= threads[0]


def test_an_exact_count_on_its_way_is_unfinished() -> None:
    seen: list[Equity] = []
    result = equity(["QQ+, AKs", "22+, A2s+"], "2c 7d Jh", progress=seen.append)
    assert seen
    assert all(so_far.method == "counting" and not so_far.exact for so_far in seen)
    assert (result.method, result.exact) == ("counted", True)
    sampled: list[Equity] = []
    equity(["AhKh", "random"], trials=100_000, progress=sampled.append)
    assert "counting" not in {so_far.method for so_far in sampled}


def test_ten_players_share_everything() -> None:
    result = equity(["random"] * 10, trials=200_000, seed=2)
    assert sum(player.equity for player in result.players) == pytest.approx(1)
    for player in result.players:
        assert player.equity == pytest.approx(0.1, abs=4 * player.error)
    board = equity([f"{rank}c{rank}d" for rank in "23456789TJ"], "As Ks Qs Js Ts")
    assert board.exact
    assert [player.tie for player in board.players] == [1.0] * 10
    assert [player.equity for player in board.players] == pytest.approx([0.1] * 10)


@pytest.mark.parametrize("players", [["QQ+,AK"] * 5, ["AA", "AA", "KK", "KK", "QQ", "QQ"], ["QQ+"] * 6])
def test_narrow_ranges_in_each_others_way_are_dealt_all_the_same(players: list[str]) -> None:
    result = equity(players, trials=2_000, seed=1)
    assert result.trials == 2_000
    assert sum(player.equity for player in result.players) == pytest.approx(1)
    assert result == equity(players, trials=2_000, seed=1, threads=1)


def test_few_deals_are_never_certain() -> None:
    assert equity(["AsKs", "2c2d"], "Qs Js Ts", trials=1).players[0].error > 0.1
    assert 0 < equity(["AsKs", "2c2d"], "Qs Js Ts", trials=100_000).players[0].error < 1e-4


def test_shares_that_are_nothing_are_nothing() -> None:
    result = equity(["AsKs:0.3,AsQs:0.7", "2c2d:0.1,3c3d:0.6"], "Ts Js 9h 8s 4s", exact=True, table=False)
    assert [player.win for player in result.players] == [1.0, 0.0]
    assert equity(["AsAh:1e-200", "KsKh:1e-200"]).players[0].equity == pytest.approx(0.826366, abs=1e-6)


def test_numbers_of_numpy_will_do() -> None:
    expected = equity(["AsAh", "KsKh"], [0, 5, 9], [1, 2], trials=100)
    found = equity([np.array([51, 50]), "KsKh"], np.array([0, 5, 9]), np.array([1, 2]), trials=np.int64(100))  # type: ignore[arg-type]
    assert found == expected


def test_it_says_what_it_did() -> None:
    assert equity(["AA", "KK", "random"]).text == "1,000,000 random deals, seed 0"
    assert equity(["AsAh", "KsKh"], "2c 3c 4d").text == "exact, all 990 boards"
    assert equity(["AA", "KK"], "2c 3c 4d").exact
    assert not equity(["AA", "KK"], "2c 3c 4d", exact=False).exact


# --- bad questions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "board", "dead", "says"),
    [
        (["AsAh"], "", "", "give two to ten players"),
        ([], "", "", "give two to ten players"),
        (["AsAh"] + ["random"] * 10, "", "", "give two to ten players: a table has 10 seats"),
        (["AsAh", "AsKd"], "", "", "As is in two places"),
        (["AsAh", "KsKd"], "As 2c 3c", "", "As is in two places"),
        (["AsAh", "KsKd"], "2c 3c 4c", "Kd", "Kd is in two places"),
        (["AsAh", "KsKd"], "2c 2c 4c", "", "2c is in two places"),
        (["AsAh", "KsKd"], "2c 3c 4c 5c 6c 7c", "", "has 6 cards"),
        (["AsAs", "KsKd"], "", "", "As appears twice"),
        (["AsAh", [1]], "", "", "has 1 card"),
        (["AsAh", "AKx"], "", "", "cannot read 'AKx'"),
        (["AsAh", "AA"], "Ac Ad 2c", "", "no combination of 'AA' is left"),
        (["AsAh", ""], "", "", "the range '' is empty"),
        ("AsAh KsKh", "", "", "players must be a list like ['AsAh', 'QQ+'], not"),
        (None, "", "", "players must be a list like ['AsAh', 'QQ+'], not"),
        (["AsAh", "AsKd,AhKd"], "", "", "is left: known cards block them all"),
        (["AA", "AA", "AA"], "2c 3c 4c 5d", "", "cannot be dealt together"),
        (["AsKs,AsQs", "AsKs,AsJs"], "2c 3c 4c", "", "cannot be dealt together"),
        (["AsAh", "KsKd"], "", DECK[:44], "44 dead cards"),
    ],
)
def test_bad_questions_get_one_sentence(players: list[object], board: str, dead: object, says: str) -> None:
    for options in ({}, {"trials": 1000}):
        with pytest.raises(KickerError) as caught:
            equity(players, board, dead, **options)  # type: ignore[arg-type]
        wanted = "could not be dealt together" if options and "dealt together" in says else says
        assert wanted in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"trials": 0},
        {"trials": -1},
        {"error": 0},
        {"seconds": 0},
        {"threads": 0},
        {"trials": 1e5},
        {"exact": True, "trials": 5},
    ],
)
def test_options_that_make_no_sense(options: dict[str, float]) -> None:
    with pytest.raises(HandError):
        equity(["AsAh", "KsKh"], "2c 3c 4c", **options)  # type: ignore[arg-type]


def test_a_range_error_is_still_one() -> None:
    with pytest.raises(RangeError):
        equity(["QQ+", "banana"])


def test_combinations_have_the_places_that_the_kernel_thinks() -> None:
    for place, (low, high) in enumerate(COMBOS):
        assert place == high * (high - 1) // 2 + low == combo_index(high, low)
