# cython: annotation_typing=False, nonecheck=True
"""The course of a deal: everything that changes a state, including all that happens between two decisions.

`Progress` is a state that can change. It exists only inside `begin` and `advance`, and `freeze` turns it into the
next state. Its facts are in `deal.py`, antes and blinds in `beginning.py`, bet limits in `betting.py`, dealing in
`dealing.py`, and the showdown and the payment of pots in `showing.py`.
"""

from __future__ import annotations

from kicker.errors import IllegalAction
from kicker.games import tuples
from kicker.games.actions import Action, as_action
from kicker.games.beginning import blinds_of, pay_antes, post_blinds
from kicker.games.betting import limits
from kicker.games.deal import Deal
from kicker.games.dealing import all_agree, deal_board, deal_hands, exchange, open_cards, showing_opens
from kicker.games.events import Event
from kicker.games.options import OVER, Options
from kicker.games.showing import pass_on, pay_last, show_down, show_or_muck, strength, turn_up
from kicker.games.state import Setup, State


def begin(setup: Setup) -> tuple[State, tuple[Event, ...]]:
    """Return the first decision of a deal, and the events before it."""
    return start(setup).freeze()


def start(setup: Setup) -> Progress:
    """Return a deal at its first decision. `Progress.take` carries it on for callers that need no states in between."""
    progress = Progress(setup)
    progress.add("button", setup.button)
    pay_antes(progress)
    post_blinds(progress)
    progress.go_on()
    return progress


def advance(state: State, given: Action | str) -> tuple[State, tuple[Event, ...]]:
    """Apply an action; see `State.apply`."""
    facts = tuples.plain(state)
    setup, options = facts[0], facts[-1]
    progress = Progress(setup, state)
    progress.take(given if type(given) is Action else as_action(given), options)
    return progress.freeze()


