"""The games at one table of the server: the `Table`, game after game, and what of it is to be kept and to be seen.

A save is kept between two deals; while a deal goes on, its secret and its events are, which lead there again. It is
synchronous and knows neither clocks nor connections: `host.py` has those, and calls this one change at a time.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kicker.errors import KickerError
from kicker.games import Event
from kicker.shuffle import new_secret
from kicker.table import Table
from kicker.ui.common.text import stakes_words
from kicker.ui.web.archive import persons_of, record_text
from kicker.ui.web.journal import Journal, read_journal
from kicker.ui.web.moment import Moment, SeatFacts, Shuffle
from kicker.ui.web.people import Person
from kicker.ui.web.protocol import encode
from kicker.ui.web.settings import TableSettings, new_table
from kicker.ui.web.store import Row

People = Mapping[int, Person]
"""Who sits where."""


@dataclass
class Deal:
    """The deal that goes on, or the last one."""

    number: int
    shuffle: Shuffle
    persons: dict[int, str]
    """Who was dealt in, by seat."""
    names: list[str]
    kept: bool = False
    """The store knows of it."""
    recorded: bool = False
    """The store has its end."""


class StoredGame:
    """The game that is played at a table. Deals and events are counted on from one game to the next."""

    def __init__(self, table_id: str, settings: TableSettings, table: Table) -> None:
        self.table_id = table_id
        self.settings = settings
        self.table = table
        self._events_before = 0  # in games that are over
        self._deals_before = 0
        self._deal: Deal | None = None
        self._journal = Journal()  # it goes on from one game to the next

    @classmethod
    def restored(cls, row: Row, deals: Sequence[Row], journal: Sequence[Row]) -> StoredGame:
        """The game as the store has kept it: the last save, the last deals, and the events since the first of these."""
        fields = json.loads(row["settings"])
        settings = TableSettings(**(fields | {"bots": tuple(fields["bots"])}))
        game = cls(row["id"], settings, Table.load(row["save"]))
        game._events_before, game._deals_before = row["events_before"], row["deals_before"]
        events = {each["number"]: Event.from_dict(json.loads(each["event"])) for each in journal}
        if deals:
            game._resume(deals[-1], [event for number, event in events.items() if number >= row["version"]])
        game._journal = read_journal(game.version, list(events.values()), [persons_of(deal) for deal in deals])
        return game

    def _resume(self, row: Row, events: Sequence[Event]) -> None:
        """Take up the last deal: it was over when the game was saved, or began after that with these events."""
        table = self.table
        shuffle = Shuffle(self.table_id, row["number"], bytes.fromhex(row["secret"]))
        if row["number"] > self._deals_before + table.deals:
            table.deal(shuffle.deck)
            table.catch_up(events)
        elif events:
            raise KickerError("what has happened at the table does not fit its last save", "save")
        if table.deals:
            recorded = row["record"] is not None
            self._deal = Deal(row["number"], shuffle, persons_of(row), list(table.names), kept=True, recorded=recorded)

    @property
    def version(self) -> int:
        """How many events there have been."""
        return self._events_before + self.table.version

    # --- changes ---

    def settle(self, people: Iterable[Person]) -> list[Person]:
        """Let those go who want to, and those in who wait, if no deal goes on; returns who they are."""
        table, moved = self.table, []
        for person in [] if self.table.playing else people:
            if person.state == "leaving":
                table.leave(person.seat)
                table.names[person.seat] = ""
                person.state = "left"
            elif person.state == "joining":
                table.join(person.seat, person.name, self.settings.stack)
                person.state = "seated"
            else:
                continue
            moved.append(person)
        return moved

    def begin_deal(self, people: People) -> list[int]:
        """Shuffle and deal; returns the seats of people who are dealt in."""
        table = self.table
        self._note()
        number = self._deals_before + table.deals + 1
        shuffle = Shuffle(self.table_id, number, new_secret())
        table.deal(shuffle.deck)
        persons = {seat: people[seat].id for seat in table.state.setup.order if seat in people}
        self._deal = Deal(number, shuffle, persons, list(table.names))
        self._journal = self._journal.with_deal(persons)
        self._note()
        return list(persons)

    def _note(self) -> None:
        """Take into the journal what has happened at the table since."""
        fresh = self.version - self._journal.end
        if fresh:
            self._journal = self._journal.with_events(self.table.log[-fresh:])

    def again(self, people: People) -> list[Person]:
        """Begin a new game, with the people and bots who are there and fresh chips for all; returns who came or went.

        A deal that bots play among themselves is given up.
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

    # --- what is kept ---

    def columns(self) -> dict[str, Any]:
        """What the store keeps of the game itself."""
        return {
            "save": self.table.save(),
            "version": self.version,
            "events_before": self._events_before,
            "deals_before": self._deals_before,
        }

    def news(self, told: int) -> dict[str, Any]:
        """The parts of a `Change` that are new: events from number `told` on, and the beginning or end of a deal."""
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
            deal.recorded = True
            end = {"ended": now, "record": record_text(state, deal.names)}
            news["deal"] = {f"at_{name}": value for name, value in key.items()} | end
            news["hands"] = [
                {"person": person, "number": deal.number, "result": state.payoffs[seat], "ended": now}
                for seat, person in deal.persons.items()
            ]
        return news

    # --- what is seen ---

    def moment(self, people: People) -> Moment:
        """The game as it is now."""
        table, deal = self.table, self._deal
        state = table.state if deal else None
        seats = tuple(self._facts(seat, people.get(seat)) for seat in range(self.settings.seats))
        least, out = table.next_rules.least_stack, table.sitting_out | table.forfeited
        others = sum(facts.kind != "empty" for facts in seats) > 1
        return Moment(
            deal=self._deals_before + table.deals,
            turn=len(state.actions) if state else 0,
            version=self.version,
            journal=self._journal,
            state=state,
            seats=seats,
            shuffle=deal.shuffle if deal else None,
            champion=table.champion if deal and others else None,
            ready=sum(stack >= least and seat not in out for seat, stack in enumerate(table.stacks)),
            stakes=stakes_words(table.next_rules),
        )

    def _facts(self, seat: int, person: Person | None) -> SeatFacts:
        table = self.table
        kind = "bot" if seat in table.players else "person" if person else "empty"
        name = person.name if person else table.names[seat]
        out = seat in table.sitting_out or bool(person and person.state == "leaving")
        return SeatFacts(name, kind, table.stacks[seat], out, person.bank if person else 0.0)
