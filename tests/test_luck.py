"""All-in hands counted by equity: fair to the chip, and the same on average."""

from statistics import mean

import pytest

from kicker.cards import DECK, Card, parse_cards
from kicker.games import State, holdem
from kicker.match import Match, play_match
from kicker.match.luck import expected_payoffs
from tests.conftest import Run


def played(deck: str | list[Card], stacks: list[int], actions: str, button: int = 0) -> State:
    cards = parse_cards(deck) if isinstance(deck, str) else deck
    rest = [card for card in DECK if card not in cards]
    state, _ = holdem((5, 10)).start([*cards, *rest], stacks, button)
    for action in actions.split(", "):
        state, _ = state.apply(action)
    assert state.over
    return state


def test_a_shove_that_is_called_pays_the_equity() -> None:
    # Aces against kings before the flop: 82.36 % here, of a pot of 2,000.
    state = played("Ks As Kh Ad", [1000, 1000], "raise 1000, call")
    won = expected_payoffs(state)
    assert sum(won) == 0
    assert max(won) == pytest.approx(2000 * 0.8236 - 1000, abs=20)
    assert won == expected_payoffs(state) != state.payoffs


def test_with_one_card_to_come_it_is_the_mean_over_all_of_them() -> None:
    start = parse_cards("Ks As Kh Ad 2c 7d 9h")
    lines = "raise 30, call, check, check, raise 970, call"  # all in on the turn
    seen = []
    turn = parse_cards("Jc")[0]
    for river in DECK:
        if river not in (*start, turn):
            seen.append(played([*start, turn, river], [1000, 1000], lines).payoffs)
    expected = expected_payoffs(played([*start, turn, parse_cards("3c")[0]], [1000, 1000], lines))
    assert expected == tuple(round(mean(column)) for column in zip(*seen, strict=True))


def test_side_pots_go_to_those_who_contest_them() -> None:
    state = played("2c Ks As 7d Kh Ad", [1000, 400, 200], "raise 1000, call, call")
    won = expected_payoffs(state)
    assert sum(won) == 0
    assert won[0] == state.setup.stacks[0] - 1000 + sum(won) - won[1] - won[2]
    assert won[1] >= -400
    assert -200 <= won[2] <= 400


@pytest.mark.parametrize("actions", ["fold", "raise 30, call, check, check, check, check, check, check"])
def test_what_was_not_all_in_stays_as_it_was(actions: str) -> None:
    state = played("Ks As Kh Ad", [1000, 1000], actions)
    assert expected_payoffs(state) == state.payoffs


def test_an_all_in_on_the_river_stays_as_it_was() -> None:
    line = "raise 30, call, check, check, check, check, raise 970, call"
    state = played("Ks As Kh Ad", [1000, 1000], line)
    assert expected_payoffs(state) == state.payoffs


def test_dead_cards_of_those_who_folded_count() -> None:
    shares = []
    for folded in ("Ac Ah", "2c 3d"):
        cards = parse_cards(folded)
        deck = [
            parse_cards("Ks")[0],
            parse_cards("As")[0],
            cards[0],
            parse_cards("Kh")[0],
            parse_cards("Ad")[0],
            cards[1],
        ]
        shares.append(expected_payoffs(played(deck, [1000] * 3, "fold, raise 1000, call"))[1:])
    assert shares[0] != shares[1]


def test_a_match_is_less_a_matter_of_luck() -> None:
    matches = [Match(["maniac", "random"], 7, session_hands=20, all_in_ev=fair) for fair in (False, True)]
    plain, fair = (play_match(match, 2000) for match in matches)
    assert sum(fair.chips) == 0
    assert plain.chips != fair.chips
    assert plain.half_width is not None
    assert fair.half_width is not None
    assert fair.half_width < 0.9 * plain.half_width


def test_the_option(kicker: Run) -> None:
    result = kicker("match", "maniac", "random", "--hands", "200", "--seed", "7", "--all-in-ev", "--workers", "1")
    assert "hands with the board run out all in are counted by equity" in result.stdout.decode()
