"""A poker game in progress, as a picture: one event after another, with what each seat does in words.

The picture is made from a `View`, so it cannot show hidden cards. `felt.py` draws the picture, `betting.py` has
the controls, and `poker.py` the game itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from rich.style import Style
from rich.text import Text

from kicker.cards import Card
from kicker.games import Event, Game, View
from kicker.ui.common.text import (
    PAYING,
    Line,
    Look,
    Wording,
    carried_over,
    draw_name,
    table_lines,
    worth_words,
)
from kicker.ui.tui.cards import name_of, rich_line
from kicker.ui.tui.felt import ACTS, CHIP, GONE, HAS_WON, PLAQUE, TURN, WINNER, Scene, Seat, short_chips

VERBS: Final = {
    "blind": "blind",
    "post": "posts",
    "bring-in": "brings in",
    "check": "checks",
    "call": "calls",
    "bet": "bets",
    "raise": "raises",
    "muck": "mucks",
}

_Item = TypeVar("_Item")


# --- one event after the other ---------------------------------------------------------------------------------------

NOBODY: Final = -1
"""The player to act while events happen without a decision."""


def opening(view: View) -> View:
    """Return the table of a deal before its first event."""
    nothing = (0,) * len(view.stacks)
    return view._replace(
        street=-1,
        to_act=NOBODY,
        phase="betting",
        hand=(),
        board=(),
        boards=(),
        stacks=view.start_stacks,
        bets=nothing,
        paid=nothing,
        dead=carried_over(view),
        live=tuple(seat in view.order for seat in range(len(nothing))),
        hands=((),) * len(nothing),
        up=((),) * len(nothing),
        history=(),
    )


def after_event(view: View, event: Event) -> View:
    """Return the table after one more event, so that events that happen at once can be shown one by one."""
    seat, kind = event.seat, event.kind
    view = view._replace(to_act=NOBODY, history=(*view.history, event))
    if kind == "board" and event.run:
        return view._replace(boards=_with_run(view, event))
    if kind == "board":
        return view._replace(board=view.board + event.known, bets=(0,) * len(view.bets))
    if seat is None:
        return view
    if kind in PAYING or kind in ("returned", "won"):
        gain = -event.amount if kind == "returned" else event.amount if kind in PAYING else 0
        view = view._replace(
            stacks=_with(view.stacks, seat, event.stack),
            bets=_with(view.bets, seat, event.to),
            paid=_with(view.paid, seat, view.paid[seat] + gain),
        )
    elif kind == "fold":
        view = view._replace(live=_with(view.live, seat, False))
    elif kind == "dealt":
        up = view.up[seat] + (event.up or (False,) * len(event.cards))
        view = _with_hand(view, seat, view.hands[seat] + event.cards, up)
    elif kind == "drew":
        gone = next(one.cards for one in reversed(view.history) if one.kind == "discard" and one.seat == seat)
        new = dict(zip(gone, event.cards, strict=True))
        view = _with_hand(view, seat, tuple([new.get(card, card) for card in view.hands[seat]]), view.up[seat])
    elif kind == "show":
        view = _with_hand(view, seat, event.cards, (True,) * len(event.cards))
    return view


def _with_run(view: View, event: Event) -> tuple[tuple[Card, ...], ...]:
    """Return further boards with the cards of an event; a board begins with the cards that all boards share."""
    if len(view.boards) >= event.run:
        return _with(view.boards, event.run - 1, view.boards[event.run - 1] + event.known)
    streets = view.rules.game.streets
    begins = [street.name for street in streets].index(event.street)
    shared = sum(street.board for street in streets[:begins])
    return (*view.boards, view.board[:shared] + event.known)


def _with_hand(view: View, seat: int, hand: tuple[Card | None, ...], up: tuple[bool, ...]) -> View:
    view = view._replace(hands=_with(view.hands, seat, hand), up=_with(view.up, seat, up))
    return view._replace(hand=view.open_cards(seat)) if seat == view.seat else view


def _with(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:index], item, *items[index + 1 :])


# --- words -----------------------------------------------------------------------------------------------------------


def draw_words(view: View) -> str:
    """Return where a draw game is: `second draw` while cards are drawn, else `after the second draw`; empty in other
    games and after the deal."""
    game = view.rules.game
    if not game.exchanges or view.over:
        return ""
    drawn = Counter(event.seat for event in view.history if event.kind == "discard")
    if view.to_act != NOBODY:
        drawing = view.phase == "drawing"
        return draw_name(view.rules, drawn[view.to_act] + 1) if drawing else game.streets[view.street].name
    # Events are shown one by one, and the street is not known before the next decision.
    if not drawn:
        return game.streets[0].name
    name = draw_name(view.rules, max(drawn.values()))
    return name if view.history[-1].kind in ("discard", "drew", "reshuffled") else f"after the {name}"


def status_words(view: View, seat: int, person: int) -> str:
    """Return what a seat is doing or did last, in a word or two."""
    if seat not in view.order:
        return "out"
    if view.over or view.to_act == NOBODY:
        if (won := won_chips(view).get(seat)) is not None:
            return f"wins {won:,}" if won else "wins"
        if note := hand_note(view, seat, short=True):
            return note
    if not view.live[seat]:
        return "folded"
    if view.to_act == seat:
        return "your turn" if seat == person else "thinks"
    if not view.stacks[seat] and not view.over:
        return "all in"
    return _last_word(view, seat)


def _last_word(view: View, seat: int) -> str:
    for event in reversed(view.history):
        if event.kind == "board" or (event.kind == "dealt" and event.street):  # a new street
            return ""
        if event.seat == seat and event.kind in VERBS:
            return VERBS[event.kind]
        if event.seat == seat and event.kind == "discard":
            return f"drew {len(event.cards)}" if event.cards else "stood pat"
    return ""


def hand_note(view: View, seat: int, *, short: bool = False) -> str:
    """Return the hand that a seat has shown, in words; empty while cards are still to come."""
    shown = [event for event in view.history if event.kind == "show" and event.seat == seat and not event.run]
    return worth_words([shown[-1].strength, shown[-1].low], short=short) if shown else ""


def pot_words(view: View, wording: Wording) -> list[str]:
    """Return each pot with those who contest it, if there are several."""
    names, money = wording.names, wording.money
    pots = view.pots
    if len(pots) < 2:
        return []
    alive = [seat for seat, live in enumerate(view.live) if live]
    found = []
    for pot in pots:
        others = [seat for seat in alive if seat not in pot.players]
        if not others:
            who = "everybody"
        elif len(pot.players) > 4 and len(others) < len(pot.players):
            who = "all but " + ", ".join(names[seat] for seat in others)
        else:
            who = ", ".join(names[seat] for seat in pot.players)
        found.append(f"{pot.name.lower()} {money(pot.amount)}: {who}")
    return found


def winning_note(view: View, seat: int) -> str:
    """Return the hand that a winner won with: the high or the low of a split pot, unless it is both."""
    halves = {event.half for event in view.history if event.kind == "won" and event.seat == seat}
    shown = [event for event in view.history if event.kind == "show" and event.seat == seat and not event.run]
    if not shown:
        return ""
    return worth_words(
        [None if halves == {"low"} else shown[-1].strength, None if halves == {"high"} else shown[-1].low]
    )


def halves_won(view: View, seat: int) -> str:
    """Return which half of the pots a winner won; nothing if it is both or if pots are not split."""
    halves = {event.half for event in view.history if event.kind == "won" and event.seat == seat}
    return f"the {next(iter(halves))} hand" if len(halves) == 1 and any(halves) else ""


def board_words(view: View, wording: Wording) -> list[str]:
    """Return the winners of each of several boards, their chips, and their hands."""
    found = []
    for run in range(len(view.boards) + 1):
        for event in view.history:
            if event.kind == "won" and event.run == run and event.seat is not None:
                shown = [one for one in view.history if (one.kind, one.seat, one.run) == ("show", event.seat, run)]
                worth = shown[-1].low if event.half == "low" else shown[-1].strength
                words = f"wins {wording.money(event.amount)} with {worth_words([worth])}"
                found.append(f"board {run + 1}: {wording.sentence(event.seat, words)}")
    return found


def won_chips(view: View) -> dict[int, int]:
    """Return the chips of each winner; 0 in games without betting."""
    gains: dict[int, int] = {}
    for event in view.history:
        if event.kind == "won" and event.seat is not None:
            gains[event.seat] = gains.get(event.seat, 0) + event.amount
    return gains


def winner_words(view: View, wording: Wording, *, brief: bool = False) -> list[str]:
    """Return the winners of a finished deal, their chips, and their hands; or only which half they won."""
    if view.boards:
        return board_words(view, wording)
    found = []
    for seat, amount in won_chips(view).items():
        note = halves_won(view, seat) if brief else winning_note(view, seat)
        words = f"wins {wording.money(amount)}" if amount else "wins"
        found.append(wording.sentence(seat, words) + (f" with {note}" if note else ""))
    return found


# --- the picture -----------------------------------------------------------------------------------------------------


def seat_style(view: View, seat: int) -> Style:
    """Return the style of a seat: it has won, is to act, is in the hand, or is not."""
    if any(event.kind == "won" and event.seat == seat for event in view.history):
        return WINNER
    if view.to_act == seat:
        return TURN
    return PLAQUE if view.live[seat] else GONE


def seat_mark(view: View, seat: int) -> str:
    """Return the same as a sign, for readers who cannot see colours."""
    if view.to_act == seat:
        return ACTS
    return HAS_WON if view.over and seat_style(view, seat) is WINNER else " "


def bet_words(view: View, seat: int, wording: Wording) -> str:
    """Return the chips in front of a seat."""
    chips = view.bets[seat] if view.phase != "drawing" and not view.over else 0
    return f"{CHIP} {wording.money(chips)}" if chips else ""


def with_common_card(title: str, game: Game, board: Sequence[Card | None], look: Look) -> str:
    """Return a title with the card that is dealt for everybody when stud runs out of cards."""
    if game.board_cards or not board:
        return title
    cards = " ".join(name_of(card, plain=look.ascii) if card else "??" for card in board)
    return " · ".join(filter(None, (f"Common card {cards}", title)))


def middle_words(view: View, wording: Wording) -> tuple[str, tuple[tuple[str, ...], ...]]:
    """Return the text in the middle of the table, and details in fewer and fewer words; after the deal, the winners."""
    pots, money = pot_words(view, wording), wording.money
    if view.over:
        winners = winner_words(view, wording)
        return "", ((*winners, *pots), tuple(winners), tuple(winner_words(view, wording, brief=True)))
    amounts = " + ".join(money(pot.amount) for pot in view.pots)
    title = f"Pot {money(view.pot)}" if view.rules.betting != "none" else ""
    return title, (tuple(pots), (amounts,)) if pots else ()


def scene_lines(lines: Sequence[Line], look: Look, more: Mapping[int, str]) -> tuple[Text, ...]:
    """Return the lines of a table in words, some with additional words at the end."""
    return tuple(
        rich_line((*line, f"  {more[row]}") if more.get(row) else line, look) for row, line in enumerate(lines)
    )


def poker_scene(view: View, names: Sequence[str], person: int, look: Look, palette: str) -> Scene:
    """Return the table as the person sees it, with the person at the bottom in the middle."""
    wording = Wording(names, you=person)
    count = len(names)

    def seat_at(seat: int) -> Seat:
        dealt = view.live[seat] or view.is_shown(seat) or seat == person
        return Seat(
            name=names[seat],
            cards=view.hands[seat] if dealt else (),
            stack=short_chips(view.stacks[seat]) if view.rules.betting != "none" else ("",),
            bet=bet_words(view, seat, wording),
            status=status_words(view, seat, person),
            style=seat_style(view, seat),
            mark=seat_mark(view, seat),
            button=seat == view.button,
        )

    title, details = middle_words(view, wording)
    game = view.rules.game
    return Scene(
        seats=tuple(seat_at((person + place) % count) for place in range(count)),
        hand_cards=game.hand_cards,
        board=view.board if game.board_cards else None,
        boards=view.boards,
        title=with_common_card(title, game, view.board, look),
        details=details,
        lines=scene_lines(table_lines(view, wording, view.hands, view.board), look, {}),
        look=look,
        palette=palette,
        own=True,
    )
