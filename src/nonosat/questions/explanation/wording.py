"""Arguments in words: cells and blocks by name, counted from 1 as people do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from nonosat.imaging.colours import ink_names
from nonosat.model.clues import Clue, clue_text
from nonosat.model.palette import BACKGROUND, Palette
from nonosat.model.problems import Problem
from nonosat.questions.explanation.probing import Probe
from nonosat.questions.explanation.shapes import Placement
from nonosat.questions.explanation.techniques import REASONS, Inference, Span, cells_of, runs_of
from nonosat.solving.lines.bits import positions
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.propagate import Deduction

if TYPE_CHECKING:
    from nonosat.questions.explanation.step import Step

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}

LONGEST = 160
"""The most characters of a sentence; what would be longer is a list."""

_ROOM = LONGEST - 4
"""The same without the indent of a link of an inner chain."""

BY_HAND = 17
"""A chain with more links than this is beyond what people do by hand."""

_ITEM = "- "
"""Before each item of a list."""

_RUNS_PER_SENTENCE = 8
"""So many runs of cells come in one sentence."""


_BLOCKS_PER_SENTENCE = 3
"""A sentence names at most so many blocks one by one."""


def listed(words: Sequence[str], conjunction: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listed(["a"]), listed(["a", "b", "c"], "or")
    ('a', 'a, b or c')
    """
    *most, last = words or [""]
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def cells_text(cells: int) -> str:
    """The cells of a mask, counted from 1.

    >>> cells_text(0b10), cells_text(0b110), cells_text(0b11101)
    ('cell 2', 'cells 2 and 3', 'cells 1 and 3 to 5')
    """
    words: list[str] = []
    for start, end in runs_of(cells):
        words += [f"{start + 1} to {end}"] if end - start > 2 else map(str, range(start + 1, end + 1))
    return f"cell{'s' if cells.bit_count() > 1 else ''} {listed(words)}"


def _pieces(cells: int) -> Iterator[int]:
    """Cells in parts that can be named in one sentence."""
    runs = list(runs_of(cells))
    for at in range(0, len(runs), _RUNS_PER_SENTENCE):
        yield sum(cells_of(span) for span in runs[at : at + _RUNS_PER_SENTENCE])


def _with_items(head: str, items: Iterable[str]) -> str:
    """A sentence with a list after it."""
    return "\n".join([head.strip(), *(f"{_ITEM}{item}" for item in items)])


def are(cells: int) -> str:
    """The verb for the cells of a mask."""
    return "are" if cells.bit_count() > 1 else "is"


def colour_text(colour: int, palette: Palette) -> str:
    """The name of a colour."""
    return ink_names(palette)[colour]


def which_block(index: int, clue: Clue, palette: Palette) -> str:
    """A block of a clue as it is printed, and which it is of several equal ones.

    >>> from nonosat.model.clues import as_clue
    >>> from nonosat.model.palette import BLACK_AND_WHITE
    >>> [which_block(index, as_clue([2, 5, 2]), BLACK_AND_WHITE) for index in range(3)]
    ['the first 2', 'the 5', 'the second 2']
    >>> [which_block(index, as_clue([1] * 23), BLACK_AND_WHITE) for index in (9, 11, 22)]
    ['the tenth 1', 'the 12th 1', 'the 23rd 1']
    """
    block = clue[index]
    ink = f"{colour_text(block.colour, palette)} " if len(palette) > 2 else ""
    size = "?" if block.length is None else block.length
    number = f"{_ordinal(clue[: index + 1].count(block))} " if clue.count(block) > 1 else ""
    return f"the {number}{ink}{size}"


def clue_words_of(clue: Clue, palette: Palette) -> str:
    """A clue with its inks by name.

    >>> from nonosat.model.clues import as_clue
    >>> from nonosat.model.palette import BLACK_AND_WHITE, Colour
    >>> clue_words_of(as_clue([(2, 1), (3, 2)]), (*BLACK_AND_WHITE, Colour("red", "ff0000", "r")))
    '2 black, 3 red'
    """
    if len(palette) == 2 or not clue:
        return clue_text(clue, palette)
    return ", ".join(f"{length or '?'} {colour_text(colour, palette)}" for length, colour in clue)


