"""`kicker import`: import and check hand histories of poker sites."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kicker import stopping
from kicker.cards import count_of
from kicker.errors import FileError
from kicker.sites.importing import ImportCounts, Keeper, Watcher, check_file, files_below
from kicker.sites.repeats import Numbers
from kicker.ui.common.home import home_folder
from kicker.ui.common.my_hands import open_tracker
from kicker.ui.common.output import exists, progress_bar

if TYPE_CHECKING:
    from kicker.tracker.store import Tracker

DATABASE = click.option(
    "--database", metavar="FILE|URL", help="Where hands are kept: an SQLite file or a postgresql:// URL."
)


@click.command("import")
@click.argument("paths", metavar="[FILE|DIR]...", nargs=-1)
@click.option("--check", is_flag=True, help="Read and check the hands without keeping them.")
@click.option("--watch", is_flag=True, help="Follow the folders and import hands as they are played; Ctrl-C ends it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with the counts and problems.")
@DATABASE
def import_command(paths: tuple[str, ...], check: bool, watch: bool, as_json: bool, database: str | None) -> None:
    """Import hand histories from poker sites, and check them.

    kicker reads the files of PokerStars, GGPoker, Winamax, 888poker and PartyPoker, and records in the PHH format.
    Without FILE, it imports the hands that you played at kicker's own tables.

    Every hand is replayed; pots, uncalled bets, winners and rake must agree with the file. Hands that do not agree are
    reported as FILE:LINE and left out, and the exit code is 1. No hand is imported twice.

    \b
      kicker import ~/PokerStars/HandHistory
      kicker import session.txt --check
      kicker import --watch ~/PokerStars/HandHistory
    """
    if check and watch:
        raise click.UsageError("--check cannot be combined with --watch")
    if watch:
        _watch(paths, as_json, database)
        return
    files = _files(paths)
    counts = ImportCounts()
    if check:
        with Numbers() as numbers:
            _read(files, counts, numbers)
            counts.problems += numbers.clashes
        _report(counts, as_json, None)
    else:
        with open_tracker(database) as tracker:
            try:
                _read(files, counts, tracker)
            finally:  # Ctrl-C keeps what has been imported
                tracker.flush()
            counts.problems += tracker.clashes
            _report(counts, as_json, tracker)
    if counts.problems:
        sys.exit(1)


def _watch(paths: Sequence[str], as_json: bool, database: str | None) -> None:
    """Import new hands until Ctrl-C."""
    _files(paths)
    with open_tracker(database) as tracker:
        watcher = Watcher([Path(path) for path in paths or [str(home_folder() / "hands")]], tracker)
        if not as_json:
            click.echo("watching; press Ctrl-C to stop", err=True)
        kept = -1
        while True:
            problems = watcher.poll()
            tracker.flush()
            problems += watcher.new(tracker.clashes)
            tracker.clashes.clear()
            for problem in problems:
                click.echo(json.dumps(problem.as_dict()) if as_json else str(problem), err=not as_json)
            if tracker.kept != kept:
                kept = tracker.kept
                counts = {"kept": tracker.kept, "repeated": tracker.repeated}
                click.echo(json.dumps(counts) if as_json else f"{count_of(kept, 'new hand')} so far")
                sys.stdout.flush()
            for _ in range(10):
                stopping.check()
                time.sleep(0.1)


def _files(paths: Sequence[str]) -> list[Path]:
    if not paths:
        return files_below([home_folder() / "hands"]) if (home_folder() / "hands").is_dir() else []
    for path in paths:
        if not exists(path):
            raise FileError(f"cannot read {path!r}: no such file or directory", "missing")
    return files_below(map(Path, paths))


def _read(files: Sequence[Path], counts: ImportCounts, keeper: Keeper) -> None:
    sizes = [path.stat().st_size for path in files]
    done = 0
    with progress_bar("importing", sum(sizes)) as update:
        for path, size in zip(files, sizes, strict=True):

            def tell(read: int, done: int = done, size: int = size) -> None:
                update(done + min(read, size), lambda: f"importing, {count_of(counts.hands, 'hand')}")

            check_file(path, counts, keeper, tell)
            done += size
            tell(0, done)


def _report(counts: ImportCounts, as_json: bool, tracker: Tracker | None) -> None:
    kept = {"kept": tracker.kept, "repeated": tracker.repeated} if tracker else {}
    if as_json:
        click.echo(json.dumps(counts.as_dict() | kept))
        return
    for problem in counts.problems:
        click.echo(str(problem), err=True)
    parts = [f"{counts.ok:,} ok"]
    for name in ("disagree", "unreadable", "cancelled"):
        if number := getattr(counts, name):
            parts.append(f"{number:,} {name}")
    click.echo(f"{count_of(counts.hands, 'hand')} in {count_of(counts.files, 'file')}: {', '.join(parts)}")
    if tracker:
        parts = [f"{tracker.kept:,} new", f"{tracker.repeated:,} already imported"]
        if tracker.clashes:
            parts.append(f"{len(tracker.clashes):,} with the number of another hand")
        click.echo(", ".join(parts))
