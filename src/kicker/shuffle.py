"""A deck order from 256 secret bits, and hashes that let anyone check each card they saw.

The engine (`games`) decides who may see which card, and `ui/web` sends hashes and cards. docs/shuffle.md defines every
byte. They never change, because old proofs must remain checkable; other bytes would be another version.

>>> secret = bytes(32)  # for the example; a real one is new_secret()
>>> deck, grains = deal_order(secret), salts(secret)
>>> published = commitment("table", 1, deck, grains)  # before the first action
>>> [opening] = openings(deck, grains, [0])  # when the card at place 0 is seen
>>> str(opening.card), check_opening("table", 1, published, opening)
('9d', True)
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any, Final, NamedTuple

from kicker.cards import DECK, Card, shorten
from kicker.errors import KickerError

VERSION: Final = 1
SIZE: Final = 32
"""Bytes of a secret, of a salt and of a hash: 256 bits each."""
PLACES: Final = len(DECK)

ORDER_LABEL: Final = b"kicker order"
SALT_LABEL: Final = b"kicker salt"
DEAL_LABEL: Final = b"kicker deal"

_CARDS = {str(card): card for card in DECK}
_HASH = re.compile(f"[0-9a-f]{{{2 * SIZE}}}")
_TABLE = re.compile("[!-~]{1,64}")


# --- the order -------------------------------------------------------------------------------------------------------


def new_secret() -> bytes:
    """Return 256 bits from the system's secure source: one deal's secret, never used for another and never
    published."""
    return secrets.token_bytes(SIZE)


def deal_order(secret: bytes) -> list[Card]:
    """Return the order that this secret gives the 52 cards, place 0 dealt first; it is the same everywhere and
    forever."""
    return fisher_yates(byte_stream(secret))


def byte_stream(secret: bytes) -> Iterator[int]:
    """Yield an endless stream of bytes from the secret: HMAC-SHA256 of the label and a counter, block after block."""
    _check_secret(secret)
    for block in count():
        yield from _derived(secret, ORDER_LABEL, block)


def fisher_yates(stream: Iterator[int]) -> list[Card]:
    """Return the deck shuffled by random bytes: from the last place down, each place takes one of the cards left."""
    deck = list(DECK)
    for place in range(PLACES - 1, 0, -1):
        other = draw_index(stream, place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def draw_index(stream: Iterator[int], choices: int) -> int:
    """Return a number from 0 to `choices - 1`, each equally likely: bytes that would favour some are skipped.

    256 byte values cannot be divided evenly among 52 choices; 208 of them can, four each, so the other 48 are skipped.
    """
    limit = 256 - 256 % choices
    for byte in stream:
        if byte < limit:
            return byte % choices
    raise KickerError("the stream of random bytes ended before the shuffle was done", "secret")


def salts(secret: bytes) -> list[bytes]:
    """Return a salt for each of the 52 places, each a separate hash: knowing some reveals nothing about the others."""
    _check_secret(secret)
    return [_derived(secret, SALT_LABEL, place) for place in range(PLACES)]


def _derived(secret: bytes, label: bytes, number: int) -> bytes:
    return hmac.digest(secret, label + number.to_bytes(4, "big"), "sha256")


def _check_secret(secret: bytes) -> None:
    if len(secret) != SIZE:  # the secret itself is never quoted
        raise KickerError(f"the secret must have {SIZE} bytes, not {len(secret)}", "secret")


# --- hashes and their openings ---------------------------------------------------------------------------------------


class Opening(NamedTuple):
    """The opening of one place's hash: the card there, and the salt that kept it from being guessed."""

    place: int
    """The place in the deck, counted from 0, which is dealt first."""
    card: Card
    """The card at that place."""
    salt: bytes
    """The salt that was hashed with it."""

    def as_dict(self) -> dict[str, Any]:
        """Return the opening for JSON, the salt in hex digits."""
        return {"place": self.place, "card": str(self.card), "salt": self.salt.hex()}

    @classmethod
    def from_dict(cls, opening: object) -> Opening:
        """Return the opening that `as_dict` wrote; raise `KickerError` for anything else."""
        if not isinstance(opening, dict) or not {"place", "card", "salt"} <= opening.keys():
            raise _no_proof(f"{_quoted(opening)} is not an opening; give place, card and salt")
        place, card, salt = opening["place"], opening["card"], opening["salt"]
        if type(place) is not int:
            raise _no_proof(f"{_quoted(place)} is not a place; places are numbers from 0 to {PLACES - 1}")
        if not isinstance(card, str) or card not in _CARDS:
            raise _no_proof(f"{_quoted(card)} at place {_quoted(place)} is not a card; write it like 'As'")
        if not isinstance(salt, str) or not re.fullmatch("([0-9a-f]{2})*", salt):
            raise _no_proof(f"{_quoted(salt)} at place {_quoted(place)} is not a salt; a salt is {2 * SIZE} hex digits")
        return cls(place, _CARDS[card], bytes.fromhex(salt))


