"""The facts of a deal at one moment (`State`), and the part of them that one seat may know (`View`).

A `State` never changes: `state.apply(action)` returns the next one and what happened in between. Players never see it;
they get `state.view(seat)`, a type without any field for hidden cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

from kicker.cards import Card
from kicker.errors import IllegalAction, KickerError, quoted
from kicker.games.actions import BRING_IN, Action, ActionKind, parse_action
from kicker.games.events import BACKS, Event, masked, shown_once
from kicker.games.options import Options, Phase
from kicker.games.rules import Rules
from kicker.pots import Pot, Split, split_checked

_ACTED: Final = frozenset(["fold", "check", "call", "bet", "raise", "bring-in", "discard"])
DECIDING: Final = _ACTED | {"show", "muck"}
"""The kinds of events that record a decision."""


class Setup(NamedTuple):
    """The set-up of a deal. The same set-up and the same actions always give the same deal."""

    rules: Rules
    """The rules."""
    deck: tuple[Card, ...]
    """The cards in dealing order."""
    stacks: tuple[int, ...]
    """The chips of each seat."""
    button: int
    """The seat with the button."""
    order: tuple[int, ...]
    """The seats that are dealt in, starting left of the button."""
    pot: int = 0
    """Chips already in the pot, from an unopened deal."""

    def start(self) -> State:
        """Return the deal at its first decision."""
        return progress.begin(self)[0]

    def replay(self, actions: Iterable[Action]) -> State:
        """Return the deal after these decisions."""
        state = self.start()
        for action in actions:
            state, _ = state.apply(action)
        return state

    def as_dict(self) -> dict[str, object]:
        """Return the set-up for JSON. It contains the deck, so never show it to players."""
        return {
            "rules": self.rules.as_dict(),
            "deck": " ".join(map(str, self.deck)),
            "stacks": self.stacks,
            "button": self.button,
            "seats": sorted(self.order),
        } | ({"pot": self.pot} if self.pot else {})

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Setup:
        """Return the set-up that `as_dict` wrote; raise `KickerError` for anything that cannot be a set-up."""
        out = [seat for seat in range(len(saved["stacks"])) if seat not in saved["seats"]]
        rules, pot = Rules.from_dict(saved["rules"]), saved.get("pot", 0)
        return beginning.set_up(rules, saved["deck"], saved["stacks"], saved["button"], out, pot)


class State(NamedTuple):
    """A deal at one moment. Tuples have one item per seat."""

    setup: Setup
    """The set-up of the deal."""
    step: int
    """The index of the current step in `rules.steps`."""
    street: int
    """The betting round, counted from 0; -1 before the first."""
    to_act: int | None
    """The seat to act, or None when the deal is over."""
    stacks: tuple[int, ...]
    """Chips behind."""
    bets: tuple[int, ...]
    """Chips put in on this street."""
    paid: tuple[int, ...]
    """Chips put in since the deal began, without returned bets and dead antes."""
    dead: int
    """Dead chips in the main pot."""
    live: tuple[bool, ...]
    """For each seat, True if it can still win."""
    hands: tuple[tuple[Card, ...], ...]
    """The cards of each seat, hidden ones included."""
    board: tuple[Card, ...]
    """The cards on the board."""
    dealt: int
    """The number of cards dealt from the deck."""
    bet: int
    """The bet to match on this street."""
    full_bet: int
    """The bet up to which raises were full; short all-ins may have raised it further."""
    last_raise: int
    """The smallest full raise."""
    bet_count: int
    """Bets and raises on this street."""
    acted_at: tuple[int, ...]
    """The bet at which a seat last acted on this street, -1 if it has not."""
    aggressor: int | None
    """The last seat to bet or raise on this street."""
    up: tuple[tuple[bool, ...], ...]
    """For each card of each hand, True if it is face up."""
    waiting: tuple[int, ...]
    """The seats that still have to show or muck."""
    deck: tuple[Card, ...]
    """The cards in dealing order: those of the set-up, then reshuffled discards."""
    boards: tuple[tuple[Card, ...], ...]
    """Further boards, if the board was run several times."""
    runs_from: int
    """The number of board cards when the board was run several times; -1 if it was not."""
    history: tuple[Event, ...]
    """All events, hidden cards included."""
    options: Options
    """The legal actions of the seat to act; false when the deal is over. They follow from the other fields."""

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.setup.rules

    @property
    def over(self) -> bool:
        """True once the deal is finished and all chips are paid out."""
        return self.to_act is None

    @property
    def phase(self) -> Phase:
        """`betting`, `drawing`, `showdown` or `over`."""
        return self.options.phase

    def apply(self, action: Action | str) -> tuple[State, tuple[Event, ...]]:
        """Apply an action, or its text, and run on to the next decision. Return the new state and the events in
        between.

        Anything not in `options` raises `IllegalAction`; this state never changes.
        """
        return progress.advance(self, action)

    def act(self, seat: int, action: Action | str) -> tuple[State, tuple[Event, ...]]:
        """Apply an action of `seat`, like `apply`; raise `IllegalAction` if another seat is to act."""
        if not isinstance(seat, int) or seat != self.to_act:
            turn = "the deal is over" if self.to_act is None else f"seat {self.to_act} is to act"
            what = str(action) if isinstance(action, Action) else quoted(action).strip("'")
            raise IllegalAction(f"{what} by seat {quoted(seat)}: {turn}", "turn")
        return self.apply(action)

    @property
    def payoffs(self) -> tuple[int, ...]:
        """The chips that each seat has won or lost so far: its stack minus its starting stack."""
        return tuple(now - before for now, before in zip(self.stacks, self.setup.stacks, strict=True))

    @property
    def carried(self) -> int:
        """The chips that stay in the pot for the next deal because nobody opened this one."""
        return next((event.amount for event in self.history[-2:] if event.kind == "passed"), 0)

    @property
    def rabbit(self) -> tuple[Card, ...]:
        """The board cards that would have come if the deal had not ended early."""
        missing = self.setup.rules.game.board_cards - len(self.board) if self.over else 0
        return self.deck[self.dealt : self.dealt + missing] if missing > 0 else ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """The decisions of the deal so far. Replaying them from `setup` gives this state again."""
        return tuple(map(action_of, decisions(self.setup.rules, self.history)))

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The current pots, without uncalled bets; after the end, the pots that were paid."""
        return open_pots(self)

    def as_dict(self) -> dict[str, object]:
        """Return the deal for JSON: its set-up and decisions. It contains the deck, so never show it to players."""
        return self.setup.as_dict() | {"actions": [str(action) for action in self.actions]}

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> State:
        """Return the state that `as_dict` wrote."""
        return Setup.from_dict(saved).replay(map(parse_action, saved["actions"]))

    def is_shown(self, seat: int) -> bool:
        """Return True if all cards of a seat are face up."""
        return bool(self.up[seat]) and all(self.up[seat])

    def seen_hands(self, seat: int | None) -> tuple[tuple[Card | None, ...], ...]:
        """Return all hands as a seat may see them, or as a watcher may see them (None); hidden cards are None."""
        hands, all_up = self.hands, self.up
        seen: list[tuple[Card | None, ...]] = [BACKS[len(hand)] for hand in hands]
        for other, up in enumerate(all_up):
            if True in up:
                seen[other] = masked(hands[other], up)
        if seat is not None:
            seen[seat] = hands[seat]
        return tuple(seen)

    def view(self, seat: int | None) -> View:
        """Return what a seat may know of the deal, or what a watcher may know (None)."""
        setup = self.setup
        if seat is not None and not 0 <= seat < len(self.stacks):
            raise KickerError(
                f"there is no seat {seat} to see from; seats go from 0 to {len(self.stacks) - 1}", "seats"
            )
        return View(
            seat,
            setup.rules,
            setup.button,
            setup.order,
            self.street,
            self.to_act,
            self.phase,
            self.hands[seat] if seat is not None else (),
            self.board,
            self.boards,
            setup.stacks,
            self.stacks,
            self.bets,
            self.paid,
            self.dead,
            self.live,
            self.seen_hands(seat),
            self.up,
            self.options if seat is not None and seat == self.to_act else Options(),
            tuple([event if event.only is None else event.seen_by(seat) for event in self.history]),
        )


