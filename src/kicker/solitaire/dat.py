"""Save files of the older console game, `NAME.dat`: read and written so that both programs can continue them.

>>> game = Game(RULES, 3)
>>> position = game.play("1 H")
>>> print(write_dat(game).splitlines()[0].strip())
8 9 36 29 14 6 24 48 40 2 35 30 39 12 16 22 49 34 17 32 19 18 21 41
>>> read_dat(write_dat(game)).moves
(Move(source='1', target='H', count=1),)

A file is text: numbers on lines, a card being 13 times its suit (S H D C) plus its rank (the ace is 0).

    the stock: the card that is shown, then those that L would show one after the other
    for each column two lines: the covered cards from the top one down, the uncovered ones from the bottom one up
    for each foundation a line: its top card, or -1 - suit if it is empty
    the undo list, the last move first: 76 for L, 82 for R, and for other moves four numbers: whether a card was
    uncovered (0 or 1), how many cards were moved, the pile they went to and the pile they came from (0, 1 to 7, and
    8 to 11 for S H D C)

The older game reads numbers until there are no more. A last line, which it ignores, holds what only kicker knows: the
number of the deal, the undone moves, and the time.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kicker.cards import Card, shorten
from kicker.errors import KickerError
from kicker.solitaire.klondike import Klondike, Position
from kicker.solitaire.moves import BACK, COLUMNS, STOCK, TURN, Move
from kicker.solitaire.piles import SUIT_ORDER, card_of
from kicker.solitaire.saves import Game

RULES: Final = Klondike(both_ways=True)
"""The rules of the older game; its files cannot hold any others."""

_PILES: Final = (STOCK, *COLUMNS, *SUIT_ORDER)
_TURNS: Final = {ord("L"): BACK, ord("R"): TURN}
_NUMBERS: Final = re.compile(r"\s*(?:-?[0-9]{1,3}(?:\s+|$))*")
_OWN: Final = "kicker "
_OWN_FIELDS: Final = ("number", "undone", "seconds")


def read_save(text: str) -> Game:
    """Return the game of a save file, whether kicker's own or the older game's."""
    return Game.load(text) if text.lstrip()[:1] in ("{", "[") else read_dat(text)


# --- writing ---------------------------------------------------------------------------------------------------------


def write_dat(game: Game) -> str:
    """Return the game as a file of the older program, which knows only a stock that turns both ways; other rules raise
    `KickerError`."""
    if game.rules != RULES:
        raise KickerError("a .dat file holds only a game whose stock turns both ways; use .json for this game", "save")
    position = game.position
    lines = [_ring(position)]
    for column in position.columns:
        lines += [column.covered[::-1], column.uncovered]
    tops = [
        _number(home.top) if home.top is not None else -1 - suit for suit, home in enumerate(position.foundations)
    ]  # fmt: skip
    undo = [number for move in _with_positions(game) for number in move]
    own = {"number": game.number, "undone": [*map(str, game.undone)], "seconds": round(game.seconds, 1)}
    cards = "".join(f"{''.join(f'{_number(card)} ' for card in line)}\n" for line in lines)
    numbers = "".join(f"{top}\n" for top in tops) + "".join(f"{number} " for number in reversed(undo))
    return f"{cards}{numbers}\n{_OWN}{json.dumps(own)}\n"


def _with_positions(game: Game) -> Iterator[tuple[int, ...]]:
    """Yield the numbers that the older game records for each move, in order."""
    codes = {move: code for code, move in _TURNS.items()}
    position = game.rules.start(game.deck)
    for move in game.moves:
        if move.target:
            source, target = _PILES.index(move.source), _PILES.index(move.target)
            yield source, target, move.count, int(position.pile(move.source).turns_up(move.count))
        else:
            yield (codes[move],)
        position = position.apply(move)


def _ring(position: Position) -> tuple[Card, ...]:
    """Return the stock from the card that is shown backwards."""
    stock = position.stock
    return stock.cards[: stock.waste][::-1] + stock.cards[stock.waste :][::-1]


def _number(card: Card) -> int:
    return 13 * SUIT_ORDER.index(card.suit.upper()) + card.low_rank - 1


# --- reading ---------------------------------------------------------------------------------------------------------


def read_dat(text: str) -> Game:
    """Read a game that the older program or `write_dat` wrote; one that cannot have been played raises
    `KickerError`."""
    numbers, _, own = text.partition(_OWN)
    lines = numbers.replace("\r\n", "\n").split("\n")
    rows = [[*map(int, line.split())] for line in lines] if _NUMBERS.fullmatch(numbers) else []
    rest = [number for row in rows[15:] for number in row]
    if len(rest) < len(SUIT_ORDER):
        raise KickerError("this is not a saved game of Klondike", "save")
    try:
        fields = json.loads(_replayed(rows[:15], rest[:4], rest[4:]).save()) | _own_fields(own)
    except KickerError as error:
        raise KickerError(f"the saved game is damaged: {error}", "save") from None
    return Game.load(json.dumps(fields))


def _replayed(rows: Sequence[Sequence[int]], tops: Sequence[int], undo: Sequence[int]) -> Game:
    """Go back to the deal by the undo list, then play the moves forward again and check that the same cards result."""
    layout = _Layout.from_numbers(rows, tops)
    moves = layout.rewind(undo)
    game = Game(RULES, layout.deck())
    for move in moves:
        game.play(move)
    if _Layout.of(game.position) != _Layout.from_numbers(rows, tops):
        raise KickerError("its undo list does not lead to its position", "save")
    return game


def _own_fields(text: str) -> dict[str, object]:
    """Return the fields of kicker's own line, if the file has one."""
    try:
        own = json.loads(text) if text else {}
        return {name: own[name] for name in _OWN_FIELDS} if own else {}
    except (ValueError, TypeError, KeyError, RecursionError):
        raise KickerError(f"its line {shorten(_OWN + text)} cannot be read", "save") from None


