# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The Python interface of the compiled solver: sealing a game, passes, and queries about nodes.

`cfr.py` has the passes, and `forest.py` the parts of a game. Nothing here holds the interpreter's lock while it works.
Types are declared in `postflop.pxd`.
"""

import cython
from cython.cimports.kicker._kernels.cfr import Passes, Work
from cython.cimports.kicker._kernels.checks import has_room
from cython.cimports.kicker._kernels.forest import BEST, LEARN, MEAN, MOST_ACTIONS, MOST_LEVELS, Board, Street
from cython.cimports.kicker._kernels.rows import aligned_free, aligned_zeros
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH
from cython.cimports.libc.stdint import int64_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

MOST_WORKS = cython.declare(cython.int, 256)
MOST_PASSES = cython.declare(cython.int, 1_000_000_000)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def room_for(size: int64_t) -> cython.p_float:
    """Return zeros at an address where vectors may begin, or NULL."""
    return cython.cast(cython.p_float, aligned_zeros(size * cython.sizeof(cython.float)))


@cython.cclass
class Game(Passes):
    """A spot to solve: once it is sealed, passes can be made through it."""

    def __dealloc__(self):
        i: cython.int
        level: cython.int
        for i in range(self.works if self.work != cython.NULL else 0):
            for level in range(MOST_LEVELS):
                aligned_free(self.work[i].level[level].reach)
                aligned_free(self.work[i].level[level].values)
            aligned_free(self.work[i].sums)
            aligned_free(self.work[i].won)
            aligned_free(self.work[i].strategy)
            aligned_free(self.work[i].regrets)
            aligned_free(self.work[i].trash)
        free(self.work)
        aligned_free(self.results)

    def seal(self, first: cython.float[::1], second: cython.float[::1], works: cython.int):
        """Seal the game, with the weights of both players' hands at the root and the number of threads."""
        top: cython.pointer(Street)
        i: cython.int
        size: int64_t
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
            top = cython.address(self.street[0])
            size = cython.cast(int64_t, self.street[1].boards) * top.nexts * max(top.most_stride[0], top.most_stride[1])
            self.results = room_for(size)
            if self.results == cython.NULL:
                raise MemoryError
        self.sealed = True

    @cython.cfunc
    @cython.exceptval(check=False)
    def make_work(self, work: cython.pointer(Work), first: cython.int) -> cython.bint:
        """Allocate memory for one thread: for the first street alone, or for all that follow."""
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
        work.sums, work.won = room_for(8 * stride), room_for(8 * stride)
        work.strategy, work.regrets = room_for((MOST_ACTIONS + 1) * stride), room_for((MOST_ACTIONS + 1) * stride)
        work.trash = room_for(stride)
        return (
            done and work.sums != cython.NULL and work.won != cython.NULL
            and work.strategy != cython.NULL and work.regrets != cython.NULL and work.trash != cython.NULL
        )  # fmt: skip

    # Functions called from Python

    def begin(self, player: cython.int, mode: cython.int, passes: cython.int):
        """Begin some passes, by turns for both players, this one first. Threads make them by calling `take_part`; a game of
        one street is done at once."""
        left: cython.int
        self.check_pass(player, mode)
        if not 1 <= passes <= MOST_PASSES:
            raise ValueError(f"there are 1 to {MOST_PASSES} passes, not {passes}")
        with cython.nogil:
            self.player, self.mode = player, mode
            self.open_pass(passes)
            for left in range(passes if self.levels == 1 else 0, 0, -1):
                self.close_pass(left)

    def take_part(self, slot: cython.int):
        """Work on boards of the second street until no pass is left; with three streets, on one of them, or none if all
        are taken. Threads that work at the same time use different slots from 1 on."""
        self.check_pass(0, LEARN)
        if self.levels < 2 or not 1 <= slot < self.works:
            raise ValueError(f"there are no boards for thread {slot}")
        with cython.nogil:
            self.share(slot)

    @cython.cfunc
    def check_pass(self, player: cython.int, mode: cython.int):
        if not self.sealed:
            raise ValueError("the game is not complete")
        if not 0 <= player <= 1 or not LEARN <= mode <= BEST:
            raise ValueError(f"there is no pass {mode} for player {player}")

    def root_values(self, player: cython.int, out: cython.float[::1]):
        """Return the result of the last pass, which was for this player: a value for each of the player's hands."""
        self.check_pass(player, MEAN)
        has_room("out", out.shape[0], self.street[0].board[0].hands[player])
        memcpy(
            cython.address(out[0]),
            self.work.level[0].values + cython.cast(int64_t, self.street[0].root[0]) * self.street[0].board[0].stride[player],
            self.street[0].board[0].hands[player] * cython.sizeof(cython.float),
        )

    def values(
        self, level: cython.int, board: cython.int, root: cython.int, player: cython.int, mode: cython.int,
        reach: cython.float[::1], node: cython.int, out: cython.float[:, ::1],
    ):  # fmt: skip
        """The values of a player's hands at nodes of a board that the other one reaches by a root, with these weights there.

        A row for each node from this one on, as many as `out` has.
        """
        street: cython.pointer(Street)
        here: cython.pointer(Board)
        work: cython.pointer(Work)
        row: cython.Py_ssize_t
        rows: cython.Py_ssize_t = out.shape[0]
        self.check_pass(player, mode)
        if mode == LEARN or not 0 <= level < self.levels or not 0 <= board < self.street[level].boards:
            raise ValueError(f"there is no board {board} on street {level}")
        street = cython.address(self.street[level])
        here = cython.address(street.board[board])
        if not 0 <= root < street.roots or not 0 <= node < street.nodes or rows > street.nodes - node:
            raise ValueError(f"there is no root {root} or no node {node + max(rows, 1) - 1}")
        has_room("reach", reach.shape[0], here.hands[1 - player])
        has_room("out", out.shape[1], here.hands[player])
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
            for row in range(rows):
                memcpy(
                    cython.address(out[row, 0]),
                    work.level[level].values + cython.cast(int64_t, node + row) * here.stride[player],
                    here.hands[player] * cython.sizeof(cython.float),
                )

    def strategy(self, level: cython.int, board: cython.int, node: cython.int, out: cython.float[:, ::1]):
        """Return the average strategy at a node: a row for each action, a place for each hand."""
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
