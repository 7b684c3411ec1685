from typing import Any

def count_shares(
    rules: tuple[int, int, int, int, int],
    deck: bytes,
    hands: list[bytes],
    board: bytes,
    parts: int,
    turn: int,
    shares: Any,
    /,
) -> int: ...
def sample_shares(
    rules: tuple[int, int, int, int, int],
    deck: bytes,
    options: Any,
    sizes: Any,
    chances: Any,
    aliases: Any,
    starts: Any,
    board: bytes,
    seed: int,
    block: int,
    trials: int,
    shares: Any,
    each: Any,
    /,
) -> int: ...
def source_hash() -> str: ...
