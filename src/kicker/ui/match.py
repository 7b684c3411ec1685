"""`kicker match`: play bots against each other, and report how certain the result is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import combinations
from time import monotonic
from typing import Any, Final

import click

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.games.catalogue import GAMES, MIXES
from kicker.match import NOTED, Match, Score, Tally, match_rules, match_schedule, play_matches, standings
from kicker.parallel import available_cores
from kicker.ui.cli import Interrupted
from kicker.ui.common.failures import Failures, refuse_hopeless, tell_failures
from kicker.ui.common.flags import Command, with_flags
from kicker.ui.common.offer import Terms, new_seed
from kicker.ui.common.options import BOMB_SIZE, BOMBS, RUNS, STRADDLE
from kicker.ui.common.output import progress_bar
from kicker.ui.habits import style_rows

HOPELESS: Final = 20
"""The number of decisions after which a match ends early if a player has failed all of them in finished sessions."""
CUSTOMS: Final = (STRADDLE, BOMBS, BOMB_SIZE, RUNS)
Group = tuple[int, ...]
"""The players of a match, by their places on the command line."""


def custom_flags(command: Command) -> Command:
    """Add the customs that make sense where each deal stands alone."""
    return with_flags(CUSTOMS, command)


@click.command("match")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER PLAYER...")
@click.option("--table", "one_table", is_flag=True, help="Seat everyone at one table: up to 10, fewer in some games.")
@click.option(
    "--hands", type=click.IntRange(min=1), help="Number of hands per match; by default enough for a few seconds."
)
@click.option("--seed", type=int, help="The same seed gives the same match; otherwise a random seed is printed.")
@click.option("--session", type=click.IntRange(min=1), help="Hands before the bots start afresh; 200 by default.")
@click.option(
    "--until-ci",
    type=click.FloatRange(min=0, min_open=True),
    metavar="BB",
    help="Stop when the 95% interval is within ±BB per 100 hands.",
)
@click.option("--workers", type=click.IntRange(min=1), help="Number of processes; one per core by default.")
@click.option(
    "--cluster", metavar="ADDRESS|local", help="Play on a Dask cluster: the address of its scheduler, or local."
)
@click.option("--records", metavar="DIR", help="Write every session to this folder as PHH files.")
@click.option(
    "--rules",
    "rules_name",
    default="holdem",
    show_default=True,
    metavar="NAME",
    help=f"A game ({', '.join(GAMES)}), with limit-, pot-limit- or no-limit- in front for another betting structure; "
    f"a mix ({', '.join(MIXES)}); or jackpots, classic-draw, plain-draw or classic-holdem.",
)
@click.option("--all-in-ev", is_flag=True, help="Count all-in hands by equity, not by the cards that came.")
@click.option("--style", is_flag=True, help="Also print betting statistics: entries, raises, sizes.")
@custom_flags
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def match_command(players: tuple[str, ...], one_table: bool, rules_name: str, as_json: bool, **how: Any) -> None:
    """Play bots against each other, heads-up or at one table.

    A player is a bot from `kicker bots`, program:COMMAND for a program, or python:MODULE:CLASS for a Python class. Two
    players meet heads-up; three or more play a round robin, or sit at one table with --table. Each deck is played once
    for every rotation of the players through the seats, so that luck with the cards cancels out. The same seed gives
    the same result on any number of workers. Without --hands and --until-ci the slowest player sets the number of
    hands: 600 with sharp and solid, 1,000 with most others that think, 20,000 with the simple bots. Ctrl-C prints the
    result so far.

    \b
      kicker match sharp caller --hands 20000 --seed 7
      kicker match sharp cpu caller --table
      kicker match cpu "program:./mybot --fast" --until-ci 10
      kicker match odds caller --rules horse
      kicker match drawer caller maniac --rules draw --json
    """
    seats = len(players) if one_table else 2
    check_options(players, seats, how["session"], how["workers"], how["cluster"])
    groups = list(combinations(range(len(players)), seats))
    matches = make_matches(players, groups, rules_name, how)
    hands = how["hands"]
    if hands is None and how["until_ci"] is None:
        hands = min(match.usual_hands for match in matches)
    tallies = list(map(Tally, matches))
    began = monotonic()
    interrupted = play_out(players, groups, tallies, hands, how)
    seconds = monotonic() - began
    if interrupted and not hands_played(tallies):  # better than nothing: the unfinished sessions
        tallies = [tally.unfinished for tally in tallies]
        if not hands_played(tallies):
            raise Interrupted(f"interrupted before the first {'hand' if how['cluster'] is None else 'session'} ended")
    if as_json:
        click.echo(json.dumps(as_record(players, groups, tallies, rules_name)))
    else:
        print_result(players, groups, tallies, None if interrupted else hands, seconds)
        if how["style"]:
            print_styles(tallies)
    found = failures(players, groups, tallies)
    if not interrupted:
        refuse_hopeless(found)
    tell_failures(found)
    if interrupted:
        raise Interrupted(f"interrupted after {hands_played(tallies):,} hands")


def make_matches(players: tuple[str, ...], groups: list[Group], rules_name: str, how: Mapping[str, Any]) -> list[Match]:
    """Return a match for each group of players."""
    rules, seed = match_rules(rules_name), new_seed(how["seed"])
    chosen = {option.name: how[option.name] for option in CUSTOMS if how[option.name] is not None}
    customs = Terms(seats=2, stack=0)._replace(**chosen).customs
    schedule = match_schedule(rules_name, len(groups[0]))
    return [
        Match(
            [players[place] for place in group], seed, rules, session_hands=how["session"] or 0,
            all_in_ev=how["all_in_ev"], schedule=schedule, customs=customs,
        )
        for group in groups
    ]  # fmt: skip


def check_options(
    players: tuple[str, ...], seats: int, session: int | None, workers: int | None, cluster: str | None
) -> None:
    """Refuse options that do not go together."""
    if len(players) < 2:
        raise KickerError("give at least two players", "bot")
    if cluster not in (None, "local") and workers is not None:
        raise KickerError(f"--workers cannot be combined with --cluster {cluster}, which has its own", "cluster")
    if session is not None and session % seats:
        wanted = "even" if seats == 2 else f"a multiple of {seats}, the number of players"
        raise KickerError(f"--session must be {wanted}", "session")


def play_out(
    players: tuple[str, ...], groups: list[Group], tallies: list[Tally], hands: int | None, how: Mapping[str, Any]
) -> bool:
    """Play all matches and show the standings; return True after an interrupt."""
    matches = [tally.match for tally in tallies]
    total = None if hands is None else sum(match.sessions(hands) * match.session_hands for match in matches)
    with progress_bar(progress_words(0, total), total) as bar:

        def progress(place: int, tally: Tally) -> None:
            tallies[place] = tally
            done = sum(each.hands_so_far for each in tallies)
            bar(done, lambda: progress_words(done, total, tally))
            if any(tally.defaults):
                refuse_hopeless(failures(players, groups, tallies), HOPELESS)

        try:
            play_matches(
                matches, hands, until_ci=how["until_ci"], workers=how["workers"] or available_cores(),
                cluster=how["cluster"], records=how["records"], style=how["style"], progress=progress,
            )  # fmt: skip
        except KeyboardInterrupt:
            return True
    return False


def hands_played(tallies: list[Tally]) -> int:
    """Return the hands of all matches so far."""
    return sum(tally.hands for tally in tallies)


def failures(players: tuple[str, ...], groups: list[Group], tallies: list[Tally]) -> list[Failures]:
    """Return each player's failures in all its matches."""
    found = []
    for place, name in enumerate(players):
        own = [(tally, group.index(place)) for group, tally in zip(groups, tallies, strict=True) if place in group]
        reasons = [
            f"session {fault.session + 1}, deal {fault.deal}: {fault.reason}"
            for tally, player in own
            for fault in tally.faults
            if fault.player == player
        ]
        found.append(
            Failures(
                name,
                sum(tally.defaults[player] for tally, player in own),
                sum(tally.decisions[player] for tally, player in own),
                sum(tally.unlearnt[player] for tally, player in own),
                sum(tally.hands for tally, _ in own),
                tuple(reasons[:NOTED]),
            )
        )
    return found


