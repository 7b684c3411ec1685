"""Cards drawn with characters, and deals in words: the same on every screen.

Sentences are made of parts, so that each place to play writes cards and colours in its own way: `Look.text` for the
prompt, `tui.cards.rich_line` for the full-screen terminal. The pages have the same sentences in `words.js`;
`tests/data/sentences.json` keeps both the same.

>>> Look(ascii=True).text(("Ada shows ", *in_a_row([Card("As"), None])))
'Ada shows As ??'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, zip_longest
from textwrap import wrap
from typing import NamedTuple

from kicker.cards import SHORT, SYMBOL, Card, count_of
from kicker.games import MIXES, Event, Level, Rules, View
from kicker.games.events import HIDDEN, EventKind
from kicker.games.wagers import RaiseVerb, Wagers
from kicker.orders import HIGH, Strength
from kicker.table import Customs, Decision, Schedule
from kicker.ui.common.style import paint, suit_colour

WIDTH = 7
FAN = 4
"""The visible width of a card that is partly covered from the right."""
UNBROKEN = "\N{NO-BREAK SPACE}"
"""A non-breaking space."""
YOU = "You"
"""The name of the person who plays against bots, also in records."""
PAYING = ("ante", "blind", "post", "bring-in", "call", "bet", "raise")
"""Events by which chips come into the pot."""


class Painted(NamedTuple):
    """Words with a colour."""

    text: str
    colour: str | None = None
    bold: bool = False
    dim: bool = False


Line = tuple[str | Card | Painted, ...]
"""A line of text in parts; the writing of cards and colours is decided later."""


def in_a_row(cards: Iterable[Card | None]) -> Line:
    """Return cards separated by spaces, `??` for each hidden one."""
    parts: Line = ()
    for card in cards:
        parts += (" ", card if card is not None else Painted(HIDDEN, dim=True))
    return parts[1:]


class Look(NamedTuple):
    """The style in which cards are written and drawn."""

    four_colour: bool = False
    """A colour for each suit instead of two for all."""
    ascii: bool = False
    """Use plain characters only."""

    def name(self, card: Card) -> str:
        """Return a card as a word without colour: `10♠`, or `Ts` with plain characters."""
        return (SHORT if self.ascii else SYMBOL).format(card)

    def card(self, card: Card) -> str:
        """Return a card as a word, `A♠`, in its colour."""
        return paint(self.name(card), suit_colour(card, four_colour=self.four_colour))

    def text(self, line: Line) -> str:
        """Return a line for the prompt."""
        return "".join([self._part(part) for part in line])

    def _part(self, part: str | Card | Painted) -> str:
        if isinstance(part, str):
            return part
        return (
            self.card(part) if isinstance(part, Card) else paint(part.text, part.colour, bold=part.bold, dim=part.dim)
        )

    @property
    def back(self) -> str:
        """One line of a face-down card."""
        return ("#" if self.ascii else "░") * WIDTH

    def face_lines(self, card: Card) -> list[str]:
        """Return the five lines of a face-up card, without colour."""
        text = SYMBOL.format(card)
        rank, suit = text[:-1], text[-1]
        if self.ascii:
            return ["+-----+", f"|{rank:<5}|", f"|  {card.suit}  |", f"|{rank:>5}|", "+-----+"]
        return ["┌─────┐", f"│{rank:<5}│", f"│  {suit}  │", f"│{rank:>5}│", "└─────┘"]

    def card_lines(self, card: Card) -> list[str]:
        """Return the five lines of a face-up card."""
        colour = suit_colour(card, four_colour=self.four_colour)
        return [paint(line, colour) for line in self.face_lines(card)]

    def back_lines(self) -> list[str]:
        """Return the five lines of a face-down card."""
        return [self.back] * 5

    def empty_lines(self, mark: str = "") -> list[str]:
        """Return the five lines of an empty place for a card."""
        side, edge = ("|", "+-   -+") if self.ascii else ("╎", "┌╌   ╌┐")
        below = edge if self.ascii else "└╌   ╌┘"
        blank = f"{side}     {side}"
        return [paint(line, dim=True) for line in (edge, blank, f"{side}{mark:^5}{side}", blank, below)]

    def edge_line(self, card: Card) -> str:
        """Return the visible part of a card under another one: the upper edge, with its name."""
        edge, name = self.face_lines(card)[0], self.name(card)
        return paint(edge[0] + name + edge[1 + len(name) :], suit_colour(card, four_colour=self.four_colour))

    def fan_lines(self, card: Card) -> list[str]:
        """Return the visible part of a card that is partly covered from the right."""
        colour = suit_colour(card, four_colour=self.four_colour)
        return [paint(line[:FAN], colour) for line in self.face_lines(card)]

    def column_lines(self, covered: int, uncovered: Sequence[Card], room: int | None = None) -> list[str]:
        """Return a column of overlapping cards: one line of each, and all of the last.

        If there is `room` for fewer lines, the last one is cut too.
        """
        if not uncovered:
            return self.empty_lines()
        *under, last = uncovered
        lines = [*[self.back] * covered, *map(self.edge_line, under), *self.card_lines(last)]
        if room is None or len(lines) <= room:
            return lines
        least = covered + len(uncovered)
        lines[least - 1] = self.edge_line(last)
        return lines[: max(room, least)]


def capital(words: str) -> str:
    """Return the words with a capital letter."""
    return words[:1].upper() + words[1:]


def side_by_side(columns: Iterable[list[str]]) -> list[str]:
    """Columns of lines next to each other."""
    return [" ".join(row).rstrip() for row in zip_longest(*columns, fillvalue=" " * WIDTH)]


# --- deals in words --------------------------------------------------------------------------------------------------


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_YOUR_VERBS = {"is": "are", "does": "do", "goes": "go", "was": "were"}


class Wording(NamedTuple):
    """The wording of sentences about a deal: names, money, and who reads them."""

    names: Sequence[str]
    """The names by seat."""
    money: Callable[[int], str] = "{:,}".format
    """The function that formats chips."""
    you: int | None = None
    """The reader's seat; None in records, where a seat may still be called `You`."""

    def is_you(self, seat: int) -> bool:
        """Return True if the reader sits there."""
        return seat == self.you if self.you is not None else self.names[seat] == YOU

    def sentence(self, seat: int, words: str) -> str:
        """`Ada folds`, but `You fold`."""
        if not self.is_you(seat):
            return f"{self.names[seat]} {words}"
        verb, *rest = words.split(" ", 1)
        return " ".join([YOU, _YOUR_VERBS.get(verb) or verb.removesuffix("s"), *rest])


