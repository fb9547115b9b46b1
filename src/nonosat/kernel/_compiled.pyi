from collections.abc import Sequence

from nonosat.lines.solver import LineSolver

TECHNIQUES: tuple[str, ...]

class Lines(LineSolver):  # type: ignore[misc]  # its methods are those of the protocol
    def __init__(
        self,
        cells: Sequence[Sequence[int]] | tuple[int, int],
        clues: Sequence[Sequence[tuple[int | None, int]] | None],
        colours: int,
    ) -> None: ...
