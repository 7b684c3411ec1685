"""The best hold'em bot here: it plays like `solid`, and exploits habits once there is no doubt about them.

Every decision of an opponent is compared with how often a sound player would have made it. How much likelier it is to
come from somebody with habits of its own is the evidence; it adds up from deal to deal, and a sound opponent makes it
fall. Only where it is overwhelming for everybody who is still in does it leave the sound way and take the best value
against their habits (`exploit.py`).
"""

from __future__ import annotations

from math import log
from typing import Any, Final

from kicker.games import Action, View
from kicker.players.exploit import Exploiter
from kicker.players.public_ranges import Course, choices, course_of, read
from kicker.players.solid import Solid

SURE: Final = 5.0
"""The logarithm of how much likelier habits must be than sound play: 5 is 150 to 1."""
_LEAST: Final = -5.0  # evidence for sound play that counts at most, so that nobody is trusted for ever
_RARE: Final = 0.02  # what a sound player never does may still be a slip
_FIRST: Final = 0.5  # of each action, before anything was seen
_ACTIONS: Final = frozenset(["fold", "check", "call", "bet", "raise"])


class Evidence:
    """What speaks for an opponent having habits of its own."""

    def __init__(self) -> None:
        self.weight = 0.0
        """The logarithm of how much likelier habits are than sound play."""
        self._counts: dict[str, dict[str, float]] = {}

    @property
    def overwhelming(self) -> bool:
        """True if there is hardly any doubt."""
        return self.weight >= SURE

    def add(self, where: str, kind: str, sound: dict[str, float]) -> None:
        """Take in a decision, and how often a sound player would have made each in its place."""
        counts = self._counts.setdefault(where, {})
        able = [action for action in sound if sound[action] >= 0]
        total = sum(counts.get(action, _FIRST) for action in able)
        habit = counts.get(kind, _FIRST) / total
        step = log(habit / max(sound.get(kind, 0.0), _RARE))
        self.weight = max(self.weight + step, _LEAST)
        counts[kind] = counts.get(kind, _FIRST) + 1

    def memory(self) -> dict[str, Any]:
        """All of it, for JSON."""
        return {"weight": self.weight, "counts": self._counts}

    @classmethod
    def recalled(cls, memory: dict[str, Any]) -> Evidence:
        """The evidence of which this is the memory."""
        found = cls()
        found.weight = float(memory["weight"])
        found._counts = {
            str(where): {str(kind): float(count) for kind, count in counts.items()}
            for where, counts in memory["counts"].items()
        }
        return found


class Sharp(Solid):
    """Sound without evidence, exploiting with it."""

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self._exploiter = Exploiter()
        self._evidence: dict[int, Evidence] = {}

    def act(self, view: View) -> Action:
        """The best value against habits that are beyond doubt, else what is sound."""
        options, seat = view.options, view.seat
        if options.phase != "betting" or seat is None:
            return options.passive
        others = [other for other in view.order if view.live[other] and other != seat]
        if all(self._evidence_of(view, other).overwhelming for other in others):
            action = self._exploiter.act(view)
            self._reasons = self._exploiter.reasons
            return action
        self._exploiter.watch(view)
        return super().act(view)

    def _evidence_of(self, view: View, seat: int) -> Evidence:
        """What is known of a seat; heads-up the opponent is the same whichever seat it has."""
        return self._evidence.setdefault(seat if len(view.order) > 2 else -1, Evidence())

    def learn(self, view: View) -> None:
        """Note how everybody acted, compared with sound play, and with what if it was shown."""
        self._exploiter.learn(view)
        start, events = course_of(view)
        later = False
        for place, event in enumerate(events):
            later = later or event.kind == "board"
            if event.seat is None or event.seat == view.seat or event.kind not in _ACTIONS:
                continue
            kind = "raise" if event.kind == "bet" else event.kind
            before, evidence = Course(start, events[:place]), self._evidence_of(view, event.seat)
            if later and evidence.weight >= 2 * SURE:
                continue  # to solve streets takes long, and what is cheap goes on telling whether this is still so
            sound = soundly(before, event.seat)
            if len(sound) > 1 and kind in sound:
                evidence.add(f"{'later' if later else 'first'} {'/'.join(sorted(sound))}", kind, sound)

    def memory(self) -> dict[str, Any]:
        """Its dice, and what it knows of its opponents."""
        evidence = {str(seat): found.memory() for seat, found in self._evidence.items()}
        return {**super().memory(), **self._exploiter.memory(), "evidence": evidence}

    def recall(self, memory: dict[str, Any]) -> None:
        """Go on from there."""
        if "dice" in memory:  # saves of before it had dice do without
            super().recall(memory)
        self._exploiter.recall(memory)
        self._evidence = {int(seat): Evidence.recalled(found) for seat, found in memory.get("evidence", {}).items()}


def soundly(course: Course, seat: int) -> dict[str, float]:
    """How often a sound player with the range of a seat would do each kind of thing."""
    weights = read(course).weights[seat]
    chances: dict[str, float] = {}
    for choice in choices(course, seat):
        chances[choice.kind] = chances.get(choice.kind, 0.0) + float(weights @ choice.chance / weights.sum())
    return chances
