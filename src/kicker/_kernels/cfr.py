# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled solver of a two-player spot from the flop, turn or river on: discounted regret minimisation.

A game has one to three streets. Each street is a forest of betting nodes, the same for all its boards, and has tables of
regrets and average strategies with a row for each action and a place for each hand. A pass for one player goes through
the streets: it spreads the weights with which the other one's hands reach each node, settles showdowns and folds, and
collects values on the way back, where the player's regrets and average strategy learn from them.

Nodes at which the player acts leave the other one's weights as they are, so nodes share columns of weights: eight
columns are settled at a time, in one pass over the hands in the order of their strength. Hands that share a card are
taken out by sums for each card. Values are chips above half the starting pot, times the weights of the other one's
hands. Types are declared in `cfr.pxd`.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room
from cython.cimports.kicker._kernels.ends import by_column, by_hand, meet, sweep
from cython.cimports.kicker._kernels.forest import MOST_ACTIONS, MOST_LEVELS, Board, Forest, Plan, Street
from cython.cimports.kicker._kernels.rows import (
    LANES,
    add,
    add_product,
    aligned_free,
    aligned_zeros,
    first_of,
    highest,
    largest,
    learn_row,
    match_regrets,
    multiply,
    narrow,
    pick,
    put_back,
    set_locked,
    step_row,
    step_short_row,
    vf,
    widen,
    widen_mean,
)
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH
from cython.cimports.libc.math import pow as power
from cython.cimports.libc.stdint import int16_t, int32_t, int64_t, uint8_t, uint16_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

MOST_WORKS = cython.declare(cython.int, 256)

# What is done with the strategies.
LEARN = cython.declare(cython.int, 0)
MEAN = cython.declare(cython.int, 1)
BEST = cython.declare(cython.int, 2)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def room_for(size: int64_t) -> cython.p_float:
    """Zeros at a place where vectors may begin, or NULL."""
    return cython.cast(cython.p_float, aligned_zeros(size * cython.sizeof(cython.float)))


# --- the game --------------------------------------------------------------------------------------------------------


