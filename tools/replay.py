"""An independent checker of explanations: every step must follow from what was known before it.

It keeps the colours that each cell can still have, cell by cell, and believes no step. A step about a line is
checked twice: what it says must hold in every filling of the line (all of them are listed where the line is
short; long lines are settled), and it must be of the kind that it says it is, by that kind's own definition.
A probe is replayed line by line. Only `line.settle` is taken from what is checked elsewhere.
"""

from __future__ import annotations

import re

from oracles import fillings, union_of_fillings

from nonosat.lines.line import plan, settle
from nonosat.search.outcome import Verdict
from nonosat.search.questions import check

SUPPOSITIONS = {"edge logic", "counting", "block placement", "probe"}
"""The names of steps that refute one supposition by lines alone."""

SHORT = {2: 10, 3: 6, 4: 5}
"""Per number of colours the longest line whose fillings are listed."""


class Replay:
    """The known candidates of a puzzle's cells, and the steps that change them."""

    def __init__(self, puzzle):
        self.puzzle = puzzle
        self.colours = len(puzzle.palette)
        self.families = puzzle.families
        self.lines = [line for family in puzzle.families for line in family]
        self.cell_at = {
            (row, place): cell
            for row, line in enumerate(self.families[0])
            for place, cell in enumerate(line.cells)
        }
        self.left = [set(range(self.colours)) for _ in self.cell_at]
        for row, column, colour in puzzle.givens:
            self.left[self.cell_at[row, column]] &= {colour}

        self.blank = set()
        """The cells whose clues have no ink in common; that they are empty is to be told."""
        if self.colours > 2:  # inks that are not in the clue need not be told, unless they say what a cell is
            inks = [line.clue and {0, *(block.colour for block in line.clue)} for line in self.lines]
            for cell, left in enumerate(self.left):
                lines = [
                    at for at, line in enumerate(self.lines) if cell in line.cells and line.clue is not None
                ]
                rest = {colour for colour in left if all(colour in (inks[at] or {0}) for at in lines)}
                if len(rest) > 1:
                    left &= rest
                elif len(left) > 1:
                    self.blank.add(cell)

    def check(self, step):
        """Asserts all that a step says, and then knows it too."""
        if self.colours == 2 or (step.axis is not None and not step.contradicts):
            self.check_step(step)
            return
        told = self.left
        self.left = [{0} if cell in self.blank else set(colours) for cell, colours in enumerate(told)]
        self.use(step)
        self.check_step(step)
        self.left = told
        for row, column, colour in step.cells:
            told[self.cell_at[row, column]] &= {colour}
        for row, column, colour in step.excluded:
            told[self.cell_at[row, column]].discard(colour)

    def check_step(self, step):
        removals = self.facts_of(step)
        if step.contradicts:
            assert not removals
            if step.axis is None:
                assert check(self.puzzle).verdict is Verdict.UNSOLVABLE
            else:
                assert self.settled(self.line_of(step), self.left) is None
            return
        assert removals
        if step.axis is not None and self.colours > 2:
            self.check_positive_step(step, removals)
        elif step.axis is not None:
            self.check_line_step(step, removals)
        elif step.reason == "search":
            assert len(removals) == 1
            assert self.refuted_by_search(*next(iter(removals)))
        else:
            (probe,) = step.probes
            assert probe.depth > 1 or step.reason in SUPPOSITIONS
            assert removals == {(probe.cell, probe.colour)}
            assert self.after(probe, self.left) is None
            if step.reason == "deeper":
                assert not step.chain
                if step.offer:
                    cell = self.cell_at[step.offer.row, step.offer.column]
                    others = self.left[cell] - {step.offer.colour}
                    assert all(self.refuted_by_search(cell, colour) for colour in others)
            else:
                self.check_story(step)
                self.check_name(step, probe)
        for cell, colour in removals:
            self.left[cell].discard(colour)
            assert self.left[cell]
        self.blank = {cell for cell in self.blank if len(self.left[cell]) > 1}

    def facts_of(self, step):
        """The colours that cells lose, as the step's cells say; none of it may be known already."""
        removals = set()
        for row, column, colour in step.cells:
            cell = self.cell_at[row, column]
            assert colour in self.left[cell]
            assert len(self.left[cell]) > 1
            removals |= {(cell, other) for other in self.left[cell] - {colour}}
        for row, column, colour in step.excluded:
            cell = self.cell_at[row, column]
            assert colour in self.left[cell]
            assert (cell, colour) not in removals
            removals.add((cell, colour))
        for row, column, _ in step.excluded:
            cell = self.cell_at[row, column]
            assert sum(fact[0] == cell for fact in removals) < len(self.left[cell]) - 1
        return removals

    # --- probes

    def after(self, probe, left):
        """Returns the candidates of the cells at the end of a probe; None if a line has no filling then."""
        left = [set(colours) for colours in left]
        assert probe.colour in left[probe.cell]
        left[probe.cell] = {probe.colour}
        for number, link in enumerate(probe.derivation):
            if isinstance(link, int):
                found = self.settled(self.lines[link], left)
                if found is None:
                    assert number == len(probe.derivation) - 1
                    return None
                for place, cell in enumerate(self.lines[link].cells):
                    left[cell] = {colour for colour in left[cell] if found[colour] >> place & 1}
            else:
                assert self.after(link, left) is None
                left[link.cell].discard(link.colour)
        return left

    def check_story(self, step):
        """Asserts that the chain of a step is made of steps that hold, one after the other, and ends as it says."""
        (probe,) = step.probes
        inside = Replay(self.puzzle)
        inside.left = [set(colours) for colours in self.left]
        inside.left[probe.cell] = {probe.colour}
        assert step.contradiction
        assert [None if link.axis is None else self.number_of(link) for link in step.chain] == [
            link if isinstance(link, int) else None for link in probe.derivation[:-1]
        ]
        for link in step.chain:
            assert link.cells or link.excluded
            if link.axis is None:
                (inner,) = link.probes
                assert inside.facts_of(link) == {(inner.cell, inner.colour)}
                inside.check_story(link)
                inside.left[inner.cell].discard(inner.colour)
            else:
                removals = inside.facts_of(link)
                inside.check_line_step(link, removals, whole=False)
                for cell, colour in removals:
                    inside.left[cell].discard(colour)
                    assert inside.left[cell]
        assert step.contradiction.reason == "contradiction"
        assert self.number_of(step.contradiction) == probe.derivation[-1]
        line = self.line_of(step.contradiction)
        assert inside.settled(line, inside.left) is None
        is_contradiction(step.contradiction.text, line, inside)
        assert step.links == len(list(probe.lines()))

    def check_name(self, step, probe):
        """Asserts that a supposition is of the shape that it is called by, or of none that has a name."""
        placed = step.placement
        assert (placed is None) == (self.placed_by(probe) is None)
        if placed:
            assert self.placed_by(probe) == (*placed.line, placed.block, placed.start)
        if step.reason in SUPPOSITIONS:
            end = self.line_of(step.contradiction)
            by_count = "and the clue has" in step.contradiction.text
            if self.at_the_edge(step, probe):
                assert step.reason == "edge logic"
            elif by_count:
                assert step.reason == "counting"
                assert end.clue is not None
            else:
                assert step.reason == ("block placement" if placed else "probe")

    def placed_by(self, probe):
        """The block that must lie on a cell if it has the colour, in one place: its line, number and start."""
        for kind, family in enumerate(self.families):
            for index, line in enumerate(family):
                if probe.colour == 0 or probe.cell not in line.cells or line.clue is None:
                    continue
                if any(block.length is None for block in line.clue):
                    continue
                cells = [{probe.colour} if cell == probe.cell else self.left[cell] for cell in line.cells]
                if self.settled_to(line, cells) is None:
                    continue
                for number, (first, last) in enumerate(reaches(line.clue, cells)):
                    if first == last and probe.cell in line.cells[first : first + line.clue[number].length]:
                        return ("row", "column", "diagonal")[kind], index, number, first
        return None

    def settled_to(self, line, cells):
        masks = [
            sum(1 << place for place, cell in enumerate(cells) if colour in cell)
            for colour in range(self.colours)
        ]
        return settle(plan(line.clue, len(cells), self.colours), masks)

    def at_the_edge(self, step, probe):
        """Returns True if two neighbouring lines at an edge, or beside a line that is known, and what crosses them, suffice."""
        if probe.depth > 1:
            return False
        for kind, family in zip(("row", "column", "diagonal"), self.families, strict=False):
            used = {link.index for link in (*step.chain, step.contradiction) if link.axis == kind} | {
                index for index, line in enumerate(family) if probe.cell in line.cells
            }
            first, *others = sorted(used)
            if others != [first + 1]:
                continue
            outside = [family[at] if 0 <= at < len(family) else None for at in (first - 1, first + 2)]
            if any(line is None or all(len(self.left[cell]) == 1 for cell in line.cells) for line in outside):
                return True
        return False

    def number_of(self, step):
        """The number of the line that a step is about."""
        number = ("row", "column", "diagonal").index(step.axis)
        return sum(map(len, self.families[:number])) + step.index

    def refuted_by_search(self, cell, colour):
        place = next(place for place, its in self.cell_at.items() if its == cell)
        given = self.puzzle.replace(givens=(*self.puzzle.givens, (*place, colour)))
        return check(given).verdict is Verdict.UNSOLVABLE

    # --- lines

    def line_of(self, step):
        return self.families[("row", "column", "diagonal").index(step.axis)][step.index]

    def masks(self, line, left):
        return [
            sum(1 << place for place, cell in enumerate(line.cells) if colour in left[cell])
            for colour in range(self.colours)
        ]

    def settled(self, line, left):
        """The masks of a line narrowed to all that its fillings have."""
        candidates, length = self.masks(line, left), len(line.cells)
        if length <= SHORT.get(self.colours, 4):
            return union_of_fillings(fillings(line.clue, candidates, length), self.colours)
        return settle(plan(line.clue, length, self.colours), candidates)

    def close(self):
        """Knows all that lines say of each other, too, which is not told where there are several inks."""
        waiting = True
        while waiting:
            waiting = False
            for line in self.lines:
                found = line.clue is not None and self.settled(line, self.left)
                for place, cell in enumerate(line.cells) if found else ():
                    left = {colour for colour in self.left[cell] if found[colour] >> place & 1}
                    waiting |= left != self.left[cell]
                    self.left[cell] = left

    def check_positive_step(self, step, removals):
        """Asserts that a step makes cells known, with what it says that crossing lines say.

        Nobody is told that a cell has no ink which a clue lacks, but all who see the clues know it.
        """
        assert step.cells
        assert not step.excluded
        told, line = self.left, self.line_of(step)
        self.left = [{0} if cell in self.blank else set(colours) for cell, colours in enumerate(told)]
        self.use(step)
        if step.inferences:
            own = {0, *(block.colour for block in line.clue)} if line.clue else set(range(self.colours))
            for cell in self.blank:
                self.left[cell] = told[cell] & own
            known = self.known_by(step, line)
        else:
            assert step.reason == "crossing"
            known = {cell for cell in line.cells if len(self.left[cell]) == 1 < len(told[cell])}
        assert known == {cell for cell, _ in removals}
        assert all(colour not in self.left[cell] for cell, colour in removals)
        if step.reason == "crossing":
            assert step.uses or known <= self.blank
        elif step.uses:
            assert step.reason not in EASIER_THAN_CROSSING
        self.left = told

    def use(self, step):
        """Knows what a step uses; each fact must follow from a line that its cell lies on."""
        for row, column, colour in step.uses:
            cell = self.cell_at[row, column]
            assert colour in self.left[cell]
            narrowed = [
                (self.settled(other, self.left), other.cells.index(cell))
                for other in self.lines
                if cell in other.cells and other.clue is not None
            ]
            # anything follows from a line without a filling, as after an earlier fact of a contradiction
            assert any(may is None or not may[colour] >> place & 1 for may, place in narrowed)
            self.left[cell].discard(colour)

    def known_by(self, step, line):
        """Asserts that the inferences of a step hold; the cells that it makes known, which are noted."""
        candidates = self.masks(line, self.left)
        settled = self.settled(line, self.left)
        if step.reason != "agree":
            look = Look(line.clue, len(line.cells), candidates)
            names = EASIER_THAN_CROSSING if step.reason == "crossing" else [step.reason]
            assert any(all(holds(name, look, each) for each in step.inferences) for name in names)
        before = [set(colours) for colours in self.left]
        for inference in step.inferences:
            for place in places(inference.cells):
                cell = line.cells[place]
                left = self.left[cell]
                left = left & {inference.colour} if inference.holds else left - {inference.colour}
                assert all(settled[colour] >> place & 1 == 0 for colour in before[cell] - left)
                self.left[cell] = left
        return {cell for cell in line.cells if len(self.left[cell]) == 1 < len(before[cell])}

    def check_line_step(self, step, removals, whole=True):
        """Asserts that a step about a line holds; `whole` is whether it says all that all placements share."""
        line = self.line_of(step)
        candidates = self.masks(line, self.left)
        settled = self.settled(line, self.left)
        place_of = {cell: place for place, cell in enumerate(line.cells)}
        assert all(not settled[colour] >> place_of[cell] & 1 for cell, colour in removals)
        said = set()
        for inference in step.inferences:
            assert inference.cells
            for place in places(inference.cells):
                cell = line.cells[place]
                if inference.holds:
                    assert self.left[cell] != {inference.colour}
                    said |= {(cell, other) for other in self.left[cell] - {inference.colour}}
                else:
                    assert inference.colour in self.left[cell]
                    said.add((cell, inference.colour))
            if step.reason != "agree":
                DEFINITIONS[step.reason](Look(line.clue, len(line.cells), candidates), inference)
        assert said == removals
        if step.reason == "agree" and whole:
            assert removals == {
                (cell, colour)
                for cell, place in place_of.items()
                for colour in self.left[cell]
                if not settled[colour] >> place & 1
            }


