# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The compiled search of Klondike: depth first through all different positions, until one is won or none is left.

A card is `4 * rank + suit` with the ace at rank 0 and the suits c d h s. A position is one number: heights of the
foundations, how many cards of each column are still where they were dealt (covered ones and the one on top of them), which
stock cards are left, how many of them lie in the waste, and how often the waste may still be turned over. All other cards
are face up in the tableau, each on a card of the next rank and the other colour. If two cards could carry it, it does
not matter which one does: it can move over at any time. So one number stands for all these arrangements.

The stock is never turned as a move of its own: a move plays one of the cards that turning can bring up. Types are declared
in `solitaire.pxd`.

This file is compiled twice. In `solitaire` a number has 64 bits, enough for the ordinary game; in
`solitaire_wide` it has 128, enough for every position that the rules allow. `holds` tells which of them takes a position.
"""

import cython
from cython.cimports.kicker._kernels.checks import with_cards
from cython.cimports.kicker._kernels.strength import KICKER_SOURCE_HASH, kicker_lowest_bit, kicker_popcount
from cython.cimports.libc.stdint import int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc

# Kinds of moves.
HOME = cython.declare(cython.int, 0)  # an open card to its foundation; the argument is the card
STOCK_HOME = cython.declare(cython.int, 1)  # a stock card to its foundation; its place in the stock
STOCK_OUT = cython.declare(cython.int, 2)  # a stock card to a column; its place in the stock
RUN = cython.declare(cython.int, 3)  # the open cards of a column to another; the column
BACK = cython.declare(cython.int, 4)  # the top card of a foundation to a column; the suit

WON = cython.declare(cython.int, 1)
LOST = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)  # no memory for more positions
GOING = cython.declare(cython.int, 0)

# The lowest bit of each rank.
LANE = cython.declare(uint64_t, 0x1111111111111)


def unpack(deal, position, place):
    """Unpack a position, and derive the facts about all cards at once."""
    i: cython.int
    gone: uint64_t = 0
    spaces: cython.int = 0
    tops: uint64_t = 0
    left: cython.int
    for i in range(4):
        place.homes[i] = cython.cast(cython.int, position >> (4 * i)) & 15
        gone |= deal.home_bits[14 * i + place.homes[i]]
    for i in range(deal.columns):
        left = cython.cast(cython.int, position >> deal.shifts[i]) & ((1 << deal.widths[i]) - 1)
        place.left[i] = left
        gone |= deal.covered[(MOST_COVERED + 1) * i + left]
        if left:
            tops |= one(deal.cards[MOST_COVERED * i + left - 1])
        else:
            spaces += 1
    place.stock = cython.cast(Places, position >> STOCK_AT) & ALL_PLACES
    gone |= stock_cards(deal, place.stock)
    place.waste = cython.cast(cython.int, position >> WASTE_AT) & WASTE_BITS
    place.redeals = cython.cast(cython.int, position >> REDEALS_AT)
    place.open = deal.all_cards & ~gone
    place.tops = tops
    # An open card that is neither on a covered one nor a king in a space lies on another open card.
    hanging: uint64_t = place.open & ~tops & ~deal.kings
    spaces -= kicker_popcount(place.open & ~tops & deal.kings)
    # Lanes: whether one or both cards of a colour and rank are open, and whether one or both hang.
    some_black: uint64_t = (place.open | place.open >> 3) & LANE
    both_black: uint64_t = (place.open & place.open >> 3) & LANE
    some_red: uint64_t = (place.open >> 1 | place.open >> 2) & LANE
    both_red: uint64_t = (place.open >> 1 & place.open >> 2) & LANE
    black_hangs: uint64_t = (hanging | hanging >> 3) & LANE
    blacks_hang: uint64_t = (hanging & hanging >> 3) & LANE
    red_hangs: uint64_t = (hanging >> 1 | hanging >> 2) & LANE
    reds_hang: uint64_t = (hanging >> 1 & hanging >> 2) & LANE
    # A card finds a place where more cards of the next rank and other colour are open than carry one already.
    red_room: uint64_t = (some_black >> 4 & ~red_hangs) | (both_black >> 4 & ~reds_hang)
    black_room: uint64_t = (some_red >> 4 & ~black_hangs) | (both_red >> 4 & ~blacks_hang)
    place.room = red_room * 6 | black_room * 9
    if spaces > 0:
        place.room |= deal.kings
    # A card can be freed where fewer cards hang on it and its twin than the two can carry less one.
    black_free: uint64_t = (some_black & ~(red_hangs << 4)) | (both_black & ~(reds_hang << 4))
    red_free: uint64_t = (some_red & ~(black_hangs << 4)) | (both_red & ~(blacks_hang << 4))
    place.free = red_free * 6 | black_free * 9
    reach_stock(deal, place)


def reach_stock(deal, place):
    """Return the stock cards that turning can bring up, in this pass and in the next."""
    i: cython.int = 0
    rest: Places = place.stock
    lowest: Places = 0
    waste: cython.int = place.waste
    draw: cython.int = deal.draw
    near: Places = 0
    far: Places = 0
    again: cython.bint = deal.redeals < 0 or place.redeals > 0
    due: cython.int = draw
    if draw == 1 and deal.redeals < 0:
        place.near, place.far = rest, 0
        return
    while rest:
        lowest = rest & (~rest + 1)
        rest ^= lowest
        due -= 1
        if due == 0:
            far |= lowest
            due = draw
        if i >= waste - 1 and (i == waste - 1 or (i - waste + 1) % draw == 0):
            near |= lowest
        i += 1
    if i > waste:
        near |= lowest
    far |= lowest
    place.near = near
    place.far = far & ~near if again else 0


def is_safe(place, card):
    """Return True if a card that can go home is no longer needed in the tableau: every card that it could carry can go
    home too."""
    rank: cython.int = card >> 2
    suit: cython.int = card & 3
    if rank <= 1:
        return True
    if suit == 1 or suit == 2:
        return place.homes[0] >= rank - 1 and place.homes[3] >= rank - 1 and place.homes[3 - suit] >= rank - 2
    return place.homes[1] >= rank - 1 and place.homes[2] >= rank - 1 and place.homes[3 - suit] >= rank - 2


def forced_move(deal, place):
    """Return a move that is always right, or -1: a card that is no longer needed goes home."""
    suit: cython.int
    card: cython.int
    i: cython.int
    rest: Places
    for suit in range(4):
        card = 4 * place.homes[suit] + suit
        if place.homes[suit] < deal.ranks and place.open & place.free & one(card) and is_safe(place, card):
            return HOME << 8 | card
    # Only with any number of turns, one card at a time, does a stock card not matter to what others can be brought up.
    if deal.draw == 1 and deal.redeals < 0:
        rest = place.stock
        while rest:
            i = lowest_place(rest)
            rest &= rest - 1
            card = deal.stock[i]
            if place.homes[card & 3] == card >> 2 and is_safe(place, card):
                return STOCK_HOME << 8 | i
    return -1


def add_move(moves, kind, argument, score):
    moves.codes[moves.count] = (kind << 8) | argument
    moves.scores[moves.count] = score
    moves.count += 1


def list_moves(deal, place, moves):
    """List all moves when none is forced."""
    suit: cython.int
    card: cython.int
    i: cython.int
    left: cython.int
    rest: Places
    useful: uint64_t = useful_cards(deal, place)
    # With any number of turns, one card at a time, a stock card can wait like one in a foundation.
    wanted: uint64_t = useful if deal.draw == 1 and deal.redeals < 0 else deal.all_cards
    moves.count = 0
    for suit in range(4):
        card = 4 * place.homes[suit] + suit
        if place.homes[suit] < deal.ranks and place.open & place.free & one(card):
            add_move(moves, HOME, card, 70 if place.tops & one(card) else 40)
        if place.homes[suit] > 1:  # an ace is of no use in the tableau
            card -= 4
            # A card is brought back only when it is useful at once; any other move can come first.
            if place.room & one(card) and (useful & one(card) or can_follow(place, card, useful)):
                if not is_safe_back(place, card):
                    add_move(moves, BACK, suit, 5)
    rest = place.near | place.far
    while rest:
        i = lowest_place(rest)
        rest &= rest - 1
        card = deal.stock[i]
        if place.homes[card & 3] == card >> 2:
            add_move(moves, STOCK_HOME, i, 45)
        if place.room & wanted & one(card):
            add_move(moves, STOCK_OUT, i, 30 + (10 if deal.kings & one(card) else 0) - 2 * cython.cast(cython.int, (place.far >> i) & 1))
    for i in range(deal.columns):
        left = place.left[i]
        if left:
            card = deal.cards[MOST_COVERED * i + left - 1]
            # A king with nothing below it is at home in its column.
            if place.room & one(card) and (left > 1 or (not deal.kings & one(card) and wants_space(deal, place))):
                add_move(moves, RUN, i, 60 + left if left > 1 else 25)


def is_safe_back(place, card):
    """Return True if a card would go straight home again."""
    safe: cython.bint
    place.homes[card & 3] -= 1
    safe = is_safe(place, card)
    place.homes[card & 3] += 1
    return safe


def useful_cards(deal, place):
    """Cards that would be useful at once if they came to the tableau from a foundation or the stock.

    A card is useful if it can carry something that has no other place: a face-up card of a column, or a useful card
    from the stock or a foundation. It is also useful if it takes over what lies on its twin, so that the twin can go home.
    """
    suit: cython.int
    loose: uint64_t = stock_cards(deal, place.near | place.far)
    spread: uint64_t
    twins: uint64_t = 0
    card: cython.int
    for suit in range(4):
        card = 4 * place.homes[suit] + suit
        if place.homes[suit] > 1:
            loose |= one(card - 4)
        if place.homes[suit] < deal.ranks and place.open & ~place.free & one(card):
            twins |= one(card ^ 3)
    # A stock card that cannot be reached at any time is also moved for the card below or behind it.
    waiting: uint64_t = place.tops
    if deal.draw > 1 or deal.redeals >= 0:
        waiting |= stock_cards(deal, place.near | place.far)
    # Everything that waits without a place, as one bit for each rank and colour; loose cards wait if they are useful
    # themselves.
    waiting &= ~place.room
    reds: uint64_t = waiting >> 1 | waiting >> 2
    blacks: uint64_t = waiting | waiting >> 3
    useful: uint64_t = twins | ((reds & LANE) << 4) * 9 | ((blacks & LANE) << 4) * 6
    loose &= ~place.room
    spread = useful & loose
    while spread:
        reds = spread >> 1 | spread >> 2
        blacks = spread | spread >> 3
        spread = (((reds & LANE) << 4) * 9 | ((blacks & LANE) << 4) * 6) & ~useful
        useful |= spread
        spread &= loose
    return useful


def can_follow(place, card, useful):
    """Return True if a card brought back from a foundation lets a useful lower card follow."""
    while card >= 8:
        card -= 4
        if not place.room & one(card):
            return False
        if useful & one(card):
            return True
    return False


def wants_space(deal, place):
    """Return True if a king waits for a space; otherwise there is no point in making one."""
    i: cython.int
    rest: Places = place.near | place.far
    if place.room & deal.kings:
        return False
    for i in range(4):  # one that is home may come back
        if place.homes[i] == deal.ranks:
            return True
    for i in range(deal.columns):
        if place.left[i] > 1 and deal.kings & one(deal.cards[MOST_COVERED * i + place.left[i] - 1]):
            return True
    return stock_cards(deal, rest) & deal.kings != 0


def after_stock(deal, place, position, i):
    """Compute the position without a stock card that was brought up."""
    count: cython.int = kicker_popcount(place.stock) - 1
    waste: cython.int = kicker_popcount(place.stock & ((cython.cast(Places, 1) << i) - 1))
    position &= ~(bit(STOCK_AT + i) | cython.cast(Number, WASTE_BITS) << WASTE_AT)
    if deal.redeals >= 0:
        if (place.far >> i) & 1:
            position -= bit(REDEALS_AT)
    # With unlimited turns, these wastes can bring up the same cards as an empty one.
    elif waste % deal.draw == 0 or waste >= count:
        waste = 0
    return position | cython.cast(Number, waste) << WASTE_AT


def after(deal, place, position, code):
    """Compute the position after a move."""
    kind: cython.int = code >> 8
    argument: cython.int = code & 255
    i: cython.int
    if kind == HOME:
        position += bit(4 * (argument & 3))
        if place.tops & one(argument):
            for i in range(deal.columns):
                if place.left[i] and deal.cards[MOST_COVERED * i + place.left[i] - 1] == argument:
                    position -= bit(deal.shifts[i])
        return position
    if kind == RUN:
        return position - bit(deal.shifts[argument])
    if kind == BACK:
        return position - bit(4 * argument)
    if kind == STOCK_HOME:
        position += bit(4 * (deal.stock[argument] & 3))
    return after_stock(deal, place, position, argument)


def sort_moves(deal, position, moves):
    """Sort the moves, the most promising first; an order other than 0 shakes the scores."""
    i: cython.int
    j: cython.int
    code: uint16_t
    score: int32_t
    if deal.order:
        for i in range(moves.count):
            moves.scores[i] += mixed(folded(position) ^ mixed(deal.order * 256 + moves.codes[i])) % 40
    for i in range(1, moves.count):
        code, score = moves.codes[i], moves.scores[i]
        j = i - 1
        while j >= 0 and moves.scores[j] < score:
            moves.codes[j + 1], moves.scores[j + 1] = moves.codes[j], moves.scores[j]
            j -= 1
        moves.codes[j + 1], moves.scores[j + 1] = code, score


# --- what is taken over ----------------------------------------------------------------------------------------------


def holds(columns: list, stock: bytes, redeals: cython.int) -> bool:
    """Return True if this kernel's number has room for a position with these columns, stock and number of redeals."""
    bits: cython.int = 0
    size: cython.int
    cards: bytes
    if len(columns) > MOST_COLUMNS or len(stock) > MOST_STOCK or redeals > MOST_REDEALS:
        return False
    for cards in columns:
        if cards is None or len(cards) > MOST_COVERED:
            return False
        size = cython.cast(cython.int, len(cards))
        bits += width(size)
    return bits <= STOCK_AT - COLUMNS_AT


