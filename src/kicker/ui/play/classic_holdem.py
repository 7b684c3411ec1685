"""`kicker play holdem --rules classic`: the older console game, heads-up against `cpu`, with its keys and texts.

The rules are `classic_holdem` in `kicker.games`, and the opponent is in `kicker.players.cpu`.
"""

from __future__ import annotations

from random import Random
from typing import Final

import click

from kicker.cards import shorten
from kicker.games import FOLD, Action, Options, View, raise_to
from kicker.odds import equity
from kicker.table import Table
from kicker.ui.common.betting import TRIALS
from kicker.ui.common.home import KeptGame
from kicker.ui.common.offer import new_seed, offers
from kicker.ui.common.prompt import INVALID, YES_OR_NO, Keys, ask, ask_key, can_clear, key_of
from kicker.ui.common.style import paint
from kicker.ui.common.text import WIDTH, Look, Wording, event_line, side_by_side
from kicker.ui.play.leaving import Left, leaving
from kicker.ui.play.poker import tell_reasons

GAME: Final = "classic-holdem"
AGAIN: Final = "kicker play holdem --rules classic --resume"
YOU: Final = 0
CPU: Final = 1
DISMISS: Final = " Press enter to dismiss"
RIVER: Final = 5
TOLD: Final = ("show", "returned", "won")
"""The events at the end of a hand that are printed below the table."""
QUIT: Final[Keys] = {"q": ("quit", "exit")}
WHY: Final[Keys] = {"w": ("why",)}
MOVES: Final[Keys] = {
    "f": ("fold",),
    "c": ("call",),
    "r": ("raise",),
    "a": ("all in", "all-in", "allin", "all"),
    "v": ("view",),
    "y": ("yes", "analyse", "analyze"),
    "?": ("help",),
}
HELP: Final = """\
  F  fold                V  show the table
  C  call or check       Y  analyse: your chances against a random hand
  R  raise               Q  quit; --resume continues
  A  all in              W  after a showdown: the CPU's reasons"""


def play_classic_holdem(seed: int | None, resume: str | None, look: Look) -> None:
    """Play until one side has all the chips. `resume` names the game to continue; "" is the most recent one."""
    if resume is not None:
        game = KeptGame.resume(GAME, resume)
    elif wants_hand():
        offer = next(offer for offer in offers() if offer.kind == GAME)
        game = KeptGame.begin(GAME, offer.against_bots(offer.terms({}), YOU, "", new_seed(seed)))
    else:
        return
    with leaving(game.files.close, AGAIN):
        Console(game.table, look).run()
        game.files.finish()  # not sooner: a person who leaves before seeing the end can come back to it


def wants_hand() -> bool:
    """Ask whether to continue."""
    return ask_key("Shall we play a game? (Y/N): ", {**YES_OR_NO, **QUIT}) == "y"


