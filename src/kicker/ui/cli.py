"""The `kicker` command: finds the subcommands and turns errors into one sentence and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Final

import click

from kicker import stopping
from kicker.cards import suggest, unknown
from kicker.errors import KickerError
from kicker.version import __version__

# Heading in the help -> name of a command -> module and object. A module is imported when its command is used, so that
# all commands start fast.
GROUPS: Final = {
    "Hands": {
        "rank": "kicker.ui.rank:rank",
        "compare": "kicker.ui.compare:compare",
        "equity": "kicker.ui.equity:equity_command",
        "pots": "kicker.ui.pots:pots",
    },
    "Study": {
        "tour": "kicker.ui.tour:tour",
        "range": "kicker.ui.range:range_command",
        "solve": "kicker.ui.solve:solve_command",
        "solutions": "kicker.ui.solutions:solutions_command",
        "preflop": "kicker.ui.preflop:preflop_command",
        "pushfold": "kicker.ui.pushfold:pushfold",
        "discard": "kicker.ui.discard:discard",
        "train": "kicker.ui.train:train",
        "klondike": "kicker.ui.klondike:klondike",
    },
    "Play": {
        "play": "kicker.ui.play:play",
        "tui": "kicker.ui.tui:tui",
    },
    "Bots": {
        "bots": "kicker.ui.bots:bots",
        "match": "kicker.ui.match:match_command",
        "watch": "kicker.ui.watch:watch",
    },
    "Files": {
        "replay": "kicker.ui.replay:replay_command",
        "import": "kicker.ui.importing:import_command",
        "stats": "kicker.ui.stats:stats_command",
        "hands": "kicker.ui.hands:hands_command",
        "export": "kicker.ui.exporting:export_command",
        "validate": "kicker.ui.compare:validate",
        "verify-shuffle": "kicker.ui.verify:verify_shuffle",
        "cardback": "kicker.ui.cardback:cardback",
    },
    "Server": {
        "serve": "kicker.ui.web:serve",
    },
}
COMMANDS: Final = {name: place for places in GROUPS.values() for name, place in places.items()}
ALIASES: Final = {"solitaire": "klondike"}


class Interrupted(click.ClickException):
    """Ctrl-C, with the exit code that shells expect."""

    exit_code = 130


class Group(click.Group):
    """A group that suggests the nearest name for a command it does not have."""

    noun = "command"
    """The word for its commands in messages."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments begin with."""
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-") and self.get_command(ctx, name) is None:
            raise click.UsageError(unknown(self.noun, name, self.list_commands(ctx)), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under their headings, each with the whole first line of its help."""
        sections = self.sections(ctx)
        width = max(len(name) for names in sections.values() for name in names)
        for heading, names in sections.items():
            found = [(name, self.get_command(ctx, name)) for name in names]
            rows = [(f"{name:{width}}", command.get_short_help_str(limit=1000)) for name, command in found if command]
            with formatter.section(heading):
                formatter.write_dl(rows)

    def sections(self, ctx: click.Context) -> dict[str, list[str]]:
        """Return the headings in the help, with the names of the commands under each."""
        return {f"{self.noun.capitalize()}s": self.list_commands(ctx)}


class LazyGroup(Group):
    """A group that imports a command when it is used."""

    def __init__(self, *arguments: Any, places: dict[str, str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all names, in the order of the help."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name."""
        cmd_name = ALIASES.get(cmd_name, cmd_name)
        if cmd_name not in self.places:
            return None
        module, name = self.places[cmd_name].split(":")
        with stopping.loading():
            command: click.Command = getattr(import_module(module), name)
        return command


class MainGroup(LazyGroup):
    """The main command: all subcommands, the behaviour without one, and the handling of errors."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Without a command, open the full-screen terminal if that is possible; otherwise report wrong usage."""
        if not args and has_room():
            args = ["tui"]
        with suggesting_options():
            return super().parse_args(ctx, args)

    def sections(self, ctx: click.Context) -> dict[str, list[str]]:
        """Return the groups that commands belong to."""
        return {heading: list(places) for heading, places in GROUPS.items()}

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; bad input is exit code 1, Ctrl-C is 130, wrong usage stays 2."""
        if sys.stdout is None:
            raise click.ClickException("standard output is closed: there is nowhere to write")
        try:
            stopping.check()
            with suggesting_options():
                return super().invoke(ctx)
        except KickerError as error:
            raise click.ClickException(str(error)) from None
        except BrokenPipeError:
            raise  # the reader of the output has gone: click ends quietly
        except OSError as error:
            message = (error.strerror or str(error)).lower()
            name = repr(error.filename) if error.filename else "a stream"
            raise click.ClickException(f"cannot read or write {name}: {message}") from None
        except KeyboardInterrupt:
            raise Interrupted("interrupted") from None


@contextmanager
def suggesting_options() -> Iterator[None]:
    """Report an unknown option in the same words as any other unknown name."""
    try:
        yield
    except click.NoSuchOption as error:
        if error.ctx is None:
            raise
        known = [name for parameter in error.ctx.command.get_params(error.ctx) for name in parameter.opts]
        raise click.UsageError(suggest("option", error.option_name, known), error.ctx) from None


def has_room() -> bool:
    """Return True if the full-screen terminal can be opened: on a terminal, with textual installed."""
    from importlib.util import find_spec

    from kicker.ui.tui import on_terminal

    return on_terminal() and find_spec("textual") is not None


@click.group(
    cls=MainGroup, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="kicker")
def main() -> None:
    """Poker and Klondike: analyse, simulate, play.

    Write cards like As, AS, 10h or A♠. Run kicker COMMAND --help for options and examples, or kicker tour to see what
    kicker can do.
    """
