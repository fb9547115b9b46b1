from collections.abc import Sequence

from nonosat.lines.solver import TechniqueSolver

SOURCES: str  # see nonosat.support.compiled_sources

class Lines(TechniqueSolver):  # type: ignore[misc]  # its methods are those of the protocol
    def __init__(
        self,
        shape: tuple[int, int] | tuple[bytes, bytes],
        clues: Sequence[Sequence[tuple[int | None, int]] | None],
        colours: int,
    ) -> None: ...
