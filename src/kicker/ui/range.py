"""`kicker range`: show the hands of a range."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import comb, fsum
from typing import TYPE_CHECKING

import click

from kicker.cards import DECK, Card, count_of, number_text, parse_cards
from kicker.errors import KickerError, quoted
from kicker.orders import deck_words
from kicker.ranges import Range
from kicker.ui.equity import find_named_game
from kicker.ui.grid import print_grid

if TYPE_CHECKING:
    from kicker.games.game import Game


@click.command("range")
@click.argument("text", metavar="RANGE")
@click.option("--board", default="", metavar="CARDS", help="Board: show how often the range hits it, and how.")
@click.option("--dead", default="", metavar="CARDS", help="Dead cards.")
@click.option("--game", "game_name", metavar="NAME", help="Game: short-deck, omaha, omaha-5 ...")
@click.option("--kinds", is_flag=True, help="Show kinds of hands; --board alone does so too.")
@click.option("--blockers", is_flag=True, help="How much of the range each card blocks.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@click.option("--plot", metavar="FILE", help="Draw the grid to a PNG or SVG file.")
def range_command(
    text: str,
    board: str,
    dead: str,
    game_name: str | None,
    kinds: bool,
    blockers: bool,
    as_json: bool,
    plot: str | None,
) -> None:
    """Show a range as a grid, and count its hands.

    Separate items with commas.

    \b
      QQ  QQ+  QQ-  99-55     pairs
      AKs  AKo  AK            suited, offsuit, both
      AJo+  A5s-  KTs-K7s     lower card goes up, goes down, runs from T to 7
      JTs-54s                 connectors
      Ax  Axs  AhXh  AhXx     any ace, suited ace, Ah and a heart, Ah and any
      AhKd  AhTh+  As5s-As2s  specific suits
      random  pairs  suited  offsuit  broadway
      top 15%  10%-20%        best hands by equity against a random hand
      76s:0.5  76s:50%        weights; also 76s@50, 76s(0.5), 50%76s, [50]76s[/50]
      !QQ                     removes hands

    \b
      kicker range "QQ+,AKs,76s:0.5"
      kicker range 'top 20%, !22-55'
      kicker range 'top 20%' --board "Js 7s 2c" --blockers
      kicker range AAds --game omaha

    Put ! in single quotes: in double quotes the shell expands it.
    """
    if board or kinds or blockers:
        _print_on_board(text, parse_cards(board), parse_cards(dead), game_name, blockers, as_json, plot)
        return
    if dead:
        raise KickerError("--dead needs --board or --blockers", "count")
    game = find_named_game(game_name)
    if game is None or game.hand_cards == 2:
        _print_grid(text, DECK if game is None else game.deck, as_json, plot)
    elif plot is not None:
        raise KickerError(f"--plot draws hands of two cards, not those of {game.title}: leave it out", "count")
    else:
        _print_count(text, game, as_json)


def _print_grid(text: str, deck: Sequence[Card], as_json: bool, plot: str | None) -> None:
    """Print a range of two-card hands, and its share of all hands of the deck."""
    if plot is not None:
        from kicker.ui.plots import check_plot

        check_plot(plot)
    given = Range(text, deck)
    shown = given.without([card for card in DECK if card not in deck])
    if given and not shown:
        raise KickerError(f"no hand of {quoted(text)} is in the deck of {deck_words(deck)}", "deck")
    share = shown.total / comb(len(deck), 2)
    if plot is not None:  # before printing: the reader of a pipe may stop early
        from kicker.ui.plots import plot_ranges

        plot_ranges(plot, {str(shown) or "(nothing)": shown})
    if as_json:
        weights = {name: weight for name, weight in shown.class_weights().items() if weight}
        record = {
            "range": str(shown),
            "combos": len(shown),
            "total": shown.total,
            "share": share,
            "classes": weights,
        }
        click.echo(json.dumps(record))
    else:
        print_grid(str(shown) or "(nothing)", shown)
        total = number_text(round(shown.total, 9))
        click.echo(f"{count_of(len(shown), 'combination')}, {total} by weight, {share:.2%} of all")


def _print_count(text: str, game: Game, as_json: bool) -> None:
    """Print how many hands of more cards a range has."""
    from kicker.shares import read_seat

    if not game.board_cards:
        raise KickerError(f"{game.title} has no ranges; choose a game with a board", "game")
    seat, every = read_seat(game, text), comb(len(game.deck), game.hand_cards)
    hands = len(seat.hands) or every  # none are listed for a random hand
    total = fsum(seat.weights) if seat.hands else float(every)
    if as_json:
        click.echo(json.dumps({"range": text, "hands": hands, "total": total, "share": total / every}))
    else:
        weight = number_text(round(total, 9))
        click.echo(f"{count_of(hands, 'hand')}, {weight} by weight, {total / every:.2%} of all")


def _print_on_board(
    text: str, board: list[Card], dead: list[Card], game_name: str | None, blockers: bool, as_json: bool,
    plot: str | None,
) -> None:  # fmt: skip
    """Print what a range has on a board, or what blocks it."""
    from kicker.ui.equity_views import print_blockers, print_kinds

    if plot is not None:
        raise KickerError("--plot draws the grid: leave out --board, --kinds and --blockers", "count")
    show = print_blockers if blockers else print_kinds
    show(text, board, dead, find_named_game(game_name), as_json)
