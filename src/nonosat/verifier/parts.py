"""Checks a puzzle that was cut: each part has a certificate of its own, and together they prove the claim.

Parts are checked independently of each other, so this can be done anywhere and in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from .budget import Budget, Stopped
from .claims import check, solutions_of
from .cubes import Cube, cubes_in, require_all
from .places import Place
from .reading import CUBES, MANIFEST, PUZZLE, VERDICTS, Files
from .search_proof import Progress
from .statement import Statement
from .values import Refused, Unreadable, shown, value_of

_LOADS = 64  # maximum number of loads into which the parts are divided


class Load(NamedTuple):
    """Some parts to check, with the statement of the whole puzzle and the limits."""

    path: str
    """The certificate of the whole."""
    kind: str
    """Kind of the claim about the whole puzzle."""
    puzzle: str
    """The statement of the whole puzzle, as its file has it."""
    cubes: tuple[Cube, ...]
    seconds: float | None
    memory: float | None


class Checked(NamedTuple):
    """Result of checking some parts."""

    number: int
    """Sum of their solutions."""
    pictures: tuple[bytes, ...]
    """The solutions of parts that have one."""
    counts: Counter[str]
    refusal: str = ""
    unreadable: str = ""
    stopped: str = ""


# applies a check to loads like `map`; results can come in any order
Spread = Callable[[Callable[[Load], Checked], Iterable[Load]], Iterator[Checked]]


def check_parts(files: Files, counts: Counter[str], progress: Progress, spread: Spread) -> None:
    """Checks that the cubes cover all cases, and that their certificates together prove the claim."""
    statement = Statement(files.json(PUZZLE), files.budget)
    solutions = solutions_of(files, statement, counts)
    cubes = tuple(cubes_in(files.lines(CUBES)))
    require_all(list(cubes), statement.colours)
    size = -(-len(cubes) // _LOADS)
    limits = files.budget.seconds, files.budget.memory
    loads = (
        Load(files.place.path, files.kind, files.texts[PUZZLE], cubes[at : at + size], *limits)
        for at in range(0, len(cubes), size)
    )
    done, total, pictures = 0, 0, list[bytes]()
    for found in spread(check_load, loads):
        if found.refusal:
            raise Refused(found.refusal)
        if found.unreadable:
            raise Unreadable(found.unreadable)
        if found.stopped:
            raise Stopped(found.stopped)
        counts.update(found.counts)
        total += found.number
        pictures += found.pictures
        done += size
        progress(CUBES, min(done, len(cubes)), len(cubes))
    if files.kind == "count":
        if files.claim["count"] != format(Decimal(total), "f"):
            raise Refused(f"{CUBES}: the cubes have {total} solutions, not {shown(files.claim['count'])}")
    elif pictures != solutions:
        raise Refused(f"{CUBES}: the cubes do not have exactly the solution that is claimed")


def check_load(load: Load) -> Checked:
    """Checks some parts, in any process."""
    budget, counts = Budget(load.seconds, load.memory), Counter[str]()
    number, pictures = 0, list[bytes]()

    def ended(**why: str) -> Checked:
        return Checked(number, tuple(pictures), counts, **why)

    folder = ""
    try:
        whole, place = value_of(load.puzzle, PUZZLE), Place(load.path, budget)
        for cube in load.cubes:
            folder = cube.folder
            part = Files(place.inner(folder), budget)
            found = _check_cube(part, cube, whole, counts)
            if part.kind == load.kind == "count":
                number += int(Decimal(part.claim["count"]))
            elif part.kind in ("unique", "unsolvable"):
                number += VERDICTS[part.kind]
                pictures += found
            else:
                raise Refused(f"{MANIFEST}: no part of such a claim is called {part.kind}")
    except Refused as reason:
        return ended(refusal=f"{folder}/{reason}")
    except Unreadable as reason:
        return ended(unreadable=f"{folder}/{reason}")
    except Stopped as limit:
        return ended(stopped=str(limit))
    except MemoryError:
        return ended(stopped="memory")
    return ended()


def _check_cube(files: Files, cube: Cube, whole: Any, counts: Counter[str]) -> list[bytes]:
    """Checks the certificate of a cube, and returns the solutions that it shows."""
    if files.digest != cube.digest:
        raise Refused(f"{MANIFEST}: its SHA-256 is not the one in {CUBES}")
    files.read()
    part = files.json(PUZZLE)
    givens = {tuple(given) for given in [*whole["givens"], *cube.givens]}
    if {**part, "givens": whole["givens"]} != whole or set(map(tuple, part["givens"])) != givens:
        raise Refused(f"{PUZZLE}: is not the puzzle with the cells of the cube given")
    if CUBES in files.texts:
        raise Refused(f"{CUBES}: a cube is not cut again in a folder of its own")
    own = Counter[str]()
    found = check(files, own, lambda *_: None)
    counts.update({name: each for name, each in own.items() if name != "solutions"})
    return found
