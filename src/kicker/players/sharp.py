"""The strongest hold'em bot: it plays like `solid`, and exploits habits once there is hardly any doubt about them.

It compares every decision of an opponent with how often a sound player would have made it. The evidence is how much
likelier habits explain the decisions than sound play; it adds up from deal to deal, and sound decisions reduce it.
Only when it is overwhelming for every opponent left in the hand does `sharp` leave sound play and exploit their habits
(`exploit.py`).
"""

from __future__ import annotations

from math import log
from typing import Any, Final

from kicker.games import Action, View
from kicker.players.exploit import Exploiter
from kicker.players.public_ranges import Course, choices, course_of, read
from kicker.players.solid import Solid

SURE: Final = 5.0
"""The logarithm of the likelihood ratio, habits to sound play, above which habits are certain: 5 is 150 to 1."""
_LEAST: Final = -5.0  # the limit of evidence for sound play, so that nobody is trusted for ever
_RARE: Final = 0.02  # even a sound player may slip this often
_FIRST: Final = 0.5  # the count of each action before the first observation
_ACTIONS: Final = frozenset(["fold", "check", "call", "bet", "raise"])


class Evidence:
    """The evidence that an opponent has exploitable habits."""

    def __init__(self) -> None:
        self.weight = 0.0
        """The logarithm of how much better habits explain the decisions than sound play does."""
        self._counts: dict[str, dict[str, float]] = {}

    @property
    def overwhelming(self) -> bool:
        """True if there is hardly any doubt."""
        return self.weight >= SURE

    def add(self, where: str, kind: str, sound: dict[str, float]) -> None:
        """Add a decision, given how often a sound player would have made each choice."""
        counts = self._counts.setdefault(where, {})
        able = [action for action in sound if sound[action] >= 0]
        total = sum(counts.get(action, _FIRST) for action in able)
        habit = counts.get(kind, _FIRST) / total
        step = log(habit / max(sound.get(kind, 0.0), _RARE))
        self.weight = max(self.weight + step, _LEAST)
        counts[kind] = counts.get(kind, _FIRST) + 1

    def memory(self) -> dict[str, Any]:
        """Return the evidence, for JSON."""
        return {"weight": self.weight, "counts": self._counts}

    @classmethod
    def recalled(cls, memory: dict[str, Any]) -> Evidence:
        """Restore the evidence that `memory` described."""
        found = cls()
        found.weight = float(memory["weight"])
        found._counts = {
            str(where): {str(kind): float(count) for kind, count in counts.items()}
            for where, counts in memory["counts"].items()
        }
        return found


class Sharp(Solid):
    """A bot that plays soundly, and exploits opponents when the evidence is overwhelming."""

    def __init__(self, seed: int | str = 0) -> None:
        super().__init__(seed)
        self._exploiter = Exploiter()
        self._evidence: dict[int, Evidence] = {}

    def act(self, view: View) -> Action:
        """Exploit habits that are beyond doubt; otherwise play soundly."""
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
        """Return the evidence on a seat; heads-up the opponent is the same in either seat."""
        return self._evidence.setdefault(seat if len(view.order) > 2 else -1, Evidence())

    def learn(self, view: View) -> None:
        """Compare everybody's actions with sound play, and note shown cards."""
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
                continue  # solving streets is slow, and the cheap decisions show whether the habits persist
            sound = soundly(before, event.seat)
            if len(sound) > 1 and kind in sound:
                evidence.add(f"{'later' if later else 'first'} {'/'.join(sorted(sound))}", kind, sound)

    def memory(self) -> dict[str, Any]:
        """Return the state of its random generator, and what it knows about its opponents."""
        evidence = {str(seat): found.memory() for seat, found in self._evidence.items()}
        return {**super().memory(), **self._exploiter.memory(), "evidence": evidence}

    def recall(self, memory: dict[str, Any]) -> None:
        """Restore its memory."""
        if "dice" in memory:  # older saves have no random generator
            super().recall(memory)
        self._exploiter.recall(memory)
        self._evidence = {int(seat): Evidence.recalled(found) for seat, found in memory.get("evidence", {}).items()}


def soundly(course: Course, seat: int) -> dict[str, float]:
    """Return how often a sound player with the range of a seat would take each kind of action."""
    weights = read(course).weights[seat]
    chances: dict[str, float] = {}
    for choice in choices(course, seat):
        chances[choice.kind] = chances.get(choice.kind, 0.0) + float(weights @ choice.chance / weights.sum())
    return chances
