"""A step of an explanation: what becomes known, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nonosat.foundation.lazy_dataclasses import dataclass
from nonosat.foundation.results import Result
from nonosat.model.geometry import Axis, LineId
from nonosat.model.puzzle import Given
from nonosat.questions.explanation.patterns import Phrase, Words, printed
from nonosat.questions.explanation.probing import Probe
from nonosat.questions.explanation.shapes import Placement
from nonosat.questions.explanation.techniques import Inference
from nonosat.records.parts import coloured_cell, line_record

if TYPE_CHECKING:
    from nonosat.records import answers as records

# the reason of a last step about clues that contradict each other, or a line that no filling agrees with;
# also of the end of a chain
CONTRADICTION = "contradiction"

# the reason of a part of a step that goes through cases: what follows in one of them
SUPPOSITION = "supposition"

# the reason of a step that is known from the solver only, be it that there is no solution
SEARCH = "search"


def refutation_record(line: LineId, said: Sequence[Phrase]) -> records.Refutation:
    """The record of a line that has no filling."""
    text = "\n".join(printed(said))
    return {**line_record(line), "text": text, "said": [each.to_json() for each in said]}


@dataclass(frozen=True, slots=True, repr=False)
class Step(Result):
    """Some cells that become known, or lose a colour, and why."""

    reason: str
    """The name of a row of `REASONS`, or `CONTRADICTION`."""
    said: tuple[Phrase, ...]
    """The sentence about it, and the items of a list after that; of a supposition, what is supposed."""
    reads: frozenset[int]
    """The lines that it rests on, as a board counts them."""
    axis: Axis | None = None
    """The line that it is about; None for a probe, which is about a cell."""
    index: int | None = None
    cells: tuple[Given, ...] = ()
    """The cells that are known now and were not before: row, column, colour."""
    excluded: tuple[Given, ...] = ()
    """The colours that cells have lost which are still open."""
    inferences: tuple[Inference, ...] = ()
    """What is said of the line, each with what it rests on."""
    probes: tuple[Probe, ...] = ()
    """What is supposed of a cell, and what follows from it."""
    chain: tuple[Step, ...] = ()
    """What follows from the supposition, line by line: steps with techniques of their own, and only what matters
    of them. A supposition inside has a chain of its own."""
    contradiction: Step | None = None
    """The line at the end of the chain that has no filling."""
    placement: Placement | None = None
    """What is supposed of the cell, if that is said of a block: that it starts there."""
    offer: Given | None = None
    """Of a step that is beyond what people do by hand: a cell that may be given instead."""
    least: int = 0
    """No single supposition was refuted with fewer links than this before the step: that is proved."""
    uses: tuple[Given, ...] = ()
    """Premises that no step has said: colours that cells cannot have. Each follows from a line that its cell lies on, what
    was known before, and the premises before it."""
    so: tuple[Phrase, ...] = ()
    """What follows from a supposition in the end."""

    @property
    def links(self) -> int:
        """How many lines the chain settles, the one without a filling and those of inner suppositions included."""
        inner = sum(step.links if step.contradiction else 1 for step in self.chain)
        return inner + (self.contradiction is not None)

    @property
    def supposed(self) -> tuple[Given, ...]:
        """What is supposed of a cell: its row, column and colour, once for each supposition."""
        if self.reason == SUPPOSITION:
            return self.cells
        if len(self.probes) > 1:
            return tuple(story.cells[0] for story in self.chain)
        about = (*self.cells, *self.excluded)[:1]
        return tuple(
            Given(row, column, probe.colour)
            for probe, (row, column, _) in zip(self.probes, about, strict=True)
        )

    @property
    def contradicts(self) -> bool:
        """True if it is the last one, and says that there is no solution."""
        return not (self.cells or self.excluded)

    @property
    def words(self) -> str:
        """All of it in English: the sentence, and for a supposition a line for each link of its chain."""
        return "\n".join(self.lines())

    def lines(self, words: Words | None = None) -> Iterator[str]:
        """The same line by line, in the language of a catalogue."""
        yield from printed(self.said, words)
        for link in (*self.chain, *([self.contradiction] if self.contradiction else [])):
            first, *rest = link.lines(words)
            yield f"- {first}"
            yield from rest if link.reason == SUPPOSITION else (f"  {line}" for line in rest)
        yield from (each.text(words) for each in self.so)

    def __str__(self) -> str:
        return self.words

    def to_json(self) -> records.Step:
        """The record of it; see docs/json.md."""
        found: records.Step = {
            "reason": self.reason,
            "text": self.words,
            "said": [each.to_json() for each in self.said],
            "cells": list(map(coloured_cell, self.cells)),
            "excluded": list(map(coloured_cell, self.excluded)),
        }
        if self.axis is not None and self.index is not None:
            found |= {"axis": self.axis, "index": self.index}
        if self.uses:
            found["uses"] = list(map(coloured_cell, self.uses))
        if self.probes:
            found["so"] = [each.to_json() for each in self.so]
            found["supposed"] = list(map(coloured_cell, self.supposed))
            found["chain"] = [link.to_json() for link in self.chain]
            found["contradiction"] = None
            found["least"] = self.least
            if self.offer:
                found["offer"] = coloured_cell(self.offer)
            if self.placement:
                (axis, index), block, start = self.placement
                found["placement"] = {"axis": axis, "index": index, "block": block, "start": start}
            if (end := self.contradiction) and end.axis is not None and end.index is not None:
                found["contradiction"] = refutation_record(LineId(end.axis, end.index), end.said)
        return found
