"""Small two-player games, solved to many digits: Kuhn and Leduc poker, and any other game given as a tree.

>>> solution = solve_small(KUHN)
>>> round(solution.value * 18, 9), solution.exploitability < 1e-9
(-1.0, True)
>>> solution.plans["raise",].round(3).tolist()  # facing a bet: fold, call
[[1.0, 0.667, 0.0], [0.0, 0.333, 1.0]]

`SmallGame` describes games with one private card for each player. Everything else is a tree of `Decision`, `Chance` and
`End` for `solve_tree`: both players' hands are numbered, and an end says what player 0 wins with each pair of hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kicker import stopping
from kicker.checks import of_type, positive, whole
from kicker.errors import KickerError, quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]
else:
    Array = object  # for tools that read annotations

_LOOK: Final = 250  # iterations between two measurements
_CHANCE: Final = 2
_END: Final = 3
_MOST_ACTIONS: Final = 20


@dataclass(frozen=True, eq=False)
class Decision:
    """A node where a player acts, knowing their own hand and the line that led here."""

    player: int
    """The player to act, 0 or 1."""
    actions: tuple[str, ...]
    """The possible actions."""
    children: tuple[Node, ...]
    """The node after each action."""


@dataclass(frozen=True, eq=False)
class Chance:
    """A public chance event. Its probabilities are part of the payoffs below it."""

    children: tuple[Node, ...]
    """The node after each outcome."""


@dataclass(frozen=True, eq=False)
class End:
    """An end of the game."""

    payoffs: Array
    """The chips that player 0 wins with each pair of hands, times the probability of the pair and of the outcomes on
    the way."""


Node = Decision | Chance | End
Line = tuple[str | int, ...]
"""Actions by name, and chance outcomes by number."""


class SmallGame(NamedTuple):
    """A game of two players with one private card each, and one public card before each betting round but the first."""

    deck: tuple[int, ...]
    """The ranks of all cards, such as 0, 0, 1, 1, 2, 2."""
    bets: tuple[int, ...]
    """The size of a bet or raise in each betting round; there are one or two rounds."""
    most_raises: int
    """The most bets and raises in a round."""
    ante: int = 1
    """The chips that both players put in before the cards are dealt."""

    def tree(self) -> Node:
        """Return the game as a tree; hands and public cards are ranks, in ascending order."""
        self.check()
        return _Maker(self).decision(0, (self.ante, self.ante), None, 0, 0, False)

    def check(self) -> None:
        """Raise `KickerError` if this cannot be a game."""
        for name, numbers in (("deck", self.deck), ("bets", self.bets)):
            for number in numbers:
                whole(name, number, 0 if name == "deck" else 1)
        if len(self.bets) not in (1, 2):
            raise KickerError(f"bets must be one or two sizes, one for each round, not {len(self.bets)}", "bets")
        if len(self.deck) < 1 + len(self.bets) or len(set(self.deck)) > 100:
            raise KickerError(f"the deck must have cards for both players and the board, not {len(self.deck)}", "deck")
        whole("most_raises", self.most_raises, 0, 20)
        whole("ante", self.ante, 0)


KUHN: Final = SmallGame((0, 1, 2), (1,), 1)
"""Kuhn poker: three cards and one bet of one chip. The first player loses 1/18 of a chip."""
LEDUC: Final = SmallGame((0, 0, 1, 1, 2, 2), (2, 4), 2)
"""Leduc poker: six cards of three ranks, two rounds of two raises each. The first player loses 0.085606424078 chips."""


@dataclass(frozen=True, eq=False)
class SmallSolution:
    """The solution of a small game."""

    value: float
    """The chips that player 0 wins on average."""
    exploitability: float
    """The mean gain of both players' best responses, in chips."""
    iterations: int
    """The number of iterations."""
    plans: dict[Line, Array]
    """The frequencies of each hand's actions, by the line that leads to the decision: a row for each action."""


def solve_small(game: SmallGame, *, target: float = 1e-9, iterations: int = 1_000_000) -> SmallSolution:
    """Solve a small game to an exploitability of at most `target` chips, or for a number of iterations."""
    return solve_tree(of_type("game", game, SmallGame).tree(), target=target, iterations=iterations)


def solve_tree(root: Node, *, target: float = 1e-9, iterations: int = 1_000_000) -> SmallSolution:
    """Solve a game given as a tree, to an exploitability of at most `target` chips or for a number of iterations.

    Two strategies are measured every 250 iterations: the average of all that was played, and what is played
    now. The solver stops when one of them is good enough, and returns the better one. Whenever the average is
    twice as good as before, play continues from it and a new average begins.
    """
    from kicker._kernels.small_games import Tabular

    positive("target", target)
    whole("iterations", iterations, 1)
    listed = _Listed(root)
    game = Tabular(*listed.arrays())
    before = inf
    while True:
        game.iterate(min(_LOOK, iterations - game.iteration))
        stopping.check()
        mean, played = (_measured(game.measure(now), now) for now in (False, True))
        gap, now, value = min(mean, played)
        if gap <= target or game.iteration >= iterations:
            return SmallSolution(value, gap, game.iteration, listed.plans(game, now))
        if mean[0] <= before / 2:
            before = mean[0]
            game.restart()


def _measured(found: tuple[float, float, float], now: bool) -> tuple[float, bool, float]:
    """Return the exploitability, the strategy that it belongs to (the average one or the current one), and its
    value."""
    value, first, second = found
    return max(0.0, (first + second) / 2), now, value