def places(mask):
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def is_contradiction(words, line, replay):
    """Asserts the reason that a line has no filling, by counting cells."""
    _, _, why = words.partition("contradiction: ")
    if why == "no filling agrees with what is known":
        return
    cells = [replay.left[cell] for cell in line.cells]
    sizes = [block.length for block in line.clue]
    if "and the clue has" in why:
        counts = {
            colour: (
                sum(cell == {colour} for cell in cells),
                sum(colour in cell for cell in cells),
                sum(block.length for block in line.clue if block.colour == colour),
            )
            for colour in range(1, replay.colours)
        }
        assert any(known > total or most < total for known, most, total in counts.values())
    elif "no block is so long" in why:
        assert any(
            end - start > max((b.length for b in line.clue if b.colour == colour), default=0)
            for colour in range(1, replay.colours)
            for start, end in spans(cell == {colour} for cell in cells)
        )
    elif len(sizes) < 7:  # all places of the blocks are listed
        free = [cell | {0} for cell in cells]
        covered = [list(places_of(words)) for words in CELLS.findall(why)]
        assert covered or "there is no room for" in why
        for starts in arrangements(line.clue, free):
            lying = [
                (set(range(start, start + size)), colour)
                for (size, colour), start in zip(line.clue, starts, strict=True)
            ]
            assert not all(
                any(set(run) <= block and cells[run[0]] == {colour} for block, colour in lying)
                for run in covered
            )


