"""`kicker pots`: a calculator for main and side pots."""

from __future__ import annotations

import json
from typing import NamedTuple

import click

from kicker.cards import Card, count_of, parse_cards, shorten
from kicker.errors import CardError, KickerError
from kicker.hands import Strength, evaluate
from kicker.pots import Payment, Pot, Split, left_of_button, pay_pots, split_pots
from kicker.scores import score_900


class Seat(NamedTuple):
    """A player, as given on the command line."""

    name: str
    chips: int
    folded: bool
    cards: list[Card]


@click.command()
@click.argument("players", metavar="[NAME=]CHIPS[:CARDS|:fold]...", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="Board: up to five cards.")
@click.option("--button", metavar="SEAT", help="Name or number of the button, from 1; odd chips go to its left.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def pots(players: tuple[str, ...], board: str, button: str | None, as_json: bool) -> None:
    """Split chips into main and side pots, and pay the winners.

    List the players in seat order. Each is the chips put in, with an optional name before them and the cards, or fold,
    after them. Players without a name are called Player 1, Player 2 and so on.

    \b
      kicker pots 25 50 100
      kicker pots Ann=50 Ben=100 Cid=100:fold
      kicker pots Ann=25:8c7h Ben=50:Ad4s Cid=50:As3h --board "Ac Kc Jc 5c Th"
    """
    seats = [read_seat(text, place) for place, text in enumerate(players)]
    names = [seat.name for seat in seats]
    if len(set(names)) < len(names):
        raise KickerError(
            f"two players are called {next(name for name in names if names.count(name) > 1)!r}; rename one of them",
            "player",
        )
    split = split_pots([seat.chips for seat in seats], [place for place, seat in enumerate(seats) if seat.folded])
    strengths = read_strengths(seats, parse_cards(board))
    order = None
    if button is not None:
        if button.isdecimal() and button not in names and 1 <= int(button) <= len(names):
            button = names[int(button) - 1]
        if button not in names:
            raise KickerError(f"unknown player {button!r} for --button; choose from {', '.join(names)}", "player")
        order = left_of_button(len(seats), names.index(button))
    payable = [pot for pot in split.pots if len(pot.players) == 1 or can_be_paid(pot, names, strengths)]
    payments = pay_pots(payable, strengths, order)
    if as_json:
        click.echo(json.dumps(as_record(names, split, payments, strengths)))
    else:
        print_pots(names, split)
        print_standings(names, strengths)
        print_payments(names, payments, strengths, button, complete=len(payments) == len(split.pots))


def can_be_paid(pot: Pot, names: list[str], strengths: dict[int, Strength]) -> bool:
    """Return False if no hands are given at all; raise an error if only some are."""
    if not strengths:
        return False
    for player in pot.players:
        if player not in strengths:
            name = names[player]
            raise KickerError(f"{name} contests the {pot.name.lower()}: give {name}'s cards", "player")
    return True


def read_seat(text: str, place: int) -> Seat:
    """`A=50:AdKd` and its shorter forms."""
    name, _, rest = text.rpartition("=")
    chips, _, cards = rest.partition(":")
    if not chips.isascii() or not chips.isdigit() or len(chips) > 18:
        raise KickerError(
            f"cannot read {shorten(text)}; write the chips put in, like 'Ann=50', 'Ann=50:AdKd' or 'Ann=50:fold'",
            "chips",
        )
    folded = cards.lower() == "fold"
    return Seat(name or f"Player {place + 1}", int(chips), folded, [] if folded else parse_cards(cards))


def read_strengths(seats: list[Seat], board: list[Card]) -> dict[int, Strength]:
    """Return the strengths of the hands with the board."""
    seen = list(board)
    for seat in seats:
        for card in seat.cards:
            if card in seen:
                raise CardError(
                    f"{card} appears twice in the hands and on the board; each card may appear once", "repeat"
                )
            seen.append(card)
    strengths = {}
    for place, seat in enumerate(seats):
        if seat.cards:
            count = len(seat.cards) + len(board)
            if not 5 <= count <= 7:
                message = f"{seat.name} has {count_of(count, 'card')} with the board, not five to seven"
                raise KickerError(message + ("" if board else "; is --board missing?"), "count")
            strengths[place] = evaluate([*seat.cards, *board])
    return strengths


class Standing(NamedTuple):
    """A hand among those that are shown."""

    player: int
    position: str
    """`1st`, `2nd` and so on; hands that tie share it."""
    score: float
    strength: Strength


def standings(strengths: dict[int, Strength]) -> list[Standing]:
    """Return the hands, the best first."""
    order = sorted(set(strengths.values()), reverse=True)
    ranked = sorted(strengths.items(), key=lambda item: (-item[1], item[0]))
    return [Standing(player, ordinal(order.index(worth) + 1), score_900(worth), worth) for player, worth in ranked]


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`."""
    teens = number % 100 // 10 == 1
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def as_record(
    names: list[str], split: Split, payments: list[Payment], strengths: dict[int, Strength]
) -> dict[str, object]:
    """Return the object that `--json` prints."""
    winners = {
        payment.pot: {names[player]: amount for player, amount in payment.amounts.items()} for payment in payments
    }
    paid: dict[str, int] = {}
    for amounts in winners.values():
        for name, amount in amounts.items():
            paid[name] = paid.get(name, 0) + amount
    return {
        "pots": [
            {
                "name": pot.name,
                "amount": pot.amount,
                "players": [names[player] for player in pot.players],
                "winners": winners.get(pot),
            }
            for pot in split.pots
        ],
        "returned": {names[player]: chips for player, chips in split.returned.items()},
        "hands": [
            {
                "player": names[hand.player],
                "position": hand.position,
                "score": hand.score,
                "description": hand.strength.describe(),
            }
            for hand in standings(strengths)
        ],
        "paid": paid,
    }


def print_pots(names: list[str], split: Split) -> None:
    """Print the pots, who contests them, and the uncalled bet."""
    for pot in split.pots:
        who = ", ".join(names[player] for player in pot.players)
        how = f"contested by {who}" if len(pot.players) > 1 else f"uncontested: {who} takes it"
        click.echo(f"{pot.name:11} {pot.amount:>8}  {how}")
    for player, chips in split.returned.items():
        click.echo(f"{'returned':11} {chips:>8}  to {names[player]} (uncalled)")


def print_standings(names: list[str], strengths: dict[int, Strength]) -> None:
    """Print the ranking of the hands, with the scores of the seven-card ranker."""
    hands = standings(strengths)
    width = max((len(names[hand.player]) for hand in hands), default=0)
    for hand in hands:
        who = f"{names[hand.player]:{width}}"
        click.echo(f"{hand.position:4} {who}  {hand.score:7.3f}  {hand.strength.describe()}")


def print_payments(
    names: list[str], payments: list[Payment], strengths: dict[int, Strength], button: str | None, *, complete: bool
) -> None:
    """Print who is paid how much and why; then the totals, if all pots are paid."""
    totals: dict[int, int] = {}
    for payment in payments:
        shares = ", ".join(f"{names[player]} {amount}" for player, amount in payment.amounts.items())
        winner = next(iter(payment.amounts))
        for player, amount in payment.amounts.items():
            totals[player] = totals.get(player, 0) + amount
        if len(payment.pot.players) == 1:
            continue  # print_pots has named the player
        click.echo(f"{payment.pot.name + ' pays':16} {shares}  ({strengths[winner].describe()})")
        if payment.odd_chips:
            where = f"first to the left of {button}" if button else "listed first; no --button given"
            odd = ", ".join(names[player] for player in payment.odd_chips)
            click.echo(f"{'':16} the odd chip{'s go' if len(payment.odd_chips) > 1 else ' goes'} to {odd} ({where})")
    if totals and complete:
        click.echo("total            " + ", ".join(f"{names[player]} {totals[player]}" for player in sorted(totals)))
