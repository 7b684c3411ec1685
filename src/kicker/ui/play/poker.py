"""A poker table at the prompt: one person against bots, deal after deal, until one seat has all the chips.

Games with texts of their own are in `plain_draw.py` and `classic_holdem.py`, the options in `command.py`.
"""

from __future__ import annotations

import re
import time
from random import Random
from textwrap import fill

import click

from kicker import stopping
from kicker.cards import count_of, parse_cards, shorten
from kicker.discards import best_discard
from kicker.errors import CardError, KickerError
from kicker.games import STAND_PAT, Action, Event, View, discard
from kicker.odds import equity, is_holdem
from kicker.table import Table
from kicker.ui.common.betting import (
    TRIALS,
    betting_words,
    is_news,
    read_bet,
    refusal_words,
)
from kicker.ui.common.between import Wish, wishes
from kicker.ui.common.chances import chance_words, has_exact_draws
from kicker.ui.common.home import KeptGame
from kicker.ui.common.output import progress_bar
from kicker.ui.common.pace import moment_of_thought, pause_at
from kicker.ui.common.prompt import YES_OR_NO, ask, ask_key, at_terminal
from kicker.ui.common.style import paint
from kicker.ui.common.text import (
    Course,
    Look,
    Wording,
    capital,
    customs_words,
    decision_lines,
    event_line,
    hand_title,
    in_a_row,
    pot_after,
    table_lines,
    table_title,
    turns_words,
)
from kicker.ui.play.leaving import Left, leaving

BETTING_HELP = """\
  f           fold                   e  show your chances
  c           check or call          l  show the hand so far
  r 40, b 40  raise or bet to 40     v  show the table
  a           all in                 q  quit; --resume continues
  1/3 1/2 2/3 pot                    bet or raise this share of the pot"""
DRAWING_HELP = """\
  1 3         discard the first and  e  show the best discard
              the third card         l  show the hand so far
  2c 7d       discard these cards    v  show the table
  0           stand pat              q  quit; --resume continues"""
BETWEEN_HELP = """\
  Enter       deal the next hand     l  show the last hand
  w           ask the bots that      v  show the table
              showed for reasons     q  quit; --resume continues"""


