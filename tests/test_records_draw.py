"""Draw records as one seat saw them: openers and reshuffled cards get stand-ins."""

from dataclasses import replace
from random import Random

import pytest

from kicker import evaluate
from kicker.cards import DECK, Card, parse_cards
from kicker.errors import RecordError
from kicker.games import NAMED, State, jackpots
from kicker.games.catalogue import JACKS
from kicker.games.rules import Showdown
from kicker.match.luck import expected_winnings
from kicker.records import Record, parse_phh, replay
from tests.test_records_written import random_deal

# --- jackpots --------------------------------------------------------------------------------------------------------


def draw_record(lines: list[str], more: str = "") -> Record:
    return parse_phh(
        f"variant = 'N5D'\nante_trimming_status = true\nantes = [1, 1]\nblinds_or_straddles = [0, 0]\nmin_bet = 2\n"
        f"starting_stacks = [50, 50]\nactions = {lines}\n{more}"
    )


def opened(first: str, shown: str) -> State:
    """Ann opens with unknown cards, keeps some, and shows her hand at the end. Return the deal as it is replayed."""
    lines = ["d dh p1 ??????????", "d dh p2 3c4c5c6c8d", "p1 cbr 4", "p2 cc", f"p1 sd {first}".strip()]
    lines += [f"d dh p1 {first}"] * bool(first) + ["p2 sd 8d", "d dh p2 Ts", "p1 cc", "p2 cc"]
    result = replay(
        draw_record([*lines, f"p1 sm {shown}", "p2 sm 3c4c5c6cTs"], f"_kicker_rules = {{openers = {JACKS}}}")
    )
    assert result.states[0].to_act == 0
    return result.states[0]


@pytest.mark.parametrize(
    ("first", "shown"),
    [
        ("??????", "2d3h7s9cKd"),  # a pair that was thrown away
        ("??", "2d3h7s9cKd"),  # it was the second king, or a draw to nothing that had a pair of kings
        ("??", "KdQdJdTd2c"),
        ("", "KdKc7s9c2d"),
    ],
)
def test_whoever_opened_held_openers(first: str, shown: str) -> None:
    state = opened(first, shown)
    assert evaluate(state.hands[0]) >= JACKS
    known = parse_cards("3c4c5c6c8dTs")
    assert set(state.hands[0]).isdisjoint(known)
    kept = set(state.hands[0]) & set(parse_cards(shown))
    assert len(kept) >= 5 - first.count("??")


def test_a_bet_without_openers_is_refused() -> None:
    with pytest.raises(RecordError, match="action 3 'p1 cbr 4': p1 may fold or check"):
        opened("", "2d3h7s9cKd")


@pytest.mark.parametrize("showdown", ["order", "all", "ask"])
def test_whoever_wins_unseen_proves_openers_without_being_asked(showdown: Showdown) -> None:
    rules = replace(jackpots(), showdown=showdown, deal_order="hand")
    deck = parse_cards("Kd Kc 7s 9c 2d 3c 4c 5c 6c 8d")
    state, _ = rules.start([*deck, *(card for card in DECK if card not in deck)], [50, 50], 1)
    for action in ("bet 2", "fold"):
        state, _ = state.apply(action)
    assert state.is_shown(0)
    assert [str(action) for action in state.actions] == ["raise 2", "fold"]
    assert State.from_dict(state.as_dict()) == state
    again = replay(Record.from_state(state, seen_by=1))
    assert again.verdict == "ok"
    assert again.states[-1].stacks == state.stacks


# --- reshuffles ------------------------------------------------------------------------------------------------------


CROWDED = {name: NAMED[name]() for name in ("triple-draw", "badugi")} | {
    "jackpots": replace(jackpots(), reshuffle=True, max_draw=5),
}


def crowded(game: str, number: int) -> State:
    return random_deal(CROWDED[game], 8, Random(f"{game} {number}"), least=60)


def again(state: State) -> set[Card]:
    """The cards that were dealt twice."""
    dealt = [card for event in state.history if event.kind in ("dealt", "drew") for card in event.known]
    return {card for card in dealt if dealt.count(card) > 1}


@pytest.mark.parametrize("game", CROWDED)
def test_every_seat_can_keep_a_deal_whose_discards_came_again(game: str) -> None:
    came = 0
    for number in range(12):
        state = crowded(game, number)
        came += bool(again(state))
        for seat in state.setup.order:
            record = Record.from_state(state, seen_by=seat)
            result = replay(record)
            assert (result.verdict, result.final.stacks) == ("ok", tuple(state.stacks[at] for at in state.setup.order))
            for later in result.states:
                held = [hand for hand, live in zip(later.hands, later.live, strict=True) if live]
                assert all(len(set(hand)) == len(hand) for hand in held), (number, seat)
                check_told(record, later)
    assert came > 3


def check_told(record: Record, state: State) -> None:
    """What a record is said to know of a hand stands in the lines of its player."""
    for seat, hand in enumerate(state.hands):
        lines = [line for line in record.fields["actions"] if f"p{seat + 1} " in f"{line} "]  # type: ignore[attr-defined]
        told = {line[at : at + 2] for line in lines for word in line.split()[2:] for at in range(len(line))}
        assert {word for word in record.card_words(hand, seat) if word != "??"} <= told


def test_no_card_is_dealt_over_another() -> None:
    with pytest.raises(RecordError, match="action 5 'd dh p1 KdKc3h4h5h': p1 cannot have Kd, but has As in that place"):
        draw_record(["p1 cc", "p2 cc", "p1 sd AsAd", "p2 sd", "d dh p1 KdKc3h4h5h"])


def test_a_street_needs_enough_cards() -> None:
    lines = [f"d dh p{seat} {'??' if street else '??????'}" for street in range(5) for seat in range(1, 9)]
    text = (
        f"variant = 'F7S'\nante_trimming_status = true\nantes = {[1] * 8}\nsmall_bet = 2\nbig_bet = 4\nbring_in = 1\n"
        f"starting_stacks = {[50] * 8}\nactions = {lines}"
    )
    with pytest.raises(RecordError, match=r"action 33 'd dh p1 [?]+': this would deal 53 cards; the deck has 52"):
        parse_phh(text)


def test_without_the_reshuffle_nobody_knows_what_was_left_to_draw() -> None:
    """A record gives the cards that came again, not what they were drawn from, so nothing is said of luck."""
    asked = 0
    for number in range(12):
        final = replay(Record.from_state(crowded("triple-draw", number))).final
        if final.dealt > len(final.rules.game.deck):
            asked += sum(final.live) > 1
            assert expected_winnings(final) is None
    assert asked > 3
