"""Forms that the files of poker sites come in, each with a small hand of our own."""

import pytest

from kicker.sites.files import parse_text
from kicker.sites.foreign import foreign_cards
from kicker.sites.model import Cancelled, SiteHand, Unreadable
from kicker.sites.proving import Proof, prove

HEAD = "PokerStars Hand #7: Hold'em No Limit ($1/$2 USD) - 2024/05/01 12:00:00 ET"
FLOP = "*** FLOP *** [2c 7d Jh]\n"


def stars(*lines: str, head: str = HEAD, seats: str = "Ann $100, Ben $100, Cat $100", button: int = 3) -> str:
    """A hand of PokerStars with these lines after the seats."""
    chairs = [
        f"Seat {number}: {name} ({stack} in chips)"
        for number, (name, stack) in enumerate((seat.rsplit(" ", 1) for seat in seats.split(", ")), 1)
    ]
    table = f"Table 'T' 6-max Seat #{button} is the button"
    return "\n".join([head, table, *chairs, *lines]) + "\n"


def proof_of(text: str) -> Proof:
    (found,) = parse_text(text)
    assert isinstance(found, SiteHand), found
    return prove(found)


def proved(text: str) -> SiteHand:
    proof = proof_of(text)
    assert proof.ok, proof.problem
    return proof.hand


BLINDS = ("Ann: posts small blind $1", "Ben: posts big blind $2", "*** HOLE CARDS ***")
ALL_IN = ("Cat: folds", "Ann: raises $98 to $100 and is all-in", "Ben: calls $98 and is all-in")
RUN_TWICE = stars(
    *BLINDS, *ALL_IN, "Ann: shows [As Ad]", "Ben: shows [Ks Kd]",
    "*** FIRST FLOP *** [2c 7d Jh]", "*** FIRST TURN *** [2c 7d Jh] [3s]", "*** FIRST RIVER *** [2c 7d Jh 3s] [4s]",
    "*** SECOND FLOP *** [2d 7c Kh]", "*** SECOND TURN *** [2d 7c Kh] [5s]", "*** SECOND RIVER *** [2d 7c Kh 5s] [6s]",
    "*** FIRST SHOW DOWN ***", "Ann collected $99 from pot", "*** SECOND SHOW DOWN ***", "Ben collected $99 from pot",
    "*** SUMMARY ***", "Total pot $200 | Rake $2", "Hand was run twice", "FIRST Board [2c 7d Jh 3s 4s]",
    "SECOND Board [2d 7c Kh 5s 6s]",
)  # fmt: skip
CASH_OUT = stars(
    *BLINDS, *ALL_IN, "*** FLOP *** [2c 7d Jh]", "*** TURN *** [2c 7d Jh] [3s]", "*** RIVER *** [2c 7d Jh 3s] [4s]",
    "*** SHOW DOWN ***", "Ann: shows [As Ad] (a pair of Aces)", "Ben: shows [Ks Kd] (a pair of Kings)",
    "Ann cashed out the hand for $160 | Cash Out Fee $1.62", "*** SUMMARY ***", "Total pot $200 | Rake $2",
    "Board [2c 7d Jh 3s 4s]",
    "Seat 1: Ann (small blind) showed [As Ad] and won ($198) with Aces (pot not awarded as player cashed out)",
    "Seat 2: Ben (big blind) showed [Ks Kd] and lost with a pair of Kings",
)  # fmt: skip


def test_a_board_that_is_run_twice() -> None:
    hand = proved(RUN_TWICE)
    assert hand.collected == {"Ann": 9900, "Ben": 9900}
    shows = "Ann: shows [As Ad]\nBen: shows [Ks Kd]\n"
    later = RUN_TWICE.replace(shows, "").replace("*** FIRST SHOW DOWN ***\n", "*** FIRST SHOW DOWN ***\n" + shows)
    assert proved(later).collected == hand.collected
    assert "in the replay" in proof_of(RUN_TWICE.replace("[2d 7c Kh]", "[2d 7c Qh]")).problem


def test_a_pot_that_the_site_keeps_because_its_winner_cashed_out() -> None:
    hand = proved(CASH_OUT)
    assert hand.collected == {"Ann": 19800}
    assert hand.beside == {"Ann": 16000 - 19800}