def lay_out(deal, columns, stock):
    """Fill the tables of a checked deal; return the facts about its columns and stock."""
    i: cython.int
    j: cython.int
    size: cython.int
    card: cython.int
    at: cython.int
    shift: cython.int = COLUMNS_AT
    cards: bytes
    position: Number = 0
    for i in range(4):
        for j in range(14):
            deal.home_bits[14 * i + j] = 0 if j == 0 else deal.home_bits[14 * i + j - 1] | one(4 * (j - 1) + i)
    for i in range(deal.columns):
        cards = columns[i]
        size = cython.cast(cython.int, len(cards))
        deal.shifts[i], deal.widths[i] = shift, width(size)
        at = (MOST_COVERED + 1) * i
        deal.covered[at] = deal.covered[at + 1] = 0
        for j in range(size):
            deal.cards[MOST_COVERED * i + j] = cards[j]
            if j:
                deal.covered[at + j + 1] = deal.covered[at + j] | one(deal.cards[MOST_COVERED * i + j - 1])
        position |= cython.cast(Number, size) << shift
        shift += deal.widths[i]
    size = cython.cast(cython.int, len(stock))
    for i in range(size):
        deal.stock[i] = stock[i]
        position |= bit(STOCK_AT + i)
    for i in range(STOCK_BYTES):
        deal.stock_bits[256 * i] = 0
        for j in range(1, 256):
            card = 8 * i + kicker_lowest_bit(j)
            deal.stock_bits[256 * i + j] = deal.stock_bits[256 * i + (j & (j - 1))] | (
                one(deal.stock[card]) if card < size else 0
            )
    return position


