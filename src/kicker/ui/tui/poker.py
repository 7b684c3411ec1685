"""The poker table of the terminal: all poker games against bots, with keys and mouse.

Each move is made in a thread by a `Dealer` (`dealer.py`), so that no key ever waits for a bot. The picture of the table
is in `table_view.py`, the controls in `betting.py`.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from random import Random
from time import monotonic
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.games import Action, View, discard
from kicker.table import Table
from kicker.ui.common.betting import (
    POT_SHARES,
    all_in,
    betting_words,
    pot_raise,
    read_bet,
    refusal_words,
    stay_words,
    verb_now,
)
from kicker.ui.common.home import KeptGame
from kicker.ui.common.pace import SPEEDS, pause_at, pauses_over
from kicker.ui.common.text import YOU, Wording, capital
from kicker.ui.tui.base import RoomScreen
from kicker.ui.tui.betting import BetSlider, KeyButton, OwnCards, ReasonsPage, Words
from kicker.ui.tui.dealer import (
    Dealer,
    Moment,
    Move,
    Story,
    begin,
    go_words,
    has_drawn,
    holding_words,
    odds_words,
    over_words,
    title_words,
    wish_words,
)
from kicker.ui.tui.felt import Felt
from kicker.ui.tui.key_bar import KeyBar
from kicker.ui.tui.rows import Log
from kicker.ui.tui.table_view import NOBODY, after_event, opening, poker_scene

PACED: Final = ("fold", "check", "call", "bet", "raise", "discard", "board", "show", "muck", "won")
"""The events that are shown with a pause."""
WISHES: Final = {"x": "straddle", "o": "sit out", "i": "be dealt in again", "u": "run the board once or several times"}
"""The keys for customs between hands, besides b, which buys chips."""
CALCULATING: Final = "calculating your odds"
BETWEEN: Final = 4
"""The number of pauses between two deals in automatic dealing."""


class PokerScreen(RoomScreen):
    """A table, the person's own cards, and the actions available."""

    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (120, "-wide")]  # noqa: RUF012 (a screen has no ClassVar there)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (32, "-high")]  # noqa: RUF012
    DEFAULT_CSS = """
    PokerScreen { background: #13211b; }
    PokerScreen #title { height: 1; background: #0f2b20; color: #e6dfc3; padding: 0 1; text-wrap: nowrap; }
    PokerScreen #middle { height: 1fr; layout: vertical; }
    PokerScreen.-wide #middle { layout: horizontal; }
    PokerScreen Felt { height: 1fr; width: 1fr; }
    PokerScreen #log { height: 2; background: #16281f; color: #b9c8bf; padding: 0 1; scrollbar-size-vertical: 1; }
    PokerScreen.-narrow.-low #log { scrollbar-size-vertical: 0; }
    PokerScreen.-high #log { height: 6; }
    PokerScreen.-wide #log { height: 1fr; width: 42; padding: 1 1; }
    PokerScreen.-narrow.-reading Felt { display: none; }
    PokerScreen.-narrow.-reading #log { height: 1fr; scrollbar-size-vertical: 1; }
    PokerScreen.-wide.-unread #log { display: none; }
    PokerScreen #dock { height: 6; background: #13211b; padding: 0 1; }
    PokerScreen.-wide.-high #dock { height: 10; padding: 1 2; }
    PokerScreen.-wide.-high #controls { height: 8; }
    PokerScreen.-wide.-high .choices { margin: 1 0 0 0; }
    PokerScreen OwnCards { width: auto; height: 6; margin: 0 2 0 0; }
    PokerScreen #controls { width: 1fr; height: 6; }
    PokerScreen #controls Static { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    PokerScreen #holding { color: #ffe9a8; text-style: bold; }
    PokerScreen #controls #odds { color: #9fd3b5; height: auto; max-height: 2; text-wrap: wrap; }
    PokerScreen #words { height: 3; }
    PokerScreen #controls #prompt { color: #e6efe9; height: auto; max-height: 2; text-wrap: wrap; }
    PokerScreen BetSlider { height: 1; width: 1fr; max-width: 80; }
    PokerScreen Horizontal.choices { height: 1; }
    PokerScreen KeyButton { width: auto; background: #1f3a2d; color: #e6efe9; margin: 0 1 0 0; }
    PokerScreen KeyButton:hover { background: #2f5a45; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "answer('f')", "Fold", show=False),
        Binding("c", "answer('c')", "Check or call", show=False),
        Binding("r,b", "raise", "Bet or raise to the amount on the slider; b buys chips between hands", show=False),
        Binding("enter", "go", "Continue: raise, discard, deal, or speed up the bots", show=False),
        Binding("left", "slide(-1)", "Less", show=False),
        Binding("right", "slide(1)", "More", show=False),
        Binding("minus", "add(-1)", "One big blind less", show=False),
        Binding("plus,equals_sign", "add(1)", "One big blind more", show=False, key_display="+"),
        Binding("home", "size('least')", "Minimum", show=False),
        Binding("end", "size('most')", "Maximum", show=False),
        Binding("t", "size('1/3')", "A third of the pot", show=False),
        Binding("m", "size('1/2')", "Half the pot", show=False),
        Binding("p", "size('pot')", "The pot", show=False),
        Binding("a", "size('all')", "All in", show=False),
        *[Binding(key, f"type('{key}')", "Type an amount, or pick discards", show=False) for key in "1234567890"],
        Binding("slash", "type('/')", "Type a share of the pot, like 2/3", show=False, key_display="/"),
        Binding("backspace", "untype", "Delete the last digit", show=False),
        Binding("pageup", "scroll_log(-1)", "Scroll the log", show=False),
        Binding("pagedown", "scroll_log(1)", "Scroll the log", show=False),
        *[Binding(key, f"wish('{key}')", f"Between hands: {words}", show=False) for key, words in WISHES.items()],
        Binding("e", "odds", "Odds", tooltip="Odds: how often your hand wins"),
        Binding("l", "log", "Log", tooltip="Show more or less of the log"),
        Binding("w", "reasons", "Why", tooltip="Why the bots that showed their cards acted as they did"),
        Binding("h", "hands", "Hands", tooltip="Replay the hands of this game"),
        Binding("s", "speed", "Speed", tooltip="How fast bots play: slow, normal, fast, instant"),
        Binding("d", "auto", "Auto", tooltip="Deal automatically, or wait for Enter"),
    ]

    def __init__(self, game: KeptGame) -> None:
        super().__init__()
        self.dealer = Dealer(game)
        self.person = game.table.person
        self.hands_file = game.files.hands_file
        self.names = [name if seat != self.person else YOU for seat, name in enumerate(game.table.names)]
        self.wording = Wording(self.names, you=self.person)
        self.moment: Moment | None = None
        self.view: View | None = None
        """The view on the screen, which lags a little behind the moment while events are shown."""
        self.story = Story(self.wording)
        self.busy = True
        """True while another thread has the game."""
        self.sentence = self.typed = ""
        self.picked: set[int] = set()
        self.bet_to = self.before_typing = 0
        self.chosen = False
        """True if the person has chosen an amount."""
        self.hurry = self.auto = self.watching = self.leaving = self.left = self.odds_wanted = False
        self._odds: dict[tuple[object, ...], str] = {}
        self._shown_at = 0.0
        self._wake, self._pace = asyncio.Event(), Random()

    def compose(self) -> ComposeResult:
        """Make the title, the table and the log, the person's cards, and the actions."""
        yield Words(id="title")
        with Container(id="middle"):
            yield Felt()
            yield Log(id="log")
        with Horizontal(id="dock"):
            yield OwnCards()
            with Vertical(id="controls"):
                with Vertical(id="words"):
                    yield Words(id="holding")
                    yield Words(id="odds")
                    yield Words(id="prompt")
                yield BetSlider()
                with Horizontal(classes="choices"):
                    yield KeyButton("f", "screen.answer('f')", id="fold")
                    yield KeyButton("c", "screen.answer('c')", id="call")
                    yield KeyButton("r", "screen.raise", id="raise")
                    yield KeyButton("Enter", "screen.go", id="go")
                with Horizontal(classes="choices"):
                    yield KeyButton("t", "screen.size('1/3')", id="third")
                    yield KeyButton("m", "screen.size('1/2')", id="half")
                    yield KeyButton("p", "screen.size('pot')", id="pot")
                    yield KeyButton("a", "screen.size('all')", id="all")
        yield KeyBar(compact=True)

    def on_mount(self) -> None:
        """Start the game."""
        self.show()
        self.go_on(begin)

    def on_resize(self) -> None:
        """Draw for the new size."""
        self.show()

    def on_screen_resume(self) -> None:
        """Update the look and speed, which another screen may have changed."""
        if self.left:
            self.app.pop_screen()
        else:
            self.show()

    def on_unmount(self) -> None:
        """Release the game, which is saved, so that others can open it."""
        self.dealer.close()

    # --- the course of the game ---

    @property
    def my_turn(self) -> bool:
        """True when the person has to decide."""
        return not self.busy and self.view is not None and self.view.to_act == self.person

    def go_on(self, move: Move) -> None:
        """Make a move, and let bots act until the person has to decide."""
        self.busy = True
        self.sentence = self.typed = ""
        self.run_worker(self._play(move), group="game")

    async def _play(self, move: Move | None) -> None:
        trouble = ""
        while move is not None and not trouble and not self.leaving:
            moment = await asyncio.to_thread(self.dealer.do, move)
            if moment is None:
                break
            await self._tell(moment)
            trouble, move = moment.trouble, self._next_move(moment)
            if move is Table.deal:
                self.show()
                await self._rest(BETWEEN)
                move = self._next_move(moment)  # the person may have cancelled it
        self.busy = self.hurry = False
        self.sentence = f"{trouble}; press Enter to continue" if trouble else ""
        if self.leaving:
            await self._depart()
        else:
            self._begin_decision()

    def _next_move(self, moment: Moment) -> Move | None:
        """Return the next move that needs no person, if there is one."""
        if moment.finished or self.leaving:
            return None
        if moment.view.over:
            return Table.deal if self.watching or (self.auto and not moment.out) else None
        return Table.step if moment.view.to_act != self.person else None

    async def _tell(self, moment: Moment) -> None:
        """Show the events, one after another."""
        if self.moment is None:
            self.story.add(moment, moment.events, self.settings.look)
        else:
            for event in moment.events:
                if event.kind == "button":
                    self.view = opening(moment.view)
                elif event.kind in PACED and event.seat != self.person and self._pause():
                    self.show()
                    await self._rest(pauses_over(event, self.view, self._pace))
                assert self.view is not None
                self.view = after_event(self.view, event)
                self.story.add(moment, [event], self.settings.look)
        self.moment, self.view = moment, moment.view
        self._shown_at = monotonic()
        self.show()
        await asyncio.sleep(0)

    def _pause(self) -> float:
        return 0.0 if self.hurry or self.leaving else pause_at(self.settings.speed, self.watching)

    async def _rest(self, pauses: float = 1) -> None:
        """Pause, unless the person skips ahead."""
        self._wake.clear()
        left = self._shown_at + pauses * self._pause() - monotonic()
        if left > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), left)
        self._shown_at = monotonic()

    def _begin_decision(self) -> None:
        """Prepare for the person's decision."""
        self.picked.clear()
        self.chosen = False
        self.bet_to = self.view.options.min_raise_to if self.view else 0
        self.show()

    # --- display ---

    def show(self) -> None:
        """Draw everything that may have changed."""
        view = self.view
        if not self.is_mounted or not self.query("#title"):
            return
        self.query_one("#title", Words).say(self._title())
        self.query_one(Log).tell(self.story.lines)
        if view is not None:
            look = self.settings.look
            self.query_one(Felt).show(poker_scene(view, self.names, self.person, look, self.settings.back))
            numbered = self.my_turn and view.options.phase == "drawing"
            up, faded = view.up[self.person], not view.live[self.person]
            self.query_one(OwnCards).show(
                view.hand, look, up=up, picked=self.picked, numbered=numbered, faded=faded, tight=self.size.width < 120
            )
            self.query_one("#holding", Words).say(capital(holding_words(view) if view.hand else ""))
        self._show_odds()
        self._show_controls(self.moment)

    def _title(self) -> Text:
        if self.moment is None or self.view is None:
            return Text("kicker")
        settings = [f"speed {self.settings.speed}"] + ["automatic deals"] * self.auto
        return title_words(self.view, self.moment, settings, self.size.width - 2)

    def _show_controls(self, moment: Moment | None) -> None:
        """Show the available actions: in words, as a slider, and as buttons."""
        view = self.view
        offers = dict.fromkeys(("fold", "call", "raise", "go", "third", "half", "pot", "all"), "")
        low = high = 0
        drawing = view is not None and self.my_turn and view.options.phase == "drawing"
        if view is not None and self.my_turn and view.options.phase == "betting":
            options = view.options
            offers["call"], offers["fold"] = stay_words(view)
            if options.may_raise:
                low, high = options.min_raise_to, options.max_raise_to
                amount = self.typed or f"{self.bet_to:,}"
                offers["raise"] = f"{verb_now(view)} {amount}"
                if high > low:
                    offers |= {"third": "1/3", "half": "1/2", "pot": "pot", "all": "all in"}
            if high < view.bets[self.person] + view.stacks[self.person]:
                offers["all"] = ""
        elif drawing:
            offers["go"] = f"discard {count_of(len(self.picked), 'card')}" if self.picked else "stand pat"
        elif moment is not None:
            offers["go"] = go_words(moment) if not self.busy else "" if self.hurry else "hurry"
        for name, words in offers.items():
            self.query_one(f"#{name}", KeyButton).offer(words)
        self.query_one("#words").styles.height = 4 if drawing else 3  # a draw needs no slider, and has longer words
        self.query_one(BetSlider).display = not drawing
        self.query_one(BetSlider).visible = high > 0
        self.query_one(BetSlider).show(low, high, self.bet_to)
        self.query_one("#prompt", Words).say(self.sentence or self._prompt(moment))

    def _prompt(self, moment: Moment | None) -> str:
        """Return the question to the person."""
        view = self.view
        if view is None or moment is None:
            return "shuffling"
        if self.leaving:
            return "leaving as soon as the bot has decided; Escape leaves at once"
        if self.my_turn:
            if view.options.phase == "drawing":
                return f"discard up to {view.options.max_draw}: pick with 1 to {len(view.hand)}, then Enter"
            return betting_words(view)
        if view.over:
            return over_words(moment, view, self.person, self.wording)
        if view.to_act in (None, NOBODY, self.person):
            return ""
        return f"{self.names[view.to_act]} thinks"

    # --- decisions ---

    def say(self, sentence: str) -> None:
        """Show a message on the line of the actions."""
        self.sentence = sentence
        self.show()

    def action_answer(self, answer: str) -> None:
        """Act as `kicker play` would on this answer; an illegal action gets a message and changes nothing."""
        view = self.view
        if view is None or not self.my_turn:
            return
        if view.options.phase == "drawing":
            self.say(f"pick cards to discard with 1 to {len(view.hand)}, then press Enter")
            return
        try:
            action = read_bet(answer, view)
        except KickerError as error:
            self._refuse(str(error))
        else:
            self._submit(action, view)

    def _submit(self, action: Action, view: View) -> None:
        if refusal := refusal_words(action, view):
            self._refuse(refusal)
        else:
            self.go_on(lambda table: table.submit(self.person, action))

    def _refuse(self, why: str) -> None:
        """Show the reason, and clear the choice, so that Enter does nothing unwanted."""
        self.bet_to = self.before_typing if self.typed else self.bet_to
        self.typed, self.chosen = "", False
        self.say(why)

    def action_raise(self) -> None:
        """Bet or raise to the typed amount, or otherwise to that of the slider."""
        if not self.busy and self.view is not None and self.view.over:
            self.action_wish("b")
        elif self.my_turn and self.view is not None and not self.view.options.may_raise:
            self._refuse(f"you cannot raise here: {self._prompt(self.moment)}")
        else:
            self.action_answer(self.typed if "/" in self.typed else f"r {self.typed or self.bet_to}")

    def action_go(self) -> None:
        """Do the next step: what Enter means now."""
        view, moment = self.view, self.moment
        if view is None or moment is None:
            return
        if self.busy:
            self.hurry = True
            self._wake.set()
            self.show()
        elif moment.trouble:
            self.go_on(self._next_move(moment) or begin)
        elif self.my_turn and view.options.phase == "drawing":
            self._submit(discard([view.hand[place] for place in sorted(self.picked)]), view)
        elif self.my_turn and (self.typed or self.chosen):
            self.action_raise()
        elif self.my_turn:
            self.say("")
        elif moment.finished:
            self.action_leave()
        elif moment.out and moment.wishes:
            self.action_wish("b")
        else:
            self.watching = moment.out
            self.go_on(Table.deal)

    def action_wish(self, key: str) -> None:
        """Carry out a custom between deals: buy chips, straddle, sit out, agree to several boards."""
        offered = [] if self.busy or self.moment is None else self.moment.wishes
        wish = next((wish for wish in offered if wish.key == key), None)
        if wish is not None:
            self.go_on(wish.do)
        elif self.moment is not None and not self.busy and self.moment.view.over:
            self.say(f"{key} does nothing now; {wish_words(offered) or 'Enter deals'}")

    def _choose(self, amount: int) -> None:
        """Set the slider to an amount, or to the closest legal one."""
        if self.my_turn and self.view is not None and self.view.options.may_raise:
            options = self.view.options
            self.bet_to, self.chosen = min(max(amount, options.min_raise_to), options.max_raise_to), True
            self.sentence = ""
            self.show()

    def action_slide(self, way: int) -> None:
        """Move the slider by one column."""
        self.typed = ""
        self._choose(self.bet_to + way * self.query_one(BetSlider).stride)

    def action_add(self, way: int) -> None:
        """Move the slider by a big blind, or where there is none by the smallest bet."""
        self.typed = ""
        if self.view is not None:
            self._choose(self.bet_to + way * self.view.rules.big_blind)

    def action_size(self, size: str) -> None:
        """Set the slider to a share of the pot, or to all-in."""
        view = self.view
        if view is None or not self.my_turn or view.options.phase != "betting":
            return
        self.typed = ""
        try:
            if size in ("least", "most"):
                self._choose(view.options.min_raise_to if size == "least" else view.options.max_raise_to)
                return
            action = all_in(view) if size == "all" else pot_raise(view, POT_SHARES[size])
        except KickerError as error:
            self.say(str(error))
            return
        if action.kind == "raise":
            self._choose(action.to)
        else:
            self._submit(action, view)

    def action_type(self, key: str) -> None:
        """Type an amount, or pick a card in a draw."""
        if not self.my_turn or self.view is None:
            return
        if self.view.options.phase == "drawing":
            if key.isdigit() and 1 <= int(key) <= len(self.view.hand):
                self.pick(int(key) - 1)
        elif self.view.options.may_raise and len(self.typed) < 12:
            self.before_typing = self.before_typing if self.typed else self.bet_to
            self.typed += key
            self._follow_typed()

    def action_untype(self) -> None:
        """Delete the last character."""
        if self.typed:
            self.typed = self.typed[:-1]
            self._follow_typed()

    def _follow_typed(self) -> None:
        if self.typed.isdigit():
            self._choose(int(self.typed))
        elif not self.typed:
            self.bet_to, self.chosen = self.before_typing, False
        self.sentence = ""
        self.show()

    def pick(self, place: int) -> None:
        """Mark a card as a discard, or unmark it."""
        if not self.my_turn or self.view is None or self.view.options.phase != "drawing":
            return
        most = self.view.options.max_draw
        if place not in self.picked and len(self.picked) == most:
            self.say(f"at most {count_of(most, 'card')} can be discarded")
            return
        self.picked ^= {place}
        self.say("")

    @on(OwnCards.Touched)
    def _card_touched(self, message: OwnCards.Touched) -> None:
        self.pick(message.place)

    @on(BetSlider.Moved)
    def _slider_moved(self, message: BetSlider.Moved) -> None:
        self.typed = ""
        self._choose(message.amount)

    # --- odds, log and reasons ---

    def action_odds(self) -> None:
        """Show how good the hand is, or hide it."""
        self.odds_wanted = not self.odds_wanted
        self.say("")

    def _show_odds(self) -> None:
        """Show the odds if they are wanted; unknown ones are computed in a thread."""
        view, line = self.view, self.query_one("#odds", Words)
        alive = view is not None and not view.over and view.live[self.person]
        line.display = self.odds_wanted and alive and not self.sentence  # a message may need the room
        if not self.odds_wanted or not alive or view is None or self.moment is None:
            return
        key = (self.moment.deal, view.hand, view.board, view.street, view.phase, sum(view.live), has_drawn(view))
        line.say(capital(self._odds.get(key, CALCULATING)))
        if key not in self._odds:
            self._odds = {key: CALCULATING}  # earlier results no longer apply
            self.run_worker(self._count_odds(key, view), group="odds", exclusive=True)

    async def _count_odds(self, key: tuple[object, ...], view: View) -> None:
        self._odds[key] = await self.in_thread(odds_words, view, self.settings.look)
        self.show()

    def action_log(self) -> None:
        """Show the full log in place of the table; on a wide screen, hide the log's column."""
        self.toggle_class("-reading" if self.has_class("-narrow") else "-unread")
        self.query_one(Log).follow()

    def action_scroll_log(self, way: int) -> None:
        """Scroll the log by a page."""
        log = self.query_one(Log)
        log.scroll_relative(y=way * max(1, log.size.height - 1), animate=False)

    def action_reasons(self) -> None:
        """Show the reasons of the bots in a finished deal."""
        if self.moment is None or self.busy or not self.moment.view.over:
            self.say("the bots explain their play after the hand")
        elif not self.moment.decisions:
            self.say("no bot has shown its cards")
        else:
            self.app.push_screen(ReasonsPage(self.moment.decisions, self.names))

    def action_hands(self) -> None:
        """Replay the hands of this game."""
        if not self.hands_file.exists():
            self.say("no hand to replay yet: finish one first")
            return
        from kicker.ui.tui.replayer import ReplayScreen

        self.app.push_screen(ReplayScreen([self.hands_file], index=-1))

    def action_speed(self) -> None:
        """Switch to the next speed."""
        names = list(SPEEDS)
        self.settings.speed = names[(names.index(self.settings.speed) + 1) % len(names)]
        self.sentence = f"speed {self.settings.speed}"  # the title may have no room for it
        self.run_worker(asyncio.to_thread(self.settings.save), group="settings")
        self._wake.set()
        self.show()

    def action_auto(self) -> None:
        """Switch automatic dealing on or off."""
        self.auto = not self.auto
        if self.auto and not self.busy and self.moment and self._next_move(self.moment) is Table.deal:
            self.go_on(Table.deal)
        self.show()

    # --- leaving ---

    def action_leave(self) -> None:
        """Leave the table: once the bot that is thinking has decided, or at once when pressed twice."""
        if self.leaving:
            self.app.pop_screen()
            return
        self.leaving = True
        self.sentence = ""
        self._wake.set()
        if not self.busy:
            self.busy = True
            self.run_worker(self._depart(), group="game")
        self.show()

    async def _depart(self) -> None:
        await asyncio.to_thread(self.dealer.close)
        self.left = True
        if self.is_current:
            self.app.pop_screen()
