"""The poker table of the room, played with keys and with the mouse as a person would."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from threading import Event, Timer

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from kicker.cards import SYMBOL, Card
from kicker.errors import FileError, KickerError
from kicker.games import Action, View, classic_draw, classic_holdem, draw, holdem
from kicker.games.catalogue import HOLDEM
from kicker.hands import evaluate
from kicker.odds import equity
from kicker.players import make_bot
from kicker.table import Table
from kicker.ui.common.home import KeptGame, left_games
from kicker.ui.common.offer import SPEEDS
from kicker.ui.play.poker import TRIALS
from kicker.ui.tui.app import Room
from kicker.ui.tui.base import Keys
from kicker.ui.tui.betting import BetSlider, Offer, OwnCards, ReasonsPage
from kicker.ui.tui.canvas import Box
from kicker.ui.tui.poker import PokerScreen
from kicker.ui.tui.table_view import BOARD_WIDTH, Felt, after_event, opening, pot_words, seating
from tests.new_tables import draw_table, holdem_table

SMALL, LARGE = (80, 24), (160, 50)
PATIENCE = 60.0


pytestmark = pytest.mark.usefixtures("quiet_room")


class OneTable(Room):
    """The room with nothing but a poker table in it."""

    def __init__(self, game: KeptGame, speed: str = "at once") -> None:
        super().__init__()
        self.table = PokerScreen(game)
        self.settings.speed = speed

    def get_default_screen(self) -> Screen[None]:
        return Screen()

    async def on_mount(self) -> None:
        await self.push_screen(self.table)


Visit = Callable[[Pilot[None], PokerScreen], Awaitable[None]]


def at_table(game: KeptGame, visit: Visit, size: tuple[int, int] = SMALL, speed: str = "at once") -> None:
    """Sit down to a game, wait until it is the person's turn, and do something."""

    async def run() -> None:
        app = OneTable(game, speed)
        async with app.run_test(size=size) as pilot:
            await settled(pilot, app.table)
            await visit(pilot, app.table)

    asyncio.run(run())


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    """Wait for something that happens by itself."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it does not happen"
        await pilot.pause(0.005)


async def settled(pilot: Pilot[None], table: PokerScreen) -> None:
    """Wait until the person may do something, and all of it is drawn."""
    await until(pilot, lambda: not table.busy or not table.is_attached)
    await pilot.pause()


async def press(pilot: Pilot[None], table: PokerScreen, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot, table)


async def click(pilot: Pilot[None], table: PokerScreen, target: str, offset: tuple[int, int] | None = None) -> None:
    assert await pilot.click(target, offset=offset or (1, 0)), f"{target} is not there to be clicked"
    await settled(pilot, table)


def rows(app: App[None]) -> list[str]:
    """What is on the screen, line by line."""
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


def text(app: App[None]) -> str:
    return "\n".join(rows(app))


def on_screen(pilot: Pilot[None], words: str) -> bool:
    return words in text(pilot.app)


def felt_text(table: PokerScreen) -> str:
    felt = table.query_one(Felt)
    return "\n".join(felt.render_line(y).text for y in range(felt.size.height))


def offered(table: PokerScreen) -> set[str]:
    """The buttons that are there."""
    return {choice.id or "" for choice in table.query(Offer) if choice.display}


def turn(table: PokerScreen) -> View:
    assert table.my_turn
    assert table.view is not None
    return table.view


def over(table: PokerScreen) -> bool:
    return table.moment is not None and table.moment.finished


# --- whole games -----------------------------------------------------------------------------------------------------


def new_game(kind: str, seed: int) -> KeptGame:
    makers = {
        "holdem": lambda: holdem_table(3, 1, "caller,maniac", seed, stack=150),
        "pot-limit": lambda: holdem_table(3, 0, "random,maniac", seed, stack=200, betting="pot-limit", rise=5),
        "fixed-limit": lambda: holdem_table(2, 0, "random", seed, stack=120, betting="fixed-limit", rise=2),
        "draw": lambda: draw_table(3, 2, "caller,random", seed, stack=100, ante=5, rise=3),
        "classic-draw": lambda: Table(classic_draw(), [60, 60], players={1: "random"}, seed=seed, fixed_button=True),
        "classic-holdem": lambda: Table(classic_holdem(), [90, 90], players={1: "cpu"}, seed=seed, fixed_button=True),
    }
    return KeptGame.begin(kind if kind.startswith("classic") else "holdem", makers[kind]())


async def play_by_keys(pilot: Pilot[None], table: PokerScreen, dice: Random) -> None:
    """Play a game to its end with keys; what is offered is legal, whatever it is."""
    while not over(table):
        if not table.my_turn:
            await press(pilot, table, "enter")
        elif turn(table).options.phase == "drawing":
            await press(pilot, table, *dice.sample("12345", dice.randint(0, turn(table).options.max_draw)), "enter")
        else:
            view, options = turn(table), turn(table).options
            if options.may_raise and dice.random() < 0.8:
                sizes = [["t"], ["m"], ["p"], ["a"], ["end"], ["a"], ["right", "right", "plus", "left", "minus"]]
                sizes.append(list(str(options.min_raise_to)))
                await press(pilot, table, *dice.choice(sizes))
                assert options.min_raise_to <= table.bet_to <= options.max_raise_to
                await press(pilot, table, dice.choice(["enter", "r", "b"]))
            elif options.may_check or options.call_amount:
                await press(pilot, table, "c")
            else:
                await press(pilot, table, "f")
            assert table.view is not view, table.sentence


async def play_by_mouse(pilot: Pilot[None], table: PokerScreen, dice: Random) -> None:
    """The same with the mouse alone."""
    while not over(table):
        if not table.my_turn:
            await click(pilot, table, "#go")
        elif turn(table).options.phase == "drawing":
            cards = table.query_one(OwnCards)
            picked = dice.sample(range(5), dice.randint(0, turn(table).options.max_draw))
            for place in picked:
                await click(pilot, table, "OwnCards", (place * cards.step + 1, dice.randint(0, 4)))
            assert table.picked == set(picked)
            await click(pilot, table, "#go")
        else:
            view, there = turn(table), offered(table)
            if "raise" in there and dice.random() < 0.8:
                sizes = sorted(there & {"third", "half", "pot", "all"})
                if sizes and dice.random() < 0.6:
                    await click(pilot, table, f"#{dice.choice([*sizes, *['all'] * ('all' in sizes)])}")
                else:
                    await click(pilot, table, "BetSlider", (dice.randrange(table.query_one(BetSlider).size.width), 0))
                assert view.options.min_raise_to <= table.bet_to <= view.options.max_raise_to
                await click(pilot, table, "#raise")
            else:
                await click(pilot, table, "#call" if "call" in there else "#fold")
            assert table.view is not view, table.sentence


KEYS = ("holdem", "pot-limit", "fixed-limit", "draw", "classic-draw", "classic-holdem")
MOUSE = ("holdem", "pot-limit", "draw")


@pytest.mark.parametrize(("hand", "kind"), [*(("keys", kind) for kind in KEYS), *(("mouse", kind) for kind in MOUSE)])
def test_whole_games(kind: str, hand: str) -> None:
    game = new_game(kind, seed=5)
    chips = sum(game.table.stacks)

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await (play_by_keys if hand == "keys" else play_by_mouse)(pilot, table, Random(f"{kind}/{hand}"))
        champion = game.table.champion
        assert champion is not None
        assert game.table.stacks[champion] == chips
        name = "You win" if champion == table.person else f"{game.table.names[champion]} wins"
        assert f"{name} the game with {chips:,}" in text(pilot.app)
        assert len(list(game.hands())) == game.table.deals
        assert left_games("holdem") + left_games(["classic-draw", "classic-holdem"]) == [game.kept.name]
        await (press(pilot, table, "enter") if hand == "keys" else click(pilot, table, "#go"))
        await until(pilot, lambda: pilot.app.screen is not table)
        assert left_games("holdem") + left_games(["classic-draw", "classic-holdem"]) == []  # it is over: not kept

    at_table(game, visit, SMALL if hand == "keys" else LARGE)


def test_who_is_out_can_watch_the_others() -> None:
    table_ = Table(
        holdem(blinds=(5, 10)),
        [10, 60, 60, 60],
        names=["Me", "Ann", "Bob", "Cy"],
        seed=45,
        button=1,
        players={1: "caller", 2: "maniac", 3: "random"},
    )
    game = KeptGame.begin("holdem", table_)

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        while table.moment is not None and not table.moment.out:
            await press(
                pilot, table, "f" if table.my_turn and "fold" in offered(table) else "c" if table.my_turn else "enter"
            )
        left = sum(stack > 0 for stack in game.table.stacks)
        assert left > 1
        assert f"You are out: {left} seats play on." in text(pilot.app)
        assert "watch the bots" in text(pilot.app)
        await press(pilot, table, "enter")
        await until(pilot, lambda: over(table))
        champion = game.table.champion
        assert champion is not None
        assert f"{game.table.names[champion]} wins the game with 190" in text(pilot.app)

    at_table(game, visit)


# --- what is on the screen -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_ten_seats_have_room(size: tuple[int, int]) -> None:
    names = ["You", *(f"opponent{number}" for number in range(1, 10))]
    stacks = [1000 + 111 * seat for seat in range(10)]
    table_ = Table(
        holdem(blinds=(5, 10)), stacks, names=names, seed=3, button=7, players=dict.fromkeys(range(1, 10), "caller")
    )
    game = KeptGame.begin("holdem", table_)

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        shown = text(pilot.app)
        for seat, name in enumerate(names):
            assert name in felt_text(table)
            assert f"{game.table.stacks[seat]:,}" in felt_text(table)
        for part in ("▶You", " D ", "Pot 15", "your turn", "blinds 5/10", "deal 1", "● 10"):
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


@pytest.mark.parametrize("size", [(80, 14), (78, 15), (80, 38), (100, 20), (118, 39), (200, 60)])
@pytest.mark.parametrize("count", range(2, 11))
def test_nothing_lies_on_anything_else(count: int, size: tuple[int, int]) -> None:
    for rules in (holdem(), draw()) if count < 7 else (holdem(),):
        plan = seating(count, rules, *size)
        board = Box((size[0] - BOARD_WIDTH) // 2, plan.middle.y + max(0, plan.middle.height - 8) // 2, BOARD_WIDTH, 5)
        things = [*plan.seats, board] if rules.game == HOLDEM else list(plan.seats)
        assert len(plan.seats) == count
        for one, other in combinations(things, 2):
            assert apart(one, other), (one, other)
        for box in things:
            assert box.x >= 0
            assert box.y >= 0
            assert box.x + box.width <= size[0]
            assert box.y + box.height <= size[1]


def test_whole_cards_where_there_is_room() -> None:
    assert seating(10, holdem(), 118, 39).full
    assert seating(6, draw(), 118, 39).full
    assert seating(2, holdem(), 80, 14).full
    assert not seating(10, holdem(), 80, 14).full


def test_side_pots_and_who_contests_them() -> None:
    table_ = Table(
        holdem(blinds=(5, 10)),
        [1000, 40, 1000, 1000],
        names=["Me", "Max", "Ann", "Bob"],
        seed=4,
        button=3,
        players={1: "maniac", 2: "caller", 3: "caller"},
    )
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
    assert pot_words(game.table.view(0), ["Me", "Max", "Ann", "Bob"])[1] == "side pot 1 150: Me, Ann, Bob"


@pytest.mark.parametrize("kind", ["holdem", "draw"])
def test_the_own_hand_in_words(kind: str) -> None:
    table = holdem_table(2, 0, "caller", 9) if kind == "holdem" else draw_table(2, 0, "caller", 9)

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        if kind == "holdem":
            await press(pilot, table, "c")
        view = turn(table)
        words = evaluate(view.hand + view.board).describe()
        assert words in text(pilot.app).lower()

    at_table(KeptGame.begin(kind, table), visit)


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
        table = holdem_table(6, 0, bots, seed) if kind == "holdem" else draw_table(6, 0, bots, seed)
        game = KeptGame.begin(kind, table)

        async def visit(pilot: Pilot[None], table: PokerScreen, game: KeptGame = game) -> None:
            nonlocal seen
            while True:
                view, state = game.table.view(table.person), game.table.state
                known = {*view.hand, *view.board, *(card for hand in view.hands for card in hand if card is not None)}
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
        table.lines.clear()
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
    """What is shown between two decisions leads to what the rules say."""
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


# --- decisions -------------------------------------------------------------------------------------------------------


def test_an_illegal_amount_is_refused_and_nothing_is_lost() -> None:
    game = KeptGame.begin("holdem", holdem_table(2, 0, "caller", 5))

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        state = game.table.state
        await press(pilot, table, *"15", "enter")
        assert table.sentence == "raise 15 is not possible: c call 5, r raise to 20 up to 1,000, f fold"
        assert "raise 15 is not possible: c call 5, r raise to 20" in text(pilot.app)
        await press(pilot, table, "enter")
        await press(pilot, table, *"99999", "r")
        assert "raise 99999 is not possible" in text(pilot.app)
        await press(pilot, table, *"7/9", "enter")
        assert "'7/9' is no action" in text(pilot.app)
        assert game.table.state is state
        await press(pilot, table, *"999", "backspace", "backspace", *"/", "backspace", "backspace", *"2/3", "enter")
        assert game.table.state.history[len(state.history)].to == 10 + round(2 / 3 * 20)

    at_table(game, visit)


def test_nobody_is_offered_to_fold_for_nothing() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        assert "fold" in offered(table)
        await press(pilot, table, "c")
        assert turn(table).options.may_check
        assert "fold" not in offered(table)
        view = table.view
        await press(pilot, table, "f")
        assert "there is nothing to pay, so do not fold" in text(pilot.app)
        assert table.view is view

    at_table(KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5)), visit)


def test_all_in_where_only_a_call_is_left() -> None:
    table_ = Table(holdem(blinds=(5, 10)), [50, 500], names=["Me", "Max"], seed=4, button=1, players={1: "maniac"})
    game = KeptGame.begin("holdem", table_)

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        while table.my_turn and turn(table).options.may_raise:
            await press(pilot, table, "c")
        if table.my_turn:
            await press(pilot, table, "a")
        assert table.view is not None
        assert table.view.over
        assert max(game.table.stacks) in (550, 450, 500, 400)

    at_table(game, visit)


def test_the_slider_follows_the_mouse() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        slider = table.query_one(BetSlider)
        options = turn(table).options
        begin, length = slider.track
        await pilot.mouse_down("BetSlider", offset=(begin + 2, 0))
        await pilot.pause()
        near = table.bet_to
        await pilot.hover("BetSlider", offset=(begin + length // 2, 0))
        await pilot.pause()
        middle = table.bet_to
        await pilot.hover("BetSlider", offset=(begin + length - 1, 0))
        await pilot.mouse_up("BetSlider", offset=(begin + length - 1, 0))
        await pilot.pause()
        assert options.min_raise_to < near < middle < table.bet_to == options.max_raise_to
        assert f"raise to {options.max_raise_to:,}" in text(pilot.app)
        await pilot.hover("BetSlider", offset=(begin, 0))
        await pilot.pause()
        assert table.bet_to == options.max_raise_to  # nobody holds it any more

    at_table(KeptGame.begin("holdem", holdem_table(2, 0, "caller", 5)), visit)


def test_cards_to_throw() -> None:
    game = KeptGame.begin("draw", draw_table(3, 0, "caller", 5))

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await press(pilot, table, "c")
        hand = turn(table).hand
        assert "stand pat" in text(pilot.app)
        await press(pilot, table, "c", *"1232")
        assert table.picked == {0, 2}
        assert "×1×" in text(pilot.app)
        assert "throw 2 cards" in text(pilot.app)
        await press(pilot, table, *"45")
        assert "at most 3 cards may be thrown" in text(pilot.app)
        await press(pilot, table, "4", "enter")
        kept = turn(table).hand
        assert [place for place in range(5) if kept[place] != hand[place]] == [0, 2]

    at_table(game, visit)


def test_keys_are_for_those_whose_turn_it_is() -> None:
    game = KeptGame.begin("holdem", holdem_table(2, 0, "caller", 5))
    game.table.players[1] = bot = Held()

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await pilot.press("c")
        assert table.busy
        await pilot.press("f", "c", "r", "1", "a")
        assert offered(table) == {"go"}
        bot.free.set()
        await settled(pilot, table)
        assert [event.kind for event in turn(table).history if event.seat == 0][-1] == "call"
        assert (table.typed, table.chosen) == ("", False)

    at_table(game, visit)


# --- helps -----------------------------------------------------------------------------------------------------------


def test_live_odds() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        for _ in range(2):
            view = turn(table)
            if not table.odds_wanted:
                await press(pilot, table, "e")
            found = equity([view.hand, *["random"] * 2], view.board, trials=TRIALS).players[0]
            words = f"win {found.win:.1%}, tie {found.tie:.1%} against 2 unknown hands"
            await until(pilot, partial(on_screen, pilot, words))
            await press(pilot, table, "c")
        await press(pilot, table, "e")
        assert "unknown hands" not in text(pilot.app)

    at_table(KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5)), visit)


def test_odds_of_a_draw() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await press(pilot, table, "c", "e")
        await until(pilot, lambda: "against a pat hand" in text(pilot.app))
        await press(pilot, table, "enter")
        await until(pilot, lambda: "of all hands" in text(pilot.app))

    at_table(KeptGame.begin("draw", draw_table(2, 0, "caller", 5)), visit)


def test_reasons_after_a_showdown() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await press(pilot, table, "w")
        assert "told when the deal is over" in text(pilot.app)
        await press(pilot, table, "home")
        assert "told when the deal is over" not in text(pilot.app)
        await press(pilot, table, "a", "enter")
        while table.my_turn:
            await press(pilot, table, "c")
        await press(pilot, table, "w")
        decisions = table.moment.decisions if table.moment else []
        if not decisions:  # it has folded: nobody sees why
            assert "no bot has shown its cards" in text(pilot.app)
        else:
            assert isinstance(pilot.app.screen, ReasonsPage)
            shown = " ".join(text(pilot.app).replace("│", " ").split())
            assert "sharp, call" in shown
            assert "big blinds" in shown
            assert " bb;" in shown
            await pilot.press("escape")
            await until(pilot, lambda: table.is_current)
        called.append(bool(decisions))

    called: list[bool] = []
    for seed in range(40):
        at_table(KeptGame.begin("holdem", holdem_table(2, 0, "sharp", seed, stack=120)), visit)
        if set(called) == {True, False}:
            return
    raise AssertionError("no deal in which it folds and one in which it calls")


def test_the_log() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await press(pilot, table, "c")
        assert "posts a blind of 5" not in text(pilot.app)
        await press(pilot, table, "l")
        await until(pilot, lambda: "caller 1 posts a blind of 5" in text(pilot.app))
        assert "You call 10" in text(pilot.app)
        assert "c check" in text(pilot.app)  # one can play on meanwhile
        await press(pilot, table, *["c"] * 3, "enter", "c")
        bottom = text(pilot.app)
        await press(pilot, table, "pageup")
        assert text(pilot.app) != bottom
        await press(pilot, table, "pagedown")
        assert text(pilot.app) == bottom
        await press(pilot, table, "l")
        await until(pilot, lambda: "Pot" in text(pilot.app))

    at_table(KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5)), visit)


def test_hands_of_the_game() -> None:
    from kicker.ui.tui.replayer import ReplayScreen

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await press(pilot, table, "h")
        assert "there is no hand to look at yet" in text(pilot.app)
        while table.my_turn:
            await press(pilot, table, "c")
        await pilot.press("h")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is table)

    at_table(KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5)), visit)


def test_speed_and_dealing_by_itself(home: Path) -> None:
    game = KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5))

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        assert "speed at once" in text(pilot.app)
        await press(pilot, table, "s")
        assert "speed slow" in text(pilot.app)
        await until(pilot, lambda: '"speed": "slow"' in (home / "settings.json").read_text())
        await press(pilot, table, "s", "s", "s", "d")
        assert "auto deal" in text(pilot.app)
        while game.table.deals < 3:
            await press(pilot, table, "c")
        await press(pilot, table, "d")
        while table.my_turn:
            await press(pilot, table, "c")
        assert "next deal" in text(pilot.app)

    at_table(game, visit)


# --- slow bots, leaving and coming back ------------------------------------------------------------------------------


class Held:
    """Checks or calls when it is let."""

    def __init__(self) -> None:
        self.free = Event()

    def act(self, view: View) -> Action:
        assert self.free.wait(PATIENCE)
        return view.options.passive


@pytest.mark.parametrize("size", [SMALL, pytest.param(LARGE, marks=pytest.mark.long)])
def test_no_key_waits_for_a_slow_bot(size: tuple[int, int]) -> None:
    game = KeptGame.begin("holdem", holdem_table(6, 0, "caller", 5))
    bot = game.table.players[1] = Held()

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await pilot.press("c")
        assert table.busy  # the bot thinks until it is told to decide; the benchmarks measure how long a key takes
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, Keys)
        await pilot.press("escape", "l")
        assert table.busy
        bot.free.set()
        await settled(pilot, table)
        assert len(turn(table).board) == 3

    at_table(game, visit, size)


def events_of(name: str) -> Iterator[str]:
    game = KeptGame.resume("holdem", name)
    yield from (event.kind for event in game.table.log)
    game.close()


@pytest.mark.parametrize("way", ["escape", "twice", "exit"])
def test_leaving_while_a_bot_thinks(way: str) -> None:
    game = KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5))
    game.table.players[1] = bot = Held()

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await pilot.press("c")
        assert table.busy
        if way == "exit":
            Timer(0.3, bot.free.set).start()
            pilot.app.exit()
            return
        await pilot.press("escape")
        assert "leaving as soon as the bot has decided" in text(pilot.app)
        if way == "twice":
            await pilot.press("escape")
            await until(pilot, lambda: pilot.app.screen is not table)  # it thinks on, and nobody waits for it
            with pytest.raises(KickerError, match="is being played elsewhere"):
                KeptGame.resume("holdem", game.kept.name)
        bot.free.set()
        await until(pilot, lambda: pilot.app.screen is not table)
        if way == "escape":
            assert list(events_of(game.kept.name))  # nobody holds it any more

    at_table(game, visit)
    assert list(events_of(game.kept.name)).count("call") == 2  # the person's and the bot's are kept


def test_leaving_between_two_deals_deals_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kicker.ui.tui.poker.BETWEEN", 1_000_000)  # the next deal does not come by itself
    game = KeptGame.begin("holdem", holdem_table(2, 0, "caller", 5))

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        table.settings.speed = "fast"
        await pilot.press("d", "f")
        await until(pilot, lambda: table.view is not None and table.view.over)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not table)
        assert game.table.deals == 1

    at_table(game, visit)


def test_a_game_that_was_left_is_the_same_table_again() -> None:
    for kind in ("holdem", "draw"):
        table = holdem_table(5, 0, "caller,maniac", 8) if kind == "holdem" else draw_table(5, 0, "caller,maniac", 8)
        game = KeptGame.begin(kind, table)
        pictures: list[str] = []

        async def look(pilot: Pilot[None], table: PokerScreen, pictures: list[str] = pictures) -> None:
            pictures.append(text(pilot.app))

        async def play(pilot: Pilot[None], table: PokerScreen, look: Visit = look) -> None:
            await press(pilot, table, "c")
            await look(pilot, table)
            await pilot.press("escape")
            await until(pilot, lambda: pilot.app.screen is not table)

        at_table(game, play)
        again = KeptGame.resume(kind, game.kept.name)
        assert again.table.state == game.table.state
        at_table(again, look)
        assert pictures[0] == pictures[1]


def test_a_game_that_cannot_be_kept_says_so_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5))
    save = game.kept.save

    def full(text: str) -> None:
        monkeypatch.setattr(game.kept, "save", save)
        raise FileError("cannot write 'x': no space left", "write")

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        monkeypatch.setattr(game.kept, "save", full)
        await press(pilot, table, "c")
        assert "no space left; Enter goes on" in text(pilot.app)
        await press(pilot, table, "enter")
        assert len(turn(table).board) == 3
        assert "no space" not in str(table.query_one("#prompt", Static).render())

    at_table(game, visit)


def test_an_amount_that_is_refused_or_taken_back_changes_nothing() -> None:
    game = KeptGame.begin("holdem", holdem_table(2, 0, "caller", 5))

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        before = table.bet_to
        await press(pilot, table, "9", "9", "9", "9", "enter")
        assert "raise 9999 is not possible" in text(pilot.app)
        assert table.bet_to == before
        await press(pilot, table, "5", "0", "0", "backspace", "backspace", "backspace", "enter")
        assert table.bet_to == before
        assert table.my_turn
        assert not game.table.state.actions

    at_table(game, visit)


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
