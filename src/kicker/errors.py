"""All of kicker's exceptions.

    KickerError(ValueError)
      CardError     'Zx' is not a card: the rank is one of A K Q J T 9 8 7 6 5 4 3 2
      HandError     9h appears twice in '9h 9h 2c 3c 4c'
      FileError     hands.txt:12:4: '8X' is not a card ...
      RangeError    cannot read 'AKx': write 'AKs', 'AKo' or 'AK', also with a '+'
      IllegalAction raise 30: seat 2 may fold, call 20 or raise to 40 up to 200
      RecordError   hand 17: the replay pays (5, -5), the file says (6, -6)

Each message is one sentence that quotes the input and says what would have been right. `code` is a short word for
programs, so that nobody has to read the kind of fault out of the sentence.
"""

from __future__ import annotations

from reprlib import Repr


class KickerError(ValueError):
    """Base of all of kicker's errors: `except KickerError` catches bad cards, hands, ranges and files."""

    code: str

    def __init__(self, message: str, code: str = "invalid") -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.code)


class CardError(KickerError):
    """Something that is not a card. Codes: `size`, `rank`, `suit`, `type`, `absent`, `repeat`."""


class HandError(KickerError):
    """Cards that do not make a hand, or hands that do not make a pair.

    Codes: `count`, `repeat`, `five-alike`, `shared`, `absent`, `type`; of a line also `blank`, `spacing`, `long`,
    `binary`; of a queue `odd`, `empty`.
    """


class FileError(KickerError):
    """A file that cannot be used.

    Codes: that of its first problem, or `missing`, `write`, `mixed`.
    """


class RangeError(KickerError):
    """Text that is not a range, weights that do not make a range, or a combination that is not two cards.

    Codes: `item`, `span`, `share`, `weight`, `repeat`, `count`, `type`, `empty`. `position` is where the
    unreadable item begins in the text, counted from 0, or None.
    """

    position: int | None

    def __init__(self, message: str, code: str = "invalid", position: int | None = None) -> None:
        super().__init__(message, code)
        self.position = position

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.code, self.position)


class IllegalAction(KickerError):  # noqa: N818 (it is what it says)
    """An action that the rules forbid; nothing has changed. Codes: `action`, `turn`, `text`."""


class RecordError(KickerError):
    """A record of a deal that cannot be read or replayed.

    Codes: `format`, `field`, `variant` (a game that kicker does not have), `action`, `mismatch`. `source` says where
    the record is from, and `reason` is the sentence without it. `action` is the number of the action that is to blame,
    counted from 1; 0 where it is none.
    """

    source: str
    reason: str
    action: int = 0

    def __init__(self, message: str, code: str = "invalid", source: str = "") -> None:
        super().__init__(f"{source}: {message}" if source else message, code)
        self.source, self.reason = source, message

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.reason, self.code, self.source)


class PlayerWarning(UserWarning):
    """A player raised an exception, answered something illegal or was late, and the table stood in for it."""


_REPR = Repr()
_REPR.maxstring = _REPR.maxother = _REPR.maxlong = 60


def quoted(value: object) -> str:
    """Format any value, however large, as one short line for error messages."""
    if isinstance(value, str):
        return _REPR.repr(value)
    try:
        return " ".join(_REPR.repr(value).split())
    except Exception:  # a number of 5,000 digits, or a type whose repr fails
        return f"a value of type {type(value).__name__}"
