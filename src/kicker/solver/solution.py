"""The solution of a spot: its values, equities and exploitability, and the strategy at each node."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from kicker.cards import Card, CardsLike, cards_in
from kicker.checks import flag, whole
from kicker.combos import COMBOS, Combo, combo_index
from kicker.errors import KickerError, quoted
from kicker.ranges import Range
from kicker.solver.boards import SAME, Suits, combo_moves
from kicker.solver.engine import BEST, MEAN, Engine, met
from kicker.solver.locks import Line, Lock, read_line, step_place, step_text
from kicker.solver.spot import Spot
from kicker.solver.tree import SpotAction, Tree, TreeNode

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kicker.solver.responses import BestResponse

    Array = NDArray[Any]


class HandPlan(NamedTuple):
    """The strategy and value of one hand at a node."""

    combo: Combo
    """The two cards."""
    weight: float
    """The hand's weight, times the weight of all hands that it can meet."""
    frequencies: tuple[float, ...]
    """The frequency of each action; empty for the player who does not act."""
    value: float
    """The chips that the hand wins on average from here, including the pot."""
    equity: float
    """The share of the pot that the hand wins if there is no more betting."""


class Runout(NamedTuple):
    """The effect of a next card on values, equities and strategy."""

    card: Card
    """The card."""
    values: tuple[float, float]
    """The chips that each player then wins on average, including the pot."""
    equity: tuple[float, float]
    """The share of the pot that each range wins if there is no more betting."""
    actions: tuple[SpotAction, ...]
    """The actions of the player who acts next; empty if the betting has ended."""
    frequencies: tuple[float, ...]
    """The frequency of each of these actions."""


class Solution:
    """Strategies for a spot, with their measured values.

    `values` and `equity` have a number for each player; values are chips and include the share of the starting pot.
    `gains` is how much more each player could win by the best response to the other, and `exploitability` is their mean
    as a share of the starting pot: 0.003 is 0.3%.
    """

    def __init__(
        self,
        engine: Engine,
        locks: Iterable[Lock],
        stopped: str,
        seconds: float,
        measured: Measured | None = None,
        first_values: Iterable[Array] = (),
        check_regrets: Callable[[], object] | None = None,
    ) -> None:
        self.engine = engine
        self.spot: Spot = engine.tree.spot
        self.tree: Tree = engine.tree
        self.locks: tuple[Lock, ...] = tuple(locks)
        self.iterations: int = engine.game.iteration
        self.stopped: str = stopped
        """The reason why the solver stopped: `target`, `iterations`, `time` or `interrupted`; `fixed` if nothing was
        solved."""
        self.seconds: float = seconds
        self._check = check_regrets
        self._first = {(player, False): values for player, values in enumerate(first_values)}
        measured = measured or measure(engine)
        self.values: tuple[float, float] = measured.values
        self.gains: tuple[float, float] = measured.gains
        self.exploitability: float = measured.exploitability

    @property
    def resumable(self) -> bool:
        """True if the solver can continue from here: if there are regrets, which a small file does not hold."""
        return self.engine.has_regrets

    def check_regrets(self) -> None:
        """Compare the regrets of a loaded solution with their checksums; raise `FileError` if they are damaged."""
        if self._check is not None:
            self._check()
            self._check = None

    @property
    def nodes(self) -> int:
        """The number of nodes, as in `Tree.nodes`; larger if a lock distinguishes suits."""
        levels = self.engine.boards.levels
        return sum(len(nodes) * len(level) for nodes, level in zip(self.tree.streets, levels, strict=True))

    @property
    def bytes(self) -> int:
        """The size of the tables of regrets and average strategies."""
        return sum(
            part.nbytes
            for tables in (self.engine.regrets, self.engine.means, self.engine.scales)
            for pair in tables
            for part in pair
        )

    @cached_property
    def equity(self) -> tuple[float, float]:
        """The share of the pot that each range wins if there is no more betting."""
        return self.root.equity

    @cached_property
    def root(self) -> SolvedNode:
        """The first decision."""
        return SolvedNode.first(self)

    def at(self, line: Line = "") -> SolvedNode:
        """Return the node after a line of actions and cards: `solution.at("check, bet 99, call, 5d")`."""
        node = self.root
        for step in read_line(line):
            node = node.after(step)
        return node

    def best_response(self, player: int) -> BestResponse:
        """Return a player's best response to the opponent's strategy, which can be browsed like a solution; locked
        hands stay locked."""
        from kicker.solver.responses import BestResponse

        return BestResponse(self, whole("player", player, 0, 1, code="player"))

    def playing(self, locks: Iterable[Lock | str], threads: int = 1) -> Solution:
        """Return the same strategies with some nodes replaced. Nothing is solved; the new values are measured.

        Use it to see what a habit costs: `solution.playing(["ip; always check, call"]).best_response(0)`.
        """
        from kicker.solver.responses import playing

        return playing(self, locks, threads)

    def save(self, path: str | Path, *, small: bool = False) -> None:
        """Save the solution to a file, which `load_solution` opens.

        A small file holds no regrets: the solver cannot continue from it.
        """
        from kicker.solver.files import save_solution

        save_solution(self, path, small=small)

    def first_values(self, player: int, best: bool = False) -> Array:
        """Return values at all nodes of the first street. They take one pass through the whole tree, made only once."""
        player, best = whole("player", player, 0, 1), flag("best", best)
        if (player, best) not in self._first:
            self._first[player, best] = self.engine.first_values(player, BEST if best else MEAN)
        return self._first[player, best]

    @cached_property
    def _checked_down(self) -> Engine:
        return checked_down(self.engine)


