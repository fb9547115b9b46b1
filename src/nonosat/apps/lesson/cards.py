"""The cards of a lesson, each with a small picture and its sentences.

The first step of each technique and every step that is not easy have a card of their own. Other easy steps share a card
with numbered cells, and so do all empty lines in a row. A supposition is a strip of cards: the supposed cell, its
consequences link by link, and the cells that are known once all of that is withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal, NamedTuple

from nonosat.apps.book import words
from nonosat.apps.book.words import Words
from nonosat.apps.drawing.drawing import Cell, Entry, Panel, State, cells_of, panel_of
from nonosat.apps.illustration.steps import link_panel, step_panel
from nonosat.apps.illustration.supposing import (
    QUESTION_MARK,
    Link,
    blocks_of,
    is_supposition,
    line_of,
    links,
)
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.explaining.steps.step import Step
from nonosat.explaining.steps.techniques import RANK, TECHNIQUES, Grade
from nonosat.explaining.words.glossary import GLOSSARY
from nonosat.explaining.words.glossary import Entry as Technique
from nonosat.explaining.words.patterns import Phrase
from nonosat.explaining.words.wording import without_technique
from nonosat.model.geometry import LineId
from nonosat.model.palette import BLACK_AND_WHITE, Palette
from nonosat.model.puzzle import Puzzle

_ENGLISH = Words()

_TOGETHER = 6  # maximum number of easy steps per card
_STRIP = 12  # maximum number of cards per supposition; links of longer chains share cards


class Numbered(NamedTuple):
    """A step with its number and the state before it."""

    number: int
    grid: PartialGrid
    step: Step


class Card(NamedTuple):
    """A picture with its sentences."""

    heading: str
    panel: Panel
    sentences: tuple[str, ...]
    techniques: tuple[str, ...] = ()  # names of the techniques shown
    strip: Literal["", "supposed", "ends"] = ""  # place in the strip of a supposition
    legend: tuple[Entry, ...] = ()
    palette: Palette = BLACK_AND_WHITE  # palette of an example; other cards use the puzzle's


def cards_of(puzzle: Puzzle, steps: Iterable[Numbered], say: Words = _ENGLISH) -> Iterator[Card]:
    """Yields the cards of consecutive steps."""
    for group in _grouped(steps, _empty_lines(puzzle)):
        first, *others = group
        if others:
            yield _together(puzzle, group, say)
        elif is_supposition(first.step):
            yield from _strip(puzzle, first, say)
        else:
            number, grid, step = first
            yield Card(
                say(words.STEP, number=number),
                step_panel(puzzle, grid, step),
                sentences_of(step, say),
                (step.reason,),
            )


def opening_card(
    puzzle: Puzzle, grid: PartialGrid, first: int, rules: Iterable[str], say: Words = _ENGLISH
) -> Card:
    """Returns the card of the puzzle before the first step, with a legend of inks."""
    inks = range(1, len(puzzle.palette)) if len(puzzle.palette) > 2 else ()
    names = say.inks(puzzle.palette)
    legend = tuple(Entry(Cell(ink), names[ink]) for ink in inks)
    heading = say(words.THE_PUZZLE) if first == 1 else say(words.BEFORE_STEP, number=first)
    sentences = tuple(map(say, rules)) if first == 1 else ()
    panel = panel_of(puzzle, grid.rows, crossed_out=True)
    return Card(heading, panel, sentences, legend=legend)


def closing_card(
    puzzle: Puzzle, grid: PartialGrid, last: int, concluded: Phrase, say: Words = _ENGLISH
) -> Card:
    """Returns the card of the final state."""
    panel = panel_of(puzzle, grid.rows, crossed_out=True)
    heading = say(words.AFTER_STEP, number=last) if last else say(words.AT_THE_END)
    return Card(heading, panel, (f"{_capital(say.text(concluded))}.",))


def technique_cards(names: Iterable[str], say: Words = _ENGLISH) -> Iterator[Card]:
    """Yields the glossary entry of each technique, in the order of difficulty."""
    wanted = frozenset(names)
    for entry in GLOSSARY:
        if entry.name in wanted:
            yield _technique_card(entry, say)


def _technique_card(entry: Technique, say: Words) -> Card:
    example = entry.example
    puzzle, step = example.puzzle, example.step
    panel = step_panel(puzzle, example.known, step)
    if example.columns is None:
        panel = replace(panel, clues=panel.clues[: len(example.rows)])
    sentences = [say(entry.text), *(() if is_supposition(step) else sentences_of(step, say))]
    if other := [name for name in entry.guides if name != entry.name]:
        sentences.insert(0, say(words.IN_GUIDES, names=", ".join(map(say, other))))
    return Card(_capital(say(entry.name)), panel, tuple(sentences), (entry.name,), palette=puzzle.palette)


def sentences_of(step: Step, say: Words = _ENGLISH) -> tuple[str, ...]:
    """Returns the sentences of a step without its technique."""
    first, *rest = say.printed([*map(without_technique, step.said), *step.so])
    return (_capital(first), *rest)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _empty_lines(puzzle: Puzzle) -> frozenset[LineId]:
    """Returns the lines whose clue is 0."""
    return frozenset(
        LineId(axis, index)
        for axis, family in zip(puzzle.geometry.axes, puzzle.families, strict=True)
        for index, line in enumerate(family)
        if line.clue == ()
    )


def _grouped(steps: Iterable[Numbered], empty_lines: frozenset[LineId]) -> Iterator[Sequence[Numbered]]:
    """Groups the steps into cards or strips; any number of steps about `empty_lines` share a card."""
    seen = set[str]()
    group: list[Numbered] = []
    # properties of the group: only empty lines; begins with the first step of a technique
    alike = first = False
    for numbered in steps:
        reason, empty = numbered.step.reason, line_of(numbered.step) in empty_lines
        shares = reason in seen and _is_easy(reason)
        if not (empty and alike) and (first or not shares or len(group) >= _TOGETHER):
            if group:
                yield group
            group, alike, first = [], empty, not shares
        seen.add(reason)
        group.append(numbered)
        alike &= empty
    if group:
        yield group


def _is_easy(reason: str) -> bool:
    """Returns True if a technique is so easy that several steps share a card."""
    return reason in RANK and TECHNIQUES[RANK[reason]].grade <= Grade.EASY


def _together(puzzle: Puzzle, group: Sequence[Numbered], say: Words) -> Card:
    """Puts several easy steps on one card; their cells are numbered."""
    rows = list(map(list, cells_of(puzzle, group[0].grid.rows)))
    sentences: list[str] = []
    numbers: dict[LineId, dict[int, State]] = {}
    for place, (_, _, step) in enumerate(group, 1):
        for row, at, colour in step.cells:
            rows[row][at] = Cell(colour, State.NEW, str(place))
        if line := line_of(step):
            numbers.setdefault(line, {}).update(dict.fromkeys(blocks_of(step), State.HIGHLIGHTED))
        first, *rest = sentences_of(step, say)
        sentences += [f"{place}. {first[:1].lower()}{first[1:]}", *rest]
    panel = panel_of(puzzle, rows, numbers=numbers, crossed_out=True)
    techniques = tuple(dict.fromkeys(numbered.step.reason for numbered in group))
    heading = say(words.STEPS_TO, first=group[0].number, last=group[-1].number)
    return Card(heading, panel, tuple(sentences), techniques)


def _strip(puzzle: Puzzle, numbered: Numbered, say: Words) -> Iterator[Card]:
    number, grid, step = numbered
    heading = say(words.STEP, number=number)
    techniques: tuple[str, ...] = (step.reason,)
    for part in parted(list(links(puzzle, step))):
        last = part[-1]
        sentences = [sentence for link in part for sentence in _link_sentences(link, say)]
        names = dict.fromkeys([*techniques, *(link.technique for link in part if link.line)])
        many_lines = sum(link.line is not None for link in part) > 1
        panel = link_panel(puzzle, grid.rows, last, whole=many_lines)
        yield Card(heading, panel, tuple(sentences), tuple(names), "supposed")
        heading, techniques = say(words.CONTINUED, number=number), ()
    panel = step_panel(puzzle, grid, step)
    heading = say(words.STEP_ENDS, number=number)
    yield Card(heading, panel, tuple(f"{sentence}." for sentence in map(say.text, step.so)), (), "ends")


def parted(chain: Sequence[Link]) -> Iterator[Sequence[Link]]:
    """Yields the links of a supposition, card by card; the supposed cell shares a card with its first consequence."""
    pieces: list[list[Link]] = []
    for link in chain:
        if pieces and pieces[-1][-1].label == QUESTION_MARK:
            pieces[-1].append(link)
        else:
            pieces.append([link])
    per_card = -(-len(pieces) // _STRIP)
    waiting = iter(pieces)
    while part := list(islice(waiting, per_card)):
        yield [link for piece in part for link in piece]


def _link_sentences(link: Link, say: Words) -> Iterator[str]:
    first, *rest = say.printed(link.said)
    if link.label == QUESTION_MARK:
        yield f"{_capital(first)}."
    else:
        yield f"{link.label}. {first}"
    yield from rest
