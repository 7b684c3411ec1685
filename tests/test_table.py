"""Tables: many deals in a row, what a bad player costs, events by version."""

from collections.abc import Callable

import pytest

from kicker.errors import IllegalAction, KickerError
from kicker.games import (
    CALL,
    CHECK,
    FOLD,
    NAMED,
    STAND_PAT,
    Action,
    Event,
    State,
    View,
    classic_draw,
    classic_holdem,
    draw,
    holdem,
    plain_draw,
    raise_to,
)
from kicker.table import Table, play_deal, shuffled
from tests.table_players import RULE_SETS, Scripted, classic_table, passive, randomly

# --- one deal --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULE_SETS)
def test_play_deal_plays_to_the_end_and_tells_observers(name: str) -> None:
    told: list[Event] = []
    rules = NAMED[name]()
    state, events = rules.start(shuffled(1, 1, rules.game.deck), [1000, 1000], 0)
    told += events

    def observe(state: State, events: tuple[Event, ...]) -> None:
        assert state.history[-len(events) :] == events
        told.extend(events)

    end = play_deal(state, randomly(2), [observe])
    assert end.over
    assert tuple(told) == end.history


def test_shuffled_decks_repeat_and_differ() -> None:
    assert shuffled(7, 1) == shuffled(7, 1)
    assert len({tuple(shuffled(seed, deal)) for seed in (7, 8) for deal in range(1, 50)}) == 98
    assert all(len(set(shuffled(7, deal))) == 52 for deal in range(1, 50))


# --- the draw game with a rising ante --------------------------------------------------------------------------------

ROUND_1 = "JC QD 5C 7S 8C AH 7D 9D 6S KD"
ROUND_2 = "AH 3D JH 2S 3C 4S QH 7D 6C 6H"


