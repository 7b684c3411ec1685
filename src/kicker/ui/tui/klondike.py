"""Klondike in the room: the cards on the table, keys and mouse, the helps, and what becomes of a game.

Not here: how the table is drawn and what lies where on it (`tableau.py`), the rules and the helps (`kicker.solitaire`),
the same game at the prompt (`ui/play/klondike.py`).
"""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from random import SystemRandom
from threading import Event, Lock
from time import monotonic, perf_counter
from typing import ClassVar, Final, TypeVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Static

from kicker.cards import count_of, shorten
from kicker.errors import IllegalAction, KickerError
from kicker.solitaire import BACK, TURN, Game, Move, Position, possible_moves_line
from kicker.solitaire.deals import LAST_NUMBER
from kicker.solitaire.helps import Hint, Oracle, hint, oracle, said_along
from kicker.solitaire.moves import COLUMNS, STOCK
from kicker.solitaire.piles import SUIT_ORDER
from kicker.ui.home import Kept
from kicker.ui.klondike import deal_name
from kicker.ui.play.klondike import GAME, STUCK, chosen_deal, rules_left
from kicker.ui.statistics import count_solitaire
from kicker.ui.text import UNBROKEN, clock_text
from kicker.ui.tui.base import RoomScreen
from kicker.ui.tui.cards import HEIGHT, name_of
from kicker.ui.tui.tableau import FAINT, LABEL, SIDE_WIDTH, Spot, Tableau, next_spot, side_text

T = TypeVar("T")

THINKING: Final = "thinking ..."
WON_ALREADY: Final = "this game is won: n deals anew"
ORACLE_SECONDS: Final = 10.0
_TIPS: Final = 5  # moves that a hint lists
_SETTLED: Final = 0.1  # seconds without a move after which it is asked whether the game is stuck
_PILE: Final = "the pile to take from, then the one to put it on"
_POINT: Final = "point at a card; on a stock that goes both ways left and right rotate it"
_WAYS: Final = ("left", "right", "up", "down")
_SCROLL: Final = "the rest of a table that is larger than the terminal"


def key(letter: str, action: str, name: str, what: str, *, show: bool = False) -> Binding:
    """A letter in either case; `what` is for the page of keys."""
    return Binding(f"{letter},{letter.upper()}", action, name, show=show, key_display=letter, tooltip=what)


