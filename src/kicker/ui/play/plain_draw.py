"""`kicker play draw --no-betting`: one round of five-card draw for 2 to 6 at one keyboard, as in the course project.

Its texts are prescribed to the letter. The rules are `plain_draw` in `kicker.games`.
"""

from __future__ import annotations

from typing import Final

import click

from kicker.cards import Card, Deck
from kicker.games import View, discard
from kicker.hands import Hand
from kicker.scores import format_with_name
from kicker.table import Table
from kicker.ui.common.home import KeptGame
from kicker.ui.common.offer import PLAIN, new_seed
from kicker.ui.common.prompt import ask
from kicker.ui.common.text import Look
from kicker.ui.play.leaving import leaving

GAME: Final = "plain-draw"
AGAIN: Final = "kicker play draw --no-betting --resume"
FEWEST: Final = 2
MOST: Final = 6
_CARD_WIDTH: Final = 4


def play_plain_draw(deck: str | None, seed: int | None, resume: str | None, look: Look) -> None:
    """Play a round with this deck or a shuffled one. `resume` names the game to continue; "" is the most recent one.

    The look is that of the prescribed texts, whatever `look` says.
    """
    game = KeptGame.resume(GAME, resume) if resume is not None else begin_game(deck, seed)
    table = game.table
    with leaving(game.close, AGAIN):
        while table.to_act is not None:
            view = table.view(table.to_act)
            click.echo(hand_line(view))
            table.submit(table.to_act, discard(ask_cards(sorted_hand(view), view.options.max_draw)))
            click.echo()
        for seat in range(len(table.names)):
            click.echo(hand_line(table.view(seat)))
        click.echo()
        click.echo(result_line(table.view(None)))
        game.files.finish()  # a table without bets would never end


def begin_game(deck: str | None, seed: int | None) -> KeptGame:
    """Ask how many people play, and deal."""
    cards = None if deck is None else Deck(deck).order  # a bad deck is rejected before the first question
    players = ask_number("Input number of players ", FEWEST, MOST)
    names = [f"Player {number}" for number in range(1, players + 1)]
    table = Table(PLAIN, [0] * players, names=names, seed=new_seed(seed), button=players - 1)
    table.deal(cards)
    click.echo()
    return KeptGame.begin(GAME, table)


# --- questions -------------------------------------------------------------------------------------------------------


def ask_number(question: str, low: int, high: int, *, before: str = "") -> int:
    """Ask for a whole number until it is in range; `before` is printed before the first question only."""
    while True:
        answer = ask(f"{before}{question}{low}-{high}: ")
        if answer.isascii() and answer.isdigit() and len(answer) < 10 and low <= int(answer) <= high:
            return int(answer)
        click.echo(f"Input was not between {low} and {high}, try again")
        before = ""


def ask_cards(hand: Hand, most: int) -> list[Card]:
    """Ask how many cards to discard, and which, by their places in the printed hand."""
    count = ask_number("Input the number of cards to draw ", 0, most, before="Number of cards to draw: ")
    discarded: list[Card] = []
    while len(discarded) < count:
        card = hand[ask_number("Input the number of the card to replace ", 1, len(hand)) - 1]
        if card in discarded:
            click.echo("This card was already replaced, please select another card.")
        else:
            discarded.append(card)
    return discarded


# --- texts -----------------------------------------------------------------------------------------------------------


def sorted_hand(view: View) -> Hand:
    """Return the hand of a seat in ascending order with the ace low; equal cards keep their order.

    The table keeps cards in the order of the deal. Here new cards take the places of the discarded ones in the sorted
    hand.
    """
    hand = Hand()
    discarded: tuple[Card, ...] = ()
    for event in view.history:
        if event.seat != view.seat:
            continue
        if event.kind == "dealt":
            hand = Hand(event.known).sorted(ace_low=True)
        elif event.kind == "discard":
            discarded = event.known
        elif event.kind == "drew":
            new = dict(zip(discarded, event.known, strict=True))
            hand = Hand([new.get(card, card) for card in hand]).sorted(ace_low=True)
    return hand


def hand_line(view: View) -> str:
    """`Player 1:   AD  2S  4S  4D  6C --- One Pair`."""
    return f"{_player(view.seat)}: {format_with_name(sorted_hand(view), _CARD_WIDTH)}"


def result_line(view: View) -> str:
    """Return the result of a finished round."""
    winners = [event.seat for event in view.history if event.kind == "won"]
    if len(winners) == 1:
        return f"{_player(winners[0])} won this hand."
    *numbers, last = [_player(seat).removeprefix("Player ") for seat in winners]
    return f"Players {', '.join(numbers)} and {last} tied this hand."


def _player(seat: int | None) -> str:
    assert seat is not None
    return f"Player {seat + 1}"
