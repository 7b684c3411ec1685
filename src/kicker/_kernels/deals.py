# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled sampling: random deals, and who wins them. `odds.py` above it checks, prepares and adds up.

Each block of deals has its own random numbers (`dice.pxd`), so it does not matter which thread runs it. `showdown.pxd` says how outcomes are counted.
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room, with_cards
from cython.cimports.kicker._kernels.dice import MOST_TRIES, TWO_TO_MINUS_32, Generator, random64, seeded
from cython.cimports.kicker._kernels.showdown import RankTable, add_outcome, rank_table, seven_strength
from cython.cimports.kicker._kernels.strength import CARD_KEYS, EMPTY_KEY, KICKER_SOURCE_HASH, kicker_popcount
from cython.cimports.libc.stdint import int64_t, uint8_t, uint32_t, uint64_t

Deal = cython.struct(
    table=RankTable,
    players=cython.int,
    starts=cython.int[11],  # the start of each player's combinations; none: any two cards
    board=cython.int,  # cards on the board already
    board_key=uint64_t,
    board_bits=uint64_t,
    gone=uint64_t,  # cards that cannot be dealt: board and dead
    deck=uint8_t[52],
    left=cython.int,  # cards in the deck
    fixed=cython.bint,  # no player has more than one combination: the deck is the same in every deal
    keys=uint64_t[10],
    bits=uint64_t[10],
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def take_from_deck(deal: cython.pointer(Deal), taken: cython.int, random: uint32_t) -> uint8_t:
    """Take one more random card from the top of the deck down: a step of a Fisher-Yates shuffle."""
    place: cython.int = taken + cython.cast(cython.int, (cython.cast(uint64_t, random) * (deal.left - taken)) >> 32)
    card: uint8_t = deal.deck[place]
    deal.deck[place] = deal.deck[taken]
    deal.deck[taken] = card
    return card


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def play_deal(
    deal: cython.pointer(Deal), state: cython.pointer(Generator), counts: cython.pointer(int64_t)
) -> cython.void:
    """Deal the missing cards from the deck, and count the outcome."""
    strengths: uint32_t[10]
    taken: cython.int = 0
    i: cython.int
    first: uint8_t
    second: uint8_t
    bits: uint64_t = deal.board_bits
    key: uint64_t = deal.board_key
    random: uint64_t
    for i in range(deal.players):
        if deal.starts[i] == deal.starts[i + 1]:
            random = random64(state)
            first = take_from_deck(deal, taken, cython.cast(uint32_t, random))
            second = take_from_deck(deal, taken + 1, cython.cast(uint32_t, random >> 32))
            taken += 2
            deal.keys[i] = CARD_KEYS[first] + CARD_KEYS[second]
            deal.bits[i] = (cython.cast(uint64_t, 1) << first) | (cython.cast(uint64_t, 1) << second)
    random = random64(state)
    for i in range(5 - deal.board):
        first = take_from_deck(deal, taken, cython.cast(uint32_t, random))
        random = random64(state) if i & 1 else random >> 32
        taken += 1
        key += CARD_KEYS[first]
        bits |= cython.cast(uint64_t, 1) << first
    for i in range(deal.players):
        strengths[i] = seven_strength(deal.table, key + deal.keys[i], bits | deal.bits[i])
    add_outcome(strengths, deal.players, 1, counts)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fill_deck(deal: cython.pointer(Deal), used: uint64_t) -> cython.void:
    card: cython.int
    deal.left = 0
    for card in range(52):
        if ((used >> card) & 1) == 0:
            deal.deck[deal.left] = card
            deal.left += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def choose_combos(
    deal: cython.pointer(Deal), state: cython.pointer(Generator), combos: cython.const[uint8_t][::1],
    chances: cython.const[cython.double][::1], aliases: cython.const[uint32_t][::1],
) -> uint64_t:  # fmt: skip
    """Draw a combination for each player with a range; returns all used cards as bits, or 0 if two players share one."""
    used: uint64_t = deal.gone
    random: uint64_t
    i: cython.int
    place: cython.int
    size: cython.int
    for i in range(deal.players):
        size = deal.starts[i + 1] - deal.starts[i]
        if size == 0:
            continue
        random = random64(state)
        place = deal.starts[i] + cython.cast(cython.int, ((random >> 32) * size) >> 32)
        if cython.cast(uint32_t, random) * TWO_TO_MINUS_32 >= chances[place]:
            place = aliases[place]
        hold(deal, i, combos[2 * place], combos[2 * place + 1])
        if used & deal.bits[i]:
            return 0
        used |= deal.bits[i]
    return used


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def hold(deal: cython.pointer(Deal), player: cython.int, one: uint8_t, two: uint8_t) -> cython.void:
    """Give a player two cards."""
    deal.keys[player] = CARD_KEYS[one] + CARD_KEYS[two]
    deal.bits[player] = (cython.cast(uint64_t, 1) << one) | (cython.cast(uint64_t, 1) << two)


@cython.cfunc
@cython.exceptval(check=True)
def check_combos(
    combos: cython.const[uint8_t][::1], chances: cython.const[cython.double][::1],
    aliases: cython.const[uint32_t][::1], starts: cython.const[uint32_t][::1],
) -> cython.void:  # fmt: skip
    """Raise `ValueError` unless all combinations are two cards and all indices lead to combinations."""
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t = combos.shape[0] // 2
    has_room("chances", chances.shape[0], count)
    has_room("aliases", aliases.shape[0], count)
    for i in range(count):
        if combos[2 * i] > 51 or combos[2 * i + 1] > 51 or combos[2 * i] == combos[2 * i + 1]:
            raise ValueError(f"{combos[2 * i]} and {combos[2 * i + 1]} are not two cards")
        if aliases[i] >= cython.cast(cython.size_t, count):
            raise ValueError(f"place {aliases[i]} is not one of {count} combinations")
    if not 2 <= starts.shape[0] <= 11:
        raise ValueError(f"{starts.shape[0] - 1} players cannot be compared")
    for i in range(starts.shape[0]):
        if starts[i] > cython.cast(cython.size_t, count) or (i and starts[i] < starts[i - 1]):
            raise ValueError(f"the combinations of player {i} cannot start at {starts[i]}")


def sample_outcomes(
    combos: cython.const[uint8_t][::1], chances: cython.const[cython.double][::1], aliases: cython.const[uint32_t][::1],
    starts: cython.const[uint32_t][::1], board: bytes, dead: bytes, seed: uint64_t, block: uint64_t,
    trials: int64_t, counts: int64_t[::1],
) -> int64_t:  # fmt: skip
    """Add up to `trials` random deals to `counts`, and return how many: fewer if the ranges rarely fit together.

    Combinations are chosen by the alias method: place p of a range with `chances[p]`, else `aliases[p]`.
    """
    deal: Deal
    state: Generator = seeded(seed, block)
    i: cython.int
    card: cython.int
    used: uint64_t
    done: int64_t = 0
    tries: int64_t = 0
    check_combos(combos, chances, aliases, starts)
    bits: uint64_t = with_cards(0, board)
    gone: uint64_t = with_cards(bits, dead)
    # Two cards for each player and those that the board lacks must be left in the deck.
    if len(board) > 5 or kicker_popcount(gone) + 2 * (starts.shape[0] - 1) + 5 - len(board) > 52:
        raise ValueError(f"{starts.shape[0] - 1} players, {len(board)} cards on the board and {len(dead)} dead: too many")
    has_room("counts", counts.shape[0], 11 * (starts.shape[0] - 1))
    deal.table = rank_table()
    deal.players = starts.shape[0] - 1
    deal.board = len(board)
    deal.board_key = EMPTY_KEY
    deal.board_bits = bits
    for i in range(deal.players + 1):
        deal.starts[i] = starts[i]
    for card in board:
        deal.board_key += CARD_KEYS[card]
    deal.gone = gone
    deal.fixed = True
    used = deal.gone
    for i in range(deal.players):
        if deal.starts[i + 1] - deal.starts[i] > 1:
            deal.fixed = False
        elif deal.starts[i + 1] - deal.starts[i] == 1:
            hold(cython.address(deal), i, combos[2 * deal.starts[i]], combos[2 * deal.starts[i] + 1])
            if used & deal.bits[i]:
                raise ValueError(f"player {i} holds a card that is taken")
            used |= deal.bits[i]
    with cython.nogil:
        fill_deck(cython.address(deal), used)
        while done < trials:
            if not deal.fixed:
                tries += 1
                if tries > MOST_TRIES:
                    break
                used = choose_combos(cython.address(deal), cython.address(state), combos, chances, aliases)
                if used == 0:
                    continue
                fill_deck(cython.address(deal), used)
            play_deal(cython.address(deal), cython.address(state), cython.address(counts[0]))
            done += 1
    return done


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
