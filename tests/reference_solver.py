"""Slow and obvious twins of the solver: the betting tree as the rules say it, and small games in plain numpy."""

from dataclasses import dataclass, field
from math import floor
from typing import Any

import numpy as np

from kicker.solver import Spot
from kicker.solver.small import SmallGame

Array = Any
Config = dict[str, Any]

# --- the betting tree ------------------------------------------------------------------------------------------------


def half_up(number: float) -> int:
    return floor(number + 0.5)


@dataclass(frozen=True)
class Place:
    """Somewhere in the betting: chips put in before this street, chips on this street, and what happened so far."""

    street: int
    player: int
    before: int = 0
    mine: int = 0
    theirs: int = 0
    bets: int = 0
    called: bool = False
    """Player 0 called the last bet of the street before, and has not acted since."""


def plain_size(text: str, spot: Spot, at: Place) -> int:
    """The chips of one size, as a total on this street."""
    pot = spot.pot + 2 * (at.before + at.theirs)
    most = spot.stack - at.before
    if text == "a":
        return most
    if text.endswith("x"):
        return half_up(at.theirs * float(text[:-1]))
    if text.endswith("c"):
        return at.theirs + int(text[:-1])
    if "e" not in text:
        return at.theirs + half_up(pot * (float(text[:-1]) / 100))
    streets, _, cap = text.partition("e")
    left = int(streets) if streets else 3 - at.street
    if at.bets:  # each raise takes the place of the bet on a street
        left = max(1, left - (at.bets - 1))
    share = (((pot + 2 * (most - at.theirs)) / pot) ** (1 / left) - 1) / 2
    return at.theirs + half_up(pot * min(share, float(cap[:-1]) / 100 if cap else share))


def plain_amounts(spot: Spot, config: Config, at: Place) -> list[int]:
    """The legal bets or raises, smallest first."""
    name = ("flop", "turn", "river")[at.street]
    most = spot.stack - at.before
    pot = spot.pot + 2 * (at.before + at.theirs)
    if at.theirs >= most or (spot.raise_cap is not None and at.bets > spot.raise_cap):
        return []
    text = config.get(f"{name}_{'raise' if at.bets else 'bet'}", "")
    text = text if isinstance(text, str) else text[at.player]
    if at.called and config.get(f"{name}_donk") is not None:
        text = config[f"{name}_donk"]
    amounts = [plain_size(size, spot, at) for size in text.replace(" ", "").split(",") if size]
    if most - at.theirs <= half_up(pot * spot.add_allin):
        amounts.append(most)
    least = min(max(1, at.theirs + (at.theirs - at.mine)), most)
    found = set()
    for amount in amounts:
        clamped = min(max(amount, least), most)
        behind = most - clamped
        after_call = pot + 2 * (clamped - at.theirs)
        found.add(most if behind <= half_up(after_call * spot.force_allin) else clamped)
    kept: list[int] = []
    for amount in sorted(found, reverse=True):
        larger = (kept[-1] - at.theirs) / pot if kept else None
        if larger is None or (amount - at.theirs) / pot < (larger - spot.merging) / (1 + spot.merging) - 1e-12:
            kept.append(amount)
    return sorted(kept)


def plain_tree(spot: Spot, config: Config) -> dict[tuple[str, ...], str]:
    """For each line of actions, its node: who acts and how, a fold, a showdown, or a card, with the chips."""
    found: dict[tuple[str, ...], str] = {}

    def street_over(line: tuple[str, ...], at: Place, chips: int, called: bool) -> None:
        if at.street == 2:
            found[line] = f"showdown {chips}"
        elif chips == spot.stack:  # nobody can bet any more: the cards run out
            found[line] = f"card {chips}"
            street_over((*line, "card"), Place(at.street + 1, 0), chips, False)
        else:
            found[line] = f"card {chips}"
            visit((*line, "card"), Place(at.street + 1, 0, chips, called=called))

    def visit(line: tuple[str, ...], at: Place) -> None:
        most = spot.stack - at.before
        amounts = plain_amounts(spot, config, at)
        names = ["fold", "call"] if at.bets else ["check"]
        names += [f"{'all in' if each == most else 'raise' if at.bets else 'bet'} {each}" for each in amounts]
        found[line] = f"{at.player}: {', '.join(names)}"
        for name in names:
            below = (*line, name)
            if name == "fold":
                found[below] = f"fold {at.player} {at.before + min(at.mine, at.theirs)}"
            elif name == "call":
                street_over(below, at, at.before + at.theirs, at.player == 0)
            elif name == "check" and at.player == 1:
                street_over(below, at, at.before, False)
            elif name == "check":
                visit(below, Place(at.street, 1, at.before))
            else:
                amount = int(name.split()[-1])
                visit(below, Place(at.street, 1 - at.player, at.before, at.theirs, amount, at.bets + 1))

    visit((), Place(len(spot.board) - 3, 0))
    return found


def listed_tree(spot: Spot) -> dict[tuple[str, ...], str]:
    """The solver's own tree in the same words."""
    found: dict[tuple[str, ...], str] = {}
    waiting: list[tuple[tuple[str, ...], Any]] = [((), spot.tree().root)]
    while waiting:
        line, node = waiting.pop()
        if node.kind == "decision":
            found[line] = f"{node.player}: {', '.join(map(str, node.actions))}"
            waiting += [
                ((*line, str(action)), child) for action, child in zip(node.actions, node.children, strict=True)
            ]
        elif node.kind == "fold":
            found[line] = f"fold {node.player} {node.matched}"
        else:
            found[line] = f"{node.kind} {node.matched}"
            waiting += [((*line, "card"), child) for child in node.children]
    return found


# --- small games -----------------------------------------------------------------------------------------------------


