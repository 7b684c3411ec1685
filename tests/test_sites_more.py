"""More forms of real files, each shown by a small hand of our own."""

import pytest

from kicker.sites.files import parse_text
from kicker.sites.model import Unreadable
from tests.stud_text import STUD_START
from tests.test_sites_forms import BLINDS, FLOP, proof_of, proved, stars

ENDED = ("Ann collected $8 from pot", "*** SUMMARY ***", "Total pot $8 | Rake $0")


def test_a_card_that_a_street_leaves_out_is_in_the_summary() -> None:
    text = stars(
        *BLINDS, "Cat: folds", "Ann: calls $1", "Ben: checks", FLOP.strip(), "Ann: checks", "Ben: checks",
        "*** TURN *** [2c 7d Jh] []", "Ann: checks", "Ben: checks", "*** RIVER *** [2c 7d Jh] [4s]", "Ann: bets $2",
        "Ben: calls $2", "*** SHOW DOWN ***", "Ann: shows [As Ad]", "Ben: mucks hand", *ENDED, "Board [2c 7d Jh Ks 4s]",
    )  # fmt: skip
    hand = proved(text)
    boards = [" ".join(map(str, step.cards)) for step in hand.steps if step.kind == "board"]
    assert boards == ["2c 7d Jh", "Ks", "4s"]
    assert "before it" in proof_of(text.replace("Board [2c 7d Jh Ks 4s]\n", "")).problem


def test_a_larger_second_big_blind_is_a_straddle() -> None:
    seats = "Ann $100, Ben $100, Cat $100, Dan $100"
    hand = proved(
        stars(
            "Ann: posts small blind $1", "Ben: posts big blind $2", "Cat: posts big blind $4", "*** HOLE CARDS ***",
            "Dan: folds", "Ann: folds", "Ben: calls $2", "Cat: checks", FLOP.strip(), "Ben: bets $5", "Cat: folds",
            "Uncalled bet ($5) returned to Ben", "Ben collected $9 from pot", "*** SUMMARY ***",
            "Total pot $9 | Rake $0", seats=seats, button=4,
        )
    )  # fmt: skip
    assert [step.kind for step in hand.steps[:3]] == ["small blind", "big blind", "straddle"]


SHORT_DECK = """Poker Hand #SD7: ShortDeck No Limit ($0.02) - 2024/05/01 12:00:00
Table 'S' 5-max Seat #2 is the button
Seat 1: Ann ($2 in chips)
Seat 2: Ben ($2 in chips)
Seat 3: Cat ($2 in chips)
Ann: posts the ante $0.02
Ben: posts the ante $0.02
Cat: posts the ante $0.02
Ben: posts button blind $0.02
Ben: straddle $0.04
Ben: straddle $0.08
*** HOLE CARDS ***
Dealt to Cat [9c 6s]
Cat: folds
Ann: calls $0.08
Ben: raises $0.08 to $0.16
Ann: folds
Uncalled bet ($0.08) returned to Ben
*** SHOWDOWN ***
Ben collected $0.22 from pot
*** SUMMARY ***
Total pot $0.22 | Rake $0 | Jackpot $0 | Bingo $0
"""
LATER_NO_LIMIT = """\
Poker Hand #TM8: Tournament #99, Bounty $8.40 Omaha (NL postflop) - Level18(1,250/2,500) - 2024/05/01 12:00:00
Table '4' 6-max Seat #2 is the button
Seat 1: Ann (24,000 in chips)
Seat 2: Ben (54,000 in chips)
Ben: posts small blind 1,250
Ann: posts big blind 2,500
*** HOLE CARDS ***
Dealt to Ann [Kc 4s Ac 3d]
Ben: calls 1,250
Ann: checks
*** FLOP *** [Th 2d 5h]
Ann: bets 21,500 and is all-in
Ben: folds
Uncalled bet (21,500) returned to Ann
*** SHOWDOWN ***
Ann collected 5,000 from pot
*** SUMMARY ***
Total pot 5,000 | Rake 0 | Jackpot 0 | Bingo 0
"""
BOUNTY = """\
Winamax Poker - Tournament "T" buyIn: 2€ level: 1 - HandId: #2-1-6 - Holdem no limit (10/50/100) - 2024/05/01 12:00:00
Table: 'TEA(548)#0037' 6-max (real money) Seat #2 is the button
Seat 1: Ann (1000, 9€ bounty)
Seat 2: Ben (2000, 17.43€ bounty)
*** ANTE/BLINDS ***
Ann posts ante 10
Ben posts ante 10
Ben posts small blind 50
Ann posts big blind 100
*** PRE-FLOP ***
Ben folds
Ann collected 120 from pot
*** SUMMARY ***
Total pot 120 | No rake
Seat 1: Ann (big blind) won 120
"""
FIVE_CARDS = """\
Winamax Poker - CashGame - HandId: #92-970-147 - 5 Card Omaha Hi/Lo pot limit (2€/4€) - 2024/05/01 12:00:00 UTC
Table: 'K' 6-max (real money) Seat #2 is the button
Seat 1: Ann (400€)
Seat 2: Ben (400€)
*** ANTE/BLINDS ***
Ben posts small blind 2€
Ann posts big blind 4€
Dealt to Ann [8h 5d 2h 7h 4c]
*** PRE-FLOP ***
Ben folds
Ann collected 6€ from pot
*** SUMMARY ***
Total pot 6€ | No rake
Seat 1: Ann won 6€
"""


