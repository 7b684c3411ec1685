"""Sessions as tasks for a crew: in this process, in worker processes, or on a Dask cluster."""

from __future__ import annotations

import pickle
from collections.abc import Generator, Iterator, Sequence
from itertools import count as counting

from kicker.crews import Crew, Task, results_of
from kicker.errors import KickerError
from kicker.match.session import Listener, Match, Session, play_session


def check_sendable(matches: Sequence[Match]) -> None:
    """Refuse players and rules that cannot be sent to another process."""
    sent: dict[int, tuple[str, object]] = {id(spec): (spec.label, spec) for match in matches for spec in match.specs}
    sent |= {id(match.rules): (match.rules.game.title, match.rules) for match in matches}
    for label, value in sent.values():
        try:
            pickle.dumps(value)
        except Exception as error:  # whatever the object raises when it is pickled
            message = f"{label} cannot be sent to other processes; define it at the top level of a module,"
            raise KickerError(f"{message} or play with one worker ({error})", "worker") from None


def play_sessions(
    crew: Crew, match: Match, count: int | None, tell: Listener, records: bool = False, style: bool = False
) -> Generator[Session, None, None]:
    """Yield the sessions in order from the first, `count` of them or without end; `tell` is called with unfinished
    ones."""

    def tasks() -> Iterator[Task]:
        for number in counting() if count is None else range(count):
            yield Task(f"session {number + 1}", play_session, (match, number, records, style))

    yield from results_of(crew, tasks(), tell)
