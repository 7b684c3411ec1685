"""Klondike in the room: the cards on the table, keys and mouse, hints, and what becomes of a game.

Not here: how the table is drawn and what lies where on it (`tableau.py`), the game with its clock and its hints
(`kicker.solitaire.session`), where it is kept (`ui/common/klondike.py`), and what all screens say
(`ui/common/klondike_words.py`).
"""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import Callable
from random import SystemRandom
from threading import Event, Lock
from typing import ClassVar, Final, TypeVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Static

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.solitaire import BACK, TURN, Move, Position
from kicker.solitaire.deals import LAST_NUMBER
from kicker.solitaire.hints import chosen_deal
from kicker.solitaire.moves import COLUMNS, STOCK
from kicker.solitaire.piles import SUIT_ORDER
from kicker.ui.common import klondike_words as words
from kicker.ui.common.klondike import KeptSession
from kicker.ui.common.offer import Option, OptionError
from kicker.ui.common.text import clock_text
from kicker.ui.tui.base import Question, RoomScreen
from kicker.ui.tui.cards import HEIGHT, name_of
from kicker.ui.tui.tableau import FAINT, LABEL, SIDE_WIDTH, Spot, Tableau, next_spot, side_text

T = TypeVar("T")

DEAL: Final = Option("deal", "Deal", "the number of a deal", 1, 1, LAST_NUMBER)

_SETTLED: Final = 0.1  # seconds without a move after which it is asked whether the game is stuck
_PILE: Final = "the pile to take from, then the one to put it on"
_POINT: Final = "point at a card; on a stock that goes both ways left and right rotate it"
_WAYS: Final = ("left", "right", "up", "down")
_SCROLL: Final = "the rest of a table that is larger than the terminal"


def key(letter: str, action: str, name: str, what: str, *, show: bool = False) -> Binding:
    """A letter in either case; `what` is for the page of keys."""
    return Binding(f"{letter},{letter.upper()}", action, name, show=show, key_display=letter, tooltip=what)


