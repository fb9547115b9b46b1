"""Builds the sentences of steps from patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from nonosat.explaining.steps.probes import Placement, Probe
from nonosat.explaining.steps.techniques import Inference, cells_of, runs_of
from nonosat.explaining.words.patterns import (
    PATTERNS,
    Phrase,
    Value,
    block_named,
    cells_named,
    ink,
    line_name,
    listed,
    phrase,
    size_named,
)
from nonosat.lines.bits import lowest, positions
from nonosat.lines.board import Board
from nonosat.lines.propagate import Deduction
from nonosat.model.clues import clue_text
from nonosat.model.geometry import Rectangle
from nonosat.model.palette import BACKGROUND
from nonosat.model.shapes import Shape

LONGEST = 160  # maximum characters of a sentence; longer ones become lists
_ROOM = LONGEST - 4  # the same minus the indent of an inner chain
BY_HAND = 17  # maximum links of a chain that people follow by hand
_RUNS_PER_SENTENCE = 8  # maximum runs of cells in one sentence
_BLOCKS_PER_SENTENCE = 3  # maximum blocks named one by one in a sentence
Said = tuple[Phrase, ...]  # a sentence, and the items of a list after it


def _pieces(cells: int) -> Iterator[int]:
    """Splits cells into parts that one sentence can name."""
    runs = list(runs_of(cells))
    for at in range(0, len(runs), _RUNS_PER_SENTENCE):
        yield sum(cells_of(span) for span in runs[at : at + _RUNS_PER_SENTENCE])


def _fits(said: Phrase, reach: int = _ROOM) -> bool:
    return len(str(said)) <= reach


class Wording:
    """Builds sentences about the lines and cells of one puzzle."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._palette = board.puzzle.palette
        self._lines = board.puzzle.geometry.lines

    # --- names

    def ink(self, colour: int) -> Phrase:
        """Names a colour."""
        return ink(colour, self._palette)

    def line(self, line: int) -> Phrase:
        """Names a line."""
        return line_name(self._lines[line])

    def cell(self, cell: int) -> Phrase:
        """Names a cell by its row, and its column or place in the row."""
        return self.place(*self._board.puzzle.coordinates[cell])

    def place(self, row: int, place: int) -> Phrase:
        """Names a cell by its coordinates."""
        geometry = self._board.puzzle.geometry
        if isinstance(geometry, Rectangle):
            return phrase("cell in row and column", row=row + 1, place=place + 1)
        if isinstance(geometry, Shape) and (name := geometry.label(row, place)):
            return phrase("labelled cell", name=name)
        return phrase("cell in row", row=row + 1, place=place + 1)

    def block(self, line: int, index: int) -> Phrase:
        """Names a block of a line's clue."""
        clue = self._board.clues[line]
        assert clue is not None
        return block_named(index, clue, self._palette)

    def _is(self, cells: Phrase, n: int, colour: int, holds: bool = True) -> Phrase:
        """Says that cells have a colour, or lack it."""
        if not holds and len(self._palette) == 2:
            colour, holds = 1 - colour, True
        return phrase("is" if holds else "is not", cells=cells, colour=self.ink(colour), n=n)

    def _cells_are(self, cells: int, colour: int, holds: bool = True) -> list[Phrase]:
        """`_is` for the cells of a mask, in as many sentences as needed."""
        return [self._is(cells_named(piece), piece.bit_count(), colour, holds) for piece in _pieces(cells)]

    # --- steps about one line

    def line_step(
        self,
        technique: str,
        reason: str,
        line: int,
        inferences: Sequence[Inference],
        becomes: Mapping[int, int] | None = None,
        uses: Sequence[Phrase] = (),
    ) -> Said:
        """Says what a technique infers about a line; cells with the same reason are named together.

        With `becomes`, only cells that become known, with their colours. `uses` has the facts of crossing lines.
        """
        concluded: dict[Phrase, dict[tuple[int, bool], int]] = {}
        left = dict(becomes or {})
        for inference in inferences:
            cells = concluded.setdefault(self._inference_said(reason, line, inference), {})
            for at in positions(inference.cells):
                if becomes is None:
                    says = self._stated(inference.colour, inference.holds)
                elif at in left:
                    says = left.pop(at), True
                else:
                    continue
                cells[says] = cells.get(says, 0) | 1 << at
        if left:
            rest = concluded.setdefault(phrase("no other colour" if uses or inferences else "crossing"), {})
            for at, colour in left.items():
                rest[colour, True] = rest.get((colour, True), 0) | 1 << at
        return self._step(line, technique, concluded, uses)

    def _stated(self, colour: int, holds: bool) -> tuple[int, bool]:
        """Turns "is not" into "is" if there are only two colours."""
        return (colour, holds) if holds or len(self._palette) > 2 else (1 - colour, True)

    def _step(
        self,
        line: int,
        technique: str,
        concluded: Mapping[Phrase, Mapping[tuple[int, bool], int]],
        uses: Sequence[Phrase],
    ) -> Said:
        """Says the facts of crossing lines, then each reason with its cells; background cells come last."""
        parts: list[Phrase] = []
        items = list(uses)
        for reason, cells in concluded.items():
            whats = [
                what
                for (colour, holds), mask in sorted(cells.items(), key=lambda item: item[0][0] == BACKGROUND)
                for what in self._cells_are(mask, colour, holds)
            ]
            if whats:
                parts.append(phrase("so", reason=reason, what=listed(whats)))
                items += [parts[-1]] if _fits(parts[-1]) else [phrase("so:", reason=reason), *whats]
        if uses:
            parts[:0] = [listed(uses)]
        return self._headed(line, technique, parts, items)

    def _headed(self, line: int, technique: str, parts: Sequence[Phrase], items: Sequence[Phrase]) -> Said:
        """Returns a step as one sentence, or as a list if that is too long."""
        head = {"line": self.line(line), "technique": Phrase(technique)}
        whole = phrase("step", **head, what=listed(parts, "semicolon", "semicolon"))
        return (whole,) if _fits(whole) else (phrase("list", **head), *items)

    def _inference_said(self, reason: str, line: int, said: Inference) -> Phrase:
        """Says why cells of a line have a colour, or lack it."""
        clue = self._board.clues[line]
        assert clue is not None
        span, coloured = cells_of(said.span), len(self._palette) > 2
        kind = reason.removeprefix("ordered ")
        match kind:
            case "full":
                names = [size_named(block, self._palette) for block in clue]
                whole = listed(names, "comma") if coloured and clue else clue_text(clue, self._palette)
                sentence = phrase("full", clue=whole)
                return sentence if _fits(sentence, LONGEST // 2) else phrase("its clue")
            case "complete":
                return self._complete(line, said.colour)
            case "remainder":
                return phrase("remainder", colour=self.ink(said.colour))
            case "gap":
                least = min((block.least, at) for at, block in enumerate(clue) if block.colour == said.colour)
                return phrase("gap", block=phrase("the", block=size_named(clue[least[1]], self._palette)))
            case "narrow":
                return phrase("narrow", block=self._one_of(line, said))
            case "split":
                return phrase("split", cells=cells_named(span))
            case "join":
                return phrase("join", block=self._one_of(line, said), cells=cells_named(span))
            case "beside":
                cells: dict[str, Value] = {"cells": cells_named(span), "n": span.bit_count()}
                if len(said.blocks) == 1:
                    cells["block"] = self._one_of(line, said)
                sentence = phrase("whole" if len(said.blocks) == 1 else "whole block", **cells)
            case "glue":
                sentence = self._pushed(line, said)
            case "overlap" | "squeeze" | "reach":
                return self._ranges_said(line, said, filled=reason in ("squeeze", "ordered reach"))
            case _:
                return self._extremes(line, said)
        return phrase("ordered", reason=sentence) if kind != reason else sentence

    def _complete(self, line: int, colour: int) -> Phrase:
        """Says why no more cells of a line have a colour."""
        clue = self._board.clues[line]
        if not clue:
            return phrase("empty")
        if colour == BACKGROUND:
            cells = len(self._board.lines[line]) - sum(block.least for block in clue)
            return phrase("background", colour=self.ink(colour), n=cells)
        if all(block.colour == colour for block in clue):
            return phrase("complete")
        return phrase("complete in colour", colour=self.ink(colour))

    def _one_of(self, line: int, said: Inference) -> Phrase:
        """Names blocks as alternatives, joined by "or"."""
        if len(said.blocks) > _BLOCKS_PER_SENTENCE or not said.blocks:
            coloured = len(self._palette) > 2
            return phrase("any block of", colour=self.ink(said.colour)) if coloured else phrase("any block")
        return listed([self.block(line, index) for index in said.blocks], "or")

    def _pushed(self, line: int, said: Inference) -> Phrase:
        """Says that a wall next to a run bounds the places of its block."""
        (reach,) = said.ranges
        block = phrase("on", block=self._one_of(line, said), cells=cells_named(cells_of(said.span)))
        on = lowest(said.cells) >= said.span[1]
        wall = reach.start - 1 if on else reach.end
        if 0 <= wall < len(self._board.lines[line]):
            beside = self._is(cells_named(1 << wall), 1, said.colour, holds=False)
        else:
            beside = phrase("edge")
        ends = (
            phrase("starts", block=block, cell=reach.start + 1)
            if on
            else phrase("ends", block=block, cell=reach.end)
        )
        return phrase("wall", reason=ends, wall=beside)

    def _ranges_said(self, line: int, said: Inference, *, filled: bool) -> Phrase:
        """Says where blocks lie, each with the filled cells that keep it there."""
        if not said.ranges:
            return phrase("no ink", colour=self.ink(said.colour))
        sentences: list[Phrase] = []
        for reach in said.ranges:
            block = self.block(line, reach.block)
            if filled and reach.on:
                block = phrase("on", block=block, cells=cells_named(reach.on))
            sentences.append(
                phrase("lies in", block=block, cells=cells_named(cells_of((reach.start, reach.end))))
            )
        whole = listed(sentences)
        return (
            phrase("filled", reason=whole) if filled and not any(reach.on for reach in said.ranges) else whole
        )

    def _extremes(self, line: int, said: Inference) -> Phrase:
        """Says the two extreme ways to fill a line; if that is too long, how far the blocks near the cells reach."""
        if clue := said.ranges and self._board.clues[line]:
            first = listed([reach.start + 1 for reach in said.ranges])
            last = listed([reach.end - clue[reach.block].least + 1 for reach in said.ranges])
            if str(first) == str(last):
                return phrase("its clue")
            sentence = phrase("extremes", first=first, last=last, n=len(said.ranges))
            if _fits(sentence, LONGEST * 2 // 3):
                return sentence
            near = tuple(reach for reach in said.ranges if said.cells & cells_of((reach.start, reach.end)))
            if 0 < len(near) <= _BLOCKS_PER_SENTENCE:
                return phrase(
                    "agree near", what=self._ranges_said(line, said._replace(ranges=near), filled=False)
                )
        return phrase("agree")

    # --- what crossing lines say

    def uses(self, line: int | None, facts: Iterable[tuple[tuple[int, int], int]]) -> list[Phrase]:
        """Lists the candidates that crossing lines exclude, each with its line.

        Several cells of `line` itself are named together.
        """
        place_of = {cell: place for place, cell in enumerate(() if line is None else self._board.lines[line])}
        own_masks: dict[int, int] = {}
        said = []
        for (cell, colour), by in facts:
            if cell in place_of:
                own_masks[colour] = own_masks.get(colour, 0) | 1 << place_of[cell]
            if cell not in place_of or own_masks[colour].bit_count() == 1:
                said.append((cell, colour, by))
        ambiguous = {colour: mask for colour, mask in own_masks.items() if mask.bit_count() > 1}
        sentences = [
            phrase(
                "because",
                what=self._is(self.cell(cell), 1, colour, holds=False),
                why=phrase("elsewhere" if colour else "block there", line=self.line(by)),
            )
            for cell, colour, by in said
            if cell not in place_of or colour not in ambiguous
        ]
        for colour, mask in ambiguous.items():
            why = phrase("all elsewhere" if colour else "blocks there")
            sentences += (
                phrase("because", what=what, why=why) for what in self._cells_are(mask, colour, False)
            )
        return sentences

    def deduction(self, deduction: Deduction) -> Phrase:
        """Says what a line implies for its cells, without the reason."""
        whats = [
            what
            for colour, cells in enumerate(deduction.removed)
            if cells
            for what in self._cells_are(cells, colour, holds=False)
        ]
        return phrase("line", line=self.line(deduction.line), what=listed(whats))

    def ruled_out(self, cells: Mapping[int, int]) -> Phrase:
        """Says which colours cells of a line lost before, as a mask per colour."""
        whats = [
            phrase("in", colour=self.ink(colour), cells=cells_named(mask)) for colour, mask in cells.items()
        ]
        return phrase("ruled out", what=listed(whats))

    # --- contradictions

    def contradiction(self, line: int, why: Phrase | None = None, uses: Sequence[Phrase] = ()) -> Said:
        """States the facts of crossing lines, then that a line has no filling, and why if that is short."""
        head = {"line": self.line(line), "technique": Phrase("contradiction")}
        if why is None or not _fits(phrase("step", **head, what=why)):
            why = phrase("no filling")
        return self._headed(line, "contradiction", [*uses, why], [*uses, why])

    # --- suppositions

    def supposition(self, probe: Probe, *, inner: bool = False) -> Said:
        """States the supposition about a cell."""
        kind = "suppose too" if inner else "suppose cell"
        return (phrase(kind, cell=self.cell(probe.cell), colour=self.ink(probe.colour)),)

    def refuted(self, probe: Probe) -> Said:
        """Says the conclusion of an inner supposition."""
        what = self._is(self.cell(probe.cell), 1, probe.colour, holds=False)
        return (phrase("conclusion", what=what),)

    def cell_step(
        self,
        reason: str,
        removal: tuple[int, int],
        probe: Probe | None,
        placed: Placement | None = None,
        uses: Sequence[Phrase] = (),
        offer: tuple[int, int, int] | None = None,
    ) -> tuple[Said, Said]:
        """States the supposition, and the colour that the cell loses.

        `placed` is a supposed place of a block, instead of a cell. `uses` has the silent premises. `offer` is a cell to
        give instead, its colour, and the number of cells that lines settle then.
        """
        cell, colour = removal
        lost, name = self._loses(cell, colour), self.cell(cell)
        if not probe:
            why = phrase("search", colour=self.ink(colour))
            what = phrase("so", reason=why, what=lost)
            return (phrase("step", line=name, technique=Phrase(reason), what=what), *uses), ()
        if placed:
            name = line_name(placed.line)
            block, start = self.placed(placed)
            what = phrase("suppose block", block=block, cell=start)
            lost = phrase("not there", block=block, cell=start, what=lost)
        else:
            what = phrase("suppose", colour=self.ink(colour))
        said = [phrase("step", line=name, technique=Phrase(reason), what=what), *uses]
        if (number := sum(1 for _ in probe.lines())) > BY_HAND:
            said.append(phrase("by hand", n=number))
        so = [phrase("conclusion", what=lost)]
        if offer:
            cell, colour, gain = offer
            so.append(phrase("offer", cell=self.cell(cell), colour=self.ink(colour), n=gain))
        return tuple(said), tuple(so)

    def _loses(self, cell: int, colour: int) -> Phrase:
        """Says that a cell lacks a colour, and with several inks the one that is left."""
        what = self._is(self.cell(cell), 1, colour, holds=False)
        left = [other for other in self._board.colours_of(cell) if other != colour]
        coloured = len(self._palette) > 2
        return phrase("left", what=what, colour=self.ink(left[0])) if coloured and len(left) == 1 else what

    def placed(self, placed: Placement) -> tuple[Phrase, int]:
        """Names a block; also returns its first cell, from 1."""
        return self.block(self._lines.index(placed.line), placed.block), placed.start + 1


def without_technique(said: Phrase) -> Phrase:
    """Returns a step's sentence without the name of its technique."""
    values = dict(said.values)
    if said.pattern == PATTERNS["list"]:
        return phrase("so:", reason=values["line"])
    if said.pattern == PATTERNS["step"]:
        return phrase("line", line=values["line"], what=values["what"])
    return said


class Wordless(Wording):
    """Says nothing: for steps whose sentences nobody reads."""

    line_step: Any = staticmethod(lambda *_, **__: ())
    uses = contradiction = supposition = refuted = line_step
    cell_step: Any = staticmethod(lambda *_: ((), ()))
