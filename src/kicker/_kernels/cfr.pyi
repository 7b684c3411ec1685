from kicker._kernels.forest import Forest

class Passes(Forest):
    iteration: int
    weight: float

def source_hash() -> str: ...
