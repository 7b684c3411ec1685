"""`kicker equity --by` and `kicker range --board`: the equity of each hand, the next card, kinds of hands, blockers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from kicker.by_hand import EquityByHand, equity_by_card, equity_by_hand
from kicker.cards import Card, count_of
from kicker.errors import KickerError
from kicker.kinds import Blocker, KindCounts, blockers, count_kinds
from kicker.odds import Equity
from kicker.ui.cli import Interrupted
from kicker.ui.common.output import progress_bar

if TYPE_CHECKING:
    from kicker.games import Game

_ROWS: Final = 20  # rows printed for each player; --json has all hands


def print_view(
    by: str, players: Sequence[str], board: list[Card], dead: list[Card], game: Game | None, trials: int | None,
    seconds: float | None, seed: int, as_json: bool,
) -> None:  # fmt: skip
    """Print the equity of each hand or after each next card."""
    if by == "hand":
        ask = partial(equity_by_hand, players, board, dead, game=game, trials=trials, seconds=seconds, seed=seed)
        hands, interrupted = _asked(ask, trials)
        _print_hands(players, hands, as_json)
        if interrupted:
            raise Interrupted(f"interrupted after {hands.trials:,} deals")
        return
    if seconds is not None:
        raise KickerError("--by card cannot be combined with --seconds; use --trials", "count")
    _print_cards(players, equity_by_card(players, board, dead, game=game, trials=trials, seed=seed), as_json)


def _asked(ask: Callable[..., EquityByHand], trials: int | None) -> tuple[EquityByHand, bool]:
    """Compute the result with a progress bar; return it, and whether Ctrl-C cut it short."""
    last: EquityByHand | None = None
    with progress_bar("dealing", trials) as bar:

        def progress(so_far: EquityByHand) -> None:
            nonlocal last
            last = so_far
            bar(so_far.trials)

        try:
            return ask(progress=progress), False
        except KeyboardInterrupt:
            if last is None:
                raise
            return last, True


def _print_hands(players: Sequence[str], found: EquityByHand, as_json: bool) -> None:
    if as_json:
        rows = [
            [{"hand": _text(one.hand), "weight": one.weight, "equity": one.equity, "error": one.error} for one in hands]
            for hands in found.players
        ]
        click.echo(json.dumps({"exact": found.exact, "method": found.text, "players": rows}))
        return
    for name, hands in zip(players, found.players, strict=True):
        click.echo(f"{name}: {count_of(len(hands), 'hand')}")
        for one in sorted(hands, key=lambda one: -one.equity)[:_ROWS]:
            spread = "" if found.exact else f"  ± {one.half_width:.2%}"
            click.echo(f"  {_text(one.hand):12}  {one.equity:8.3%}{spread}  {one.weight:8.3%} of the range")
        if len(hands) > _ROWS:
            click.echo(f"  and {len(hands) - _ROWS:,} more; --json prints all")
    click.echo(found.text)


def _print_cards(players: Sequence[str], found: Mapping[Card, Equity], as_json: bool) -> None:
    if as_json:
        rows = {str(card): [player.equity for player in result.players] for card, result in found.items()}
        exact = all(result.exact for result in found.values())
        click.echo(json.dumps({"exact": exact, "players": list(players), "cards": rows}))
        return
    width = max(9, *(len(name) for name in players))
    click.echo("card  " + "  ".join(f"{name:>{width}}" for name in players))
    for card, result in found.items():
        click.echo(f"{card!s:4}  " + "  ".join(f"{player.equity:{width}.3%}" for player in result.players))


def print_kinds(text: str, board: list[Card], dead: list[Card], game: Game | None, as_json: bool) -> None:
    """Print how often a range has each kind of hand."""
    counts = count_kinds(text, board, dead, game=game)
    if as_json:
        click.echo(json.dumps({"range": text, **asdict(counts)}))
        return
    _print_shares(counts)
    click.echo(count_of(counts.hands, "hand") + ("" if counts.exact else ", chosen at random"))


def _print_shares(counts: KindCounts) -> None:
    for shares in (counts.made, counts.draws):
        for name, share in shares.items():
            click.echo(f"{name:26}  {share:8.3%}")
        if shares is counts.made and counts.draws:
            click.echo()


def print_blockers(text: str, board: list[Card], dead: list[Card], game: Game | None, as_json: bool) -> None:
    """Print how much of a range each card blocks."""
    found = blockers(text, board, dead, game=game)
    if as_json:
        rows = {str(one.card): {"share": one.share, "made": one.made} for one in found}
        click.echo(json.dumps({"range": text, "cards": rows}))
        return
    for one in sorted(found, key=lambda one: -one.share):
        if one.share:
            click.echo(f"{one.card}  {one.share:8.3%}  {_most(one)}".rstrip())


def _most(one: Blocker) -> str:
    """Return the kinds of hands that a card blocks most."""
    best = sorted(one.made.items(), key=lambda item: -item[1])[:3]
    return ", ".join(f"{share:.0%} of {name}" for name, share in best if share)


def _text(hand: Sequence[Card]) -> str:
    return "".join(map(str, sorted(hand, reverse=True)))
