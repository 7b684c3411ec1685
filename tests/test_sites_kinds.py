"""Kinds of files that are rarer: other languages, other programs and clubs, newer forms, and games not played here."""

from pathlib import Path

import pytest

from kicker.sites.files import parse_text
from kicker.sites.model import SiteHand, Unreadable
from kicker.sites.proving import prove
from tests.test_sites_forms import BLINDS, HEAD, proof_of, proved, stars

ABROAD = Path(__file__).parent / "data" / "sites-abroad" / "pokerstars.txt"
SPANISH, PORTUGUESE, FRENCH, GERMAN = (f"{text.strip()}\n" for text in ABROAD.read_text().split("\n\n"))


@pytest.mark.parametrize("text", [SPANISH, PORTUGUESE, FRENCH, GERMAN], ids=["es", "pt", "fr", "de"])
def test_other_languages(text: str) -> None:
    hand = proved(text)
    assert (hand.site, hand.text) == ("PokerStars", text)
    assert None not in (hand.total, hand.rake, hand.when, hand.hero or None)
    folds = next(word for word in (": se retira", ": desiste", " : passe.", ": passt") if word in text)
    (found,) = parse_text(text.replace(folds, folds.replace(folds[-4:], "hoppla"), 1))
    assert isinstance(found, Unreadable), "a word that nobody knows is never passed over"


def test_a_word_with_two_meanings_is_read_by_the_betting() -> None:
    hand = proved(PORTUGUESE.replace("Rui: desiste", "Rui: passa"))
    assert [step.kind for step in hand.steps if step.name == "Rui"][-1] == "fold"
    assert [step.kind for step in hand.steps if step.name == "Zé"][-2:] == ["check", "fold"]


def test_money_and_dates_of_other_languages() -> None:
    hand = proved(SPANISH)
    assert (hand.currency, hand.stakes, hand.total, hand.rake) == ("EUR", (2, 5), 655, 30)
    assert str(hand.when) == "2025-01-11 11:37:11"
    assert (proved(PORTUGUESE).tournament or ())[:3] == ("1270291825", "4500+500", "I")


UNCALLED = ("Cat: folds", "Ann: folds", "Uncalled bet ($1) returned to Ben", "Ben collected $2 from pot",
            "*** SUMMARY ***", "Total pot $2 | Rake $0")  # fmt: skip
DROPPED = (
    "Ann: posts small blind $1", "Ben: posts big blind $2", "*** HOLE CARDS ***", "STP added: $5", "Cat: folds",
    "Ann: calls $1", "Ben: checks", "*** FLOP *** [2c 7d Jh]", "Ann: bets $2", "Ben: folds",
    "Uncalled bet ($2) returned to Ann", "Ann collected $8.50 from pot", "*** SUMMARY ***",
    "Total pot $9 | Main pot $4 | STP $5 | Rake $0.50",
)  # fmt: skip
OWN_STRADDLE = (
    "Ann: posts small blind $1", "Ben: posts big blind $2", "Cat: straddle $4", "Cat: straddle $100 and is all-in",
    "*** HOLE CARDS ***", "Ann: folds", "Ben: folds", "Uncalled bet ($98) returned to Cat", "Cat collected $5 from pot",
    "*** SUMMARY ***", "Total pot $5 | Rake $0",
)  # fmt: skip
FIVE_CARDS = (
    "# {\"gt\":\"PLO\"}", "Ann: posts small blind $1", "Ben: posts big blind $2", "*** HOLE CARDS ***",
    "Dealt to Cat [9c Qc 9h Jc Qs]", *UNCALLED,
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "site", "game"),
    [
        pytest.param(stars(*BLINDS, *UNCALLED, head=HEAD.replace("PokerStars", "PokerBros")), "PokerBros", "holdem",
                     id="a club"),
        pytest.param(stars(*BLINDS, *UNCALLED, head=HEAD.replace("PokerStars", "Full Tilt")).replace(
            "6-max Seat", "6-max (Play Money) Seat"), "Full Tilt", "holdem", id="play money"),
        pytest.param(stars(*DROPPED), "PokerStars", "holdem", id="chips of the site"),
        pytest.param(stars(*OWN_STRADDLE), "PokerStars", "holdem", id="a straddle that is raised"),
        pytest.param(stars(*FIVE_CARDS, head=HEAD.replace("Hold'em No", "Omaha Pot")), "PokerStars", "omaha-5",
                     id="Omaha by its cards"),
    ],
)  # fmt: skip
def test_other_programs(text: str, site: str, game: str) -> None:
    hand = proved(text)
    assert (hand.site, hand.game.name) == (site, game)


