"""Evidence against opponents, and characters that stay true to themselves."""

import pytest

from kicker.games import holdem
from kicker.match import Style
from kicker.players import BOTS, make_bot
from kicker.players.sharp import SURE, Evidence, Sharp
from kicker.table import play_deal, shuffled


def watch(other: str, deals: int, seed: int = 5) -> Sharp:
    """Sharp after this many deals against a bot."""
    sharp, bot = Sharp(seed), make_bot(other, seed)
    for deal in range(deals):
        state, _ = holdem((50, 100)).start(shuffled(seed, deal), [10_000] * 2, deal % 2)
        state = play_deal(state, [sharp, bot])
        sharp.learn(state.view(0))
        if other == "sharp":
            bot.learn(state.view(1))  # type: ignore[attr-defined]
    return sharp


@pytest.mark.parametrize("other", ["caller", "folder", "maniac", "random"])
def test_habits_are_found_soon(other: str) -> None:
    assert watch(other, 25)._evidence[-1].overwhelming


def test_a_sound_opponent_is_no_suspect() -> None:
    assert watch("solid", 40)._evidence[-1].weight < SURE


def test_without_evidence_it_plays_like_solid() -> None:
    for deal in range(8):
        state, _ = holdem((50, 100)).start(shuffled(2, deal), [10_000] * 3, deal % 3)
        solid, sharp = make_bot("solid", 1), make_bot("sharp", 1)
        sharp._random = solid._random.__class__("same")  # type: ignore[attr-defined]
        solid._random = solid._random.__class__("same")  # type: ignore[attr-defined]
        while state.to_act is not None:
            view = state.view(state.to_act)
            action = solid.act(view)
            assert sharp.act(view) == action
            state, _ = state.apply(action)


def test_evidence_counts_for_and_against() -> None:
    evidence = Evidence()
    for _ in range(6):
        evidence.add("first", "call", {"fold": 0.7, "call": 0.1, "raise": 0.2})
    assert evidence.overwhelming
    again = Evidence.recalled(evidence.memory())
    assert again.memory() == evidence.memory()
    for _ in range(60):
        again.add("first", "fold", {"fold": 0.95, "call": 0.03, "raise": 0.02})
    assert again.weight < SURE


def test_what_it_knows_is_remembered() -> None:
    sharp = watch("caller", 12)
    again = Sharp(99)
    again.recall(sharp.memory())
    assert again.memory() == sharp.memory()


def test_characters_differ_as_they_say() -> None:
    """Six of a kind each before the flop: how often they enter and how often they raise."""
    found = {}
    for name in ("rock", "solid", "gambler", "novice"):
        found[name], bots = Style(), [make_bot(name, seat) for seat in range(6)]
        for deal in range(90):
            state, _ = holdem((50, 100)).start(shuffled(3, deal), [10_000] * 6, deal % 6)
            while state.to_act is not None:
                view = state.view(state.to_act)
                state, _ = state.apply(view.options.default if view.board else bots[state.to_act].act(view))
            found[name].add(state)
    entered = {name: style.entered().share for name, style in found.items()}
    raised = {name: style.raised().share for name, style in found.items()}
    assert entered["rock"] < entered["solid"] < entered["gambler"] < entered["novice"]
    assert raised["novice"] < raised["solid"] < raised["gambler"]


def test_each_usual_bot_says_who_it_is() -> None:
    usual = [bot for bot in BOTS.values() if bot.usual and bot.plays("holdem")]
    assert usual[0].name == "solid"
    assert usual[-1].name == "sharp"
    assert len({bot.summary for bot in usual}) == len(usual) >= 6
