"""What raises are called, and where a deal is: bets, raises, completed bring-ins, draws."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from kicker.cards import Card
from kicker.games import Rules, State, View, holdem, mixed, raise_to, standard
from kicker.games.catalogue import GAMES
from kicker.games.wagers import verbs
from kicker.players import make_bot
from kicker.positions import position_names
from kicker.table import Customs, Schedule, Table, shuffled
from kicker.ui.common.betting import betting_words, read_bet, refusal_words, verb_now
from kicker.ui.common.text import (
    Course,
    Look,
    Wording,
    customs_words,
    event_line,
    held_cards,
    limits_words,
    table_title,
    turns_words,
)
from kicker.ui.tui.table_view import NOBODY, after_event, draw_words, opening, status_words

STUD = standard(GAMES["razz"], ante=2, betting="fixed-limit", min_bet=10)
TRIPLE = standard(GAMES["triple-draw"], (5, 10), betting="fixed-limit")
SINGLE = standard(GAMES["single-draw"], (5, 10))


def played(rules: Rules, seed: int, seats: int = 3, stack: int = 300) -> Iterator[tuple[State, View]]:
    """A deal of random actions: each state with the view of the seat to act, the last state with anybody's."""
    dice = Random(seed)
    state, _ = rules.start(shuffled(seed, 1, rules.game.deck), [dice.randint(1, stack) for _ in range(seats)], 0)
    while state.to_act is not None:
        view = state.view(state.to_act)
        yield state, view
        state, _ = state.apply(make_bot("random", dice.random().hex()).act(view))
    yield state, state.view(0)


@pytest.mark.parametrize("rules", [STUD, TRIPLE, SINGLE, holdem((5, 10))], ids=lambda rules: rules.game.name)
def test_a_bet_in_the_log_has_the_name_that_was_offered(rules: Rules) -> None:
    """The name from the events alone is the one that the options had when the bet was made."""
    seen = set()
    for seed in range(60):
        offered = []
        deal = list(played(rules, seed))
        for (_, view), (after, _) in pairwise(deal):
            made = [event for event in after.history[len(view.history) :] if event.kind in ("bet", "raise")]
            offered += [(event, verb_now(view)) for event in made[:1] if event.to == view.options.min_raise_to]
        named = dict(verbs(rules, deal[-1][0].history))
        for event, verb in offered:
            assert named[event] == verb
            seen.add(verb)
        assert all((verb is None) == (event.kind not in ("bet", "raise")) for event, verb in named.items())
    assert seen == {"bet", "raise to", *(["complete to"] if rules is STUD else [])}


def test_a_bring_in_is_completed_once_and_only_to_the_small_bet() -> None:
    for seed in range(60):
        *_, (state, _) = played(STUD, seed)
        events = list(verbs(STUD, state.history))
        completions = [event for event, verb in events if verb == "complete to"]
        assert [event.to for event in completions] in ([], [10])
        if completions:
            street = [event for event in state.history[: state.history.index(completions[0])] if event.street]
            assert not street  # the first street has no name in the events


def told(rules: Rules, state: State) -> list[str]:
    course, lines = Course(rules), []
    for event in state.history:
        if heading := course.before(event, "9"):
            lines.append(Look().text(heading))
        lines.append(Look().text(event_line(event, Wording(["A", "B", "C"]), 0, verb=course.verb)))
    return lines


def test_completing_is_told() -> None:
    state, _ = STUD.start(shuffled(1, 1), [300] * 3, 0)
    assert betting_words(state.view(state.to_act)) == "c bring in 2, b complete to 10"
    first = state.to_act
    state, _ = state.apply(raise_to(10))
    assert state.to_act is not None
    assert "r raise to 20" in betting_words(state.view(state.to_act))
    state, _ = state.apply(raise_to(20))
    lines = told(STUD, state)
    assert f"{'ABC'[first or 0]} completes to 10" in lines
    assert [line for line in lines if "raises to 20" in line]


@pytest.mark.parametrize(
    ("rules", "names"), [(SINGLE, ["draw"]), (TRIPLE, ["first draw", "second draw", "third draw"])]
)
def test_every_draw_has_a_heading(rules: Rules, names: list[str]) -> None:
    state, _ = rules.start(shuffled(4, 1), [300] * 3, 0)
    while state.to_act is not None:
        state, _ = state.apply(state.options.passive)
    assert [line for line in told(rules, state) if line.endswith(", pot 9")] == [f"{name}, pot 9" for name in names]


