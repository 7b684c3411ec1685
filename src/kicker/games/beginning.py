# cython: annotation_typing=False, nonecheck=True
"""The start of a deal: check the set-up, collect antes and post blinds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from kicker.cards import DECK, Card, Deck, parse_cards
from kicker.errors import CardError, KickerError, quoted
from kicker.games import tuples
from kicker.games.deal import Deal
from kicker.games.rules import Rules, check_stack
from kicker.games.state import Setup


def set_up(
    rules: Rules,
    deck: str | Iterable[Card],
    stacks: Sequence[int],
    button: int,
    out: Collection[int],
    pot: int = 0,
) -> Setup:
    """Check the arguments of `Rules.start` and return the set-up of the deal; raises `KickerError` or `CardError`."""
    if type(stacks) not in (tuple, list) and not isinstance(stacks, Sequence):
        raise KickerError(f"stacks must be a list with the chips of each seat, not {quoted(stacks)}", "chips")
    for stack in (*stacks, pot):
        if type(stack) is not int or stack < 0:  # calling check_stack for each seat would take longer than the rest
            check_stack(stack)
    count = len(stacks)
    if type(button) is not int or not 0 <= button < count:
        raise KickerError(f"seat {button} cannot have the button; seats go from 0 to {count - 1}", "seats")
    ring, least = [*range(button + 1, count), *range(button + 1)], rules.least_stack
    order = tuple([seat for seat in ring if stacks[seat] >= least and seat not in out])
    need = rules.check_seats(len(order))
    if button not in order and not rules.dead_button:
        raise KickerError(f"seat {button} cannot have the button; it is not dealt in", "seats")
    cards = _cards_of(deck)
    game = rules.game
    # Cards beyond a whole deck are discards that are dealt again.
    first = cards[: len(game.deck)] if rules.reshuffle else cards
    if has_twins(first):
        Deck(first)  # says which card is there twice
    if len(game.deck) < len(DECK) and (strange := [card for card in cards if card not in game.deck]):
        raise CardError(f"{strange[0]} is not in the deck of {game.title}", "absent")
    if len(cards) < need:
        raise CardError(f"a deck of {len(cards)} cards is too short: {len(order)} seats may need {need}", "absent")
    return tuples.make(Setup, (rules, cards, tuple(stacks), button, order, pot))


def _cards_of(deck: str | Iterable[Card]) -> tuple[Card, ...]:
    if type(deck) not in (tuple, list) and not isinstance(deck, Iterable):
        raise CardError(f"{quoted(deck)} is not a deck: give text like 'As Kd 2c' or a list of cards", "type")
    cards = tuple(parse_cards(deck) if isinstance(deck, str) else deck)
    for card in cards:
        if type(card) is not Card:
            message = f"{quoted(card)} in the deck is not a card: give text like 'As Kd 2c' or a list of cards"
            raise CardError(message, "type")
    return cards


def has_twins(cards: tuple[Card, ...]) -> bool:
    """Return True if a card is there twice."""
    seen, one = 0, 1  # a name, because the compiler takes a plain 1 for a number of 32 bits
    for number in cards:
        bit = one << number
        if seen & bit:
            return True
        seen |= bit
    return False


def by_position(setup: Setup) -> tuple[int, ...]:
    """Return the seats in the order of the blinds; heads-up the button comes first."""
    order = setup.order
    return order[::-1] if len(order) == 2 and order[1] == setup.button else order


def pay_antes(deal: Deal) -> None:
    """Collect antes. They do not count as bets on the first street."""
    setup, rules = deal.setup, deal.rules
    ante = rules.bomb_pot or rules.ante
    if ante:
        for seat in setup.order:
            chips = deal.put_in(seat, ante)
            deal.bets = tuples.replaced(deal.bets, seat, 0)
            deal.add("ante", seat, chips)
    if rules.bomb_pot:
        return
    for seat, dead in zip(by_position(setup), rules.dead_antes, strict=False):
        if dead:
            deal.add("ante", seat, deal.pay_dead(seat, dead))
    if rules.button_ante and setup.button in setup.order:
        deal.add("ante", setup.button, deal.pay_dead(setup.button, rules.button_ante))


def post_blinds(deal: Deal) -> None:
    """Post blinds, and the chips that newcomers owe. The price of a call is the full blind even if its seat was all in
    for less."""
    setup, rules = deal.setup, deal.rules
    if rules.bomb_pot:
        return
    price = 0
    for seat, blind in blinds_of(setup):
        if blind and (chips := deal.put_in(seat, blind)):
            deal.add("blind", seat, chips)
        price = max(price, blind)
    for seat, post in zip(by_position(setup), rules.posts, strict=False):
        live = rules.live_post(post)
        if post and (chips := deal.put_in(seat, live) + deal.pay_dead(seat, post - live)):
            deal.add("post", seat, chips)
        price = max(price, live)
    if price:
        deal.bet = deal.full_bet = price
        deal.last_raise = max(rules.min_bet, price)
        deal.bet_count = 1


def blinds_of(setup: Setup) -> list[tuple[int, int]]:
    """Return each seat that posts a blind, with the amount."""
    rules = setup.rules
    if rules.button_blind:
        return [(setup.button, rules.button_blind)] if setup.button in setup.order else []
    return list(zip(by_position(setup), rules.blinds, strict=False))