def stakes_words(rules: Rules, money: Callable[[int], str] = "{:,}".format) -> str:
    """`blinds 5/10, ante 1`, `bomb pot 20`; empty if there are no forced bets."""
    if rules.bomb_pot:
        return f"bomb pot {money(rules.bomb_pot)}"
    return level_words(Level(rules.blinds, rules.largest_ante), money)


def level_words(level: Level, money: Callable[[int], str] = "{:,}".format) -> str:
    """Return the stakes of a level in words."""
    words = []
    if blinds := [money(blind) for blind in level.blinds if blind]:
        words.append(("blinds " if len(blinds) > 1 else "blind ") + "/".join(blinds))
    if level.ante:
        words.append(f"ante {money(level.ante)}")
    return ", ".join(words)


def limits_words(rules: Rules, money: Callable[[int], str] = "{:,}".format) -> str:
    """`bring-in 2, bets 10/20`: the bring-in, and the small and the big bet of fixed limit; empty if there are none."""
    words = [f"bring-in {money(rules.bring_in)}"] if rules.bring_in else []
    if rules.betting == "fixed-limit" and rules.raises == "free":
        words.append(f"bets {money(rules.min_bet)}/{money(rules.big_bet)}")
    return ", ".join(words)


def mix_title(schedule: Schedule) -> str:
    """Return the name of a mixed game; empty if a single game is played."""
    parts = tuple((rules.game, rules.betting) for rules in schedule.games)
    return next((mix.title for mix in MIXES.values() if mix.parts == parts), "mixed games" if parts else "")


def turns_words(schedule: Schedule) -> str:
    """Return the games of a mix in turn: `fixed-limit hold'em and razz; no-limit hold'em`."""
    blocks = []
    for betting, alike in groupby(schedule.games, lambda rules: rules.betting):
        *others, last = [rules.game.title for rules in alike]
        blocks.append(f"{betting} " + (f"{', '.join(others)} and {last}" if others else last))
    return "; ".join(blocks)


