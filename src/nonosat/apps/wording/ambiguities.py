"""How solutions differ, in words and as a map."""

from __future__ import annotations

from nonosat.apps.drawing.cells import letter, mapped
from nonosat.apps.drawing.terminal import drawing, in_time
from nonosat.counting.ambiguity import Ambiguity
from nonosat.search.outcome import Verdict
from nonosat.support.limits import check_limits
from nonosat.support.sentences import count_text, forced_text


def ambiguity_text(path: str, analysis: Ambiguity, plain: bool = False) -> str:
    """Returns an answer in words and as a map."""
    cells = forced_text(*analysis.backbone.sizes)
    head = f"{path}: {analysis.verdict}, {count_text(analysis.count.count, analysis.count.exact)}; {cells}"
    if analysis.verdict in (Verdict.UNIQUE, Verdict.UNSOLVABLE):
        return head

    def drawn() -> str:
        rows = analysis.rows()
        check_limits()
        cells = mapped(rows, analysis.region_rows())
        return drawing(analysis.puzzle, cells, plain=plain)

    regions = [f"{letter(at)}: {analysis.describe(region)}" for at, region in enumerate(analysis.regions)]
    return "\n".join([head, in_time(drawn, analysis.puzzle), *regions])
