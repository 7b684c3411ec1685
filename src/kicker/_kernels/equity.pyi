from array import array

def count_outcomes(hands: bytes, board: bytes, dead: bytes, counts: array[int], /) -> None: ...
def count_given(players: object, board: object, /) -> tuple[int, ...] | None: ...
def count_range_outcomes(
    combos: bytes,
    weights: array[float],
    firsts: int,
    board: bytes,
    dead: bytes,
    step: int,
    turn: int,
    results: array[float],
    each: array[float],
    /,
) -> None: ...
def source_hash() -> str: ...
