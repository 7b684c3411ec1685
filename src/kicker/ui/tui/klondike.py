"""Klondike in the terminal: the table, keys and mouse, hints, new and saved games.

`tableau.py` draws the table. The game with its clock and its hints is in `kicker.solitaire.session`, its save in
`ui/common/klondike.py`, and the sentences of all screens are in `ui/common/klondike_words.py`.
"""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from threading import Event, Lock
from typing import ClassVar, Final, Generic, TypeVar

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.solitaire import BACK, TURN, Game, Move, Position, Refusal
from kicker.solitaire.deals import LAST_NUMBER
from kicker.solitaire.hints import chosen_deal
from kicker.solitaire.moves import COLUMNS, STOCK
from kicker.solitaire.piles import SUIT_ORDER
from kicker.ui.common import klondike_files as files
from kicker.ui.common import klondike_words as words
from kicker.ui.common.klondike import KeptSession
from kicker.ui.common.options import Option
from kicker.ui.common.text import UNBROKEN, capital, clock_text
from kicker.ui.tui.base import Question, RoomScreen
from kicker.ui.tui.cards import HEIGHT
from kicker.ui.tui.key_bar import KeyBar
from kicker.ui.tui.tableau import FAINT, LABEL, SIDE_WIDTH, PileSpot, Tableau, next_spot, side_text

T = TypeVar("T")

DEAL: Final = Option("deal", "Deal", "deal number", 1, 1, LAST_NUMBER)

_SETTLED: Final = 0.1  # seconds without a move before checking whether the game is stuck
_WAYS: Final = ("left", "right", "up", "down")
_POINT, _USE, _BACK, _SCROLL = (command.what for command in words.POINTER)


def key(letter: str, action: str, name: str, what: str, *, show: bool = False) -> Binding:
    """Return a key binding for a letter in either case; `what` is its text on the page of keys."""
    return Binding(f"{letter},{letter.upper()}", action, name, show=show, key_display=letter, tooltip=what)


def shared_key(name: str, action: str = "", *, show: bool = False) -> Binding:
    """Return a key that every screen of Klondike has."""
    command = words.COMMANDS[name]
    return key(command.key.lower(), action or name, command.name, command.what, show=show)


