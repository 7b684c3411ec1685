"""`/backs/PALETTE.png`: the backs of cards, Julia sets in the proportions of a card. `kicker.art` draws the picture,
and `static/cards.js` the frame around it.
"""

from __future__ import annotations

import zlib
from functools import cache
from hashlib import sha256
from struct import pack
from typing import Final

from fastapi import APIRouter, Request, Response

from kicker.art import PALETTES, PRESETS, CardBack, palette_tables
from kicker.ui.web.limits import Refused

WIDTH: Final = 240
HEIGHT: Final = 336
_SIZE: Final = 440  # of the whole square, the middle of which is cut out
_CONSTANT: Final = PRESETS["dragon"]
_KEPT: Final = "public, max-age=86400"

router = APIRouter()


@router.get("/backs/{palette}.png", response_class=Response, responses={200: {"content": {"image/png": {}}}})
def back(palette: str, request: Request) -> Response:
    """Return the back of a card in one of the palettes: blue, red, felt, ember, ocean, gold or grey."""
    if palette not in PALETTES:
        raise Refused(404, "back", f"unknown card back {palette!r}; choose from {', '.join(PALETTES)}")
    picture = back_png(palette)
    tag = f'"{sha256(picture).hexdigest()[:32]}"'
    headers = {"Cache-Control": _KEPT, "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(picture, media_type="image/png", headers=headers)


@cache
def back_png(palette: str) -> bytes:
    """Return the picture as a PNG file, drawn once."""
    return png(middle(_levels(), _SIZE, WIDTH, HEIGHT), WIDTH, HEIGHT, palette_tables(palette))


@cache
def _levels() -> bytes:
    """Return the grey levels that all palettes colour."""
    return CardBack(size=_SIZE, c=_CONSTANT).levels()


def middle(levels: bytes, size: int, width: int, height: int) -> bytes:
    """Return the middle of a square of pixels, rotated by a quarter: the set is wide, a card is tall."""
    left, top = (size - height) // 2, (size - width) // 2
    rows = [levels[y * size + left : y * size + left + height] for y in range(top, top + width)]
    return b"".join(bytes(column) for column in zip(*rows, strict=True))


def png(levels: bytes, width: int, height: int, colours: tuple[bytes, bytes, bytes]) -> bytes:
    """Return a PNG file of grey levels with a palette of 256 colours."""
    rows = b"".join(b"\0" + levels[y * width : (y + 1) * width] for y in range(height))
    palette = b"".join(bytes(colour) for colour in zip(*colours, strict=True))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (
            _chunk(
                b"IHDR", pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
            ),  # 8 bits per pixel, each an index into the palette
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", zlib.compress(rows, 9)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
