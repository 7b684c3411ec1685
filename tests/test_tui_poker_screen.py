"""The poker table of the room: what it shows at any size, and what it hides."""

from itertools import combinations, product
from random import Random

import pytest
from textual.pilot import Pilot

from kicker.cards import DECK, SYMBOL, Card
from kicker.games import NAMED, Rules, classic_draw, draw, holdem
from kicker.hands import evaluate
from kicker.players import make_bot
from kicker.table import Table
from kicker.ui.common.home import KeptGame
from kicker.ui.common.pace import SPEEDS
from kicker.ui.common.text import Wording
from kicker.ui.tui.canvas import Box
from kicker.ui.tui.felt import BOARD_WIDTH, Measures, Seating, seating
from kicker.ui.tui.poker import PokerScreen
from kicker.ui.tui.table_view import after_event, middle_words, opening, pot_words
from tests.new_tables import draw_table, holdem_table
from tests.poker_table import (
    LARGE,
    PATIENCE,
    SMALL,
    at_table,
    click,
    felt_text,
    press,
    rows,
    text,
    turn,
    until,
)

pytestmark = pytest.mark.usefixtures("quiet_room")


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_ten_seats_have_room(size: tuple[int, int]) -> None:
    names = ["You", *(f"opponent{number}" for number in range(1, 10))]
    stacks = [1000 + 111 * seat for seat in range(10)]
    bots = dict.fromkeys(range(1, 10), "caller")
    table_ = Table(holdem(blinds=(5, 10)), stacks, names=names, seed=3, button=7, players=bots)
    game = KeptGame.begin("holdem", table_)

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        shown = text(pilot.app)
        for seat, name in enumerate(names):
            assert name in felt_text(table)
            assert f"{game.table.stacks[seat]:,}" in felt_text(table)
        for part in ("▶You", " D ", "Pot 15", "your turn", "blinds 5/10", "hand 1", "● 10"):
            assert part in shown, part
        await press(pilot, table, "c")
        assert "Pot 100" in text(pilot.app)
        assert all(SYMBOL.format(card) in felt_text(table) for card in turn(table).board)

    at_table(game, visit, size)


def apart(one: Box, other: Box) -> bool:
    return (
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
    )


def seats(count: int, rules: Rules, size: tuple[int, int], *, own: bool = True) -> Seating:
    found = seating(Measures(count, rules.game.hand_cards, bool(rules.game.board_cards), own), *size)
    assert found is not None
    return found


