"""Depth-first search with full probing, in pieces. The kernel has it (`tree.c`), and without the kernel there is none.

At each node every open cell is probed: all its colours are supposed in turn, and settled. What is refuted goes, and
so does what all colours of the cell have in common. That is repeated until it brings nothing, but a cell is
probed again only if a line has changed that its suppositions had changed; nothing else can lead to more. Where cells are
left open, one colour of one of them is assumed, and if that holds no solution, or none but those that were found, taken from
it. A supposition that decides the whole board is a solution, and from then on as good as refuted.

The cell is the one whose colours remove most from the board: the least that one of them does, and less and less of what another
does beyond that. The background is assumed first, so that the board falls apart into lines that are nearly
known; a search that takes long assumes the last ink first.

A search for one solution may be guided by how likely candidates are. It assumes the likeliest colour, of a cell of which it
is sure as well, probes each cell of a node only once, and a node only if much has gone since the last one or something was
refuted.

The search is complete, and remembers where it was, so that others may try their luck in between. How far it has come is estimated
from the path, as each choice is one of two sides: P. Kilby, J. Slaney, S. Thiébaux and T. Walsh, "Estimating search tree size"
(AAAI 2006).

Sources: R. Debruyne and C. Bessière, "Some practicable filtering techniques for the constraint satisfaction problem" (IJCAI
1997), for probing; T. Achterberg, T. Koch and A. Martin, "Branching rules revisited" (Operations Research Letters 33, 2005), for
scores of what both sides lead to.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from nonosat.solving.lines.board import Board


class TreeSearch:
    """The solutions of a board, searched for depth first.

    >>> from nonosat.model.puzzle import Puzzle
    >>> search = TreeSearch(Board(Puzzle(rows=[[1], [1]], columns=[[1], [1]])))
    >>> search.search(9, most=1), search.pictures
    (False, [b'\\x00\\x01\\x01\\x00'])
    >>> search.search(9, most=2), search.search(9, most=3), search.pictures
    (False, True, [b'\\x00\\x01\\x01\\x00', b'\\x01\\x00\\x00\\x01'])
    """

    def __init__(
        self,
        board: Board,
        pictures: list[bytes] | None = None,
        *,
        likelihoods: memoryview[float] | None = None,
    ) -> None:
        """The board must be at its fixpoint, and is not changed.

        With likelihoods [colour][cell], doubles, it is guided by them.
        """
        self.pictures: list[bytes] = [] if pictures is None else pictures
        """Solutions, cell by cell. What others have found may be appended: it is not searched for then."""
        self.suppositions = 0
        """How many there have been."""
        self.outlook = 0.0
        """How many more the tree may take: estimated by the last search, as if its last node were done."""
        self.complete = False
        """Whether all solutions are among the pictures."""
        self._share = 0.0
        """How much of the tree is searched, if both sides of each choice are equally large."""
        tree = board.solver.tree(board.packed, likelihoods)
        assert tree, "the kernel is not there"
        self._tree = tree

    def search(self, suppositions: int, *, most: int, tick: Callable[[], None] | None = None) -> bool:
        """Whether all solutions are among the pictures, after about so many suppositions.

        Ends sooner with a new picture if there are `most` then, or more. `tick` is called now and then, and may raise to give
        up, after which the search cannot be continued.
        """
        if not self.complete:
            self.complete, made, share, weight = self._tree.search(suppositions, self.pictures, most, tick)
            self.suppositions += made
            progress = share + weight - self._share
            self.outlook = (1 - share - weight) * made / progress if progress > 0 else inf
            self._share = share
        return self.complete

    def narrow(self, board: Board) -> None:
        """Has a copy of the board know what all solutions but the pictures have in common, as far as that was found."""
        board.candidates = self._tree.root()
