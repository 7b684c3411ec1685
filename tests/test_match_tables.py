"""Matches at tables of any size: every deck comes once for each rotation, and two players get what they always got."""

import json
from collections import Counter

import pytest

from kicker.games import holdem
from kicker.match import Match, match_rules, play_match, play_session, standings
from kicker.records import parse_phhs, replay
from tests.conftest import Run

FOUR = Match(["random", "maniac", "caller", "folder"], seed=7, session_hands=24)


@pytest.mark.parametrize(
    ("players", "rules", "seed", "session", "hands", "chips", "squares", "button"),
    [
        (("random", "maniac"), "holdem", 7, 20, 100, -82030, 1929934594, -76389),
        (("cpu", "caller"), "holdem", 3, 20, 40, 450, 1012500, -900),
        (("random", "caller"), "limit-holdem", 1, 10, 40, 3, 125, 9),
        (("caller", "random"), "classic-draw", 9, 200, 400, 4086, 9868466, 689),
        (("random", "caller"), "plain-draw", 4, 20, 60, -400, 80000, 400),
        (("random", "cpu"), "classic-holdem", 6, 10, 20, -2452, 9450202, -2862),
        (("random", "random"), "pot-limit-holdem", "text", 50, 150, -268, 37350, -309),
    ],
)
def test_two_players_get_what_they_always_got(
    players: tuple[str, str],
    rules: str,
    seed: int | str,
    session: int,
    hands: int,
    chips: int,
    squares: int,
    button: int,
) -> None:
    """Figures of the first version, which knew heads-up matches alone; of bots that play as they did then."""
    tally = play_match(Match(players, seed, match_rules(rules), session_hands=session), hands)
    assert tally.chips == [chips, -chips]
    assert tally.squares == [squares, squares]
    assert tally.button_chips[0] == button


def test_everybody_gets_every_seat_of_every_deck() -> None:
    session = play_session(FOUR, number=1, records=True)
    records = list(parse_phhs(session.records))
    assert [record.fields["hand"] for record in records] == list(range(25, 49))
    decks = [records[index::6] for index in range(6)]
    for deck in decks:
        assert len({replay(record).final.hands for record in deck}) == 1
        for seat in range(4):
            assert {record.names[seat] for record in deck} == set(FOUR.names)
        around = " ".join(FOUR.names * 2)
        assert all(" ".join(record.names) in around for record in deck)  # the order round the table stays
    assert Counter(record.names[-1] for record in records) == dict.fromkeys(FOUR.names, 6)  # the button


def test_chips_are_those_of_the_records_and_add_up_to_nothing() -> None:
    session = play_session(FOUR, number=0, records=True)
    chips, button = dict.fromkeys(FOUR.names, 0), dict.fromkeys(FOUR.names, 0)
    for record in parse_phhs(session.records):
        payoffs = replay(record).final.payoffs
        for name, won in zip(record.names, payoffs, strict=True):
            chips[name] += won
        button[record.names[-1]] += payoffs[-1]
    assert session.chips == tuple(chips.values())
    assert session.button_chips == tuple(button.values())
    assert sum(session.chips) == 0


@pytest.mark.parametrize("seats", [3, 6, 10])
@pytest.mark.parametrize("bot", ["caller", "maniac"])
def test_luck_cancels_out_between_equals(bot: str, seats: int) -> None:
    tally = play_match(Match([bot] * seats, seed=5, rules=holdem((50, 100))), hands=1)
    assert tally.chips == [0] * seats


def test_the_usual_session_is_a_multiple_of_the_seats() -> None:
    hands = [Match(["caller"] * seats).session_hands for seats in range(2, 11)]
    assert hands == [200, 201, 200, 200, 204, 203, 200, 207, 200]


def test_scores_of_a_table() -> None:
    tally = play_match(FOUR, hands=240)
    assert play_match(FOUR, hands=240, workers=2) == tally
    assert sum(score.bb100 for score in tally.scores) == pytest.approx(0)
    for score in tally.scores:
        assert score.interval is not None
        assert score.bb100 == pytest.approx((score.button_bb100 + 3 * score.other_bb100) / 4)
    assert tally.half_width == max(score.half_width or 0 for score in tally.scores)
    assert tally.scores[3].half_width != tally.scores[1].half_width
    places = standings([range(4)], [tally])
    assert [place.bb100 for place in places] == sorted((score.bb100 for score in tally.scores), reverse=True)


# --- the command -----------------------------------------------------------------------------------------------------

ARGUMENTS = ["match", "maniac", "folder", "caller", "--table", "--hands", "60", "--session", "30", "--seed", "7"]


def test_a_table_on_the_command_line(kicker: Run) -> None:
    lines = kicker(*ARGUMENTS, "--workers", "1").stdout.decode().splitlines()
    assert lines[0].strip() == "bb/100 (95% interval)  with the button  without it"
    assert sorted(line.split()[1] for line in lines[1:4]) == ["caller", "folder", "maniac"]
    assert lines[4:7] == [
        "hands     60 in 2 sessions of 30",
        "chips     bb = 100, stacks of 10,000, each deck 3 times, once in every seat",
        "seed      7",
    ]


def test_a_table_as_json(kicker: Run) -> None:
    record = json.loads(kicker(*ARGUMENTS, "--json").stdout)
    tally = play_match(Match(["maniac", "folder", "caller"], seed=7, session_hands=30), hands=60)
    assert record["players"] == ["maniac", "folder", "caller"]
    for result, score in zip(record["results"], tally.scores, strict=True):
        assert score.interval is not None
        assert result == {
            "player": score.player,
            "bb100": score.bb100,
            "ci95": list(score.interval),
            "button_bb100": score.button_bb100,
            "other_bb100": score.other_bb100,
        }
    assert record["defaults_by_player"] == [0, 0, 0]


def test_two_at_a_table_are_a_match(kicker: Run) -> None:
    arguments = ["match", "maniac", "folder", "--hands", "40", "--session", "20", "--seed", "7", "--json"]
    assert kicker(*arguments, "--table").stdout == kicker(*arguments).stdout


def test_sessions_of_a_table_are_multiples_of_its_seats(kicker: Run) -> None:
    result = kicker(*ARGUMENTS[:5], "--session", "20")
    assert result.stderr == b"Error: --session must be a multiple of 3, the number of players\n"
