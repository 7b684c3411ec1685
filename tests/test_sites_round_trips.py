"""Hands of every game, written as PokerStars would and read again."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from kicker import make_bot
from kicker.cards import Deck
from kicker.errors import RecordError
from kicker.games import GAMES, Event, Limit, Rules, State
from kicker.games.catalogue import standard
from kicker.positions import position_names
from kicker.records import Record, Replay, format_phh, parse_phh, replay
from kicker.records.replaying import winnings_of
from kicker.sites.buyins import parse_buy_in
from kicker.sites.files import parse_text, read_hands
from kicker.sites.model import SiteHand
from kicker.sites.pokerstars import GAME_WORDS
from kicker.sites.proving import Proof, prove
from kicker.sites.writing import format_pokerstars
from kicker.tracker.decisions import decisions_of
from kicker.tracker.exporting import hand_object
from kicker.tracker.store import FINISHES, PLAYERS, Tracker, net_results, record_results
from tests.conftest import Run, few_or_many
from tests.test_sites_forms import BLINDS, CASH_OUT, stars
from tests.test_tournaments import HAND

LIMITS: tuple[Limit, ...] = ("no-limit", "pot-limit", "fixed-limit")
BOTS = ("random", "caller", "caller", "maniac")


def random_rules(chance: random.Random, game: str, limit: Limit, seats: int) -> Rules:
    """The usual rules of a game, or with an ante, a straddle or a newcomer's post where it has blinds."""
    found = GAMES[game]
    if found.stakes != "blinds":
        small = 0 if found.stakes in ("bring-in", "button") else 20
        return standard(found, ante=chance.choice([5, 10]), betting=limit, min_bet=small)
    rules = standard(found, (5, 10), chance.choice([0, 0, 1]), limit)
    if seats > 3 and limit != "fixed-limit":
        blinds, posts = chance.choice([((5, 10), ()), ((5, 10, 20), ()), ((5, 10), (0, 0, 0, 10))])
        return replace(rules, min_bet=10, blinds=blinds, posts=posts)
    return rules


def random_deal(chance: random.Random, game: str, limit: Limit) -> State:
    seats = chance.randint(2, 6 if game == "draw" else min(GAMES[game].most_seats, 9))
    rules = random_rules(chance, game, limit, seats)
    bots = [make_bot(chance.choice(BOTS), seed=chance.randrange(2**30)) for _ in range(seats)]
    stacks = [chance.choice([40, 100, 1000]) for _ in range(seats)]
    size = len(rules.game.deck)
    deck = Deck(rules.game.deck, seed=chance.randrange(2**30)).shuffle().deal(size)
    state, _ = rules.start(deck, stacks, chance.randrange(seats))
    while state.to_act is not None:
        state, _ = state.apply(bots[state.to_act].act(state.view(state.to_act)))
    return state


def random_record(chance: random.Random, state: State) -> Record:
    """The deal in chips, in dollars or in a tournament; with all cards or those that a seat saw, and perhaps raked."""
    names = [f"Player {seat}" for seat in range(len(state.stacks))]
    kind = chance.choice(["chips", "money", "tournament"])
    fields: dict[str, object] = {"hand": 7}
    if kind == "money":
        fields["currency"] = "USD"
    if kind == "tournament":
        fields |= {"level": 14, "_kicker_tournament": "123", "_kicker_buy_in": "5.00+0.50+1.00 USD"}
    given = sum(len(event.cards) for event in state.history if event.kind in ("dealt", "drew"))
    seat = chance.choice([None, *state.setup.order])
    if given > len(state.rules.game.deck):  # a card that comes twice may be hidden once and seen once
        seat = None
    if seat is not None:
        fields["_kicker_hero"] = names[seat]
    record = Record.from_state(state, names, 100 if kind == "money" else 1, seen_by=seat, **fields)
    winners = [seat for seat, chips in enumerate(winnings_of(replay(record).final)) if chips >= 20]
    if kind != "money" or len(winners) != 1 or record.finishing is None:
        return record
    finishing = [record.money(int(chips) - (seat in winners)) for seat, chips in enumerate(record.finishing)]
    return parse_phh(format_phh(replace(record, fields={**record.fields, "finishing_stacks": finishing})))


