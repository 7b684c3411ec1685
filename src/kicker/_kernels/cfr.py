# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled solver of a two-player postflop spot: discounted regret minimisation.

A game has one to three streets. Each street is a forest of betting nodes, the same for all its boards, and has tables of
regrets and average strategies with a row for each action and a place for each hand. A pass for one player goes through
the streets: it computes the weights with which the opponent's hands reach each node, settles showdowns and folds, and
collects values on the way back, updating the player's regrets and average strategy.

The player's own decisions do not change the opponent's weights, so nodes share columns of weights: eight columns are
settled at a time, in one pass over the hands in the order of their strength. Hands that share a card are removed by sums
for each card. Values are chips relative to half the starting pot, times the weights of the opponent's hands. Types are
declared in `cfr.pxd`.
"""

import cython
from cython.cimports.kicker._kernels.ends import by_hand, meet, sweep
from cython.cimports.kicker._kernels.forest import BEST, LEARN, MEAN, Board, Forest, Plan, Street
from cython.cimports.kicker._kernels.rows import (
    LANES,
    add,
    add_kids,
    add_product,
    first_of,
    highest,
    largest,
    learn_row,
    learn_short,
    learn_wide,
    match_regrets,
    multiply,
    narrow_all,
    pick,
    put_back,
    set_locked,
    spread_rows,
    step_row,
    step_short_row,
    vf,
    widen,
    widen_mean,
)
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH
from cython.cimports.kicker._kernels.turns import add_shared, await_next, set_shared
from cython.cimports.libc.math import pow as power
from cython.cimports.libc.stdint import int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t
from cython.cimports.libc.string import memcpy, memset

@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def is_plain(street: cython.pointer(Street), b: cython.int, node: cython.int) -> cython.bint:
    """Return True for a node of the usual kind: two or three actions, and no lock."""
    if street.lock != cython.NULL and street.lock[b * street.nodes + node] >= 0:
        return False
    return 2 <= street.count[node] <= 3


@cython.cclass
class Passes(Forest):
    """The passes through a game, by street, board and node.

    Places by board and node, or by board and decision, fit an int: `add_street` refuses more. So do a board's copies
    times its hands, and a node's actions times the stride. Places in tables and rows of nodes do not.
    """

    def discount(self):
        """The discounts of this iteration."""
        t: cython.double = self.iteration
        base: cython.double = power(max(t - 1, 0.0), 1.5)
        nearest: cython.longlong = 1
        since: cython.double = 0
        if self.iteration:
            while nearest * 4 <= self.iteration:
                nearest *= 4
            since = t - nearest
        self.alpha = base / (base + 1)
        self.next_weight = self.weight * power(since / (since + 1), 3.0) + 1
        self.step = 1 / self.next_weight

    def strategy_of(self, work, street, b, node, mode, out):
        """Compute the rows of a node's strategy: from the regrets while learning, otherwise the average; locks come
        first."""
        player: cython.int = street.kind[node]
        count: cython.int = street.count[node]
        stride: cython.int = street.board[b].stride[player]
        start: int64_t = street.board[b].start[player]
        cell: int64_t = start * street.rows[player] + cython.cast(int64_t, street.row[node]) * stride
        mean: int64_t = start * street.mean_rows[player] + cython.cast(int64_t, street.mean_row[node]) * stride
        if mode == LEARN:
            if self.bits == 16:
                widen(work.regrets, cython.cast(cython.pointer(int16_t), street.regrets[player]) + cell, 1, count * stride)
                match_regrets(out, work.regrets, count, stride)
            else:
                match_regrets(out, cython.cast(cython.p_float, street.regrets[player]) + cell, count, stride)
        elif count == 1:
            first_of(out, work.regrets, 0, stride)
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
        """Compute the weights with which the opponent's hands reach each node, by column."""
        street: cython.pointer(Street) = cython.address(self.street[level])
        plan: cython.pointer(Plan) = cython.address(street.plan[player])
        stride: cython.int = street.board[b].stride[1 - player]
        reach: cython.p_float = work.level[level].reach
        node: cython.int
        i: cython.int
        a: cython.int
        for i in range(plan.forwards):
            node = plan.forward[i]
            if mode == LEARN and is_plain(street, b, node):
                self.spread_plain(street, plan, b, node, reach)
                continue
            self.strategy_of(work, street, b, node, mode, work.strategy)
            for a in range(street.count[node]):
                multiply(
                    reach + cython.cast(int64_t, plan.column[street.kids[street.first[node] + a]]) * stride,
                    reach + cython.cast(int64_t, plan.column[node]) * stride,
                    work.strategy + a * stride,
                    stride,
                )

    def spread_plain(self, street, plan, b, node, reach):
        """Compute the reaching weights at a node of two or three actions without a lock."""
        player: cython.int = street.kind[node]
        count: cython.int = street.count[node]
        stride: cython.int = street.board[b].stride[player]
        cell: int64_t = street.board[b].start[player] * street.rows[player] + cython.cast(int64_t, street.row[node]) * stride
        kids: cython.pointer(int32_t) = street.kids + street.first[node]
        given: cython.p_float = reach + cython.cast(int64_t, plan.column[node]) * stride
        one: cython.p_float = reach + cython.cast(int64_t, plan.column[kids[0]]) * stride
        two: cython.p_float = reach + cython.cast(int64_t, plan.column[kids[1]]) * stride
        three: cython.p_float = reach + cython.cast(int64_t, plan.column[kids[count - 1]]) * stride
        if self.bits == 16:
            spread_rows(
                one, two, three, given, cython.cast(cython.pointer(int16_t), street.regrets[player]) + cell, count, stride
            )
        else:
            spread_rows(one, two, three, given, cython.cast(cython.p_float, street.regrets[player]) + cell, count, stride)

    def settle(self, work, level, b, player):
        """Compute the values of showdowns and folds, eight columns at a time."""
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
        folds: cython.bint
        first = 0
        while first < plan.ends:
            folds = False
            for lane in range(LANES):
                i = min(first + lane, plan.ends - 1)
                columns[lane] = work.level[level].reach + cython.cast(int64_t, plan.ends_column[i]) * board.stride[1 - player]
                chips[lane] = plan.ends_stake[i]
                chips[LANES + lane] = plan.ends_share[i]
                chips[2 * LANES + lane] = plan.ends_chips[i]
                shown[lane] = values + plan.ends_show[i] * size if plan.ends_show[i] >= 0 else work.trash
                folds = folds or plan.ends_fold[i] >= 0
                folded[lane] = values + plan.ends_fold[i] * size if plan.ends_fold[i] >= 0 else work.trash
            by_hand(work.sums, columns, board.stride[1 - player])
            if first < plan.shows:
                sweep(
                    board, player, work.sums, work.won, shown, folded if folds else cython.NULL,
                    amounts[0], amounts[1], amounts[2],
                )  # fmt: skip
            else:
                meet(board, player, work.sums, folded, amounts[2])
            first += LANES

    def learn(self, work, street, b, node, values):
        """Compute the value of a node of the player, and update its regrets and average strategy."""
        player: cython.int = street.kind[node]
        count: cython.int = street.count[node]
        stride: cython.int = street.board[b].stride[player]
        start: int64_t = street.board[b].start[player]
        cell: int64_t = start * street.rows[player] + cython.cast(int64_t, street.row[node]) * stride
        mean: int64_t = start * street.mean_rows[player] + cython.cast(int64_t, street.mean_row[node]) * stride
        kids: cython.pointer(int32_t) = street.kids + street.first[node]
        out: cython.p_float = values + cython.cast(int64_t, node) * stride
        regrets: cython.p_float = work.regrets
        scale: cython.p_float = cython.NULL
        a: cython.int
        if is_plain(street, b, node):
            self.learn_plain(work, street, b, node, values)
            return
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
            narrow_all(
                cython.cast(cython.pointer(int16_t), street.regrets[player]) + cell,
                regrets,
                scale,
                largest(regrets, count * stride),
                count * stride,
            )
        if count == 1:
            return
        if self.bits == 16:
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

    def learn_plain(self, work, street, b, node, values):
        """Compute the value of a learning node of two or three actions without a lock."""
        player: cython.int = street.kind[node]
        count: cython.int = street.count[node]
        stride: cython.int = street.board[b].stride[player]
        start: int64_t = street.board[b].start[player]
        cell: int64_t = start * street.rows[player] + cython.cast(int64_t, street.row[node]) * stride
        mean: int64_t = start * street.mean_rows[player] + cython.cast(int64_t, street.mean_row[node]) * stride
        kids: cython.pointer(int32_t) = street.kids + street.first[node]
        out: cython.p_float = values + cython.cast(int64_t, node) * stride
        one: cython.p_float = values + cython.cast(int64_t, kids[0]) * stride
        two: cython.p_float = values + cython.cast(int64_t, kids[1]) * stride
        three: cython.p_float = values + cython.cast(int64_t, kids[count - 1]) * stride
        if self.bits == 16:
            learn_short(
                out, work.regrets, cython.cast(cython.pointer(int16_t), street.regrets[player]) + cell,
                street.scales[player] + b * street.decisions[player] + street.number[node],
                cython.cast(cython.pointer(uint16_t), street.means[player]) + mean,
                one, two, three, self.alpha, self.step, count, stride,
            )  # fmt: skip
        else:
            learn_wide(
                out, cython.cast(cython.p_float, street.regrets[player]) + cell,
                cython.cast(cython.p_float, street.means[player]) + mean,
                one, two, three, self.alpha, self.step, count, stride,
            )  # fmt: skip

    def weigh(self, work, street, b, node, values, mode):
        """Compute the value of a node of the player, who plays the average strategy or the best response."""
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
        """Compute the values from the ends back to the roots."""
        street: cython.pointer(Street) = cython.address(self.street[level])
        values: cython.p_float = work.level[level].values
        stride: cython.int = street.board[b].stride[player]
        node: cython.int
        i: cython.int
        for i in range(street.backs):
            node = street.back[i]
            if street.kind[node] != player:
                add_kids(values, street.kids + street.first[node], street.count[node], node, stride)
            elif mode == LEARN:
                self.learn(work, street, b, node, values)
            else:
                self.weigh(work, street, b, node, values, mode)

    def go_down(self, above, work, level, b, child, player):
        """Compute the weights at the roots of a child board: those of the nodes after which a card comes, times its
        chance."""
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

    def come_up(self, target, work, level, b, child, player, packed):
        """Add the values of a child board's roots to those of the nodes after which a card comes; the target has rows for
        all nodes or, packed, for these alone."""
        street: cython.pointer(Street) = cython.address(self.street[level])
        below: cython.pointer(Street) = cython.address(self.street[level + 1])
        board: cython.pointer(Board) = cython.address(below.board[child])
        hands: cython.int = street.board[b].hands[player]
        i: cython.int
        c: cython.int
        for i in range(street.nexts):
            for c in range(board.copies):
                put_back(
                    target + cython.cast(int64_t, i if packed else street.next[i]) * street.board[b].stride[player],
                    work.level[level + 1].values + cython.cast(int64_t, below.root[i]) * board.stride[player],
                    board.up[player] + c * hands,
                    hands,
                )

    def clear_next(self, values, level, b, player):
        """Clear the nodes after which a card comes."""
        street: cython.pointer(Street) = cython.address(self.street[level])
        stride: cython.int = street.board[b].stride[player]
        i: cython.int
        for i in range(street.nexts):
            memset(values + cython.cast(int64_t, street.next[i]) * stride, 0, stride * cython.sizeof(cython.float))

    def run(self, work, level, b, player, mode):
        """Make a pass through a board and all boards after it; the weights at its roots are already set."""
        board: cython.pointer(Board) = cython.address(self.street[level].board[b])
        child: cython.int
        self.spread(work, level, b, player, mode)
        self.settle(work, level, b, player)
        self.clear_next(work.level[level].values, level, b, player)
        for child in range(board.first_child, board.first_child + board.children):
            self.go_down(work, work, level, b, child, player)
            self.run(work, level + 1, child, player, mode)
            self.come_up(work.level[level].values, work, level, b, child, player, False)
        self.collect(work, level, b, player, mode)

    def open_top(self, player, mode):
        """Compute the first street, up to the next card."""
        board: cython.pointer(Board) = cython.address(self.street[0].board[0])
        work: cython.pointer(Work) = self.work
        memset(work.level[0].reach, 0, board.stride[1 - player] * cython.sizeof(cython.float))
        memcpy(work.level[0].reach, self.weights[1 - player], board.hands[1 - player] * cython.sizeof(cython.float))
        self.spread(work, 0, 0, player, mode)
        self.settle(work, 0, 0, player)

    def run_child(self, slot, player, mode, child):
        """Compute one board of the second street, and the values that it adds to the first."""
        work: cython.pointer(Work) = cython.address(self.work[slot])
        size: int64_t = cython.cast(int64_t, self.street[0].nexts) * self.street[0].board[0].stride[player]
        result: cython.p_float = self.results + child * size
        self.go_down(self.work, work, 0, 0, child, player)
        self.run(work, 1, child, player, mode)
        memset(result, 0, size * cython.sizeof(cython.float))
        self.come_up(result, work, 0, 0, child, player, True)

    def gather(self, player, row):
        """Add up a row of the second street, board by board: the values of a node after which a card comes."""
        street: cython.pointer(Street) = cython.address(self.street[0])
        stride: int64_t = street.board[0].stride[player]
        total: cython.p_float = self.work.level[0].values + street.next[row] * stride
        child: cython.int
        memset(total, 0, stride * cython.sizeof(cython.float))
        for child in range(street.board[0].children):
            add(total, self.results + (cython.cast(int64_t, child) * street.nexts + row) * stride, stride)

    def open_turn(self, turn, pieces):
        """Offer pieces of work to all threads. Turns count down, two for each pass: its boards, then their sums."""
        self.missing = pieces
        set_shared(cython.address(self.ticket), cython.cast(int64_t, turn) << 32)

    def open_pass(self, passes):
        """Begin a pass with the boards of the second street."""
        if self.mode == LEARN and self.player == 0:
            self.discount()
        self.open_top(self.player, self.mode)
        self.open_turn(2 * passes, self.street[0].board[0].children)

    def close_boards(self, passes):
        """Add up the boards of a pass when all are finished. Threads share the sums of two streets; with three, boards
        take so much longer that nobody waits for the sums."""
        row: cython.int
        if self.levels == 2 and self.street[0].nexts > 0:
            self.open_turn(2 * passes - 1, self.street[0].nexts)
            return
        for row in range(self.street[0].nexts):
            self.gather(self.player, row)
        self.close_pass(passes)

    def close_pass(self, passes):
        """End a pass, and begin the other player's if passes are left."""
        self.collect(self.work, 0, 0, self.player, self.mode)
        if self.mode == LEARN and self.player == 1:
            self.iteration += 1
            self.weight = self.next_weight
        if passes > 1:
            self.player = 1 - self.player
            self.open_pass(passes - 1)
        else:
            self.open_turn(0, 0)

    def share(self, slot):
        """Do pieces of work, in one of the threads that share them, until no pass is left; with three streets, only one.
        The thread that finishes the last piece of a turn opens the next turn; the others wait."""
        boards: cython.int = self.street[0].board[0].children
        ticket: int64_t
        piece: int64_t
        turn: cython.int
        while True:
            ticket = add_shared(cython.address(self.ticket), 1)
            turn = cython.cast(cython.int, ticket >> 32)
            piece = cython.cast(uint32_t, ticket)
            if turn == 0:
                return
            if piece >= (self.street[0].nexts if turn % 2 else boards):
                await_next(cython.address(self.ticket), turn)
            elif turn % 2:
                self.gather(self.player, cython.cast(cython.int, piece))
                if add_shared(cython.address(self.missing), -1) == 1:
                    self.close_pass((turn + 1) // 2)
            else:
                self.run_child(slot, self.player, self.mode, cython.cast(cython.int, piece))
                if add_shared(cython.address(self.missing), -1) == 1:
                    self.close_boards(turn // 2)
                if self.levels == 3:
                    return

    def whole(self, player, mode):
        """Make a pass from weights that are already set at the root."""
        child: cython.int
        row: cython.int
        self.spread(self.work, 0, 0, player, mode)
        self.settle(self.work, 0, 0, player)
        for child in range(self.street[0].board[0].children):
            self.run_child(1, player, mode, child)
        for row in range(self.street[0].nexts):
            self.gather(player, row)
        self.collect(self.work, 0, 0, player, mode)


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
