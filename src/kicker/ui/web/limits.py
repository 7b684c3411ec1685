"""The limits of the server: how much, how often, from where, and which names people may use.

>>> clean_name("  Ada   Lovelace ")
'Ada Lovelace'
>>> allowed_origin("http://evil.example", "127.0.0.1:8000"), allowed_origin("http://127.0.0.1:8000", "127.0.0.1:8000")
(False, True)

The meaning of frames and bodies is in `protocol.py` and `app.py`.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import socket
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from kicker.cards import shorten, unknown
from kicker.errors import FileError, KickerError
from kicker.parallel import MOST_THREADS, available_cores
from kicker.ui.web.strangers import Strangers

LONGEST_NAME: Final = 24
LONGEST_TABLE_NAME: Final = 40
_UNSEEN: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)
"""Characters that count as printable but are invisible."""
_TABLE_ID_BYTES: Final = 16
_TOKEN_BYTES: Final = 32


class Limits(NamedTuple):
    """The server's limits."""

    rate: int = 20
    """Frames per second on one connection; bursts may be twice as large."""
    calls: int = 20
    """API calls per second from one address, including new WebSockets; bursts may be five times as large."""
    connections: int = 40
    """WebSockets from one address."""
    tables: int = 20
    """Open tables made from one address."""
    all_tables: int = 2000
    """Open tables."""
    watchers: int = 100
    """Watchers at one table."""
    errors: int = 30
    """Errors in a row on one connection."""
    frame: int = 4096
    """Bytes in a frame."""
    body: int = 65_536
    """Bytes in an HTTP body; a range with a weight for each combination has up to 40,000."""
    study: int = 2
    """Processes for the study room; they run at low priority."""
    study_each: int = 2
    """Questions from one address in progress at a time; others wait."""
    hello: int = 5
    """Seconds within which a connection must send `hello`, or its first request; a body has four times as long."""
    solves: int = 1
    """Spots being solved for one address."""
    all_solves: int = 2
    """Spots being solved in all."""
    solve_memory: int = 1500
    """Megabytes for one spot."""
    solve_threads: int = max(1, available_cores() // 2)
    """Threads that solve one spot or report; they run at low priority."""
    solve_seconds: int = 3600
    """Seconds for one spot, and for a pause; the result so far is kept."""
    report_seconds: int = 14_400
    """Seconds for one report; it can be resumed later."""
    reports: int = 20
    """Reports that one person may keep."""
    solutions: int = 100
    """Solutions that one person may keep."""
    solution_space: int = 20_000
    """Megabytes for all kept solutions together."""


class Refused(KickerError):  # noqa: N818 (a plain name reads better at the callers)
    """A refused call, with its HTTP status."""

    def __init__(self, status: int, code: str, message: str, facts: Mapping[str, object] | None = None) -> None:
        super().__init__(message, code)
        self.status = status
        self.facts = facts
        """The facts in the message, for pages that phrase it themselves."""


_QUOTED: Final = re.compile(r"""(['"])(.*?)\1""")
_FOLDERS: Final = re.compile(r".*[/\\]")


def message_to_visitors(error: KickerError) -> str:
    """Return the message of an error without the folders of the server's files."""
    if not isinstance(error, FileError):
        return str(error)
    found = _QUOTED.sub(lambda quoted: quoted[1] + _FOLDERS.sub("", quoted[2]) + quoted[1], str(error))
    return "the server cannot use one of its files" if _FOLDERS.search(found) else found


def parse_limits(words: tuple[str, ...]) -> Limits:
    """Return the limits, changed by words like `name=number`."""
    limits = Limits()
    for word in words:
        name, _, number = word.partition("=")
        if name not in Limits._fields:
            raise KickerError(unknown("limit", name, Limits._fields), "limit")
        if not (number.isascii() and number.isdigit() and 0 < len(number) < 10):
            raise KickerError(f"{shorten(word)} is not a limit; write NAME=NUMBER", "limit")
        limits = limits._replace(**{name: int(number)})
    if not 1 <= limits.solve_threads <= MOST_THREADS:
        raise KickerError(f"solve_threads must be from 1 to {MOST_THREADS}, not {limits.solve_threads}", "limit")
    return limits


class Bucket:
    """A token bucket: a rate per second, with bursts after a rest."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._left, self._seen = burst, clock()

    def take(self) -> bool:
        """Take one; return False if the limit is reached."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        """True if the bucket is full, like a new one."""
        return self._left + (self._clock() - self._seen) * self._rate >= self._burst


class Doorkeeper:
    """Counts calls, connections and tables of each address, and those refused."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.strangers = Strangers()
        self.connections: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self._calls: dict[str, Bucket] = {}

    def may_call(self, address: str) -> bool:
        """Return True if the address may make one more HTTP call now."""
        if len(self._calls) > 1000:  # forget addresses that have been quiet
            self._calls = {known: bucket for known, bucket in self._calls.items() if not bucket.full}
        calls = self.limits.calls
        return self._calls.setdefault(address, Bucket(calls, 5 * calls)).take()


# --- names and tokens ------------------------------------------------------------------------------------------------


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name fit for other people's screens: composed, trimmed, and with visible characters only."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= longest:
        raise KickerError(f"a name must have 1 to {longest} characters, not {len(name)}", "name")
    for letter in name:
        # Control, bidirectional, zero-width and unassigned characters are not printable.
        if not letter.isprintable() or letter in _UNSEEN:
            raise KickerError(f"a name cannot contain U+{ord(letter):04X}; use characters that can be seen", "name")
    if sum(unicodedata.combining(letter) > 0 for letter in name) > 4:
        raise KickerError("a name can have at most 4 combining marks", "name")
    return name


def same_name(one: str, other: str) -> bool:
    """Return True if two names look alike."""
    return unicodedata.normalize("NFKC", one).casefold() == unicodedata.normalize("NFKC", other).casefold()


def new_table_id() -> str:
    """Return 128 random bits in 22 characters."""
    return secrets.token_urlsafe(_TABLE_ID_BYTES)


def new_token() -> str:
    """Return 256 random bits in 43 characters."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Return the hash of a token that is stored; tokens have too many bits to be guessed."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def same_hash(one: str, other: str) -> bool:
    """Compare two hashes in constant time."""
    return hmac.compare_digest(one, other)


def bearer_token(header: str | None) -> str:
    """Return the token in an `Authorization` header."""
    kind, _, token = (header or "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Refused(401, "token", "this needs the token of a seat: Authorization: Bearer TOKEN")
    return token.strip()


def bearer(header: str | None) -> str:
    """Return the hash of the token in an `Authorization` header."""
    return token_hash(bearer_token(header))


# --- where calls come from -------------------------------------------------------------------------------------------


class Names:
    """The host names of the server. Any other name is refused, because another site could point its name here."""

    def __init__(self, host: str, public: str = "") -> None:
        self._public = urlsplit(public).netloc.lower()
        self._loopback = _is_loopback(host)
        self._own = {host.lower()}
        if not self._loopback:
            machine = socket.gethostname().lower()
            self._own |= {machine, f"{machine}.local", socket.getfqdn().lower()}

    def allow(self, header: str) -> bool:
        """Return True if a `Host` header names this server."""
        netloc = header.lower()
        if self._public and netloc == self._public:
            return True
        try:
            host = urlsplit(f"//{netloc}").hostname or ""
        except ValueError:
            return False
        if host == "localhost" or host in self._own:
            return True
        # Unlike a name, an IP address cannot be pointed elsewhere.
        return _is_loopback(host) if self._loopback else _is_address(host)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def allowed_origin(origin: str | None, host: str) -> bool:
    """Return True if a call comes from a page of this server, or from no page at all."""
    if origin is None:
        return True
    try:
        parts = urlsplit(origin.lower())
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc == host.lower()
