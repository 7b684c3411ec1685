"""`kicker rank`: name hands, give their strengths, and explain them."""

from __future__ import annotations

import json
from typing import NamedTuple

import click

from kicker.cards import RANKS, SHORT, SYMBOL, Card, parse_cards
from kicker.errors import CardError, KickerError
from kicker.explain import Explanation, Step, explain, kinds
from kicker.hands import best_five, evaluate, hole_and_board
from kicker.orders import BADUGI, HIGH, ORDERS, Category, Order, Strength, find_order
from kicker.scores import NAMES, SCHEMES, name
from kicker.ui.common.style import paint, paint_cards


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--board", default="", metavar="CARDS", help="Board cards; each hand is then hole cards.")
@click.option("--order", "order_name", metavar="NAME", help="Order of hands: " + ", ".join(ORDERS) + ".")
@click.option("--game", "game_name", metavar="NAME", help="Rank hands by the rules of a game: omaha, razz, badugi ...")
@click.option("--scores", is_flag=True, help="Show the score in every scheme, and every name of the hand.")
@click.option("--explain", "explained", is_flag=True, help="Show step by step how the rank is found.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each hand.")
def rank(
    cards: tuple[str, ...],
    board: str,
    order_name: str | None,
    game_name: str | None,
    scores: bool,
    explained: bool,
    as_json: bool,
) -> None:
    """Rank hands of five to seven cards, or of any other game.

    Give each hand in quotes, or the cards of one hand one by one:

    \b
      kicker rank "7c 7d 7h 2s 2c"
      kicker rank As Kd 10h Jc Qs 2d 2h --explain
      kicker rank "8c 6d 4h 3s Ac Kd Kh" --order ace-to-five
      kicker rank "As 2s Kd Kh" --board "Ks 8d 7d 4c 4h" --game omaha-hilo
    """
    hands = split_hands(cards)
    orders, plays = chosen_orders(order_name, game_name, hands, board)
    if orders != [HIGH] or board:
        if scores:
            raise KickerError("--scores applies to hands of the usual order without a board", "count")
        rank_in_orders(hands, parse_cards(board), orders, plays, explained, as_json)
        return
    strengths = [evaluate(hand) for hand in hands]  # all hands are checked before anything is printed
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


def chosen_orders(
    order_name: str | None, game_name: str | None, hands: list[list[Card]], board: str
) -> tuple[list[Order], int | None]:
    """Return the orders of `--order` or `--game`, and the number of hole cards that must play; hands must fit
    the game."""
    if order_name is not None and game_name is not None:
        raise KickerError("--order cannot be combined with --game", "count")
    if game_name is None:
        return [find_order(order_name or "high")], None
    from kicker.games.catalogue import find_game

    game = find_game(game_name)
    if board and not game.board_cards:
        raise KickerError(f"--board '{board}' is not possible in {game.title}: it has no board", "count")
    for hand in hands if game.hand_plays or board else ():
        if len(hand) != game.hand_cards or not board:
            text, wanted = SHORT.format_cards(hand), f"{game.hand_cards} hole cards and --board CARDS"
            raise KickerError(f"'{text}' is not a hand of {game.title}: give {wanted}", "count")
    return list(game.orders), game.hand_plays


class Ranked(NamedTuple):
    """A hand in one order."""

    hand: tuple[Card, ...]
    board: tuple[Card, ...]
    plays: int | None
    order: Order
    strength: Strength | None

    @property
    def words(self) -> str:
        """The hand in words."""
        return f"no {self.order.title}" if self.strength is None else self.strength.describe()

    @property
    def playing(self) -> tuple[Card, ...]:
        """The cards that play."""
        return self.order.playing(self.hand, self.board, self.plays)