# --- the search ------------------------------------------------------------------------------------------------------


class Search:
    """A search through the positions of one deal; `run` continues where it stopped."""

    def __cinit__(
        self, columns: list, stock: bytes, waste: cython.int, homes: bytes, ranks: cython.int, draw: cython.int,
        redeals: cython.int, order: uint64_t, most_positions: uint64_t,
    ):  # fmt: skip
        """Set up a position; ValueError if it is invalid or does not fit.

        Columns list the cards that are still where they were dealt; redeals are -1 for any number of them.
        """
        position: Number = 0
        cards: uint64_t = 0
        i: cython.int
        if not 1 <= ranks <= 13 or not 1 <= draw <= 52 or redeals < -1:
            raise ValueError(f"{ranks} ranks, {draw} cards at a time and {redeals} redeals make no game")
        if not holds(columns, stock, redeals):
            raise ValueError("this position does not fit into the number that stands for it")
        if len(homes) != 4 or max(homes) > ranks or not 0 <= waste <= len(stock):
            raise ValueError(f"foundations of {list(homes)} and {waste} cards in the waste make no position")
        for pile in columns:
            cards = with_cards(cards, pile)
        cards = with_cards(cards, stock)
        deal: cython.pointer(Deal) = cython.address(self.deal)
        deal.columns, deal.ranks, deal.draw = len(columns), ranks, draw
        deal.redeals, deal.order = redeals, order
        deal.all_cards = one(4 * ranks) - 1
        deal.kings = cython.cast(uint64_t, 15) << (4 * (ranks - 1))
        position = lay_out(deal, columns, stock)
        for i in range(4):
            position |= cython.cast(Number, cython.cast(uint8_t, homes[i])) << (4 * i)
            if cards & (~deal.all_cards | deal.home_bits[14 * i + cython.cast(uint8_t, homes[i])]):
                raise ValueError("a card is of a higher rank than this game has, or lies in a foundation")
        position |= cython.cast(Number, waste) << WASTE_AT
        if redeals > 0:
            position |= cython.cast(Number, redeals) << REDEALS_AT
        self.slots, self.filled, self.most, self.nodes, self.status = 1 << 10, 0, most_positions, 0, GOING
        self.room, self.children_room, self.depth, self.busy = 256, 1024, 0, False
        self.table = cython.cast(cython.pointer(Number), calloc(self.slots, cython.sizeof(Number)))
        self.frames = cython.cast(cython.pointer(Frame), malloc(self.room * cython.sizeof(Frame)))
        self.children = cython.cast(cython.pointer(Child), malloc(self.children_room * cython.sizeof(Child)))
        if not self.table or not self.frames or not self.children:
            raise MemoryError
        self.status = self.descend(position)

    def __dealloc__(self):
        free(self.table)
        free(self.frames)
        free(self.children)

    @property
    def positions(self):
        """The number of positions seen."""
        return self.filled

    def knows(self, position):
        """Return True if a position has been seen."""
        slot: uint64_t
        position = ~position
        slot = mixed(folded(position)) & (self.slots - 1)
        while self.table[slot]:
            if self.table[slot] == position:
                return True
            slot = (slot + 1) & (self.slots - 1)
        return False

    def remember(self, position):
        """Add a position: return 1 if it is new, 0 if it is not, -1 if there is no memory for it."""
        slot: uint64_t
        position = ~position  # never 0, which marks a slot that is free: no foundation has 15 cards
        slot = mixed(folded(position)) & (self.slots - 1)
        while self.table[slot]:
            if self.table[slot] == position:
                return 0
            slot = (slot + 1) & (self.slots - 1)
        if self.filled >= self.most:
            return -1
        self.table[slot] = position
        self.filled += 1
        if 10 * self.filled > 7 * self.slots:
            return self.grow()
        return 1

    def grow(self):
        """Grow the table of positions to four times its size."""
        slots: uint64_t = 4 * self.slots
        table: cython.pointer(Number) = cython.cast(cython.pointer(Number), calloc(slots, cython.sizeof(Number)))
        i: uint64_t
        slot: uint64_t
        if not table:
            return -1
        for i in range(self.slots):
            if self.table[i]:
                slot = mixed(folded(self.table[i])) & (slots - 1)
                while table[slot]:
                    slot = (slot + 1) & (slots - 1)
                table[slot] = self.table[i]
        free(self.table)
        self.table = table
        self.slots = slots
        return 1

    def make_room(self):
        """Make room for another frame and its moves; False if there is no memory."""
        frames: cython.pointer(Frame)
        children: cython.pointer(Child)
        if self.depth == self.room:
            frames = cython.cast(cython.pointer(Frame), realloc(self.frames, 2 * self.room * cython.sizeof(Frame)))
            if not frames:
                return False
            self.frames, self.room = frames, 2 * self.room
        if self.depth and self.frames[self.depth - 1].end + MOST_MOVES > self.children_room:
            if 2 * self.children_room > MOST_CHILDREN:
                return False  # frames could not count them any more
            children = cython.cast(
                cython.pointer(Child), realloc(self.children, 2 * self.children_room * cython.sizeof(Child))
            )
            if not children:
                return False
            self.children, self.children_room = children, 2 * self.children_room
        return True

    def descend(self, position):
        """Make all forced moves; if that leads to a position that is new, list its moves. Says how it stands."""
        deal: cython.pointer(Deal) = cython.address(self.deal)
        place: Place
        moves: Moves
        code: cython.int
        new: cython.int
        began: cython.Py_ssize_t = self.depth
        frame: cython.pointer(Frame)
        first: uint32_t
        i: cython.int
        if self.knows(position):
            return GOING
        while True:
            if not self.make_room():
                return FULL
            unpack(deal, position, cython.address(place))
            first = self.frames[self.depth - 1].end if self.depth else 0
            frame = self.frames + self.depth
            code = forced_move(deal, cython.address(place))
            if code < 0:
                break
            self.children[first].code = code
            frame.next = frame.end = first + 1
            self.depth += 1
            position = after(deal, cython.address(place), position, code)
        if place.open == 0 and place.stock == 0 and place.tops == 0:
            frame.next = frame.end = first
            self.depth += 1
            return WON
        new = self.remember(position)
        if new <= 0:
            self.depth = began
            return GOING if new == 0 else FULL
        list_moves(deal, cython.address(place), cython.address(moves))
        sort_moves(deal, position, cython.address(moves))
        for i in range(moves.count):
            self.children[first + i].code = moves.codes[i]
            self.children[first + i].position = after(deal, cython.address(place), position, moves.codes[i])
            # It will soon be looked up, and the table is too large for the cache.
            kicker_fetch(self.table + (mixed(folded(~self.children[first + i].position)) & (self.slots - 1)))
        frame.next = first
        frame.end = first + moves.count
        self.depth += 1
        self.nodes += 1
        return GOING

    def search(self, nodes):
        """Visit this many more positions, or fewer if most moves lead to known ones."""
        frame: cython.pointer(Frame)
        status: cython.int
        last: cython.longlong = self.nodes + nodes
        steps: cython.longlong = 16 * nodes  # callers with a time limit must get to check the clock
        while self.depth:
            frame = self.frames + self.depth - 1
            if frame.next == frame.end:
                self.depth -= 1
                continue
            if self.nodes >= last or steps <= 0:
                return GOING
            steps -= 1
            frame.next += 1
            status = self.descend(self.children[frame.next - 1].position)
            if status != GOING:
                return status
        return LOST

    def run(self, nodes: cython.longlong) -> cython.int:
        """Visit up to this many positions; return 0 if the search continues, 1 if won, 2 if lost, 3 if out of
        memory."""
        if self.busy:
            raise ValueError("another thread runs this search")
        if nodes < 0:
            raise ValueError(f"{nodes} positions cannot be visited")
        if self.status == GOING:
            self.busy = True
            with cython.nogil:
                self.status = self.search(min(nodes, MOST_NODES))
            self.busy = False
        return self.status

    def line(self):
        """Return the moves that lead to the current position of the search."""
        if self.busy:
            raise ValueError("another thread runs this search")
        codes = [self.children[self.frames[i].next - 1].code for i in range(self.depth - 1)]
        return [(code >> 8, code & 255) for code in codes]


def source_hash():
    """Hash of the sources that this module was compiled from, to tell a stale build."""
    return KICKER_SOURCE_HASH.decode()
