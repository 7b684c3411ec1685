"""Actions between two hands, by the customs of the table: the same at the prompt, in the terminal and on the pages.

>>> from kicker.games import holdem
>>> from kicker.table import Customs
>>> table = Table(holdem(blinds=(5, 10)), [600, 1000], customs=Customs(buy_in=1000))
>>> [(wish.key, wish.words) for wish in wishes(table, 0)]
[('b', 'buy 400 chips'), ('o', 'sit out')]
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from kicker.table import Table
from kicker.ui.common.text import times


class Wish(NamedTuple):
    """An action that a person may take before the next hand."""

    name: str
    """Its name in programs."""
    key: str
    """The key that does it."""
    words: str
    """A description that follows `you can`."""
    do: Callable[[Table], object]

    def as_dict(self) -> dict[str, Any]:
        """Return the wish for JSON."""
        return {"name": self.name, "key": self.key, "words": self.words}


def wishes(table: Table, person: int) -> list[Wish]:
    """Return the actions that a person may take now; during a hand, only those that concern the next hand."""
    found = []
    if chips := table.for_sale(person):
        found.append(Wish("buy", "b", f"buy {chips:,} chips", partial(Table.top_up, seat=person, chips=chips)))
    if not table.playing and not table.stacks[person]:
        return found
    if table.next_straddler() == person:
        blind = 2 * table.next_rules.blinds[-1]
        found.append(Wish("straddle", "x", f"straddle for {blind:,}", partial(Table.straddle, seat=person)))
    if table.customs.runs > 1:
        once = person in table.running_once
        words = f"agree to run it {times(table.customs.runs)}" if once else "run the board only once"
        found.append(Wish("run", "u", words, partial(Table.run_it, seat=person, agreed=once)))
    if table.playing:
        return found
    if person in table.sitting_out:
        found.append(Wish("sit in", "i", "be dealt in again", partial(Table.sit_in, seat=person)))
    elif sum(stack > 0 for stack in table.stacks) > 1:
        found.append(Wish("sit out", "o", "sit out", partial(Table.sit_out, seat=person)))
    return found