def rank_in_orders(
    hands: list[list[Card]], board: list[Card], orders: list[Order], plays: int | None, explained: bool, as_json: bool
) -> None:
    """Print each hand in each order; all are checked before anything is printed."""
    ranked = []
    for cards in hands:
        hand, table, by_count = hole_and_board(cards, board)
        for order in orders:
            must = (plays or by_count) if table else None
            strength = evaluate(hand, table or None, order)
            ranked.append(Ranked(hand, table, must, order, strength))
    for index, made in enumerate(ranked):
        if as_json:
            click.echo(json.dumps(_as_order_record(made, explained), ensure_ascii=False))
            continue
        if index:
            click.echo()
        table_words = f" on {paint_cards(made.board)}" if made.board else ""
        click.echo(f"{paint_cards(made.hand)}{table_words}  {paint(made.words, 'green', bold=True)}")
        click.echo(f"  order     {made.order.title}")
        if made.strength is not None:
            click.echo(f"  strength  {made.strength} of {made.order.count}")
            click.echo(f"  plays     {paint_cards(made.playing)}")
        if explained:
            print_explanation(explain(made.hand, made.board or None, made.order))


def _as_order_record(made: Ranked, explained: bool) -> dict[str, object]:
    record: dict[str, object] = {
        "cards": [str(card) for card in made.hand],
        "board": [str(card) for card in made.board],
        "order": made.order.name,
        "strength": None if made.strength is None else int(made.strength),
        "description": made.words,
        "best": [str(card) for card in made.playing],
    }
    if explained:
        record["steps"] = [as_step(step) for step in explain(made.hand, made.board or None, made.order).steps]
    return record


def split_hands(arguments: tuple[str, ...]) -> list[list[Card]]:
    """Return the hands in the arguments; single cards together make one hand."""
    hands = [parse_cards(argument) for argument in arguments if argument.strip()]
    if not hands:
        raise CardError("no cards given; write five to seven, like 'As Ks Qs Js Ts'", "size")
    return [[card for hand in hands for card in hand]] if all(len(hand) == 1 for hand in hands) else hands


def as_record(hand: list[Card], strength: Strength, scores: bool, explained: bool) -> dict[str, object]:
    """Return the object that `--json` prints."""
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
        record["steps"] = [as_step(step) for step in explain(hand).steps]
    return record


def as_step(step: Step) -> dict[str, object]:
    """Return a step of an explanation, for `--json`."""
    return {"category": step.category.name, "test": step.test, "met": step.met, "reason": step.reason}


def print_rank(hand: list[Card], strength: Strength) -> None:
    """Print the four lines that need no option."""
    click.echo(f"{paint_cards(hand)}  {paint(strength.describe(), 'green', bold=True)}")
    click.echo(f"  category  {strength.category.describe()}")
    click.echo(f"  strength  {strength} of 7462")
    click.echo(f"  plays     {paint_cards(best_five(hand))}")


def print_explanation(told: Explanation) -> None:
    """Print the rule if it is not the usual one, the facts that matter for it, the tests in order, and the arithmetic
    of the scores."""
    seen, order = told.preview, told.order
    lines = [("rule", order.rule)] if order is not HIGH else []
    if told.own:
        own, board = (paint_cards([card for card in told.best if (card in told.own) == mine]) for mine in (True, False))
        lines.append(("cards", f"{own} of the hole cards and {board} of the board"))
    lines.append(("sorted", paint_cards(told.cards)))
    lines.append(("counts", ", ".join(f"{RANKS[rank - 2]} x{count}" for rank, count in told.counts.items())))
    if Category.FLUSH in kinds(order) or order is BADUGI:
        suits = ", ".join(f"{symbol} x{count}" for suit, symbol in zip("cdhs", SYMBOL.suits, strict=True)
                          if (count := seen.suit_counts[suit]))  # fmt: skip
        lines.append(("suits", suits))
    if Category.STRAIGHT in kinds(order):
        lines.append(("run", f"longest: {seen.longest_run}, up to {RANKS[seen.run_top - 2]}"))
    for number, step in enumerate(told.steps):
        answer = paint("yes", "green", bold=True) if step.met else "no "
        lines.append(("" if number else "tests", f"{step.test:15}  {answer}  {step.reason}"))
    for number, total in enumerate(told.sums):
        lines.append(("" if number else "scores", f"{total.scheme:15}  {total.arithmetic} = {total.value}"))
    for title, text in lines:
        click.echo(f"  {title:9} {text}")


def print_scores(strength: Strength) -> None:
    """A table of all numbers and names."""
    for scheme, (what, score) in SCHEMES.items():
        click.echo(f"  {scheme:14} {score(strength)!s:>20}  {paint(what, dim=True)}")
    for table in NAMES:
        click.echo(f"  {'name: ' + table:14} {name(strength, table):>20}")
