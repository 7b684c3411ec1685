"""Plots of results, drawn with matplotlib: an extra, imported only when a plot is wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kicker.cards import SHORT, Card
from kicker.combos import CLASSES
from kicker.errors import FileError
from kicker.odds import Equity
from kicker.ranges import Range
from kicker.ui.common.output import check_folder, open_output, writing

if TYPE_CHECKING:
    from kicker.tracker.answers import Point

_BELOW = {"ncols": 3, "loc": "upper center", "bbox_to_anchor": (0.5, -0.12), "frameon": False, "fontsize": 8}
_COLOURS = {"win": "#2a9d5c", "tie": "#e0b83c", "lose": "#c8553d"}


def check_plot(path: str) -> None:
    """Reject a bad file name or missing matplotlib before any work is done."""
    if Path(path).suffix.lower() not in (".png", ".svg"):
        raise FileError(f"cannot draw {path!r}; the name must end in .png or .svg", "write")
    check_folder(path)
    _figure(1, 1)


def plot_equity(path: str, streets: Sequence[tuple[Sequence[Card], Equity]], dead: Sequence[Card] = ()) -> None:
    """Bars of win, tie and lose on the last street; with a board also the equity by street."""
    board, result = streets[-1]
    figure = _figure(9 if len(streets) > 1 else 5, 1.6 + 0.6 * len(result.players))
    draw_shares(figure.add_subplot(1, 2 if len(streets) > 1 else 1, 1), result)
    known = {"board": board, "dead": dead}
    words = [f"{name} {SHORT.format_cards(cards)}" for name, cards in known.items() if cards]
    figure.suptitle(", ".join(words) or "preflop", fontsize=10)
    if len(streets) > 1:
        draw_streets(figure.add_subplot(1, 2, 2), streets)
    _save(figure, path)


def draw_shares(axes: Any, result: Equity) -> None:
    """Draw a bar for each player, by place, because two players may have the same name."""
    places = range(len(result.players))
    start = [0.0 for _ in places]
    for label, shares in (
        ("win", [player.win for player in result.players]),
        ("tie", [player.tie for player in result.players]),
        ("lose", [1 - player.win - player.tie for player in result.players]),
    ):
        axes.barh(places, shares, left=start, color=_COLOURS[label], label=label)
        start = [left + share for left, share in zip(start, shares, strict=True)]
    for place, player in enumerate(result.players):
        axes.text(0.01, place, f"{player.equity:.2%}", va="center", color="white", fontweight="bold")
    axes.set_yticks(places, [_short(player.name, 24) for player in result.players])
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.legend(**_BELOW)
    axes.set_title(result.text, fontsize=9)


def draw_streets(axes: Any, streets: Sequence[tuple[Sequence[Card], Equity]]) -> None:
    """A line for each player."""
    words = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}
    labels = [words.get(len(cards), f"{len(cards)} cards") for cards, _ in streets]
    for place, player in enumerate(streets[-1][1].players):
        shares = [result.players[place].equity for _, result in streets]
        axes.plot(labels, shares, marker="o", label=_short(player.name, 24))
    axes.set_ylim(0, 1)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_title("equity by street", fontsize=9)
    axes.legend(**_BELOW)


def _short(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3] + "..."


def plot_ranges(path: str, ranges: Mapping[str, Range], heading: str = "") -> None:
    """A heat map of 13 x 13 for each range, by its title."""
    figure = _figure(5.5 * len(ranges), 6)
    if heading:
        figure.suptitle(heading, fontsize=10)
    for place, (title, shown) in enumerate(ranges.items(), start=1):
        axes = figure.add_subplot(1, len(ranges), place)
        weights = shown.class_weights()
        axes.imshow([[weights[CLASSES[13 * row + column]] for column in range(13)] for row in range(13)],
                    cmap="Greens", vmin=0, vmax=1)  # fmt: skip
        for index, name in enumerate(CLASSES):
            dark = weights[name] > 0.6
            axes.text(index % 13, index // 13, name, ha="center", va="center", fontsize=7,
                      color="white" if dark else "black")  # fmt: skip
        axes.set_xticks([])
        axes.set_yticks([])
        axes.set_title(
            (title if len(title) <= 60 else title[:57] + "...") + f"\n{shown.share:.2%} of hands", fontsize=9
        )
    _save(figure, path)


def plot_course(path: str, points: Sequence[Point]) -> None:
    """Results hand by hand, with and without luck."""
    figure = _figure(8, 4.5)
    axes = figure.add_subplot()
    hands = [point.hands for point in points]
    axes.plot(hands, [point.won for point in points], color=_COLOURS["win"], label="won")
    axes.plot(hands, [point.expected for point in points], color=_COLOURS["tie"], label="all-in pots by equity")
    axes.axhline(0, color="#888888", linewidth=0.8)
    axes.set_xlabel("hands")
    axes.set_ylabel("big blinds")
    axes.legend(frameon=False)
    _save(figure, path)


def _figure(width: float, height: float) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise FileError("plots need matplotlib; install it with pip install 'kicker[plot]'", "missing") from None
    return Figure(figsize=(width, height), layout="constrained")


def _save(figure: Any, path: str) -> None:
    """Write a plot, completely or not at all, and say so on standard error."""
    with open_output(path) as stream, writing(path):
        figure.savefig(stream, dpi=150, format=Path(path).suffix[1:].lower())
    click.echo(f"wrote {path}", err=True)
