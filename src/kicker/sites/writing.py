"""A record as PokerStars would write it, so that other programs can read kicker's hands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from hashlib import blake2b
from string import digits
from typing import Final

from kicker.cards import Card, count_of
from kicker.errors import RecordError
from kicker.games import Event, Limit
from kicker.records import Record, Replay, replay
from kicker.records.model import BUY_IN_FIELD, FINISHES_FIELD, HERO_FIELD, TOURNAMENT_FIELD
from kicker.records.replaying import paid_out, winnings_of
from kicker.sites.buyins import finish_lines, read_buy_in, read_finishes, roman, written_price
from kicker.sites.pokerstars import GAME_WORDS

_LIMITS: Final[dict[Limit, str]] = {"no-limit": "No Limit", "pot-limit": "Pot Limit", "fixed-limit": "Limit"}
_SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "CNY": "¥", "INR": "₹"}
_BETS: Final = {"fold": "folds", "check": "checks"}
_HOLE_CARDS: Final = "*** HOLE CARDS ***"
_STUD_STREETS: Final = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
_RUNS: Final = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH", "TENTH")
_NO_DATE: Final = datetime(2000, 1, 1)
"""PokerStars writes a date in every hand; a record without one gets this date."""


def format_pokerstars(record: Record) -> str:
    """Return a hand as PokerStars' text. Raises `RecordError` for a record that cannot be replayed to its end.

    >>> from kicker import holdem
    >>> state, _ = holdem(blinds=(5, 10)).start("As Kd Ah Kc 2c 3d 5h 9s Jd", stacks=[100, 100], button=0)
    >>> state, _ = state.apply("fold")
    >>> print(format_pokerstars(Record.from_state(state, ["Ada", "Ben"], hand=7)).splitlines()[0])
    PokerStars Hand #7:  Hold'em No Limit (5/10) - 2000/01/01 0:00:00 ET
    """
    words = {name: called for called, name in GAME_WORDS.items()}.get(record.rules.game.name)
    if words is None or record.rules.betting not in _LIMITS:
        raise RecordError(f"PokerStars has no name for {record.rules.game.title} ({record.rules.betting})", "variant")
    unknown = [name for name, stack in zip(record.names, record.stacks, strict=True) if not record.knows_stack(stack)]
    if unknown:
        raise RecordError(f"PokerStars' text needs every stack; that of {unknown[0]} is unknown", "variant")
    played = replay(record)
    if not played.final.over:
        raise RecordError("the hand is not complete: " + played.reason, "variant")
    return _Writer(record, played, words).text()


def hand_number(record: Record) -> int:
    """Return the number of a record: its digits, or a number made from a name with letters."""
    return _digits(str(record.hand or 0))


def _digits(name: str) -> int:
    if any(map(str.isalpha, name)):
        return int.from_bytes(blake2b(name.encode(errors="surrogatepass"), digest_size=6).digest())
    return int("0" + "".join(letter for letter in name if letter in digits))


class _Writer:
    """Writes one hand."""

    def __init__(self, record: Record, played: Replay, game: str) -> None:
        self.record, self.played, self.game = record, played, game
        self.tournament = str(record.fields.get(TOURNAMENT_FIELD, ""))
        self.price = read_buy_in(str(record.fields.get(BUY_IN_FIELD, "")))
        currency = "" if self.tournament else str(record.fields.get("currency", ""))
        self.currency = currency if currency in _SIGNS and record.scale in (1, 100) else ""
        self.sign = _SIGNS.get(self.currency, "")
        self.board: tuple[Card, ...] = ()
        self.lines: list[str] = []
        self.folded: dict[int, str] = {}
        self.street = 0
        self.bet = 0
        history = played.final.history
        self.again = {event.street for event in history if event.kind == "board" and event.run}
        """Streets that were dealt several times."""
        self.run = 0
        self.shared: tuple[Card, ...] = ()
        """The board that all runs share."""
        self.boards: dict[int, tuple[Card, ...]] = {}
        self.hands: dict[int, tuple[Card, ...]] = {}
        """The cards of each hand at the showdown."""
        self.hero = _hero_of(record)
        self.chairs = _chairs_of(record)
        self.draws: dict[int, int] = {}
        """The number of draws of each seat."""
        self.kept = _kept_by_the_house(played)
        """The rake from each winner's pots."""
        self.paid: dict[int, int] = {}

    def money(self, chips: int) -> str:
        """Return an amount as PokerStars writes it."""
        if self.record.scale == 1:
            return f"{self.sign}{chips}"
        whole, cents = divmod(chips, self.record.scale)
        places = len(str(self.record.scale)) - 1
        return f"{self.sign}{whole}" + (f".{cents:0{places}}" if cents else "")

    def text(self) -> str:
        """Return the whole hand as text."""
        self.head()
        events = [event for events in self.played.events() for event in events]
        if self.again:  # hands are shown after the last board
            shows = {event.seat: event for event in events if event.kind == "show"}
            first = next(place for place, event in enumerate(events) if event.kind == "won")
            before = [event for event in events[:first] if event.kind != "show"]
            events = [*before, *shows.values(), *events[first:]]
        showing = False
        for event in events:
            if event.kind in ("show", "muck") and not showing and self.at_the_end(event):
                showing = True
                self.lines.append("*** SHOW DOWN ***")
            self.event(event)
        self.aside()
        self.summary()
        return "\n".join(self.lines) + "\n"

    def at_the_end(self, event: Event) -> bool:
        """Return True for a hand that is shown or mucked at the showdown."""
        return sum(self.played.final.live) > 1 and (event.kind == "muck" or event.strength is not None)

    def head(self) -> None:
        """First line, table and seats."""
        record, rules = self.record, self.record.rules
        low, high = (rules.min_bet, rules.big_bet) if rules.betting == "fixed-limit" else self.blinds()
        stakes = f"{self.money(low)}/{self.money(high)}" + (f" {self.currency}" if self.currency else "")
        number = hand_number(record)
        when = self.when()
        stamp = f"{when:%Y/%m/%d} {when.hour}:{when:%M:%S} ET"
        game = f"{self.game} {_LIMITS[rules.betting]}"
        if self.tournament:
            price = f"{written_price(self.price, self.price_sign())} " if self.price else ""
            game, stakes = f"Tournament #{_digits(self.tournament)}, {price}{game}", f"{self.level()}({stakes})"
        else:
            stakes = f"({stakes})"
        self.lines.append(f"PokerStars Hand #{number}:{' ' * (2 - bool(self.tournament))}{game} {stakes} - {stamp}")
        count = len(record.stacks)
        table = str(record.fields.get("table", "kicker")).replace("'", "")
        size = record.fields.get("seat_count")
        size = max(size if isinstance(size, int) and size <= 10 else 0, count, *self.chairs)
        self.lines.append(f"Table '{table}' {size}-max Seat #{self.chairs[-1]} is the button")
        for chair, name, stack in sorted(zip(self.chairs, record.names, record.stacks, strict=True)):
            self.lines.append(f"Seat {chair}: {name} ({self.money(stack)} in chips)")

    def price_sign(self) -> str:
        """Return the sign of the money that the tournament costs."""
        return _SIGNS.get(self.price.currency, "") if self.price else ""

    def level(self) -> str:
        """Return the level of a tournament, if the record has it."""
        level = self.record.fields.get("level")
        return f"- Level {roman(level)} " if isinstance(level, int) and 0 < level < 300 else ""

    def blinds(self) -> tuple[int, int]:
        """Small and big blind; a straddle is more than the smallest bet."""
        rules = self.record.rules
        blinds = sorted(blind for blind in rules.blinds if blind)
        big = rules.min_bet if rules.min_bet in blinds else blinds[-1] if blinds else rules.min_bet
        return (blinds[0] if len(blinds) > 1 and blinds[0] < big else big // 2), big

    def when(self) -> datetime:
        """Return the date of the record."""
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
            if event.kind in ("dealt", "drew"):
                self.deal(event)

    def heading(self, words: str) -> None:
        """A line of stars, only once; bets start at 0."""
        line = f"*** {words} ***"
        if line not in self.lines:
            self.lines.append(line)
            self.bet = 0

    def deal(self, event: Event) -> None:
        """List the owner's cards and up cards; other hands are shown at the end."""
        assert event.seat is not None
        game, seat = self.record.rules.game, event.seat
        if game.brings_in and event.kind == "dealt":
            street = [each.name for each in game.streets].index(event.street) if event.street else 0
            self.heading(_STUD_STREETS[min(street, 4)])
        elif event.kind == "dealt":
            self.lines += [] if _HOLE_CARDS in self.lines else [_HOLE_CARDS]
        before = self.hands.get(seat, ())
        mine = seat == self.hero and self.record.knows(event.known, seat)
        # Once everyone is all in, the last card of stud comes face up as well, but sites write it as a hole card.
        opens = any(street.up for street in game.streets if street.name == (event.street or game.streets[0].name))
        up = event.up if event.up and opens else (False,) * len(event.known)
        new = event.known if mine else tuple(card for card, is_up in zip(event.known, up, strict=True) if is_up)
        new = tuple(card for card in new if self.record.knows((card,), seat))
        if new:
            old = f" {_cards(before)}" if before else ""
            self.lines.append(f"Dealt to {self.record.names[seat]}{old} {_cards(new)}")
        self.hands[seat] = (*before, *new)

    def turn(self, event: Event) -> None:
        """Board cards; each run of several has its own."""
        if self.record.rules.game.brings_in:  # too few cards for all: everybody uses this one
            self.boards[0] = event.known
            self.lines.append(f"*** {_STUD_STREETS[-1]} *** {_cards(event.known)}")
            return
        if _HOLE_CARDS not in self.lines:
            self.lines.append(_HOLE_CARDS)
        if event.street not in self.again:
            self.shared = self.board + event.known
        if event.run != self.run:
            self.run, self.board = event.run, self.shared
        before, self.board = self.board, self.board + event.known
        self.boards[self.run] = self.board
        self.street += not event.run
        self.bet = 0
        old = f" {_cards(before)}" if before else ""
        run = f"{_RUNS[event.run]} " if event.street in self.again else ""
        self.lines.append(f"*** {run}{event.street.upper()} ***{old} {_cards(event.known)}")

    def line(self, event: Event, name: str) -> str:
        """Return an action of a player as a line."""
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
            if event.strength is None or not self.record.knows(event.known, event.seat):
                return ""  # hands turned up early are written after the last card
            return f"{name}: shows {_cards(event.known)} ({event.strength.describe()})"
        if kind == "muck":
            return f"{name}: mucks hand"
        if kind == "won":
            rake = min(self.kept.get(event.seat or 0, 0), event.amount)
            self.kept[event.seat or 0] = self.kept.get(event.seat or 0, 0) - rake
            self.paid[event.seat or 0] = self.paid.get(event.seat or 0, 0) + event.amount - rake
            return f"{name} collected {self.money(event.amount - rake)} from {self.pot(event)}"
        if kind == "discard":
            return self.discard(event, name)
        if kind == "bring-in":
            self.bet = event.to
            return f"{name}: brings in for {self.money(event.amount)}{all_in}"
        return ""

    def discard(self, event: Event, name: str) -> str:
        """Return a discard, with the cards if they are known."""
        seat = event.seat or 0
        self.draws[seat] = self.draws.get(seat, 0) + 1
        self.heading(f"{_RUNS[min(self.draws[seat], 3) - 1]} DRAW")
        count = len(event.cards)
        if not count:
            return f"{name}: stands pat"
        known = (
            f" {_cards(event.known)}" if event.seat == self.hero and self.record.knows(event.known, event.seat) else ""
        )
        if event.seat in self.hands:
            self.hands[event.seat] = tuple(card for card in self.hands[event.seat] if card not in event.known)
        return f"{name}: discards {count_of(count, 'card')}{known}"

    def blind_word(self, event: Event) -> str:
        """Return the name of a seat's post."""
        small, big = self.blinds()
        if event.kind == "post":
            return (
                "small & big blinds" if event.amount > big else "big blind" if event.amount == big else "missed blind"
            )
        order = self.record.rules.blinds
        place = event.seat if len(self.record.stacks) > 2 else 1 - (event.seat or 0)
        nominal = order[place] if place is not None and place < len(order) else big
        if nominal > big:
            return "straddle"
        if event.seat is not None and self.record.rules.button_blind and event.seat == self.record.button:
            return "button blind"
        return "small blind" if nominal == small and small != big else "big blind"

    def pot(self, event: Event) -> str:
        """Return the name of a pot."""
        pots = {each.pot for each in self.played.final.history if each.kind == "won"}
        if event.pot is None or len(pots) == 1:
            return "pot"
        if event.pot == 0:
            return "main pot"
        return "side pot" if len(pots) == 2 else f"side pot-{event.pot}"

    def where(self) -> str:
        """Return the street on which a player folds."""
        return "before Flop" if not self.street else f"on the {('', 'Flop', 'Turn', 'River')[min(self.street, 3)]}"

    def aside(self) -> None:
        """Cash-outs, places, prizes and bounties."""
        for seat, beside in enumerate(self.record.beside):
            name, amount = self.record.names[seat], self.paid.get(seat, 0) + beside
            if beside and amount >= 0:
                self.lines.append(f"{name} cashed out the hand for {self.money(amount)}")
            elif beside:
                self.lines.append(f"{name}: Pays Insurance ({self.money(-beside)})")
        out = [name for name, stack in zip(self.record.names, self.played.final.stacks, strict=True) if not stack]
        for name, finish in read_finishes(self.record.names, self.record.fields.get(FINISHES_FIELD)).items():
            beaten = next((each for each in out if each != name), "another player")
            self.lines += finish_lines(name, finish, self.price_sign(), beaten)

    def summary(self) -> None:
        """The end of the text."""
        won = self.paid
        total = sum(event.amount for event in self.played.final.history if event.kind == "won")
        rake = total - sum(won.values())
        self.lines += ["*** SUMMARY ***", f"Total pot {self.money(total)} | Rake {self.money(rake)}"]
        for run, board in self.boards.items():
            self.lines.append(f"{_RUNS[run] + ' ' if self.again else ''}Board {_cards(board)}")
        for chair, seat in sorted(zip(self.chairs, range(len(self.chairs)), strict=True)):
            self.lines.append(f"Seat {chair}: {self.record.names[seat]} {self.ending(seat, won.get(seat, 0))}")

    def ending(self, seat: int, won: int) -> str:
        """Return how the hand ended for a seat."""
        if seat in self.folded:
            return f"folded {self.folded[seat]}"
        hand = self.played.final.hands[seat]
        if all(self.played.final.up[seat]) and self.record.knows(hand, seat):
            return f"showed {_cards(hand)} and " + (f"won ({self.money(won)})" if won else "lost")
        return f"collected ({self.money(won)})" if won else "mucked"


def _chairs_of(record: Record) -> list[int]:
    """Return the number of everyone's chair, or count from the left of the button if the record does not say."""
    count, chairs = len(record.names), record.fields.get("seats")
    if (
        isinstance(chairs, list)
        and len(chairs) == count
        and all(type(chair) is int and 0 < chair <= 10 for chair in chairs)
    ):
        first = chairs.index(min(chairs))
        if [*chairs[first:], *chairs[:first]] == sorted(set(chairs)):
            return chairs
    return list(range(1, count + 1))


def _hero_of(record: Record) -> int | None:
    """Return the owner's seat: as the record says, or else the only seat whose first cards it has though they were not
    shown."""
    names = record.names
    said = record.fields.get(HERO_FIELD)
    if isinstance(said, str):
        return names.index(said) if said in names else None
    size = record.rules.game.streets[0].down + record.rules.game.streets[0].up
    known = [seat for seat in range(len(names)) if record.knows(record.deck[seat * size : (seat + 1) * size], seat)]
    shown = [seat for seat, (_, showed) in record.showdown.items() if showed]
    return known[0] if len(known) == 1 and known[0] not in shown else None


def _kept_by_the_house(played: Replay) -> dict[int, int]:
    """Return how much less each winner got than the pots paid; empty if the record does not say."""
    if not played.rake:
        return {}
    won, paid = winnings_of(played.final), paid_out(played.record, played.final)
    return {seat: max(int(chips - got), 0) for seat, (chips, got) in enumerate(zip(won, paid, strict=True))}


def _cards(cards: Sequence[Card | None]) -> str:
    return "[" + " ".join(str(card) for card in cards) + "]"
