"""A match between players, and how one session of it is played; `workers.py` plays many at once.

>>> session = play_session(Match(["caller", "folder"], seed=7), number=0)
>>> session.hands, session.chips
(200, (4500, -4500))

To reduce luck, each deck is played once for every rotation of the players through the seats, so that each player gets
exactly the cards and positions of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, cast

from kicker import stopping
from kicker.cards import Card, unknown
from kicker.checks import flag, listed, of_type, seed_value, whole
from kicker.errors import KickerError
from kicker.games import MIXES, NAMED, Action, Rules, State, View, holdem, mixed
from kicker.match.luck import expected_payoffs
from kicker.match.style import Style
from kicker.players import Learns, Player
from kicker.players.specs import PlayerLike, PlayerSpec, close_player, fault_words
from kicker.table import Customs, Schedule, ask, play_deal, shuffled, teach
from kicker.table.customs import NO_CUSTOMS, Round, next_round

HOLDEM: Final = holdem(blinds=(50, 100))
"""The default game: no-limit hold'em."""

MIXED_BET: Final = 100
"""The small bet of mixed games."""
SESSION_HANDS: Final = 200
"""The default number of hands in a session, approximately."""
_MOST_PLAYERS = 100
NOTED: Final = 5
"""The number of faults per player that are kept in words."""
_DEEP = 100  # big blinds


def match_rules(name: str) -> Rules:
    """Return the rule set called `name` as matches play it; for a mixed game, the rules of its first game."""
    if name in MIXES:
        return mixed(name, MIXED_BET)[0]
    if name not in NAMED:
        raise KickerError(unknown("rule set", name, [*NAMED, *MIXES]), "rules")
    rules = NAMED[name]()
    if rules == holdem():
        return HOLDEM
    # Without betting there is nothing to win but antes.
    return rules if rules.big_blind else replace(rules, ante=100)


def match_schedule(name: str, seats: int) -> Schedule:
    """Return the schedule of a mixed game, each of its games for one round of the button; empty for a single game."""
    return Schedule(every=seats, games=mixed(name, MIXED_BET)) if name in MIXES else Schedule()