def table_title(rules: Rules, schedule: Schedule, seats: int) -> str:
    """Return the game of a table, its seats and its stakes: `fixed-limit hold'em, 4 seats, blinds 5/10, bets 10/20`. Of
    a mixed game, the stakes that all its games have in common."""
    if mix := mix_title(schedule):
        bet = rules.big_blind
        parts = [mix, f"{count_of(schedule.every, 'hand')} of each game", count_of(seats, "seat")]
        return ", ".join([*parts, f"bets {bet:,}/{2 * bet:,}"])
    parts = [rules.title, count_of(seats, "seat"), stakes_words(rules), limits_words(rules)]
    return ", ".join(filter(None, parts))


def hand_title(number: int, rules: Rules, *, mixed: bool, carried: int = 0) -> str:
    """Return the title of a hand: `Hand 7, blinds 5/10`. In a mixed game, it includes the name of the current game and
    its limits; if nobody opened the last hand, the chips `carried` over from it."""
    game, limits = (rules.title, limits_words(rules)) if mixed else ("", "")
    parts = [f"Hand {number}", game, stakes_words(rules), limits, carried_words(carried)]
    return ", ".join(filter(None, parts))


def carried_words(carried: int, money: Callable[[int], str] = "{:,}".format) -> str:
    """Return `10 carried over from the last hand`; empty if nothing was."""
    return f"{money(carried)} carried over from the last hand" if carried else ""


def carried_over(view: View) -> int:
    """Return the chips that were in the pot before the deal, because nobody opened the last one."""
    left = sum(event.amount for event in view.history if event.kind == "passed")
    return sum(view.stacks) + view.pot + left - sum(view.start_stacks)


def customs_words(customs: Customs) -> str:
    """`straddles allowed, a bomb pot every 5 hands, run it twice, rebuys`; empty without customs."""
    words = [
        {"no": "", "allowed": "straddles allowed", "always": "a straddle in every hand"}[customs.straddle],
        "a dead button" if customs.dead_button else "",
        "missed blinds are posted" if customs.missed_blinds else "",
        f"a bomb pot every {every_nth(customs.bomb_every, 'hand')}" if customs.bomb_every else "",
        f"run it {times(customs.runs)}" if customs.runs > 1 else "",
        f"rebuys up to {customs.buy_in:,}" if customs.buy_in else "",
    ]
    return ", ".join(filter(None, words))


def every_nth(count: int, thing: str) -> str:
    """Return the end of `every hand`, `every 5 hands`."""
    return thing if count == 1 else count_of(count, thing)


def pot_words(number: int) -> str:
    """`the main pot`, `side pot 1`."""
    return f"side pot {number}" if number else "the main pot"


def pot_after(pot: int, event: Event) -> int:
    """Return the pot after an event."""
    if event.kind in PAYING:
        return pot + event.amount
    return pot - event.amount if event.kind in ("returned", "won") else pot


def draw_name(rules: Rules, number: int) -> str:
    """Return the name of a draw, counted from 1: `second draw`, or `draw` if there is only one."""
    several = rules.game.draws > 1
    return f"{_ORDINALS[number - 1]} draw" if several else "draw"


