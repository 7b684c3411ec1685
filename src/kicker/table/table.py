"""A table: seats, chips, the button, the deal that is played, and the bots who play it.

A table is synchronous and knows no clock but the one it is given. Persons act by `submit`, players by `advance`.
"""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import SystemRandom
from typing import Any, Literal, get_args

from kicker.cards import Card, count_of, unknown
from kicker.checks import flag, listed, of_type, positive, seed_value, whole
from kicker.errors import IllegalAction, KickerError, PlayerWarning, quoted
from kicker.games import FOLD, Action, Event, Rules, State, View
from kicker.games.rules import check_stack
from kicker.games.state import action_of, decisions
from kicker.players import Learns, Player
from kicker.players.specs import PlayerLike, PlayerSpec, close_player, fault_words
from kicker.saves import read_fields
from kicker.table.asking import Decision, Observer, ask, memories_of, reasons_of, recall, relive, teach
from kicker.table.customs import Round, next_button, next_round
from kicker.table.saving import KEY, VERSION, Saved, read_saved, refusing_damage, told_again
from kicker.table.schedule import Schedule, shuffled

_MOST_SEATS = 100
_MOST_OBSERVERS = 1_000
OnError = Literal["warn", "raise", "log"]
"""What `Table.play` does with what a player does wrong, besides standing in for it."""


