# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Small games of two players, solved in 64 bits: predictive regret matching with alternating updates.

A game is a public tree with parents before children: decisions of both players, chance nodes, and ends with a matrix of
what player 0 wins with each pair of hands, times the chance of that pair and of the cards on the way. So a chance node
only adds up its children. Each player's hands come to a node with weights that only the player's own decisions
change: nodes share columns of weights. Types are declared in `small_games.pxd`.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH
from cython.cimports.libc.stdint import int32_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

MOST_NODES = cython.declare(cython.int, 1_000_000)
MOST_HANDS = cython.declare(cython.int, 1326)
AHEAD = cython.declare(cython.double, 1.0 / 3)
MOST_CELLS = cython.declare(cython.longlong, 1 << 28)


@cython.cfunc
@cython.exceptval(check=False)
def zeros(count: cython.longlong) -> cython.p_double:
    """Return room for numbers, at least one, or NULL."""
    return cython.cast(cython.p_double, calloc(count + 1, cython.sizeof(cython.double)))


@cython.cclass
class Tabular:
    """A small game to solve: regrets, the current strategy, and the average of all strategies."""

    def __init__(self, nodes: cython.int[:, ::1], kids: cython.int[::1], payoffs: cython.double[:, :, ::1]):
        """Of each node who acts (0 or 1; 2: chance, 3: an end), where its children begin among `kids`, how many
        there are, and of an end the number of its payoffs.
        """
        node: cython.int
        i: cython.int
        if self.nodes:
            raise ValueError("the game is made already")
        if nodes.shape[0] != 4 or not 1 <= nodes.shape[1] <= MOST_NODES or payoffs.shape[0] < 1:
            raise ValueError("a game has nodes and payoffs")
        if not 1 <= payoffs.shape[1] <= MOST_HANDS or not 1 <= payoffs.shape[2] <= MOST_HANDS:
            raise ValueError("both players need hands")
        has_room("kids", kids.shape[0], nodes.shape[1] - 1)
        if kids.shape[0] > MOST_NODES:  # so that places among them are ints
            raise ValueError(f"{kids.shape[0]} children are too many")
        seen: set = set()
        for node in range(nodes.shape[1]):
            if not 0 <= nodes[0, node] <= END:
                raise ValueError(f"node {node} is of no known kind")
            if nodes[0, node] == END:
                if nodes[2, node] != 0 or not 0 <= nodes[3, node] < payoffs.shape[0]:
                    raise ValueError(f"node {node} is not an end")
                continue
            if not 1 <= nodes[2, node] <= (MOST_ACTIONS if nodes[0, node] < CHANCE else MOST_NODES):
                raise ValueError(f"node {node} has no children")
            if not 0 <= nodes[1, node] <= kids.shape[0] - nodes[2, node]:
                raise ValueError(f"node {node} has children that are not there")
            for i in range(nodes[1, node], nodes[1, node] + nodes[2, node]):
                if not node < kids[i] < nodes.shape[1] or kids[i] in seen:
                    raise ValueError(f"node {kids[i]} is not a child of node {node}")
                seen.add(kids[i])
        if len(seen) != nodes.shape[1] - 1:
            raise ValueError("some nodes have no parent")
        self.kept = (nodes.copy(), kids.copy())
        self.nodes = nodes.shape[1]
        self.hands[0], self.hands[1] = payoffs.shape[1], payoffs.shape[2]
        self.make_columns()
        self.make_rooms(payoffs)
        self.begin()

    def __dealloc__(self):
        i: cython.int
        free(self.start)
        free(self.values)
        for i in range(2):
            free(self.column[i])
            free(self.gain[i])
            free(self.reach[i])
            free(self.regrets[i])
            free(self.plan[i])
            free(self.sum[i])
            free(self.mean[i])

    @cython.cfunc
    def make_columns(self):
        """Find the columns of both players' weights, and the own cells, of each node."""
        nodes: cython.int[:, ::1] = self.kept[0]
        kids: cython.int[::1] = self.kept[1]
        node: cython.int
        player: cython.int
        kid: cython.int
        i: cython.int
        self.kind = cython.cast(cython.pointer(int32_t), cython.address(nodes[0, 0]))
        self.first = cython.cast(cython.pointer(int32_t), cython.address(nodes[1, 0]))
        self.count = cython.cast(cython.pointer(int32_t), cython.address(nodes[2, 0]))
        self.kids = cython.cast(cython.pointer(int32_t), cython.address(kids[0])) if kids.shape[0] else cython.NULL
        self.start = cython.cast(cython.pointer(int32_t), calloc(self.nodes, cython.sizeof(int32_t)))
        for player in range(2):
            self.column[player] = cython.cast(cython.pointer(int32_t), calloc(self.nodes, cython.sizeof(int32_t)))
            self.columns[player] = 1
        if self.start == cython.NULL or self.column[0] == cython.NULL or self.column[1] == cython.NULL:
            raise MemoryError
        for node in range(self.nodes):
            self.start[node] = nodes[3, node]
            if self.kind[node] < CHANCE:
                player = self.kind[node]
                self.start[node] = self.cells[player]
                if self.cells[player] + cython.cast(cython.longlong, self.count[node]) * self.hands[player] > MOST_CELLS:
                    raise MemoryError
                self.cells[player] += self.count[node] * self.hands[player]
            for i in range(self.count[node]):
                kid = self.kids[self.first[node] + i]
                for player in range(2):
                    self.column[player][kid] = self.column[player][node]
                if self.kind[node] < CHANCE:
                    player = self.kind[node]
                    self.column[player][kid] = self.columns[player]
                    self.columns[player] += 1

    @cython.cfunc
    def make_rooms(self, payoffs):
        """Allocate all tables, and the payoffs from both sides."""
        given: cython.double[:, :, ::1] = payoffs
        p: cython.int
        i: cython.int
        j: cython.int
        k: cython.int
        size: cython.longlong = cython.cast(cython.longlong, self.hands[0]) * self.hands[1]
        if size * given.shape[0] > MOST_CELLS or cython.cast(cython.longlong, self.nodes) * max(self.hands[0], self.hands[1]) > MOST_CELLS:
            raise MemoryError
        self.values = zeros(cython.cast(cython.longlong, self.nodes) * max(self.hands[0], self.hands[1]))
        for p in range(2):
            self.gain[p] = zeros(size * given.shape[0])
            self.reach[p] = zeros(cython.cast(cython.longlong, self.columns[p]) * self.hands[p])
            self.regrets[p] = zeros(self.cells[p])
            self.plan[p] = zeros(self.cells[p])
            self.sum[p] = zeros(self.cells[p])
            self.mean[p] = zeros(self.cells[p])
            if (
                self.gain[p] == cython.NULL or self.reach[p] == cython.NULL or self.regrets[p] == cython.NULL
                or self.plan[p] == cython.NULL or self.sum[p] == cython.NULL or self.mean[p] == cython.NULL
            ):  # fmt: skip
                raise MemoryError
        if self.values == cython.NULL:
            raise MemoryError
        for k in range(given.shape[0]):
            for i in range(self.hands[0]):
                for j in range(self.hands[1]):
                    self.gain[0][k * size + i * self.hands[1] + j] = given[k, i, j]
                    self.gain[1][k * size + j * self.hands[0] + i] = -given[k, i, j]

    def begin(self):
        """Forget everything: all actions become equally likely."""
        node: cython.int
        player: cython.int
        i: cython.int
        self.iteration = self.since = 0
        for player in range(2):
            memset(self.regrets[player], 0, self.cells[player] * cython.sizeof(cython.double))
            memset(self.sum[player], 0, self.cells[player] * cython.sizeof(cython.double))
        for node in range(self.nodes):
            if self.kind[node] < CHANCE:
                player = self.kind[node]
                for i in range(self.count[node] * self.hands[player]):
                    self.plan[player][self.start[node] + i] = 1.0 / self.count[node]
        for player in range(2):
            self.average(player)
            self.spread(player, self.plan[player])

    def restart(self):
        """Continue from the average: regrets keep their size, in its proportions. A new average begins."""
        node: cython.int
        player: cython.int
        i: cython.int
        h: cython.int
        cell: cython.int
        total: cython.double
        for player in range(2):
            self.average(player)
            memset(self.sum[player], 0, self.cells[player] * cython.sizeof(cython.double))
            memcpy(self.plan[player], self.mean[player], self.cells[player] * cython.sizeof(cython.double))
        for node in range(self.nodes):
            if self.kind[node] < CHANCE:
                player = self.kind[node]
                for h in range(self.hands[player]):
                    total = 0
                    for i in range(self.count[node]):
                        total += self.regrets[player][self.start[node] + i * self.hands[player] + h]
                    for i in range(self.count[node]):
                        cell = self.start[node] + i * self.hands[player] + h
                        self.regrets[player][cell] = total * self.mean[player][cell]
        for player in range(2):
            self.spread(player, self.plan[player])
        self.since = 0

    def spread(self, player, plan):
        """Compute the weights with which a player's hands reach each node."""
        size: cython.int = self.hands[player]
        node: cython.int
        a: cython.int
        h: cython.int
        given: cython.p_double
        out: cython.p_double
        for h in range(size):
            self.reach[player][h] = 1
        for node in range(self.nodes):
            if self.kind[node] == player:
                given = self.reach[player] + self.column[player][node] * size
                for a in range(self.count[node]):
                    out = self.reach[player] + self.column[player][self.kids[self.first[node] + a]] * size
                    for h in range(size):
                        out[h] = given[h] * plan[self.start[node] + a * size + h]

    def add_kids(self, node, size):
        """Add up the values at a node where the player does not decide."""
        out: cython.p_double = self.values + node * size
        found: cython.p_double
        a: cython.int
        h: cython.int
        memcpy(out, self.values + self.kids[self.first[node]] * size, size * cython.sizeof(cython.double))
        for a in range(1, self.count[node]):
            found = self.values + self.kids[self.first[node] + a] * size
            for h in range(size):
                out[h] += found[h]

    def settle(self, node, player):
        """Compute what each hand wins at an end."""
        size: cython.int = self.hands[player]
        others: cython.int = self.hands[1 - player]
        row: cython.p_double = self.gain[player] + cython.cast(cython.longlong, self.start[node]) * size * others
        reach: cython.p_double = self.reach[1 - player] + self.column[1 - player][node] * others
        out: cython.p_double = self.values + node * size
        h: cython.int
        j: cython.int
        total: cython.double
        for h in range(size):
            total = 0
            for j in range(others):
                total += row[j] * reach[j]
            out[h] = total
            row += others

    def learn(self, node, player):
        """Add the regrets of this iteration. A third of them is expected to recur, and is played for in advance."""
        size: cython.int = self.hands[player]
        count: cython.int = self.count[node]
        regrets: cython.p_double = self.regrets[player] + self.start[node]
        plan: cython.p_double = self.plan[player] + self.start[node]
        sum: cython.p_double = self.sum[player] + self.start[node]
        own: cython.p_double = self.reach[player] + self.column[player][node] * size
        out: cython.p_double = self.values + node * size
        kids: cython.pointer(int32_t) = self.kids + self.first[node]
        weight: cython.double = cython.cast(cython.double, self.since) * self.since
        value: cython.double
        missed: cython.double
        total: cython.double
        a: cython.int
        h: cython.int
        for h in range(size):
            value = 0
            for a in range(count):
                value += plan[a * size + h] * self.values[kids[a] * size + h]
                sum[a * size + h] += weight * own[h] * plan[a * size + h]
            out[h] = value
            total = 0
            for a in range(count):
                missed = self.values[kids[a] * size + h] - value
                regrets[a * size + h] = max(regrets[a * size + h] + missed, 0.0)
                plan[a * size + h] = max(regrets[a * size + h] + AHEAD * missed, 0.0)
                total += plan[a * size + h]
            for a in range(count):
                plan[a * size + h] = plan[a * size + h] / total if total > 0 else 1.0 / count

    def choose(self, node, player, plan, best):
        """Compute the value of a decision by a plan, or of the best action for each hand."""
        size: cython.int = self.hands[player]
        out: cython.p_double = self.values + node * size
        kids: cython.pointer(int32_t) = self.kids + self.first[node]
        a: cython.int
        h: cython.int
        for h in range(size):
            out[h] = self.values[kids[0] * size + h] * (1.0 if best else plan[self.start[node] + h])
            for a in range(1, self.count[node]):
                if best:
                    out[h] = max(out[h], self.values[kids[a] * size + h])
                else:
                    out[h] += plan[self.start[node] + a * size + h] * self.values[kids[a] * size + h]

    def collect(self, player, plan, learn, best):
        """Compute the values of a player's hands, from the ends to the root."""
        node: cython.int = self.nodes
        while node > 0:
            node -= 1
            if self.kind[node] == END:
                self.settle(node, player)
            elif self.kind[node] != player:
                self.add_kids(node, self.hands[player])
            elif learn:
                self.learn(node, player)
            else:
                self.choose(node, player, plan, best)

    def average(self, player):
        """Compute the average strategy; all actions are equally likely where nothing was played."""
        size: cython.int = self.hands[player]
        node: cython.int
        a: cython.int
        h: cython.int
        cell: cython.int
        total: cython.double
        for node in range(self.nodes):
            if self.kind[node] != player:
                continue
            for h in range(size):
                total = 0
                for a in range(self.count[node]):
                    total += self.sum[player][self.start[node] + a * size + h]
                for a in range(self.count[node]):
                    cell = self.start[node] + a * size + h
                    self.mean[player][cell] = self.sum[player][cell] / total if total > 0 else 1.0 / self.count[node]

    def total(self, player):
        """Return what all hands of a player win together at the root."""
        h: cython.int
        total: cython.double = 0
        for h in range(self.hands[player]):
            total += self.values[h]
        return total

    def iterate(self, count: cython.int):
        """Make iterations: player 0 learns, then player 1 from the new strategy of player 0."""
        i: cython.int
        player: cython.int
        with cython.nogil:
            for i in range(count):
                self.iteration += 1
                self.since += 1
                for player in range(2):
                    self.collect(player, cython.NULL, True, False)
                    self.spread(player, self.plan[player])

    def take(self, now):
        """Use the average strategy, or the current one, for measurements and queries."""
        player: cython.int
        for player in range(2):
            if now:
                memcpy(self.mean[player], self.plan[player], self.cells[player] * cython.sizeof(cython.double))
            else:
                self.average(player)

    def measure(self, now: cython.bint):
        """Return what player 0 wins, and what both players would win by best responses: to the average strategies, or
        with `now` to the current ones."""
        found: cython.double[3]
        player: cython.int
        with cython.nogil:
            self.take(now)
            for player in range(2):
                self.spread(player, self.mean[player])
            self.collect(0, self.mean[0], False, False)
            found[2] = self.total(0)
            for player in range(2):
                self.collect(player, self.mean[player], False, True)
                found[player] = self.total(player)
            for player in range(2):
                self.spread(player, self.plan[player])
        return found[2], found[0], found[1]

    def strategy(self, node: cython.int, now: cython.bint, out: cython.double[:, ::1]):
        """Write how often each hand takes each action of a decision: on average, or now."""
        player: cython.int
        a: cython.int
        h: cython.int
        if not 0 <= node < self.nodes or self.kind[node] >= CHANCE:
            raise ValueError(f"nobody decides at node {node}")
        player = self.kind[node]
        if out.shape[0] != self.count[node] or out.shape[1] != self.hands[player]:
            raise ValueError(f"the strategy has {self.count[node]} rows of {self.hands[player]}")
        self.take(now)
        for a in range(self.count[node]):
            for h in range(self.hands[player]):
                out[a, h] = self.mean[player][self.start[node] + a * self.hands[player] + h]


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
