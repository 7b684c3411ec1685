# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The data of the compiled solver: streets of betting nodes, plans for both players, boards with their hands, tables.

All of it comes as arrays, which are checked here once and kept; `cfr.py` uses them without further checks. Types are
declared in `forest.pxd`.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH
from cython.cimports.libc.stdint import int16_t, int32_t, int64_t, uint8_t, uint16_t
from cython.cimports.libc.stdlib import calloc, free

MOST_NODES = cython.declare(cython.int, 2_000_000)
MOST_HANDS = cython.declare(cython.int, 1326)
MOST_PLACES = cython.declare(int64_t, 2**31 - 1)


@cython.cfunc
def numbers(name: str, given: cython.int[::1], least: cython.int, most: cython.int) -> cython.pointer(int32_t):
    """Return the array if all its numbers are at least `least` and below `most`."""
    i: cython.Py_ssize_t
    for i in range(given.shape[0]):
        if not least <= given[i] < most:
            raise ValueError(f"{name} has {given[i]}, which is not from {least} to {most - 1}")
    return cython.cast(cython.pointer(int32_t), cython.address(given[0])) if given.shape[0] else cython.NULL


@cython.cfunc
def places(name: str, given: uint16_t[::1], size: cython.Py_ssize_t, most: cython.int) -> cython.pointer(uint16_t):
    """Return the array if it has this size and all its numbers are at most `most`."""
    i: cython.Py_ssize_t
    has_room(name, given.shape[0], size)
    for i in range(given.shape[0]):
        if given[i] > most:
            raise ValueError(f"{name} has {given[i]}, which is more than {most}")
    return cython.address(given[0]) if given.shape[0] else cython.NULL


@cython.cfunc
def groups_of(given: uint16_t[::1], board: cython.pointer(Board), player: cython.int) -> cython.pointer(uint16_t):
    """Groups of equal hands: their end, and how many of the opponent's hands are weaker, and not stronger."""
    i: cython.int
    k: cython.int
    limits: cython.int[3]
    limits[0], limits[1], limits[2] = board.hands[player], board.hands[1 - player], board.hands[1 - player]
    if given.shape[0] // 3 > board.hands[player]:
        raise ValueError(f"{given.shape[0] // 3} groups are too many for {board.hands[player]} hands")
    board.groups[player] = given.shape[0] // 3
    for i in range(board.groups[player]):
        for k in range(3):
            if given[3 * i + k] > limits[k] or (i and given[3 * i + k] < given[3 * i - 3 + k]):
                raise ValueError("the groups are not in order")
        if given[3 * i + 1] > given[3 * i + 2]:
            raise ValueError("the groups are not in order")
    if board.groups[player] and given[3 * board.groups[player] - 3] != board.hands[player]:
        raise ValueError("the groups do not have all hands")
    return cython.address(given[0]) if given.shape[0] else cython.NULL


@cython.cfunc
@cython.exceptval(check=True)
def check_boards(street: cython.pointer(Street), level: cython.int) -> cython.void:
    """Raise `ValueError` unless a street has all its boards: tables and locks are measured by them."""
    if street.room == 0 or street.boards != street.room:
        raise ValueError(f"street {level} must have all its boards first")


