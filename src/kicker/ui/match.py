"""`kicker match`: bots against bots, and how sure the result is."""

from __future__ import annotations

import json
from itertools import combinations
from random import SystemRandom
from time import monotonic

import click

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.match import Match, Tally, match_rules, play_matches, standings
from kicker.parallel import available_cores
from kicker.ui.cli import Interrupted
from kicker.ui.output import progress_bar

Pair = tuple[int, int]

_SHOWN = 5  # faults that are printed


@click.command("match")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER...")
@click.option("--hands", type=click.IntRange(min=1), help="Hands of each match, 20,000 unless --until-ci is given.")
@click.option("--seed", type=int, help="The same seed gives the same match; a random one is chosen and printed.")
@click.option("--session", type=int, default=200, show_default=True, help="Hands before fresh bots sit down; even.")
@click.option(
    "--until-ci",
    type=click.FloatRange(min=0, min_open=True),
    metavar="BB",
    help="Play until the 95 % interval reaches at most so many bb/100 to either side.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Processes to use, one for each core by default.")
@click.option("--cluster", metavar="ADDRESS|local", help="Play on a Dask cluster: a scheduler's address, or local.")
@click.option("--records", metavar="DIR", help="Write every session to this folder in the PHH format.")
@click.option("--rules", "rules_name", default="holdem", show_default=True, metavar="NAME", help="What is played.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def match_command(
    players: tuple[str, ...],
    hands: int | None,
    seed: int | None,
    session: int,
    until_ci: float | None,
    workers: int | None,
    cluster: str | None,
    records: str | None,
    rules_name: str,
    as_json: bool,
) -> None:
    """Let bots play each other heads-up; of three or more everybody plays everybody.

    A player is one of `kicker bots`, or program:COMMAND for a program of yours. Each deck is played twice with the
    seats swapped, so that luck with the cards cancels out. The same seed gives the same result on any number of
    workers. Ctrl-C prints what is known so far.

    \b
      kicker match sharp caller --hands 20000 --seed 7
      kicker match cpu "program:./mybot --fast" --until-ci 10
      kicker match drawer caller maniac --rules draw --json
    """
    if len(players) < 2:
        raise KickerError(f"{count_of(len(players), 'player')} cannot play a match: name at least two", "bot")
    if cluster not in (None, "local") and workers is not None:
        raise KickerError(f"--workers is for this machine: the cluster at {cluster!r} has its own", "cluster")
    seed = SystemRandom().getrandbits(63) if seed is None else seed
    rules = match_rules(rules_name)
    pairs = list(combinations(range(len(players)), 2))
    matches = [Match(players[one], players[two], seed, rules, session_hands=session) for one, two in pairs]
    if hands is None and until_ci is None:
        hands = 20_000
    board = Scoreboard(matches, hands)
    began = monotonic()
    interrupted = False
    with progress_bar("playing", board.total) as bar:

        def progress(place: int, tally: Tally) -> None:
            board.tallies[place] = tally
            bar(board.hands, f"{tally.match.first} v {tally.match.second} {figure(tally)}")

        try:
            play_matches(
                matches, hands, until_ci=until_ci, workers=workers or available_cores(), cluster=cluster,
                records=records, progress=progress,
            )  # fmt: skip
        except KeyboardInterrupt:
            interrupted = True
    seconds = monotonic() - began
    if interrupted and not board.hands:
        raise Interrupted("interrupted before the first session was over")
    if as_json:
        click.echo(json.dumps(as_record(players, pairs, board.tallies, rules_name)))
    else:
        print_result(players, pairs, board, seconds)
    if interrupted:
        raise Interrupted(f"interrupted after {board.hands:,} hands")


class Scoreboard:
    """The tallies as far as they have come."""

    def __init__(self, matches: list[Match], wanted: int | None) -> None:
        self.tallies = [Tally(match) for match in matches]
        self.wanted = wanted
        """Hands of each match as they were asked for."""

    @property
    def hands(self) -> int:
        """Hands played so far."""
        return sum(tally.hands for tally in self.tallies)

    @property
    def total(self) -> int | None:
        """Hands to be played."""
        if self.wanted is None:
            return None
        return sum(tally.match.sessions(self.wanted) * tally.match.session_hands for tally in self.tallies)


# --- JSON ------------------------------------------------------------------------------------------------------------


