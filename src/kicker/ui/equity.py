"""`kicker equity`: the equity of hands and ranges."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from kicker.cards import SHORT, Card, parse_cards
from kicker.errors import KickerError
from kicker.odds import Equity, equity
from kicker.ui.cli import Interrupted
from kicker.ui.common.output import progress_bar

if TYPE_CHECKING:
    from kicker.games import Game


@click.command("equity")
@click.argument("players", nargs=-1, required=True)
@click.option("--game", "game_name", metavar="NAME", help="Game: omaha, omaha-hilo, short-deck, stud, razz, badugi ...")
@click.option("--board", default="", metavar="CARDS", help="Board: up to five cards.")
@click.option("--dead", default="", metavar="CARDS", help="Dead cards.")
@click.option("--draws", type=click.IntRange(0), help="In draw games: number of draws to come, 1 by default.")
@click.option("--trials", type=click.IntRange(min=1), help="Number of random deals.")
@click.option(
    "--error",
    type=click.FloatRange(min=0, min_open=True),
    help="Deal until the standard error is below this share of the pot.",
)
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Seconds to deal for.")
@click.option("--exact", is_flag=True, help="Count every possible deal, however long it takes.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed deals the same cards.")
@click.option("--threads", type=click.IntRange(min=1), help="Number of cores to use; all by default.")
@click.option("--by", type=click.Choice(["hand", "card"]), help="Equity of each hand, or after each next card.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
@click.option("--plot", metavar="FILE", help="Draw the equity, also by street, to a PNG or SVG file.")
def equity_command(
    players: tuple[str, ...],
    game_name: str | None,
    board: str,
    dead: str,
    draws: int | None,
    trials: int | None,
    error: float | None,
    seconds: float | None,
    exact: bool,
    seed: int,
    threads: int | None,
    by: str | None,
    as_json: bool,
    plot: str | None,
) -> None:
    """Compute the equity of two to ten hands or ranges.

    A player is a hand (AsAh), a range (QQ+,AKs) or random. The result is exact if that takes about a second at most;
    otherwise it comes from random deals, with a 95% interval. The last line says which. Ctrl-C prints the result so
    far.

    \b
      kicker equity AsAh KsKh
      kicker equity AsKs "QQ+,AKs" --board "Qs 7h 2c"
      kicker equity JhTh random random --trials 1000000 --seed 7
      kicker equity --game omaha AsAhKsKh "QQxxds, KQJTss" --board "Qs 7h 2c"
      kicker equity --game stud "As Ah Kd" "7c 7d 7h" random --dead "Kc Ks"
      kicker equity --game triple-draw --draws 3 2s3h4c7d 2d3d5s
      kicker equity AsKs "QQ+,AKo" --board "Js 7s 2c" --by card

    In Omaha ranges are written as in AAxx, KQJTss, A[K-T]xx or 15%. In stud and draw games a player is the cards that
    are known: the others are dealt. With --draws a player keeps these cards in the first draw and plays the later ones
    by the strategy of kicker discard.
    """
    game = find_named_game(game_name)
    cards, gone = parse_cards(board), parse_cards(dead)
    if plot is not None:
        from kicker.ui.plots import check_plot

        check_plot(plot)
    if by is not None:
        from kicker.ui.equity_views import print_view

        refuse_with_by({"--draws": draws, "--error": error, "--exact": exact or None, "--plot": plot})
        print_view(by, players, cards, gone, game, trials, seconds, seed, as_json)
        return
    if draws is not None:
        check_draws(game, draws, exact=exact)
    limits = {"trials": trials, "error": error, "seconds": seconds}
    for name, limit in limits.items():
        if exact and limit is not None:
            raise KickerError(f"--exact cannot be combined with --{name}", "count")
    ask: Callable[..., Equity] = partial(equity, players, dead=gone, game=game, draws=draws, seed=seed, threads=threads)
    ask = partial(ask, exact=exact or None, **limits)
    last, interrupted = count(ask, cards, trials)
    if plot is not None and not interrupted:  # before printing: the reader of a pipe may stop early
        try:
            draw_plot(plot, ask, cards, gone, last)
        except KeyboardInterrupt:
            interrupted = True
    if as_json:
        click.echo(json.dumps(as_record(last), ensure_ascii=False))
    else:
        print_result(last, cards)
    if interrupted:
        raise Interrupted(f"interrupted after {last.trials:,} deals" + (f"; {plot} was not drawn" if plot else ""))


def check_draws(game: Game | None, draws: int, *, exact: bool = False) -> None:
    """Refuse more draws than the game has."""
    if game is None or not game.draws:
        title = "hold'em" if game is None else game.title
        raise KickerError(f"no cards are drawn in {title}; leave out --draws, or choose a draw game", "game")
    if draws > game.draws:
        raise KickerError(f"--draws must be at most {game.draws} in {game.title}, not {draws}", "count")
    if exact and draws > 1:
        raise KickerError(
            f"--exact cannot be combined with --draws {draws}: several draws are dealt at random", "count"
        )


def refuse_with_by(options: Mapping[str, object]) -> None:
    """Refuse options that cannot be combined with `--by`."""
    for name, value in options.items():
        if value is not None:
            raise KickerError(f"--by cannot be combined with {name}", "count")


def count(ask: Callable[..., Equity], board: Sequence[Card], trials: int | None) -> tuple[Equity, bool]:
    """Compute the equity with a progress bar; return it, and whether Ctrl-C cut it short."""
    last: Equity | None = None
    with progress_bar("dealing", trials) as bar:

        def progress(so_far: Equity) -> None:
            nonlocal last
            last = so_far
            bar(so_far.trials)

        try:
            return ask(board=board, progress=progress), False
        except KeyboardInterrupt:
            if last is None or last.method == "counting":
                raise  # half an exact count means nothing: the boards come in order
            return last, True


def find_named_game(name: str | None) -> Game | None:
    """Return the game of `--game`; None for hold'em."""
    if name is None:
        return None
    from kicker.games.catalogue import find_game

    return find_game(name)


def draw_plot(path: str, ask: Callable[..., Equity], board: list[Card], dead: list[Card], result: Equity) -> None:
    """Draw the result together with those of the earlier streets."""
    from kicker.ui.plots import plot_equity

    streets = [board[:count] for count in (0, 3, 4, 5) if count < len(board)]
    plot_equity(path, [*((street, ask(board=street)) for street in streets), (board, result)], dead)


def as_record(result: Equity) -> dict[str, object]:
    """Return the object that `--json` prints."""
    return {
        "exact": result.exact,
        "trials": result.trials,
        "method": result.text,
        "players": [
            {
                "cards": player.name,
                "win": player.win,
                "tie": player.tie,
                "equity": player.equity,
                "error": player.error,
                "ci95": [player.equity - player.half_width, player.equity + player.half_width],
            }
            for player in result.players
        ],
    }


def print_result(result: Equity, board: list[Card]) -> None:
    """Print a line for each player, then a line on how the figures were found."""
    if board:
        click.echo(f"board {SHORT.format_cards(board)}")
    width = max(6, *(len(player.name) for player in result.players))
    sure = "" if result.exact else "  95% interval"
    click.echo(f"{'player':{width}}  {'win':>9}  {'tie':>9}  {'equity':>9}{sure}")
    for player in result.players:
        spread = "" if result.exact else f"  ± {player.half_width:.4%}"
        click.echo(f"{player.name:{width}}  {player.win:9.4%}  {player.tie:9.4%}  {player.equity:9.4%}{spread}")
    click.echo(result.text)
