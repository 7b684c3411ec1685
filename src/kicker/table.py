"""Where deals are played: `play_deal` is the whole loop, a `Table` plays many in a row and owns the current state.

>>> from kicker.games import holdem
>>> table = Table(holdem(blinds=(5, 10)), [1000, 1000, 1000], seed=7)
>>> table.deal()
>>> table.submit(0, "fold"), table.submit(1, "call"), table.state.options.describe()
(None, None, 'fold, check or raise to 20 up to 1000')

A table is synchronous and knows no clock but the one it is given. Persons act by `submit`, players by `advance`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random, SystemRandom
from typing import Any, NamedTuple

from kicker.cards import DECK, Card, count_of
from kicker.errors import IllegalAction, KickerError
from kicker.games import FOLD, Action, Event, Level, Rules, Setup, State, View, parse_action
from kicker.games.events import TABLE_KINDS
from kicker.players import Closes, Learns, Player
from kicker.players.specs import PlayerLike, PlayerSpec
from kicker.saves import read_save

Observer = Callable[[State, tuple[Event, ...]], None]
"""Is told of every new state of a deal and of what happened on the way to it."""

_SAVE_VERSION = 1


def play_deal(
    state: State, players: Mapping[int, Player] | Sequence[Player], observers: Iterable[Observer] = ()
) -> State:
    """Let the players act until the deal is over; returns its end. A player that errs is not forgiven: see `Table`."""
    while state.to_act is not None:
        state, events = state.apply(players[state.to_act].act(state.view(state.to_act)))
        for observer in observers:
            observer(state, events)
    return state


class Answer(NamedTuple):
    """What is done for a seat that was asked."""

    action: Action
    """Legal in any case: the player's own, or check else fold."""
    fault: str = ""
    """Why it is not the player's own."""
    forfeits: bool = False
    """The player made an illegal bet under rules by which that costs the match."""


def ask(
    player: Player, view: View, time_limit: float | None = None, clock: Callable[[], float] = time.monotonic
) -> Answer:
    """Let a player decide; an exception, an illegal action or one that is too late is replaced."""
    options = view.options
    began = clock() if time_limit is not None else 0.0
    try:
        action = player.act(view)
        if time_limit is not None and clock() - began > time_limit:
            return Answer(options.default, f"took longer than {time_limit:g} s")
        refusal = options.refusal(action) if isinstance(action, Action) else f"{action!r} is no action"
    except Exception as error:  # whatever a player does or answers, the game goes on
        return Answer(options.default, f"{type(error).__name__}: {error}")
    if refusal is None:
        return Answer(action)
    illegal_bet = isinstance(action, Action) and action.kind == "raise"
    return Answer(options.default, refusal, view.rules.forfeit and illegal_bet)


def teach(player: Learns, state: State, seat: int) -> str:
    """Show a player its view of a deal that is over; returns what went wrong, if anything."""
    try:
        player.learn(state.view(seat))
    except Exception as error:  # as above
        return f"{type(error).__name__}: {error}"
    return ""


def shuffled(seed: int | str, deal: int, cards: Sequence[Card] = DECK) -> list[Card]:
    """The deck of a deal: the same seed and number give the same order everywhere."""
    deck = list(cards)
    Random(f"{seed}/{deal}").shuffle(deck)
    return deck