class Table:
    """Seats, chips, the button and one deal at a time; the only thing that changes when a game is played.

    `players` act for their seats in `advance()`; seats without one are those of persons and wait for `submit`. A player
    is an object with `act(view)`, a class, or a text such as `sharp`, `program:COMMAND` or `python:MODULE:CLASS`; those
    that are texts are saved with the table. The button goes round, or stays with `fixed_button`. With the same seed the
    same game is played.

    With `dead_button` the big blind moves on to the next seat, and the button and the small blind to where the blinds
    were, also if nobody sits there any more. With `missed_blinds` a seat that sat out when the big blind passed it
    posts both blinds when it comes back, the small one dead.

    Observers are told of every change when it is done; what one of them raises comes out of the method that made it.
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
        dead_button: bool = False,
        missed_blinds: bool = False,
        observers: Iterable[Observer] = (),
        time_limit: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        of_type("rules", rules, Rules)
        stacks = listed("stacks", stacks, _MOST_SEATS, "[200, 200]")
        self.rules = rules
        self.schedule = of_type("schedule", schedule, Schedule)
        for each in (rules, *self.schedule.games):
            each.check_seats(len(stacks))
        self.names = _names(names, len(stacks))
        for stack in stacks:
            check_stack(stack)
        if type(button) is not int or not 0 <= button < len(stacks):
            seat = quoted(button)
            raise KickerError(f"seat {seat} cannot have the button; seats go from 0 to {len(stacks) - 1}", "seats")
        self.fixed_button = flag("fixed_button", fixed_button)
        self.dead_button = flag("dead_button", dead_button)
        self.missed_blinds = flag("missed_blinds", missed_blinds)
        if seed is not None:
            seed_value(seed)
        if time_limit is not None:
            positive("time_limit", time_limit)
        self.seed = SystemRandom().getrandbits(128) if seed is None else seed
        self.observers = listed("observers", observers, _MOST_OBSERVERS, "[print]")
        self.time_limit = time_limit
        self.clock = clock
        self.deals = 0
        """How many deals have begun."""
        self.defaults = [0] * len(stacks)
        """How often the table had to act for a seat."""
        self.asked = [0] * len(stacks)
        """How often a seat's player was asked to decide, since this object was made."""
        self.failed = [0] * len(stacks)
        """How many of those decisions were none that could be taken."""
        self.sitting_out: set[int] = set()
        self.forfeited: set[int] = set()
        self.log: list[Event] = []
        """What happened in this deal and the one before."""
        self.decisions: list[Decision] = []
        """What players did in this deal, and why."""
        self.players: dict[int, Player] = {}
        self.specs: dict[int, PlayerSpec] = {}
        """What these players were made of."""
        self._stacks = list(stacks)
        self._start_button = button
        self._round = Round()  # who had the blinds
        self._straddles: dict[int, int] = {}  # of the next deal
        self._first = 0  # the version of log[0]
        self._deal_began = 0  # the version at which this deal began
        self._told = 0  # the version that observers know
        self._state: State | None = None
        self._on_error: OnError = "log"
        self._faults: list[str] = []
        self.seat_players({} if players is None else players)
        self._memories = self._memories_now()  # of when this deal began

    # --- what is ---

    @property
    def state(self) -> State:
        """The current deal, or the last one."""
        if self._state is None:
            raise KickerError("no deal has started at this table", "state")
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
    def carried(self) -> int:
        """The chips that stayed in the pot, because nobody could open the last deal."""
        return self._state.carried if self._state is not None else 0

    @property
    def champion(self) -> int | None:
        """The one seat that can go on, once there is only one."""
        able = self._able(self.next_rules)
        return able[0] if len(able) == 1 and not self.playing else None

    @property
    def finished(self) -> bool:
        """True when no further deal is possible: at most one seat can pay for it."""
        return not self.playing and len(self._able(self.next_rules)) < 2

    @property
    def persons(self) -> list[int]:
        """The seats without a player."""
        return [seat for seat in range(len(self.names)) if seat not in self.players]

    @property
    def person(self) -> int:
        """The one seat without a player, at a table where there is one."""
        if len(self.persons) != 1:
            raise KickerError(f"this needs exactly one person at the table, not {len(self.persons)}", "seats")
        return self.persons[0]

    @property
    def open_decisions(self) -> list[Decision]:
        """What players decided in a finished deal, and why; only for players whose cards lie open."""
        state = self.state
        return [decision for decision in self.decisions if state.over and state.is_shown(decision.seat)]

    def view(self, seat: int | None) -> View:
        """What a seat, or somebody who watches (None), may know of the current deal.

        Whoever has taken the seat since the deal began watches it.
        """
        if seat is not None:
            self._check_seat(seat)
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
        if seat is not None:
            self._check_seat(seat)
        start, taken = max(whole("version", version, 0), self._first), self._changed_hands(seat)
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
        if not isinstance(players, Mapping):
            raise KickerError(f"players must be a mapping like {{1: 'sharp'}}, not {quoted(players)}", "type")
        specs = {seat: PlayerSpec.of(player) for seat, player in players.items()}
        for seat, spec in specs.items():
            self._check_seat(seat)
            for rules in (self.rules, *self.schedule.games):
                spec.check(rules, len(self.names))
        self.specs |= specs
        self.players |= {seat: spec.sit(f"seat {seat} of {self.seed}") for seat, spec in specs.items()}

    def close(self) -> None:
        """End what players hold open: some are programs."""
        for player in self.players.values():
            close_player(player)

    def deal(self, deck: str | Iterable[Card] | None = None) -> None:
        """Begin the next deal, with this deck or a shuffled one."""
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over; seat {self.to_act} is to act", "state")
        rules = self.next_rules
        able = self._able(rules)
        if len(able) < 2:
            raise KickerError("the game is over; fewer than two seats can pay for another deal", "state")
        present = [seat for seat in able if seat not in self.sitting_out]
        if len(present) < 2:
            raise KickerError("a deal needs two seats; all but one are sitting out", "state")
        waiting = [seat for seat in able if seat in self.sitting_out] if self.missed_blinds else None
        button, rules, after = next_round(
            rules, self._round, present, len(self._stacks),
            next_button(self._state, present, len(self._stacks), self._start_button, fixed=self.fixed_button),
            dead=self.dead_button, missed=waiting, straddles=self._straddles,
        )  # fmt: skip
        out = [seat for seat in range(len(self._stacks)) if seat not in present]
        cards = shuffled(self.seed, self.deals + 1, rules.game.deck) if deck is None else deck
        state, events = rules.start(cards, self._stacks, button, out, self.carried)
        memories = self._memories_now()
        # From here on nothing can fail.
        self.deals += 1
        self._round, self._straddles = after, {}
        self._memories, self.decisions = memories, []
        kept = self.log[self._deal_began - self._first :]
        self._first += len(self.log) - len(kept)
        self.log = kept
        self._deal_began = self.version
        self._move(state, (*self.schedule.news(self.rules, self.deals), *events))
        self._tell_observers()

    def submit(self, seat: int, action: Action | str) -> None:
        """Act for a seat; an action that is illegal or out of turn raises `IllegalAction` and changes nothing."""
        self._move(*self.state.act(seat, action))
        self._tell_observers()

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

    def play(self, deals: int | None = None, *, on_error: OnError = "warn") -> None:
        """Play a number of deals, or until one seat is left; every seat must have a player.

        A player that raises an exception, answers something illegal or is late is stood in for, and a `PlayerWarning`
        says so. With `on_error="raise"` what it raised comes out, and it is still its turn; with `"log"` only the log
        tells of it.
        """
        if of_type("on_error", on_error, str) not in get_args(OnError):
            raise KickerError(unknown("on_error", on_error, get_args(OnError)), "state")
        last = None if deals is None else self.deals + whole("deals", deals, 0)
        self._on_error, before = on_error, self._on_error
        try:
            while not self.finished and (last is None or self.deals < last):
                if not self.playing:
                    self.deal()
                self.advance()
                self._warn()
                if self.playing:
                    raise KickerError(f"seat {self.to_act} has no player to act for it", "state")
        finally:
            self._on_error = before

    def stand_in(self, seat: int, reason: str) -> None:
        """Do for a seat what costs it least attention: check, else fold. A server calls this when time is up."""
        self._check_seat(seat)
        if seat != self.to_act:
            raise IllegalAction(f"seat {seat} is not to act", "turn")
        self.defaults[seat] += 1
        # The reason may quote the seat's cards, so nobody else sees it.
        self.log.append(Event("default", seat, only=seat, reason=reason))
        options = self.state.options
        out = seat in self.forfeited and options.phase == "betting"
        action = FOLD if out else options.default
        if seat in self.players:
            self.decisions.append(Decision(seat, action, None))
        self._move(*self.state.apply(action))
        self._tell_observers()

    def sit_out(self, seat: int) -> None:
        """Deal the seat out from the next deal on, and check or fold for it in this one."""
        self._check_seat(seat)
        if seat not in self.sitting_out:
            self.sitting_out.add(seat)
            self.log.append(Event("sit out", seat))
            self._tell_observers()

    def sit_in(self, seat: int) -> None:
        """Deal the seat in again from the next deal on."""
        self._check_seat(seat)
        if seat in self.sitting_out:
            self.sitting_out.remove(seat)
            self.log.append(Event("sit in", seat))
            self._tell_observers()

    def straddle(self, seat: int, amount: int | None = None) -> None:
        """Let a seat post a straddle in the next deal: a further blind, twice the big blind by default.

        It counts if the seat is dealt in and has no other blind then.
        """
        self._check_seat(seat)
        least = 2 * max(self.next_rules.blinds, default=0)
        if self.playing or not least:
            raise KickerError("a straddle is posted between deals, in a game with blinds", "state")
        self._straddles[seat] = least if amount is None else whole("a straddle", amount, least, code="chips")

    def top_up(self, seat: int, chips: int) -> None:
        """Let a seat buy chips between two deals, also one that has none left."""
        self._check_seat(seat)
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over: chips are bought between deals", "state")
        check_stack(chips, least=1)
        self._stacks[seat] += chips
        self.log.append(Event("bought", seat, amount=chips, stack=self._stacks[seat]))
        self._tell_observers()

    def join(self, seat: int, name: str, chips: int) -> None:
        """Let somebody take a seat that has no chips, between two deals."""
        self._check_seat(seat)
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over; take a seat between deals", "state")
        if self._stacks[seat]:
            raise KickerError(
                f"seat {seat} is taken by {self.names[seat]}, who has {self._stacks[seat]} chips", "seats"
            )
        check_stack(chips, least=1)
        self.names[seat], self._stacks[seat] = name, chips
        self._vacate(seat)
        self.log.append(Event("joined", seat, amount=chips, stack=chips, name=name))
        self._tell_observers()

    def leave(self, seat: int) -> int:
        """Take a seat's chips off the table, between two deals; returns how many they were."""
        self._check_seat(seat)
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over; leave a seat between deals", "state")
        chips, self._stacks[seat] = self._stacks[seat], 0
        self._vacate(seat)
        self.log.append(Event("left", seat, amount=chips))
        self._tell_observers()
        return chips

    # --- inside ---

    def _vacate(self, seat: int) -> None:
        """Forget what was of whoever sat there."""
        self.sitting_out.discard(seat)
        self.forfeited.discard(seat)
        self.players.pop(seat, None)
        self.specs.pop(seat, None)

    @property
    def _bots(self) -> dict[int, str]:
        """The players that are saved: those that a text says how to make."""
        return {seat: spec.given for seat, spec in self.specs.items() if isinstance(spec.given, str)}

    def _memories_now(self) -> dict[int, Any]:
        return memories_of({seat: self.players[seat] for seat in self._bots})

    def _check_seat(self, seat: int) -> None:
        if not isinstance(seat, int) or not 0 <= seat < len(self._stacks):
            raise KickerError(
                f"there is no seat {quoted(seat)}; seats are numbered from 0 to {len(self._stacks) - 1}", "seats"
            )

    def _able(self, rules: Rules) -> list[int]:
        """The seats that can pay for a deal."""
        stacks = enumerate(self._stacks)
        return [seat for seat, stack in stacks if stack >= rules.least_stack and seat not in self.forfeited]

    def _let_act(self, seat: int, player: Player) -> None:
        """Ask a player, and stand in for it if it errs."""
        answer = ask(player, self.state.view(seat), self.time_limit, self.clock)
        self.asked[seat] += 1
        if answer.error is not None:
            self.failed[seat] += 1
            self._report(seat, answer.error, answer.fault, "the table checks or folds for it")
            if answer.forfeits:
                self.forfeited.add(seat)
                self.log.append(Event("forfeit", seat, only=seat, reason=answer.fault))
            self.stand_in(seat, answer.fault)
            return
        self.decisions.append(Decision(seat, answer.action, reasons_of(player)))
        self._move(*self.state.apply(answer.action))
        self._tell_observers()

    def _report(self, seat: int, error: Exception, fault: str, then: str) -> None:
        """Note what a player did wrong for whoever called `play`, or raise it there."""
        if self._on_error == "raise":
            raise error
        if self._on_error == "warn":
            self._faults.append(f"seat {seat} ({self.specs[seat].label}): {fault}; {then}")

    def _warn(self) -> None:
        """Warn of what players did wrong; the warning names the line that called `play`."""
        faults, self._faults = self._faults, []
        for fault in faults:
            warnings.warn(PlayerWarning(fault), stacklevel=3)

    def _move(self, state: State, events: tuple[Event, ...]) -> None:
        self._state = state
        self.log += events
        if not state.over:
            return
        before = self._able(state.rules)
        self._stacks = list(state.stacks)
        failed = self._let_learn(state)
        able = self._able(self.next_rules)
        self.log += [Event("bust", seat, stack=self._stacks[seat]) for seat in before if seat not in able]
        if len(able) == 1 and state.rules.betting != "none":
            self.log.append(Event("champion", able[0], stack=self._stacks[able[0]]))
        for seat, error in failed.items():
            self._report(seat, error, fault_words(error), "it did not learn from this deal")

    def _let_learn(self, state: State) -> dict[int, Exception]:
        """Let players learn from a deal; returns what some raised instead."""
        failed: dict[int, Exception] = {}
        for seat in state.setup.order:
            player = self.players.get(seat)
            if isinstance(player, Learns) and (error := teach(player, state, seat)):
                failed[seat] = error
                self.defaults[seat] += 1
                self.log.append(Event("default", seat, only=seat, reason=fault_words(error)))
        return failed

    def _tell_observers(self) -> None:
        """Tell what is new, once the table is as it should be again."""
        events = tuple(self.log[self._told - self._first :])
        self._told = self.version
        if self._state is not None and events:
            for observer in self.observers:
                observer(self._state, events)

    # --- saving ---

    def as_dict(self) -> dict[str, Any]:
        """The table for JSON, also in the middle of a deal. It holds the deck: it is not for players to see.

        Players that were given as objects are not in it.
        """
        state = self._state
        memories = self._memories if self.playing else self._memories_now()
        return {
            KEY: VERSION,
            "rules": self.rules.as_dict(),
            "schedule": self.schedule.as_dict(),
            "seed": self.seed,
            "deals": self.deals,
            "names": list(self.names),
            "stacks": list(self._stacks),
            "sitting_out": sorted(self.sitting_out),
            "forfeited": sorted(self.forfeited),
            "defaults": list(self.defaults),
            "start_button": self._start_button,
            "fixed_button": self.fixed_button,
            "dead_button": self.dead_button,
            "missed_blinds": self.missed_blinds,
            "round": self._round.as_dict(),
            "straddles": sorted(self._straddles.items()),
            "first": self._deal_began,
            "log": [event.as_dict() for event in self.log[self._deal_began - self._first :]],
            "deal": state and state.as_dict(),
            "players": {str(seat): text for seat, text in self._bots.items()},
            "memories": {str(seat): memory for seat, memory in memories.items()},
            "decisions": [(seat, str(action), why) for seat, action, why in self.decisions],
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any], players: Mapping[int, PlayerLike] | None = None) -> Table:
        """The inverse of `as_dict`, with the players of before, or others; what cannot have been is refused.

        Bots remember what they did: it is as if nobody had been away.
        """
        read, others = read_saved(saved), players or {}
        fields = read.fields
        with refusing_damage():
            table = cls(
                read.rules,
                fields["stacks"],
                players={**read.specs, **others},
                names=fields["names"],
                seed=fields["seed"],
                schedule=read.schedule,
                button=fields["start_button"],
                fixed_button=bool(fields["fixed_button"]),
                dead_button=bool(fields["dead_button"]),
                missed_blinds=bool(fields["missed_blinds"]),
            )
            table._resume(read, [seat for seat in read.specs if seat not in others])
        return table

    def _resume(self, saved: Saved, bots: list[int]) -> None:
        fields = saved.fields
        self.deals, self.defaults = fields["deals"], list(fields["defaults"])
        self.sitting_out, self.forfeited = set(fields["sitting_out"]), set(fields["forfeited"])
        self._round = Round.from_dict(fields["round"])
        self._straddles = {int(seat): int(amount) for seat, amount in fields["straddles"]}
        self._first = self._deal_began = fields["first"]
        self.log, self._state = saved.log, saved.state
        self._told = self.version
        self._memories = {seat: memory for seat, memory in saved.memories.items() if seat in bots}
        recall(self.players, self._memories)
        self.decisions = saved.decisions
        if self.playing:
            self._relive(bots)

    def catch_up(self, events: Sequence[Event]) -> None:
        """Go on in a deal that has just begun to where it was, by all events of it; bots remember what they did."""
        setup = self.state.setup
        state = setup.replay(map(action_of, decisions(setup.rules, events)))
        log = told_again(events, state)
        if state.over:
            raise KickerError("save a finished deal with its table", "save")
        self._state = state
        self.log[self._deal_began - self._first :] = log
        self._told = self.version
        for event in log:
            if event.seat is not None:
                self._note_again(event, event.seat)
        self.decisions = self._relive(self._bots)

    def _note_again(self, event: Event, seat: int) -> None:
        """Know of a seat what an event of this deal says of it."""
        if event.kind == "default":
            self.defaults[seat] += 1
        elif event.kind == "forfeit":
            self.forfeited.add(seat)
        elif event.kind == "sit out":
            self.sitting_out.add(seat)
        elif event.kind == "sit in":
            self.sitting_out.discard(seat)

    def _relive(self, bots: Iterable[int]) -> list[Decision]:
        players = {seat: self.players[seat] for seat in bots}
        return relive(self.state.setup, self.log[self._deal_began - self._first :], players)

    def save(self) -> str:
        """The table as text: `as_dict` in JSON."""
        return json.dumps(self.as_dict())

    @classmethod
    def load(cls, text: str) -> Table:
        """The table of a text that `save` wrote."""
        return cls.from_dict(read_fields(of_type("a saved table", text, str), "table"))


def _names(given: Sequence[str] | None, seats: int) -> list[str]:
    """What the seats are called."""
    if given is None:
        return [f"Player{seat + 1}" for seat in range(seats)]
    names = [of_type("a name", name, str) for name in listed("names", given, _MOST_SEATS, "['Ann', 'Bob']")]
    if len(names) != seats:
        raise KickerError(f"{count_of(len(names), 'name')} given for {count_of(seats, 'seat')}", "seats")
    return names