def shared_key(name: str, action: str = "", *, show: bool = True) -> Binding:
    """A key that is the same on every screen of Klondike."""
    command = words.COMMANDS[name]
    return key(command.key.lower(), action or name, command.name, command.what, show=show)


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
        shared_key("turn", "turn('turn')"),
        Binding("space", "turn('turn')", "Turn", show=False, tooltip=words.COMMANDS["turn"].what),
        shared_key("back", "turn('back')", show=False),
        key("f", "home", "Home", "bring home what is picked up or pointed at; so does a double click", show=True),
        shared_key("autoplay", show=False),
        shared_key("undo"),
        shared_key("redo"),
        shared_key("moves", show=False),
        shared_key("hint"),
        shared_key("oracle"),
        shared_key("new"),
        key("b", "winnable", "Beatable", "a new deal that can be won"),
        key("g", "number", "Number", "the deal of a number"),
    ]  # fmt: skip

    def __init__(self, session: KeptSession) -> None:
        super().__init__()
        self.session = session
        self.chosen: Spot | None = None
        self.cursor = Spot(STOCK, 1)
        self.pointing = False
        self.stuck = False
        self.message = ""
        self._one_thought = Lock()

    @property
    def position(self) -> Position:
        """Where the game is."""
        return self.session.position

    def compose(self) -> ComposeResult:
        """A line above, the table, what there is to know beside it, and the keys below."""
        yield Static(id="title")
        with Horizontal(id="room"):
            with ScrollableContainer(id="table", can_focus=False):
                yield Tableau(self.position.view(), self.settings.look, self.settings.back)
            yield Static(id="side")
        yield Footer()

    def on_mount(self) -> None:
        """Start the clock."""
        self.session.start_clock()
        self.set_interval(1, self.show_side)
        self.changed(words.KEYS_HINT)

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
        self.session.close()

    def action_leave(self) -> None:
        """Let go of what is picked up; if nothing is, go back. The game is kept."""
        if self.chosen:
            self.action_let_go()
        else:
            self.session.close()
            self.app.pop_screen()

    # --- what is shown ---

    def changed(self, message: str = "") -> None:
        """Keep the game as it is now and show it; whatever is thought about another position is of no use any more."""
        self.workers.cancel_group(self, "hint")
        self.chosen, self.message, self.stuck = None, message, False
        self.cursor = self.within(self.cursor)
        won = self.position.won and not self.session.over
        try:
            problem = self.session.keep()
        except KickerError as error:
            problem = f"{error}; the game goes on, but it is not kept"
        self.message = problem or (words.won_words(self.session.game.number, self.position) if won else message)
        self.show()
        if not self.session.over:
            self.look_for_end(self.position)

    def show(self) -> None:
        """Draw everything."""
        position = self.position
        pointer = self.cursor if self.pointing else None
        self.query_one(Tableau).show(position.view(), self.chosen, pointer, self.banner())
        self.show_side()

    def show_side(self) -> None:
        """What there is to know besides the cards."""
        view, side = self.position.view(), self.query_one("#side", Static)
        told = [self.message, words.STUCK if self.stuck else ""]
        width, narrow = side.content_size.width or SIDE_WIDTH, self.has_class("-narrow")
        side.update(side_text(view, self.session.elapsed, told, width, in_one_line=narrow), layout=narrow)
        name = words.deal_name(self.session.game.number)
        title = Text.assemble(("Klondike", LABEL), f"  {name}  ", (words.rules_left(view), FAINT))
        self.query_one("#title", Static).update(title, layout=False)

    def say(self, message: str) -> None:
        """Tell something that changes nothing."""
        self.message = message
        self.show()

    def banner(self) -> tuple[str, ...]:
        """What is written across the table when all cards are home."""
        if not self.session.over:
            return ()
        position = self.position
        facts = f"{count_of(position.made, 'move')}, a score of {position.score}, {clock_text(self.session.elapsed)}"
        name = words.deal_name(self.session.game.number)
        return ("♠  ♥  ♦  ♣", "", f"{name} is won: well played!", facts, "", words.AGAIN)

    # --- moves ---

    def attempt(self, change: Callable[[], str]) -> None:
        """Do something to the game and tell what it did; what cannot be done is told and changes nothing."""
        self.chosen = None
        if self.session.over:
            self.say(words.WON_ALREADY)
            return
        try:
            told = change()
        except KickerError as error:
            self.say(words.refusal_words(error))
        else:
            self.changed(told)

    def play(self, move: Move) -> None:
        """Make a move, if it is one."""

        def change() -> str:
            self.session.play(move)
            return ""

        self.attempt(change)

    def pick_up(self, spot: Spot) -> None:
        """Choose cards, if there are any; a spot without a count is as many as fit."""
        loose = self.position.pile(spot.pile).loose
        if self.session.over:
            self.say(words.WON_ALREADY)
        elif not loose:
            self.say(words.nothing_to_take(self.position, spot.pile))
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
        top = self.position.pile(spot.pile).top
        if top is None:
            self.pick_up(spot)
        elif spot.pile in SUIT_ORDER:
            self.say(f"{name_of(top, plain=self.settings.ascii)} is home already")
        else:
            self.play(Move(spot.pile, top.suit.upper(), spot.taken or 1))

    def action_pile(self, name: str) -> None:
        """The pile of a key: take from it, or put on it what is chosen."""
        self.pointing = False
        if name not in self.position.rules.places:
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
        self.attempt(lambda: words.home_words(self.session.autoplay()))

    def action_undo(self) -> None:
        """Take the last move back."""
        self.attempt(lambda: f"{self.session.undo()[0]} is taken back")

    def action_redo(self) -> None:
        """Make the last undone move again."""
        self.attempt(lambda: f"{self.session.redo()[0]} is made again")

    # --- pointing ---

    def within(self, spot: Spot) -> Spot:
        """The spot, or what has become of it: a run may be shorter now."""
        loose = len(self.position.pile(spot.pile).loose)
        return Spot(spot.pile, max(1, min(spot.taken, loose)))

    def action_point(self, way: str) -> None:
        """Point at the next card; on a stock that goes both ways, rotate it."""
        self.pointing = True
        if self.cursor.pile == STOCK and self.position.rules.both_ways and not self.chosen and way in ("left", "right"):
            self.action_turn("back" if way == "left" else "turn")
        else:
            self.cursor = next_spot(self.position.view(), self.cursor, way, self.chosen is not None)
            self.show()

    def action_use(self) -> None:
        """Pick up what is pointed at, or put there what is chosen."""
        self.pointing = True
        if self.chosen:
            self.put(self.cursor.pile)
        elif self.cursor.pile == STOCK and not self.position.stock.loose:
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

    # --- hints ---

    def action_moves(self) -> None:
        """List the possible moves."""
        self.say(f"possible moves: {words.possible_words(self.position)}")

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

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """How often each move wins as far as the player can know; the best few."""
        self.say(words.THINKING)
        hints = await self.think(lambda stop: [] if stop.is_set() else self.session.hints())
        self.say("\n".join(words.hint_lines(hints)))

    @work(exclusive=True, group="hint")
    async def action_oracle(self) -> None:
        """The next move of a line that wins for certain, or that there is none."""
        found = self.session.known_oracle
        if found is None:
            self.say(words.THINKING)
            try:
                found = await self.think(lambda stop: self.session.oracle(stopped=stop.is_set))
            except KickerError as error:
                self.say(str(error))
                return
        self.say(found.text)

    @work(exclusive=True, group="end")
    async def look_for_end(self, position: Position) -> None:
        """Find out whether the game can go on; the proof may take some tenths of a second."""
        await sleep(_SETTLED)
        if await to_thread(lambda: position.stuck) and position is self.position:
            self.stuck = True
            self.show_side()

    # --- games ---

    def give_up(self, then: Callable[[], object]) -> None:
        """Do something that ends the game; where it is begun, ask first."""
        if self.session.begun and not self.session.over:
            self.app.push_screen(Question("Give this game up? It counts as not won.", then))
        else:
            then()

    def begin(self, number: int) -> None:
        """Another deal in place of the game at hand."""
        problem = self.session.deal(number)
        self.cursor = Spot(STOCK, 1)
        self.changed(problem or f"{words.deal_name(number)}: good luck")

    def action_new(self) -> None:
        """A new deal, chosen at random."""
        self.give_up(lambda: self.begin(chosen_deal(self.position.rules, SystemRandom(), winnable=False)))

    def action_winnable(self) -> None:
        """A new deal that is proven to be winnable."""
        self.give_up(self.begin_winnable)

    @work(exclusive=True, group="deal")
    async def begin_winnable(self) -> None:
        """Look for such a deal; whoever plays on meanwhile keeps the game."""
        here, rules = self.position, self.position.rules
        self.say(words.THINKING)
        try:
            number = await self.think(lambda stop: chosen_deal(rules, SystemRandom(), winnable=True))
        except KickerError as error:
            self.say(str(error))
            return
        if here is self.position:
            self.begin(number)

    def action_number(self) -> None:
        """The deal of a number that somebody names."""
        self.app.push_screen(DealNumber(lambda number: self.give_up(lambda: self.begin(number))))


class DealNumber(ModalScreen[None]):
    """Asks for the number of a deal; `deal` is what to do with it."""

    DEFAULT_CSS = """
    DealNumber { align: center middle; }
    DealNumber Vertical { width: 50; height: auto; border: round $primary; background: $surface; padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "deal", "Deal", priority=True),  # before the field, which would tell of it later
        Binding("escape", "dismiss", "Back"),
    ]

    def __init__(self, deal: Callable[[int], object]) -> None:
        super().__init__()
        self.deal = deal

    def compose(self) -> ComposeResult:
        """A line to type in, and one for what is wrong with it."""
        with Vertical():
            yield Static("The number of the deal; Enter deals it, Escape goes back.")
            yield Input(max_length=len(str(LAST_NUMBER)))
            yield Static(id="wrong")

    def on_mount(self) -> None:
        """The next key is for the line."""
        self.set_focus(self.query_one(Input))

    def action_deal(self) -> None:
        """Take a number that there is."""
        try:
            number = int(DEAL.parse(self.query_one(Input).value.strip()))
        except OptionError as error:
            self.query_one("#wrong", Static).update(Text(str(error)))
        else:
            self.dismiss()
            self.deal(number)