@dataclass(frozen=True, slots=True)
class Match:
    """A match: the players and the game. Stacks are the same at the start of every deal."""

    players: Sequence[PlayerLike] = field(hash=False)
    """The players, at least two: names of bots, `program:COMMAND`, `python:MODULE:CLASS`, classes, functions that make
    a player from a seed, or objects with `act(view)`, each session getting a copy."""
    seed: int | str = 0
    """The seed of the cards and of the bots' decisions."""
    rules: Rules = HOLDEM
    """The rules of the game."""
    stack: int = 0
    """The starting stack; by default 100 big blinds (or antes, if those are larger)."""
    session_hands: int = 0
    """The number of hands after which bots start afresh: a multiple of the number of players, because each deck is
    played once per seat. By default, the first multiple that is at least 200."""
    all_in_ev: bool = False
    """True to score all-in hands by equity instead of by the cards that came."""
    schedule: Schedule = Schedule()  # noqa: RUF009 (it cannot change)
    """The games that take turns, deck by deck; stakes cannot rise in a match."""
    customs: Customs = NO_CUSTOMS
    """Straddles, bomb pots and several boards; other customs have no effect, because deals are independent."""
    specs: tuple[PlayerSpec, ...] = field(init=False, repr=False)
    """The players, checked."""

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "players", tuple(listed("players", self.players, _MOST_PLAYERS, "['sharp', 'cpu']")))
        if self.seats < 2:
            raise KickerError("a match needs at least two players", "bot")
        of_type("rules", self.rules, Rules)
        seed_value(self.seed)
        flag("all_in_ev", self.all_in_ev)
        whole("stack", self.stack, 0, code="chips")
        whole("session_hands", self.session_hands, 0, code="session")
        set_field(self, "specs", tuple(map(PlayerSpec.of, self.players)))
        if of_type("schedule", self.schedule, Schedule).rises:
            raise KickerError("stakes cannot rise in a match; use a schedule without levels", "rules")
        of_type("customs", self.customs, Customs).check()
        for rules in (self.rules, *self.schedule.games):
            for spec in self.specs:
                spec.check(rules, self.seats)
            rules.check_seats(self.seats)
        if not self.rules.big_blind:
            raise KickerError("there is nothing to win under these rules; give them an ante", "rules")
        if not self.session_hands:
            set_field(self, "session_hands", -(-SESSION_HANDS // self.seats) * self.seats)
        if self.session_hands % self.seats:
            raise KickerError(f"session_hands must be a multiple of {self.seats}, the number of players", "session")
        if not self.stack:
            set_field(self, "stack", _DEEP * max(self.rules.big_blind, self.rules.ante))
        if self.stack < self.rules.least_stack:
            raise KickerError(f"the stack of {self.stack} must cover the ante of {self.rules.ante}", "chips")

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.players)

    def rules_of(self, deck: int, button: int) -> Rules:
        """Return the rules for a deck, counted from 1, with the customs applied."""
        rules = self.customs.rules(self.schedule.rules(self.rules, deck), deck)
        everybody = range(self.seats)
        return next_round(rules, Round(), everybody, self.seats, button, customs=self.customs)[1]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(spec.label for spec in self.specs)

    @property
    def session_decks(self) -> int:
        """The number of decks in a session."""
        return self.session_hands // self.seats

    @property
    def usual_hands(self) -> int:
        """The default number of hands: a few seconds' worth for the slowest player."""
        return min(spec.match_hands for spec in self.specs)

    def sessions(self, hands: int) -> int:
        """Return the number of whole sessions that this many hands take."""
        return -(-whole("hands", hands, 0) // self.session_hands)


class Fault(NamedTuple):
    """An error that a player made."""

    session: int
    """The session, counted from 0."""
    deal: int
    """The deal, counted from 1 in each session."""
    player: int
    """The index of the player in `Match.players`."""
    name: str
    """The player's name."""
    reason: str
    """The reason, in words."""

    def describe(self) -> str:
        """Return the fault as one sentence."""
        return f"session {self.session + 1}, deal {self.deal}, {self.name}: {self.reason}"


class Session(NamedTuple):
    """The result of one session. Lists have an item for each player, in the order of `Match.players`."""

    number: int
    """The number of the session, counted from 0."""
    hands: int
    """The number of hands played."""
    chips: tuple[int, ...]
    """The chips each player won."""
    button_hands: tuple[int, ...]
    """The number of hands that each player had the button; equal once the session is finished."""
    button_chips: tuple[int, ...]
    """The chips that each player won in those hands."""
    decisions: tuple[int, ...]
    """The number of decisions of each player."""
    defaults: tuple[int, ...]
    """The number of decisions that failed, so that the table acted for the player."""
    unlearnt: tuple[int, ...]
    """The number of hands that each player failed to learn from."""
    faults: tuple[Fault, ...] = ()
    """The first faults of each player, in words."""
    records: str = ""
    """The deals in PHH, if requested."""
    style: Style | None = None
    """The betting statistics, if requested."""

    def __hash__(self) -> int:
        """Hash everything except the style, which is mutable."""
        return hash(self[:-1])


Listener = Callable[[Session], None]
"""A function called with the result so far of an unfinished session."""


def play_session(
    match: Match, number: int, records: bool = False, style: bool = False, tell: Listener | None = None
) -> Session:
    """Play one session and return its result, which depends only on the arguments if the players are deterministic.

    `tell` is called after each hand but the last.
    """
    with ExitStack() as stack:
        entrants = []
        for side, spec in enumerate(match.specs):
            player = spec.make(f"{match.seed}/{number}/{side}")
            stack.callback(close_player, player)
            entrants.append(_Entrant(player, spec.label))
        return _play_deals(match, number, entrants, records, Style() if style else None, tell)


class _Entrant:
    """A player in a session, with its counts. The entrant acts legally whatever the player does."""

    def __init__(self, player: Player, name: str) -> None:
        self.player = player
        # The class is checked, because checking an object takes Python 3.11 fifty times as long.
        self.learner = cast(Learns, player) if issubclass(type(player), Learns) else None
        self.name = name
        self.deal = 0
        self.chips = self.button_hands = self.button_chips = self.decisions = self.defaults = self.unlearnt = 0
        self.faults: list[tuple[int, str]] = []  # the first faults, with their deals

    def act(self, view: View) -> Action:
        stopping.check()
        self.decisions += 1
        action, fault, *_ = ask(self.player, view)
        if fault:
            self.defaults += 1
            self.note(fault)
        return action

    def end_deal(self, state: State, seat: int, won: int) -> None:
        if self.learner is not None and (error := teach(self.learner, state, seat)):
            self.unlearnt += 1
            self.note(fault_words(error))
        self.chips += won
        if seat == state.setup.button:
            self.button_hands += 1
            self.button_chips += won

    def note(self, fault: str) -> None:
        if len(self.faults) < NOTED:
            self.faults.append((self.deal, fault))


def _result(
    number: int, hands: int, entrants: list[_Entrant], records: str = "", style: Style | None = None
) -> Session:
    """Return the result of a session after some of its hands."""
    return Session(
        number,
        hands,
        tuple(entrant.chips for entrant in entrants),
        tuple(entrant.button_hands for entrant in entrants),
        tuple(entrant.button_chips for entrant in entrants),
        tuple(entrant.decisions for entrant in entrants),
        tuple(entrant.defaults for entrant in entrants),
        tuple(entrant.unlearnt for entrant in entrants),
        tuple(
            Fault(number, deal, player, entrant.name, reason)
            for player, entrant in enumerate(entrants)
            for deal, reason in entrant.faults
        ),
        records,
        style,
    )


End = tuple[State, list[str]]  # the last state of a deal, with the names by seat


def _play_deals(
    match: Match, number: int, entrants: list[_Entrant], records: bool, style: Style | None, tell: Listener | None
) -> Session:
    """Play every deck once for each rotation of the players through the seats."""
    first = number * match.session_decks + 1
    played: list[Rules] = []
    decks: list[list[Card]] = []
    stacks = [match.stack] * match.seats
    hands = 0
    ends: list[End] = []
    for turn in range(match.seats):
        seated = entrants[turn:] + entrants[:turn]
        for index in range(match.session_decks):
            for entrant in entrants:
                entrant.deal += 1
            button = index % match.seats
            if not turn:
                played.append(match.rules_of(first + index, button))
                decks.append(shuffled(match.seed, first + index, played[index].game.deck))
            start, _ = played[index].start(decks[index], stacks, button)
            state = play_deal(start, seated)
            for seat, won in enumerate(_payoffs(match, state)):
                seated[seat].end_deal(state, seat, won)
            if style is not None:
                style.add(state)
            hands += 1
            if records:
                ends.append((state, [entrant.name for entrant in seated]))
            if tell is not None and hands < match.session_hands:
                tell(_result(number, hands, entrants))
    return _result(number, hands, entrants, _recorded(ends, number * match.session_hands + 1), style)


def _payoffs(match: Match, state: State) -> Sequence[int]:
    """Return the chips that each seat is credited with. Deals are independent, so a pot that nobody opened is
    returned."""
    if state.carried:
        return [0] * match.seats
    return expected_payoffs(state) if match.all_in_ev else state.payoffs


def _recorded(ends: list[End], first: int) -> str:
    """Return the deals as a PHH file, numbered from `first`."""
    if not ends:
        return ""
    from kicker.records import Record, format_phhs

    return format_phhs(
        Record.from_state(state, names=names, hand=hand) for hand, (state, names) in enumerate(ends, first)
    )
