from array import array
from typing import Final

NONE: Final[int]
TEXT: Final[int]
CSV: Final[int]
JSONL: Final[int]

MORE: Final[int]
FULL: Final[int]
ODD: Final[int]

def compare_lines(
    data: bytes,
    start: int,
    end: int,
    layout: int,
    one_deck: bool,
    first_round: int,
    out: bytearray,
    tally: array[int],
    /,
) -> tuple[int, int, int]: ...
def source_hash() -> str: ...