def as_record(players: tuple[str, ...], pairs: list[Pair], tallies: list[Tally], rules_name: str) -> dict[str, object]:
    """What `--json` prints: one match, or all of them and the ranking."""
    match = tallies[0].match
    setting = {
        "seed": match.seed,
        "rules": rules_name,
        "stack": match.stack,
        "big_blind": match.unit,
        "session": match.session_hands,
    }
    if len(tallies) == 1:
        return match_record(tallies[0]) | setting
    ranking = [
        {"player": players[place.player], "bb100": place.bb100, "hands": place.hands}
        for place in standings(pairs, tallies)
    ]
    return {
        "players": list(players),
        "hands": sum(tally.hands for tally in tallies),
        "defaults": sum(sum(tally.defaults) for tally in tallies),
        "matches": [match_record(tally) for tally in tallies],
        "ranking": ranking,
        **setting,
    }


def match_record(tally: Tally) -> dict[str, object]:
    """One match from the side of its first player."""
    interval = tally.interval
    return {
        "players": list(tally.match.players),
        "hands": tally.hands,
        "bb100": tally.bb100,
        "ci95": None if interval is None else list(interval),
        "defaults": sum(tally.defaults),
        "sessions": tally.sessions,
        "button_bb100": tally.button_bb100,
        "other_bb100": tally.other_bb100,
        "defaults_by_player": list(tally.defaults),
        "faults": tally.faults,
    }


# --- text ------------------------------------------------------------------------------------------------------------


def figure(tally: Tally) -> str:
    """`+12.34 ± 5.67 bb/100`."""
    half = tally.half_width
    spread = "" if half is None else f" ± {half:,.2f}"
    return f"{tally.bb100:+,.2f}{spread} bb/100"


def verdict(tally: Tally) -> str:
    """Who won, and whether that is sure."""
    first, second = tally.match.players
    if not tally.chips:
        return f"{first} and {second} are even"
    ahead, behind = (first, second) if tally.chips > 0 else (second, first)
    if tally.half_width is None:
        return f"{ahead} is ahead of {behind}"
    sure = abs(tally.bb100) > tally.half_width
    return f"{ahead} beats {behind}" if sure else f"{ahead} is ahead of {behind}, but not surely"


def print_result(players: tuple[str, ...], pairs: list[Pair], board: Scoreboard, seconds: float) -> None:
    """Each match that was begun, the ranking of three or more, and what it rests on."""
    played = [tally for tally in board.tallies if tally.hands]
    for tally in played:
        print_match(tally)
    if len(board.tallies) > 1:
        print_table(players, pairs, board.tallies)
    match = board.tallies[0].match
    sessions = sum(tally.sessions for tally in played)
    rounded = ""
    if board.wanted is not None and board.wanted % match.session_hands:
        rounded = f" ({board.wanted:,} rounded up to whole sessions)"
    click.echo(f"hands     {board.hands:,} in {count_of(sessions, 'session')} of {match.session_hands}{rounded}")
    click.echo(
        f"chips     bb = {match.unit}, stacks of {match.stack:,} in every hand, each deck twice with seats swapped"
    )
    click.echo(f"seed      {match.seed}")
    click.echo(f"speed     {board.hands / max(seconds, 1e-9):,.0f} hands/s")
    faults = [fault for tally in played for fault in tally.faults]
    for fault in faults[:_SHOWN]:
        click.echo(f"  {fault}", err=True)
    if sum(sum(tally.defaults) for tally in played) > len(faults[:_SHOWN]):
        click.echo("  and more like that", err=True)


def print_match(tally: Tally) -> None:
    """One match: who won by how much, with and without the button, and for whom somebody had to act."""
    first, second = tally.match.players
    sure = "one session: no interval" if tally.half_width is None else "95 % interval"
    click.echo(f"{verdict(tally)}: {first} {figure(tally)} ({sure})")
    click.echo(f"  with the button {tally.button_bb100:+,.2f}, without it {tally.other_bb100:+,.2f} bb/100")
    click.echo(f"  defaults: {first} {tally.defaults[0]}, {second} {tally.defaults[1]}")


def print_table(players: tuple[str, ...], pairs: list[Pair], tallies: list[Tally]) -> None:
    """Row against column, best first, and what everybody won in all."""
    cells: dict[Pair, str] = {}
    for (one, two), tally in zip(pairs, tallies, strict=True):
        half = tally.half_width
        spread = "" if half is None else f" ± {half:,.1f}"
        if tally.hands:
            cells[one, two], cells[two, one] = (f"{won:+,.1f}{spread}" for won in (tally.bb100, 0 - tally.bb100))
    order = standings(pairs, tallies)
    names = {place.player: f"{rank}. {players[place.player]}" for rank, place in enumerate(order, 1)}
    rows = [["bb/100", *(names[column.player] for column in order), "all"]]
    for row in order:
        against = [cells.get((row.player, column.player), "") for column in order]
        rows.append([names[row.player], *against, f"{row.bb100:+,.1f}"])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for line in rows:
        first, *rest = (
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        click.echo("  ".join([first, *rest]).rstrip())
