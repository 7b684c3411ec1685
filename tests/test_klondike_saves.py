"""Games of Klondike that are undone, redone, saved at every step, and saves that somebody edited."""

import json
import random
from typing import Any

import pytest

from kicker.errors import IllegalAction, KickerError
from kicker.solitaire import (
    TURN,
    Game,
    Klondike,
    Move,
    Position,
)
from kicker.solitaire.deals import ordered_deck
from tests.klondike_games import GOLDEN, SHAPES, eager_game, random_move

# --- undo and saves --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_undo_and_redo_restore_exactly(shape: str) -> None:
    for seed in range(15):
        source = random.Random(f"{shape}/{seed}")
        game = Game(SHAPES[shape], seed + 1)
        history, ahead = [game.position], list[Position]()
        for _ in range(120):
            choice = source.random()
            if choice < 0.25 and len(history) > 1:
                undone = game.undo()
                ahead.append(history.pop())
                assert game.undone[0] == undone
            elif choice < 0.45 and ahead:
                game.redo()
                history.append(ahead.pop())
            elif game.position.moves:
                game.play(random_move(game.position, source))
                history.append(game.position)
                ahead.clear()
            assert game.position == history[-1]
            assert (len(game.moves), len(game.undone)) == (len(history) - 1, len(ahead))
        while game.moves:
            game.undo()
        assert game.position == SHAPES[shape].start(seed + 1)


def test_nothing_to_undo_or_redo() -> None:
    game = Game(Klondike(), 1)
    with pytest.raises(KickerError, match=r"^there is no move to undo$"):
        game.undo()
    with pytest.raises(KickerError, match=r"^there is no move to redo$"):
        game.redo()
    game.play("turn")
    game.undo()
    game.play("1 7")
    with pytest.raises(KickerError, match="no move to redo"):
        game.redo()
    assert game.moves == (Move("1", "7", 1),)


def test_an_illegal_move_changes_nothing_in_a_game() -> None:
    game = Game(Klondike(), 1)
    game.play("turn")
    game.undo()
    saved = game.save()
    for wrong in ("1 2", "back", "0 S", "nonsense"):
        with pytest.raises(IllegalAction):
            game.play(wrong)
    assert game.save() == saved
    assert game.undone == (TURN,)


def test_autoplay_in_a_game_can_be_undone() -> None:
    game = eager_game(Klondike(both_ways=True), 5, 60)
    before = game.position
    moves = game.autoplay()
    assert game.position == before.autoplay()[0]
    for move in reversed(moves):
        assert game.undo() == move
    assert game.position == before


@pytest.mark.parametrize("shape", SHAPES)
def test_a_game_can_be_saved_at_every_step(shape: str) -> None:
    rules = SHAPES[shape]
    for deal in (7, random.Random(shape).sample(ordered_deck(rules.ranks), 4 * rules.ranks)):
        game, source = Game(rules, deal), random.Random(shape)
        for step in range(40):
            if game.position.moves and step % 7 < 5:
                game.play(random_move(game.position, source))
            elif game.moves:
                game.undo()
            again = Game.load(game.save())
            assert again.position == game.position
            assert (again.rules, again.number, again.deck) == (
                rules,
                deal if isinstance(deal, int) else None,
                game.deck,
            )
            assert (again.moves, again.undone) == (game.moves, game.undone)
            assert again.save() == game.save()


def saved_game() -> dict[str, Any]:
    game = Game(Klondike(), 1)
    for move in ("turn", "0 5", "1 7", "turn", "turn"):
        game.play(move)
    game.undo()
    saved = json.loads(game.save())
    assert isinstance(saved, dict)
    return saved


def edited(**changes: Any) -> str:
    return json.dumps(saved_game() | changes)


def without(name: str) -> str:
    return json.dumps({key: value for key, value in saved_game().items() if key != name})


TWO_SWAPPED = " ".join(["9s", "7h", *GOLDEN[1].split()[2:]])