class KlondikeScreen(RoomScreen):
    """A game of Klondike. It owns the place where the game is kept, and lets go of it when it is left."""

    DEFAULT_CSS = f"""
    KlondikeScreen {{ background: $background; }}
    KlondikeScreen #title {{ height: 1; background: $surface; padding: 0 1; }}
    KlondikeScreen #room {{ height: 1fr; }}
    KlondikeScreen #table {{ width: 1fr; height: 1fr; background: $panel; scrollbar-size-vertical: 1; }}
    KlondikeScreen Tableau {{ background: $panel; }}
    KlondikeScreen #side {{ width: {SIDE_WIDTH + 2}; height: 1fr; padding: 0 1; background: $background; }}
    KlondikeScreen.-wide #side {{ width: 40; padding: 1 2; }}
    KlondikeScreen.-narrow #room {{ layout: vertical; }}
    KlondikeScreen.-narrow #side {{ width: 1fr; height: auto; min-height: 4; max-height: 10; }}
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-normal"), (130, "-wide")]  # noqa: RUF012 (as Textual has it)
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(name, f"pile('{name}')", "Pile", show=False, tooltip=_PILE) for name in (STOCK, *COLUMNS)],
        *[key(suit.lower(), f"pile('{suit}')", "Pile", _PILE) for suit in SUIT_ORDER],
        *[Binding(way, f"point('{way}')", "Point", show=False, tooltip=_POINT) for way in _WAYS],
        Binding("enter", "use", "Use", show=False, tooltip="pick up the card that is pointed at, or put it there"),
        *[Binding(f"page{way}", f"scroll('{way}')", "Scroll", show=False, tooltip=_SCROLL) for way in _WAYS[2:]],
        key("x", "let_go", "Let go", "let go of what is picked up"),
        key("t", "turn('turn')", "Turn", "turn the stock", show=True),
        Binding("space", "turn('turn')", "Turn", show=False, tooltip="turn the stock"),
        key("b", "turn('back')", "Turn back", "turn a stock that goes both ways back"),
        key("f", "home", "Home", "bring home what is picked up or pointed at; so does a double click", show=True),
        key("a", "autoplay", "Safe", "bring home what can go home safely"),
        key("u", "undo", "Undo", "take the last move back", show=True),
        key("r", "redo", "Redo", "make it again", show=True),
        key("y", "moves", "Moves", "list the possible moves"),
        key("i", "hint", "Hint", "how often each move wins, from what you can see", show=True),
        key("o", "oracle", "Oracle", "the next move of a sure win; it knows the hidden cards", show=True),
        key("n", "new", "New", "a new deal", show=True),
        key("w", "winnable", "Winnable", "a new deal that can be won"),
        key("g", "number", "Number", "the deal of a number"),
    ]  # fmt: skip

    def __init__(self, kept: Kept, game: Game) -> None:
        super().__init__()
        self.kept, self.game = kept, game
        self.started: float | None = None
        """When the clock was started that adds to the seconds of the game."""
        self.chosen: Spot | None = None
        self.cursor = Spot(STOCK, 1)
        self.pointing = False
        self.over = False
        self.stuck = False
        self.message = ""
        self.proven: dict[Position, Oracle] = {}
        """The way to win that was found last: who follows it gets to its end, also after an undo."""
        self._one_thought = Lock()

    def compose(self) -> ComposeResult:
        """A line above, the table, what there is to know beside it, and the keys below."""
        yield Static(id="title")
        with Horizontal(id="room"):
            with ScrollableContainer(id="table", can_focus=False):
                yield Tableau(self.game.position.view(), self.settings.look, self.settings.back)
            yield Static(id="side")
        yield Footer()

    def on_mount(self) -> None:
        """Start the clock."""
        self.started = monotonic()
        self.set_interval(1, self.show_side)
        self.changed("? lists the keys")

    def on_resize(self) -> None:
        """The lines beside the table are broken anew."""
        self.call_after_refresh(self.show_side)

    def on_screen_resume(self) -> None:
        """The settings may have been changed elsewhere."""
        table = self.query_one(Tableau)
        table.look, table.palette = self.settings.look, self.settings.back
        self.show()

    def on_unmount(self) -> None:
        """However the screen ends, the game is free for others."""
        self.close()

    def close(self) -> None:
        """Keep the game with its time and let go of it; once is enough."""
        if self.started is not None:
            self.keep()
            self.started = None
        self.kept.close()

    def action_leave(self) -> None:
        """Let go of what is picked up; if nothing is, go back. The game is kept."""
        if self.chosen:
            self.action_let_go()
        else:
            self.close()
            self.app.pop_screen()

    # --- what is shown ---

    @property
    def elapsed(self) -> float:
        """Seconds that were played."""
        return self.game.seconds + (monotonic() - self.started if self.started is not None else 0)

    def changed(self, message: str = "") -> None:
        """Keep the game as it is now and show it; whatever is thought about another position is of no use any more."""
        self.workers.cancel_group(self, "help")
        self.chosen, self.message, self.stuck = None, message, False
        self.cursor = self.within(self.cursor)
        if self.game.position.won and not self.over:
            self.finish()
        self.keep()
        self.show()
        if not self.over:
            self.look_for_end(self.game.position)

    def show(self) -> None:
        """Draw everything."""
        position = self.game.position
        pointer = self.cursor if self.pointing else None
        self.query_one(Tableau).show(position.view(), self.chosen, pointer, self.banner())
        self.show_side()

    def show_side(self) -> None:
        """What there is to know besides the cards."""
        view, side = self.game.position.view(), self.query_one("#side", Static)
        told = [self.message, STUCK if self.stuck else ""]
        width, narrow = side.content_size.width or SIDE_WIDTH, self.has_class("-narrow")
        side.update(side_text(view, self.elapsed, told, width, in_one_line=narrow), layout=narrow)
        rules = "1 card, both ways" if view.rules.both_ways else rules_left(view)
        title = Text.assemble(("Klondike", LABEL), f"  {deal_name(self.game.number)}  ", (rules, FAINT))
        self.query_one("#title", Static).update(title, layout=False)

    def say(self, message: str) -> None:
        """Tell something that changes nothing."""
        self.message = message
        self.show()

    def banner(self) -> tuple[str, ...]:
        """What is written across the table when all cards are home."""
        if not self.over:
            return ()
        position = self.game.position
        suits = "s  h  d  c" if self.settings.ascii else "♠  ♥  ♦  ♣"
        facts = f"{count_of(position.made, 'move')}, a score of {position.score}, {clock_text(self.elapsed)}"
        return (suits, "", f"{deal_name(self.game.number)} is won: well played!", facts, "", "n deals anew")

    # --- moves ---

    def attempt(self, change: Callable[[], object]) -> None:
        """Do something to the game, which may tell what it did; what cannot be done is told and changes nothing."""
        self.chosen = None
        if self.over:
            self.say(WON_ALREADY)
            return
        try:
            told = change()
        except KickerError as error:
            self.say(str(error).partition("; ")[0])  # y lists what is legal
        else:
            self.changed(told if isinstance(told, str) else "")

    def play(self, move: Move) -> None:
        """Make a move, if it is one."""
        self.attempt(lambda: self.game.play(move))

    def pick_up(self, spot: Spot) -> None:
        """Choose cards, if there are any; a spot without a count is as many as fit."""
        stock, loose = self.game.position.stock, self.game.position.pile(spot.pile).loose
        if self.over:
            self.say(WON_ALREADY)
        elif not loose:
            how = ": t turns one up" if spot.pile == STOCK and stock.cards else ""
            self.say(f"there is no card to take at {spot.pile}{how}")
        else:
            self.chosen = spot
            first, last = (name_of(card, plain=self.settings.ascii) for card in (loose[-spot.taken], loose[-1]))
            self.say(f"{first if first == last else f'{first} to {last}'}: where to? x lets go")

    def put(self, target: str) -> None:
        """Put what is chosen on a pile; on its own, it stays where it is."""
        chosen = self.chosen
        if chosen is None or chosen.pile == target:
            self.action_let_go()
        else:
            self.play(Move(chosen.pile, target, chosen.taken or None))

    def bring_home(self, spot: Spot) -> None:
        """Send a card to the foundation of its suit."""
        top = self.game.position.pile(spot.pile).top
        if top is None:
            self.pick_up(spot)
        elif spot.pile in SUIT_ORDER:
            self.say(f"{name_of(top, plain=self.settings.ascii)} is home already")
        else:
            self.play(Move(spot.pile, top.suit.upper(), spot.taken or 1))

    def action_pile(self, name: str) -> None:
        """The pile of a key: take from it, or put on it what is chosen."""
        self.pointing = False
        if name not in self.game.rules.places:
            self.say(f"there is no pile {name}")
        elif self.chosen:
            self.put(name)
        else:
            self.pick_up(Spot(name))

    def action_let_go(self) -> None:
        """Nothing is chosen any more."""
        self.chosen = None
        self.say("")

    def action_turn(self, way: str) -> None:
        """Turn the stock, on or back."""
        self.play(Move(way))

    def action_home(self) -> None:
        """Bring a card home."""
        spot = self.chosen or (self.cursor if self.pointing else None)
        if spot:
            self.bring_home(spot)
        else:
            self.say("pick up a card first, by its pile or with the arrows: f brings it home")

    def action_autoplay(self) -> None:
        """Bring home what is safe there."""

        def bring() -> str:
            moves = self.game.autoplay()
            if not moves:
                raise IllegalAction("no card can go home safely: those that could may still be needed in a column")
            return f"{count_of(len(moves), 'card')} brought home"

        self.attempt(bring)

    def action_undo(self) -> None:
        """Take the last move back."""
        self.attempt(lambda: f"{self.game.undo()} is taken back")

    def action_redo(self) -> None:
        """Make the last undone move again."""
        self.attempt(lambda: f"{self.game.redo()} is made again")

    # --- pointing ---

    def within(self, spot: Spot) -> Spot:
        """The spot, or what has become of it: a run may be shorter now."""
        loose = len(self.game.position.pile(spot.pile).loose)
        return Spot(spot.pile, max(1, min(spot.taken, loose)))

    def action_point(self, way: str) -> None:
        """Point at the next card; on a stock that goes both ways, rotate it."""
        self.pointing = True
        if self.cursor.pile == STOCK and self.game.rules.both_ways and not self.chosen and way in ("left", "right"):
            self.action_turn("back" if way == "left" else "turn")
        else:
            self.cursor = next_spot(self.game.position.view(), self.cursor, way, self.chosen is not None)
            self.show()

    def action_use(self) -> None:
        """Pick up what is pointed at, or put there what is chosen."""
        self.pointing = True
        if self.chosen:
            self.put(self.cursor.pile)
        elif self.cursor.pile == STOCK and not self.game.position.stock.loose:
            self.play(TURN)
        else:
            self.pick_up(self.cursor)

    def action_scroll(self, way: str) -> None:
        """Show another part of a table that is too large."""
        self.query_one("#table").scroll_relative(y=-HEIGHT if way == "up" else HEIGHT, animate=False)

    @on(Tableau.Clicked)
    def clicked(self, event: Tableau.Clicked) -> None:
        """The mouse takes, puts, turns the stock, and brings home with a second click on what the first one took."""
        spot, self.pointing = event.spot, False
        if spot.pile in (TURN.source, BACK.source):
            self.action_turn(spot.pile)
        elif event.twice and spot.taken and spot == self.chosen:
            self.bring_home(spot)
        elif self.chosen:
            self.put(spot.pile)
        elif spot.taken:
            self.pick_up(spot)
        elif spot.pile == STOCK:
            self.action_pile(STOCK)

    @on(Tableau.Dropped)
    def dropped(self, event: Tableau.Dropped) -> None:
        """What was dragged goes to where it was dropped; a hand that trembled only picked it up."""
        self.pointing = False
        if event.target == event.spot.pile:
            self.pick_up(event.spot)
        else:
            self.chosen = event.spot
            self.put(STOCK if event.target in (TURN.source, BACK.source) else event.target)

    # --- helps ---

    def action_moves(self) -> None:
        """List the possible moves."""
        possible = possible_moves_line(self.game.position) or "none"
        self.say(f"possible moves: {possible.replace(' ', UNBROKEN).replace(f'{UNBROKEN}(', ' (')}")

    async def think(self, about: Callable[[Event], T]) -> T:
        """What comes of a long thought, one at a time; it is told to stop when nobody waits for it any more."""
        stop = Event()

        def alone() -> T:
            with self._one_thought:
                return about(stop)

        try:
            return await to_thread(alone)
        finally:
            stop.set()

    @work(exclusive=True, group="help")
    async def action_hint(self) -> None:
        """How often each move wins as far as the player can know; the best few."""
        view = self.game.position.view()
        self.say(THINKING)
        try:
            tips = await self.think(lambda stop: [] if stop.is_set() else hint(view))
        except KickerError as error:
            self.say(str(error))
        else:
            self.say(tips_text(tips))

    @work(exclusive=True, group="help")
    async def action_oracle(self) -> None:
        """The next move of a line that wins for certain, or that there is none."""
        here = self.game.position
        if here not in self.proven:
            self.say(THINKING)
            try:
                found = await self.think(lambda stop: oracle_until(here, stop))
            except KickerError as error:
                self.say(str(error))
                return
            self.proven = said_along(here, found)
        self.say(self.proven[here].text)

    @work(exclusive=True, group="end")
    async def look_for_end(self, position: Position) -> None:
        """Find out whether the game can go on; the proof may take some tenths of a second."""
        await sleep(_SETTLED)
        if await to_thread(lambda: position.stuck) and position is self.game.position:
            self.stuck = True
            self.show_side()

    # --- games ---

    def keep(self) -> None:
        """Write the game to the disk with its time; what is won need not be kept."""
        if self.over:
            return
        self.game.seconds, self.started = self.elapsed, monotonic()
        try:
            self.kept.save(self.game.save())
        except KickerError as error:
            self.message = f"{error}; the game goes on, but it is not kept"

    def finish(self) -> None:
        """The game is won: stop the clock, count it, and keep it no more."""
        self.over = True
        self.game.seconds, self.started = self.elapsed, None
        self.message = count_solitaire(self.game) or f"{deal_name(self.game.number)} is won"
        with suppress(KickerError):  # a save that stays is no harm: it is the game before the last move
            self.kept.finish()

    @property
    def unfinished(self) -> bool:
        """True if another deal would end a game that was begun and is not won."""
        return not self.over and bool(self.game.moves or self.game.undone)

    async def may_end(self) -> bool:
        """Ask whether the game is given up, if it is."""
        question = "Give this game up? It counts as not won."
        return not self.unfinished or await self.app.push_screen_wait(Question(question))

    def begin(self, number: int) -> None:
        """Another deal in place of the game at hand, whose place is free from now on."""
        game = Game(self.game.rules, number)
        before = self.kept
        try:
            self.kept = Kept.create(GAME)
        except KickerError as error:
            self.say(str(error))
            return
        self.game.seconds = self.elapsed
        wrong = count_solitaire(self.game) if self.unfinished else ""
        with suppress(KickerError):
            before.finish()
        before.close()
        self.game, self.proven, self.over = game, {}, False
        self.started = monotonic()
        self.cursor = Spot(STOCK, 1)
        self.changed(wrong or f"{deal_name(number)}: good luck")

    @work(exclusive=True, group="deal")
    async def action_new(self) -> None:
        """A new deal, chosen at random."""
        if await self.may_end():
            self.begin(chosen_deal(self.game.rules, SystemRandom(), winnable=False))

    @work(exclusive=True, group="deal")
    async def action_winnable(self) -> None:
        """A new deal that is proven to be winnable."""
        if not await self.may_end():
            return
        here, rules = self.game.position, self.game.rules
        self.say(THINKING)
        try:
            number = await self.think(lambda stop: chosen_deal(rules, SystemRandom(), winnable=True))
        except KickerError as error:
            self.say(str(error))
            return
        if here is self.game.position:
            self.begin(number)

    @work(exclusive=True, group="deal")
    async def action_number(self) -> None:
        """The deal of a number that somebody names."""
        number = await self.app.push_screen_wait(DealNumber())
        if number is not None and await self.may_end():
            self.begin(number)


# --- what is said ----------------------------------------------------------------------------------------------------


def tips_text(tips: Sequence[Hint]) -> str:
    """How often moves win, with the 95 % interval."""
    if not tips:
        return "no move is left"
    lines = [f"wins after each move, of {count_of(tips[0].tried, 'way')} to deal the hidden cards:"]
    for tip in tips[:_TIPS]:
        share, low, high = (f"{100 * value:.0f}" for value in (tip.share, tip.low, tip.high))
        lines.append(f"{tip.move!s:<6}{share:>4} % ({low}-{high})".replace(" ", UNBROKEN))
    if len(tips) > _TIPS:
        lines.append(f"and {count_of(len(tips) - _TIPS, 'move')} more")
    return "\n".join(lines)


# --- helps -----------------------------------------------------------------------------------------------------------


def oracle_until(position: Position, stop: Event) -> Oracle:
    """What `oracle` says, unless it is stopped: then time is over at once."""
    return oracle(position, seconds=ORACLE_SECONDS, clock=lambda: inf if stop.is_set() else perf_counter())


# --- questions -------------------------------------------------------------------------------------------------------


class Question(ModalScreen[bool]):
    """A question that is answered with yes or no."""

    DEFAULT_CSS = """
    Question { align: center middle; }
    Question Vertical { width: 50; height: auto; border: round $primary; background: $surface; padding: 1 2; }
    Question #answers { margin-top: 1; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "dismiss(True)", "Yes"),
        Binding("n,N,escape", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question and its two answers, which can be clicked as well."""
        with Vertical():
            yield Static(self.question)
            yield Static(
                "[@click=screen.dismiss(True)]y yes[/]     [@click=screen.dismiss(False)]n no[/]", id="answers"
            )


class DealNumber(ModalScreen[int | None]):
    """Asks for the number of a deal."""

    DEFAULT_CSS = """
    DealNumber { align: center middle; }
    DealNumber Vertical { width: 50; height: auto; border: round $primary; background: $surface; padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Back")]

    def compose(self) -> ComposeResult:
        """A line to type in, and one for what is wrong with it."""
        with Vertical():
            yield Static("The number of the deal; Enter deals it, Escape goes back.")
            yield Input(max_length=len(str(LAST_NUMBER)))
            yield Static(id="wrong")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take a number that there is."""
        text = event.value.strip()
        number = int(text) if text.isascii() and text.isdigit() else 0
        if 1 <= number <= LAST_NUMBER:
            self.dismiss(number)
        else:
            wrong = f"{shorten(text)} is no deal: they are numbered from 1 to {LAST_NUMBER}"
            self.query_one("#wrong", Static).update(Text(wrong))