class View(NamedTuple):
    """Everything that one seat may know of a deal. It has no field for hidden cards."""

    seat: int | None
    """The seat whose view this is; None for a watcher."""
    rules: Rules
    """The rules."""
    button: int
    """The seat with the button."""
    order: tuple[int, ...]
    """The seats that were dealt in, starting left of the button."""
    street: int
    """The betting round, counted from 0; -1 before the first."""
    to_act: int | None
    """The seat to act, or None when the deal is over."""
    phase: Phase
    """`betting`, `drawing`, `showdown` or `over`."""
    hand: tuple[Card, ...]
    """The seat's own cards."""
    board: tuple[Card, ...]
    """The cards on the board."""
    boards: tuple[tuple[Card, ...], ...]
    """Further boards, if the board was run several times."""
    start_stacks: tuple[int, ...]
    """The chips of each seat when the deal began."""
    stacks: tuple[int, ...]
    """Chips behind."""
    bets: tuple[int, ...]
    """Chips put in on this street."""
    paid: tuple[int, ...]
    """Chips put in since the deal began, without returned bets and dead antes."""
    dead: int
    """Dead chips in the main pot."""
    live: tuple[bool, ...]
    """For each seat, True if it can still win."""
    hands: tuple[tuple[Card | None, ...], ...]
    """The cards of all seats, with None for those this seat may not see."""
    up: tuple[tuple[bool, ...], ...]
    """For each card of each hand, True if it is face up for everyone."""
    options: Options
    """The legal actions of the seat; false unless it is its turn."""
    history: tuple[Event, ...]
    """All events, as this seat may see them."""

    @property
    def over(self) -> bool:
        """True when the deal is over."""
        return self.to_act is None

    @property
    def pot(self) -> int:
        """All chips in the pot, including current bets."""
        return sum(self.paid) + self.dead if self.to_act is not None else 0

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The current pots, without uncalled bets; after the end, the pots that were paid."""
        return open_pots(self)

    def is_shown(self, seat: int) -> bool:
        """Return True if all cards of a seat are face up."""
        return bool(self.up[seat]) and all(self.up[seat])

    def open_cards(self, seat: int) -> tuple[Card, ...]:
        """Return the cards of a seat that this viewer can see."""
        return tuple([card for card in self.hands[seat] if card is not None])

    @property
    def payoffs(self) -> tuple[int, ...]:
        """The chips that each seat has won or lost so far."""
        return tuple(now - before for now, before in zip(self.stacks, self.start_stacks, strict=True))

    def as_dict(self) -> dict[str, Any]:
        """Return the view for JSON, without its history: the fields by name, and facts that follow from them.

        Programs and pages get the same. Cards are lists of texts, with `null` for hidden ones.
        """
        rules, game = _rules_dicts(self.rules)
        told = self._asdict()
        del told["history"]
        return told | {
            "rules": dict(rules),
            "game": dict(game),
            "hand": _texts(self.hand),
            "board": _texts(self.board),
            "boards": [_texts(board) for board in self.boards],
            "hands": [_texts(hand) for hand in self.hands],
            "pot": self.pot,
            "pots": [pot._asdict() for pot in self.pots],
            "over": self.over,
            "payoffs": self.payoffs,
            "options": _options_dict(self.options) if self.options else None,
            "words": self.hand_words,
        }

    @property
    def hand_words(self) -> str:
        """The seat's hand in words: `two pair, kings and sevens`; empty until there are enough cards."""
        game = self.rules.game
        least = min(game.orders[0].size, game.hand_cards + game.board_cards)
        enough = len(self.hand) + len(self.board) >= least and len(self.board) >= min(3, game.board_cards)
        strength = game.strength(self.hand, self.board) if enough and self.hand else None
        if strength is None:
            return ""
        low = game.low(self.hand, self.board)
        return strength.describe() if low is None else f"{strength.describe()}; {low.describe()}"


