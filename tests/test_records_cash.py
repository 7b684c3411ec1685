"""Records of cash games: unknown stacks, the rake, and blinds and posts as sites list them."""

import pytest

from kicker.errors import RecordError
from kicker.records import Record, Replay, format_phhs, parse_phh, parse_phhs, read_records, replay
from tests.conftest import OWN_DATA

PATH = OWN_DATA / "phh" / "cash-games.phhs"
RECORDS = {str(record.hand): record for record in read_records(PATH)}


@pytest.mark.parametrize(
    ("hand", "verdict", "reason", "payoffs"),
    [
        ("stacks that nobody wrote down", "ok", "the record does not say how the deal ends", (-100, -600, 700)),
        ("and hands neither", "undetermined", "the hand of Wren is unknown", (-6, -6, 0)),
        ("one stack is known", "ok", "", (40, -40, 0)),
        ("nobody acts after the call, so somebody is all in", "raked", "the house took 3 of 171", (-1, 86, -85)),
        ("the stacks miss what the house took", "raked", "the house took 3.25 of 165.00", (-500, -8000, 0, 8500)),
        ("both have what is on the board", "raked", "the house took 2.00 of 380.00", (0, 0, 0)),
        ("winnings without the part of the house", "raked", "the house took 0.10 of 1.75", (-75, -25, 100)),
        ("the button has the big blind", "ok", "", (6, -6)),
        ("blinds by player", "ok", "", (1, -1)),
        ("a dead post, by its result", "raked", "the house took 3 of 94; the posts are dead", (-5, 52, -47, 0)),
        ("a live post, by its result", "raked", "the house took 1.25 of 25", (-5, -10, 15, 0)),
        ("both blinds posted, one of them dead", "ok", "the posts are dead", (-5, -10, -15, 30)),
    ],
)
def test_hands_of_cash_games(hand: str, verdict: str, reason: str, payoffs: tuple[int, ...]) -> None:
    result = replay(RECORDS[hand])
    assert (result.verdict, result.reason, result.final.payoffs) == (verdict, reason, payoffs)
    assert bool(result.rake) == (verdict == "raked")


def test_the_file_is_written_as_it_was_read() -> None:
    records = list(read_records(PATH))
    text = format_phhs(records)
    assert text == PATH.read_text()
    assert list(parse_phhs(text)) == records


# --- stacks that are not known ---------------------------------------------------------------------------------------


def test_a_stack_that_is_not_known_never_shows_as_a_number() -> None:
    record = RECORDS["one stack is known"]
    assert [record.knows_stack(chips) for chips in record.stacks] == [False, True, False]
    assert [str(record.money(chips)) for chips in record.stacks] == ["Infinity", "40", "Infinity"]
    assert record.payoffs is None
    text = format_phhs([record])
    assert "starting_stacks = [inf, 40, inf]" in text
    assert "finishing_stacks = [inf, 0, inf]" in text
    with pytest.raises(RecordError, match=r"p3 may fold, call 2 or raise to 4 up to inf$"):
        replay(changed(record, "p3 f", "p3 cbr 3"))


def changed(record: Record, *changes: str) -> Record:
    """The record with pieces of its text replaced: old, new, old, new ..."""
    text = format_phhs([record]).partition("\n")[2]
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    return parse_phh(text)


def test_what_is_known_of_the_end_is_compared() -> None:
    record = RECORDS["one stack is known"]
    wrong = replay(changed(record, "[inf, 0, inf]", "[inf, 1, inf]"))
    assert wrong.verdict == "mismatched"
    assert wrong.reason == "finishing_stacks do not fit: the replay gives Moss 0, in the record 1"
    assert replay(changed(record, "[inf, 0, inf]", "[1000, 0, inf]")).verdict == "ok"  # from where nobody knows
    all_in = RECORDS["nobody acts after the call, so somebody is all in"]
    for told, verdict in [("[inf, inf, inf]", "ok"), ("[inf, 168, inf]", "raked"), ("[inf, 172, inf]", "mismatched")]:
        assert replay(changed(all_in, "winnings = [0, 168, 0]", f"finishing_stacks = {told}")).verdict == verdict


def test_who_does_not_act_any_more_is_all_in() -> None:
    result = replay(RECORDS["nobody acts after the call, so somebody is all in"])
    run_out = next(state for state in result.states if state.phase == "showdown")
    assert run_out.stacks[1] == 0
    assert not result.record.knows_stack(run_out.stacks[2])


def test_a_record_that_breaks_off_is_no_all_in() -> None:
    record = changed(
        RECORDS["nobody acts after the call, so somebody is all in"],
        ", 'd db 2c7d9h', 'd db 4s', 'd db Jc', 'p2 sm QsQh', 'p3 sm AdKd'",
        ", 'd db 2c7d9h'",
    )
    result = replay(record)
    assert (result.verdict, result.reason) == (
        "undetermined",
        "the record ends before the deal is over: Moss is to act",
    )


