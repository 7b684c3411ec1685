"""Equity: exact where that is feasible, otherwise from random deals with a standard error.

>>> result = equity(["As Ah", "Ks Kh"])
>>> result.exact, round(result.players[0].equity, 6)
(True, 0.826366)
>>> equity(["QQ+, AKs", "random"], board="Qs 7h 2c", trials=10_000, seed=1).exact
False

Players are hands of two cards, `Range`s, or text for either. Ranges are weighted and are never dealt a card that is
already on the board, dead, or in another player's hand. Games other than hold'em are in `shares.py`.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import islice, product
from math import ceil, comb, prod, sqrt
from typing import Final, Literal, NamedTuple, Protocol, runtime_checkable

from kicker import stopping
from kicker._kernels import deals as _deals
from kicker._kernels import equity as _kernel
from kicker.cards import DECK, SHORT, Card, count_of, parse_cards, shorten
from kicker.checks import callback, each, flag, positive, whole
from kicker.combos import COMBOS
from kicker.errors import CardError, HandError, RangeError
from kicker.hands import Hand, HandLike, as_cards
from kicker.orders import HIGH, Order
from kicker.parallel import cores_for, in_parallel
from kicker.preflop import BOARDS, MATCHUPS, against, matchup
from kicker.ranges import Range

PlayerLike = str | Hand | Range | Iterable[Card | int | str]
"""Anything that can be read as a player: a hand of two cards in any form, a `Range`, or the text of one."""

MOST_PLAYERS: Final = 10
_TEXTS: Final = tuple(map(str, DECK))
_SEEDS: Final = (-(2**63), 2**64 - 1, HandError, "count")
_SLOTS: Final = 11  # numbers that the kernels keep for each player
_BLOCK: Final = 1 << 14  # deals that share a stream of random numbers
_ROUND: Final = 16  # blocks between two looks at the error or the clock: the same for any number of threads
NORMAL: Final = 1.959963984540054  # standard errors to either side of a 95% interval
_DEFAULT_TRIALS: Final = 1_000_000
_MOST_BLOCKS: Final = 128  # by default, ranges that block each other stop after this many


@runtime_checkable
class GameLike(Protocol):
    """The facts that decide who wins a game; every `Game` has them."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def deck(self) -> tuple[Card, ...]:
        """The cards it is played with."""

    @property
    def hand_cards(self) -> int:
        """The number of cards in a player's final hand."""

    @property
    def board_cards(self) -> int:
        """The number of cards on the final board."""

    @property
    def hand_plays(self) -> int | None:
        """The number of cards of a hand that must play; None for any."""

    @property
    def orders(self) -> tuple[Order, ...]:
        """The order of hands that wins, or the two that each win half."""

    @property
    def draws(self) -> int:
        """The number of draws; 0 in games without."""

    @property
    def last_may_be_common(self) -> bool:
        """True if the last card can be one for all when the deck is too short, as in stud."""

    @property
    def most_exchanged(self) -> int:
        """The most cards that a player may draw at once."""

    @property
    def percentages(self) -> str:
        """The table of hands of four to six cards that percentages in ranges go by; empty if there is none."""


class Asked(NamedTuple):
    """The amount of counting or dealing that the caller allows."""

    exact: bool | None
    """True to count every deal; None to do so if it is quick."""
    trials: int | None
    """Number of random deals."""
    error: float | None
    """Stop when no standard error is larger."""
    seconds: float | None
    """Stop at this time."""
    seed: int
    """The same seed gives the same deals."""
    threads: int | None
    """Number of threads; None for one per core."""
    draws: int | None = None
    """Number of draws to come in a draw game."""


class PlayerEquity(NamedTuple):
    """One player's shares of all deals."""

    name: str
    """The hand or range as text."""
    win: float
    """Deals won alone, high and low."""
    tie: float
    """Deals shared with others: a tie, or one half of a pot that is split between high and low."""
    equity: float
    """The player's average share of the pot: a deal shared by n counts 1/n."""
    error: float
    """Standard error of the equity; 0 if it is exact."""

    @property
    def half_width(self) -> float:
        """Half of the 95% interval of the equity; 0 if it is exact."""
        return NORMAL * self.error


