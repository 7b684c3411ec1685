# cython: annotation_typing=False, nonecheck=True
"""The end of a deal: who shows and when, what hands are worth, and who wins how much."""

from __future__ import annotations

from collections.abc import Mapping

from kicker.games import tuples
from kicker.games.deal import Deal
from kicker.games.dealing import height, run_again
from kicker.games.events import Event, Half
from kicker.games.state import pots_of
from kicker.orders import Strength
from kicker.pots import Pot, pay_checked

_OVER = Event("over")


def pay_last(deal: Deal, seat: int) -> None:
    """Pay the last player left, who need not show, except to prove openers."""
    if deal.rules.openers and seat == opened(deal) and not all(deal.up[seat]):
        open_hand(deal, seat)
    pay(deal, seat, sum(deal.paid) + deal.dead, None)
    finish(deal)


def opened(deal: Deal) -> int | None:
    """Return the seat that made the first bet, or None."""
    return next((event.seat for event in (*deal.past, *deal.events) if event.kind == "bet"), None)


def pass_on(deal: Deal) -> None:
    """Leave an unopened pot for the next deal."""
    deal.events.append(Event("passed", amount=sum(deal.paid) + deal.dead))
    finish(deal)


def show_down(deal: Deal) -> None:
    """Show hands in order, or ask the seats, then pay."""
    rules = deal.rules
    if rules.betting == "none":  # no street has ended, so unmatched chips are still bets
        deal.return_uncalled()
    order = showdown_order(deal)
    if rules.showdown == "ask" and not (deal.must_show and deal.face_up):
        deal.waiting = order
        deal.to_act = order[0]
        return
    show_all = rules.showdown == "all" or 0 in [deal.stacks[seat] for seat in order]
    strengths = {seat: strength(deal, seat) for seat in order}
    lows = lows_of(deal, order)
    # Plain numbers: comparing `Strength` objects also checks that they have the same order.
    highs = {seat: int(worth) for seat, worth in strengths.items()}
    best = best_low = 0
    for seat in order:
        high, low = highs[seat], int(lows.get(seat, -1))
        if high >= best or low >= best_low or show_all:
            best, best_low = max(best, high), max(best_low, low)
            open_hand(deal, seat, strengths[seat], lows.get(seat))
        else:
            deal.add("muck", seat)
    pay_all(deal, highs, {seat: int(low) for seat, low in lows.items()})


def showdown_order(deal: Deal) -> tuple[int, ...]:
    """Return the order in which hands are shown: side pots first. The last seat to bet on the last street starts. If
    nobody bet, it is the first live seat left of the button, or, where up cards decide who opens, the seat that acted
    first."""
    order = deal.order
    first = deal.aggressor if deal.aggressor is not None else _opened_by_cards(deal)
    if first is not None:
        place = order.index(first)
        order = order[place:] + order[:place]
    live = [seat for seat in order if deal.live[seat]]
    # No live seat put in more than the largest bet, so those with less contest fewer pots.
    return tuple(sorted(live, key=deal.paid.__getitem__, reverse=True))


def _opened_by_cards(deal: Deal) -> int | None:
    """Return the seat that checked first on a street that up cards opened, or None."""
    first = None
    if deal.rules.game.streets[deal.street].opener != "left":
        for event in reversed((*deal.past, *deal.events)):
            if event.kind == "check":
                first = event.seat
            elif event.kind not in ("fold", "show", "muck"):
                break
    return first


def turn_up(deal: Deal) -> None:
    """Turn up the hands of everyone still in; their strengths follow after the last card."""
    order = showdown_order(deal)
    if deal.rules.showdown == "ask":
        deal.waiting = order
        deal.to_act = order[0]
        return
    for seat in order:
        open_hand(deal, seat)


def show_or_muck(deal: Deal, seat: int, shows: bool) -> None:
    """Show or muck the hand of a seat that was asked; the last seat to claim a pot need not show."""
    deal.waiting = deal.waiting[1:]
    at_the_end = deal.step + 1 == len(deal.rules.steps)
    if shows and at_the_end:
        open_hand(deal, seat, strength(deal, seat), lows_of(deal, (seat,)).get(seat))
    elif shows:
        open_hand(deal, seat)
    else:
        deal.add("muck", seat)
    deal.to_act = deal.waiting[0] if deal.waiting else None
    if deal.to_act is None and at_the_end:
        # A player who mucked loses to everyone who showed or mucked later.
        order = showdown_order(deal)
        mucked = {other: place - len(order) for place, other in enumerate(order)}
        shown = [other for other in order if all(deal.up[other])]
        strengths = {other: strength(deal, other) if other in shown else mucked[other] for other in order}
        pay_all(deal, strengths, lows_of(deal, shown))