def proved(text: str) -> Proof:
    (hand,) = parse_text(text)
    assert isinstance(hand, SiteHand), f"{hand}\n{text}"
    proof = prove(hand)
    assert proof.ok, f"{proof.problem}\n{text}"
    return proof


def played(found: Replay) -> list[tuple[object, ...]]:
    """What everybody did and got."""
    kinds = ("fold", "check", "call", "bet", "raise", "discard", "won", "returned", "board", "ante", "blind", "post")
    return [
        (event.kind, event.seat, event.amount, event.to, len(event.cards), event.pot, event.run, *shared(event))
        for event in found.final.history
        if event.kind in (*kinds, "bring-in")
    ]


def shared(event: Event) -> tuple[object, ...]:
    return event.cards if event.kind == "board" else ()


def round_trip(record: Record) -> None:
    text = format_pokerstars(record)
    first, again = replay(record), proved(text).replay
    assert again is not None
    assert played(again) == played(first), text
    assert (again.record.names, again.record.stacks) == (record.names, record.stacks)
    assert record_results(again) == record_results(first), text
    assert (again.record.scale, again.rake) == (record.scale, first.rake)
    for name in ("level", "seats", "seat_count", "_kicker_tournament", "_kicker_buy_in", "_kicker_hero"):
        assert again.record.fields.get(name) == record.fields.get(name), (name, text)
    lines, others = text.splitlines()[2:], format_pokerstars(again.record).splitlines()[2:]
    assert [sorted(line) for line in others] == [sorted(line) for line in lines], text  # cards may change places


@few_or_many(2, 150)
@pytest.mark.parametrize("game", sorted(set(GAME_WORDS.values())))
def test_every_game_is_read_as_it_was_written(game: str, count: int) -> None:
    for limit in LIMITS:
        for number in range(count):
            chance = random.Random(f"{game} {limit} {number}")
            state = random_deal(chance, game, limit)
            round_trip(random_record(chance, state))


# --- what lies beside the pots ---------------------------------------------------------------------------------------

WON = "Ann wins the $0.50 bounty for eliminating Ben\nBen finished the tournament in 2nd place and received $1.60.\n"
WON += "Ann wins the tournament and receives $4.50 - congratulations!\n"
ENDS = (
    WON,
    "Ben finished the tournament in 2nd place\n",
    "Ben finished the tournament in 112th place and received a prize.\nAnn wins the tournament\n",
    "Ben wins the $1 bounty for eliminating Cat\n",
)


def kept(tracker: Tracker) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """The results of the players, and the places and prizes."""
    tracker.flush()
    columns = (PLAYERS.c.name, PLAYERS.c.net, PLAYERS.c.expected)
    with tracker.connect() as connection:
        nets = connection.execute(select(*columns).order_by(PLAYERS.c.name)).all()
        ends = [FINISHES.c.name, FINISHES.c.place, FINISHES.c.prize, FINISHES.c.bounties]
        finishes = connection.execute(select(*ends).order_by(FINISHES.c.name)).all()
    return [tuple(row) for row in nets], [tuple(row) for row in finishes]


def kept_in_each_form(text: str) -> list[tuple[list[tuple[object, ...]], list[tuple[object, ...]]]]:
    """What the database has after importing the site's file, the text written from it, and its PHH record."""
    proof = proved(text)
    assert proof.replay is not None
    found = []
    for again in (
        proof,
        proved(format_pokerstars(proof.replay.record)),
        replay(parse_phh(format_phh(proof.replay.record))),
    ):
        with Tracker("sqlite://") as tracker:
            if isinstance(again, Proof):
                tracker.add(again)
            else:
                tracker.add_record(again, "x 1")
            found.append(kept(tracker))
    return found


@pytest.mark.parametrize("ends", ENDS)
def test_tournaments_survive_every_form(ends: str) -> None:
    text = HAND.format(number=1, event=71, day=1, price="$2+$0.50+$0.25 USD", ends=ends).replace(
        "Level I ", "Level XIX "
    )
    original, *others = kept_in_each_form(text)
    assert original[1]
    assert others == [original, original]
    written = proved(format_pokerstars(record_of(text))).hand.tournament
    assert written == proved(text).hand.tournament
    assert written is not None
    assert (written.number, written.buy_in, written.level) == ("71", "$2+$0.50+$0.25 USD", "XIX")


