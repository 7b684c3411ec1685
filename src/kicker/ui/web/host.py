"""The host of one table of the server. Only the host changes its `Table`, one change at a time, and each change is on
disk before anyone sees it.

People change it (`act`, `join`, `leave` ...), and so does its own task, which lets bots act, enforces time limits and
deals. `connection.py` receives and sends frames, and `house.py` keeps the tables.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, Final

from kicker.cards import shorten
from kicker.errors import IllegalAction, KickerError
from kicker.ui.common.pace import moment_of_thought, pause_at
from kicker.ui.web.clock import Clock
from kicker.ui.web.game import StoredGame
from kicker.ui.web.journal import KEPT_DEALS
from kicker.ui.web.limits import Refused, new_token, same_hash, same_name, token_hash
from kicker.ui.web.moment import NOTHING
from kicker.ui.web.people import Person, Subscriber
from kicker.ui.web.protocol import Act, FrameError, decision_json, encode
from kicker.ui.web.settings import CREATOR, TableSettings, checked_speed, new_table
from kicker.ui.web.store import Change, Row, Store

BOT_SLICE: Final = 0.02
"""The most seconds that bots act before their actions are published."""
MOST_MISSES: Final = 2
"""The number of consecutive time-outs after which a seat sits out."""
BANK_BACK: Final = 2.0
"""The seconds added to a time bank with each deal."""
ON_THE_WAY: Final = 60.0
"""The seconds that a new table waits for its maker before it counts as abandoned."""
NEWER: Final = 4409
GONE: Final = 4404
RESTART: Final = 1012

_log = logging.getLogger("kicker.web")


class TableHost:
    """A table with its people, its clocks and its subscribers."""

    def __init__(self, game: StoredGame, people: dict[int, Person], store: Store, pause: float, clock: Clock) -> None:
        self.id = game.table_id
        self.settings = game.settings
        self.people = people
        self.subscribers: set[Subscriber] = set()
        self.closed = False
        """True if the table is closed for good, or has failed and must be read from the store again."""
        self.used = time.time()
        """The time when a person was last here."""
        self.moment = NOTHING
        self._visited = False  # True once a person has been connected
        self._store = store
        self._pause = pause
        self._clock = clock
        self._game = game
        self._new_people: list[Person] = []  # to be stored with the next change
        self._changed_people: list[Person] = []
        self._lock = asyncio.Lock()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._decider: Person | None = None  # the person whose clock is running
        self._turn = (0, 0)
        self._turn_began = 0.0
        self._next_at: float | None = None
        self._at_once = True  # True to deal without a pause
        self._speed = game.settings.speed
        self._dice = Random()  # for the pace of bots; nothing else depends on it
        self._thinks_until = 0.0  # the time when the bot to act stops thinking

    # --- start and end ---

    @classmethod
    async def opened(
        cls, table_id: str, settings: TableSettings, name: str, store: Store, pause: float, clock: Clock
    ) -> tuple[TableHost, str]:
        """Make a new table with its maker; return it with the token of that seat."""
        token = new_token()
        person = Person(CREATOR, name, token_hash(token), settings.bank)
        table = new_table(settings, {person.seat: name})
        if any(same_name(name, table.names[seat]) for seat in table.players):
            raise _name_taken(name)
        host = cls(StoredGame(table_id, settings, table), {person.seat: person}, store, pause, clock)
        host._new_people.append(person)
        row = {"id": table_id, "settings": json.dumps(settings.as_dict()), "made": host.used}
        await store.write(host._change()._replace(table=None, new_table=row | host._columns()))
        host._publish()
        return host, token

    @classmethod
    async def restored(cls, row: Row, store: Store, pause: float, clock: Clock) -> TableHost:
        """Restore the stored table."""
        seats, deals = await store.seats_of(row["id"]), await store.last_deals(row["id"], KEPT_DEALS)
        events = await store.last_events(row["id"], KEPT_DEALS)
        people = {seat["seat"]: Person.of_row(seat) for seat in seats if seat["state"] != "left"}
        # In a thread, because bots decide again what they decided before the restart: other tables go on meanwhile.
        game = await asyncio.to_thread(StoredGame.restored, row, deals, events)
        host = cls(game, people, store, pause, clock)
        host.used, host._at_once = row["used"], False
        host._publish()
        return host

    def start(self) -> None:
        """Start the table's task."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop the table's task; everything published is on disk."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._game.table.close()

    async def close(self) -> None:
        """Close the table for good."""
        async with self._changing():
            await self._close()

    async def _close(self) -> None:
        if not self.closed:
            self.closed = True
            await self._commit()
            self._dismiss(GONE)

    async def _close_if_empty(self) -> None:
        """Close the table if only bots are left."""
        if not self.people:
            await self._close()

    @property
    def abandoned(self) -> bool:
        """True if only bots are left: nobody is connected or connecting, and fewer than two people have seats."""
        if self.closed or self.subscribers or len(self.people) > 1:
            return False
        return self._visited or time.time() - self.used > ON_THE_WAY

    async def close_if_abandoned(self) -> None:
        """Close the table unless a person has come back meanwhile."""
        async with self._changing():
            if self.abandoned:
                await self._close()

    def _dismiss(self, code: int) -> None:
        for subscriber in self.subscribers:
            subscriber.close(code)
        self._wake.set()

    # --- connections ---

    def connect(self, token: str | None, have: int) -> Subscriber:
        """Subscribe a connection. An older connection of the same seat is closed."""
        if self.closed:
            raise Refused(404, "closed", "this table is closed")
        person = None
        if token is not None:
            person = self.person(token_hash(token))
            if person is None or person.state == "leaving":
                raise Refused(401, "token", "this token does not belong to a seat at this table")
            for other in self.subscribers:
                if other.person is person:
                    other.close(NEWER)
        # A client that claims more events than exist has another history, so it starts afresh.
        subscriber = Subscriber(person, have if have <= self.moment.version else -1)
        self.subscribers.add(subscriber)
        self._presence_changed(subscriber)
        return subscriber

    def disconnect(self, subscriber: Subscriber) -> None:
        """Unsubscribe a connection."""
        self.subscribers.discard(subscriber)
        self._presence_changed(subscriber)

    def _presence_changed(self, subscriber: Subscriber) -> None:
        self.used, self._visited = time.time(), True
        if subscriber.person is not None:
            self._schedule()
            self._tell()
            self._wake.set()

    def person(self, hashed: str) -> Person | None:
        """Return the person whose token has this hash, or None."""
        found = None
        for person in self.people.values():
            if same_hash(person.token_hash, hashed):
                found = person
        return found

    def is_here(self, seat: int) -> bool:
        """Return True if a person is connected for this seat."""
        person = self.people.get(seat)
        return person is not None and any(
            each.person is person and each.close_code is None for each in self.subscribers
        )

    @property
    def watchers(self) -> int:
        """The number of watchers without a seat."""
        return sum(subscriber.person is None for subscriber in self.subscribers)

    # --- messages to people ---

    def info(self) -> dict[str, Any]:
        """Return the public facts about the table."""
        return {"id": self.id, "watchers": self.watchers} | self.moment.info(self.settings)

    def welcome(self, subscriber: Subscriber) -> str:
        """Return the first frame for a new connection."""
        update = self._update(subscriber, whole=True)
        seat = subscriber.person.seat if subscriber.person else None
        return encode({
            "type": "welcome", "table": self.info(), "seat": seat, "version": update["version"], "update": update,
        })  # fmt: skip

    def news(self, subscriber: Subscriber) -> str:
        """Return the update for a connection."""
        return encode(self._update(subscriber, whole=False))

    def _update(self, subscriber: Subscriber, *, whole: bool) -> dict[str, Any]:
        subscriber.behind = False
        update = self.moment.update(subscriber.person, subscriber.have, whole=whole)
        subscriber.have = self.moment.version
        update["seats"] = [
            facts._asdict() | {"away": facts.kind == "person" and not self.is_here(seat), "bank": round(facts.bank, 1)}
            for seat, facts in enumerate(self.moment.seats)
        ]
        now = self._clock.now()
        update["clock"] = self._clock_facts(now)
        update["next"] = None if self._next_at is None else round(max(0.0, self._next_at - now), 2)
        update["rebuy"] = self._rebuy_amount(subscriber.person)
        update["wishes"] = self.moment.wishes.get(subscriber.person.seat, []) if subscriber.person else []
        return update

    def _clock_facts(self, now: float) -> dict[str, Any] | None:
        if self._decider is None:
            return None
        left, bank = self._time_left(self._decider, now)
        return {"seat": self._decider.seat, "left": round(left, 2), "bank": round(bank, 2)}

    def _time_left(self, person: Person, now: float) -> tuple[float, float]:
        """Return the seconds that a person has left, for this decision and in the bank."""
        spare = self.settings.seconds - (now - self._turn_began)
        return max(0.0, spare), max(0.0, person.bank + min(0.0, spare))

    # --- requests of people ---

    async def join(self, name: str, seat: int | None, key: str | None = None) -> tuple[int, str | None]:
        """Give a person a seat; during a deal, once the deal ends.

        A person with the hash of a token of this table is the same as before, with the same stack within the hour.
        Returns the seat, and a token for a new person.
        """
        token = None
        async with self._changing():
            person = await self._known(key)
            if person is None or self.people.get(person.seat) is not person:
                chosen = self._free_seat(seat)
                if any(same_name(name, facts.name) for facts in self.moment.seats):
                    raise _name_taken(name)
                if person is None:
                    token = new_token()
                    person = Person(chosen, name, token_hash(token), self.settings.bank, state="joining")
                    self._new_people.append(person)
                elif self._game.left_broke(person) and not self._game.may_rebuy([*self.people.values(), person]):
                    raise Refused(409, "out", "you are out of chips in this game; watch until a new one begins")
                person.seat, person.name, person.state, person.misses = chosen, name, "joining", 0
                self.people[chosen] = person
            elif person.state == "leaving":
                person.state = "seated"
                self._game.table.sit_in(person.seat)
            self._changed_people.append(person)
            self._settle()
            await self._commit()
        self._wake.set()
        return person.seat, token

    async def _known(self, key: str | None) -> Person | None:
        """Return the person who sits or has sat here with the token of this hash, or None."""
        if key is None:
            return None
        try:
            row = None if self.person(key) else await self._store.person(self.id, key)
        except KickerError as error:
            raise Refused(503, error.code, str(error)) from None  # nothing has changed
        return Person.of_row(row) if row else self.person(key)

    def _free_seat(self, wanted: int | None) -> int:
        free = [number for number, facts in enumerate(self.moment.seats) if facts.kind == "empty"]
        if not free:
            raise Refused(409, "full", "all seats are taken; you can watch")
        if wanted is not None and not 0 <= wanted < self.settings.seats:
            raise Refused(400, "seat", f"there is no seat {wanted}; choose from 0 to {self.settings.seats - 1}")
        if wanted is not None and wanted not in free:
            raise Refused(409, "taken", f"seat {wanted} is taken; free are {', '.join(map(str, free))}")
        return free[0] if wanted is None else wanted

    async def act(self, subscriber: Subscriber, act: Act) -> None:
        """Carry out a decision once, even if it is sent repeatedly."""
        done = {"type": "done", "id": act.id}
        async with self._changing():
            person = self._seated(subscriber)
            if act.id in person.done:
                subscriber.reply(done)
                return
            table, moment = self._game.table, self.moment
            if not table.playing or table.to_act != person.seat or (act.deal, act.turn) != (moment.deal, moment.turn):
                raise FrameError("too late, or not your turn; nothing has changed", "late")
            try:
                table.submit(person.seat, act.action)
            except IllegalAction as error:
                raise FrameError(str(error), "action") from None
            _, person.bank = self._time_left(person, self._clock.now())
            person.misses = 0
            person.done.append(act.id)
            self._changed_people.append(person)
            await self._commit(lambda: subscriber.reply(done))
        self._wake.set()

    async def sit(self, subscriber: Subscriber, *, out: bool) -> None:
        """Deal a person out from the next deal on, or in again."""
        async with self._changing():
            person = self._seated(subscriber)
            if person.state == "joining":
                raise FrameError("you sit down after this hand", "late")
            table = self._game.table
            if out:
                table.sit_out(person.seat)
            else:
                table.sit_in(person.seat)
                person.misses = 0
            self._changed_people.append(person)
            await self._commit()
        self._wake.set()

    async def leave(self, subscriber: Subscriber) -> None:
        """Give up a seat for good, folding the current deal. The person can still watch."""
        async with self._changing():
            person = self._seated(subscriber)
            subscriber.person = None
            self._changed_people.append(person)
            if person.state == "joining":  # the person never had chips
                person.state = "left"
                del self.people[person.seat]
            else:
                person.state = "leaving"
                if self._game.table.playing:
                    self._game.table.sit_out(person.seat)
                self._settle()
            await self._commit()
            await self._close_if_empty()
        self._wake.set()

    async def again(self, subscriber: Subscriber) -> None:
        """Start a new game if the last one has ended, or if only bots are left in it."""
        async with self._changing():
            self._seated(subscriber)
            if not self._game_over():
                raise FrameError("the game is not over; a new one begins when one player has all the chips", "late")
            self._changed_people += self._game.again(self.people)
            self.people = {seat: person for seat, person in self.people.items() if person.state != "left"}
            self._at_once = True
            await self._commit()
        self._wake.set()

    async def rebuy(self, subscriber: Subscriber) -> None:
        """Give fresh chips to a person who has none, after the current deal."""
        async with self._changing():
            person = self._seated(subscriber)
            if self._rebuy_amount(person) is None:
                raise FrameError("you can rebuy only when you are out of chips, and not if stakes rise", "late")
            person.state = "rebuying"
            self._changed_people.append(person)
            self._settle()
            await self._commit()
        self._wake.set()

    def _rebuy_amount(self, person: Person | None) -> int | None:
        """Return the chips that a person may rebuy now, or None."""
        if person is None or not self.moment.seats[person.seat].broke or person.state != "seated":
            return None
        return self.settings.stack if self._game.may_rebuy(self.people.values()) else None

    async def wish(self, subscriber: Subscriber, name: str) -> None:
        """Carry out a custom between deals: buy chips, straddle, agree to several boards."""
        async with self._changing():
            if not self._game.fulfil(self._seated(subscriber), name):
                raise FrameError(f"{shorten(name)} is not possible at this table now", "late")
            await self._commit()

    async def show(self, subscriber: Subscriber, deal: int) -> None:
        """Show a person's cards to all after the deal."""
        async with self._changing():
            if not self._game.show(self._seated(subscriber), deal):
                raise FrameError("nothing to show: the next hand has begun, or your cards are face up", "late")
            await self._commit()

    def _game_over(self) -> bool:
        """Return True if no person can win or lose anything any more."""
        state, people = self.moment.state, set(self.people)
        if any(facts.stack and not facts.broke for facts in map(self.moment.seats.__getitem__, people)):
            return self.moment.champion is not None
        return state is None or state.over or people.isdisjoint(state.setup.order)

    def next(self, subscriber: Subscriber) -> None:
        """Deal at once; if only bots are left in a deal, as soon as they have finished it."""
        self._seated(subscriber)
        if self._next_at is not None:
            self._next_at = self._clock.now()
        elif self._only_bots_play():
            self._at_once = True
        else:
            raise FrameError("you cannot skip ahead: another player is still in this hand, or no hand follows", "late")
        self._wake.set()

    def set_speed(self, subscriber: Subscriber, speed: str) -> None:
        """Change the speed of bots; not at a table with other people."""
        person = self._seated(subscriber)
        if any(other is not person for other in self.people.values()):
            raise FrameError("other people play here; only a person alone with bots can change their speed", "speed")
        self._speed = checked_speed(speed)
        self._thinks_until = self._clock.now()
        self._wake.set()

    def _only_bots_play(self) -> bool:
        """Return True if a deal is in progress in which no person has a decision left."""
        state = self.moment.state
        if state is None or state.over:
            return False
        return not any(state.live[person.seat] and person.state != "leaving" for person in self.people.values())

    async def reasons(self, subscriber: Subscriber) -> None:
        """Explain the decisions of bots that showed their cards."""
        async with self._changing():
            self._seated(subscriber)
            decisions = self._game.table.open_decisions if self.moment.state else []
            found = [decision_json(decision) for decision in decisions]
            subscriber.reply({"type": "reasons", "deal": self.moment.deal, "decisions": found})

    def _seated(self, subscriber: Subscriber) -> Person:
        person = subscriber.person
        if person is None or person.state in ("leaving", "left"):
            raise FrameError("take a seat first; you are watching", "seat")
        return person

    # --- the table's own task ---

    async def _run(self) -> None:
        """Advance step by step, waiting for people or for the clock; between steps, people's requests are served."""
        while not self.closed:
            try:
                async with self._changing():
                    wait = await self._go_on()
            except Exception as error:  # the next request reads the table from the store again
                words = str(error) if getattr(error, "code", "") == "store" else type(error).__name__
                _log.error("table %s... stops: %s", self.id[:4], words)
                return
            await self._clock.wait(self._wake, wait)
            self._wake.clear()

    async def _go_on(self) -> float | None:
        """Do one thing that needs no person's decision; return the seconds until the next one, or None for never."""
        now = self._clock.now()
        if self._decider is not None:
            left = sum(self._time_left(self._decider, now))
            if left > 0:
                return left
            self._time_out(self._decider)
        elif self._game.table.playing:
            pause = self._bots_pause()
            if pause and now < self._thinks_until:
                return self._thinks_until - now
            if not await asyncio.to_thread(self._game.let_bots_act, 0.0 if pause else BOT_SLICE):
                raise RuntimeError("the hand cannot continue")  # or this would be retried for ever
        elif not self._settle():
            if self._next_at is None:
                return None
            if now < self._next_at:
                return self._next_at - now
            self._begin_deal()
        await self._commit()
        await self._close_if_empty()
        return 0

    def _time_out(self, person: Person) -> None:
        """Act for a person whose time is up."""
        person.bank, person.misses = 0.0, person.misses + 1
        self._changed_people.append(person)
        table = self._game.table
        if person.misses >= MOST_MISSES:
            table.sit_out(person.seat)
        table.stand_in(person.seat, "time is up")

    def _settle(self) -> bool:
        """Let people join and leave between deals; return True if anyone did."""
        moved = self._game.settle(list(self.people.values()))
        self._changed_people += moved
        self.people = {seat: person for seat, person in self.people.items() if person.state != "left"}
        return bool(moved)

    def _begin_deal(self) -> None:
        for seat in self._game.begin_deal(self.people):
            person = self.people[seat]
            if person.bank < self.settings.bank:
                person.bank = min(self.settings.bank, person.bank + BANK_BACK)
                self._changed_people.append(person)
        self._at_once = False

    # --- changes ---

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[None]:
        """Make one change at a time.

        If a change fails halfway, the table ends: whatever is not on disk has not happened, and people come back to the
        table as it was before.
        """
        async with self._lock:
            if self.closed:
                raise Refused(404, "closed", "this table is closed")
            try:
                yield
            except (FrameError, Refused):
                raise  # nothing has changed
            except BaseException:
                self.closed = True
                self._dismiss(RESTART)
                raise

    async def _commit(self, before_telling: Callable[[], None] | None = None) -> None:
        """Store the change, then publish it."""
        await self._store.write(self._change())
        if before_telling is not None:
            before_telling()
        self._publish()

    def _columns(self) -> dict[str, Any]:
        return self._game.columns() | {"used": self.used, "closed": self.closed}

    def _change(self) -> Change:
        """Return everything new since the last change."""
        new = {person.id: person for person in self._new_people}
        changed = {person.id: person for person in self._changed_people if person.id not in new}
        self._new_people, self._changed_people = [], []
        return Change(
            table=None if self._game.table.playing and not self.closed else {"at_id": self.id} | self._columns(),
            new_seats=[person.new_row(self.id) for person in new.values()],
            seats=[person.row() for person in changed.values()],
            **self._game.news(self.moment.version),
        )

    def _publish(self) -> None:
        """Publish what is on disk."""
        self.moment = self._game.moment(self.people)
        self._schedule()
        self._tell()

    def _tell(self) -> None:
        for subscriber in self.subscribers:
            subscriber.tell()

    def _schedule(self) -> None:
        """Set the clocks for what comes next: a person's decision, or the next deal."""
        now, moment = self._clock.now(), self.moment
        state = moment.state
        if state is not None and state.to_act is not None:
            person = self.people.get(state.to_act)
            self._decider = None if person is None or moment.seats[person.seat].out else person
            if self._turn != (moment.deal, moment.turn):
                self._turn, self._turn_began = (moment.deal, moment.turn), now
                thought = 0.0 if person is not None else moment_of_thought(state, state.to_act, self._dice)
                self._thinks_until = now + thought * self._bots_pause()
            self._next_at = None
            return
        self._decider = None
        awake = any(self.is_here(seat) and not moment.seats[seat].out for seat in self.people)
        if moment.ready < 2 or not awake:
            self._next_at = None
        elif self._next_at is None:
            self._next_at = now + (0 if self._at_once else self._pause)

    def _bots_pause(self) -> float:
        """Return the usual pause before a bot acts, in seconds; 0 if the person has skipped ahead."""
        return 0.0 if self._at_once and self._only_bots_play() else pause_at(self._speed, self._only_bots_play())


def _name_taken(name: str) -> Refused:
    return Refused(409, "name", f"the name {name} is taken; choose another")