class Console:
    """A person at the prompt, in a game against the CPU."""

    def __init__(self, table: Table, look: Look) -> None:
        self.table, self.look = table, look
        self.wording = Wording(table.names, str, you=YOU)
        self.clears = can_clear()

    def run(self) -> None:
        """Play until the game is over; raise `Left` when the person quits."""
        if not self.table.deals:
            self.table.deal()
        if self.table.playing:
            self.play_hand()
        else:  # the game was left between two hands
            self.draw()
            click.echo(self.result())
        while not self.table.finished:
            if not wants_hand():
                raise Left
            self.table.deal()
            self.play_hand()
        winner = self.table.champion
        if winner is not None:
            click.echo(self.wording.sentence(winner, f"wins the game with {self.table.stacks[winner]} dollars."))

    def play_hand(self) -> None:
        """Play a hand to its end."""
        while self.table.playing:
            if self.table.to_act == YOU:
                self.draw()
                self.table.submit(YOU, self.decide())
            else:
                self.table.step()
                done = self.table.state.actions[-1].kind
                if done != "raise":  # the next question mentions a raise
                    self.ask(f"CPU {'folds' if done == 'fold' else 'calls'}.{DISMISS}")
        self.draw()
        if self.table.open_decisions:
            click.echo(paint("Press W for the CPU's reasons.", dim=True))
        while key_of(self.ask(self.result() + DISMISS), WHY):
            tell_reasons(self.table)

    def ask(self, question: str) -> str:
        """Ask for an answer; raise `Left` if it is to quit."""
        answer = ask(question)
        if key_of(answer, QUIT):
            raise Left
        return answer

    # --- decisions ---

    def decide(self) -> Action:
        """Ask for a move until a legal one is given."""
        view = self.table.view(YOU)
        options = view.options
        by = options.bet - view.bets[YOU]  # the person acts first on every street, so a bet to match is the CPU's raise
        question = f"CPU raises by {by}. Call or fold? (C/F): " if by else "Your move: "
        prefix = ""
        while True:
            key = self.key_of(self.ask(prefix + question), options)
            prefix = ""
            if key == "f":
                return FOLD
            if key == "c":
                return options.passive
            if key == "a" and options.may_raise:
                return raise_to(options.max_raise_to)
            if key == "r" and options.may_raise:
                if action := self.ask_raise(options):
                    return action
            elif key == "v":
                self.draw()
            elif key == "y":
                self.analyse(view)
            elif key == "?":
                click.echo(HELP)
            else:
                prefix = INVALID

    def key_of(self, answer: str, options: Options) -> str | None:
        """Return the key that an answer means; the size of a raise is asked for, whatever follows the key."""
        words = answer.split()
        if len(words) == 2 and words[1].isdecimal():
            return "r" if key_of(words[0], MOVES) == "r" else None
        free = {"c": (*MOVES["c"], "check")} if options.may_check else {}  # check is not a call
        return key_of(answer, {**MOVES, **free})

    def ask_raise(self, options: Options) -> Action | None:
        """Ask for the size of a raise; return None if the person changes their mind."""
        low, high = options.min_raise_to - options.bet, options.max_raise_to - options.bet
        while True:
            answer = self.ask("Quantity (-1 to cancel): ")
            if answer == "-1":
                return None
            if answer.isascii() and answer.isdigit() and len(answer) < 10 and low <= int(answer) <= high:
                return raise_to(options.bet + int(answer))
            click.echo(f"raise by a whole number from {low} to {high}, not {shorten(answer, 20)}")

    def analyse(self, view: View) -> None:
        """Print the chances of the hand against a random one; they are the same at the same moment of the same game."""
        seed = Random(f"{self.table.seed}/{self.table.deals}/{len(view.board)}").getrandbits(32)
        found = equity([view.hand, "random"], view.board, exact=False, trials=TRIALS, seed=seed).players[0]
        chances = f"a {100 * found.win:.0f}% chance of a win and a {100 * found.tie:.0f}% chance of a tie"
        self.ask(f"You have {chances} using this hand.{DISMISS}.")

    # --- the screen ---

    def draw(self) -> None:
        """Draw the table, replacing the old one on a terminal, and the end of the hand if it has ended."""
        view = self.table.view(YOU)
        if self.clears:
            click.clear()
        else:
            click.echo()
        for line in table_lines(view, self.look):
            click.echo(line)
        tie = len(winners(view)) > 1
        for event in view.history:
            if event.kind in TOLD and not (tie and event.kind == "won"):  # a tie returns the stakes: nobody wins
                click.echo(self.look.text(event_line(event, self.wording, 0)))

    def result(self) -> str:
        """Return the result of a finished hand."""
        seats = winners(self.table.view(YOU))
        return "Tie game." if len(seats) > 1 else "You win this hand." if YOU in seats else "CPU wins this hand."


def winners(view: View) -> set[int | None]:
    """Return the seats that were paid from the pot."""
    return {event.seat for event in view.history if event.kind == "won"}


def table_lines(view: View, look: Look) -> list[str]:
    """Return the lines with both hands and the board, as far as they are face up, and the chips."""
    theirs = [look.back_lines() if card is None else look.card_lines(card) for card in view.hands[CPU]]
    mine = [look.card_lines(card) for card in view.hand]
    board = [look.card_lines(card) for card in view.board] + [look.empty_lines()] * (RIVER - len(view.board))
    gap = ["  "] * 5
    funds, bet = view.stacks, 0 if view.over else view.paid[YOU]
    status = [
        "",
        f"Your funds: {funds[YOU]}",
        f"Your bet:   {bet}",
        f"CPU funds:  {funds[CPU]}",
        f"Pot:        {view.pot}",
    ]
    return [
        f"{'CPU':{2 * WIDTH + 5}}Board",
        *side_by_side([*theirs, gap, *board]),
        "You",
        *side_by_side([*mine, gap, status]),
    ]
