"""Records in the PHH format are written: any field, deals of all rules; PokerKit and real files agree."""

import datetime
import tomllib
import warnings
from collections import Counter
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

from kicker.cards import DECK
from kicker.errors import RecordError
from kicker.games import (
    CALL,
    CHECK,
    FOLD,
    GAMES,
    MUCK,
    NAMED,
    SHOW,
    Action,
    Rules,
    State,
    discard,
    draw,
    holdem,
    raise_to,
    usual,
)
from kicker.games.catalogue import DRAW, HOLDEM
from kicker.records import (
    Record,
    format_phh,
    format_phhs,
    parse_phh,
    parse_phhs,
    read_records,
    replay,
)
from kicker.records.reading import read_plain
from kicker.table import shuffled
from tests.table_players import RULE_SETS

# --- TOML ------------------------------------------------------------------------------------------------------------


def test_plain_fields_are_read_as_any_toml_reader_does() -> None:
    """The fast reader knows only plain lines; what it does read it reads like tomllib."""
    text = "a = 'x, y'\nb = -0.50\nc = [1, -2, 3.25]\n\nd = ['', 'p1 f # x', '\"é\\n']\ne = false\nf = 23:59:01\n-g = 0"
    assert read_plain(text) == tomllib.loads(text, parse_float=Decimal)
    for other in ("a = 1\na = 2", "a = 01", "a = '''x'''", "a = []", "a=1", "a = 1 # x", "a = 24:00:00", "a.b = 1",
                  "a = 'x\ty'", "a = [1,2]", "a = 1_000", "a = 1\r\n", " a = 1", "a = 1979-05-27"):  # fmt: skip
        assert read_plain(other) is None, other
    random = Random(3)
    pieces = ["'", "[", "]", "-", "0", ".", ",", " ", "= ", "\n", "true", "'a'", "7", "x", ":00:00", "#"]
    read = 0
    for _ in range(20_000):
        damaged = list(text)
        for _ in range(random.randint(1, 2)):
            damaged[random.randrange(len(damaged))] = random.choice(pieces)
        plain = read_plain("".join(damaged))
        if plain is not None:
            read += 1
            assert plain == tomllib.loads("".join(damaged), parse_float=Decimal)
            assert list(plain) == list(tomllib.loads("".join(damaged)))
    assert read > 1000