class PokerPrompt:
    """A person at a prompt, seated at a table."""

    def __init__(self, game: KeptGame, look: Look, speed: str = "instant") -> None:
        self.game = game
        self.table = game.table
        self.person = game.table.person
        self.look = look
        self._speed = speed if at_terminal() else "instant"
        self._dice = Random()  # for the time that bots seem to think; nothing else depends on it
        self.wording = Wording(game.table.names, you=self.person)
        self._told = 0  # the version up to which events have been printed
        self._pot = 0
        self._course = Course(game.table.rules)

    def run(self, again: str) -> None:
        """Play until the game is over or the person leaves. `again` is the command that resumes it."""
        table = self.table
        click.echo(self.title())
        if turns := turns_words(table.schedule):
            click.echo(fill(f"In turn: {turns}.", 78))
        if customs := customs_words(table.customs):
            click.echo(f"{capital(customs)}.")
        with leaving(self.game.close, again):
            if table.deals:  # a resumed game
                self.tell_deal()
            while not table.finished and self.person_can_play():
                if not table.playing:
                    if table.deals:
                        self.pause()
                    self.begin_deal()
                self.play_deal()
            if not table.finished:
                self.play_on()

    def title(self) -> str:
        """Return the name of the game and its stakes."""
        table = self.table
        rules = table.state.rules if table.playing else table.next_rules
        words = f"{table_title(rules, table.schedule, len(table.names))}, seed {table.seed}"
        return paint(capital(words), bold=True) + ". Press ? for the keys."

    def person_can_play(self) -> bool:
        """Return False when the person has no chips for the next deal; where chips can be bought, ask."""
        table = self.table
        if table.playing or table.stacks[self.person] >= table.next_rules.least_stack:
            return True
        chips = table.for_sale(self.person)
        if not chips:
            return False
        if ask_key(f"You are out of chips. Buy {chips:,} more? (y/n): ", YES_OR_NO) == "n":
            raise Left
        table.top_up(self.person, chips)
        self.tell()
        return True

    # --- a deal ---

    def begin_deal(self) -> None:
        """Shuffle and deal."""
        self._told = self.table.version
        self.table.deal()
        self._pot = self.table.state.setup.pot
        click.echo()
        click.echo(paint(self.hand_title(), bold=True))

    def hand_title(self) -> str:
        """Return the number of the hand, and its stakes."""
        state = self.table.state
        mixed = bool(self.table.schedule.games)
        return hand_title(self.table.deals, state.rules, mixed=mixed, carried=state.setup.pot)

    def play_deal(self) -> None:
        """Let everybody act until the deal is over."""
        while True:
            self.tell()
            self.let_think()
            if self.table.step():
                continue
            self.tell()
            if not self.table.playing:
                self.tell_result()
                return
            self.draw_table()
            self.table.submit(self.person, self.decide())

    def let_think(self) -> None:
        """Wait for as long as the bot to act seems to think."""
        state = self.table.state
        pause = pause_at(self._speed, watching=not state.live[self.person])
        if pause and state.to_act in self.table.players:
            with stopping.waiting():
                time.sleep(pause * moment_of_thought(state, state.to_act, self._dice))

    def tell(self) -> None:
        """Print the events since the last time."""
        for line in self.lines(self.table.events_since(self._told, self.person)):
            click.echo(line)
        self._told = self.table.version

    def tell_deal(self) -> None:
        """Print all events of the deal."""
        self._pot, self._told = self.table.state.setup.pot, self.table.version
        click.echo(paint(self.hand_title(), bold=True))
        for line in self.lines(self.table.view(self.person).history):
            click.echo(line)

    def lines(self, events: list[Event] | tuple[Event, ...]) -> list[str]:
        """Return events in words, without those that tell the person nothing new."""
        found = []
        for event in events:
            if event.kind == "button":
                self._course = Course(self.table.state.rules)
            if heading := self._course.before(event, f"{self._pot:,}"):
                found.append(self.look.text(heading))
            self._pot = pot_after(self._pot, event)
            if not is_news(event, self.person):
                continue
            several, side_pots = self.table.state.over and bool(self.table.state.boards), self.has_side_pots()
            if line := event_line(
                event, self.wording, self._pot, verb=self._course.verb, side_pots=side_pots, boards=several
            ):
                found.append(self.look.text(line if event.kind == "board" else ("  ", *line)))
        return found

    def has_side_pots(self) -> bool:
        """Return True when a finished deal paid several pots."""
        return self.table.state.over and len(self.table.state.pots) > 1

    def tell_result(self) -> None:
        """Print what the person won or lost in the hand."""
        if self.person not in self.table.state.setup.order:
            return
        won, stack = self.table.state.payoffs[self.person], self.table.stacks[self.person]
        words = f"won {won:,}" if won > 0 else f"lost {-won:,}" if won < 0 else "neither won nor lost"
        click.echo(f"You {words} in this hand and have {stack:,}.")

    def draw_table(self) -> None:
        """Print the seats, chips and cards, and the person's hand."""
        view = self.table.view(self.person)
        for line in table_lines(view, self.wording, view.hands, view.board):
            click.echo(self.look.text(line))
        if view.hand_words:
            click.echo(f"    you have {view.hand_words}")

    def pause(self) -> None:
        """Ask what to do between two deals."""
        while True:
            answer = ask(self.between_words()).lower()
            offered = wishes(self.table, self.person)
            chosen = [wish for wish in offered if answer in (wish.key, wish.name)]
            if not answer:
                return
            if chosen:
                chosen[0].do(self.table)
                self.tell()
            elif answer in ("w", "why"):
                tell_reasons(self.table)
            elif not self.common(answer, "\n".join([BETWEEN_HELP, *map(wish_line, offered)])):
                click.echo(f"{shorten(answer)} is not a key here; press Enter for the next hand, ? for the keys")

    def between_words(self) -> str:
        """Return the question between two deals, with the actions that are not always available."""
        offered = [wish for wish in wishes(self.table, self.person) if wish.name in ("straddle", "buy", "sit in")]
        keys = "".join(f", {wish.key} to {wish.words}" for wish in offered)
        out = "You are sitting out. " if self.person in self.table.sitting_out else ""
        return f"{out}Press Enter for the next hand{keys}: "

    def play_on(self) -> None:
        """Let the bots play to the end when the person is out."""
        seats = len(self.table.names)
        left = sum(stack > 0 for stack in self.table.stacks)
        click.echo(f"You are out of chips; {left} of {seats} players play on.")
        with progress_bar(f"hand {self.table.deals}", None) as done:
            while not self.table.finished:
                if not self.table.playing:
                    self.table.deal()
                while self.table.step():
                    done(self.table.deals, f"hand {self.table.deals}")
        self._told = self.table.version
        winner = self.table.champion
        if winner is not None:
            stack = self.table.stacks[winner]
            click.echo(f"{self.table.names[winner]} wins the game with {stack:,} in hand {self.table.deals}.")

    # --- decisions ---

    def decide(self) -> Action:
        """Ask until there is a legal action."""
        view = self.table.view(self.person)
        options = view.options
        drawing = options.phase == "drawing"
        click.echo(paint(f"    {drawing_words(view) if drawing else betting_words(view)}", dim=True))
        while True:
            answer = ask("Your move: ").lower()
            if self.common(answer, DRAWING_HELP if drawing else BETTING_HELP):
                continue
            if answer in ("e", "equity"):
                self.tell_chances(view)
                continue
            try:
                action = read_discard(answer, view) if drawing else read_bet(answer, view)
            except KickerError as error:
                click.echo(str(error))
                continue
            if refusal := refusal_words(action, view, answer):
                click.echo(refusal)
                continue
            return action

    def common(self, answer: str, keys: str) -> bool:
        """Run a command that is always allowed; return False for any other answer."""
        if answer in ("q", "quit", "exit"):
            raise Left
        if answer in ("?", "help"):
            click.echo(keys)
        elif answer in ("l", "log"):
            self.tell_deal()
        elif answer in ("v", "view"):
            self.draw_table()
        else:
            return False
        return True

    def tell_chances(self, view: View) -> None:
        """Print how good the hand is, from what the person knows."""
        game = view.rules.game
        seed = f"{self.table.seed}/{self.table.deals}/{len(view.history)}"
        if not is_holdem(game) and not (has_exact_draws(game) and view.options.phase == "drawing"):
            click.echo(f"{capital(chance_words(view, self.look.card, seed))}.")
            return
        if view.options.phase == "drawing":
            best = best_discard(view.hand, view.options.max_draw)[0]
            discarded = self.look.text(("discard ", *in_a_row(best.discards))) if best.discards else "stand pat"
            click.echo(f"Best: {discarded}; it beats {best.share:.1%} of hands that stand pat.")
            return
        others = sum(view.live) - 1
        found = equity([view.hand, *["random"] * others], view.board, trials=TRIALS, seed=_number(seed)).players[0]
        hands = "a random hand" if others == 1 else f"{others} random hands"
        click.echo(f"You win {found.win:.1%} and tie {found.tie:.1%} against {hands}.")