def with_rest(first: str) -> str:
    dealt = first.split()
    cards = (f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS")
    return " ".join(dealt + [card for card in cards if card not in dealt])


@pytest.mark.req("R001-02", "R001-03", "R001-05", "R001-15", "R001-27", "X-11")
def test_the_ante_rises_and_the_winner_takes_the_pot() -> None:
    def bet_100_once(view: View) -> Action:
        options = view.options
        if options.phase == "drawing":
            return STAND_PAT
        return CALL if options.call_amount else CHECK if options.may_check else raise_to(100)

    table = classic_table(players={seat: Scripted(bet_100_once) for seat in range(2)})
    for deck, pot in ((ROUND_1, 210), (ROUND_2, 212)):
        table.deal(with_rest(deck))
        assert " ".join(map(str, table.state.hands[0])).upper() == " ".join(deck.split()[:5])
        table.advance()
        assert [(event.seat, event.amount) for event in table.state.history if event.kind == "won"] == [(1, pot)]
        assert [event.seat for event in table.state.history if event.kind == "show"] == [0, 1]
    assert table.stacks == (1000 - 105 - 106, 1000 + 105 + 106)
    assert table.next_rules.ante == 7


@pytest.mark.req("R001-01")
@pytest.mark.parametrize("seats", [0, 1])
def test_a_table_needs_two_seats(seats: int) -> None:
    with pytest.raises(KickerError, match=f"^{seats} seats?: a deal needs at least 2$"):
        Table(classic_draw(), [1000] * seats)


@pytest.mark.req("R001-03", "R001-04", "R001-05", "R001-06", "R001-26")
@pytest.mark.parametrize("seed", range(20))
def test_rounds_repeat_until_one_can_pay_the_ante(seed: int) -> None:
    seats = 2 + seed % 4
    decks: set[tuple[object, ...]] = set()

    def look(state: State, events: tuple[Event, ...]) -> None:
        if any(event.kind == "button" for event in events):
            ante = 5 + table.deals - 1
            decks.add(state.setup.deck)
            assert len(set(state.setup.deck)) == 52
            assert [event.amount for event in events if event.kind == "ante"] == [ante] * len(state.setup.order)
            assert sum(state.paid) == ante * len(state.setup.order)
            assert all(state.setup.stacks[seat] >= ante for seat in state.setup.order)
            assert all(len(state.hands[seat]) == 5 for seat in state.setup.order)

    table = classic_table(seats, players=randomly(seats, seed), seed=seed, observers=[look])
    table.play()
    assert table.finished
    assert len(decks) == table.deals
    assert sum(table.stacks) == 1000 * seats
    able = [seat for seat, stack in enumerate(table.stacks) if stack >= table.next_rules.ante]
    assert able == [table.champion]
    assert table.log[-1].kind == "champion"
    with pytest.raises(KickerError, match="the game is over"):
        table.deal()


@pytest.mark.req("R001-10", "R001-11", "R001-08")
def test_the_last_player_wins_at_once_and_is_not_asked() -> None:
    asked: list[int | None] = []

    def fold(view: View) -> Action:
        asked.append(view.seat)
        return FOLD

    table = classic_table(3, players={seat: Scripted(fold) for seat in range(3)})
    table.deal()
    table.advance()
    assert asked == [0, 1]
    assert table.stacks == (995, 995, 1010)
    assert not [event for event in table.log if event.kind == "show"]
    table.deal()
    assert table.playing


@pytest.mark.req("R001-13", "X-07")
def test_a_bet_below_the_minimum_forfeits_the_game() -> None:
    table = classic_table(3, players={seat: Scripted(lambda view: raise_to(2)) for seat in range(2)} | randomly(3))
    table.players[0] = Scripted(lambda view: raise_to(2))
    table.deal()
    table.advance()
    assert table.forfeited == {0}
    events = [event for event in table.log if event.kind == "forfeit"]
    assert [(event.seat, event.reason) for event in events] == [(0, "raise 2: seat 0 may fold or bet 5 up to 995")]
    table.deal()
    assert table.state.setup.order == (1, 2)
    lenient = Table(
        draw(ante=5, min_bet=5), [1000] * 2, players={seat: Scripted(lambda v: raise_to(2)) for seat in (0, 1)}
    )
    lenient.deal()
    lenient.advance()
    assert not lenient.forfeited
    strict, _ = classic_draw(strict_min=True).start(shuffled(1, 1), [100, 100], 1)
    assert strict.options.min_raise_to == 6


@pytest.mark.req("R001-25")
def test_a_seat_has_a_name_a_balance_and_a_hand() -> None:
    table = classic_table(2, names=["Ann", "Bob"], players=randomly(2))
    table.deal()
    assert table.names == ["Ann", "Bob"]
    assert table.stacks == (995, 995)
    assert len(table.view(0).hand) == 5
    assert Table(holdem(), [5, 5]).names == ["Player1", "Player2"]
    with pytest.raises(KickerError, match="3 names given for 2 seats"):
        Table(holdem(), [5, 5], names=["a", "b", "c"])


# --- the console game ------------------------------------------------------------------------------------------------


@pytest.mark.req("R004-14", "R004-15", "R004-20", "B004-6", "X-08")
def test_the_console_game_ends_when_one_has_everything() -> None:
    for seed in range(30):
        table = Table(classic_holdem(), [2000, 2000], players=randomly(2, seed), seed=seed, button=1, fixed_button=True)
        table.deal()
        assert table.to_act == 0
        assert [event.amount for event in table.log if event.kind == "ante"] == [20, 20]
        table.advance()
        table.play()
        assert sorted(table.stacks) == [0, 4000]


# --- players that err ------------------------------------------------------------------------------------------------


def raising(view: View) -> Action:
    raise RuntimeError("out of ideas")


@pytest.mark.parametrize(
    ("decide", "reason"),
    [
        (raising, "RuntimeError: out of ideas"),
        (lambda view: raise_to(1), "raise 1: seat 1 may fold, call 5 or raise to 20 up to 1000"),
        (lambda view: "jump", "'jump' is not an action: write fold, check"),
        (lambda view: None, "None is not an action: write fold, check"),
    ],
)
def test_a_player_that_errs_checks_or_folds(decide: Callable[[View], Action], reason: str) -> None:
    table = Table(holdem((5, 10)), [1000] * 3, players={1: Scripted(decide)})
    table.deal()
    table.submit(0, FOLD)
    table.advance()
    (default,) = [event for event in table.log if event.kind == "default"]
    assert default.seat == 1
    assert default.reason.startswith(reason)
    assert table.log[-2].kind == "won"
    assert table.defaults == [0, 1, 0]
    assert table.stacks == (1000, 995, 1005)


def test_a_player_that_errs_checks_where_that_is_free() -> None:
    table = Table(holdem((5, 10)), [1000] * 2, players={1: Scripted(raising)})
    table.deal()
    table.submit(0, CALL)
    table.advance()
    assert [event.kind for event in table.log if event.seat == 1][-1] == "check"


def test_a_slow_player_is_not_waited_for() -> None:
    times = iter(range(0, 1000, 3))
    table = Table(
        holdem((5, 10)), [1000] * 2, players={0: Scripted(passive)}, time_limit=2, clock=lambda: float(next(times))
    )
    table.deal()
    table.advance()
    assert [event.reason for event in table.log if event.kind == "default"] == ["took longer than 2 s"]
    assert table.state.over


def test_illegal_submissions_change_nothing() -> None:
    table = Table(holdem((5, 10)), [1000] * 3)
    with pytest.raises(KickerError, match="no deal has started"):
        table.submit(0, FOLD)
    table.deal()
    before, version = table.state, table.version
    for seat, action, message in [
        (1, "fold", "fold by seat 1: seat 0 is to act"),
        (0, "check", "check: seat 0 may fold, call 10 or raise to 20 up to 1000"),
        (0, "raise 15", "raise 15: seat 0 may"),
        (0, "jump", "'jump' is not an action"),
        (0, "discard As", "discard As: seat 0 may"),
    ]:
        with pytest.raises(IllegalAction, match=message):
            table.submit(seat, action)
    assert (table.state, table.version) == (before, version)
    with pytest.raises(KickerError, match="deal 1 is not over; seat 0 is to act"):
        table.deal()
    with pytest.raises(KickerError, match="seat 0 has no player"):
        table.play()
    with pytest.raises(IllegalAction, match="seat 2 is not to act"):
        table.stand_in(2, "late")


def test_a_table_that_cannot_be_dealt_is_refused_when_it_is_made() -> None:
    with pytest.raises(KickerError, match=r"may need \d+ cards, and .+ has 52; at most \d+ seats"):
        Table(plain_draw(), [0] * 7)
    with pytest.raises(KickerError, match="seat 5 cannot have the button"):
        Table(holdem(), [100] * 2, button=5)


# --- events by version -----------------------------------------------------------------------------------------------


@pytest.mark.req("R001-07")
def test_events_come_from_a_version_on_as_a_seat_may_see_them() -> None:
    table = Table(holdem((5, 10), betting="fixed-limit"), [1000] * 3, players=randomly(3), seed=5)
    seen: list[Event] = []
    version = 0
    for _ in range(20):
        table.deal()
        seen += table.events_since(version, 1)
        version = table.version
        while table.playing:
            table.submit(table.to_act or 0, table.players[table.to_act or 0].act(table.view(table.to_act)))
            seen += table.events_since(version, 1)
            version = table.version
    assert len(seen) == version
    dealt = [event for event in seen if event.kind == "dealt"]
    assert {event.seat for event in dealt if event.known} == {1}
    assert all(len(event.cards) == 2 for event in dealt)
    assert len(table.log) < version
    assert table.events_since(0, None) == [event.seen_by(None) for event in table.log]


def test_nobody_else_reads_why_the_table_stood_in() -> None:
    table = Table(draw(), [100, 100], players={0: Scripted(lambda view: FOLD if view.hand else CHECK)}, button=1)
    table.deal()
    table.submit(0, CHECK)
    table.submit(1, CHECK)
    table.advance()
    (private,) = [event for event in table.log if event.kind == "default"]
    assert str(table.state.hands[0][0]) in private.reason
    for seat in (1, None):
        assert [event.reason for event in table.events_since(0, seat) if event.kind == "default"] == [""]
    with pytest.raises(KickerError, match="there is no seat -1"):
        table.view(-1)


def test_who_forfeits_is_out_at_once() -> None:
    asked = []

    def after_the_draw(view: View) -> Action:
        asked.append(view.street)
        if view.options.phase == "drawing":
            return STAND_PAT
        return raise_to(1) if view.street else raise_to(5) if view.options.may_raise else CALL

    table = classic_table(players={0: Scripted(after_the_draw)})
    table.deal()
    table.advance()
    table.submit(1, CALL)
    table.advance()
    table.submit(1, STAND_PAT)
    table.advance()
    assert table.forfeited == {0}
    assert asked == [0, 0, 1]
    assert table.state.over
    assert table.stacks == (990, 1010)


def test_a_player_that_sits_out_is_not_asked() -> None:
    table = Table(holdem((5, 10)), [1000] * 3, players={seat: Scripted(raising) for seat in range(3)})
    table.deal()
    table.sit_out(0)
    table.advance()
    assert [event.reason for event in table.log if event.kind == "default" and event.seat == 0] == ["sitting out"]
