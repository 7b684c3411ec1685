"""Locks: fixed frequencies at a node, for all hands or some, which the solver and every best response honour.

>>> str(Lock.parse("bet 120; fold 0.5, call 0.5"))
'bet 120; fold 0.5, call 0.5'
>>> str(Lock.parse("check, bet 60; always call; QQ+,AKs"))
'check, bet 60; always call; QQ+,AKs'

A line is the actions that lead to the node, separated by commas, with the cards dealt on the way. A line without cards
stands for every card. The line `oop` or `ip` stands for every decision of that player, and
`always check, call` for the first of these actions that is possible. A lock may be an exception to an earlier, wider
one; otherwise two locks that fix a hand differently contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from numbers import Real
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kicker.cards import DECK, Card, number_text, shorten
from kicker.checks import listed, of_type, whole
from kicker.errors import KickerError, quoted
from kicker.ranges import Range
from kicker.solver.boards import SAME, Boards, Suits, combo_moves, moved
from kicker.solver.spot import PLAYERS, Spot
from kicker.solver.tree import SpotAction, Tree, TreeNode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_CARD = re.compile(r"(?:10|[2-9tjqka])[cdhs♣♦♥♠]", re.IGNORECASE)
_BARE = re.compile(r"fold|check|call|bet|raise|all[ -]in", re.IGNORECASE)
_SIZED = re.compile(r"(?:bet|raise|all[ -]in)(?: to)? [0-9].*|[0-9]+", re.IGNORECASE)
_MOST_STEPS = 1000
_HAIR = 2e-5  # frequencies rounded to six digits may add up to slightly more or less than 1
MOST_LOCKS: Final = 10_000
_BYTES_A_SHARE = 12  # a frequency of a lock in the solver's lists, and while they are made
Line = str | Sequence[object]
"""Actions and cards: text like `check, bet 60, Ah`, or a list."""


def read_line(line: Line) -> tuple[str | Card, ...]:
    """Return the steps of a line: actions as text, cards as `Card`; a number is the index of an action, counted
    from 0. Numbers and cards may be separated by spaces: `0 1 5d`."""
    if not isinstance(line, str) and not isinstance(line, Sequence):
        raise KickerError(f"a line must be text like 'check, bet 60', not {quoted(line)}", "line")
    if isinstance(line, str):
        items = re.split(r"[,;]", line)
    else:
        items = [step_text(step) for step in listed("line", line, _MOST_STEPS, "['check', 'bet 60']")]
    steps: list[str | Card] = []
    for item in items:
        words = item.split()
        short = all(word.isdecimal() or _CARD.fullmatch(word) for word in words)
        steps += [Card(text) if _CARD.fullmatch(text) else text for text in (words if short else [" ".join(words)])]
    return tuple(steps)


def step_text(step: object) -> str:
    """Return a step of a line as text: an action, a card, or the index of an action."""
    return str(step) if isinstance(step, str | Card | SpotAction) else str(whole("the index of an action", step, 0, 99))


def step_place(node: TreeNode, step: str | Card) -> int:
    """Return the index of an action among those of a node; a number is that index itself."""
    if isinstance(step, str) and step.isdecimal() and int(step) < len(node.actions):
        return int(step)
    return node.place_of(str(step))


def check_line(tree: Tree, line: Line) -> tuple[TreeNode, tuple[Card, ...], tuple[SpotAction | Card, ...]]:
    """Return the node after a line, its board, and the steps of the line, without solving anything.

    A line that is not possible raises `KickerError`.
    """
    node, board = tree.root, tree.spot.board
    steps: list[SpotAction | Card] = []
    for step in read_line(line):
        if node.kind != "card":
            place = step_place(node, step)
            steps.append(node.actions[place])
            node = node.children[place]
            continue
        if not isinstance(step, Card):
            raise KickerError(f"a card comes here, like 5d, not {step!r}", "line")
        if step in board:
            raise KickerError(f"{step} is on the board already", "line")
        steps.append(step)
        node, board = node.children[0], (*board, step)
    return node, board, tuple(steps)


@dataclass(frozen=True)
class Lock:
    """Fixed frequencies at one node, for all hands or some.

    `plan` is how the node is played: `always fold`, a list of frequencies in the order of the node's actions, or a
    mapping such as `{"fold": 0.5, "call": 0.5}`; missing actions are never taken.
    """

    line: tuple[str | Card, ...]
    """The actions and dealt cards that lead to the node."""
    plan: str | tuple[float, ...] | tuple[tuple[str, float], ...]
    """The frequencies, in the form in which they were given."""
    hands: Range | None = None
    """The hands that the lock applies to; their weights do not matter. None for all hands."""

    def __init__(
        self,
        line: Line,
        plan: str | Sequence[float] | Mapping[str, float],
        hands: Range | str | None = None,
        deck: Iterable[Card] = DECK,
    ) -> None:
        object.__setattr__(self, "line", read_line(line))
        object.__setattr__(self, "plan", _plan(plan))
        if isinstance(hands, str):
            hands = _hands(hands, deck)
        if hands is not None and not len(of_type("hands", hands, Range)):
            raise KickerError("a lock needs at least one hand; leave hands out to lock them all", "lock")
        object.__setattr__(self, "hands", hands)

    @classmethod
    def parse(cls, text: str, deck: Iterable[Card] = DECK) -> Lock:
        """Parse a lock: line, frequencies and hands, separated by semicolons; the hands may be left out. Percentages
        are shares of the hands of `deck`."""
        parts = of_type("a lock", text, str).split(";")
        if not 2 <= len(parts) <= 3:
            raise KickerError(
                f"cannot read the lock {shorten(text)}: write 'LINE; FREQUENCIES' or 'LINE; FREQUENCIES; HANDS', "
                "like 'bet 120; always fold; QQ+'",
                "lock",
            )
        hands = parts[2].strip() if len(parts) == 3 else ""
        try:
            return cls(parts[0], _read_plan(parts[1].strip()), hands or None, deck)
        except KickerError as fault:
            raise KickerError(f"the lock {shorten(text)}: {fault}", fault.code) from None

    def __str__(self) -> str:
        if isinstance(self.plan, str):
            plan = self.plan
        else:
            items = [item if isinstance(item, tuple) else ("", item) for item in self.plan]
            plan = ", ".join(f"{name} {number_text(share)}".strip() for name, share in items)
        parts = [", ".join(map(str, self.line)), plan, *([str(self.hands)] if self.hands is not None else [])]
        return "; ".join(parts)

    def frequencies(self, node: TreeNode) -> tuple[float, ...]:
        """Return how often each action of a node is taken."""
        count = len(node.actions)
        shares = [0.0] * count
        if isinstance(self.plan, str):
            shares[_first_possible(node, self._names)] = 1.0
        elif self.plan and isinstance(self.plan[0], tuple):
            places = [step_place(node, name) for name, _ in self.plan]
            for place, (name, share) in zip(places, self.plan, strict=True):
                if places.count(place) > 1:
                    raise KickerError(f"{name!r} is there twice; give each action once", "lock")
                shares[place] = share
        elif len(self.plan) != count:
            names = ", ".join(map(str, node.actions))
            raise KickerError(
                f"{len(self.plan)} frequencies for {count} actions ({names}) in the lock '{self}'", "lock"
            )
        else:
            shares = list(self.plan)  # type: ignore[arg-type]
        return tuple(shares)

    @property
    def _names(self) -> list[str]:
        """The actions of `always check, call`."""
        plan = self.plan if isinstance(self.plan, str) else ""
        return [name.strip() for name in plan.removeprefix("always ").split(",")]

    @property
    def everywhere(self) -> int | None:
        """The player whose every decision the lock fixes; None for a lock on one node."""
        return PLAYERS.index(self.line[0]) if len(self.line) == 1 and self.line[0] in PLAYERS else None

    def fits(self, suits: Suits) -> bool:
        """Return True if a change of suits leaves the lock unchanged."""
        if any(isinstance(step, Card) and moved(step, suits) != step for step in self.line):
            return False
        if self.hands is None:
            return True
        weights = self.hands.weights
        return all(weights[place] == weight for place, weight in zip(combo_moves(suits).tolist(), weights, strict=True))


def read_locks(given: Iterable[Lock | str], spot: Spot) -> list[Lock]:
    """Return locks that may be given as text; percentages are shares of the hands of the spot's deck."""
    return [
        Lock.parse(lock, spot.deck) if isinstance(lock, str) else of_type("lock", lock, Lock)
        for lock in listed("locks", given, MOST_LOCKS, "['bet 60; always fold']")
    ]


