"""Turns a `SiteHand` into a `Record`: seats, posts, and everything that happened, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from kicker.cards import Card
from kicker.games import Limit
from kicker.records.building import Stakes, assemble
from kicker.records.model import (
    BESIDE_FIELD,
    BUY_IN_FIELD,
    FINISHES_FIELD,
    HERO_FIELD,
    TOURNAMENT_FIELD,
    Record,
    money,
    unknown_stack,
)
from kicker.records.script import Cards, Script, ScriptLine
from kicker.sites.buyins import buy_in_text, finish_text, level_number
from kicker.sites.model import SiteHand, SiteSeat, Step
from kicker.sites.ordinary import ordinary_script
from kicker.sites.turns import folds_in_turn, raises_by_what_is_added, without_idle_checks

_LETTERS: Final[dict[Limit, str]] = {"no-limit": "N", "pot-limit": "P", "fixed-limit": "F", "none": ""}
_BLINDS: Final = frozenset(["small blind", "big blind", "straddle", "button blind"])
_POSTS: Final = frozenset(["both blinds", "post"])
_NO_PART: Final = frozenset(["returned", "street", "board"])
_DECISIONS: Final = frozenset(["fold", "check", "call", "bet", "raise"])
_PUT_IN: Final = frozenset(["call", "bet", "raise", "bring-in"])
_PAID: Final = _BLINDS | _POSTS | {"ante"}
_WORDS: Final = {"fold": "f", "check": "cc", "call": "cc", "bring-in": "pb"}
_UNKNOWN: Final[tuple[Cards, ...]] = tuple((None,) * count for count in range(14))
_make = tuple.__new__


class Reading(NamedTuple):
    """One reading of things that sites write in different ways. The replay decides which one is right."""

    folds_in_turn: bool = False
    """Folds out of turn are moved to the player's turn."""
    raises_add: bool = False
    """The amount of a raise is what the player adds, not the total bet."""
    idle_checks: bool = False
    """Checks of players who cannot bet any more, because the others are all in, are ignored."""
    completes: bool = False
    """In fixed limit a raise completes a short all-in; see `Rules.completes`."""
    double_bets: bool = False
    """With a pair open on fourth street the bets are doubled; see `Rules.double_bets`."""
    live_posts: bool = False
    """Newcomers' posts are all live; otherwise anything beyond a big blind is dead."""
    hidden_draws: bool = False
    """In draw games only the cards at the showdown count: the file contradicts itself about the others."""


class _LazyFields(Mapping[str, object]):
    """The PHH fields of a record, computed on demand: most hands are never written."""

    def __init__(self, make: Callable[[], dict[str, object]]) -> None:
        self._make = make
        self._made: dict[str, object] | None = None

    def _fields(self) -> dict[str, object]:
        if self._made is None:
            self._made = self._make()
        return self._made

    def __getitem__(self, name: str) -> object:
        return self._fields()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields())

    def __len__(self) -> int:
        return len(self._fields())


PLAIN: Final = Reading()


def record_of(hand: SiteHand, reading: Reading = PLAIN, *, short_cut: bool = True) -> Record:
    """Return the hand as a record. Seats are rotated so that the first one is left of the button.

    `short_cut=False` makes the same record without the short cut for ordinary hands.
    """
    seats = _dealt_in(hand)
    place = {seat.name: number for number, seat in enumerate(seats)}
    if reading is not PLAIN:
        hand = replace(hand, steps=_read(hand, reading, [seat.name for seat in seats]))
    stakes = _stakes(hand, seats, reading)
    names = tuple(place)
    script = (ordinary_script(hand, hand.steps, place) if short_cut else None) or _script(hand, seats, place, stakes)
    winnings = [hand.collected.get(name, 0) for name in names]
    for name, amount in _blinds_back(hand).items():
        winnings[place[name]] += amount
    fields = _LazyFields(lambda: _fields(hand, seats, stakes, list(_lines(hand, seats, place)), winnings))
    return assemble(
        stakes, script, fields, hand.scale, names, None, tuple(winnings), f"{hand.source}:{hand.line}", labels=names
    )