@pytest.mark.req("B004-7")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not a saved game"),
        ("{", "this is not a saved game"),
        ("[" * 100_000, "this is not a saved game"),
        ("[]", "this is not a saved game"),
        ('{"kicker_table": 1}', "has no 'kicker_klondike'"),
        (edited(kicker_klondike=2), "cannot read a game saved as version '2', only version 1"),
        (edited(kicker_klondike=True), "cannot read a game saved as version 'True', only version 1"),
        (edited(deck=TWO_SWAPPED), "the saved game is damaged: its deck is not that of deal 1"),
        (edited(number=2), "the saved game is damaged: its deck is not that of deal 2"),
        (edited(number=0), "the saved game is damaged: there is no deal 0; deals are numbered from 1 to"),
        (edited(number="1"), "the saved game is damaged: its 'number' is '1', not a whole number"),
        (
            edited(deck=GOLDEN[1][3:]),
            "the saved game is damaged: a deal has 52 cards, not 51: 7h is missing",
        ),
        (edited(deck=GOLDEN[1].replace("7h", "9s")), "the saved game is damaged: 9s appears twice"),
        (edited(deck="no cards"), "the saved game is damaged: 'no' is not a card"),
        (edited(deck=None), "the saved game is damaged: its 'deck' is 'None', not text"),
        (edited(moves=["turn", "4 S"]), "the saved game is damaged: move 2, 4 S: 2s cannot go on the spades f"),
        (
            edited(moves=["turn", "jump"]),
            "the saved game is damaged: move 2, 'jump' is not a move: write turn, back or",
        ),
        (edited(moves=["turn", 5]), "the saved game is damaged: move 2 is '5', which is not text"),
        (edited(moves="turn"), "the saved game is damaged: its 'moves' is 'turn', not a list"),
        (
            edited(undone=["0 S"]),
            "the saved game is damaged: move 5, 0 S: 4c cannot go on the spades foundation; it takes As (legal",
        ),
        (edited(score=20), "the saved game is damaged: its score is 20, but its moves score 5"),
        (edited(score=5.0), "the saved game is damaged: its 'score' is '5.0', not a whole number"),
        (
            edited(rules={"draw": 1}),
            "the saved game is damaged: rules have the fields draw, redeals, both_ways, ranks, col",
        ),
        (
            edited(rules=Klondike(draw=3).as_dict() | {"draw": 4}),
            "the saved game is damaged: draw must be 1 or 3, not 4",
        ),
        (
            edited(rules=Klondike(draw=3).as_dict()),
            "the saved game is damaged: move 2, 0 5: ",
        ),
        (edited(rules=[]), "the saved game is damaged: its 'rules' is '[]', not an object"),
        *[
            (without(name), f"the saved game is damaged: its {name!r} is missing")
            for name in ("rules", "deck", "moves")
        ],
        *[(without(name), f"the saved game is damaged: its {name!r} is missing") for name in ("undone", "score")],
    ],
)
def test_an_edited_save_is_refused_and_the_game_goes_on(text: str, message: str) -> None:
    game = Game(Klondike(), 3)
    game.play("turn")
    before = game.save()
    with pytest.raises(KickerError) as error:
        game.load(text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert error.value.code == "save"
    assert game.save() == before


def test_a_save_that_was_cut_off_anywhere_is_refused() -> None:
    text = Game(Klondike(draw=3), 1).save()
    assert Game.load(text).number == 1
    for length in range(len(text)):
        with pytest.raises(KickerError) as error:
            Game.load(text[:length])
        assert error.value.code == "save"


def test_rules_as_plain_values_and_back() -> None:
    for rules in SHAPES.values():
        assert Klondike.from_dict(json.loads(json.dumps(rules.as_dict()))) == rules


def test_the_time_is_kept_and_may_be_missing() -> None:
    game = Game(Klondike(), 1)
    game.seconds = 75.25
    saved = json.loads(game.save())
    assert Game.load(json.dumps(saved)).seconds == saved["seconds"] == 75.2
    del saved["seconds"]
    assert Game.load(json.dumps(saved)).seconds == 0
    for wrong in (-1, "long", None, float("inf")):
        with pytest.raises(KickerError, match="its 'seconds' is"):
            Game.load(json.dumps({**saved, "seconds": wrong}))
