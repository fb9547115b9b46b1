"""Finds the supposition whose contradiction is easiest to follow.

`nonosat.lines.chains` finds the fewest lines (links) that refute a colour of a cell. This module asks for all
open cells and takes

1. the chain with the fewest links;
2. of several, the one after which lines settle the most cells (for chains of more than `SHORT` links: lines and all
   short chains that follow);
3. then the first cell in reading order, and its first colour.

The search is complete up to `EXACT` links. Beyond that it has a budget of nodes, and takes chains from propagation to a
contradiction, reduced to the links that they need. `Refutation.least` has the proved lower bound on links. Chains are
cached: they stay valid as more becomes known, and can become shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from nonosat.explaining.steps.probes import PROBE, Probe, Removal, candidates_of, exclude, open_colours
from nonosat.explaining.words.wording import BY_HAND
from nonosat.lines.board import Board
from nonosat.lines.chains import END, Chain, supposed_by
from nonosat.lines.propagate import propagate
from nonosat.support.limits import Budget

SHORT = 5  # maximum links of a chain that can be followed by hand
EXACT = 6  # links up to which every chain is searched for
_SEARCHED_LINKS = 8  # links up to which the shortest known chains are searched for shorter ones
NODES = 3000  # search nodes per supposition and number of links
_SEARCHED = 16  # suppositions searched beyond `EXACT`: those with the shortest known chains
_ANY = 1_000_000  # more links than a chain can have
DEEPER = "deeper"  # technique of steps beyond what people do by hand


class RefutedColour(NamedTuple):
    """A refuted colour of a cell, with the shortest chain found, and the technique."""

    reason: str
    probe: Probe
    least: int = 0
    """Proved lower bound: no single supposition is refuted with fewer links."""

    @property
    def is_short(self) -> bool:
        """True if it can be followed by hand."""
        return self.reason == PROBE and links_of(self.probe) <= SHORT


def links_of(probe: Probe) -> int:
    """Returns the number of settled lines, including those of inner suppositions."""
    return sum(1 for _ in probe.lines())


class Refuter:
    """Finds the cheapest refutations on one puzzle's board, whose knowledge grows."""

    def __init__(self, tick: Callable[[], None], effort: Budget, budget: Budget | None = None) -> None:
        """`effort` bounds the number of nested suppositions."""
        self._tick = tick
        self._effort = effort
        self.budget = budget or Budget()
        """Approximate bound on the suppositions searched per step, nested ones included."""
        self._chains: dict[Removal, Chain] = {}  # known chains; they stay valid

    @property
    def cut_short(self) -> bool:
        """True if the budget was hit: something cheaper may exist."""
        return not self.budget.left

    def _searched(
        self, board: Board, suppositions: list[Removal], links: int
    ) -> list[tuple[int, Chain | None]]:
        """Returns per supposition the proved lower bound on links, and a chain with at most `links`, if found."""
        self.budget.spent += len(suppositions)
        solver, candidates, tick = board.solver, board.candidates, self._tick
        answers = []
        for supposition in suppositions:
            tick()  # the kernel calls it only in long searches
            answers.append(solver.chain(candidates, supposition, links, NODES, tick))
        return answers

    def cheapest(self, board: Board) -> RefutedColour | None:
        """Returns the cheapest refutation by lines on a board at its fixpoint; None if lines refute no colour."""
        suppositions = list(open_colours(board, self._tick))
        # a chain of fewer links would need two lines in each of two families
        least = 4 if len(board.puzzle.families) == 2 else 2
        for links in range(least, EXACT + 1):
            answers = self._searched(board, suppositions, links)
            if refuted := _refuted(suppositions, answers):
                self._chains |= refuted
                return self._best(board, refuted, least)
            suppositions = [
                supposition for supposition, (needed, _) in zip(suppositions, answers, strict=True) if needed
            ]
            if least == links and all(needed > links for needed, _ in answers if needed):
                least += 1
        return self._beyond(board, suppositions, least)

    def _beyond(self, board: Board, suppositions: list[Removal], least: int) -> RefutedColour | None:
        """Continues `cheapest` with more links than `EXACT`."""
        chains = {}
        for supposition in suppositions:
            self._tick()
            if chain := self._known_chain(board, supposition):
                chains[supposition] = chain
        if not chains:
            return None
        self._chains |= chains
        shortest = min(map(len, chains.values()))
        promising = sorted(chains, key=lambda supposition: len(chains[supposition]))[:_SEARCHED]
        for links in range(EXACT + 1, min(shortest, _SEARCHED_LINKS + 1)):
            answers = self._searched(board, promising, links)
            if refuted := _refuted(promising, answers):
                self._chains |= refuted
                chains |= refuted
                shortest = links
                break
            if len(promising) == len(chains) and all(needed > links for needed, _ in answers):
                least += least == links
        return self._best(
            board,
            {supposition: chain for supposition, chain in chains.items() if len(chain) == shortest},
            least,
        )

    def _known_chain(self, board: Board, supposition: Removal) -> Chain | None:
        """Returns a chain without superfluous links, from a known one or from propagation."""
        chain = self._chains.get(supposition)
        if chain is None:
            return board.solver.derived(board.candidates, supposition, self._tick)
        return board.solver.shortened(board.candidates, supposition, chain, self._tick)

    def _best(self, board: Board, chains: dict[Removal, Chain], least: int) -> RefutedColour:
        """Returns, of several refutations with equally many links, the one that settles the most cells."""
        best, most = next(iter(chains)), -1
        is_long = len(chains[best]) > SHORT
        for supposition in chains if len(chains) > 1 else ():
            if self.cut_short and most >= 0:
                break
            after = board.copy()
            propagate(after, exclude(after, *supposition), tick=self._tick)
            if is_long:
                self._exclude_refuted(after)
            gain = board.open_cells() - after.open_cells()
            if gain > most:
                best, most = supposition, gain
        chain = board.solver.shortened(board.candidates, best, chains[best], self._tick)
        assert chain
        return RefutedColour(PROBE, Probe(*best, chain), least)

    def _exclude_refuted(self, board: Board) -> None:
        """Excludes all colours that short chains refute and settles lines, to the fixpoint."""
        touched: list[int] = [0]
        while touched:
            refuted = self.refuted_shortly(board)
            touched = [line for cell, colour in refuted for line in exclude(board, cell, colour)]
            if propagate(board, touched, tick=self._tick):
                return

    def refuted_shortly(self, board: Board) -> list[Removal]:
        """Returns all suppositions that short chains refute on a board at its fixpoint."""
        suppositions = list(open_colours(board, self._tick))
        return list(_refuted(suppositions, self._searched(board, suppositions, SHORT)))

    # --- nested suppositions

    def nested(self, board: Board, suppositions: Iterable[Removal]) -> RefutedColour | None:
        """Returns the nested refutation of a supposition with the fewest links, at most `BY_HAND`; None if there is none."""
        best, fewer = None, BY_HAND + 1
        for supposition in self._by_gain(board, suppositions) if self._effort.left else ():
            if self.cut_short:
                break
            if probe := self._nested(board, supposition, fewer):
                best, fewer = probe, links_of(probe)
        return RefutedColour("nested", best) if best else None

    def deeper(self, board: Board, suppositions: Iterable[Removal]) -> RefutedColour | None:
        """Returns a refutation with any number of inner suppositions; tries the ones that settle most first."""
        for supposition in self._by_gain(board, suppositions):
            if not self._effort.left:
                return None
            self._effort.spent += 1
            if probe := self._nested(board, supposition, _ANY, self._effort.left):
                return RefutedColour(DEEPER, probe)
        return None

    def _by_gain(self, board: Board, suppositions: Iterable[Removal]) -> list[Removal]:
        """Sorts suppositions: first those whose refutation settles the most cells."""
        gains: list[tuple[int, Removal]] = []
        for cell, colour in suppositions:
            after = board.copy()
            propagate(after, exclude(after, cell, colour), tick=self._tick)
            gains.append((after.open_cells(), (cell, colour)))
        return [supposition for _, supposition in sorted(gains)]

    def _nested(self, board: Board, supposition: Removal, fewer: int, effort: int = 0) -> Probe | None:
        """Returns a nested refutation with fewer links; `effort`, which it spends, allows several inner suppositions."""
        self.budget.spent += candidates_of(board) - board.cells
        chain, made = board.solver.nested(board.candidates, supposition, SHORT, effort, fewer, self._tick)
        self._effort.spent += made
        return _as_probe(supposition, list(chain), board.colours) if chain else None


def _refuted(
    suppositions: Iterable[Removal], answers: Iterable[tuple[int, Chain | None]]
) -> dict[Removal, Chain]:
    """Returns the suppositions that were refuted, with their chains."""
    return {
        supposition: chain for supposition, (_, chain) in zip(suppositions, answers, strict=True) if chain
    }


def _as_probe(supposition: Removal, links: list[int], colours: int) -> Probe:
    """Returns a nested chain as a tree; consumes the links."""
    derivation: list[int | Probe] = []
    while links and (link := links.pop(0)) != END:
        derivation.append(link if link >= 0 else _as_probe(supposed_by(link, colours), links, colours))
    return Probe(*supposition, tuple(derivation))
