from collections.abc import Callable, Sequence

from nonosat.lines.solver import TechniqueSolver

def sweep(
    options: bytes,
    first: bytes,
    cell: bytes,
    states: bytes,
    table: bytes,
    weights: bytes | None,
    width: int,
    most: int,
    sampled: bool,
    seed: int,
    witnesses: bytes,
    tick: Callable[[], object] | None,
    /,
) -> tuple[int | float | None, bool]: ...

SOURCES: str  # see nonosat.support.compiled_sources

class Lines(TechniqueSolver):  # type: ignore[misc]  # its methods are those of the protocol
    def __init__(
        self,
        shape: tuple[int, int] | tuple[bytes, bytes],
        clues: Sequence[Sequence[tuple[int | None, int]] | None],
        colours: int,
    ) -> None: ...