DEAD = (
    "Ann: posts small blind $1", "Ben: posts big blind $2", "Dan: posts small & big blinds $3", "*** HOLE CARDS ***",
    "Cat: folds", "Dan: checks", "Ann: folds", "Ben: checks", "*** FLOP *** [2c 7d Jh]", "Ben: bets $4", "Dan: folds",
    "Uncalled bet ($4) returned to Ben", "Ben collected $6 from pot", "*** SUMMARY ***", "Total pot $6 | Rake $0",
)  # fmt: skip
ENDING = ("Ben: folds", "Cat collected $6 from pot", "*** SUMMARY ***", "Total pot $6 | Rake $0")
FOUR = "Ann $100, Ben $100, Cat $100, Dan $100"
STRADDLE = ("Ann: posts small blind $1", "Ben: posts big blind $2", "Cat: posts straddle $4", "*** HOLE CARDS ***")
SHORT_DECK = (
    "Ann: posts the ante $2", "Ben: posts the ante $2", "Cat: posts the ante $2", "Cat: posts button blind $2",
    "*** HOLE CARDS ***", "Ann: calls $2", "Ben: folds", "Cat: checks", "*** FLOP *** [6c 7d Jh]", "Ann: checks",
    "Cat: bets $4", "Ann: folds", "Uncalled bet ($4) returned to Cat", "Cat collected $10 from pot", "*** SUMMARY ***",
    "Total pot $10 | Rake $0",
)  # fmt: skip
BIG_BLIND_ANTE = (
    "Ben: posts the ante 20", "Ann: posts small blind 10", "Ben: posts big blind 20", "*** HOLE CARDS ***",
    "Cat: folds", "Ann: calls 10", "Ben: checks", "*** FLOP *** [2c 7d Jh]", "Ann: bets 20", "Ben: folds",
    "Uncalled bet (20) returned to Ann", "Ann collected 60 from pot", "*** SUMMARY ***", "Total pot 60 | Rake 0",
)  # fmt: skip
TOURNAMENT = (
    "PokerStars Hand #8: Tournament #99, $5+$5+$1 USD Hold'em No Limit - Level II (10/20) - 2024/05/01 12:00:00 ET"
)
EARLY_FOLD = (
    "Ann: posts small blind $1", "Ben: posts big blind $2", "*** HOLE CARDS ***", "Dan: folds", "Cat: raises $4 to $6",
    "Ann: folds", "Ben: folds", "Uncalled bet ($4) returned to Cat", "Cat collected $5 from pot", "*** SUMMARY ***",
    "Total pot $5 | Rake $0",
)  # fmt: skip
ALL_IN_AND_OUT = (
    "Ann: posts small blind 10", "Ben: posts big blind 15 and is all-in", "*** HOLE CARDS ***",
    "Cat: raises 25 to 40", "Ann: folds", "Ben: folds", "Uncalled bet (25) returned to Cat",
    "Cat collected 40 from pot", "*** SUMMARY ***", "Total pot 40 | Rake 0",
)  # fmt: skip
ADDED = (
    *BLINDS, "Cat: raises $4 to $6", "Ann: raises $14 to $19", "Ben: folds", "Cat: raises $34 to $54", "Ann: folds",
    "Uncalled bet ($40) returned to Cat", "Cat collected $42 from pot", "*** SUMMARY ***", "Total pot $42 | Rake $0",
)  # fmt: skip
PARTIAL_SHOW = (
    *BLINDS, *ALL_IN, "*** FLOP *** [2c 7d Jh]", "*** TURN *** [2c 7d Jh] [3s]", "*** RIVER *** [2c 7d Jh 3s] [4s]",
    "*** SHOW DOWN ***", "Ann: shows [As Ad] (a pair of Aces)", "Ben: shows [Ks]", "Ann collected $200 from pot",
    "*** SUMMARY ***", "Total pot $200 | Rake $0",
)  # fmt: skip
LIMIT = "PokerStars Hand #9: Tournament #99, $5+$1 USD Hold'em Limit - Level II (10/20) - 2024/05/01 12:00:00 ET"
COMPLETED = (
    "Ann: posts small blind 5", "Ben: posts big blind 10", "*** HOLE CARDS ***", "Cat: raises 10 to 20",
    "Ann: raises 6 to 26 and is all-in", "Ben: raises 4 to 30", "Cat: calls 10", "*** FLOP *** [2c 7d Jh]",
    "Ben: checks", "Cat: checks", "*** TURN *** [2c 7d Jh] [3s]", "Ben: checks", "Cat: checks",
    "*** RIVER *** [2c 7d Jh 3s] [4s]", "Ben: checks", "Cat: checks", "*** SHOW DOWN ***", "Ben: shows [As Ad]",
    "Cat: mucks hand", "Ben collected 8 from side pot", "Ann: shows [Ks Kd]", "Ben collected 78 from main pot",
    "*** SUMMARY ***", "Total pot 86 Main pot 78. Side pot 8. | Rake 0",
)  # fmt: skip
SIX_PLUS = "PokerStars Hand #7: 6+ Hold'em No Limit (Button Blind $2 - Ante $2 USD) - 2024/05/01 12:00:00 ET"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(stars(*DEAD, seats=FOUR, button=4), id="both"),
        pytest.param(
            stars(*STRADDLE, "Ann: folds", *ENDING).replace("d $6", "d $5").replace("pot $6", "pot $5")
            .replace("Cat collected", "Uncalled bet ($2) returned to Cat\nCat collected"), id="straddle",
        ),
        pytest.param(stars(*SHORT_DECK, head=SIX_PLUS), id="button blind and antes"),
        pytest.param(stars(*BIG_BLIND_ANTE, head=TOURNAMENT, seats="Ann 500, Ben 500, Cat 500"), id="big blind ante"),
        pytest.param(stars(*EARLY_FOLD, seats=FOUR, button=4), id="a fold out of turn"),
        pytest.param(
            stars(*ALL_IN_AND_OUT, head=TOURNAMENT, seats="Ann 500, Ben 15, Cat 500"), id="folds though all in"
        ),
        pytest.param(stars(*ADDED), id="raises are what is added"),
        pytest.param(stars(*PARTIAL_SHOW), id="shows one card"),
        pytest.param(stars(*COMPLETED, head=LIMIT, seats="Ann 26, Ben 500, Cat 500"), id="a short raise is completed"),
        pytest.param(stars(*DEAD, seats=FOUR, button=4, head=HEAD.upper()), id="large"),
        pytest.param(stars(*ENDING[:0], *BLINDS, "Cat: folds", "Ann: folds", "Ben collected $2 from pot",
                           "*** SUMMARY ***", "Total pot $2 | Rake $0", head=HEAD.replace("Hand", "Zoom Hand"))
                     .replace("Ben collected", "Uncalled bet ($1) returned to Ben\nBen collected"), id="zoom"),
        pytest.param(stars(*BLINDS, "Cat: folds", "Ann: folds", "Ben collected $2 from pot", "*** SUMMARY ***",
                           "Total pot $2 | Rake $0",
                           head=HEAD.replace("Hand", "Home Game Hand").replace(": Hold", ": {Omaha Limit} Hold"))
                     .replace("Ben collected", "Uncalled bet ($1) returned to Ben\nBen collected"), id="home game"),
    ],
)  # fmt: skip
def test_customs_of_tables(text: str) -> None:
    proved(text)


