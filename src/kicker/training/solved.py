"""Training with a solved spot: single decisions, and whole hands against the solution."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from kicker.cards import Card
from kicker.checks import positive
from kicker.combos import Combo, combo_index, format_combo
from kicker.errors import KickerError, quoted
from kicker.hands import compare
from kicker.training.questions import Choice, Grade, Kind, Question, Scene, Unit, grade_answer
from kicker.training.sessions import Trainer

if TYPE_CHECKING:
    from kicker.solver import Solution, SolvedNode

SEATS: Final = ("OOP", "IP")
"""The seats of a spot: out of position, which acts first, and in position."""
_KINDS: Final[dict[str, Kind]] = {"fold": "fold", "check": "stay", "call": "stay"}
_STREETS: Final = {3: "flop", 4: "turn", 5: "river"}


class SolutionDrill:
    """Decisions of a solved spot, each as often as the solution reaches it.

    `seat` is 0 or 1, or None for both. `title` names the drill; use the same title to continue it later. Values are in
    big blinds of `big_blind` chips; without it, of those of the spot, and if the spot has none, of a tenth of its pot.
    """

    unit: Unit = "bb"
    """The unit of values."""

    def __init__(
        self, solution: Solution, title: str, *, seat: int | None = None, big_blind: float | None = None
    ) -> None:
        if seat not in (None, 0, 1):
            raise KickerError(f"seat must be 0, 1 or None, not {quoted(seat)}", "seat")
        self.solution, self.title, self.seat = solution, title, seat
        spot = solution.spot
        self.assumed = big_blind is None and not spot.big_blind
        """True if nobody said what a big blind is."""
        told = spot.big_blind or spot.pot / 10 if big_blind is None else big_blind
        self.big_blind = positive("big_blind", told)
        """The chips in a big blind."""

    @property
    def name(self) -> str:
        """The name, such as `solution river.kicker bb 20`: another big blind has a score of its own."""
        return f"solution {self.title} bb {self.big_blind:g}"

    def deal(self, dice: Random) -> Question:
        """Return a decision of a random hand; all decisions of the hand are equally likely."""
        while True:
            hand = SolvedHand(self, dice, self.dealt_seat(dice))
            nodes = []
            while not hand.finished:
                nodes.append(hand.node)
                hand.play_as_solved()
            if nodes:
                return self.question_at(dice.choice(nodes), hand.seat, hand.hands[hand.seat])

    def dealt_seat(self, dice: Random) -> int:
        """Return the seat that the player takes in the next hand."""
        return dice.randrange(2) if self.seat is None else self.seat

    def recall(self, key: str) -> Question:
        """Return the question of a key like `0 AhKd check, bet 60`."""
        try:
            seat, cards, *rest = key.split(" ", 2)
            node = self.solution.at(rest[0] if rest else "")
            return self.question_at(node, int(seat), node.hand(cards, int(seat)).combo)
        except (ValueError, IndexError):
            raise KickerError(f"{quoted(key)} is not a question of this spot", "question") from None

    def question_at(self, node: SolvedNode, seat: int, combo: Combo) -> Question:
        """Return the decision of a hand at a node where `seat` acts."""
        if node.player != seat:
            raise KickerError(f"{SEATS[seat]} does not act at this node", "question")
        place = [combo_index(*hand) for hand in node.hands(seat)].index(combo_index(*combo))
        paid = node.tree_node.put_in
        choices = []
        for number, action in enumerate(node.actions):
            after = node.after(action)
            added = after.tree_node.earlier + after.tree_node.put_in[seat] - node.tree_node.earlier - paid[seat]
            value = (float(after.hand_values(seat)[place]) - added) / self.big_blind
            frequency = float(node.strategy[number][place])
            size = node.sizes[number] if action.amount else ""
            kind = _KINDS.get(action.kind, "raise")
            choices.append(Choice(str(action), kind, frequency, value, size, action.amount / self.big_blind))
        scene = Scene(
            (self.solution.spot.stack - node.tree_node.earlier - paid[seat]) / self.big_blind,
            (max(paid) - paid[seat]) / self.big_blind,
            line=node.said,
        )
        return Question(
            self.name,
            f"{seat} {format_combo(combo_index(*combo))} {', '.join(map(str, node.line))}".rstrip(),
            _STREETS[len(node.board)],
            SEATS[seat],
            combo,
            node.board,
            node.pot / self.big_blind,
            self.unit,
            tuple(choices),
            scene,
        )


class SolvedHand:
    """A hand of a spot, played against its solution.

    The opponent plays the solution's strategy. `question` is the next decision of the player, `answer` makes it, and
    `result` is what the player has won when the hand is finished.
    """

    def __init__(self, drill: SolutionDrill, dice: Random, seat: int) -> None:
        self.drill, self.seat = drill, seat
        self._dice = dice
        self.node: SolvedNode = drill.solution.root
        self.hands: tuple[Combo, Combo] = self._deal()
        self._run_on()

    def _deal(self) -> tuple[Combo, Combo]:
        """Deal both hands, with the probabilities that the ranges give them."""
        first = self._chosen(0, self.node.weights(0), ())
        return first, self._chosen(1, self.node.reach(1), first)

    def _chosen(self, player: int, weights: object, taken: tuple[Card, ...]) -> Combo:
        hands = self.node.hands(player)
        shares = [
            0.0 if set(hand) & set(taken) else float(weight)
            for hand, weight in zip(hands, weights, strict=True)  # type: ignore[call-overload]
        ]
        return self._dice.choices(hands, shares)[0]

    def question(self) -> Question | None:
        """Return the player's next decision; None when the hand is finished."""
        if self.finished:
            return None
        return self.drill.question_at(self.node, self.seat, self.hands[self.seat])

    @property
    def finished(self) -> bool:
        """True if the player has no more decisions."""
        return self.node.kind != "decision"

    def answer(self, name: str) -> Grade:
        """Make the player's decision, then let the opponent and the cards follow; return the grade."""
        question = self.question()
        if question is None:
            raise KickerError("the hand is finished", "question")
        grade = grade_answer(question, name)
        self.play(grade.choice.name)
        return grade

    def play(self, name: str) -> None:
        """Make the player's decision without grading it."""
        self.node = self.node.after(name)
        self._run_on()

    def play_as_solved(self) -> None:
        """Make the player's decision as the solution would."""
        self.play(self._solved_action(self.seat))

    def _solved_action(self, player: int) -> str:
        hands = [combo_index(*hand) for hand in self.node.hands(player)]
        place = hands.index(combo_index(*self.hands[player]))
        shares = [float(row[place]) for row in self.node.strategy]
        return str(self._dice.choices(self.node.actions, shares)[0])

    def _run_on(self) -> None:
        """Continue until the player decides or the hand is finished."""
        while True:
            if self.node.kind == "card":
                held = {*self.hands[0], *self.hands[1]}
                self.node = self.node.after(self._dice.choice([c for c in self.node.next_cards if c not in held]))
            elif self.node.kind == "decision" and self.node.player != self.seat:
                self.node = self.node.after(self._solved_action(1 - self.seat))
            else:
                return

    @property
    def board(self) -> tuple[Card, ...]:
        """The board so far."""
        return self.node.board

    def result(self) -> float | None:
        """Return what the player has won since the start of the spot, in big blinds; None before the end."""
        if self.node.kind not in ("fold", "showdown"):
            return None
        spot, there = self.drill.solution.spot, self.node.tree_node
        matched = there.earlier + min(there.put_in)
        pot = spot.pot + 2 * matched
        share = self._share()
        won = share * (pot - spot.rake(pot)) - matched
        return won / self.drill.big_blind

    def _share(self) -> float:
        if self.node.kind == "fold":
            return 0.0 if self.node.tree_node.player == self.seat else 1.0  # a fold node's player folded
        order = self.drill.solution.spot.order
        return (1 + compare(self.hands[self.seat], self.hands[1 - self.seat], self.board, order)) / 2


