"""The cyclic garbage collector of Python, out of the way of short work that makes many objects and no cycles.

Propagation, writing clauses and loading them make lists by the hundred thousand, and the collector walks
over them again and again. Paused until they are gone, CPU time was less by a tenth on the easy puzzles of
webpbn, by a seventh on those of the survey, and by a third on a 200x200 whose clauses are many (Python 3.11).

The whole process shares one collector, so it is left as it was found: if it was off, it stays off; with
several threads it comes back when the last pause ends; a pause within a pause changes nothing.
"""

from __future__ import annotations

import gc
from threading import Lock, get_ident

_lock = Lock()
_pausing: set[int] = set()
"""The threads that have paused the collector, which was on before; guarded by the lock."""


class collector_paused:
    """No collection meanwhile, unless `resume_collector` ends the pause early. (A generator takes three times as long.)"""

    __slots__ = ("_began",)

    def __enter__(self) -> None:
        self._began = _pause()

    def __exit__(self, *raised: object) -> None:
        if self._began:
            resume_collector()


def _pause() -> bool:
    """Whether a pause of this thread begins: not within another, nor if the collector is off."""
    with _lock:
        if get_ident() in _pausing or not (_pausing or gc.isenabled()):
            return False
        _pausing.add(get_ident())
        gc.disable()
        return True


def resume_collector() -> None:
    """Ends this thread's pause, before work that takes long: others may need the collector then."""
    with _lock:
        if get_ident() in _pausing:
            _pausing.remove(get_ident())
            if not _pausing:
                gc.enable()
