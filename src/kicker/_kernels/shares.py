# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: always_allow_keywords=False
"""The compiled counting of who wins what in any game: over all deals, or by random deals.

`equity.py` and `deals.py` do the same for hold'em and `boards.py` for Omaha, faster; `kicker/shares.py` checks and prepares its input.
Pots may be split between high and low, so that shares are counted in units of a pot (`shares.pxd`).
"""

import cython
from cython.cimports.kicker._kernels.checks import has_room, with_cards
from cython.cimports.kicker._kernels.dice import MOST_TRIES, TWO_TO_MINUS_32, Generator, random64, seeded
from cython.cimports.kicker._kernels.orders import BADUGI, ORDERS, best_number, load_tables, row_number
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH, kicker_popcount
from cython.cimports.libc.stdint import int64_t, uint8_t, uint32_t, uint64_t
from cython.cimports.libc.string import memcpy


@cython.cfunc
@cython.exceptval(check=True)
def read_rules(rules: tuple) -> Rules:
    """A game as numbers. Raises `ValueError` if no order can rank its hands."""
    made: Rules
    made.high, made.low, made.hand_cards, made.board_cards, made.plays = rules
    if not 0 <= made.high < ORDERS or not -1 <= made.low < ORDERS:
        raise ValueError(f"{made.high} and {made.low} are not orders of hands")
    if made.plays:
        if not (1 <= made.plays <= 4 and made.plays <= made.hand_cards <= 6 and 5 - made.plays <= made.board_cards <= 5):
            raise ValueError(f"{made.plays} of {made.hand_cards} cards cannot play")
        if made.high == BADUGI or made.low == BADUGI:
            raise ValueError("badugi has no board")
    elif made.hand_cards < 1 or made.board_cards < 0 or (
        made.hand_cards + made.board_cards != 4 if made.high == BADUGI or made.low == BADUGI
        else not 5 <= made.hand_cards + made.board_cards <= 7
    ):
        raise ValueError(f"{made.hand_cards} and {made.board_cards} cards make no hand")
    if made.board_cards > 5:
        raise ValueError(f"a board has five cards at most, not {made.board_cards}")
    load_tables()
    return made


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def hand_number(
    rules: cython.pointer(Rules), order: cython.int, hand: cython.pointer(uint8_t), board: cython.pointer(uint8_t)
) -> uint32_t:
    """Return the strength of a hand with a full board; the array has room after the cards of the hand."""
    if rules.plays:
        return best_number(order, hand, rules.hand_cards, board, rules.board_cards, rules.plays)
    memcpy(hand + rules.hand_cards, board, rules.board_cards)
    return row_number(order, hand, rules.hand_cards + rules.board_cards)


# --- all deals -------------------------------------------------------------------------------------------------------