@pytest.mark.parametrize("size", [(80, 14), (78, 15), (80, 38), (100, 20), (118, 39), (200, 60)])
@pytest.mark.parametrize("count", range(2, 11))
def test_nothing_lies_on_anything_else(count: int, size: tuple[int, int]) -> None:
    both = (holdem(), draw()) if count < 7 else (holdem(),)
    for rules, own in product(both, (True, False)):
        plan = seats(count, rules, size, own=own)
        board = Box((size[0] - BOARD_WIDTH) // 2, plan.middle.y + max(0, plan.middle.height - 8) // 2, BOARD_WIDTH, 5)
        things = [*plan.seats, board] if rules.game.board_cards else list(plan.seats)
        assert len(plan.seats) == count
        for one, other in combinations(things, 2):
            assert apart(one, other), (one, other)
        for box in things:
            assert box.x >= 0
            assert box.y >= 0
            assert box.x + box.width <= size[0]
            assert box.y + box.height <= size[1]


def test_whole_cards_where_there_is_room() -> None:
    assert seats(10, holdem(), (118, 39)).full
    assert seats(6, draw(), (118, 39)).full
    assert seats(3, holdem(), (80, 14)).full
    assert not seats(10, holdem(), (80, 14)).full


@pytest.mark.parametrize("size", [(78, 14), (80, 14), (80, 38), (100, 20), (118, 39), (200, 60)])
@pytest.mark.parametrize("rules", [holdem(), draw()], ids=["holdem", "draw"])
@pytest.mark.parametrize("own", [True, False], ids=["played", "replayed"])
def test_two_sit_opposite_each_other(size: tuple[int, int], rules: Rules, own: bool) -> None:
    plan = seats(2, rules, size, own=own)
    below, above = plan.seats
    assert below.x == above.x
    assert abs(2 * below.x + below.width - size[0]) <= 1  # both in the middle
    assert above.y + above.height <= plan.middle.y
    assert plan.middle.y + plan.middle.height <= below.y


def test_side_pots_and_who_contests_them() -> None:
    names, bots = ["Me", "Max", "Ann", "Bob"], {1: "maniac", 2: "caller", 3: "caller"}
    table_ = Table(holdem(blinds=(5, 10)), [1000, 40, 1000, 1000], players=bots, names=names, seed=4, button=3)
    game = KeptGame.begin("holdem", table_)

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        while not turn(table).board:
            await press(pilot, table, "c")
        assert "all in" in felt_text(table)
        assert "side pot" not in text(pilot.app)
        await press(pilot, table, *"50", "enter")
        assert len(turn(table).board) == 4
        assert "main pot 160: everybody; side pot 1 150: You, Ann, Bob" in text(pilot.app)
        assert "Pot 310" in text(pilot.app)

    at_table(game, visit)
    assert pot_words(game.table.view(0), Wording(names))[1] == "side pot 1 150: Me, Ann, Bob"


@pytest.mark.parametrize("kind", ["holdem", "draw"])
def test_the_own_hand_in_words(kind: str) -> None:
    sitting = holdem_table(2, 0, "caller", 9) if kind == "holdem" else draw_table(2, 0, "caller", 9)

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        if kind == "holdem":
            await press(pilot, table, "c")
        view = turn(table)
        words = evaluate(view.hand + view.board).describe()
        assert words in text(pilot.app).lower()

    at_table(KeptGame.begin(kind, sitting), visit)


def test_two_cards_in_words() -> None:
    from kicker.ui.tui.dealer import holding_words

    state, _ = holdem().start("As Kd Ah Kc 2c 3d 5h 9s Jd", [100, 100], 0)
    assert holding_words(state.view(1)) == "a pair of aces"
    state, _ = holdem().start("As Kd Ks Kc 2c 3d 5h 9s Jd", [100, 100], 0)
    assert holding_words(state.view(1)) == "ace-king suited"


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("holdem", SMALL),
        ("draw", LARGE),
        pytest.param("holdem", LARGE, marks=pytest.mark.long),
        pytest.param("draw", SMALL, marks=pytest.mark.long),
    ],
)
def test_hidden_cards_are_not_on_the_screen(kind: str, size: tuple[int, int]) -> None:
    seen = 0
    for seed in range(2):
        bots = "caller,random,maniac"
        sitting = holdem_table(6, 0, bots, seed) if kind == "holdem" else draw_table(6, 0, bots, seed)
        game = KeptGame.begin(kind, sitting)

        async def visit(pilot: Pilot[None], table: PokerScreen, game: KeptGame = game) -> None:
            nonlocal seen
            while True:
                view, state = game.table.view(table.person), game.table.state
                known = {*view.hand, *view.board, *(card for seat in range(6) for card in view.open_cards(seat))}
                thrown = {card for event in view.history if event.kind == "discard" for card in event.cards}
                hidden = {card for hand in state.hands for card in hand} - known - thrown
                seen += len(hidden)
                assert not [card for card in hidden if SYMBOL.format(card) in text(pilot.app)]
                assert all(SYMBOL.format(card) in felt_text(table) for card in known)
                if not table.my_turn:
                    break
                await press(pilot, table, "c" if turn(table).options.phase == "betting" else "enter")

        at_table(game, visit, size)
    assert seen > 40


def test_plain_characters_only() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        table.settings.ascii = True
        table.story.lines.clear()
        for _ in range(2):
            while table.my_turn:
                await press(pilot, table, "c")
                shown = text(pilot.app)
                assert shown.isascii(), {letter for letter in shown if not letter.isascii()}
                assert ">You" in shown or table.busy or not table.my_turn
            await press(pilot, table, "enter")

    at_table(KeptGame.begin("holdem", holdem_table(6, 0, "caller", 3)), visit)


