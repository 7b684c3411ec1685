"""A worker process of the study room: it reads questions and writes answers as lines of JSON.

The server starts it (`workers.py`) and stops it by closing its input. It yields to everything else on the machine, so
that tables are not slowed down. Lines in: `{"id", "question"}` and `{"stop": id}`. Lines out: `{"id", "news"}` as
often as there is something new, at last `{"id", "done"}`, with `error` in it where something was wrong.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from kicker.errors import KickerError
from kicker.ui.web.limits import message_to_visitors
from kicker.ui.web.study.charts import push_fold_chart
from kicker.ui.web.study.explore import explore, preview
from kicker.ui.web.study.tables import solve_table

WORK = {"explore": explore, "chart": push_fold_chart, "range": preview, "table": solve_table}
"""The functions that answer each kind of question."""


class Stopped(Exception):  # noqa: N818 (nothing is wrong)
    """Raised when nobody is waiting for the answer any more."""


def main() -> None:
    """Answer questions until the input ends."""
    with suppress(OSError, AttributeError):  # not on every system
        os.nice(10)
    questions: SimpleQueue[Mapping[str, Any]] = SimpleQueue()
    stopped: set[int] = set()
    threading.Thread(target=listen, args=(questions, stopped), daemon=True).start()
    while True:
        asked = questions.get()
        answer(asked["id"], asked["question"], stopped)
        stopped.discard(asked["id"])


def listen(questions: SimpleQueue[Mapping[str, Any]], stopped: set[int]) -> None:
    """Read the server's lines. When the input ends, the server has ended, and this process ends at once."""
    for line in sys.stdin:
        said = json.loads(line)
        if "stop" in said:
            stopped.add(said["stop"])
        else:
            questions.put(said)
    os._exit(0)


def answer(number: int, question: Mapping[str, Any], stopped: set[int]) -> None:
    """Answer one question, line by line."""

    def tell(news: Mapping[str, Any]) -> None:
        if number in stopped:
            raise Stopped
        send({"id": number, "news": news})

    error: dict[str, str] | None = None
    try:
        WORK[question.get("work", "explore")](question, tell)
    except Stopped:
        pass
    except KickerError as fault:
        error = {"code": fault.code, "message": message_to_visitors(fault)}
    except Exception as fault:
        error = {"code": "server", "message": f"the calculation failed ({type(fault).__name__})"}
    send({"id": number, "done": True} | ({"error": error} if error else {}))


def send(line: Mapping[str, Any]) -> None:
    """Send a line to the server."""
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
