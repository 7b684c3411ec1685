"""The betting tree of a spot: every bet, check, call and fold that its sizes allow. Nothing is solved here.

Cards are left out, because the betting is the same on every board. `Tree.nodes` counts the nodes on all boards.

>>> from kicker.solver.spot import Spot
>>> tree = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", 200, 900, river_bet="60%", river_raise="2.5x").tree()
>>> [str(action) for action in tree.root.actions], tree.root.sizes
(['check', 'bet 120'], ('check', 'bet 60%'))
>>> print(tree.text(depth=2))
0 to act, pot 200: check, bet 60% (120)
  check: 1 to act, pot 200: check, bet 60% (120)
    check: showdown, pot 200
    bet 60%: 0 to act, pot 320: fold, call, raise 2.5x (300)
  bet 60%: 1 to act, pot 320: fold, call, raise 2.5x (300)
    fold: 1 folds, pot 200
    call: showdown, pot 440
    raise 2.5x: 0 to act, pot 620: fold, call, raise 2.5x (750)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from kicker.cards import shorten
from kicker.errors import KickerError
from kicker.solver.sizes import Betting, Size, rounded
from kicker.solver.spot import STREETS, Spot

if TYPE_CHECKING:
    from kicker.solver.boards import Boards

MOST_BETTING: Final = 500_000
"""The most betting nodes, not counting cards."""
_HAIR: Final = 1e-12
_ORDER: Final = {"fold": 0, "check": 1, "call": 2, "bet": 3, "raise": 4, "all in": 5}


class SpotAction(NamedTuple):
    """A possible action at a node."""

    kind: str
    """`fold`, `check`, `call`, `bet`, `raise` or `all in`."""
    amount: int = 0
    """The player's chips on this street after a bet or raise; 0 for other actions."""

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}" if self.amount else self.kind


def said_size(action: SpotAction, pot: float, bet: float) -> str:
    """An action as players say it, by the chips in the middle and the bet that it answers: `bet 60%`, `raise 2.5x`."""
    if action.kind == "bet":
        return f"bet {action.amount / pot:.0%}"
    return f"raise {action.amount / bet:.3g}x" if action.kind == "raise" else action.kind


class TreeNode:
    """A node of the betting tree: a decision, a card to come, or the end of the hand."""

    __slots__ = (
        "actions",
        "bets",
        "called",
        "children",
        "earlier",
        "kind",
        "number",
        "player",
        "pot",
        "put_in",
        "street",
    )

    kind: str
    """`decision`, `card` (the next street is dealt), `showdown` or `fold`."""
    street: int
    """0 for the flop, 1 for the turn, 2 for the river; for a card node, the street before the card."""
    player: int
    """The player who decides or who folded; -1 at other nodes."""
    actions: tuple[SpotAction, ...]
    children: list[TreeNode]
    """The node after each action; a card node has a single child, whatever the card is."""
    earlier: int
    """The chips that each player has put in on earlier streets since the root."""
    put_in: tuple[int, int]
    """The chips of both players on this street."""
    pot: int
    """The chips in the middle, bets of this street included."""
    number: int
    """The index of the node among those of its street."""

    def __init__(self, kind: str, street: int, player: int, start: int, earlier: int, put_in: tuple[int, int]) -> None:
        self.kind, self.street, self.player = kind, street, player
        self.earlier, self.put_in = earlier, put_in
        self.pot = start + 2 * earlier + sum(put_in)
        self.actions: tuple[SpotAction, ...] = ()
        self.children: list[TreeNode] = []
        self.bets = 0
        self.called = False  # player 0 called the last bet of the previous street
        self.number = 0

    @property
    def matched(self) -> int:
        """The chips that each player has put in since the root and the other has matched."""
        return self.earlier + min(self.put_in)

    @property
    def sizes(self) -> tuple[str, ...]:
        """The actions as players say them: bets in percent of the pot, raises as a multiple of the bet."""
        sizes = tuple(said_size(action, self.pot, max(self.put_in)) for action in self.actions)
        return sizes if len(set(sizes)) == len(sizes) else tuple(map(str, self.actions))

    @property
    def words(self) -> tuple[str, ...]:
        """The actions with their sizes, and the chips beside: `bet 60% (120)`."""
        return tuple(
            f"{size} ({action.amount})" if action.amount and size != str(action) else size
            for action, size in zip(self.actions, self.sizes, strict=True)
        )

    def child(self, action: SpotAction | str) -> TreeNode:
        """Return the node after an action, given as text like `bet 120` or `check` too."""
        return self.children[self.place_of(action)]

    def place_of(self, action: SpotAction | str) -> int:
        """Return the index of an action among those of this node; raise `KickerError` if it is not possible."""
        text = " ".join(str(action).lower().replace("all-in", "all in").replace(" to ", " ").split())
        for names in ([str(each) for each in self.actions], self.sizes, self.words):
            if text in names:
                return names.index(text)
        kinds = [each.kind for each in self.actions]
        if kinds.count(text) == 1:  # 'bet' where there is only one size, 'all in' without its amount
            return kinds.index(text)
        amounts = [f"{kind} {each.amount}" for each in self.actions for kind in ("bet", "raise") if each.amount]
        if text in amounts:  # an all-in bet given by its amount
            amount = int(text.split()[1])
            return [each.amount for each in self.actions].index(amount)
        if not self.actions:
            raise KickerError(f"nobody acts here, so {shorten(text)} is not possible", "line")
        raise KickerError(f"{shorten(text)} is not possible here; choose from {', '.join(self.words)}", "line")


