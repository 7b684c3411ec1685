"""Save files of the older console game: read, written, and refused in one sentence."""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path

import pytest

from kicker.cards import Card
from kicker.errors import FileError, KickerError
from kicker.solitaire import BACK, TURN, Game, Klondike, Move
from kicker.solitaire.dat import RULES, read_dat, read_save, write_dat
from kicker.solitaire.solve import solve
from kicker.ui.common.klondike_files import path_to_read, path_to_write, read_game, write_game
from tests.conftest import OWN_DATA
from tests.klondike_games import random_move, texts

pytestmark = pytest.mark.req("R004-11")
OLDER = OWN_DATA / "saves" / "older-klondike.dat"
"""The file that the older program wrote after these moves in deal 3."""
OLDER_MOVES = (
    "1 H, 2 D, turn, 2 5 1, turn, turn, back, turn, back, turn, turn, 0 7, 3 7 1, turn, 0 7, 5 7 2, 3 5 1, 6 3 1, 6 D, "
    "5 D, 6 S, turn, 6 2 1, 7 5 1, 0 6, 5 7 1, 0 6, turn, 2 1 1, 7 5 1, 0 2, 5 7 1, 6 2 3, 0 C, 7 5 1, 6 5 1, H 5, "
    "5 H, 5 S, S 5, 5 7 2, 1 6 1, 7 S, D 5, 2 1 4"
)


class OlderGame:
    """The slow twin: the piles of the older game as lists, moves without rules, and its file line by line."""

    def __init__(self, deck: tuple[Card, ...]) -> None:
        self.piles: list[list[Card]] = [[] for _ in range(12)]
        self.covered: list[list[Card]] = [[] for _ in range(12)]
        cards = iter(deck)
        for row in range(7):
            self.piles[row + 1].append(next(cards))
            for column in range(row + 1, 7):
                self.covered[column + 1].append(next(cards))
        self.stock = deque(cards)
        self.undo: list[int] = []

    def move(self, move: Move) -> None:
        if not move.target:
            self.stock.rotate(-1 if move == TURN else 1)
            self.undo.append(ord("R" if move == TURN else "L"))
            return
        source, target = ("01234567SHDC".index(pile) for pile in move[:2])
        if source:
            going = self.piles[source][-move.count :]
            del self.piles[source][-move.count :]
        else:
            going = [self.stock.popleft()]
        self.piles[target] += going
        unpacked = not self.piles[source] and bool(self.covered[source])
        if unpacked:
            self.piles[source].append(self.covered[source].pop())
        self.undo += [source, target, move.count, int(unpacked)]

    def text(self) -> str:
        def number(card: Card) -> int:
            return 13 * "shdc".index(card.suit) + "A23456789TJQK".index(str(card)[0])

        lines = [[*self.stock][:1] + [*self.stock][:0:-1]]
        for column in range(1, 8):
            lines += [self.covered[column][::-1], self.piles[column]]
        text = "".join("".join(f"{number(card)} " for card in line) + "\n" for line in lines)
        for suit in range(4):
            home = self.piles[8 + suit]
            text += f"{number(home[-1]) if home else -1 - suit}\n"
        return text + "".join(f"{number} " for number in reversed(self.undo))


def played(number: int, most: int = 150) -> Game:
    game, dice = Game(RULES, number), random.Random(number)
    for _ in range(dice.randrange(most)):
        if game.moves and dice.random() < 0.1:
            game.undo()
        elif game.position.moves:
            game.play(random_move(game.position, dice))
    return game


# --- both programs read each other's files ---------------------------------------------------------------------------


def test_a_file_that_the_older_program_wrote() -> None:
    game = read_save(OLDER.read_text())
    assert (game.rules, game.deck) == (RULES, RULES.deck(3))
    assert ", ".join(texts(game.moves)) == OLDER_MOVES
    assert (game.number, game.undone, game.seconds) == (None, (), 0.0)
    assert write_dat(game).partition("\nkicker ")[0] == OLDER.read_text()
    while game.moves:
        game.undo()  # as far as the older game would
    assert game.position == RULES.start(3)


@pytest.mark.parametrize("number", range(1, 31))
def test_what_is_written_is_what_the_older_program_writes(number: int) -> None:
    game = played(number)
    older = OlderGame(game.deck)
    for move in game.moves:
        older.move(move)
    written = write_dat(game)
    assert written.partition("\nkicker ")[0] == older.text()
    for text in (older.text(), older.text().replace("\n", "\r\n"), written):
        again = read_dat(text)
        assert (again.position, again.moves, again.deck) == (game.position, game.moves, game.deck)


def test_nothing_is_lost_on_the_way_through_a_file() -> None:
    game = played(5)
    game.play("turn")
    game.undo()
    game.seconds = 61.5
    again = read_dat(write_dat(game))
    assert again.save() == game.save()
    assert again.undone == (TURN,)