Method = Literal["table", "counted", "counting", "sampled"]
"""The method of a result: looked up in the table of match-ups, all boards counted, an unfinished count, or random
deals."""


class Equity(NamedTuple):
    """The result of `equity`."""

    method: Method
    """The method that found it."""
    trials: int
    """Deals that were played, or boards that were counted for an exact result."""
    players: tuple[PlayerEquity, ...]
    """The shares of each player, in the order given."""
    text: str
    """The method in words, with the number of boards, or of deals and their seed."""

    @property
    def exact(self) -> bool:
        """True if everything was counted and nothing sampled."""
        return self.method in ("table", "counted")


Progress = Callable[[Equity], object]


def equity(
    players: Iterable[PlayerLike],
    board: HandLike = (),
    dead: HandLike = (),
    *,
    game: GameLike | None = None,
    draws: int | None = None,
    exact: bool | None = None,
    trials: int | None = None,
    error: float | None = None,
    seconds: float | None = None,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
    table: bool = True,
) -> Equity:
    """Compute win, tie and equity of two to ten players, in hold'em or another `game`.

    `trials` is a number of random deals; `error` deals until no player's standard error is larger, `seconds` until the
    time is up (with both, whichever comes first). With none of these the result is exact if that takes about a second
    at most, and from a million deals otherwise; `exact=True` insists, however long it takes.

    In draw games `draws` is the number of draws to come, 1 by default: in the first one players keep the cards given
    for them, and later ones are played by the strategy of `best_draw`, at random.

    The same seed gives the same result on any number of threads (except with `seconds`). `progress` is called with the
    result so far; an exception that it raises, or Ctrl-C, ends the work. `table=False` counts boards even if the table
    of match-ups has the answer.
    """
    sampling = trials is not None or error is not None or seconds is not None
    if sampling or threads is not None:
        _check_options(trials, error, seconds, threads)
    if exact is not None:
        flag("exact", exact)
    flag("table", table)
    callback("progress", progress)
    if exact and sampling:
        raise HandError("exact=True cannot be combined with trials, error or seconds", "count")
    counting = not sampling and exact is not False
    if draws is not None or (game is not None and not is_holdem(game)):
        asked = Asked(exact, trials, error, seconds, whole("seed", seed, *_SEEDS), threads, draws)
        return _in_game(game, players, board, dead, asked, counting, progress)
    # Valid cards need no parsing and take a short cut, unless the table of match-ups has the answer.
    if counting and type(board) in (list, tuple) and type(dead) is tuple and not dead and (board or not table):
        counts = _kernel.count_given(players, board)
        if counts is not None:
            return _of_given(players, board, counts)  # type: ignore[arg-type]
    spot = _read_spot(players, board, dead)
    if counting:
        found = (_from_table(spot) if table else None) or _all_boards(spot, bool(exact), progress)
        found = found or _sweep_ranges(spot, bool(exact), threads, progress)
        if found:
            return found
    return _sample(spot, Asked(exact, trials, error, seconds, whole("seed", seed, *_SEEDS), threads), progress)


def is_holdem(game: GameLike) -> bool:
    """Return True if the fast methods for hold'em can be used."""
    holdem = (2, 5, None, len(DECK), [HIGH])
    return (game.hand_cards, game.board_cards, game.hand_plays, len(game.deck), list(game.orders)) == holdem


def _in_game(
    game: GameLike | None,
    players: Iterable[PlayerLike],
    board: HandLike,
    dead: HandLike,
    asked: Asked,
    counting: bool,
    progress: Progress | None,
) -> Equity:
    from kicker import shares  # rarely needed, and it loads more kernels

    spot = shares.read_spot(game or shares.HOLDEM, players, board, dead, asked.draws)
    if asked.draws is not None and asked.draws > 1:
        return shares.sample_draws(spot, asked, progress)
    return (shares.count(spot, asked, progress) if counting else None) or shares.sample(spot, asked, progress)


