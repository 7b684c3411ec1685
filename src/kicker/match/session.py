"""What a match is, and how one session of it is played. Not here: many sessions at once (`workers.py`).

>>> session = play_session(Match("caller", "folder", seed=7), number=0)
>>> session.hands, session.chips > 0
(200, True)

Luck is taken out as far as it can be: each deck is played twice, with the bots in each other's seats, so that each gets
exactly the cards and the positions of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from kicker import stopping
from kicker.cards import Card, count_of, shorten
from kicker.errors import KickerError
from kicker.games import NAMED, Rules, State, holdem
from kicker.players import Player, check_player, make_player
from kicker.table import ask, shuffled, teach

HOLDEM: Final = holdem(blinds=(50, 100))
"""What is played unless told otherwise: no-limit hold'em."""

SEATS: Final = 2
_DEEP = 100  # big blinds
_NOTED = 5  # faults that a session tells in words


def match_rules(name: str) -> Rules:
    """The rules of that name as matches play them."""
    if name not in NAMED:
        raise KickerError(f"{shorten(name)} is no rule set: there are {', '.join(NAMED)}", "rules")
    rules = NAMED[name]()
    if rules == holdem():
        return HOLDEM
    # Where nothing is bet there would be nothing to win: such a game is played for its antes.
    return replace(rules, ante=100) if rules.betting == "none" else rules


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays whom, and what. Stacks are the same at the beginning of every deal."""

    first: str
    second: str
    """Names of bots, or `program:COMMAND`."""
    seed: int | str = 0
    """With the same seed the same cards come, and bots decide alike."""
    rules: Rules = HOLDEM
    stack: int = 0
    """100 big blinds (or antes, if those are higher) unless given."""
    session_hands: int = 200
    """How many hands the same two bots play before fresh ones sit down; even, because decks are played twice."""

    def __post_init__(self) -> None:
        for name in self.players:
            check_player(name, self.rules, SEATS)
        self.rules.check_seats(SEATS)
        if self.session_hands < 2 or self.session_hands % 2:
            message = f"a session of {count_of(self.session_hands, 'hand')} cannot be: each deck is played twice, so"
            raise KickerError(f"{message} it is an even number from 2 on", "session")
        if not self.stack:
            object.__setattr__(self, "stack", _DEEP * max(self.unit, self.rules.ante))
        if self.stack < self.rules.least_stack:
            raise KickerError(f"a stack of {self.stack} cannot pay the ante of {self.rules.ante}", "chips")

    @property
    def players(self) -> tuple[str, str]:
        """Both names."""
        return self.first, self.second

    @property
    def unit(self) -> int:
        """The chips of a big blind: the largest blind, else the smallest bet, else the ante."""
        return max([*self.rules.blinds, 0]) or self.rules.min_bet or self.rules.ante

    @property
    def session_decks(self) -> int:
        """How many decks a session takes."""
        return self.session_hands // 2

    def sessions(self, hands: int) -> int:
        """How many whole sessions so many hands take."""
        return -(-hands // self.session_hands)


class Session(NamedTuple):
    """What one session came to. Chips are those of the first player; the second has the opposite."""

    number: int
    """Counted from 0."""
    hands: int
    chips: int
    button_chips: int
    """The part of them won with the button; it has the button in half of the hands."""
    defaults: tuple[int, int]
    """How often somebody had to act for each player."""
    faults: tuple[str, ...] = ()
    """The first of the reasons for that, in words."""
    records: str = ""
    """The deals in the PHH format, if they were asked for."""


def play_session(match: Match, number: int, records: bool = False) -> Session:
    """Play one session; a function of its arguments alone, as far as the players are such."""
    with ExitStack() as stack:
        players = []
        for side, name in enumerate(match.players):
            player = make_player(name, f"{match.seed}/{number}/{side}")
            stack.callback(getattr(player, "close", _nothing))
            players.append(player)
        return _Sitting(match, number, players).play(records)


def _nothing() -> None:
    pass


class _Sitting:
    """Two players during a session, and what is counted of it."""

    def __init__(self, match: Match, number: int, players: Sequence[Player]) -> None:
        self.match = match
        self.number = number
        self.players = players
        self.defaults = [0, 0]
        self.faults: list[str] = []
        self.deal = 0

    def play(self, records: bool) -> Session:
        chips = [0, 0]  # of the first player: without the button, with it
        ends: list[tuple[State, bool]] = []
        for state, swapped in self.deals():
            seat = int(swapped)  # of the first player
            chips[state.setup.button == seat] += state.payoffs[seat]
            if records:
                ends.append((state, swapped))
        return Session(
            self.number,
            self.match.session_hands,
            sum(chips),
            chips[True],
            (self.defaults[0], self.defaults[1]),
            tuple(self.faults),
            self.recorded(ends),
        )

    def deals(self) -> Iterator[tuple[State, bool]]:
        """Every deck once, then every deck again with the players in each other's seats."""
        match = self.match
        begin = self.number * match.session_decks + 1
        decks = [shuffled(match.seed, begin + index) for index in range(match.session_decks)]
        for swapped in (False, True):
            sides = (1, 0) if swapped else (0, 1)
            for index, deck in enumerate(decks):
                self.deal += 1
                yield self.play_deal(deck, index % 2, sides), swapped

    def play_deal(self, deck: list[Card], button: int, sides: tuple[int, int]) -> State:
        """One deal; `sides` says which player sits in each seat."""
        stack = self.match.stack
        state, _ = self.match.rules.start(deck, (stack, stack), button)
        while (seat := state.to_act) is not None:
            stopping.check()
            action, fault, _ = ask(self.players[sides[seat]], state.view(seat))
            if fault:
                self.note(sides[seat], fault)
            state, _ = state.apply(action)
        for seat, side in enumerate(sides):
            if fault := teach(self.players[side], state, seat):
                self.note(side, fault)
        return state

    def note(self, side: int, fault: str) -> None:
        self.defaults[side] += 1
        if len(self.faults) < _NOTED:
            name = self.match.players[side]
            self.faults.append(f"session {self.number + 1}, deal {self.deal}, {name}: {fault}")

    def recorded(self, ends: list[tuple[State, bool]]) -> str:
        if not ends:
            return ""
        from kicker.records import Record, format_phhs

        first, second = self.match.players
        return format_phhs(
            Record.from_state(state, names=(second, first) if swapped else (first, second), hand=number)
            for number, (state, swapped) in enumerate(ends, self.number * self.match.session_hands + 1)
        )