@pytest.mark.parametrize("price", ["Freeroll", "500FPP", "100+9", "€5+€0.50 EUR", "", "$0.10+$0 USD"])
@pytest.mark.parametrize("game", ["Hold'em No Limit", "6+ Hold'em No Limit"])
def test_prices_of_tournaments_are_written(price: str, game: str) -> None:
    text = HAND.format(number=1, event=71, day=1, price=price, ends="").replace("Hold'em No Limit", game)
    for small, large in (("2c", "6c"), ("3s", "9s"), ("4s", "Ts")):
        text = text.replace(small, large)
    again = proved(format_pokerstars(record_of(text))).hand.tournament
    assert again is not None
    assert again.price == parse_buy_in(price)


@pytest.mark.parametrize(
    ("line", "net"),
    [
        ("Ann cashed out the hand for $160 | Cash Out Fee $1.62", 6000),
        ("Ann cashed out the hand for $160.55", 6055),
        ("Ben cashed out the hand for $20", 9800),
        ("Ben: Pays Insurance ($3)", 9800),
    ],
)
def test_cash_outs_survive_every_form(line: str, net: int) -> None:
    text = CASH_OUT.replace("Ann cashed out the hand for $160 | Cash Out Fee $1.62", line)
    original, *others = kept_in_each_form(text)
    assert original[0][0][:2] == ("Ann", net)
    assert others == [original, original]


@pytest.mark.parametrize("value", ["3", "[1, 2, 'x']", "[1, nan, 2]", "[1, 2]", "[true, 1, 2]", "[1e30, 0, 0]"])
def test_amounts_beside_the_pots_that_make_no_sense_count_for_nothing(value: str) -> None:
    text = format_phh(record_of(CASH_OUT)).replace("_kicker_beside = [-38.00, 0.00, 0.00]", f"_kicker_beside = {value}")
    assert f"_kicker_beside = {value}" in text
    assert parse_phh(text).beside == (0, 0, 0)


@pytest.mark.parametrize("value", ["3", "['x', '', '']", "['place', '', '']", "['place 1']", "[1, 2, 3]"])
def test_finishes_that_make_no_sense_are_left_out(value: str) -> None:
    text = format_phh(record_of(CASH_OUT)) + f"_kicker_finishes = {value}\n"
    with Tracker("sqlite://") as tracker:
        tracker.add_record(replay(parse_phh(text)), "x 1")
        assert kept(tracker)[1] == []


def test_an_unknown_stack_has_no_words(kicker: Run, tmp_path: Path) -> None:
    plain = format_phh(record_of(CASH_OUT))
    record = parse_phh(plain.replace("starting_stacks = [100.00, ", "starting_stacks = [inf, "))
    with pytest.raises(RecordError, match=r"PokerStars' text needs every stack; that of Ann is unknown"):
        format_pokerstars(record)
    path, out = tmp_path / "x.phhs", tmp_path / "out.txt"
    path.write_text(f"[1]\n{format_phh(record)}\n[2]\n{plain}")
    done = kicker("export", str(path), "-o", str(out))
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 2)
    assert b"hand 7: PokerStars' text needs every stack; that of Ann is unknown" in done.stderr
    assert b"wrote 1 hand" in done.stderr
    assert out.read_text().count("PokerStars Hand") == 1


def record_of(text: str) -> Record:
    found = proved(text).replay
    assert found is not None
    return found.record


def test_rake_as_large_as_the_uncalled_bet_is_rake() -> None:
    text = stars(*BLINDS, "Cat: raises $4 to $6", "Ann: folds", "Ben: calls $4", "*** FLOP *** [2c 7d Jh]",
                 "Ben: checks", "Cat: bets $2", "Ben: folds", "Uncalled bet ($2) returned to Cat",
                 "Cat collected $11 from pot", "*** SUMMARY ***", "Total pot $13 | Rake $2")  # fmt: skip
    original, *others = kept_in_each_form(text)
    assert [net for _, net, _ in original[0]] == [-100, -600, 500]
    assert others == [original, original]


