# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled solver of one street of betting between two players who hold one of a few kinds of hands each.

A tree of at most 256 nodes is given as arrays with an item for each node; the children of a node stand one after another,
and after it. Regret matching plus with alternating updates, later iterations counting more.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH

MOST_NODES = cython.declare(cython.int, 256)
MOST_KINDS = cython.declare(cython.int, 128)

Street = cython.struct(
    nodes=cython.int,
    kinds=cython.int,
    player=cython.p_int,  # 0 or 1 decides here; 2: the pot is shared; 3 and 4: player 0 or 1 has folded
    first=cython.p_int,
    count=cython.p_int,
    table=cython.p_int,
    pot=cython.p_double,
    paid=cython.p_double,
    shares=cython.p_double,
    weights=cython.p_double,
    strategy=cython.p_double,
    regrets=cython.p_double,
    totals=cython.p_double,
    reach=cython.p_double,
    values=cython.p_double,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def match_regrets(street: cython.pointer(Street), node: cython.int) -> cython.void:
    """Compute the strategy that follows from the regrets; it is stored at the children."""
    kinds: cython.int = street.kinds
    count: cython.int = street.count[node]
    regrets: cython.p_double = street.regrets + street.first[node] * kinds
    strategy: cython.p_double = street.strategy + street.first[node] * kinds
    whole: cython.double[128]
    i: cython.int
    k: cython.int
    for k in range(kinds):
        whole[k] = 0
    for i in range(count):
        for k in range(kinds):
            whole[k] += regrets[i * kinds + k]
    for i in range(count):
        for k in range(kinds):
            strategy[i * kinds + k] = regrets[i * kinds + k] / whole[k] if whole[k] > 0 else 1.0 / count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def spread(street: cython.pointer(Street), weight: cython.double, me: cython.int) -> cython.void:
    """Compute the probability that each player reaches each node; add the strategy of `me` to its totals with that
    weight."""
    kinds: cython.int = street.kinds
    size: cython.int = street.nodes * kinds
    node: cython.int
    child: cython.int
    i: cython.int
    k: cython.int
    who: cython.int
    before: cython.p_double
    after: cython.p_double
    strategy: cython.p_double
    totals: cython.p_double
    for who in range(2):
        for k in range(kinds):
            street.reach[who * size + k] = street.weights[who * kinds + k]
    for node in range(street.nodes):
        if street.player[node] > 1:
            continue
        for i in range(street.count[node]):
            child = street.first[node] + i
            strategy = street.strategy + child * kinds
            for who in range(2):
                before = street.reach + who * size + node * kinds
                after = street.reach + who * size + child * kinds
                if who == street.player[node]:
                    for k in range(kinds):
                        after[k] = before[k] * strategy[k]
                else:
                    for k in range(kinds):
                        after[k] = before[k]
            if street.player[node] == me and weight > 0:
                before = street.reach + me * size + node * kinds
                totals = street.totals + child * kinds
                for k in range(kinds):
                    totals[k] += weight * strategy[k] * (before[k] + 1e-6)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def value_leaf(street: cython.pointer(Street), node: cython.int, me: cython.int) -> cython.void:
    """Compute what each kind of hand of a player wins here, times the probability that the opponent gets here."""
    kinds: cython.int = street.kinds
    other: cython.p_double = street.reach + (1 - me) * street.nodes * kinds + node * kinds
    found: cython.p_double = street.values + node * kinds
    mass: cython.double = 0
    part: cython.double
    k: cython.int
    for k in range(kinds):
        mass += other[k]
    part = (street.pot[node] if street.player[node] == 4 - me else 0) - street.paid[2 * node + me]
    for k in range(kinds):
        found[k] = part * mass
    if street.player[node] == 2:
        add_shares(
            found, other, street.shares + (2 * street.table[node] + me) * kinds * kinds, street.pot[node], kinds
        )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_shares(
    found: cython.p_double, other: cython.p_double, table: cython.p_double, pot: cython.double, kinds: cython.int
) -> cython.void:
    """Add what a pot pays against the opponent's hands: four at a time, without those that never get here."""
    parts: cython.double[128 + 3]
    starts: cython.int[128 + 3]
    first: cython.p_double
    second: cython.p_double
    third: cython.p_double
    fourth: cython.p_double
    count: cython.int = 0
    j: cython.int
    k: cython.int
    for j in range(kinds):
        if other[j] != 0:
            parts[count], starts[count] = pot * other[j], j * kinds
            count += 1
    for j in range(3):  # to fill up the last four
        parts[count + j], starts[count + j] = 0, 0
    for j in range(0, count, 4):
        first, second = table + starts[j], table + starts[j + 1]
        third, fourth = table + starts[j + 2], table + starts[j + 3]
        for k in range(kinds):
            found[k] = (
                found[k] + parts[j] * first[k] + parts[j + 1] * second[k] + parts[j + 2] * third[k]
                + parts[j + 3] * fourth[k]
            )  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def value_tree(street: cython.pointer(Street), me: cython.int, learn: cython.bint) -> cython.void:
    """Compute what a player wins at each node; with `learn` its regrets grow by what other actions would have
    won more."""
    kinds: cython.int = street.kinds
    node: cython.int
    child: cython.int
    i: cython.int
    k: cython.int
    found: cython.p_double
    values: cython.p_double
    strategy: cython.p_double
    regrets: cython.p_double
    regret: cython.double
    for node in range(street.nodes - 1, -1, -1):
        if street.player[node] > 1:
            value_leaf(street, node, me)
            continue
        found = street.values + node * kinds
        for k in range(kinds):
            found[k] = 0
        for i in range(street.count[node]):
            child = street.first[node] + i
            values = street.values + child * kinds
            strategy = street.strategy + child * kinds
            if street.player[node] == me:
                for k in range(kinds):
                    found[k] += strategy[k] * values[k]
            else:
                for k in range(kinds):
                    found[k] += values[k]
        if learn and street.player[node] == me:
            for i in range(street.count[node]):
                child = street.first[node] + i
                values = street.values + child * kinds
                regrets = street.regrets + child * kinds
                for k in range(kinds):
                    regret = regrets[k] + values[k] - found[k]
                    regrets[k] = regret if regret > 0 else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def average(street: cython.pointer(Street)) -> cython.void:
    """Compute the average strategy of all iterations."""
    kinds: cython.int = street.kinds
    node: cython.int
    place: cython.int
    i: cython.int
    k: cython.int
    total: cython.double
    for node in range(street.nodes):
        if street.player[node] > 1:
            continue
        for k in range(kinds):
            total = 0
            for i in range(street.count[node]):
                total += street.totals[(street.first[node] + i) * kinds + k]
            for i in range(street.count[node]):
                place = (street.first[node] + i) * kinds + k
                street.strategy[place] = street.totals[place] / total if total > 0 else 1.0 / street.count[node]


@cython.cfunc
@cython.exceptval(check=True)
def check_tree(street: cython.pointer(Street), tables: cython.int) -> cython.void:
    """Raise `ValueError` unless every node leads to later nodes that exist."""
    node: cython.int
    for node in range(street.nodes):
        if not 0 <= street.player[node] <= 4:
            raise ValueError(f"node {node} belongs to nobody")
        if street.player[node] <= 1 and not (
            1 <= street.count[node] <= street.nodes and node < street.first[node] <= street.nodes - street.count[node]
        ):
            raise ValueError(f"the children of node {node} are not in the tree")
        if not 0 <= street.table[node] < tables:
            raise ValueError(f"node {node} shares its pot by table {street.table[node]}, and there are {tables}")


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play(street: cython.pointer(Street), iterations: cython.int) -> cython.void:
    """Let both players learn in turn; then compute the average strategies and their values."""
    i: cython.int
    me: cython.int
    node: cython.int
    for i in range(1, iterations + 1):
        for me in range(2):
            for node in range(street.nodes):
                # Only the opponent's regrets have changed since the last time.
                if street.player[node] <= 1 and (i == 1 or street.player[node] != me):
                    match_regrets(street, node)
            spread(street, i, me)
            value_tree(street, me, True)
    average(street)
    spread(street, 0, 0)
    value_tree(street, 0, False)


def solve_street(
    kinds: cython.int,
    tree: cython.int[::1],
    chips: cython.double[::1],
    shares: cython.double[::1],
    weights: cython.double[::1],
    iterations: cython.int,
    strategy: cython.double[::1],
    values: cython.double[::1],
    work: cython.double[::1],
):
    """Solve a street.

    `tree` has four numbers for each node: who decides (0 or 1; 2 where the pot is shared, 3 or 4 where player 0 or 1 has
    folded), the first child, how many children, and which table of shares. `chips` has the pot at each node, and what both have paid. `shares` has two tables
    of kinds x kinds for each number: what the first gets, by the hands of the second and its own, and the other way round. `weights` has how
    many hands of each kind both hold. `strategy` gets how often each kind takes the way to each node, `values` what player 0
    wins at each node by kind, over the hands of the other.
    """
    street: Street
    nodes: cython.int = tree.shape[0] // 4
    size: cython.int
    tables: cython.int
    i: cython.int
    node: cython.int
    if not 1 <= nodes <= MOST_NODES or not 1 <= kinds <= MOST_KINDS or tree.shape[0] % 4:
        raise ValueError(f"a tree of {nodes} nodes and {kinds} kinds of hands cannot be solved")
    size = nodes * kinds
    tables = min(shares.shape[0] // (2 * kinds * kinds), MOST_NODES)  # so that places in the tables are ints
    has_room("chips", chips.shape[0], 3 * nodes)
    has_room("weights", weights.shape[0], 2 * kinds)
    has_room("strategy", strategy.shape[0], size)
    has_room("values", values.shape[0], size)
    has_room("work", work.shape[0], 4 * size)
    has_room("shares", shares.shape[0], 2 * kinds * kinds)
    columns: cython.int[256 * 4]
    for node in range(nodes):
        for i in range(4):
            columns[i * nodes + node] = tree[4 * node + i]
    street.nodes, street.kinds = nodes, kinds
    street.player, street.first = cython.address(columns[0]), cython.address(columns[nodes])
    street.count, street.table = cython.address(columns[2 * nodes]), cython.address(columns[3 * nodes])
    street.pot, street.paid = cython.address(chips[0]), cython.address(chips[nodes])
    street.shares, street.weights = cython.address(shares[0]), cython.address(weights[0])
    street.strategy, street.values = cython.address(strategy[0]), cython.address(values[0])
    street.regrets, street.totals = cython.address(work[0]), cython.address(work[size])
    street.reach = cython.address(work[2 * size])
    check_tree(cython.address(street), tables)
    for i in range(2 * size):
        work[i] = 0
    with cython.nogil:
        play(cython.address(street), iterations)


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