class Tree:
    """The betting tree of a spot, and its size with all its cards."""

    def __init__(self, spot: Spot, isomorphism: bool = True) -> None:
        self.spot = spot
        self.isomorphism = isomorphism
        self.streets: list[list[TreeNode]] = [[] for _ in range(len(spot.board) - 3, 3)]
        """The nodes of each street from the root's on, each after its parent."""
        self.root = _Builder(spot).build(self.streets)

    @cached_property
    def boards(self) -> Boards:
        """The boards that can be dealt; equivalent boards count once."""
        from kicker.solver.boards import Boards

        return Boards(self.spot, self.isomorphism)

    @property
    def nodes(self) -> int:
        """The number of decisions, cards and ends on all boards; equivalent boards count once."""
        return sum(len(nodes) * len(level) for nodes, level in zip(self.streets, self.boards.levels, strict=True))

    def rows(self, level: int, player: int) -> tuple[int, int]:
        """Return the number of rows of a player's tables per board of a street: all actions, and all but the first of
        each node."""
        counts = [
            len(node.actions) for node in self.streets[level] if node.kind == "decision" and node.player == player
        ]
        return sum(counts), sum(counts) - len(counts)

    def memory(self, bits: int = 16, boards: Boards | None = None) -> int:
        """Return the bytes that solving takes, nearly all of them for regrets and strategies of 16 or 32 bits.

        Locks that tell suits apart take more boards than the tree's own.
        """
        cells = 0
        found = boards or self.boards
        for level, listed in enumerate(found.levels):
            for player in range(2):
                places = sum(board.stride(player) for board in listed)
                cells += places * sum(self.rows(level, player))
        return cells * bits // 8 + found.memory

    def walk(self) -> Iterator[tuple[tuple[SpotAction, ...], TreeNode]]:
        """Yield every node with the actions that lead to it, parents first."""
        stack: list[tuple[tuple[SpotAction, ...], TreeNode]] = [((), self.root)]
        while stack:
            line, node = stack.pop()
            yield line, node
            steps: list[tuple[SpotAction, ...]] = [(action,) for action in node.actions] or [()] * len(node.children)
            stack += [((*line, *step), child) for step, child in zip(steps, node.children, strict=True)][::-1]

    def text(self, depth: int | None = None) -> str:
        """Return the tree as text: one line per node, children indented, down to `depth` levels."""
        lines = []
        stack: list[tuple[int, str, TreeNode]] = [(0, "", self.root)]
        while stack:
            level, before, node = stack.pop()
            lines.append("  " * level + before + self.describe(node))
            if depth is None or level < depth:
                names = [f"{size}: " for size in node.sizes] or [""] * len(node.children)
                stack += [(level + 1, name, child) for name, child in zip(names, node.children, strict=True)][::-1]
        return "\n".join(lines)

    def describe(self, node: TreeNode) -> str:
        """Describe a node in words."""
        pot = f"pot {node.pot}"
        if node.kind == "decision":
            return f"{node.player} to act, {pot}: {', '.join(node.words)}"
        if node.kind == "card":
            return f"{STREETS[node.street + 1]}, {pot}"
        matched = f"pot {self.spot.pot + 2 * node.matched}"
        return f"showdown, {matched}" if node.kind == "showdown" else f"{node.player} folds, {matched}"


