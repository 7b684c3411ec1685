"""The `kicker` command: finds the subcommands and turns errors into one sentence and an exit code."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Final

import click

from kicker import stopping
from kicker.errors import KickerError
from kicker.version import __version__

# Name of a command -> module and object; a module is imported only when its command is used, so that all start fast.
COMMANDS: Final = {
    "rank": "kicker.ui.rank:rank",
    "compare": "kicker.ui.compare:compare",
    "validate": "kicker.ui.compare:validate",
    "equity": "kicker.ui.equity:equity_command",
    "range": "kicker.ui.range:range_command",
    "discard": "kicker.ui.discard:discard",
    "pushfold": "kicker.ui.pushfold:pushfold",
    "pots": "kicker.ui.pots:pots",
    "replay": "kicker.ui.replay:replay_command",
    "import": "kicker.ui.importing:import_command",
    "stats": "kicker.ui.stats:stats_command",
    "bots": "kicker.ui.bots:bots",
    "match": "kicker.ui.match:match_command",
    "watch": "kicker.ui.watch:watch",
    "cardback": "kicker.ui.cardback:cardback",
    "klondike": "kicker.ui.klondike:klondike",
    "play": "kicker.ui.play:play",
    "verify-shuffle": "kicker.ui.verify:verify_shuffle",
    "tui": "kicker.ui.tui:tui",
    "serve": "kicker.ui.web:serve",
    "tour": "kicker.ui.tour:tour",
}
ALIASES: Final = {"solitaire": "klondike"}


class Interrupted(click.ClickException):
    """Ctrl-C, with the exit code that shells expect."""

    exit_code = 130


class LazyGroup(click.Group):
    """A group that imports a command when it is asked for."""

    def __init__(self, *arguments: Any, places: dict[str, str], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order in which people meet them."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name."""
        cmd_name = ALIASES.get(cmd_name, cmd_name)
        if cmd_name not in self.places:
            return None
        module, name = self.places[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), name)
        stopping.check()  # to import may have taken a while
        return command


class MainGroup(LazyGroup):
    """All commands, what happens without one, and what happens when one fails."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Without a command a terminal opens the room, if there is one; elsewhere that is wrong usage."""
        if not args and has_room():
            args = ["tui"]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; bad input is exit code 1, Ctrl-C is 130, wrong usage stays 2."""
        if sys.stdout is None:
            raise click.ClickException("standard output is closed: there is nowhere to write")
        try:
            stopping.check()
            return super().invoke(ctx)
        except KickerError as error:
            raise click.ClickException(str(error)) from None
        except BrokenPipeError:
            raise  # whoever read the output has had enough: click ends quietly
        except OSError as error:
            message = (error.strerror or str(error)).lower()
            name = repr(error.filename) if error.filename else "a stream"
            raise click.ClickException(f"cannot read or write {name}: {message}") from None
        except KeyboardInterrupt:
            raise Interrupted("interrupted") from None


def has_room() -> bool:
    """True where the room can be opened: on a terminal, with textual installed."""
    from importlib.util import find_spec

    from kicker.ui.tui import on_terminal

    return on_terminal() and find_spec("textual") is not None


@click.group(
    cls=MainGroup, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="kicker")
def main() -> None:
    """Cards, hands and what they are worth.

    Cards are written like As, AS, 10h or A♠. Each command has its own --help.
    """
