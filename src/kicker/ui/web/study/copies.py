"""The command and the Python code that give the same numbers as the equity explorer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shlex import join
from typing import Any, Final

from kicker.cards import SHORT, Card
from kicker.games.game import Game

_BY: Final = {"hands": "hand", "cards": "card"}
_FUNCTIONS: Final = {"equity": "equity", "hands": "equity_by_hand", "cards": "equity_by_card"}
_OF_RANGES: Final = {"kinds": "count_kinds", "blockers": "blockers"}


def copies(
    show: str, players: Sequence[str], board: Sequence[Card], known: Sequence[Sequence[Card]], game: Game,
    sampling: Mapping[str, Any],
) -> dict[str, str]:  # fmt: skip
    """Return `command` and `python`; `known` are the dead cards as each player sees them, `sampling` the options of
    random deals."""
    table, plain = SHORT.format_cards(board), game.hand_cards == 2 and len(game.deck) == 52
    lines, calls = [], []
    if show in _OF_RANGES:
        for player, cards in zip(players, known, strict=True):
            dead = SHORT.format_cards(cards)
            lines.append(_line(["range", player], table, dead, game, plain, [f"--{show}"]))
            calls.append(_call(_OF_RANGES[show], repr(player), table, dead, game, plain, {}))
    else:
        dead = SHORT.format_cards(known[0])
        options = ["--by", _BY[show]] if show in _BY else []
        settled = sampling if show == "equity" else {}
        options += [word for name, value in settled.items() for word in _option(name, value)]
        lines.append(_line(["equity", *players], table, dead, game, plain, options))
        calls.append(_call(_FUNCTIONS[show], repr(list(players)), table, dead, game, plain, settled))
    first = "import kicker\n" if plain else "import kicker\nfrom kicker.games import GAMES\n"
    return {"command": "\n".join(lines), "python": first + "\n" + "\n".join(calls)}


def range_copies(text: str) -> dict[str, str]:
    """Return `command` and `python` that show a range of two-card hands."""
    python = f"from kicker import Range\n\nshown = Range({text!r})\nprint(shown, len(shown), shown.total)"
    return {"command": join(["kicker", "range", text]), "python": python}


def _option(name: str, value: object) -> list[str]:
    return [f"--{name}"] if value is True else [f"--{name}", str(value)]


def _line(words: list[str], board: str, dead: str, game: Game, plain: bool, options: list[str]) -> str:
    cards = (["--board", board] if board else []) + (["--dead", dead] if dead else [])
    return join(["kicker", *words, *([] if plain else ["--game", game.name]), *cards, *options])


def _call(
    function: str, players: str, board: str, dead: str, game: Game, plain: bool, options: Mapping[str, Any]
) -> str:
    given = {"board": board, "dead": dead}
    words = [players, *(f"{name}={cards!r}" for name, cards in given.items() if cards)]
    words += [] if plain else [f"game=GAMES[{game.name!r}]"]
    words += [f"{name}={value!r}" for name, value in options.items()]
    return f"print(kicker.{function}({', '.join(words)}))"