CELLS = re.compile(r"cells? ([0-9, and to]+)")


def places_of(words):
    """The places, from 0, that words such as `2 to 4` have; they are those of one run."""
    numbers = list(map(int, re.findall(r"\d+", words)))
    assert numbers == sorted(numbers)
    return range(numbers[0] - 1, numbers[-1])


def arrangements(clue, cells, at=0, index=0):
    """Every way to lay blocks one after the other where their ink may be, by their first cells."""
    if index == len(clue):
        yield ()
        return
    size, colour = clue[index]
    gap = index > 0 and clue[index - 1].colour == colour
    for start in range(at + gap, len(cells) - size + 1):
        if all(colour in cell for cell in cells[start : start + size]):
            for rest in arrangements(clue, cells, start + size, index + 1):
                yield (start, *rest)


class Look:
    """A line cell by cell, and where its blocks can lie."""

    def __init__(self, clue, length, candidates):
        assert all(block.length for block in clue)
        self.clue, self.length = clue, length
        self.cells = [
            {colour for colour in range(len(candidates)) if candidates[colour] >> at & 1}
            for at in range(length)
        ]
        self.several = len(candidates) > 2
        self.by_all = reaches(clue, self.cells)
        self.by_walls = reaches(clue, [cell | {0} for cell in self.cells])

    def total(self, colour):
        inks = sum(size for size, its in self.clue if its == colour)
        return inks if colour else self.length - sum(size for size, _ in self.clue)

    def runs(self, colour):
        """The longest spans of cells that are known to have the colour."""
        return spans(cell == {colour} for cell in self.cells)

    def rooms(self, colour):
        """The longest spans of cells that may have it."""
        return spans(colour in cell for cell in self.cells)

    def lies(self, colour, reach):
        """Every place (block, start, end) of the colour in the blocks' reach where all cells may have it."""
        for index, (size, its) in enumerate(self.clue):
            if its == colour:
                for start in range(reach[index][0], reach[index][1] + 1):
                    if all(colour in cell for cell in self.cells[start : start + size]):
                        yield index, start, start + size

    def lies_over(self, span, colour, reach):
        return [lie for lie in self.lies(colour, reach) if lie[1] <= span[0] and span[1] <= lie[2]]


