"""How long bots seem to think: by what everybody can see, and by chance."""

from random import Random
from statistics import mean

from kicker.cards import parse_cards
from kicker.games import Event, State, holdem, raise_to
from kicker.table import shuffled
from kicker.ui.common.pace import LONGEST, SHORTEST, moment_of_thought, pauses_over


def facing(bet: int, hand: str = "As Ah") -> State:
    """Seat 1 holds a hand and faces a raise."""
    held = parse_cards(hand)
    rest = [card for card in shuffled(1, 1) if card not in held]
    state, _ = holdem((5, 10)).start([held[0], rest[0], held[1], *rest[1:]], [1000, 1000], 0)
    return state.apply(raise_to(bet))[0]


def thoughts(state: State, viewer: int | None = 0, seed: int = 1) -> list[float]:
    dice = Random(seed)
    return [moment_of_thought(state.view(viewer), 1, dice) for _ in range(400)]


def test_cards_do_not_change_the_time() -> None:
    assert thoughts(facing(30, "As Ah")) == thoughts(facing(30, "7c 2d")) == thoughts(facing(30), viewer=None)


def test_what_costs_more_takes_longer() -> None:
    small, large, everything = (mean(thoughts(facing(bet))) for bet in (20, 300, 1000))
    assert small < large < everything


def test_it_is_a_matter_of_chance_within_limits() -> None:
    found = thoughts(facing(300))
    assert len(set(found)) > 100
    assert all(SHORTEST <= seconds <= LONGEST for seconds in found)
    assert thoughts(facing(300)) == found
    assert thoughts(facing(300), seed=2) != found


def test_only_decisions_take_thought() -> None:
    view = facing(300).view(0)
    assert pauses_over(Event("board"), view, Random(1)) == 1
    assert pauses_over(Event("call", 1), None, Random(1)) == 1
    assert pauses_over(Event("call", 1), view, Random(1)) == moment_of_thought(view, 1, Random(1))