# --- JSON ------------------------------------------------------------------------------------------------------------


def as_record(
    players: tuple[str, ...], groups: list[Group], tallies: list[Tally], rules_name: str
) -> dict[str, object]:
    """Return the object that `--json` prints: one match, or all matches and the ranking."""
    match = tallies[0].match
    setting = {
        "seed": match.seed,
        "rules": rules_name,
        "stack": match.stack,
        "big_blind": match.rules.big_blind,
        "session": match.session_hands,
        "all_in_ev": match.all_in_ev,
    }
    if len(tallies) == 1:
        return match_record(tallies[0]) | setting
    ranking = [
        {"player": players[place.player], "bb100": place.bb100, "hands": place.hands}
        for place in standings(groups, tallies)
    ]
    return {
        "players": list(players),
        "hands": hands_played(tallies),
        "defaults": sum(sum(tally.defaults) for tally in tallies),
        "matches": [match_record(tally) for tally in tallies],
        "ranking": ranking,
        **setting,
    }


def match_record(tally: Tally) -> dict[str, object]:
    """Return the record of one match: heads-up from the side of the first player, otherwise with every player's
    result."""
    scores = tally.scores
    heads_up = len(scores) == 2
    results = [{"player": score.player, **figures(score), **sides(score)} for score in scores]
    return {
        "players": list(tally.match.names),
        "hands": tally.hands,
        **(figures(scores[0]) if heads_up else {"results": results}),
        "defaults": sum(tally.defaults),
        "sessions": tally.sessions,
        **(sides(scores[0]) if heads_up else {}),
        "defaults_by_player": tally.defaults,
        "decisions_by_player": tally.decisions,
        "unlearnt_by_player": tally.unlearnt,
        "faults": [fault.describe() for fault in tally.faults],
        **({"style": tally.style.as_dict()} if tally.style.deals else {}),
    }


