"""One WebSocket: who is connected, and the frames in both directions (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from kicker.errors import KickerError
from kicker.ui.web.host import GONE, RESTART, TableHost
from kicker.ui.web.house import House
from kicker.ui.web.limits import Bucket, Refused
from kicker.ui.web.people import Subscriber
from kicker.ui.web.protocol import (
    Act,
    Frame,
    FrameError,
    Ping,
    Show,
    Speed,
    WishFor,
    encode,
    error_frame,
    parse_frame,
    parse_hello,
)

BAD: Final = 4400
BROKEN: Final = 1011
NO_TOKEN: Final = 4401
TOO_MANY: Final = 4429
_UNREAD: Final = 60.0
"""Seconds after which a client that reads nothing is disconnected. uvicorn's pings cannot end that connection."""
_MOST_REPLIES: Final = 16
"""The most unread answers; a client that does not read them is disconnected."""

_log = logging.getLogger("kicker.web")


async def serve_socket(socket: WebSocket, house: House, table: str, address: str) -> None:
    """Serve one connection until it ends."""
    await socket.accept()
    door = house.door
    if door.connections[address] >= door.limits.connections:
        await socket.close(TOO_MANY)
        return
    door.connections[address] += 1
    try:
        with suppress(WebSocketDisconnect):
            await _converse(socket, house, table)
    finally:
        door.connections[address] -= 1
        if not door.connections[address]:
            del door.connections[address]


async def _converse(socket: WebSocket, house: House, table: str) -> None:
    try:
        async with asyncio.timeout(house.door.limits.hello):
            hello = parse_hello(await _receive(socket))
        host = await house.find(table)
        if hello.token is None and host.watchers >= house.door.limits.watchers:
            raise Refused(429, "watchers", "too many people watch this table")
        subscriber = host.connect(hello.token, hello.have)
    except TimeoutError:
        await socket.close(NO_TOKEN)
        return
    except KickerError as error:
        await socket.send_text(encode(error_frame(error)))
        codes = {"table": GONE, "closed": GONE, "watchers": TOO_MANY, "store": RESTART, "damaged": RESTART}
        await socket.close(codes.get(error.code, NO_TOKEN))
        return
    telling = asyncio.create_task(_tell(socket, host, subscriber))
    try:
        await _listen(socket, host, subscriber, house, telling)
    finally:
        # Only the sending task is ever cancelled, so a requested change is always completed.
        telling.cancel()
        host.disconnect(subscriber)


async def _tell(socket: WebSocket, host: TableHost, subscriber: Subscriber) -> None:
    """Send updates until the connection ends."""
    try:
        await _send(socket, host.welcome(subscriber))
        while True:
            while subscriber.replies:
                await _send(socket, subscriber.replies.popleft())
            if subscriber.close_code is not None:
                await socket.close(subscriber.close_code)
                return
            if subscriber.behind:
                await _send(socket, host.news(subscriber))
                continue
            await subscriber.wake.wait()
            subscriber.wake.clear()
    except (WebSocketDisconnect, TimeoutError):
        pass  # it disconnected during a send, or reads nothing
    except Exception as error:
        _log.error("a connection ends: %s", type(error).__name__)
        with suppress(Exception):
            await socket.close(BROKEN)
    finally:
        subscriber.close(BROKEN)  # wakes those who wait for answers that will never be sent


async def _send(socket: WebSocket, text: str) -> None:
    async with asyncio.timeout(_UNREAD):
        await socket.send_text(text)


async def _listen(
    socket: WebSocket, host: TableHost, subscriber: Subscriber, house: House, telling: asyncio.Task[None]
) -> None:
    """Carry out the client's frames one by one, until the connection or the task that sends to it ends."""
    limits = house.door.limits
    bucket, errors = Bucket(limits.rate, 2 * limits.rate), 0
    while True:
        text = await _next_frame(socket, telling)
        if subscriber.close_code is not None:
            continue  # the connection is being closed, so further frames are ignored
        frame = None
        try:
            if not bucket.take():
                raise FrameError(f"too many frames: at most {limits.rate} a second; one was dropped", "rate")
            frame = parse_frame(text)
            await _carry_out(frame, host, subscriber)
            errors = 0
        except KickerError as error:
            errors += 1
            subscriber.reply(error_frame(error, frame.id if isinstance(frame, Act) else None))
            if errors >= limits.errors:
                subscriber.close(BAD)
        while len(subscriber.replies) > _MOST_REPLIES and subscriber.close_code is None:
            await asyncio.sleep(0.01)


async def _carry_out(frame: Frame, host: TableHost, subscriber: Subscriber) -> None:
    if isinstance(frame, Ping):
        subscriber.reply({"type": "pong", "id": frame.id})
    elif isinstance(frame, Act):
        await host.act(subscriber, frame)
    elif isinstance(frame, Show):
        await host.show(subscriber, frame.deal)
    elif isinstance(frame, Speed):
        host.set_speed(subscriber, frame.speed)
    elif isinstance(frame, WishFor):
        await host.wish(subscriber, frame.name)
    elif frame.type == "next":
        host.next(subscriber)
    elif frame.type in ("sit out", "sit in"):
        await host.sit(subscriber, out=frame.type == "sit out")
    else:
        wishes = {"leave": host.leave, "again": host.again, "rebuy": host.rebuy, "reasons": host.reasons}
        await wishes[frame.type](subscriber)


async def _next_frame(socket: WebSocket, telling: asyncio.Task[None]) -> str | None:
    receiving = asyncio.create_task(_receive(socket))
    try:
        await asyncio.wait((receiving, telling), return_when=asyncio.FIRST_COMPLETED)
        if not receiving.done():
            raise WebSocketDisconnect(BROKEN)
        return receiving.result()
    finally:
        receiving.cancel()


async def _receive(socket: WebSocket) -> str | None:
    """Receive the next frame: its text, or None for bytes."""
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    return text
