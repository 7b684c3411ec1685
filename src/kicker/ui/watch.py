"""`kicker watch`: print a whole game between bots as it happens."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from typing import Any, Final

import click

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.games import Event, State
from kicker.match import NOTED
from kicker.table import Table
from kicker.ui.cli import Interrupted
from kicker.ui.common.choices import Names
from kicker.ui.common.failures import Failures, refuse_hopeless, tell_failures
from kicker.ui.common.flags import Command, with_flags
from kicker.ui.common.offer import (
    STANDARD,
    Offer,
    Terms,
    bot_names,
    every_option,
    find_offer,
    new_seed,
    offers,
    playable,
    repeated,
)
from kicker.ui.common.output import progress_bar
from kicker.ui.common.replaying import PLAIN
from kicker.ui.common.rounds import Row, end_rows, game_lines, round_lines
from kicker.ui.common.style import paint
from kicker.ui.common.text import Course, Wording, event_line, hand_title, pot_after

SEATS: Final = 2
"""The default number of players, for a short game."""


def game_options(command: Command) -> Command:
    """Add the options of all games: stakes and customs."""
    return with_flags(every_option(), command)


@click.command()
@click.argument("game", metavar="[GAME]", type=Names("game", playable()), default=next(iter(playable())))
@click.option(
    "--rules",
    "variant",
    type=Names("rule set", sorted({offer.variant for offer in offers()}, reverse=True)),
    default=STANDARD,
    show_default=True,
    help="Rule set to play.",
)
@click.option(
    "--players",
    type=click.IntRange(2, max(offer.most_seats for offer in offers())),
    help="Number of players; 2 unless --bots names more.",
)
@click.option("--bots", metavar="NAME,NAME...", help="Bots to seat: one name for all seats, or one per seat.")
@click.option("--hands", type=click.IntRange(min=1), help="Stop after this many hands instead of playing to the end.")
@click.option("--seed", type=int, help="The same seed gives the same game; otherwise a random seed is printed.")
@game_options
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object for each hand.")
def watch(
    game: str,
    variant: str,
    players: int | None,
    bots: str | None,
    hands: int | None,
    seed: int | None,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Watch bots play a whole game with all cards face up.

    GAME is holdem unless you name another; horse and 8-game are mixed games. Every action is printed as it happens,
    until one player has all the chips. Stakes and customs are those of `kicker play GAME` unless you choose others.
    The classic draw game prints like the program it comes from: after the game the winner, then every round with its
    final hands. Ctrl-C prints the results so far.

    \b
      kicker watch
      kicker watch holdem --bots sharp,cpu,maniac --hands 20
      kicker watch horse --bots odds,caller,maniac --each 3 --hands 15
      kicker watch holdem --bots maniac --runs 2 --bombs 5 --hands 20
      kicker watch draw --rules classic --seed 7
      kicker watch draw --json
    """
    offer = find_offer(game, variant)
    if chosen["rebuys"] == "yes" and hands is None:
        raise KickerError("with --rebuys yes nobody ever wins all the chips; say how many --hands to play", "rules")
    table, seed = open_table(offer, players, bots, seed, chosen)
    told: Teller = JsonLines(table, seed) if as_json else Rounds(table) if tells_rounds(offer) else Story(table)
    interrupted = False
    with closing(table):
        try:
            play(table, told, hands, beside_output=not isinstance(told, Rounds))
        except KeyboardInterrupt:
            interrupted = True
        done = table.deals - table.playing
        told.end(done)
        found = failures(table, told.reasons)
    if not interrupted:
        refuse_hopeless(found)
    tell_failures(found)
    if interrupted:
        raise Interrupted(f"interrupted after {count_of(done, 'hand')}")


def open_table(
    offer: Offer, players: int | None, bots: str | None, seed: int | None, chosen: Mapping[str, Any]
) -> tuple[Table, int]:
    """Make the table for these options; return it with its seed."""
    names = [name.strip() for name in bots.split(",")] if bots else list(offer.bots)
    seats = players or max(SEATS, len(names))
    if bots and len(names) not in (1, seats):
        raise KickerError(
            f"--bots names {len(names)} bots for {seats} players; name one for all, or one for each", "bot"
        )
    if seats > offer.most_seats:
        raise KickerError(f"{offer.title} seats 2 to {offer.most_seats} players, not {seats}", "seats")
    terms = offer.terms({**chosen, "seats": seats})
    offer.check_bots(terms, names)
    if seed is None:
        seed = new_seed(None)
        click.echo(f"seed {seed}", err=True)
    around = dict(enumerate(repeated(names, seats)))
    return offer.begin(terms, seat_names(offer, terms, around), around, seed=seed), seed


def tells_rounds(offer: Offer) -> bool:
    """Return True for the rule sets of older programs that list all rounds after the game."""
    return offer.fixed is not None and offer.tells_rounds


def seat_names(offer: Offer, terms: Terms, bots: dict[int, str]) -> list[str]:
    """Return names of the players: numbers where the rule set prescribes them, else their bots."""
    if tells_rounds(offer):
        return [f"Player{seat + 1}" for seat in range(terms.seats)]
    called = bot_names(bots)
    return [called[seat] for seat in range(terms.seats)]