def _check_options(trials: int | None, error: float | None, seconds: float | None, threads: int | None) -> None:
    for name, count in (("trials", trials), ("threads", threads)):
        if count is not None:
            whole(name, count, 1, error=HandError, code="count")
    for name, value in (("error", error), ("seconds", seconds)):
        if value is not None:
            positive(name, value, HandError, "count")


def _of_given(players: Sequence[Sequence[Card]], board: Sequence[Card], counts: Sequence[int]) -> Equity:
    boards = comb(52 - len(board) - 2 * len(players), 5 - len(board))
    names = [_TEXTS[one] + _TEXTS[two] for one, two in players]
    return Equity("counted", boards, _shares(names, counts, boards), f"exact, {_all(boards)}")


class _Player(NamedTuple):
    """The hands that a player can hold."""

    name: str
    combos: Sequence[int]
    """Indices of combinations."""
    weights: Sequence[float]
    cards: Sequence[Card]
    """The two cards of a given hand; none of a range."""


class _Spot(NamedTuple):
    """A checked question."""

    players: list[_Player]
    board: bytes
    dead: bytes

    @property
    def names(self) -> list[str]:
        """The players as text."""
        return [player.name for player in self.players]

    @property
    def boards(self) -> int:
        """The number of boards that can come for given hands."""
        unseen = 52 - len(self.board) - len(self.dead) - 2 * len(self.players)
        return comb(unseen, 5 - len(self.board))


def _read_spot(players: Iterable[PlayerLike], board: HandLike, dead: HandLike) -> _Spot:
    """Read and check a question; raise an error of one sentence if anything is wrong with it."""
    table, gone = as_cards(board), as_cards(dead)
    if len(table) > 5:
        raise HandError(f"the board '{SHORT.format_cards(table)}' has {len(table)} cards: five at most", "count")
    given = islice(each("players", players, "['AsAh', 'QQ+']", HandError), MOST_PLAYERS + 1)
    read = [_read_player(player) for player in given]
    if not 2 <= len(read) <= MOST_PLAYERS:
        raise HandError("give two to ten players" + ": a table has 10 seats" * (len(read) > MOST_PLAYERS), "count")
    known = [*table, *gone]
    for player in read:
        if isinstance(player, _Player):
            known += player.cards
    if len(set(known)) < len(known):
        card = next(card for place, card in enumerate(known) if card in known[:place])
        raise HandError(f"{card} is in two places: hands, board and dead cards cannot share it", "shared")
    if len(gone) > 52 - 5 - 2 * len(read):
        raise HandError(f"{len(gone)} dead cards leave too few for {len(read)} players and a board", "count")
    made = [player if isinstance(player, _Player) else _leftovers(*player, known) for player in read]
    return _Spot(made, bytes(table), bytes(gone))


def _read_player(player: PlayerLike) -> _Player | tuple[str, Range]:
    """Return a given hand, or the name and the range of a player."""
    if isinstance(player, Range):
        return str(player), player
    if isinstance(player, str):
        try:
            cards = parse_cards(player)
        except CardError:
            cards = []
        if len(cards) != 2 or "," in player:
            return player.strip(), Range(player)
    else:
        cards = as_cards(player)
    if len(cards) != 2:
        raise HandError(
            f"'{SHORT.format_cards(cards)}' has {count_of(len(cards), 'card')}: a player holds two", "count"
        )
    one, two = cards
    if one == two:
        raise HandError(f"{one} appears twice in '{one} {two}'", "repeat")
    place = two * (two - 1) // 2 + one if one < two else one * (one - 1) // 2 + two
    return _Player(_TEXTS[one] + _TEXTS[two], (place,), (1.0,), cards)


