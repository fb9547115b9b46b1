"""A step of an explanation: the cells that become known, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonosat.explaining.steps.probes import Placement, Probe
from nonosat.explaining.steps.techniques import Inference
from nonosat.explaining.words.patterns import Phrase, Words, printed
from nonosat.model.geometry import Axis, LineId
from nonosat.model.puzzle import Given
from nonosat.records.cells import coloured_cell, line_record
from nonosat.support.results import Result

if TYPE_CHECKING:
    from nonosat.records import answers as records

# reason of a last step about contradictory clues or a line without a filling, and of the end of a chain
CONTRADICTION = "contradiction"

# reason of a step by the solver
SEARCH = "search"


def refutation_record(line: LineId, said: Sequence[Phrase]) -> records.Refutation:
    """Returns the record of a line without a filling."""
    text = "\n".join(printed(said))
    return {**line_record(line), "text": text, "said": [sentence.to_json() for sentence in said]}


@dataclass(frozen=True, slots=True, repr=False)
class Step(Result):
    """Cells that become known or lose a colour, and the reason."""

    reason: str
    """The name of a row of `TECHNIQUES`, or `CONTRADICTION`."""
    said: tuple[Phrase, ...]
    """The sentence, and the items of a list after it."""
    reads: frozenset[int]
    """Numbers of the lines that it rests on."""
    axis: Axis | None = None
    """Its line; None for a probe, which is about a cell."""
    index: int | None = None
    cells: tuple[Given, ...] = ()
    """Cells that become known: row, column, colour."""
    excluded: tuple[Given, ...] = ()
    """Colours that cells lose which stay open."""
    inferences: tuple[Inference, ...] = ()
    """Inferences about the line."""
    probes: tuple[Probe, ...] = ()
    """The supposition about a cell, if any, with its derivation."""
    chain: tuple[Step, ...] = ()
    """Consequences of the supposition, line by line, without unneeded ones; an inner supposition has its own chain."""
    contradiction: Step | None = None
    """The line without a filling at the end of the chain."""
    placement: Placement | None = None
    """The supposed start of a block, if the supposition is equivalent to one."""
    offer: Given | None = None
    """For a step beyond what people do by hand: a cell to give instead."""
    least: int = 0
    """Proved: before the step no single supposition is refuted with fewer links."""
    uses: tuple[Given, ...] = ()
    """Silent premises: colours that cells cannot have. Each follows from a line of its cell, earlier knowledge and the
    premises before it."""
    so: tuple[Phrase, ...] = ()
    """Conclusions from the supposition."""

    @property
    def links(self) -> int:
        """Number of lines in the chain, including the last one and those of inner suppositions."""
        inner = sum(step.links if step.contradiction else 1 for step in self.chain)
        return inner + (self.contradiction is not None)

    @property
    def supposed(self) -> tuple[Given, ...]:
        """The supposed cell with its colour, if the step is a supposition."""
        about = (*self.cells, *self.excluded)[:1]
        return tuple(
            Given(row, column, probe.colour)
            for probe, (row, column, _) in zip(self.probes, about, strict=False)
        )

    @property
    def contradicts(self) -> bool:
        """True for the last step of an unsolvable puzzle: the proof of unsolvability."""
        return not (self.cells or self.excluded)

    @property
    def text(self) -> str:
        """Its text in English: the sentence, and a line per link of the chain."""
        return "\n".join(self.lines())

    def lines(self, words: Words | None = None) -> Iterator[str]:
        """Yields the text line by line, in the language of a catalogue."""
        yield from printed(self.said, words)
        for link in (*self.chain, *([self.contradiction] if self.contradiction else [])):
            first, *rest = link.lines(words)
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)
        yield from (sentence.text(words) for sentence in self.so)

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> records.Step:
        """Returns the record; see docs/json.md."""
        record: records.Step = {
            "reason": self.reason,
            "text": self.text,
            "said": [sentence.to_json() for sentence in self.said],
            "cells": list(map(coloured_cell, self.cells)),
            "excluded": list(map(coloured_cell, self.excluded)),
        }
        if self.axis is not None and self.index is not None:
            record |= {"axis": self.axis, "index": self.index}
        if self.uses:
            record["uses"] = list(map(coloured_cell, self.uses))
        if self.probes:
            record["so"] = [sentence.to_json() for sentence in self.so]
            record["supposed"] = list(map(coloured_cell, self.supposed))
            record["chain"] = [link.to_json() for link in self.chain]
            record["contradiction"] = None
            record["least"] = self.least
            if self.offer:
                record["offer"] = coloured_cell(self.offer)
            if self.placement:
                (axis, index), block, start = self.placement
                record["placement"] = {"axis": axis, "index": index, "block": block, "start": start}
            if (end := self.contradiction) and end.axis is not None and end.index is not None:
                record["contradiction"] = refutation_record(LineId(end.axis, end.index), end.said)
        return record