TOML_VALUES = st.recursive(
    st.booleans()
    | st.integers()
    | st.text(st.characters(codec="utf-8"))
    | st.decimals(allow_nan=False)
    | st.times()
    | st.dates()
    | st.datetimes(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(st.text(st.characters(codec="utf-8")), TOML_VALUES)
def test_any_field_is_written_so_that_it_is_read_again(name: str, value: object) -> None:
    state, _ = holdem().start(DECK, [100, 100], 0)
    field: dict[str, Any] = {f"_{name}": value}
    record = Record.from_state(state.apply(FOLD)[0], **field)
    text = format_phh(record)
    again = parse_phh(text)
    assert again.fields[f"_{name}"] == value
    assert format_phh(again) == text


def test_fields_that_toml_cannot_hold_are_refused() -> None:
    state = holdem().start(DECK, [100, 100], 0)[0].apply(FOLD)[0]
    for value in (None, object(), b"x"):
        with pytest.raises(RecordError, match="a field is text, a number"):
            format_phh(Record.from_state(state, _x=value))
    with pytest.raises(RecordError, match="it is not valid Unicode"):
        format_phh(Record.from_state(state, event="\ud800"))
    assert "time = 09:30:00" in format_phh(Record.from_state(state, time=datetime.time(9, 30)))
    assert "_share = 0.25" in format_phh(Record.from_state(state, _share=0.25))


# --- records of deals ------------------------------------------------------------------------------------------------


def random_action(state: State, random: Random) -> Action:
    """Some legal action. Raises that nobody could call are left out: not all programs allow them."""
    options = state.options
    if options.phase == "betting":
        actions = [CHECK, CHECK] if options.may_check else [CALL, CALL, CALL] if options.call_amount else []
        if options.bring_in:
            return options.passive
        totals = [
            state.stacks[seat] + state.bets[seat]
            for seat in state.setup.order
            if state.live[seat] and seat != state.to_act
        ]
        if options.may_raise and max(totals) > state.bet:
            actions += map(
                raise_to,
                (
                    options.min_raise_to,
                    random.randint(options.min_raise_to, options.max_raise_to),
                    options.max_raise_to,
                ),
            )
        return random.choice([*actions, FOLD])
    if options.phase == "drawing":
        return discard(random.sample(options.hand, random.randint(0, options.max_draw)))
    return random.choice([SHOW, SHOW, MUCK]) if options.may_muck else SHOW


def random_deal(rules: Rules, seats: int, random: Random, least: int = 1) -> State:
    """A deal to its end, with stacks short and deep, and perhaps a seat that sits out."""
    least = max(least, rules.least_stack)
    stacks = [random.randint(least, random.choice([least + 10, least + 400])) for _ in range(seats)]
    out = {random.randrange(seats)} if seats > 3 and random.random() < 0.3 else set()
    button = random.choice([seat for seat in range(seats) if seat not in out])
    state, _ = rules.start(random.sample(rules.game.deck, len(rules.game.deck)), stacks, button, out)
    while not state.over:
        state, _ = state.apply(random_action(state, random))
    return state


RULES: dict[str, Rules] = {name: NAMED[name]() for name in RULE_SETS} | {
    "limit Omaha": usual(GAMES["omaha-6-hilo"], "fixed-limit"),
    "three runs": Rules(HOLDEM, blinds=(1, 2), runs=3),
    "bomb pot": Rules(HOLDEM, blinds=(1, 2), bomb_pot=4),
    "button ante": Rules(HOLDEM, blinds=(1, 2), button_ante=4),
    "discards dealt again": Rules(DRAW, ante=1, min_bet=2, reshuffle=True),
    "asked": holdem(blinds=(1, 2), showdown="ask"),
    "antes": holdem(blinds=(1, 2), ante=1),
    "big blind ante": Rules(HOLDEM, blinds=(1, 2), dead_antes=(0, 2)),
    "straddle": Rules(HOLDEM, blinds=(1, 2, 4)),
    "posts": Rules(HOLDEM, blinds=(1, 2), posts=(0, 0, 2)),
    "dead posts": Rules(HOLDEM, blinds=(1, 2), posts=(0, 0, 1, 3), dead_posts=True),
    "big blind first": Rules(HOLDEM, blinds=(2, 1)),
    "draw with blinds": draw(blinds=(1, 2), ante=0, max_draw=5),
    "hold'em without bets": Rules(HOLDEM, "none"),
    "three bets": Rules(HOLDEM, "fixed-limit", (5, 10), max_bets=3),
}


@pytest.mark.parametrize("name", sorted(RULES))
def test_deals_of_all_rules_survive_being_written(name: str) -> None:
    rules = RULES[name]
    for number in range(25):
        random = Random(f"{name} {number}")
        most = 4 if rules.game == DRAW and not rules.reshuffle else min(8, rules.most_seats)
        seats = random.randint(max(2, len(rules.blinds), len(rules.posts)), most)
        state = random_deal(rules, seats, random)
        names = [f"player {seat}" for seat in range(seats)]
        record = Record.from_state(state, names, random.choice([1, 1, 100]), hand=number, _lamp="green")
        text = format_phh(record)
        again = parse_phh(text)
        assert again == record
        assert format_phh(again) == text
        result = replay(again)
        assert (result.verdict, result.reason) == ("ok", "")
        order = state.setup.order
        assert result.final.payoffs == tuple(state.payoffs[seat] for seat in order)
        assert again.names == tuple(names[seat] for seat in order)
        assert again.fields["seats"] == [seat + 1 for seat in order]
        assert again.knows(card for hand in result.final.hands for card in hand)
        kinds = [Counter(event.kind for event in deal.history) for deal in (result.final, state)]
        del kinds[1]["reshuffled"]  # a record says what was dealt, and not from where
        assert kinds[0] == kinds[1]
        kept = ("game", "betting", "ante", "min_bet", "big_bet", "raises", "max_bets", "must_open", "max_draw", "ties")
        assert all(getattr(again.rules, rule) == getattr(rules, rule) for rule in kept)


def test_hands_that_were_turned_up_early_are_written_and_replayed_so() -> None:
    state, _ = holdem(blinds=(5, 10)).start("Qs As Qd Ad 2c 7d 9h Js 4d", [100, 100], button=0)
    state = state.apply(raise_to(100))[0].apply(CALL)[0]
    record = Record.from_state(state)
    assert record.fields["actions"] == [
        "d dh p1 QsQd", "d dh p2 AsAd", "p2 cbr 100", "p1 cc", "p2 sm AsAd", "p1 sm QsQd", "d db 2c7d9h", "d db Js",
        "d db 4d",
    ]  # fmt: skip
    result = replay(parse_phh(format_phh(record)))
    assert [event.kind for event in result.final.history] == [event.kind for event in state.history]
    before = next(state for state in result.states if state.phase == "showdown")
    assert (before.board, before.seen_hands(0)[1]) == ((), (None, None))
    end = Record.from_state(result.final)
    assert end.fields["actions"] == record.fields["actions"]


@pytest.mark.parametrize(
    ("old", "new"),
    [("p2 sm AsAd", "p2 sm ????"), ("'p1 sm QsQd', ", ""), ("d db Js", "d db ??"), ("d dh p2 AsAd", "d dh p2 ????")],
)
def test_hands_of_which_the_record_does_not_tell_all_in_time_are_shown_at_the_end(old: str, new: str) -> None:
    state, _ = holdem(blinds=(5, 10)).start("Qs As Qd Ad 2c 7d 9h Js 4d", [100, 100], button=0)
    text = format_phh(Record.from_state(state.apply(raise_to(100))[0].apply(CALL)[0]))
    if old != "d dh p2 AsAd":
        text = text.replace("d dh p2 AsAd", "d dh p2 ????")
    result = replay(parse_phh(text.replace(old, new)))
    early = next(state for state in result.states if state.phase == "showdown").board == ()
    assert early == (old == "d dh p2 AsAd")


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.lists(st.sampled_from(sorted(RULES)), min_size=1, max_size=5))
def test_many_deals_survive_being_written(start: int, names: list[str]) -> None:
    random = Random(start)
    records = [Record.from_state(random_deal(RULES[name], 4, random), hand=name) for name in names]
    text = format_phhs(records)
    again = list(parse_phhs(text))
    assert again == records
    assert format_phhs(again) == text
    assert {replay(record).verdict for record in again} == {"ok"}


def test_house_rules_are_kept_apart_from_what_the_standard_says() -> None:
    random = Random(1)
    written = {name: Record.from_state(random_deal(rules, 4, random)).fields for name, rules in RULES.items()}
    assert {name: fields["variant"] for name, fields in written.items()} == {
        "holdem": "NT", "pot-limit-holdem": "PT", "limit-holdem": "FT", "draw": "N5D", "pot-limit-draw": "P5D",
        "limit-draw": "F5D", "classic-draw": "N5D", "plain-draw": "5D", "classic-holdem": "NT+", "asked": "NT",
        "antes": "NT", "big blind ante": "NT", "straddle": "NT", "posts": "NT", "dead posts": "NT+",
        "big blind first": "NT", "draw with blinds": "N5D",
        "hold'em without bets": "T", "three bets": "FT", "jackpots": "N5D", "short-deck": "NS", "omaha": "PO",
        "omaha-5": "PO5", "omaha-6": "PO6", "omaha-hilo": "PO/8", "omaha-5-hilo": "PO5/8", "omaha-6-hilo": "PO6/8",
        "stud": "F7S", "stud-hilo": "F7S/8", "razz": "FR", "single-draw": "N2L1D", "triple-draw": "F2L3D",
        "badugi": "FB", "limit Omaha": "FO6/8", "three runs": "NT+", "bomb pot": "NT+", "button ante": "NT+",
        "discards dealt again": "N5D",
    }  # fmt: skip
    assert "_kicker_rules" not in written["holdem"]
    assert written["limit-holdem"]["_kicker_rules"] == {"max_bets": 4}
    assert written["classic-holdem"]["_kicker_rules"] == {"raises": "single", "full_raises": False, "ties": "refund"}
    assert written["big blind ante"]["ante_trimming_status"] is False
    assert set(HandHistory.game_types) & {"PT", "T", "N5D", "P5D", "F5D", "5D", "NT+", "FT+"} == set()


def test_records_of_deals_ask_for_what_they_need() -> None:
    state, _ = holdem().start(DECK, [100, 100], 0)
    with pytest.raises(RecordError, match="the deal is not over"):
        Record.from_state(state)
    over = state.apply(FOLD)[0]
    with pytest.raises(RecordError, match="3 names given for 2 seats"):
        Record.from_state(over, ["a", "b", "c"])
    with pytest.raises(RecordError, match="scale must be 1, 10, 100"):
        Record.from_state(over, scale=3)


# --- other programs and real files -----------------------------------------------------------------------------------


def pokerkit_end(text: str) -> list[int]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        *_, last = HandHistory.loads(text)
    return list(last.stacks)


@pytest.mark.parametrize("name", ["holdem", "limit-holdem", "antes", "big blind ante", "straddle", "three bets"])
def test_pokerkit_replays_written_records_to_the_same_end(name: str) -> None:
    """Deals in which both follow the same rules: not those with short big blinds or all-ins below a fixed bet."""
    rules = RULES[name]
    compared = 0
    for number in range(60):
        random = Random(f"pokerkit {name} {number}")
        least = 12 if rules.betting == "no-limit" else 300
        state = random_deal(rules, random.randint(max(2, len(rules.blinds)), 6), random, least)
        won = Counter(event.pot for event in state.history if event.kind == "won")
        if max(won.values()) < 3:  # it gives two odd chips of three winners to one of them
            record = Record.from_state(state)
            assert pokerkit_end(format_phh(record)) == record.fields["finishing_stacks"]
            compared += 1
    assert compared > 50


# --- real files ------------------------------------------------------------------------------------------------------


def real_records(outside_data: Path) -> list[Path]:
    """The files of games that kicker plays."""
    return [
        path
        for name in ("handhq", "pluribus", "wsop")
        for path in sorted((outside_data / "phh" / name).rglob("*.phh*"))
    ]


def test_real_records_replay_as_they_say(outside_data: Path) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for path in real_records(outside_data):
        source = path.relative_to(outside_data / "phh").parts[0]
        counts.update((source, replay(record).verdict) for record in read_records(path))
    assert counts == {
        ("pluribus", "ok"): 486,
        ("pluribus", "half_chip"): 1,
        ("wsop", "ok"): 18,
        ("handhq", "ok"): 369,
        ("handhq", "raked"): 55,
        ("handhq", "undetermined"): 52,
    }


def test_real_records_are_written_as_they_were(outside_data: Path) -> None:
    for path in real_records(outside_data):
        records = list(read_records(path))
        written = format_phhs(records) if path.suffix == ".phhs" else format_phh(records[0])
        assert written.rstrip() == path.read_text().rstrip()


def test_a_record_of_one_seat_has_the_cards_that_it_saw() -> None:
    state, _ = holdem(blinds=(5, 10)).start(shuffled(3, 1), [100, 100, 100], 0)
    while state.to_act is not None:
        state, _ = state.apply(state.options.passive)
    whole = Record.from_state(state, ["Ada", "Ben", "Cy"])
    for seat in range(3):
        text = format_phh(Record.from_state(state, ["Ada", "Ben", "Cy"], seen_by=seat))
        hidden = [
            card for other in range(3) if other != seat and not state.is_shown(other) for card in state.hands[other]
        ]
        assert not any(str(card) in text for card in hidden)
        assert all(str(card) in text for card in state.hands[seat])
        assert text.count("??") == 4  # when they are dealt; what was shown is told later
        again = replay(parse_phh(text))
        assert again.verdict in ("ok", "undetermined")
        assert again.record.finishing == whole.finishing


def test_a_record_of_one_seat_hides_draws_too() -> None:
    state, _ = draw().start(shuffled(3, 1), [100, 100], 0)
    while state.to_act is not None:
        thrown = discard(state.options.hand[:2]) if state.phase == "drawing" else state.options.passive
        state, _ = state.apply(thrown)
    text = format_phh(Record.from_state(state, seen_by=0))
    assert "sd ????" in text
    assert replay(parse_phh(text)).verdict in ("ok", "undetermined")