def test_a_resize_in_the_middle_of_a_hand() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await press(pilot, table, "c")
        before = rows(pilot.app)
        for size in (SMALL, LARGE, SMALL, (100, 30), LARGE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown = text(pilot.app)
            for part in ("sharp 1", "caller 2", "Pot", "▶You", "check", "all in", "Log"):
                assert part in shown, (part, size)
            assert all(SYMBOL.format(card) in felt_text(table) for card in turn(table).board + turn(table).hand)
            await click(pilot, table, "#half")
        await press(pilot, table, "home")
        assert rows(pilot.app)[:20] == before[:20]
        await click(pilot, table, "#call")

    at_table(KeptGame.begin("holdem", holdem_table(6, 0, "sharp,caller", 7)), visit, LARGE)


def test_a_deal_bit_by_bit_is_the_deal() -> None:
    """The events shown between two decisions lead to the state that the rules give."""
    dice = Random(1)
    for rules, count in ((holdem((5, 10), ante=1), 5), (draw(), 4), (classic_draw(), 3)):
        for _ in range(20):
            deck = [Card(number) for number in dice.sample(range(52), 52)]
            state, _ = rules.start(deck, [dice.randint(20, 300) for _ in range(count)], dice.randrange(count))
            while not state.over:
                state, _ = state.apply(make_bot("random", dice.random().hex()).act(state.view(state.to_act)))
            view = state.view(0)
            built = opening(view)
            for event in view.history:
                built = after_event(built, event)
            for field in ("stacks", "live", "board", "hands", "up", "paid", "history"):
                assert getattr(built, field) == getattr(view, field), field


def test_bots_take_their_time_and_enter_hurries_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SPEEDS, "slow", 10 * PATIENCE)  # they wait until somebody hurries them

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        table.settings.speed = "slow"
        await pilot.press("a", "enter")
        await until(pilot, lambda: "hurry" in text(pilot.app))
        assert table.view is not None
        assert "caller 1 calls" not in text(pilot.app)  # it is told later
        assert not table.view.board
        await press(pilot, table, "enter")
        assert len(table.view.board) == 5

    at_table(KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5)), visit)


@pytest.mark.parametrize("width", [22, 40, 60, 64])
def test_a_table_can_be_made_as_small_as_somebody_likes(width: int) -> None:
    game = KeptGame.begin("holdem", holdem_table(6, 0, "caller", 5))

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await pilot.resize_terminal(width, 20)
        await pilot.pause()
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        await pilot.resize_terminal(width, 24)
        await pilot.pause()
        await press(pilot, table, "c")
        assert game.table.state.actions

    at_table(game, visit)


def test_winners_of_a_split_pot_are_told_in_fewer_words() -> None:
    """Where there is no room for the hands, as between the seats of stud, it is still said who won which half."""
    rules = NAMED["stud-hilo"]()
    for seed in range(100):
        state, _ = rules.start(Random(seed).sample(DECK, 52), [100] * 4, 0)
        while not state.over:
            state, _ = state.apply(state.options.passive)
        halves = {event.half: event.seat for event in state.view(0).history if event.kind == "won"}
        if len(set(halves.values())) == 2:
            break
    _, versions = middle_words(state.view(0), Wording(["You", "Bo", "Cy", "Di"], you=0))
    assert " with the " not in " ".join(versions[0])
    assert [words.split(" with ")[1] for words in versions[-1]] == ["the high hand", "the low hand"]


def callers_table(game: str, seats: int) -> KeptGame:
    bots = dict.fromkeys(range(1, seats), "caller")
    return KeptGame.begin(game, Table(NAMED[game](), [100] * seats, players=bots, seed=4))


async def to_the_end(pilot: Pilot[None], table: PokerScreen) -> None:
    while table.my_turn:
        await press(pilot, table, "c")
    assert table.view is not None
    assert table.view.over


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_card_for_everybody_is_seen_when_stud_runs_out(size: tuple[int, int]) -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        while not turn(table).board:
            assert "Common card" not in text(pilot.app)
            await press(pilot, table, "c")
        card = SYMBOL.format(turn(table).board[0])
        assert f"Common card {card} · Pot" in felt_text(table)
        await to_the_end(pilot, table)
        assert f"Common card {card}" in felt_text(table)

    at_table(callers_table("stud", 8), visit, size)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_open_cards_of_stud_and_six_cards_of_omaha_have_room(size: tuple[int, int]) -> None:
    async def stud(pilot: Pilot[None], table: PokerScreen) -> None:
        assert turn(table).options.bet <= turn(table).rules.bring_in
        assert "complete to" in text(pilot.app)
        for _ in range(3):
            await press(pilot, table, "c")
        view = turn(table)
        for seat in range(1, 4):
            shown = [SYMBOL.format(card) for card in view.open_cards(seat)]
            assert len(shown) == 4
            assert all(card in felt_text(table) for card in shown)
        assert len(view.hands[0]) == 6

    async def omaha(pilot: Pilot[None], table: PokerScreen) -> None:
        own = [SYMBOL.format(card) for card in turn(table).hand]
        assert len(own) == 6
        assert all(card in felt_text(table) for card in own)
        await to_the_end(pilot, table)
        assert " low" in felt_text(table)
        assert " ".join(own) in felt_text(table)

    at_table(callers_table("stud-hilo", 4), stud, size)
    at_table(callers_table("omaha-6-hilo", 6), omaha, size)
