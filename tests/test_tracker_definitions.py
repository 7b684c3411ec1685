"""The definitions of the statistics, each on hands that were counted by hand: what is a chance, and what takes it.

Six seats with 200 chips and blinds of 1 and 2, in the order SB BB UTG HJ CO BTN. `f` folds, `x` checks, `c` calls and
`20` bets or raises to 20; what a line leaves out is checked, or folded where there is a bet.
"""

import pytest

from kicker import Card, Deck, Record, holdem
from kicker.games import CALL, CHECK, FOLD, raise_to
from kicker.records import replay
from kicker.sites.files import parse_text
from kicker.sites.model import SiteHand
from kicker.sites.proving import prove
from kicker.tracker.facts import PlayerFacts, facts_of
from kicker.tracker.store import net_results
from tests.stud_text import STUD_START

HOLE = {0: "As Ah", 1: "Kc Kd", 2: "Qc Qd", 3: "Jc 2d", 4: "9c 3d", 5: "8c 4d"}
BOARD = "Ks 7h 5c 2h 6s"
ROYAL = "Ts Js Qs Ks 9h"
WORDS = {"f": FOLD, "x": CHECK, "c": CALL}


def deck(board: str = BOARD, seats: int = 6) -> list[Card]:
    hands = [[Card(card) for card in HOLE[seat].split()] for seat in range(seats)]
    first = [hand[turn] for turn in (0, 1) for hand in hands] + [Card(card) for card in board.split()]
    return first + [card for card in Deck() if card not in first]


def shares(
    name: str,
    told: str,
    seats: int = 6,
    stacks: dict[int, int] | None = None,
    straddle: bool = False,
    board: str = BOARD,
) -> dict[str, str]:
    """The share of each position that has a chance."""
    chips = [(stacks or {}).get(seat, 200) for seat in range(seats)]
    rules = holdem(blinds=(1, 2, 4) if straddle else (1, 2), showdown="all")
    state, _ = rules.start(deck(board, seats), chips, seats - 1)
    for word in told.replace("|", " ").split():
        state, _ = state.apply(WORDS.get(word) or raise_to(int(word)))
    while state.to_act is not None:
        state, _ = state.apply(state.options.default)
    played = replay(Record.from_state(state, [f"Player{seat}" for seat in range(seats)]))
    facts = facts_of(played, played.final.payoffs)
    found = {fact.position: fact.share(name) for fact in facts}
    return {position: f"{taken}/{of}" for position, (taken, of) in found.items() if of}


def listed(text: str) -> dict[str, str]:
    return dict(item.split(" ") for item in text.split(", ") if item)


RAISERS = "UTG 1/1, HJ 1/1, CO 0/1, BTN 0/1, SB 0/1, BB 0/1"
NOBODY = "UTG 0/1, HJ 0/1, CO 0/1, BTN 0/1, SB 0/1"


@pytest.mark.parametrize(
    ("told", "vpip", "pfr"),
    [
        ("f f 6", f"{NOBODY.replace('CO 0', 'CO 1')}, BB 0/1", f"{NOBODY.replace('CO 0', 'CO 1')}, BB 0/1"),
        ("f f f f f", NOBODY, NOBODY),  # a walk is no chance for the big blind
        ("c f f f c x", "UTG 1/1, HJ 0/1, CO 0/1, BTN 0/1, SB 1/1, BB 0/1", f"{NOBODY}, BB 0/1"),
        ("c f f f f 8 f", "UTG 1/1, HJ 0/1, CO 0/1, BTN 0/1, SB 0/1, BB 1/1", f"{NOBODY}, BB 1/1"),
        ("6 18 f f f f c", RAISERS, RAISERS),
    ],
)  # fmt: skip
def test_vpip_and_pfr(told: str, vpip: str, pfr: str) -> None:
    assert shares("vpip", told) == listed(vpip)
    assert shares("pfr", told) == listed(pfr)


def test_straddles_and_blinds_that_are_all_in_are_no_decision() -> None:
    """The straddler may still raise and so has a chance; a blind that took the last chip leaves none."""
    told = "f f f f c x"
    assert shares("vpip", told, straddle=True) == listed("HJ 0/1, CO 0/1, BTN 0/1, SB 0/1, BB 1/1, UTG 0/1")
    assert shares("pfr", "f f f f c 12 f", straddle=True)["UTG"] == "1/1"
    assert shares("threebet", "f f 12 f f f", straddle=True) == listed("SB 0/1, BB 0/1, UTG 0/1")
    assert shares("steal", "f f 12", straddle=True) == listed("BTN 1/1, CO 0/1")
    assert "BB" not in shares("vpip", "f f f 6 f", stacks={1: 2})
    assert shares("wtsd", "f f f 6 f", stacks={1: 2}) == listed("BB 1/1, BTN 1/1")


