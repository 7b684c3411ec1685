"""`kicker play klondike`: solitaire at the prompt, with the keys of the older console game and a few more.

The game with its clock and its hints is in `kicker.solitaire.session`, its save in `ui/common/klondike.py`, and the
sentences of all screens are in `ui/common/klondike_words.py`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom
from textwrap import wrap
from typing import Final

import click

from kicker.cards import count_of
from kicker.errors import FileError, IllegalAction, KickerError
from kicker.solitaire import BACK, TURN, Game, Klondike, Move, View, parse_move
from kicker.solitaire.deals import LAST_NUMBER
from kicker.solitaire.hints import chosen_deal
from kicker.solitaire.moves import COLUMNS, STOCK
from kicker.ui.common import klondike_files as files
from kicker.ui.common import klondike_words as words
from kicker.ui.common.klondike import GAME, KeptSession
from kicker.ui.common.klondike_options import rules_of, rules_options
from kicker.ui.common.prompt import INVALID, YES_OR_NO, InputEnded, ask, ask_key, can_clear
from kicker.ui.common.style import paint
from kicker.ui.common.text import FAN, UNBROKEN, WIDTH, Look, side_by_side
from kicker.ui.play.leaving import Left, leaving
from kicker.ui.play.options import look_options, refuse_options, resume_option

AGAIN: Final = "kicker play klondike --resume"
_KEY_WIDTH: Final = 17
HELP: Final = "\n".join(
    [f"{one.key:<{_KEY_WIDTH}} {one.what}" for one in (words.PILES, *words.COMMANDS.values())]
    + [f"{'4 S, 4s, (0 3)':<{_KEY_WIDTH}} a whole move at once; 1 2 3 moves three cards, 4 F one home"]
)
_SCREEN: Final = 80
_BESIDE: Final = 24  # characters to the right of the cards
_AROUND: Final = 10  # lines of the screen besides columns: the piles above, a sentence or two, the prompt


@click.command(GAME)
@click.argument("number", type=int, required=False)
@rules_options
@click.option("--one-way", is_flag=True, help="Turn the stock one way only.")
@click.option("--deck", metavar="CARDS", help="52 cards in dealing order: row by row, then the stock.")
@click.option("--winnable", is_flag=True, help="Choose winnable deals, easy deals more often.")
@click.option("--seed", type=int, help="Seed for choosing deals.")
@resume_option
@look_options
def klondike(
    number: int | None,
    draw: str,
    redeals: str,
    one_way: bool,
    deck: str | None,
    winnable: bool,
    seed: int | None,
    resume: str | None,
    four_colour: bool,
    plain: bool,
) -> None:
    """Play Klondike: deal NUMBER, a given deck, or a random deal.

    The stock shows one card and turns both ways. With --draw 3, a number of --redeals or --one-way it turns one way
    only. At the prompt, ? lists the keys.

    \b
      kicker play klondike
      kicker play klondike 12345 --draw 3
      kicker play klondike --winnable --seed 7
      kicker play klondike --resume
    """
    if resume is not None:
        beginning = "cannot be combined with --resume"
        refuse_options(click.get_current_context(), ("resume", "four_colour", "plain"), beginning)
    if (number is not None) + (deck is not None) + winnable > 1:
        raise click.UsageError("give only one of NUMBER, --deck and --winnable")
    if seed is not None and (number is not None or deck is not None):
        raise click.UsageError("--seed cannot be combined with NUMBER or --deck")
    dice = SystemRandom() if seed is None else Random(seed)
    if resume is not None:
        session = KeptSession.resume(resume)
    else:
        rules = rules_of(draw, redeals)
        if rules == Klondike() and not one_way:
            rules = Klondike(both_ways=True)
        given = number if number is not None else deck
        session = KeptSession(Game(rules, chosen_deal(rules, dice, winnable=winnable) if given is None else given))
    with leaving(session.close, AGAIN):
        KlondikePrompt(session, Look(four_colour, plain), dice, winnable).run()


class KlondikePrompt:
    """A person at the prompt: the current game, its look, and the choice of the next deal."""

    def __init__(self, session: KeptSession, look: Look, dice: Random, winnable: bool) -> None:
        self.session, self.look = session, look
        self.dice, self.winnable = dice, winnable
        self.stuck = False
        self.finishable = False
        self.file: Path | None = None
        """The file that the game was last saved to."""
        self.clears = can_clear()
        acts = self.acts()
        self.commands = {command.key: acts[name] for name, command in words.COMMANDS.items()}

    def acts(self) -> dict[str, Callable[[], None]]:
        """Return the functions for the keys that all screens share."""
        return {
            "turn": lambda: self.play(TURN),
            "back": lambda: self.play(BACK),
            "home": lambda: self.tell(words.NOTHING_HELD),
            "autoplay": self.autoplay,
            "undo": self.undo,
            "redo": self.redo,
            "moves": self.list_moves,
            "hint": self.hint,
            "oracle": self.oracle,
            "new": lambda: self.begin_anew(self.winnable),
            "winnable": lambda: self.begin_anew(winnable=True),
            "number": self.begin_number,
            "write": self.write,
            "open": self.open,
            "redraw": self.show,
            "quit": self.quit,
            "let_go": self.tell,
            "keys": lambda: click.echo(HELP),
        }

    def run(self) -> None:
        """Show the game, ask and obey, until the game is over or left."""
        self.session.start_clock()
        self.changed(words.KEYS_HINT)
        prefix = ""
        while not self.session.over:
            answer = ask(f"{prefix}Your move: ")
            prefix = ""
            try:
                if not self.obey(answer):
                    prefix = self.refuse()
            except FileError:
                raise  # nobody is there any more, or the game cannot be saved
            except KickerError as error:
                prefix = self.refuse(error)

    def obey(self, answer: str) -> bool:
        """Carry out an answer; return False if it is not a command."""
        key, move = answer[:1].upper(), self.as_move(answer)
        if move is not None:
            self.play(move)
        elif key in self.session.game.rules.places:
            self.play_from(key)
        elif key in self.commands:
            self.commands[key]()
        else:
            return False
        return True

    def as_move(self, text: str) -> Move | None:
        """Return the move that a line gives in full, if it does; `4 F` sends the card of column 4 to its foundation."""
        source, rest = text[:1].upper(), text[1:].strip().upper()
        if rest == words.COMMANDS["home"].key and source in self.session.position.rules.places:
            top = self.session.position.pile(source).top
            return Move(source, top.suit.upper()) if top is not None else None
        try:
            return parse_move(text)
        except IllegalAction:
            return None

    def changed(self, *sentences: str) -> None:
        """Save the game and show it."""
        position = self.session.position
        told = [*sentences, words.sentence(self.session.keep())]
        if position.won:
            told.append(words.won_words(self.session.game.number, position.made, position.score))
        was_stuck, self.stuck = self.stuck, position.stuck
        if self.stuck and not was_stuck:
            told.append(words.STUCK)
        finish, was_finishable = position.finish, self.finishable
        self.finishable = finish is not None
        if not was_finishable:
            told.append(words.finish_words(finish))
        self.show()
        for one in filter(None, told):
            say(one)

    def show(self) -> None:
        """Draw the game, replacing the old picture on a terminal."""
        room = None
        if self.clears:
            click.clear()
            room = shutil.get_terminal_size().lines - _AROUND
        for line in screen_lines(self.session.game.number, self.session.position.view(), self.look, room):
            click.echo(line)

    def tell(self, *sentences: str) -> None:
        """Print a message that changes nothing; on a terminal the game stays on the screen."""
        if self.clears:
            self.show()
        for one in sentences:
            say(one)

    def refuse(self, error: KickerError | None = None) -> str:
        """Explain why an answer is refused, if there is a reason; return the beginning of the next question."""
        self.tell(*[words.refusal_words(error, self.look)] if error else [])
        return INVALID

    # --- moves ---

    def play(self, move: Move) -> None:
        """Make a move."""
        self.session.play(move)
        self.changed()

    def play_from(self, source: str) -> None:
        """Ask where the cards of a pile go, until they go there or stay."""
        position = self.session.position
        if not position.pile(source).loose:
            raise IllegalAction(words.nothing_to_take(position, source))
        prefix = ""
        while (answer := ask(f"{prefix}Move to (x to cancel): "))[:1].upper() != "X":
            key, move = answer[:1].upper(), self.as_move(f"{source} {answer}")
            if move is None and key in position.rules.places:
                move = Move(source, key)
            elif move is None and key == words.COMMANDS["home"].key:
                move = self.as_move(f"{source} {key}")
            try:
                if move is not None:
                    self.play(move)
                    return
                prefix = self.refuse()
            except IllegalAction as error:
                prefix = self.refuse(error)
        self.tell()

    def undo(self) -> None:
        """Take the last move back."""
        (move,) = self.session.undo()
        self.changed(words.undone_words(self.session.position.view(), move, self.look))

    def redo(self) -> None:
        """Make the last undone move again."""
        before = self.session.position.view()
        (move,) = self.session.redo()
        self.changed(words.redone_words(before, move, self.look))

    def autoplay(self) -> None:
        """Bring home every card that can safely go."""
        self.changed(words.home_words(self.session.autoplay()))

    # --- hints ---

    def list_moves(self) -> None:
        """Show the legal moves until the person dismisses them."""
        possible = words.possible_words(self.session.position)
        *lines, last = lines_of(f"Possible moves: {possible}. Press enter to dismiss.")
        for line in lines:
            click.echo(line)
        ask(last)
        self.tell()

    def hint(self) -> None:
        """Show how often the best moves win, as far as the player can know."""
        self.think()
        hints = self.session.hints()
        rows = words.hint_rows(self.session.position.view(), hints, self.look)
        wide = max((len(row.keys) for row in rows), default=0)
        lines = [f"{row.keys:<{wide}}  {row.share:>13}  {row.words}" for row in rows]
        indented = [f"  {line}".replace(" ", UNBROKEN) for line in [*lines, words.more_words(hints)] if line]
        self.tell(words.hint_heading(hints), *indented)

    def oracle(self) -> None:
        """Show the next move of a certain win, or say that there is none."""
        if self.session.known_oracle is None:
            self.think()
        found = self.session.oracle()
        self.tell(words.oracle_words(self.session.position.view(), found, self.look, with_keys=True))

    def think(self) -> None:
        """Say on a terminal that the answer takes a moment; the answer replaces this message."""
        if self.clears:
            click.echo(f"{words.THINKING}\r", nl=False)

    # --- files, and other games ---

    def write(self) -> None:
        """Save the game to a file and continue."""
        ask_file(self.write_file)

    def write_file(self, name: str) -> bool:
        """Save the game to a file; return False if an existing file should stay."""
        path = files.path_to_write(name, self.session.game.rules)
        if files.is_taken(path) and ask_key(f"{str(path)!r} exists. Replace it? y/n: ", YES_OR_NO) == "n":
            return False
        files.write_game(path, self.session.timed_game())
        self.file = path
        say(f"Saved to {str(path)!r}.")
        return True

    def open(self) -> None:
        """Continue a game from a file."""
        ask_file(self.open_file)

    def open_file(self, name: str) -> bool:
        """Open the game of a file in place of the current one, which can be resumed later if it has begun."""
        path = files.path_to_read(name)
        before = self.session.open(files.read_game(path))
        left = f" The previous game is saved; resume it with {AGAIN} {before}" if before else ""
        self.forget_game()
        self.file = path
        self.changed(f"Opened {str(path)!r}.{left}")
        return True

    def begin_anew(self, winnable: bool) -> None:
        """Start another deal with the same rules in place of the current game."""
        if self.may_end():
            self.begin(chosen_deal(self.session.game.rules, self.dice, winnable=winnable))

    def begin_number(self) -> None:
        """Ask for the number of a deal, and start it in place of the current game."""
        prefix = ""
        while (answer := ask(f"{prefix}Deal number (x to cancel): ")).upper() != "X":
            prefix = INVALID
            if answer.isascii() and answer.isdigit() and len(answer) < 20 and 1 <= int(answer) <= LAST_NUMBER:
                if self.may_end():
                    self.begin(int(answer))
                return
        self.tell()

    def may_end(self) -> bool:
        """Ask whether to give up the current game."""
        if self.session.begun:
            say(words.GIVING_UP)
        return ask_key("Are you sure? y/n: ", YES_OR_NO) == "y"

    def begin(self, number: int) -> None:
        """Start a deal in place of the current game."""
        problem = self.session.deal(number)
        self.forget_game()
        self.changed(words.sentence(problem))

    def forget_game(self) -> None:
        """Forget everything about the previous game."""
        self.stuck = self.finishable = False
        self.file = None

    def quit(self) -> None:
        """Leave the game: saved to a file, saved for `--resume`, or without the changes."""
        answer = ask_key("Save progress? y/n (x to cancel): ", {**YES_OR_NO, "x": ("cancel",)})
        if answer == "n":
            resumed = self.session.found
            problem = self.session.discard()
            if resumed:
                say(f"The game stays as it was before you resumed it: {AGAIN}")
            else:
                say(f"Game deleted; {str(self.file)!r} stays as it is." if self.file else "Game deleted.")
            say(words.sentence(problem))
        elif answer == "y":
            say("Press Enter without a name to keep it for --resume.")
            ask_file(self.leave_in)

    def leave_in(self, name: str) -> bool:
        """Save the game to a file, or without a name where it is, and leave."""
        if not name:
            raise Left
        if not self.write_file(name):
            return False
        self.session.forget()
        say("O in kicker play klondike opens it.")
        return True


# --- questions and answers -------------------------------------------------------------------------------------------


def ask_file(use: Callable[[str], bool]) -> None:
    """Ask for the name of a file until `use` accepts one or the answer is x."""
    click.echo("Enter the name of the save file.")
    prefix = ""
    while (name := ask(f"{prefix}Filepath (x to cancel): ")).upper() != "X":
        prefix = ""
        try:
            if use(name):
                return
        except InputEnded:
            raise
        except KickerError as error:
            say(words.sentence(str(error)))
            prefix = "Invalid. "


def say(text: str) -> None:
    """Print a sentence, wrapped."""
    for line in lines_of(text):
        click.echo(line)


def lines_of(text: str) -> list[str]:
    """Return a sentence wrapped to the width of the screen."""
    lines = wrap(text, _SCREEN, break_long_words=False, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


# --- the screen ------------------------------------------------------------------------------------------------------


def screen_lines(number: int | None, view: View, look: Look, room: int | None = None) -> list[str]:
    """Return the whole game as the player sees it. Columns are compressed to fit into `room` lines, as far as
    possible."""
    homes = [
        look.empty_lines(home.suit) if home.top is None else look.card_lines(home.top) for home in view.foundations
    ]
    names = [home.suit for home in view.foundations]
    above = [*map(labelled, names, homes), *stock_columns(view, look), state_lines(number, view)]
    below = [
        labelled(name, look.column_lines(column.covered, column.uncovered, room))
        for name, column in zip(COLUMNS, view.columns, strict=False)
    ]
    return [*side_by_side(above), *side_by_side(below)]


def labelled(key: str, lines: list[str]) -> list[str]:
    """Return a pile below its key."""
    return [paint(f"{key:^{WIDTH}}", bold=True), *lines]


def stock_columns(view: View, look: Look) -> list[list[str]]:
    """Return the cards not yet turned up, and beside them the last ones turned up: as many as are turned up at
    a time."""
    rules = view.rules
    left = len(view.stock) > 1 if rules.both_ways else len(view.stock) > view.waste
    over = TURN in view.moves and not left
    pile = look.back_lines() if left else look.empty_lines("turn" if over else "")
    shown = [card for card in view.stock[max(0, view.waste - rules.draw) : view.waste] if card is not None]
    parts = [look.fan_lines(card) for card in shown[:-1]]
    parts.append(look.card_lines(shown[-1]) if shown else look.empty_lines())
    before = " " * (FAN * (len(parts) - 1))
    after = " " * (2 * FAN - len(before))
    fan = [f"{before}{paint(f'{STOCK:^{WIDTH}}', bold=True)}", *map("".join, zip(*parts, strict=True))]
    return [[" " * WIDTH, *pile], [line + after for line in fan]]


def state_lines(number: int | None, view: View) -> list[str]:
    """Return the facts besides the cards."""
    total = len(view.stock)
    stock = count_of(total, "card") if view.rules.both_ways else f"{total - view.waste} of {total} to turn"
    rules = wrap(words.rules_left(view), _BESIDE)
    lines = [words.deal_name(number), *rules, f"stock {stock}", f"score {view.score}", f"moves {view.made}"]
    return [*lines, *[""] * (6 - len(lines))]
