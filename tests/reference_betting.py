"""A slow and obvious twin of the betting rules, for tables of a few chips.

Nothing is kept but the list of moves: every question (what is the price, who is next, may he raise to 7?) is answered
by going through all moves from the first on, and every amount is tried one by one. It knows no cards: each seat has a
strength. Seat 0 sits left of the button and the last seat has the button. It shares no code with `kicker.games`.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple


class Table(NamedTuple):
    """A small game to be played out in every possible way."""

    stacks: tuple[int, ...]
    strengths: tuple[int, ...]
    limit: str = "no-limit"
    blinds: tuple[int, ...] = ()
    ante: int = 0
    min_bet: int = 1
    big_bet: int = 2
    """The fixed bet of the second half of the streets."""
    streets: int = 4
    cap: int | None = None
    """Bets and raises on a street, a big blind among them."""
    raises: str = "free"
    full_raises: bool = True
    """False: any raise by the smallest bet is enough, whatever was raised before."""
    must_open: bool = False
    """Nobody may check on the first street."""


class Move(NamedTuple):
    """Chips that went in, or words."""

    street: int
    """-1 for antes."""
    seat: int
    kind: str
    """`ante`, `blind`, `fold`, `check`, `call` or `raise`."""
    chips: int

    @property
    def spoken(self) -> bool:
        return self.kind not in ("ante", "blind")


Moves = tuple[Move, ...]


# --- what lies on the table ------------------------------------------------------------------------------------------


def forced_moves(table: Table) -> Moves:
    """Antes and then blinds, each as far as the chips go."""
    moves: Moves = ()
    for seat in range(len(table.stacks)):
        moves += (Move(-1, seat, "ante", min(table.ante, table.stacks[seat])),)
    for position, blind in enumerate(table.blinds):
        # The small blind is left of the button; between two, the button has it.
        seat = 1 - position if len(table.stacks) == 2 else position
        moves += (Move(0, seat, "blind", min(blind, behind(table, moves, seat))),)
    return moves


def behind(table: Table, moves: Moves, seat: int) -> int:
    return table.stacks[seat] - put_in(moves, seat)


def put_in(moves: Moves, seat: int) -> int:
    return sum(move.chips for move in moves if move.seat == seat)


def in_front(moves: Moves, street: int, seat: int) -> int:
    return sum(move.chips for move in moves if move.seat == seat and move.street == street)


def still_in(table: Table, moves: Moves) -> list[int]:
    folded = {move.seat for move in moves if move.kind == "fold"}
    return [seat for seat in range(len(table.stacks)) if seat not in folded]


def price(table: Table, moves: Moves, street: int) -> int:
    """The bet a seat must match to stay in; a blind counts in full even if its seat could not pay it."""
    whole_blind = max(table.blinds, default=0) if street == 0 else 0
    return max(whole_blind, *(in_front(moves, street, seat) for seat in range(len(table.stacks))))


def prices(table: Table, moves: Moves, street: int) -> list[int]:
    """The price when the street began, and after each spoken move on it."""
    forced = tuple(move for move in moves if not move.spoken)
    found = [price(table, forced, street)]
    for count, move in enumerate(moves, 1):
        if move.spoken and move.street == street:
            found.append(price(table, moves[:count], street))
    return found


# --- whose turn it is ------------------------------------------------------------------------------------------------


def turn(table: Table, moves: Moves) -> tuple[int, int] | None:
    """The street and the seat that has to speak, or None when nobody has."""
    for street in range(table.streets):
        seat = speaker(table, moves, street)
        if seat is not None:
            return street, seat
        if len(still_in(table, moves)) == 1:
            return None
    return None


def speaker(table: Table, moves: Moves, street: int) -> int | None:
    players = still_in(table, moves)
    if len(players) == 1:
        return None
    spoken = [move.seat for move in moves if move.spoken and move.street == street]
    count = len(table.stacks)
    if spoken:
        first = spoken[-1] + 1
    elif street == 0 and table.blinds:
        # Left of the big blind: between two, the big blind is seat 0.
        first = 1 if count == 2 else len(table.blinds)
    else:
        first = 0
    for step in range(count):
        seat = (first + step) % count
        if seat not in players or behind(table, moves, seat) == 0:
            continue
        mine = in_front(moves, street, seat)
        if seat in spoken and mine == price(table, moves, street):
            continue
        others = [other for other in players if other != seat]
        all_in = all(behind(table, moves, other) == 0 for other in others)
        matched = all(in_front(moves, street, other) <= mine for other in others)
        if all_in and matched:
            continue
        return seat
    return None


# --- what may be said ------------------------------------------------------------------------------------------------


def choices(table: Table, moves: Moves) -> list[tuple[str, Move]]:
    """All legal moves of the seat whose turn it is, each with its text."""
    where = turn(table, moves)
    if where is None:
        return []
    street, seat = where
    chips, mine = behind(table, moves, seat), in_front(moves, street, seat)
    owed = price(table, moves, street) - mine
    found = [("fold", Move(street, seat, "fold", 0))]
    if owed == 0 and not (table.must_open and street == 0):
        found.append(("check", Move(street, seat, "check", 0)))
    if owed > 0:
        found.append(("call", Move(street, seat, "call", min(owed, chips))))
    for chip in range(1, chips + 1):
        if may_raise(table, moves, street, seat, mine + chip):
            found.append((f"raise {mine + chip}", Move(street, seat, "raise", chip)))
    return found


def may_raise(table: Table, moves: Moves, street: int, seat: int, to: int) -> bool:
    now = price(table, moves, street)
    if to <= now:
        return False
    if all(behind(table, moves, other) == 0 for other in still_in(table, moves) if other != seat):
        return False
    if not is_open(table, moves, street, seat):
        return False
    all_in = to == in_front(moves, street, seat) + behind(table, moves, seat)
    if table.limit == "fixed-limit":
        level, count = full_bets(table, moves, street)
        target = level + bet_size(table, street)
        return (table.cap is None or count < table.cap) and (to == target or (all_in and to < target))
    count = (street == 0 and bool(table.blinds)) + sum(move.kind == "raise" and move.street == street for move in moves)
    if (table.cap is not None and count >= table.cap) or (table.raises == "none" and count >= 1):
        return False
    least = now + full_raise(table, moves, street)
    if to < least and not all_in:
        return False
    if table.limit == "pot-limit" and to > least:
        # Call first, then raise by no more than all that lies there; on the first street blinds count whole.
        owed = now - in_front(moves, street, seat)
        short = sum(table.blinds) - sum(move.chips for move in moves if move.kind == "blind")
        return to <= now + sum(move.chips for move in moves) + owed + (short if street == 0 else 0)
    return True


def full_raise(table: Table, moves: Moves, street: int) -> int:
    """By how much a raise must be higher: as much as the largest bet or raise on this street."""
    if not table.full_raises:
        return table.min_bet
    steps = prices(table, moves, street)
    growth = [after - before for before, after in pairwise(steps)]
    return max([table.min_bet, steps[0], *growth])


def bet_size(table: Table, street: int) -> int:
    return table.min_bet if street < table.streets / 2 else table.big_bet


def full_bets(table: Table, moves: Moves, street: int) -> tuple[int, int]:
    """The last price in fixed limit that was a whole bet or counts as one (half is enough), and how many there were."""
    steps = prices(table, moves, street)
    level = steps[0]
    count = 1 if level else 0
    for after in steps[1:]:
        if (after - level) >= bet_size(table, street) / 2:
            level = after
            count += 1
    return level, count


def is_open(table: Table, moves: Moves, street: int, seat: int) -> bool:
    """True if the seat has not spoken, or the price grew by a full raise (fixed limit: half a bet) since it did."""
    own = [count for count, move in enumerate(moves, 1) if move.spoken and (move.street, move.seat) == (street, seat)]
    if not own:
        return True
    if table.raises == "single":
        return False
    growth = price(table, moves, street) - price(table, moves[: own[-1]], street)
    if table.limit == "fixed-limit":
        return growth >= bet_size(table, street) / 2
    return growth >= full_raise(table, moves, street)


# --- the end ---------------------------------------------------------------------------------------------------------


def payoffs(table: Table, moves: Moves) -> tuple[int, ...]:
    """The chips each seat wins or loses, chip by chip."""
    seats = range(len(table.stacks))
    players = still_in(table, moves)
    paid = [put_in(moves, seat) for seat in seats]
    won = [0 for _ in seats]
    pots: dict[tuple[int, ...], int] = {}
    contestants: tuple[int, ...] = ()
    for chip in range(1, max(paid) + 1):
        owners = [seat for seat in seats if paid[seat] >= chip]
        live = tuple(seat for seat in owners if seat in players)
        if len(owners) == 1 and live:
            won[owners[0]] += 1  # nobody called this chip
            continue
        contestants = live or contestants
        pots[contestants] = pots.get(contestants, 0) + len(owners)
    for contestants, chips in pots.items():
        best = max(table.strengths[seat] for seat in contestants)
        winners = [seat for seat in contestants if table.strengths[seat] == best]
        for chip in range(chips):
            won[winners[chip % len(winners)]] += 1
    return tuple(won[seat] - paid[seat] for seat in seats)


def lines(table: Table, moves: Moves | None = None) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Every way to play the table to the end: what was said, and what each seat wins or loses by it."""
    moves = forced_moves(table) if moves is None else moves
    legal = choices(table, moves)
    if not legal:
        yield (), payoffs(table, moves)
    for text, move in legal:
        for rest, result in lines(table, (*moves, move)):
            yield (text, *rest), result
