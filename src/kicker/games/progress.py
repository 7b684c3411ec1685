"""How a deal goes on: everything that changes a state. Between decisions it runs through all that nobody decides.

`Progress` is a state thawed into lists, alive only inside `begin` and `advance`; `freeze` makes the next state of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import compress
from typing import Literal

from kicker.cards import Card, Deck, parse_cards
from kicker.errors import CardError, IllegalAction, KickerError, quoted
from kicker.games.actions import OVER, Action, Options, OptionsDraft, as_action
from kicker.games.betting import limits
from kicker.games.events import Event, EventKind
from kicker.games.game import Opener
from kicker.games.rules import Rules, check_stack
from kicker.games.state import Setup, State, pots_of
from kicker.orders import Strength
from kicker.pots import Pot, pay_pots

_make = tuple.__new__
"""Calling a NamedTuple goes through a function in Python; this makes the same value in half the time."""


_OVER = Event("over")


def begin(setup: Setup) -> tuple[State, tuple[Event, ...]]:
    """The first decision of a deal, and what happened before it."""
    progress = Progress(setup)
    progress.add("button", setup.button)
    progress.pay_antes()
    progress.post_blinds()
    progress.go_on()
    return progress.freeze(())


def advance(state: State, given: Action | str) -> tuple[State, tuple[Event, ...]]:
    """Apply an action; see `State.apply`."""
    action = given if type(given) is Action else as_action(given)
    refusal = state.options.refusal(action)
    if refusal:
        raise IllegalAction(refusal, "action")
    progress = Progress(state.setup, state)
    progress.act(action)
    progress.go_on()
    return progress.freeze(state.history)


def set_up(rules: Rules, deck: str | Iterable[Card], stacks: Sequence[int], button: int, out: Collection[int]) -> Setup:
    """What a deal begins with, checked."""
    if type(stacks) not in (tuple, list) and not isinstance(stacks, Sequence):
        raise KickerError(f"stacks must be a list with the chips of each seat, not {quoted(stacks)}", "chips")
    for stack in stacks:
        check_stack(stack)
    count = len(stacks)
    if type(button) is not int or not 0 <= button < count:
        raise KickerError(f"seat {button} cannot have the button; seats go from 0 to {count - 1}", "seats")
    ring = [(button + 1 + place) % count for place in range(count)]
    order = tuple(seat for seat in ring if seat not in out and stacks[seat] >= rules.least_stack)
    rules.check_seats(len(order))
    if button not in order:
        raise KickerError(f"seat {button} cannot have the button; it is not dealt in", "seats")
    cards = _cards_of(deck)
    if len(set(cards)) < len(cards):
        Deck(cards)  # says which card is there twice
    need = rules.cards_needed(len(order))
    if len(cards) < need:
        raise CardError(f"a deck of {len(cards)} cards is too short: {len(order)} seats may need {need}", "absent")
    return Setup(rules, cards, tuple(stacks), button, order)


def _cards_of(deck: str | Iterable[Card]) -> tuple[Card, ...]:
    if type(deck) not in (tuple, list) and not isinstance(deck, Iterable):
        raise CardError(f"{quoted(deck)} is not a deck: give text like 'As Kd 2c' or a list of cards", "type")
    cards = tuple(parse_cards(deck) if isinstance(deck, str) else deck)
    if set(map(type, cards)) != {Card}:
        wrong = [card for card in cards if type(card) is not Card]
        if wrong:
            message = f"{quoted(wrong[0])} in the deck is not a card: give text like 'As Kd 2c' or a list of cards"
            raise CardError(message, "type")
    return cards


class Progress:
    """A deal on its way from one decision to the next."""

    __slots__ = (
        "acted_at",
        "aggressor",
        "bet",
        "bet_count",
        "bets",
        "board",
        "dead",
        "dealt",
        "events",
        "full_bet",
        "hands",
        "last_raise",
        "live",
        "over",
        "paid",
        "setup",
        "stacks",
        "step",
        "street",
        "to_act",
        "up",
        "waiting",
    )

    def __init__(self, setup: Setup, state: State | None = None) -> None:
        self.setup = setup
        self.events: list[Event] = []
        self.over = False
        self.to_act: int | None = None
        if state is None:
            count = len(setup.stacks)
            self.step = self.street = -1
            self.stacks = list(setup.stacks)
            self.bets, self.paid, self.acted_at = [0] * count, [0] * count, [-1] * count
            self.dead = self.dealt = self.bet = self.full_bet = self.bet_count = 0
            self.last_raise = setup.rules.min_bet
            self.live = [False] * count
            for seat in setup.order:
                self.live[seat] = True
            self.hands: list[tuple[Card, ...]] = [()] * count
            self.board: tuple[Card, ...] = ()
            self.aggressor: int | None = None
            self.up: list[tuple[bool, ...]] = [()] * count
            self.waiting: tuple[int, ...] = ()
            return
        # One unpacking is much faster than twenty named reads.
        (_, self.step, self.street, self.to_act, stacks, bets, paid, self.dead, live, hands, self.board, self.dealt,
         self.bet, self.full_bet, self.last_raise, self.bet_count, acted_at, self.aggressor, up, self.waiting, _, _,
        ) = state  # fmt: skip
        self.stacks, self.bets, self.paid, self.live = list(stacks), list(bets), list(paid), list(live)
        self.hands, self.acted_at, self.up = list(hands), list(acted_at), list(up)

    def freeze(self, history: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
        """The state that this has become, and what happened on the way."""
        events = tuple(self.events)
        state = _make(State, (
            self.setup, self.step, self.street, self.to_act, tuple(self.stacks), tuple(self.bets), tuple(self.paid),
            self.dead, tuple(self.live), tuple(self.hands), self.board, self.dealt, self.bet, self.full_bet,
            self.last_raise, self.bet_count, tuple(self.acted_at), self.aggressor, tuple(self.up), self.waiting,
            history + events, self.options(),
        ))  # fmt: skip
        return state, events

    def options(self) -> Options:
        """What the seat to act may do."""
        seat = self.to_act
        if seat is None:
            return OVER
        if self.waiting:
            return OptionsDraft(seat, "showdown", may_muck=not self.must_show).done()
        rules = self.setup.rules
        if rules.steps[self.step][0] == "exchange":
            limit = rules.draw_limit(rules.steps[self.step][1])
            return OptionsDraft(seat, "drawing", False, 0, 0, 0, self.hands[seat], limit).done()
        call, low, high = limits(self, seat)
        may_check = not call and self.street not in rules.must_open
        return OptionsDraft(seat, "betting", may_check, call, low, high, (), 0, self.bet).done()

    def add(self, kind: EventKind, seat: int, amount: int = 0) -> None:
        """Note what a seat did, with its bet and stack as they are now."""
        fields = (kind, seat, amount, self.bets[seat], self.stacks[seat], (), None, (), "", None, None, None, "", "")
        self.events.append(_make(Event, fields))

    def add_cards(
        self, kind: EventKind, seat: int, cards: tuple[Card, ...], only: int | None = None, up: tuple[bool, ...] = (),
        strength: Strength | None = None,
    ) -> None:  # fmt: skip
        """Note what happened to cards of a seat."""
        to, stack = self.bets[seat], self.stacks[seat]
        fields = (kind, seat, 0, to, stack, cards, only, up, "", None, strength, None, "", "")
        self.events.append(_make(Event, fields))

    def put_in(self, seat: int, amount: int) -> int:
        """Move chips of a seat in front of it, at most all it has; returns how many."""
        chips = min(amount, self.stacks[seat])
        self.stacks[seat] -= chips
        self.bets[seat] += chips
        self.paid[seat] += chips
        return chips

    def pay_dead(self, seat: int, amount: int) -> int:
        """Move chips of a seat to the main pot, at most all it has; returns how many."""
        chips = min(amount, self.stacks[seat])
        self.stacks[seat] -= chips
        self.dead += chips
        return chips

    # --- before the cards ---

    def by_position(self) -> tuple[int, ...]:
        """The seats as blinds go round: heads-up the button has the small one."""
        order = self.setup.order
        return order[::-1] if len(order) == 2 else order

    def pay_antes(self) -> None:
        """Collect antes; they are no bets of the street that follows."""
        rules = self.setup.rules
        if rules.ante:
            for seat in self.setup.order:
                chips = self.put_in(seat, rules.ante)
                self.bets[seat] = 0
                self.add("ante", seat, chips)
        for seat, ante in zip(self.by_position(), rules.dead_antes, strict=False):
            if ante:
                self.add("ante", seat, self.pay_dead(seat, ante))

    def post_blinds(self) -> None:
        """Post blinds and newcomers' chips. Who calls owes the whole blind, also if its seat could not pay it."""
        rules = self.setup.rules
        price = 0
        for seat, blind in zip(self.by_position(), rules.blinds, strict=False):
            if blind and (chips := self.put_in(seat, blind)):
                self.add("blind", seat, chips)
            price = max(price, blind)
        for seat, post in zip(self.by_position(), rules.posts, strict=False):
            live = rules.live_post(post)
            if post and (chips := self.put_in(seat, live) + self.pay_dead(seat, post - live)):
                self.add("post", seat, chips)
            price = max(price, live)
        if price:
            self.bet = self.full_bet = price
            self.last_raise = max(rules.min_bet, price)
            self.bet_count = 1

    # --- actions ---

    def act(self, action: Action) -> None:
        """Carry out a legal action of the seat to act, and find who is next."""
        seat = self.to_act
        assert seat is not None
        kind = action.kind
        if kind == "discard":
            self.exchange(seat, action.cards)
            self.to_act = self.next_to_draw(seat)
        elif kind in ("show", "muck"):
            self.show_or_muck(seat, kind)
        else:
            if kind == "fold":
                self.live[seat] = False
                self.add("fold", seat)
            elif kind == "raise":
                self.raise_to(seat, action.to)
            elif kind == "call":
                self.add("call", seat, self.put_in(seat, self.bet - self.bets[seat]))
            else:
                self.add("check", seat)
            self.acted_at[seat] = self.bet
            self.to_act = self.next_to_bet(seat)
            if self.to_act is None:
                self.return_uncalled()

    def raise_to(self, seat: int, to: int) -> None:
        """Bet or raise, and keep account of what makes a full raise."""
        rules = self.setup.rules
        chips = self.put_in(seat, to - self.bets[seat])
        self.add("raise" if self.bet else "bet", seat, chips)
        if rules.betting == "fixed-limit":
            if 2 * (to - self.full_bet) >= rules.bet_size(self.street):
                self.full_bet = to
                self.bet_count += 1
        else:
            if rules.full_raises and to - self.bet > self.last_raise:
                self.last_raise = to - self.bet
            self.bet_count += 1
        self.bet = to
        self.aggressor = seat

    def next_to_bet(self, seat: int) -> int | None:
        """The next seat round the table that has something to decide, or None when the street is done."""
        order = self.setup.order
        place = order.index(seat) + 1
        for other in order[place:] + order[:place]:
            if not self.live[other] or not self.stacks[other]:
                continue
            if self.bets[other] < self.bet or self.acted_at[other] < 0:
                return other if self.has_choice(other) else None
        return None

    def has_choice(self, seat: int) -> bool:
        """False when nobody else can bet any more and the seat has matched what they could pay."""
        mine = self.bets[seat]
        for other in self.setup.order:
            if self.live[other] and other != seat and (self.stacks[other] or self.bets[other] > mine):
                return True
        return False

    def return_uncalled(self) -> None:
        """Give back what one seat put in beyond everybody else."""
        most = max(self.paid)
        top = self.paid.index(most)
        second = max(chips for seat, chips in enumerate(self.paid) if seat != top)
        if most > second and self.live[top]:
            chips = most - second
            self.stacks[top] += chips
            self.paid[top] -= chips
            self.bets[top] = max(0, self.bets[top] - chips)
            self.add("returned", top, chips)

    # --- what nobody decides ---

    def go_on(self) -> None:
        """Run through steps until a seat has to decide or the deal is over."""
        steps = self.setup.rules.steps
        while self.to_act is None and not self.over:
            if sum(self.live) == 1:
                self.pay_last(self.live.index(True))
            elif self.step + 1 == len(steps):
                self.show_down()
            elif 0 in self.stacks and self.only_cards_to_come() and not self.face_up:
                self.turn_up()
            else:
                self.step += 1
                kind, number = steps[self.step]
                if kind == "bet":
                    self.open_street(number)
                elif kind == "board":
                    self.deal_board(number)
                elif kind == "exchange":
                    self.to_act = self.next_to_draw(None)
                else:
                    self.deal_hands(number)

    @property
    def must_show(self) -> bool:
        """True if somebody who is in is all in, where that means that nobody may muck."""
        rules = self.setup.rules
        if not rules.all_in_face_up or rules.betting == "none":
            return False
        return not all(compress(self.stacks, self.live))

    def only_cards_to_come(self) -> bool:
        """True if some cards are still to be dealt, and nobody has anything to decide any more because of all-ins."""
        if self.street < 0 or not self.must_show or sum(map(bool, compress(self.stacks, self.live))) > 1:
            return False
        kinds = {kind for kind, _ in self.setup.rules.steps[self.step + 1 :]}
        return "exchange" not in kinds and not kinds.isdisjoint(("deal", "board"))

    @property
    def face_up(self) -> bool:
        """True if all cards of all who are in lie open."""
        return all(map(all, compress(self.up, self.live)))

    def turn_up(self) -> None:
        """Turn up the hands of all who are in; what they are worth is told when the last card is there."""
        order = self.showdown_order()
        if self.setup.rules.showdown == "ask":
            self.waiting = order
            self.to_act = order[0]
            return
        for seat in order:
            self.open_hand(seat)

    def deal_hands(self, number: int) -> None:
        """Deal to the seats from the left of the button on, card by card or hand by hand."""
        setup, street = self.setup, self.setup.rules.game.streets[number]
        seats = [seat for seat in setup.order if self.live[seat]]
        count, begin, dealt = len(seats), self.dealt, street.down + street.up
        # Whoever is all in with his cards open gets the others open too.
        up = (self.must_show and self.street >= 0 and self.face_up,) * street.down + (True,) * street.up
        self.dealt = end = begin + count * dealt
        for place, seat in enumerate(seats):
            if setup.rules.deal_order == "card":
                cards = setup.deck[begin + place : end : count]
            else:
                cards = setup.deck[begin + place * dealt : begin + (place + 1) * dealt]
            self.hands[seat] += cards
            self.up[seat] += up
            self.add_cards("dealt", seat, cards, None if all(up) else seat, up if True in up else ())

    def deal_board(self, number: int) -> None:
        """Turn cards for all to see."""
        street = self.setup.rules.game.streets[number]
        cards = self.setup.deck[self.dealt : self.dealt + street.board]
        self.dealt += street.board
        self.board += cards
        fields = ("board", None, 0, 0, 0, cards, None, (), street.name, None, None, None, "", "")
        self.events.append(_make(Event, fields))

    def open_street(self, number: int) -> None:
        """Begin a betting round."""
        rules, order = self.setup.rules, self.setup.order
        self.street += 1
        last = order[-1]
        if self.street == 0:
            # The largest blind acts last, wherever it sits; of equal ones the last.
            blinds = dict(zip(self.by_position(), rules.blinds, strict=False))
            largest = max(blinds.values(), default=0)
            last = [seat for seat, blind in blinds.items() if blind == largest][-1] if largest else last
        else:
            count = len(self.bets)
            self.bets, self.acted_at = [0] * count, [-1] * count
            self.bet = self.full_bet = self.bet_count = 0
            self.last_raise = rules.min_bet
            self.aggressor = None
        opener = rules.game.streets[number].opener
        if opener != "left":
            first = showing_opens(opener, order, self.live, self.open_cards())
            last = order[order.index(first) - 1]
        self.to_act = self.next_to_bet(last)
        if self.to_act is None:
            self.return_uncalled()

    def open_cards(self) -> list[tuple[Card, ...]]:
        """The cards of each seat that lie open."""
        return [tuple(compress(hand, up)) for hand, up in zip(self.hands, self.up, strict=True)]

    def next_to_draw(self, seat: int | None) -> int | None:
        """The next seat in the deal after `seat`, from the left of the button on."""
        order = self.setup.order
        place = 0 if seat is None else order.index(seat) + 1
        return next((other for other in order[place:] if self.live[other]), None)

    def exchange(self, seat: int, thrown: tuple[Card, ...]) -> None:
        """Throw cards for new ones from the top of the deck, which take their places in the order given."""
        drawn = self.setup.deck[self.dealt : self.dealt + len(thrown)]
        self.dealt += len(thrown)
        new, hand = dict(zip(thrown, drawn, strict=True)), self.hands[seat]
        # A card that lay open is seen when it goes, and the one in its place lies open too.
        up = tuple([self.up[seat][hand.index(card)] for card in thrown]) if True in self.up[seat] else ()
        self.hands[seat] = tuple([new.get(card, card) for card in hand])
        self.add_cards("discard", seat, thrown, seat, up)
        if drawn:
            self.add_cards("drew", seat, drawn, seat, up)

    # --- the end ---

    def pay_last(self, seat: int) -> None:
        """Pay the one who is left; he does not show."""
        self.pay(seat, sum(self.paid) + self.dead, None)
        self.finish()

    def show_down(self) -> None:
        """Find who shows, in order, or ask; then pay."""
        rules = self.setup.rules
        if rules.betting == "none":  # no street has ended: what nobody could match is still in
            self.return_uncalled()
        order = self.showdown_order()
        if rules.showdown == "ask" and not (self.must_show and self.face_up):
            self.waiting = order
            self.to_act = order[0]
            return
        show_all = rules.showdown == "all" or any(not self.stacks[seat] for seat in order)
        strengths = {seat: self.strength(seat) for seat in order}
        best = 0
        for seat in order:
            if strengths[seat] >= best or show_all:
                best = max(best, strengths[seat])
                self.open_hand(seat, strengths[seat])
            else:
                self.add("muck", seat)
        self.pay_pots(strengths)

    def showdown_order(self) -> tuple[int, ...]:
        """Who shows when: side pots first; the last to bet on the last street begins, else the left of the button."""
        order = self.setup.order
        if self.aggressor is not None:
            place = order.index(self.aggressor)
            order = order[place:] + order[:place]
        live = [seat for seat in order if self.live[seat]]
        # Nobody who is live put in more than the largest bet, so who put in less contests fewer pots.
        return tuple(sorted(live, key=lambda seat: -self.paid[seat]))

    def show_or_muck(self, seat: int, kind: Literal["show", "muck"]) -> None:
        """A seat that was asked shows or gives up its claim; the last claim to a pot needs no showing."""
        self.waiting = self.waiting[1:]
        at_the_end = self.step + 1 == len(self.setup.rules.steps)
        if kind == "show":
            self.open_hand(seat, self.strength(seat) if at_the_end else None)
        else:
            self.add("muck", seat)
        self.to_act = self.waiting[0] if self.waiting else None
        if self.to_act is None and at_the_end:
            # Who mucked loses to all who showed, and to those who mucked later.
            order = self.showdown_order()
            mucked = {other: place - len(order) for place, other in enumerate(order)}
            self.pay_pots({other: self.strength(other) if all(self.up[other]) else mucked[other] for other in order})

    def strength(self, seat: int) -> Strength:
        """What a seat's cards are worth with the board."""
        strength = self.setup.rules.game.strength(self.hands[seat], self.board)
        assert strength is not None, "only a low hand can fail to qualify"
        return strength

    def open_hand(self, seat: int, strength: Strength | None = None) -> None:
        """Turn a seat's cards up."""
        self.up[seat] = (True,) * len(self.hands[seat])
        self.add_cards("show", seat, self.hands[seat], strength=strength)

    def pay_pots(self, strengths: Mapping[int, int]) -> None:
        """Pay each pot on its own, the last side pot first."""
        order = self.setup.order
        pots = pots_of(tuple(self.paid), self.dead, tuple(self.live)).pots
        if not pots:  # nothing was put in: the best hand wins all the same
            pots = (Pot("Main Pot", 0, tuple(seat for seat in order if self.live[seat])),)
        if self.setup.rules.ties == "first":
            ranks = {seat: (strength, -order.index(seat)) for seat, strength in strengths.items()}
            winners = sorted(strengths, key=ranks.__getitem__)
            strengths = {seat: place for place, seat in enumerate(winners)}
        payments = pay_pots(pots, strengths, order)
        for number in reversed(range(len(payments))):
            for seat, amount in payments[number].amounts.items():
                self.pay(seat, amount, number)
        self.finish()

    def pay(self, seat: int, amount: int, pot: int | None) -> None:
        """Move chips from a pot to a stack."""
        self.stacks[seat] += amount
        to, stack = self.bets[seat], self.stacks[seat]
        self.events.append(_make(Event, ("won", seat, amount, to, stack, (), None, (), "", pot, None, None, "", "")))

    def finish(self) -> None:
        """Nothing is left to do."""
        self.bets = [0] * len(self.bets)
        self.over = True
        self.events.append(_OVER)