def _blinds_back(hand: SiteHand) -> dict[str, int]:
    """Return what a player whose blind nobody called won from the pot, where the file says that it was returned.

    The small blind calls a part of the big blind; some programs return all of it.
    """
    back = {step.name: step.amount for step in hand.steps if step.kind == "returned"}
    if not back or not _PUT_IN.isdisjoint([step.kind for step in hand.steps]):
        return {}
    posted = {step.name: step.amount for step in hand.steps if step.kind in _BLINDS}
    over: dict[str, int] = {}
    for name in back.keys() & posted.keys():
        others = max([chips for other, chips in posted.items() if other != name], default=0)
        over[name] = max(back[name] - max(posted[name] - others, 0), 0)
    return over


def _script(hand: SiteHand, seats: Sequence[SiteSeat], place: Mapping[str, int], stakes: Stakes) -> Script:
    """Return the script of any hand."""
    rules = dict(stakes.house_rules)
    reshuffle = bool(rules.get("reshuffle", hand.game.reshuffles))
    lines, runs = _lines(hand, seats, place), rules.get("runs", 1)
    return Script(lines, hand.game, tuple(place), runs, reshuffle=reshuffle)  # type: ignore[arg-type]


def _lines(hand: SiteHand, seats: Sequence[SiteSeat], place: Mapping[str, int]) -> Iterator[ScriptLine]:
    """Yield everything that happened, in order."""
    steps = hand.steps
    return _stud_lines(hand, steps, seats) if hand.game.brings_in else _other_lines(hand, steps, seats, place)


def _read(hand: SiteHand, reading: Reading, order: Sequence[str]) -> tuple[Step, ...]:
    """Return the steps of a hand in a given reading."""
    if reading.folds_in_turn:
        hand = replace(hand, steps=folds_in_turn(hand, order))
    if reading.raises_add:
        hand = replace(hand, steps=raises_by_what_is_added(hand.steps))
    if reading.hidden_draws:
        hidden = [step._replace(cards=()) if step.kind in ("dealt", "discard") else step for step in hand.steps]
        hand = replace(hand, steps=tuple(hidden))
    return without_idle_checks(hand) if reading.idle_checks else hand.steps


# --- who plays, and for what -----------------------------------------------------------------------------------------


def _dealt_in(hand: SiteHand) -> list[SiteSeat]:
    """Return the seats dealt in, starting left of the button."""
    playing = {step.name for step in hand.steps if step.kind not in _NO_PART} | hand.collected.keys()
    seats = sorted([seat for seat in hand.seats if seat.name in playing], key=lambda seat: seat.number)
    button = hand.button
    order = [seat for seat in seats if seat.number > button] + [seat for seat in seats if seat.number <= button]
    if len(order) == 2:  # the small blind has the button, even if an old file says otherwise
        small = next((step.name for step in hand.steps if step.kind == "small blind"), order[1].name)
        order.sort(key=lambda seat: seat.name == small)
    return order


