"""The things that the lobby opens: new games with their options, saved games, recorded hands.

Functions here do the slow part in a thread and return a function that makes the screen; nothing is drawn here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Final, NamedTuple

from rich.text import Text

from kicker.cards import Card, count_of
from kicker.errors import KickerError, RecordError
from kicker.records import Record, replay, scan_records
from kicker.table import read_summary
from kicker.ui.common.drills import DrillKind, solution_drill, trainer_kind
from kicker.ui.common.home import GameFiles, KeptGame, home_folder, kind_of, left_games
from kicker.ui.common.offer import Offer, kinds, new_seed
from kicker.ui.common.options import OptionError
from kicker.ui.common.text import YOU, limits_words, stakes_words
from kicker.ui.tui.base import GOLD, RoomScreen, Settings
from kicker.ui.tui.cards import word

USUAL: Final = "usual"
"""The default customs of a table."""
LISTED: Final = 40
"""The number of games and hands that are listed, newest first."""

Opening = Callable[[], RoomScreen]
"""A function that makes a screen once the slow work is done."""
Values = Mapping[str, str]
"""The chosen values by option name."""


# --- new games -------------------------------------------------------------------------------------------------------


def room_kinds() -> dict[str, str]:
    """Return the titles of all games, by the kind of their saves."""
    return kinds() | {"klondike": "Klondike"}


def begin_poker(offer: Offer, values: Values) -> Opening:
    """Start a poker game."""
    from kicker.ui.tui.poker import PokerScreen

    seed = new_seed(seed_of(values))
    usual = values.get("customs") == USUAL
    terms = offer.terms({
        option.name: option.usual if usual and option.custom else option.parse(values[option.name])
        for option in offer.options
        if option.is_open
    })  # fmt: skip
    table = offer.against_bots(terms, 0, values["bots"] if offer.is_open("bots") else "", seed)
    return partial(PokerScreen, KeptGame.begin(offer.kind, table))


def begin_klondike(values: Values) -> Opening:
    """Start Klondike: a deal by its number, or a random one."""
    from kicker.solitaire import Game as Solitaire
    from kicker.solitaire import Klondike
    from kicker.solitaire.hints import chosen_deal
    from kicker.ui.common.klondike import KeptSession
    from kicker.ui.tui.klondike import DEAL, KlondikeScreen

    both_ways = values["turn"] == "1 card, both ways"
    redeals = None if both_ways or values["redeals"] == "any" else int(values["redeals"])
    rules = Klondike(draw=3 if values["turn"] == "3 cards" else 1, redeals=redeals, both_ways=both_ways)
    seed = seed_of(values)
    if values["deal"]:
        if seed is not None:
            raise OptionError("seed", "give a deal number or a seed, not both")
        number = int(DEAL.parse(values["deal"]))
    else:
        dice = SystemRandom() if seed is None else Random(seed)
        number = chosen_deal(rules, dice, winnable=values["winnable"] == "yes")
    session = KeptSession(Solitaire(rules, number))
    session.keep()
    return partial(KlondikeScreen, session)


def seed_of(values: Values) -> int | None:
    """Return the seed, if there is one."""
    text = values["seed"]
    if not text:
        return None
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 40:
        return int(text)
    raise OptionError("seed", "the seed must be a whole number, or empty")


# --- saved games --------------------------------------------------------------------------------------------


class Entry(NamedTuple):
    """A line of a list, and the screen that it opens."""

    title: Text
    details: str
    open: Callable[[], Opening]
    delete: Callable[[], None] | None = None
    """A function that deletes the entry; None if that is not possible."""


def games_left() -> list[Entry]:
    """Return the games that can be resumed, most recent first; a damaged one says so on its line."""
    return [_left_entry(name) for name in left_games(list(room_kinds()))[:LISTED]]


def resume_game(name: str) -> Opening:
    """Resume a game."""
    if kind_of(name) == "klondike":
        from kicker.ui.common.klondike import KeptSession
        from kicker.ui.tui.klondike import KlondikeScreen

        return partial(KlondikeScreen, KeptSession.resume(name))
    from kicker.ui.tui.poker import PokerScreen

    return partial(PokerScreen, KeptGame.resume(kind_of(name), name))


def _left_entry(name: str) -> Entry:
    files = GameFiles(name, None)
    try:
        text = files.read()
        words, where = _klondike_words(text) if kind_of(name) == "klondike" else _poker_words(text)
        details = f"{where}, {_age(files.save_file)}"
    except KickerError as error:
        words, details = "", str(error)
    title = room_kinds()[kind_of(name)] + (f", {words}" if words else f" {name}")
    return Entry(Text(title), details, partial(resume_game, name), partial(GameFiles.delete, kind_of(name), name))


def _poker_words(text: str) -> tuple[str, str]:
    """Return the game and how far it has progressed."""
    summary = read_summary(text)
    rules = summary.rules
    betting = rules.betting if rules.raises == "free" else ""
    words = [count_of(summary.seats, "seat"), betting, stakes_words(rules), limits_words(rules)]
    chips = "".join(f", you have {stack:,}" for stack in summary.chips[:1])
    return ", ".join(filter(None, words)), f"hand {summary.deals}{chips}"


def _klondike_words(text: str) -> tuple[str, str]:
    from kicker.solitaire import Game as Solitaire
    from kicker.ui.common.klondike_words import deal_name, stock_words

    game = Solitaire.load(text)
    position = game.position
    home = sum(pile.height for pile in position.foundations)
    where = f"{count_of(position.made, 'move')}, score {position.score}, {home} of {len(game.deck)} on the foundations"
    return f"{deal_name(game.number)}, {stock_words(game.rules)}", where


def _age(path: Path) -> str:
    with suppress(OSError):
        return ago(time.time() - path.stat().st_mtime)
    return "gone"


def ago(seconds: float) -> str:
    """Return the time since something, in words."""
    if seconds >= 86_400:
        return f"{count_of(int(seconds // 86_400), 'day')} ago"
    if seconds >= 3_600:
        return f"{int(seconds // 3_600)} h ago"
    return f"{int(seconds // 60)} min ago" if seconds >= 60 else "just now"


# --- recorded hands ----------------------------------------------------------------------------------------


def recent_hands(settings: Settings) -> list[Entry]:
    """Return the most recent hands, newest first."""
    found: list[Entry] = []
    for path in _hands_files():
        if len(found) >= LISTED:
            break
        with suppress(OSError), path.open("rb") as stream:
            records = list(enumerate(scan_records(stream, str(path), many=True)))
            newest = records[::-1][: LISTED - len(found)]
            found += [_hand_entry(path, index, record, settings) for index, record in newest]
    return found


def replay_files(paths: Sequence[str], index: int = 0) -> Opening:
    """Replay the hands of files and folders, starting at one of them."""
    from kicker.ui.common.replaying import find_files
    from kicker.ui.tui.replayer import ReplayScreen

    return partial(ReplayScreen, find_files(paths), index=index)


def replay_path(values: Values) -> Opening:
    """Replay the file or folder whose name was typed."""
    name = values["path"]
    with suppress(RuntimeError):  # not a user's home folder, so an ordinary name
        name = str(Path(name).expanduser()) if name else name
    try:
        return replay_files([name])
    except KickerError as error:
        raise OptionError("path", str(error)) from None


def _hands_files() -> list[Path]:
    """Files of hands, most recent first."""
    found = []
    with suppress(OSError):
        for path in (home_folder() / "hands").glob("*.phhs"):
            found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


def _hand_entry(path: Path, index: int, record: Record | RecordError, settings: Settings) -> Entry:
    kind = room_kinds().get(kind_of(path.stem), path.stem)
    opens = partial(replay_files, [str(path)], index)
    try:
        if isinstance(record, RecordError):
            raise record
        end = replay(record).final
    except RecordError as error:
        return Entry(Text(f"{kind}, hand {index + 1}"), str(error), opens)
    best = max(range(len(record.names)), key=lambda seat: end.payoffs[seat])
    seat = record.names.index(YOU) if YOU in record.names else best
    brought = {who: f"{end.payoffs[who]:+,}" if end.payoffs[who] else "0" for who in (seat, best)}
    won = ", ".join(f"{record.names[who]} {chips}" for who, chips in brought.items())
    title = _cards(end.hands[seat], settings)
    if end.board:
        title = Text.assemble(title, "   ", _cards(end.board, settings))
    return Entry(title, f"{kind} {record.hand}: {won}, {_age(path)}", opens)


def _cards(cards: Sequence[Card], settings: Settings) -> Text:
    return Text(" ").join(word(card, settings.look) for card in cards)


# --- news ------------------------------------------------------------------------------------------------------------


class News(NamedTuple):
    """Recent games, hands and results."""

    left: list[Entry]
    hands: list[Entry]
    summary: Text
    solutions: list[str]
    """The names of the solutions in the library."""

    @classmethod
    def gather(cls, settings: Settings) -> News:
        """Collect the news; this takes a moment."""
        from kicker.ui.tui.statistics import summary

        return cls(games_left(), recent_hands(settings), summary(), solution_names())

    @property
    def text(self) -> Text:
        """The news as text."""
        text = Text()
        for title, entries, none in (("Games you left", self.left, "none"), ("Recent hands", self.hands, "none yet")):
            text.append(f"{title}\n", f"bold {GOLD}")
            for entry in entries[:4]:
                text.append_text(entry.title)
                text.append(f"\n{entry.details}\n", "dim")
            text.append("\n" if entries else f"{none}\n\n")
        text.append("So far\n", f"bold {GOLD}")
        return text.append_text(self.summary)


def open_my_hands() -> Opening:
    """Open the database of hands; those played since then are brought in first."""
    from kicker.ui.common.my_hands import open_hands
    from kicker.ui.tui.my_hands import MyHandsScreen

    return partial(MyHandsScreen, open_hands(None))


ALL_HANDS: Final = Entry(Text("All my hands"), "imported and played: filter, statistics, graph, notes", open_my_hands)
"""The first line of the list of hands."""


def open_statistics() -> Opening:
    """Open the statistics."""
    from kicker.ui.tui.statistics import StatisticsScreen

    return StatisticsScreen


def solution_names() -> list[str]:
    """Return the names of the solutions in the library, in their order; their files are not opened."""
    return sorted(path.stem for path in (home_folder() / "solutions").glob("*.solution"))


def begin_training(kind: DrillKind, solution: str, values: Values) -> Opening:
    """Start a drill, with the first question."""
    from kicker.ui.common.training import load_trainer
    from kicker.ui.tui.trainer import TrainScreen

    chosen = kind.values({option.name: option.parse(values[option.name]) for option in kind.options})
    if kind.make is not None:
        drill = kind.make(chosen)
    else:
        from kicker.solver.library import Library

        drill = solution_drill(Library().open(solution), solution, chosen)
    trainer = load_trainer(drill, None, trainer_kind(chosen))
    return partial(TrainScreen, trainer, trainer.next(time.time()))


def open_ranges() -> Opening:
    """Open the range editor."""
    from kicker.ui.tui.ranges import RangeScreen

    return RangeScreen