def test_two_players_with_the_small_blind_left_of_the_button() -> None:
    text = stars("Ben: posts small blind $1", "Ann: posts big blind $2", "*** HOLE CARDS ***", "Ben: folds",
                 "Ann collected $2 from pot", "*** SUMMARY ***", "Total pot $2 | Rake $0", seats="Ann $40, Ben $25",
                 button=1)  # fmt: skip
    proved(text)


@pytest.mark.parametrize(
    "name", ["Split Hold'em No Limit", "Courchevel Pot Limit", "Fusion Pot Limit", "Tempest Hold'em Pot Limit"]
)
def test_a_game_that_is_not_played_here(name: str) -> None:
    good = stars(*BLINDS, *UNCALLED)
    for start in ("", "Tournament #99, $5+$1 USD "):
        strange = good.replace("#7: Hold'em No Limit", f"#8: {start}{name}")
        first, second, third = parse_text(good + strange + good.replace("#7", "#9"))
        assert {type(first), type(third)} == {SiteHand}, "the hands around it are read"
        assert str(second) == f"kicker does not play {name}"


DOUBLE_BET = """\
PokerStars Hand #5:  7 Card Stud Limit ($2/$4 USD) - 2024/05/01 12:00:00 ET
Table 'T' 8-max
Seat 1: Ann ($100 in chips)
Seat 2: Ben ($100 in chips)
Ann: posts the ante $0.20
Ben: posts the ante $0.20
*** 3rd STREET ***
Dealt to Ann [Kd]
Dealt to Ben [2c 5c Qd]
Ben: brings in for $1
Ann: calls $1
*** 4th STREET ***
Dealt to Ann [Kd] [Kc]
Dealt to Ben [2c 5c Qd] [9s]
Pair on board - a double bet is allowed
Ann: bets $4
Ben: folds
Uncalled bet ($4) returned to Ann
Ann collected $2.40 from pot
*** SUMMARY ***
Total pot $2.40 | Rake $0
"""


def test_a_double_bet_of_stud() -> None:
    played = prove(next(hand for hand in parse_text(DOUBLE_BET) if isinstance(hand, SiteHand)))
    assert played.replay is not None, played.problem
    assert played.replay.record.rules.double_bets
    assert "Ann may fold, check or bet 2" in proof_of(DOUBLE_BET.replace("bets $4", "bets $3")).problem


def test_what_contradicts_itself_is_told_in_names_and_amounts() -> None:
    good = stars(*BLINDS, "Cat: raises $4 to $6", "Ann: folds", "Ben: folds", "Uncalled bet ($4) returned to Cat",
                 "Cat collected $5 from pot", "*** SUMMARY ***", "Total pot $5 | Rake $0")  # fmt: skip
    proved(good)
    assert proof_of(good.replace("Cat ($100", "Cat ($5")).problem == "Cat raises to 6.00, but has only 5.00 left"
    assert proof_of(good.replace("Cat collected $5", "Cat collected $9")).problem == (
        "Cat collects 9.00 in the file, 5.00 in the replay"
    )


def test_a_hand_that_breaks_off_in_its_summary_is_not_kept() -> None:
    whole = stars(*BLINDS, *UNCALLED, "Seat 2: Ben (big blind) collected ($2)")
    proved(whole)
    proved(whole.replace(" | Rake $0", ""))
    for end in ("*** SUMMARY ***", "*** SUMMARY ***\nTotal pot $", "*** SUMMARY ***\nTotal pot $2"):
        (found,) = parse_text(whole[: whole.index(end) + len(end)])
        assert isinstance(found, Unreadable)
        assert found.unfinished, "--watch waits for the rest"