def _leftovers(name: str, chosen: Range, known: Sequence[Card]) -> _Player:
    """Return what is left of a range without the known cards."""
    gone = set(known)
    held = [
        (place, weight)
        for place, weight in enumerate(chosen.weights)
        if weight and COMBOS[place][0] not in gone and COMBOS[place][1] not in gone
    ]
    if not len(chosen):
        raise RangeError(f"the range {shorten(name)} is empty: a player needs at least one hand", "empty")
    if not held:
        raise RangeError(f"no combination of {shorten(name)} is left: known cards block them all", "empty")
    combos, weights = zip(*held, strict=True)
    largest = max(weights)
    if largest < 1e-30:  # only proportions matter, and products of tiny weights would vanish
        weights = tuple(weight / largest for weight in weights)
    return _Player(name, combos, weights, ())


# --- exact -----------------------------------------------------------------------------------------------------------


def _from_table(spot: _Spot) -> Equity | None:
    """Look up two players before the flop, with all cards in the deck, in the table."""
    if len(spot.players) != 2 or spot.board or spot.dead:
        return None
    first, second = spot.players
    if first.cards and second.cards:
        won, tied, total = *map(float, matchup(*first.cards, *second.cards)), float(BOARDS)
    else:
        weights = [0.0] * len(COMBOS)
        for place, weight in zip(second.combos, second.weights, strict=True):
            weights[place] = weight
        rows = against(weights)
        won, tied, total = (
            sum(weight * rows[place][part] for place, weight in zip(first.combos, first.weights, strict=True))
            for part in range(3)
        )
    _possible(total)
    shares = _shares(spot.names, _heads_up_rows(won, tied, total), total)
    return Equity("table", BOARDS, shares, f"exact, from the table of {MATCHUPS:,} match-ups")


def _all_boards(spot: _Spot, insist: bool, progress: Progress | None) -> Equity | None:
    """Count every board for given hands, or for ranges with few combinations."""
    boards = spot.boards
    if all(player.cards for player in spot.players):
        counts = _count(spot, [card for player in spot.players for card in player.cards])
        return Equity("counted", boards, _shares(spot.names, counts, boards), f"exact, {_all(boards)}")
    deals = prod(len(player.combos) for player in spot.players)
    # Measured, for two players: about this many seconds for each combination of hands.
    cost = {0: 350e-6, 1: 120e-6, 2: 30e-6, 3: 7e-6, 4: 5e-6, 5: 5e-6}[len(spot.board)] * len(spot.players) / 2
    if len(spot.players) == 2 and _sweep_seconds(spot) < deals * cost:
        return None
    if not insist and deals * cost > 1.0:
        return None
    totals = [0.0] * (_SLOTS * len(spot.players))
    played = 0.0
    choices = product(*(zip(player.combos, player.weights, strict=True) for player in spot.players))
    for seen, choice in enumerate(choices):
        stopping.check()
        cards = [card for place, _ in choice for card in COMBOS[place]]
        if len(set(cards)) == len(cards):
            weight = prod(weight for _, weight in choice)
            played += weight * boards
            totals = [total + weight * count for total, count in zip(totals, _count(spot, cards), strict=True)]
        if progress and played and seen % 256 == 255:
            progress(_unfinished(spot, totals, played, boards * (seen + 1), f"{seen + 1:,} of {deals:,} combinations"))
    _possible(played)
    text = f"exact, {_all(boards)} of {_many(deals, 'combination')} of hands"
    return Equity("counted", boards, _shares(spot.names, totals, played), text)


def _unfinished(spot: _Spot, rows: Sequence[float], total: float, boards: int, what: str) -> Equity:
    """Return an unfinished exact count: the shares of what has been counted so far, which is not a random sample."""
    return Equity("counting", boards, _shares(spot.names, rows, total), f"counting, {what} so far")


def _count(spot: _Spot, cards: list[Card]) -> array[int]:
    counts = array("q", bytes(8 * _SLOTS * len(spot.players)))
    _kernel.count_outcomes(bytes(cards), spot.board, spot.dead, counts)
    return counts