def commitment(table: str, deal: int, deck: Sequence[Card], salts: Sequence[bytes]) -> list[str]:
    """Return the hashes to publish before anyone acts, one for each place of the deck, in hex digits."""
    beginning = _deal_bytes(table, deal)
    return [_hash(beginning, opening) for opening in openings(deck, salts)]


def openings(deck: Sequence[Card], salts: Sequence[bytes], places: Iterable[int] = range(PLACES)) -> list[Opening]:
    """Return the openings of some places, or of all."""
    if len(deck) != PLACES or len(set(deck)) != PLACES:
        raise KickerError(f"a deck must be 52 different cards, not {len(set(deck))} different of {len(deck)}", "deck")
    if len(salts) != PLACES or any(len(salt) != SIZE for salt in salts):
        raise KickerError(f"give {PLACES} salts of {SIZE} bytes each; {len(salts)} given", "deck")
    chosen = list(places)
    for place in chosen:
        if not 0 <= place < PLACES:
            raise KickerError(_no_place(place), "place")
    return [Opening(place, deck[place], salts[place]) for place in chosen]


def check_opening(table: str, deal: int, commitment: Sequence[str], opening: Opening) -> bool:
    """Return True if this card and salt give the hash of their place."""
    if not 0 <= opening.place < min(PLACES, len(commitment)):
        return False
    return _hash(_deal_bytes(table, deal), opening) == commitment[opening.place]


def _deal_bytes(table: str, deal: int) -> bytes:
    """Return the beginning of a deal's hashed bytes. The id comes after its length; the rest has a fixed width."""
    if not _TABLE.fullmatch(table):
        raise KickerError(f"{_quoted(table)} is not a table id; use 1 to 64 ASCII characters without spaces", "table")
    if not 0 < deal < 1 << 64:
        raise KickerError(f"{_quoted(deal)} is not a deal number; deals are counted from 1", "deal")
    return DEAL_LABEL + bytes([len(table)]) + table.encode("ascii") + deal.to_bytes(8, "big")


def _hash(deal: bytes, opening: Opening) -> str:
    card = str(opening.card).encode("ascii")
    return hashlib.sha256(deal + bytes([opening.place]) + card + opening.salt).hexdigest()


# --- proofs ----------------------------------------------------------------------------------------------------------


