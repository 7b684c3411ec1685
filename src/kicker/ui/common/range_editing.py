"""Editing a range: painting classes and combinations, typing text, undo."""

from __future__ import annotations

from typing import Final

from kicker.combos import MEMBERS
from kicker.ranges import Range

MOST_UNDO: Final = 200


class RangeEditor:
    """A range with its history."""

    def __init__(self, text: str = "") -> None:
        self.range = Range(text)
        self._past: list[Range] = []
        self._future: list[Range] = []

    @property
    def text(self) -> str:
        """The range as text."""
        return str(self.range)

    def weight(self, name: str) -> float:
        """Return the mean weight of a class."""
        places = MEMBERS[name]
        return sum(self.range.weights[place] for place in places) / len(places)

    def put(self, changed: Range) -> None:
        """Replace the range; `undo` restores the previous one."""
        if changed != self.range:
            self._past = [*self._past[-MOST_UNDO:], self.range]
            self._future.clear()
            self.range = changed

    def read(self, text: str) -> None:
        """Replace the range by one that is read from text; raise `RangeError` if it cannot be read."""
        self.put(Range(text))

    def paint(self, places: tuple[int, ...], weight: float, *, again: bool = False) -> None:
        """Give combinations a weight; `again` continues the last stroke, which is undone as a whole."""
        weights = list(self.range.weights)
        for place in places:
            weights[place] = weight
        changed = Range.from_weights(weights)
        if again:
            self.range = changed
        else:
            self.put(changed)

    def undo(self) -> bool:
        """Restore the previous range; return False if there is none."""
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        """Restore the range that was undone; return False if there is none."""
        return self._step(self._future, self._past)

    def _step(self, source: list[Range], target: list[Range]) -> bool:
        if not source:
            return False
        target.append(self.range)
        self.range = source.pop()
        return True