def _ordinal(number: int) -> str:
    """A number as one counts with it, from 1."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    last = number % 10 if number // 10 % 10 != 1 else 0
    return f"{number}{_ENDINGS.get(last, 'th')}"


def predicate_text(colour: int, holds: bool, palette: Palette) -> str:
    """What is said of cells that have a colour, or cannot have it.

    >>> from nonosat.model.palette import BLACK_AND_WHITE
    >>> predicate_text(1, False, BLACK_AND_WHITE)
    'white'
    """
    if len(palette) == 2:
        return colour_text(colour if holds else 1 - colour, palette)
    return f"{'' if holds else 'not '}{colour_text(colour, palette)}"


_TOGETHER = {
    "overlap": "wherever they lie, ",
    "squeeze": "filled cells leave so little room that ",
}
"""What is said of several blocks that cover cells."""


_ONE_GAP, _GAPS = "the gap is", "the gaps are"


class _Argument(NamedTuple):
    """Why cells of a line have a colour."""

    words: str
    block: str = ""
    """Of the argument that a block covers cells: that block."""
    covered: int = 0
    """All cells that it covers, as a mask."""


def _in_number(
    argued: Mapping[_Argument, dict[str, int]], spans: Mapping[_Argument, set[Span]]
) -> dict[_Argument, dict[str, int]]:
    """The arguments, those about several gaps in the plural."""
    return {
        argument._replace(words=argument.words.replace(_ONE_GAP, _GAPS))
        if len(spans[argument]) > 1
        else argument: cells
        for argument, cells in argued.items()
    }


class Wording:
    """The sentences about the lines and cells of one puzzle."""

    def __init__(self, board: Board) -> None:
        puzzle = board.puzzle
        self._board = board
        self._palette = puzzle.palette
        self._lines = puzzle.geometry.lines

    def line_step(self, reason: str, line: int, inferences: Iterable[Inference]) -> str:
        """Inferences about a line with their arguments; those with the same argument are said together."""
        argued: dict[_Argument, dict[str, int]] = {}
        spans: dict[_Argument, set[Span]] = {}
        for inference in inferences:
            argument = self._argument(reason, line, inference)
            cells = argued.setdefault(argument, {})
            predicate = predicate_text(inference.colour, inference.holds, self._palette)
            cells[predicate] = cells.get(predicate, 0) | inference.cells
            spans.setdefault(argument, set()).add(inference.span)
        return self._said(line, reason, reason, _in_number(argued, spans), ())

    def positive_step(
        self,
        technique: str,
        reason: str,
        line: int,
        inferences: Iterable[Inference],
        becomes: Mapping[int, int],
        uses: Sequence[str],
    ) -> str:
        """What becomes known of places of a line by an argument about it, and by what crossing lines have said."""
        argued: dict[_Argument, dict[str, int]] = {}
        spans: dict[_Argument, set[Span]] = {}
        left = dict(becomes)

        def add(argument: _Argument, places: Iterable[int], span: Span) -> None:
            for at in places:
                if (colour := left.pop(at, None)) is not None:
                    predicate = colour_text(colour, self._palette)
                    cells = argued.setdefault(argument, {})
                    cells[predicate] = cells.get(predicate, 0) | 1 << at
                    spans.setdefault(argument, set()).add(span)

        for inference in inferences:
            add(self._argument(reason, line, inference), positions(inference.cells), inference.span)
        rest = _Argument("no other colour is left" if uses or inferences else SAYS[technique])
        add(rest, tuple(left), (0, 0))
        return self._said(line, technique, reason, _in_number(argued, spans), uses)

    def _said(
        self,
        line: int,
        technique: str,
        reason: str,
        argued: Mapping[_Argument, Mapping[str, int]],
        uses: Sequence[str],
    ) -> str:
        """A step: what crossing lines say, then each argument with the cells that it makes known."""
        head = f"{self._lines[line]}, {technique}: "
        because = f"{listed(uses)}; " if uses else ""
        if len(argued) > 1 and all(argument.block for argument in argued):
            covers = [f"{each.block} covers {cells_text(each.covered)}" for each in argued]
            start = _TOGETHER[reason]
            if len(whole := head + because + start + ", ".join(covers[:-1]) + f", and {covers[-1]}") <= _ROOM:
                return whole
            if not uses and max(map(len, covers)) <= _ROOM - len(_ITEM):
                return _with_items(head + start, covers)
        concluded = {argument: self._concluded(argument, its) for argument, its in argued.items()}
        said = [f"{argument.words}, so {listed(texts)}" for argument, texts in concluded.items()]
        if len(whole := head + because + "; ".join(said)) <= _ROOM:
            return whole
        items = list(uses)
        for (argument, texts), sentence in zip(concluded.items(), said, strict=True):
            short = len(sentence) <= _ROOM - len(_ITEM)
            items += [sentence] if short else [f"{argument.words}:", *texts]
        return _with_items(head, items)

    def _concluded(self, argument: _Argument, cells: Mapping[str, int]) -> list[str]:
        """What cells are, in pieces that are no longer than a sentence may be; those of the background last."""
        if (argument.covered,) == (*cells.values(),):
            (predicate,) = cells
            several = argument.covered.bit_count() > 1
            return [f"{'these cells are' if several else 'this cell is'} {predicate}"]
        background = colour_text(BACKGROUND, self._palette)
        return [
            f"{cells_text(piece)} {are(piece)} {predicate}"
            for predicate, mask in sorted(cells.items(), key=lambda each: each[0] == background)
            for piece in _pieces(mask)
        ]

    def uses(self, line: int | None, facts: Iterable[tuple[tuple[int, int], int]]) -> list[str]:
        """What crossing lines say: that cells do not have a colour, each with the line that says so.

        Several cells of the line itself, if there is one, are named together.
        """
        place_of = {cell: place for place, cell in enumerate(() if line is None else self._board.lines[line])}
        here: dict[int, int] = {}
        said = []
        for (cell, colour), by in facts:
            if cell in place_of:
                here[colour] = here.get(colour, 0) | 1 << place_of[cell]
            if cell not in place_of or here[colour].bit_count() == 1:
                said.append((cell, colour, by))
        several = {colour: mask for colour, mask in here.items() if mask.bit_count() > 1}
        words = [self._use(*each) for each in said if each[0] not in place_of or each[1] not in several]
        for colour, mask in several.items():
            why = (
                "the lines that cross there have it elsewhere"
                if colour
                else "blocks of crossing lines are there"
            )
            name = colour_text(colour, self._palette)
            words += (
                f"{cells_text(piece)} {are(piece)} not {name}, because {why}" for piece in _pieces(mask)
            )
        return words

    def _use(self, cell: int, colour: int, line: int) -> str:
        """That a cell does not have a colour: the line needs the ink elsewhere, or has a block there."""
        why = (
            f"{self._lines[line]} has it elsewhere" if colour else f"a block of {self._lines[line]} is there"
        )
        return f"{self.cell(cell)} is not {colour_text(colour, self._palette)}, because {why}"

    def deduction(self, deduction: Deduction) -> str:
        """What a line says of its cells, without the reason."""
        told = [
            f"{cells_text(cells)} {are(cells)} {predicate_text(colour, False, self._palette)}"
            for colour, cells in enumerate(deduction.removed)
            if cells
        ]
        return f"{self._lines[deduction.line]}: {listed(told)}"

    def contradiction(self, line: int, why: str | None = None, uses: Sequence[str] = ()) -> str:
        """That a line has no filling, and why if that is not too long to say; after what crossing lines say."""
        head = f"{self._lines[line]}, contradiction: "
        short = why if why and len(head + why) <= _ROOM else "no filling agrees with what is known"
        if len(whole := head + "; ".join([*uses, short])) <= _ROOM:
            return whole
        return _with_items(head, [*uses, short])

    def stated(self, problem: Problem) -> str:
        return f"contradiction: {problem.reason}"

    def no_solution(self) -> str:
        return "contradiction: the solver finds no solution"

    def cell_step(
        self,
        reason: str,
        removals: Iterable[tuple[int, int]],
        probes: Sequence[Probe],
        stories: Sequence[Step],
        placed: Placement | None = None,
        uses: Sequence[str] = (),
    ) -> str:
        """What cells cannot be, by suppositions of one of them or by the solver.

        `stories` are steps with the chain of each supposition. `placed` is what is supposed of a block, instead of
        a cell. `uses` is what lines say that no step has said.
        """
        lost: dict[int, list[int]] = {}
        for cell, colour in removals:
            lost.setdefault(cell, []).append(colour)
        about = probes[0].cell if probes else next(iter(lost))
        told = [self._loses(cell, colours) for cell, colours in lost.items()]
        head = f"{self.cell(about)}, {reason}: "
        if not probes:
            says = SAYS[reason].format(colour=colour_text(lost[about][0], self._palette))
            return f"{head}{says}: {listed(told)}"
        if placed:
            its, start = self.block(placed)
            head = f"{placed.line}, {reason}: suppose {its} starts at cell {start}"
            so = f"So {its} does not start at cell {start}: {listed(told)}"
            first = [head, *(f"{_ITEM}{use}" for use in uses), *self._by_hand(probes[0])]
            return "\n".join([*first, *self._links(stories[0]), so])
        lines: list[str] = []
        for probe, step in zip_longest(probes, stories):
            suppose = f"suppose it is {colour_text(probe.colour, self._palette)}"
            lines.append(f"- {suppose}" if len(probes) > 1 else head + suppose)
            lines += self._by_hand(probe)
            lines += self._links(step) if step else ()
        if len(probes) > 1:
            lines.insert(0, head + "whatever colour it has, the same follows")
        lines[1:1] = [f"{_ITEM}{use}" for use in uses]
        return "\n".join([*lines, *(f"So {each}" for each in told)])

    def _loses(self, cell: int, colours: Sequence[int]) -> str:
        """That a cell does not have some colours, and which is left if it is one of several inks."""
        lost = listed([predicate_text(colour, False, self._palette) for colour in colours])
        left = [colour for colour in self._board.colours_of(cell) if colour not in colours]
        so = f", so it is {colour_text(left[0], self._palette)}" if len(left) == 1 else ""
        return f"{self.cell(cell)} is {lost}{so if len(self._palette) > 2 else ''}"

    def _by_hand(self, probe: Probe) -> list[str]:
        """That a chain is beyond what people do by hand, if it is."""
        number = sum(1 for _ in probe.lines())
        if number <= BY_HAND:
            return []
        inside = ", with suppositions inside," if probe.depth > 1 else ""
        return [f"- beyond what people do by hand: {number} lines{inside} lead to a contradiction"]

    def offer(self, cell: int, colour: int, gain: int) -> str:
        """A cell that may be given instead of a step."""
        name = colour_text(colour, self._palette)
        return f"If {self.cell(cell)} is given as {name}, lines settle {gain} cell{'s' * (gain > 1)} without that"

    def supposition(self, step: Step, probe: Probe) -> str:
        """The story of a supposition inside of another."""
        start = f"suppose {self.cell(probe.cell)} is {colour_text(probe.colour, self._palette)}, too"
        end = f"so {self.cell(probe.cell)} is {predicate_text(probe.colour, False, self._palette)}"
        return "\n".join([start, *self._links(step), end])

    def block(self, placed: Placement) -> tuple[str, int]:
        """A block, and its first cell from 1."""
        line = self._lines.index(placed.line)
        clue = self._board.clues[line]
        assert clue is not None
        return which_block(placed.block, clue, self._palette), placed.start + 1

    def _links(self, step: Step) -> Iterator[str]:
        """The lines of a chain, one after the other."""
        for link in (*step.chain, *([step.contradiction] if step.contradiction else [])):
            first, *rest = link.words.split("\n")
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)

    def _complete(self, line: int, colour: int, clue: Clue) -> str:
        """Why no more cells have a colour."""
        if not clue:
            return "the clue is 0"
        if colour == BACKGROUND:
            cells = len(self._board.lines[line]) - sum(block.least for block in clue)
            its = colour_text(colour, self._palette)
            return f"its {cells} {its} cells are known" if cells > 1 else f"its only {its} cell is known"
        if all(block.colour == colour for block in clue):
            return f"the {self._lines[line].axis} is complete"
        return f"all of its {colour_text(colour, self._palette)} is there"

    def _argument(self, reason: str, line: int, inference: Inference) -> _Argument:
        """The argument for an inference."""
        clue = self._board.clues[line]
        assert clue is not None
        span = cells_of(inference.span)
        colour = colour_text(inference.colour, self._palette)
        ink = f"{colour} " if len(self._palette) > 2 else ""
        blocks = listed([which_block(index, clue, self._palette) for index in inference.blocks], "or")
        if len(inference.blocks) > _BLOCKS_PER_SENTENCE:
            blocks = f"any {ink}block"
        whole = clue_words_of(clue, self._palette)
        words = SAYS[reason].format(
            axis=self._lines[line].axis,
            clue=whole if len(whole) <= LONGEST // 2 else "the clue",
            colour=colour,
            complete=self._complete(line, inference.colour, clue),
            ink=ink,
            blocks=blocks,
            span=cells_text(span),
            span_is=f"{cells_text(span)} {are(span)}",
        )
        return _Argument(words, blocks, span) if reason in _TOGETHER else _Argument(words)

    def cell(self, cell: int) -> str:
        """A cell by its row, and its column or else its place in the row."""
        puzzle = self._board.puzzle
        return puzzle.cell_name(*puzzle.coordinates[cell])


SAYS = {reason.name: reason.says for reason in REASONS}