@cython.cclass
class Game(Forest):
    """A spot that is being solved: once it is sealed, passes can be made through it."""

    def __dealloc__(self):
        i: cython.int
        level: cython.int
        for i in range(self.works if self.work != cython.NULL else 0):
            for level in range(MOST_LEVELS):
                aligned_free(self.work[i].level[level].reach)
                aligned_free(self.work[i].level[level].values)
            aligned_free(self.work[i].sums)
            aligned_free(self.work[i].shown)
            aligned_free(self.work[i].folded)
            aligned_free(self.work[i].strategy)
            aligned_free(self.work[i].regrets)
            aligned_free(self.work[i].trash)
        free(self.work)
        free(self.results)
        free(self.result_start)

    def seal(self, first: cython.float[::1], second: cython.float[::1], works: cython.int):
        """Everything is there: the weights of both players' hands at the root, and how many threads will work."""
        below: cython.pointer(Street)
        i: cython.int
        size: int64_t = 0
        if self.sealed or not 1 <= works <= MOST_WORKS:
            raise ValueError("a game is sealed once, for 1 to 256 threads")
        self.check_complete()
        has_room("first", first.shape[0], self.street[0].board[0].hands[0])
        has_room("second", second.shape[0], self.street[0].board[0].hands[1])
        if self.street[0].board[0].hands[0] == 0 or self.street[0].board[0].hands[1] == 0:
            raise ValueError("both players need a hand")
        self.weights[0], self.weights[1] = cython.address(first[0]), cython.address(second[0])
        self.kept += [first, second]
        self.works = works + 1
        self.work = cython.cast(cython.pointer(Work), calloc(self.works, cython.sizeof(Work)))
        if self.work == cython.NULL:
            raise MemoryError
        for i in range(self.works):
            if not self.make_work(cython.address(self.work[i]), 0 if i == 0 else self.levels > 1):
                raise MemoryError
        if self.levels > 1:
            below = cython.address(self.street[1])
            self.result_start = cython.cast(cython.pointer(int64_t), calloc(below.boards, cython.sizeof(int64_t)))
            if self.result_start == cython.NULL:
                raise MemoryError
            for i in range(below.boards):
                self.result_start[i] = size
                size += below.roots * max(below.board[i].stride[0], below.board[i].stride[1])
            self.results = cython.cast(cython.p_float, calloc(size, cython.sizeof(cython.float)))
            if self.results == cython.NULL:
                raise MemoryError
        self.sealed = True

    @cython.cfunc
    @cython.exceptval(check=False)
    def make_work(self, work: cython.pointer(Work), first: cython.int) -> cython.bint:
        """Room for one thread: for the first street alone, or for all that follow."""
        street: cython.pointer(Street)
        level: cython.int
        stride: cython.int = 0
        done: cython.bint = True
        for level in range(first, self.levels):
            street = cython.address(self.street[level])
            stride = max(stride, street.most_stride[0], street.most_stride[1])
            work.level[level].reach = room_for(
                max(
                    cython.cast(int64_t, street.plan[0].columns) * street.most_stride[1],
                    cython.cast(int64_t, street.plan[1].columns) * street.most_stride[0],
                )
            )
            work.level[level].values = room_for(
                cython.cast(int64_t, street.nodes) * max(street.most_stride[0], street.most_stride[1])
            )
            done = done and work.level[level].reach != cython.NULL and work.level[level].values != cython.NULL
        work.sums, work.shown, work.folded = room_for(8 * stride), room_for(8 * stride), room_for(8 * stride)
        work.strategy, work.regrets = room_for((MOST_ACTIONS + 1) * stride), room_for((MOST_ACTIONS + 1) * stride)
        work.trash = room_for(stride)
        return (
            done and work.sums != cython.NULL and work.shown != cython.NULL and work.folded != cython.NULL
            and work.strategy != cython.NULL and work.regrets != cython.NULL and work.trash != cython.NULL
        )  # fmt: skip

    # What one pass does

    def discount(self):
        """How much of what was learnt before still counts in this iteration."""
        t: cython.double = self.iteration
        base: cython.double = power(max(t - 1, 0.0), 1.5)
        nearest: cython.longlong = 1
        since: cython.double = 0
        if self.iteration:
            while nearest * 4 <= self.iteration:
                nearest *= 4
            since = t - nearest
        self.alpha = base / (base + 1)
        self.weight = self.weight * power(since / (since + 1), 3.0) + 1
        self.step = 1 / self.weight

    def strategy_of(self, work, street, b, node, mode, out):
        """The rows of a node's strategy: what regrets say while learning, else the average; locks come first."""
        player: cython.int = street.kind[node]
        count: cython.int = street.count[node]
        stride: cython.int = street.board[b].stride[player]
        start: int64_t = street.board[b].start[player]
        cell: int64_t = start * street.rows[player] + street.row[node] * stride
        mean: int64_t = start * street.mean_rows[player] + street.mean_row[node] * stride
        if mode == LEARN:
            if self.bits == 16:
                widen(work.regrets, cython.cast(cython.pointer(int16_t), street.regrets[player]) + cell, 1, count * stride)
                match_regrets(out, work.regrets, count, stride)
            else:
                match_regrets(out, cython.cast(cython.p_float, street.regrets[player]) + cell, count, stride)
        else:
            if self.bits == 16:
                widen_mean(
                    out + stride, cython.cast(cython.pointer(uint16_t), street.means[player]) + mean, (count - 1) * stride
                )
            else:
                memcpy(
                    out + stride,
                    cython.cast(cython.p_float, street.means[player]) + mean,
                    (count - 1) * stride * cython.sizeof(cython.float),
                )
            first_of(out, out + stride, count - 1, stride)
        if street.lock != cython.NULL and street.lock[b * street.nodes + node] >= 0:
            set_locked(out, street.locked + 8 * cython.cast(int64_t, street.lock[b * street.nodes + node]), count * stride)

    def spread(self, work, level, b, player, mode):
        """The weights with which the other one's hands reach each node, by column."""
        street: cython.pointer(Street) = cython.address(self.street[level])
        plan: cython.pointer(Plan) = cython.address(street.plan[player])
        stride: cython.int = street.board[b].stride[1 - player]
        reach: cython.p_float = work.level[level].reach
        node: cython.int
        i: cython.int
        a: cython.int
        for i in range(plan.forwards):
            node = plan.forward[i]
            self.strategy_of(work, street, b, node, mode, work.strategy)
            for a in range(street.count[node]):
                multiply(
                    reach + cython.cast(int64_t, plan.column[street.kids[street.first[node] + a]]) * stride,
                    reach + cython.cast(int64_t, plan.column[node]) * stride,
                    work.strategy + a * stride,
                    stride,
                )

    def settle(self, work, level, b, player):
        """Showdowns and folds, eight columns at a time."""
        street: cython.pointer(Street) = cython.address(self.street[level])
        board: cython.pointer(Board) = cython.address(street.board[b])
        plan: cython.pointer(Plan) = cython.address(street.plan[player])
        amounts: vf[3]
        chips: cython.p_float = cython.cast(cython.p_float, cython.address(amounts[0]))
        columns: cython.p_float[8]
        shown: cython.p_float[8]
        folded: cython.p_float[8]
        values: cython.p_float = work.level[level].values
        size: int64_t = board.stride[player]
        first: cython.int
        lane: cython.int
        i: cython.int
        shows: cython.bint
        first = 0
        while first < plan.ends:
            for lane in range(LANES):
                i = min(first + lane, plan.ends - 1)
                columns[lane] = work.level[level].reach + cython.cast(int64_t, plan.ends_column[i]) * board.stride[1 - player]
                chips[lane] = plan.ends_stake[i]
                chips[LANES + lane] = plan.ends_share[i]
                chips[2 * LANES + lane] = plan.ends_chips[i]
                shown[lane] = values + plan.ends_show[i] * size if plan.ends_show[i] >= 0 else work.trash
                folded[lane] = values + plan.ends_fold[i] * size if plan.ends_fold[i] >= 0 else work.trash
            by_hand(work.sums, columns, board.stride[1 - player])
            shows = first < plan.shows
            if shows:
                sweep(board, player, work.sums, work.shown, work.folded, amounts[0], amounts[1], amounts[2])
                by_column(shown, work.shown, board.stride[player])
            else:
                meet(board, player, work.sums, work.folded, amounts[2])
            by_column(folded, work.folded, board.stride[player])
            first += LANES

    def learn(self, work, street, b, node, values):
        """The value of a node of the player, whose regrets and average strategy are updated."""
        player: cython.int = street.kind[node]
        count: cython.int = street.count[node]
        stride: cython.int = street.board[b].stride[player]
        start: int64_t = street.board[b].start[player]
        cell: int64_t = start * street.rows[player] + street.row[node] * stride
        mean: int64_t = start * street.mean_rows[player] + street.mean_row[node] * stride
        kids: cython.pointer(int32_t) = street.kids + street.first[node]
        out: cython.p_float = values + cython.cast(int64_t, node) * stride
        regrets: cython.p_float = work.regrets
        scale: cython.p_float = cython.NULL
        most: cython.float
        a: cython.int
        self.strategy_of(work, street, b, node, LEARN, work.strategy)
        multiply(out, values + cython.cast(int64_t, kids[0]) * stride, work.strategy, stride)
        for a in range(1, count):
            add_product(out, values + cython.cast(int64_t, kids[a]) * stride, work.strategy + a * stride, stride)
        if self.bits == 16:
            scale = street.scales[player] + b * street.decisions[player] + street.number[node]
            widen(
                regrets, cython.cast(cython.pointer(int16_t), street.regrets[player]) + cell, scale[0], count * stride
            )
        else:
            regrets = cython.cast(cython.p_float, street.regrets[player]) + cell
        for a in range(count):
            learn_row(regrets + a * stride, values + cython.cast(int64_t, kids[a]) * stride, out, self.alpha, stride)
        if self.bits == 16:
            most = largest(regrets, count * stride)
            scale[0] = most / 32767
            narrow(
                cython.cast(cython.pointer(int16_t), street.regrets[player]) + cell,
                regrets,
                32767 / most if most > 0 else 0,
                count * stride,
            )
            step_short_row(
                cython.cast(cython.pointer(uint16_t), street.means[player]) + mean,
                work.strategy + stride,
                self.step,
                (count - 1) * stride,
            )
        else:
            step_row(
                cython.cast(cython.p_float, street.means[player]) + mean, work.strategy + stride, self.step, (count - 1) * stride
            )

    def weigh(self, work, street, b, node, values, mode):
        """The value of a node of the player, who plays the average strategy, or the best that there is."""
        player: cython.int = street.kind[node]
        count: cython.int = street.count[node]
        stride: cython.int = street.board[b].stride[player]
        kids: cython.pointer(int32_t) = street.kids + street.first[node]
        out: cython.p_float = values + cython.cast(int64_t, node) * stride
        locked: cython.bint = street.lock != cython.NULL and street.lock[b * street.nodes + node] >= 0
        sum: cython.p_float = work.regrets
        lock: cython.pointer(cython.const[cython.float])
        a: cython.int
        h: cython.int
        if mode == MEAN or locked:
            self.strategy_of(work, street, b, node, MEAN, work.strategy)
            multiply(sum, values + cython.cast(int64_t, kids[0]) * stride, work.strategy, stride)
            for a in range(1, count):
                add_product(sum, values + cython.cast(int64_t, kids[a]) * stride, work.strategy + a * stride, stride)
        if mode == MEAN:
            memcpy(out, sum, stride * cython.sizeof(cython.float))
            return
        memcpy(out, values + cython.cast(int64_t, kids[0]) * stride, stride * cython.sizeof(cython.float))
        for a in range(1, count):
            highest(out, values + cython.cast(int64_t, kids[a]) * stride, stride)
        if locked:
            lock = street.locked + 8 * cython.cast(int64_t, street.lock[b * street.nodes + node])
            for h in range(stride):
                if lock[h] >= 0:
                    out[h] = sum[h]

    def collect(self, work, level, b, player, mode):
        """Values from the ends back to the roots."""
        street: cython.pointer(Street) = cython.address(self.street[level])
        values: cython.p_float = work.level[level].values
        stride: cython.int = street.board[b].stride[player]
        node: cython.int
        i: cython.int
        a: cython.int
        for i in range(street.backs):
            node = street.back[i]
            if street.kind[node] != player:
                memcpy(
                    values + cython.cast(int64_t, node) * stride,
                    values + cython.cast(int64_t, street.kids[street.first[node]]) * stride,
                    stride * cython.sizeof(cython.float),
                )
                for a in range(1, street.count[node]):
                    add(
                        values + cython.cast(int64_t, node) * stride,
                        values + cython.cast(int64_t, street.kids[street.first[node] + a]) * stride,
                        stride,
                    )
            elif mode == LEARN:
                self.learn(work, street, b, node, values)
            else:
                self.weigh(work, street, b, node, values, mode)

    def go_down(self, above, work, level, b, child, player):
        """The weights at the roots of a child board: those of the nodes after which a card comes, times its chance."""
        street: cython.pointer(Street) = cython.address(self.street[level])
        plan: cython.pointer(Plan) = cython.address(street.plan[player])
        board: cython.pointer(Board) = cython.address(self.street[level + 1].board[child])
        other: cython.int = 1 - player
        i: cython.int
        for i in range(street.nexts):
            pick(
                work.level[level + 1].reach + cython.cast(int64_t, i) * board.stride[other],
                above.level[level].reach + cython.cast(int64_t, plan.column[street.next[i]]) * street.board[b].stride[other],
                board.down[other],
                street.chance,
                board.hands[other],
                board.stride[other],
            )

    def come_up(self, target, level, b, child, player, found, by_root):
        """The values of a child board's roots are added to those of the nodes after which a card comes."""
        street: cython.pointer(Street) = cython.address(self.street[level])
        below: cython.pointer(Street) = cython.address(self.street[level + 1])
        board: cython.pointer(Board) = cython.address(below.board[child])
        hands: cython.int = street.board[b].hands[player]
        i: cython.int
        c: cython.int
        for i in range(street.nexts):
            for c in range(board.copies):
                put_back(
                    target + cython.cast(int64_t, street.next[i]) * street.board[b].stride[player],
                    found + cython.cast(int64_t, i if by_root else below.root[i]) * board.stride[player],
                    board.up[player] + c * hands,
                    hands,
                )

    def clear_next(self, values, level, b, player):
        """Nothing yet at the nodes after which a card comes."""
        street: cython.pointer(Street) = cython.address(self.street[level])
        stride: cython.int = street.board[b].stride[player]
        i: cython.int
        for i in range(street.nexts):
            memset(values + cython.cast(int64_t, street.next[i]) * stride, 0, stride * cython.sizeof(cython.float))

    def run(self, work, level, b, player, mode):
        """A pass through a board and all that follow it; the weights at its roots are there."""
        board: cython.pointer(Board) = cython.address(self.street[level].board[b])
        child: cython.int
        self.spread(work, level, b, player, mode)
        self.settle(work, level, b, player)
        self.clear_next(work.level[level].values, level, b, player)
        for child in range(board.first_child, board.first_child + board.children):
            self.go_down(work, work, level, b, child, player)
            self.run(work, level + 1, child, player, mode)
            self.come_up(work.level[level].values, level, b, child, player, work.level[level + 1].values, False)
        self.collect(work, level, b, player, mode)

    def open_top(self, player, mode):
        """The first street, up to the next card."""
        board: cython.pointer(Board) = cython.address(self.street[0].board[0])
        work: cython.pointer(Work) = self.work
        memset(work.level[0].reach, 0, board.stride[1 - player] * cython.sizeof(cython.float))
        memcpy(work.level[0].reach, self.weights[1 - player], board.hands[1 - player] * cython.sizeof(cython.float))
        self.spread(work, 0, 0, player, mode)
        self.settle(work, 0, 0, player)

    def run_child(self, slot, player, mode, child):
        """One board of the second street, and the values of its roots."""
        below: cython.pointer(Street) = cython.address(self.street[1])
        work: cython.pointer(Work) = cython.address(self.work[slot])
        stride: int64_t = below.board[child].stride[player]
        i: cython.int
        self.go_down(self.work, work, 0, 0, child, player)
        self.run(work, 1, child, player, mode)
        for i in range(below.roots):
            memcpy(
                self.results + self.result_start[child] + i * stride,
                work.level[1].values + below.root[i] * stride,
                stride * cython.sizeof(cython.float),
            )

    def close_top(self, player, mode):
        """What the second street came to, board by board, and the values of the first."""
        child: cython.int
        self.clear_next(self.work.level[0].values, 0, 0, player)
        for child in range(self.street[0].board[0].children):
            self.come_up(
                self.work.level[0].values, 0, 0, child, player, self.results + self.result_start[child], True
            )
        self.collect(self.work, 0, 0, player, mode)

    # What Python calls

    def begin(self, player: cython.int, mode: cython.int):
        """The first part of a pass: then `child` for each board of the second street, in any order, then `finish`."""
        self.check_pass(player, mode)
        with cython.nogil:
            if mode == LEARN and player == 0:
                self.discount()
            self.open_top(player, mode)

    def child(self, slot: cython.int, player: cython.int, mode: cython.int, child: cython.int):
        """A board of the second street; threads that work at the same time have different slots from 1 on."""
        self.check_pass(player, mode)
        if self.levels < 2 or not 1 <= slot < self.works or not 0 <= child < self.street[1].boards:
            raise ValueError(f"no thread {slot} can work on board {child}")
        with cython.nogil:
            self.run_child(slot, player, mode, child)

    def finish(self, player: cython.int, mode: cython.int):
        """The last part of a pass."""
        self.check_pass(player, mode)
        with cython.nogil:
            self.close_top(player, mode)
            if mode == LEARN and player == 1:
                self.iteration += 1

    def iterate(self, count: cython.int):
        """Iterations in this thread: a pass for player 0 and one for player 1 each."""
        i: cython.int
        player: cython.int
        child: cython.int
        self.check_pass(0, LEARN)
        with cython.nogil:
            for i in range(count):
                self.discount()
                for player in range(2):
                    self.open_top(player, LEARN)
                    for child in range(self.street[0].board[0].children):
                        self.run_child(1, player, LEARN, child)
                    self.close_top(player, LEARN)
                self.iteration += 1

    @cython.cfunc
    def check_pass(self, player: cython.int, mode: cython.int):
        if not self.sealed:
            raise ValueError("the game is not complete")
        if not 0 <= player <= 1 or not LEARN <= mode <= BEST:
            raise ValueError(f"there is no pass {mode} for player {player}")

    def root_values(self, player: cython.int, out: cython.float[::1]):
        """What the last pass, which was for this player, came to: a value for each of the player's hands."""
        self.check_pass(player, MEAN)
        has_room("out", out.shape[0], self.street[0].board[0].hands[player])
        memcpy(
            cython.address(out[0]),
            self.work.level[0].values + self.street[0].root[0] * self.street[0].board[0].stride[player],
            self.street[0].board[0].hands[player] * cython.sizeof(cython.float),
        )

    def values(
        self, level: cython.int, board: cython.int, root: cython.int, player: cython.int, mode: cython.int,
        reach: cython.float[::1], node: cython.int, out: cython.float[::1],
    ):  # fmt: skip
        """The values of a player's hands at a node of a board that the other one reaches by a root, with these weights there."""
        street: cython.pointer(Street)
        here: cython.pointer(Board)
        work: cython.pointer(Work)
        self.check_pass(player, mode)
        if mode == LEARN or not 0 <= level < self.levels or not 0 <= board < self.street[level].boards:
            raise ValueError(f"there is no board {board} on street {level}")
        street = cython.address(self.street[level])
        here = cython.address(street.board[board])
        if not 0 <= root < street.roots or not 0 <= node < street.nodes:
            raise ValueError(f"there is no root {root} or no node {node}")
        has_room("reach", reach.shape[0], here.hands[1 - player])
        has_room("out", out.shape[0], here.hands[player])
        if here.hands[0] == 0 or here.hands[1] == 0:
            raise ValueError("nobody has a hand on this board")
        work = self.work if level == 0 else cython.address(self.work[1])
        with cython.nogil:
            memset(
                work.level[level].reach, 0, cython.cast(int64_t, street.roots) * here.stride[1 - player] * cython.sizeof(cython.float)
            )
            memcpy(
                work.level[level].reach + cython.cast(int64_t, root) * here.stride[1 - player],
                cython.address(reach[0]),
                here.hands[1 - player] * cython.sizeof(cython.float),
            )
            if level == 0:
                self.whole(player, mode)
            else:
                self.run(work, level, board, player, mode)
            memcpy(
                cython.address(out[0]),
                work.level[level].values + cython.cast(int64_t, node) * here.stride[player],
                here.hands[player] * cython.sizeof(cython.float),
            )

    def whole(self, player, mode):
        """A pass from weights that are there already at the root."""
        child: cython.int
        self.spread(self.work, 0, 0, player, mode)
        self.settle(self.work, 0, 0, player)
        for child in range(self.street[0].board[0].children):
            self.run_child(1, player, mode, child)
        self.close_top(player, mode)

    def strategy(self, level: cython.int, board: cython.int, node: cython.int, out: cython.float[:, ::1]):
        """The average strategy at a node: a row for each action, a place for each hand."""
        street: cython.pointer(Street)
        a: cython.int
        hands: cython.int
        self.check_pass(0, MEAN)
        if not 0 <= level < self.levels or not 0 <= board < self.street[level].boards:
            raise ValueError(f"there is no board {board} on street {level}")
        street = cython.address(self.street[level])
        if not 0 <= node < street.nodes or street.kind[node] > 1:
            raise ValueError(f"nobody decides at node {node}")
        hands = street.board[board].hands[street.kind[node]]
        if out.shape[0] != street.count[node] or out.shape[1] != hands:
            raise ValueError(f"the strategy has {street.count[node]} rows of {hands}")
        work: cython.pointer(Work) = cython.address(self.work[self.works - 1])
        self.strategy_of(work, street, board, node, MEAN, work.strategy)
        for a in range(street.count[node] if hands else 0):
            memcpy(
                cython.address(out[a, 0]),
                work.strategy + a * street.board[board].stride[street.kind[node]],
                hands * cython.sizeof(cython.float),
            )


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
