"""The web application: routes, the fields of HTTP bodies, headers, and the calls that are let through."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import Depends, FastAPI, Header, Request, Response, WebSocket
from fastapi import Path as PathParameter
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kicker.cards import shorten
from kicker.errors import FileError, KickerError
from kicker.solver.kept_reports import Reports
from kicker.solver.library import Library
from kicker.ui.common.offer import STANDARD, as_json
from kicker.ui.common.options import BANK, SECONDS, Option
from kicker.ui.web.archive import (
    NO_SUMMARY,
    final_state,
    hand_json,
    hand_line,
    phhs_text,
    proof_json,
    seat_of,
    summarised,
)
from kicker.ui.web.backs import router as backs_router
from kicker.ui.web.collection import Collections
from kicker.ui.web.connection import serve_socket
from kicker.ui.web.house import House
from kicker.ui.web.klondike import Body, klondike_router
from kicker.ui.web.limits import (
    LONGEST_TABLE_NAME,
    Doorkeeper,
    Names,
    Refused,
    allowed_origin,
    bearer,
    bearer_token,
    clean_name,
    message_to_visitors,
    token_hash,
)
from kicker.ui.web.moment import NOTHING
from kicker.ui.web.my_hands import my_hands_router
from kicker.ui.web.settings import CREATOR, TableSettings
from kicker.ui.web.study.pages import STUDY_PAGES, StudyPage, page_html
from kicker.ui.web.study.routes import study_router
from kicker.ui.web.study.solver import Desk
from kicker.version import __version__

STATIC: Final = Path(__file__).parent / "static"
PAGES: Final = {
    "/": "index.html",
    "/table/{table}": "table.html",
    "/klondike": "klondike.html",
    "/hands": "hands.html",
    "/replay": "replay.html",
}
MANUAL: Final = Path(__file__).parent / "manual"
"""The folder where `make docs` puts the manual; `KICKER_MANUAL` sets another one."""
MOST_HANDS: Final = 1000
MOST_BOTS: Final = 9
"""The most bots at any table; some games have room for fewer."""
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


# --- request bodies ---------------------------------------------------------------------------------------------------


def _limited(option: Option) -> Any:
    return Field(option.usual, ge=option.least, le=option.most, description=option.hint)


class NewTable(Body):
    """The settings of a new table: missing ones get their defaults, and `GET /api/games` lists the choices."""

    person: str = Field(max_length=200, description="the name of the person who makes the table and sits down")
    name: str | None = Field(None, max_length=200, description="what the table is called")
    game: str | None = Field(None, max_length=200)
    rules: str = Field(STANDARD, max_length=200)
    betting: str | None = Field(None, max_length=200)
    seats: int | None = None
    bots: list[str] | None = Field(None, max_length=MOST_BOTS, description="they sit after the table's maker")
    stack: int | None = None
    blinds: str | None = Field(None, max_length=30, description="like 5/10")
    ante: int | None = None
    rise: int | None = None
    bet: int | None = None
    each: int | None = None
    ante_by: str | None = Field(None, max_length=30)
    straddle: str | None = Field(None, max_length=30)
    dead_button: str | None = Field(None, max_length=30)
    missed_blinds: str | None = Field(None, max_length=30)
    bombs: int | None = None
    bomb_size: int | None = None
    runs: int | None = None
    bots_run: str | None = Field(None, max_length=30)
    rebuys: str | None = Field(None, max_length=30)
    listed: bool = True
    seconds: float = _limited(SECONDS)
    bank: float = _limited(BANK)
    speed: str | None = Field(None, max_length=30, description="how long bots think")


class Join(Body):
    """A person who wants to sit down, and the seat."""

    name: str = Field(max_length=200)
    seat: int | None = Field(None, ge=0, le=MOST_BOTS)


# --- the application -------------------------------------------------------------------------------------------------


def create_app(house: House, names: Names, key: str = "", hands: str | None = None) -> Guard:
    """Return the application for a house of tables; the key opens the owner's database of hands."""
    app = FastAPI(title="kicker", version=__version__, docs_url=None, redoc_url=None)
    app.state.house = house
    _add_errors(app)
    _add_tables(app)
    _add_hands(app)
    collections = Collections(house.store, key, hands, house.archive_lock)
    house.closing.append(collections.close)
    app.include_router(my_hands_router(house.store, collections))
    app.include_router(klondike_router(house.store))
    desk = Desk(Library(), Reports(), house.door.limits)
    house.closing.append(desk.close)
    app.include_router(study_router(house.store, house.workers, desk))
    app.include_router(backs_router)
    _add_pages(app)
    return Guard(app, names, house.door)


