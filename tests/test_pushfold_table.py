"""Shove or fold at a table: pots and prizes, two seats against the exact answer, and real deals against the model."""

from itertools import permutations

import numpy as np
import pytest

from kicker import equity, evaluate_many, icm, push_or_fold
from kicker.cards import DECK
from kicker.combos import CLASSES, class_combos
from kicker.errors import KickerError
from kicker.pots import split_pots
from kicker.pushfold_table import Game, Stakes, matchups, settled
from kicker.ranges import Range
from kicker.threeway import order_chances, sampled


def slow_icm(stacks: list[float], payouts: list[float]) -> list[float]:
    """Every order of finishing, one by one."""
    worth = [0.0] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = 1.0, sum(stacks)
        for seat in order:
            chance *= stacks[seat] / left if left else 1.0
            left -= stacks[seat]
        for prize, seat in zip(payouts, order, strict=False):
            worth[seat] += chance * prize
    return worth


@pytest.mark.parametrize(
    ("stacks", "payouts"),
    [([50, 30, 20], [50, 30, 20]), ([1, 2, 3, 4, 5, 6], [65, 25, 10]), ([7, 7, 1], [1]), ([3, 9], [70, 30])],
)
def test_stacks_are_worth_what_all_orders_of_finishing_say(stacks: list[float], payouts: list[float]) -> None:
    assert icm(stacks, payouts) == pytest.approx(slow_icm(stacks, payouts), abs=1e-9)
    assert sum(icm(stacks, payouts)) == pytest.approx(sum(payouts))


def test_whoever_is_broke_gets_what_is_left() -> None:
    assert icm([10, 0, 0], [50, 30, 20]) == pytest.approx((50, 25, 25))
    assert icm([5, 5, 0], [50, 30, 20]) == pytest.approx((40, 40, 20))


def test_chips_are_neither_made_nor_lost() -> None:
    stakes = Stakes((5.0, 12.0, 8.0, 3.0), 0.25, 0.5, None)
    for entered in [(0,), (0, 1), (1, 3), (0, 1, 2), (1, 2, 3)]:
        for order in permutations(entered):
            after = settled(stakes, entered, [(seat,) for seat in order])
            assert sum(after) == pytest.approx(sum(stakes.stacks) + stakes.dead)
            assert min(after) >= 0
    # The short stack wins the main pot from everybody, the second the side pot: antes and blinds are in the main pot.
    assert settled(stakes, (0, 1, 2), [(0,), (2,), (1,)]) == pytest.approx([5 * 3 + 1 + 0.25 + 0.5, 4.0, 6.0, 1.75])


def test_pots_are_those_of_the_engine() -> None:
    """Three all-in stacks and a blind that folded: the pots of `split_pots`, for every order."""
    stakes = Stakes((5.0, 12.0, 8.0, 3.0), 0.0, 0.0, None)
    found = split_pots([10, 24, 16, 2], folded=[3])  # half big blinds
    for order in permutations(range(3)):
        won = [found.returned.get(seat, 0) for seat in range(3)]
        for pot in found.pots:
            won[next(seat for seat in order if seat in pot.players)] += pot.amount
        after = settled(stakes, (0, 1, 2), [(seat,) for seat in order])
        assert [2 * stack for stack in after[:3]] == pytest.approx(won)


def test_two_seats_are_the_exact_answer() -> None:
    exact = push_or_fold(10, 0.1)
    table = push_or_fold([10, 14], 0.1)
    assert table.values[0] == pytest.approx(exact.value, abs=1e-9)
    assert (table.range("SB"), table.range("BB", "SB")) == (exact.push, exact.call)
    prizes = push_or_fold([10, 10], 0.1, payouts=[60, 40])
    assert prizes.values[0] == pytest.approx(exact.value * 20 / 20, abs=1e-9)
    assert prizes.range("SB") == exact.push


def test_the_solver_for_many_solves_two() -> None:
    """The same game without the exact solver: the same value, as near as its own measure says."""
    exact, game = push_or_fold(10), Game(Stakes((10.0, 10.0), 0.0, 0.0, None))
    strategy, gain = game.solve()
    values, gains = game.report(strategy)
    assert gain == pytest.approx(gains.sum())
    assert gain < 2e-4
    assert values[0] == pytest.approx(exact.value, abs=gain)
    # The exact strategies leave nothing to gain, and have the exact value.
    rows = np.array([list(found.class_weights().values()) for found in (exact.push, exact.call)])
    values, gains = game.report(rows)
    assert values[0] == pytest.approx(exact.value, abs=1e-9)
    assert gains.sum() < 1e-9


@pytest.fixture(scope="module")
def three() -> tuple[Game, np.ndarray]:
    """Three seats with ten big blinds, solved."""
    game = Game(Stakes((10.0, 10.0, 10.0), 0.0, 0.0, None))
    return game, game.solve()[0]


