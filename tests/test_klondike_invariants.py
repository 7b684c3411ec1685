"""Invariants of Klondike on random games: cards, moves, the player's view, dead ends, safe moves."""

import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy

import pytest

from kicker.cards import DECK, Card
from kicker.errors import IllegalAction
from kicker.solitaire import (
    BACK,
    TURN,
    Klondike,
    Move,
    Position,
)
from kicker.solitaire.dead_ends import _key, is_dead_end
from kicker.solitaire.deals import ordered_deck
from tests.conftest import few_or_many
from tests.klondike_games import SHAPES, arranged, cards, eager_game, playout, texts

"""Of each shape; there are 13, so more than 2,000 in all."""


# --- what holds in every game ----------------------------------------------------------------------------------------


def obvious_moves(position: Position) -> set[Move]:
    """All legal moves, found by trying every card on every pile with the rules in words."""

    def black(card: Card) -> bool:
        return card.suit in "sc"

    rules, stock = position.rules, position.stock
    found = set()
    if rules.both_ways:
        found |= {TURN, BACK} if len(stock.cards) >= 2 else set()
    elif stock.waste < len(stock.cards) or (stock.cards and (rules.redeals is None or stock.passes < rules.redeals)):
        found.add(TURN)
    sources = [("0", cards[-1:]) for cards in [stock.cards[: stock.waste]] if cards]
    for number, column in enumerate(position.columns, 1):
        sources += [(str(number), column.uncovered[index:]) for index in range(len(column.uncovered))]
    for suit, height in zip("SHDC", position.heights, strict=True):
        sources += [(suit, (Card("A23456789TJQK"[height - 1] + suit),))] if height else []
    for name, run in sources:
        first = run[0]
        for number, column in enumerate(position.columns, 1):
            if column.uncovered:
                top = column.uncovered[-1]
                fits = first.low_rank + 1 == top.low_rank and black(first) != black(top)
            else:
                fits = first.low_rank == rules.ranks
            if fits:
                found.add(Move(name, str(number), len(run)))
        for suit, height in zip("SHDC", position.heights, strict=True):
            if len(run) == 1 and first.suit == suit.lower() and first.low_rank == height + 1:
                found.add(Move(name, suit, 1))
    return found


def check_position(position: Position) -> None:
    """Each card is in one place, runs are runs, and nothing lies covered in the open."""
    rules, stock = position.rules, position.stock
    lying = [card for column in position.columns for card in column.covered + column.uncovered] + list(stock.cards)
    for suit, height in zip("SHDC", position.heights, strict=True):
        lying += [Card(rank + suit) for rank in "A23456789TJQK"[:height]]
    assert sorted(lying) == sorted(ordered_deck(rules.ranks))
    for column in position.columns:
        assert column.uncovered or not column.covered
        for lower, upper in zip(column.uncovered, column.uncovered[1:], strict=False):
            assert (upper.low_rank, upper.is_red) == (lower.low_rank - 1, not lower.is_red)
    assert (rules.both_ways and stock.cards != ()) <= stock.waste <= len(stock.cards)
    assert 0 <= stock.unseen <= len(stock.cards)
    assert rules.redeals is None or stock.passes <= rules.redeals
    assert position.won == (len(stock.cards) == 0 and not any(column.uncovered for column in position.columns))


def expected_points(before: Position, move: Move, after: Position) -> int:
    """The score of a move, computed from the two positions."""
    covered = [sum(len(column.covered) for column in position.columns) for position in (before, after)]
    points = 5 * (covered[0] - covered[1])
    home = sum(after.heights) - sum(before.heights)
    points += 10 * home if home >= 0 else 15 * home
    if len(after.stock.cards) < len(before.stock.cards) and not home:
        points += 5
    if after.stock.passes > before.stock.passes:
        points -= 100 if before.rules.draw == 1 else 20 * (after.stock.passes > 2)
    return points


@pytest.mark.req("R004-06", "R004-07", "R004-09")
@few_or_many(16, 160)
@pytest.mark.parametrize("shape", SHAPES)
def test_what_holds_in_every_game(shape: str, count: int) -> None:
    rules = SHAPES[shape]
    for seed in range(count):
        for before, move, after in playout(rules, f"{shape}/{seed}"):
            check_position(after)
            assert after.made == before.made + 1
            assert after.score == max(0, before.score + expected_points(before, move, after))


