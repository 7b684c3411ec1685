"""`kicker serve` as a command: how it begins and ends, what it keeps, and what happens when something goes wrong."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kicker.records import parse_phhs
from kicker.ui.web.app import NewTable
from kicker.ui.web.house import UNUSED, House
from kicker.ui.web.limits import Doorkeeper, Limits, Refused
from kicker.ui.web.settings import TableSettings
from kicker.ui.web.store import Store
from tests.web import (
    FAST,
    Server,
    bots_table,
    connect_raw,
    passive,
    running_server,
    seat_at,
)
from tests.zygote import shared


def serve(folder: Path, *options: str) -> subprocess.CompletedProcess[bytes]:
    place = () if "--database" in options else ("--data", str(folder))
    return shared().run(["serve", *place, *options], folder, os.environ, b"", seconds=300)


# --- the command -----------------------------------------------------------------------------------------------------


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        # The others are forked by a process that has loaded everything already; this one starts as for everybody else.
        command = [sys.executable, "-m", "kicker", "serve", "--data", str(tmp_path), "--port", str(port)]
        result = subprocess.run(command, capture_output=True, timeout=300)
    assert result.returncode == 1
    assert result.stderr == f"Error: cannot listen at 127.0.0.1:{port}: address already in use\n".encode()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--limit", "hats=5"], "unknown limit 'hats'; choose from all_solves, "),
        (["--limit", "solve_threads=0"], "solve_threads must be from 1 to 256, not 0"),
        (["--limit", "rate=many"], "'rate=many' is not a limit"),
        (["--public", "poker.example.org"], "'poker.example.org' is not a web address"),
        (["--host", "no.such.host.example"], "cannot listen at no.such.host.example:8000"),
    ],
)
def test_options_that_cannot_be(tmp_path: Path, options: list[str], words: str) -> None:
    result = serve(tmp_path, *options)
    assert result.returncode == 1
    assert words in result.stderr.decode()
    assert result.stderr.count(b"\n") == 1


def test_databases_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "kicker.sqlite").write_bytes(b"this is no database, whatever its name says" * 100)
    result = serve(tmp_path, "--port", "0")
    assert (result.returncode, result.stderr.count(b"\n")) == (1, 1)
    assert b"the database cannot be used" in result.stderr
    result = serve(tmp_path, "--port", "0", "--database", "nonsense")
    assert (result.returncode, result.stderr.count(b"\n")) == (1, 1)
    assert b"'nonsense' cannot be opened as a database" in result.stderr


def test_a_database_of_another_form_is_refused(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        server.stop()
    with sqlite3.connect(server.database) as database:
        database.execute("UPDATE about SET value = '99'")
    result = serve(tmp_path, "--port", "0")
    assert result.returncode == 1
    assert result.stderr == b"Error: the database has schema version 99; this version of kicker reads version 2\n"


def test_one_server_for_one_folder(tmp_path: Path) -> None:
    with running_server(tmp_path):
        result = serve(tmp_path, "--port", "0")
    assert result.returncode == 1
    assert b"another server uses" in result.stderr


@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
def test_an_orderly_end(tmp_path: Path, how: int, code: int) -> None:
    async def play(server: Server) -> None:
        table = bots_table(server)
        async with seat_at(server, table) as ada:
            view = await ada.my_turn()
            stopping = asyncio.create_task(asyncio.to_thread(server.stop, how))
            assert await ada.closed() == 1012
            assert await stopping == code
        with running_server(tmp_path, *FAST) as again:
            async with seat_at(again, table) as ada:
                assert ada.view == view
                assert (await ada.act(passive(view)))["type"] == "done"

    with running_server(tmp_path, *FAST) as server:
        asyncio.run(play(server))
        assert server.log.read_text().strip() in ("", "Error: interrupted")


def test_what_is_kept_is_for_nobody_else(tmp_path: Path) -> None:
    with running_server(tmp_path / "kept") as server:
        server.make_table()
    files = list((tmp_path / "kept").glob("kicker.sqlite*"))
    assert files
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in files)


def test_a_folder_with_a_strange_name(tmp_path: Path) -> None:
    folder = tmp_path / "a b?c=%20#é"
    with running_server(folder) as server:
        bots_table(server)
    assert (folder / "kicker.sqlite").is_file()


def test_tokens_are_kept_as_hashes(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        table = bots_table(server)
    with sqlite3.connect(server.database) as database:
        everything = "\n".join(database.iterdump())
    assert table["id"] in everything
    assert table["token"] not in everything


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    import kicker.ui.web
    from kicker.ui.cli import main

    monkeypatch.setattr(kicker.ui.web, "find_spec", lambda name: None)
    result = CliRunner().invoke(main, ["serve"])
    assert result.exit_code == 1
    assert "kicker serve needs fastapi and others; install them with pip install 'kicker[web]'" in result.output


# --- when things go wrong --------------------------------------------------------------------------------------------


def test_a_database_that_is_locked_for_a_while(tmp_path: Path) -> None:
    """A change that cannot be written has not happened: people are disconnected and return to the table as it was."""

    async def play(server: Server) -> None:
        table = bots_table(server)
        async with seat_at(server, table) as ada:
            view = await ada.my_turn()
            version = ada.update["version"]
            blocker = sqlite3.connect(server.database, isolation_level=None)
            blocker.execute("BEGIN IMMEDIATE")
            await ada.send(type="act", id="x", deal=ada.update["deal"], turn=ada.update["turn"], action="fold")
            assert (await ada.next("error", "done"))["code"] == "store"
            assert await ada.closed() == 1012
            blocker.execute("ROLLBACK")
            blocker.close()
        async with seat_at(server, table) as ada:
            assert ada.update["version"] == version
            assert ada.view == view
            assert (await ada.act("fold"))["type"] == "done"

    with running_server(tmp_path, *FAST) as server:
        asyncio.run(play(server))
        log = server.log.read_text()
        assert "Traceback" not in log


def test_a_damaged_table_does_not_keep_the_others_from_coming_back(tmp_path: Path) -> None:
    with running_server(tmp_path) as server:
        good, bad = server.make_table(), server.make_table()
        server.stop()
    with sqlite3.connect(server.database) as database:
        database.execute("UPDATE tables SET save = '{' WHERE id = ?", (bad["id"],))
    with running_server(tmp_path) as server:
        assert server.get(f"/api/tables/{good['id']}").status_code == 200
        assert server.get(f"/api/tables/{bad['id']}").status_code == 404
        assert "cannot be read" in server.log.read_text()


def test_the_log_has_no_secrets(tmp_path: Path) -> None:
    async def play(server: Server, table: dict[str, Any]) -> list[str]:
        cards = []
        async with seat_at(server, table) as ada:
            for _ in range(3):
                await ada.play_deal(passive)
                cards += (ada.view or {})["hand"]
            await ada.socket.send("nonsense with " + table["token"])
            await ada.next("error")
            await ada.act("raise 999999999")
        async with connect_raw(server, table["id"]) as raw:
            await raw.send(b"\xff\xfe", text=True)
            await asyncio.wait_for(raw.wait_closed(), 5)
            assert raw.close_code == 1007
        return cards

    with running_server(tmp_path, *FAST) as server:
        table = bots_table(server)
        asyncio.run(play(server, table))
        server.get(f"/api/tables/{table['id']}/hands/1", table["token"])
        with server.http as http:
            http.post("/api/tables", content=table["token"])
        server.stop()
        log = server.log.read_text()
    assert table["token"] not in log
    assert not re.search(r"\b[2-9TJQKA][cdhs]\b", log)
    assert log == "turned away: 1 malformed request\n"


def test_tables_that_nobody_uses_are_closed_after_a_day(tmp_path: Path) -> None:
    async def wait() -> None:
        house = House(Store(tmp_path / "kicker.sqlite"), Doorkeeper(Limits()), pause=0)
        await house.open()
        form = NewTable.model_validate({"person": "Ada", "bots": ["caller"], "seats": 2}).model_dump()
        host, token = await house.make(TableSettings.of(form, "a table"), "Ada", "here")
        await house.sweep(time.time() + UNUSED - 10)
        assert await house.find(host.id) is host
        somebody = host.connect(token, -1)
        await house.sweep(time.time() + UNUSED + 10)
        assert await house.find(host.id) is host
        host.disconnect(somebody)
        await house.sweep(time.time() + UNUSED + 10)
        with pytest.raises(Refused):
            await house.find(host.id)
        assert house.door.tables["here"] == 0
        await house.close()

    asyncio.run(wait())
    with running_server(tmp_path) as server:
        assert server.get("/health").json() == {"ok": True, "tables": 0, "turned_away": {}}


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


@pytest.fixture
def postgres() -> Iterator[str]:
    """A cluster of PostgreSQL of our own, as somebody who is not root: it refuses to run otherwise."""
    tools = [shutil.which(name) for name in ("initdb", "pg_ctl")]
    if None in tools:
        pytest.skip("PostgreSQL is not installed: initdb and pg_ctl are not there")
    initdb, pg_ctl = map(str, tools)
    who: dict[str, Any] = {"user": "nobody", "extra_groups": []} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory(prefix="kicker-pg-") as folder:  # a socket needs a short path
        if who:
            shutil.chown(folder, "nobody")
        quiet: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder, "timeout": 60} | who
        subprocess.run([initdb, "-D", f"{folder}/data", "-U", "kicker", "--auth=trust", "--no-sync"], **quiet)
        settings = f"-c listen_addresses='' -k {folder}"
        control = [pg_ctl, "-D", f"{folder}/data", "-w"]
        subprocess.run([*control, "-o", settings, "-l", f"{folder}/log", "start"], **quiet)
        try:
            yield f"postgresql+psycopg://kicker@/postgres?host={folder}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **quiet)


def test_the_same_on_postgresql(tmp_path: Path, postgres: str) -> None:
    options = (*FAST, "--database", postgres)

    async def play(server: Server, table: dict[str, Any]) -> dict[str, Any]:
        async with seat_at(server, table) as ada:
            for _ in range(3):
                await ada.play_deal(passive)
            return await ada.my_turn()

    async def come_back(server: Server, table: dict[str, Any], view: dict[str, Any]) -> None:
        async with seat_at(server, table) as ada:
            assert ada.view == view
            assert (await ada.act(passive(view)))["type"] == "done"
        hands = server.get(f"/api/tables/{table['id']}/hands", table["token"]).json()["hands"]
        assert len(hands) >= 3
        assert len(list(parse_phhs(server.get(f"/api/tables/{table['id']}/hands.phhs", table["token"]).text))) == len(
            hands
        )

    with running_server(tmp_path, *options) as server:
        table = server.make_table(seats=3, bots=["caller", "folder"], stack=10**9, rise=0)
        view = asyncio.run(play(server, table))
        server.stop(signal.SIGKILL)
    with running_server(tmp_path, *options) as server:
        asyncio.run(come_back(server, table, view))
        assert server.log.read_text() == ""