def test_a_big_blind_that_is_returned_whole() -> None:
    text = stars(*BLINDS, "Cat: folds", "Ann: folds", "Uncalled bet ($2) returned to Ben",
                 "Ben collected $1 from pot", "*** SUMMARY ***", "Total pot $1 | Rake $0")  # fmt: skip
    original, *others = kept_in_each_form(text)
    assert [net for _, net, _ in original[0]] == [-100, 100, 0]
    assert others == [original, original]


@pytest.mark.long
def test_hands_of_real_sites_survive_both_forms(outside_data: Path) -> None:
    count = unknown = 0
    for path in sorted((outside_data / "hand-histories").rglob("*.txt")):
        for hand in read_hands(path):
            if not isinstance(hand, SiteHand):
                continue
            proof = prove(hand)
            if not proof.ok or proof.replay is None:
                continue
            count += 1
            record, net = proof.replay.record, net_results(proof)
            assert record_results(replay(parse_phh(format_phh(record)))) == net, hand.text
            if not all(map(record.knows_stack, record.stacks)):
                unknown += 1
                continue
            again = proved(format_pokerstars(record))
            assert net_results(again) == net, hand.text
            assert again.hand.finishes == proof.hand.finishes
    assert count >= 1420
    assert unknown <= 5


# --- up cards and stacks ---------------------------------------------------------------------------------------------


def test_decisions_know_up_cards_and_stacks() -> None:
    deals = (random_deal(random.Random(number), "stud", "fixed-limit") for number in range(100))
    found = replay(Record.from_state(next(deal for deal in deals if deal.street >= 3 and sum(deal.live) > 1), hand=7))
    positions = position_names(len(found.record.stacks))
    first, *_, last = decisions_of(found)
    doors = [f"{position} {cards[2]}" for position, cards in zip(positions, found.final.hands, strict=True)]
    assert first.up_cards == ", ".join(doors)
    assert len(last.up_cards) > len(first.up_cards)
    paid = {event.seat: event.amount for event in found.final.history if event.kind == "bring-in"}
    stacks = [chips - found.record.rules.ante - paid.get(seat, 0) for seat, chips in enumerate(found.record.stacks)]
    assert first.stacks == ", ".join(f"{each} {chips}" for each, chips in zip(positions, stacks, strict=True))
    told = hand_object(found)
    assert [player["up_cards"].split()[:1] for player in told["players"]] == [door.split()[1:] for door in doors]
    assert [player["position"] for player in told["players"]] == list(positions)
    assert [player["net"] for player in told["players"]] == record_results(found)


def test_json_names_the_hero_and_the_chairs() -> None:
    found = proved(CASH_OUT.replace("Cat: folds", "Dealt to Ann [As Ad]\nCat: folds")).replay
    assert found is not None
    told = hand_object(found)
    assert told["hero"] == "Ann"
    assert [(player["name"], player["chair"], player["seat"]) for player in told["players"]] == [
        ("Ann", 1, 0), ("Ben", 2, 1), ("Cat", 3, 2),
    ]  # fmt: skip
    assert [player["net"] for player in told["players"]] == [6000, -10000, 0]


@pytest.mark.parametrize(
    "seats", ["[2, 5, 1]", "[3, 4, 9]", "[9, 3, 4]", "[4, 3, 9]", "[true, 2, 3]", "[1, 1, 2]", "3", "[0, 1, 2]"]
)
def test_chairs_that_fit_are_written(seats: str) -> None:
    """They go around the table from the left of the button; otherwise players are counted from there."""
    record = parse_phh(format_phh(record_of(CASH_OUT)).replace("seats = [1, 2, 3]", f"seats = {seats}"))
    good = seats in ("[2, 5, 1]", "[3, 4, 9]", "[9, 3, 4]")
    again = proved(format_pokerstars(record)).replay
    assert again is not None
    assert again.record.names == record.names
    assert again.record.fields["seats"] == (record.fields["seats"] if good else [1, 2, 3])