class KlondikeScreen(RoomScreen):
    """A game of Klondike. It owns the saved game and releases it at the end."""

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
        *[Binding(name, f"pile('{name}')", "Pile", show=False, tooltip=words.PILES.what) for name in (STOCK, *COLUMNS)],
        *[key(suit.lower(), f"pile('{suit}')", "Pile", words.PILES.what) for suit in SUIT_ORDER],
        *[Binding(way, f"point('{way}')", "Point", show=False, tooltip=_POINT) for way in _WAYS],
        *[Binding(use, "use", "Use", show=False, tooltip=_USE) for use in ("enter", "space")],
        *[Binding(f"page{way}", f"scroll('{way}')", "Scroll", show=False, tooltip=_SCROLL) for way in _WAYS[2:]],
        shared_key("turn", "turn('turn')", show=True),
        shared_key("back", "turn('back')"),
        shared_key("home", show=True),
        shared_key("autoplay"),
        shared_key("undo", show=True),
        shared_key("redo", show=True),
        shared_key("moves"),
        shared_key("hint", show=True),
        shared_key("oracle", show=True),
        shared_key("new", show=True),
        shared_key("winnable"),
        shared_key("number"),
        shared_key("write"),
        shared_key("open"),
        shared_key("redraw"),
        shared_key("quit"),
        shared_key("let_go"),
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip=words.COMMANDS["keys"].what),
        Binding("escape", "leave", "Back", tooltip=_BACK),
    ]  # fmt: skip

    def __init__(self, session: KeptSession) -> None:
        super().__init__()
        self.session = session
        self.chosen: PileSpot | None = None
        self.cursor = PileSpot(STOCK, 1)
        self.pointing = False
        self.stuck = False
        self.offer = ""
        """The offer to finish the game, if that is possible."""
        self.message = ""
        self._one_thought = Lock()

    @property
    def position(self) -> Position:
        """The current position."""
        return self.session.position

    def compose(self) -> ComposeResult:
        """Make a title line, the table, the facts beside it, and the keys below."""
        yield Static(id="title")
        with Horizontal(id="room"):
            with ScrollableContainer(id="table", can_focus=False):
                yield Tableau(self.position.view(), self.settings.look, self.settings.back)
            yield Static(id="side")
        yield KeyBar()

    def on_mount(self) -> None:
        """Start the clock."""
        self.session.start_clock()
        self.set_interval(1, self.show_side)
        self.changed(words.KEYS_HINT)

    def on_resize(self) -> None:
        """Wrap the lines beside the table again."""
        self.call_after_refresh(self.show_side)

    def on_screen_resume(self) -> None:
        """Update the look: the settings may have been changed elsewhere."""
        table = self.query_one(Tableau)
        table.look, table.palette = self.settings.look, self.settings.back
        self.show()

    def on_unmount(self) -> None:
        """Release the game, however the screen ends."""
        self.session.close()

    def action_leave(self) -> None:
        """Put down what is picked up, or leave. The game is saved."""
        if self.chosen:
            self.action_let_go()
        else:
            self.action_quit()

    def action_quit(self) -> None:
        """Leave. The game is saved."""
        self.session.close()
        self.app.pop_screen()

    # --- display ---

    def changed(self, message: str = "") -> None:
        """Save and show the game; thoughts about earlier positions are dropped."""
        self.workers.cancel_group(self, "hint")
        self.chosen, self.message, self.stuck = None, message, False
        self.cursor = self.within(self.cursor)
        won = self.position.won and not self.session.over
        self.offer = words.finish_words(self.position.finish)
        try:
            problem = words.sentence(self.session.keep())
        except KickerError as error:
            problem = words.sentence(f"{error}; you can keep playing, but the game is not saved")
        if won:
            message = words.won_words(self.session.game.number, self.position.made, self.position.score)
        self.message = problem or message
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
        """Show the facts beside the table."""
        view, side = self.position.view(), self.query_one("#side", Static)
        told = [self.message, words.STUCK if self.stuck else "", self.offer]
        width, narrow = side.content_size.width or SIDE_WIDTH, self.has_class("-narrow")
        side.update(side_text(view, self.session.elapsed, told, width, in_one_line=narrow), layout=narrow)
        name = words.deal_name(self.session.game.number)
        title = Text.assemble(("Klondike", LABEL), f"  {name}  ", (words.rules_left(view), FAINT))
        self.query_one("#title", Static).update(title, layout=False)

    def say(self, message: str) -> None:
        """Show a message."""
        self.message = message
        self.show()

    def banner(self) -> tuple[str, ...]:
        """Return the banner across the table of a won game."""
        if not self.session.over:
            return ()
        position = self.position
        facts = f"{count_of(position.made, 'move')}, a score of {position.score}, {clock_text(self.session.elapsed)}"
        name = capital(words.deal_name(self.session.game.number))
        return ("♠  ♥  ♦  ♣", "", f"{name} is won. Well played!", facts, "", words.AGAIN)

    # --- moves ---

    def attempt(self, change: Callable[[], str]) -> None:
        """Change the game and show the result; an error is shown and changes nothing."""
        self.chosen = None
        if self.session.over:
            self.say(words.WON_ALREADY)
            return
        try:
            told = change()
        except KickerError as error:
            self.say(words.refusal_words(error, self.settings.look))
        else:
            self.changed(told)

    def play(self, move: Move) -> None:
        """Make a move."""

        def change() -> str:
            self.session.play(move)
            return ""

        self.attempt(change)

    def pick_up(self, spot: PileSpot) -> None:
        """Pick up cards, if there are any; a spot without a count means as many as fit."""
        loose = self.position.pile(spot.pile).loose
        if self.session.over:
            self.say(words.WON_ALREADY)
        elif not loose:
            self.say(words.nothing_to_take(self.position, spot.pile))
        else:
            self.chosen = spot
            first, last = (self.settings.look.name(card) for card in (loose[-spot.taken], loose[-1]))
            let_go = words.COMMANDS["let_go"].key
            self.say(f"{first if first == last else f'{first} to {last}'}: where to? {let_go} lets go.")

    def put(self, target: str) -> None:
        """Put the picked cards on a pile; on their own pile, put them back."""
        chosen = self.chosen
        if chosen is None or chosen.pile == target:
            self.action_let_go()
        else:
            self.play(Move(chosen.pile, target, chosen.taken or None))

    def bring_home(self, spot: PileSpot) -> None:
        """Send a card to the foundation of its suit."""
        top = self.position.pile(spot.pile).top
        if top is None:
            self.pick_up(spot)
        elif spot.pile in SUIT_ORDER:
            self.say(f"{self.settings.look.name(top)} is already on its foundation.")
        else:
            self.play(Move(spot.pile, top.suit.upper(), spot.taken or 1))

    def action_pile(self, name: str) -> None:
        """Handle the key of a pile: pick up from it, or put the picked cards on it."""
        self.pointing = False
        if name not in self.position.rules.places:
            self.say(words.sentence(Refusal("no-pile", name, available=self.position.rules.columns).text))
        elif self.chosen:
            self.put(name)
        else:
            self.pick_up(PileSpot(name))

    def action_let_go(self) -> None:
        """Put the picked cards back."""
        self.chosen = None
        self.say("")

    def action_turn(self, way: str) -> None:
        """Turn the stock, forward or back."""
        self.play(Move(way))

    def action_home(self) -> None:
        """Bring a card home."""
        spot = self.chosen or (self.cursor if self.pointing else None)
        if spot:
            self.bring_home(spot)
        else:
            self.say(words.NOTHING_HELD)

    def action_autoplay(self) -> None:
        """Bring home every safe card."""
        self.attempt(lambda: words.home_words(self.session.autoplay()))

    def action_undo(self) -> None:
        """Undo the last move."""

        def change() -> str:
            (move,) = self.session.undo()
            return words.undone_words(self.position.view(), move, self.settings.look)

        self.attempt(change)

    def action_redo(self) -> None:
        """Redo the last undone move."""

        def change() -> str:
            before = self.position.view()
            (move,) = self.session.redo()
            return words.redone_words(before, move, self.settings.look)

        self.attempt(change)

    # --- pointing ---

    def within(self, spot: PileSpot) -> PileSpot:
        """Return the spot, adjusted if its run is shorter now."""
        loose = len(self.position.pile(spot.pile).loose)
        return PileSpot(spot.pile, max(1, min(spot.taken, loose)))

    def action_point(self, way: str) -> None:
        """Point at the next card."""
        self.pointing = True
        self.cursor = next_spot(self.position.view(), self.cursor, way, self.chosen is not None)
        self.show()

    def action_use(self) -> None:
        """Pick up the card under the pointer, or put the picked cards there."""
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

    def action_redraw(self) -> None:
        """Redraw the screen, in case another program has written on it."""
        self.query_one(Tableau).redraw()
        self.refresh(layout=True)

    @on(Tableau.Clicked)
    def clicked(self, event: Tableau.Clicked) -> None:
        """Handle a click: it picks up, puts down or turns the stock; a second click on the same card brings it home."""
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
        """Move dragged cards to where they were dropped; a tiny drag only picks them up."""
        self.pointing = False
        if event.target == event.spot.pile:
            self.pick_up(event.spot)
        else:
            self.chosen = event.spot
            self.put(STOCK if event.target in (TURN.source, BACK.source) else event.target)

    # --- hints ---

    def action_moves(self) -> None:
        """List the possible moves."""
        self.say(f"Possible moves: {words.possible_words(self.position)}.")

    async def think(self, about: Callable[[Event], T]) -> T:
        """Run a long computation, one at a time; it is stopped when its result is no longer wanted."""
        stop = Event()

        def alone() -> T:
            with self._one_thought:
                return about(stop)

        try:
            return await self.in_thread(alone)
        finally:
            stop.set()

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Show how often the best moves win, as far as the player can know."""
        self.say(words.THINKING)
        view = self.position.view()
        hints = await self.think(lambda stop: [] if stop.is_set() else self.session.hints())
        rows = words.hint_rows(view, hints, self.settings.look)
        lines = [f"{row.keys}  {row.share}".replace(" ", UNBROKEN) + f"\n{row.words}" for row in rows]
        self.say("\n".join(filter(None, [words.hint_heading(hints), *lines, words.more_words(hints)])))

    @work(exclusive=True, group="hint")
    async def action_oracle(self) -> None:
        """Show the next move of a certain win, or that there is none."""
        found = self.session.known_oracle
        if found is None:
            self.say(words.THINKING)
            try:
                found = await self.think(lambda stop: self.session.oracle(stopped=stop.is_set))
            except KickerError as error:
                self.say(words.sentence(str(error)))
                return
        self.say(words.oracle_words(self.position.view(), found, self.settings.look, with_keys=True))

    @work(exclusive=True, group="end")
    async def look_for_end(self, position: Position) -> None:
        """Check whether the game is stuck; the proof may take some tenths of a second."""
        await sleep(_SETTLED)
        if await self.in_thread(lambda: position.stuck) and position is self.position:
            self.stuck = True
            self.show_side()

    # --- games ---

    def give_up(self, then: Callable[[], object]) -> None:
        """Do something that ends the game; ask first if it has begun."""
        if self.session.begun and not self.session.over:
            self.app.push_screen(Question(f"Give up this game? {words.GIVING_UP}", then))
        else:
            then()

    def begin(self, number: int) -> None:
        """Start another deal instead of this game."""
        problem = self.session.deal(number)
        self.cursor = PileSpot(STOCK, 1)
        self.changed(words.sentence(problem) or f"{capital(words.deal_name(number))}. Good luck!")

    def action_new(self) -> None:
        """Start a random deal."""
        self.give_up(lambda: self.begin(chosen_deal(self.position.rules, SystemRandom(), winnable=False)))

    def action_winnable(self) -> None:
        """Start a deal that is proven winnable."""
        self.give_up(self.begin_winnable)

    @work(exclusive=True, group="deal")
    async def begin_winnable(self) -> None:
        """Find the deal; if the player moves meanwhile, the game stays."""
        here, rules = self.position, self.position.rules
        self.say(words.THINKING)
        try:
            number = await self.think(lambda stop: chosen_deal(rules, SystemRandom(), winnable=True))
        except KickerError as error:
            self.say(words.sentence(str(error)))
            return
        if here is self.position:
            self.begin(number)

    def action_number(self) -> None:
        """Ask for the number of a deal, and start it."""
        question = "Deal number. Enter deals it, Escape goes back."
        self.app.push_screen(Asked(question, deal_number, lambda number: self.give_up(lambda: self.begin(number))))

    # --- files ---

    def action_write(self) -> None:
        """Save the game to a file."""
        rules = self.position.rules

        def place(name: str) -> tuple[Path, bool]:
            path = files.path_to_write(name, rules)
            return path, files.is_taken(path)

        def write(answer: tuple[Path, bool]) -> None:
            path, taken = answer
            if taken:
                self.app.push_screen(Question(f"{str(path)!r} exists. Replace it?", lambda: self.write_to(path)))
            else:
                self.write_to(path)

        self.app.push_screen(Asked("Name of the save file. Enter saves, Escape goes back.", place, write))

    def write_to(self, path: Path) -> None:
        """Save the game to this file."""
        try:
            files.write_game(path, self.session.timed_game())
        except KickerError as error:
            self.say(words.sentence(str(error)))
        else:
            self.say(f"Saved to {str(path)!r}.")

    def action_open(self) -> None:
        """Open a game from a file; the current one can be resumed later."""

        def game_in(name: str) -> tuple[Path, Game]:
            path = files.path_to_read(name)
            return path, files.read_game(path)

        self.app.push_screen(Asked("Name of the save file. Enter opens it, Escape goes back.", game_in, self.go_on))

    def go_on(self, found: tuple[Path, Game]) -> None:
        """Play a game read from a file."""
        path, game = found
        try:
            before = self.session.open(game)
        except KickerError as error:
            self.say(words.sentence(str(error)))
            return
        self.cursor = PileSpot(STOCK, 1)
        self.changed(f"Opened {str(path)!r}." + (" The previous game was saved." if before else ""))


class Asked(ModalScreen[None], Generic[T]):
    """A dialog that asks for a line, converts it with `take` and passes it to `then`; an invalid line is explained and
    asked for again."""

    DEFAULT_CSS = """
    Asked { align: center middle; }
    Asked Vertical { width: 60; max-width: 100%; height: auto; border: round $primary; background: $surface;
                     padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Take it", priority=True),  # before the input field, which would report it later
        Binding("escape", "dismiss", "Back"),
    ]

    def __init__(self, question: str, take: Callable[[str], T], then: Callable[[T], object]) -> None:
        super().__init__()
        self.question, self.take, self.then = question, take, then

    def compose(self) -> ComposeResult:
        """Make an input line, and a line for errors."""
        with Vertical():
            yield Static(self.question)
            yield Input()
            yield Static(id="wrong")

    def on_mount(self) -> None:
        """Focus the input line."""
        self.set_focus(self.query_one(Input))

    def action_take(self) -> None:
        """Accept a valid line."""
        try:
            taken = self.take(self.query_one(Input).value.strip())
        except KickerError as error:
            self.query_one("#wrong", Static).update(Text(words.sentence(str(error))))
        else:
            self.dismiss()
            self.then(taken)


def deal_number(text: str) -> int:
    """Return the number of a deal from typed text."""
    return int(DEAL.parse(text))
