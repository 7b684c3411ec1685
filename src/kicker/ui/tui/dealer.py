"""The poker game behind the screen: it runs in threads, and its state is passed on as moments.

Only the `Dealer` touches the game, and the screen knows it only through a `Moment`. The screen is in `poker.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

from rich.text import Text

from kicker.cards import count_of
from kicker.discards import best_discard, draw_odds
from kicker.errors import KickerError
from kicker.games import Event, View
from kicker.odds import equity, is_holdem
from kicker.orders import RANK_WORDS, rank_plural
from kicker.table import Decision, Schedule, Table
from kicker.ui.common.betting import TRIALS, is_news
from kicker.ui.common.between import Wish, wishes
from kicker.ui.common.chances import chance_words, has_exact_draws
from kicker.ui.common.home import KeptGame
from kicker.ui.common.text import (
    Course,
    Look,
    Wording,
    capital,
    carried_over,
    event_line,
    hand_title,
    limits_words,
    mix_title,
    pot_after,
    stakes_words,
)
from kicker.ui.tui.cards import rich_line, word
from kicker.ui.tui.table_view import draw_words

Move = Callable[[Table], object]
MOST_LINES: Final = 300
"""The most lines of the log."""


class Moment(NamedTuple):
    """A game at one moment, as the person may know it."""

    view: View
    events: list[Event]
    """The events since the previous moment."""
    deal: int
    schedule: Schedule
    finished: bool
    champion: int | None
    out: bool
    """True if the person has no chips for the next deal."""
    decisions: list[Decision]
    wishes: list[Wish]
    """The actions that the person may take before the next deal."""
    trouble: str
    """The reason why the game could not be saved, in a sentence."""


class Dealer:
    """The owner of a game: makes one move at a time, in any thread; none after `close`."""

    def __init__(self, game: KeptGame) -> None:
        self._game = game
        self._person = game.table.person
        self._lock = Lock()
        self._told = 0
        self._closing = self._closed = False

    def do(self, move: Move) -> Moment | None:
        """Make a move and return the new moment; None if the game was closed before."""
        with self._lock:
            if self._closed:
                return None
            trouble = ""
            try:
                move(self._game.table)
            except KickerError as error:
                trouble = str(error)
            moment = self._moment(trouble)
        if self._closing:  # closed while the move was made
            self.close()
        return moment

    def close(self) -> None:
        """Release the game, now or right after the current move."""
        self._closing = True
        if self._lock.acquire(blocking=False):
            try:
                if not self._closed:
                    self._closed = True
                    self._game.close()
            finally:
                self._lock.release()

    def _moment(self, trouble: str) -> Moment | None:
        table, person = self._game.table, self._person
        if not table.deals:
            return None
        events, self._told = table.events_since(self._told, person), table.version
        out = not table.playing and table.stacks[person] < table.next_rules.least_stack
        decisions = [] if table.playing else table.open_decisions
        return Moment(
            table.view(person),
            events,
            table.deals,
            table.schedule,
            table.finished,
            table.champion,
            out,
            decisions,
            wishes(table, person),
            trouble,
        )


def begin(table: Table) -> None:
    """Deal, unless a saved game was resumed in the middle of a hand."""
    if not table.deals:
        table.deal()


# --- words -----------------------------------------------------------------------------------------------------------


def holding_words(view: View) -> str:
    """Return the person's hand in words."""
    if view.hand_words or len(view.hand) != 2:
        return view.hand_words
    high, low = sorted((card.rank for card in view.hand), reverse=True)
    if high == low:
        return f"a pair of {rank_plural(high)}"
    suited = view.hand[0].suit == view.hand[1].suit
    return f"{RANK_WORDS[high]}-{RANK_WORDS[low]} {'suited' if suited else 'offsuit'}"


def has_drawn(view: View) -> bool:
    """Return True if the person has drawn or stood pat in this hand."""
    return any(event.kind == "discard" and event.seat == view.seat for event in view.history)


def odds_words(view: View, look: Look) -> str:
    """Return how good the person's hand is, from what the person knows. Takes up to two seconds."""
    others = sum(view.live) - 1
    game = view.rules.game
    if not is_holdem(game) and not has_exact_draws(game):
        return chance_words(view, look.name, f"{view.hand}{len(view.history)}")
    if game.exchanges:
        if has_drawn(view):
            return f"you beat {draw_odds(view.hand, ()).share:.1%} of all hands"
        best = best_discard(view.hand, view.rules.max_draw)[0]
        discarded = " ".join(["discard", *(word(card, look).plain for card in best.discards)])
        return f"{discarded if best.discards else 'stand pat'}: {best.share:.1%} against a pat hand"
    found = equity([view.hand, *["random"] * others], view.board, trials=TRIALS).players[0]
    return f"win {found.win:.1%}, tie {found.tie:.1%} against {count_of(others, 'unknown hand')}"