def spans(flags):
    found, start = [], None
    flags = [*flags, False]
    for at, flag in enumerate(flags):
        if flag and start is None:
            start = at
        elif not flag and start is not None:
            found.append((start, at))
            start = None
    return found


def reaches(clue, cells):
    """Per block its leftmost and its rightmost start over all fillings, by tables of what fits around it."""
    count, length = len(clue), len(cells)

    def gap(index):
        return 0 < index < count and clue[index - 1].colour == clue[index].colour

    def fits(index, start):
        size, colour = clue[index]
        return start + size <= length and all(colour in cell for cell in cells[start : start + size])

    # before[i][p]: blocks 0 .. i-1 fit into cells 0 .. p-1; after[i][p]: blocks i .. fit into cells p ..
    before = [[False] * (length + 1) for _ in range(count + 1)]
    after = [[False] * (length + 2) for _ in range(count + 1)]
    for index in range(count + 1):
        for at in range(length + 1):
            found = at == 0 and index == 0
            found |= at > 0 and before[index][at - 1] and 0 in cells[at - 1]
            if index and (start := at - clue[index - 1].length) >= 0 and fits(index - 1, start):
                found |= free(before, index - 1, start, gap(index - 1), cells)
            before[index][at] = found
    for index in range(count, -1, -1):
        for at in range(length, -1, -1):
            found = at == length and index == count
            found |= at < length and after[index][at + 1] and 0 in cells[at]
            if index < count and fits(index, at):
                end = at + clue[index].length
                if gap(index + 1):
                    found |= end < length and 0 in cells[end] and after[index + 1][end + 1]
                else:
                    found |= after[index + 1][end]
            after[index][at] = found
    found = []
    for index, (size, _) in enumerate(clue):
        starts = []
        for start in range(length - size + 1):
            end = start + size
            if fits(index, start) and free(before, index, start, gap(index), cells):
                well = (
                    end < length and 0 in cells[end] and after[index + 1][end + 1]
                    if gap(index + 1)
                    else after[index + 1][end]
                )
                if well:
                    starts.append(start)
        found.append((min(starts), max(starts)))
    return found