@pytest.mark.parametrize("rules", [SINGLE, TRIPLE])
def test_the_terminal_says_which_draw_it_is(rules: Rules) -> None:
    """At decisions by the street; between them, one event after another, by the events alone."""
    for seed in range(8):
        for state, view in played(rules, seed):
            if state.over:
                shown = opening(view)
                for event in view.history:
                    shown = after_event(shown, event)
                    if event.kind == "discard":
                        assert draw_words(shown).endswith("draw")
                        assert not draw_words(shown).startswith(("before", "after"))
                continue
            street = rules.game.streets[view.street]
            if view.phase == "betting":
                assert draw_words(view) == street.name
            elif view.phase == "drawing":  # the street begins after its draw
                later = [each.name for each in rules.game.streets[view.street + 1 :]]
                assert f"after the {draw_words(view)}" in later


def test_the_first_line_names_the_mix_and_its_games() -> None:
    games = mixed("8-game", 10)
    schedule = Schedule(every=6, games=games)
    assert table_title(games[0], schedule, 4) == "8-game mix, 6 hands of each game, 4 seats, bets 10/20"
    assert (
        table_title(games[3], schedule, 4) == table_title(games[6], schedule, 4) == table_title(games[0], schedule, 4)
    )
    assert turns_words(schedule) == (
        "fixed-limit 2-7 triple draw, hold'em, Omaha eight or better, razz, seven-card stud and stud eight or better;"
        " no-limit hold'em; pot-limit Omaha"
    )
    assert turns_words(Schedule()) == ""


def test_limits_are_said_with_the_stakes() -> None:
    assert limits_words(STUD) == f"bring-in {STUD.bring_in}, bets 10/20"
    assert limits_words(holdem((5, 10))) == ""
    title = table_title(TRIPLE, Schedule(), 4)
    assert title == "fixed-limit 2-7 triple draw, 4 seats, blinds 5/10, bets 10/20"


def test_reasons_call_an_opening_bet_a_bet() -> None:
    found = set()
    for seed in range(12):
        table = Table(STUD, [400] * 3, players=dict.fromkeys(range(3), "maniac"), seed=seed)
        table.deal()
        table.advance()
        for decision in table.open_decisions:
            assert (decision.action.kind == "raise") == (decision.verb is not None)
            found.add(decision.told.rsplit(" ", 1)[0])
        again = Table.load(table.save())
        assert [each.told for each in again.open_decisions] == [each.told for each in table.open_decisions]
    assert {"complete to", "raise to", "bet"} <= found
    assert "raise" not in found


def test_the_only_amount_need_not_be_typed() -> None:
    state, _ = TRIPLE.start(shuffled(2, 1), [300] * 3, 0)
    view = state.view(state.to_act)
    assert read_bet("r", view) == read_bet("b", view) == raise_to(20)
    action = read_bet("h", view)
    assert refusal_words(action, view, "h") == f"'h' is not possible: {betting_words(view)}"


def test_cards_that_only_their_holder_sees_are_in_brackets() -> None:
    ace, king, five = Card("As"), Card("Kd"), Card("5c")
    look = Look(ascii=True)
    assert look.text(held_cards([ace, king, five], [False, False, True])) == "(As Kd) 5c"
    assert look.text(held_cards([None, None, five], [False, False, True])) == "?? ?? 5c"
    assert look.text(held_cards([ace, five, king], [False, True, False])) == "(As) 5c (Kd)"
    assert look.text(held_cards([ace, king], [False, False])) == "As Kd"


def test_a_new_street_in_stud_forgets_who_brought_in() -> None:
    state, _ = STUD.start(shuffled(1, 1), [300] * 3, 0)
    opener = state.to_act
    assert opener is not None
    while state.street == 0:
        state, _ = state.apply(state.options.passive)
    view = state.view(None)._replace(to_act=NOBODY)
    assert status_words(view, opener, 0) == ""


def test_names_of_seats_without_blinds() -> None:
    assert position_names(2, blinds=False) == ("UTG", "BTN")
    for seats in range(2, 11):
        names = position_names(seats, blinds=False)
        assert len(set(names)) == seats == len(names)
        assert not {"SB", "BB"} & {*names}
        assert names[-1] == "BTN"


def test_every_hand() -> None:
    assert "a bomb pot every hand" in customs_words(Customs(bomb_every=1))
    assert "a bomb pot every 5 hands" in customs_words(Customs(bomb_every=5))
