"""A table: its seats, chips and button, the current deal, and the bots that play.

A table is synchronous and knows no clock but the one it is given. People act by `submit`, players by `advance`.
"""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import SystemRandom
from typing import Any, Literal, get_args

from kicker.cards import Card, unknown
from kicker.checks import flag, of_type, positive, seed_value, whole
from kicker.errors import IllegalAction, KickerError, PlayerWarning, quoted
from kicker.games import FOLD, Action, Event, Rules, State, View
from kicker.games.state import action_of, decisions
from kicker.players import Learns, Player
from kicker.players.specs import PlayerLike, PlayerSpec, close_player, fault_words
from kicker.saves import read_fields
from kicker.table.asking import Decision, Observer, ask, memories_of, named, reasons_of, recall, relive, teach
from kicker.table.customs import NO_CUSTOMS, Customs, Round, next_button, next_round, positions, under_the_gun
from kicker.table.saving import KEY, VERSION, Saved, read_saved, refusing_damage, told_again
from kicker.table.schedule import Schedule, shuffled
from kicker.table.seating import Seating

OnError = Literal["warn", "raise", "log"]
"""The way `Table.play` reports a player's errors, besides acting for it."""


class Table(Seating):
    """Seats, chips, the button and one deal at a time; the only object that changes while a game is played.

    `players` act for their seats in `advance()`; the other seats belong to people and wait for `submit`. A player is an
    object with `act(view)`, a class, or a text such as `sharp`, `program:COMMAND` or `python:MODULE:CLASS`; players
    given as text are saved with the table. The button moves, or stays with `fixed_button`. The same seed gives the same
    game.

    `customs` are agreements beyond the rules: dead buttons, straddles, bomb pots, several boards, rebuys.

    Observers are called after every change; an exception from an observer propagates to the caller.
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
        customs: Customs = NO_CUSTOMS,
        observers: Iterable[Observer] = (),
        time_limit: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        of_type("rules", rules, Rules)
        super().__init__(stacks, names, customs, observers)
        self.rules = rules
        self.schedule = of_type("schedule", schedule, Schedule)
        for each in (rules, *self.schedule.games):
            each.check_seats(len(self._stacks))
        if type(button) is not int or not 0 <= button < len(self._stacks):
            last = len(self._stacks) - 1
            raise KickerError(f"seat {quoted(button)} cannot have the button; seats go from 0 to {last}", "seats")
        self.fixed_button = flag("fixed_button", fixed_button)
        if seed is not None:
            seed_value(seed)
        if time_limit is not None:
            positive("time_limit", time_limit)
        self.seed = SystemRandom().getrandbits(128) if seed is None else seed
        self.time_limit, self.clock = time_limit, clock
        self.defaults = [0] * len(self._stacks)
        """The number of times that the table acted for each seat."""
        self.asked = [0] * len(self._stacks)
        """The number of decisions that each seat's player was asked for, since this object was made."""
        self.failed = [0] * len(self._stacks)
        """The number of those decisions that failed."""
        self.decisions: list[Decision] = []
        """The players' decisions in the current deal, with reasons."""
        self._start_button = button
        # Versions: of the first event in the log, of the start of this deal, and the last that observers were told.
        self._first = self._deal_began = self._told = 0
        self._state: State | None = None
        self._on_error: OnError = "log"
        self._faults: list[str] = []
        self.seat_players({} if players is None else players)
        self._memories = self._memories_now()  # as they were when this deal began

    # --- facts ---

    @property
    def state(self) -> State:
        """The current deal, or the last one."""
        if self._state is None:
            raise KickerError("no deal has started at this table", "state")
        return self._state

    @property
    def playing(self) -> bool:
        """True while a deal is in progress."""
        return self._state is not None and not self._state.over

    @property
    def stacks(self) -> tuple[int, ...]:
        """The chips of each seat, without those in the pot."""
        return self._state.stacks if self.playing and self._state else tuple(self._stacks)

    @property
    def to_act(self) -> int | None:
        """The seat to act, or None."""
        return self._state.to_act if self._state else None

    @property
    def next_rules(self) -> Rules:
        """The rules of the next deal."""
        return self.customs.rules(self.schedule.rules(self.rules, self.deals + 1), self.deals + 1)

    @property
    def carried(self) -> int:
        """The chips that stayed in the pot because nobody opened the last deal."""
        return self._state.carried if self._state is not None else 0

    @property
    def champion(self) -> int | None:
        """The winner, which is the only seat that can still play; None while there are several."""
        able = self._able(self.next_rules)
        return able[0] if len(able) == 1 and not self.playing and not self.customs.buy_in else None

    @property
    def finished(self) -> bool:
        """True if no further deal is possible: at most one seat can pay for it, and nobody can rebuy."""
        return not self.playing and len(self._able(self.next_rules)) < 2 and not self.customs.buy_in

    @property
    def persons(self) -> list[int]:
        """The seats without a player."""
        return [seat for seat in range(len(self.names)) if seat not in self.players]

    @property
    def person(self) -> int:
        """The only seat without a player; raises `KickerError` unless there is exactly one."""
        if len(self.persons) != 1:
            raise KickerError(f"this needs exactly one person at the table, not {len(self.persons)}", "seats")
        return self.persons[0]

    @property
    def open_decisions(self) -> list[Decision]:
        """The decisions of a finished deal, with reasons, of the players whose cards are face up."""
        state = self.state
        if not state.over:
            return []
        return [decision for decision in named(self.decisions, state) if state.is_shown(decision.seat)]

    def view(self, seat: int | None) -> View:
        """Return what a seat may know of the current deal, or what a watcher may know (None).

        A player who has taken the seat since the deal began watches it.
        """
        if seat is not None:
            self._check_seat(seat)
        return self.state.view(seat if self._changed_hands(seat) <= self._deal_began else None)

    @property
    def version(self) -> int:
        """The number of events so far."""
        return self._first + len(self.log)

    def events_since(self, version: int, seat: int | None) -> list[Event]:
        """Return the events from number `version` on, as a seat may see them, or as a watcher may see them (None).

        Events from before the last deal are not kept; the list then begins with the oldest one. Events from before a
        player took the seat are shown as to a watcher.
        """
        if seat is not None:
            self._check_seat(seat)
        start, taken = max(whole("version", version, 0), self._first), self._changed_hands(seat)
        events = enumerate(self.log[start - self._first :], start)
        return [event.seen_by(seat if number >= taken else None) for number, event in events]

    def _changed_hands(self, seat: int | None) -> int:
        """Return the version at which a seat was last taken or left, as far as the log goes back; 0 if it was not."""
        for number, event in enumerate(reversed(self.log), 1):
            if event.seat == seat and event.kind in ("joined", "left"):
                return self.version - number + 1
        return 0

    # --- actions ---

    def seat_players(self, players: Mapping[int, PlayerLike]) -> None:
        """Seat players. If one of them does not play these rules, none is seated and `KickerError` is raised."""
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
        """Close all players, some of which may be programs."""
        for player in self.players.values():
            close_player(player)

    def deal(self, deck: str | Iterable[Card] | None = None) -> None:
        """Begin the next deal, with this deck or a shuffled one. Raises `KickerError` if a deal is in progress or too
        few seats can play."""
        if self.playing:
            raise KickerError(f"deal {self.deals} is not over; seat {self.to_act} is to act", "state")
        present = self._present()
        if len(self._able(self.next_rules)) < 2:
            raise KickerError("the game is over; fewer than two seats can pay for another deal", "state")
        if len(present) < 2:
            raise KickerError("a deal needs two seats; all but one are sitting out", "state")
        button, rules, after = self._next_round(present)
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
        bomb = [Event("bomb pot", amount=rules.bomb_pot)] if rules.bomb_pot else []
        self._move(state, (*self.schedule.news(self.rules, self.deals), *bomb, *events))
        self._tell_observers()

    def _present(self) -> list[int]:
        """Return the seats to be dealt in next."""
        return [seat for seat in self._able(self.next_rules) if seat not in self.sitting_out]

    def _next_round(self, present: list[int]) -> tuple[int, Rules, Round]:
        """Return the button of the next deal, its rules with all customs, and the round to pass to the deal
        after it."""
        rules, seats = self.next_rules, len(self._stacks)
        absent = [seat for seat in self._able(rules) if seat in self.sitting_out]
        # In a mix, the button waits while games without blinds are played.
        waits = bool(self.schedule.games and self._state and self._state.rules.game.brings_in)
        button = next_button(self._state, present, seats, self._start_button, fixed=self.fixed_button, waits=waits)
        button, rules, after = next_round(
            rules, self._round, present, seats, button, customs=self.customs, absent=absent, straddles=self._straddles
        )
        if rules.runs > 1:
            order = positions(button, present, seats)
            refusing = tuple(place for place, seat in enumerate(order) if self.runs_once(seat))
            rules = replace(rules, run_once=refusing)
        return button, rules, after

    def next_straddler(self) -> int | None:
        """Return the seat that may straddle in the next deal and has not asked to; None if there is none."""
        present = self._present()
        rules = self.next_rules
        if self.playing or len(present) < 3 or len(rules.blinds) != 2 or rules.bomb_pot:
            return None
        if self.customs.straddle != "allowed":
            return None
        button, rules, _ = self._next_round(present)
        order = positions(button, present, len(self._stacks))
        big = max(place for place in range(len(rules.blinds)) if rules.blinds[place] == self.next_rules.blinds[-1])
        first = under_the_gun(order, order[big])
        return None if first in self._straddles else first

    def submit(self, seat: int, action: Action | str) -> None:
        """Act for a seat; an action that is illegal or out of turn raises `IllegalAction` and changes nothing."""
        self._move(*self.state.act(seat, action))
        self._tell_observers()

    def advance(self) -> None:
        """Let players act, and act for seats that sit out, until a person must decide or the deal is over."""
        while self.step():
            pass

    def step(self) -> bool:
        """Let one player act, or act for one seat; return False if a person must decide or the deal is over."""
        seat = self.to_act
        if seat is not None and (seat in self.sitting_out or seat in self.forfeited):
            self.stand_in(seat, "sitting out")
        elif seat is not None and seat in self.players:
            self._let_act(seat, self.players[seat])
        else:
            return False
        return True

    def play(self, deals: int | None = None, *, on_error: OnError = "warn") -> None:
        """Play this many deals, or until only one seat is left; every seat must have a player.

        If a player raises an exception, answers something illegal or is late, the table acts for it, and a
        `PlayerWarning` says so. With `on_error="raise"` the exception is raised, and it is still the player's turn;
        with `"log"` it is only logged.
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
        """Check for a seat, or fold if it cannot check. A server calls this when the time is up."""
        self._check_seat(seat)
        if seat != self.to_act:
            raise IllegalAction(f"seat {seat} is not to act", "turn")
        self.defaults[seat] += 1
        # The reason may quote the seat's cards, so no other seat sees it.
        self.log.append(Event("default", seat, only=seat, reason=reason))
        options = self.state.options
        out = seat in self.forfeited and options.phase == "betting"
        action = FOLD if out else options.default
        if seat in self.players:
            self.decisions.append(Decision(seat, action, None))
        self._move(*self.state.apply(action))
        self._tell_observers()

    # --- inside ---

    @property
    def _bots(self) -> dict[int, str]:
        """The players that are saved with the table: those given as text."""
        return {seat: spec.given for seat, spec in self.specs.items() if isinstance(spec.given, str)}

    def _memories_now(self) -> dict[int, Any]:
        return memories_of({seat: self.players[seat] for seat in self._bots})

    def _let_act(self, seat: int, player: Player) -> None:
        """Ask a player for its action, and act for it if it fails."""
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
        """Keep a player's error for the caller of `play`, or raise it there."""
        if self._on_error == "raise":
            raise error
        if self._on_error == "warn":
            self._faults.append(f"seat {seat} ({self.specs[seat].label}): {fault}; {then}")

    def _warn(self) -> None:
        """Issue warnings about players' errors, which name the line that called `play`."""
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
        broke = [seat for seat in before if seat not in able]
        if self.customs.buy_in:
            self._refill([seat for seat in broke if seat in self.players])
        else:
            self.log += [Event("bust", seat, stack=self._stacks[seat]) for seat in broke]
            if len(able) == 1 and state.rules.betting != "none":
                self.log.append(Event("champion", able[0], stack=self._stacks[able[0]]))
        if not self.finished:
            self.log += self.schedule.outlook(self.rules, self.deals)
        for seat, error in failed.items():
            self._report(seat, error, fault_words(error), "it did not learn from this deal")

    def _refill(self, seats: Iterable[int]) -> None:
        """Let broke bots buy in again."""
        for seat in seats:
            chips = self.for_sale(seat)
            self._stacks[seat] += chips
            self.log.append(Event("bought", seat, amount=chips, stack=self._stacks[seat]))

    def _let_learn(self, state: State) -> dict[int, Exception]:
        """Let players learn from a deal; return their exceptions."""
        failed: dict[int, Exception] = {}
        for seat in state.setup.order:
            player = self.players.get(seat)
            if isinstance(player, Learns) and (error := teach(player, state, seat)):
                failed[seat] = error
                self.defaults[seat] += 1
                self.log.append(Event("default", seat, only=seat, reason=fault_words(error)))
        return failed

    def _tell_observers(self) -> None:
        """Notify observers, once the table is consistent again."""
        events = tuple(self.log[self._told - self._first :])
        self._told = self.version
        if self._state is not None and events:
            for observer in self.observers:
                observer(self._state, events)

    # --- saving ---

    def as_dict(self) -> dict[str, Any]:
        """Return the table for JSON, even in the middle of a deal. It contains the deck, so never show it to players.

        Players given as objects are not included.
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
            "customs": self.customs.as_dict(),
            "running_once": sorted(self.running_once),
            "round": self._round.as_dict(),
            "straddles": sorted(self._straddles.items()),
            "first": self._deal_began,
            "log": [event.as_dict() for event in self.log[self._deal_began - self._first :]],
            "deal": state and state.as_dict(),
            "players": {str(seat): text for seat, text in self._bots.items()},
            "memories": {str(seat): memory for seat, memory in memories.items()},
            "decisions": [(each.seat, str(each.action), each.reasons) for each in self.decisions],
        }

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any], players: Mapping[int, PlayerLike] | None = None) -> Table:
        """Restore a table from `as_dict`, with the saved players or others; a save that cannot be valid raises
        `KickerError`.

        Bots remember what they did, as if the game had never been interrupted.
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
                customs=Customs.from_dict(fields["customs"]),
            )
            table._resume(read, [seat for seat in read.specs if seat not in others])
        return table

    def _resume(self, saved: Saved, bots: list[int]) -> None:
        fields = saved.fields
        self.deals, self.defaults = fields["deals"], list(fields["defaults"])
        self.sitting_out, self.forfeited = set(fields["sitting_out"]), set(fields["forfeited"])
        self.running_once = set(fields["running_once"])
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
        """Replay a deal from its events up to where it was, so that bots remember their decisions."""
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
        """Apply an event that concerns a seat."""
        if event.kind == "default":
            self.defaults[seat] += 1
        elif event.kind == "forfeit":
            self.forfeited.add(seat)
        elif event.kind == "sit out":
            self.sitting_out.add(seat)
        elif event.kind == "sit in":
            self.sitting_out.discard(seat)
        elif event.kind == "runs":
            (self.running_once.discard if event.amount > 1 else self.running_once.add)(seat)

    def _relive(self, bots: Iterable[int]) -> list[Decision]:
        players = {seat: self.players[seat] for seat in bots}
        return relive(self.state.setup, self.log[self._deal_began - self._first :], players)

    def save(self) -> str:
        """Return the table as text: `as_dict` in JSON."""
        return json.dumps(self.as_dict())

    @classmethod
    def load(cls, text: str) -> Table:
        """Load a table from the text of `save`."""
        return cls.from_dict(read_fields(of_type("a saved table", text, str), "table"))