# --- who opens where cards lie open ----------------------------------------------------------------------------------


def showing_opens(opener: Opener, order: Sequence[int], live: Sequence[bool], cards: Sequence[tuple[Card, ...]]) -> int:
    """The seat that opens by what it shows; of equal ones the nearest left of the button."""
    seats = [seat for seat in order if live[seat]]
    if opener == "lowest card":
        return min(seats, key=lambda seat: _height(cards[seat][-1], ace=14))
    if opener == "highest card":
        return max(seats, key=lambda seat: _height(cards[seat][-1], ace=1))
    if opener == "best showing":
        return max(seats, key=lambda seat: _showing(cards[seat], ace=14))
    return min(seats, key=lambda seat: _showing(cards[seat], ace=1))


def _height(card: Card, ace: int) -> tuple[int, int]:
    """A card's rank and suit, from clubs to spades, with aces high (14) or low (1)."""
    return ace if card.rank == 14 else card.rank, "cdhs".index(card.suit)


def _showing(cards: Sequence[Card], ace: int) -> list[tuple[int, int]]:
    """What open cards are worth: pairs and more count, straights and flushes do not."""
    ranks = Counter(_height(card, ace)[0] for card in cards)
    return sorted(((count, rank) for rank, count in ranks.items()), reverse=True)
