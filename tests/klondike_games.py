"""Shared by the tests of Klondike: kinds of games, positions written down, and ways to play."""

import random
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from kicker.cards import DECK, Card, parse_cards
from kicker.solitaire import Game, Klondike, Move, Position, Stock
from kicker.solitaire.deals import LAST_NUMBER, ordered_deck

FULL = {
    "draw 1": Klondike(),
    "draw 3": Klondike(draw=3),
    "one redeal": Klondike(redeals=1),
    "draw 3, three passes": Klondike(draw=3, redeals=2),
    "both ways": Klondike(both_ways=True),
}
SMALL = {
    "small draw 1": Klondike(ranks=5, columns=3),
    "small draw 3": Klondike(draw=3, ranks=5, columns=3),
    "small both ways": Klondike(both_ways=True, ranks=4, columns=3),
    "small no redeal": Klondike(draw=3, redeals=0, ranks=4, columns=3),
    "small one redeal": Klondike(redeals=1, ranks=3, columns=3),
    "tiny stock": Klondike(ranks=4, columns=5),
    "no stock": Klondike(ranks=7, columns=7),
    "one column": Klondike(ranks=1, columns=1),
}
SHAPES = FULL | SMALL

GOLDEN = {
    1: "7h 9s 4h 8d 8h 5c Jh 6h 9c Js 5h Kh 3s 2h Jd 5d 7d 4d 2s Ah 6c Ks Kd Td Tc Jc Th 8c Qs 4c 6s 7s Ac 5s Ad Kc 6d "
    "Qc Qd Qh 9h 3h 3c As 4s 2d 8s Ts 3d 2c 9d 7c",
    2: "Qd 3c 4s 5d 7d 2h Kd Th As 6s 7c 3s Qs 7h 6d Jd Ts 9c Jh 8s 4h 5c 2c 4d Ah Qh 6c 8d 3d 9h 6h Jc Ac 5s Js Ad Ks "
    "2d 7s 4c 9s Td 5h Tc Qc Kc 8c Kh 3h 2s 8h 9d",
    LAST_NUMBER: "5s Js 8d Ad Th 9d 2s Ts 8c Qd 3d 3s Tc Qs 8h Ac 2h 7h 7d Jc Kd 3h 9c Qh Ks Jd 7s 5h 6h 9h Ah 6c 6s "
    "2c 4c 9s 5c 6d Td 4h As 7c 8s Kh 3c 4d Jh 2d 4s Qc 5d Kc",
}  # fmt: skip


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


def arranged(
    columns: Iterable[str], home: tuple[int, int, int, int] = (0, 0, 0, 0), stock: str = "", waste: int = 0, **more: Any
) -> Position:
    """Columns as `covered | uncovered`; the cards that are not named lie covered at the bottom of the last column."""
    rules: Klondike = more.pop("rules", Klondike())
    halves = [text.rpartition("|") for text in columns]
    piles = [(cards(covered), cards(run)) for covered, _, run in halves]
    piles += [((), ())] * (rules.columns - len(piles))
    named = {card for pile in piles for part in pile for card in part} | set(cards(stock))
    named |= {card for suit, height in zip("shdc", home, strict=True) for card in DECK
              if card.suit == suit and card.low_rank <= height}  # fmt: skip
    rest = tuple(card for card in ordered_deck(rules.ranks) if card not in named)
    if rest:
        last = max(index for index, pile in enumerate(piles) if pile[1])
        piles[last] = (rest + piles[last][0], piles[last][1])
    return rules.arrange(piles, home, cards(stock), waste, **more)


def texts(moves: Iterable[Move]) -> list[str]:
    return [str(move) for move in moves]


def texts_or_none(stock: Stock) -> list[str | None]:
    return [None if card is None else str(card) for card in stock.known]


def random_move(position: Position, source: random.Random) -> Move:
    """Any legal move, but cards sooner than turns and forwards sooner than back, so that games get somewhere."""
    moves = position.moves
    forward = [move for move in moves if move.target and move.source not in tuple("SHDC")]
    return source.choice(forward if forward and source.random() < 0.7 else moves)


def playout(rules: Klondike, seed: object, most: int = 80) -> Iterator[tuple[Position, Move, Position]]:
    source = random.Random(str(seed))
    position = rules.start(source.sample(ordered_deck(rules.ranks), 4 * rules.ranks))
    for _ in range(most):
        if not position.moves:
            return
        move = random_move(position, source)
        after = position.apply(move)
        yield position, move, after
        position = after


def eager_game(rules: Klondike, number: int, most: int = 400) -> Game:
    """A game in which whatever brings a card to light or home is done at once."""
    game, source = Game(rules, number), random.Random(number)
    for _ in range(most):
        position = game.position
        if position.won or not position.moves:
            break
        useful = [
            move
            for move in position.moves
            if move.target and move.source not in tuple("SHDC")
            and (position.pile(move.source).turns_up(move.count) or move.target in "SHDC" or move.source == "0")
        ]  # fmt: skip
        game.play(source.choice(useful or [move for move in position.moves if not move.target] or position.moves))
    return game


def winnable(position: Position) -> bool:
    """The slow twin of the solver: every position that the readable rules lead to."""
    truth = winnable_within(position, sys.maxsize)
    assert truth is not None
    return truth


def winnable_within(position: Position, most: int) -> bool | None:
    """The same, or None if it takes more positions than `most`."""

    def key(position: Position) -> tuple[object, ...]:
        stock = position.stock
        passes = 0 if position.rules.redeals is None else stock.passes
        return (stock.cards, stock.waste, passes, position.heights, position.columns)

    seen = {key(position)}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        if here.won:
            return True
        if len(seen) > most:
            return None
        for move in here.moves:
            after = here.apply(move)
            if (name := key(after)) not in seen:
                seen.add(name)
                waiting.append(after)
    return False
