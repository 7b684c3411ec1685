"""The controls of the poker table: the person's cards, the bet slider, one-line buttons, and the page of reasons.

The controls only report clicks and moves; the screen decides what they mean.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from kicker.cards import Card
from kicker.table import Decision
from kicker.ui.common.text import WIDTH, Look
from kicker.ui.tui.canvas import Canvas
from kicker.ui.tui.cards import HEIGHT, face

GROUND: Final = Style(color="#cfd8d3", bgcolor="#13211b")
FADED: Final = Style(color="#6d7d75", bgcolor="#26332d")
TRACK: Final = Style(color="#4f6a5c", bgcolor="#13211b")
FILLED: Final = Style(color="#f2c14e", bgcolor="#13211b")
TIGHT: Final = 5
"""The columns from one card to the next if the cards do not fit side by side."""
FEW: Final = 5
"""The most cards shown side by side on a wide screen."""
TIGHTER: Final = 4
"""The columns from one card to the next for a larger hand on a small screen."""


class OwnCards(Widget):
    """The person's cards, side by side or overlapping; a click reports the index of a card."""

    ALLOW_SELECT = False

    class Touched(Message):
        """A card was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self) -> None:
        super().__init__()
        self.look = Look()
        self.cards: Sequence[Card] = ()
        self.picked: set[int] = set()
        self.up: Sequence[bool] = ()
        self.numbered = self.faded = self.tight = False

    def show(
        self, cards: Sequence[Card], look: Look, *, up: Sequence[bool], picked: Collection[int], numbered: bool,
        faded: bool, tight: bool,
    ) -> None:  # fmt: skip
        """Show these cards: those that are `up` lie face up for everyone, `numbered` ones can be picked, `faded` ones
        are folded."""
        before = (self.cards, self.look, self.up, self.picked, self.numbered, self.faded, self.tight)
        if before != (cards, look, up, set(picked), numbered, faded, tight):
            resized = (len(cards), tight) != (len(self.cards), self.tight)
            self.cards, self.look, self.up, self.picked = cards, look, up, set(picked)
            self.numbered, self.faded, self.tight = numbered, faded, tight
            self.refresh(layout=resized)

    @property
    def step(self) -> int:
        """Columns from one card to the next."""
        if len(self.cards) > FEW:
            return TIGHTER if self.tight else TIGHT
        return TIGHT if self.tight and len(self.cards) > 2 else WIDTH + 1

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width of the cards."""
        return max(0, len(self.cards) - 1) * self.step + WIDTH

    def render_line(self, y: int) -> Strip:
        """Return a line of the cards; the last one has their numbers, or says which are face up."""
        canvas = Canvas(self.size.width, HEIGHT + 1, GROUND)
        for place, card in enumerate(self.cards):
            canvas.picture(place * self.step, 0, face(card, self.look, lit=place in self.picked))
            if self.numbered:
                mark = f"×{place + 1}×" if place in self.picked else f" {place + 1} "
                canvas.put(place * self.step + (self.step - 3) // 2, HEIGHT, mark, FILLED)
            elif place < len(self.up) and self.up[place] and not all(self.up):
                canvas.put(place * self.step + (self.step - 2) // 2, HEIGHT, "up", TRACK)
            if self.faded:
                for line in range(HEIGHT):
                    canvas.restyle(place * self.step, line, WIDTH, FADED)
        lines = canvas.strips()
        return lines[y] if y < len(lines) else Strip.blank(self.size.width, GROUND)

    def on_click(self, event: events.Click) -> None:
        """Report the topmost card there."""
        if self.cards and event.y < HEIGHT + 1:
            self.post_message(self.Touched(min(event.x // self.step, len(self.cards) - 1)))


class BetSlider(Widget):
    """A slider for an amount, moved with the mouse or by the screen's keys."""

    ALLOW_SELECT = False

    class Moved(Message):
        """The mouse has set an amount."""

        def __init__(self, amount: int) -> None:
            super().__init__()
            self.amount = amount

    def __init__(self) -> None:
        super().__init__()
        self.low = self.high = self.amount = 0
        self._held = False

    def show(self, low: int, high: int, amount: int) -> None:
        """Show an amount between a lowest and a highest; 0 and 0 if there is no choice."""
        if (self.low, self.high, self.amount) != (low, high, amount):
            self.low, self.high, self.amount = low, high, amount
            self.refresh()

    @property
    def ends(self) -> tuple[str, str]:
        """The labels at both ends."""
        return f"{self.low:,} ", f" {self.high:,}"

    @property
    def track(self) -> tuple[int, int]:
        """The start and length of the track."""
        begin, end = map(len, self.ends)
        return begin, max(1, self.size.width - begin - end)

    @property
    def stride(self) -> int:
        """The amount that one column represents."""
        return max(1, (self.high - self.low) // max(1, self.track[1] - 1))

    def render_line(self, y: int) -> Strip:
        """Return the two ends and the track with its knob."""
        if not self.high:
            return Strip.blank(self.size.width, GROUND)
        _, length = self.track
        share = (self.amount - self.low) / (self.high - self.low) if self.high > self.low else 0.0
        knob = round(share * (length - 1))
        line, dot = "━", "●"
        low, high = self.ends
        segments = [
            Segment(low, GROUND),
            Segment(line * knob, FILLED),
            Segment(dot, FILLED + Style(bold=True)),
            Segment(line * (length - knob - 1), TRACK),
            Segment(high, GROUND),
        ]
        return Strip(segments).crop_extend(0, self.size.width, GROUND)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Move the knob to the mouse."""
        if self.high:
            self._held = True
            self.capture_mouse()
            self._follow(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the knob."""
        if self._held:
            self._follow(event.x)

    def on_mouse_up(self) -> None:
        """Release the knob."""
        self._held = False
        self.release_mouse()

    def _follow(self, x: int) -> None:
        begin, length = self.track
        place = min(max(x - begin, 0), length - 1)
        amount = self.low + round(place / max(1, length - 1) * (self.high - self.low))
        self.post_message(self.Moved(amount))


class Words(Static):
    """A text that is redrawn only when it changes."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 (as widgets have it)
        super().__init__(id=id)
        self._said = Text()

    def say(self, words: Text | str) -> bool:
        """Show a text; return False if it is already shown."""
        made = Text(words) if isinstance(words, str) else words
        if made == self._said:
            return False
        self._said = made
        self.update(made)
        return True


class KeyButton(Words):
    """A one-line button with its key and its action."""

    ALLOW_SELECT = False

    def __init__(self, key: str, action: str, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self.key, self.action = key, action

    def offer(self, words: str) -> None:
        """Set the label; empty hides the button."""
        self.display = bool(words)
        if words:
            self.say(Text.assemble(" ", (self.key, "bold #f2c14e"), f" {words} "))

    async def on_click(self) -> None:
        """Press the key."""
        await self.run_action(self.action)


class ReasonsPage(ModalScreen[None]):
    """The reasons of bots that showed their cards."""

    DEFAULT_CSS = """
    ReasonsPage { align: center middle; }
    ReasonsPage VerticalScroll { width: 90%; max-width: 110; height: auto; max-height: 90%; border: round $primary;
                                 background: $surface; padding: 0 2; }
    ReasonsPage .details { padding: 0 0 0 4; color: $text-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,w,q", "dismiss", "Close")]

    def __init__(self, decisions: Sequence[Decision], names: Sequence[str]) -> None:
        super().__init__()
        self.decisions, self.names = decisions, names

    def compose(self) -> ComposeResult:
        """Show each decision: the player, the action, the reason, and the figures behind it."""
        with VerticalScroll():
            for decision in self.decisions:
                why = decision.reasons
                who = Text(f"{self.names[decision.seat]}, {decision.told}: ", "bold #f2c14e")
                yield Static(Text.assemble(who, why.text if why else "no reason given"))
                if why and why.details:
                    yield Static(Text("; ".join(f"{label} {value}" for label, value in why.details)), classes="details")
