"""The supposition that is the easiest to follow to its contradiction.

`nonosat.solving.lines.chains` finds the fewest lines, or links, that refute a colour of a cell. This module
asks for all open cells. The order of cost, and so of steps:

1. the chain with the fewest links;
2. of several, the one after which lines settle the most cells;
3. then the first cell in reading order, and its first colour.

Up to `EXACT` links the search is complete. Beyond that it is given up after so many nodes, and a chain may come
from propagation instead: lines are settled to the contradiction, what did not lead to it is left out, and then
each link that the rest can do without. What is proved then, that no chain has fewer links than so many, stands
in `Refutation.least`. A chain found once is kept: it stays valid as more becomes known, and may become shorter.

Where the fewest links are `LONG` or more, one supposition inside of the other may take fewer links in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nonosat.questions.explanation.probing import (
    Effort,
    OutOfEffort,
    Probe,
    Removal,
    exclude,
    open_colours,
)
from nonosat.solving.lines.board import Board
from nonosat.solving.lines.chains import END, Chain, inner, supposed_by
from nonosat.solving.lines.line import settle
from nonosat.solving.lines.propagate import propagate

EXACT = 6

"""Up to so many links every chain is looked for."""

LONG = 9
"""From so many links on, one supposition inside of another is tried."""

NODES = 3000
"""The most nodes of a search for chains of one supposition and one number of links."""

_SEARCHED = 16
"""So many suppositions are searched beyond `EXACT`: those with the shortest known chains."""

_INNER_NODES = 20
"""The most nodes of the search for one of them."""

_INNER_LINKS = 5
"""The most links of a supposition inside of another."""

_PASSES = 3
"""The inner supposition comes after so many passes over the lines that have more to say, or earlier."""

_FAR = 15
"""From more links on, more suppositions are tried with another inside."""

_OUTER_AT_MOST = 40
"""Until one is found, so many."""

_OUTER = 5
"""So many suppositions are tried with another inside."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """A colour of a cell, refuted with the fewest links that were found."""

    probe: Probe
    least: int
    """No single supposition is refuted with fewer links: that much is proved."""


def links_of(probe: Probe) -> int:
    """How many lines are settled in all, those of inner suppositions included."""
    return sum(1 for _ in probe.lines())


class Refuter:
    """Finds the cheapest refutations of one puzzle as more becomes known of it."""

    def __init__(self, tick: Callable[[], None], effort: Effort) -> None:
        self._tick = tick
        self._effort = effort
        self._chains: dict[Removal, Chain] = {}
        """Chains that have been found, which stay valid."""

    def cheapest(self, board: Board, nesting: bool) -> Refutation | None:
        """The cheapest refutation by lines on a board at its fixpoint; None if no colour is refuted.

        `nesting` is whether one supposition may lie inside of another, if that takes fewer links.
        """
        suppositions = list(open_colours(board, self._tick))
        least = 4 if len(board.puzzle.families) == 2 else 2  # less takes two lines of each of two families
        for links in range(least, EXACT + 1):
            answers = board.solver.chains(board.candidates, suppositions, links, NODES, self._tick)
            found = {
                supposition: chain
                for supposition, (_, chain) in zip(suppositions, answers, strict=True)
                if chain
            }
            if found:
                self._chains |= found
                return self._best(board, found, least)
            suppositions = [each for each, (needed, _) in zip(suppositions, answers, strict=True) if needed]
            if least == links and all(needed > links for needed, _ in answers if needed):
                least += 1
        return self._beyond(board, suppositions, least, nesting)

    def _beyond(
        self, board: Board, suppositions: list[Removal], least: int, nesting: bool
    ) -> Refutation | None:
        """The same with more links than `EXACT`."""
        known = {}
        for supposition in suppositions:
            self._tick()
            if chain := self._known_chain(board, supposition):
                known[supposition] = chain
        if not known:
            return None
        self._chains |= known
        shortest = min(map(len, known.values()))
        promising = sorted(known, key=lambda each: len(known[each]))[:_SEARCHED]
        for links in range(EXACT + 1, min(shortest, LONG)):
            answers = board.solver.chains(board.candidates, promising, links, NODES, self._tick)
            found = {each: chain for each, (_, chain) in zip(promising, answers, strict=True) if chain}
            if found:
                self._chains |= found
                known |= found
                shortest = links
                break
            if (
                least == links
                and len(promising) == len(known)
                and all(needed > links for needed, _ in answers)
            ):
                least += 1
        if nesting and shortest >= LONG and (nested := self._nested_shortcut(board, known, shortest)):
            return Refutation(nested, least)
        return self._best(board, {each: its for each, its in known.items() if len(its) == shortest}, least)

    def _known_chain(self, board: Board, supposition: Removal) -> Chain | None:
        """A chain without superfluous links, from an earlier one or from propagation."""
        chain = self._chains.get(supposition)
        if chain is None:
            return board.solver.derived(board.candidates, supposition, self._tick)
        return board.solver.shortened(board.candidates, supposition, chain, self._tick)

    def _best(self, board: Board, found: dict[Removal, Chain], least: int) -> Refutation:
        """Of refutations with equally many links, the one that leads furthest."""
        best, most = next(iter(found)), -1
        for supposition in found if len(found) > 1 else ():
            after = board.copy()
            propagate(after, exclude(after, *supposition), tick=self._tick)
            if (gain := board.open_cells() - after.open_cells()) > most:
                best, most = supposition, gain
        chain = board.solver.shortened(board.candidates, best, found[best], self._tick)
        assert chain
        return Refutation(Probe(*best, chain, True), least)

    # --- one supposition inside of another

    def _nested_shortcut(self, board: Board, known: dict[Removal, Chain], shortest: int) -> Probe | None:
        """A refutation with fewer links, of a supposition that lines refute, too."""
        best: Probe | None = None
        for number, (cell, colour) in enumerate(sorted(known, key=lambda each: len(known[each]))):
            if number >= (_OUTER if shortest <= _FAR else _OUTER_AT_MOST):
                break
            for lines, outer in _passes(board, cell, colour, _PASSES):
                found = self._with_inner(board, cell, colour, lines, outer, shortest)
                if found:
                    best, shortest = found, links_of(found)
        return best

    def nested(self, board: Board) -> Refutation | None:
        """A refutation by one supposition inside of another, where lines alone refute none."""
        reached: list[tuple[int, Removal]] = []
        for cell, colour in open_colours(board, self._tick):
            after = board.copy()
            propagate(after, after.fix(cell, colour), tick=self._tick)
            reached.append((after.open_cells(), (cell, colour)))
        best: Probe | None = None
        tried = 0
        try:
            for _, (cell, colour) in sorted(reached):
                self._effort.spend()
                if tried > (_OUTER if best else _OUTER_AT_MOST):
                    break
                tried += 1
                *_, (lines, outer) = _passes(board, cell, colour, None)  # which loses nothing in the end
                most = links_of(best) if best else None
                best = self._with_inner(board, cell, colour, lines, outer, most) or best
        except OutOfEffort:
            pass
        return Refutation(best, 0) if best else None

    def _with_inner(
        self, board: Board, cell: int, colour: int, before: Chain, outer: Board, most: int | None
    ) -> Probe | None:
        """A refutation with fewer links than `most`, in which a supposition is refuted after these lines.

        `outer` is the board where the colour is supposed, and the lines are settled.
        """
        open_inside = list(open_colours(outer))
        answers = outer.solver.chains(outer.candidates, open_inside, _INNER_LINKS, _INNER_NODES, self._tick)
        found = [(each, chain) for each, (_, chain) in zip(open_inside, answers, strict=True) if chain]
        best: Probe | None = None
        for each, chain in found:
            without = _without(outer, each)
            rest = outer.solver.derived(without.candidates, (cell, colour), self._tick)
            if rest is None or (most is not None and len(chain) + len(rest) >= most):
                continue
            whole = (*before, *inner(each, chain, board.colours), *rest)
            kept = board.solver.shortened(board.candidates, (cell, colour), whole, self._tick)
            assert kept
            shorter = _as_probe((cell, colour), list(kept), board.colours)
            if most is None or links_of(shorter) < most:
                best, most = shorter, links_of(shorter)
        return best


def _as_probe(supposition: Removal, links: list[int], colours: int) -> Probe:
    """A chain with suppositions inside as a tree; takes the links from the list."""
    found: list[int | Probe] = []
    while links and (link := links.pop(0)) != END:
        found.append(link if link >= 0 else _as_probe(supposed_by(link, colours), links, colours))
    return Probe(*supposition, tuple(found), True)


def _without(board: Board, removal: Removal) -> Board:
    after = board.copy()
    exclude(after, *removal)
    return after


def _passes(board: Board, cell: int, colour: int, most: int | None) -> Iterator[tuple[Chain, Board]]:
    """A board on which a colour is supposed: before and after each pass over the lines that have more to say.

    With the lines that were settled by then; it ends with a contradiction, or where nothing more follows.
    """
    after = board.copy()
    waiting = set(after.fix(cell, colour))
    lines: list[int] = []
    number = 0
    while waiting and number != most:
        yield tuple(lines), after
        number += 1
        changed: set[int] = set()
        for line in sorted(waiting):
            plan = after.plans[line]
            masks = plan and settle(plan, after.candidates[line])
            if plan is None:
                continue
            if masks is None:
                return
            if masks != after.candidates[line]:
                changed |= after.narrow(line, masks)
                lines.append(line)
        waiting = changed
    yield tuple(lines), after