@pytest.mark.parametrize(
    ("told", "threebet"),
    [
        ("f f 6 f 20 f f", "BTN 0/1, SB 1/1"),  # the big blind faces two raises
        ("c f f 8 f f c", "SB 0/1, BB 0/1, UTG 0/1"),
        ("6 c f f 26 f f f", "HJ 0/1, CO 0/1, BTN 0/1, SB 1/1"),
        ("6 18 f f f f 40 f", "HJ 1/1"),  # the fourth bet is another matter
        ("c f f f f 8 c", "UTG 0/1"),  # a raise after a limp opens
    ],
)
def test_threebet(told: str, threebet: str) -> None:
    assert shares("threebet", told) == listed(threebet)


@pytest.mark.parametrize(
    ("told", "fold"),
    [
        ("f f 6 f 20 f f", "CO 1/1"),
        ("f f 6 f 20 f c", "CO 0/1"),
        ("f f 6 f 20 f 50 f", "CO 0/1"),  # and whoever folds to a fourth bet had another chance
        ("6 18 40 f f f f f", ""),  # the opener faces a fourth bet
        ("6 c f f 26 f f f", "UTG 1/1"),  # who called did not open
    ],
)
def test_fold_to_threebet(told: str, fold: str) -> None:
    assert shares("fold_to_threebet", told) == listed(fold)


@pytest.mark.parametrize(
    ("told", "steal"),
    [
        ("f f 6 f f f", "CO 1/1"),
        ("f f f 6 f f", "CO 0/1, BTN 1/1"),
        ("f f f f 6 f", "CO 0/1, BTN 0/1, SB 1/1"),
        ("c f 8 f f f f", ""),
        ("f f f f c x", "CO 0/1, BTN 0/1, SB 0/1"),
    ],
)
def test_steal(told: str, steal: str) -> None:
    assert shares("steal", told) == listed(steal)


def test_heads_up_the_button_steals() -> None:
    assert shares("steal", "6 f", seats=2) == {"BTN": "1/1"}
    assert shares("vpip", "f", seats=2) == {"BTN": "0/1"}
    assert shares("threebet", "6 20 f", seats=2) == {"BB": "1/1"}


@pytest.mark.parametrize(
    ("told", "cbet", "fold"),
    [
        ("f f f 6 f c | x 8 f", "BTN 1/1", "BB 1/1"),
        ("f f f 6 f c | x x", "BTN 0/1", ""),
        ("f f f 6 f c | 8 f", "", ""),  # bet into
        ("6 f f c f c | x 10 c f", "UTG 1/1", "BTN 0/1, BB 1/1"),
        ("6 f f c f c | x 10 30 f f", "UTG 1/1", "BTN 0/1"),  # the big blind faces a raise
        ("f f f 6 20 f c | 15 f", "SB 1/1", "BTN 1/1"),
        ("f f f 6 f c | x 8 30 f", "BTN 1/1", "BB 0/1"),
        ("c f f f f x | x 4 f", "", ""),  # nobody raised
        ("f f f 200 f c", "", ""),  # nobody can bet any more
    ],
)
def test_cbet_and_fold_to_cbet_on_the_flop(told: str, cbet: str, fold: str) -> None:
    assert shares("cbet_flop", told) == listed(cbet)
    assert shares("fold_to_cbet_flop", told) == listed(fold)


@pytest.mark.parametrize(
    ("told", "street", "cbet", "fold"),
    [
        ("f f f 6 f c | x 8 c | x 20 f", "turn", "BTN 1/1", "BB 1/1"),
        ("f f f 6 f c | x 8 c | x x | x 20 f", "turn", "BTN 0/1", ""),
        ("f f f 6 f c | x 8 c | x x | x 20 f", "river", "", ""),  # the chain ended on the turn
        ("f f f 6 f c | x x | x 20 f", "turn", "", ""),
        ("f f f 6 f c | x 8 c | 20 f", "turn", "", ""),
        ("f f f 6 f c | x 8 c | x 20 c | x 50 c", "river", "BTN 1/1", "BB 0/1"),
        ("f f f 6 f c | x 8 30 c | x 20 c", "turn", "BTN 1/1", "BB 0/1"),
    ],
)
def test_cbet_and_fold_to_cbet_later(told: str, street: str, cbet: str, fold: str) -> None:
    assert shares(f"cbet_{street}", told) == listed(cbet)
    assert shares(f"fold_to_cbet_{street}", told) == listed(fold)


