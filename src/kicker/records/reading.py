"""Reading records: TOML text -> `Record`. A `RecordError` says in one sentence what is wrong.

A `.phh` file is one hand; a `.phhs` file has many, each after a line like `[17]`, and is read hand by hand.
"""

from __future__ import annotations

import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Iterator
from datetime import time
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final, NoReturn

from kicker import stopping
from kicker.cards import shorten
from kicker.checks import file_path, of_type
from kicker.errors import RecordError
from kicker.records.building import build
from kicker.records.model import MOST, Record, place_of

MOST_BYTES: Final = 4_000_000
"""The largest size of a hand."""
BEFORE_FIRST: Final = "[]"
"""A stand-in, which no file contains, for the header of lines before the first hand."""

_HEADER = re.compile(rb"""[ \t]*\[[ \t]*("[^"\r\n]*"|'[^'\r\n]*'|[A-Za-z0-9_-]+)[ \t]*\][ \t]*(#.*)?\r?\n?""")


def read_records(path: str | Path) -> Iterator[Record]:
    """Yield the records of a `.phh` or `.phhs` file; raise a `RecordError` at the first one that cannot be read."""
    name = str(file_path("path", path, RecordError))
    many = is_many(name)
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 (closed below; only opening may fail here)
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise RecordError(f"cannot read {name!r}: {why}", "format") from None
    with stream:
        yield from _unless_error(scan_records(stream, name, many=many))


def is_many(name: str) -> bool:
    """Return True for the name of a file with many hands, False for one with a single hand."""
    suffix = Path(name).suffix.lower()
    if suffix not in (".phh", ".phhs"):
        raise RecordError(f"{name!r} is not a record; names end in .phh (one hand) or .phhs (many)", "format")
    return suffix == ".phhs"


def parse_phh(text: str, source: str = "") -> Record:
    """Parse one hand; error messages call it `source`."""
    of_type("text", text, str, RecordError)
    try:
        return _build(parse_fields(text), source)
    except RecordError as error:
        raise _placed(error, source) from None


def parse_phhs(text: str, source: str = "") -> Iterator[Record]:
    """Parse many hands, each after a line like `[1]`."""
    stream = BytesIO(of_type("text", text, str, RecordError).encode(errors="surrogatepass"))
    return _unless_error(scan_records(stream, source, many=True))


def _unless_error(found: Iterator[Record | RecordError]) -> Iterator[Record]:
    for record in found:
        if isinstance(record, RecordError):
            raise record
        yield record


# --- hand by hand ----------------------------------------------------------------------------------------------------


def scan_records(stream: BinaryIO, source: str, *, many: bool) -> Iterator[Record | RecordError]:
    """Yield all hands of a stream, with a `RecordError` in place of each hand that cannot be read."""
    seen: set[str] = set()
    for place, data, table in _cut_into_hands(stream, source) if many else [(source, stream.read(MOST_BYTES + 1), "")]:
        try:
            if table in seen:
                _fail("an earlier hand has the same name; rename one of them")
            seen.add(table)
            if len(data) > MOST_BYTES:
                _fail(f"the hand is too long; a hand has at most {MOST_BYTES} bytes")
            found: Record | RecordError = _build(parse_fields(_decode(data), table), place)
        except RecordError as error:
            found = _placed(error, place)
        yield found


def _cut_into_hands(stream: BinaryIO, source: str) -> Iterator[tuple[str, bytes, str]]:
    """Yield, for each hand of a file with many, its place, its bytes and its header line."""
    header = ""
    lines: list[bytes] = []
    size = 0
    while True:
        stopping.check()  # a file may have no end
        line = stream.readline(MOST_BYTES)
        if not header and not lines:
            line = line.removeprefix(BOM_UTF8)
        found = _HEADER.fullmatch(line) if b"[" in line[:8] else None
        if line and not found:
            size += len(line)
            lines += [line] * (size - len(line) <= MOST_BYTES)  # one extra line shows that the hand is too long
            continue
        if header or any(line.split(b"#")[0].strip() for line in lines):
            name = header if header.isprintable() else repr(header)
            yield f"{source} {name}".strip(), b"".join(lines), header or BEFORE_FIRST
        if not line:
            return
        header, lines, size = line.decode(errors="replace").partition("#")[0].strip(), [], 0


def _build(fields: dict[str, object], source: str) -> Record:
    try:
        return build(fields, source)
    except RecordError as error:
        raise _placed(error, place_of(source, fields)) from None


def _placed(error: RecordError, source: str) -> RecordError:
    """Return the error with its place in front, added only once."""
    return error if error.source else RecordError(error.reason, error.code, source)


def _decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _fail(f"byte {error.start + 1} is not UTF-8 text")


def _fail(message: str) -> NoReturn:
    raise RecordError(message, "format")


# --- TOML ------------------------------------------------------------------------------------------------------------

_NUMBER = r"(?:-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?|inf)"
_TEXT = r"'[^'\x00-\x1f\x7f]*'"
_FIELD = re.compile(
    rf"([A-Za-z0-9_-]+) = (?:({_NUMBER})|({_TEXT})|(true|false)|\[({_NUMBER}(?:, {_NUMBER})*)\]"
    rf"|\[({_TEXT}(?:, {_TEXT})*)\]|((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d))(?:\n+|\Z)",
    re.ASCII,
)


def parse_fields(text: str, table: str = "") -> dict[str, object]:
    """Return the fields of one hand; `table` is its header line like `[1]`, if it has one."""
    return (read_plain(text) if table != BEFORE_FIRST else None) or _read_any(text, table)


def read_plain(text: str) -> dict[str, object] | None:
    """Return the fields if the hand has the plain layout of most files, else None. Five times as fast as a TOML
    parser."""
    fields: dict[str, object] = {}
    position = 0
    while position < len(text):
        found = _FIELD.match(text, position)
        if found is None or found[1] in fields:
            return None
        name, number, word, truth, numbers, words, clock = found.groups()
        if words is not None:
            fields[name] = words[1:-1].split("', '")
        elif numbers is not None:
            fields[name] = [int(item) if item.isdigit() else _number(item) for item in numbers.split(", ")]
        elif word is not None:
            fields[name] = word[1:-1]
        elif number is not None:
            fields[name] = _number(number)
        else:
            fields[name] = time.fromisoformat(clock) if clock else truth == "true"
        position = found.end()
    return fields


def _number(text: str) -> int | Decimal:
    return Decimal(text) if "." in text or text == "inf" else int(text)


def _read_any(text: str, table: str) -> dict[str, object]:
    hand = _parse_toml(f"{table}\n{text}" if table not in ("", BEFORE_FIRST) else text)
    if table == BEFORE_FIRST:
        _fail(
            f"{shorten(next(iter(hand), ''))} comes before the first hand; begin each hand of a .phhs file with a"
            " line like [1], or name a file with one hand .phh"
        )
    if not table:
        for name, value in hand.items():
            if isinstance(value, dict) and "variant" in value:
                _fail(f"[{name}] is one of many hands; name the file .phhs")
        return hand
    if len(hand) > 1:
        _fail(f"{shorten([*hand][1])} is not part of the hand {table}")
    (fields,) = hand.values()
    assert isinstance(fields, dict)
    return fields


def _parse_toml(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        why = str(error)
        _fail(f"not TOML: {why[:1].lower()}{why[1:]}")
    except ValueError:
        _fail(f"not TOML: a number is too long; amounts go up to {MOST}")
    except RecursionError:
        _fail("not TOML: brackets are nested too deeply")
