"""The frames of the web table (docs/protocol.md): reading those of clients, and making those of the server.

>>> parse_frame('{"type": "act", "id": "a1", "deal": 1, "turn": 0, "action": "call"}')
Act(id='a1', deal=1, turn=0, action='call')

Frames are made from `View` and redacted `Event`s only: nothing here ever sees a hidden card.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final, NamedTuple, NoReturn

from kicker.cards import shorten
from kicker.errors import KickerError
from kicker.players import Reasons
from kicker.table import Decision

LONGEST_ID: Final = 64
_LONGEST_ACTION: Final = 100
_MOST: Final = 2**53
"""The largest number that JavaScript represents exactly."""
PLAIN: Final = ("sit out", "sit in", "leave", "again", "rebuy", "next", "reasons")
"""Frames with nothing but a type."""


class FrameError(KickerError):
    """A refused frame; `frame_id` is its id, if it had one."""

    def __init__(self, message: str, code: str = "frame", frame_id: str | int | None = None) -> None:
        super().__init__(message, code)
        self.frame_id = frame_id


class Hello(NamedTuple):
    """The first frame: who the client is, and the events it has."""

    token: str | None
    have: int


class Act(NamedTuple):
    """A decision of a person."""

    id: str
    deal: int
    turn: int
    action: str


class Show(NamedTuple):
    """A person who shows cards voluntarily."""

    deal: int


class Speed(NamedTuple):
    """A new speed for bots."""

    speed: str


class WishFor(NamedTuple):
    """An action that a person would like to take before the next deal, by the customs of the table."""

    name: str


class Plain(NamedTuple):
    """A request without details."""

    type: str


class Ping(NamedTuple):
    """A check that the server is there."""

    id: str | int | None


Frame = Act | Show | Speed | WishFor | Plain | Ping


# --- from clients -----------------------------------------------------------------------------------------------------


def parse_hello(text: str | None) -> Hello:
    """Parse the first frame of a connection."""
    fields = _read(text)
    if fields.get("type") != "hello":
        raise FrameError(
            'the first frame has to be {"type": "hello", "have": -1}, with the token of a seat if you have one'
        )
    token, have = fields.get("token"), fields.get("have", -1)
    if token is not None and not isinstance(token, str):
        raise FrameError("a token must be a text", "token")
    if type(have) is not int or not -1 <= have <= _MOST:
        raise FrameError("'have' must be the version that you know, or -1")
    return Hello(token, have)


def parse_frame(text: str | None) -> Frame:
    """Parse a later frame. None stands for bytes, which are refused."""
    fields = _read(text)
    kind = fields.get("type")
    if kind == "act":
        return _parse_act(fields)
    if kind == "show":
        return Show(_number(fields, "deal", "a wish to show"))
    if kind == "speed":
        if not isinstance(speed := fields.get("speed"), str):
            raise FrameError("a speed frame needs a speed: a text like 'fast'")
        return Speed(speed)
    if kind == "wish":
        if not isinstance(name := fields.get("name"), str):
            raise FrameError("a wish needs a name: a text like 'straddle'")
        return WishFor(name)
    if kind == "ping":
        return Ping(_frame_id(fields))
    if kind in PLAIN:
        return Plain(kind)
    if kind == "hello":
        raise FrameError("hello is only for the first frame")
    known = ", ".join(["act", "show", "speed", "wish", *PLAIN, "ping"])
    found = shorten(str(kind))
    raise FrameError(f"unknown frame type {found}; choose from {known}", "frame", _frame_id(fields))


def _parse_act(fields: dict[str, Any]) -> Act:
    frame_id = _frame_id(fields)
    if not isinstance(frame_id, str) or not frame_id:
        raise FrameError(f"an action needs an id: a text of up to {LONGEST_ID} characters", "frame", frame_id)
    deal, turn = (_number(fields, name, "an action", frame_id) for name in ("deal", "turn"))
    action = fields.get("action")
    if not isinstance(action, str) or len(action) > _LONGEST_ACTION:
        raise FrameError("an action must be a text like 'call' or 'raise 40'", "frame", frame_id)
    return Act(frame_id, deal, turn, action)


def _number(fields: dict[str, Any], name: str, what: str, frame_id: str | None = None) -> int:
    number = fields.get(name)
    if type(number) is not int or not 0 <= number <= _MOST:
        raise FrameError(f"{what} needs a {name}: a number, 0 or more", "frame", frame_id)
    return number


def _frame_id(fields: dict[str, Any]) -> str | int | None:
    """Return the id of a frame: a text or a number, of bounded length because it is sent back."""
    found = fields.get("id")
    if isinstance(found, str):
        return found if len(found) <= LONGEST_ID else None
    return found if type(found) is int and abs(found) <= _MOST else None


def _read(text: str | None) -> dict[str, Any]:
    if text is None:
        raise FrameError("a frame must be text, not bytes")
    try:
        fields = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise FrameError("a frame must be one JSON object, and this is not JSON") from None
    if not isinstance(fields, dict):
        raise FrameError('a frame must be one JSON object like {"type": "ping"}')
    return fields


def _no_number(_: str) -> NoReturn:
    raise ValueError("not a number")


# --- to clients -------------------------------------------------------------------------------------------------------

encode: Final[Callable[[Any], str]] = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""Encode a value as JSON."""


def error_frame(error: KickerError, frame_id: str | int | None = None) -> dict[str, Any]:
    """Return the frame that says why a frame was refused."""
    frame: dict[str, Any] = {"type": "error", "code": error.code, "message": str(error)}
    known = getattr(error, "frame_id", None) if frame_id is None else frame_id
    return frame if known is None else frame | {"id": known}


def decision_json(decision: Decision) -> dict[str, Any]:
    """Return a bot's decision with its reasons, for JSON."""
    why = decision.reasons or Reasons("")
    return {"seat": decision.seat, "action": decision.told} | why._asdict()
