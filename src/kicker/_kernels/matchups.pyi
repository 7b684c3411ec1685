from array import array

def index_matchups(index: array[int], /) -> list[tuple[int, int]]: ...
def weigh_matchups(
    index: array[int],
    wins: array[int],
    ties: array[int],
    boards: int,
    weights: array[float],
    results: array[float],
    /,
) -> None: ...
def add_matchups_by_class(
    index: array[int],
    wins: array[int],
    ties: array[int],
    boards: int,
    classes: bytes,
    pairs: array[float],
    gains: array[float],
    /,
) -> None: ...
def source_hash() -> str: ...
