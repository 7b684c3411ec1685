from typing import Any

def rank_hands(order: int, deck: bytes, known: bytes, strengths: Any, /) -> None: ...
def compare_all(
    cards: int,
    size: int,
    drawn: int,
    hands: Any,
    strengths: Any,
    others: Any,
    rivals: Any,
    counts: Any,
    shares: Any,
    /,
) -> None: ...
def sum_over_draws(cards: int, size: int, values: Any, sums: Any, /) -> None: ...
def best_values(cards: int, size: int, most: int, sums: Any, values: Any, /) -> None: ...
def play_draws(
    order: int,
    deck: bytes,
    kept: bytes,
    gone: bytes,
    against: bytes,
    most: int,
    draws: int,
    sums: Any,
    seed: int,
    block: int,
    trials: int,
    /,
) -> tuple[int, int]: ...
def play_all(
    order: int,
    deck: bytes,
    kept: list[bytes],
    gone: bytes,
    most: int,
    draws: int,
    sums: Any,
    seed: int,
    block: int,
    trials: int,
    shares: Any,
    /,
) -> None: ...
def source_hash() -> str: ...