def strength(deal: Deal, seat: int) -> Strength:
    """Return the strength of a seat's cards with the board."""
    worth = deal.rules.game.strength(deal.hands[seat], deal.board)
    assert worth is not None, "every hand counts in the first order of a game"
    return worth


def lows_of(deal: Deal, seats: tuple[int, ...] | list[int]) -> dict[int, Strength]:
    """Return the strengths of the lows, for the seats that have one."""
    game = deal.rules.game
    if not game.splits:
        return {}
    lows = {seat: game.low(deal.hands[seat], deal.board) for seat in seats}
    return {seat: low for seat, low in lows.items() if low is not None}


def open_hand(deal: Deal, seat: int, worth: Strength | None = None, low: Strength | None = None, run: int = 0) -> None:
    """Turn up the cards of a seat."""
    deal.up = tuples.replaced(deal.up, seat, (True,) * len(deal.hands[seat]))
    deal.add_cards("show", seat, deal.hands[seat], None, (), "", worth, low, run)


# --- paying ----------------------------------------------------------------------------------------------------------


def pay_all(deal: Deal, strengths: Mapping[int, int], lows: Mapping[int, int]) -> None:
    """Pay each pot separately, the last side pot first; each of several boards pays its part of each pot."""
    order = deal.order
    if deal.runs_from >= 0:
        run_again(deal)
    pots = pots_of(deal.paid, deal.dead, deal.live).pots
    if not pots:  # nothing was put in: the best hand still wins
        pots = (Pot("Main Pot", 0, tuple(seat for seat in order if deal.live[seat])),)
    runs = [(strengths, lows), *worth_on_boards(deal, strengths)]
    if deal.rules.game.odd_chips == "high card":
        order = tuple(sorted(order, key=lambda seat: max(map(height, deal.hands[seat]), default=0), reverse=True))
    for number in reversed(range(len(pots))):
        pot = pots[number]
        share, odd = divmod(pot.amount, len(runs))
        for run, (high, low) in enumerate(runs):
            part = pot if len(runs) == 1 else pot._replace(amount=share + (run < odd))
            pay_pot(deal, part, number, high, low, order, run)
    finish(deal)


def worth_on_boards(deal: Deal, strengths: Mapping[int, int]) -> list[tuple[dict[int, Strength], dict[int, Strength]]]:
    """Return the strengths of the hands, high and low, on each further board, and show the hands again for it."""
    found, first, seats = [], deal.board, tuple(strengths)
    for run, board in enumerate(deal.boards, 1):
        deal.board = board
        high, low = {seat: strength(deal, seat) for seat in seats}, lows_of(deal, seats)
        for seat in seats:
            open_hand(deal, seat, high[seat], low.get(seat), run)
        found.append((high, low))
    deal.board = first
    return found


def pay_pot(
    deal: Deal, pot: Pot, number: int, strengths: Mapping[int, int], lows: Mapping[int, int],
    order: tuple[int, ...], run: int,
) -> None:  # fmt: skip
    """Pay a pot to the best hand; half of it to the best low, if there is one, with the odd chip to the high."""
    able = tuple(seat for seat in pot.players if seat in lows)
    if not able:
        pay_winners(deal, pot, number, strengths, order, "", run)
        return
    half = pot.amount // 2
    pay_winners(deal, pot._replace(amount=pot.amount - half), number, strengths, order, "high", run)
    pay_winners(deal, pot._replace(amount=half, players=able), number, lows, order, "low", run)


def pay_winners(
    deal: Deal, pot: Pot, number: int, strengths: Mapping[int, int], order: tuple[int, ...], half: Half, run: int
) -> None:
    """Pay a pot, or part of one, to the best of those who contest it."""
    if deal.rules.ties == "first":
        ranks = {seat: (worth, -order.index(seat)) for seat, worth in strengths.items()}
        strengths = {seat: place for place, seat in enumerate(sorted(strengths, key=ranks.__getitem__))}
    for seat, amount in pay_checked(pot, strengths, order).amounts.items():
        pay(deal, seat, amount, number, half, run)


def pay(deal: Deal, seat: int, amount: int, pot: int | None, half: Half = "", run: int = 0) -> None:
    """Move chips from a pot to a stack."""
    stack = deal.stacks[seat] + amount
    deal.stacks = tuples.replaced(deal.stacks, seat, stack)
    to = deal.bets[seat]
    fields = ("won", seat, amount, to, stack, (), None, (), "", pot, None, None, "", "", None, half, run)
    deal.events.append(tuples.make(Event, fields))


def finish(deal: Deal) -> None:
    """Mark the deal as finished."""
    deal.bets = (0,) * len(deal.bets)
    deal.over = True
    deal.events.append(_OVER)
