"""`kicker rank`: what a hand is, what it is worth, and why."""

from __future__ import annotations

import json

import click

from kicker.cards import RANKS, SYMBOL, Card, parse_cards
from kicker.errors import CardError
from kicker.explain import Explanation, explain
from kicker.hands import Strength, best_five, evaluate
from kicker.scores import NAMES, SCHEMES, name
from kicker.ui.common.style import paint, paint_cards


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--scores", is_flag=True, help="Show the score in every scheme, and every name of the hand.")
@click.option("--explain", "explained", is_flag=True, help="Show step by step how the rank is found.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each hand.")
def rank(cards: tuple[str, ...], scores: bool, explained: bool, as_json: bool) -> None:
    """Rank hands of five to seven cards.

    Give each hand in quotes, or the cards of one hand one by one:

    \b
      kicker rank "7c 7d 7h 2s 2c"
      kicker rank As Kd 10h Jc Qs 2d 2h --explain
    """
    hands = split_hands(cards)
    strengths = [evaluate(hand) for hand in hands]  # all are checked before anything is printed
    for index, (hand, strength) in enumerate(zip(hands, strengths, strict=True)):
        if as_json:
            click.echo(json.dumps(as_record(hand, strength, scores, explained), ensure_ascii=False))
            continue
        if index:
            click.echo()
        print_rank(hand, strength)
        if explained:
            print_explanation(explain(hand))
        if scores:
            print_scores(strength)


def split_hands(arguments: tuple[str, ...]) -> list[list[Card]]:
    """The hands in the arguments; single cards together make one hand."""
    hands = [parse_cards(argument) for argument in arguments if argument.strip()]
    if not hands:
        raise CardError("no cards given; write five to seven, like 'As Ks Qs Js Ts'", "size")
    return [[card for hand in hands for card in hand]] if all(len(hand) == 1 for hand in hands) else hands


def as_record(hand: list[Card], strength: Strength, scores: bool, explained: bool) -> dict[str, object]:
    """What `--json` prints."""
    record: dict[str, object] = {
        "cards": [str(card) for card in hand],
        "category": strength.category.name,
        "strength": int(strength),
        "description": strength.describe(),
        "best": [str(card) for card in best_five(hand)],
    }
    if scores:
        record["scores"] = {scheme: score(strength) for scheme, (_, score) in SCHEMES.items()}
    if explained:
        told = explain(hand)
        record["steps"] = [
            {"category": step.category.name, "met": step.met, "reason": step.reason} for step in told.steps
        ]
    return record


def print_rank(hand: list[Card], strength: Strength) -> None:
    """The four lines without options."""
    click.echo(f"{paint_cards(hand)}  {paint(strength.describe(), 'green', bold=True)}")
    click.echo(f"  category  {strength.category.describe()}")
    click.echo(f"  strength  {strength} of 7462")
    click.echo(f"  plays     {paint_cards(best_five(hand))}")


def print_explanation(told: Explanation) -> None:
    """Sorted cards, counts, suits, the longest run, the tests in order, and the arithmetic of the scores."""
    seen = told.preview
    counts = ", ".join(f"{RANKS[rank - 2]} x{count}" for rank, count in told.counts.items())
    suits = ", ".join(f"{symbol} x{count}" for suit, symbol in zip("cdhs", SYMBOL.suits, strict=True)
                      if (count := seen.suit_counts[suit]))  # fmt: skip
    click.echo(f"  sorted    {paint_cards(told.cards)}")
    click.echo(f"  counts    {counts}")
    click.echo(f"  suits     {suits}")
    click.echo(f"  run       longest: {seen.longest_run}, up to {RANKS[seen.run_top - 2]}")
    for number, step in enumerate(told.steps):
        answer = paint("yes", "green", bold=True) if step.met else "no "
        click.echo(f"  {'' if number else 'tests':9} {step.category.describe():15}  {answer}  {step.reason}")
    for number, total in enumerate(told.sums):
        click.echo(f"  {'' if number else 'scores':9} {total.scheme:15}  {total.arithmetic} = {total.value}")


def print_scores(strength: Strength) -> None:
    """A table of all numbers and names."""
    for scheme, (what, score) in SCHEMES.items():
        click.echo(f"  {scheme:14} {score(strength)!s:>20}  {paint(what, dim=True)}")
    for table in NAMES:
        click.echo(f"  {'name: ' + table:14} {name(strength, table):>20}")
