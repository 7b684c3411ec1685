"""Hands in the words of players: `top pair, good kicker`, `flush draw`."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from kicker.cards import Card
from kicker.hands import evaluate
from kicker.orders import RANK_WORDS, Category, rank_plural

_GOOD_KICKER = 11  # a jack


@lru_cache(maxsize=256)
def hand_words(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Describe a hand as a player would.

    >>> from kicker.cards import parse_cards
    >>> hand_words(tuple(parse_cards("As Kd")), tuple(parse_cards("Kc 8h 3d")))
    'top pair, good kicker'
    >>> hand_words(tuple(parse_cards("9h 8h")), tuple(parse_cards("7h 6c 2h")))
    'a straight draw and a flush draw'
    """
    if not board:
        return _preflop_words(hand)
    strength = evaluate(hand + board)
    plays = evaluate(hand + board).category > _board_category(board)
    made = ""
    if strength.category == Category.ONE_PAIR:
        made = _pair_words(hand, board)
    elif strength.category == Category.TWO_PAIR:
        made = _two_pair_words(hand, board)
    elif strength.category == Category.THREE_OF_A_KIND and plays:
        made = "a set" if hand[0].rank == hand[1].rank else "trips"
    elif strength.category > Category.TWO_PAIR and plays:
        made = _with_article(strength.category.describe())
    elif strength.category > Category.ONE_PAIR:
        made = "only what the board has"
    draws = draw_words(hand, board) if len(board) < 5 and strength.category < Category.STRAIGHT else ""
    if made and draws:
        return f"{made}, and {draws}"
    return made or draws or _high_words(hand, board)


def made_something(hand: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Return True if a hand pairs one of its cards, or makes more with the board than the board alone."""
    ranks = {card.rank for card in board}
    if hand[0].rank == hand[1].rank or any(card.rank in ranks for card in hand):
        return True
    return evaluate(hand + board).category > _board_category(board)


def has_nothing(hand: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """Return True if a hand has made nothing and has no draw: only its high cards count."""
    return not made_something(hand, board) and (len(board) == 5 or not draw_words(hand, board))


def top_pair_or_better(hand: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """True if a hand has made top pair, an overpair or more than a pair."""
    if not made_something(hand, board):
        return False
    strength, top = evaluate(hand + board), max(card.rank for card in board)
    if strength.category <= max(Category.ONE_PAIR, _board_category(board)):
        return any(card.rank == top for card in hand) or (hand[0].rank == hand[1].rank > top)
    return True


def _with_article(name: str) -> str:
    return name if name.startswith("four") else f"a {name}"


def _board_category(board: tuple[Card, ...]) -> Category:
    """Return the category of the board alone; fewer than five cards can make a pair at most."""
    if len(board) == 5:
        return evaluate(board).category
    counts = sorted(Counter(card.rank for card in board).values(), reverse=True)
    if counts[0] >= 3:
        return Category.THREE_OF_A_KIND
    if counts[:2] == [2, 2]:
        return Category.TWO_PAIR
    return Category.ONE_PAIR if counts[0] == 2 else Category.HIGH_CARD


def _preflop_words(hand: tuple[Card, ...]) -> str:
    low, high = sorted(card.rank for card in hand)
    if low == high:
        return f"a pair of {rank_plural(high)}"
    suited = "suited" if hand[0].suit == hand[1].suit else "offsuit"
    return f"{_name(high)}-{_name(low)} {suited}"


def _name(rank: int) -> str:
    return "deuce" if rank == 2 else RANK_WORDS[rank]


def _pair_words(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    ranks = sorted({card.rank for card in board}, reverse=True)
    mine = [card.rank for card in hand]
    if mine[0] == mine[1]:
        if mine[0] > ranks[0]:
            return "an overpair"
        return "a pair below the top card" if mine[0] > ranks[1] else "a small pocket pair"
    paired = [rank for rank in mine if rank in ranks]
    if not paired:
        return ""  # the pair is on the board
    kicker = next(rank for rank in mine if rank != paired[0])
    place = ranks.index(paired[0])
    if place == 0:
        return "top pair, good kicker" if kicker >= _GOOD_KICKER else "top pair, weak kicker"
    return "second pair" if place == 1 else "bottom pair"


def _two_pair_words(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    board_ranks = Counter(card.rank for card in board)
    mine = [card.rank for card in hand]
    if mine[0] != mine[1] and all(board_ranks[rank] == 1 for rank in mine):
        return "two pair"
    single = [rank for rank in mine if board_ranks[rank] == 1]
    ranks = sorted(board_ranks, reverse=True)
    if mine[0] == mine[1]:
        return "an overpair" if mine[0] > ranks[0] else "a pocket pair"
    if single:
        return "top pair" if max(single) == ranks[0] else "a middling pair"
    return "only what the board has"


def _high_words(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    best, top = max(card.rank for card in hand), max(card.rank for card in board)
    if min(card.rank for card in hand) > top:
        return "two overcards"
    return f"{_name(best)} high" if best >= 12 else "nothing yet" if len(board) < 5 else "nothing"


def draw_words(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Describe the draws of a hand, empty for none; at least one of its cards must take part."""
    found = []
    if straight := _straight_draw(hand, board):
        found.append(straight)
    suits = Counter(card.suit for card in hand + board)
    if any(suits[card.suit] == 4 for card in hand):
        found.append("a flush draw")
    return " and ".join(found)


def _straight_draw(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """A card that makes a straight counts only if the board alone would not have as good a straight with it."""
    ranks, others = {card.rank for card in hand + board}, {card.rank for card in board}
    outs = [
        rank for rank in range(2, 15) if rank not in ranks and _straight(ranks | {rank}) > _straight(others | {rank})
    ]
    return "a straight draw" if len(outs) > 1 else "a gutshot" if outs else ""


def _straight(ranks: set[int]) -> int:
    """The lowest rank of the best straight, or 0."""
    ranks = ranks | {1} if 14 in ranks else ranks
    return next((low for low in range(10, 0, -1) if all(low + step in ranks for step in range(5))), 0)


def part_of_pot(part: float) -> str:
    """Describe a share of the pot: `half the pot`."""
    names = {
        0.2: "a small part of the pot",
        0.29: "a quarter of the pot",
        0.4: "a third of the pot",
        0.58: "half the pot",
        0.72: "two thirds of the pot",
        0.9: "most of the pot",
        1.15: "the pot",
    }
    return next((name for most, name in names.items() if part <= most), "more than the pot")
