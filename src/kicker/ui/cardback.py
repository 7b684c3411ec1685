"""`kicker cardback`: draws a Julia set for the backs of cards; Pillow, an extra, writes the picture."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any, BinaryIO, Final

import click
from click.core import ParameterSource

from kicker import stopping
from kicker.art import PALETTES, PRESETS, CardBack, format_complex, palette_tables, parse_complex
from kicker.errors import FileError, KickerError
from kicker.ui.common.choices import Names
from kicker.ui.common.output import open_output, progress_bar, reason
from kicker.ui.common.prompt import ask

DEFAULTS = CardBack()
FORMATS = {".bmp": "BMP", ".png": "PNG"}
PROMPT = "Input a complex number by simply entering \nthe real and imaginary parts with a space \nbetween them. \nc = "


@click.command()
@click.option("--size", type=int, default=DEFAULTS.size, show_default=True, help="Pixels along each side.")
@click.option("--c", "constant", metavar="NUMBER", help="Complex constant; -0.8+0.156i by default.")
@click.option("--preset", type=Names("preset", PRESETS), help="A named constant; see --list.")
@click.option("--iterations", type=int, default=DEFAULTS.iterations, show_default=True, help="Most steps per pixel.")
@click.option(
    "--border",
    type=float,
    default=DEFAULTS.border,
    show_default=True,
    help="Share of the steps after which a pixel is white.",
)
@click.option(
    "--exponent", type=float, default=DEFAULTS.exponent, show_default=True, help="Brightness curve; lower is brighter."
)
@click.option(
    "--bailout", type=float, default=DEFAULTS.bailout, show_default=True, help="Distance at which a point has escaped."
)
@click.option(
    "--palette", type=Names("palette", PALETTES), default="grey", show_default=True, help="Colours; see --list."
)
@click.option("--output", "-o", metavar="FILE", help="Write this .bmp or .png file; cardback.png by default.")
@click.option("--ask", "ask_all", is_flag=True, help="Ask for the seven numbers and write image.bmp.")
@click.option("--ask-c", is_flag=True, help="Ask for the constant and print it; add --output to draw it.")
@click.option("--list", "list_names", is_flag=True, help="List presets and palettes.")
@click.pass_context
def cardback(
    context: click.Context, /, constant: str | None, preset: str | None, palette: str, output: str | None,
    ask_all: bool, ask_c: bool, list_names: bool, **numbers: Any,
) -> None:  # fmt: skip
    """Draw a Julia set as a card back.

    Each point of the square from -2 - 2i to 2 + 2i is squared and added to the constant again and again. The later it
    escapes, the brighter its pixel.

    \b
      kicker cardback -o back.png
      kicker cardback --preset waves --palette blue -o back.bmp
      kicker cardback --c=-0.8+0.156i --size 2000
    """
    refuse_contradictions(context)
    if list_names:
        print_names()
        return
    if ask_c and output is None:
        ask_constant()
        return
    path = output if output is not None else "image.bmp" if ask_all else "cardback.png"
    check_picture(path)
    if ask_all:
        card = ask_numbers()
        click.echo("Creating Image")
        write_picture(card, palette, path)
        click.echo("Done")
        return
    # The other numbers are checked before the first question.
    c = PRESETS[preset] if preset else DEFAULTS.c if constant is None else parse_complex(constant)
    card = CardBack(c=c, **numbers)
    if ask_c:
        card = replace(card, c=ask_constant())
    write_picture(card, palette, path)
    click.echo(f"{path}: {card.size} x {card.size} pixels, c = {format_complex(card.c, None)}")


def refuse_contradictions(context: click.Context) -> None:
    """Reject a number that is both given and asked for."""
    given = {name for name in context.params if context.get_parameter_source(name) is not ParameterSource.DEFAULT}
    if len(given & {"constant", "preset", "ask_c"}) > 1:
        raise click.UsageError("give the constant once: with --c, --preset or --ask-c")
    if "ask_all" in given and not given <= {"ask_all", "output", "palette"}:
        raise click.UsageError("--ask cannot be combined with options other than --output and --palette")
    if "ask_c" in given and "output" not in given and given != {"ask_c"}:
        raise click.UsageError("--ask-c draws nothing without --output; add --output, or remove the other options")


def print_names() -> None:
    """Print the names that --preset and --palette accept."""
    click.echo("presets")
    for name, c in PRESETS.items():
        click.echo(f"  {name:<10} {format_complex(c)}")
    click.echo("palettes")
    for name in PALETTES:
        click.echo(f"  {name}")


# --- questions -------------------------------------------------------------------------------------------------------


def whole(text: str) -> int:
    """Read a whole number, as people write it: 1000 or 1,000."""
    if not re.fullmatch(r"[+-]?[0-9]{1,3}(?:,[0-9]{3}){0,5}|[+-]?[0-9]{1,18}", text):
        raise KickerError(f"{text!r} is not a whole number; write a number like 800", "number")
    return int(text.replace(",", ""))


def real(text: str) -> float:
    """Read a real number."""
    try:
        return float(text)
    except ValueError:
        raise KickerError(f"{text!r} is not a number; write a number like 0.5", "number") from None


def within(read: Callable[[str], Any], least: float, most: float) -> Callable[[str], Any]:
    """Read a number and hold it to the limits that its question states."""
    right = f"from {least:,} to {most:,}" if most < inf else f"of {least:,} or more"

    def limited(text: str) -> Any:
        number = read(text)
        if not least <= number <= most:
            raise KickerError(f"write a number {right}, not {text!r}", "number")
        return number

    return limited


# Each question, the function that reads its answer, and the field it sets.
QUESTIONS: Final[tuple[tuple[str, Callable[[str], Any], Callable[[CardBack, Any], CardBack]], ...]] = (
    ("Input the image size (in pixels): ", whole, lambda card, size: replace(card, size=size)),
    ("Input the real value of c: ", real, lambda card, part: replace(card, c=complex(part, 0))),
    ("Input the imaginary value of c: ", real, lambda card, part: replace(card, c=complex(card.c.real, part))),
    (
        "Input the maximum iteration (100-1,000): ",
        within(whole, 100, 1000),
        lambda card, most: replace(card, iterations=most),
    ),
    ("Input the border ratio (0-1): ", within(real, 0, 1), lambda card, ratio: replace(card, border=ratio)),
    ("Input the color exponent (0-1): ", within(real, 0, 1), lambda card, exponent: replace(card, exponent=exponent)),
    ("Input the bailout radius (>= 4): ", within(real, 4, inf), lambda card, radius: replace(card, bailout=radius)),
)


def ask_numbers() -> CardBack:
    """Ask for all seven numbers. A line may answer several questions, and a bad answer repeats its question."""
    card = DEFAULTS
    words: list[str] = []
    for question, read, put in QUESTIONS:
        while True:
            if words:
                click.echo(question, nl=False)
            else:
                words = ask(question).split()
            while not words:
                words = ask("").split()
            try:
                card = put(card, read(words.pop(0)))
                break
            except KickerError as error:
                words = []
                click.echo(str(error), err=True)
    return card


def ask_constant() -> complex:
    """Ask for the constant until it can be read, and echo the value."""
    while True:
        line = ask(PROMPT)
        try:
            found = parse_complex(line)
        except KickerError as error:
            click.echo(str(error), err=True)
            continue
        click.echo(f"c = {format_complex(found)}")
        return found


# --- the picture -----------------------------------------------------------------------------------------------------


def check_picture(path: str) -> None:
    """Reject a bad file name or missing Pillow before any work is done."""
    if Path(path).suffix.lower() not in FORMATS:
        raise FileError(f"cannot draw {path!r}; the name must end in .bmp or .png", "write")
    image_module()


def write_picture(card: CardBack, palette: str, path: str) -> None:
    """Draw and write the picture; the file appears only when it is complete."""
    image = image_module()
    with open_output(path) as stream:
        with progress_bar("drawing", card.size) as show:
            levels = card.levels(show)
        size = (card.size, card.size)
        channels = [image.frombytes("L", size, levels.translate(table)) for table in palette_tables(palette)]
        try:
            image.merge("RGB", channels).save(Checked(stream), FORMATS[Path(path).suffix.lower()])
            stream.flush()
        except OSError as error:
            raise FileError(f"cannot write {path!r}: {reason(error)}", "write") from None


class Checked:
    """A stream for Pillow that notices signals: packing a large picture takes many seconds."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> int:
        """Write a block of bytes."""
        stopping.check()
        return self._stream.write(data)

    def flush(self) -> None:
        """Write what is buffered."""
        self._stream.flush()


def image_module() -> Any:
    """Pillow, imported only when a picture is drawn."""
    try:
        from PIL import Image
    except ImportError:
        raise FileError("card backs need Pillow; install it with pip install 'kicker[art]'", "missing") from None
    return Image
