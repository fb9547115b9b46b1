from collections.abc import Callable, Iterable, Sequence

TECHNIQUES: tuple[str, ...]

class Learner:
    def search(
        self, conflicts: int, work: int, found: list[bytes], most: int, tick: Callable[[], object] | None, /
    ) -> tuple[bool, int, int]: ...
    def prefer(self, likelihoods: memoryview, boost: float, /) -> None: ...
    def narrow(self, candidates: list[list[int]] | bytearray, /) -> None: ...
    def learnt(self, size: int, /) -> list[tuple[int, ...]]: ...

class Lines:
    def __init__(
        self,
        cells: Sequence[Sequence[int]] | tuple[int, int],
        clues: Sequence[Sequence[tuple[int | None, int]] | None],
        families: int,
        colours: int,
    ) -> None: ...
    def blank(self, givens: tuple[tuple[int, int], ...], /) -> bytearray: ...
    def unpacked(self, packed: bytearray, /) -> list[list[int]]: ...
    def known(self, candidates: list[list[int]] | bytearray, /) -> tuple[bytes, int]: ...
    def propagate(
        self,
        candidates: list[list[int]] | bytearray,
        lines: Iterable[int] | None,
        observer: Callable[[int, tuple[int, ...]], object] | None,
        tick: Callable[[], object] | None,
        /,
    ) -> int: ...
    def probe(
        self,
        candidates: list[list[int]] | bytearray,
        patience: int,
        credit: int,
        reward: int,
        most: int,
        tick: Callable[[], object] | None,
        /,
    ) -> tuple[int, int, list[bytes]]: ...
    def learner(self, candidates: list[list[int]] | bytearray, /) -> Learner | None: ...
    def chains(
        self,
        candidates: list[list[int]],
        suppositions: Sequence[tuple[int, int]],
        links: int,
        nodes: int,
        tick: Callable[[], object] | None,
        /,
    ) -> list[tuple[int, tuple[int, ...] | None]]: ...
    def derived(
        self,
        candidates: list[list[int]],
        supposition: tuple[int, int],
        tick: Callable[[], object] | None,
        /,
    ) -> tuple[int, ...] | None: ...
    def shortened(
        self,
        candidates: list[list[int]],
        supposition: tuple[int, int],
        chain: Sequence[int],
        tick: Callable[[], object] | None,
        /,
    ) -> tuple[int, ...] | None: ...
    def nested(
        self,
        candidates: list[list[int]],
        supposition: tuple[int, int],
        passes: int,
        effort: int,
        fewer: int,
        tick: Callable[[], object] | None,
        /,
    ) -> tuple[tuple[int, ...] | None, int]: ...
    def spans(self, line: int, masks: list[int], /) -> list[tuple[int, int]] | None: ...
    def clauses(
        self,
        line: int,
        masks: list[int],
        literals: list[list[int | None]],
        clauses: list[list[int]],
        used: int,
        /,
    ) -> int: ...
    def argument(self, line: int, masks: list[int], techniques: bytes, /) -> int | None: ...
    def stalled(
        self, cells: bytes, techniques: bytes, tick: Callable[[], object] | None, /
    ) -> bytes | None: ...
    def beliefs(
        self,
        candidates: bytearray | list[list[int]],
        *,
        sweeps: int,
        plain: int,
        noise: memoryview[float] | None,
        tick: Callable[[], object] | None,
        pull: float,
        sure: float,
        damping: float,
        settled: float,
        limit: float,
        most: float,
    ) -> bytes | None: ...
