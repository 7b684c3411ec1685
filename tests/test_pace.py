"""How long bots seem to think: by what everybody can see, and by chance."""

from pathlib import Path
from random import Random
from statistics import mean

import pytest

from kicker.cards import parse_cards
from kicker.errors import KickerError
from kicker.games import Event, State, holdem, raise_to
from kicker.table import shuffled
from kicker.ui.common.home import KeptGame
from kicker.ui.common.offer import find_offer
from kicker.ui.common.options import speed_option
from kicker.ui.common.pace import (
    LONGEST,
    SHORTEST,
    SPEEDS,
    moment_of_thought,
    pause_at,
    pauses_over,
    usual_speed,
)
from kicker.ui.common.text import Look
from kicker.ui.play.poker import PokerPrompt


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


def test_a_state_and_any_view_of_it_take_the_same_time() -> None:
    """The web table asks with the whole state, cards included: they do not count."""
    for hand in ("As Ah", "7c 2d"):
        state = facing(300, hand)
        assert moment_of_thought(state, 1, Random(3)) == moment_of_thought(facing(300).view(None), 1, Random(3))


def test_speeds() -> None:
    assert pause_at("slow") > pause_at("normal") > pause_at("fast") > pause_at("instant") == 0
    assert [pause_at(speed, watching=True) for speed in SPEEDS] == [SPEEDS["fast"]] * 3 + [0]


def test_the_environment_says_what_is_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KICKER_SPEED")
    assert usual_speed() == speed_option().usual == "normal"
    monkeypatch.setenv("KICKER_SPEED", "slow")
    assert usual_speed() == speed_option().usual == "slow"
    monkeypatch.setenv("KICKER_SPEED", "warp")
    with pytest.raises(
        KickerError, match=r"^KICKER_SPEED: unknown speed 'warp'; choose from fast, instant, normal, slow$"
    ):
        usual_speed()


# --- at the prompt ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", ["normal", "instant"])
def test_bots_at_the_prompt_think_before_they_act(home: Path, monkeypatch: pytest.MonkeyPatch, speed: str) -> None:
    slept: list[float] = []
    monkeypatch.setattr("kicker.ui.play.poker.at_terminal", lambda: True)
    monkeypatch.setattr("time.sleep", slept.append)
    offer = find_offer("holdem")
    table = offer.against_bots(offer.terms({"seats": 4}), 0, "caller", 7)
    prompt = PokerPrompt(KeptGame.begin(offer.kind, table), Look(), speed)
    monkeypatch.setattr(prompt, "decide", lambda: table.state.options.passive)
    prompt.begin_deal()
    prompt.play_deal()
    prompt.game.close()
    acted = sum(event.kind in ("fold", "check", "call") and event.seat != 0 for event in table.state.history)
    assert acted > 6
    assert len(slept) == (acted if speed == "normal" else 0)
    assert all(0.5 * SHORTEST <= seconds <= 0.5 * LONGEST for seconds in slept)


def test_a_pipe_waits_for_nobody(home: Path) -> None:
    offer = find_offer("holdem")
    game = KeptGame.begin(offer.kind, offer.against_bots(offer.terms({"seats": 3}), 0, "caller", 7))
    assert PokerPrompt(game, Look(), "slow")._speed == "instant"
    game.close()