NAMES = (
    "Ann: folds", "x said, hi", "re-buy", "Ben", "[As]", "a (b)", "Cat:", "wins a bounty", "Seat 2", "Dealt to",
    "ünï cødé ♠", "said", "*** x", "is sitting out",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_names_hold_anything(name: str) -> None:
    other = "Benny"
    text = (
        stars(*BLINDS, "Cat said, \"Ann: folds\"", "Cat: folds", "Ann: folds", "Uncalled bet ($1) returned to Ben",
              "Ben collected $2 from pot", "Ben: doesn't show hand", "*** SUMMARY ***", "Total pot $2 | Rake $0")
        .replace("Ben", other).replace("Cat", name.strip())
    )  # fmt: skip
    assert name.strip() in {seat.name for seat in proved(text).seats}
    wrong = text.replace(f"{name.strip()}: folds\nAnn", f"{name.strip()}: jumps\nAnn")
    (found,) = parse_text(wrong)
    assert isinstance(found, Unreadable), "a line that nobody understands is never passed over"


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        ("8Pik QHerz 10Karo AKreuz", "8s Qh Td Ac"), ("Rp Dk Vt Ac 10p", "Ks Qd Jc Ah Ts"), ("Dp Ph Bk Ax", "Qs Jd Ac"),
        ("Rp Dc Vd 7t", "Ks Qh Jd 7c"), ("Kq Ff Ap Rc", "Kd Jc As Kh"), ("Re Dc Vo 2p", "Ks Qh Jd 2c"),
        ("Knh Er Dk", "Jh Ad Qc"), ("Hs Vr Bk", "Ks Qd Jc"), ("Тп Кч Дб Вт", "As Kh Qd Jc"), ("Âh Òd", "Jh Ad"),
        ("A♠ K♥ Q♦ J♣", "As Kh Qd Jc"),
    ],
)  # fmt: skip
def test_cards_in_other_languages(words: str, cards: str) -> None:
    assert " ".join(map(str, foreign_cards(words.split()).values())) == cards


