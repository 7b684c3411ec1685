"""The reasons that bots give fit their actions and their cards, whatever happened before.

What a hand is, is worked out here once more, from ranks and suits alone.
"""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

from kicker.cards import Card
from kicker.games import Action, View, holdem
from kicker.hands import evaluate
from kicker.orders import RANK_WORDS, Category, rank_plural
from kicker.players import make_bot
from kicker.table import shuffled
from tests.conftest import few_or_many

BOTS = ("solid", "novice", "rock", "gambler", "regular")
NAMES = ["", "deuce", *RANK_WORDS[3:]]
BETTING = ("no-limit", "no-limit", "pot-limit", "fixed-limit")
MADE = {
    "a straight": Category.STRAIGHT,
    "a flush": Category.FLUSH,
    "a full house": Category.FULL_HOUSE,
    "four of a kind": Category.FOUR_OF_A_KIND,
    "a straight flush": Category.STRAIGHT_FLUSH,
}


def decisions(seed: int) -> Iterator[tuple[View, Action, str]]:
    """The bots' actions and reasons at a table where one action in four is random, with stacks of all sizes."""
    dice = Random(seed)
    for deal in range(1_000_000):
        seats = dice.randint(2, 6)
        rules = holdem((50, 100), betting=BETTING[deal % len(BETTING)])  # type: ignore[arg-type]
        stacks = [dice.choice((700, 2_500, 10_000, 20_000)) for _ in range(seats)]
        bots = [make_bot(dice.choice(BOTS), f"{deal}/{seat}") for seat in range(seats)]
        state, _ = rules.start(shuffled(seed, deal), stacks, deal % seats)
        while state.to_act is not None:
            view, bot = state.view(state.to_act), bots[state.to_act]
            action = bot.act(view)
            yield view, action, bot.reasons.text  # type: ignore[attr-defined]
            if dice.random() < 0.25:
                action = make_bot("random", dice.random().hex()).act(view)
            state, _ = state.apply(action)


@few_or_many(250, 4_000)
def test_reasons_fit_actions_and_cards(count: int) -> None:
    for _, (view, action, text) in zip(range(count), decisions(count), strict=False):
        hand, _, said = text.partition("; ")
        wrong = [*wrong_hand(view, hand), *wrong_deed(view, action, said)]
        if view.board and action.kind == "raise":
            wrong += wrong_bet(view, hand, said)
        assert not wrong, f"{text!r} with {view.hand} on {view.board}, {action}: {wrong}"


def wrong_hand(view: View, hand: str) -> Iterator[str]:
    """Which words about a hand are not true."""
    ranks, board = sorted(card.rank for card in view.hand), [card.rank for card in view.board]
    if not board:
        low, high = ranks
        suited = "suited" if view.hand[0].suit == view.hand[1].suit else "offsuit"
        words = f"a pair of {rank_plural(high)}" if low == high else f"{NAMES[high - 1]}-{NAMES[low - 1]} {suited}"
        yield from [] if hand == words else [words]
        return
    top, category, pocket = max(board), evaluate(view.hand + view.board).category, ranks[0] == ranks[1]
    paired, kicker = {rank for rank in ranks if rank in board}, max([rank for rank in ranks if rank != top], default=0)
    facts = {
        "top pair": top in paired,
        "good kicker": top in paired and kicker >= 11,
        "weak kicker": top in paired and kicker < 11,
        "an overpair": pocket and ranks[0] > top,
        "second pair": sorted(set(board))[-2:][0] in paired,
        "bottom pair": bool(paired) and top not in paired,
        "a set": pocket and ranks[0] in board,
        "trips": bool(paired) and not pocket and category == Category.THREE_OF_A_KIND,
        "two pair": category == Category.TWO_PAIR and len(paired) == 2,
        "pocket pair": pocket and ranks[0] < top,
        "two overcards": ranks[0] > top and not pocket,
        "a flush draw": len(board) < 5 and any(four_of(view.hand + view.board, card) for card in view.hand),
        "a straight draw": len(board) < 5 and straight_outs(view) > 1,
        "a gutshot": len(board) < 5 and straight_outs(view) == 1,
        **{name: category == kind for name, kind in MADE.items()},
    }
    for words, true in facts.items():
        if re.search(rf"\b{words}\b(?! draw| flush)", hand) and not true:
            yield words
    high_card = re.search(r"\b(\w+) high", hand)
    if high_card and (high_card[1] != NAMES[ranks[1] - 1] or paired or pocket):
        yield high_card[0]
    if "nothing" in hand and (paired or pocket or category > board_category(view.board)):
        yield "nothing"


def wrong_deed(view: View, action: Action, said: str) -> Iterator[str]:
    """Which words about an action are not true."""
    options, raised = view.options, sum(event.kind == "raise" for event in view.history)
    deeds = {
        "fold": "folds|not ",
        "check": "checks|sees ",
        "call": "calls|worth a call|limps",
        "raise": "bets|raises|goes|worth a raise",
    }
    if not re.match(deeds[action.kind], said):
        yield action.kind
    if ("all in" in said) > (action.to == options.max_raise_to):
        yield "all in"
    if "needs" in said or "price of" in said:
        price = options.call_amount / (view.pot + options.call_amount)
        yield from [] if f"{price:.0%}" in said else ["the price"]
    if not view.board:
        if ("again" in said or "that raise" in said) and not raised:
            yield "nobody has raised"
        if ("limps" in said or "worth a raise" in said) and raised:
            yield "somebody has raised"
    if "waits for a bet" in said and not any(
        view.live[seat] and view.stacks[seat] and seat != view.seat for seat in view.order
    ):
        yield "nobody can bet"


def wrong_bet(view: View, hand: str, said: str) -> Iterator[str]:
    """Whether a bet is called what it is not."""
    top, ranks = max(card.rank for card in view.board), [card.rank for card in view.hand]
    strength, boards = evaluate(view.hand + view.board).category, board_category(view.board)
    strong = top in ranks or ranks[0] == ranks[1] > top or (strength > boards and strength > Category.ONE_PAIR)
    air = strength == boards and not {*ranks} & {card.rank for card in view.board} and ranks[0] != ranks[1]
    if "bluff" in said and strong:
        yield "a bluff with a strong hand"
    if "value" in said and air:
        yield "value with nothing"
    if "semi-bluff" in said and "draw" not in hand and "gutshot" not in hand:
        yield "no draw"
    if "charge draws" in said and len(view.board) == 5:
        yield "no more cards"


def board_category(board: tuple[Card, ...]) -> Category:
    """What the board makes by itself."""
    counts = [*sorted(Counter(card.rank for card in board).values(), reverse=True), 0]
    if len(board) == 5:
        return evaluate(board).category
    if counts[0] > 2:
        return Category.THREE_OF_A_KIND if counts[0] == 3 else Category.FOUR_OF_A_KIND
    return Category(2 if counts[:2] == [2, 2] else counts[0] == 2)


def four_of(cards: tuple[Card, ...], card: Card) -> bool:
    """True if exactly four cards have the suit of this one."""
    return sum(other.suit == card.suit for other in cards) == 4


def straight_outs(view: View) -> int:
    """How many ranks would make a straight that needs a card of the hand."""

    def straight(cards: list[int]) -> int:
        ranks = {*cards, *([1] if 14 in cards else [])}
        return max([low for low in range(1, 11) if {*range(low, low + 5)} <= ranks], default=0)

    board = [card.rank for card in view.board]
    mine = board + [card.rank for card in view.hand]
    return sum(straight([*mine, rank]) > straight([*board, rank]) for rank in range(2, 15) if rank not in mine)
