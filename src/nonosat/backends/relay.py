"""Two solvers of the same clauses in turns: another way for what the first does not find soon.

How long a solver takes to the next answer is a matter of luck, which two solvers do not share. Taking turns,
each turn twice as long as the one before, costs a few times what the luckier one takes alone at most,
and one core. Turns are counted in conflicts, so that a run can be repeated exactly.

Source: turns of growing length as a cure for heavy tails are discussed by C. P. Gomes, B. Selman and
H. Kautz, "Boosting combinatorial search through randomization" (AAAI 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import count
from time import monotonic
from types import TracebackType
from typing import Self

from nonosat.backends import Session, Watch

_PROOF = 8
"""How many times as long as the second's the turns of the first are once there is a model.

What the second is good at, to find one, is done then; and its conflicts take longer.
"""


class Relay:
    """See `nonosat.backends.Session`; the variables of both sessions say the same.

    The second is opened when the first needs more than its first turn, and not once there is a model. Until
    then each further turn of the second begins with what `preferred` gives: one more guess at a model.
    """

    def __init__(
        self,
        first: Session,
        second: Callable[[], Session],
        preferred: Callable[[], Sequence[int]] | None = None,
        *,
        turn: int,
    ) -> None:
        """The first `turn` is of so many conflicts; the next are longer."""
        self._sessions = [first]
        """The one whose turn it is comes first."""
        self._first = first
        self._second: Callable[[], Session] | None = second
        self._preferred = preferred
        self._turn_length = turn
        self._answered = False
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
            if turn:
                self._pass_on()
            if len(self._sessions) > 1 or self._second:
                most = self._turn_length << turn // 2
                if self._answered and self._sessions[0] is self._first:
                    most *= _PROOF
                left = most if left is None else min(most, left)
            answer = self._turn(assumptions, left, rest, watch)
            if answer is not None:
                if answer:
                    self._answered = True
                    self._second = self._preferred = None
                return answer
        return None

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

    def _pass_on(self) -> None:
        """The other session's turn."""
        if self._second:
            session = self._owner.enter_context(self._second())
            for clause in self._added:
                session.add(clause)
            self._sessions.append(session)
            self._second = None
        elif self._preferred and self._sessions[0] is self._first:
            self._sessions[1].prefer(self._preferred())
        self._sessions.reverse()

    def model(self) -> Sequence[int]:
        return self._sessions[0].model()

    def core(self) -> Sequence[int]:
        return self._sessions[0].core()

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

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._owner.close()