class Measured(NamedTuple):
    """The measured values of an engine's average strategies."""

    values: tuple[float, float]
    """The chips that each player wins on average, including the share of the starting pot."""
    gains: tuple[float, float]
    """The chips that each player could win on top by the best response to the other."""
    exploitability: float
    """The mean of the gains, as a share of the pot."""


def measure(engine: Engine) -> Measured:
    """Measure the values of the average strategies, and the gains of best responses."""
    spot = engine.tree.spot
    hands = engine.boards.levels[0][0].hands
    weights = [each.astype(float) for each in engine.weights]
    pairs = float(weights[0] @ met(weights[1], hands[1], hands[0]))
    raked = spot.rake_rate > 0 and spot.rake_cap > 0
    values, gains = [0.0, 0.0], [0.0, 0.0]
    for player in range(2):
        if player == 0 or raked:
            values[player] = float(engine.run(player, MEAN) @ weights[player]) / pairs
        else:
            values[1] = -values[0]
        gains[player] = float(engine.run(player, BEST) @ weights[player]) / pairs - values[player]
    half = spot.pot / 2
    return Measured((values[0] + half, values[1] + half), (gains[0], gains[1]), max(0.0, sum(gains) / 2 / spot.pot))


def checked_down(engine: Engine) -> Engine:
    """Return an engine on the same boards without any betting, which gives equities."""
    tree = object.__new__(Tree)
    tree.spot = replace(engine.tree.spot, rake_rate=0.0)
    tree.isomorphism = engine.tree.isomorphism
    first = 3 - len(engine.boards.levels)
    kinds = ["card", "card", "showdown"][first:]
    nodes = [TreeNode(kind, street, -1, tree.spot.pot, 0, (0, 0)) for street, kind in enumerate(kinds, first)]
    for node, child in pairwise(nodes):
        node.children = [child]
    tree.root, tree.streets = nodes[0], [[node] for node in nodes]
    return Engine(tree, engine.boards, 32, 1, engine.lists)


