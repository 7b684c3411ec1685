"""Records in the PHH format are read, replayed and verified, and their errors are reported."""

import pickle
import tomllib
from collections import Counter
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from kicker.cards import Card, parse_cards
from kicker.errors import RecordError
from kicker.games import raise_to
from kicker.records import Record, Replay, format_phh, parse_phh, read_records, replay, scan_records
from kicker.records.reading import MOST_BYTES
from tests.conftest import OWN_DATA

OWN = OWN_DATA / "phh"
BASE = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ['d dh p1 AsKd', 'd dh p2 8h8c', 'd dh p3 Tc9c', 'p3 cbr 6', 'p1 cc', 'p2 f', 'd db Kc7d2s', 'p1 cc', \
'p3 cc', 'd db 4h', 'p1 cc', 'p3 cc', 'd db 4d', 'p1 cc', 'p3 cc', 'p1 sm AsKd', 'p3 sm']
hand = 12
players = ['Ida', 'Bo', 'Gil']
finishing_stacks = [108, 98, 94]
"""


def own(name: str) -> Record:
    (record,) = read_records(OWN / name)
    return record


def edited(*changes: str) -> str:
    """The hand above with pieces of it replaced: old, new, old, new ..."""
    text = BASE
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_an_error_knows_where_the_record_is_from() -> None:
    with pytest.raises(RecordError) as caught:
        parse_phh(edited("[100, 100, 100]", "[100, 100, 0]"), "here.phh")
    error = caught.value
    assert str(error) == f"{error.source}: {error.reason}"
    assert error.source.startswith("here.phh")
    same = pickle.loads(pickle.dumps(error))
    assert (str(same), same.code, same.source) == (str(error), error.code, error.source)


def verdict(*changes: str) -> str:
    return replay(parse_phh(edited(*changes))).verdict


# --- files of our own ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "verdict", "payoffs"),
    [
        ("heads-up.phh", "ok", (115, -115)),
        ("decimal-money.phh", "ok", (25, 25, -50)),
        ("unknown-but-clear.phh", "ok", (8, -2, -6)),
        ("no-result.phh", "ok", (850, -50, -800, 0)),
        ("half-chip.phh", "half_chip", (-5, 3, 2)),
        ("big-blind-ante.phh", "ok", (-50, -200, 410, -160)),
        ("posts.phh", "ok", (-1, -2, 0, -2, 5)),
        ("side-pots.phh", "ok", (470, -700, 330, -100)),
        ("early-shows.phh", "ok", (600, -600)),
        ("fixed-limit.phh", "ok", (-20, 50, -30)),
        ("pot-limit.phh", "ok", (125, -10, -115)),
        ("draw.phh", "ok", (-30, -1, -10, 41)),
        ("house-rules.phh", "ok", (15, -15)),
    ],
)
def test_own_files_replay(name: str, verdict: str, payoffs: tuple[int, ...]) -> None:
    result = replay(own(name))
    assert (result.verdict, result.final.payoffs) == (verdict, payoffs)
    assert result.final.over


@pytest.mark.parametrize("path", sorted(OWN.glob("*.phh")), ids=lambda path: path.name)
def test_own_files_are_written_as_they_were_read(path: Path) -> None:
    record = own(path.name)
    text = format_phh(record)
    assert tomllib.loads(text, parse_float=Decimal) == tomllib.loads(path.read_text(), parse_float=Decimal)
    assert list(tomllib.loads(text)) == list(tomllib.loads(path.read_text()))
    assert parse_phh(text) == record
    assert format_phh(parse_phh(text)) == text


def test_heads_up_the_button_posts_the_small_blind_and_acts_first() -> None:
    record = own("heads-up.phh")
    start = replay(record).states[0]
    assert (start.bets, start.to_act, record.button) == ((10, 5), 1, 1)
    assert record.rules.blinds == (5, 10)


def test_fields_and_comments_of_others_are_kept_in_their_order() -> None:
    text = format_phh(own("heads-up.phh"))
    assert "'p1 cc # after a long look'" in text
    assert "'# the lights flicker'" in text
    assert (
        text.index("_lamp = 'green'")
        < text.index("hand = 'the last one'")
        < text.index("_mood = {ida = 'calm', bo = 3}")
    )


def test_money_with_decimals_becomes_chips_and_is_written_back() -> None:
    record = own("decimal-money.phh")
    assert (record.scale, record.stacks, record.rules.blinds) == (100, (2500, 3051, 1240), (10, 25))
    assert record.moves[0].action == raise_to(50)
    assert record.money(1234) == Decimal("12.34")
    assert record.payoffs == (25, 25, -50)
    text = format_phh(record)
    assert "blinds_or_straddles = [0.10, 0.25, 0]" in text
    assert "starting_stacks = [25, 30.51, 12.40]" in text
    assert all(type(chips) is int for state in replay(record).states for chips in (*state.stacks, *state.paid))


@pytest.mark.parametrize(
    ("amounts", "scale"),
    [("[100, 100, 100]", 1), ("[100.0, 100.0, 1e2]", 1), ("[100.5, 100, 100]", 10), ("[100.00, 100, 100]", 100),
     ("[100.125, 100, 100]", 1000)],
)  # fmt: skip
def test_a_chip_is_the_last_decimal_that_is_written(amounts: str, scale: int) -> None:
    record = parse_phh(edited("[100, 100, 100]", amounts, "finishing_stacks = [108, 98, 94]\n", ""))
    assert record.scale == scale
    assert record.rules.blinds == (scale, 2 * scale)
    assert replay(record).final.payoffs == (8 * scale, -2 * scale, -6 * scale)


def test_an_amount_of_an_action_alone_may_have_decimals() -> None:
    record = parse_phh(edited("p3 cbr 6", "p3 cbr 6.50", "[108, 98, 94]", "[108.5, 98, 93.5]"))
    assert record.scale == 100
    assert replay(record).verdict == "ok"
    whole = parse_phh(edited("p3 cbr 6", "p3 cbr 6.0"))
    assert (whole.scale, replay(whole).verdict) == (1, "ok")


def test_big_blind_antes_are_dead_money_of_the_main_pot() -> None:
    record = own("big-blind-ante.phh")
    assert (record.rules.ante, record.rules.dead_antes) == (0, (0, 100))
    assert replay(record).states[0].dead == 100


def test_uniform_antes_that_are_trimmed_are_antes_of_all() -> None:
    record = own("side-pots.phh")
    assert (record.rules.ante, record.rules.dead_antes) == (10, ())
    pots = replay(record).states[len(record.moves)].pots
    assert [(pot.amount, pot.players) for pot in pots] == [(440, (0, 1, 2, 3)), (870, (0, 1, 3)), (600, (1, 3))]


def test_posts_are_live_and_change_nothing_about_the_turn() -> None:
    record = own("posts.phh")
    assert (record.rules.blinds, record.rules.posts) == ((1, 2), (0, 0, 0, 0, 2))
    start = replay(record).states[0]
    assert (start.bets, start.to_act) == ((1, 2, 0, 0, 2), 2)


def test_records_that_end_early_are_undetermined() -> None:
    result = replay(own("cut-short.phh"))
    assert result.verdict == "undetermined"
    assert result.reason == "the record ends before the deal is over: Gil is to act"
    assert len(result.states) == 5


def test_many_hands_in_one_file() -> None:
    with (OWN / "session.phhs").open("rb") as stream:
        found = list(scan_records(stream, "session.phhs", many=True))
    results = [item if isinstance(item, RecordError) else replay_or_error(item) for item in found]
    assert [getattr(result, "code", getattr(result, "verdict", "")) for result in results] == [
        "ok", "ok", "mismatched", "variant", "action",
    ]  # fmt: skip
    assert str(results[3]).startswith("session.phhs [4]: unknown variant 'NX'; kicker plays FT, NT, ")
    assert str(results[4]) == "session.phhs [5]: action 3 'p1 f': p2 is to act"
    with pytest.raises(RecordError, match=r"session.phhs \[4\]: unknown variant 'NX'"):
        list(read_records(OWN / "session.phhs"))


def replay_or_error(record: Record) -> Replay | RecordError:
    try:
        return replay(record)
    except RecordError as error:
        return error


# --- unknown cards ---------------------------------------------------------------------------------------------------


def test_a_showdown_with_an_unknown_hand_is_undetermined_and_pays_nobody() -> None:
    record = own("unknown-cards.phh")
    result = replay(record)
    assert (result.verdict, result.reason) == ("undetermined", "the hand of Mei is unknown")
    assert not result.final.over
    assert result.final.phase == "showdown"
    assert record.names == ("Nils", "p2", "Mei")
    assert record.card_words(result.final.hands[0]) == ["Qh", "Jh"]  # told by the showdown alone
    assert record.card_words(result.final.hands[2]) == ["??", "??"]


def test_an_unknown_hand_without_a_rival_wins_and_is_not_put_into_words() -> None:
    result = replay(own("unknown-but-clear.phh"))
    shows = [event for step in result.events() for event in step if event.kind == "show"]
    assert [(event.seat, event.strength) for event in shows] == [(0, None)]
    assert not result.record.knows(shows[0].known)


def test_a_board_that_is_not_all_told_decides_nothing() -> None:
    text = format_phh(own("early-shows.phh"))
    assert replay(parse_phh(text.replace("'d db 2h', ", ""))).reason == "some board cards are unknown"
    assert replay(parse_phh(text.replace("'d db 2h', ", "'d db ??', "))).verdict == "undetermined"


def test_side_pots_without_rivals_may_have_unknown_hands() -> None:
    """p1 is all in and beaten by p2; p3 folds on the turn. Only what two claim has to be decided."""
    text = edited(
        "[100, 100, 100]", "[10, 100, 100]",
        BASE[BASE.index("actions") : BASE.index("hand")],
        "actions = ['d dh p1 ????', 'd dh p2 8h8c', 'd dh p3 Tc9c', 'p3 cbr 10', 'p1 cc', 'p2 cc', 'd db Kc7d2s',"
        " 'p2 cc', 'p3 cc', 'd db 4h', 'p2 cc', 'p3 cc', 'd db 4d', 'p2 cbr 20', 'p3 cc', 'p1 sm', 'p2 sm -',"
        " 'p3 sm -']\n",
        "[108, 98, 94]", "[0, 140, 70]",
    )  # fmt: skip
    assert replay(parse_phh(text)).verdict == "ok"
    assert replay(parse_phh(text.replace("'p1 sm', ", ""))).reason == "the hand of Ida is unknown"


def test_cards_may_be_told_when_they_are_dealt_thrown_or_shown() -> None:
    lines = ["d dh p1 AsAd????9c", "d dh p2 ??????????", "p1 cbr 4", "p2 cc", "p1 sd 2c9c3d", "d dh p1 Ah??5s",
             "p2 sd ??Kd", "p1 cc", "p2 cc", "p2 sm KsKhKc7c7d", "p1 sm AdAsAhAc5s"]  # fmt: skip
    record = parse_phh(draw_text(2, lines))
    final = replay(record).final
    assert record.card_words(final.hands[0]) == ["As", "Ad", "Ah", "5s", "Ac"]
    assert sorted(record.card_words(final.hands[1])) == sorted(["Ks", "Kh", "Kc", "7c", "7d"])
    thrown = [move.action.cards for move in record.moves if move.action.kind == "discard"]
    assert [record.card_words(cards) for cards in thrown] == [["2c", "9c", "3d"], ["??", "Kd"]]
    dealt = next(event for event in final.history if event.kind == "dealt")
    assert record.card_words(dealt.known) == ["As", "Ad", "2c", "3d", "9c"]
    assert final.payoffs == (5, -5)


def draw_text(seats: int, lines: list[str]) -> str:
    return (
        f"variant = 'N5D'\nante_trimming_status = true\nantes = {[1] * seats}\nblinds_or_straddles = {[0] * seats}\n"
        f"min_bet = 2\nstarting_stacks = {[50] * seats}\nactions = {lines}\n"
    )


def test_stand_ins_are_cards_that_are_nowhere_else() -> None:
    for path in OWN.glob("*.phh"):
        record = own(path.name)
        assert len(set(record.deck)) == len(record.deck)
        told = {card for line in record.fields["actions"] for card in cards_in(line)}  # type: ignore[attr-defined]
        assert told.isdisjoint(record.unknown)
        assert told | record.unknown == set(record.deck)


def cards_in(line: str) -> list[Card]:
    """The known cards of a line of actions."""
    words = line.partition("#")[0].split()
    known = words[-1].replace("?", "") if words and ("d" in words[0] or words[1] in ("sd", "sm")) else ""
    return parse_cards(known) if len(words) > 2 and known != "-" else []


# --- showdowns -------------------------------------------------------------------------------------------------------


def test_lines_of_the_showdown_may_come_in_any_order_or_be_left_out() -> None:
    both = "'p1 sm AsKd', 'p3 sm'"
    assert verdict(both, "'p3 sm', 'p1 sm -'") == "ok"
    assert verdict(both, "'p3 sm'") == "ok"
    assert verdict(f", {both}", "") == "ok"
    assert verdict(both, "'p3 sm Tc9c', 'p1 sm KdAs'") == "ok"
    assert verdict(both, "'p1 sm ????', 'p3 sm ????'") == "ok"  # both hands were told when they were dealt
    assert verdict(both, "'p1 sm', 'p3 sm Tc9c'") == "mismatched"  # who mucks wins nothing
    assert verdict(both, "'p1 sm', 'p3 sm Tc9c'", "[108, 98, 94]", "[94, 98, 108]") == "ok"


def test_who_wins_without_a_showdown_may_show() -> None:
    rest = BASE[BASE.index("'p1 cc'") : BASE.index("]\nhand")]
    alone = edited(rest, "'p1 f', 'p2 f', 'p3 sm Tc9c'", "[108, 98, 94]", "[99, 98, 103]")
    assert replay(parse_phh(alone)).verdict == "ok"
    with pytest.raises(RecordError, match="hand 12: action 7 'p1 sm -': p1 has folded"):
        replay(parse_phh(alone.replace("p3 sm Tc9c", "p1 sm -")))


# --- verdicts --------------------------------------------------------------------------------------------------------


def test_other_ends_are_mismatched_and_the_reason_says_how() -> None:
    result = replay(parse_phh(edited("[108, 98, 94]", "[107, 98, 95]")))
    assert result.verdict == "mismatched"
    assert result.reason == (
        "finishing_stacks do not fit: the replay gives Ida 108, in the record 107; Gil 94, in the record 95"
    )


@pytest.mark.parametrize(
    ("finishing", "expected"),
    [
        ("[495, 503, 502]", "ok"),
        ("[495, 502.5, 502.5]", "half_chip"),
        ("[495, 502, 503]", "half_chip"),
        ("[495, 502.25, 502.75]", "half_chip"),
        ("[495, 501.5, 503.5]", "mismatched"),
        ("[495, 504, 501]", "mismatched"),
        ("[494.5, 503, 502.5]", "mismatched"),
        ("[495, 502, 502]", "raked"),
        ("[495, 503, 503]", "mismatched"),
    ],
)
def test_half_chips(finishing: str, expected: str) -> None:
    text = format_phh(own("half-chip.phh")).replace("[495.0, 502.5, 502.5]", finishing)
    assert replay(parse_phh(text)).verdict == expected


@pytest.mark.parametrize(
    ("finishing", "expected"),
    [
        ("[103, 103, 102, 92]", "ok"),
        ("[104, 102, 102, 92]", "half_chip"),
        ("[102.66666666666667, 102.66666666666667, 102.66666666666667, 92]", "half_chip"),
        ("[102.67, 102.67, 102.67, 92]", "mismatched"),
        ("[105, 102, 101, 92]", "mismatched"),
        ("[103, 102, 102, 93]", "mismatched"),
    ],
)
def test_odd_chips_of_three_winners(finishing: str, expected: str) -> None:
    lines = ["p3 cbr 8", "p4 cc", "p1 cc", "p2 cc", "d db TsJsQs", "p1 cc", "p2 cc", "p3 cc", "p4 f", "d db Ks"]
    lines += ["p1 cc", "p2 cc", "p3 cc", "d db As", "p1 cc", "p2 cc", "p3 cc"]
    hands = ["d dh p1 2c3c", "d dh p2 2d3d", "d dh p3 2h3h", "d dh p4 7c7d"]
    text = (
        "variant = 'NT'\nantes = [0, 0, 0, 0]\nblinds_or_straddles = [1, 2, 0, 0]\nmin_bet = 2\n"
        f"starting_stacks = [100, 100, 100, 100]\nactions = {hands + lines}\nfinishing_stacks = {finishing}\n"
    )
    assert replay(parse_phh(text)).verdict == expected


@pytest.mark.parametrize(
    ("winnings", "expected", "reason"),
    [
        ("[14, 0, 0]", "ok", ""),
        ("[13.3, 0, 0]", "raked", "the house took 0.7 of 14"),
        ("[0, 0, 0]", "ok", "the record does not say how the deal ends"),
        ("[14.5, 0, 0]", "mismatched", "winnings do not fit: the replay gives Ida 14, in the record 14.5"),
        ("[0, 0, 14]", "mismatched", "winnings do not fit: the replay gives Ida 14, in the record 0; Gil 0, in the"
         " record 14"),
    ],
)  # fmt: skip
def test_winnings_are_compared_where_there_are_no_finishing_stacks(winnings: str, expected: str, reason: str) -> None:
    result = replay(parse_phh(edited("finishing_stacks = [108, 98, 94]", f"winnings = {winnings}")))
    assert (result.verdict, result.reason) == (expected, reason)


# --- what is wrong ---------------------------------------------------------------------------------------------------

WRONG = [
    # what is changed, into what, the code, what the message says
    ("variant = 'NT'", "variant = NT", "format", "not TOML: invalid value (at line 1, column 11)"),
    ("variant = 'NT'\n", "", "field", "variant is missing; write text like 'NT'"),
    ("variant = 'NT'", "variant = 3", "field", "variant must be text, not 3"),
    ("variant = 'NT'", "variant = 'F9Z'", "variant", "unknown variant 'F9Z'; kicker plays"),
    ("min_bet = 2\n", "", "field", "min_bet is missing; variant NT needs it"),
    ("min_bet = 2", "min_bet = 0", "field", "big_bet must be more than 0, not 0"),
    ("min_bet = 2", "min_bet = 'two'", "field", "min_bet has 'two'; write a number"),
    ("min_bet = 2", "min_bet = true", "field", "min_bet has True; write a number"),
    ("min_bet = 2", "min_bet = nan", "field", "min_bet has NaN: amounts go up to 1000000000000000"),
    ("min_bet = 2", "min_bet = 1e300", "field", "amounts go up to"),
    ("min_bet = 2", "min_bet = 1e-300", "field", "at most 9 decimals"),
    ("min_bet = 2", "min_bet = 0x" + "f" * 4000, "field", "min_bet has a huge number: amounts go up to"),
    ("min_bet = 2", "min_bet = " + "9" * 5000, "format", "a number is too long"),
    ("variant = 'NT'", "variant = 'FT'", "field", "small_bet is missing; variant FT needs it"),
    ("antes = [0, 0, 0]", "antes = [0, 0]", "field", "antes has 2 numbers, but starting_stacks has 3"),
    ("antes = [0, 0, 0]", "antes = [0, 0, -1]", "field", "antes has -1; amounts must be 0 or more"),
    ("antes = [0, 0, 0]", "antes = 0", "field", "antes must be a list"),
    ("antes = [0, 0, 0]", "ante_trimming_status = true\nantes = [0, 1, 0]", "variant", "antes [0, 1, 0] differ"),
    ("antes = ", "ante_trimming_status = 'no'\nantes = ", "field", "ante_trimming_status must be true or false"),
    ("[100, 100, 100]", "[100, 100, 0]", "field", "p3 has 0, but needs at least 1"),
    ("[100, 100, 100]", "[100, 100, -inf]", "field", "starting_stacks has -Infinity: amounts go up to"),
    ("[100, 100, 100]", "[100, 100, nan]", "field", "starting_stacks has NaN: amounts go up to"),
    ("antes = [0, 0, 0]", "antes = [0, 0, inf]", "field", "antes has Infinity: amounts go up to"),
    ("[100, 100, 100]", "[100]", "field", "starting_stacks has 1 number: a deal needs at least 2 players"),
    ("[100, 100, 100]", str([100] * 11), "field", "antes has 3 numbers, but starting_stacks has 11"),
    ("['Ida', 'Bo', 'Gil']", "['Ida', 'Bo']", "field", "players has 2 names, but starting_stacks has 3"),
    ("['Ida', 'Bo', 'Gil']", "[1, 2, 3]", "field", "players must be a list of names"),
    ("[108, 98, 94]", "[108, 98]", "field", "finishing_stacks has 2 numbers, but starting_stacks has 3"),
    ("[108, 98, 94]", "[108, 98, inf]", "field", "finishing_stacks has inf for p3, whose stack of 100 is known"),
    ("actions = [", "actions = [7, ", "field", "actions must be a list of texts"),
    ("p3 cbr 6", "p3 goes 6", "action", "action 4 'p3 goes 6': not an action; write 'd dh p1 AsKd'"),
    ("p3 cbr 6", "p3 cbr six", "action", "action 4 'p3 cbr six': 'six' is not an amount; write up to 15 digits"),
    ("p3 cbr 6", "p3 cbr 6 7", "action", "not an action"),
    ("p3 cbr 6", "p3 cbr ٦", "action", "is not an amount"),
    ("p3 cbr 6", "p4 cbr 6", "action", "action 4 'p4 cbr 6': 'p4' is not a player; write p1 to p3"),
    ("p3 cbr 6", "p03 cbr 6", "action", "'p03' is not a player"),
    ("p3 cbr 6", "p3 pb", "action", "there is no bring-in in hold'em"),
    ("p3 cbr 6", "p3 sd 2c", "action", "hold'em has no draw"),
    ("d dh p2 8h8c", "d dh p2 8h8x", "action", "action 2 'd dh p2 8h8x': '8x' is not a card; write cards like As"),
    ("d dh p2 8h8c", "d dh p2 8h8", "action", "'8' is not a card"),
    ("d dh p2 8h8c", "d dh p2 8h10c", "action", "'10' is not a card"),
    ("d dh p2 8h8c", "d dh p2 8hAs", "action", "As is already elsewhere; p2 cannot have it"),
    ("d dh p2 8h8c", "d dh p2 8h8h", "action", "8h is already elsewhere"),
    ("d dh p2 8h8c", "d dh p2 8h8c8d", "action", "p2 is dealt 3 cards, but should get 2"),
    ("d db 4h", "d db 8h", "action", "8h is already elsewhere; the board cannot have it"),
    ("d db 4h", "d db 4h5h6h", "action", "the board has 6 cards; at most 5 fit"),
    ("'p1 sm AsKd'", "'p1 sm AsKc'", "action", "p1 shows Kc, but has AsKd"),
    ("'p1 sm AsKd'", "'p1 sm As'", "action", "p1 shows 1 card, but has 2"),
    ("'p1 sm AsKd'", "'p1 sm', 'p1 sm AsKd'", "action", "p1 has already mucked"),
    ("'p1 sm AsKd'", "'p1 sm AsKd', 'p3 cc'", "action", "nobody can act after hands were shown"),
    ("blinds_or_straddles = [1, 2, 0]", "blinds_or_straddles = [0, 0, -2]", "field", "only where there are blinds"),
    ("hand = 12", "_kicker_rules = 4\nhand = 12", "field", "_kicker_rules must be a table like {max_draw = 4}"),
    ("hand = 12", "_kicker_rules = {blinds = 4}\nhand = 12", "field", "_kicker_rules has unknown 'blinds'; choose"),
    ("hand = 12", "_kicker_rules = {max_bets = 'a'}\nhand = 12", "field", "must be a whole number, not 'a'"),
    ("hand = 12", "_kicker_rules = {max_bets = 0}\nhand = 12", "field", "max_bets must be at least 1, or None"),
    ("hand = 12", "_kicker_rules = {raises = 'all'}\nhand = 12", "field", "unknown raises 'all'; choose from"),
    ("hand = 12", "_kicker_rules = {must_open = ['x']}\nhand = 12", "field", "must be a list of whole numbers"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "code", "says"), WRONG, ids=[f"{case[0][:20]}-{case[1][:30]}" for case in WRONG]
)
def test_each_fault_is_told_in_one_sentence(old: str, new: str, code: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_phh(edited(old, new))
    message = str(caught.value)
    assert says in message
    assert caught.value.code == code
    assert "\n" not in message
    assert len(message) < 300
    if code != "format":
        assert message.startswith("hand 12: ")
        with pytest.raises(RecordError, match=r"^x\.phh: (?!hand 12)"):
            parse_phh(edited(old, new), "x.phh")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("p3 cbr 6", "p3 cbr 3", "action 4 'p3 cbr 3': p3 may fold, call 2 or raise to 4 up to 100"),
        ("p3 cbr 6", "p3 cbr 101", "p3 may fold, call 2 or raise to 4 up to 100"),
        ("p3 cbr 6", "p1 cbr 6", "action 4 'p1 cbr 6': p3 is to act"),
        ("'d db 4h'", "'# no turn'", "action 11 'p1 cc': the board has 3 cards before it, but should have 4"),
        ("'p1 sm AsKd'", "'p1 cc'", "action 16 'p1 cc': p1 may only show or muck"),
        ("'p1 cc', 'p2 f'", "'p1 f', 'p2 f'", "action 8 'p1 cc': the deal is over"),
        ("'p1 cc', 'p3 cc', 'p1 sm", "'p1 cc', 'p1 sm", "action 15 'p1 sm AsKd': p3 is to act first"),
        ("'p3 sm'", "'p2 sm'", "action 17 'p2 sm': p2 has folded"),
    ],
)
def test_illegal_actions_are_named(old: str, new: str, says: str) -> None:
    with pytest.raises(RecordError) as caught:
        replay(parse_phh(edited(old, new), "x.phh"))
    assert str(caught.value).startswith("x.phh: action ")
    assert says in str(caught.value)
    assert caught.value.code == "action"


def test_illegal_actions_are_told_in_the_money_of_the_record() -> None:
    text = format_phh(own("decimal-money.phh"))
    with pytest.raises(RecordError, match=r"p3 may fold, call 0\.25 or raise to 0\.50 up to 12\.40$"):
        replay(parse_phh(text.replace("p3 cbr 0.50", "p3 cbr 0.40")))
    with pytest.raises(RecordError, match="p1 may discard up to 3 of AsAd9c5h2d"):
        replay(parse_phh(format_phh(own("draw.phh")).replace("'p1 sd 9c5h2d', 'd dh p1 AhKs2s'", "'p1 f'")))


@pytest.mark.parametrize(
    ("seats", "lines", "says"),
    [
        (2, ["d dh p1 AsKsQsJsTs", "p1 cc", "p2 cc", "p1 sd 9c"], "p1 discards 9c, but has AsKsQsJsTs"),
        (2, ["p1 cc", "p2 cc", "p1 sd ??????????"], "p1 may discard up to 3 of ??????????"),
        (2, ["p1 cc", "p2 cc", "p1 sd ????????????"], "p1 discards ??, but has"),
        (2, ["d db AsKsQs"], "five-card draw has no board"),
        (2, ["p1 cc", "p2 cc", "p1 sd 2c", "d dh p1 3c4c5c6c7c8c9c"], "p1 is dealt 7 cards, but should get 6"),
        (7, [], "7 seats drawing up to 3 cards may need 56"),
        (6, ["p1 sd ??????????"] * 10, "cards; the deck has 52"),
    ],
)
def test_faults_of_draw_records(seats: int, lines: list[str], says: str) -> None:
    with pytest.raises(RecordError) as caught:
        replay(parse_phh(draw_text(seats, lines)))
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "byte 1 is not UTF-8 text"),
        (b"", "variant is missing"),
        (b"\x00\x00", "not TOML"),
        (b"x = " + b"[" * 100_000, "brackets are nested too deeply"),
        (b"# " + b"x" * MOST_BYTES, "the hand is too long; a hand has at most 4000000 bytes"),
        (b"[1]\n" + BASE.encode(), "[1] is one of many hands; name the file .phhs"),
        (b"[1]\n" + BASE.encode() + b"[2]\n" + BASE.encode(), "[1] is one of many hands"),
    ],
)
def test_files_that_are_no_record(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "x.phh"
    path.write_bytes(data)
    with pytest.raises(RecordError) as caught:
        list(read_records(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("missing.phh", "cannot read '.*missing.phh': no such file or directory"),
        ("folder.phhs", "cannot read '.*folder.phhs': is a directory"),
        ("hand.txt", "hand.txt' is not a record; names end in .phh .one hand. or .phhs .many."),
        ("a\0b.phh", "cannot read"),
    ],
)
def test_paths_that_are_no_record(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "folder.phhs").mkdir()
    with pytest.raises(RecordError, match=says):
        list(read_records(tmp_path / name))


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (f"[1]\n{BASE}\n[2]\n{BASE}", ["ok", "ok"]),
        (f"\ufeff# two hands\r\n\r\n[1]\r\n{BASE}[ 'two' ] # quoted\n{BASE}", ["ok", "ok"]),
        (f"\ufeff[1]\n{BASE}", ["ok"]),
        (f"[1]\n{BASE}[1._more]\nx = 1\n[2]\n{BASE}", ["ok", "ok"]),
        (f"[1]\n{BASE}[1]\n{BASE}[3]\n{BASE}", ["ok", "x.phhs [1]: an earlier hand has the same name; rename one of"
                                               " them", "ok"]),
        (f"[1]\nvariant = \n[2]\n{BASE}", ["x.phhs [1]: not TOML: invalid value (at line 2, column 11)", "ok"]),
        (f"{BASE}[2]\n{BASE}", ["x.phhs: 'variant' comes before the first hand; begin each hand of a .phhs file with"
                               " a line like [1], or name a file with one hand .phh", "ok"]),
        (f"[1]\n{BASE}[2.x]\ny = 1\n[3]\n{BASE}", ["x.phhs [1]: '2' is not part of the hand [1]", "ok"]),
        ("[1]\n# " + "x" * 3 * MOST_BYTES + f"\n[2]\n{BASE}", ["x.phhs [1]: the hand is too long; a hand has at"
                                                                " most 4000000 bytes", "ok"]),
        ("# nothing\n\n", []),
    ],
)  # fmt: skip
def test_a_fault_in_one_of_many_hands_leaves_the_others_alone(tmp_path: Path, text: str, results: list[str]) -> None:
    path = tmp_path / "x.phhs"
    path.write_bytes(text.encode())
    with path.open("rb") as stream:
        found = list(scan_records(stream, "x.phhs", many=True))
    assert [str(item) if isinstance(item, RecordError) else replay(item).verdict for item in found] == results


def test_damaged_records_never_cause_another_error() -> None:
    """Thousands of texts with a character or a piece replaced: each is read and replayed, or refused."""
    random = Random(5)
    sources = [format_phh(own(path.name)) for path in sorted(OWN.glob("*.phh"))]
    pieces = [
        "'",
        "[",
        "]",
        "-",
        "9",
        ".",
        "e5",
        "??",
        "p1",
        "p9",
        " sm",
        " sd",
        "As",
        "nan",
        ", ",
        "\n",
        "{",
        "true",
        "é",
    ]
    outcomes: Counter[str] = Counter()
    for _ in range(4000):
        text = random.choice(sources)
        for _ in range(random.randint(1, 3)):
            at = random.randrange(len(text))
            text = text[:at] + random.choice(pieces) + text[at + random.randint(0, 4) :]
        try:
            result = replay(parse_phh(text))
            assert parse_phh(format_phh(result.record)) == result.record
            outcomes[result.verdict] += 1
        except RecordError as error:
            outcomes[error.code if "\n" not in str(error) else "more than one line"] += 1
    assert not outcomes["more than one line"]
    assert min(outcomes[kind] for kind in ("ok", "mismatched", "format", "field", "action", "variant")) > 3


def test_names_cannot_write_to_the_terminal_and_are_told_apart() -> None:
    record = parse_phh(edited("['Ida', 'Bo', 'Gil']", r"""["Bo", "\u001b[2J  Bo", ""]"""))
    assert record.names == ("Bo", "[2J Bo", "p3")
    assert parse_phh(edited("'Ida', 'Bo'", "'Bo', ' Bo '")).names == ("Bo (p1)", "Bo (p2)", "Gil")
