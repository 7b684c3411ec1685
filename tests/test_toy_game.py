"""A game that is nothing but a value: it is played, saved, recorded and offered everywhere without any other change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from textual.pilot import Pilot

from kicker.cards import Card, parse_cards
from kicker.errors import HandError
from kicker.games import GAMES, Event, Game, Street, standard
from kicker.odds import equity
from kicker.orders import ORDERS, RANK_WORDS, Order
from kicker.records import Record, format_phh, parse_phh, replay
from kicker.table import Table
from kicker.ui.cli import main
from kicker.ui.common.home import KeptGame, left_games
from kicker.ui.common.offer import find_offer
from kicker.ui.tui.forms import BeginForm
from kicker.ui.tui.places import MoreGames
from kicker.ui.web.app import create_app
from kicker.ui.web.house import House
from kicker.ui.web.limits import Doorkeeper, Limits, Names
from kicker.ui.web.store import Store
from tests.room import at_table, fill, in_room, lobby, text, until

# --- the game: all that there is of it -------------------------------------------------------------------------------


class HighCard(Order):
    """The highest card wins."""

    size, sizes = 1, range(1, 2)

    def number(self, cards: Sequence[Card]) -> int:
        return max(card.rank for card in cards)

    def words(self, number: int) -> str:
        return f"{RANK_WORDS[number]} high"


ONE_CARD = Game(
    "one-card", "one-card high", (Street("only street", down=1),), "1C",
    orders=(HighCard("high-card", "high card"),), stakes="ante", usual_seats=3,
)  # fmt: skip


@pytest.fixture(autouse=True)
def one_card(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """The game is listed."""
    monkeypatch.setitem(GAMES, ONE_CARD.name, ONE_CARD)
    monkeypatch.setitem(ORDERS, ONE_CARD.orders[0].name, ONE_CARD.orders[0])


# --- where it is found -----------------------------------------------------------------------------------------------


def test_it_is_played_at_a_table() -> None:
    table = Table(standard(ONE_CARD, ante=1, min_bet=2), [20, 20, 20], seed=7)
    table.deal(parse_cards("2c As Kd"))
    while table.to_act is not None:
        table.submit(table.to_act, table.state.options.passive)
    assert sorted(table.stacks) == [19, 19, 22]
    winner = table.stacks.index(22)
    assert table.state.hands[winner] == (Card("As"),)
    (shown,) = [event for event in table.state.history if event.kind == "show" and event.seat == winner]
    assert shown.strength is not None
    assert shown.strength.describe() == "ace high"
    again = Event.from_dict(json.loads(json.dumps(shown.as_dict())))
    assert (again, again.strength.describe() if again.strength else "") == (shown, "ace high")


def test_it_is_saved_and_resumed_in_the_middle_of_a_deal() -> None:
    offer = find_offer(ONE_CARD.name)
    table = offer.against_bots(offer.terms({}), 0, "", 7)
    table.deal()
    again = Table.load(table.save())
    for each in (table, again):
        each.advance()
        while each.to_act is not None:
            each.submit(each.to_act, each.state.options.passive)
            each.advance()
    assert again.state == table.state
    assert again.rules.game is ONE_CARD


def test_its_record_is_written_and_read() -> None:
    table = Table(standard(ONE_CARD, ante=1, min_bet=2), [20, 20], seed=7)
    table.deal()
    table.submit(table.to_act or 0, "raise 5")
    while table.to_act is not None:
        table.submit(table.to_act, table.state.options.passive)
    written = format_phh(Record.from_state(table.state, table.names, hand=1))
    assert written.startswith("variant = 'N1C'")
    again = replay(parse_phh(written))
    assert again.verdict == "ok"
    assert sorted(again.final.payoffs) == sorted(table.state.payoffs)


def test_an_order_of_its_own_has_no_equity() -> None:
    with pytest.raises(HandError, match="one-card high has no equity: its order, high card, has no table"):
        equity(["As", "Kd"], game=ONE_CARD)


def test_the_prompt_offers_it() -> None:
    runner = CliRunner()
    assert "one-card" in runner.invoke(main, ["play", "--help"]).stdout
    played = runner.invoke(main, ["play", "one-card", "--seed", "7", "--seats", "2"], input="c\nc\nc\n\nq\n")
    assert "No-limit one-card high, 2 seats, ante 5, seed 7" in played.stdout
    assert "Hand 1, ante 5" in played.stdout
    assert " high" in played.stdout
    assert left_games(ONE_CARD.name)
    KeptGame.resume(ONE_CARD.name).close()


@pytest.mark.live
@pytest.mark.usefixtures("at_once")
def test_the_terminal_offers_it() -> None:
    async def go(pilot: Pilot[None]) -> None:
        await pilot.press("m")
        games = lobby(pilot).places["games"]
        assert isinstance(games, MoreGames)
        assert "One-card high" in str(games.get_option(ONE_CARD.name).prompt)
        games.highlighted = games.get_option_index(ONE_CARD.name)
        await pilot.press("enter")
        await pilot.pause()
        form = lobby(pilot).places[ONE_CARD.name]
        assert isinstance(form, BeginForm)
        assert list(form.fields) == ["seats", "bots", "stack", "ante", "betting", "rise", "customs", "rebuys", "seed"]
        await fill(pilot, "seed", "7")  # nobody loses everything in its first deal
        await pilot.press("enter")
        screen = await at_table(pilot)
        assert screen.my_turn
        while screen.my_turn:
            await pilot.press("c")
            await until(pilot, lambda: not screen.busy)
        assert screen.view is not None
        assert screen.view.over
        assert " high" in text(pilot)

    in_room(go)
    assert left_games(ONE_CARD.name)


def test_the_pages_offer_it(tmp_path: Path) -> None:
    async def go() -> None:
        house = House(Store(tmp_path / "kicker.sqlite"), Doorkeeper(Limits()), pause=0)
        await house.open()
        app = httpx.ASGITransport(create_app(house, Names("127.0.0.1", "")))
        async with httpx.AsyncClient(transport=app, base_url="http://127.0.0.1") as http:
            offered = (await http.get("/api/games")).json()["games"]
            (game,) = [game for game in offered if game["name"] == ONE_CARD.name]
            assert game["title"] == "one-card high"
            wish = {"person": "Ada", "game": game["name"], "seats": 2, "bots": ["caller"]}
            made = (await http.post("/api/tables", json=wish)).json()
            info = (await http.get(f"/api/tables/{made['id']}")).json()
            assert (info["title"], info["stakes"], info["names"]) == ("one-card high", "ante 5", ["Ada", "caller"])
        host = await house.find(made["id"])
        somebody = host.connect(made["token"], -1)
        while host.moment.state is None or host.moment.state.to_act != made["seat"]:
            await asyncio.sleep(0)
        view = host.moment.state.view(made["seat"])
        assert len(view.hand) == 1
        assert view.hand_words.endswith(" high")
        host.disconnect(somebody)
        await house.close()

    asyncio.run(go())