def _texts(cards: Iterable[Card | None]) -> list[str | None]:
    return [None if card is None else str(card) for card in cards]


_TOLD = tuple([item.name for item in fields(Options) if item.name not in ("to_act", "phase")])


@lru_cache(maxsize=64)
def _rules_dicts(rules: Rules) -> tuple[dict[str, object], dict[str, object]]:
    """Return the rules and the game for JSON, which are the same in every view of a match."""
    return rules.every_rule | {"big_blind": rules.big_blind}, rules.game.as_dict()


def _options_dict(options: Options) -> dict[str, Any]:
    return {name: getattr(options, name) for name in _TOLD} | {"hand": _texts(options.hand)}


def decisions(rules: Rules, events: Iterable[Event]) -> list[Event]:
    """Return the events that are decisions; the others follow by themselves."""
    if rules.showdown != "ask":
        return [event for event in events if event.kind in _ACTED]
    told = list(shown_once(events))
    return [
        event
        for place, event in enumerate(told)
        if event.kind in DECIDING and not (event.kind == "show" and _won_unasked(told[place + 1 :]))
    ]


def _won_unasked(after: list[Event]) -> bool:
    """Return True if a show is followed by a win because all others have folded: it only proves openers."""
    return bool(after) and after[0].kind == "won" and after[0].pot is None


def action_of(event: Event) -> Action:
    """Return the decision that an event records."""
    if event.kind in ("bet", "raise"):
        return Action("raise", event.to)
    if event.kind == "bring-in":
        return BRING_IN
    return Action(cast(ActionKind, event.kind), 0, event.known if event.kind == "discard" else ())


def pots_of(paid: tuple[int, ...], dead: int, live: tuple[bool, ...]) -> Split:
    """Split chips into pots; dead chips belong to the main pot, which every live seat contests."""
    split = split_checked(paid, [seat for seat, alive in enumerate(live) if not alive])
    if not dead:
        return split
    everybody = tuple(seat for seat, alive in enumerate(live) if alive)
    pots = list(split.pots)
    if pots and pots[0].players == everybody:
        pots[0] = pots[0]._replace(amount=pots[0].amount + dead)
    else:
        pots.insert(0, Pot("Main Pot", dead, everybody))
        pots[1:] = [pot._replace(name=f"Side Pot {number}") for number, pot in enumerate(pots[1:], 1)]
    return Split(tuple(pots), split.returned)


def open_pots(deal: State | View) -> tuple[Pot, ...]:
    """Return the pots as a display shows them. A seat with chips may still call, so its unmatched bet makes no side pot
    yet."""
    pots = pots_of(deal.paid, deal.dead, deal.live).pots
    if deal.over or len(pots) < 2:
        return pots
    merged = [pots[0]]
    for pot in pots[1:]:
        below = merged[-1]
        all_in = any(not deal.stacks[seat] for seat in set(below.players) - set(pot.players))
        if all_in:
            merged.append(pot._replace(name=f"Side Pot {len(merged)}"))
        else:
            merged[-1] = below._replace(amount=below.amount + pot.amount)
    return tuple(merged)


from kicker.games import beginning, progress  # noqa: E402 (they need `State`; an import in `apply` would run each time)