def test_nobody_gains_by_another_answer(three: tuple[Game, np.ndarray]) -> None:
    """Change single classes of single decisions: nobody wins more by more than the measure says."""
    game, strategy = three
    values, gains = game.report(strategy)
    dice = np.random.default_rng(5)
    for _ in range(8):
        place, name = int(dice.integers(len(game.keys))), int(dice.integers(169))
        seat, changed = game.keys[place][0], strategy.copy()
        changed[place, name] = 1 - changed[place, name].round()
        game.look_again(changed)
        assert game.report(changed)[0][seat] <= values[seat] + gains[seat] + 1e-9
    game.look_again(strategy)


def test_real_deals_say_the_same(three: tuple[Game, np.ndarray]) -> None:
    """Shoves of the button dealt from a real deck, all cards removed: within chance of what the model says."""
    game, strategy = three
    rows = {key: dict(zip(CLASSES, row, strict=True)) for key, row in zip(game.keys, strategy, strict=True)}
    dice = np.random.default_rng(3)
    for name in ("A8o", "JTs", "72o"):
        hand = [int(card) for card in _cards(name)]
        model = game.values(strategy)[game.keys.index((0, ())), CLASSES.index(name)]
        won = _shoves(hand, rows, dice, 4000)
        assert abs(won.mean() - model) < 4 * won.std() / len(won) ** 0.5 + 0.03


def _cards(name: str) -> tuple[int, int]:
    from kicker.combos import COMBOS

    one, two = COMBOS[class_combos(name)[0]]
    return int(one), int(two)


def _shoves(
    hand: list[int], rows: dict[tuple[int, tuple[int, ...]], dict[str, float]], dice: np.random.Generator, deals: int
) -> np.ndarray:
    """The winnings of a button shove with ten big blinds, deal by deal."""
    from kicker.combos import class_of

    rest = np.array([int(card) for card in DECK if int(card) not in hand])
    decks = np.array([dice.permutation(rest)[:9] for _ in range(deals)])
    mine = np.tile(hand, (deals, 1))
    players = [mine, decks[:, :2], decks[:, 2:4]]
    ranks = [evaluate_many(np.concatenate([held, decks[:, 4:]], axis=1)) for held in players]
    won = np.empty(deals)
    for deal in range(deals):
        small, big = (class_of(*held[deal].tolist()) for held in players[1:])
        entered = [0]
        if dice.random() < rows[1, (0,)][small]:
            entered.append(1)
        if dice.random() < rows[2, tuple(entered)][big]:
            entered.append(2)
        best = max(ranks[seat][deal] for seat in entered)
        winners = [seat for seat in entered if ranks[seat][deal] == best]
        pot = 10 * len(entered) + (0.5 if 1 not in entered else 0) + (1 if 2 not in entered else 0)
        won[deal] = (pot / len(winners) if 0 in winners else 0) - 10
    return won


def test_three_way_showdowns_are_those_of_the_deck() -> None:
    """The sampled table against equities of ranges."""
    chances = order_chances()
    for names in (("AA", "KK", "QQ"), ("AKs", "77", "T9s"), ("AKo", "AQo", "KQs"), ("22", "72o", "98s")):
        found = equity([Range(name) for name in names], trials=20_000, seed=1)
        one, two, three = (CLASSES.index(name) for name in names)
        assert chances[one, two, three] + chances[one, three, two] == pytest.approx(found.players[0].equity, abs=0.03)
    whole = sum(chances.transpose(order) for order in permutations(range(3)))
    assert np.allclose(whole, 1)


def test_the_table_comes_from_deals() -> None:
    """Few deals of all sets agree with the table on average."""
    chances, seen = sampled(1)
    able = seen > 0
    assert able.mean() > 0.3
    assert abs((chances - order_chances())[able].mean()) < 0.01


def test_prizes_make_players_careful() -> None:
    """On the bubble fewer hands call than for chips, and values add up to nothing."""
    chips, prizes = push_or_fold([8, 8, 8]), push_or_fold([8, 8, 8], payouts=[50, 50])
    assert prizes.range("BB", "SB").share < chips.range("BB", "SB").share / 2
    assert chips.exploitability < 2e-4
    assert abs(sum(chips.values)) < 0.05
    assert chips.range("BTN").share < chips.range("SB").share


def test_what_cannot_be_solved_is_said() -> None:
    for stacks, more, sentence in (
        ([10], {}, "give 2 to 10 stacks"),
        ([10, 0, 5], {}, "every stack must have chips"),
        ([10, 10, -1], {}, "a stack must be a number, 0 or more, not -1"),
        ([10, 10, 10], {"payouts": [20, 30]}, "payouts must start with the largest"),
        ([10, 10], {"payouts": [5, 3, 2]}, "give 1 to 2 payouts for 2 seats"),
    ):
        with pytest.raises(KickerError, match=sentence):
            push_or_fold(stacks, **more)  # type: ignore[call-overload]
    with pytest.raises(KickerError, match="payouts need a list of stacks"):
        push_or_fold(10, payouts=[1])  # type: ignore[call-overload]
    with pytest.raises(KickerError, match="no decision of BB after BTN and UTG; the order of seats is SB, BB"):
        push_or_fold([10, 10]).range("BB", "BTN", "UTG")
    assert matchups().share.sum() == pytest.approx(1)