def test_a_turn_of_a_stock_with_one_card_is_no_move() -> None:
    line = solve(RULES.start(3)).moves
    game = Game(RULES, 3)
    for move in line:
        if len(game.position.stock.cards) == 1:
            break
        game.play(move)
    older = OlderGame(game.deck)
    for move in (*game.moves, TURN, BACK):  # the older game notes them, though nothing happens
        older.move(move)
    assert older.text().split("\n")[-1].startswith("76 82 ")
    assert read_dat(older.text()).moves == game.moves


# --- files that are none ---------------------------------------------------------------------------------------------


NOT_GAMES = ["", "hello", "1 2 3", "\n" * 40, "7 " * 500, "-", "1e5", "9" * 5000, "0 1\n" * 30 + "x", "\x80\x04K\x01."]


@pytest.mark.parametrize("text", NOT_GAMES, ids=range(len(NOT_GAMES)))
def test_what_is_no_game_is_one_sentence(text: str) -> None:
    with pytest.raises(KickerError, match=r"^this is not a saved game of Klondike$"):
        read_save(text)


def damaged() -> dict[str, str]:
    text = OLDER.read_text()
    lines = text.split("\n")
    return {
        "a card twice": "\n".join(["12" + lines[0][2:], *lines[1:]]),
        "a card that is none": "\n".join(["99" + lines[0][2:], *lines[1:]]),
        "a negative card": "\n".join(["-3" + lines[0][2:], *lines[1:]]),
        "a foundation of another suit": "\n".join([*lines[:15], "14", *lines[16:]]),
        "no undo list": "\n".join([*lines[:19], ""]),
        "a part of the undo list": "\n".join([*lines[:19], " ".join(lines[19].split()[4:])]),
        "an undo list that is none": "\n".join([*lines[:19], "5 5 5 5 " + lines[19]]),
        "half a move": "\n".join([*lines[:19], lines[19] + "0 1"]),
        "a move to the stock": "\n".join([*lines[:19], "0 1 0 1 " + lines[19]]),
        "a move of too many cards": "\n".join([*lines[:19], "0 9 1 2 " + lines[19]]),
        "a move from an empty foundation": "\n".join([*lines[:19], "0 1 8 1 " * 9 + lines[19]]),
        "kicker's line": f"{text}\nkicker nonsense",
        "kicker's line without a field": f'{text}\nkicker {{"number": 3}}',
        "another deal's number": f'{text}\nkicker {{"number": 4, "undone": [], "seconds": 0}}',
        "an impossible move to redo": f'{text}\nkicker {{"number": 3, "undone": ["7 H"], "seconds": 0}}',
    }


@pytest.mark.parametrize("what", damaged())
def test_a_damaged_file_is_one_sentence(what: str) -> None:
    with pytest.raises(KickerError, match=r"^the saved game is damaged: ") as caught:
        read_save(damaged()[what])
    assert "\n" not in str(caught.value)
    assert str(caught.value).count("the saved game is damaged") == 1


def test_any_bytes_changed_are_a_game_or_a_sentence() -> None:
    text, dice = OLDER.read_text(), random.Random(1)
    for _ in range(300):
        letters = [*text]
        for _ in range(dice.randint(1, 3)):
            letters[dice.randrange(len(letters))] = dice.choice("0123456789 -\n")
        try:
            game = read_save("".join(letters))
        except KickerError:
            continue
        assert game.position == read_save(write_dat(game)).position


def test_a_stock_that_turns_one_way_has_no_such_file() -> None:
    with pytest.raises(KickerError, match=r"^a \.dat file holds only a game whose stock turns both ways; use \.json"):
        write_dat(Game(Klondike(), 1))


# --- names -----------------------------------------------------------------------------------------------------------


def test_a_name_without_a_dot_is_the_older_games(tmp_path: Path) -> None:
    assert [path_to_write(name, RULES).name for name in ("mine", "mine.json", "mine.dat", "my.game", "..")] == [
        "mine.dat", "mine.json", "mine.dat", "my.game", "..",
    ]  # fmt: skip
    assert path_to_write("mine", Klondike(draw=3)).name == "mine.json"
    name = str(tmp_path / "mine")
    assert path_to_read(name).name == "mine.dat"  # neither is there: the name that was meant first
    for ending, rules in ((".json", Klondike()), (".dat", RULES)):
        path = tmp_path / f"mine{ending}"
        write_game(path, Game(rules, 4))
        assert path_to_read(name) == path
        assert read_game(path).rules == rules
        path.unlink()
    for ending in (".json", ".dat"):
        (tmp_path / f"mine{ending}").touch()
    with pytest.raises(FileError, match=r"there are both '.*mine\.dat' and '.*mine\.json'; give the name with its"):
        path_to_read(name)


def test_a_file_is_read_by_what_is_in_it_and_not_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(OLDER.read_text())
    assert read_game(path).moves == read_dat(OLDER.read_text()).moves
    path.write_bytes(b"\xff\xfe\0")
    with pytest.raises(KickerError, match=r"^cannot open '.*mine\.json': this is not a saved game of Klondike$"):
        read_game(path)
