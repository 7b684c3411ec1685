"""Every exception that kicker raises on purpose.

    KickerError(ValueError)
      CardError     'Zx' is not a card: the rank is one of A K Q J T 9 8 7 6 5 4 3 2
      HandError     9h appears twice in '9h 9h 2c 3c 4c'
      FileError     hands.txt:12:4: '8X' is not a card ...

Each message is one sentence that quotes the input and says what would have been right. `code` is a short word for
programs: what kind of fault it is does not have to be read out of the sentence.
"""

from __future__ import annotations


class KickerError(ValueError):
    """Base of all of kicker's errors: `except KickerError` catches whatever bad input can cause."""

    code: str

    def __init__(self, message: str, code: str = "invalid") -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.code)


class CardError(KickerError):
    """Something that was to be a card is none. Codes: `size`, `rank`, `suit`, `type`, `absent`."""


class HandError(KickerError):
    """Cards that make no hand. Codes: `count`, `repeat`, `five-alike`, `shared`, `type`, `size`, `spacing`."""


class FileError(KickerError):
    """A file that cannot be used. Codes: those of its first bad hand, or `missing`, `empty`, `odd`, `encoding` ..."""
