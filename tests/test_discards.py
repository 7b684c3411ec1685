"""Five-card draw: exact odds against brute force, and a game whose best strategy has a known value."""

from collections import Counter
from itertools import combinations, groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kicker.cards import DECK, SHORT, Card, parse_cards
from kicker.discards import best_discard, draw_odds
from kicker.errors import CardError, HandError
from kicker.hands import Category, Strength, evaluate, evaluate_many, strength_counts


def brute(hand: list[Card], thrown: list[Card]) -> tuple[float, float]:
    """Wins and ties of every draw against every hand that an opponent may hold then."""
    kept = [card for card in hand if card not in thrown]
    rest = [card for card in DECK if card not in hand]
    opponents = np.array(list(combinations(rest, 5)), np.uint8)
    theirs = evaluate_many(opponents)
    wins = ties = pairs = 0
    for drawn in combinations(rest, len(thrown)):
        free = ~np.isin(opponents, drawn).any(axis=1)
        ours = evaluate([*kept, *drawn])
        wins += int((theirs[free] < ours).sum())
        ties += int((theirs[free] == ours).sum())
        pairs += int(free.sum())
    return wins / pairs, ties / pairs


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("4C 9S 4H 3D 2D", ""),
        pytest.param("4C 9S 4H 3D 2D", "9S", marks=pytest.mark.long),
        ("Ah Kh Qh Jh 2c", "2c"),
    ],
)
def test_pat_hands_and_single_cards_by_brute_force(hand: str, thrown: str) -> None:
    odds = draw_odds(hand, thrown)
    assert (odds.win, odds.tie) == pytest.approx(brute(parse_cards(hand), parse_cards(thrown)), abs=1e-12)


def test_two_cards_by_brute_force_on_some_draws() -> None:
    """All pairs would take minutes: two cards against a random sample of opponents must come near."""
    odds = draw_odds("Ks Kd 7h 4c 2s", "4c 2s")
    random = np.random.default_rng(1)
    hand = parse_cards("Ks Kd 7h 4c 2s")
    rest = np.array([card for card in DECK if card not in hand], np.uint8)
    deals = np.array([random.choice(rest, 7, replace=False) for _ in range(40_000)], np.uint8)
    kept = np.tile(np.array(parse_cards("Ks Kd 7h"), np.uint8), (len(deals), 1))
    ours, theirs = evaluate_many(np.hstack([kept, deals[:, :2]])), evaluate_many(np.ascontiguousarray(deals[:, 2:]))
    assert odds.win == pytest.approx((ours > theirs).mean(), abs=0.01)


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True))
@settings(max_examples=5)
def test_all_ways_at_once_agree_with_one_by_one(hand: list[Card]) -> None:
    choices = best_discard(hand, max_draw=2)
    assert len(choices) == 1 + 5 + 10
    assert [choice.share for choice in choices] == sorted((choice.share for choice in choices), reverse=True)
    for choice in choices[::5]:
        assert draw_odds(hand, choice.discards) == choice
        assert sorted([*choice.discards, *choice.kept]) == sorted(hand)
        assert sum(choice.categories) == pytest.approx(1)
        counts = strength_counts(5, choice.kept, choice.discards)
        pairs = sum(
            count for number, count in enumerate(counts) if count and Strength(number).category is Category.ONE_PAIR
        )
        assert choice.categories[Category.ONE_PAIR] == pytest.approx(pairs / sum(counts))


@pytest.mark.parametrize(
    ("hand", "max_draw", "thrown"),
    [
        ("4C 9S 4H 3D 2D", 3, "9s 3d 2d"),
        ("As Ks Qs Js Ts", 3, ""),
        ("7c 7d 7h 2s 2c", 3, ""),
        ("Ah Kh Qh Jh 2c", 3, "2c"),
        ("9c 9d 9h Ks 2c", 3, "Ks 2c"),
        ("9c 9d Kh Ks 2c", 3, "2c"),
        ("2c 4d 7h 9s Jc", 5, "2c 4d 7h 9s"),
    ],
)
def test_what_everybody_would_throw(hand: str, max_draw: int, thrown: str) -> None:
    assert SHORT.format_cards(best_discard(hand, max_draw)[0].discards) == thrown


def test_throwing_everything_is_a_new_hand() -> None:
    odds = draw_odds("2c 4d 7h 9s Jc", "2c 4d 7h 9s Jc")
    assert odds.share == pytest.approx(0.5, abs=1e-12)  # two random hands from the same 47 cards


@pytest.mark.parametrize(
    ("hand", "thrown", "kind"),
    [
        ("As Ks", "", HandError),
        ("As Ks Qs Js Ts 9s", "", HandError),
        ("As As Qs Js Ts", "", HandError),
        ("As Ks Qs Js Ts", "2c", HandError),
        ("As Ks Qs Js Ts", "As As", HandError),
        ("As Ks Qs Js Tx", "", CardError),
    ],
)
def test_what_cannot_be_thrown(hand: str, thrown: str, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        draw_odds(hand, thrown)


def test_draws_have_limits() -> None:
    for wrong in (-1, 6, 2.5, "3"):
        with pytest.raises(HandError, match="max_draw must be a whole number from 0 to 5, not"):
            best_discard("As Ks Qs Js Ts", max_draw=wrong)  # type: ignore[arg-type]


# --- a game with a known best strategy -------------------------------------------------------------------------------

PAYOUTS = {
    Category.STRAIGHT_FLUSH: 50,
    Category.FOUR_OF_A_KIND: 25,
    Category.FULL_HOUSE: 9,
    Category.FLUSH: 6,
    Category.STRAIGHT: 4,
    Category.THREE_OF_A_KIND: 3,
    Category.TWO_PAIR: 2,
}


def payout(number: int) -> int:
    """9/6 Jacks or Better: what a final hand pays."""
    strength = Strength(number)
    if strength.is_royal:
        return 800
    if strength.category is Category.ONE_PAIR:
        return int(strength.ranks[0] >= 11)
    return PAYOUTS.get(strength.category, 0)


def canonical(hand: tuple[int, ...]) -> tuple[int, ...]:
    """One hand for all that differ by the names of suits only: suits in the order of their ranks."""
    by_suit = sorted((sorted(card >> 2 for card in hand if card & 3 == suit) for suit in range(4)), reverse=True)
    return tuple(sorted(4 * rank + suit for suit, ranks in enumerate(by_suit) for rank in ranks))


@pytest.mark.long
def test_jacks_or_better_is_worth_what_is_known() -> None:
    """The best of all 32 discards for each of the 134,459 hands that differ by more than suit names."""
    segments = [(pay, list(numbers)) for pay, numbers in groupby(range(1, 7463), key=payout) if pay]
    paid = [(pay, numbers[0], numbers[-1] + 1) for pay, numbers in segments]
    hands = Counter(canonical(hand) for hand in combinations(range(52), 5))
    assert len(hands) == 134_459

    def best(hand: tuple[int, ...]) -> float:
        found = 0.0
        for keeps in range(32):
            kept = [DECK[card] for place, card in enumerate(hand) if keeps >> place & 1]
            thrown = [DECK[card] for place, card in enumerate(hand) if not keeps >> place & 1]
            counts = strength_counts(5, kept, thrown)
            found = max(found, sum(pay * sum(counts[start:end]) for pay, start, end in paid) / sum(counts))
        return found

    total = sum(count * best(hand) for hand, count in hands.items())
    assert total / 2_598_960 == pytest.approx(0.995439043697, abs=1e-11)