def free(before, index, start, gap, cells):
    """Returns True if the blocks before one fit to the left of its start, with a background cell if need be."""
    if not gap:
        return before[index][start]
    return start > 0 and 0 in cells[start - 1] and before[index][start - 1]


# --- each kind by its own definition


def is_full(look, inference):
    gaps = sum(one.colour == other.colour for one, other in zip(look.clue, look.clue[1:], strict=False))
    assert sum(size for size, _ in look.clue) + gaps == look.length
    assert inference.holds


def is_complete(look, inference):
    assert not inference.holds
    assert sum(cell == {inference.colour} for cell in look.cells) == look.total(inference.colour)


def is_remainder(look, inference):
    assert inference.holds
    assert sum(inference.colour in cell for cell in look.cells) == look.total(inference.colour)


def is_overlap(reach):
    def definition(look, inference):
        (index,) = inference.blocks
        size, colour = look.clue[index]
        leftmost, rightmost = getattr(look, reach)[index]
        assert (inference.colour, inference.holds) == (colour, True)
        assert inference.span == (rightmost, leftmost + size)
        assert set(places(inference.cells)) <= set(range(*inference.span))

    return definition


def is_beside(reach):
    def definition(look, inference):
        start, end = inference.span
        assert not inference.holds
        assert (start, end) in look.runs(inference.colour)
        assert set(places(inference.cells)) <= {start - 1, end}
        there = look.lies_over(inference.span, inference.colour, getattr(look, reach))
        assert {index for index, _, _ in there} == set(inference.blocks)
        assert {last - first for _, first, last in there} == {end - start}

    return definition


