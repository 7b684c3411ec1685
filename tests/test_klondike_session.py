"""A session of Klondike: its clock, the oracle's line, refusals as facts, saves and counts."""

import json
import pickle
from pathlib import Path

import pytest

from kicker.errors import IllegalAction, KickerError
from kicker.solitaire import TURN, Game, IllegalMove, Klondike, Move
from kicker.solitaire.hints import Oracle
from kicker.solitaire.moves import parse_move
from kicker.solitaire.session import Session
from kicker.solitaire.solve import solve
from kicker.ui.common.home import left_games
from kicker.ui.common.klondike import GAME, KeptSession
from kicker.ui.common.statistics import Statistics
from tests.klondike_games import arranged

SHORT = Klondike(draw=3, redeals=2), 1089
"""A deal that is won in 95 moves."""


class Clock:
    """A clock that moves only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


# --- the clock -------------------------------------------------------------------------------------------------------


def test_the_time_that_is_played_counts_and_no_other() -> None:
    clock = Clock()
    session = Session(Game(*SHORT), clock)
    clock.now += 100
    assert session.elapsed == 0
    session.start_clock()
    clock.now += 7
    session.start_clock()  # it runs already
    assert session.elapsed == 7
    assert json.loads(session.save())["seconds"] == 7
    clock.now += 3
    session.stop_clock()
    clock.now += 100
    assert session.elapsed == session.game.seconds == 10
    session.start_clock()
    clock.now += 1
    assert session.elapsed == 11


# --- moves -----------------------------------------------------------------------------------------------------------


def test_each_change_returns_its_moves() -> None:
    session = Session(Game(Klondike(), 3))
    assert not session.begun
    assert session.play("1 h") == (Move("1", "H"),)
    assert session.undo() == session.redo() == (Move("1", "H"),)
    assert session.autoplay() == (Move("2", "D"),)
    with pytest.raises(IllegalAction, match="no card can safely go to its foundation"):
        session.autoplay()
    session.undo()
    session.undo()
    assert session.begun


def refused(rules: Klondike, move: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        rules.start(1).apply(parse_move(move))
    return caught.value


@pytest.mark.parametrize(
    ("rules", "move", "kind", "text"),
    [
        (Klondike(), "3 H", "unfit", "2h cannot go on the hearts foundation; it takes Ah"),
        (Klondike(), "1 2", "unfit", "7h cannot go on column 2; it takes 5c or 5s"),
        (Klondike(), "S 1", "empty", "the spades foundation is empty"),
        (Klondike(), "0 1", "empty", "no stock card is face up"),
        (Klondike(), "1 7 2", "few", "column 1 has only 1 card to take, not 2"),
        (Klondike(ranks=5, columns=3), "7 1", "no-pile", "there is no pile '7'; choose 0, 1 to 3, S, H, D or C"),
        (Klondike(), "1 0", "to-stock", "cards cannot go back to the stock"),
        (Klondike(), "back", "one-way", "this stock turns one way only"),
        (Klondike(ranks=7, columns=7), "turn", "stock-empty", "the stock is empty"),
    ],
)
def test_a_refusal_is_facts_and_a_sentence(rules: Klondike, move: str, kind: str, text: str) -> None:
    error = refused(rules, move)
    assert (error.refusal.kind, error.refusal.text) == (kind, text)
    legal = f"legal moves: {', '.join(map(str, error.legal))}" if error.legal else "there is no legal move"
    assert (error.legal, str(error)) == (rules.start(1).moves, f"{parse_move(move)}: {text} ({legal})")
    again = pickle.loads(pickle.dumps(error))
    assert (again.move, again.refusal, again.legal, str(again)) == (error.move, error.refusal, error.legal, str(error))
    assert json.loads(json.dumps(error.refusal.as_dict()))["kind"] == kind


def test_the_waste_and_a_single_stock_card_are_refused_by_their_kinds() -> None:
    position = Klondike(draw=3, redeals=0).start(1)
    for _ in range(8):
        position = position.apply(TURN)
    with pytest.raises(IllegalMove) as caught:
        position.apply(TURN)
    assert caught.value.refusal.kind == "no-redeal"
    ring = arranged(["", "", "", "", "", "", "| Kh"], stock="2h", waste=1, rules=Klondike(both_ways=True))
    with pytest.raises(IllegalMove) as caught:
        ring.apply(TURN)
    assert caught.value.refusal.kind == "stock-single"
    with pytest.raises(IllegalMove) as caught:
        position.apply(Move("nonsense"))
    assert caught.value.refusal.kind == "no-move"


# --- the oracle ------------------------------------------------------------------------------------------------------


def test_whoever_follows_the_oracle_asks_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(*arguments: object, **limits: object) -> Oracle:
        asked.append(arguments)
        verdict = solve(Klondike(draw=3, redeals=2).start(1089))
        return Oracle(verdict, verdict.moves[0])

    monkeypatch.setattr("kicker.solitaire.session.oracle", counted)
    session = Session(Game(*SHORT))
    left = []
    while not session.position.won:
        found = session.oracle()
        left.append(found.left)
        assert found.move
        session.play(found.move)
        if len(left) == 20:
            session.undo()
            assert session.oracle().left == left[-1]
            session.redo()
    assert left == list(range(len(left), 0, -1))
    assert len(asked) == 1
    session.undo()
    session.undo()
    assert session.known_oracle == session.oracle()


def test_a_move_off_the_line_is_another_question() -> None:
    session = Session(Game(*SHORT))
    first = session.oracle()
    other = next(move for move in session.position.moves if move != first.move)
    session.play(other)
    assert session.known_oracle is None
    session.undo()
    assert session.known_oracle == first


def test_a_lost_game_is_remembered_where_it_was_asked_about() -> None:
    session = Session(Game(Klondike(), 21))
    assert session.oracle().verdict.result == "lost"
    assert session.known_oracle is not None
    session.play("turn")
    assert session.known_oracle is None


def test_a_search_that_is_stopped_is_not_remembered() -> None:
    session = Session(Game(Klondike(draw=3), 248))
    assert session.oracle(stopped=lambda: True).verdict.result == "unknown"
    assert session.known_oracle is None


# --- kept and counted ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("home")
def test_a_game_that_is_won_is_counted_once_and_not_kept() -> None:
    clock = Clock()
    session = KeptSession(Game(*SHORT), clock=clock)
    session.start_clock()
    line = solve(session.position).moves
    for move in line:
        clock.now += 1
        session.play(move)
        assert session.keep() == ""
    assert session.over
    clock.now += 100
    assert session.end() == session.keep() == ""
    session.close()
    (row,) = Statistics().solitaire()
    assert (row.won, row.moves, row.seconds) == (True, len(line), len(line))
    assert left_games(GAME) == []


@pytest.mark.usefixtures("home")
def test_a_game_that_is_left_comes_back_with_its_time() -> None:
    clock = Clock()
    session = KeptSession(Game(*SHORT), clock=clock)
    session.start_clock()
    session.play("turn")
    session.keep()
    clock.now += 30
    with pytest.raises(KickerError, match="open elsewhere"):
        KeptSession.resume()
    session.close()
    session.close()  # once is enough
    again = KeptSession.resume(clock=clock)
    assert (again.elapsed, again.game.moves, again.files.name) == (30, (TURN,), session.files.name)
    again.close()


@pytest.mark.usefixtures("home")
def test_a_resumed_game_that_is_discarded_is_as_it_was_found_and_not_counted() -> None:
    first = KeptSession(Game(*SHORT))
    first.start_clock()
    first.play("turn")
    first.keep()
    first.close()
    before = first.files.read()
    again = KeptSession.resume()
    again.start_clock()
    again.play("turn")
    again.keep()
    assert again.files.read() != before  # whatever happens to the machine now, the move is kept
    assert again.discard() == ""
    again.close()
    assert (again.over, again.files.read()) == (True, before)
    assert Statistics().solitaire() == []


@pytest.mark.usefixtures("home")
def test_a_new_game_that_is_discarded_is_gone_and_counted_if_it_was_begun() -> None:
    for moves in ((), ("turn",)):
        session = KeptSession(Game(*SHORT))
        session.start_clock()
        for move in moves:
            session.play(move)
        session.keep()
        session.discard()
        session.close()
    assert left_games(GAME) == []
    assert [row.moves for row in Statistics().solitaire()] == [1]


@pytest.mark.usefixtures("home")
def test_a_resumed_game_stays_when_another_is_opened_though_nothing_was_played() -> None:
    first = KeptSession(Game(*SHORT))
    first.keep()
    first.close()
    again = KeptSession.resume()
    again.start_clock()
    assert again.open(Game(Klondike(), 9)) == first.files.name
    again.close()
    assert sorted(left_games(GAME)) == sorted([first.files.name, again.files.name])


@pytest.mark.usefixtures("home")
def test_another_deal_in_place_of_a_resumed_game_is_a_new_game() -> None:
    first = KeptSession(Game(*SHORT))
    first.play("turn")
    first.keep()
    first.close()
    again = KeptSession.resume()
    again.deal(7)
    again.keep()
    again.discard()
    again.close()
    assert left_games(GAME) == []
    assert [row.deal for row in Statistics().solitaire()] == [SHORT[1]]


@pytest.mark.usefixtures("home")
def test_another_deal_gives_up_the_game_and_another_game_leaves_it() -> None:
    session = KeptSession(Game(*SHORT))
    session.start_clock()
    session.keep()
    name = session.files.name
    assert session.deal(7) == ""  # nothing was played: nothing is lost
    assert Statistics().solitaire() == []
    session.play("turn")
    session.deal(8)
    assert [(row.deal, row.won) for row in Statistics().solitaire()] == [(7, False)]
    assert (session.game.number, session.game.rules, session.files.name) == (8, SHORT[0], name)
    session.play("turn")
    assert session.open(Game(Klondike(), 9)) == name
    assert sorted(left_games(GAME)) == sorted([name, session.files.name])
    assert session.open(Game(Klondike(), 10)) == ""
    session.close()
    assert len(left_games(GAME)) == 2


def test_what_cannot_be_counted_is_told(home: Path) -> None:
    session = KeptSession(Game(*SHORT))
    (home / "statistics.sqlite").mkdir()
    session.play("turn")
    assert session.end().endswith("the game is not counted")