def wish_line(wish: Wish) -> str:
    """Return the line for an action in the list of keys between two deals."""
    return f"  {wish.key}           {wish.words}"


def tell_reasons(table: Table) -> None:
    """Print the reasons of bots that showed their cards."""
    decisions = table.open_decisions
    if not decisions:
        click.echo("No bot has shown its cards.")
    for decision in decisions:
        for line in decision_lines(decision, table.names):
            click.echo(line)


def _number(seed: str) -> int:
    """Return a whole number that depends on the text alone, and is different for nearly every text."""
    return int.from_bytes(seed.encode(), "big") % (2**61 - 1)


def drawing_words(view: View) -> str:
    """Return what the person can discard."""
    return f"up to {count_of(view.options.max_draw, 'card')}: 1 3 for first and third, 0 for none"


def read_discard(answer: str, view: View) -> Action:
    """Read the cards to discard, given by place or by name."""
    words = answer.replace(",", " ").split()
    if words and words[0] in ("d", "discard", "throw"):
        words = words[1:]
    if words in (["0"], ["pat"], ["stand", "pat"], ["none"]):
        return STAND_PAT
    hand = view.hand
    try:
        if words and all(re.fullmatch(r"[1-9]\d*", word) and len(word) < 10 for word in words):
            places = [int(word) for word in words]
            return discard([hand[place - 1] for place in places if _there(place, len(hand))])
        if words:
            return discard(parse_cards(" ".join(words)))
    except CardError:
        pass
    raise KickerError(f"{shorten(answer)} is not a card; discard {drawing_words(view)}", "text")


def _there(place: int, count: int) -> bool:
    if place > count:
        raise KickerError(f"there is no card {place}; you hold {count}", "action")
    return True
