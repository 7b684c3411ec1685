"""A record as PokerStars would write it, so that other programs can read kicker's hands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Final

from kicker.cards import Card, count_of
from kicker.errors import RecordError
from kicker.games import Event, Limit
from kicker.records import Record, Replay, replay
from kicker.sites.pokerstars import GAME_WORDS

_LIMITS: Final[dict[Limit, str]] = {"no-limit": "No Limit", "pot-limit": "Pot Limit", "fixed-limit": "Limit"}
_SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£"}
_BETS: Final = {"fold": "folds", "check": "checks"}
_NO_DATE: Final = datetime(2000, 1, 1)
"""PokerStars writes a date in every hand; a record that has none gets this one."""


def format_pokerstars(record: Record) -> str:
    """The text of a hand. A record that cannot be replayed to its end cannot be written and raises `RecordError`.

    >>> from kicker import holdem
    >>> state, _ = holdem(blinds=(5, 10)).start("As Kd Ah Kc 2c 3d 5h 9s Jd", stacks=[100, 100], button=0)
    >>> state, _ = state.apply("fold")
    >>> print(format_pokerstars(Record.from_state(state, ["Ada", "Ben"], hand=7)).splitlines()[0])
    PokerStars Hand #7:  Hold'em No Limit (5/10) - 2000/01/01 0:00:00 ET
    """
    words = {name: called for called, name in GAME_WORDS.items()}.get(record.rules.game.name)
    if words is None or record.rules.betting not in _LIMITS:
        raise RecordError(f"PokerStars has no name for {record.rules.game.title} ({record.rules.betting})", "variant")
    played = replay(record)
    if not played.final.over:
        raise RecordError("the hand is not complete: " + played.reason, "variant")
    return _Writer(record, played, words).text()


class _Writer:
    """Writes one hand."""

    def __init__(self, record: Record, played: Replay, game: str) -> None:
        self.record, self.played, self.game = record, played, game
        currency = str(record.fields.get("currency", ""))
        self.currency = currency if currency in _SIGNS and record.scale in (1, 100) else ""
        self.sign = _SIGNS.get(self.currency, "")
        self.board: tuple[Card, ...] = ()
        self.lines: list[str] = []
        self.folded: dict[int, str] = {}
        self.street = 0
        self.bet = 0

    def money(self, chips: int) -> str:
        """An amount as PokerStars writes it."""
        if self.record.scale == 1:
            return f"{self.sign}{chips}"
        whole, cents = divmod(chips, self.record.scale)
        digits = len(str(self.record.scale)) - 1
        return f"{self.sign}{whole}" + (f".{cents:0{digits}}" if cents else "")

    def text(self) -> str:
        """The whole hand."""
        self.head()
        showing = False
        for events in self.played.events():
            for event in events:
                if event.kind in ("show", "muck") and not showing and self.at_the_end(event):
                    showing = True
                    self.lines.append("*** SHOW DOWN ***")
                self.event(event)
        self.summary()
        return "\n".join(self.lines) + "\n"

    def at_the_end(self, event: Event) -> bool:
        """True for a hand that is shown or mucked at the showdown."""
        return sum(self.played.final.live) > 1 and (event.kind == "muck" or event.strength is not None)

    def head(self) -> None:
        """First line, table and seats."""
        record, rules = self.record, self.record.rules
        low, high = (rules.min_bet, rules.big_bet) if rules.betting == "fixed-limit" else self.blinds()
        stakes = f"{self.money(low)}/{self.money(high)}" + (f" {self.currency}" if self.currency else "")
        number = "".join(letter for letter in str(record.hand or 0) if letter.isdecimal()) or "0"
        when = self.when()
        stamp = f"{when:%Y/%m/%d} {when.hour}:{when:%M:%S} ET"
        self.lines.append(f"PokerStars Hand #{number}:  {self.game} {_LIMITS[rules.betting]} ({stakes}) - {stamp}")
        count = len(record.stacks)
        table = str(record.fields.get("table", "kicker")).replace("'", "")
        self.lines.append(f"Table '{table}' {count}-max Seat #{count} is the button")
        for seat, name in enumerate(record.names, 1):
            self.lines.append(f"Seat {seat}: {name} ({self.money(record.stacks[seat - 1])} in chips)")

    def blinds(self) -> tuple[int, int]:
        """Small and big blind."""
        blinds = sorted(self.record.rules.blinds)
        big = blinds[-1] if blinds else self.record.rules.min_bet
        return (blinds[-2] if len(blinds) > 1 else big // 2), big

    def when(self) -> datetime:
        """The date of the record."""
        fields = self.record.fields
        day = [fields.get(name) for name in ("year", "month", "day")]
        moment = fields.get("time")
        if not all(isinstance(part, int) for part in day):
            return _NO_DATE
        clock = moment if isinstance(moment, time) else time()
        return datetime.combine(date(*day), clock.replace(tzinfo=None))  # type: ignore[arg-type]

    def event(self, event: Event) -> None:
        """The line of an event, if it has one."""
        if event.kind == "board":
            self.turn(event)
        elif event.seat is not None:
            line = self.line(event, self.record.names[event.seat])
            if line:
                self.lines.append(line)
            if event.kind == "dealt" and self.record.knows(event.known) and event.known:
                self.deal(event)

    def deal(self, event: Event) -> None:
        """The cards of the player whose record it is are listed; those of others are shown at the end."""
        assert event.seat is not None
        if "*** HOLE CARDS ***" not in self.lines:
            self.lines.append("*** HOLE CARDS ***")
        self.lines.append(f"Dealt to {self.record.names[event.seat]} {_cards(event.known)}")

    def turn(self, event: Event) -> None:
        """Cards of the board."""
        if "*** HOLE CARDS ***" not in self.lines:
            self.lines.append("*** HOLE CARDS ***")
        before, self.board = self.board, self.board + event.known
        self.street += 1
        self.bet = 0
        old = f" {_cards(before)}" if before else ""
        self.lines.append(f"*** {event.street.upper()} ***{old} {_cards(event.known)}")

    def line(self, event: Event, name: str) -> str:
        """What a player does, as a line."""
        kind, all_in = event.kind, " and is all-in" if not event.stack else ""
        if kind in _BETS:
            if kind == "fold" and event.seat is not None:
                self.folded[event.seat] = self.where()
            return f"{name}: {_BETS[kind]}"
        if kind == "call":
            return f"{name}: calls {self.money(event.amount)}{all_in}"
        if kind == "bet":
            self.bet = event.to
            return f"{name}: bets {self.money(event.to)}{all_in}"
        if kind == "raise":
            by = event.to - self.bet
            self.bet = event.to
            return f"{name}: raises {self.money(by)} to {self.money(event.to)}{all_in}"
        if kind == "ante":
            return f"{name}: posts the ante {self.money(event.amount)}{all_in}"
        if kind in ("blind", "post"):
            self.bet = max(self.blinds()[1], self.bet)
            return f"{name}: posts {self.blind_word(event)} {self.money(event.amount)}{all_in}"
        if kind == "returned":
            return f"Uncalled bet ({self.money(event.amount)}) returned to {name}"
        if kind == "show":
            if event.strength is None or not self.record.knows(event.known):
                return ""  # hands that are turned up early are written when the last card is out
            return f"{name}: shows {_cards(event.known)} ({event.strength.describe()})"
        if kind == "muck":
            return f"{name}: mucks hand"
        if kind == "won":
            return f"{name} collected {self.money(event.amount)} from {self.pot(event)}"
        if kind == "discard":
            count = len(event.cards)
            return f"{name}: discards {count_of(count, 'card')}" if count else f"{name}: stands pat"
        return ""

    def blind_word(self, event: Event) -> str:
        """What the chips are called that a seat posts."""
        small, big = self.blinds()
        if event.kind == "post":
            return "small & big blinds" if event.amount > big else "big blind"
        order = self.record.rules.blinds
        place = event.seat if len(self.record.stacks) > 2 else 1 - (event.seat or 0)
        nominal = order[place] if place is not None and place < len(order) else big
        return "small blind" if nominal == small and small != big else "big blind"

    def pot(self, event: Event) -> str:
        """The name of a pot."""
        pots = {each.pot for each in self.played.final.history if each.kind == "won"}
        if event.pot is None or len(pots) == 1:
            return "pot"
        if event.pot == 0:
            return "main pot"
        return "side pot" if len(pots) == 2 else f"side pot-{event.pot}"

    def where(self) -> str:
        """The street on which somebody folds."""
        return "before Flop" if not self.street else f"on the {('', 'Flop', 'Turn', 'River')[min(self.street, 3)]}"

    def summary(self) -> None:
        """The end of the text."""
        history = self.played.final.history
        won: dict[int, int] = {}
        for event in history:
            if event.kind == "won" and event.seat is not None:
                won[event.seat] = won.get(event.seat, 0) + event.amount
        self.lines += ["*** SUMMARY ***", f"Total pot {self.money(sum(won.values()))} | Rake {self.money(0)}"]
        if self.board:
            self.lines.append(f"Board {_cards(self.board)}")
        for seat, name in enumerate(self.record.names):
            self.lines.append(f"Seat {seat + 1}: {name} {self.ending(seat, won.get(seat, 0))}")

    def ending(self, seat: int, won: int) -> str:
        """How the hand ended for a seat."""
        if seat in self.folded:
            return f"folded {self.folded[seat]}"
        hand = self.played.final.hands[seat]
        if all(self.played.final.up[seat]) and self.record.knows(hand):
            return f"showed {_cards(hand)} and " + (f"won ({self.money(won)})" if won else "lost")
        return f"collected ({self.money(won)})" if won else "mucked"


def _cards(cards: Sequence[Card | None]) -> str:
    return "[" + " ".join(str(card) for card in cards) + "]"
