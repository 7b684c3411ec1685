"""`kicker play`: games at a plain prompt, on a terminal or over a pipe."""

from __future__ import annotations

import click

from kicker.ui.cli import LazyGroup


class PlayGroup(LazyGroup):
    """All poker games on offer, mixed ones too, and Klondike."""

    noun = "game"

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the games, in the order in which they are listed everywhere."""
        from kicker.games import GAMES, MIXES

        return [*GAMES, *MIXES, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a game."""
        from kicker.games import GAMES, MIXES

        game = GAMES.get(cmd_name) or MIXES.get(cmd_name)
        if game is None:
            return super().get_command(ctx, cmd_name)
        from kicker.ui.play.command import poker_command

        return poker_command(game)


@click.group(cls=PlayGroup, places={"klondike": "kicker.ui.play.klondike:klondike"})
def play() -> None:
    """Play poker or Klondike at the prompt.

    Leave a game at any time with q or Ctrl-C, or by closing the terminal; --resume continues it.
    """
