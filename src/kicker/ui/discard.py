"""`kicker discard`: which cards to discard in draw games."""

from __future__ import annotations

import json
from typing import NamedTuple

import click

from kicker.cards import SHORT, Card, count_of, parse_cards
from kicker.discards import DrawOdds, best_discard, best_draw
from kicker.errors import KickerError
from kicker.games import Game
from kicker.hands import Category, evaluate
from kicker.odds import NORMAL
from kicker.orders import HIGH
from kicker.ui.common.output import progress_bar
from kicker.ui.common.style import paint, paint_cards
from kicker.ui.equity import check_draws
from kicker.ui.rank import split_hands


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--game", "game_name", metavar="NAME", help="Draw game: single-draw, triple-draw or badugi.")
@click.option("--max-draw", type=click.IntRange(0, 5), help="Most cards to discard: 3 in five-card draw, else all.")
@click.option("--draws", type=click.IntRange(1), default=1, show_default=True, help="Number of draws to come.")
@click.option("--against", default="", metavar="CARDS", help="Cards that the opponent keeps before drawing.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random deals.")
@click.option("--all", "show_all", is_flag=True, help="Show every discard, not only the best five.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def discard(
    cards: tuple[str, ...],
    game_name: str | None,
    max_draw: int | None,
    draws: int,
    against: str,
    seed: int,
    show_all: bool,
    as_json: bool,
) -> None:
    """Compare every discard in a draw game.

    Every possible draw is counted. The share is wins plus half the ties against one opponent who was dealt as many
    random cards and stands pat.

    \b
      kicker discard "4C 9S 4H 3D 2D"
      kicker discard "4C 9S 4H 3D 2D" --max-draw 4 --all
      kicker discard "As 2d 3c Kh" --game badugi
      kicker discard "2s 3h 4c 7d Kd" --game triple-draw --against "2d 3d 5s 8c"
      kicker discard "As 2d 3c Kh" --game badugi --draws 3

    In games other than five-card draw, --draws is the number of draws to come; the later ones are played by the best
    strategy. Shares are exact if counting is quick, and otherwise come from random deals with a 95% interval.
    """
    hand = [card for made in split_hands(cards) for card in made]
    if game_name is not None:
        from kicker.games.catalogue import find_game

        game = find_game(game_name)
        if not game.exchanges:
            raise KickerError(f"no cards are exchanged in {game.title}; choose a draw game", "game")
        check_draws(game, draws)
        if game.orders != (HIGH,) or against:
            draw_in_game(hand, game, max_draw, draws, parse_cards(against), seed, show_all, as_json)
            return
    if against or draws > 1:
        raise KickerError(f"{'--against' if against else '--draws'} needs --game", "count")
    choices = best_discard(hand, 3 if max_draw is None else max_draw)
    if as_json:
        record = {"cards": [str(card) for card in hand], "choices": [as_record(choice) for choice in choices]}
        click.echo(json.dumps(record))
        return
    click.echo(f"{paint_cards(hand)}  {evaluate(hand).describe()}")
    shown = choices if show_all else choices[:5]
    widths = Widths(
        max(len(cards_text(choice.discards)) for choice in shown), max(len(cards_text(choice.kept)) for choice in shown)
    )
    click.echo(
        f"  {'discard':{widths.discards}}  {'keep':{widths.kept}}  {'share':>7}  {'win':>7}  {'tie':>7}  becomes"
    )
    for place, choice in enumerate(shown):
        print_choice(choice, widths, best=place == 0)
    click.echo("  against one opponent who stands pat on five random cards")


def draw_in_game(
    hand: list[Card], game: Game, max_draw: int | None, draws: int, against: list[Card], seed: int, show_all: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Print every discard in a game other than five-card draw."""
    with progress_bar("dealing", None) as bar:
        asked = 0

        def progress(_: int) -> None:
            nonlocal asked
            asked += 1
            bar(asked)

        choices = best_draw(hand, game, max_draw, draws=draws, against=against, seed=seed, progress=progress)
    if as_json:
        records = [
            {"discards": [str(card) for card in choice.discards], "share": choice.share, "error": choice.error}
            for choice in choices
        ]
        record = {"cards": [str(card) for card in hand], "game": game.name, "draws": draws, "choices": records}
        click.echo(json.dumps(record))
        return
    strength = game.strength(tuple(hand), ())
    click.echo(f"{paint_cards(hand)}  {strength.describe() if strength else ''}")
    shown = choices if show_all else choices[:5]
    widths = Widths(
        max(len(cards_text(choice.discards)) for choice in shown), max(len(cards_text(choice.kept)) for choice in shown)
    )
    click.echo(f"  {'discard':{widths.discards}}  {'keep':{widths.kept}}  {'share':>8}")
    for place, choice in enumerate(shown):
        share = paint(f"{choice.share:8.3%}", "green" if place == 0 else None, bold=place == 0)
        spread = f" ± {NORMAL * choice.error:.3%} (95%)" if choice.error else ""
        discards, kept = cards_text(choice.discards), cards_text(choice.kept)
        click.echo(f"  {discards:{widths.discards}}  {kept:{widths.kept}}  {share}{spread}")
    who = f"who keeps {SHORT.format_cards(against)}" if against else "who stands pat on random cards"
    click.echo(f"  against one opponent {who}, with {count_of(draws, 'draw')} to come")


def as_record(choice: DrawOdds) -> dict[str, object]:
    """Return one discard, for `--json`."""
    return {
        "discards": [str(card) for card in choice.discards],
        "share": choice.share,
        "win": choice.win,
        "tie": choice.tie,
        "categories": {category.name: choice.categories[category] for category in Category},
    }


class Widths(NamedTuple):
    """Columns of the table that are as wide as their cards."""

    discards: int
    kept: int


def print_choice(choice: DrawOdds, widths: Widths, *, best: bool) -> None:
    """Print one line, which ends with the two likeliest final hands."""
    likely = sorted(Category, key=lambda category: -choice.categories[category])
    becomes = ", ".join(f"{category.describe()} {choice.categories[category]:.1%}" for category in likely[:2]
                        if choice.categories[category])  # fmt: skip
    share = paint(f"{choice.share:7.3%}", "green" if best else None, bold=best)
    discards, kept = cards_text(choice.discards), cards_text(choice.kept)
    cards = f"{discards:{widths.discards}}  {kept:{widths.kept}}"
    click.echo(f"  {cards}  {share}  {choice.win:7.3%}  {choice.tie:7.4%}  {becomes}")


def cards_text(cards: tuple[Card, ...]) -> str:
    """Return the cards, or a word as long as the heading."""
    return SHORT.format_cards(cards) or "nothing"
