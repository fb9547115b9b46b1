"""What a puzzle claims, claim by claim, and which of its claims can hold together.

A claim is the clue of one line, or one given. Each gets a switch, a literal that stands before all clauses
that say what the claim says, so that a solver under assumptions answers for any set of claims, and names
those that do not go together where there is no picture (N. Eén and N. Sörensson, "Temporal induction by
incremental SAT solving", ENTCS 89, 2003).

The clauses of a line must follow from that line alone. Therefore each line is encoded as a puzzle of its own,
with one row and no other clue, and its variables are renumbered afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Self

from nonosat.errors import SolverDisagreement
from nonosat.lines.board import Board
from nonosat.lines.propagate import propagate
from nonosat.model.clues import Clue
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.backends import DEFAULT, Configuration, open_session
from nonosat.sat.encodings import Cnf, encode, open_cells

Tick = Callable[[], None]
"""Called now and then during long work; raises to give it up."""

Claim = int
"""The number of a line, as a board counts them, and after the lines those of the givens in their order."""

_SLICE = 2000
"""Conflicts between two looks at the clock."""


def claims(puzzle: Puzzle) -> list[Claim]:
    """All claims of a puzzle.

    >>> claims(Puzzle(rows=[[1], None], columns=[[1]], givens=[(0, 0)]))
    [0, 2, 3]
    """
    clues = [line.clue for line in puzzle.lines]
    stated = [number for number, clue in enumerate(clues) if clue is not None]
    return stated + [len(clues) + at for at in range(len(puzzle.givens))]


def only(puzzle: Puzzle, kept: Iterable[Claim]) -> Puzzle:
    """The puzzle with these claims and no others.

    >>> only(Puzzle(rows=[[1], [1]], columns=[[1], [1]], givens=[(0, 0)]), [1, 4])
    Puzzle(rows=[None, [1]], columns=[None, None], givens=[(0, 0, 1)])
    """
    those = set(kept)
    lines = len(puzzle.lines)
    return puzzle.with_clues(
        [line.clue if number in those else None for number, line in enumerate(puzzle.lines)],
        givens=tuple(given for at, given in enumerate(puzzle.givens) if lines + at in those),
    )


def without(puzzle: Puzzle, dropped: Iterable[Claim]) -> Puzzle:
    """The puzzle without these claims."""
    return only(puzzle, set(claims(puzzle)) - set(dropped))


def violated(puzzle: Puzzle, grid: Grid) -> set[Claim]:
    """The claims that a picture of the puzzle's shape does not fulfil."""
    number = {line.id: at for at, line in enumerate(puzzle.lines)}
    broken = {number[violation.line] for violation in grid.violations(puzzle)}
    for at, (row, column, colour) in enumerate(puzzle.givens):
        if grid[row, column] != colour:
            broken.add(len(number) + at)
    return broken


class Claims:
    """A solver that knows some claims of a puzzle; closed after use."""

    def __init__(self, puzzle: Puzzle, known: Iterable[Claim], *, tick: Tick | None = None) -> None:
        """`tick` is called now and then, also by `picture`, and may raise to give up."""
        self.puzzle = puzzle
        self._tick = tick
        self._core: list[Claim] = []
        self._broken: set[Claim] = set()
        self._lines = puzzle.lines
        self._last = len(self._lines) + len(puzzle.givens) - 1
        self._switches: dict[Claim, int] = {}
        self._claims: dict[int, Claim] = {}
        cells, clauses, self._used = open_cells(Board(only(puzzle, ())))
        self._cnf = Cnf(clauses, self._used, self._used, cells, bytes(len(cells)), puzzle)
        self._session = open_session(self._cnf, Configuration(DEFAULT))
        try:
            for claim in known:
                self._learn(claim)
        except BaseException:
            self.__exit__(None, None, None)
            raise

    def also(self, line: int, clue: Clue) -> Claim:
        """One more claim: that a line has this clue, whatever the puzzle says of it."""
        self._last += 1
        self._learn_clue(self._last, line, clue)
        return self._last

    def _learn(self, claim: Claim) -> None:
        if claim < len(self._lines):
            clue = self._lines[claim].clue
            assert clue is not None
            self._learn_clue(claim, claim, clue)
            return
        row, column, colour = self.puzzle.givens[claim - len(self._lines)]
        self._put(claim, self._cnf.open_cells[self.puzzle.cell(row, column)].literals[colour])

    def _learn_clue(self, claim: Claim, line: int, clue: Clue) -> None:
        if self._tick:
            self._tick()
        self._used += 1
        self._put(claim, switch := self._used)
        literals = [self._cnf.open_cells[cell].literals for cell in self._lines[line].cells]
        clauses, self._used = _line_clauses(clue, self.puzzle.palette, literals, self._used)
        for clause in clauses:
            self._session.add([-switch, *clause])

    def _put(self, claim: Claim, switch: int) -> None:
        self._switches[claim] = switch
        self._claims[switch] = claim

    def picture(self, those: Iterable[Claim], *, conflicts: int | None = None) -> Grid | None:
        """A picture for which these claims hold, or None: there is none, and `core` says why.

        With a budget of `conflicts` that does not suffice it is None as well, and `core` is empty.
        """
        wanted = list(those)
        assumptions = [self._switches[claim] for claim in wanted]
        self._core = []
        while (
            answer := self._session.solve(assumptions, conflicts=min(_SLICE, conflicts or _SLICE))
        ) is None:
            if self._tick:
                self._tick()
            if conflicts is not None and (conflicts := conflicts - _SLICE) <= 0:
                return None
        if not answer:
            self._core = [self._claims[literal] for literal in self._session.core()]
            return None
        grid = self._cnf.picture(self._session.model())
        self._broken = violated(self.puzzle, grid)
        if self._broken & set(wanted):
            raise SolverDisagreement(
                f"the solver's picture is no solution: {grid!r} of {wanted} of {self.puzzle!r}"
            )
        return grid

    @property
    def broken(self) -> set[Claim]:
        """The claims of the puzzle that the last picture does not fulfil."""
        return self._broken

    @property
    def core(self) -> list[Claim]:
        """Claims of the last call of `picture` that cannot hold together."""
        return self._core

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._session.__exit__(kind, error, trace)


def _line_clauses(
    clue: Clue, palette: Palette, literals: Sequence[Mapping[int, int]], used: int
) -> tuple[list[list[int]], int]:
    """What a clue says of a line, `literals[position][colour]`, and how many variables are used by then."""
    alone = Board(Puzzle([clue], [None] * len(literals), palette))
    if propagate(alone):
        return [[]], used
    cnf = encode(alone)
    renamed = [0, *range(used - cnf.cell_variables + 1, used + cnf.variables - cnf.cell_variables + 1)]
    clauses = []
    is_open = {open_cell.cell: open_cell.literals for open_cell in cnf.open_cells}
    for position, ours in enumerate(literals):
        theirs = is_open.get(position, {cnf.known[position]: 0})
        for colour, literal in ours.items():
            if colour not in theirs:
                clauses.append([-literal])
            elif theirs[colour] > 0:
                renamed[theirs[colour]] = literal
    clauses.extend([renamed[v] if v > 0 else -renamed[-v] for v in clause] for clause in cnf.clauses)
    return clauses, used + cnf.variables - cnf.cell_variables
