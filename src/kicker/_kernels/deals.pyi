from array import array

def sample_outcomes(
    combos: bytes,
    chances: array[float],
    aliases: array[int],
    starts: array[int],
    board: bytes,
    dead: bytes,
    seed: int,
    block: int,
    trials: int,
    counts: array[int],
    /,
) -> int: ...
def source_hash() -> str: ...
