"""The games at one table of the server: the `Table`, game after game, with what is stored and shown.

Between deals a save is stored; during a deal its secret and its events, from which the state can be rebuilt. This is
synchronous and knows neither clocks nor connections: `host.py` has those, and calls this one change at a time.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from kicker.errors import KickerError
from kicker.games import Event
from kicker.shuffle import new_secret
from kicker.table import Table
from kicker.ui.common.between import Wish, wishes
from kicker.ui.common.text import stakes_words
from kicker.ui.web.archive import persons_of, record_text, shown_in, summary_text
from kicker.ui.web.journal import Journal, read_journal
from kicker.ui.web.moment import Moment, SeatFacts, Shuffle
from kicker.ui.web.people import Departure, Person
from kicker.ui.web.protocol import encode
from kicker.ui.web.settings import TableSettings, new_table
from kicker.ui.web.showing import may_show, show_event, turned_up
from kicker.ui.web.store import Row

People = Mapping[int, Person]
"""The people by seat."""
KEPT_STACK: Final = 3600.0
"""The seconds within which a person who leaves a game and comes back has the same stack, as in any card room."""


@dataclass
class Deal:
    """The current deal, or the last one."""

    number: int
    shuffle: Shuffle
    persons: dict[int, str]
    """The people dealt in, by seat."""
    names: list[str]
    kept: bool = False
    """True once the deal is stored."""
    ended: float | None = None
    """The time at which it ended."""
    recorded: bool = False
    """True once its end is stored."""
    shown: list[int] = field(default_factory=list)
    """The seats that showed their cards after the end."""


class StoredGame:
    """The game at a table. Deals and events are numbered across games."""

    def __init__(self, table_id: str, settings: TableSettings, table: Table) -> None:
        self.table_id = table_id
        self.settings = settings
        self.table = table
        self._events_before = 0  # in finished games
        self._deals_before = 0
        self._deal: Deal | None = None
        self._journal = Journal()  # continues from one game to the next

    @classmethod
    def restored(cls, row: Row, deals: Sequence[Row], journal: Sequence[Row]) -> StoredGame:
        """Return the stored game from the last save, the last deals, and the events since the first of these."""
        settings = TableSettings.from_dict(json.loads(row["settings"]))
        game = cls(row["id"], settings, Table.load(row["save"]))
        game._events_before, game._deals_before = row["events_before"], row["deals_before"]
        events = {each["number"]: Event.from_dict(json.loads(each["event"])) for each in journal}
        if deals:
            game._resume(deals[-1], [event for number, event in events.items() if number >= row["version"]])
        game._journal = read_journal(game.version, list(events.values()), [persons_of(deal) for deal in deals])
        return game

    def _resume(self, row: Row, events: Sequence[Event]) -> None:
        """Restore the last deal, which ended before the game was saved or began afterwards with these events."""
        table = self.table
        shuffle = Shuffle(self.table_id, row["number"], bytes.fromhex(row["secret"]))
        if row["number"] > self._deals_before + table.deals:
            table.deal(shuffle.deck_of(table.next_rules.game))
            table.catch_up(events)
        elif events:
            raise KickerError("the events of the table do not match its last save", "save")
        if table.deals:
            recorded = row["record"] is not None
            shown = shown_in(row) if recorded else []
            names, ended = list(table.names), row["ended"]
            self._deal = Deal(row["number"], shuffle, persons_of(row), names, True, ended, recorded, shown)

    @property
    def version(self) -> int:
        """The number of events so far."""
        return self._events_before + self.table.version

    @property
    def number(self) -> int:
        """The number of the current deal, or of the last one."""
        return self._deals_before + self.table.deals

    # --- changes ---

    def settle(self, people: Iterable[Person]) -> list[Person]:
        """Let people leave and join if no deal is in progress; return those who did."""
        table, moved = self.table, []
        for person in [] if self.table.playing else people:
            if person.state == "leaving":
                person.departure = Departure(table.leave(person.seat), time.time(), self._deals_before)
                table.names[person.seat] = ""
                person.state = "left"
            elif person.state in ("joining", "rebuying"):
                if table.stacks[person.seat]:  # may be too few chips to be dealt in
                    table.leave(person.seat)
                back = self._kept_stack(person) is not None
                table.join(person.seat, person.name, self._stack_of(person), owes=back)
                person.state, person.departure = "seated", None
            else:
                continue
            moved.append(person)
        return moved

    def _kept_stack(self, person: Person) -> int | None:
        """Return the stack with which the person left this game within the hour, or None."""
        left = person.departure
        if left is None or left.game != self._deals_before or time.time() - left.at > KEPT_STACK:
            return None
        return left.chips

    def left_broke(self, person: Person) -> bool:
        """Return True if the person left this game within the hour without enough chips."""
        kept = self._kept_stack(person)
        return kept is not None and kept < self.table.next_rules.least_stack

    def _stack_of(self, person: Person) -> int:
        """Return the stack to sit down with: the usual one, or the former one."""
        kept = self._kept_stack(person)
        return self.settings.stack if kept is None or self.left_broke(person) else kept

    def may_rebuy(self, people: Iterable[Person]) -> bool:
        """Return True if these people may rebuy: only against bots, or if the stakes do not rise."""
        alone = sum(person.state != "leaving" for person in people) <= 1
        enough = self.settings.stack >= self.table.next_rules.least_stack
        return enough and (alone or bool(self.table.customs.buy_in) or not self.table.schedule.rises)

    def wishes(self, person: Person) -> list[Wish]:
        """Return the actions that a person may take before the next deal, besides coming and going."""
        offered = wishes(self.table, person.seat) if person.state == "seated" and self.table.deals else []
        return [wish for wish in offered if wish.name not in ("sit out", "sit in")]

    def fulfil(self, person: Person, name: str) -> bool:
        """Carry out the action called `name`; return False if it is not possible now."""
        wish = next((wish for wish in self.wishes(person) if wish.name == name), None)
        if wish is not None:
            wish.do(self.table)
        return wish is not None

    def let_bots_act(self, seconds: float) -> bool:
        """Let bots act for a moment, at least once, in a separate thread; return False if there was nothing to do."""
        end, acted = time.monotonic() + seconds, False
        while self.table.step():
            acted = True
            if time.monotonic() >= end:
                break
        return acted

    def show(self, person: Person, number: int) -> bool:
        """Turn up a seat's cards in a finished deal; return False if there is nothing to show."""
        deal = self._deal
        if deal is None or deal.number != number:
            return False
        seat = next((seat for seat, who in deal.persons.items() if who == person.id), None)
        if seat is None or seat in deal.shown or not may_show(self.table.state, seat):
            return False
        self._note()
        self._journal = self._journal.with_events([show_event(self.table.state, seat)])
        self._events_before += 1  # the table itself does not know the event
        deal.shown.append(seat)
        deal.recorded = False
        return True

    def begin_deal(self, people: People) -> list[int]:
        """Shuffle and deal; return the seats of people who are dealt in."""
        table = self.table
        self._note()
        number = self.number + 1
        shuffle = Shuffle(self.table_id, number, new_secret())
        table.deal(shuffle.deck_of(table.next_rules.game))
        persons = {seat: people[seat].id for seat in table.state.setup.order if seat in people}
        self._deal = Deal(number, shuffle, persons, list(table.names))
        self._journal = self._journal.with_deal(persons)
        self._note()
        return list(persons)

    def _note(self) -> None:
        """Add new events of the table to the journal."""
        fresh = self.version - self._journal.end
        if fresh:
            self._journal = self._journal.with_events(self.table.log[-fresh:])

    def again(self, people: People) -> list[Person]:
        """Start a new game with the people and bots who are there and a full stack for everyone; return those who came
        or went.

        A deal between bots alone is abandoned.
        """
        self._note()
        self._events_before, self._deals_before = self.version, self._deals_before + self.table.deals
        moved = [person for person in people.values() if person.state != "seated"]
        for person in moved:
            person.state = "left" if person.state == "leaving" else "seated"
        names = {seat: person.name for seat, person in people.items() if person.state == "seated"}
        out = self.table.sitting_out & set(names)
        self.table.close()
        self.table = new_table(self.settings, names)
        for seat in out:
            self.table.sit_out(seat)
        self._deal = None
        return moved

    # --- storage ---

    def columns(self) -> dict[str, Any]:
        """Return the columns of the game in the store."""
        return {
            "save": self.table.save(),
            "version": self.version,
            "events_before": self._events_before,
            "deals_before": self._deals_before,
        }

    def news(self, told: int) -> dict[str, Any]:
        """Return the new parts of a `Change`: events from number `told`, and the beginning or end of a deal."""
        self._note()
        news: dict[str, Any] = {
            "events": [
                {"table_id": self.table_id, "number": number, "event": encode(event.as_dict())}
                for number, event in enumerate(self._journal.since(told), told)
            ]
        }
        deal, now = self._deal, time.time()
        if deal is None:
            return news
        key = {"table_id": self.table_id, "number": deal.number}
        if not deal.kept:
            deal.kept = True
            secret, persons = deal.shuffle.secret.hex(), json.dumps(deal.persons)
            news["new_deal"] = key | {"secret": secret, "persons": persons, "began": now}
        state = self.table.state
        if state.over and not deal.recorded:
            if deal.ended is None:
                deal.ended = now
                news["hands"] = [
                    {"person": person, "number": deal.number, "result": state.payoffs[seat], "ended": now}
                    | {"summary": summary_text(state, seat, deal.names)}
                    for seat, person in deal.persons.items()
                ]
            deal.recorded = True
            end = {"ended": deal.ended, "record": record_text(state, deal.names, deal.shown)}
            news["deal"] = {f"at_{name}": value for name, value in key.items()} | end
        return news

    # --- display ---

    def moment(self, people: People) -> Moment:
        """Return the current moment of the game."""
        table, deal = self.table, self._deal
        state = table.state if deal else None
        seats = tuple(self._facts(seat, people.get(seat)) for seat in range(self.settings.seats))
        least, out = table.next_rules.least_stack, table.sitting_out | table.forfeited
        others = sum(facts.kind != "empty" for facts in seats) > 1
        return Moment(
            deal=self.number,
            turn=len(state.actions) if state else 0,
            version=self.version,
            journal=self._journal,
            state=turned_up(state, deal.shown) if state and deal else None,
            seats=seats,
            shuffle=deal.shuffle if deal else None,
            champion=table.champion if deal and others else None,
            ready=sum(stack >= least and seat not in out for seat, stack in enumerate(table.stacks)),
            stakes=stakes_words(table.next_rules),
            wishes={seat: [wish.as_dict() for wish in self.wishes(person)] for seat, person in people.items()},
        )

    def _facts(self, seat: int, person: Person | None) -> SeatFacts:
        table = self.table
        kind = "bot" if seat in table.players else "person" if person else "empty"
        name = person.name if person else table.names[seat]
        out = seat in table.sitting_out or bool(person and person.state == "leaving")
        waits = person is not None and person.state in ("joining", "rebuying")
        in_deal = table.playing and table.state.live[seat]
        broke = kind != "empty" and not waits and not in_deal and table.stacks[seat] < table.next_rules.least_stack
        return SeatFacts(name, kind, table.stacks[seat], out, broke, person.bank if person else 0.0)
