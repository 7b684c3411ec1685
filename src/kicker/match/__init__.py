"""Matches between bots: each deck played once for every rotation through the seats, on many processes or machines.

>>> tally = play_match(Match(["caller", "folder"], seed=7), hands=400)
>>> caller, folder = tally.scores
>>> tally.hands, caller.bb100, folder.bb100
(400, 23.75, -23.75)

A match is made of sessions: all bots start a session fresh and may learn until its end. Sessions are tallied in order,
so the same seed gives the same result with any number of workers. For games against people, see `kicker.table`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from kicker.checks import callback, file_path, of_type, positive, whole
from kicker.crews import Crew, find_crew
from kicker.disk import write_file
from kicker.errors import FileError, quoted
from kicker.match.session import (
    HOLDEM,
    NOTED,
    Fault,
    Listener,
    Match,
    Session,
    match_rules,
    match_schedule,
    play_session,
)
from kicker.match.style import Share, Style, quantile
from kicker.match.tally import Score, Standing, Tally, standings, student
from kicker.match.workers import check_sendable, play_sessions
from kicker.positions import position_names

Progress = Callable[[int, Tally], None]
"""A function called with the number of the match, from 0, and its tally: after each session, and after each hand if
this process plays alone.

Workers report unfinished sessions several times a second; a Dask cluster does not.
"""

LEAST_SESSIONS: Final = 10
"""The fewest sessions after which an interval can end a match."""


def play_match(
    match: Match,
    hands: int | None = None,
    *,
    until_ci: float | None = None,
    workers: int = 1,
    cluster: str | None = None,
    records: str | Path | None = None,
    style: bool = False,
    progress: Progress | None = None,
) -> Tally:
    """Play a match and return its tally; the arguments are those of `play_matches`."""
    return play_matches(
        [match], hands, until_ci=until_ci, workers=workers, cluster=cluster, records=records, style=style,
        progress=progress,
    )[0]  # fmt: skip


def play_matches(
    matches: Sequence[Match],
    hands: int | None = None,
    *,
    until_ci: float | None = None,
    workers: int = 1,
    cluster: str | None = None,
    records: str | Path | None = None,
    style: bool = False,
    progress: Progress | None = None,
) -> list[Tally]:
    """Play matches one after another with the same workers, and return their tallies.

    Each has `hands` hands, rounded up to whole sessions (by default the least `Match.usual_hands`), or with `until_ci`
    ends once at least ten sessions bring the 95% interval within ±`until_ci` bb/100. `records` is a folder for the
    sessions, `session-00001.phhs` and so on; several matches have a folder each in it, `match-01`. With `style` the
    tally also counts how the deals were bet.
    """
    for match in matches:
        of_type("a match", match, Match)
    if hands is None and until_ci is None:
        hands = min((match.usual_hands for match in matches), default=None)
    if hands is not None:
        whole("hands", hands, 1)
    if until_ci is not None:
        positive("until_ci", until_ci, code="interval")
    whole("workers", workers, 1)
    if cluster is not None:
        of_type("cluster", cluster, str)
    callback("progress", progress)
    folders = _record_folders(records, len(matches))
    if hands is not None and cluster is None:  # no more workers than sessions
        workers = min(workers, max((match.sessions(hands) for match in matches), default=1))
    if workers > 1 or cluster is not None:
        check_sendable(matches)
    tallies = []
    with find_crew(workers, cluster) as crew:
        for place, (match, folder) in enumerate(zip(matches, folders, strict=True)):
            tallies.append(_play(crew, match, hands, until_ci, folder, style, partial(progress or _nothing, place)))
    return tallies


def _play(
    crew: Crew, match: Match, hands: int | None, until_ci: float | None, folder: Path | None,
    style: bool, progress: Callable[[Tally], None],
) -> Tally:  # fmt: skip
    """Play one match with a crew."""
    tally = Tally(match)
    count = None if hands is None else match.sessions(hands)

    def note(unfinished: Session) -> None:
        tally.note(unfinished)
        progress(tally)

    with closing(_sessions(crew, match, count, folder, style, note)) as sessions:
        for session in sessions:
            tally.add(session)
            progress(tally)
            if until_ci is not None and is_sure(tally, until_ci):
                break
    tally.underway.clear()  # drop sessions that workers began ahead
    return tally


def _nothing(place: int, tally: Tally) -> None:
    """Do nothing: the default for `progress`."""


def is_sure(tally: Tally, until_ci: float) -> bool:
    """Return True if all players' intervals are narrow enough to end the match."""
    half = tally.half_width
    return half is not None and tally.sessions >= LEAST_SESSIONS and half <= until_ci


def _sessions(
    crew: Crew, match: Match, count: int | None, folder: Path | None, style: bool, note: Listener
) -> Generator[Session, None, None]:
    """Play sessions, and record those that count."""
    with closing(play_sessions(crew, match, count, note, folder is not None, style)) as sessions:
        for session in sessions:
            if folder is not None:
                _write_session(folder / f"session-{session.number + 1:05}.phhs", session.records)
            yield session


def _write_session(path: Path, records: str) -> None:
    try:
        write_file(path, records.encode())
    except OSError as error:
        raise FileError(f"cannot write {str(path)!r}: {(error.strerror or '').lower()}", "write") from None


def _record_folders(records: str | Path | None, count: int) -> list[Path | None]:
    """Return the folder of each match. Folders that already hold sessions are refused, so that records never mix."""
    if records is None:
        return [None] * count
    top = file_path("records", records, FileError)
    folders = [top] if count == 1 else [top / f"match-{number:02}" for number in range(1, count + 1)]
    for folder in folders:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise FileError(f"cannot write to {quoted(str(folder))}: {why.lower()}", "write") from None
        if any(folder.glob("session-*.phhs")):
            raise FileError(f"{str(folder)!r} already has records; choose another folder", "write")
    return list(folders)


__all__ = [
    "HOLDEM",
    "NOTED",
    "Fault",
    "Match",
    "Score",
    "Session",
    "Share",
    "Standing",
    "Style",
    "Tally",
    "is_sure",
    "match_rules",
    "match_schedule",
    "play_match",
    "play_matches",
    "play_session",
    "position_names",
    "quantile",
    "standings",
    "student",
]