def house_of(request: Request) -> House:
    """Return the tables."""
    house: House = request.app.state.house
    return house


DealNumber = Annotated[int, PathParameter(ge=1, le=2**31 - 1)]
TheHouse = Annotated[House, Depends(house_of)]
Authorization = Annotated[str | None, Header()]


def _add_tables(app: FastAPI) -> None:
    @app.get("/health")
    async def health(house: TheHouse) -> dict[str, Any]:
        """Report that the server is up, and the calls it has turned away since it started."""
        return {"ok": True, "tables": len(house.tables), "turned_away": dict(house.door.strangers.counts)}

    @app.get("/api/games")
    async def games() -> dict[str, Any]:
        """List the games that can be played, with defaults and limits."""
        return as_json()

    @app.get("/api/tables")
    async def tables(house: TheHouse) -> dict[str, Any]:
        """List the listed tables."""
        return {"tables": [host.info() for host in house.listed()]}

    @app.post("/api/tables")
    async def make_table(form: NewTable, request: Request, house: TheHouse) -> dict[str, Any]:
        """Make a table and sit down."""
        person = clean_name(form.person)
        name = clean_name(f"{person}'s table" if form.name is None else form.name, LONGEST_TABLE_NAME)
        host, token = await house.make(TableSettings.of(form.model_dump(), name), person, address_of(request.scope))
        return {"id": host.id, "seat": CREATOR, "token": token}

    @app.get("/api/tables/{table}")
    async def one_table(table: str, house: TheHouse) -> dict[str, Any]:
        """Return the public facts about a table."""
        return (await house.find(table)).info()

    @app.post("/api/tables/{table}/join")
    async def join(table: str, form: Join, house: TheHouse, authorization: Authorization = None) -> dict[str, Any]:
        """Sit down at a table; a token of the table means the same person as before."""
        host = await house.find(table)
        key = bearer_token(authorization) if authorization else None
        seat, token = await host.join(clean_name(form.name), form.seat, key and token_hash(key))
        return {"seat": seat, "token": token or key}

    @app.websocket("/ws/tables/{table}")
    async def table_socket(socket: WebSocket, table: str) -> None:
        await serve_socket(socket, socket.app.state.house, table, address_of(socket.scope))


async def _person_of(table: str, house: House, authorization: str | None) -> str:
    found = await house.store.person(table, bearer(authorization))
    if found is None:
        raise Refused(401, "token", "this token does not belong to a seat at this table")
    person: str = found["person"]
    return person