class SolvedNode:
    """A node of a solution: who acts, both ranges at this point, and the strategies.

    Arrays have a place for each hand of `hands(player)`. Values at nodes that are never reached are NaN.
    """

    def __init__(
        self,
        solution: Solution,
        tree_node: TreeNode,
        place: tuple[int, int, Suits],
        reach: tuple[Array, Array],
        entry: tuple[int, tuple[Array, Array]],
        line: tuple[SpotAction | Card, ...],
    ) -> None:
        self.solution = solution
        self.tree_node = tree_node
        self.line = line
        """The actions and cards from the root to this node."""
        self._place = self._level, self._board, self._suits = place
        self._reach = reach
        self._entry = entry  # the root at which the street was entered, and the weights there

    @classmethod
    def first(cls, solution: Solution) -> SolvedNode:
        """Return the root."""
        weights = solution.engine.weights
        reach = (weights[0].astype(float), weights[1].astype(float))
        return cls(solution, solution.tree.root, (0, 0, SAME), reach, (0, reach), ())

    # The node itself

    @property
    def kind(self) -> str:
        """`decision`, `card`, `showdown` or `fold`."""
        return self.tree_node.kind

    @property
    def player(self) -> int:
        """The player to act, 0 or 1; -1 if there is no decision."""
        return self.tree_node.player if self.kind == "decision" else -1

    @property
    def actions(self) -> tuple[SpotAction, ...]:
        """The possible actions."""
        return self.tree_node.actions

    @property
    def sizes(self) -> tuple[str, ...]:
        """The actions as players say them: `bet 60%`, `raise 2.5x`."""
        return self.tree_node.sizes

    @property
    def words(self) -> tuple[str, ...]:
        """The same with the chips beside: `bet 60% (120)`."""
        return self.tree_node.words

    @property
    def said(self) -> tuple[str, ...]:
        """The line that leads here as players say it: `bet 60%`, `call`, `5d`."""
        steps, there = [], self.solution.tree.root
        for step in self.line:
            place = 0 if isinstance(step, Card) else there.place_of(step)
            steps.append(str(step) if isinstance(step, Card) else there.sizes[place])
            there = there.children[place]
        return tuple(steps)

    @property
    def board(self) -> tuple[Card, ...]:
        """The cards on the board."""
        dealt = tuple(step for step in self.line if isinstance(step, Card))
        return (*self.solution.spot.board, *dealt)

    @property
    def pot(self) -> int:
        """The chips in the middle, bets of this street included."""
        return self.tree_node.pot

    @property
    def next_cards(self) -> tuple[Card, ...]:
        """The cards that may come next; empty unless a card is dealt here."""
        if self.kind != "card":
            return ()
        return tuple(card for card in self.solution.spot.deck if card not in self.board)

    # Where it leads

    def after(self, step: SpotAction | Card | str) -> Self:
        """Return the node after an action or a card; raise `KickerError` if it is not possible here."""
        if self.kind == "card":
            return self._after_card(step)
        if isinstance(step, Card):
            raise KickerError(f"no card comes here; choose from {', '.join(self.words)}", "line")
        place = step_place(self.tree_node, step_text(step))
        reach = list(self._reach)
        reach[self.player] = reach[self.player] * self.strategy[place]
        here = (self._level, self._board, self._suits)
        line = (*self.line, self.actions[place])
        return self._next(self.tree_node.children[place], here, (reach[0], reach[1]), self._entry, line)

    def _next(self, *where: Any) -> Self:
        """Return a node further on."""
        return type(self)(self.solution, *where)

    def _after_card(self, step: SpotAction | Card | str) -> Self:
        import numpy as np

        found = cards_in(str(step), KickerError, "the next card") if isinstance(step, str | Card) else []
        if len(found) != 1:
            raise KickerError(f"a card comes here, like 5d, not {quoted(step)}", "line")
        if found[0] in self.board:
            raise KickerError(f"{found[0]} is on the board already", "line")
        boards = self.solution.engine.boards
        place, suits = boards.find(self._level + 1, self._board, found[0], self._suits)
        before, now = boards.levels[self._level][self._board], boards.levels[self._level + 1][place]
        reach = []
        for player in range(2):
            weights = np.zeros(1326)
            weights[combo_moves(self._suits)[before.hands[player]]] = self._reach[player]
            reach.append(weights[combo_moves(suits)[now.hands[player]]])
        child = self.tree_node.children[0]
        cards = [node for node in self.solution.tree.streets[self._level] if node.kind == "card"]
        both = (reach[0], reach[1])
        entry = (cards.index(self.tree_node), both)
        return self._next(child, (self._level + 1, place, suits), both, entry, (*self.line, found[0]))

    def runouts(self) -> list[Runout]:
        """Return the effect of each next card; empty if no card is dealt here."""
        found = []
        for card in self.next_cards:
            node = self.after(card)
            shares = node.frequencies if node.kind == "decision" else ()
            found.append(Runout(card, node.values, node.equity, node.actions, shares))
        return found

    # Hands

    def places(self, player: int) -> Array:
        """Return the indices in `COMBOS` of a player's hands."""
        hands = self.solution.engine.boards.levels[self._level][self._board].hands[whole("player", player, 0, 1)]
        seen: Array = combo_moves(self._suits)[hands]
        return seen

    def hands(self, player: int) -> list[Combo]:
        """Return the hands of a player that the board allows."""
        return [COMBOS[place] for place in self.places(player).tolist()]

    def reach(self, player: int) -> Array:
        """Return the weight with which each hand of a player reaches this node."""
        return self._reach[whole("player", player, 0, 1)].copy()

    @cached_property
    def ranges(self) -> tuple[Range, Range]:
        """Both players' ranges at this node."""
        found = []
        for player in range(2):
            weights = [0.0] * len(COMBOS)
            for place, weight in zip(self.places(player).tolist(), self._reach[player].tolist(), strict=True):
                weights[place] = min(max(weight, 0.0), 1.0)
            found.append(Range.from_weights(weights))
        return found[0], found[1]

    @cached_property
    def strategy(self) -> Array:
        """The frequency of each action for each hand of the player to act: a row for each action."""
        if self.kind != "decision":
            raise KickerError("nobody acts at this node", "line")
        return self.solution.engine.strategy(self._level, self._board, self.tree_node)

    @cached_property
    def frequencies(self) -> tuple[float, ...]:
        """The frequency of each action for the whole range."""
        weights = self.weights(self.player)
        return tuple(_mean(row, weights) for row in self.strategy)

    def weights(self, player: int) -> Array:
        """Return the weight of each hand of a player, times the weight of all hands that it can meet."""
        return self._reach[whole("player", player, 0, 1)] * self._met(player)

    def _met(self, player: int) -> Array:
        board = self.solution.engine.boards.levels[self._level][self._board]
        return met(self._reach[1 - player], board.hands[1 - player], board.hands[player])

    def hand_values(self, player: int, best: bool = False) -> Array:
        """Return the chips that each hand of a player wins on average from here, including the pot.

        With `best` the player makes the best response to the opponent's strategy from this street on.
        """
        whole("player", player, 0, 1)
        put_in = self.tree_node.earlier + self.tree_node.put_in[player]
        return _over(self._raw_values(player, best), self._met(player)) + self.solution.spot.pot / 2 + put_in

    def _raw_values(self, player: int, best: bool, node: TreeNode | None = None) -> Array:
        """Return values in the engine's unit: relative to half the starting pot, times the opponent's weights."""
        root, entry = self._entry
        mode = BEST if best else MEAN
        there = node or self.tree_node
        if self._level == 0:
            found: Array = self.solution.first_values(player, best)[there.number].astype(float)
            return found
        return self.solution.engine.values(self._level, self._board, there, root, player, entry[1 - player], mode)

    def hand_equities(self, player: int) -> Array:
        """Return the share of the pot that each hand of a player wins if there is no more betting."""
        whole("player", player, 0, 1)
        engine = self.solution._checked_down
        node = engine.tree.streets[self._level][0]
        raw = engine.values(self._level, self._board, node, 0, player, self._reach[1 - player], MEAN)
        return 0.5 + _over(raw, self._met(player)) / self.solution.spot.pot

    @cached_property
    def values(self) -> tuple[float, float]:
        """The chips that each player wins on average from here, including the pot."""
        return self._mean_of(self.hand_values(0), 0), self._mean_of(self.hand_values(1), 1)

    @cached_property
    def equity(self) -> tuple[float, float]:
        """The share of the pot that each range wins if there is no more betting."""
        return self._mean_of(self.hand_equities(0), 0), self._mean_of(self.hand_equities(1), 1)

    def _mean_of(self, numbers: Array, player: int) -> float:
        """Return the weighted mean of a number for each hand of a player."""
        return _mean(numbers, self.weights(player))

    def plans(self, player: int) -> list[HandPlan]:
        """Return the strategy and value of each hand of a player at this node."""
        whole("player", player, 0, 1)
        rows = self.strategy.T.tolist() if self.player == player else [()] * len(self._reach[player])
        numbers = (self.weights(player), self.hand_values(player), self.hand_equities(player))
        columns = zip(self.hands(player), rows, *(each.tolist() for each in numbers), strict=True)
        return [HandPlan(combo, weight, tuple(row), value, equity) for combo, row, weight, value, equity in columns]

    def hand(self, combo: CardsLike, player: int | None = None) -> HandPlan:
        """Return the strategy and value of one hand, by default of the player to act; raise `KickerError` if it is not
        in the range."""
        if player is None and self.kind != "decision":
            raise KickerError("nobody acts at this node; say whose hand it is with player=0 or player=1", "player")
        who = self.player if player is None else player
        cards = hand_of(combo)
        for plan in self.plans(who):
            if combo_index(*plan.combo) == combo_index(*cards):
                return plan
        raise KickerError(f"{cards[0]}{cards[1]} is not in the range of player {who} on this board", "hand")


def hand_of(combo: CardsLike) -> list[Card]:
    """Return the two cards of a hand."""
    cards = list(cards_in(combo, KickerError, "a hand"))
    if len(cards) != 2 or cards[0] == cards[1]:
        raise KickerError(f"a hand is two different cards like AhKd, not {str(combo)!r}", "hand")
    return cards


def _over(raw: Array, weights: Array) -> Array:
    import numpy as np

    shares: Array = np.divide(raw, weights, out=np.full(len(raw), np.nan), where=weights > 0)
    return shares


def _mean(numbers: Array, weights: Array) -> float:
    import numpy as np

    known = weights > 0
    total = weights[known].sum()
    return float(numbers[known] @ weights[known] / total) if total > 0 else float(np.nan)