def replaced(locks: Iterable[Lock], given: Sequence[Lock]) -> list[Lock]:
    """Return locks with others added; a new lock replaces the one of the same line and hands."""
    new = {(lock.line, lock.hands) for lock in given}
    return [*(lock for lock in locks if (lock.line, lock.hands) not in new), *given]


def _first_possible(node: TreeNode, names: Sequence[str]) -> int:
    """Return the first of these actions that the node has."""
    for name in names:
        if _has(node, name):
            return step_place(node, name)
    wanted = " or ".join(map(shorten, names))
    raise KickerError(f"{wanted} is not possible here; choose from {', '.join(node.words)}", "line")


def _has(node: TreeNode, name: str) -> bool:
    try:
        step_place(node, name)
    except KickerError:
        return False
    return True


def _hands(text: str, deck: Iterable[Card]) -> Range:
    """Read the hands of a lock: a range, or combinations separated by spaces."""
    return Range(re.sub(r"(?<=[cdhs])\s+(?=[2-9TJQKA][cdhs])", ",", text), deck)


def _read_plan(text: str) -> str | list[float] | dict[str, float]:
    if text.lower().startswith("always "):
        for name in text[len("always ") :].split(","):
            if not (_BARE.fullmatch(name.strip()) or _SIZED.fullmatch(name.strip())):
                raise KickerError(
                    f"{shorten(name.strip())} is not an action: write 'always fold', or several like "
                    "'always check, call'",
                    "lock",
                )
        return text
    items = [item.strip() for item in text.split(",")]
    try:
        return [float(item) for item in items]
    except ValueError:
        pass
    found: dict[str, float] = {}
    for item in items:
        name, _, share = item.rpartition(" ")
        name = name.strip()
        if name in found:
            raise KickerError(f"{shorten(name)} is there twice; give each action once", "lock")
        try:
            found[name] = float(share)
        except ValueError:
            raise KickerError(
                f"cannot read the frequencies {shorten(text)}: write 'always fold', '0.5, 0.5, 0' or "
                "'fold 0.5, call 0.5'",
                "lock",
            ) from None
    return found


