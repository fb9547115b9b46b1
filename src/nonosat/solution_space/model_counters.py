"""The exact model counter Ganak, in a child process that can be ended at any time.

Ganak counts the models of clauses by their values on some of the variables (S. Sharma, S. Roy, M. Soos and
K. S. Meel, "GANAK: a scalable probabilistic exact model counter", IJCAI 2019, exact by default). Its count
knows no time limit and cannot be interrupted, so it runs in a process of its own, this module's `main`. That
process ends with its parent: it has the system send it a deadly signal when its standard input is closed.

It comes with the extra `count`; nothing else in the package needs it.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self

from nonosat.sat.encodings import Cnf

EXTRA = "pip install nonosat[count]"
"""How to install it."""


def installed() -> bool:
    """Whether Ganak can be used; asking costs next to nothing."""
    return find_spec("pyganak") is not None


class Counting:
    """Ganak at work on the models of a formula, counted by their cell variables; ended when it is closed."""

    def __init__(self, cnf: Cnf) -> None:
        source = str(Path(__file__).parents[2])
        start = f"import sys; sys.path.insert(0, {source!r}); from {__name__} import main; main()"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", start],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            process_group=0,  # Ctrl-C is for the parent, which then ends the child
        )
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # it died, and `result` will say so
            task = [cnf.variables, cnf.cell_variables, cnf.clauses]
            self._process.stdin.write(json.dumps(task).encode() + b"\n")
            self._process.stdin.flush()

    @property
    def finished(self) -> bool:
        """Whether it has a result; it has none while it is running, and never if it died."""
        return self._process.poll() == 0

    def wait(self, seconds: float | None) -> None:
        """Waits until it has ended, but no longer than that."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)

    @property
    def result(self) -> int | None:
        """The number of models, once; None unless it has `finished`."""
        if not self.finished:
            return None
        assert self._process.stdout is not None
        words = self._process.stdout.read().split()
        return int(words[-1], 16)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()


def main() -> None:
    """The child: reads a formula from standard input, and writes the number of its models."""
    from pyganak import Counter

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    variables, projected, clauses = json.loads(sys.stdin.readline())
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)  # SIGIO kills
    counter = Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    counter.set_sampling_set(list(range(1, projected + 1)))
    print(f"{counter.count():x}", flush=True)  # Python limits how many decimal digits it writes and reads
