"""`kicker play GAME`: the command of a poker game, made from its offer.

The table at the prompt is in `poker.py`; `classic_holdem.py` and `plain_draw.py` are games with their own texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Final, cast

import click

from kicker.games import Game, Mix
from kicker.records import Replay
from kicker.ui.common.choices import Names
from kicker.ui.common.flags import click_option, sentence
from kicker.ui.common.home import KeptGame
from kicker.ui.common.offer import PLAIN, STANDARD, Offer, find_offer, new_seed, offers_of
from kicker.ui.common.pace import usual_speed
from kicker.ui.common.rounds import Row, end_rows, game_lines
from kicker.ui.common.text import Look
from kicker.ui.play.options import LOOKS, Command, look_options, refuse_options, resume_option, speed_option

CONSOLES: Final = {"classic-holdem": "kicker.ui.play.classic_holdem:play_classic_holdem"}
"""The functions that play rule sets with texts of their own; each is called with a seed, the game to resume, and a
look."""


def poker_command(game: Game | Mix) -> click.Command:
    """Return the command that plays a game."""
    offers = offers_of(game)

    @click.pass_context
    def run(context: click.Context, /, **values: Any) -> None:
        play_poker(context, game, values)

    command: Command = resume_option(speed_option(look_options(run)))
    for parameter in reversed([*click_parameters(game, offers)]):
        command = parameter(command)
    return click.command(game.name, help=help_text(game, offers))(command)


def help_text(game: Game | Mix, offers: Sequence[Offer]) -> str:
    """Return the text of `--help` before the options."""
    lines = [f"Play {game.title} against bots.", "", "The game ends when one player has all the chips.", ""]
    if offers[0].tells_rounds:
        lines += ["After the game the winner is printed, then every round with its final hands.", ""]
    lines += [f"With --rules {offer.variant}: {offer.summary}." for offer in offers[1:]]
    command = f"  kicker play {game.name}"
    examples = [command, f"{command} --seats 2 --bots {offers[0].bots[0]} --seed 7"]
    examples += [f"{command} --rules {offer.variant}" for offer in offers[1:]]
    examples += [f"{command} --no-betting"] * (game is PLAIN.game)
    return "\n".join([*lines, "", "\b", *examples, f"{command} --resume"])


def click_parameters(game: Game | Mix, offers: Sequence[Offer]) -> Iterator[Any]:
    """Yield the options of a command: everything that can be chosen in some rule set of the game."""
    if game is PLAIN.game:
        without_bets = f"Play a single round without bets, 2 to {PLAIN.most_seats} players at one keyboard."
        yield click.option("--no-betting", is_flag=True, help=without_bets)
        yield click.option("--deck", metavar="CARDS", help="With --no-betting: deck in dealing order.")
    if len(offers) > 1:
        choice = Names("rule set", [offer.variant for offer in offers])
        told = sentence("; or ".join(offer.summary for offer in offers))
        yield click.option("--rules", type=choice, default=STANDARD, show_default=True, help=told)
    by_variant = {offer.variant: {option.name: option for option in offer.options} for offer in offers}
    names = dict.fromkeys(name for options in by_variant.values() for name, one in options.items() if one.is_open)
    for name in names:
        yield click_option({variant: options.get(name) for variant, options in by_variant.items()})
    fixed = [f"not with --rules {offer.variant}" for offer in offers if not offer.is_open("bots")]
    your_seat = sentence("; ".join(["your seat, from 1", *fixed]))
    yield click.option("--seat", type=int, default=1, show_default=True, metavar="N", help=your_seat)
    yield click.option("--seed", type=int, help="The same seed gives the same cards and the same bots.")


# --- what the command does -------------------------------------------------------------------------------------------


def play_poker(context: click.Context, game: Game | Mix, values: Mapping[str, Any]) -> None:
    """Begin or resume a game, and play it."""
    look = Look(values["four_colour"], values["plain"])
    seed, resume, no_betting = values["seed"], values["resume"], values.get("no_betting", False)
    if resume is not None:
        which = {"resume", "rules", "no_betting", "speed", *LOOKS}
        refuse_options(context, which, "cannot be combined with --resume")
    if no_betting:
        from kicker.ui.play.plain_draw import play_plain_draw

        refuse_options(
            context, {"no_betting", "deck", "seed", "resume", *LOOKS}, "cannot be combined with --no-betting"
        )
        play_plain_draw(values["deck"], seed, resume, look)
        return
    if values.get("deck") is not None:
        raise click.UsageError("--deck needs --no-betting")
    offer = find_offer(game.name, values.get("rules", STANDARD))
    open_options = {option.name for option in offer.options if option.is_open}
    allowed = (
        open_options | {"seed", "resume", "rules", "speed", *LOOKS} | ({"seat"} if "bots" in open_options else set())
    )
    refuse_options(context, allowed, f"cannot be combined with --rules {offer.variant}")
    if offer.kind in CONSOLES:
        module, name = CONSOLES[offer.kind].split(":")
        getattr(import_module(module), name)(seed, resume, look)
        return
    play_at_prompt(offer, values, look)


def play_at_prompt(offer: Offer, values: Mapping[str, Any], look: Look) -> None:
    """Play with the usual texts."""
    from kicker.ui.play.poker import PokerPrompt

    if values["resume"] is not None:
        kept = KeptGame.resume(offer.kind, values["resume"])
    else:
        terms = offer.terms({option.name: values[option.name] for option in offer.options if option.is_open})
        table = offer.against_bots(terms, values["seat"] - 1, values["bots"], new_seed(values["seed"]))
        kept = KeptGame.begin(offer.kind, table)
    rules = "" if offer.variant == STANDARD else f" --rules {offer.variant}"
    PokerPrompt(kept, look, values["speed"] or usual_speed()).run(f"kicker play {offer.game.name}{rules} --resume")
    if offer.tells_rounds and kept.table.finished:
        for line in game_lines(kept.table, (recorded_rows(found, kept.table.names) for found in kept.hands())):
            click.echo(line)


def recorded_rows(found: Replay, names: Sequence[str]) -> list[Row]:
    """Return a recorded round, with its players in the order of the seats: a record begins left of the button."""
    seats = cast("list[int]", found.record.fields["seats"])
    rows = end_rows(found.final, [names[seat - 1] for seat in seats])
    return [row for _, row in sorted(zip(seats, rows, strict=True))]