@pytest.mark.req("R004-09", "R004-13")
@few_or_many(2, 8)
@pytest.mark.parametrize("shape", SHAPES)
def test_exactly_the_listed_moves_apply(shape: str, count: int) -> None:
    rules = SHAPES[shape]
    names = [*rules.places]
    tried = 0
    for seed in range(count):
        for number, (position, _, _) in enumerate(playout(rules, f"{shape}/{seed}")):
            moves = position.moves
            assert set(moves) == obvious_moves(position)
            assert len(set(moves)) == len(moves)
            if number % 25 != 10:
                continue
            before = deepcopy(position)
            ends = {(move.source, move.target) for move in moves}
            for move in (Move(s, t, size) for s in names for t in names for size in range(5)):
                legal = move in moves or (move.count == 0 and (move.source, move.target) in ends)
                if legal:
                    assert position.resolve(move) in moves
                    assert position.apply(move) == position.apply(position.resolve(move))
                else:
                    tried += 1
                    with pytest.raises(IllegalAction):
                        position.apply(move)
            assert position == before
    assert tried > 0


def hidden_cards(position: Position) -> list[Card]:
    stock = position.stock
    covered = [card for column in position.columns for card in column.covered]
    return covered + list(stock.cards[stock.seen_first : len(stock.cards) - stock.seen_last])


def with_hidden(position: Position, hidden: Iterator[Card]) -> Position:
    """The position with other cards where the player cannot see them."""
    columns = [column._replace(covered=tuple(next(hidden) for _ in column.covered)) for column in position.columns]
    stock = position.stock
    known = tuple(next(hidden) if card is None else card for card in stock.known)
    return position._replace(piles=(stock._replace(cards=known), *columns, *position.foundations))


def cards_in(value: object) -> set[Card]:
    if isinstance(value, Card):
        return {value}
    return set().union(*map(cards_in, value)) if isinstance(value, tuple) else set()


@few_or_many(3, 16)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_view_does_not_depend_on_hidden_cards(shape: str, count: int) -> None:
    source = random.Random(shape)
    for seed in range(count):
        seen: set[Card] = set()
        for number, (_, _, position) in enumerate(playout(SHAPES[shape], f"{shape}/{seed}")):
            view, hidden = position.view(), hidden_cards(position)
            assert not cards_in(view) & set(hidden)
            known = {card for column in view.columns for card in column.uncovered} | {*filter(None, view.stock)}
            assert seen <= known | {card for card in DECK if card.low_rank <= position.heights["shdc".index(card.suit)]}
            seen = known
            other = with_hidden(position, iter(source.sample(hidden, len(hidden))))
            assert other.view() == view
            assert (view.won, view.top, view.moves) == (position.won, position.stock.top, position.moves)
            if number % 20 == 0:
                assert other.stuck == position.stuck


def test_seen_cards_stay_seen_and_others_are_not() -> None:
    position = Klondike(draw=3).start(ordered_deck())
    assert position.view().stock == (None,) * 24
    position = position.apply(TURN).apply(TURN)
    assert position.view().stock == (*cards("3d 4d 5d 6d 7d 8d"), *(None,) * 18)
    assert [column.covered for column in position.view().columns] == [0, 1, 2, 3, 4, 5, 6]
    for _ in range(7):
        position = position.apply(TURN)
    assert (position.stock.waste, position.view().stock) == (0, position.stock.cards)


# --- winning, and not being able to ----------------------------------------------------------------------------------


@pytest.mark.req("R004-13")
def test_a_game_is_won_when_all_cards_are_home() -> None:
    games = [eager_game(Klondike(both_ways=True), number) for number in range(1, 20)]
    won = [game for game in games if game.position.won]
    assert 3 <= len(won) < len(games)
    for game in won:
        assert game.position.heights == (13, 13, 13, 13)
        assert game.position.view().won
        assert not game.position.stuck
        game.undo()
        assert not game.position.won
    assert not any(game.position.won for game in games)


def progress(position: Position, start: Position) -> bool:
    covered = [sum(len(column.covered) for column in each.columns) for each in (position, start)]
    higher = any(now > then for now, then in zip(position.heights, start.heights, strict=True))
    return covered[0] < covered[1] or higher or position.stock.unseen < start.stock.unseen


def can_go_on(start: Position, most: int = 1_500) -> bool | None:
    """Whether any sequence of moves makes progress, by trying them all, turn by turn; None if they are too many."""
    met = {start.piles}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for move in position.moves:
            after = position.apply(move)
            if progress(after, start):
                return True
            stock = after.stock
            piles = after.piles if start.rules.redeals is not None else (stock._replace(passes=0), *after.piles[1:])
            if piles not in met:
                if len(met) == most:
                    return None
                met.add(piles)
                waiting.append(after)
    return False


