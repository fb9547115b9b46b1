"""Two solvers of the same clauses in turns: the second helps where the first finds nothing soon.

How long a solver takes to the next answer is a matter of luck, which two solvers do not share. Taking turns,
with as much work for the one as for the other, costs about twice what the luckier one takes alone, and one
core. Work is counted in conflicts, so that a run can be repeated exactly.

Until there is a model the second sets out from a guess each time that it is its turn. A good guess is a
model but for a few conflicts, a bad one never leads to a model, and they cannot be told apart: so most tries
are short, and a few ever longer, as in Luby's sequence.

Sources: turns as a cure for heavy tails are discussed by C. P. Gomes, B. Selman and H. Kautz, "Boosting
combinatorial search through randomization" (AAAI 1998); M. Luby, A. Sinclair and D. Zuckerman, "Optimal
speedup of Las Vegas algorithms" (Information Processing Letters 47, 1993).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count
from time import monotonic
from typing import NamedTuple, Self

from nonosat.solving.sat.backends.contract import Session, Watch

_FIRST = 600
"""Conflicts of the first turn, enough for easy puzzles."""

_TRY = 0.3
"""Conflicts per open cell of a short try from a guess."""

_PROOF = 8
"""How many times as long as the second's the turns of the first are once there is a model.

The second is good at finding a model, which is done then, and its conflicts take longer.
"""


def luby(number: int) -> int:
    """The numbers of Luby's sequence, from 1 on.

    >>> [luby(number) for number in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    power = number.bit_length()
    if number == (1 << power) - 1:
        return 1 << (power - 1)
    return luby(number - (1 << (power - 1)) + 1)


class Guess(NamedTuple):
    """Where the second solver sets out from."""

    literals: Sequence[int] = ()
    """What it tries first."""
    answer: bool | None = None
    """True if they are all that is asked for of a model, False if there is none."""
    work: int = 0
    """How many conflicts take as long as making it."""
    worth_a_try: bool = True
    """Whether the solver sets out from it at all."""


class Alternating:
    """See `nonosat.solving.sat.backends.contract.Session`; the variables of both sessions say the same.

    The second is opened when the first needs more than its first turn, and not once there is a model. Each of
    its tries is from another guess, and needs no solver if that is a model already.
    """

    def __init__(
        self,
        first: Session,
        second: Callable[[], Session],
        guesses: Iterator[Guess],
        *,
        size: int,
        answered: bool = False,
    ) -> None:
        """For `size` open cells; `answered` if a model is known already, and the clauses rule it out."""
        self._sessions = [first]
        """The one whose turn it is comes first."""
        self._first = first
        self._second = None if answered else second
        self._guesses = guesses
        self._size = size
        self._work = [0, 0]
        """That of the first and that of the second until there is a model, in conflicts."""
        self._tries = 0
        self._guessed: Sequence[int] | None = None
        """The model, if the last one was a guess."""
        self._answered = answered
        """Whether there has been a model; what is left is a proof, or another one near to it."""
        self._added: list[Sequence[int]] = []
        """Clauses that the second must be told when it is opened."""
        self._owner = ExitStack()
        self._owner.enter_context(first)

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        conflicts: int | None = None,
        seconds: float | None = None,
        watch: Watch | None = None,
    ) -> bool | None:
        until = None if conflicts is None else self.conflicts() + conflicts
        deadline = None if seconds is None else monotonic() + seconds
        for turn in count():
            left = None if until is None else until - self.conflicts()
            rest = None if deadline is None else deadline - monotonic()
            if (left is not None and left <= 0) or (rest is not None and rest <= 0):
                break
            guess = next(self._guesses) if not self._answered and self._work[0] > self._work[1] else None
            if guess and (guess.answer is False or (guess.answer and not assumptions)):
                self._answered, self._guessed, self._second = True, guess.literals, None
                return guess.answer
            if guess and not guess.worth_a_try:
                self._work[1] += guess.work
                continue
            self._guessed = None
            most = self._after_a_model(turn) if self._answered else self._before_a_model(guess)
            if most is not None:
                left = most if left is None else min(most, left)
            before = self._sessions[0].conflicts()
            answer = self._turn(assumptions, left, rest, watch)
            self._work[self._sessions[0] is not self._first] += self._sessions[0].conflicts() - before
            if answer is not None:
                if answer:
                    self._answered, self._second = True, None
                return answer
        return None

    def _before_a_model(self, guess: Guess | None) -> int:
        """Has the second's turn begin, if there is a guess, or the first's, and decides how long it is."""
        if guess:
            self._try(guess)
            return 1 + int(_TRY * self._size * luby(self._tries))
        if self._sessions[0] is not self._first:
            self._sessions.reverse()
        done = self._work[0]
        return max(self._size, done // 2) if done else _FIRST

    def _try(self, guess: Guess) -> None:
        """The second's turn, from a guess."""
        self._tries += 1
        self._work[1] += guess.work
        if self._second:
            session = self._owner.enter_context(self._second())
            for clause in self._added:
                session.add(clause)
            self._sessions.append(session)
            self._second = None
        if self._sessions[0] is self._first:
            self._sessions.reverse()
        self._sessions[0].prefer(guess.literals)

    def _after_a_model(self, turn: int) -> int | None:
        """Decides the same for a further answer, which whoever has found the last one begins with."""
        if len(self._sessions) == 1:
            return None
        if turn:
            self._sessions.reverse()
        most = self._size << turn // 2
        return most * _PROOF if self._sessions[0] is self._first else most

    def _turn(
        self, assumptions: Sequence[int], conflicts: int | None, seconds: float | None, watch: Watch | None
    ) -> bool | None:
        """A turn of the session that is in front."""
        session, *others = self._sessions
        before = sum(other.conflicts() for other in others)

        def watch_all(conflicts: int) -> None:
            assert watch
            watch(before + conflicts)

        return session.solve(
            assumptions, conflicts=conflicts, seconds=seconds, watch=watch_all if watch else None
        )

    def model(self) -> Sequence[int]:
        return self._sessions[0].model() if self._guessed is None else self._guessed

    def core(self) -> Sequence[int]:
        return self._sessions[0].core()

    def proof(self) -> list[str]:
        raise NotImplementedError("a proof is written by one solver")

    def add(self, clause: Sequence[int]) -> None:
        for session in self._sessions:
            session.add(clause)
        if self._second:
            self._added.append(clause)

    def prefer(self, literals: Sequence[int]) -> None:
        for session in self._sessions:
            session.prefer(literals)

    def impossible(self, literals: Sequence[int]) -> list[int]:
        return self._sessions[0].impossible(literals)

    def conflicts(self) -> int:
        return sum(session.conflicts() for session in self._sessions)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._owner.close()