PHRASES = (
    "said, x", "joins the table at seat #2", "leaves the table", "has timed out", "is disconnected", "has returned",
    "is sitting out", "sits out", "was removed from the table", "was moved here", "will be allowed to play",
    "has requested x", "re-buys and receives 5", "takes the add-on 5", "finished the tournament", "wins the tournament",
    "wins a bounty", "received x", "has been eliminated", "adds 5 chips", "chooses to x", "cashed out the hand x",
    "did not respond in time", "table deposit 5", "Hand was run twice", "Pair on board", "blinds are now",
)  # fmt: skip


@pytest.mark.parametrize("phrase", PHRASES)
def test_names_hold_the_words_of_lines_that_are_passed_over(phrase: str) -> None:
    lines = (*BLINDS, "Cat: raises $4 to $6", "Ann: folds", "Ben: calls $4", "*** FLOP *** [2c 7d Jh]", "Ben: checks",
             "Cat: bets $5", "Ben: folds", "Uncalled bet ($5) returned to Cat", "Cat collected $13 from pot",
             "Cat: doesn't show hand", "*** SUMMARY ***", "Total pot $13 | Rake $0",
             "Seat 3: Cat (button) collected ($13)")  # fmt: skip
    for name in (phrase, f"x {phrase}"):
        hand = proved(stars(*lines).replace("Cat", name))
        assert [step.kind for step in hand.steps if step.name == name] == ["raise", "bet", "returned"]
        assert hand.collected == {name: 1300}


PARTY = """\
***** Hand History For Game 17706597{number} *****
{head} - Mon Feb 09 12:55:26 EST 2026
Table Table 7 (Real Money) -- Seat 1 is the button
Total number of players : 2/6
Seat 1: Ann ($10)
Seat 2: Ben ($8)
Ann posts small blind ({small})
Ben posts big blind ({big})
** Dealing down cards **
Dealt to Ann [ Ks, Kd ]
"""
CASHED_OUT = PARTY.format(number=1, head="0.10/0.20 Texas Hold'em Game Table (NL)", small="0.10", big="0.20") + """\
Ann raises 10.00 to 10.00
Ann is all-In.
Ben calls (7.80)
Ben is all-In.
Ann opted for cash-out
Ann Cashout Amount is 12.10
** Dealing Flop ** :  [ Jc, 7d, 6c ]
** Dealing Turn ** :  [ Ts ]
** Dealing River ** :  [ 2s ]
** Summary **
Main Pot: $15.20 Rake: $0.80
Ann Cashed out  balance $14.10, bet $10, collected $12.10, net +$4.10[ Ks, Kd ] [ a pair of kings ]
Ben balance $15.20, bet $8, collected $15.20, net +$7.20[ As, Ac ] [ a pair of aces ]
"""  # fmt: skip
NO_LIMIT_WORD = PARTY.format(number=2, head="$2/$4 USD Texas Hold'em", small="1", big="2") + """\
Ann calls (1)
Ben checks
** Dealing Flop ** :  [ Jc, 7d, 6c ]
Ben bets (2)
Ann folds
Ben wins $4 USD
"""  # fmt: skip


def test_a_cash_out_of_partypoker() -> None:
    hand = proved(CASHED_OUT)
    assert (hand.collected, hand.beside) == ({"Ben": 1520}, {"Ann": 1210})


def test_partypoker_without_a_word_for_the_limit_is_fixed_limit() -> None:
    assert proved(NO_LIMIT_WORD).limit == "fixed-limit"
    club = NO_LIMIT_WORD.replace("$2/$4 USD Texas Hold'em", "$100 USD NL Holdem").replace(
        "1 *****", "1 ***** (PokerBros)"
    )
    assert proved(club).limit == "no-limit"


def test_an_amount_without_end_is_no_amount() -> None:
    text = stars(*BLINDS, *UNCALLED)
    (found,) = parse_text(text.replace("Ben collected $2", "Ben collected $" + "5" * 400))
    assert str(found) == "'$55555555555555555555555555555'... is not an amount of money"