class _Layout(NamedTuple):
    """All cards in lists that can be changed: going back through an undo list need not be legal play."""

    stock: deque[Card]
    """The card that is shown, and those that R would show one after the other."""
    covered: list[list[Card]]
    uncovered: list[list[Card]]
    heights: list[int]

    @classmethod
    def from_numbers(cls, rows: Sequence[Sequence[int]], tops: Sequence[int]) -> _Layout:
        """Return the layout that the lines of a file describe."""
        shown, *columns = [[_card(number) for number in row] for row in rows]
        heights = []
        for suit, top in enumerate(tops):
            if top != -1 - suit and not 13 * suit <= top < 13 * (suit + 1):
                raise KickerError(f"{top} cannot lie on foundation {SUIT_ORDER[suit]}", "save")
            heights.append(0 if top < 0 else top % 13 + 1)
        stock = deque(shown[:1] + shown[:0:-1])
        return cls(stock, [row[::-1] for row in columns[::2]], [*columns[1::2]], heights)

    @classmethod
    def of(cls, position: Position) -> _Layout:
        """Return the layout of a position."""
        columns = position.columns
        shown = _ring(position)
        return cls(
            deque(shown[:1] + shown[:0:-1]),
            [[*column.covered] for column in columns],
            [[*column.uncovered] for column in columns],
            [*position.heights],
        )

    def rewind(self, undo: Sequence[int]) -> list[Move]:
        """Go back to the deal; return the moves that lead from it to this layout again."""
        numbers, moves = iter(undo), list[Move]()
        for code in numbers:
            if code in _TURNS:
                if len(self.stock) > 1:  # the older game also records turns that changed nothing
                    self.stock.rotate(1 if _TURNS[code] == TURN else -1)
                    moves.append(_TURNS[code])
                continue
            count, target, source = (next(numbers, -1) for _ in range(3))
            if code not in (0, 1) or not 0 <= source < len(_PILES) or not 0 < target < len(_PILES) or count < 1:
                raise KickerError("its undo list holds no moves", "save")
            if code and 0 < source <= len(COLUMNS):
                self.covered[source - 1] += self.uncovered[source - 1][:1]
                del self.uncovered[source - 1][:1]
            self._put(source, self._take(target, count))
            moves.append(Move(_PILES[source], _PILES[target], count))
        return moves[::-1]

    def _take(self, pile: int, count: int) -> list[Card]:
        """Take cards off a column or a foundation."""
        if pile > len(COLUMNS):
            suit = pile - len(COLUMNS) - 1
            self.heights[suit] -= 1
            return [card_of(SUIT_ORDER[suit], self.heights[suit] + 1)] if self.heights[suit] >= 0 else []
        cards = self.uncovered[pile - 1][-count:]
        del self.uncovered[pile - 1][-count:]
        return cards

    def _put(self, pile: int, cards: list[Card]) -> None:
        """Put cards back on the pile that they came from."""
        if pile == 0:
            self.stock.extendleft(cards)
        elif pile <= len(COLUMNS):
            self.uncovered[pile - 1] += cards
        else:
            self.heights[pile - len(COLUMNS) - 1] += 1

    def deck(self) -> list[Card]:
        """Return the deck as it was dealt, if the layout is that of a fresh deal."""
        rows = [[*covered, *run] for covered, run in zip(self.covered, self.uncovered, strict=True)]
        if [*map(len, rows)] != [*range(1, 8)] or any(self.heights) or any(len(run) != 1 for run in self.uncovered):
            raise KickerError("its undo list does not lead back to a deal", "save")
        return [rows[column][row] for row in range(7) for column in range(row, 7)] + [*self.stock]


def _card(number: int) -> Card:
    if not 0 <= number < 52:
        raise KickerError(f"{number} is not a card; cards are numbered from 0 to 51", "save")
    return card_of(SUIT_ORDER[number // 13], number % 13 + 1)
