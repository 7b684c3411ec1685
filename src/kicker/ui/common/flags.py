"""Command-line options made from the options of games (`options.py`), with limits, defaults and help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from kicker.ui.common.choices import Names
from kicker.ui.common.options import Option
from kicker.ui.common.text import capital

Command = Callable[..., None]


def click_option(by_variant: Mapping[str, Option | None]) -> Any:
    """Make a command-line option with its limits and its default; the help mentions rule sets in which they differ."""
    choices = {variant: option for variant, option in by_variant.items() if option and option.is_open}
    option = next(iter(choices.values()))
    alike = all(limits_words(one) == limits_words(option) for one in choices.values())
    kind: Any = Names(option.label.lower(), option.choices) if option.choices else str
    if option.is_number:
        kind = click.IntRange(int(option.least), int(option.most)) if alike else int  # the rule set checks its own
    words = [option.hint if alike else f"{option.hint}: {limits_words(option)}"]
    for variant, one in by_variant.items():
        if one is None:
            continue
        if not one.is_open:
            words.append(f"always {one.usual} with --rules {variant}")
        elif limits_words(one) != limits_words(option):
            words.append(f"with --rules {variant} {limits_words(one)}")
    without = [variant for variant, one in by_variant.items() if one is None]
    if without and not option.custom:  # the games of older programs have no customs
        words.append(f"not with --rules {' or '.join(without)}")
    default: dict[str, Any] = {"default": option.usual, "show_default": True} if alike else {}
    told = sentence("; ".join(words))
    return click.option(flag_of(option), type=kind, metavar=option.form or None, help=told, **default)


def limits_words(option: Option) -> str:
    """Return the limits and the default of an option: `2 to 10, 6 by default`."""
    limits = f"{option.least:,} to {option.most:,}, " if option.is_number else ""
    return f"{limits}{option.usual} by default"


def sentence(words: str) -> str:
    """Return a phrase as a sentence."""
    return f"{capital(words)}."


def flag_of(option: Option) -> str:
    """Return an option as it is written on a command line: `--bomb-size`."""
    return f"--{option.name.replace('_', '-')}"


def with_flags(options: Iterable[Option], command: Command) -> Command:
    """Add options that only some games have; the game sets the defaults."""
    for flag in reversed(optional_flags(options)):
        command = flag(command)
    return command


def optional_flags(options: Iterable[Option]) -> list[Any]:
    """Return the options of a command that plays any game; the game sets the defaults."""
    found = []
    for option in options:
        kind: Any = Names(option.label.lower(), option.choices) if option.choices else str
        if option.is_number:
            kind = click.IntRange(int(option.least), int(option.most))
        found.append(click.option(flag_of(option), type=kind, metavar=option.form or None, help=sentence(option.hint)))
    return found