def test_a_foreign_card_in_a_hand() -> None:
    text = stars(*BLINDS, "Cat: folds", "Ann: calls $1", "Ben: checks", "*** FLOP *** [RPik 7Karo VHerz]",
                 "Ann: bets $2", "Ben: folds", "Uncalled bet ($2) returned to Ann", "Ann collected $4 from pot",
                 "*** SUMMARY ***", "Total pot $4 | Rake $0", "Board [RPik 7Karo VHerz]")  # fmt: skip
    (board,) = [step for step in proved(text).steps if step.kind == "board"]
    assert " ".join(map(str, board.cards)) == "Ks 7d Jh"
    (found,) = parse_text(text.replace("RPik", "RXxx"))
    assert str(found) == "'RXxx' is not a card"


def test_a_hand_that_begins_in_the_middle_of_a_line() -> None:
    whole = stars(*EARLY_FOLD, seats=FOUR, button=4)
    torn = whole[: whole.index("Cat collected")] + "*** RIVER *** [2c" + whole.replace("#7", "#8")
    broken, second = parse_text(torn)
    assert isinstance(broken, Unreadable)
    assert str(broken) == "the hand breaks off before its summary"
    assert isinstance(second, SiteHand)
    assert (second.number, prove(second).ok) == ("8", True)


@pytest.mark.parametrize("end", range(60, len(RUN_TWICE), 97))
def test_a_file_that_is_still_being_written(end: int) -> None:
    first = stars(*EARLY_FOLD, seats=FOUR, button=4)
    found = list(parse_text(first + "\n\n" + RUN_TWICE.replace("#7", "#8")[:end]))
    assert isinstance(found[0], SiteHand)
    assert prove(found[0]).ok
    assert len(found) <= 2


def test_a_cancelled_hand() -> None:
    (found,) = parse_text(stars(*BLINDS, "Hand cancelled", "*** SUMMARY ***", "Hand cancelled"))
    assert isinstance(found, Cancelled)


# --- other sites -----------------------------------------------------------------------------------------------------

