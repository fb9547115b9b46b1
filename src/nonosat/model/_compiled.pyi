from nonosat.model.clues import Clue
from nonosat.model.geometry import Family

def first_violation(
    cells: bytes, families: tuple[Family, ...], clues: tuple[tuple[Clue | None, ...], ...], /
) -> int: ...