class _Builder:
    """Builds the tree street by street, each node before its children."""

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.sizes = {
            (street, kind, player): spot.sizes(name, kind, player)
            for street, name in enumerate(STREETS)
            for kind in ("bet", "raise")
            for player in range(2)
        }
        self.donks = [spot.donk_sizes(name) for name in STREETS]

    def node(self, kind: str, street: int, player: int, earlier: int, put_in: tuple[int, int]) -> TreeNode:
        return TreeNode(kind, street, player, self.spot.pot, earlier, put_in)

    def build(self, streets: list[list[TreeNode]]) -> TreeNode:
        first = 3 - len(streets)
        root = self.node("decision", first, 0, 0, (0, 0))
        stack = [root]
        count = 0
        while stack:
            node = stack.pop()
            node.number = len(streets[node.street - first])
            streets[node.street - first].append(node)
            count += 1
            if count > MOST_BETTING:
                raise KickerError(
                    f"the tree has more than {MOST_BETTING:,} nodes before any card is dealt: "
                    "give fewer sizes, larger ones, or a raise_cap",
                    "memory",
                )
            self.expand(node)
            stack += node.children[::-1]
        return root

    def expand(self, node: TreeNode) -> None:
        if node.kind == "card":
            node.children = [self.after_card(node)]
        elif node.kind == "decision":
            node.actions = tuple(self.actions(node))
            node.children = [self.after(node, action) for action in node.actions]

    def after_card(self, node: TreeNode) -> TreeNode:
        street = node.street + 1
        if node.earlier < self.spot.stack:
            child = self.node("decision", street, 0, node.earlier, (0, 0))
            child.called = node.called
            return child
        return self.node("card" if street < 2 else "showdown", street, -1, node.earlier, (0, 0))

    def after(self, node: TreeNode, action: SpotAction) -> TreeNode:
        me, other = node.player, 1 - node.player
        if action.kind == "fold":
            return self.node("fold", node.street, me, node.earlier, node.put_in)
        if action.amount:
            chips = (action.amount, node.put_in[1]) if me == 0 else (node.put_in[0], action.amount)
            child = self.node("decision", node.street, other, node.earlier, chips)
            child.bets = node.bets + 1
            return child
        if action.kind == "check" and me == 0:
            return self.node("decision", node.street, other, node.earlier, node.put_in)
        earlier = node.earlier + max(node.put_in)
        if node.street == 2:
            return self.node("showdown", node.street, -1, earlier, (0, 0))
        child = self.node("card", node.street, -1, earlier, (0, 0))
        child.called = action.kind == "call" and me == 0
        return child

    def actions(self, node: TreeNode) -> list[SpotAction]:
        """Return the actions at a node, from fold to all-in."""
        prev = node.put_in[1 - node.player]
        most = self.spot.stack - node.earlier
        pot = self.spot.pot + 2 * (node.earlier + prev)
        now = Betting(pot, prev, most, 3 - node.street, node.bets)
        passive = [SpotAction("fold"), SpotAction("call")] if node.bets else [SpotAction("check")]
        sizes = self.allowed(node, prev, most)
        if sizes is None:
            return passive
        amounts = [size.chips(now) for size in sizes]
        if most - prev <= rounded(pot * self.spot.add_allin):
            amounts.append(most)
        least = min(max(1, 2 * prev - node.put_in[node.player]), most)
        clamped = [self.clamp(amount, least, now) for amount in amounts]
        merged = self.merge(sorted(set(clamped)), now)
        kind = "raise" if node.bets else "bet"
        return passive + [SpotAction("all in" if amount == most else kind, amount) for amount in merged]

    def allowed(self, node: TreeNode, prev: int, most: int) -> tuple[Size, ...] | None:
        """Return the sizes at a node, or None if betting is not allowed."""
        if not node.bets:
            donk = self.donks[node.street] if node.called and node.player == 0 else None
            return self.sizes[node.street, "bet", node.player] if donk is None else donk
        if prev >= most or (self.spot.raise_cap is not None and node.bets > self.spot.raise_cap):
            return None
        return self.sizes[node.street, "raise", node.player]

    def clamp(self, amount: int, least: int, now: Betting) -> int:
        """Limit an amount to what the rules allow; go all-in if little would be left."""
        amount = min(max(amount, least), now.most)
        pot = now.pot + 2 * (amount - now.prev)
        return now.most if now.most <= amount + rounded(pot * self.spot.force_allin) else amount

    def merge(self, amounts: list[int], now: Betting) -> list[int]:
        """Return the amounts without those that are close to a larger one."""
        kept: list[int] = []
        for amount in reversed(amounts):
            if kept:
                larger = (kept[-1] - now.prev) / now.pot
                limit = (larger - self.spot.merging) / (1 + self.spot.merging)
                if (amount - now.prev) / now.pot >= limit * (1 - _HAIR):
                    continue
            kept.append(amount)
        return kept[::-1]