def figures(score: Score) -> dict[str, object]:
    """Return a player's result, with its 95% interval."""
    return {"bb100": score.bb100, "ci95": None if score.interval is None else list(score.interval)}


def sides(score: Score) -> dict[str, object]:
    """Return a player's results with and without the button."""
    return {"button_bb100": score.button_bb100, "other_bb100": score.other_bb100}


# --- text ------------------------------------------------------------------------------------------------------------


def figure(won: float, half: float | None, digits: int = 2) -> str:
    """`+12.34 ± 5.67`."""
    return f"{won:+,.{digits}f}" + ("" if half is None else f" ± {half:,.{digits}f}")


def progress_words(done: int, total: int | None, tally: Tally | None = None) -> str:
    """Return the progress and the standing of the first player heads-up, otherwise of the leader."""
    far = f"{done:,} hands" if total is None else f"{done:,} of {total:,} hands"
    known = tally if tally is None or tally.hands else tally.unfinished
    if known is None or not known.hands:
        return far
    scores = known.scores
    ahead = scores[0] if len(scores) == 2 else max(scores, key=lambda score: score.chips)
    who = " v ".join(known.match.names) if len(scores) == 2 else f"{ahead.player} leads:"
    sure = "" if ahead.half_width is None else " (95%)"
    return f"{far}, {who} {figure(ahead.bb100, ahead.half_width, 1)} bb/100{sure}"


def how_sure(tally: Tally) -> str:
    """Return how certain the figures of a match are, for its first line."""
    if tally.half_width is not None:
        return "95% interval"
    return "one session: no interval" if tally.sessions else "unfinished session: no interval"