class WholeHands(Trainer):
    """A trainer that plays whole hands against a solution, decision by decision; it shares the score of the drill.

    A hand left in the middle is saved with the score and continues the next time. Only a seed of its cards is saved:
    the same seed and the same decisions give the same hand.
    """

    drill: SolutionDrill

    def __init__(self, drill: SolutionDrill, seed: int | str | None = None) -> None:
        super().__init__(drill, seed)
        self.hand: SolvedHand | None = None
        """The hand being played, or the one that has just ended."""

    def next(self, now: float) -> Question:
        """Return the next decision of the hand; deal a new hand if it has ended."""
        self.hand = self.hand or self._left()
        while self.hand is None or (question := self.hand.question()) is None:
            seed, seat = self._dice.getrandbits(62), self.drill.dealt_seat(self._dice)
            self.unfinished = {"seed": seed, "seat": seat, "answers": []}
            self.hand = SolvedHand(self.drill, Random(seed), seat)
        return question

    def _left(self) -> SolvedHand | None:
        """Return the hand that was left in the middle; None if the solution has changed since or another seat is
        trained."""
        try:
            assert self.unfinished is not None
            seed, seat, answers = (self.unfinished[name] for name in ("seed", "seat", "answers"))
            if seat != self.drill.seat and self.drill.seat is not None:
                return None
            hand = SolvedHand(self.drill, Random(int(seed)), int(seat))
            for name in answers:
                hand.play(str(name))
        except (AssertionError, KeyError, TypeError, ValueError, IndexError, OverflowError):
            return None
        return hand

    def answer(self, question: Question, name: str, now: float) -> Grade:
        """Grade a decision, count it, and play on."""
        self.hand = self.hand or self._left()
        asked = None if self.hand is None else self.hand.question()
        if self.hand is None or self.unfinished is None or asked is None or asked.key != question.key:
            raise KickerError("this hand has gone on; ask for the next question", "question")
        grade = self.hand.answer(name)
        self.count(question, grade, now)
        self.unfinished["answers"].append(grade.choice.name)
        if self.hand.finished:
            self.unfinished = None
        return grade

    @property
    def ended(self) -> SolvedHand | None:
        """The hand that the last answer ended; None while a hand is being played."""
        return self.hand if self.hand is not None and self.hand.finished else None
