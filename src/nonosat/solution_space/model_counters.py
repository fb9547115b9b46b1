"""The exact model counter Ganak, in a child process that can be ended at any time.

Ganak counts the models of clauses by their values on some of the variables (S. Sharma, S. Roy, M. Soos and
K. S. Meel, "GANAK: a scalable probabilistic exact model counter", IJCAI 2019, exact by default). It has
no time limit and cannot be interrupted, so it runs in a process of its own.

It comes with the extra `count`; nothing else in the package needs it.
"""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import Self

from nonosat.limits import Clock, Limit
from nonosat.packages import importable
from nonosat.processes import Call, Child, available
from nonosat.sat.encodings import Cnf

EXTRA = "pip install nonosat[count]"
"""How to install it."""


def installed() -> bool:
    """Whether Ganak can be used; asking costs next to nothing."""
    return available() and importable("pyganak")


class Counting:
    """Ganak at work on the models of a formula, counted by their cell variables; ended when it is closed.

    It may hold so many bytes of memory. `result` is the number of models; None while it is running, and for
    ever if it died.
    """

    def __init__(self, cnf: Cnf, memory: int | None = None) -> None:
        self.result: int | None = None
        self._child = Child()
        self._dead = False
        self._child.send(Call(_models, (cnf.variables, cnf.cell_variables, cnf.clauses), memory))

    @property
    def finished(self) -> bool:
        """Whether it has a result."""
        self.wait(0)
        return self.result is not None

    def wait(self, seconds: float | None) -> None:
        """Waits until it has ended, but no longer than that."""
        clock = Clock(Limit(seconds=seconds))
        while self.result is None and not self._dead and self._child.pipe.poll(clock.left):
            try:
                message = self._child.pipe.recv()
            except (EOFError, OSError):
                self._dead = True
            else:
                self.result = message if isinstance(message, int) else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._child.end()


def _models(parent: Connection, variables: int, projected: int, clauses: list[list[int]]) -> int:  # noqa: ARG001
    """In the child: the number of models."""
    from pyganak import Counter

    counter = Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    counter.set_sampling_set(list(range(1, projected + 1)))
    models: int = counter.count()
    return models
