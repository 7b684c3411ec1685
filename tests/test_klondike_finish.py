"""Games that can be left to finish by themselves, because nothing can go wrong any more."""

from __future__ import annotations

import pytest

from kicker.solitaire import Finish, Game, Klondike, Position
from kicker.solitaire.solve import solve
from tests.klondike_games import FULL, SMALL, arranged, playout
from tests.test_klondike_hints import reshuffled

RING = Klondike(both_ways=True)


def finished(position: Position, finish: Finish) -> Position:
    for move in finish.moves:
        position = position.apply(move)
    return position


def test_open_columns_are_enough_where_every_stock_card_can_be_reached() -> None:
    columns = ["|Ks Qh Js", "|Kh Qs Jh", "|Kd Qc", "|Kc Qd Jc"]
    for rules in (Klondike(), RING):
        position = arranged(columns, (10, 10, 10, 10), "Jd", int(rules.both_ways), rules=rules)
        finish = position.finish
        assert finish is not None
        assert finished(position, finish).won
        assert all(move.target in tuple("SHDC") or not move.target for move in finish.moves)


def test_a_covered_card_is_a_doubt_even_if_all_would_go_home() -> None:
    position = arranged(["Ks|Qs"], (11, 13, 13, 13))
    assert position.finish is None
    assert position.autoplay()[0].won  # safe moves lead there all the same
    assert arranged(["|Ks", "|Qh"], (12, 11, 13, 13)).finish is None  # the king of hearts lies covered below


def test_a_won_game_has_nothing_to_finish() -> None:
    assert arranged([], (13, 13, 13, 13)).finish is None


def test_three_cards_and_limited_redeals_need_a_way_that_is_known() -> None:
    def queen_on_top(rules: Klondike, waste: int = 4, stock: str = "Js Ts 9s Qs") -> Position:
        return arranged(["|Ks", "|Kh"], (8, 12, 13, 13), stock, waste, score=300, rules=rules)

    once = queen_on_top(Klondike(draw=3))
    assert once.finish is not None
    assert once.finish.free  # with three cards the first redeals cost nothing
    assert finished(once, once.finish).won
    assert queen_on_top(Klondike(draw=3, redeals=0)).finish is None
    assert queen_on_top(Klondike(draw=3), 0).finish is None  # who has not seen the stock cannot know
    assert queen_on_top(Klondike(draw=3), stock="9s Ts Js Qs").finish is None  # the nine never comes to the top


@pytest.mark.parametrize(
    ("rules", "stock", "waste", "seen", "free"),
    [
        (RING, "Qs Js", 1, 1, True),  # to rotate costs nothing, whatever is still to be seen
        (Klondike(), "Qs Js", 0, 0, False),  # it may take a second pass, for all that the player knows
        (Klondike(), "Qs Js", 0, 2, True),
        (Klondike(), "Js Qs", 2, 2, False),  # the queen lies on the jack: the waste has to be turned over
    ],
)
def test_what_may_cost_points_is_told(rules: Klondike, stock: str, waste: int, seen: int, free: bool) -> None:
    position = arranged(["|Ks", "|Kh"], (10, 12, 13, 13), stock, waste, seen=seen, score=300, rules=rules)
    assert position.finish is not None
    assert position.finish.free is free
    assert finished(position, position.finish).won


@pytest.mark.parametrize("shape", [*FULL, *SMALL])
def test_a_finish_wins_and_knows_no_more_than_the_player(shape: str) -> None:
    rules, seen = (FULL | SMALL)[shape], 0
    for seed in range(6):
        starts = [after for _, _, after in playout(rules, seed, 60)]
        line = solve(rules.start(seed + 1), nodes=20_000).moves
        position = rules.start(seed + 1)
        for move in line:
            position = position.apply(move)
            starts.append(position)
        for position in starts[::3]:
            finish = position.finish
            other = reshuffled(position, seed).finish
            assert (finish is None) == (other is None)
            if finish is None or other is None:
                continue
            seen += 1
            assert finish.free == other.free
            assert finished(position, finish).won
            assert not any(column.covered for column in position.columns)
    assert seen or shape in ("small no redeal", "draw 3, three passes")


def test_autoplay_finishes_and_every_move_can_be_undone() -> None:
    game = Game(RING, 3)
    for move in solve(game.position).moves:
        if game.position.finish:
            break
        game.play(move)
    before = game.position
    moves = game.autoplay()
    assert game.position.won
    assert moves == before.finish.moves if before.finish else False
    for _ in moves:
        game.undo()
    assert game.position == before
