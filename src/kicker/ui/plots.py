"""Pictures of results, drawn with matplotlib: an extra, imported only when a picture is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kicker.cards import Card
from kicker.equity import Equity, equity
from kicker.errors import FileError
from kicker.ranges import CLASSES, Range
from kicker.ui.output import reason

_COLOURS = {"win": "#2a9d5c", "tie": "#e0b83c", "lose": "#c8553d"}


def plot_equity(path: str, players: Sequence[str], board: list[Card], dead: list[Card], result: Equity) -> None:
    """Bars of win, tie and lose; with a board also how the equity went from street to street."""
    streets = [cards for cards in ([], board[:3], board[:4], board[:5]) if len(cards) in (0, 3, 4, 5)]
    streets = [cards for place, cards in enumerate(streets) if cards not in streets[:place]]
    figure = _figure(9 if len(streets) > 1 else 5, 1.6 + 0.6 * len(players))
    bars = figure.add_subplot(1, 2 if len(streets) > 1 else 1, 1)
    names = [player.name if len(player.name) <= 24 else player.name[:21] + "..." for player in result.players]
    start = [0.0] * len(names)
    for label, shares in (
        ("win", [player.win for player in result.players]),
        ("tie", [player.tie for player in result.players]),
        ("lose", [1 - player.win - player.tie for player in result.players]),
    ):
        bars.barh(names, shares, left=start, color=_COLOURS[label], label=label)
        start = [left + share for left, share in zip(start, shares, strict=True)]
    for name, player in zip(names, result.players, strict=True):
        bars.text(0.01, name, f"{player.equity:.2%}", va="center", color="white", fontweight="bold")
    bars.invert_yaxis()
    bars.set_xlim(0, 1)
    bars.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    bars.legend(ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.12), frameon=False)
    bars.set_title(result.method, fontsize=9)
    if len(streets) > 1:
        lines = figure.add_subplot(1, 2, 2)
        found = [equity(players, cards, dead, trials=None, seed=0) for cards in streets]
        labels = [{0: "preflop", 3: "flop", 4: "turn", 5: "river"}[len(cards)] for cards in streets]
        for place, name in enumerate(names):
            lines.plot(labels, [result.players[place].equity for result in found], marker="o", label=name)
        lines.set_ylim(0, 1)
        lines.yaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        lines.set_title("equity by street", fontsize=9)
        lines.legend(ncols=3, loc="upper center", bbox_to_anchor=(0.5, -0.12), frameon=False, fontsize=8)
    _save(figure, path)


def plot_ranges(path: str, ranges: Mapping[str, Range]) -> None:
    """A heat map of 13 x 13 for each range."""
    figure = _figure(5.5 * len(ranges), 6)
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


def _figure(width: float, height: float) -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise FileError("pictures need matplotlib: pip install 'kicker[plot]'", "missing") from None
    return Figure(figsize=(width, height), layout="constrained")


def _save(figure: Any, path: str) -> None:
    if Path(path).suffix.lower() not in (".png", ".svg"):
        raise FileError(f"cannot draw {path!r}: its name must end with .png or .svg", "write")
    try:
        figure.savefig(path, dpi=150)
    except OSError as error:
        raise FileError(f"cannot write {path!r}: {reason(error)}", "write") from None