def _stakes(hand: SiteHand, seats: Sequence[SiteSeat], reading: Reading) -> Stakes:
    low, high = hand.stakes
    paid = [step for step in hand.steps if step.kind in _PAID]
    endless = unknown_stack(hand.scale)
    behind = _behind(paid, seats, endless)
    folding = _fold_all_in(hand, paid, behind)
    antes, blinds = _antes(paid, seats), _blinds(hand, paid, behind, folding)
    trimmed = min(antes) > 0 or not any(antes)
    if trimmed and any(antes):
        antes = [max(antes)] * len(seats)  # a shorter stack pays what it has
    bring_in = 0
    if hand.game.brings_in:  # a player who completes at once does not state the bring-in
        brought = [step.amount for step in hand.steps if step.kind == "bring-in"]
        bring_in = min(max(brought, default=max(1, low // 2)), max(low, 1))
    bets = (low or 1, high or 2) if hand.limit == "fixed-limit" else (high or low or 1,)
    rules: list[tuple[str, object]] = []
    runs = max([step.amount for step in hand.steps if step.kind == "board"], default=0)
    drawn = 0
    if hand.game.exchanges:
        drawn = max([step.amount for step in hand.steps if step.kind == "discard"], default=0)
    if runs:
        rules.append(("runs", 1 + runs))
    if drawn > hand.game.most_exchanged:
        rules += [("max_draw", drawn), ("reshuffle", True)]
    if min(blinds) < 0 and not reading.live_posts:
        rules.append(("dead_posts", True))
    rules += [(name, True) for name in ("completes", "double_bets") if getattr(reading, name)]
    # A player who folds while all in is given one more chip, which stays in the stack; without chips nobody can fold.
    most = hand.cap or endless
    stacks = tuple(
        [endless if seat.stack is None else min(seat.stack, most) + (seat.name in folding) for seat in seats]
    )
    return Stakes(
        hand.game, hand.limit, stacks, tuple(antes), tuple(blinds), bets, bring_in, hand.dropped, trimmed, tuple(rules)
    )


def _antes(paid: Sequence[Step], seats: Sequence[SiteSeat]) -> list[int]:
    """Everyone's ante, plus the dead part of a post made in the big blind."""
    antes = {step.name: step.amount for step in paid if step.kind == "ante"}
    if both := _only_both(paid):
        antes[both.name] = antes.get(both.name, 0) + both.amount // 3
    return [antes.get(seat.name, 0) for seat in seats]


def _only_both(paid: Sequence[Step]) -> Step | None:
    """Return both blinds, posted by the only player in the big blind."""
    both = [step for step in paid if step.kind == "both blinds"]
    return both[0] if len(both) == 1 and not any(step.kind == "big blind" for step in paid) else None


def _blinds(hand: SiteHand, paid: Sequence[Step], behind: Mapping[str, int], folding: set[str]) -> list[int]:
    """Return the blinds by position; a post out of turn is negative, as the format requires."""
    amounts = dict.fromkeys(behind, 0)
    low, high = hand.stakes
    # In fixed limit the blinds are half and all of the small bet.
    full = {"big blind": low} if hand.limit == "fixed-limit" else {"small blind": low, "big blind": high}
    posters = {step.name for step in paid if step.kind in _POSTS}
    only = _only_both(paid) if posters else None
    taken: set[str] = set()
    for step in paid:
        kind, name = step.kind, step.name
        if kind == "ante":
            continue
        if step is only:
            amounts[name] += step.amount - step.amount // 3
        elif kind in _BLINDS and kind not in taken and name not in posters:
            taken.add(kind)
            nominal = full.get(kind, step.amount)
            short = behind[name] <= step.amount < nominal and name not in folding
            amounts[name] += nominal if short else step.amount
        else:
            amounts[name] -= step.amount
    values = list(amounts.values())
    return values[::-1] if len(values) == 2 else values


def _behind(paid: Sequence[Step], seats: Sequence[SiteSeat], endless: int) -> dict[str, int]:
    """Return the chips that each player has after the antes; endless where the file does not say."""
    behind = {seat.name: endless if seat.stack is None else seat.stack for seat in seats}
    for step in paid:
        if step.kind == "ante":
            behind[step.name] -= step.amount
    return behind


def _fold_all_in(hand: SiteHand, paid: Sequence[Step], behind: Mapping[str, int]) -> set[str]:
    """Players who fold though the blinds took their last chips: they sit out, and their hands lose."""
    posted: dict[str, int] = {}
    for step in paid:
        if step.kind != "ante":
            posted[step.name] = posted.get(step.name, 0) + step.amount
    all_in = {name for name, amount in posted.items() if amount >= behind[name]}
    return all_in and {step.name for step in hand.steps if step.kind == "fold" and step.name in all_in}


# --- what happened ---------------------------------------------------------------------------------------------------


def _other_lines(
    hand: SiteHand, steps: Sequence[Step], seats: Sequence[SiteSeat], place: Mapping[str, int]
) -> Iterator[ScriptLine]:
    """Yield everything in order. In draw games, the cards shown are not the cards dealt at first."""
    size, exchanges = hand.game.hand_cards, hand.game.exchanges
    known: dict[str, tuple[Card, ...]] = {} if exchanges else dict(hand.mucked)
    for step in steps:
        if step.cards and len(step.cards) == size and (step.kind == "dealt" or (step.kind == "show" and not exchanges)):
            known[step.name] = known.get(step.name, step.cards) if exchanges else step.cards
    for number, seat in enumerate(seats):
        cards = known.get(seat.name, ())
        yield _make(ScriptLine, (1, "dh", number, cards if len(cards) == size else _UNKNOWN[size]))
    endings = _Endings(hand, steps, known, size)
    later: list[ScriptLine] = []
    # Boards are run again only with hands face up; some sites write the hands after the last board.
    again = [step for step in steps if step.kind == "board" and step.amount]
    shown_from = _last_bet(steps) if again else len(steps)
    for number, step in enumerate(steps, 1):
        kind, name, amount, cards, _ = step
        if number > shown_from:
            shown_from = len(steps)
            for each in [name for name, cards in endings.hands.items() if cards]:
                yield endings.line(number, each, place)
        if kind == "board":
            board = ScriptLine(number, "db", -1, cards)
            if amount:
                later.append(board)
            else:
                yield board
        elif kind in _WORDS:
            yield _make(ScriptLine, (number, _WORDS[kind], place[name], None))
        elif kind == "raise" or kind == "bet":
            yield _make(ScriptLine, (number, "cbr", place[name], amount))
        elif kind == "discard":
            yield ScriptLine(number, "sd", place[name], cards if len(cards) == amount else _UNKNOWN[amount])
            if amount:
                new = _drawn(steps, number)
                yield ScriptLine(number, "dh", place[name], new if len(new) == amount else _UNKNOWN[amount])
        elif (kind == "show" or kind == "muck") and name in endings.open:
            yield from later
            later = []
            yield endings.line(number, name, place)
    yield from later
    for name in list(endings.open):
        if name in place and endings.hands.get(name, ()) is None:
            yield endings.line(len(steps), name, place)


def _last_bet(steps: Sequence[Step]) -> int:
    """Return the number of the last decision."""
    return max((number for number, step in enumerate(steps, 1) if step.kind in _DECISIONS), default=0)


class _Endings:
    """The hands shown at the end. A player who wins nothing and shows no cards has mucked."""

    def __init__(self, hand: SiteHand, steps: Sequence[Step], known: Mapping[str, tuple[Card, ...]], size: int) -> None:
        self.hands: dict[str, tuple[Card, ...] | None] = {}
        """The cards that a player shows; None for a mucked hand."""
        names: dict[str, list[tuple[Card, ...]]] = {}
        folded, mucked = set(), set()
        for kind, name, _, cards, _ in steps:
            if kind not in _NO_PART and name not in names:
                names[name] = []
            if kind == "fold":
                folded.add(name)
            elif kind == "muck":
                mucked.add(name)
            elif kind == "show":
                names[name].append(cards)
        for name, shown in names.items():
            if name in folded:
                continue
            mucks = name in mucked
            whole = next((cards for cards in shown if len(cards) == size), ())
            if not whole and not hand.game.exchanges:
                whole = known.get(name, ()) if shown or hand.collected.get(name) else ()
                whole = whole if len(whole) == size else ()
            if hand.collected.get(name):
                if whole and (shown or mucks):
                    self.hands[name] = whole
            elif whole and shown:
                self.hands[name] = whole
            elif mucks or shown or len(known.get(name, ())) != size:
                self.hands[name] = None
        self.open = dict.fromkeys(self.hands)

    def line(self, number: int, name: str, place: Mapping[str, int]) -> ScriptLine:
        """Return the hand of a player, once."""
        del self.open[name]
        return ScriptLine(number, "sm", place[name], self.hands[name])


def _stud_lines(hand: SiteHand, steps: Sequence[Step], seats: Sequence[SiteSeat]) -> Iterator[ScriptLine]:
    """Yield the actions of stud: each street deals cards, and down cards become known at the showdown."""
    streets, place = hand.game.streets, {seat.name: number for number, seat in enumerate(seats)}
    common = [step for step in steps if step.kind == "board"]  # too few cards for all: everybody uses this one
    size_of_hand = hand.game.hand_cards - sum(len(step.cards) for step in common)
    whole = {step.name: step.cards for step in steps if step.kind == "show" and len(step.cards) == size_of_hand}
    whole |= {name: cards for name, cards in hand.mucked.items() if len(cards) == size_of_hand}
    endings = _Endings(hand, steps, whole, size_of_hand)
    starts = [number for number, step in enumerate(steps) if step.kind == "street"]
    folded: set[str] = set()
    at = 0
    for street, start in enumerate(starts[: len(streets)]):
        end = starts[street + 1] if street + 1 < len(starts) else len(steps)
        told = {step.name: step.cards for step in steps[start:end] if step.kind == "dealt"}
        size = streets[street].down + streets[street].up
        shared = [step for step in steps[start:end] if step.kind == "board"]
        for step in shared:
            yield ScriptLine(start + 1, "db", -1, step.cards)
        for seat in [] if shared else seats:
            if seat.name not in folded:
                new = told.get(seat.name, ())
                full = whole.get(seat.name, ())[at : at + size]
                cards = full if len(full) == size else (*_UNKNOWN[max(size - len(new), 0)], *new)
                yield ScriptLine(start + 1, "dh", place[seat.name], cards)
        at += 0 if shared else size
        for number in range(start, end):
            kind, name, amount, _, _ = steps[number]
            if kind in _WORDS:
                if kind == "fold":
                    folded.add(name)
                yield ScriptLine(number + 1, _WORDS[kind], place[name], None)
            elif kind in ("bet", "raise"):
                yield ScriptLine(number + 1, "cbr", place[name], amount)
            elif kind in ("show", "muck") and name in endings.open:
                yield endings.line(number + 1, name, place)
    for name in list(endings.open):
        if endings.hands[name] is None:
            yield endings.line(len(steps), name, place)


def _drawn(steps: Sequence[Step], number: int) -> tuple[Card, ...]:
    """Return the cards that a player drew after a discard (by its number), if the file shows them."""
    name = steps[number - 1].name
    for step in steps[number:]:
        if step.name == name:
            return step.cards if step.kind == "dealt" else ()
    return ()


# --- the PHH format --------------------------------------------------------------------------------------------------


def _fields(
    hand: SiteHand, seats: Sequence[SiteSeat], stakes: Stakes, lines: Sequence[ScriptLine], winnings: Sequence[int]
) -> dict[str, object]:
    """Return the fields of the record, for writing."""

    def amounts(chips: Sequence[int]) -> list[object]:
        return [money(each, hand.scale) for each in chips]

    fields: dict[str, object] = {
        "variant": _LETTERS[hand.limit] + hand.game.code,
        "ante_trimming_status": stakes.trimmed,
        "antes": amounts(stakes.antes),
        "blinds_or_straddles": amounts(stakes.blinds),
    }
    if hand.game.brings_in:
        fields["bring_in"] = money(stakes.bring_in, hand.scale)
    names = ("small_bet", "big_bet") if hand.limit == "fixed-limit" else ("min_bet",)
    fields |= dict(zip(names, amounts(stakes.bets), strict=True))
    fields["starting_stacks"] = [
        float("inf") if seat.stack is None else money(stack, hand.scale)
        for seat, stack in zip(seats, stakes.stacks, strict=True)
    ]
    fields["actions"] = [_format_line(each, hand.scale) for each in lines]
    if stakes.house_rules:
        fields["_kicker_rules"] = dict(stakes.house_rules)
    if stakes.pot:
        fields["_kicker_pot"] = money(stakes.pot, hand.scale)
    fields |= {"venue": hand.site, "hand": hand.number}
    level = level_number(hand.tournament.level) if hand.tournament else None
    if level:
        fields["level"] = level
    fields["table"] = hand.table
    if hand.when:
        fields |= {"day": hand.when.day, "month": hand.when.month, "year": hand.when.year, "time": hand.when.time()}
    if hand.table_size:
        fields["seat_count"] = hand.table_size
    fields["seats"] = [seat.number for seat in seats]
    fields["players"] = [seat.name for seat in seats]
    fields["winnings"] = amounts(winnings)
    if hand.currency:
        fields["currency"] = hand.currency
    if hand.tournament:
        fields |= {TOURNAMENT_FIELD: hand.tournament.number, BUY_IN_FIELD: buy_in_text(hand.tournament.price)}
    if any(hand.beside.get(seat.name) for seat in seats):
        fields[BESIDE_FIELD] = amounts([hand.beside.get(seat.name, 0) for seat in seats])
    if any(seat.name in hand.finishes for seat in seats):
        fields[FINISHES_FIELD] = [finish_text(hand.finishes.get(seat.name)) for seat in seats]
    if hand.hero:
        fields[HERO_FIELD] = hand.hero
    return fields


def _format_line(line: ScriptLine, scale: int) -> str:
    """Return an action as a line of the format."""
    _, word, seat, argument = line
    if isinstance(argument, tuple):
        cards = "".join(["??" if card is None else str(card) for card in argument])
        start = "d db" if word == "db" else f"d dh p{seat + 1}" if word == "dh" else f"p{seat + 1} {word}"
        return f"{start} {cards}".rstrip()
    if argument is not None:
        return f"p{seat + 1} {word} {money(int(argument), scale)}"
    return f"p{seat + 1} {word}"
