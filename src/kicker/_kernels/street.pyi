from typing import Any

def solve_street(
    kinds: int,
    tree: Any,
    chips: Any,
    shares: Any,
    weights: Any,
    iterations: int,
    strategy: Any,
    values: Any,
    work: Any,
    /,
) -> None: ...
def source_hash() -> str: ...