@pytest.mark.parametrize(
    ("text", "game", "limit"),
    [
        (SHORT_DECK, "short-deck", "no-limit"),
        (LATER_NO_LIMIT, "omaha", "no-limit"),
        (BOUNTY, "holdem", "no-limit"),
        (FIVE_CARDS, "omaha-5-hilo", "pot-limit"),
    ],
)
def test_names_bounties_and_straddles_on_the_button(text: str, game: str, limit: str) -> None:
    hand = proved(text)
    assert (hand.game.name, hand.limit) == (game, limit)


STUD = (
    STUD_START
    + """\
Ben: calls $1
*** 4th STREET ***
Dealt to Ann [2c] [4d]
Dealt to Ben [Kh] [9s]
Ben: checks
Ann: checks
*** 5th STREET ***
Dealt to Ann [2c 4d] [5d]
Dealt to Ben [Kh 9s] [9d]
Ben: checks
Ann: checks
*** 6th STREET ***
Dealt to Ann [2c 4d 5d] [7d]
Dealt to Ben [Kh 9s 9d] [8h]
Ben: checks
Ann: checks
*** RIVER *** [6h]
Ben: checks
Ann: bets $4
Ben: calls $4
*** SHOW DOWN ***
Ann: shows [3s 8c 2c 4d 5d 7d] (a straight, Four to Eight)
Ben: mucks hand
Ann collected $11 from pot
*** SUMMARY ***
Total pot $11 | Rake $0
Board [6h]
Seat 2: Ben mucked [Kd Ks Kh 9s 9d 8h]
"""
)