def _plan(plan: object) -> str | tuple[float, ...] | tuple[tuple[str, float], ...]:
    if isinstance(plan, str):
        read = _read_plan(plan)
        return " ".join(read.lower().split()) if isinstance(read, str) else _plan(read)
    if isinstance(plan, Mapping):
        return tuple(zip(map(str, plan), _shares(list(plan.values()), plan), strict=True))
    if isinstance(plan, Sequence):
        return _shares(plan, plan)
    raise KickerError(f"frequencies must be a list like [0.5, 0.5] or 'always fold', not {quoted(plan)}", "lock")


def _is_share(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and not value < 0 and bool(value <= 1)


def _shares(given: Sequence[Any], shown: object) -> tuple[float, ...]:
    items = listed("frequencies", given, _MOST_STEPS, "[0.5, 0.5]")
    if not items or not all(_is_share(item) for item in items):
        raise KickerError(f"frequencies must be numbers from 0 to 1, not {quoted(shown)}", "lock")
    shares = [float(item) for item in items]
    if abs(fsum(shares) - 1) > _HAIR:
        raise KickerError(
            f"frequencies must add up to 1, and these add up to {fsum(shares):g}: {quoted(shown)}", "lock"
        )
    return tuple(share / fsum(shares) for share in shares)


class _Fixed(NamedTuple):
    """The frequencies that a lock fixes at one node."""

    lock: Lock
    hands: int
    """A bit for each combination that the player may hold there."""
    places: frozenset[int]
    """The boards of the street."""
    shares: tuple[float, ...]


def check_locks(tree: Tree, boards: Boards, locks: Iterable[Lock]) -> None:
    """Refuse locks that do not fit the tree, that apply to no hand, or that contradict each other."""
    found: dict[TreeNode, list[_Fixed]] = {}
    for lock in locks:
        bits: dict[int, int] = {}
        sets: dict[int, frozenset[int]] = {}
        unseen = {name for name in lock._names if _SIZED.fullmatch(name)}
        for node, level, places, shares in lock_places(tree, boards, lock):
            if node.player not in bits:
                bits[node.player] = _held(tree.spot, lock, node.player)
            if level not in sets:
                sets[level] = frozenset(places)
            new = _Fixed(lock, bits[node.player], sets[level], shares)
            for earlier in found.setdefault(node, []):
                _check_agreement(earlier, new)
            found[node].append(new)
            unseen = {name for name in unseen if not _has(node, name)}
        if unseen:
            raise KickerError(
                f"the lock '{lock}': {shorten(min(unseen))} is never possible there; leave it out", "lock"
            )


def _held(spot: Spot, lock: Lock, player: int) -> int:
    """Return a bit for each combination of a lock that its player may hold."""
    held = spot.ranges[player].without([step for step in lock.line if isinstance(step, Card)])
    places = _common(held, lock)
    if lock.hands is not None and not places:
        where = ", ".join(map(str, lock.line))
        there = "" if lock.everywhere is not None else f" after '{where}'" if where else " at the start"
        raise KickerError(
            f"the lock '{lock}': {PLAYERS[player]} holds none of these hands{there}; "
            f"name some of {shorten(str((spot.oop, spot.ip)[player]))}, or leave the hands out to lock them all",
            "lock",
        )
    return sum(1 << place for place in places)


def _common(held: Range, lock: Lock) -> list[int]:
    """Return the indices in `COMBOS` of the hands of a range that a lock applies to."""
    chosen = held.weights if lock.hands is None else lock.hands.weights
    return [place for place, (weight, other) in enumerate(zip(held.weights, chosen, strict=True)) if weight and other]


def left_locks(tree: Tree, locks: Iterable[Lock]) -> list[Lock]:
    """Return the locks without those on hands that the board blocks; hands that were never in the range stay."""
    left = []
    for lock in locks:
        player = lock.everywhere if lock.everywhere is not None else _node_of(tree, lock)[0].player
        ranges = (tree.spot.oop, tree.spot.ip)
        if _common(tree.spot.ranges[player], lock) or not _common(ranges[player], lock):
            left.append(lock)
    return left


def _check_agreement(earlier: _Fixed, later: _Fixed) -> None:
    """Refuse two locks that fix the same hand differently, unless the later one is an exception to the earlier one."""
    common = earlier.hands & later.hands
    if earlier.shares == later.shares or not common or earlier.places.isdisjoint(later.places):
        return
    one, two = earlier.lock, later.lock
    within = common == later.hands and later.places <= earlier.places
    same = earlier.hands == later.hands and earlier.places == later.places
    if one.everywhere is not None and two.everywhere is None and within:
        return
    if (one.everywhere is None) == (two.everywhere is None) and within and not same:
        return
    raise KickerError(
        f"the locks '{one}' and '{two}' contradict each other: give one of them, or first the one for more hands "
        "or nodes and then the exception",
        "lock",
    )


def locked_boards(tree: Tree, locks: Iterable[Lock]) -> Boards:
    """Return the boards of a tree, without merging boards that a lock distinguishes."""
    listed = list(locks)
    if not tree.isomorphism or not listed:
        return tree.boards
    suits = [each for each in tree.boards.levels[0][0].symmetries if all(lock.fits(each) for lock in listed)]
    same = len(suits) == len(tree.boards.levels[0][0].symmetries)
    return tree.boards if same else Boards(tree.spot, True, suits)


def locked_rows(tree: Tree, boards: Boards, locks: Iterable[Lock]) -> list[dict[tuple[int, int], Array]]:
    """Return, for each street, by board and node, a row of frequencies for each action; below 0 the hand is free."""
    found: list[dict[tuple[int, int], Array]] = [{} for _ in boards.levels]
    for lock in locks:
        for node, level, places, shares in lock_places(tree, boards, lock):
            for place in places:
                _put(found[level], (place, node.number), boards.levels[level][place].hands[node.player], shares, lock)
    return found


def lock_places(
    tree: Tree, boards: Boards, lock: Lock
) -> Iterator[tuple[TreeNode, int, Sequence[int], tuple[float, ...]]]:
    """Yield the nodes that a lock fixes, each with its street, its boards, and the frequency of each action."""
    if lock.everywhere is None:
        node, cards = _node_of(tree, lock)
        yield node, len(cards), _boards_of(boards, lock, cards), _frequencies(lock, node)
        return
    for level, nodes in enumerate(tree.streets):
        for node in nodes:
            if node.kind == "decision" and node.player == lock.everywhere:
                yield node, level, range(len(boards.levels[level])), _frequencies(lock, node)


def locked_memory(tree: Tree, boards: Boards, locks: Iterable[Lock]) -> int:
    """Return the bytes that locks take while a spot is solved."""
    return sum(
        _BYTES_A_SHARE * len(shares) * sum(boards.levels[level][place].stride(node.player) for place in places)
        for lock in locks
        for node, level, places, shares in lock_places(tree, boards, lock)
    )


def _frequencies(lock: Lock, node: TreeNode) -> tuple[float, ...]:
    try:
        return lock.frequencies(node)
    except KickerError as fault:
        told = str(fault)
        raise KickerError(told if "in the lock" in told else f"the lock '{lock}': {told}", fault.code) from None


def _put(
    rows: dict[tuple[int, int], Array], key: tuple[int, int], hands: Array, shares: Sequence[float], lock: Lock
) -> None:
    import numpy as np

    if key not in rows:
        rows[key] = np.full((len(shares), len(hands)), -1.0, np.float32)
    rows[key][:, chosen_hands(lock, hands)] = np.array(shares, np.float32)[:, None]


def chosen_hands(lock: Lock, hands: Array) -> Array:
    """Return, for each of these hands, whether the lock applies to it."""
    import numpy as np

    if lock.hands is None:
        return np.ones(len(hands), bool)
    chosen: Array = np.array(lock.hands.weights)[hands] > 0
    return chosen


def _node_of(tree: Tree, lock: Lock) -> tuple[TreeNode, list[Card | None]]:
    """Return the node of a lock, and the card of each street on the way there, None for every card."""
    node, cards = tree.root, []
    steps = list(lock.line)
    try:
        while steps or node.kind == "card":
            if node.kind == "card":
                card = steps[0] if steps and isinstance(steps[0], Card) else None
                steps = steps[card is not None :]
                cards.append(card)
                node = node.children[0]
            else:
                node = node.children[step_place(node, steps.pop(0))]
    except KickerError as fault:
        raise KickerError(f"the lock '{lock}': {fault}", fault.code) from None
    if node.kind != "decision":
        raise KickerError(f"the lock '{lock}': nobody acts there", "lock")
    return node, cards


def _boards_of(boards: Boards, lock: Lock, cards: Sequence[Card | None]) -> list[int]:
    """Return the boards after these cards."""
    places = [0]
    try:
        for level, card in enumerate(cards, 1):
            places = _dealt(boards, level, places, card)
    except KickerError as fault:
        raise KickerError(f"the lock '{lock}': {fault}", fault.code) from None
    return places


def _dealt(boards: Boards, level: int, places: list[int], card: Card | None) -> list[int]:
    parents = [boards.levels[level - 1][place] for place in places]
    if card is None:
        return [place for each in parents for place in range(each.first_child, each.first_child + each.children)]
    found = [
        boards.find(level, place, card, SAME)[0]
        for place, each in zip(places, parents, strict=True)
        if card not in each.cards
    ]
    if not found:
        raise KickerError(f"{card} is on the board already", "line")
    return found