Count = cython.struct(
    rules=Rules,
    players=cython.int,
    hands=uint8_t[160],  # 16 places for each player
    known=cython.int[10],  # cards of each player that are known
    highs=uint32_t[10],
    lows=uint32_t[10],
    board=uint8_t[5],
    on_board=cython.int,
    deck=uint8_t[52],
    left=cython.int,
    used=uint64_t,
    parts=int64_t,  # only every nth first choice is counted, beginning with number `turn`
    turn=int64_t,
    seen=int64_t,
    first=cython.int,  # the player with the first choice; 10 for the board
    deals=int64_t,
    shares=cython.pointer(int64_t),
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def weigh(count: cython.pointer(Count), player: cython.int) -> cython.void:
    rules: cython.pointer(Rules) = cython.address(count.rules)
    count.highs[player] = hand_number(rules, rules.high, count.hands + 16 * player, count.board)
    if rules.low >= 0:
        count.lows[player] = hand_number(rules, rules.low, count.hands + 16 * player, count.board)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def finish(count: cython.pointer(Count)) -> cython.void:
    lows: cython.pointer(uint32_t) = cython.NULL
    if count.rules.low >= 0:
        lows = count.lows
    count.deals += 1
    add_shares(count.highs, lows, count.players, 1, count.shares)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_skipped(count: cython.pointer(Count), chooser: cython.int) -> cython.bint:
    """Return True if this first choice belongs to another part."""
    if count.first != chooser:
        return False
    count.seen += 1
    return (count.seen - 1) % count.parts != count.turn


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def complete_board(count: cython.pointer(Count), start: cython.int, missing: cython.int) -> cython.void:
    """Deal the board in every way."""
    i: cython.int
    player: cython.int
    bit: uint64_t
    if missing == 0:
        if is_skipped(count, 10):
            return
        for player in range(count.players):
            weigh(count, player)
        finish(count)
        return
    for i in range(start, count.left - missing + 1):
        bit = cython.cast(uint64_t, 1) << count.deck[i]
        if count.used & bit:
            continue
        count.board[count.rules.board_cards - missing] = count.deck[i]
        complete_board(count, i + 1, missing - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def complete_hands(
    count: cython.pointer(Count), player: cython.int, start: cython.int, missing: cython.int
) -> cython.void:
    """Deal the missing cards of a player, then those of the players after and of the board, in every way."""
    i: cython.int
    bit: uint64_t
    if missing == 0:
        if is_skipped(count, player):
            return
        if count.rules.board_cards == 0:  # otherwise hands are weighed with each board
            weigh(count, player)
        player += 1
        if player == count.players and count.rules.board_cards:
            complete_board(count, 0, count.rules.board_cards - count.on_board)
        elif player == count.players:
            finish(count)
        else:
            complete_hands(count, player, 0, count.rules.hand_cards - count.known[player])
        return
    for i in range(start, count.left - missing + 1):
        bit = cython.cast(uint64_t, 1) << count.deck[i]
        if count.used & bit:
            continue
        count.hands[16 * player + count.rules.hand_cards - missing] = count.deck[i]
        count.used |= bit
        complete_hands(count, player, i + 1, missing - 1)
        count.used ^= bit


def count_shares(
    rules: tuple, deck: bytes, hands: list, board: bytes, parts: int64_t, turn: int64_t, shares: int64_t[::1]
) -> int64_t:
    """Add to `shares` what each player wins in all deals, or in every nth of the first choices; returns the number of deals.

    The hands are completed in every way, and then the board.
    """
    count: Count
    i: cython.int
    j: cython.int
    used: uint64_t = with_cards(0, board)
    missing: cython.int
    with_cards(0, deck)
    count.rules = read_rules(rules)
    count.players = len(hands)
    if not 2 <= count.players <= MOST_PLAYERS or len(board) > count.rules.board_cards or not 0 <= turn < parts:
        raise ValueError(f"{len(hands)} players, {len(board)} cards on the board and part {turn} of {parts}")
    count.first = 10 if count.rules.board_cards else count.players - 1
    missing = count.rules.board_cards - len(board)
    for i in range(count.players):
        cards: bytes = hands[i]
        used = with_cards(used, cards)
        count.known[i] = len(cards)
        if len(cards) > count.rules.hand_cards:
            raise ValueError(f"a hand of {len(cards)} cards")
        if len(cards) < count.rules.hand_cards and i < count.first:
            count.first = i
        missing += count.rules.hand_cards - len(cards)
        for j in range(len(cards)):
            count.hands[16 * i + j] = cards[j]
    count.on_board = len(board)
    for j in range(len(board)):
        count.board[j] = board[j]
    count.left = 0
    for i in range(len(deck)):
        if not (used >> deck[i]) & 1:
            count.deck[count.left] = deck[i]
            count.left += 1
    if missing > count.left:
        raise ValueError(f"{count.left} cards are left, and {missing} are missing")
    has_room("shares", shares.shape[0], FIGURES * count.players)
    count.used = used
    count.parts, count.turn, count.seen, count.deals = parts, turn, 0, 0
    count.shares = cython.address(shares[0])
    with cython.nogil:
        complete_hands(cython.address(count), 0, 0, count.rules.hand_cards - count.known[0])
    return count.deals


# --- random deals ----------------------------------------------------------------------------------------------------

Sample = cython.struct(
    rules=Rules,
    players=cython.int,
    sizes=cython.int[10],  # cards of each player that are chosen from the options; the others are dealt
    hands=uint8_t[160],
    board=uint8_t[5],
    on_board=cython.int,
    gone=uint64_t,
    deck=uint8_t[52],
    left=uint64_t,
    chosen=uint32_t[10],  # the option that each player has
    each=cython.pointer(int64_t),  # deals, units and their squares of each option, or NULL
)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def draw(sample: cython.pointer(Sample), state: cython.pointer(Generator), used: cython.pointer(uint64_t)) -> uint8_t:
    """Return a random card of the deck that is not used yet."""
    card: uint8_t
    while True:
        card = sample.deck[((random64(state) >> 32) * sample.left) >> 32]
        if not (used[0] >> card) & 1:
            used[0] |= cython.cast(uint64_t, 1) << card
            return card


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def choose_hands(
    sample: cython.pointer(Sample), state: cython.pointer(Generator), options: cython.pointer(cython.const[uint8_t]),
    chances: cython.pointer(cython.const[cython.double]), aliases: cython.pointer(cython.const[uint32_t]),
    starts: cython.pointer(cython.const[uint32_t]),
) -> uint64_t:  # fmt: skip
    """Draw one option of each player; return all used cards, or CLASH if two players got the same card."""
    used: uint64_t = sample.gone
    bits: uint64_t
    random: uint64_t
    place: uint32_t
    i: cython.int
    j: cython.int
    for i in range(sample.players):
        if sample.sizes[i] == 0:
            continue
        place = starts[i]
        if starts[i + 1] - starts[i] > 1:
            random = random64(state)
            place += cython.cast(uint32_t, ((random >> 32) * (starts[i + 1] - starts[i])) >> 32)
            if cython.cast(uint32_t, random) * TWO_TO_MINUS_32 >= chances[place]:
                place = aliases[place]
        sample.chosen[i] = place
        bits = 0
        for j in range(sample.sizes[i]):
            sample.hands[16 * i + j] = options[8 * cython.cast(cython.size_t, place) + j]
            bits |= cython.cast(uint64_t, 1) << sample.hands[16 * i + j]
        if used & bits:
            return CLASH
        used |= bits
    return used


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play(
    sample: cython.pointer(Sample), state: cython.pointer(Generator), used: uint64_t, shares: cython.pointer(int64_t)
) -> cython.void:
    """Deal the missing cards and pay the pot."""
    rules: cython.pointer(Rules) = cython.address(sample.rules)
    highs: uint32_t[10]
    lows: uint32_t[10]
    split: cython.pointer(uint32_t) = cython.NULL
    i: cython.int
    j: cython.int
    if rules.low >= 0:
        split = lows
    for i in range(sample.players):
        for j in range(sample.sizes[i], rules.hand_cards):
            sample.hands[16 * i + j] = draw(sample, state, cython.address(used))
    for j in range(sample.on_board, rules.board_cards):
        sample.board[j] = draw(sample, state, cython.address(used))
    for i in range(sample.players):
        highs[i] = hand_number(rules, rules.high, sample.hands + 16 * i, sample.board)
        if rules.low >= 0:
            lows[i] = hand_number(rules, rules.low, sample.hands + 16 * i, sample.board)
    if sample.each == cython.NULL:
        add_shares(highs, split, sample.players, 1, shares)
    else:
        add_to_each(sample, highs, split, shares)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_to_each(
    sample: cython.pointer(Sample), highs: cython.pointer(uint32_t), lows: cython.pointer(uint32_t),
    shares: cython.pointer(int64_t),
) -> cython.void:  # fmt: skip
    """Pay the pot, and record what each player's option got."""
    figures: int64_t[40]
    row: cython.pointer(int64_t)
    i: cython.int
    for i in range(FIGURES * sample.players):
        figures[i] = 0
    add_shares(highs, lows, sample.players, 1, figures)
    for i in range(FIGURES * sample.players):
        shares[i] += figures[i]
    for i in range(sample.players):
        if sample.sizes[i]:
            row = sample.each + 3 * cython.cast(cython.size_t, sample.chosen[i])
            row[0] += 1
            row[1] += figures[FIGURES * i + 2]
            row[2] += figures[FIGURES * i + 3]


@cython.cfunc
@cython.exceptval(check=True)
def check_options(
    rules: cython.pointer(Rules), options: cython.const[uint8_t][::1], sizes: bytes,
    chances: cython.const[cython.double][::1], aliases: cython.const[uint32_t][::1], starts: cython.const[uint32_t][::1],
) -> cython.void:  # fmt: skip
    """Raise `ValueError` unless all options are hands of different cards and all indices lead to options."""
    i: cython.Py_ssize_t
    j: cython.int
    player: cython.int
    count: cython.Py_ssize_t = options.shape[0] // 8
    bits: uint64_t
    if not 3 <= starts.shape[0] <= MOST_PLAYERS + 1 or len(sizes) != starts.shape[0] - 1 or starts[0] != 0:
        raise ValueError(f"{starts.shape[0] - 1} players cannot be compared")
    has_room("chances", chances.shape[0], count)
    has_room("aliases", aliases.shape[0], count)
    for player in range(len(sizes)):
        if starts[player + 1] < starts[player] or starts[player + 1] > cython.cast(cython.size_t, count):
            raise ValueError(f"the options of player {player} cannot end at {starts[player + 1]}")
        if sizes[player] > rules.hand_cards or (sizes[player] == 0) != (starts[player] == starts[player + 1]):
            raise ValueError(f"player {player} has hands of {sizes[player]} cards")
        for i in range(starts[player], starts[player + 1]):
            bits = 0
            for j in range(sizes[player]):
                if options[8 * i + j] > 51 or (bits >> options[8 * i + j]) & 1:
                    raise ValueError(f"option {i} is not a hand")
                bits |= cython.cast(uint64_t, 1) << options[8 * i + j]
            if not starts[player] <= aliases[i] < starts[player + 1]:
                raise ValueError(f"place {aliases[i]} is not an option of player {player}")


@cython.cfunc
@cython.exceptval(check=True)
def prepare(sample: cython.pointer(Sample), deck: bytes, sizes: bytes, board: bytes) -> cython.void:
    """Fill in the players and the cards. Raises `ValueError` if there are too few cards for them."""
    i: cython.int
    needed: cython.Py_ssize_t
    on_board: cython.Py_ssize_t = len(board)
    cards: cython.Py_ssize_t
    in_deck: uint64_t = with_cards(0, deck)
    sample.players = len(sizes)
    sample.gone = with_cards(0, board)
    sample.on_board = on_board
    # Even if none of the options is in the deck, there must be enough cards for everyone.
    needed = sample.rules.board_cards + sample.players * sample.rules.hand_cards
    cards = kicker_popcount(in_deck | sample.gone)
    if on_board > 5 or on_board > sample.rules.board_cards or cards < needed:
        raise ValueError(f"{sample.players} players, {len(board)} cards on the board and {len(deck)} in the deck")
    for i in range(len(deck)):
        sample.deck[i] = deck[i]
    sample.left = len(deck)
    for i in range(on_board):
        sample.board[i] = board[i]
    for i in range(sample.players):
        sample.sizes[i] = sizes[i]


def sample_shares(
    rules: tuple, deck: bytes, options: cython.const[uint8_t][::1], sizes: bytes,
    chances: cython.const[cython.double][::1], aliases: cython.const[uint32_t][::1],
    starts: cython.const[uint32_t][::1], board: bytes, seed: uint64_t, block: uint64_t, trials: int64_t,
    shares: int64_t[::1], each: int64_t[::1],
) -> int64_t:  # fmt: skip
    """Add up to `trials` random deals to `shares`; returns how many: fewer if the ranges rarely fit together.

    Unless `each` has no places, deals, units and the squares of units are added to it for every option.
    `deck` are the cards that may be dealt or held; dead cards are not among them. An option takes eight places.
    """
    sample: Sample
    state: Generator = seeded(seed, block)
    i: cython.int
    done: int64_t = 0
    tries: int64_t = 0
    used: uint64_t
    fixed: cython.bint = True
    option: cython.pointer(cython.const[uint8_t]) = cython.NULL
    chance: cython.pointer(cython.const[cython.double]) = cython.NULL
    alias: cython.pointer(cython.const[uint32_t]) = cython.NULL
    sample.rules = read_rules(rules)
    check_options(cython.address(sample.rules), options, sizes, chances, aliases, starts)
    prepare(cython.address(sample), deck, sizes, board)
    has_room("shares", shares.shape[0], FIGURES * sample.players)
    sample.each = cython.NULL
    if each.shape[0]:
        has_room("each", each.shape[0], 3 * (options.shape[0] // 8))
        sample.each = cython.address(each[0])
    for i in range(sample.players):
        fixed = fixed and starts[i + 1] - starts[i] <= 1
    if options.shape[0]:
        option = cython.address(options[0])
        chance = cython.address(chances[0])
        alias = cython.address(aliases[0])
    start: cython.pointer(cython.const[uint32_t]) = cython.address(starts[0])
    out: cython.pointer(int64_t) = cython.address(shares[0])
    used = choose_hands(cython.address(sample), cython.address(state), option, chance, alias, start)
    if fixed and used == CLASH:
        raise ValueError("a card is in two hands")
    with cython.nogil:
        while done < trials:
            if not fixed:
                tries += 1
                if tries > MOST_TRIES:
                    break
                used = choose_hands(cython.address(sample), cython.address(state), option, chance, alias, start)
                if used == CLASH:
                    continue
            play(cython.address(sample), cython.address(state), used, out)
            done += 1
    return done


def source_hash() -> str:
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
