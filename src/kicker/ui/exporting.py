"""`kicker export`: hands for other programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kicker.cards import count_of, unknown
from kicker.errors import FileError, RecordError
from kicker.records import Record, Replay, replay, scan_records
from kicker.sites.files import read_hands
from kicker.sites.importing import RECORD_FILES, files_below
from kicker.sites.model import Cancelled, SiteHand
from kicker.sites.proving import prove
from kicker.ui.common.my_hands import check_database_installed, open_hands
from kicker.ui.common.output import check_folder, exists, open_output
from kicker.ui.importing import DATABASE

if TYPE_CHECKING:
    from kicker.tracker.store import Tracker

_FORMATS = ("phhs", "pokerstars", "jsonl", "csv", "parquet")


@click.command("export")
@click.argument("paths", metavar="[FILE|DIR]...", nargs=-1)
@click.option("-o", "--output", metavar="FILE", help="File to write; its extension sets the format. Default: print.")
@click.option("--format", "form", metavar="FORMAT", help=f"Format: {', '.join(_FORMATS[:-1])} or {_FORMATS[-1]}.")
@click.option("--player", metavar="NAME", help="Export this player's hands; by default, those of the files' owner.")
@click.option("--where", metavar="CONDITION", help="Export only some hands; the conditions are those of kicker stats.")
@click.option("--anonymous", is_flag=True, help="Replace names by Player 1, Player 2 and so on.")
@DATABASE
def export_command(
    paths: tuple[str, ...], output: str | None, form: str | None, player: str | None, where: str | None,
    anonymous: bool, database: str | None,
) -> None:  # fmt: skip
    """Write hands for other programs.

    Without FILE, it writes your imported hands; otherwise the hands in these files.

    .phhs files hold records in the PHH format, .txt files PokerStars' text, .jsonl files one JSON object per hand, .csv
    and .parquet files a table with one row per decision. With --anonymous a player has the same new name everywhere in
    the file.

    \b
      kicker export -o hands.phhs
      kicker export --where "pot>50bb" -o decisions.csv
      kicker export session.txt --anonymous -o session.txt.phhs
    """
    check_database_installed()
    form = _format(output, form)
    if paths and (where or player):
        raise click.UsageError("--where and --player choose among imported hands; leave out FILE")
    for path in paths:
        if not exists(path):
            raise FileError(f"cannot read {path!r}: no such file or directory", "missing")
    left_out: list[str] = []
    if paths:
        _write(_replays(paths, left_out), left_out, form, output, anonymous, paths)
        if left_out:
            sys.exit(1)
        return
    with open_hands(database) as tracker:
        _write(_kept(tracker, player, where), left_out, form, output, anonymous)
    if left_out:
        sys.exit(1)


def _format(output: str | None, form: str | None) -> str:
    from kicker.tracker.exporting import ENDINGS

    if form is None:
        ending = Path(output or "x.phhs").suffix.lower()
        if ending not in ENDINGS:
            raise FileError(f"cannot tell the format of {output!r}; end it in {', '.join(ENDINGS)}", "write")
        form = ENDINGS[ending]
    if form not in _FORMATS:
        raise click.UsageError(unknown("format", form, _FORMATS))
    if form == "parquet":
        if output is None:
            raise click.UsageError("Parquet needs a file; give --output")
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise click.ClickException("Parquet needs pyarrow: pip install 'kicker[data]'") from None
    if output is not None:
        check_folder(output)
    return form


def _kept(tracker: Tracker, player: str | None, where: str | None) -> Iterator[Replay]:
    from kicker.tracker.exporting import kept_replays
    from kicker.tracker.where import parse_where

    return kept_replays(tracker, player, parse_where(where) if where else None)


def _replays(paths: tuple[str, ...], left_out: list[str]) -> Iterator[Replay]:
    """Yield the hands of files that agree with themselves; print and list a sentence for each of the others."""
    for path in files_below(map(Path, paths)):
        if path.suffix.lower() in RECORD_FILES:
            yield from _recorded(path, left_out)
            continue
        for found in read_hands(path):
            if isinstance(found, Cancelled):
                continue
            line, problem = found.line, str(found)
            if isinstance(found, SiteHand):
                proof = prove(found)
                if proof.ok and proof.replay:
                    yield proof.replay
                    continue
                line, problem = proof.line, proof.problem
            left_out.append(f"{path}:{line}: {problem}")
            click.echo(left_out[-1], err=True)


def _recorded(path: Path, left_out: list[str]) -> Iterator[Replay]:
    """Yield the records of a file that can be replayed; print and list a sentence for each of the others."""
    from kicker.tracker.exporting import named

    with path.open("rb") as stream:
        for number, found in enumerate(scan_records(stream, str(path), many=path.suffix.lower() == ".phhs"), 1):
            problem = found
            if isinstance(found, Record):
                try:
                    yield named(replay(found), f"{path.stem} {found.hand or number}")
                    continue
                except RecordError as error:
                    problem = error
            left_out.append(str(problem))
            click.echo(left_out[-1], err=True)


def _write(
    replays: Iterator[Replay],
    left_out: list[str],
    form: str,
    output: str | None,
    anonymous: bool,
    inputs: tuple[str, ...] = (),
) -> None:
    from kicker.tracker.exporting import Masks, write_hands

    def leave_out(problem: str) -> None:
        left_out.append(problem)
        click.echo(problem, err=True)

    hands = map(Masks(), replays) if anonymous else replays
    try:
        with open_output(output, inputs) as stream:
            count = write_hands(hands, form, stream, leave_out)
    except RecordError as error:
        raise click.ClickException(str(error)) from None
    if output is not None:
        click.echo(f"wrote {count_of(count, 'hand')} to {output}", err=True)