def test_two_all_ins_with_a_side_pot_between_others() -> None:
    text = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [inf, inf, 300]
actions = ['d dh p1 AsAd', 'd dh p2 KsKd', 'd dh p3 QsQd', 'p3 cbr 10', 'p1 cbr 30', 'p2 cc', 'p3 cc', 'd db 2c7d9h', \
'p2 cbr 40', 'p3 cc', 'd db 4s', 'p2 cc', 'p3 cc', 'd db Jc', 'p2 cc', 'p3 cc']
"""
    result = replay(parse_phh(text))
    assert result.final.payoffs == (60, 10, -70)
    assert [(event.seat, event.pot, event.amount) for event in result.final.history if event.kind == "won"] == [
        (1, 1, 80),
        (0, 0, 90),
    ]


# --- what the house may take -----------------------------------------------------------------------------------------

THREE = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 40, 100]
actions = ['d dh p1 AsKd', 'd dh p2 QhQc', 'd dh p3 AcKh', 'p3 cbr 40', 'p1 cc', 'p2 cc', 'd db 2c7d9h', 'p1 cbr 20', \
'p3 cc', 'd db 4s', 'p1 cc', 'p3 cc', 'd db Jc', 'p1 cc', 'p3 cc']
finishing_stacks = [60, 120, 60]
"""
"""The queens win the main pot of 120, and two hands of ace-king split the side pot of 40."""


@pytest.mark.parametrize(
    ("finishing", "verdict", "rake"),
    [
        ("[60, 120, 60]", "ok", 0),
        ("[60, 114, 60]", "raked", 6),  # of the main pot alone
        ("[59, 115, 59]", "raked", 7),  # of both
        ("[60, 114, 59]", "raked", 7),  # the odd chip of 39 is p1's
        ("[59.5, 120, 59.5]", "raked", 1),
        ("[58, 115, 60]", "mismatched", 0),  # one of two who split gave more than the other
        ("[60, 120, 61]", "mismatched", 0),
        ("[61, 114, 60]", "mismatched", 0),  # more than there was to win
        ("[60, 0, 60]", "mismatched", 0),  # a winner got nothing
        ("[60, 45, 60]", "raked", 75),
        ("[45, 60, 45]", "mismatched", 0),  # more than half
        ("[60, 120, 59]", "raked", 1),
    ],
)
def test_what_a_house_can_take(finishing: str, verdict: str, rake: int) -> None:
    result = replay(parse_phh(THREE.replace("[60, 120, 60]", finishing)))
    assert (result.verdict, result.rake) == (verdict, rake)


@pytest.mark.parametrize(
    ("winnings", "verdict"),
    [("[20, 120, 20]", "ok"), ("[19, 115, 19]", "raked"), ("[0, 120, 20]", "mismatched"), ("[5, 30, 5]", "mismatched")],
)
def test_winnings_are_judged_alike(winnings: str, verdict: str) -> None:
    text = THREE.replace("finishing_stacks = [60, 120, 60]", f"winnings = {winnings}")
    assert replay(parse_phh(text)).verdict == verdict


def test_losers_pay_no_rake() -> None:
    record = RECORDS["the stacks miss what the house took"]
    assert replay(changed(record, "[1199, 529.75", "[1198, 529.75")).verdict == "mismatched"


# --- blinds and posts ------------------------------------------------------------------------------------------------


def first(result: Replay) -> tuple[tuple[int, ...], int | None]:
    return result.states[0].bets, result.states[0].to_act


def test_the_first_to_act_tells_how_two_blinds_are_listed() -> None:
    assert first(replay(RECORDS["the button has the big blind"])) == ((1, 2), 0)
    assert first(replay(RECORDS["blinds by player"])) == ((2, 1), 1)
    nobody_acts = changed(RECORDS["blinds by player"], ", 'p2 f'", "", "finishing_stacks = [101, 99]\n", "")
    assert first(replay(nobody_acts)) == ((1, 2), 0)  # as the standard says


def test_posts_are_live_unless_the_result_says_otherwise() -> None:
    silent = changed(RECORDS["a dead post, by its result"], "finishing_stacks = [709, 1064, 953, 1244]\n", "")
    assert replay(silent).final.payoffs == (-5, 47, -42, 0)
    neither = changed(RECORDS["a dead post, by its result"], "[709, 1064, 953, 1244]", "[709, 1064, 951, 1246]")
    result = replay(neither)
    assert (result.verdict, result.final.payoffs) == ("mismatched", (-5, 47, -42, 0))


def test_an_illegal_action_is_told_by_the_first_reading() -> None:
    record = changed(RECORDS["both blinds posted, one of them dead"], "p4 cbr 20", "p4 cbr 16")
    with pytest.raises(RecordError, match=r"p4 may fold, call 15 or raise to 30 up to 1244"):
        replay(record)