@pytest.mark.parametrize(
    ("told", "wtsd", "wsd"),
    [
        ("f f f f c x", "SB 1/1, BB 1/1", "SB 0/1, BB 1/1"),
        ("f f f f 6 c | 8 f", "SB 0/1, BB 0/1", ""),
        ("f f f f f", "", ""),
        ("f f f f 200 c", "SB 1/1, BB 1/1", "SB 0/1, BB 1/1"),
        ("6 f f f c c | x x x | x 10 f c", "SB 1/1, BB 1/1, UTG 0/1", "SB 0/1, BB 1/1"),
        ("f f f 6 20 f f", "", ""),
    ],
)
def test_showdowns(told: str, wtsd: str, wsd: str) -> None:
    assert shares("wtsd", told) == listed(wtsd)
    assert shares("wsd", told) == listed(wsd)


def test_a_split_pot_and_a_side_pot_are_won() -> None:
    assert shares("wsd", "f f f f c x", board="Ts Js Qs Ks 9s") == listed("SB 1/1, BB 0/1")
    assert shares("wsd", "f f f f c x", board="2s 3c 4h 5d 6d") == listed("SB 1/1, BB 1/1")
    # The big blind wins the main pot with kings, and the small blind the side pot with aces.
    told = "200 f f f c c"
    assert shares("wsd", told, stacks={1: 50}) == listed("SB 1/1, BB 1/1, UTG 0/1")


@pytest.mark.parametrize(
    ("told", "aggression"),
    [
        ("f f f 6 f c | x 8 f", "BTN 1/1"),  # a check and a fold are neither
        ("f f f 6 f c | x 8 c | x x", "BTN 1/1, BB 0/1"),
        ("f f f 6 f c | x 8 30 c | 40 c | 100 c", "BTN 1/4, BB 3/3"),
        ("f f f 6 f c", ""),
        ("f f f f c x | x x | 2 c | 4 12 c", "SB 2/3, BB 1/2"),
    ],
)
def test_aggression(told: str, aggression: str) -> None:
    assert shares("aggression", told) == listed(aggression)


STUD = (
    STUD_START
    + """\
Ben: raises $1 to $2
Ann: calls $1
*** 4th STREET ***
Dealt to Ann [2c] [4d]
Dealt to Ben [Kh] [9s]
Ben: bets $2
Ann: folds
Uncalled bet ($2) returned to Ben
Ben collected $5 from pot
*** SUMMARY ***
Total pot $5 | Rake $0
"""
)
DEAD_SMALL_BLIND = """PokerStars Hand #22: Hold'em No Limit ($1/$2 USD) - 2024/01/01 12:00:00 ET
Table 'x' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 3: Ben ($100 in chips)
Seat 4: Cleo ($100 in chips)
Seat 5: Dora ($100 in chips)
Ben: posts big blind $2
*** HOLE CARDS ***
Cleo: folds
Dora: folds
Ann: raises $2 to $4
Ben: folds
Uncalled bet ($2) returned to Ann
Ann collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
"""


def facts_in(text: str) -> dict[str, PlayerFacts]:
    (hand,) = parse_text(text)
    assert isinstance(hand, SiteHand)
    proof = prove(hand)
    assert proof.ok, proof.problem
    assert proof.replay
    return {fact.name: fact for fact in facts_of(proof.replay, net_results(proof))}


def test_stud_has_no_button_to_steal_from_and_no_flop() -> None:
    ben = facts_in(STUD)["Ben"]
    assert [ben.share(name) for name in ("pfr", "steal", "cbet_flop", "aggression")] == [(1, 1), (0, 0), (0, 0), (1, 1)]


def test_nobody_sits_in_a_dead_small_blind() -> None:
    facts = facts_in(DEAD_SMALL_BLIND)
    assert {name: fact.position for name, fact in facts.items()} == {
        "Ben": "BB", "Cleo": "UTG", "Dora": "CO", "Ann": "BTN",
    }  # fmt: skip
    assert facts["Ann"].share("steal") == (1, 1)
