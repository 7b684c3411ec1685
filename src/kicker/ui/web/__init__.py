"""The web table: hold'em, draw and Klondike in a browser (extra `web`)."""

from __future__ import annotations

import os
import socket
from contextlib import AbstractContextManager, nullcontext
from importlib.util import find_spec
from pathlib import Path

import click

from kicker import stopping
from kicker.errors import KickerError
from kicker.ui.common.home import hold_file, home_folder
from kicker.ui.common.options import PAUSE
from kicker.ui.common.output import reason, writing

NEEDED = ("fastapi", "uvicorn", "websockets", "sqlalchemy", "aiosqlite")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on; 0 for any free one.",
)
@click.option("--data", metavar="DIR", help="Folder for tables; by default web/ in kicker's home folder.")
@click.option(
    "--database", metavar="URL", help="Database instead of a folder, like postgresql+psycopg://user@host/name."
)
@click.option("--pause", type=click.FloatRange(PAUSE.least, PAUSE.most), default=PAUSE.usual, show_default=True,
              help="Seconds between hands.")  # fmt: skip
@click.option("--public", metavar="URL", default="", help="Public address, if behind a proxy.")
@click.option("--hands", metavar="FILE|URL", help="Your own hands, if they are not in the usual database.")
@click.option("--limit", "limit", multiple=True, metavar="NAME=NUMBER", help="Set a limit, like connections=200.")
def serve(
    host: str, port: int, data: str | None, database: str | None, pause: float, public: str, hands: str | None,
    limit: tuple[str, ...],
) -> None:  # fmt: skip
    """Serve poker and Klondike to web browsers.

    Share the address to play with friends. Everything is saved as it happens: a server that stops, for whatever
    reason, resumes where it was.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise KickerError("kicker serve needs fastapi and others; install them with pip install 'kicker[web]'", "web")
    with stopping.loading():
        from kicker.ui.web.limits import parse_limits
        from kicker.ui.web.server import run

    limits = parse_limits(limit)
    if public and not public.startswith(("http://", "https://")):
        raise KickerError(f"{public!r} is not a web address; write it like https://poker.example.org", "public")
    if database and data:
        raise click.UsageError("--data cannot be combined with --database")
    os.umask(0o077)  # the data contains decks and secrets
    folder = Path(data) if data else home_folder() / "web"
    with nullcontext() if database else hold(folder):
        run(listen(host, port), host, database or folder / "kicker.sqlite", limits, pause, public, hands)


def hold(folder: Path) -> AbstractContextManager[object]:
    """Create a folder if necessary, and lock it until this process ends: a table has only one host."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            return hold_file(folder / "lock") or nullcontext()
        except BlockingIOError:
            raise KickerError(
                f"another server uses {str(folder)!r}; stop it, or choose another --data", "data"
            ) from None


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise an error of one sentence if that is impossible."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        taken = socket.socket(family, kind, number)
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(address)
        taken.listen(1024)
    except OSError as error:
        raise KickerError(f"cannot listen at {host}:{port}: {reason(error)}", "port") from None
    return taken
