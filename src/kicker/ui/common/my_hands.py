"""The user's own hands, for the command line, the terminal and the browser: opens the database, and makes sentences
about hands. The queries are in `kicker.tracker`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kicker.cards import count_of
from kicker.errors import KickerError
from kicker.ui.common.home import home_folder

if TYPE_CHECKING:
    from kicker.match.style import Share
    from kicker.tracker.answers import Answer, Point
    from kicker.tracker.listing import HandLine
    from kicker.tracker.store import Tracker
    from kicker.tracker.tournaments import Entry

SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£"}
COLUMNS: Final = ("vpip", "pfr", "threebet", "steal", "cbet_flop", "fold_to_cbet_flop", "wtsd", "wsd", "aggression")
"""The statistics shown in a table with one line per group, which has no room for all."""
NO_HANDS: Final = "no hands found; import some with 'kicker import FILES'"


def check_database_installed() -> None:
    """Raise a KickerError if the extra that databases need is missing."""
    try:
        import kicker.tracker.store  # noqa: F401
    except ImportError:
        raise KickerError("imported hands need SQLAlchemy; install it with pip install 'kicker[web]'", "web") from None


def open_tracker(database: str | None) -> Tracker:
    """Open the database of hands: the given one, or the one in the home folder."""
    check_database_installed()
    from kicker.tracker.store import Tracker

    if database is None:
        folder = home_folder()
        folder.mkdir(parents=True, exist_ok=True)
        database = str(folder / "hands.sqlite")
    return Tracker(database)


def open_hands(database: str | None) -> Tracker:
    """Open the database for questions; hands played at kicker's own tables are first added to the one in the home
    folder."""
    if database is not None and "://" not in database and not Path(database).exists():
        raise KickerError(f"there is no database {database!r}; kicker import --database makes one", "database")
    tracker = open_tracker(database)
    if database is None:
        from kicker.tracker.own import bring_in

        try:
            bring_in(tracker, home_folder() / "hands")
        except BaseException:
            tracker.close()
            raise
    return tracker


def amount_words(amount: int, currency: str, scale: int = 100) -> str:
    """Return an amount won or lost in words: `+$12.50`, `-340 chips`."""
    sign = "-" if amount < 0 else "+"
    if currency:
        return f"{sign}{SIGNS.get(currency, currency + ' ')}{abs(amount) / scale:,.2f}"
    return f"{sign}{abs(amount):,} chips"


def money_words(answer: Answer) -> str:
    """Return the amounts won, currency by currency."""
    return ", ".join(amount_words(total, name) for name, total in sorted(answer.won.items(), reverse=True))


def rate_words(answer: Answer, *, by_equity: bool = False) -> str:
    """`+56.6 ± 80.9 bb/100`: the result, or the result by equity. One hand has no interval."""
    rate, half = (answer.expected100, answer.expected_half_width) if by_equity else (answer.bb100, answer.half_width)
    spread = f" ± {half:.1f}" if answer.hands > 1 else ""
    return f"{rate:+.1f}{spread} bb/100" + (" with all-in pots paid by equity" if by_equity else "")


def line_cells(line: HandLine) -> tuple[str, ...]:
    """Return a hand as a row of a list: time, game, position, cards, result and note."""
    played = f"{line.played:%Y-%m-%d %H:%M}" if line.played else "-"
    result = amount_words(line.net, line.currency, line.scale)
    words = " ".join([*(f"#{tag}" for tag in line.note.tags), *line.note.text.split()])
    return played, line.game, line.position, line.cards or "-", result, f"{line.big_blinds:+.1f} bb", words


def group_rows(by: str, answers: Sequence[Answer], room: int) -> list[list[str]]:
    """Return a table with a header and one line per group; percentages with their chances, `40 (254)`, if lines of this
    width have room for them."""
    rows = _group_rows(by, answers, chances=True)
    widths = [max(len(row[place]) for row in rows) + 2 for place in range(len(rows[0]))]
    return rows if sum(widths) <= room else _group_rows(by, answers, chances=False)


def _group_rows(by: str, answers: Sequence[Answer], *, chances: bool) -> list[list[str]]:
    from kicker.tracker.facts import STATISTICS

    titles = {each.name: each.title for each in STATISTICS}
    heads = [by, "hands", "bb/100", "±", "all-in", *(titles[name] for name in COLUMNS)]
    rows = [
        [
            answer.group,
            f"{answer.hands:,}",
            f"{answer.bb100:+.1f}",
            f"{answer.half_width:.1f}" if answer.hands > 1 else "-",
            f"{answer.expected100:+.1f}",
            *(_share_cell(answer.shares[name], chances=chances) for name in COLUMNS),
        ]
        for answer in answers
    ]
    return [heads, *rows]


def _share_cell(share: Share, *, chances: bool) -> str:
    """Return a percentage for a table: `40`, or `40 (254)` with its chances."""
    if not share.of:
        return "-"
    return f"{100 * share.share:.0f}" + (f" ({share.of:,})" if chances else "")


def entry_rows(entries: Sequence[Entry]) -> list[list[str]]:
    """Return a table of tournaments with a header: buy-in, place, prize and result."""
    rows = [["tournament", "buy-in", "place", "prize", "bounties", "result"]]
    for entry in entries:
        currency = entry.buy_in.currency if entry.buy_in else ""
        amounts = [entry.buy_in.total if entry.buy_in else None, entry.prize, entry.bounties or None]
        price, prize, bounties = ("-" if amount is None else _price_words(amount, currency) for amount in amounts)
        result = "-" if entry.result is None else _price_words(entry.result, currency, plus="+")
        rows.append([f"{entry.site}:{entry.number}", price, str(entry.place or "-"), prize, bounties, result])
    return rows


def tournament_lines(entries: Sequence[Entry]) -> list[str]:
    """Return a sentence for the tournaments of each currency: `12 tournaments, buy-ins $60.00, ...`."""
    from kicker.tracker.tournaments import totals_of

    lines = []
    for totals in totals_of(entries):
        line = f"{count_of(totals.entries, 'tournament')}, buy-ins {_price_words(totals.paid, totals.currency)}"
        if totals.known:
            known = "" if totals.known == totals.entries else f"{totals.known:,} with a known result: "
            line += f"; {known}prizes and bounties {_price_words(totals.won, totals.currency)}"
        if totals.roi is not None:
            line += f", return on investment {totals.roi:+.0%}"
        lines.append(line)
    return lines


def _price_words(amount: int, currency: str, plus: str = "") -> str:
    """Return an amount of hundredths: `$5.50`, `FPP 1.00`, `109.00` in play money, `free`."""
    if not amount and not currency:
        return "free" if not plus else "0"
    sign = "-" if amount < 0 else plus
    return f"{sign}{SIGNS.get(currency, f'{currency} ' if currency else '')}{abs(amount) / 100:,.2f}"


def text_graph(points: Sequence[Point], width: int = 72, height: int = 16) -> list[str]:
    """Draw the results with characters: # is the amount won, . the amount by equity."""
    low = min(min(point.won, point.expected) for point in points)
    high = max(max(point.won, point.expected) for point in points)
    span = (high - low) or 1.0
    rows = [[" "] * width for _ in range(height)]
    for column in range(width):
        point = points[round(column * (len(points) - 1) / (width - 1))]
        for value, sign in ((point.expected, "."), (point.won, "#")):
            rows[height - 1 - round((value - low) / span * (height - 1))][column] = sign
    labels = [f"{high - place * span / (height - 1):+9.1f}" for place in range(height)]
    lines = [f"{label} |{''.join(row)}".rstrip() for label, row in zip(labels, rows, strict=True)]
    last = points[-1]
    total = f"{last.hands:,}"
    return [
        *lines, f"{'bb':>9} +{'-' * width}", f"{'':11}0{total:>{width - 1}} hands",
        f"# won {last.won:+,.1f} bb   . by equity {last.expected:+,.1f} bb",
    ]  # fmt: skip


def share_words(taken: int, chances: int) -> str:
    """Return a percentage with its number of chances: `23.1% of 130`."""
    return f"{taken / chances:.1%} of {chances:,}" if chances else "-"