def _add_hands(app: FastAPI) -> None:
    @app.get("/api/tables/{table}/hands")
    async def hands(table: str, house: TheHouse, authorization: Authorization = None) -> dict[str, Any]:
        """List the finished deals that a seat was in, at most the last thousand."""
        person = await _person_of(table, house, authorization)
        rows = await house.store.hands_of(person, MOST_HANDS)
        summaries = {row["number"]: row["summary"] for row in rows}
        if None in summaries.values():  # played before summaries were stored
            async with house.archive_lock:
                deals = await house.store.deals_of(table, person, MOST_HANDS)
                old = [deal for deal in deals if summaries.get(deal["number"]) is None]
                summaries |= await asyncio.to_thread(lambda: {deal["number"]: summarised(deal, person) for deal in old})
        lines = [hand_line(row, summaries[row["number"]] or NO_SUMMARY) for row in rows]
        return {"name": await house.store.name_of(table), "hands": lines}

    @app.get("/api/tables/{table}/hands.phhs", response_class=Response)
    async def phhs(table: str, house: TheHouse, authorization: Authorization = None) -> Response:
        """Return the same hands as PHH, for download."""
        person = await _person_of(table, house, authorization)
        async with house.archive_lock:  # slow, so one at a time, in a thread
            deals = await house.store.deals_of(table, person, MOST_HANDS)
            text = await asyncio.to_thread(phhs_text, deals, person)
        disposition = f'attachment; filename="kicker-{table}.phhs"'
        return Response(text, media_type="text/plain", headers={"Content-Disposition": disposition})

    @app.get("/api/tables/{table}/hands/{number}")
    async def one_hand(
        table: str, number: DealNumber, house: TheHouse, authorization: Authorization = None
    ) -> dict[str, Any]:
        """Return one finished deal, as the seat saw it."""
        person = await _person_of(table, house, authorization)
        row = await house.store.deal(table, number)
        seat = seat_of(row, person) if row else None
        if row is None or seat is None or row["record"] is None:
            raise Refused(404, "deal", f"you were not in hand {number}, or it is not over")
        return hand_json(row, seat)

    @app.get("/api/tables/{table}/proof/{number}")
    async def proof(
        table: str, number: DealNumber, house: TheHouse, authorization: Authorization = None
    ) -> dict[str, Any]:
        """Return the proof of a shuffle, as far as the seat may check it."""
        person = await _person_of(table, house, authorization)
        host = house.tables.get(table)
        moment = host.moment if host else NOTHING  # before the row is read: a deal finished by then has a record
        row = await house.store.deal(table, number)
        seat = seat_of(row, person) if row else None
        if row is None or seat is None:
            raise Refused(404, "deal", f"you were not dealt into hand {number}")
        if row["record"] is not None:
            return proof_json(row, seat, final_state(row)[0])
        if moment.deal != number or moment.state is None:
            raise Refused(404, "deal", f"hand {number} was abandoned; there is no proof for it")
        return proof_json(row, seat, moment.state)


def _add_pages(app: FastAPI) -> None:
    def add(path: str, file: str) -> None:
        @app.get(path, include_in_schema=False)
        async def page() -> Response:
            if not (STATIC / file).is_file():
                raise Refused(404, "page", "this page does not exist")
            return FileResponse(STATIC / file)

    def add_study(page: StudyPage) -> None:
        @app.get(page.path, include_in_schema=False, response_class=HTMLResponse)
        async def study() -> str:
            return page_html(page)

    for path, file in PAGES.items():
        add(path, file)
    for page in STUDY_PAGES:
        add_study(page)
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False))
    _add_manual(app, Path(os.environ.get("KICKER_MANUAL") or MANUAL))


def _add_manual(app: FastAPI, folder: Path) -> None:
    if (folder / "index.html").is_file():
        app.mount("/manual", StaticFiles(directory=folder, html=True))
        return

    @app.get("/manual", include_in_schema=False)
    async def not_built() -> Response:
        raise Refused(404, "manual", "the manual is not built here; run `make docs`")


# --- errors ----------------------------------------------------------------------------------------------------------


def error_response(status: int, code: str, message: str, facts: Mapping[str, object] | None = None) -> JSONResponse:
    """Return the common form of errors; some have facts besides the message."""
    error = {"code": code, "message": message} | ({"facts": facts} if facts else {})
    return JSONResponse({"error": error}, status)