STUCK_SHAPES = {
    "draw 1": Klondike(ranks=5, columns=4),
    "draw 1, more columns": Klondike(ranks=6, columns=6),
    "draw 3": Klondike(draw=3, ranks=5, columns=4),
    "draw 3, small": Klondike(draw=3, ranks=4, columns=3),
    "both ways": Klondike(both_ways=True, ranks=5, columns=4),
    "one redeal": Klondike(redeals=1, ranks=6, columns=6),
    "draw 3, one redeal": Klondike(draw=3, redeals=1, ranks=5, columns=4),
    "no redeal": Klondike(redeals=0, ranks=5, columns=4),
    "one card in the stock": Klondike(ranks=4, columns=5),
    "the whole game, draw 1": Klondike(),
    "the whole game, draw 3": Klondike(draw=3),
}


@pytest.mark.req("R004-13")
@few_or_many(16, 40)
@pytest.mark.parametrize("shape", STUCK_SHAPES)
def test_stuck_is_what_trying_everything_says(shape: str, count: int) -> None:
    rules = STUCK_SHAPES[shape]
    verdicts: Counter[bool | None] = Counter()
    for number in range(1, 1 + (count if rules.ranks < 13 else count // 2)):
        game = eager_game(rules, number, 30 * rules.columns)
        for undone in (0, 1, 4, 20, 60):
            for _ in range(min(undone, len(game.moves))):
                game.undo()
            position = game.position
            if position.won:
                assert not position.stuck
                break
            truth = can_go_on(position)
            verdicts[truth] += 1
            if truth is not None:
                assert is_dead_end(position, limit=10**9) == (not truth)
                assert position.stuck <= (not truth)
    assert verdicts[True] >= count // 8
    assert verdicts[False] >= count // 8


BLACK = ["6c", "8c", "Tc", "Ks", "Kc", "Qc", "2c"]
"""Columns that take nothing from each other."""


@pytest.mark.req("R004-13")
def test_what_is_stuck_and_what_is_not() -> None:
    unseen = arranged(BLACK, stock="Js Ah Jc")
    assert not unseen.stuck
    assert arranged(BLACK, stock="Js 9s Jc", seen=3).stuck
    assert not arranged(BLACK, stock="Js Ah Jc", seen=3).stuck
    # The ace is never on top when three are turned up.
    assert arranged(BLACK, stock="Js Ah Jc", seen=3, rules=Klondike(draw=3)).stuck
    # It would have been before the last pass.
    assert arranged(BLACK, stock="Ah Js Jc", waste=2, seen=3, rules=Klondike(redeals=0)).stuck
    assert not arranged(BLACK, stock="Ah Js Jc", waste=2, seen=3, rules=Klondike(redeals=1)).stuck
    # A card can still be placed, but nothing comes of it.
    useless = arranged(BLACK, stock="5d", waste=1)
    assert texts(useless.moves) == ["turn", "0 1"]
    assert useless.stuck
    # The seven of hearts must come back to take the six.
    back = arranged(["8c", "Ts", "Tc", "Ks", "Kc", "Qc", "6c"], home=(0, 7, 0, 0))
    assert texts(back.moves) == ["H 1"]
    assert not back.stuck
    # What cannot be proven in a few steps is not claimed.
    assert not is_dead_end(useless, limit=1)
    assert is_dead_end(useless, limit=2)


def test_a_dead_end_may_depend_on_how_often_the_waste_is_turned_over() -> None:
    """9h on Tc on Jh would free the covered card under 8s, but they come in the wrong order."""
    columns = ["Qc", "Ks", "Kc", "2c", "4c", "6c", "8s"]
    for redeals, stuck in ((0, True), (1, True), (2, False), (None, False)):
        position = arranged(columns, stock="9h 3s Tc 5s Jh", seen=5, rules=Klondike(redeals=redeals))
        assert can_go_on(position) == (not stuck)
        assert position.stuck == stuck
    assert not arranged(columns, stock="9h 3s Tc 5s Jh", waste=1, seen=5, rules=Klondike(both_ways=True)).stuck


def test_a_dead_end_may_depend_on_the_order_in_which_stock_cards_are_taken() -> None:
    """7c can be reached with 8d in place only if 8d was taken before Jh."""
    columns = ["9c", "Qc", "Ks", "Kc", "2c", "4c", "6h"]
    position = arranged(columns, stock="3s 7c Jh 9s Js 8d", waste=6, rules=Klondike(draw=3))
    assert can_go_on(position)
    assert not position.stuck
    assert can_go_on(position.apply(Move("0", "1")))
    turned = position.apply(TURN).apply(TURN).apply(Move("0", "2")).apply(TURN).apply(Move("0", "1"))
    assert can_go_on(turned) is False
    assert turned.stuck


def test_dead_ends_tell_passes_apart_only_where_they_are_limited() -> None:
    for rules, same in ((Klondike(), True), (Klondike(redeals=2), False), (Klondike(draw=3, redeals=2), False)):
        first, second = (arranged(BLACK, stock="5d 3s", waste=1, passes=passes, rules=rules) for passes in (1, 2))
        assert (_key(first) == _key(second)) == same


# --- safe moves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("home", "safe"),
    [
        ((4, 4, 4, 4), True),
        ((4, 3, 4, 4), False),  # the four of hearts may need the five of spades
        ((4, 4, 4, 3), True),
        ((4, 4, 4, 2), False),  # the three of clubs may need the four of hearts on it
        ((4, 5, 6, 3), True),
    ],
)
def test_a_card_is_safe_at_home_when_no_other_can_need_it(home: tuple[int, int, int, int], safe: bool) -> None:
    columns = ["Kc | 5s", "Kd Qc"]
    for rules in (Klondike(), Klondike(draw=3), Klondike(both_ways=True)):
        assert (Move("1", "S") in arranged(columns, home=home, rules=rules).safe_moves) == safe


@pytest.mark.parametrize(
    ("rules", "safe"),
    [
        (Klondike(), True),
        (Klondike(redeals=1), True),
        (Klondike(both_ways=True), True),
        (Klondike(draw=3), False),
        (Klondike(draw=3, redeals=0), True),
        (Klondike(draw=3, redeals=1), False),
    ],
)
def test_a_stock_card_is_safe_unless_others_depend_on_it(rules: Klondike, safe: bool) -> None:
    position = arranged(["Kc", "9d"], stock="As 5h 6h", waste=1, rules=rules)
    assert (position.safe_moves == (Move("0", "S"),)) == safe
    assert position.autoplay()[0].heights == (int(safe), 0, 0, 0)


def test_autoplay_ends_a_game_in_which_all_cards_are_open() -> None:
    columns = [
        "Kc Qd Jc Th 9c 8d 7c 6h",
        "Kd Qc Jd Tc 9h 8c 7d 6c",
        "Ks Qh Js Td 9s 8h 7s 6d",
        "Kh Qs Jh Ts 9d 8s 7h 6s",
    ]
    position = arranged(columns, home=(5, 5, 5, 5))
    end, moves = position.autoplay()
    assert end.won
    assert len(moves) == 32
    for move in moves:
        position = position.apply(move)
    assert position == end
    assert end.autoplay() == (end, ())


def essence(position: Position) -> object:
    """The parts of a position that matter for winning: not the order of columns, nor the score."""
    stock = position.stock
    passes = stock.passes if position.rules.redeals is not None else 0
    return tuple(sorted(position.columns)), position.heights, stock.cards, stock.waste, passes


def winnable(start: Position, most: int = 2_000) -> tuple[dict[object, Position], set[object]]:
    """All positions that can be reached, and those from which the game can be won; nothing if they are too many."""
    met, before = {essence(start): start}, dict[object, list[object]]()
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for move in position.moves:
            after = position.apply(move)
            name = essence(after)
            before.setdefault(name, []).append(essence(position))
            if name not in met:
                if len(met) == most:
                    return {}, set()
                met[name] = after
                waiting.append(after)
    good = {name for name, position in met.items() if position.won}
    names = list(good)
    while names:
        new = set(before.get(names.pop(), ())) - good
        good |= new
        names += new
    return met, good


@few_or_many(4, 12)
def test_a_safe_move_never_loses_a_game_that_could_be_won(count: int) -> None:
    safe, unsafe = Counter[bool](), Counter[bool]()
    for rules in (
        Klondike(redeals=0, ranks=3, columns=2),
        Klondike(draw=3, ranks=3, columns=2),
        Klondike(draw=3, redeals=0, ranks=4, columns=2),
        Klondike(draw=3, redeals=1, ranks=3, columns=2),
    ):
        for number in range(1, count + 1):
            met, good = winnable(rules.start(number))
            for position in map(met.__getitem__, good):
                for move in position.moves:
                    if move.target in tuple("SHDC"):
                        counts = safe if move in position.safe_moves else unsafe
                        counts[essence(position.apply(move)) in good] += 1
    assert safe[True] > 1000
    assert not safe[False]
    assert unsafe[False]  # so that there are moves home that lose
