# cython: annotation_typing=False, nonecheck=True
"""Dealing: to seats, to the board, after discards, and from reshuffled discards when the deck runs out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from random import Random

from kicker.cards import DECK, Card
from kicker.games import tuples
from kicker.games.beginning import by_position
from kicker.games.deal import Deal
from kicker.games.events import Event
from kicker.games.game import Opener

_TEXTS = tuple(map(str, DECK))


def deal_hands(deal: Deal, number: int) -> None:
    """Deal the cards of street `number` to the seats, starting left of the button, card by card or hand by hand.

    If too few cards are left for everyone, deal a single common card to the board.
    """
    setup, street, deck = deal.setup, deal.rules.game.streets[number], deal.deck
    seats = [seat for seat in setup.order if deal.live[seat]]
    count, begin, dealt = len(seats), deal.dealt, street.down + street.up
    end = begin + count * dealt
    if end > len(deck):  # too few for everyone: a single common card
        deal_board(deal, street.name, 1)
        return
    # A seat that is all in with its cards face up gets its other cards face up too.
    open_too = bool(street.down) and deal.street >= 0 and deal.must_show and deal.face_up
    up = (open_too,) * street.down + (True,) * street.up
    told, all_up = up if True in up else (), False not in up
    deal.dealt = end
    name = street.name if number else ""
    hands, all_ups = list(deal.hands), list(deal.up)
    # The first card of a seat, how far the first of the next seat is, and how far its own next card.
    step, stride = (1, count) if setup.rules.deal_order == "card" else (dealt, 1)
    for seat in seats:
        cards = deck[begin : begin + dealt * stride : stride]
        begin += step
        hands[seat] += cards
        all_ups[seat] += up
        deal.add_cards("dealt", seat, cards, None if all_up else seat, told, name)
    deal.hands, deal.up = tuple(hands), tuple(all_ups)


def deal_board(deal: Deal, street: str, count: int) -> None:
    """Deal `count` cards to the board."""
    cards = deal.deck[deal.dealt : deal.dealt + count]
    deal.dealt += count
    deal.board += cards
    add_board(deal, street, cards, 0)


def add_board(deal: Deal, street: str, cards: tuple[Card, ...], run: int) -> None:
    """Record the event that board cards were dealt; `run` is the number of the board."""
    fields = ("board", None, 0, 0, 0, cards, None, (), street, None, None, None, "", "", None, "", run)
    deal.events.append(tuples.make(Event, fields))


def all_agree(deal: Deal) -> bool:
    """Return True if everyone still in agreed to run the board several times."""
    refusing = deal.rules.run_once
    return not refusing or not any(deal.live[by_position(deal.setup)[place]] for place in refusing)


def run_again(deal: Deal) -> None:
    """Deal the rest of the board again, as often as the seats agreed and the deck allows."""
    shared = deal.runs_from
    streets = [street for street in deal.rules.game.streets if street.board]
    for run in range(1, deal.rules.runs):
        board = deal.board[:shared]
        if deal.dealt + len(deal.board) - shared > len(deal.deck):
            return
        there = 0
        for street in streets:
            there += street.board
            if there > shared:
                cards = deal.deck[deal.dealt : deal.dealt + street.board]
                deal.dealt += street.board
                board += cards
                add_board(deal, street.name, cards, run)
        deal.boards += (board,)


def exchange(deal: Deal, seat: int, discarded: tuple[Card, ...]) -> None:
    """Discard cards and draw new ones from the top of the deck; each takes the place of a discarded card, in the order
    given."""
    hand = deal.hands[seat]
    # A discarded up card is seen by everyone, and its replacement is dealt face up.
    up = tuple([deal.up[seat][hand.index(card)] for card in discarded]) if True in deal.up[seat] else ()
    deal.add_cards("discard", seat, discarded, seat, up)
    if deal.dealt + len(discarded) > len(deal.deck):
        reshuffle(deal)
    drawn = deal.deck[deal.dealt : deal.dealt + len(discarded)]
    deal.dealt += len(discarded)
    if drawn:
        cards = [*hand]
        for place, old in enumerate(discarded):
            cards[cards.index(old)] = drawn[place]
        deal.hands = tuples.replaced(deal.hands, seat, tuple(cards))
        deal.add_cards("drew", seat, drawn, seat, up)


def reshuffle(deal: Deal) -> None:
    """Shuffle earlier discards and folded hands back into the deck; the current discards stay out."""
    setup = deal.setup
    held, one = 0, 1  # a bit for each card; `one` is a name, because the compiler takes a plain 1 for 32 bits
    for seat in setup.order:
        if deal.live[seat]:
            for number in deal.hands[seat]:
                held |= one << number
    for number in deal.board + deal.deck[deal.dealt :]:
        held |= one << number
    again: list[Card] = []
    for card in setup.deck:
        number = card
        bit = one << number
        if not held & bit:
            held |= bit
            again.append(card)
    shuffle_again(again, setup.deck, len(deal.deck))
    deal.deck += tuple(again)
    deal.events.append(Event("reshuffled", amount=len(again)))


def shuffle_again(cards: list[Card], deck: tuple[Card, ...], dealt: int) -> None:
    """Shuffle the cards in an order derived from the whole deck: a replay gives the same order, and no player can
    predict it."""
    draw = Random(f"{' '.join([_TEXTS[card] for card in deck])}/{dealt}").getrandbits
    # What `Random.shuffle` does, in a third of the time.
    bits = len(cards).bit_length()
    for last in range(len(cards) - 1, 0, -1):
        if last + 1 < 1 << (bits - 1):
            bits -= 1
        place = draw(bits)
        while place > last:
            place = draw(bits)
        cards[last], cards[place] = cards[place], cards[last]


# --- the opener by up cards ------------------------------------------------------------------------------------------


def open_cards(deal: Deal) -> list[tuple[Card, ...]]:
    """Return the up cards of each seat."""
    return [
        hand if False not in up else tuple(compress(hand, up)) for hand, up in zip(deal.hands, deal.up, strict=True)
    ]


def showing_opens(opener: Opener, order: Sequence[int], live: Sequence[bool], cards: Sequence[tuple[Card, ...]]) -> int:
    """Return the seat that opens by its up cards; ties go to the seat nearest to the left of the button."""
    seats = [seat for seat in order if live[seat]]
    heights = _ACE_HIGH if opener in ("lowest card", "best showing") else _ACE_LOW
    if opener in ("lowest card", "highest card"):
        worth = [[heights[cards[seat][-1]]] for seat in seats]
    else:
        worth = [_showing([heights[card] >> 2 for card in cards[seat]]) for seat in seats]
    best = max(worth) if opener in ("highest card", "best showing") else min(worth)
    return seats[worth.index(best)]


_ACE_HIGH = tuple(map(int, DECK))
_ACE_LOW = tuple([card + 4 if card.rank < 14 else card - 48 for card in DECK])


def height(card: Card, ace: int = 14) -> int:
    """Return a number that orders cards by rank, then by suit from clubs to spades; `ace` is 14 if aces are high, 1 if
    low."""
    return _ACE_LOW[card] if ace == 1 else card


def _showing(ranks: list[int]) -> list[int]:
    """Return the value of up cards: pairs and better count, straights and flushes do not."""
    ranks.sort(reverse=True)
    if len({*ranks}) == len(ranks):
        return [1] * len(ranks) + ranks
    ranks.sort(key=[*ranks].count, reverse=True)
    return [*map(ranks.count, ranks), *ranks]