def _sweep_ranges(spot: _Spot, insist: bool, threads: int | None, progress: Progress | None) -> Equity | None:
    """Count each board once for all combinations of two ranges."""
    if len(spot.players) != 2:
        return None
    first, second = spot.players
    boards = comb(52 - len(spot.board) - len(spot.dead), 5 - len(spot.board))
    combos = [*first.combos, *second.combos]
    seconds = _sweep_seconds(spot)
    if not insist and seconds > 1.0:
        return None
    cores = cores_for(threads, seconds)
    # Each part takes every nth board; parts are short, so that Ctrl-C does not wait long.
    parts = max(cores, ceil(seconds / 0.25))
    cards = bytes(card for place in combos for card in COMBOS[place])
    weights = array("d", [*first.weights, *second.weights])

    def part(turn: int) -> array[float]:
        results = array("d", bytes(8 * 3))
        _kernel.count_range_outcomes(
            cards, weights, len(first.combos), spot.board, spot.dead, parts, turn, results, array("d")
        )
        return results

    won = tied = total = 0.0
    for start in range(0, parts, cores):
        for results in in_parallel(part, range(start, min(start + cores, parts)), cores):
            won, tied, total = won + results[0], tied + results[1], total + results[2]
        if progress and total:
            rows = _heads_up_rows(won, tied, total)
            done = boards * min(start + cores, parts) // parts
            progress(_unfinished(spot, rows, total, done, f"{done:,} of {boards:,} boards"))
    _possible(total)
    shares = _shares(spot.names, _heads_up_rows(won, tied, total), total)
    return Equity("counted", boards, shares, f"exact, {_all(boards)} for {_many(len(combos), 'combination')}")


def _sweep_seconds(spot: _Spot) -> float:
    """Return the measured time of a sweep over all boards on one core."""
    boards = comb(52 - len(spot.board) - len(spot.dead), 5 - len(spot.board))
    return 60e-6 + boards * (1e-6 + 9e-9 * sum(len(player.combos) for player in spot.players))


def _possible(total: float) -> None:
    if total <= 0:
        raise RangeError("the ranges cannot be dealt together: they need the same cards", "empty")


def _heads_up_rows(won: float, tied: float, total: float) -> list[float]:
    # A sum that should be zero may be a rounding error.
    won, tied, lost = (share if share > 1e-12 * total else 0.0 for share in (won, tied, total - won - tied))
    rows = [0.0] * (2 * _SLOTS)
    rows[0], rows[_SLOTS] = won, lost
    rows[2] = rows[_SLOTS + 2] = tied
    return rows


def _shares(names: Sequence[str], rows: Sequence[float], total: float, deals: int = 0) -> tuple[PlayerEquity, ...]:
    """Return shares from counts; with `deals` random deals also their standard error."""
    most = len(names)
    made = []
    for place, name in enumerate(names):
        start = _SLOTS * place
        alone, shared = rows[start], rows[start + 2]
        share, squares = alone + shared / 2, alone + shared / 4
        for sharing in range(3, most + 1):
            count = rows[start + sharing]
            shared += count
            share += count / sharing
            squares += count / sharing**2
        error = 0.0
        if deals:
            # One win and one loss are added, so that a few deals never look certain.
            mean = (share + 1) / (deals + 2)
            error = sqrt(((squares + 1) / (deals + 2) - mean**2) / (deals + 2))
        made.append(PlayerEquity(name, alone / total, shared / total, share / total, error))
    return tuple(made)


# --- sampled ---------------------------------------------------------------------------------------------------------


def _sample(spot: _Spot, asked: Asked, progress: Progress | None) -> Equity:
    combos, chances, aliases, starts = _lottery(spot)

    def deal(block: tuple[int, int]) -> tuple[int, array[int]]:
        counts = array("q", bytes(8 * _SLOTS * len(spot.players)))
        place, deals = block
        dealt = _deals.sample_outcomes(
            combos, chances, aliases, starts, spot.board, spot.dead, asked.seed % 2**64, place, deals, counts
        )
        return dealt, counts

    def shares(totals: Sequence[int], done: int) -> tuple[PlayerEquity, ...]:
        return _shares(spot.names, totals, done, done)

    return sample_blocks(deal, _SLOTS * len(spot.players), shares, asked, progress)