class _Listed:
    """A tree in the kernel's form: a list of nodes, parents first."""

    def __init__(self, root: Node) -> None:
        import numpy as np

        self.nodes: list[Node] = []
        self.lines: list[Line] = []
        self.kids: list[list[int]] = []
        self.payoffs: list[Array] = []
        waiting: list[tuple[Node, Line, int]] = [(root, (), -1)]
        while waiting:
            node, line, parent = waiting.pop()
            number = len(self.nodes)
            if not isinstance(node, Decision | Chance | End):
                raise KickerError(f"a node must be a Decision, a Chance or an End, not {quoted(node)}", "tree")
            self.nodes.append(node)
            self.lines.append(line)
            self.kids.append([])
            if parent >= 0:
                self.kids[parent].append(number)
            if isinstance(node, End):
                self.payoffs.append(np.array(node.payoffs, np.float64))
                continue
            steps = _steps(node)
            below = [(child, (*line, step), number) for child, step in zip(node.children, steps, strict=True)]
            waiting += below[::-1]
        if len({each.shape for each in self.payoffs}) != 1 or self.payoffs[0].ndim != 2:
            raise KickerError("every end must have a payoff for each pair of hands", "payoffs")

    def arrays(self) -> tuple[Array, Array, Array]:
        """Return nodes, children and payoffs."""
        import numpy as np

        table = np.zeros((4, len(self.nodes)), np.int32)
        kids: list[int] = []
        ends = 0
        for place, node in enumerate(self.nodes):
            kind = node.player if isinstance(node, Decision) else _END if isinstance(node, End) else _CHANCE
            table[:, place] = (kind, len(kids), len(self.kids[place]), ends if kind == _END else 0)
            ends += kind == _END
            kids += self.kids[place]
        return table, np.array(kids, np.int32), np.ascontiguousarray(np.stack(self.payoffs))

    def plans(self, game: Any, now: bool) -> dict[Line, Array]:
        """Return the strategy at each decision."""
        import numpy as np

        found: dict[Line, Array] = {}
        for place, node in enumerate(self.nodes):
            if isinstance(node, Decision):
                out = np.zeros((len(node.actions), self.payoffs[0].shape[node.player]))
                game.strategy(place, now, out)
                found[self.lines[place]] = out
        return found


def _steps(node: Decision | Chance) -> Sequence[str | int]:
    """Return the action or outcome that leads to each child."""
    if isinstance(node, Chance):
        if not node.children:
            raise KickerError("a chance node needs an outcome", "tree")
        return range(len(node.children))
    if node.player not in (0, 1):
        raise KickerError(f"the player of a decision must be 0 or 1, not {node.player!r}", "tree")
    if not 1 <= len(node.actions) <= _MOST_ACTIONS or len(node.actions) != len(node.children):
        raise KickerError(f"a decision needs 1 to {_MOST_ACTIONS} actions and a child for each", "tree")
    return node.actions


class _Maker:
    """Builds the tree of a `SmallGame`. Cards of equal rank play alike, so a hand is a rank."""

    def __init__(self, game: SmallGame) -> None:
        import numpy as np

        self.game = game
        self.ranks = sorted(set(game.deck))
        counts = np.array([game.deck.count(rank) for rank in self.ranks], float)
        cards = len(game.deck)
        alone = np.eye(len(counts))
        pairs = (np.outer(counts, counts) - np.diag(counts)) / (cards * (cards - 1))
        self.chances: dict[int | None, Array] = {None: pairs}
        """The probability of each pair of hands, alone and with each public card."""
        for public, count in enumerate(counts if len(game.bets) > 1 else []):
            left = count - alone[public][:, None] - alone[public][None, :]
            self.chances[public] = pairs * np.maximum(left, 0) / (cards - 2)

    def decision(
        self, player: int, paid: tuple[int, int], public: int | None, turn: int, raises: int, acted: bool
    ) -> Decision:
        """Return the tree below a decision; `paid` is what each player has put in, `turn` the betting round."""
        level = max(paid)
        actions: list[str] = []
        children: list[Node] = []
        if paid[player] < level:
            actions.append("fold")
            children.append(End(self.chances[public] * float(paid[1] if player == 1 else -paid[0])))
        actions.append("call")
        if not acted:
            children.append(self.decision(1 - player, paid, public, turn, raises, True))
        else:
            children.append(self.next_round(level, public, turn))
        if raises < self.game.most_raises:
            actions.append("raise")
            more = level + self.game.bets[turn]
            both = (more, paid[1]) if player == 0 else (paid[0], more)
            children.append(self.decision(1 - player, both, public, turn, raises + 1, True))
        return Decision(player, tuple(actions), tuple(children))

    def next_round(self, level: int, public: int | None, turn: int) -> Node:
        """Return the showdown, or the next round after each public card."""
        if turn + 1 == len(self.game.bets):
            return End(self.chances[public] * level * self.wins(public))
        return Chance(
            tuple(self.decision(0, (level, level), card, turn + 1, 0, False) for card in range(len(self.ranks)))
        )

    def wins(self, public: int | None) -> Array:
        """Return 1 where player 0 wins the showdown and -1 where player 1 does: a pair beats everything, then the
        higher card."""
        import numpy as np

        strengths = np.arange(len(self.ranks))
        if public is not None:
            strengths[public] = len(self.ranks)
        signs: Array = np.sign(strengths[:, None] - strengths[None, :]).astype(float)
        return signs