def is_glue(reach):
    def definition(look, inference):
        assert inference.holds
        assert inference.span in look.runs(inference.colour)
        there = look.lies_over(inference.span, inference.colour, getattr(look, reach))
        assert {index for index, _, _ in there} == set(inference.blocks)
        for _, first, last in there:
            assert set(places(inference.cells)) <= set(range(first, last))

    return definition


def is_gap(look, inference):
    assert not inference.holds
    assert inference.span in look.rooms(inference.colour)
    assert set(places(inference.cells)) == set(range(*inference.span))
    room = inference.span[1] - inference.span[0]
    assert all(size > room for size, colour in look.clue if colour == inference.colour)


def is_reach(reach):
    def definition(look, inference):
        assert not inference.holds
        for (size, colour), (leftmost, rightmost) in zip(look.clue, getattr(look, reach), strict=True):
            if colour == inference.colour:
                assert not set(places(inference.cells)) & set(range(leftmost, rightmost + size))

    return definition


def is_split(look, inference):
    assert not inference.holds
    assert inference.cells.bit_count() == 1
    (place,) = places(inference.cells)
    filled = [cell == {inference.colour} or at == place for at, cell in enumerate(look.cells)]
    assert inference.span in spans(filled)
    assert inference.span[0] < place < inference.span[1] - 1
    assert not look.lies_over(inference.span, inference.colour, look.by_all)


def is_join(look, inference):
    assert inference.holds
    runs = look.runs(inference.colour)
    one = next(run for run in runs if run[0] == inference.span[0])
    other = next(run for run in runs if run[1] == inference.span[1])
    assert set(places(inference.cells)) <= set(range(one[1], other[0]))
    earlier = {index for index, _, _ in look.lies_over(one, inference.colour, look.by_all)}
    later = {index for index, _, _ in look.lies_over(other, inference.colour, look.by_all)}
    assert {(i, j) for i in earlier for j in later if i <= j} == {inference.blocks * 2}


def is_narrow(look, inference):
    assert not inference.holds
    for _, start, end in look.lies(inference.colour, look.by_all):
        assert not set(places(inference.cells)) & set(range(start, end))


DEFINITIONS = {
    "full": is_full,
    "complete": is_complete,
    "remainder": is_remainder,
    "overlap": is_overlap("by_walls"),
    "gap": is_gap,
    "beside": is_beside("by_walls"),
    "glue": is_glue("by_walls"),
    "reach": is_reach("by_walls"),
    "split": is_split,
    "join": is_join,
    "ordered beside": is_beside("by_all"),
    "ordered glue": is_glue("by_all"),
    "ordered reach": is_reach("by_all"),
    "narrow": is_narrow,
    "squeeze": is_overlap("by_all"),
}


EASIER_THAN_CROSSING = ("full", "complete", "remainder", "overlap", "gap", "beside", "glue", "reach")


def holds(name, look, inference):
    """Returns True if an inference is of a kind."""
    try:
        DEFINITIONS[name](look, inference)
    except (AssertionError, StopIteration, ValueError):
        return False
    return True


def replayed(puzzle, steps):
    """Checks all steps; what each cell can be in the end, as sets of colours by row."""
    replay = Replay(puzzle)
    steps = list(steps)
    for step in steps:
        replay.check(step)
    if replay.colours > 2 and not (steps and steps[-1].contradicts):
        replay.close()
    return replay.left
