"""Pots: splitting chips into main and side pots, returning uncalled bets, and paying the winners. Chips are whole; none
is lost.

>>> split = split_pots([25, 50, 100])
>>> [(pot.name, pot.amount, pot.players) for pot in split.pots], split.returned
([('Main Pot', 75, (0, 1, 2)), ('Side Pot 1', 50, (1, 2))], {2: 50})
>>> [payment.amounts for payment in pay_pots(split.pots, {0: 9, 1: 5, 2: 5})]
[{0: 75}, {1: 25, 2: 25}]

Players are numbered from 0 in seating order. The engine and the command `kicker pots` both use this.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from kicker.checks import each, listed, of_type, whole
from kicker.errors import KickerError, quoted

MOST_PLAYERS: Final = 1_000
_make = tuple.__new__
"""Calling a NamedTuple runs a Python function, and this makes the same value in half the time."""


class Pot(NamedTuple):
    """Chips and the players who can win them."""

    name: str
    """`Main Pot`, `Side Pot 1`, `Side Pot 2` ..."""
    amount: int
    """The chips in it."""
    players: tuple[int, ...]
    """The players who can win it."""


class Split(NamedTuple):
    """The result of splitting contributions into pots."""

    pots: tuple[Pot, ...]
    """The main pot first, then side pots for fewer and fewer players."""
    returned: Mapping[int, int]
    """Uncalled chips returned, by player."""

    def __hash__(self) -> int:
        return hash(self.pots)


class Payment(NamedTuple):
    """The payment of one pot."""

    pot: Pot
    """The pot that is paid."""
    amounts: Mapping[int, int]
    """The chips each winner gets."""
    odd_chips: tuple[int, ...]
    """The winners who get an odd chip."""

    def __hash__(self) -> int:
        return hash((self.pot, self.odd_chips))


def split_pots(contributions: Iterable[int], folded: Iterable[int] = ()) -> Split:
    """Split the chips that the players put in into the main pot and side pots. Folded players contest nothing, but
    their chips stay in the pots.

    An uncalled bet is returned. A pot takes from each player up to what its shortest stack put in; what folded players
    put in beyond everybody else belongs to the last pot.
    """
    return split_checked(*_checked(contributions, folded))


def split_checked(contributions: Sequence[int], folded: Collection[int]) -> Split:
    """Split chips whose amounts and players are known to be valid, as those of a deal are."""
    live = [player for player, chips in enumerate(contributions) if chips and player not in folded]
    if not live and any(contributions):
        raise KickerError("everybody has folded; at least one player must stay in", "player")
    if len(live) > 1 and min([contributions[player] for player in live]) == max(contributions):
        # Most pots are like this: there is nothing to divide.
        return _make(Split, ((_make(Pot, ("Main Pot", sum(contributions), tuple(live))),), {}))
    put_in = list(contributions)
    returned: dict[int, int] = {}
    *_, second, most = 0, 0, *sorted(put_in)
    top = put_in.index(most) if most > second else None
    if top is not None and top in live:
        returned[top] = most - second
        put_in[top] = second
    pots: list[Pot] = []
    below, rest = 0, sum(put_in)
    levels = sorted({put_in[player] for player in live if put_in[player]})
    for level in levels:
        # The last pot takes all that is left: no player who is still in put in more.
        amount = rest if level == levels[-1] else sum(min(chips, level) - min(chips, below) for chips in put_in)
        players = tuple([player for player in live if put_in[player] >= level])
        pots.append(Pot(f"Side Pot {len(pots)}" if pots else "Main Pot", amount, players))
        below, rest = level, rest - amount
    return Split(tuple(pots), returned)


def _checked(contributions: Iterable[int], folded: Iterable[int]) -> tuple[list[int], list[int]]:
    chips = [
        amount if type(amount) is int and amount >= 0 else whole("a contribution", amount, 0, code="chips")
        for amount in listed("contributions", contributions, MOST_PLAYERS, "[25, 50, 100]")
    ]
    out = listed("folded", folded, MOST_PLAYERS, "[0, 2]")
    for player in out:
        if whole("a player who folded", player, 0, code="player") >= len(chips):
            message = f"there is no player {quoted(player)}; players are numbered from 0 to {len(chips) - 1}"
            raise KickerError(message, "player")
    return chips, out


def pay_pots(pots: Iterable[Pot], strengths: Mapping[int, int], order: Iterable[int] | None = None) -> list[Payment]:
    """Pay each pot to the best of its players, split evenly among equals.

    Odd chips go one by one to the winners in `order`: seats from the left of the button, or by default as players are
    numbered. A player who contests a pot alone needs no strength.
    """
    if not isinstance(strengths, Mapping):
        raise KickerError(f"strengths must be a mapping like {{0: 7201}}, not {quoted(strengths)}", "player")
    places = None if order is None else {player: place for place, player in enumerate(_listed_seats(order))}
    payments = []
    for pot in each("pots", pots, "split_pots([25, 50]).pots"):
        of_type("a pot", pot, Pot)
        able = [player for player in pot.players if player in strengths]
        if len(able) < len(pot.players) > 1:
            missing = next(player for player in pot.players if player not in strengths)
            raise KickerError(
                f"player {missing} contests the {pot.name.lower()}: give a strength for that player", "player"
            )
        best = _best([strengths[player] for player in able])
        winners = [player for player in pot.players if strengths.get(player) == best]
        if places is not None and len(winners) > 1:
            if unlisted := [player for player in winners if player not in places]:
                raise KickerError(
                    f"order must list player {unlisted[0]}, who wins part of the {pot.name.lower()}", "player"
                )
            winners.sort(key=places.__getitem__)
        payments.append(_divided(pot, winners))
    return payments


def pay_checked(pot: Pot, strengths: Mapping[int, int], order: Sequence[int]) -> Payment:
    """Pay a pot whose players are known to have strengths and places in the order, as those of a deal are."""
    players = pot.players
    if len(players) == 1:
        return _won_by(pot, players[0])
    worth = [strengths[player] for player in players]
    best = max(worth)
    if worth.count(best) == 1:
        return _won_by(pot, players[worth.index(best)])
    return _divided(pot, sorted([player for player in players if strengths[player] == best], key=order.index))


def _won_by(pot: Pot, winner: int) -> Payment:
    """Return the payment of a whole pot to one winner."""
    return _make(Payment, (pot, {winner: pot.amount}, ()))


def _divided(pot: Pot, winners: Sequence[int]) -> Payment:
    """Return the payment of a pot to winners in the order in which they get odd chips."""
    share, odd = divmod(pot.amount, len(winners))
    amounts = {player: share + (place < odd) for place, player in enumerate(winners)}
    return Payment(pot, amounts, tuple(winners[:odd]))


def _listed_seats(order: Iterable[int]) -> list[int]:
    return [
        player if type(player) is int and player >= 0 else whole("a player in order", player, 0, code="player")
        for player in listed("order", order, MOST_PLAYERS, "[1, 2, 0]")
    ]


def _best(strengths: Sequence[int]) -> int | None:
    try:
        return max(strengths, default=None)
    except (TypeError, ValueError):
        raise KickerError(f"strengths must be numbers, not {quoted(list(strengths))}", "player") from None


def left_of_button(players: int, button: int) -> list[int]:
    """Return the seats in the order in which they get odd chips: from the left of the button round to the button."""
    if whole("button", button, 0, code="player") >= whole("players", players, 1, code="player"):
        raise KickerError(f"seat {button} cannot have the button; seats are numbered from 0 to {players - 1}", "player")
    return [(button + 1 + place) % players for place in range(players)]