class Progress(Deal):
    """A deal in motion between two decisions."""

    __slots__ = ()

    def freeze(self) -> tuple[State, tuple[Event, ...]]:
        """Return the new state, and the events that led to it."""
        events = tuple(self.events)
        state = tuples.make(State, (
            self.setup, self.step, self.street, self.to_act, self.stacks, self.bets, self.paid, self.dead, self.live,
            self.hands, self.board, self.dealt, self.bet, self.full_bet, self.last_raise, self.bet_count,
            self.acted_at, self.aggressor, self.up, self.waiting, self.deck, self.boards, self.runs_from,
            self.past + events, self.options(),
        ))  # fmt: skip
        return state, events

    def options(self) -> Options:
        """Return the legal actions of the seat to act."""
        seat = self.to_act
        if seat is None:
            return OVER
        if self.waiting:
            return Options(seat, "showdown", may_muck=not self.must_show)
        course = self.course
        kind, number = course.steps[self.step]
        if kind == "exchange":
            limit = course.draw_limits[number]
            return Options(seat, "drawing", False, 0, 0, 0, self.hands[seat], limit)
        call, low, high = limits(self, seat)
        if self.bet == 0 and self.street == 0 and (course.bring_in or course.openers):
            return self.opening_options(seat, low, high)
        may_check = not call and self.street not in course.must_open
        return Options(seat, "betting", may_check, call, low, high, (), 0, self.bet)

    @property
    def only_bets(self) -> bool:
        """True if the seat to act may fold, and check or call, whichever its bet allows; no other rule forbids it."""
        course = self.course
        if self.waiting or course.bring_in or course.openers or course.must_open:
            return False
        return course.steps[self.step][0] == "bet"

    def opening_options(self, seat: int, low: int, high: int) -> Options:
        """Return the options of a seat that owes a bring-in or needs openers."""
        course, stack = self.course, self.stacks[seat]
        if course.openers and strength(self, seat) < course.openers:
            low = high = 0
        if not course.bring_in:
            may_check = self.street not in course.must_open
            return Options(seat, "betting", may_check, 0, low, high)
        if stack <= course.bring_in:
            low = high = 0
        return Options(seat, "betting", False, 0, low, high, bring_in=min(stack, course.bring_in))

    # --- actions ---

    def take(self, action: Action, options: Options) -> None:
        """Carry out an action of the seat to act, given its `options`, and run on to the next decision."""
        refusal = options.refusal(action)
        if refusal:
            raise IllegalAction(refusal, "action")
        self.act(action)
        if self.to_act is None:
            self.go_on()

    def act(self, action: Action) -> None:
        """Carry out a legal action of the seat to act, and find the next seat to act."""
        seat = self.to_act
        assert seat is not None
        kind, to, cards = tuples.plain(action)
        if kind == "discard":
            exchange(self, seat, cards)
            self.to_act = self.next_to_draw(seat)
        elif self.waiting:
            show_or_muck(self, seat, kind == "show")
        else:
            if kind == "check":
                self.add("check", seat)
            elif kind == "call":
                self.add("call", seat, self.put_in(seat, self.bet - self.bets[seat]))
            elif kind == "fold":
                self.live = tuples.replaced(self.live, seat, False)
                self.add("fold", seat)
            elif kind == "raise":
                self.raise_to(seat, to)
            else:
                self.add("bring-in", seat, self.put_in(seat, self.course.bring_in))
                self.bet = self.course.bring_in
            # A bring-in is less than a bet: the seat that paid it may still raise once it has been completed.
            is_brought_in = self.street == 0 and not self.bet_count and self.course.bring_in
            self.acted_at = tuples.replaced(self.acted_at, seat, 0 if is_brought_in else self.bet)
            self.to_act = self.next_to_bet(seat)
            if self.to_act is None:
                self.return_uncalled()

    def raise_to(self, seat: int, to: int) -> None:
        """Bet or raise to a total of `to`, and update the size of a full raise."""
        course = self.course
        chips = self.put_in(seat, to - self.bets[seat])
        self.add("raise" if self.bet else "bet", seat, chips)
        if course.fixed_limit:
            more, size = to - self.full_bet, course.bet_sizes[self.street]
            if more >= size or (2 * more >= size and not course.completes):
                self.full_bet = to
                self.bet_count += 1
        else:
            if self.rules.full_raises and to - self.bet > self.last_raise:
                self.last_raise = to - self.bet
            self.bet_count += 1
        self.bet = to
        self.aggressor = seat

    def next_to_bet(self, seat: int) -> int | None:
        """Return the next seat with a decision, or None when the street is done."""
        order, live, stacks, bets, bet, acted_at = (
            self.order, self.live, self.stacks, self.bets, self.bet, self.acted_at
        )  # fmt: skip
        place, count = order.index(seat), len(order)
        for _ in range(count):
            place = place + 1 if place + 1 < count else 0
            other = order[place]
            if live[other] and stacks[other] and (bets[other] < bet or acted_at[other] < 0):
                return other if self.has_choice(other) else None
        return None

    def has_choice(self, seat: int) -> bool:
        """Return False if no other seat can bet and this one has matched what they could pay."""
        live, stacks, bets = self.live, self.stacks, self.bets
        mine = bets[seat]
        for other in self.order:  # noqa: SIM110 (a generator takes longer)
            if live[other] and other != seat and (stacks[other] or bets[other] > mine):
                return True
        return False

    # --- between decisions ---

    def go_on(self) -> None:
        """Run through the steps until a seat has to decide or the deal is over."""
        steps = self.course.steps
        while self.to_act is None and not self.over:
            if sum(self.live) == 1:
                pay_last(self, self.live.index(True))
            elif self.street == 0 == self.bet and self.course.openers and self.two_have_chips:
                pass_on(self)
            elif self.step + 1 == len(steps):
                show_down(self)
            elif 0 in self.stacks and self.only_cards_to_come() and not self.face_up:
                if self.rules.runs > 1 and all_agree(self):
                    self.runs_from = len(self.board)
                turn_up(self)
            else:
                self.step += 1
                kind, number = steps[self.step]
                if kind == "bet":
                    self.open_street(number)
                elif kind == "board":
                    street = self.rules.game.streets[number]
                    deal_board(self, street.name, street.board)
                elif kind == "exchange":
                    self.to_act = self.next_to_draw(None)
                else:
                    deal_hands(self, number)

    def only_cards_to_come(self) -> bool:
        """Return True if cards are still to come but all-ins leave nobody with a decision."""
        if self.street < 0 or not self.must_show or self.two_have_chips:
            return False
        kinds = {kind for kind, _ in self.rules.steps[self.step + 1 :]}
        return "exchange" not in kinds and not kinds.isdisjoint(("deal", "board"))

    def open_street(self, number: int) -> None:
        """Begin a betting round."""
        rules, order = self.rules, self.order
        self.street = number
        last = order[-1]
        if self.street == 0:
            # The seat with the largest blind acts last, wherever it sits; among equal blinds, the last of them.
            largest = 1
            for seat, blind in blinds_of(self.setup):
                if blind >= largest:
                    last, largest = seat, blind
        else:
            count = len(self.bets)
            self.bets, self.acted_at = (0,) * count, (-1,) * count
            self.bet = self.full_bet = self.bet_count = 0
            self.last_raise = rules.min_bet
            self.aggressor = None
        opener = rules.game.streets[number].opener
        if opener != "left":
            first = showing_opens(opener, order, self.live, open_cards(self))
            last = order[order.index(first) - 1]
        self.to_act = self.next_to_bet(last)
        if self.to_act is None:
            self.return_uncalled()

    def next_to_draw(self, seat: int | None) -> int | None:
        """Return the next seat in the deal after `seat`, clockwise, to draw."""
        order = self.order
        place = 0 if seat is None else order.index(seat) + 1
        for other in order[place:]:
            if self.live[other]:
                return other
        return None
