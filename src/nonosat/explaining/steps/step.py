"""A step of an explanation: the cells that become known, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from nonosat.explaining.steps.probes import Placement, Probe
from nonosat.explaining.steps.techniques import Inference
from nonosat.explaining.words.patterns import Phrase, Words, printed
from nonosat.model.geometry import Axis, LineId
from nonosat.model.puzzle import Given
from nonosat.support.arguments import method
from nonosat.support.results import ABSENT, OPTIONAL, Result, member

if TYPE_CHECKING:
    from nonosat.records.shared_types import LineAxis, LineIndex, PartialRows

# reason of a last step (contradictory clues, or a line without a filling) and of the end of a chain
CONTRADICTION = "contradiction"

# reason of a step by the solver
SEARCH = "search"

_MAX_REPR = 200  # characters of the sentence in the `repr` of a step


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class UnfillableLine(Result):
    """A line without a filling."""

    line: LineId
    said: Annotated[tuple[Phrase, ...], "The same in patterns."]

    _RECORD = "Refutation"
    _MEMBERS = ("line.axis", "line.index", "text", "said")

    @property
    def text(self) -> Annotated[str, "In words."]:
        """The text in English."""
        return "\n".join(printed(self.said))


class OfLine(Result):
    """Base class of results that can be about one line; without a line, their records lack axis and index."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def axis(self) -> Axis | None: ...

        @property
        def index(self) -> int | None: ...

    @member
    def _axis(self) -> LineAxis:
        return ABSENT if self.axis is None else self.axis

    @member
    def _index(self) -> LineIndex:
        return ABSENT if self.index is None else self.index


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Step(OfLine):
    """A step: cells that become known or lose a candidate, and the reason."""

    reason: Annotated[str, "Technique, such as `overlap`."]
    """The name of a row of `TECHNIQUES`, or `CONTRADICTION`."""
    said: Annotated[tuple[Phrase, ...], "The sentence and the items of a list after it, in patterns."]
    reads: frozenset[int]
    """Numbers of the lines that it rests on."""
    axis: Axis | None = None
    """Its line; None for a probe, which is about a cell."""
    index: int | None = None
    cells: Annotated[tuple[Given, ...], "New cells."] = ()
    excluded: Annotated[tuple[Given, ...], "Candidates that cells lose."] = ()
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
    """For a step that is too hard by hand: a cell to give instead."""
    least: int = 0
    """Proved lower bound: before the step, no single supposition is refuted with fewer links."""
    uses: tuple[Given, ...] = ()
    """Silent premises: colours that cells cannot have. Each follows from a line of its cell, earlier knowledge and the
    premises before it."""
    so: tuple[Phrase, ...] = ()
    """Conclusions from the supposition."""

    _MEMBERS = (
        *("reason", "text", "said", "cells", "excluded", "axis", "index", "uses", "so", "supposed"),
        *("chain", "contradiction", "least", "offer", "placement", "state"),
    )

    @member
    def _uses(
        self,
    ) -> Annotated[tuple[Given, ...], OPTIONAL, "Candidates excluded by crossing lines that the step uses."]:
        return self.uses or ABSENT

    @member
    def _so(self) -> Annotated[tuple[Phrase, ...], OPTIONAL, "Probe: the conclusions, in patterns."]:
        return self.so if self.probes else ABSENT

    @member
    def _supposed(
        self,
    ) -> Annotated[tuple[Given, ...], OPTIONAL, "Probe: each assumed cell and colour."]:
        return self.supposed if self.probes else ABSENT

    @member
    def _chain(
        self,
    ) -> Annotated[tuple[Step, ...], OPTIONAL, "Probe: the consequences of the assumption, line by line."]:
        return self.chain if self.probes else ABSENT

    @member
    def _contradiction(
        self,
    ) -> Annotated[
        UnfillableLine | None, OPTIONAL, "Probe: the line without a filling at the end of the chain."
    ]:
        end, last = self.contradiction, None
        if end is not None and end.axis is not None and end.index is not None:
            last = UnfillableLine(LineId(end.axis, end.index), end.said)
        return last if self.probes else ABSENT

    @member
    def _least(
        self,
    ) -> Annotated[
        int,
        OPTIONAL,
        "Probe: proved lower bound on the lines that refute any single assumption; 0 if unknown.",
    ]:
        return self.least if self.probes else ABSENT

    @member
    def _offer(
        self,
    ) -> Annotated[Given, OPTIONAL, "Cell to reveal instead of a step that is too long for a person."]:
        return self.offer if self.probes and self.offer else ABSENT

    @member
    def _placement(
        self,
    ) -> Annotated[
        Any,
        Placement,
        OPTIONAL,
        "Probe: an equivalent assumption about the position of a block, if there is one.",
    ]:
        placed = self.placement
        if not (self.probes and placed):
            return ABSENT
        return {**placed.line._asdict(), "block": placed.block, "start": placed.start}

    @member
    def _state(
        self,
    ) -> Annotated[Any, PartialRows, OPTIONAL, "The grid after the step, where it was asked for."]:
        return ABSENT  # only `explain --states` adds it

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
    def text(self) -> Annotated[str, "In words."]:
        """The text in English: the sentence, and a line per link of the chain."""
        return "\n".join(self.lines())

    @method
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

    def __repr__(self) -> str:
        first, *rest = self.lines()
        sentence = first if len(first) <= _MAX_REPR else f"{first[:_MAX_REPR]}..."
        return f"Step({sentence}{' ...' if rest else ''})"
