"""A table with bots that somebody sits down to, and can leave in the middle of a deal and come back to.

>>> from kicker.games import holdem
>>> from kicker.table import Table
>>> sitting = Sitting(Table(holdem(blinds=(5, 10)), [1000, 1000], seed=7), {1: "cpu"})
>>> sitting.deal()
>>> again = Sitting.load(sitting.save())
>>> again.submit("call"), again.advance(), sitting.submit("call"), sitting.advance()
(None, None, None, None)
>>> again.table.state == sitting.table.state
True

After a resume everything goes on as it would have without: the cards, the dice of the bots and what they have learnt.
Not here: files and screens (`ui`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.games import Action, State, parse_action
from kicker.players import Explains, Reasons, Remembers
from kicker.players.specs import PlayerLike, PlayerSpec
from kicker.saves import read_save
from kicker.table import Table, ask

_SAVE_VERSION = 1


class Decision(NamedTuple):
    """What a bot did in this deal, and why."""

    seat: int
    action: Action
    reasons: Reasons | None

    @property
    def told(self) -> str:
        """The action as others may know it: how many cards were discarded, and not which."""
        if self.action.kind != "discard":
            return str(self.action)
        return f"discard {count_of(len(self.action.cards), 'card')}" if self.action.cards else "stand pat"


class Sitting:
    """A table, its bots by seat, and what they decided in the current deal.

    Close it at the end: some bots are programs.
    """

    def __init__(self, table: Table, bots: Mapping[int, PlayerLike]) -> None:
        self.table = table
        self.bots = {seat: PlayerSpec.of(bot) for seat, bot in bots.items()}
        self.decisions: list[Decision] = []
        table.seat_players(self.bots)
        self._memories = self._memory()

    @property
    def persons(self) -> list[int]:
        """The seats without a bot."""
        return [seat for seat in range(len(self.table.names)) if seat not in self.bots]

    @property
    def person(self) -> int:
        """The one seat without a bot, at a table where there is one."""
        if len(self.persons) != 1:
            raise KickerError(f"one person plays against bots, and here {len(self.persons)} do", "seats")
        return self.persons[0]

    def deal(self) -> None:
        """Begin the next deal."""
        before = self._memory()
        self.table.deal()
        self._memories, self.decisions = before, []

    def submit(self, action: Action | str) -> None:
        """Act for the person whose turn it is; `IllegalAction` for what is illegal, and nothing has changed then."""
        seat = self.table.to_act
        if seat is None:
            raise KickerError("the deal is over: there is nothing to decide", "state")
        self.table.submit(seat, action)

    def step(self) -> bool:
        """Let one bot act; False if a person must decide or the deal is over."""
        seat, defaults = self.table.to_act, list(self.table.defaults)
        if not self.table.step():
            return False
        self._note(seat, self.table.state, its_own=self.table.defaults == defaults)
        return True

    def advance(self) -> None:
        """Let bots act until a person must decide or the deal is over."""
        while self.step():
            pass

    def open_decisions(self) -> list[Decision]:
        """What bots decided in a deal that is over, and why: of those alone whose cards lie open."""
        state = self.table.state
        return [decision for decision in self.decisions if state.over and state.is_shown(decision.seat)]

    def close(self) -> None:
        """End the programs among the bots."""
        self.table.close()

    def _note(self, seat: int | None, state: State, *, its_own: bool) -> None:
        """Remember what a bot did; where the table acted for it, its reasons are those of something else."""
        if seat is not None and seat in self.bots and state.actions:
            player = self.table.players[seat]
            reasons = player.reasons if its_own and isinstance(player, Explains) else None
            self.decisions.append(Decision(seat, state.actions[-1], reasons))

    def _memory(self) -> dict[str, Any]:
        bots = {str(seat): self.table.players[seat] for seat in self.bots}
        return {seat: bot.memory() for seat, bot in bots.items() if isinstance(bot, Remembers)}

    # --- saving ---

    def save(self) -> str:
        """All of it as JSON, also in the middle of a deal. It holds the deck: it is not for players to see."""
        if not self.table.playing:
            self._memories = self._memory()
        for bot in self.bots.values():
            if not isinstance(bot.given, str):
                message = f"{bot.label} cannot be saved; seat it as python:MODULE:CLASS instead"
                raise KickerError(message, "save")
        bots = {str(seat): bot.label for seat, bot in self.bots.items()}
        decisions = [(seat, str(action), why) for seat, action, why in self.decisions]
        saved = {"kicker_sitting": _SAVE_VERSION, "bots": bots, "memories": self._memories, "decisions": decisions}
        return json.dumps(saved | {"table": json.loads(self.table.save())})

    @classmethod
    def load(cls, text: str) -> Sitting:
        """What `save` wrote; what was edited so that it cannot have been is refused."""
        saved = read_save(text, "sitting", "kicker_sitting", _SAVE_VERSION)
        try:
            table = Table.load(json.dumps(saved["table"]))
            sitting = cls(table, {int(seat): str(name) for seat, name in saved["bots"].items()})
            sitting._recall(saved["memories"])
            sitting.decisions = [_decision(*fields) for fields in saved["decisions"]]
            if not all(decision.seat in sitting.bots for decision in sitting.decisions):
                raise KickerError("a decision is of no bot", "save")
        except KickerError as error:
            raise KickerError(f"the saved game is damaged: {error}", "save") from None
        except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError) as error:
            raise KickerError(f"the saved game is damaged: {type(error).__name__} {error}", "save") from None
        return sitting

    def _recall(self, memories: dict[str, Any]) -> None:
        """Give the bots back what they remembered when the deal began, and let them live through it again."""
        for seat, memory in memories.items():
            bot = self.table.players[int(seat)]
            if not isinstance(bot, Remembers):
                raise KickerError(f"{self.bots[int(seat)].label} remembers nothing", "save")
            bot.recall(memory)
        self._memories = memories
        if not self.table.playing:
            return
        state = self.table.state
        past = state.setup.start()
        for action in state.actions:
            turn = past.to_act
            if turn is not None and turn in self.bots:
                ask(self.table.players[turn], past.view(turn))  # it decided so already: only what it remembers counts
            past, _ = past.apply(action)


def _decision(seat: int, action: str, why: list[Any] | None) -> Decision:
    """A decision as it was saved."""
    if why is None:
        return Decision(seat, parse_action(action), None)
    text, equity, pot_odds, details = why
    pairs = tuple((str(label), str(value)) for label, value in details)
    return Decision(seat, parse_action(action), Reasons(str(text), equity, pot_odds, pairs))