def verdict(tally: Tally) -> str:
    """Return who won a heads-up match, by how much, and whether that is significant."""
    first, second = tally.scores
    sure = how_sure(tally)
    spread = "" if first.half_width is None else f" ± {first.half_width:,.2f}"
    if not first.chips:
        return f"{first.player} and {second.player} are even: 0.00{spread} bb/100 ({sure})"
    ahead, behind = (first, second) if first.chips > 0 else (second, first)
    significant = ahead.half_width is not None and ahead.bb100 > ahead.half_width
    if ahead.half_width is not None and not significant:
        sure += "; not significant"
    verb = "beats" if significant else "leads"
    return f"{ahead.player} {verb} {behind.player} by {ahead.bb100:,.2f}{spread} bb/100 ({sure})"


def print_result(
    players: tuple[str, ...], groups: list[Group], tallies: list[Tally], wanted: int | None, seconds: float
) -> None:
    """Print each match that was started, the ranking of three or more players, and the settings; `wanted` is the number
    of hands per match."""
    played = [tally for tally in tallies if tally.hands]
    for tally in played:
        print_pair(tally) if tally.match.seats == 2 else print_scores(tally)
    if len(tallies) > 1:
        print_round_robin(players, groups, tallies)
    match, hands = tallies[0].match, hands_played(tallies)
    sessions = sum(tally.sessions for tally in played)
    of = f"{count_of(sessions, 'session')} of {match.session_hands}" if sessions else "unfinished sessions"
    rounded = ""
    if wanted is not None and wanted % match.session_hands:
        rounded = f" ({wanted:,} rounded up to whole sessions)"
    often = "twice with the seats swapped" if match.seats == 2 else f"{match.seats} times, once in every seat"
    click.echo(f"hands     {hands:,} in {of}{rounded}")
    click.echo(f"chips     bb = {match.rules.big_blind}, stacks of {match.stack:,}, each deck {often}")
    if match.all_in_ev:
        click.echo("all-in    hands with the board run out all in are counted by equity")
    click.echo(f"seed      {match.seed}")
    click.echo(f"speed     {hands / max(seconds, 1e-9):,.0f} hands/s")


def print_pair(tally: Tally) -> None:
    """A heads-up match: who won by how much, with and without the button."""
    first = tally.scores[0]
    click.echo(verdict(tally))
    button, other = f"{first.button_bb100:+,.2f}", f"{first.other_bb100:+,.2f}"
    click.echo(f"  {first.player} {button} bb/100 with the button, {other} without it")


def print_scores(tally: Tally) -> None:
    """A match at one table: a line for each player, the best first."""
    rows = [["", f"bb/100 ({how_sure(tally)})", "with the button", "without it"]]
    scores = sorted(tally.scores, key=lambda score: -score.chips)
    for rank, score in enumerate(scores, 1):
        won = figure(score.bb100, score.half_width)
        sides = (f"{part:+,.2f}" for part in (score.button_bb100, score.other_bb100))
        rows.append([f"{rank}. {score.player}", won, *sides])
    print_rows(rows)


def print_round_robin(players: tuple[str, ...], groups: list[Group], tallies: list[Tally]) -> None:
    """Print a table of row against column, best first, with everybody's total."""
    cells: dict[Group, str] = {}
    for (one, two), tally in zip(groups, tallies, strict=True):
        if tally.hands:
            cells[one, two], cells[two, one] = (figure(score.bb100, score.half_width, 1) for score in tally.scores)
    order = standings(groups, tallies)
    names = {place.player: f"{rank}. {players[place.player]}" for rank, place in enumerate(order, 1)}
    rows = [["bb/100 (95%)", *(names[column.player] for column in order), "all"]]
    for row in order:
        against = [cells.get((row.player, column.player), "") for column in order]
        rows.append([names[row.player], *against, f"{row.bb100:+,.1f}"])
    print_rows(rows)


def print_styles(tallies: list[Tally]) -> None:
    """Betting statistics with 95% intervals; sizes are medians, with the 10th and 90th percentile."""
    for tally in tallies:
        if len(tallies) > 1:
            click.echo(" v ".join(tally.match.names))
        print_rows(style_rows(tally.style))


def print_rows(rows: list[list[str]]) -> None:
    """Columns of equal width: the first to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *rest in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))]
        click.echo("  ".join(cells).rstrip())