class Proof(NamedTuple):
    """The hashes of one deal and the openings of the cards that a seat has seen."""

    table: str
    """The table's id."""
    deal: int
    """The number of the deal."""
    commitment: tuple[str, ...]
    """The hashes of all places, in order."""
    openings: tuple[Opening, ...]
    """The openings of the cards that were seen."""

    def as_dict(self) -> dict[str, Any]:
        """Return the proof for JSON, in the form that `parse_proof` reads."""
        return {
            "kicker_shuffle": VERSION,
            "table": self.table,
            "deal": self.deal,
            "commitment": list(self.commitment),
            "openings": [opening.as_dict() for opening in self.openings],
        }

    def verify(self) -> list[str]:
        """Return every problem in a sentence; an empty list if every card matches its hash."""
        try:
            _deal_bytes(self.table, self.deal)
        except KickerError as error:
            return [str(error)]
        problems = hash_problems(self.commitment)
        if len(self.commitment) != PLACES:
            return problems  # if any is missing, nobody knows which hash is whose
        if not self.openings:
            problems.append("no card is open, so there is nothing to check")
        seen: dict[int, Opening] = {}
        for opening in self.openings:
            problem = self._problem_with(opening, seen)
            if problem:
                problems.append(problem)
            seen.setdefault(opening.place, opening)
        return problems

    def _problem_with(self, opening: Opening, seen: dict[int, Opening]) -> str | None:
        place, card, salt = opening
        if not 0 <= place < PLACES:
            return _no_place(place)
        if place in seen:
            return f"place {place} is opened twice, as {seen[place].card} and as {card}"
        twin = next((other for other in seen.values() if other.card == card), None)
        if twin:
            return f"{card} is at place {twin.place} and at place {place}; a deck has each card once"
        if len(salt) != SIZE:
            return f"the salt of place {place} has {2 * len(salt)} hex digits instead of {2 * SIZE}"
        readable = _HASH.fullmatch(self.commitment[place])  # if not, that has been reported
        if readable and not check_opening(self.table, self.deal, self.commitment, opening):
            return f"{card} at place {place} does not match its hash"
        return None


def hash_problems(hashes: Sequence[str]) -> list[str]:
    """Return every reason why these are not the hashes of a deck, in a sentence each; empty if they are."""
    if len(hashes) != PLACES:
        return [f"there are {len(hashes)} hashes instead of {PLACES}, one for each place in the deck"]
    return [
        f"the hash of place {place} is {_quoted(found)}: a hash is {2 * SIZE} hex digits"
        for place, found in enumerate(hashes)
        if not _HASH.fullmatch(found)
    ]


def parse_proof(text: str) -> Proof:
    """Read a proof, which `verify` then checks. Raises `KickerError` unless it is a proof of this version."""
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" at line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise _no_proof(f"it is not JSON{where}") from None
    if not isinstance(fields, dict) or "kicker_shuffle" not in fields:
        raise _no_proof(f"{_quoted(fields)} has no 'kicker_shuffle'")
    version = fields["kicker_shuffle"]
    if type(version) is not int or version != VERSION:
        raise KickerError(
            f"cannot read version {_quoted(version)} of a shuffle proof, only version {VERSION}", "version"
        )
    for key, kind, words in (("table", str, "a text"), ("deal", int, "a whole number"), ("openings", list, "a list")):
        if type(fields.get(key)) is not kind:
            raise _no_proof(f"{key!r} is {_quoted(fields.get(key))} and not {words}")
    proof = Proof(
        fields["table"],
        fields["deal"],
        read_hashes(fields.get("commitment")),
        tuple(map(Opening.from_dict, fields["openings"])),
    )
    _deal_bytes(proof.table, proof.deal)
    return proof


def read_hashes(hashes: object) -> tuple[str, ...]:
    """Return the hashes of a commitment as JSON has them; raises `KickerError` unless it is a list of texts."""
    if not isinstance(hashes, list) or not all(isinstance(found, str) for found in hashes):
        raise _no_proof(f"{_quoted(hashes)} is not a commitment; give a list of {PLACES} hashes")
    return tuple(hashes)


def _quoted(value: object) -> str:
    """Return a value from a file for an error message: short, and in characters that every terminal has."""
    if isinstance(value, str):
        return shorten(value).encode("ascii", "backslashreplace").decode()
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else f"a list of {len(value)}"
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:60]}..."


def _no_place(place: int) -> str:
    return f"{_quoted(place)} is not a place; places are numbered from 0 to {PLACES - 1}"


def _no_proof(why: str) -> KickerError:
    return KickerError(f"this is not a shuffle proof: {why}", "proof")
