"""Reading the actions of a record: decisions, a deck, and who showed. The legality of actions is checked by the
replay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn

from kicker.cards import DECK, Card, count_of, shorten
from kicker.errors import RecordError
from kicker.games import BRING_IN, FOLD, Action, Game
from kicker.records.model import CHECK_OR_CALL, Money, RecordedAction
from kicker.records.stand_ins import Dealt, StandIns

MOST_DECIMALS: Final = 9

_make = tuple.__new__
"""Calling a NamedTuple runs a Python function; this makes the same value in half the time."""
_CARDS: Final[dict[str, Card | None]] = {str(card): card for card in DECK} | {"??": None}
_AMOUNT = re.compile(r"\d{1,15}(?:\.\d{1,9})?", re.ASCII)
_NOTATION = "'d dh p1 AsKd', 'd db 2c7dJh', 'p1 f', 'p1 cc', 'p1 cbr 40', 'p1 pb', 'p1 sd 2c', 'p1 sm AsKd' or 'p1 sm'"

Cards = tuple[Card | None, ...]


def _fail(message: str) -> NoReturn:
    raise RecordError(message, "action")


# Most lines of a file repeat: the same folds and calls, the same cards.
@lru_cache(maxsize=8192)
def parse_line(line: str) -> tuple[str, str, Money | Cards | None]:
    """Return the word, player and argument of a line without its comment; the word is empty for a comment alone."""
    match line.partition("#")[0].split():
        case [player, "f" | "cc" | "pb" as word]:
            return word, player, None
        case [player, "cbr", amount]:
            if not _AMOUNT.fullmatch(amount):
                _fail(f"{shorten(amount)} is not an amount; write up to 15 digits, like 40 or 0.75")
            return "cbr", player, Decimal(amount) if "." in amount else int(amount)
        case ["d", "dh", player, cards]:
            return "dh", player, _parse_cards(cards)
        case ["d", "db", cards]:
            return "db", "", _parse_cards(cards)
        case [player, "sd"]:
            return "sd", player, ()
        case [player, "sd", cards]:
            return "sd", player, _parse_cards(cards)
        case [player, "sm"]:
            return "sm", player, None
        case [player, "sm", "-"]:
            return "sm", player, ()
        case [player, "sm", cards]:
            return "sm", player, _parse_cards(cards)
        case []:
            return "", "", None
    _fail(f"not an action; write {_NOTATION}")


def _parse_cards(text: str) -> Cards:
    try:
        return tuple([_CARDS[text[place : place + 2]] for place in range(0, len(text), 2)])
    except KeyError as error:
        _fail(f"{shorten(error.args[0])} is not a card; write cards like As, Td or ??")


class ScriptLine(NamedTuple):
    """One action of a record."""

    number: int
    """Its number, counted from 1."""
    word: str
    """`dh`, `db`, `f`, `cc`, `cbr`, `pb`, `sd` or `sm`, as in the format."""
    seat: int
    """The seat; -1 for the board."""
    argument: Money | Cards | None
    """The cards, or the amount raised to."""


def parse_script(lines: object, seats: int) -> Iterator[ScriptLine]:
    """Parse the lines of a record."""
    if not isinstance(lines, list) or not set(map(type, lines)) <= {str}:
        raise RecordError(f"actions must be a list of texts, each like {_NOTATION}", "field")
    places = {f"p{seat + 1}": seat for seat in range(seats)} | {"": -1}
    for number, line in enumerate(lines, 1):
        try:
            word, player, argument = parse_line(line)
        except RecordError as error:
            raise at_action(str(error), number) from None
        if not word:
            continue
        seat = places.get(player)
        if seat is None:
            raise at_action(f"{shorten(player)} is not a player; write p1 to p{seats}", number)
        yield _make(ScriptLine, (number, word, seat, argument))


def at_action(why: str, number: int) -> RecordError:
    """Return the error for an action."""
    error = RecordError(why, "action")
    error.action = number
    return error


class Script:
    """Reads the actions of a record. A hand is a list of places in the deck, filled in as cards become known.

    So a card can become known when it is dealt, discarded or shown, and the deck is the same.
    """

    def __init__(
        self,
        lines: Iterable[ScriptLine],
        game: Game,
        labels: Sequence[str],
        runs: int = 1,
        *,
        reshuffle: bool = False,
        least_to_open: int = 0,
    ) -> None:
        seats = len(labels)
        self.labels = labels
        """The names of the players in messages."""
        self.game, self.reshuffle, self.least_to_open = game, reshuffle, least_to_open
        self.streets = [street for street in game.streets if street.down or street.up]
        """The streets on which seats get cards."""
        self.street = 0
        """The index of the current one."""
        hole = self.streets[0].down + self.streets[0].up if self.streets else 0
        dealt = seats * hole
        self.hands = [list(range(place, place + hole)) for place in range(0, dealt, hole)]
        self.board = list(range(dealt, dealt + game.board_cards))
        self.most_board = runs * game.board_cards or len(self.streets) - 1
        """The most cards on all boards; in stud, one common card for each later street."""
        self.deck: list[Card | None] = [None] * (dealt + len(self.board))
        self.open_places: dict[int, tuple[int, int]] = {}
        """Seat and street of the places that are face up."""
        self.openers: dict[int, int] = {}
        """The seat that acted first, by street."""
        self.folded: set[int] = set()
        self.note_open(range(seats))
        self.known_at: dict[Card, int] = {}
        """The index in the deck of each known card."""
        self.had = [list(hand) for hand in self.hands]
        """All places that a seat has had."""
        self.to_deal = [list(hand) for hand in self.hands]
        """Places that the record has not dealt yet."""
        self.board_count = 0
        self.moves: list[tuple[int, str, int, int]] = []
        """Seat, word, number and cards on the board, as in `RecordedAction`; details follow."""
        self.raises: dict[int, Money] = {}
        self.discarded: dict[int, list[int]] = {}
        """The places of the discarded cards, by line number."""
        self.showdown: dict[int, tuple[int, bool]] = {}
        self.shown_at: set[int] = set()
        """The places whose cards became known only when the hand was shown."""
        self.shown_early: set[int] = set()
        """Seats that showed known cards before the last card of the board."""
        for each in lines:
            try:
                self.read(each)
            except RecordError as error:
                raise at_action(str(error), each.number) from None

    def read(self, line: ScriptLine) -> None:
        """Process the next action."""
        number, word, seat, argument = line
        if word == "db":
            assert isinstance(argument, tuple)
            self.deal_board(argument)
        elif word == "dh":
            assert isinstance(argument, tuple)
            self.deal_hand(seat, argument)
        elif word == "sm":
            assert argument is None or isinstance(argument, tuple)
            self.show(seat, argument, number)
        else:
            if self.showdown:
                _fail("nobody can act after hands were shown")
            if word == "pb" and not self.game.brings_in:
                _fail(f"there is no bring-in in {self.game.title}")
            if word == "f":
                self.folded.add(seat)
            self.openers.setdefault(self.street, seat)
            if word == "sd":
                assert isinstance(argument, tuple)
                self.discarded[number] = self.discard(seat, argument)
            elif word == "cbr":
                assert isinstance(argument, int | Decimal)
                self.raises[number] = argument
            self.moves.append((seat, word, number, self.board_count))

    def tell(self, place: int, card: Card | None, where: str) -> None:
        """Put a known card into the deck."""
        if card is None:
            return
        if card in self.known_at and not self.is_dealt_again(place, self.known_at[card]):
            _fail(f"{card} is already elsewhere; {where} cannot have it")
        if self.deck[place] not in (None, card):
            _fail(f"{where} cannot have {card}, but has {self.deck[place]} in that place")
        self.known_at[card] = place
        self.deck[place] = card

    def is_dealt_again(self, place: int, before: int) -> bool:
        """Return True if the place comes after a reshuffle and its card was discarded or folded before."""
        held = [hand for seat, hand in enumerate(self.hands) if seat not in self.folded]
        return self.reshuffle and place >= len(self.game.deck) and not any(before in hand for hand in held)

    def note_open(self, seats: Iterable[int]) -> None:
        """Note which of the last places dealt to these seats are face up."""
        if self.streets and (up := self.streets[self.street].up):
            for seat in seats:
                self.open_places |= dict.fromkeys(self.hands[seat][-up:], (seat, self.street))

    def add_places(self, count: int) -> list[int]:
        """Add places to the end of the deck and return them."""
        dealt, most = len(self.deck) + count, len(self.game.deck)
        if dealt > most and not self.reshuffle:
            _fail(f"this would deal {dealt} cards; the deck has {most}")
        self.deck += [None] * count
        return list(range(dealt - count, dealt))

    def next_street(self) -> None:
        """Give each seat still in its places for the next street."""
        self.street += 1
        street = self.streets[self.street]
        seats = [seat for seat in range(len(self.labels)) if seat not in self.folded]
        for seat in seats:
            places = self.add_places(street.down + street.up)
            self.hands[seat] += places
            self.to_deal[seat] += places
            self.had[seat] += places
        self.note_open(seats)

    def deal_hand(self, seat: int, cards: Cards) -> None:
        """Deal cards to one seat, on a street or after a discard."""
        player = self.labels[seat]
        waiting = self.to_deal[seat]
        if not waiting and seat not in self.folded and self.street + 1 < len(self.streets):
            self.next_street()
        if len(cards) > len(waiting):
            _fail(f"{player} is dealt {count_of(len(cards), 'card')}, but should get {len(waiting)}")
        for card in cards:
            self.tell(waiting.pop(0), card, player)

    def deal_board(self, cards: Cards) -> None:
        """Deal board cards."""
        count, most = self.board_count + len(cards), self.most_board
        if count > len(self.board) and count <= most:  # another board, or a common card in stud
            self.street = min(self.street + 1, len(self.streets) - 1)
            self.board += self.add_places(count - len(self.board))
        if count > len(self.board):
            _fail(f"the board has {count} cards; at most {most} fit" if most else f"{self.game.title} has no board")
        for card in cards:
            self.tell(self.board[self.board_count], card, "the board")
            self.board_count += 1

    def find(self, hand: list[int], cards: Cards, player: str, verb: str) -> list[int]:
        """Return the places of these cards in a hand; unknown cards become known."""
        free = list(hand)
        found: dict[int, int] = {}
        for index, card in enumerate(cards):
            if card is not None and self.known_at.get(card) in free:
                found[index] = self.known_at[card]
                free.remove(found[index])
        # Cards that were seen elsewhere before must have come after the reshuffle: they take the last places. Other
        # known cards take the first places, and unknown cards what is left.
        missing = sorted(
            set(range(len(cards))) - found.keys(),
            key=lambda index: (cards[index] is None, cards[index] not in self.known_at),
        )
        for index in missing:
            card = cards[index]
            unknown = [place for place in free if self.deck[place] is None]
            place = (max if card in self.known_at else min)(unknown, default=None)
            if place is None and card is None and verb == "shows" and free:
                place = free[0]  # a known hand that is shown as unknown
            if place is None:
                known = [self.deck[place] for place in hand]
                holds = "".join("??" if other is None else str(other) for other in known)
                _fail(f"{player} {verb} {'??' if card is None else card}, but has {holds}")
            self.tell(place, card, player)
            free.remove(place)
            found[index] = place
        return [found[index] for index in range(len(cards))]

    def discard(self, seat: int, cards: Cards) -> list[int]:
        """Draw: add new places at the end of the deck. Return the places of the discarded cards."""
        player = self.labels[seat]
        if not self.game.exchanges:
            _fail(f"{self.game.title} has no draw")
        hand = self.hands[seat]
        places = self.find(hand, cards, player, "discards")
        for old, new in zip(places, self.add_places(len(cards)), strict=True):
            self.to_deal[seat].append(new)
            self.had[seat].append(new)
            hand[hand.index(old)] = new
        return places

    def show(self, seat: int, cards: Cards | None, number: int) -> None:
        """Show a hand (without cards: the known ones) or muck it. Records of all-ins repeat this on every street."""
        player = self.labels[seat]
        if not self.showdown.get(seat, (0, True))[1]:
            _fail(f"{player} has already mucked")
        if cards:
            if len(cards) != len(self.hands[seat]):
                _fail(f"{player} shows {count_of(len(cards), 'card')}, but has {len(self.hands[seat])}")
            self.shown_at |= {place for place in self.hands[seat] if self.deck[place] is None}
            self.find(self.hands[seat], cards, player, "shows")
        self.showdown[seat] = (number, cards is not None)
        early = self.board_count < len(self.board) or self.street + 1 < len(self.streets)
        if cards is not None and early and self.knows(self.hands[seat]):
            self.shown_early.add(seat)

    @property
    def face_up(self) -> bool:
        """True if everyone still in showed known cards before the last board card, which is known."""
        if not self.shown_early or not self.knows(self.board):
            return False
        stayed = set(range(len(self.labels))) - self.folded
        showed = {seat for seat, (_, shown) in self.showdown.items() if shown}
        return stayed == showed == self.shown_early and all(self.knows(self.hands[seat]) for seat in stayed)

    def knows(self, places: Iterable[int]) -> bool:
        """Return True if the cards at these places in the deck are known so far."""
        return None not in [self.deck[place] for place in places]

    def deal(self, need: int) -> Dealt:
        """Return a whole deck with stand-ins for unknown cards."""
        if self.reshuffle or len(self.streets) > 1:
            need = len(self.game.deck)  # the replay must reshuffle at the same card
        return StandIns(self).fill(need)

    def decisions(self, deck: tuple[Card, ...]) -> tuple[RecordedAction, ...]:
        """Return the decisions with real cards, after raises were converted to chips."""
        moves = []
        for seat, word, number, board in self.moves:
            if word == "f":
                action = FOLD
            elif word == "cc":
                action = CHECK_OR_CALL
            elif word == "pb":
                action = BRING_IN
            elif word == "cbr":
                action = _make(Action, ("raise", int(self.raises[number]), ()))
            else:
                action = Action("discard", 0, tuple([deck[place] for place in self.discarded[number]]))
            moves.append(_make(RecordedAction, (seat, action, number, board)))
        return tuple(moves)
