"""Players as values: texts and Python objects that can sit down, and one sentence for those that cannot."""

import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kicker.errors import KickerError
from kicker.games import CALL, CHECK, Action, View, draw, holdem
from kicker.match import Match, play_match
from kicker.players import BOTS, Closes, Explains, Learns, Player, Remembers, make_bot
from kicker.players.basic import Caller, Maniac
from kicker.players.cpu import Cpu
from kicker.players.specs import PlayerLike, PlayerSpec
from kicker.table import Table
from tests.conftest import Run
from tests.test_cli import one_sentence

MODULE = """
class Shark:
    def __init__(self, seed=None):
        self.seed = seed
    def act(self, view):
        return view.options.passive

class Plain:
    def act(self, view):
        return view.options.passive

class Broken(Plain):
    def __init__(self):
        raise RuntimeError("out of order")

class Nobody:
    pass
"""


@pytest.fixture
def bots_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The current folder has a module of players, and is not on the path."""
    (tmp_path / "sea.py").write_text(MODULE)
    (tmp_path / "faulty.py").write_text("import nothing_like_this\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    yield
    for name in ("sea", "faulty"):
        sys.modules.pop(name, None)


class Counter:
    """Calls, and counts the deals that it has seen."""

    def __init__(self) -> None:
        self.deals = 0

    def act(self, view: View) -> Action:
        return view.options.passive

    def learn(self, view: View) -> None:
        self.deals += 1


def seeded(seed: int | str) -> Player:
    """A function that makes a player."""
    return make_bot("random", seed)


# --- texts -----------------------------------------------------------------------------------------------------------


def test_a_text_is_a_bot_a_program_or_a_class(bots_here: None) -> None:
    assert isinstance(PlayerSpec.parse("maniac").make(1), Maniac)
    player = PlayerSpec.parse("program:cat -u").make(1)
    assert isinstance(player, Closes)
    player.close()
    shark: Any = PlayerSpec.parse("python:sea:Shark").make(1)
    assert type(shark).__name__ == "Shark"
    assert shark.seed == PlayerSpec.parse("python:sea:Shark").make(1).seed != "1"  # type: ignore[attr-defined]
    assert type(PlayerSpec.parse("python:sea:Plain").make(1)).__name__ == "Plain"  # it takes no seed


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nobody", "unknown bot 'nobody'; choose from caller, cpu, drawer, folder, gambler, maniac, novice, "),
        ("sharpp", "unknown bot 'sharpp' (did you mean sharp?); choose from caller"),
        ("", "unknown bot ''; choose from caller"),
        ("ruby:x", "unknown bot 'ruby:x'; choose from caller"),
        ("program:", "a program needs a command, like program:./bot.sh"),
        ("program:./nothing", "'./nothing' cannot be run"),
        ("python:", "write python:MODULE:CLASS, not 'python:'"),
        ("python:sea", "write python:MODULE:CLASS, not 'python:sea'"),
        ("python:lake:Shark", "there is no module 'lake'; put it in this folder or on PYTHONPATH"),
        ("python:faulty:Shark", "module 'faulty' cannot be imported: ModuleNotFoundError: No module named 'nothing"),
        ("python:sea:Sharkk", "module 'sea': unknown class 'Sharkk' (did you mean Shark?); choose from Broken, Plain"),
        ("python:sea:Nobody", "sea.Nobody cannot play; a player has a method act(view)"),
        ("python:json:Shark", "module 'json' has no class 'Shark'"),
    ],
)
def test_a_text_that_stands_for_nobody_is_refused(bots_here: None, text: str, says: str) -> None:
    with pytest.raises(KickerError) as caught:
        PlayerSpec.parse(text)
    assert str(caught.value).startswith(says)


def test_a_bot_plays_its_games() -> None:
    assert [name for name, bot in BOTS.items() if bot.games is None] == ["folder", "caller", "random", "maniac", "odds"]
    PlayerSpec.parse("drawer").check(draw(), 6)
    with pytest.raises(
        KickerError, match=r"^sharp does not play draw; choose from caller, drawer, folder, maniac, odds, ran"
    ):
        PlayerSpec.parse("sharp").check(draw(), 2)
    with pytest.raises(KickerError, match=r"^sharp plays at tables of up to 10 seats, not 11$"):
        PlayerSpec.parse("sharp").check(holdem(), 11)


# --- Python objects --------------------------------------------------------------------------------------------------


def test_python_objects_are_made_as_they_can_be() -> None:
    assert isinstance(PlayerSpec.of(Caller).make(3), Caller)
    assert isinstance(PlayerSpec.of(partial(Cpu, trials=10)).make(3), Cpu)
    assert isinstance(PlayerSpec.of(lambda number: Maniac(number)).make(3), Maniac)
    assert isinstance(PlayerSpec.of(lambda: Counter()).make(3), Counter)
    counter = Counter()
    assert PlayerSpec.of(counter).sit(3) is counter
    assert PlayerSpec.of(counter).make(3) is not counter
    spec = PlayerSpec.of("caller")
    assert PlayerSpec.of(spec) is spec
    labels = [PlayerSpec.of(player).label for player in ("caller", Caller, Caller(), seeded)]
    assert labels == ["caller", "Caller", "Caller", "seeded"]


@pytest.mark.parametrize(
    ("player", "says"),
    [(7, "'7' cannot play; a player has a method act"), (dict, "dict cannot play"), (None, "'None' cannot play")],
)
def test_what_is_no_player_is_refused(player: Any, says: str) -> None:
    with pytest.raises(KickerError, match=says):
        PlayerSpec.of(player)


def test_players_that_cannot_be_made_are_refused(bots_here: None) -> None:
    with pytest.raises(KickerError, match=r"^python:sea:Broken cannot be made: RuntimeError: out of order$"):
        PlayerSpec.parse("python:sea:Broken").make(1)
    with pytest.raises(KickerError, match=r"^what <lambda> makes cannot play"):
        PlayerSpec.of(lambda: 7).make(1)  # type: ignore[arg-type]
    stuck = Counter()
    stuck.stream = (number for number in (1, 2))  # type: ignore[attr-defined]
    with pytest.raises(KickerError, match=r"^Counter cannot be copied for each session; give its class instead"):
        PlayerSpec.of(stuck).make(1)


# --- abilities -------------------------------------------------------------------------------------------------------


def test_abilities_of_the_ready_bots() -> None:
    able = {
        ability.__name__: {name for name in BOTS if isinstance(make_bot(name), ability)}
        for ability in (Player, Learns, Explains, Remembers, Closes)
    }
    assert able == {
        "Player": set(BOTS),
        "Learns": {"cpu", "sharp", "drawer"},
        "Explains": set(BOTS),
        "Remembers": set(BOTS) - {"folder", "caller", "maniac"},
        "Closes": set(),
    }


# --- where they sit down ---------------------------------------------------------------------------------------------


def test_a_table_takes_texts_classes_and_objects(bots_here: None) -> None:
    counter = Counter()
    players: dict[int, PlayerLike] = {0: "caller", 1: counter, 2: Maniac, 3: "python:sea:Shark"}
    with closing(Table(holdem((5, 10)), [100_000] * 4, players=players, seed=1)) as table:
        table.play(2)
    assert table.players[1] is counter
    assert counter.deals == 2
    assert table.defaults == [0] * 4
    with pytest.raises(KickerError, match="drawer does not play holdem"):
        table.seat_players({0: Caller, 1: "drawer"})
    assert type(table.players[0]) is Caller
    with pytest.raises(KickerError, match="there is no seat 4"):
        table.seat_players({4: "caller"})


def test_a_table_saves_those_with_a_text(bots_here: None) -> None:
    table = Table(holdem((5, 10)), [1000] * 2, players={1: "python:sea:Shark"}, seed=7)
    table.deal()
    again = Table.load(table.save())
    for each in (table, again):
        each.submit(0, "call")
        each.advance()
    assert again.state == table.state
    other = Table(holdem((5, 10)), [1000] * 2, players={1: Counter()}, seed=7)
    other.deal()
    other.submit(0, "call")
    other.advance()
    assert {decision.action for decision in other.decisions} == {CHECK}
    assert Table.load(other.save()).persons == [0, 1]


def test_a_match_takes_them_and_copies_objects_for_each_session(bots_here: None) -> None:
    counter = Counter()
    match = Match([counter, seeded], seed=2, session_hands=10)
    tally = play_match(match, hands=30)
    assert counter.deals == 0
    assert tally.match.names == ("Counter", "seeded")
    assert play_match(match, hands=30, workers=2) == tally  # both can be sent to other processes
    by_class = play_match(replace(match, players=[Counter, seeded]), hands=30)
    assert by_class.chips == tally.chips


def test_players_that_cannot_be_sent_play_with_one_worker() -> None:
    match = Match([lambda seed: Caller(seed), "maniac"], session_hands=10)
    assert play_match(match, hands=20).chips == [0, 0]
    with pytest.raises(
        KickerError, match=r"^<lambda> cannot be sent to other processes; define it at the top level of"
    ):
        play_match(match, hands=20, workers=2)


def test_a_class_of_this_folder_plays_a_match_on_the_command_line(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "sea.py").write_text(MODULE)
    arguments = ["--hands", "40", "--session", "20", "--seed", "7", "--json"]
    ours, ready = (
        kicker("match", name, "maniac", *arguments, "--workers", workers)
        for name, workers in (("python:sea:Shark", "2"), ("caller", "1"))
    )
    assert ours.stdout.decode().replace("python:sea:Shark", "caller") == ready.stdout.decode()
    assert "there is no module 'lake'" in one_sentence(kicker("match", "caller", "python:lake:Shark"))


def test_actions_of_a_spec_are_those_of_its_bot() -> None:
    state, _ = holdem((5, 10)).start("2c As 7d Ah 3h 8s 9d Jc 4c", [1000] * 2, 0)
    assert PlayerSpec.parse("caller").make(1).act(state.view(0)) == CALL