@dataclass
class PlainNode:
    """A decision, a card that is turned, or an end."""

    player: int = -1
    actions: tuple[str, ...] = ()
    children: "list[PlainNode]" = field(default_factory=list)
    payoff: Any = None
    """At an end: what the first player wins, by both players' cards."""
    regrets: Any = None
    mean: Any = None
    turns: bool = False
    """A card is turned, with a child for each."""


class PlainSmall:
    """Kuhn and Leduc by counterfactual regret minimisation (CFR+), on single cards and node by node."""

    def __init__(self, game: SmallGame) -> None:
        self.game = game
        count = len(game.deck)
        self.pairs = (1 - np.eye(count)) / (count * (count - 1))
        self.nodes: list[PlainNode] = []
        self.root = self.make(0, (game.ante, game.ante), None, 0, 0, 0)

    def make(
        self, player: int, paid: tuple[int, int], public: int | None, turn: int, raises: int, acted: int
    ) -> PlainNode:
        """The tree below a decision; `paid` is what both have put in."""
        owes = paid[1 - player] - paid[player]
        actions = (["fold"] if owes else []) + ["call"] + (["raise"] if raises < self.game.most_raises else [])
        node = PlainNode(player, tuple(actions))
        for action in actions:
            node.children.append(self.after(action, player, paid, public, turn, raises, acted))
        node.regrets = np.zeros((len(actions), len(self.game.deck)))
        node.mean = np.zeros_like(node.regrets)
        self.nodes.append(node)
        return node

    def after(
        self, action: str, player: int, paid: tuple[int, int], public: int | None, turn: int, raises: int, acted: int
    ) -> PlainNode:
        """The node after an action."""
        count = len(self.game.deck)
        if action == "fold":
            return PlainNode(payoff=np.full((count, count), float(paid[1] if player == 1 else -paid[0])))
        level = max(paid)
        if action == "raise":
            more = list(paid)
            more[player] = level + self.game.bets[turn]
            return self.make(1 - player, (more[0], more[1]), public, turn, raises + 1, acted + 1)
        if acted == 0:
            return self.make(1 - player, paid, public, turn, raises, 1)
        if turn + 1 == len(self.game.bets):
            return PlainNode(payoff=level * self.wins(public))
        below = [self.make(0, (level, level), card, turn + 1, 0, 0) for card in range(count)]
        return PlainNode(children=below, turns=True)

    def wins(self, public: int | None) -> Array:
        """1 where the first player's card wins, -1 where it loses."""
        deck = self.game.deck
        shown = None if public is None else deck[public]
        ranks = np.array([card + 100 * (card == shown) for card in deck])
        found: Array = np.sign(ranks[:, None] - ranks[None, :]).astype(float)
        return found

    # Passes

    def play(self, node: PlainNode, mean: bool) -> Array:
        """The strategy at a decision: a row for each action."""
        table = node.mean if mean else np.maximum(node.regrets, 0)
        total = table.sum(axis=0)
        shares: Array = np.where(total > 0, table / np.where(total > 0, total, 1), 1 / len(node.actions))
        return shares

    def values(
        self, node: PlainNode, reach: Array, player: int, mode: str, weight: float = 0.0, own: Any = None
    ) -> Array:
        """The values of a player's cards, given the weights `reach` with which the other one's cards come here."""
        if node.payoff is not None:
            return self.ends(node.payoff * self.pairs, reach, player)
        if node.turns:
            return self.turned(node, reach, player, mode, weight, own)
        if node.player != player:
            shares = self.play(node, mode != "learn")
            parts = [self.values(child, reach * share, player, mode, weight, own)
                     for child, share in zip(node.children, shares, strict=True)]  # fmt: skip
            total: Array = np.sum(parts, axis=0)
            return total
        shares = self.play(node, mode == "mean")
        parts = [self.values(child, reach, player, mode, weight, None if own is None else own * share)
                 for child, share in zip(node.children, shares, strict=True)]  # fmt: skip
        if mode == "best":
            best: Array = np.max(parts, axis=0)
            return best
        value: Array = np.sum([share * part for share, part in zip(shares, parts, strict=True)], axis=0)
        if mode == "learn":
            node.regrets = np.maximum(node.regrets + (np.array(parts) - value), 0)
            node.mean += weight * own * shares
        return value

    def ends(self, payoff: Array, reach: Array, player: int) -> Array:
        """The value of an end node."""
        found: Array = payoff @ reach if player == 0 else -(payoff.T @ reach)
        return found

    def turned(self, node: PlainNode, reach: Array, player: int, mode: str, weight: float, own: Any) -> Array:
        """Over all public cards: who holds the card does not come here, and the other cards do not meet it."""
        count = len(self.game.deck)
        total = np.zeros(count)
        for card, child in enumerate(node.children):
            mask = np.ones(count)
            mask[card] = 0
            total += mask * self.values(child, reach * mask / (count - 2), player, mode, weight,
                                        None if own is None else own * mask)  # fmt: skip
        return total

    def measure(self) -> tuple[float, float]:
        """The value of the average strategies, and how exploitable they are."""
        ones = np.ones(len(self.game.deck))
        value = float(self.values(self.root, ones, 0, "mean").sum())
        first = float(self.values(self.root, ones, 0, "best").sum())
        second = float(self.values(self.root, ones, 1, "best").sum())
        return value, (first + second) / 2

    def run(self, iterations: int) -> tuple[float, float]:
        """Iterate: the value for the first player, and the exploitability."""
        ones = np.ones(len(self.game.deck))
        for number in range(1, iterations + 1):
            for player in range(2):
                self.values(self.root, ones, player, "learn", float(number) ** 2, ones)
        return self.measure()
