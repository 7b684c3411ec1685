"""`kicker play klondike`: solitaire at the prompt, with the keys of the console game and a few more.

Not here: the game with its clock and its hints (`kicker.solitaire.session`), where it is kept
(`ui/common/klondike.py`), and what all screens say (`ui/common/klondike_words.py`).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom
from textwrap import wrap
from typing import Final

import click

from kicker.cards import count_of, shorten
from kicker.errors import FileError, IllegalAction, KickerError
from kicker.solitaire import BACK, TURN, Game, Klondike, Move, View, parse_move
from kicker.solitaire.hints import chosen_deal
from kicker.solitaire.moves import COLUMNS, STOCK
from kicker.ui.common import klondike_words as words
from kicker.ui.common.home import write_whole
from kicker.ui.common.klondike import GAME, KeptSession
from kicker.ui.common.klondike_options import rules_of, rules_options
from kicker.ui.common.output import exists, open_input, reason, writing
from kicker.ui.common.prompt import INVALID, YES_OR_NO, InputEnded, ask, ask_key, can_clear
from kicker.ui.common.style import paint
from kicker.ui.common.text import FAN, UNBROKEN, WIDTH, Look, side_by_side
from kicker.ui.play.leaving import Left, leaving
from kicker.ui.play.options import look_options, refuse_options, resume_option

AGAIN: Final = "kicker play klondike --resume"
_KEYS: Final = {
    "0, 1-7, S H C D": "the pile to take from, and then the pile to put it on",
    "4 S, 4s, (0 3)": "a whole move at once; 1 2 3 moves three cards",
    **{command.key: command.what for command in words.COMMANDS.values()},
    "W": "write the game to a file",
    "O": "open a game from a file",
    "V": "draw the screen again",
    "Q": "quit",
    "?": "this list",
}
HELP: Final = "\n".join(f"{key:<17} {what}" for key, what in _KEYS.items())
_SCREEN: Final = 80
_BESIDE: Final = 24  # characters to the right of the cards
_AROUND: Final = 10  # lines of the screen that are not columns: the piles above, a sentence or two, the prompt


@click.command(GAME)
@click.argument("number", type=int, required=False)
@rules_options
@click.option("--one-way", is_flag=True, help="A stock that is turned one way only, as it is with the options above.")
@click.option("--deck", metavar="CARDS", help="52 cards in the order of the deal: row by row, then the stock.")
@click.option("--winnable", is_flag=True, help="Choose deals that are proven to be winnable; easy ones are likelier.")
@click.option("--seed", type=int, help="The same seed chooses the same deals.")
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
    """Play Klondike: the deal NUMBER, one that is given as a deck, or one that is chosen at random.

    The stock shows one card and can be rotated both ways. With --draw 3, with a number of --redeals or with --one-way
    it is turned one way only. At the prompt ? lists the keys.

    \b
      kicker play klondike
      kicker play klondike 12345 --draw 3
      kicker play klondike --winnable --seed 7
      kicker play klondike --resume
    """
    if resume is not None:
        beginning = "begins another game: leave it out, or --resume"
        refuse_options(click.get_current_context(), ("resume", "four_colour", "plain"), beginning)
    if (number is not None) + (deck is not None) + winnable > 1:
        raise click.UsageError("a deal is given by its number, by --deck, or chosen with --winnable")
    if seed is not None and (number is not None or deck is not None):
        raise click.UsageError("--seed chooses a deal: leave out the number and --deck")
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
    """A person at the prompt: the game at hand, how it looks, and how the next one is chosen."""

    def __init__(self, session: KeptSession, look: Look, dice: Random, winnable: bool) -> None:
        self.session, self.look = session, look
        self.dice, self.winnable = dice, winnable
        self.stuck = False
        self.clears = can_clear()
        self.commands: dict[str, Callable[[], None]] = {
            **{words.COMMANDS[name].key: act for name, act in self.shared_commands().items()},
            "W": self.write,
            "O": self.open,
            "V": self.show,
            "Q": self.quit,
            "?": lambda: click.echo(HELP),
        }

    def shared_commands(self) -> dict[str, Callable[[], None]]:
        """What the keys of all screens do here."""
        return {
            "turn": lambda: self.play(TURN),
            "back": lambda: self.play(BACK),
            "undo": self.undo,
            "redo": self.redo,
            "autoplay": self.autoplay,
            "moves": self.list_moves,
            "hint": self.hint,
            "oracle": self.oracle,
            "new": self.begin_anew,
        }

    def run(self) -> None:
        """Show, ask, obey, until the game is over or left."""
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
                raise  # nobody is there any more, or the game cannot be kept
            except KickerError as error:
                prefix = self.refuse(error)

    def obey(self, answer: str) -> bool:
        """Do what was asked; False if that is nothing that can be asked."""
        key, move = answer[:1].upper(), as_move(answer)
        if move is not None:
            self.play(move)
        elif key in self.session.game.rules.places:
            self.play_from(key)
        elif key in self.commands:
            self.commands[key]()
        else:
            return False
        return True

    def changed(self, *sentences: str) -> None:
        """Keep the game as it is now and show it."""
        position = self.session.position
        told = [*sentences, self.session.keep()]
        if position.won:
            told.append(words.won_words(self.session.game.number, position))
        was_stuck, self.stuck = self.stuck, position.stuck
        if self.stuck and not was_stuck:
            told.append(words.STUCK)
        self.show()
        for one in filter(None, told):
            say(one)

    def show(self) -> None:
        """Draw the game, on a terminal in place of what was there."""
        room = None
        if self.clears:
            click.clear()
            room = shutil.get_terminal_size().lines - _AROUND
        for line in screen_lines(self.session.game.number, self.session.position.view(), self.look, room):
            click.echo(line)

    def tell(self, *sentences: str) -> None:
        """Say something that changes nothing; on a terminal the game stays where it is."""
        if self.clears:
            self.show()
        for one in sentences:
            say(one)

    def refuse(self, error: KickerError | None = None) -> str:
        """Say why an answer does not do, where there is a reason; returns how the next question begins."""
        self.tell(*[words.refusal_words(error)] if error else [])
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
            key, move = answer[:1].upper(), as_move(f"{source} {answer}")
            if move is None and key in position.rules.places:
                move = Move(source, key)
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
        self.session.undo()
        self.changed()

    def redo(self) -> None:
        """Make the last undone move again."""
        self.session.redo()
        self.changed()

    def autoplay(self) -> None:
        """Bring home what is safe there."""
        self.changed(words.home_words(self.session.autoplay()))

    # --- hints ---

    def list_moves(self) -> None:
        """The legal moves, until they are dismissed."""
        possible = words.possible_words(self.session.position)
        *lines, last = lines_of(f"Possible moves: {possible}. Press enter to dismiss.")
        for line in lines:
            click.echo(line)
        ask(last)
        self.tell()

    def hint(self) -> None:
        """How often each move wins as far as the player can know; the best few."""
        self.think()
        heading, *moves = words.hint_lines(self.session.hints())
        self.tell(heading, *(f"{UNBROKEN * 2}{line}" for line in moves))

    def oracle(self) -> None:
        """The next move of a line that wins for certain, or that there is none."""
        if self.session.known_oracle is None:
            self.think()
        self.tell(self.session.oracle().text)

    def think(self) -> None:
        """Tell who waits at a terminal that the answer takes a moment; the answer takes its place."""
        if self.clears:
            click.echo(f"{words.THINKING}\r", nl=False)

    # --- files, and other games ---

    def write(self) -> None:
        """Save the game to a file and go on."""
        ask_file(self.write_file)

    def write_file(self, name: str) -> bool:
        """Save the game to a file; False if another file should stay as it is."""
        path = path_of(name)
        with writing(path):
            there, replaceable = path.exists(), path.is_file()
        if there and not replaceable:
            raise FileError(f"cannot write {str(path)!r}: it is no file", "write")
        if there and ask_key(f"{str(path)!r} is there already. Write over it? y/n: ", YES_OR_NO) == "n":
            return False
        write_whole(path, self.session.save())
        say(f"saved to {str(path)!r}")
        return True

    def open(self) -> None:
        """Go on with a game from a file."""
        ask_file(self.open_file)

    def open_file(self, name: str) -> bool:
        """Put the game of a file in place of the one at hand, which is left for another time if it has begun."""
        path = path_of(name)
        before = self.session.open(read_game(path))
        left = f"; {AGAIN} {before} goes on with the game before" if before else ""
        self.stuck = False
        self.changed(f"opened {str(path)!r}{left}")
        return True

    def begin_anew(self) -> None:
        """Another deal of the same rules in place of the game at hand."""
        if ask_key("Are you sure? y/n: ", YES_OR_NO) == "y":
            number = chosen_deal(self.session.game.rules, self.dice, winnable=self.winnable)
            self.stuck = False
            self.changed(self.session.deal(number))

    def quit(self) -> None:
        """Leave the game, kept in a file, kept for `--resume`, or thrown away."""
        answer = ask_key("Save progress? y/n (x to cancel): ", {**YES_OR_NO, "x": ("cancel",)})
        if answer == "n":
            self.session.end()
            say("the game is thrown away")
        elif answer == "y":
            say("without a name it stays where --resume finds it")
            ask_file(self.leave_in)

    def leave_in(self, name: str) -> bool:
        """Keep the game in a file, or without a name where it is."""
        if not name:
            raise Left
        if not self.write_file(name):
            return False
        self.session.forget()
        say("O in kicker play klondike opens it")
        return True


# --- questions and answers -------------------------------------------------------------------------------------------


def as_move(text: str) -> Move | None:
    """The move that a line says in full, if it does."""
    try:
        return parse_move(text)
    except IllegalAction:
        return None


def ask_file(use: Callable[[str], bool]) -> None:
    """Ask for the name of a file until `use` takes one, or the answer is x."""
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
            say(str(error))
            prefix = "Invalid. "


def path_of(name: str) -> Path:
    """The file that a name means; one without an ending gets `.json`."""
    if not name or "\0" in name:
        raise FileError(f"{shorten(name)} cannot be the name of a file", "missing")
    path = Path(name)
    with suppress(RuntimeError):  # nobody's home: then it is a name like others
        path = path.expanduser()
    named = path.name not in ("", "..")
    return path.with_name(f"{path.name}.json") if named and not path.suffix else path


def read_game(path: Path) -> Game:
    """The game that is saved in a file."""
    if exists(str(path)) and not path.is_file():
        raise FileError(f"cannot read {str(path)!r}: it is no file", "missing")
    with open_input(str(path)) as stream:
        try:
            text = stream.read().decode()
        except (OSError, UnicodeDecodeError) as error:
            raise FileError(f"cannot read {str(path)!r}: {reason(error)}", "missing") from None
    game = Game.load(text)
    if game.position.won:
        raise KickerError(f"the game in {str(path)!r} is won already", "save")
    return game


def say(text: str) -> None:
    """A sentence on as many lines as it takes."""
    for line in lines_of(text):
        click.echo(line)


def lines_of(text: str) -> list[str]:
    """A sentence on lines that fit the screen."""
    lines = wrap(text, _SCREEN, break_long_words=False, break_on_hyphens=False)
    return [line.replace(UNBROKEN, " ") for line in lines]


# --- the screen ------------------------------------------------------------------------------------------------------


def screen_lines(number: int | None, view: View, look: Look, room: int | None = None) -> list[str]:
    """The whole game as the player sees it; columns are pushed together to fit into `room` lines, if they can."""
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
    """A pile below the key that means it."""
    return [paint(f"{key:^{WIDTH}}", bold=True), *lines]


def stock_columns(view: View, look: Look) -> list[list[str]]:
    """The cards that are not turned up, and beside them those that are: as many as are turned up at a time."""
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
    """What there is to know besides the cards."""
    total = len(view.stock)
    stock = count_of(total, "card") if view.rules.both_ways else f"{total - view.waste} of {total} to turn"
    rules = wrap(words.rules_left(view), _BESIDE)
    lines = [words.deal_name(number), *rules, f"stock {stock}", f"score {view.score}", f"moves {view.made}"]
    return [*lines, *[""] * (6 - len(lines))]