@cython.cclass
class Forest:
    """The parts of a game, added by `add_street`, `add_plan`, `add_board` and `add_table`, in this order.

    What fails a check adds nothing. A street, a plan and a board are added once, and a street has all its boards before
    its tables and locks, so that whatever was checked stays true.
    """

    def __init__(self, levels: cython.int, bits: cython.int):
        if not 1 <= levels <= MOST_LEVELS:
            raise ValueError(f"a game has one to three streets, not {levels}")
        if bits not in (16, 32):
            raise ValueError(f"tables have 16 or 32 bits, not {bits}")
        if self.levels:
            raise ValueError("the game is made already")
        self.levels, self.bits = levels, bits
        self.kept = []

    def __dealloc__(self):
        i: cython.int
        for i in range(MOST_LEVELS):
            free(self.street[i].board)

    def add_street(
        self,
        level: cython.int,
        nodes: cython.int[:, ::1],
        kids: cython.int[::1],
        roots: cython.int[::1],
        nexts: cython.int[::1],
        backs: cython.int[::1],
        boards: cython.int,
        chance: cython.float,
    ):
        """A street: of each node who acts (0 or 1; 2: a card comes, 3: the end), where its children begin among `kids` and
        how many there are, its first row of regrets and of averages, and its number; `backs` are the decisions, children first.
        """
        street: cython.pointer(Street)
        count: cython.int = nodes.shape[1]
        node: cython.int
        i: cython.int
        if not 0 <= level < self.levels or self.street[level].nodes or nodes.shape[0] != 6 or not 1 <= count <= MOST_NODES:
            raise ValueError("this is not a street of the game")
        if not 1 <= boards <= 1_000_000 or not 1 <= roots.shape[0] <= count:
            raise ValueError("a street has boards and roots")
        # A decision's number is below the number of nodes: no place by board and node or decision overflows an int.
        if cython.cast(int64_t, boards) * count > MOST_PLACES:
            raise ValueError(f"{boards} boards of {count} nodes are too many")
        street = cython.address(self.street[level])
        street.kind = numbers("kind", nodes[0], 0, 4)
        street.first = numbers("first", nodes[1], 0, kids.shape[0] + 1)
        street.count = numbers("count", nodes[2], 0, MOST_ACTIONS + 1)
        street.row = numbers("row", nodes[3], 0, MOST_NODES)
        street.mean_row = numbers("mean_row", nodes[4], 0, MOST_NODES)
        street.number = numbers("number", nodes[5], 0, count)
        street.kids = numbers("kids", kids, 0, count)
        street.root = numbers("roots", roots, 0, count)
        street.next = numbers("nexts", nexts, 0, count)
        street.back = numbers("backs", backs, 0, count)
        street.roots, street.nexts, street.backs = roots.shape[0], nexts.shape[0], backs.shape[0]
        for i in range(2):
            street.rows[i] = street.mean_rows[i] = street.decisions[i] = 0
        for node in range(count):
            if street.kind[node] < 2:
                i = street.kind[node]
                if not 1 <= street.count[node] <= kids.shape[0] - street.first[node]:
                    raise ValueError(f"node {node} has no children")
                street.rows[i] = max(street.rows[i], street.row[node] + street.count[node])
                street.mean_rows[i] = max(street.mean_rows[i], street.mean_row[node] + street.count[node] - 1)
                street.decisions[i] = max(street.decisions[i], street.number[node] + 1)
        for i in range(street.backs):
            if street.kind[street.back[i]] > 1:
                raise ValueError(f"nobody decides at node {street.back[i]}")
        street.board = cython.cast(cython.pointer(Board), calloc(boards, cython.sizeof(Board)))
        if street.board == cython.NULL:
            raise MemoryError
        street.nodes, street.room, street.chance = count, boards, chance
        self.kept += [nodes, kids, roots, nexts, backs]

    def add_plan(
        self,
        level: cython.int,
        player: cython.int,
        column: cython.int[::1],
        forward: cython.int[::1],
        ends: cython.int[:, ::1],
        chips: cython.float[:, ::1],
        shows: cython.int,
    ):
        """Return the plan by which a street is walked for a player.

        It has the column of each node (those of the roots first), the opponent's decisions, and for each column with
        ends: itself, the nodes of showdown and fold (or -1), and their values.
        """
        street: cython.pointer(Street)
        plan: cython.pointer(Plan)
        columns: cython.int = 0
        i: cython.int
        if not 0 <= level < self.levels or not 0 <= player <= 1 or self.street[level].nodes == 0:
            raise ValueError("there is no such street or player")
        street = cython.address(self.street[level])
        plan = cython.address(street.plan[player])
        if plan.columns:
            raise ValueError(f"street {level} has its plan for player {player} already")
        if ends.shape[0] != 3 or chips.shape[0] != 3 or chips.shape[1] != ends.shape[1] or column.shape[0] != street.nodes:
            raise ValueError("the plan does not fit the street")
        plan.column = numbers("column", column, 0, MOST_NODES)
        for i in range(street.nodes):
            columns = max(columns, column[i] + 1)
        plan.forward, plan.forwards = numbers("forward", forward, 0, street.nodes), forward.shape[0]
        for i in range(plan.forwards):
            if street.kind[forward[i]] != 1 - player:
                raise ValueError(f"the other player does not decide at node {forward[i]}")
        for i in range(street.roots):
            if column[street.root[i]] != i:
                raise ValueError("the columns of the roots come first")
        plan.ends, plan.shows = ends.shape[1], shows
        if not 0 <= shows <= plan.ends:
            raise ValueError(f"{shows} showdowns at {plan.ends} ends")
        if plan.ends:
            plan.ends_column = numbers("ends", ends[0], 0, columns)
            plan.ends_show = numbers("ends", ends[1], -1, street.nodes)
            plan.ends_fold = numbers("ends", ends[2], -1, street.nodes)
            plan.ends_stake, plan.ends_share = cython.address(chips[0, 0]), cython.address(chips[1, 0])
            plan.ends_chips = cython.address(chips[2, 0])
        plan.columns = columns
        self.kept += [column, forward, ends, chips]

    def add_board(self, level: cython.int, parent: cython.int, copies: cython.int, lists: tuple):
        """The next board of a street. `lists` has for both players the cards of their hands (two numbers each), where the other
        one has the same hand, the groups of equal strength, where the parent has each hand, and where this board has each of the parent's.
        """
        street: cython.pointer(Street)
        board: cython.pointer(Board)
        above: cython.pointer(Board)
        cards: uint8_t[::1]
        i: cython.int
        if not 0 <= level < self.levels or self.street[level].boards >= self.street[level].room or len(lists) != 10:
            raise ValueError("there is no room for this board")
        street = cython.address(self.street[level])
        board = cython.address(street.board[street.boards])
        for i in range(2):
            cards = lists[5 * i]
            if cards.shape[0] // 2 > MOST_HANDS:
                raise ValueError(f"{cards.shape[0] // 2} hands are too many")
            board.hands[i] = cython.cast(cython.int, cards.shape[0] // 2)
            board.stride[i] = (board.hands[i] // 8 + 1) * 8
            for j in range(cards.shape[0]):
                if cards[j] >= CARDS:
                    raise ValueError(f"{cards[j]} is not a card: cards are numbered from 0 to 51")
            board.cards[i] = cython.address(cards[0]) if cards.shape[0] else cython.NULL
            street.most_stride[i] = max(street.most_stride[i], board.stride[i])
        for i in range(2):
            board.same[i] = places("same", lists[5 * i + 1], board.hands[i], board.hands[1 - i])
            board.group[i] = groups_of(lists[5 * i + 2], board, i)
        if level:
            if not 0 <= parent < self.street[level - 1].boards:
                raise ValueError(f"there is no board {parent}")
            if not 1 <= copies <= CARDS:
                raise ValueError(f"a board has 1 to {CARDS} copies, not {copies}")
            above = cython.address(self.street[level - 1].board[parent])
            if above.children and above.first_child + above.children != street.boards:
                raise ValueError("the boards of a parent stand together")
            board.copies = copies
            for i in range(2):
                board.down[i] = places("down", lists[5 * i + 3], board.hands[i], above.hands[i] - 1)
                board.up[i] = places(
                    "up", lists[5 * i + 4], cython.cast(cython.Py_ssize_t, copies) * above.hands[i], board.hands[i]
                )
            if above.children == 0:
                above.first_child = street.boards
            above.children += 1
        for i in range(2):
            board.start[i] = street.cells[i]
            street.cells[i] += board.stride[i]
        street.boards += 1
        self.kept.append(lists)

    def add_table(self, level: cython.int, player: cython.int, regrets: object, means: object, scales: cython.float[::1]):
        """The tables of a player on a street: for each board a row for each action, and for each action but the first of a node."""
        street: cython.pointer(Street)
        view: int16_t[::1]
        mean_view: uint16_t[::1]
        wide: cython.float[::1]
        mean_wide: cython.float[::1]
        if not 0 <= level < self.levels or not 0 <= player <= 1:
            raise ValueError("there is no such street or player")
        street = cython.address(self.street[level])
        check_boards(street, level)
        rows: cython.Py_ssize_t = street.cells[player] * street.rows[player]
        mean_rows: cython.Py_ssize_t = street.cells[player] * street.mean_rows[player]
        has_room("scales", scales.shape[0], street.boards * street.decisions[player] if self.bits == 16 else 0)
        if self.bits == 16:
            view, mean_view = regrets, means
            has_room("regrets", view.shape[0], rows)
            has_room("means", mean_view.shape[0], mean_rows)
            street.regrets[player] = cython.address(view[0]) if rows else cython.NULL
            street.means[player] = cython.address(mean_view[0]) if mean_rows else cython.NULL
            street.scales[player] = cython.address(scales[0]) if rows else cython.NULL
        else:
            wide, mean_wide = regrets, means
            has_room("regrets", wide.shape[0], rows)
            has_room("means", mean_wide.shape[0], mean_rows)
            street.regrets[player] = cython.address(wide[0]) if rows else cython.NULL
            street.means[player] = cython.address(mean_wide[0]) if mean_rows else cython.NULL
        self.kept += [regrets, means, scales]

    def lock(self, level: cython.int, starts: cython.int[::1], frequencies: cython.float[::1]):
        """Fixed strategies on a street: for each board and node where its rows begin (in eights) among all, or -1 for none; a
        place below 0 leaves its hand free.
        """
        street: cython.pointer(Street)
        b: cython.int
        node: cython.int
        start: int64_t
        if not 0 <= level < self.levels:
            raise ValueError("there is no such street")
        street = cython.address(self.street[level])
        check_boards(street, level)
        if starts.shape[0] == 0:
            street.lock = cython.NULL
            return
        has_room("starts", starts.shape[0], street.boards * street.nodes)
        for b in range(street.boards):
            for node in range(street.nodes):
                start = starts[b * street.nodes + node]
                if start >= 0 and (
                    street.kind[node] > 1
                    or 8 * start + street.count[node] * street.board[b].stride[street.kind[node]] > frequencies.shape[0]
                ):
                    raise ValueError(f"the lock of node {node} does not fit")
        street.lock = cython.cast(cython.pointer(int32_t), cython.address(starts[0]))
        street.locked = cython.address(frequencies[0])
        self.kept += [starts, frequencies]

    @cython.cfunc
    def check_complete(self):
        """Raise `ValueError` unless every street has its boards, plans and tables."""
        street: cython.pointer(Street)
        level: cython.int
        i: cython.int
        for level in range(self.levels):
            street = cython.address(self.street[level])
            if street.boards == 0 or street.boards != street.room or street.plan[0].columns == 0 or street.plan[1].columns == 0:
                raise ValueError(f"street {level} is not complete")
            i = self.street[level + 1].roots if level + 1 < self.levels else 0
            if street.nexts != i:
                raise ValueError(f"{street.nexts} cards lead from street {level} to {i} roots")
            for i in range(2):
                if street.rows[i] and street.regrets[i] == cython.NULL:
                    raise ValueError(f"street {level} has no tables")
        if self.street[0].boards != 1 or self.street[0].roots != 1:
            raise ValueError("a game begins with one board and one root")


def is_v3() -> bool:
    """Return True if this processor supports x86-64-v3."""
    return processor_is_v3()


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