class Course:
    """The course of a deal, followed event by event: the headings of its streets, and the names of its bets."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._wagers = rules, Wagers(rules)
        self._drawn = 0
        self._street, self._drawing = "", False
        self.verb: RaiseVerb | None = None
        """The name of the current event, if it is a bet or raise."""

    def before(self, event: Event, pot: str) -> Line:
        """Go on to an event. Return the heading above it, with the pot; empty if it begins no street, or one that its
        board cards announce."""
        self.verb = self._wagers.verb(event)
        began, self._drawing = self._drawing, event.kind in ("discard", "drew", "reshuffled")
        name = ""
        if event.kind == "dealt" and event.street != self._street:
            self._street = name = event.street
        elif self._drawing and not began:
            self._drawn += 1
            name = draw_name(self._rules, self._drawn)
        return (Painted(name, "cyan", bold=True), f", pot {pot}") if name else ()


def event_line(
    event: Event,
    wording: Wording,
    pot: int,
    *,
    verb: RaiseVerb | None = None,
    side_pots: bool = False,
    boards: bool = False,
) -> Line:
    """Return an event as a sentence; empty if it needs none.

    `pot` is the pot at that point, and `verb` what a raise is called; `side_pots` and `boards` mean that there are
    several, so each needs its name.
    """
    if event.kind == "board":
        board = f" (board {event.run + 1})" if event.run else ""
        street = Painted(event.street, "cyan", bold=True)
        return street, " ", *in_a_row(event.cards), f"{board}, pot {wording.money(pot)}"
    if event.kind == "reshuffled":
        return (f"the deck is used up: {count_of(event.amount, 'discard')} reshuffled",)
    if event.kind == "game":
        stakes = level_words(event.level, wording.money) if event.level else ""
        return (f"Next: {event.name}" + (f", {stakes}" if stakes else ""),)
    if event.kind == "bomb pot":
        return (f"bomb pot: every player pays {wording.money(event.amount)}",)
    if event.kind == "passed":
        return (f"nobody opens; {wording.money(event.amount)} stays in the pot for the next hand",)
    if event.level is not None:
        return (f"new level: {level_words(event.level, wording.money)}",)
    if event.seat is None:
        return ()
    if event.kind == "joined" and event.seat != wording.you:
        return (f"{event.name} sits down with {wording.money(event.stack)}",)
    if event.kind == "returned":
        owner = "you" if wording.is_you(event.seat) else wording.names[event.seat]
        return (f"Uncalled bet of {wording.money(event.amount)} returned to {owner}",)
    first, *rest = _deed(event, wording.money, verb, side_pots=side_pots, boards=boards)
    end = ", all in" if not event.stack and event.kind in PAYING else ""
    return (wording.sentence(event.seat, first) + end, *rest) if first else ()


def _deed(
    event: Event, money: Callable[[int], str], verb: RaiseVerb | None, *, side_pots: bool, boards: bool
) -> tuple[str, *Line]:
    """Describe what a seat did, without its name; empty if it needs no sentence."""
    cards = in_a_row(event.cards)
    counted = cards if event.known else (count_of(len(event.cards), "card"),)
    worth = worth_words([event.strength, event.low])
    run = f" on board {event.run + 1}" if event.run or boards else ""
    shown = (*cards, f": {worth}{run}") if worth else cards
    reason = f": {event.reason}" if event.reason else ""
    half = f" with the {event.half} hand" if event.half else ""
    raising = "completes" if verb == "complete to" else "raises"
    pot_name = f" from {pot_words(event.pot)}" if event.pot or (side_pots and event.pot is not None) else ""
    with_cards: dict[EventKind, tuple[str, *Line]] = {
        "dealt": ("is dealt ", *dealt_cards(event)),
        "discard": ("discards ", *counted) if cards else ("stands pat",),
        "drew": ("draws ", *counted),
        "show": ("shows ", *shown),
    }
    words: dict[EventKind, str] = {
        "ante": f"pays an ante of {money(event.amount)}",
        "blind": f"posts a blind of {money(event.amount)}",
        "post": f"posts {money(event.amount)} to come in{_dead_words(event, money)}",
        "bring-in": f"brings in for {money(event.amount)}",
        "fold": "folds",
        "check": "checks",
        "call": f"calls {money(event.amount)}",
        "bet": f"{raising} to {money(event.to)}" if verb == "complete to" else f"bets {money(event.to)}",
        "raise": f"{raising} to {money(event.to)}",
        "muck": "mucks",
        "won": f"wins {money(event.amount)}{pot_name}{half}{run}" if event.amount else "wins",
        "default": f"does not answer{reason}",
        "bust": "is out of the game",
        "forfeit": f"forfeits the game with an illegal bet{reason}",
        "sit out": "sits out",
        "sit in": "is back",
        "champion": f"wins the game with {money(event.stack)}",
        "joined": "sits down",
        "left": "leaves the table",
        "bought": f"buys {money(event.amount)} chips, {money(event.stack)} in all",
        "straddle": f"straddles for {money(event.amount)}",
        "runs": f"agrees to run it {times(event.amount)}" if event.amount > 1 else "runs the board once",
    }
    return with_cards.get(event.kind) or (words.get(event.kind, ""),)


def dealt_cards(event: Event) -> Line:
    """Return the cards dealt to a seat; the line says which are face up, if any are."""
    if not event.up:
        return (*in_a_row(event.cards), " face down") if event.street else in_a_row(event.cards)
    down = [card for card, is_up in zip(event.cards, event.up, strict=True) if not is_up]
    up = [card for card, is_up in zip(event.cards, event.up, strict=True) if is_up]
    return (*in_a_row(down), ", " if down else "", *in_a_row(up), " face up")


def times(number: int) -> str:
    """`once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def worth_words(worth: Iterable[Strength | None], *, short: bool = False) -> str:
    """Return a hand in words, high and low; with `short` only the category in the usual order."""
    return "; ".join(
        each.category.describe() if short and each.order is HIGH else each.describe()
        for each in worth
        if each is not None
    )


def _dead_words(event: Event, money: Callable[[int], str]) -> str:
    """Return the part of a post that is not a bet."""
    if event.to == event.amount:
        return ""
    return f", {money(event.amount - event.to)} of it dead" if event.to else ", dead"


Cards = Sequence[Card | None]
"""Cards, with None for hidden ones."""


def held_cards(cards: Cards, up: Sequence[bool]) -> Line:
    """Return a hand in a row; where some cards are face up, those that only their holder sees are in brackets."""
    if not any(up):
        return in_a_row(cards)
    parts: Line = ()
    for hidden, alike in groupby(zip(cards, up, strict=True), lambda pair: pair[0] is not None and not pair[1]):
        row = in_a_row([card for card, _ in alike])
        parts += (" ", "(", *row, ")") if hidden else (" ", *row)
    return parts[1:]


def table_lines(view: View, wording: Wording, hands: Sequence[Cards], board: Cards) -> list[Line]:
    """Seats, stacks, bets, cards and the pot at one moment."""
    money = wording.money
    names = [name if seat != wording.you else YOU for seat, name in enumerate(wording.names)]
    stacks = list(map(money, view.stacks))
    name_width, stack_width = max(map(len, names)), max(map(len, stacks))
    lines: list[Line] = []
    for seat, name in enumerate(names):
        live, acts = view.live[seat], view.to_act == seat
        notes = [
            f"bets {money(view.bets[seat])}" if view.bets[seat] and view.phase != "drawing" else "",
            "" if live else "out",
            "all in" if live and not view.stacks[seat] else "",
        ]
        button = "B" if seat == view.button else " "
        text = f"{'>' if acts else ' '} {button} {name:{name_width}}  {stacks[seat]:>{stack_width}}"
        rest = held_cards(hands[seat], view.up[seat])
        if any(notes):
            rest += (f"  {', '.join(filter(None, notes))}",)
        lines.append((Painted(text, bold=acts, dim=not live), "  ", *rest) if rest else (Painted(text, dim=not live),))
    several = bool(view.boards)
    middle: list[Line] = [(f"board{' 1' * several} ", *in_a_row(board))] if board else []
    middle += [(f"board {number} ", *in_a_row(cards)) for number, cards in enumerate(view.boards, 2)]
    if not view.over:
        middle.append((f"pot {money(view.pot)}",))
        pots = view.pots
        middle += [(f"{pot.name.lower()} {money(pot.amount)}",) for pot in pots if len(pots) > 1]
    if middle:
        lines.append(("    ", *[part for words in middle for part in (", ", *words)][1:]))
    return lines


def decision_lines(decision: Decision, names: Sequence[str]) -> list[str]:
    """Return a bot's decisions with their reasons."""
    why = decision.reasons
    text = f"{names[decision.seat]}, {decision.told}: {why.text if why else 'no reason given'}"
    details = [f"{label} {value}".replace(" ", UNBROKEN) for label, value in why.details] if why else []
    words = f"{text} ({'; '.join(details)})" if details else text
    lines = wrap(words, 76, subsequent_indent="    ", break_on_hyphens=False)
    return [f"  {line.replace(UNBROKEN, ' ')}" for line in lines]


def clock_text(seconds: float) -> str:
    """`7:05`, and `1:07:05` after an hour."""
    minutes, second = divmod(int(seconds), 60)
    hour, minute = divmod(minutes, 60)
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"
