class Search:
    """A search through the positions of one deal; `run` goes on where it stopped."""

    nodes: int
    positions: int
    def __init__(
        self,
        columns: list[bytes],
        stock: bytes,
        waste: int,
        homes: bytes,
        ranks: int,
        draw: int,
        redeals: int,
        order: int,
        most_positions: int,
        /,
    ) -> None: ...
    def run(self, nodes: int, /) -> int: ...
    def line(self) -> list[tuple[int, int]]: ...

def holds(columns: list[bytes], stock: bytes, redeals: int, /) -> bool: ...
def source_hash() -> str: ...
