"""How the work on a question ends: with everything known, or before that, and why."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NamedTuple

from nonosat.support.errors import EXIT_OUT_OF_REACH, NonosatError

LIMITS = ("seconds", "solutions", "conflicts", "memory")  # the names of the limits


class Stopped(StrEnum):
    """Why the work on a question ended before everything was known."""

    SECONDS = "seconds"
    MEMORY = "memory"
    CONFLICTS = "conflicts"
    SOLUTIONS = "solutions"
    """The requested number is reached."""
    STEPS = "steps"
    """The requested number is reached."""
    TRIES = "tries"
    """All attempts failed."""
    SIZE = "size"
    """The puzzle, or a part of it, is too large for every method."""
    FAILURE = "failure"
    """The solver died, or raised an error of its own."""

    def describe(self, detail: str = "", whose: str = "") -> str:
        """Returns the reason in words; `whose` says what a limit is for, such as "on the whole book"."""
        if self in LIMITS:
            name = "time" if self is Stopped.SECONDS else self.removesuffix("s")
            return f"the {name} limit {whose} was reached" if whose else f"the {name} limit was reached"
        return detail or str(self)


class End(NamedTuple):
    """How the work on a question ended; by default with everything known."""

    stopped: Stopped | None = None
    """Why it ended before everything was known, or None."""
    detail: str = ""
    """Details of `stopped`, such as how a solver failed."""

    def error(self) -> OutOfReach:
        """Returns the error for work that needs what this one did not reach."""
        return OutOfReach(self.stopped or Stopped.FAILURE, self.detail)


ALL_KNOWN = End()
"""The end of work that leaves nothing open."""


class Ended:
    """Base class of what has an `end`, whose two parts are attributes, too."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def end(self) -> End: ...

    @property
    def stopped(
        self,
    ) -> Annotated[Stopped | None, "Why the work ended before everything was known, or null."]:
        """Why the work ended before everything was known, or None."""
        return self.end.stopped

    @property
    def detail(self) -> Annotated[str, "Details of `stopped` in words; often empty."]:
        """Details of `stopped`, such as how a solver failed."""
        return self.end.detail


class OutOfReach(Ended, NonosatError):
    """A question cannot be answered within its limits, or by any method here.

    Questions whose result can express "unknown" catch it; others, such as `nonosat.render`, raise it.
    """

    exit_code = EXIT_OUT_OF_REACH

    def __init__(self, stopped: Stopped, detail: str = "") -> None:
        super().__init__(stopped, detail)
        self._end = End(stopped, detail)

    @property
    def end(self) -> End:
        """The end of work that this error stopped."""
        return self._end

    def __str__(self) -> str:
        return (self.stopped or Stopped.FAILURE).describe(self.detail)
