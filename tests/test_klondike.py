"""Klondike: piles, deals by number, the moves and their text, the score."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from kicker.cards import DECK, Card
from kicker.errors import CardError, IllegalAction, KickerError
from kicker.solitaire import (
    BACK,
    TURN,
    Column,
    Foundation,
    Klondike,
    Move,
    Pile,
    Position,
    Stock,
    numbered_deck,
    parse_move,
    possible_moves_line,
)
from kicker.solitaire.deals import LAST_NUMBER, _below, ordered_deck, splitmix64
from tests.klondike_games import GOLDEN, arranged, cards, playout, texts, texts_or_none

# --- piles -----------------------------------------------------------------------------------------------------------


@pytest.mark.req("R004-02")
def test_a_column_uncovers_its_last_covered_card_when_the_run_is_gone() -> None:
    column = Column(cards("2c Kd"), cards("9s 8h 7c"))
    assert (column.top, column.loose) == (Card("7c"), cards("9s 8h 7c"))
    assert [column.turns_up(count) for count in (1, 2, 3)] == [False, False, True]
    assert column.with_removed(2) == Column(cards("2c Kd"), cards("9s"))
    assert column.with_removed(3) == Column(cards("2c"), cards("Kd"))
    assert column.with_removed(3).with_removed(1) == Column((), cards("2c"))
    assert column.with_removed(3).with_removed(1).with_removed(1) == Column()
    assert column.with_added(cards("6d 5c")) == Column(cards("2c Kd"), cards("9s 8h 7c 6d 5c"))
    assert (Column().top, Column().loose, Column().turns_up(0)) == (None, (), False)


@pytest.mark.req("R004-07", "R004-09")
def test_a_column_takes_the_next_rank_of_the_other_colour() -> None:
    for top in DECK:
        for card in DECK:
            fits = card.low_rank == top.low_rank - 1 and (card.suit in "hd") != (top.suit in "hd")
            assert Column((), (top,)).accepts((card,)) == fits, (card, top)
    assert [str(card) for card in DECK if Column().accepts((card,))] == ["Kc", "Kd", "Kh", "Ks"]
    assert Column((), cards("2h")).accepts(cards("As"))
    assert not Column((), cards("As")).accepts(cards("Kh"))
    assert Column((), cards("9s")).accepts(cards("8h 7c 6h"))
    assert not Column((), cards("9s")).accepts(())


@pytest.mark.req("R004-04", "R004-07")
def test_a_foundation_is_one_number() -> None:
    for suit in "SHDC":
        pile = Foundation(suit)
        assert (pile.top, pile.loose) == (None, ())
        for rank in "A23456789TJQK":
            card = Card(rank + suit)
            assert [other for other in DECK if pile.accepts((other,))] == [card]
            assert not pile.accepts((card, card))
            higher = pile.with_added((card,))
            assert higher == (suit, pile.height + 1)
            assert (higher.top, higher.loose) == (card, (card,))
            assert higher.with_removed(1) == pile
            pile = higher
        assert not any(pile.accepts((card,)) for card in DECK)
        assert not pile.accepts(())


@pytest.mark.req("R004-03", "R004-08")
def test_a_ring_shows_one_card_and_turns_both_ways() -> None:
    stock = Stock(cards("2c 3c 4c 5c"), waste=1, seen_first=1, ring=True)
    shown = []
    for _ in range(5):
        shown.append(str(stock.top))
        stock = stock.turn()
    assert shown == ["2c", "3c", "4c", "5c", "2c"]
    assert (stock.passes, stock.unseen) == (0, 0)
    for _ in range(5):
        stock = stock.turn_back()
        shown.append(str(stock.top))
    assert shown[5:] == ["2c", "5c", "4c", "3c", "2c"]
    assert str(stock.with_removed(1).top) == "3c"
    last = stock.turn_back()
    assert str(last.with_removed(1).top) == "2c"
    assert Stock(cards("2c"), 1, 1, ring=True).with_removed(1) == Stock(ring=True)


@pytest.mark.req("R004-03", "R004-08")
def test_a_ring_knows_what_was_shown_from_either_end() -> None:
    stock = Stock(cards("2c 3c 4c 5c 6c 7c"), waste=1, seen_first=1, ring=True)
    stock = stock.turn_back().turn_back().turn().turn().turn()
    assert texts_or_none(stock) == ["2c", "3c", None, None, "6c", "7c"]
    assert texts_or_none(stock.with_removed(1)) == ["2c", "4c", None, "6c", "7c"]
    back = stock.turn_back().turn_back()
    assert texts_or_none(back.with_removed(1)) == ["2c", "3c", None, None, "6c"]
    for _ in range(3):
        back = back.turn_back()
    assert texts_or_none(back) == ["2c", "3c", "4c", "5c", "6c", "7c"]


@pytest.mark.req("R004-03")
@pytest.mark.parametrize(("draw", "tops"), [(1, "2c 3c 4c 5c None 2c"), (3, "4c 5c None 4c 5c None")])
def test_a_stock_is_turned_up_and_turned_over(draw: int, tops: str) -> None:
    stock = Stock(cards("2c 3c 4c 5c"))
    seen = []
    for _ in range(6):
        stock = stock.turn(draw)
        seen.append(str(stock.top))
    assert seen == tops.split()
    assert stock.passes == tops.split().count("None")
    assert stock.unseen == 0


def test_a_taken_stock_card_leaves_the_one_below_it_and_the_order_of_the_others() -> None:
    stock = Stock(cards("2c 3c 4c 5c 6c")).turn(3).with_removed(1)
    assert (stock.top, stock.rest) == (Card("3c"), cards("5c 6c"))
    assert texts_or_none(stock) == ["2c", "3c", None, None]
    assert stock.with_removed(1).with_removed(1).top is None
    with pytest.raises(TypeError, match="cards cannot go to the stock"):
        stock.with_added(cards("Kd"))


@pytest.mark.req("R004-05")
def test_all_piles_answer_the_same_questions() -> None:
    def give(source: Pile, target: Pile, count: int) -> tuple[Pile, Pile]:
        taken = source.loose[-count:]
        assert target.accepts(taken)
        assert taken[0] in target.wanted
        return source.with_removed(count), target.with_added(taken)

    column, king = Column(cards("5d"), cards("2h As")), Column((), cards("Kd"))
    assert give(column, Foundation("S"), 1) == (Column(cards("5d"), cards("2h")), Foundation("S", 1))
    assert give(Foundation("S", 1), Column((), cards("2h")), 1) == (Foundation("S"), column._replace(covered=()))
    assert give(Stock(cards("Qs Kh"), 1, 1), king, 1) == (Stock(cards("Kh")), Column((), cards("Kd Qs")))
    assert give(king, Column(), 1) == (Column(), king)


# --- deals -----------------------------------------------------------------------------------------------------------


@pytest.mark.req("R004-06")
def test_the_deal_goes_row_by_row() -> None:
    position = Klondike().start(ordered_deck())
    assert [len(column.covered) for column in position.columns] == [0, 1, 2, 3, 4, 5, 6]
    assert [str(column.top) for column in position.columns] == ["As", "8s", "Ah", "6h", "Th", "Kh", "2d"]
    assert position.columns[3] == Column(cards("4s Ts 2h"), cards("6h"))
    assert position.columns[6].covered == cards("7s Ks 5h 9h Qh Ad")
    assert position.stock == Stock(cards("3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"))
    assert position.apply(TURN).stock.top == Card("3d")
    assert position.foundations == tuple(map(Foundation, "SHDC"))
    assert (position.score, position.made, position.won) == (0, 0, False)
    assert Klondike(both_ways=True).start(ordered_deck()).stock.top == Card("3d")


@pytest.mark.parametrize("number", GOLDEN)
def test_a_numbered_deal_is_the_same_everywhere(number: int) -> None:
    assert " ".join(map(str, numbered_deck(number))) == GOLDEN[number]
    assert Klondike().start(number) == Klondike().start(GOLDEN[number]) == Klondike().start(cards(GOLDEN[number]))


def test_the_generator_makes_the_published_numbers() -> None:
    source = splitmix64(1234567)
    assert [next(source) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_numbers_below_a_bound_are_unbiased() -> None:
    """2**64 is one more than a multiple of 3, so that the last word of all would make 0 too likely."""
    assert _below(3, iter([2**64 - 1, 2**64 - 1, 5])) == 2
    assert _below(3, iter([2**64 - 2])) == 2
    assert _below(4, iter([2**64 - 1])) == 3


def test_every_card_is_dealt_everywhere_about_as_often() -> None:
    decks = [numbered_deck(number) for number in range(1, 2001)]
    assert all(sorted(deck) == list(DECK) for deck in decks)
    counts = Counter((place, card) for deck in decks for place, card in enumerate(deck))
    expected = 2000 / 52
    chi_square = sum((counts[place, card] - expected) ** 2 for place in range(52) for card in DECK) / expected
    assert abs(chi_square - 51 * 51) < 5 * (2 * 51 * 51) ** 0.5


def test_small_games_have_numbers_too() -> None:
    assert " ".join(map(str, numbered_deck(1, ranks=3))) == "2h Ad 2d Ac 3c Ah 2c 2s 3s As 3d 3h"
    position = Klondike(ranks=3, columns=4).start(1)
    assert position.columns[3] == Column(cards("Ac 2c 3s"), cards("As"), 3)
    assert position.stock.cards == cards("3d 3h")


@pytest.mark.parametrize("number", [0, -1, LAST_NUMBER + 1, True, Card("As")])
def test_other_numbers_are_no_deals(number: int) -> None:
    with pytest.raises(KickerError, match=r"^there is no deal .*; deals are numbered from 1 to 9223372036854775807$"):
        Klondike().start(number)


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (ordered_deck()[:-1], "a deal has 52 cards, not 51: Kc is missing"),
        ([*ordered_deck()[:-1], Card("As")], "As appears twice; a deal has each card once"),
        ([*ordered_deck(), Card("As")], "As appears twice; a deal has each card once"),
        ("As Kd", "a deal has 52 cards, not 2: 2s 3s 4s 5s 6s ... are missing"),
        ([], "a deal has 52 cards, not 0: As 2s 3s 4s 5s ... are missing"),
        ("As Xd", "'Xd' is not a card at character 4 of 'As Xd': the rank is one of A K Q J T 9 8 7 6 5 4 3 2 (or 10)"),
    ],
)
def test_a_deck_with_a_missing_or_double_card_is_refused(deck: str | list[Card], message: str) -> None:
    with pytest.raises(CardError) as error:
        Klondike().start(deck)
    assert str(error.value) == message


def test_a_card_above_the_ranks_of_a_small_game_is_refused() -> None:
    with pytest.raises(CardError, match=r"^4s is not in this game; its suits run from A to 3$"):
        Klondike(ranks=3, columns=3).start([*ordered_deck(3)[1:], Card("4s")])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"draw": 2}, "draw must be 1 or 3, not 2"),
        ({"draw": "3"}, "draw must be 1 or 3, not '3'"),
        ({"ranks": 14}, "ranks must be 1 to 13, not 14"),
        ({"columns": 0}, "columns must be 1 to 7, not 0"),
        ({"redeals": -1}, "redeals must be 0 or more, or None for any number, not -1"),
        ({"redeals": True}, "redeals must be 0 or more, or None for any number, not True"),
        (
            {"both_ways": True, "draw": 3},
            "both_ways must be True or False, and needs draw=1 and redeals=None",
        ),
        (
            {"both_ways": True, "redeals": 1},
            "both_ways must be True or False, and needs draw=1 and redeals=None",
        ),
        ({"ranks": 5}, "7 columns need 28 cards, but 5 ranks have only 20"),
    ],
)
def test_rules_that_cannot_be(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(KickerError) as error:
        Klondike(**fields)
    assert (str(error.value), error.value.code) == (message, "rules")


# --- arranged positions ----------------------------------------------------------------------------------------------


def test_a_position_that_was_played_to_can_be_arranged() -> None:
    for seed in range(40):
        for position, _, _ in playout(Klondike(draw=3, redeals=2), seed):
            stock = position.stock
            again = position.rules.arrange(
                [(column.covered, column.uncovered) for column in position.columns],
                position.heights, stock.cards, stock.waste, seen=stock.seen_first, passes=stock.passes,
                score=position.score, made=position.made,
            )  # fmt: skip
            assert again == position


@pytest.mark.parametrize(
    ("arrange", "message"),
    [
        (lambda: arranged(["Kc Qc"]), "column 1 has Qc on Kc, which is not a run"),
        (lambda: arranged(["5d|", "Kc"]), "column 1 has covered cards but no uncovered one"),
        (lambda: arranged(["Kc"], stock="As 2s", waste=3), "2 stock cards, 3 turned up, 3 seen"),
        (lambda: arranged(["Kc"], stock="As 2s", waste=1, seen=0), "2 stock cards, 1 turned up, 0 seen"),
        (lambda: arranged(["Kc"], stock="As", rules=Klondike(both_ways=True)), "1 stock card, 0 turned up"),
        (lambda: arranged(["Kc"], passes=2, rules=Klondike(redeals=1)), "2 redeals, 0 points, 0 moves"),
        (lambda: arranged(["Kc", "Kc"]), "Kc appears twice"),
        (lambda: Klondike().arrange([], [13] * 4, []), "a position has 7 columns and 4 foundations, not 0 and 4"),
        (lambda: Klondike().arrange([((), ())] * 7, [13, 13, 13, 12], []), "a deal has 52 cards, not 51"),
        (
            lambda: Klondike().arrange([((), ())] * 7, [13, 13, 13, 14], []),
            r"foundations of \[13, 13, 13, 14\]",
        ),
    ],
)
def test_what_cannot_be_a_position_is_refused(arrange: Callable[[], Position], message: str) -> None:
    with pytest.raises(KickerError, match=message):
        arrange()


# --- moves -----------------------------------------------------------------------------------------------------------


def test_moves_and_their_text_are_inverse() -> None:
    names = "01234567SHDC"
    every = [Move(source, target, count) for source in names for target in names for count in range(14)]
    for move in [TURN, BACK, *every]:
        assert parse_move(str(move)) == move
        assert parse_move(f"  {str(move).lower()} ") == move
    assert len(set(texts(every))) == len(every)
    assert texts([Move("4", "S"), Move("0", "3"), Move("1", "2"), Move("1", "2", 3)]) == ["4 S", "0 3", "1 2", "1 2 3"]
    assert (Move("4", "S").count, Move("0", "3").count, Move("1", "2").count) == (1, 1, 0)
    assert parse_move("4s") == parse_move("(4 S)") == Move("4", "S", 1)


@pytest.mark.parametrize(
    "text", ["", "4", "8 1", "1 2 3 4", "1 2 -3", "turn 3", "undo", "S", "4 X", "1 2 ٣", "12 3 100"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(IllegalAction) as error:
        parse_move(text)
    assert str(error.value).startswith(f"{text!r} is not a move: write turn, back or two piles like '4 S'")
    assert error.value.code == "text"


@pytest.mark.req("R004-09")
def test_a_run_moves_and_the_program_finds_how_much_of_it() -> None:
    position = arranged(["2c | 9s 8h 7c", "8d", "9c", "9d", "5h"], stock="Ks")
    assert [move for move in texts(position.moves) if move[0] in "1234"] == ["1 3 2", "1 2 1", "2 3 1"]
    after = position.apply(Move("1", "3"))
    assert after == position.apply(Move("1", "3", 2))
    assert after.columns[0] == Column(cards("2c"), cards("9s"))
    assert after.columns[2].uncovered == cards("9c 8h 7c")
    assert position.resolve(Move("1", "3")) == Move("1", "3", 2)


@pytest.mark.req("R004-09")
def test_only_a_king_goes_to_an_empty_column() -> None:
    position = arranged(["", "2c | Kh Qc", "Qd", "Kc", "5h | Js"], stock="Ks Qh", waste=1, home=(0, 1, 0, 0))
    to_empty = [str(move) for move in position.moves if move.target == "1"]
    assert to_empty == ["0 1", "2 1 2", "4 1 1"]
    after = position.apply(Move("2", "1"))
    assert after.columns[:2] == (Column((), cards("Kh Qc")), Column((), cards("2c")))
    with pytest.raises(IllegalAction, match=r"^3 1: Qd cannot go on column 1; it takes a king \(legal moves: turn"):
        position.apply(Move("3", "1"))


@pytest.mark.req("R004-09")
def test_foundation_cards_may_return() -> None:
    position = arranged(["3d", "4c | 9h"], home=(2, 0, 0, 0))
    assert "S 1" in texts(position.moves)
    after = position.apply(Move("S", "1"))
    assert (after.heights, after.columns[0].uncovered) == ((1, 0, 0, 0), cards("3d 2s"))
    assert after.apply(Move("1", "S")).piles == position.piles


@pytest.mark.req("B004-7")
@pytest.mark.parametrize("rules", [Klondike(), Klondike(draw=3), Klondike(both_ways=True), Klondike(redeals=0)])
def test_the_only_stock_card_can_be_played(rules: Klondike) -> None:
    position = arranged(["Kc", "9h"], stock="As", waste=1, rules=rules)
    after = position.apply(Move("0", "S"))
    assert after.stock.cards == ()
    assert (after.stock.top, after.heights) == (None, (1, 0, 0, 0))
    assert TURN not in after.moves
    assert all(move.source != "0" for move in after.moves)
    with pytest.raises(IllegalAction, match="the stock is empty"):
        after.apply(TURN)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("1 2", "1 2: no card from 9h to 8s can go on column 2; it takes 8d or 8h (legal moves: turn, 1 4 2, S 3)"),
        ("1 4 1", "1 4 1: 8s cannot go on column 4; it takes 9d or 9h (legal moves: turn, 1 4 2, S 3)"),
        ("1 4 3", "1 4 3: column 1 has only 2 cards to take, not 3 (legal moves: turn, 1 4 2, S 3)"),
        ("0 3", "0 3: no stock card is face up (legal moves: turn, 1 4 2, S 3)"),
        ("H 3", "H 3: the hearts foundation is empty (legal moves: turn, 1 4 2, S 3)"),
        ("4 0", "4 0: cards cannot go back to the stock (legal moves: turn, 1 4 2, S 3)"),
        ("1 S", "1 S: 8s cannot go on the spades foundation; it takes 3s (legal moves: turn, 1 4 2, S 3)"),
        (
            "1 S 2",
            "1 S 2: 9h and 1 more cannot go on the spades foundation; it takes 3s alone (legal moves: turn, 1 4 2, "
            "S 3)",
        ),
        ("1 C", "1 C: 8s cannot go on the clubs foundation (legal moves: turn, 1 4 2, S 3)"),
        ("4 4", "4 4: Ts cannot go on column 4; it takes 9d or 9h (legal moves: turn, 1 4 2, S 3)"),
        ("back", "back: this stock turns one way only (legal moves: turn, 1 4 2, S 3)"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_what_would_be_right(move: str, message: str) -> None:
    position = arranged(["Kd | 9h 8s", "9s", "3d", "Ts", "5h", "6h", "5d"], home=(2, 0, 0, 13), stock="7s")
    with pytest.raises(IllegalAction) as error:
        position.apply(parse_move(move))
    assert str(error.value) == message
    assert error.value.code == "action"


def test_the_last_pass_is_the_last() -> None:
    position = arranged(["Kc", "9h"], stock="5s 6s", waste=2, rules=Klondike(redeals=0))
    with pytest.raises(IllegalAction, match=r"^turn: no redeal is left \(legal moves: 1 "):
        position.apply(TURN)
    alone = arranged(["Kc", "9h"], stock="5s", waste=1, rules=Klondike(both_ways=True))
    for move in (TURN, BACK):
        with pytest.raises(IllegalAction, match=rf"^{move}: the stock has only one card \(legal moves: 1 "):
            alone.apply(move)


@pytest.mark.parametrize(("redeals", "turns"), [(0, 8), (1, 17), (3, 35)])
def test_redeals_are_counted(redeals: int, turns: int) -> None:
    position = Klondike(draw=3, redeals=redeals).start(1)
    made = 0
    while TURN in position.moves:
        position, made = position.apply(TURN), made + 1
    assert (made, position.stock.passes) == (turns, redeals)


@pytest.mark.req("R004-10", "R004-13")
def test_the_line_of_possible_moves() -> None:
    ring = Klondike(both_ways=True)
    position = arranged(
        ["5c", "9h", "Td", "3s", "Kc", "Jd", "4h"], home=(2, 0, 0, 0), stock="9c Qs", waste=1, rules=ring
    )
    assert possible_moves_line(position) == "L/R (0 3) (4 7) (4 S) (7 1)"
    assert possible_moves_line(position._replace(rules=Klondike())) == "turn (0 3) (4 7) (4 S) (7 1)"
    lonely = arranged(["5c", "", "Kd", "9d"], stock="7c", waste=1, rules=ring)
    assert possible_moves_line(lonely) == ""
    assert texts(lonely.moves) == ["3 2 1", "3 5 1", "3 6 1", "3 7 1"]
    king_on_cards = arranged(["5c", "", "4h | Kd", "9d", "6c", "8h", "2c"], stock="3s", waste=1, rules=ring)
    assert possible_moves_line(king_on_cards) == "(3 2)"


# --- the score -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "points"),
    [("0 1", 5), ("0 S", 10), ("2 H", 10), ("3 1", 5), ("4 1", 0), ("S 5", -15), ("6 H", 15)],
)
def test_points_of_moves(move: str, points: int) -> None:
    stock = "2s" if move == "0 S" else "5d"
    columns = {
        "0 1": ["6c"],
        "0 S": ["6c"],
        "2 H": ["6c", "2h"],
        "3 1": ["6c", "9c", "Jd | 5h"],
        "4 1": ["6c", "9c", "Jd", "5h"],
        "S 5": ["6c", "9c", "Jd", "5h", "2d"],
        "6 H": ["6c", "9c", "Jd", "5h", "2d", "9s | 2h"],
    }[move]
    position = arranged([*columns, "8c"], home=(1, 1, 0, 0), stock=stock, waste=1, score=100)
    assert position.apply(parse_move(move)).score == 100 + points


def test_the_score_is_never_below_nothing() -> None:
    position = arranged(["2d", "9c"], home=(1, 0, 0, 0), stock="5d", waste=1, score=10)
    assert position.apply(Move("S", "1")).score == 0
    assert position.apply(TURN).score == 0


@pytest.mark.parametrize(
    ("rules", "scores"),
    [
        (Klondike(), [900, 800, 700, 600, 500]),
        (Klondike(draw=3), [1000, 1000, 980, 960, 940]),
    ],
)
def test_points_of_turning_the_waste_over(rules: Klondike, scores: list[int]) -> None:
    position = rules.start(1)._replace(score=1000)
    seen = []
    for _ in range(5):
        while position.stock.rest:
            position = position.apply(TURN)
        position = position.apply(TURN)
        seen.append(position.score)
    assert seen == scores


def test_rotating_a_ring_costs_nothing() -> None:
    position = Klondike(both_ways=True).start(1)._replace(score=50)
    for move in [TURN] * 50 + [BACK] * 60:
        position = position.apply(move)
    assert (position.score, position.made, position.stock.passes) == (50, 110, 0)
