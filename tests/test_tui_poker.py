"""The poker table of the room, played with keys and with the mouse as a person would."""

from functools import partial
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from kicker.games import holdem
from kicker.odds import equity
from kicker.table import Table
from kicker.ui.common.betting import TRIALS
from kicker.ui.common.home import KeptGame, left_games
from kicker.ui.tui.betting import BetSlider, OwnCards, ReasonsPage
from kicker.ui.tui.felt import Felt
from kicker.ui.tui.poker import PokerScreen
from kicker.ui.tui.rows import Log
from tests.new_tables import classic_draw_table, draw_table, holdem_table
from tests.poker_table import (
    LARGE,
    SMALL,
    Held,
    at_table,
    click,
    new_game,
    offered,
    on_screen,
    over,
    press,
    settled,
    text,
    turn,
    until,
)

pytestmark = pytest.mark.usefixtures("quiet_room")


# --- whole games -----------------------------------------------------------------------------------------------------


async def play_by_keys(pilot: Pilot[None], table: PokerScreen, dice: Random) -> None:
    """Play a game to its end with keys; every offered action is legal."""
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
        assert left_games("holdem") + left_games(["classic-draw", "classic-holdem"]) == [game.files.name]
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
        assert f"You are out: {left} players left in the game." in text(pilot.app)
        assert "watch the bots" in text(pilot.app)
        await press(pilot, table, "enter")
        await until(pilot, lambda: over(table))
        champion = game.table.champion
        assert champion is not None
        assert f"{game.table.names[champion]} wins the game with 190" in text(pilot.app)

    at_table(game, visit)


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
        assert "'7/9' is not an action" in text(pilot.app)
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
        assert "checking is free: press c" in text(pilot.app)
        assert table.view is view

    at_table(KeptGame.begin("holdem", holdem_table(3, 0, "caller", 5)), visit)


@pytest.mark.req("R001-12")
def test_the_classic_draw_game_offers_fold_hold_and_bet_after_the_draw() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await press(pilot, table, "r", "enter")  # a bet, and no card is thrown
        assert turn(table).options.may_check
        assert {"fold", "call", "raise"} <= offered(table)
        assert "c hold, b bet 5 up to 990, f fold" in text(pilot.app)
        await press(pilot, table, "f")
        assert "You fold" in text(pilot.app)

    at_table(KeptGame.begin("classic-draw", classic_draw_table(2, 0, "caller", 5)), visit, LARGE)


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
        assert "discard 2 cards" in text(pilot.app)
        await press(pilot, table, *"45")
        assert "at most 3 cards can be discarded" in text(pilot.app)
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
        await until(pilot, lambda: offered(table) == {"go"})
        bot.free.set()
        await settled(pilot, table)
        assert [event.kind for event in turn(table).history if event.seat == 0][-1] == "call"
        assert (table.typed, table.chosen) == ("", False)

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


# --- helps -----------------------------------------------------------------------------------------------------------


def test_live_odds() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        for _ in range(2):
            view = turn(table)
            if not table.odds_wanted:
                await press(pilot, table, "e")
            found = equity([view.hand, *["random"] * 2], view.board, trials=TRIALS).players[0]
            words = f"Win {found.win:.1%}, tie {found.tie:.1%} against 2 unknown hands"
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
        assert "the bots explain their play after the hand" in text(pilot.app)
        await press(pilot, table, "home")
        assert "the bots explain their play after the hand" not in text(pilot.app)
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
            assert any(words in shown for words in ("worth a call", "calls: wins about", "big blinds"))
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


def first_row(table: PokerScreen) -> str:
    log = table.query_one(Log)
    return log.render_line(0).text.strip()


def last_row(table: PokerScreen) -> str:
    log = table.query_one(Log)
    return next(text for y in reversed(range(log.size.height)) if (text := log.render_line(y).text.strip()))


def test_the_log_stays_where_it_is_when_the_terminal_is_resized() -> None:
    async def resize(pilot: Pilot[None], *size: int) -> None:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.pause()

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        for _ in range(3):
            while table.my_turn:
                await press(pilot, table, "c")
            await press(pilot, table, "enter")
        newest = table.story.lines[-1].plain
        for size in ((160, 50), (80, 24), (119, 32), (130, 24), (80, 24)):  # the end is followed
            await resize(pilot, *size)
            assert newest.endswith(last_row(table).split("  ")[-1])
        await press(pilot, table, "l", "pageup", "pageup")
        read = first_row(table)
        assert not newest.startswith(read)
        texts = [line.plain for line in table.story.lines]
        for size in ((100, 30), (60, 24), (130, 24), (160, 50), (40, 40), (80, 24)):
            await resize(pilot, *size)
            log = table.query_one(Log)
            assert log.region.height  # nobody who reads the log loses it
            if log.max_scroll_y > texts.index(read):
                assert read.startswith(first_row(table))
        assert first_row(table) == read
        await press(pilot, table, "c")  # what happens meanwhile does not take it away
        assert first_row(table) == read
        await press(pilot, table, *["pagedown"] * 9, "c")
        assert table.story.lines[-1].plain.endswith(last_row(table))

    at_table(KeptGame.begin("holdem", holdem_table(6, 0, "caller", 5)), visit)


def test_a_log_that_was_put_away_comes_back_in_a_small_terminal() -> None:
    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await press(pilot, table, "l")
        assert not table.query_one(Log).display
        for size, there in ((SMALL, True), (LARGE, False)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert table.query_one(Log).display == there
            assert table.query_one(Felt).display

    at_table(KeptGame.begin("holdem", holdem_table(2, 0, "caller", 5)), visit, LARGE)


def test_hands_of_the_game() -> None:
    from kicker.ui.tui.replayer import ReplayScreen

    async def visit(pilot: Pilot[None], table: PokerScreen) -> None:
        await press(pilot, table, "h")
        assert "no hand to replay yet" in text(pilot.app)
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
        assert "speed instant" in text(pilot.app)
        await press(pilot, table, "s")
        assert "speed slow" in text(pilot.app)
        kept = home / "settings.json"
        await until(pilot, lambda: kept.exists() and '"speed": "slow"' in kept.read_text())
        await press(pilot, table, "s", "s", "s", "d")
        assert "automatic deals" in text(pilot.app)
        while game.table.deals < 3:
            await press(pilot, table, "c")
        await press(pilot, table, "d")
        while table.my_turn:
            await press(pilot, table, "c")
        assert "next hand" in text(pilot.app)

    at_table(game, visit)
