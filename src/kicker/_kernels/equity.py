# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: always_allow_keywords=False
"""The compiled counting of who wins over all boards: for given hands, and for two ranges.

`odds.py` checks and prepares its input; here hands are numbers, and anything out of bounds is refused.
`showdown.pxd` says how outcomes are counted.
"""

import cython
from cython.cimports.cpython.list import PyList_CheckExact
from cython.cimports.cpython.tuple import PyTuple_CheckExact
from cython.cimports.kicker._kernels.checks import has_room, with_cards
from cython.cimports.kicker._kernels.showdown import (
    RankTable,
    add_outcome,
    rank_strength,
    rank_table,
    seven_strength,
)
from cython.cimports.kicker._kernels.strength import (
    CARD_KEYS,
    EMPTY_KEY,
    FLUSHES,
    KICKER_SOURCE_HASH,
    RANK_PART,
    PyLong_Check,
    PyObject,
    PySequence_Fast_GET_SIZE,
    PySequence_Fast_ITEMS,
    kicker_popcount,
    kicker_small_int,
)
from cython.cimports.libc.stdint import int64_t, uint8_t, uint32_t, uint64_t
from cython.cimports.libc.string import memset


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def suit_ranks(cards: uint64_t, suit: cython.int) -> uint32_t:
    """Return the ranks of one suit, as 13 bits, among cards given as bits."""
    rank: cython.int
    ranks: uint32_t = 0
    for rank in range(13):
        ranks |= cython.cast(uint32_t, (cards >> (4 * rank + suit)) & 1) << rank
    return ranks


# --- all boards for given hands --------------------------------------------------------------------------------------
#
# Suits matter only for flushes, and at most one suit can give one. So all boards are counted twice over: first as sets of
# ranks, each standing for as many boards as there are ways to choose its suits, as if there were no flushes; then, for
# each suit, the boards with enough of its cards are corrected: the first count is taken back and the true result is
# added. The other cards of these boards are again only ranks. About ten thousand cases stand for 1.7 million boards.

