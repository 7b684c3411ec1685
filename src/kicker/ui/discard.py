"""`kicker discard`: which cards to discard in five-card draw."""

from __future__ import annotations

import json

import click

from kicker.cards import SHORT, Card
from kicker.discards import DrawOdds, best_discard
from kicker.hands import Category, evaluate
from kicker.ui.common.style import paint, paint_cards
from kicker.ui.rank import split_hands


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--max-draw", type=click.IntRange(0, 5), default=3, show_default=True, help="Cards that may be replaced.")
@click.option("--all", "show_all", is_flag=True, help="Show every way to discard, not only the best five.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def discard(cards: tuple[str, ...], max_draw: int, show_all: bool, as_json: bool) -> None:
    """Compare all ways to discard from a hand of five cards.

    Every draw is counted. The share is that of wins, ties half, against one opponent with any five other cards who
    stands pat.

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
    click.echo(f"  {'discard':14}  {'keep':14}  {'share':>8}  {'win':>8}  {'tie':>8}  becomes")
    for place, choice in enumerate(choices if show_all else choices[:5]):
        print_choice(choice, best=place == 0)
    click.echo("  against one opponent with any five other cards who stands pat")


def as_record(choice: DrawOdds) -> dict[str, object]:
    """One way to discard, for `--json`."""
    return {
        "discards": [str(card) for card in choice.discards],
        "share": choice.share,
        "win": choice.win,
        "tie": choice.tie,
        "categories": {category.name: choice.categories[category] for category in Category},
    }


def print_choice(choice: DrawOdds, best: bool) -> None:
    """One line; the likeliest final hands at its end."""
    likely = sorted(Category, key=lambda category: -choice.categories[category])
    becomes = ", ".join(f"{category.describe()} {choice.categories[category]:.1%}" for category in likely[:3]
                        if choice.categories[category])  # fmt: skip
    share = paint(f"{choice.share:8.3%}", "green" if best else None, bold=best)
    discards, keep = (_field(cards) for cards in (choice.discards, choice.kept))
    click.echo(f"  {discards}  {keep}  {share}  {choice.win:8.3%}  {choice.tie:8.4%}  {becomes}")


def _field(cards: tuple[Card, ...]) -> str:
    return (SHORT.format_cards(cards) or "nothing").ljust(14)