def sample_blocks(
    deal: Callable[[tuple[int, int]], tuple[int, array[int]]],
    figures: int,
    shares: Callable[[Sequence[int], int], tuple[PlayerEquity, ...]],
    asked: Asked,
    progress: Progress | None,
) -> Equity:
    """Run blocks of random deals in parallel until enough are done; `deal` gets a block's number and size.

    The blocks do not depend on the number of threads.
    """
    trials, error, seconds = asked.trials, asked.error, asked.seconds
    cores = cores_for(asked.threads, 1.0 if trials is None else trials * 3e-8)
    chosen = trials is None and error is None and seconds is None
    wanted = _DEFAULT_TRIALS if chosen else trials
    totals = array("q", bytes(8 * figures))
    started = time.monotonic()
    done = blocks = in_vain = 0
    while True:
        left = _ROUND * _BLOCK if wanted is None else min(wanted - done, _ROUND * _BLOCK)
        sizes = [min(_BLOCK, left - start) for start in range(0, left, _BLOCK)]
        before = done
        for dealt, counts in in_parallel(deal, [(blocks + place, size) for place, size in enumerate(sizes)], cores):
            totals = array("q", map(int.__add__, totals, counts))
            done += dealt
        blocks += len(sizes)
        in_vain = in_vain + len(sizes) if done == before else 0
        if in_vain >= _ROUND:
            message = "the ranges could not be dealt together in millions of tries: they need the same cards"
            raise RangeError(message, "empty")
        if not done:
            continue
        text = f"{_many(done, 'random deal')}, seed {asked.seed}"
        so_far = Equity("sampled", done, shares(totals, done), text)
        if progress:
            progress(so_far)
        if (
            (wanted is not None and done >= wanted)
            or (error is not None and max(player.error for player in so_far.players) <= error)
            or (seconds is not None and time.monotonic() - started >= seconds)
            or (chosen and blocks >= _MOST_BLOCKS)
        ):
            return so_far


def _all(boards: int) -> str:
    return "the one board" if boards == 1 else f"all {boards:,} boards"


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _lottery(spot: _Spot) -> tuple[bytes, array[float], array[int], array[int]]:
    """Return all combinations in one array, the tables for choosing one of a player's by weight, and the index of each
    player's first.

    A player with a random hand has none: those cards are dealt from the deck, which is equivalent and faster.
    """
    chances, aliases, starts = array("d"), array("I"), array("I", [0])
    cards = bytearray()
    known = {*spot.board, *spot.dead, *(card for player in spot.players for card in player.cards)}
    every = comb(52 - len(known), 2)
    for player in spot.players:
        if len(player.combos) < every or len(set(player.weights)) > 1:
            offset = starts[-1]
            for place in player.combos:
                cards += bytes(COMBOS[place])
            for chance, alias in zip(*alias_table(player.weights), strict=True):
                chances.append(chance)
                aliases.append(offset + alias)
        starts.append(len(chances))
    return bytes(cards), chances, aliases, starts


def alias_table(weights: Sequence[float]) -> tuple[list[float], list[int]]:
    """Return the tables of the alias method of Walker and Vose: place p is kept with chance[p], and is alias[p]
    otherwise."""
    mean = sum(weights) / len(weights)
    scaled = [weight / mean for weight in weights]
    chances, aliases = [1.0] * len(weights), list(range(len(weights)))
    small = [place for place, share in enumerate(scaled) if share < 1]
    large = [place for place, share in enumerate(scaled) if share >= 1]
    while small and large:
        low, high = small.pop(), large[-1]
        chances[low], aliases[low] = scaled[low], high
        scaled[high] -= 1 - scaled[low]
        if scaled[high] < 1:
            small.append(large.pop())
    return chances, aliases