class Schedule(NamedTuple):
    """How blinds and antes rise."""

    ante_step: int = 0
    """What the ante grows by from each deal to the next."""
    every: int = 0
    """How many deals a level lasts."""
    levels: tuple[tuple[tuple[int, ...], int], ...] = ()
    """Blinds and ante of each level; the last one stays."""

    def rules(self, base: Rules, deal: int) -> Rules:
        """The rules of a deal, counted from 1."""
        if self.levels:
            blinds, ante = self.levels[min((deal - 1) // max(1, self.every), len(self.levels) - 1)]
            smallest = max([*blinds, 0]) or base.min_bet
            big_bet = 2 * smallest if base.big_bet else 0
            return _with_ante(replace(base, blinds=blinds, min_bet=smallest, big_bet=big_bet), ante)
        if self.ante_step:
            usual = max([base.ante, *base.dead_antes])
            return _with_ante(base, usual + self.ante_step * (deal - 1))
        return base


def _with_ante(rules: Rules, ante: int) -> Rules:
    """The rules with another ante, paid by whoever paid it before: every seat, or one for the table."""
    if any(rules.dead_antes):
        return replace(rules, dead_antes=tuple(ante if dead else 0 for dead in rules.dead_antes))
    return replace(rules, ante=ante)


class Table:
    """Seats, chips, the button and one deal at a time; the only thing that changes when a game is played.

    `players` act for their seats in `advance()`; seats without one wait for `submit`. A player is an object with
    `act(view)`, a class, or a text such as `sharp`, `program:COMMAND` or `python:MODULE:CLASS`. The button goes round,
    or stays with `fixed_button`. With the same seed the same decks come in the same order.
    """

    def __init__(
        self,
        rules: Rules,
        stacks: Sequence[int],
        *,
        players: Mapping[int, PlayerLike] | None = None,
        names: Sequence[str] | None = None,
        seed: int | str | None = None,
        schedule: Schedule = Schedule(),  # noqa: B008 (it cannot change)
        button: int = 0,
        fixed_button: bool = False,
        observers: Iterable[Observer] = (),
        time_limit: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        rules.check_seats(len(stacks))
        self.rules = rules
        self.schedule = schedule
        self.players: dict[int, Player] = {}
        self.names = list(names) if names is not None else [f"Player{seat + 1}" for seat in range(len(stacks))]
        if len(self.names) != len(stacks):
            raise KickerError(f"{count_of(len(self.names), 'name')} for {count_of(len(stacks), 'seat')}", "seats")
        for stack in stacks:
            if type(stack) is not int or stack < 0:
                raise KickerError(f"{stack!r} is no stack: whole numbers of chips from zero on are", "chips")
        if type(button) is not int or not 0 <= button < len(stacks):
            raise KickerError(f"seat {button} cannot have the button: there are {len(stacks)}, from 0 on", "seats")
        self.seed = SystemRandom().getrandbits(128) if seed is None else seed
        self.observers = list(observers)
        self.time_limit = time_limit
        self.clock = clock
        self.fixed_button = fixed_button
        self.deals = 0
        """How many deals have begun."""
        self.defaults = [0] * len(stacks)
        """How often the table had to act for a seat."""
        self.sitting_out: set[int] = set()
        self.forfeited: set[int] = set()
        self.log: list[Event] = []
        """What happened in this deal and the one before."""
        self._stacks = list(stacks)
        self._start_button = button
        self._first = 0  # the version of log[0]
        self._deal_began = 0  # the version at which this deal began
        self._state: State | None = None
        self.seat_players(players or {})

    # --- what is ---

    @property
    def state(self) -> State:
        """The current deal, or the last one."""
        if self._state is None:
            raise KickerError("no deal has begun at this table", "state")
        return self._state

    @property
    def playing(self) -> bool:
        """True while a deal is going on."""
        return self._state is not None and not self._state.over

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips of each seat that are not in a pot."""
        return self._state.stacks if self.playing and self._state else tuple(self._stacks)

    @property
    def to_act(self) -> int | None:
        """The seat that has to decide, if any."""
        return self._state.to_act if self._state else None

    @property
    def next_rules(self) -> Rules:
        """The rules of the deal that comes next."""
        return self.schedule.rules(self.rules, self.deals + 1)

    @property
    def champion(self) -> int | None:
        """The one seat that can go on, once there is only one."""
        able = self._able(self.next_rules)
        return able[0] if len(able) == 1 and not self.playing else None

    @property
    def finished(self) -> bool:
        """True when no further deal is possible: at most one seat can pay for it."""
        return not self.playing and len(self._able(self.next_rules)) < 2

    def view(self, seat: int | None) -> View:
        """What a seat, or somebody who watches (None), may know of the current deal.

        Whoever has taken the seat since the deal began watches it.
        """
        return self.state.view(seat if self._changed_hands(seat) <= self._deal_began else None)

    @property
    def version(self) -> int:
        """How many events there have been."""
        return self._first + len(self.log)

    def events_since(self, version: int, seat: int | None) -> list[Event]:
        """The events from number `version` on as a seat may see them.

        Events before the last deal are not kept: then the list begins with the oldest one that is. What happened before
        somebody took the seat is told as to anybody who watches.
        """
        start, taken = max(version, self._first), self._changed_hands(seat)
        events = enumerate(self.log[start - self._first :], start)
        return [event.seen_by(seat if number >= taken else None) for number, event in events]

    def _changed_hands(self, seat: int | None) -> int:
        """The version at which a seat was last taken or left, as far as the log goes back; 0 if it was not."""
        for number, event in enumerate(reversed(self.log), 1):
            if event.seat == seat and event.kind in ("joined", "left"):
                return self.version - number + 1
        return 0

    # --- what can be done ---

    def seat_players(self, players: Mapping[int, PlayerLike]) -> None:
        """Let players act for these seats; who does not play these rules is refused, and then nobody sits down."""
        specs = {seat: PlayerSpec.of(player) for seat, player in players.items()}
        for seat, spec in specs.items():
            self._check_seat(seat)
            spec.check(self.rules, len(self.names))
        self.players |= {seat: spec.sit(f"seat {seat} of {self.seed}") for seat, spec in specs.items()}

    def close(self) -> None:
        """End what players hold open: some are programs."""
        for player in self.players.values():
            if isinstance(player, Closes):
                player.close()

    def deal(self, deck: str | Iterable[Card] | None = None) -> None:
        """Begin the next deal, with this deck or a shuffled one."""
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over: seat {self.to_act} is to act", "state")
        rules = self.next_rules
        able = self._able(rules)
        if len(able) < 2:
            raise KickerError("the game is over: fewer than two seats can pay for another deal", "state")
        present = [seat for seat in able if seat not in self.sitting_out]
        if len(present) < 2:
            raise KickerError("a deal needs two seats, and all but one sit out", "state")
        button = self._next_button(present)
        out = [seat for seat in range(len(self._stacks)) if seat not in present]
        cards = shuffled(self.seed, self.deals + 1, rules.game.deck) if deck is None else deck
        state, events = rules.start(cards, self._stacks, button, out)
        # From here on nothing can fail.
        self.deals += 1
        kept = self.log[self._deal_began - self._first :]
        self._first += len(self.log) - len(kept)
        self.log = kept
        self._deal_began = self.version
        if self._state is not None and self._state.rules != rules:
            events = (Event("level", level=Level(rules.blinds, max([rules.ante, *rules.dead_antes]))), *events)
        self._move(state, events)

    def submit(self, seat: int, action: Action | str) -> None:
        """Act for a seat; an action that is illegal or out of turn raises `IllegalAction` and changes nothing."""
        decision = parse_action(action) if isinstance(action, str) else action
        self._move(*self.state.act(seat, decision))

    def advance(self) -> None:
        """Let players act, and stand in for seats that sit out, until a person must decide or the deal is over."""
        while self.step():
            pass

    def step(self) -> bool:
        """Let one player act, or stand in for one seat; False if a person must decide or the deal is over."""
        seat = self.to_act
        if seat is not None and (seat in self.sitting_out or seat in self.forfeited):
            self.stand_in(seat, "sits out")
        elif seat is not None and seat in self.players:
            self._let_act(seat, self.players[seat])
        else:
            return False
        return True

    def play(self, deals: int | None = None) -> None:
        """Play a number of deals, or until one seat is left; every seat must have a player."""
        last = None if deals is None else self.deals + deals
        while not self.finished and (last is None or self.deals < last):
            if not self.playing:
                self.deal()
            self.advance()
            if self.playing:
                raise KickerError(f"seat {self.to_act} has no player to act for it", "state")

    def stand_in(self, seat: int, reason: str) -> None:
        """Do for a seat what costs it least attention: check, else fold. A server calls this when time is up."""
        if seat != self.to_act:
            raise IllegalAction(f"seat {seat} is not to act", "turn")
        self.defaults[seat] += 1
        # The reason may quote the seat's cards, so nobody else sees it.
        self._tell((Event("default", seat, only=seat, reason=reason),))
        options = self.state.options
        out = seat in self.forfeited and options.phase == "betting"
        self._move(*self.state.apply(FOLD if out else options.default))

    def sit_out(self, seat: int) -> None:
        """Deal the seat out from the next deal on, and check or fold for it in this one."""
        self._check_seat(seat)
        if seat not in self.sitting_out:
            self.sitting_out.add(seat)
            self._tell((Event("sit out", seat),))

    def sit_in(self, seat: int) -> None:
        """Deal the seat in again from the next deal on."""
        self._check_seat(seat)
        if seat in self.sitting_out:
            self.sitting_out.remove(seat)
            self._tell((Event("sit in", seat),))

    def join(self, seat: int, name: str, chips: int) -> None:
        """Let somebody take a seat that has no chips, between two deals."""
        self._check_seat(seat)
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over: seats are taken between deals", "state")
        if self._stacks[seat]:
            raise KickerError(f"seat {seat} is taken: {self.names[seat]} has {self._stacks[seat]} chips there", "seats")
        if type(chips) is not int or chips < 1:
            raise KickerError(f"{chips!r} is no stack: whole numbers of chips from one on are", "chips")
        self.names[seat], self._stacks[seat] = name, chips
        self._vacate(seat)
        self._tell((Event("joined", seat, amount=chips, stack=chips, name=name),))

    def leave(self, seat: int) -> int:
        """Take a seat's chips off the table, between two deals; returns how many they were."""
        self._check_seat(seat)
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over: seats are left between deals", "state")
        chips, self._stacks[seat] = self._stacks[seat], 0
        self._vacate(seat)
        self._tell((Event("left", seat, amount=chips),))
        return chips

    # --- inside ---

    def _vacate(self, seat: int) -> None:
        """Forget what was of whoever sat there."""
        self.sitting_out.discard(seat)
        self.forfeited.discard(seat)
        self.players.pop(seat, None)

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self._stacks):
            raise KickerError(f"there is no seat {seat}: there are {len(self._stacks)}, from 0 on", "seats")

    def _able(self, rules: Rules) -> list[int]:
        """The seats that can pay for a deal."""
        stacks = enumerate(self._stacks)
        return [seat for seat, stack in stacks if stack >= rules.least_stack and seat not in self.forfeited]

    def _next_button(self, present: list[int]) -> int:
        count = len(self._stacks)
        if self.fixed_button:
            back = [(self._start_button - place) % count for place in range(count)]
            return next(seat for seat in back if seat in present)
        first = self._start_button if self._state is None else self._state.setup.button + 1
        if self._state is not None and len(present) == 2 < len(self._state.setup.order):
            # Heads-up begins so that nobody has the big blind twice in a row.
            big_blind = self._state.setup.order[1]
            if self._state.rules.blinds and big_blind in present:
                return big_blind
        return next(seat % count for seat in range(first, first + count) if seat % count in present)

    def _let_act(self, seat: int, player: Player) -> None:
        """Ask a player, and stand in for it if it errs."""
        answer = ask(player, self.state.view(seat), self.time_limit, self.clock)
        if not answer.fault:
            self._move(*self.state.apply(answer.action))
            return
        if answer.forfeits:
            self.forfeited.add(seat)
            self._tell((Event("forfeit", seat, only=seat, reason=answer.fault),))
        self.stand_in(seat, answer.fault)

    def _move(self, state: State, events: tuple[Event, ...]) -> None:
        self._state = state
        if state.over:
            before = self._able(state.rules)
            self._stacks = list(state.stacks)
            self._tell(events)
            self._let_learn(state)
            able = self._able(self.next_rules)
            ends = [Event("bust", seat, stack=self._stacks[seat]) for seat in before if seat not in able]
            if len(able) == 1 and state.rules.betting != "none":
                ends.append(Event("champion", able[0], stack=self._stacks[able[0]]))
            self._tell(tuple(ends))
        else:
            self._tell(events)

    def _let_learn(self, state: State) -> None:
        for seat in state.setup.order:
            player = self.players.get(seat)
            if isinstance(player, Learns) and (fault := teach(player, state, seat)):
                self.defaults[seat] += 1
                self._tell((Event("default", seat, only=seat, reason=fault),))

    def _tell(self, events: tuple[Event, ...]) -> None:
        self.log += events
        if self._state is not None and events:
            for observer in self.observers:
                observer(self._state, events)

    # --- saving ---

    def save(self) -> str:
        """The table as JSON, also in the middle of a deal. It holds the deck: it is not for players to see."""
        state = self._state
        return json.dumps(
            {
                "kicker_table": _SAVE_VERSION,
                "rules": self.rules.as_dict(),
                "schedule": self.schedule._asdict(),
                "seed": self.seed,
                "deals": self.deals,
                "names": self.names,
                "stacks": self._stacks,
                "sitting_out": sorted(self.sitting_out),
                "forfeited": sorted(self.forfeited),
                "defaults": self.defaults,
                "start_button": self._start_button,
                "fixed_button": self.fixed_button,
                "first": self._deal_began,
                "log": [event.as_dict() for event in self.log[self._deal_began - self._first :]],
                "deal": state and {**state.setup.as_dict(), "actions": [str(action) for action in state.actions]},
            },
            indent=1,
        )  # fmt: skip

    @classmethod
    def load(
        cls,
        text: str,
        *,
        players: Mapping[int, PlayerLike] | None = None,
        observers: Iterable[Observer] = (),
        time_limit: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> Table:
        """The table that `save` wrote; what was edited so that it cannot have been is refused."""
        saved = read_save(text, "table", "kicker_table", _SAVE_VERSION)
        try:
            table = _restore(cls, saved)
        except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
            raise KickerError(f"the saved table is damaged: {type(error).__name__} {error}", "save") from None
        except ValueError as error:  # a KickerError is one
            raise KickerError(f"the saved table is damaged: {error}", "save") from None
        table.seat_players(players or {})
        table.observers = list(observers)
        table.time_limit = time_limit
        table.clock = clock
        return table

    def _resume(self, first: int, log: list[Event], state: State | None) -> None:
        self._first = self._deal_began = first
        self.log = log
        self._state = state


def _restore(cls: type[Table], saved: dict[str, Any]) -> Table:
    """Build a table from what was saved, checking that it hangs together."""
    schedule, stacks = saved["schedule"], saved["stacks"]
    _check_numbers(saved, len(stacks))
    levels = tuple((tuple(blinds), ante) for blinds, ante in schedule["levels"])
    table = cls(
        Rules.from_dict(saved["rules"]),
        stacks,
        names=saved["names"],
        seed=saved["seed"],
        schedule=Schedule(schedule["ante_step"], schedule["every"], levels),
        button=saved["start_button"],
        fixed_button=bool(saved["fixed_button"]),
    )
    table.deals = saved["deals"]
    table.sitting_out = set(saved["sitting_out"])
    table.forfeited = set(saved["forfeited"])
    table.defaults = list(saved["defaults"])
    log = [Event.from_dict(fields) for fields in saved["log"]]
    state = _deal(saved["deal"]) if saved["deal"] else None
    if state is not None:
        log = _told_again(log, state)
        expected = list(state.stacks if state.over else state.setup.stacks)
        for event in log:  # seats are taken and left only after the deal
            if event.kind in ("joined", "left") and event.seat is not None:
                expected[event.seat] = event.stack
        if stacks != expected:
            raise KickerError(f"its seats have {stacks} chips, its deal says {expected}", "save")
    table._resume(saved["first"], log, state)
    return table


def _told_again(log: list[Event], state: State) -> list[Event]:
    """The log with the events of the deal as the deal itself tells them; it must be the same deal."""
    history = iter(state.history)
    again = []
    for event in log:
        told = event if event.kind in TABLE_KINDS else next(history, None)
        # Older saves did not keep what a shown hand is worth.
        if told is None or told not in (event, event._replace(strength=told.strength)):
            raise KickerError("its log does not say what its actions do", "save")
        again.append(told)
    if next(history, None) is not None:
        raise KickerError("its log does not say what its actions do", "save")
    return again


def _check_numbers(saved: dict[str, Any], seats: int) -> None:
    """Refuse what is no number where one belongs."""
    counts = [saved["deals"], saved["first"], saved["schedule"]["every"], saved["schedule"]["ante_step"]]
    for number in [*counts, *saved["defaults"]]:
        if type(number) is not int or number < 0:
            raise KickerError(f"{number!r} is no count", "save")
    for blinds, ante in saved["schedule"]["levels"]:
        if not all(type(amount) is int and amount >= 0 for amount in [*blinds, ante]):
            raise KickerError(f"its schedule has a level of {blinds} and {ante}", "save")
    if len(saved["defaults"]) != seats:
        raise KickerError(f"it counts for {len(saved['defaults'])} seats of {seats}", "save")
    if (saved["deals"] == 0) != (saved["deal"] is None):
        raise KickerError(f"it has {saved['deals']} deals, and the last of them does not fit that", "save")
    for seat in [*saved["sitting_out"], *saved["forfeited"]]:
        if type(seat) is not int or not 0 <= seat < seats:
            raise KickerError(f"it has no seat {seat!r}", "save")
    if type(saved["seed"]) not in (int, str) or not all(type(name) is str for name in saved["names"]):
        raise KickerError("its seed or its names are not what they should be", "save")


def _deal(saved: dict[str, Any]) -> State:
    return Setup.from_dict(saved).replay(map(parse_action, saved["actions"]))