def play(table: Table, told: Teller, hands: int | None, *, beside_output: bool) -> None:
    """Play to the end, or a number of hands, and report what happens."""
    with progress_bar("hand 1", hands, beside_output=beside_output) as bar:

        def observe(state: State, events: tuple[Event, ...]) -> None:
            told.observe(state, events)
            bar(table.deals - table.playing, f"hand {table.deals}")

        table.observers.append(observe)
        table.play(hands, on_error="log")  # the report keeps the failures


def failures(table: Table, reasons: dict[int, list[str]]) -> list[Failures]:
    """Return how often each player failed."""
    return [
        Failures(name, table.failed[seat], table.asked[seat], reasons=tuple(reasons.get(seat, ())[:NOTED]))
        for seat, name in enumerate(table.names)
    ]


# --- reports -------------------------------------------------------------------------------------------------------


class Teller:
    """A report of a game, which also counts failures."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.reasons: dict[int, list[str]] = {}
        """The reasons for which the table acted for each seat."""

    def observe(self, state: State, events: tuple[Event, ...]) -> None:
        """Record what happened at the table."""
        for event in events:
            if event.kind == "default" and event.seat is not None:
                self.reasons.setdefault(event.seat, []).append(event.reason)
        self.tell(state, events)

    def tell(self, state: State, events: tuple[Event, ...]) -> None:
        """Print the events, if the report is immediate."""
        raise NotImplementedError

    def end(self, hands: int) -> None:
        """Print the end of the game, or the standing after `hands` hands."""


class Story(Teller):
    """A report of every event in words, with all cards face up."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.wording = Wording(table.names)
        self.hand = self.pot = 0
        self.course = Course(table.rules)

    def tell(self, state: State, events: tuple[Event, ...]) -> None:
        """Print a title for each hand, and a line for each event."""
        if self.hand != self.table.deals:
            self.begin(state)
        side_pots, boards = state.over and len(state.pots) > 1, bool(state.boards)
        for event in events:
            if heading := self.course.before(event, f"{self.pot:,}"):
                click.echo(PLAIN.text(heading))
            self.pot = pot_after(self.pot, event)
            line = event_line(event, self.wording, self.pot, verb=self.course.verb, side_pots=side_pots, boards=boards)
            if line and event.kind != "level":  # the title has the stakes
                click.echo(PLAIN.text(line if event.kind == "board" else ("  ", *line)))

    def begin(self, state: State) -> None:
        """Print the stakes and everyone's chips."""
        self.hand, self.pot, self.course = self.table.deals, state.setup.pot, Course(state.rules)
        title = hand_title(self.hand, state.rules, mixed=bool(self.table.schedule.games), carried=self.pot)
        stacks = [
            f"{self.table.names[seat]} {state.setup.stacks[seat]:,}" + (" (button)" * (seat == state.setup.button))
            for seat in sorted(state.setup.order)
        ]
        click.echo(("\n" if self.hand > 1 else "") + paint(title, bold=True) + f": {', '.join(stacks)}")

    def end(self, hands: int) -> None:
        """Print everyone's chips, unless a winner was already printed."""
        if hands and self.table.champion is None:
            stacks = self.table.state.setup.stacks if self.table.playing else self.table.stacks
            named = [f"{name} {stack:,}" for name, stack in zip(self.table.names, stacks, strict=True)]
            click.echo(f"\nAfter {count_of(hands, 'hand')}: {', '.join(named)}")


class JsonLines(Teller):
    """An object for each hand, printed as it ends."""

    def __init__(self, table: Table, seed: int) -> None:
        super().__init__(table)
        self.seed = seed
        self.events: list[Event] = []

    def tell(self, state: State, events: tuple[Event, ...]) -> None:
        """Print a finished hand."""
        self.events += events
        if not state.over:
            return
        click.echo(json.dumps(self.as_record(state)))
        self.events.clear()

    def as_record(self, state: State) -> dict[str, Any]:
        """Return a whole hand, with everybody's cards."""
        return {
            "hand": self.table.deals,
            "seed": self.seed,
            "players": self.table.names,
            "rules": state.rules.as_dict(),
            "button": state.setup.button,
            "start_stacks": state.setup.stacks,
            "events": [event.as_dict() for event in self.events],
            "payoffs": state.payoffs,
            "stacks": state.stacks,
            "winner": None if (seat := self.table.champion) is None else self.table.names[seat],
        }


class Rounds(Teller):
    """The winner and all rounds, after the game."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.rounds: list[list[Row]] = []

    def tell(self, state: State, events: tuple[Event, ...]) -> None:
        """Keep the result of a round."""
        if any(event.kind == "over" for event in events):
            self.rounds.append(end_rows(state, self.table.names))

    def end(self, hands: int) -> None:
        """Print the game, or the rounds of a game without a winner."""
        lines = game_lines(self.table, self.rounds) if self.table.finished else round_lines(self.rounds)
        for line in lines:
            click.echo(line)
