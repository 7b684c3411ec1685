"""`kicker discard`: which cards to discard in five-card draw."""

from __future__ import annotations

import json
from typing import NamedTuple

import click

from kicker.cards import SHORT, Card
from kicker.discards import DrawOdds, best_discard
from kicker.hands import Category, evaluate
from kicker.ui.common.style import paint, paint_cards
from kicker.ui.rank import split_hands


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--max-draw", type=click.IntRange(0, 5), default=3, show_default=True, help="Most cards to discard.")
@click.option("--all", "show_all", is_flag=True, help="Show every discard, not only the best five.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def discard(cards: tuple[str, ...], max_draw: int, show_all: bool, as_json: bool) -> None:
    """Compare every discard in five-card draw.

    Every possible draw is counted. The share is wins plus half the ties against one opponent who was dealt five random
    cards and stands pat.

    \b
      kicker discard "4C 9S 4H 3D 2D"
      kicker discard "4C 9S 4H 3D 2D" --max-draw 4 --all
    """
    hand = [card for made in split_hands(cards) for card in made]
    choices = best_discard(hand, max_draw)
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


def as_record(choice: DrawOdds) -> dict[str, object]:
    """One discard, for `--json`."""
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
    """One line, with the two likeliest final hands at its end."""
    likely = sorted(Category, key=lambda category: -choice.categories[category])
    becomes = ", ".join(f"{category.describe()} {choice.categories[category]:.1%}" for category in likely[:2]
                        if choice.categories[category])  # fmt: skip
    share = paint(f"{choice.share:7.3%}", "green" if best else None, bold=best)
    discards, kept = cards_text(choice.discards), cards_text(choice.kept)
    cards = f"{discards:{widths.discards}}  {kept:{widths.kept}}"
    click.echo(f"  {cards}  {share}  {choice.win:7.3%}  {choice.tie:7.4%}  {becomes}")


def cards_text(cards: tuple[Card, ...]) -> str:
    """The cards, or a word that is as long as the heading."""
    return SHORT.format_cards(cards) or "nothing"