PARTY = """***** Hand History for Game 4711 *****
$0.10/$0.20 USD NL Texas Hold'em - Saturday, September 21, 16:06:03 EDT 2013
Table Le Mans (Real Money)
Seat 5 is the button
Total number of players : 4/6
Seat 2: Ben ( $40 USD )
Seat 1: Ann ( $57.18 USD )
Seat 6: Eve ( $0 USD )
Seat 5: Cat ( $96.40 USD )
Ann posts small blind [$0.10 USD].
Eve is sitting outBen posts big blind [$0.20 USD].
Dan has joined the table.
Dan posts big blind [$0.20 USD].
** Dealing down cards **
Dealt to Ann [  Qd Ad ]
Dan checks
Cat folds
Ann raises [$0.90 USD]
Ben calls [$0.80 USD]
Dan folds
** Dealing Flop ** [ Ts, 3h, 5c ]
Ann bets [$1.25 USD]
Ben folds
Ann does not show cards.Ann wins $3.35 USD
"""
NEWER_PARTY = """***** Hand History For Game 4711abc *****
20/40 Tourney Texas Holdem Game Table (NL) (SNG JackPot Tournament #24) (Buyin $1 + $0) - Thu Dec 05 18:57:46 EST 2019
Table (24) Table #1 (Real Money) -- Seat 2 is the button
Total number of players : 2/3
Seat 2: Ann (327)
Seat 3: Ben (1173)
Ann posts small blind (20)
Ben posts big blind (40)
** Dealing down cards **
Dealt to Ben [ Ah, Ks ]
Ann raises 307 to 327
Ann is all-In.
Ben calls (287)
** Dealing Flop ** : [ 4d, 8c, 8s ]
** Dealing Turn ** : [ 6d ]
** Dealing River ** : [ Kd ]
Creating Main Pot with 654 with Ann
** Summary **
Main Pot: 654
Board: [ 4d, 8c, 8s, 6d, Kd ]
Ann balance 654, bet 327, collected 654, net +327[ 8h, 3d ] [ three of a kind, eights -- Kd,8h,8c,8s,6d ]
Ben balance 846, lost 327[ Ah, Ks ] [ two pairs, kings and eights -- Ah,Ks,Kd,8c,8s ]
"""
IMPLIED = """***** Hand History for Game 12 *****
NL Texas Hold'em $5 USD Buy-in Trny: 77 Level: 3  Blinds(50/100) - Sunday, October 11, 13:50:04 EDT 2009
Table Five (1) Table #3 (Real Money)
Seat 2 is the button
Total number of players : 4
Seat 1: Ann ( 5,250 )
Seat 4: Ben ( 4,790 )
Seat 3: Gone ( 6,040 )
Seat 2: Cat ( 5,735 )
Trny: 77 Level: 4
Blinds(100/200)
** Dealing down cards **
Dealt to Cat [  7s Ah ]
Cat raises [500]
Ben folds
Ann folds
Cat does not show cards.
Cat wins 800 chips
"""
CASSAVA = """#Game No : 5
***** 888poker Hand History for Game 5 *****
0,01 $/0,02 $ Blinds No Limit Holdem - *** 15 07 2011 15:18:32
Table Lima (Real Money)
Seat 4 is the button
Total number of players : 4
Seat 1: Ann ( 2 $ )
Seat 2: Ben ( 0,55 $ )
Seat 3: Cat ( 1 234,50 $ )
Seat 4: Dan ( 0,38 $ )
Ann posts small blind [0,01 $]
Ben posts big blind [0,02 $]
Cat posts dead blind [0,01 $ + 0,02 $]
** Dealing down cards **
Dealt to Ann [ 8Pik, QPik ]
Cat checks
Dan raises [0,38 $]
Ann folds
Ben folds
Cat folds
** Summary **
Dan collected [ 0,08 $ ]
"""
MUCKED_WINNER = """***** 888poker Hand History for Game 6 *****
$1/$2 Blinds No Limit Holdem - *** 15 07 2011 15:18:32
Table Lima (Real Money)
Seat 1 is the button
Total number of players : 2
Seat 1: Ann ( $50 )
Seat 2: Ben ( $50 )
Ann posts small blind [$1]
Ben posts big blind [$2]
** Dealing down cards **
Ann calls [$1]
Ben checks
** Dealing flop ** [ 2c, 7d, Jh ]
Ben checks
Ann checks
** Dealing turn ** [ 3s ]
Ben checks
Ann checks
** Dealing river ** [ 4s ]
Ben checks
Ann checks
** Summary **
Ben shows [ Kd, Qd ]
Ann mucks [ As, Qs ]
Ann collected [ $4 ]
"""
WINAMAX = """Winamax Poker - CashGame - HandId: #9-103-1479198677 - Holdem no limit (1€/2€) - 2016/11/15 08:31:17 UTC
Table: 'Nice 02' 5-max (real money) Seat #2 is the button
Seat 1: Ann (100€)
Seat 2: Ben (99.11€)
Seat 3: Cat (118.92€)
Seat 4: Dan (200€)
Seat 5: Eve (57.43€)
*** ANTE/BLINDS ***
Cat posts small blind 1€
Dan posts big blind 2€
Eve posts small blind 1€ out of position
Eve posts big blind 2€ out of position
Dealt to Ann [Qs 5s]
*** PRE-FLOP ***
Eve checks
Ann folds
Ben calls 2€
Cat folds
Dan checks
*** FLOP *** [3c 4s 9h]
Dan checks
Eve bets 8€
Ben folds
Dan folds
Eve collected 15.48€ from pot
*** SUMMARY ***
Total pot 15.48€ | Rake 0.52€
Board: [3c 4s 9h]
Seat 5: Eve won 15.48€
"""
GG = """Poker Hand #RC77: Hold'em No Limit ($1/$2) - 2024/01/21 02:41:55
Table 'RushAndCash1' 6-max Seat #3 is the button
Seat 1: Hero ($80 in chips)
Seat 2: 21e21aa8 ($80 in chips)
Seat 3: e0cf801d ($100 in chips)
Hero: posts small blind $1
21e21aa8: posts big blind $2
*** HOLE CARDS ***
Dealt to Hero [Ad Js]
Dealt to 21e21aa8
Dealt to e0cf801d
e0cf801d: folds
Hero: raises $78 to $80 and is all-in
21e21aa8: calls $78 and is all-in
Hero: shows [Ad Js]
21e21aa8: shows [5d 5s]
21e21aa8: Chooses to EV Cashout
*** FIRST FLOP *** [2d 4h Ac]
*** FIRST TURN *** [2d 4h Ac] [7h]
*** FIRST RIVER *** [2d 4h Ac 7h] [Qs]
*** SECOND FLOP *** [Td Qc 2c]
*** SECOND TURN *** [Td Qc 2c] [Kc]
*** SECOND RIVER *** [Td Qc 2c Kc] [Ah]
*** THIRD FLOP *** [5h 9c 6c]
*** THIRD TURN *** [5h 9c 6c] [6h]
*** THIRD RIVER *** [5h 9c 6c 6h] [3h]
*** FIRST SHOWDOWN ***
Hero collected $50.67 from pot
*** SECOND SHOWDOWN ***
Hero collected $50.67 from pot
*** THIRD SHOWDOWN ***
21e21aa8 collected $50.66 from pot
*** SUMMARY ***
Total pot $160 | Rake $5 | Jackpot $2 | Bingo $1 | Fortune $0 | Tax $0
Hand was run three times
FIRST Board [2d 4h Ac 7h Qs]
SECOND Board [Td Qc 2c Kc Ah]
THIRD Board [5h 9c 6c 6h 3h]
"""