def level_words(schedule: Schedule, deal: int) -> str:
    """Return the level of the stakes, if there are several."""
    return f"level {level}" if (level := schedule.level(deal)) else ""


def result_words(view: View) -> str:
    """Return the person's result of a deal."""
    assert view.seat is not None
    won, stack = view.payoffs[view.seat], view.stacks[view.seat]
    words = f"won {won:,}" if won > 0 else f"lost {-won:,}" if won < 0 else "broke even"
    return f"You {words} and have {stack:,}." if view.rules.betting != "none" else ""


def end_words(moment: Moment, wording: Wording) -> str:
    """Return the winner of a finished game."""
    if moment.champion is None:
        return "The game is over."
    stack = moment.view.stacks[moment.champion]
    words = wording.sentence(moment.champion, f"wins the game with {stack:,}")
    return f"{words} in hand {moment.deal}. The save was removed."


def over_words(moment: Moment, view: View, person: int, wording: Wording) -> str:
    """Return the person's result of a finished deal."""
    if moment.finished:
        return end_words(moment, wording)
    keys = wish_words(moment.wishes)
    if moment.out:
        left = count_of(sum(stack > 0 for stack in view.stacks), "player")
        return f"You are out of chips. {keys}" if keys else f"You are out: {left} left in the game."
    return f"{result_words(view) if person in view.order else 'You are sitting out.'} {keys}".strip()


def wish_words(offered: list[Wish]) -> str:
    """Return the keys for actions that are not available after every hand."""
    named = [f"{wish.key} to {wish.words}" for wish in offered if wish.name != "sit out"]
    return capital(f"press {', '.join(named)}.") if named else ""


def title_words(view: View, moment: Moment, settings: list[str], width: int) -> Text:
    """Return the game, the stakes, the number of the hand, and the speed; where they do not fit, the least important
    are left out."""
    rules, deal, mix = view.rules, moment.deal, mix_title(moment.schedule)
    title = capital(f"{mix}: {rules.title}" if mix else rules.title)
    stakes, level, limits = stakes_words(rules), level_words(moment.schedule, deal), limits_words(rules)
    parts = [title, stakes, limits, level, f"hand {deal}", draw_words(view), *settings]
    for dispensable in (level, limits, *settings, stakes):
        if len(", ".join(filter(None, parts))) <= width:
            break
        parts.remove(dispensable)
    return Text.assemble((parts[0], "bold"), *(f", {part}" for part in parts[1:] if part))


def go_words(moment: Moment) -> str:
    """Return what Enter does between two deals."""
    if moment.trouble:
        return "continue"
    if moment.finished:
        return "leave"
    if moment.out:
        return next((wish.words for wish in moment.wishes if wish.name == "buy"), "watch the bots")
    return "next hand"


class Story:
    """The course of the game, as lines of the log."""

    def __init__(self, wording: Wording) -> None:
        self.wording = wording
        self.lines: list[Text] = []
        self._pot = 0
        self._course: Course | None = None

    def add(self, moment: Moment, events: list[Event], look: Look) -> None:
        """Append events to the log."""
        view = moment.view
        side_pots, boards = view.over and len(view.pots) > 1, view.over and bool(view.boards)
        for event in events:
            if event.kind == "button":
                self._pot, self._course = carried_over(view), Course(view.rules)
                title = hand_title(moment.deal, view.rules, mixed=bool(moment.schedule.games), carried=self._pot)
                self.lines.append(Text(title, "bold #f2c14e"))
            elif self._course and (heading := self._course.before(event, f"{self._pot:,}")):
                self.lines.append(rich_line(heading, look))
            self._pot = pot_after(self._pot, event)
            if event.kind == "level" or is_news(event, self.wording.you):
                verb = self._course.verb if self._course else None
                line = event_line(event, self.wording, self._pot, verb=verb, side_pots=side_pots, boards=boards)
                self.lines += [rich_line(line, look)] if line else []
        del self.lines[:-MOST_LINES]
