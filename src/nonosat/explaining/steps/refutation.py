"""Explains a refuted supposition line by line, each with the simplest technique that suffices.

The search for chains settles lines completely. A reader needs less: only the inferences that the rest of the chain
needs, by the simplest technique per line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonosat.explaining.steps.contradictions import NoFilling, why_no_filling
from nonosat.explaining.steps.probes import Probe, Removal, exclude, needed
from nonosat.explaining.steps.step import CONTRADICTION, Step
from nonosat.explaining.steps.techniques import Inference, LineView, runs_of, techniques_for
from nonosat.explaining.words.patterns import Phrase
from nonosat.explaining.words.wording import Wording
from nonosat.lines.bits import positions
from nonosat.lines.board import Board
from nonosat.lines.line import settle
from nonosat.model.puzzle import Given


class Story(NamedTuple):
    """The consequences of a supposition."""

    chain: tuple[Step, ...]
    """The links of the chain."""
    contradiction: Step
    """The line without a filling at its end."""
    by_count: bool = False
    """True if counting cells shows it."""


def story(board: Board, probe: Probe, wording: Wording) -> Story:
    """Returns the links of a chain as steps, and the line without a filling at its end."""
    after = supposed(board, probe)
    chain: list[Step] = []
    *links, end = probe.derivation
    assert isinstance(end, int)
    for number, link in enumerate(links):
        if isinstance(link, Probe):
            step = _cell_step(after, link, story(after, link, wording), wording)
            exclude(after, link.cell, link.colour)
        else:
            step = _link(after, link, [*links[number + 1 :], end], wording)
        chain.append(step)
    why = _why(after, end)
    return Story(tuple(chain), contradiction_step(after, end, wording), bool(why and why.by_count))


def _why(board: Board, line: int) -> NoFilling | None:
    clue = board.clues[line]
    return None if clue is None else why_no_filling(clue, board.unpack()[line], board.puzzle.palette)


def contradiction_step(board: Board, line: int, wording: Wording, uses: Sequence[Phrase] = ()) -> Step:
    """Returns the step that a line has no filling; `uses` has the needed facts of crossing lines."""
    axis, index = board.puzzle.geometry.lines[line]
    why = _why(board, line)
    said = wording.contradiction(line, why.said if why else None, uses)
    return Step(CONTRADICTION, said, reads=frozenset([line]), axis=axis, index=index)


def _cell_step(board: Board, probe: Probe, inside: Story, wording: Wording) -> Step:
    """Returns the step of an inner supposition."""
    row, column = board.puzzle.coordinates[probe.cell]
    left = [colour for colour in board.colours_of(probe.cell) if colour != probe.colour]
    given = Given(row, column, left[0] if len(left) == 1 else probe.colour)
    return Step(
        "probe",
        wording.supposition(probe, inner=True),
        reads=frozenset(probe.lines()),
        cells=(given,) if len(left) == 1 else (),
        excluded=() if len(left) == 1 else (given,),
        probes=(probe,),
        chain=inside.chain,
        contradiction=inside.contradiction,
        so=wording.refuted(probe),
    )


def _link(board: Board, line: int, rest: Sequence[int | Probe], wording: Wording) -> Step:
    """Returns the step with the inferences that a chain needs from a line, by the simplest technique; changes the board."""
    clue, cells = board.clues[line], board.lines[line]
    assert clue is not None
    view = LineView(clue, len(cells), tuple(board.unpack()[line]))
    reason, said = "agree", list[Inference]()
    for row in techniques_for(clue):
        said = list(_pieces(row.infer(view)))
        if said and _leads_on(board, line, view, said, rest):
            reason = row.name
            break
    said = needed(said, lambda fewer: bool(fewer) and _leads_on(board, line, view, fewer, rest))
    removals = removals_of(cells, view, said)
    for cell, colour in removals:
        exclude(board, cell, colour)
    settled, lost = facts(board, removals)
    axis, index = board.puzzle.geometry.lines[line]
    return Step(
        reason,
        wording.line_step(reason, reason, line, said),
        reads=frozenset([line]),
        axis=axis,
        index=index,
        cells=settled,
        excluded=lost,
        inferences=tuple(said),
    )


def _pieces(inferences: Iterable[Inference]) -> Iterator[Inference]:
    """Splits inferences without a span, common to all placements, into runs that can be left out one by one."""
    seen: set[tuple[int, bool, int]] = set()
    for inference in inferences:
        whole = inference.cells
        for start, end in (
            [*runs_of(whole)] if not inference.blocks and inference.span == (0, 0) else [(0, 0)]
        ):
            cells = whole if end == 0 else whole & ((1 << end) - 1) & (-1 << start)
            fresh = sum(
                1 << at for at in positions(cells) if (inference.colour, inference.holds, at) not in seen
            )
            seen.update((inference.colour, inference.holds, at) for at in positions(fresh))
            if fresh:
                yield inference._replace(cells=fresh)


def removals_of(cells: Sequence[int], view: LineView, inferences: Iterable[Inference]) -> list[Removal]:
    """Returns the colours that cells of a line lose by inferences about it."""
    return [
        (cells[place], colour)
        for inference in inferences
        for place in positions(inference.cells)
        for colour, mask in enumerate(view.candidates)
        if (colour != inference.colour) == inference.holds and mask >> place & 1
    ]


def facts(board: Board, removals: Iterable[Removal]) -> tuple[tuple[Given, ...], tuple[Given, ...]]:
    """Returns the cells that removals made known, and the colours that open cells lost."""
    settled, lost = set(), set()
    for cell, colour in removals:
        row, column = board.puzzle.coordinates[cell]
        left = board.colours_of(cell)
        if len(left) == 1:
            settled.add(Given(row, column, left[0]))
        else:
            lost.add(Given(row, column, colour))
    return tuple(sorted(settled)), tuple(sorted(lost))


def _leads_on(
    board: Board, line: int, view: LineView, inferences: Iterable[Inference], rest: Sequence[int | Probe]
) -> bool:
    """Returns True if the rest of a chain still ends in a contradiction after these inferences about a line."""
    after = board.copy()
    for cell, colour in removals_of(board.lines[line], view, inferences):
        exclude(after, cell, colour)
    return ends(after, rest)


def ends(board: Board, links: Iterable[int | Probe]) -> bool:
    """Returns True if settling the links in order ends in a contradiction; changes the board."""
    for link in links:
        if isinstance(link, Probe):
            if not ends(supposed(board, link), link.derivation):
                return False
            exclude(board, link.cell, link.colour)
            continue
        plan = board.plans[link]
        assert plan is not None
        masks = settle(plan, board.unpack()[link])
        if masks is None:
            return True
        if masks != board.unpack()[link]:
            board.narrow(link, masks)
    return False


def shortened(board: Board, probe: Probe) -> Probe:
    """Returns a supposition without the links that its contradiction does not need on this board."""
    after = supposed(board, probe)
    links = list(probe.derivation)
    for at in range(len(links) - 2, -1, -1):
        if ends(after.copy(), fewer := links[:at] + links[at + 1 :]):
            links = fewer
    for at, link in enumerate(links):
        if isinstance(link, Probe):
            links[at] = shortened(after, link)
        ends(after, [link])
    return replace(probe, derivation=tuple(links))


def supposed(board: Board, probe: Probe) -> Board:
    """Returns a copy of the board with the supposed colour."""
    after = board.copy()
    after.fix(probe.cell, probe.colour)
    return after