@pytest.mark.parametrize(
    ("text", "collected"),
    [
        pytest.param(PARTY, {"Ann": 335}, id="PartyPoker: newcomer, glued lines"),
        pytest.param(NEWER_PARTY, {"Ann": 654}, id="PartyPoker: newer files"),
        pytest.param(IMPLIED, {"Cat": 800}, id="PartyPoker: implied blinds, a new level, a player who left"),
        pytest.param(CASSAVA, {"Dan": 8}, id="888poker: decimal commas, German cards, dead blinds"),
        pytest.param(MUCKED_WINNER, {"Ann": 400}, id="888poker: the winner mucks"),
        pytest.param(WINAMAX, {"Eve": 1548}, id="Winamax: blinds out of position"),
    ],
)
def test_other_sites(text: str, collected: dict[str, int]) -> None:
    assert proved(text).collected == collected


def test_three_runs_and_every_fee_of_ggpoker() -> None:
    hand = proved(GG)
    assert (hand.rake, sum(hand.collected.values())) == (800, 15200)


CAPPED = stars(
    *BLINDS, "Cat: raises $38 to $40 and has reached the $40 cap", "Ann: folds",
    "Ben: calls $38 and has reached the $40 cap", "Betting is capped", "*** FLOP *** [2c 7d Jh]",
    "*** TURN *** [2c 7d Jh] [3s]", "*** RIVER *** [2c 7d Jh 3s] [4s]", "*** SHOW DOWN ***", "Ben: shows [As Ad]",
    "Cat: mucks hand", "Ben collected $79 from pot", "*** SUMMARY ***", "Total pot $81 | Rake $2",
    head=HEAD.replace("$1/$2 USD", "$1/$2 - $40 Cap -  USD"),
)  # fmt: skip


def test_a_table_with_a_cap() -> None:
    assert proved(CAPPED).cap == 4000


def test_insurance_and_chips_of_the_site_at_ggpoker() -> None:
    dropped = (
        GG.replace("Total pot $160", "Total pot $190").replace("d $50.67", "d $60.67").replace("d $50.66", "d $60.66")
    )
    text = dropped.replace("*** HOLE CARDS ***", "Cash Drop to Pot : total $30\n*** HOLE CARDS ***")
    text = text.replace(
        "*** FIRST FLOP", "21e21aa8: Receives Cashout ($70)\nHero: Pays Cashout Risk ($1.5)\n*** FIRST FLOP"
    )
    hand = proved(text)
    assert (hand.dropped, hand.beside) == (3000, {"21e21aa8": 7000, "Hero": -150})


def test_the_stakes_of_a_tournament_with_a_name_that_looks_like_them() -> None:
    head = "Poker Hand #TM5: Tournament #99, Half (1/2) $5 Hold'em No Limit - Level5(10/20(5)) - 2024/05/01 12:00:00"
    hand = proved(stars(*BIG_BLIND_ANTE, head=head, seats="Ann 500, Ben 500, Cat 500"))
    assert (hand.site, hand.stakes) == ("GGPoker", (10, 20))


def test_old_mac_line_ends_and_zero_bytes() -> None:
    for text in (PARTY.replace("\n", "\r"), PARTY.replace("\n", "\n\0")):
        assert proved(text.replace("\0", "").replace("\r", "\n")).number == "4711"


def test_nobody_without_a_name() -> None:
    (found,) = parse_text(MUCKED_WINNER.replace("Ann", "").replace("Ben", ""))
    assert str(found) == "the players have no names, so the actions cannot be assigned"