def test_a_common_card_of_stud_needs_a_whole_table() -> None:
    """With two players there are cards for both; a table of eight that stays in shares the last one."""
    assert "the board" in proof_of(STUD).problem
    names = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
    downs = ["AcKc", "QsJs", "AdKs", "QdJd", "AhTc", "QhJh", "AsTh", "QcJc"]
    up = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"]
    streets = [
        ["2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d"],
        ["2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h"],
        ["2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s"],
    ]
    lines = ["PokerStars Hand #12: 7 Card Stud Limit ($2/$4 USD) - 2024/05/01 12:00:00 ET", "Table 'x' 8-max"]
    lines += [f"Seat {number}: {name} ($100 in chips)" for number, name in enumerate(names, 1)]
    lines += [f"{name}: posts the ante $0.50" for name in names]
    lines += ["*** 3rd STREET ***", *(f"Dealt to {name} [{card}]" for name, card in zip(names, up, strict=True))]
    lines += ["Ann: brings in for $1", *(f"{name}: calls $1" for name in names[1:])]
    held = [[card] for card in up]
    for number, cards in enumerate(streets, 4):
        lines.append(f"*** {number}th STREET ***")
        for name, mine, card in zip(names, held, cards, strict=True):
            lines.append(f"Dealt to {name} [{' '.join(mine)}] [{card}]")
            mine.append(card)
        lines += [f"{name}: checks" for name in ["Hal", *names[:7]]]
    lines += ["*** RIVER *** [Kd]", *(f"{name}: checks" for name in ["Hal", *names[:7]]), "*** SHOW DOWN ***"]
    lines += [f"Hal: shows [Qc Jc {' '.join(held[7])}] (four of a kind, Nines)"]
    lines += [f"{name}: mucks hand" for name in names[:7]]
    lines += ["Hal collected $12 from pot", "*** SUMMARY ***", "Total pot $12 | Rake $0", "Board [Kd]"]
    lines += [
        f"Seat {number}: {name} mucked [{down[:2]} {down[2:]} {' '.join(mine)}]"
        for number, (name, down, mine) in enumerate(zip(names[:7], downs, held, strict=False), 1)
    ]
    assert proved("\n".join(lines) + "\n").collected == {"Hal": 1200}


TRIPLE_DRAW = """PokerStars Hand #13: Triple Draw 2-7 Lowball Limit ($1/$2 USD) - 2024/05/01 12:00:00 ET
Table 'x' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Ben ($50 in chips)
Ann: posts small blind $0.50
Ben: posts big blind $1
*** DEALING HANDS ***
Dealt to Ann [2s 7s 5h 3c Qh]
Ann: calls $0.50
Ben: checks
*** FIRST DRAW ***
Ben: stands pat
Ann: discards 2 cards []
Dealt to Ann [2s 7s 5h 3c Qh] [2s 7s 5h 3c Qh]
Ben: bets $1
Ann: folds
Uncalled bet ($1) returned to Ben
Ben collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
"""


def test_draws_that_contradict_themselves_are_proved_without_those_cards() -> None:
    """Old files write the last hand of a player in place of all earlier ones."""
    assert proved(TRIPLE_DRAW).collected == {"Ben": 200}


def test_old_rake_came_in_nickels() -> None:
    split = stars(
        *BLINDS, "Cat: calls $2", "Ann: calls $1", "Ben: checks", FLOP.strip(), "Ann: checks", "Ben: checks",
        "Cat: checks", "*** TURN *** [2c 7d Jh] [Ks]", "Ann: checks", "Ben: checks", "Cat: checks",
        "*** RIVER *** [2c 7d Jh Ks] [4s]", "Ann: checks", "Ben: checks", "Cat: checks", "*** SHOW DOWN ***",
        "Ann: shows [As 3d]", "Ben: shows [Ad 3h]", "Cat: mucks hand", "Ann collected $3 from pot",
        "Ben collected $2.95 from pot", "*** SUMMARY ***", "Total pot $6 | Rake $0.05",
    )  # fmt: skip
    assert proved(split).collected == {"Ann": 300, "Ben": 295}
    for others in (("$2.50 from", "0.55"), ("$2.97 from", "0.08")):
        assert not proof_of(split.replace("$3 from", others[0]).replace("0.05", others[1])).ok


@pytest.mark.parametrize(
    "heading",
    [
        "PokerStars Tournament #26, No Limit Hold'em",
        "Winamax Poker - Tournament summary : TEA(5489)",
        "Tournament #25942319, Spring Bounty $8.40, PLO",
        "***** Cassava Tournament Summary *****",
    ],
)
def test_summaries_of_tournaments_have_no_hands(heading: str) -> None:
    assert not list(parse_text(f"\n{heading}\nBuy-In: $1\n 1: Ann, $3 (100%)\n"))
    assert isinstance(next(parse_text("Report of a tournament\n")), Unreadable)
