"""Asking players: `play_deal` plays one deal, `ask` replaces bad answers, `relive` restores what bots knew."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kicker.cards import count_of, number_text
from kicker.errors import IllegalAction, KickerError
from kicker.games import Action, Event, Setup, State, View, parse_action
from kicker.games.state import DECIDING, action_of
from kicker.games.wagers import RaiseVerb, verbs
from kicker.players import Explains, Learns, Player, Reasons, Remembers
from kicker.players.specs import fault_words

Observer = Callable[[State, tuple[Event, ...]], None]
"""Called with every new state and the events that led to it."""


def play_deal(
    state: State, players: Mapping[int, Player] | Sequence[Player], observers: Iterable[Observer] = ()
) -> State:
    """Let the players act until the deal is over; return its last state.

    Errors of players are raised here; a `Table` acts for a player that fails.
    """
    while state.to_act is not None:
        state, events = state.apply(players[state.to_act].act(state.view(state.to_act)))
        for observer in observers:
            observer(state, events)
    return state


class Answer(NamedTuple):
    """The result of asking a player."""

    action: Action
    """A legal action: the player's own, or check or fold in its place."""
    fault: str = ""
    """The reason why it is not the player's own action; empty if it is."""
    forfeits: bool = False
    """True if the player made an illegal bet under rules by which that forfeits the game."""
    error: Exception | None = None
    """The exception that the player raised, or that its answer would have raised."""


def ask(
    player: Player, view: View, time_limit: float | None = None, clock: Callable[[], float] = time.monotonic
) -> Answer:
    """Ask a player for its decision; replace an exception, an illegal action or a late answer by check or fold."""
    options = view.options
    began = clock() if time_limit is not None else 0.0
    try:
        given = player.act(view)
    except (Exception, SystemExit) as raised:  # whatever a player does or answers, the game continues
        error = _forgiven(raised)
        return Answer(options.default, fault_words(error), error=error)
    if time_limit is not None and clock() - began > time_limit:
        late = f"took longer than {number_text(time_limit)} s"
        return Answer(options.default, late, error=KickerError(late, "time"))
    try:
        action = given if isinstance(given, Action) else parse_action(given)
        refusal = options.refusal(action)
    except (Exception, SystemExit) as raised:  # as above: reading the answer runs the player's code too
        error = _forgiven(raised)
        return Answer(options.default, fault_words(error), error=error)
    if refusal is None:
        return Answer(action)
    forfeits = view.rules.forfeit and action.kind == "raise"
    return Answer(options.default, refusal, forfeits, IllegalAction(refusal, "action"))


def teach(player: Learns, state: State, seat: int) -> Exception | None:
    """Show a player its view of a finished deal; return its exception, if any."""
    try:
        player.learn(state.view(seat))
    except (Exception, SystemExit) as error:  # as above
        return _forgiven(error)
    return None


def _forgiven(error: Exception | SystemExit) -> Exception:
    """Return what a player raised as an ordinary exception."""
    words = fault_words(error)
    return error if isinstance(error, Exception) else KickerError(words, "bot")


class Decision(NamedTuple):
    """A player's decision in a deal, with its reasons."""

    seat: int
    """The seat."""
    action: Action
    """The player's action."""
    reasons: Reasons | None
    """The reasons; None if the player gives none."""
    verb: RaiseVerb | None = None
    """The name of a raise; None for other actions, and while the deal goes on."""

    @property
    def told(self) -> str:
        """The action as others may know it: the number of discarded cards, but not the cards."""
        if self.verb:
            return f"{self.verb} {self.action.to:,}"
        if self.action.kind != "discard":
            return str(self.action)
        return f"discard {count_of(len(self.action.cards), 'card')}" if self.action.cards else "stand pat"


def reasons_of(player: Player) -> Reasons | None:
    """Return the reasons for a player's last decision, if it explains them."""
    return player.reasons if isinstance(player, Explains) else None


def memories_of(players: Mapping[int, Player]) -> dict[int, Any]:
    """Return the memories of all players that have one, for JSON."""
    return {seat: player.memory() for seat, player in players.items() if isinstance(player, Remembers)}


def recall(players: Mapping[int, Player], memories: Mapping[int, Any]) -> None:
    """Restore the memories of players; a player without memory raises `KickerError`."""
    for seat, memory in memories.items():
        player = players[seat]
        if not isinstance(player, Remembers):
            raise KickerError(f"the player in seat {seat} has no memory", "save")
        player.recall(memory)


def named(decisions: Iterable[Decision], state: State) -> Iterator[Decision]:
    """Yield the decisions of a deal in order, with the names of raises, which follow from the events."""
    past = verbs(state.rules, state.history)
    for decision in decisions:
        if decision.action.kind == "raise":
            deed = (decision.seat, decision.action)
            decision = decision._replace(
                verb=next((verb for event, verb in past if verb and (event.seat, action_of(event)) == deed), None)
            )
        yield decision


def relive(setup: Setup, events: Iterable[Event], players: Mapping[int, Player]) -> list[Decision]:
    """Ask players again for their decisions in a deal, so that they remember them; return the decisions.

    The deal is already played: their answers change nothing.
    """
    past = setup.start()
    out: set[int | None] = set()
    decisions = []
    for event in events:
        player = players.get(past.to_act) if past.to_act is not None else None
        if event.kind == "forfeit" and player is not None:
            ask(player, past.view(past.to_act))
        if event.kind in ("sit out", "forfeit"):
            out.add(event.seat)
        elif event.kind == "sit in":
            out.discard(event.seat)
        elif event.kind in DECIDING and past.to_act is not None:
            action, seat = action_of(event), past.to_act
            if player is not None:
                its_own = seat not in out and ask(player, past.view(seat)) == Answer(action)
                decisions.append(Decision(seat, action, reasons_of(player) if its_own else None))
            past, _ = past.apply(action)
    return decisions