def _add_errors(app: FastAPI) -> None:
    @app.exception_handler(KickerError)
    async def refused(_: Request, error: KickerError) -> Response:
        ours = error.code == "store" or isinstance(error, FileError)  # not the caller's fault
        status = getattr(error, "status", 503 if ours else 400)
        return error_response(status, error.code, message_to_visitors(error), getattr(error, "facts", None))

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:]) or "the body"
        return error_response(400, "form", f"{shorten(place)}: {first['msg'].lower()}")

    @app.exception_handler(HTTPException)
    async def elsewhere(_: Request, error: HTTPException) -> Response:
        words = {404: "not found", 405: "this method is not allowed here"}
        detail = error.detail if isinstance(error.detail, str) else ""
        return error_response(error.status_code, "http", words.get(error.status_code, detail.lower()))

    @app.exception_handler(Exception)
    async def broken(_: Request, __: Exception) -> Response:
        return error_response(500, "server", "something went wrong on the server")


# --- callers ----------------------------------------------------------------------------------------------------------


def address_of(scope: Scope) -> str:
    """Return the address that a call comes from."""
    client = scope.get("client")
    return str(client[0]) if client else "local"


class Guard:
    """A wrapper around the application that lets in calls from our own pages, within limits, and adds safe headers to
    all answers."""

    def __init__(self, app: ASGIApp, names: Names, door: Doorkeeper) -> None:
        self._app, self._names, self._door = app, names, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on, or refuse it."""
        sender = _with_headers(send, scope["path"])
        refusal = self._refusal(scope)
        if refusal is None:
            if scope["type"] == "http":
                body = _Body(receive, 4 * self._door.limits.hello, self._door)
                await self._app(scope, body.receive, body.closing(sender))
            else:
                await self._app(scope, receive, sender)
            return
        self._door.strangers.note(refusal.code)
        answer = error_response(refusal.status, refusal.code, str(refusal))
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, sender).send_denial_response(answer)
        else:
            await answer(scope, receive, sender)

    def _refusal(self, scope: Scope) -> Refused | None:
        headers = {key: value.decode("latin-1") for key, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not self._names.allow(host):
            return Refused(400, "host", f"{shorten(host)} is not a name of this server")
        reading = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not reading and not allowed_origin(headers.get(b"origin"), host):
            return Refused(400, "origin", "this request comes from another server's page")
        length, most = headers.get(b"content-length", "0"), self._door.limits.body
        if b"transfer-encoding" in headers or not (length.isdigit() and len(length) < 10 and int(length) <= most):
            return Refused(413, "size", f"a body can have at most {most} bytes, and must say how many it has")
        # Static files are small, and one page needs about 30 of them.
        counted = scope["path"].startswith(("/api", "/ws"))
        if counted and not self._door.may_call(address_of(scope)):
            return Refused(429, "rate", "too many calls; wait a moment")
        return None


class _Body:
    """The body of a call. One that takes too long counts as sent by a client that has left."""

    def __init__(self, receive: Receive, patience: float, door: Doorkeeper) -> None:
        self._receive, self._door = receive, door
        self._end = time.monotonic() + patience
        self._whole = self._late = False

    async def receive(self) -> Message:
        """Receive a part of the body, or what follows it."""
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(self._end - time.monotonic()):
                message = await self._receive()
        except TimeoutError:
            self._late = True
            self._door.strangers.note("slow")
            return {"type": "http.disconnect"}
        self._whole = not message.get("more_body", False)
        return message

    def closing(self, send: Send) -> Send:
        """Return what sends an answer, and closes the connection if the body never came."""

        async def sender(message: Message) -> None:
            if self._late and message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), (b"connection", b"close")]}
            await send(message)

        return sender


def _with_headers(send: Send, path: str) -> Send:
    cache = b"no-store" if path.startswith("/api") or path == "/health" else b"no-cache"

    async def sender(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = list(message.get("headers", ()))
            if not any(key.lower() == b"cache-control" for key, _ in headers):
                headers.append((b"cache-control", cache))
            message = {**message, "headers": headers + _SAFE}
        await send(message)

    return sender


_SAFE: Final = [(key.lower().encode(), value.encode()) for key, value in HEADERS.items()]