Showdown = cython.struct(
    table=RankTable,
    players=cython.int,
    hand_keys=uint64_t[10],
    flushes=uint32_t[10],  # strength of each player's flush in the case at hand, 0 if he has none
    any_flush=cython.bint,
    available=uint8_t[13],  # cards of each rank that may still come, in the suits that count now
    rank_keys=uint64_t[13],
    counts=cython.pointer(int64_t),
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def show(showdown: cython.pointer(Showdown), key: uint64_t, weight: int64_t) -> cython.void:
    """One set of board ranks."""
    strengths: uint32_t[10]
    i: cython.int
    for i in range(showdown.players):
        strengths[i] = rank_strength(showdown.table, key + showdown.hand_keys[i])
    if not showdown.any_flush:
        add_outcome(strengths, showdown.players, weight, showdown.counts)
        return
    add_outcome(strengths, showdown.players, -weight, showdown.counts)
    for i in range(showdown.players):
        if showdown.flushes[i] != 0:
            strengths[i] = showdown.flushes[i]
    add_outcome(strengths, showdown.players, weight, showdown.counts)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal_ranks(
    showdown: cython.pointer(Showdown), first_rank: cython.int, left: cython.int, key: uint64_t, weight: int64_t
) -> cython.void:
    """Add `left` cards in all sets of ranks from `first_rank` up, with the number of ways to choose their suits."""
    rank: cython.int
    count: cython.int
    ways: int64_t
    available: cython.int
    if left == 0:
        show(showdown, key, weight)
        return
    for rank in range(first_rank, 13):
        available = showdown.available[rank]
        ways = 1
        for count in range(1, (available if available < left else left) + 1):
            ways = ways * (available - count + 1) // count
            deal_ranks(showdown, rank + 1, left - count, key + count * showdown.rank_keys[rank], weight * ways)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def deal_suited(
    showdown: cython.pointer(Showdown), free: uint32_t, board: uint32_t, hole: cython.pointer(uint32_t),
    most_held: cython.int, first_rank: cython.int, to_come: cython.int, key: uint64_t,
) -> cython.void:  # fmt: skip
    """Add cards of one suit in all ways; `free`, `board` and `hole` are the ranks of that suit as bits."""
    rank: cython.int
    i: cython.int
    if cython.cast(cython.int, kicker_popcount(board)) + most_held + to_come < 5:
        return  # nobody can make a flush any more
    showdown.any_flush = False
    for i in range(showdown.players):
        showdown.flushes[i] = FLUSHES[board | hole[i]]
        showdown.any_flush |= showdown.flushes[i] != 0
    if showdown.any_flush:
        deal_ranks(showdown, 0, to_come, key, 1)
    if to_come == 0:
        return
    for rank in range(first_rank, 13):
        if (free >> rank) & 1:
            deal_suited(
                showdown, free, board | cython.cast(uint32_t, 1) << rank, hole, most_held, rank + 1, to_come - 1,
                key + showdown.rank_keys[rank],
            )  # fmt: skip


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count_boards(
    hands: cython.pointer(uint8_t), players: cython.int, cards: uint64_t, dead: uint64_t, to_come: cython.int,
    counts: cython.pointer(int64_t),
) -> cython.void:  # fmt: skip
    """Add the results of all boards to `counts`, for hands of two cards each; `cards` are those already on the
    board."""
    showdown: Showdown
    hole: uint32_t[10]
    hand_bits: uint64_t[10]
    known: uint64_t = cards | dead
    key: uint64_t = 0
    suit: cython.int
    rank: cython.int
    i: cython.int
    most_held: cython.int
    showdown.table = rank_table()
    showdown.players = players
    showdown.counts = counts
    showdown.any_flush = False
    for rank in range(13):
        showdown.rank_keys[rank] = CARD_KEYS[4 * rank] & RANK_PART
        key += kicker_popcount((cards >> 4 * rank) & 15) * showdown.rank_keys[rank]
    for i in range(players):
        hand_bits[i] = (cython.cast(uint64_t, 1) << hands[2 * i]) | (cython.cast(uint64_t, 1) << hands[2 * i + 1])
        showdown.hand_keys[i] = showdown.rank_keys[hands[2 * i] >> 2] + showdown.rank_keys[hands[2 * i + 1] >> 2]
        known |= hand_bits[i]
    for rank in range(13):
        showdown.available[rank] = 4 - kicker_popcount((known >> 4 * rank) & 15)
    deal_ranks(cython.address(showdown), 0, to_come, key, 1)
    for suit in range(4):
        most_held = 0
        for i in range(players):
            hole[i] = suit_ranks(hand_bits[i], suit)
            most_held = max(most_held, cython.cast(cython.int, kicker_popcount(hole[i])))
        for rank in range(13):
            # The cards of the other suits; those of this suit are dealt one by one.
            showdown.available[rank] = 3 - kicker_popcount((known >> 4 * rank) & (15 ^ 1 << suit))
        deal_suited(
            cython.address(showdown), 0x1FFF & ~suit_ranks(known, suit), suit_ranks(cards, suit), hole, most_held, 0,
            to_come, key,
        )  # fmt: skip


def count_outcomes(hands: bytes, board: bytes, dead: bytes, counts: int64_t[::1]) -> None:
    """Add the results of all boards to `counts`, for hands of two cards each."""
    row: cython.p_char = hands
    cards: uint64_t = with_cards(0, board)
    gone: uint64_t = with_cards(0, dead)
    if gone & with_cards(cards, hands):
        raise ValueError("a dead card is in a hand or on the board")
    if len(hands) % 2 or not 2 <= len(hands) <= 20 or len(board) > 5:
        raise ValueError(f"{len(hands)} cards in hands of two and {len(board)} on the board cannot be compared")
    players: cython.int = len(hands) // 2
    to_come: cython.int = 5 - len(board)
    has_room("counts", counts.shape[0], 11 * players)
    with cython.nogil:
        count_boards(
            cython.cast(cython.pointer(uint8_t), row), players, cards, gone, to_come, cython.address(counts[0])
        )


@cython.cfunc
@cython.exceptval(check=False)
def read_cards(
    items: object, row: cython.pointer(uint8_t), most: cython.int, seen: cython.pointer(uint64_t)
) -> cython.int:
    """Copy cards from a list or tuple and mark them in `seen`; return their number, or -1 if they cannot be
    read here."""
    count: cython.Py_ssize_t
    objects: cython.pointer(cython.pointer(PyObject))
    i: cython.Py_ssize_t
    number: cython.Py_ssize_t
    if not (PyList_CheckExact(items) or PyTuple_CheckExact(items)):
        return -1
    count = PySequence_Fast_GET_SIZE(items)
    objects = PySequence_Fast_ITEMS(items)
    if count > most:
        return -1
    for i in range(count):
        if not PyLong_Check(objects[i]):
            return -1
        number = kicker_small_int(objects[i])
        if number < 0 or number > 51 or (seen[0] >> number) & 1:
            return -1
        row[i] = number
        seen[0] |= cython.cast(uint64_t, 1) << number
    return cython.cast(cython.int, count)


def count_given(players: object, board: object) -> tuple:
    """The counts for valid lists of card numbers, or None if Python has to check them.

    The fast path for programs that call it many times: it skips parsing text and ranges, and error handling.
    """
    hands: uint8_t[20]
    row: uint8_t[5]
    seen: uint64_t = 0
    cards: uint64_t = 0
    counts: int64_t[110]
    i: cython.int
    size: cython.Py_ssize_t
    on_board: cython.int
    if not (PyList_CheckExact(players) or PyTuple_CheckExact(players)):
        return None
    size = PySequence_Fast_GET_SIZE(players)
    on_board = read_cards(board, row, 5, cython.address(cards))
    if size < 2 or size > 10 or on_board < 0:
        return None
    seen = cards
    for i in range(size):
        if read_cards(players[i], hands + 2 * i, 2, cython.address(seen)) != 2:
            return None
    memset(counts, 0, 8 * 11 * size)
    with cython.nogil:
        count_boards(hands, cython.cast(cython.int, size), cards, 0, 5 - on_board, counts)
    return tuple([counts[i] for i in range(11 * size)])


# --- all boards for two ranges ---------------------------------------------------------------------------------------
#
# On one board every combination of both ranges has a strength. Sorted by it, the second range is swept once, adding up
# weights: in total, and per card. A combination of the first range then beats the total, less whatever shares one of
# its two cards, so card removal costs three lookups instead of a loop.

Sweep = cython.struct(
    table=RankTable,
    combos=cython.int,  # of both ranges together
    firsts=cython.int,  # of the first range: they come first
    keys=uint64_t[2652],
    bits=uint64_t[2652],
    low=uint8_t[2652],  # the two cards of each
    high=uint8_t[2652],
    weights=cython.double[2652],
    same=cython.double[1326],  # weight of the same two cards in the second range
    order=uint32_t[2652],  # strength << 16 | place in the lists above
    spare=uint32_t[2652],
    step=int64_t,  # only every nth board is counted, beginning with number `turn`
    turn=int64_t,
    wins=cython.double,
    ties=cython.double,
    total=cython.double,
    each=cython.pointer(cython.double),  # the same three for each combination of the first range, or NULL
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sort_by_strength(
    items: cython.pointer(uint32_t), spare: cython.pointer(uint32_t), count: cython.int
) -> cython.void:
    """Radix sort of `strength << 16 | place`, weakest first: seven bits of the strength, then the other six."""
    starts: cython.int[128]
    i: cython.int
    digit: cython.int
    running: cython.int
    held: cython.int
    shift: cython.int = 16
    from_items: cython.pointer(uint32_t) = items
    to_items: cython.pointer(uint32_t) = spare
    for _ in range(2):
        memset(starts, 0, 128 * cython.sizeof(cython.int))
        for i in range(count):
            starts[(from_items[i] >> shift) & 127] += 1
        running = 0
        for digit in range(128):
            held = starts[digit]
            starts[digit] = running
            running += held
        for i in range(count):
            digit = (from_items[i] >> shift) & 127
            to_items[starts[digit]] = from_items[i]
            starts[digit] += 1
        from_items, to_items = to_items, from_items
        shift += 7


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep_board(sweep: cython.pointer(Sweep), board_key: uint64_t, board: uint64_t) -> cython.void:
    """Add the outcomes on one full board."""
    below_card: cython.double[52]
    upto_card: cython.double[52]
    all_card: cython.double[52]
    below: cython.double = 0
    upto: cython.double = 0
    everything: cython.double = 0
    beaten: cython.double
    not_better: cython.double
    met: cython.double
    i: cython.int
    place: cython.int
    firsts: cython.int = 0
    seconds: cython.int = 0
    strict: cython.int = 0
    loose: cython.int = 0
    strength: uint32_t
    ours: cython.pointer(uint32_t) = sweep.order
    theirs: cython.pointer(uint32_t)
    memset(below_card, 0, sizeof_cards())
    memset(upto_card, 0, sizeof_cards())
    memset(all_card, 0, sizeof_cards())
    for i in range(sweep.firsts):
        if (sweep.bits[i] & board) == 0:
            ours[firsts] = seven_strength(sweep.table, board_key + sweep.keys[i], board | sweep.bits[i]) << 16 | i
            firsts += 1
    theirs = ours + firsts
    for i in range(sweep.firsts, sweep.combos):
        if (sweep.bits[i] & board) == 0:
            theirs[seconds] = seven_strength(sweep.table, board_key + sweep.keys[i], board | sweep.bits[i]) << 16 | i
            seconds += 1
            everything += sweep.weights[i]
            all_card[sweep.low[i]] += sweep.weights[i]
            all_card[sweep.high[i]] += sweep.weights[i]
    sort_by_strength(ours, sweep.spare, firsts)
    sort_by_strength(theirs, sweep.spare, seconds)
    for i in range(firsts):
        strength = ours[i] >> 16
        while strict < seconds and theirs[strict] >> 16 < strength:
            place = theirs[strict] & 0xFFFF
            below += sweep.weights[place]
            below_card[sweep.low[place]] += sweep.weights[place]
            below_card[sweep.high[place]] += sweep.weights[place]
            strict += 1
        while loose < seconds and theirs[loose] >> 16 <= strength:
            place = theirs[loose] & 0xFFFF
            upto += sweep.weights[place]
            upto_card[sweep.low[place]] += sweep.weights[place]
            upto_card[sweep.high[place]] += sweep.weights[place]
            loose += 1
        place = ours[i] & 0xFFFF
        beaten = below - below_card[sweep.low[place]] - below_card[sweep.high[place]]
        not_better = upto - upto_card[sweep.low[place]] - upto_card[sweep.high[place]] + sweep.same[place]
        met = everything - all_card[sweep.low[place]] - all_card[sweep.high[place]] + sweep.same[place]
        sweep.wins += sweep.weights[place] * beaten
        sweep.ties += sweep.weights[place] * (not_better - beaten)
        sweep.total += sweep.weights[place] * met
        if sweep.each != cython.NULL:
            sweep.each[3 * place] += beaten
            sweep.each[3 * place + 1] += not_better - beaten
            sweep.each[3 * place + 2] += met


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def sizeof_cards() -> cython.size_t:
    return 52 * cython.sizeof(cython.double)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep_boards(
    sweep: cython.pointer(Sweep), key: uint64_t, board: uint64_t, gone: uint64_t, first: cython.int, to_come: cython.int
) -> cython.void:
    """Count all full boards with cards from number `first` on."""
    card: cython.int
    if to_come == 0:
        if sweep.turn == 0:
            sweep_board(sweep, key, board)
            sweep.turn = sweep.step
        sweep.turn -= 1
        return
    for card in range(first, 52):
        if ((gone >> card) & 1) == 0:
            sweep_boards(
                sweep, key + CARD_KEYS[card], board | cython.cast(uint64_t, 1) << card, gone, card + 1, to_come - 1
            )


def count_range_outcomes(
    combos: bytes, weights: cython.const[cython.double][::1], firsts: cython.int, board: bytes, dead: bytes,
    step: int64_t, turn: int64_t, results: cython.double[::1], each: cython.double[::1],
) -> None:  # fmt: skip
    """Set `results` to the weights of (wins of the first range, ties, all) over every `step`th board from `turn` on.

    Unless `each` has no places, the same three are added to it for each combination of the first range, without its own weight.
    `combos` has the two cards of each combination, those of the first range first; none holds a card of `board` or `dead`.
    """
    sweep: Sweep
    i: cython.int
    j: cython.int
    card: cython.int
    key: uint64_t = EMPTY_KEY
    bits: uint64_t = with_cards(0, board)
    gone: uint64_t = with_cards(bits, dead)
    count: cython.Py_ssize_t = len(combos) // 2
    if len(combos) % 2 or not 0 <= firsts <= 1326 or not firsts <= count <= firsts + 1326:
        raise ValueError(f"{firsts} combinations and {count - firsts} others: a range has up to 1326")
    if len(board) > 5 or step < 1 or turn < 0:
        raise ValueError(f"every {step}th board from {turn} on, with {len(board)} cards on it already, cannot be counted")
    has_room("weights", weights.shape[0], count)
    has_room("results", results.shape[0], 3)
    sweep.each = cython.NULL
    if each.shape[0]:
        has_room("each", each.shape[0], 3 * firsts)
        sweep.each = cython.address(each[0])
    to_come: cython.int = 5 - len(board)
    sweep.table = rank_table()
    sweep.combos = cython.cast(cython.int, count)
    sweep.firsts = firsts
    sweep.step = step
    sweep.turn = turn
    sweep.wins = sweep.ties = sweep.total = 0
    for i in range(sweep.combos):
        sweep.low[i] = combos[2 * i]
        sweep.high[i] = combos[2 * i + 1]
        if sweep.low[i] > 51 or sweep.high[i] > 51 or sweep.low[i] == sweep.high[i]:
            raise ValueError(f"{sweep.low[i]} and {sweep.high[i]} are not two cards")
        sweep.keys[i] = CARD_KEYS[sweep.low[i]] + CARD_KEYS[sweep.high[i]]
        sweep.bits[i] = (cython.cast(uint64_t, 1) << sweep.low[i]) | (cython.cast(uint64_t, 1) << sweep.high[i])
        sweep.weights[i] = weights[i]
        if sweep.bits[i] & gone:
            raise ValueError("a combination holds a card of the board or a dead one")
    for i in range(firsts):
        sweep.same[i] = 0
        for j in range(firsts, sweep.combos):
            if sweep.bits[i] == sweep.bits[j]:
                sweep.same[i] = sweep.weights[j]
    for card in board:
        key += CARD_KEYS[card]
    with cython.nogil:
        sweep_boards(cython.address(sweep), key, bits, gone, 0, to_come)
    results[0] = sweep.wins
    results[1] = sweep.ties
    results[2] = sweep.total


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
