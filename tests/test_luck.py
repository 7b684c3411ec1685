"""All-in hands counted by equity: fair to the chip, and the same on average."""

from statistics import mean

import pytest

from kicker.cards import DECK, Card, parse_cards
from kicker.games import GAMES, Rules, State, draw, holdem
from kicker.match import Match, play_match
from kicker.match.luck import expected_payoffs, expected_winnings
from kicker.odds import equity
from kicker.preflop import matchup_without
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
    # Aces against kings before the flop: 82.36% here, of a pot of 2,000.
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


# --- games without a board -------------------------------------------------------------------------------------------


def dealt(rules: Rules, deck: str, stacks: list[int], actions: str) -> State:
    cards = parse_cards(deck)
    state, _ = rules.start([*cards, *[card for card in DECK if card not in cards]], stacks, 0)
    for action in actions.split(", "):
        state, _ = state.apply(action)
    assert state.over, state.options
    return state


STUD = "2c 9h 2d 9s Ah Kc 3c 4d 5h 6s 7h 8c"
"""Two hands of stud card by card, up to sixth street."""
STUD_LINES = "bring in, call, check, check, check, check, raise 20, raise 30, call"


def test_the_last_card_of_stud_is_chance() -> None:
    """All in on sixth street: the mean over all last cards, a pair of them at a time."""
    rules = Rules(GAMES["stud"], "fixed-limit", ante=1, bring_in=3, min_bet=10, big_bet=20)
    start = dealt(rules, STUD, [34, 34], STUD_LINES)
    winnings = expected_winnings(start)
    assert winnings is not None
    assert sum(winnings) == pytest.approx(68)
    rest = [card for card in DECK if card not in parse_cards(STUD)]
    total = count = 0.0
    first, second = (hand[:6] for hand in start.hands)
    for one in rest:
        for two in rest:
            if one != two:
                mine, theirs = (
                    GAMES["stud"].strength((*hand, card), ()) for hand, card in ((first, one), (second, two))
                )
                assert mine is not None
                assert theirs is not None
                total += 1 if mine > theirs else 0.5 if mine == theirs else 0
                count += 1
    assert winnings[0] / 68 == pytest.approx(total / count)


def test_more_cards_to_come_are_sampled_the_same_way_each_time() -> None:
    rules = Rules(GAMES["razz"], "fixed-limit", ante=1, bring_in=3, min_bet=10, big_bet=20)
    state = dealt(rules, STUD, [11, 11], "bring in, raise 10, call")
    winnings = expected_winnings(state)
    assert winnings == expected_winnings(state)
    assert winnings is not None
    assert sum(winnings) == pytest.approx(22)


LINES = "raise 99, call, discard 3d, discard 9c"


def test_the_last_draw_is_chance_and_the_discards_are_decisions() -> None:
    """All in before the draw: Ann keeps four to a flush, Ben two pairs, and each draws one."""
    rules = draw((5, 10))
    deck = "As Ks Qs 2s 3d Jh Jd 4h 4d 9c 5s 6c"
    state = dealt(Rules.from_dict(rules.as_dict() | {"deal_order": "hand"}), deck, [100, 100], LINES)
    winnings = expected_winnings(state)
    assert winnings is not None
    seats = {len(set(hand) & set(parse_cards("As Ks Qs 2s"))): seat for seat, hand in enumerate(state.hands)}
    rest = [card for card in DECK if card not in parse_cards("As Ks Qs 2s 3d Jh Jd 4h 4d 9c")]
    total = count = 0.0
    for one in rest:
        for two in rest:
            if one != two:
                flush = one in parse_cards("3s 4s 5s 6s 7s 8s 9s Ts Js")
                full = two in parse_cards("Js Jc 4s 4c")
                total += flush and not full
                count += 1
    assert winnings[seats[4]] / 200 == pytest.approx(total / count)
    hidden = expected_winnings(state, parse_cards("3d 9c"))
    assert hidden is None  # without the discards it is not known what was kept


def test_known_dead_cards_are_taken_off_the_table() -> None:
    for dead in ("", "Kc", "Kc 2d", "Kc 2d 3h As"):
        cards = parse_cards(dead)
        hands = [parse_cards("Ah Kh"), parse_cards("Qc Qd")]
        won, tied, boards = matchup_without(hands, cards)
        counted = equity(hands, (), cards, exact=True, table=False).players[0]
        assert (won / boards, (won + tied / 2) / boards) == pytest.approx((counted.win, counted.equity), abs=1e-12)
