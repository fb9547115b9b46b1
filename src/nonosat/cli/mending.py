"""`conflict` and `repair`: why a puzzle has no solution, and the smallest change that mends it.

What they need is loaded when they run.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import click

from nonosat.cli.ambiguity import time_option
from nonosat.cli.answers import Answer
from nonosat.cli.commands import EXIT_CODES, charset_of, picture_rows
from nonosat.cli.inputs import from_option, json_option, only, waiting
from nonosat.engine.outcome import Verdict
from nonosat.engine.questions import Report, check
from nonosat.errors import UsageError
from nonosat.formats import FORMATS, dump
from nonosat.limits import Limit
from nonosat.lines.bits import positions
from nonosat.model.puzzle import Given, Puzzle, clue_text

if TYPE_CHECKING:
    from nonosat.conflicts.mus import Conflict
    from nonosat.repairs.result import CellChange, ClueChange, Repair

_MOST_TOLD = 9
"""So many repairs are printed, and so many changes of each."""

_BOX = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?,(\d{1,4})(?:-(\d{1,4}))?")


@click.command("conflict")
@click.argument("path", metavar="PUZZLE")
@click.option("--smallest", is_flag=True, help="Find a conflict of as few clues as any has, and the proof.")
@json_option
@from_option
@time_option
def conflict_command(
    path: str, smallest: bool, as_json: bool, source: str | None, time_limit: float | None
) -> int:
    """Say why a puzzle has no solution: clues and givens that contradict each other.

    None of them can be spared: without it the others have a picture. Where lines alone lead to a
    contradiction, the deductions follow. Exit codes: 2 a conflict, 0 or 1 the puzzle has one solution or
    several, 3 the time did not suffice.
    """
    from nonosat.conflicts.mus import conflict

    name, puzzle = only(path, source)
    with waiting(f"{name}: finding a contradiction"):
        found = conflict(puzzle, smallest=smallest, limit=Limit(seconds=time_limit))
        left = None if time_limit is None else max(0.0, time_limit - found.seconds)
        report = check(puzzle, limit=Limit(seconds=left)) if found.solution else None
    verdict = report.verdict if report else Verdict.UNSOLVABLE if found.size else Verdict.UNKNOWN
    if as_json:
        answer = Answer(
            name,
            verdict,
            report.line_solvable if report else False if found.size else None,
            [picture_rows(grid, puzzle) for grid in report.solutions] if report else [],
            found.seconds + (report.seconds if report else 0),
            stopped=found.stopped or (report.stopped if report else None),
            more=_conflict_record(found),
        )
        click.echo(json.dumps(answer.record()))
    else:
        click.echo(_conflict_text(name, found, report))
    return EXIT_CODES[verdict]


@click.command("repair")
@click.argument("path", metavar="PUZZLE")
@click.option(
    "--by", type=click.Choice(["clue", "givens", "pixels"]), required=True, help="What may be changed."
)
@click.option("--edits", type=click.IntRange(1, 2), help="By clue: undo so many slips at most.  [default: 1]")
@click.option("--goal", type=click.Choice(["any"]), help="By givens: any solution will do.")
@click.option("--filled", is_flag=True, help="By givens: reveal cells only that have ink.")
@click.option(
    "--prefer",
    metavar="ROWS,COLUMNS",
    help="By givens: reveal cells elsewhere only where none of these helps, such as 1-5,3.",
)
@click.option("--line-solvable", is_flag=True, help="By pixels: lines alone must settle the new picture.")
@click.option("--protect", metavar="ROWS,COLUMNS", help="By pixels: cells that keep their colour.")
@click.option("-o", "--output", metavar="FILE", help="Write the mended puzzle, by clue the likeliest.")
@click.option("--to", "target", type=click.Choice(list(FORMATS)), help="The format to write.")
@json_option
@from_option
@time_option
def repair_command(
    path: str,
    by: str,
    edits: int | None,
    goal: str | None,
    filled: bool,
    prefer: str | None,
    line_solvable: bool,
    protect: str | None,
    output: str | None,
    target: str | None,
    as_json: bool,
    source: str | None,
    time_limit: float | None,
) -> int:
    """Find the smallest change that mends a puzzle.

    By clue: the typing error in a puzzle without solution, the likeliest first. By givens: the fewest cells
    to reveal so that the goal in PUZZLE, or else some solution, is the only one. By pixels: the fewest cells
    to repaint in the goal so that its clues have one solution. Exit codes: 0 a repair, and it is proved that
    none is smaller; 3 a repair without that proof, or none within the time; else none was found, 1 of a
    puzzle with several solutions, 2 of one without any.
    """
    from nonosat.repairs.repair import repair

    meant: dict[str, dict[str, object]] = {
        "clue": {"edits": edits},
        "givens": {"goal": goal, "filled": filled, "prefer": prefer},
        "pixels": {"line-solvable": line_solvable, "protect": protect},
    }
    for other, its in meant.items():
        for option, given in its.items():
            if given and other != by:
                raise UsageError(f"--{option} means nothing to a repair by {by}")
    if as_json and output == "-":
        raise UsageError("--json and -o - both write to standard output")
    name, puzzle = only(path, source)
    options: dict[str, Any]
    if by == "clue":
        options = {"slips": edits or 1}
    elif by == "givens":
        options = {"goal": goal, "filled": filled}
        if prefer is not None:
            options["weights"] = _weights(puzzle, prefer)
    else:
        options = {"line_solvable": line_solvable, "protected": _box(puzzle, protect) if protect else ()}
    with waiting(f"{name}: looking for a repair"):
        found = repair(puzzle, by, limit=Limit(seconds=time_limit), **options)
    text = json.dumps(_repair_record(name, found)) if as_json else _TEXTS[by](name, found, puzzle)
    try:
        if output is not None and found.puzzle:
            dump(found.puzzle, output, target)
    finally:  # what was found took long enough to be told in any case
        click.echo(text, err=output == "-")
    if found.found:
        return 0 if found.optimal else EXIT_CODES[Verdict.UNKNOWN]
    if not found.complete:
        return EXIT_CODES[Verdict.UNKNOWN]
    return EXIT_CODES[Verdict.UNSOLVABLE if by == "clue" else found.verdict]


def _box(puzzle: Puzzle, box: str) -> set[tuple[int, int]]:
    """The cells of the puzzle in some rows and columns, which count from 1."""
    if not (match := _BOX.fullmatch(box)):
        raise UsageError(f"{box!r} is not ROWS,COLUMNS such as 1-5,3")
    top, bottom, left, right = (int(number) if number else 0 for number in match.groups())
    rows, columns = range(top, (bottom or top) + 1), range(left, (right or left) + 1)
    cells = [(row, column) for row, length in enumerate(puzzle.row_lengths) for column in range(length)]
    inside = {(row, column) for row, column in cells if row + 1 in rows and column + 1 in columns}
    if not inside:
        raise UsageError(f"the puzzle has no cells in {box}")
    return inside


def _weights(puzzle: Puzzle, box: str) -> dict[tuple[int, int], int]:
    """Weights that make any cell outside of a box cost more than all inside of it."""
    inside = _box(puzzle, box)
    every = ((row, column) for row, length in enumerate(puzzle.row_lengths) for column in range(length))
    return {cell: len(inside) + 1 for cell in every if cell not in inside}


def _conflict_text(name: str, found: Conflict, report: Report | None) -> str:
    """A conflict for people."""
    from nonosat.explanation.wording import Wording
    from nonosat.lines.board import Board

    if report:
        return f"{name}: {report.verdict}: nothing contradicts itself"
    if not found.size:
        return f"{name}: unknown (stopped by the limit of {found.stopped})"
    clues = {(axis, index): clue for axis, index, clue in found.puzzle.clues()}
    parts = [(len(found.lines), "clue"), (len(found.givens), "given")]
    what = " and ".join(_number(number, word) for number, word in parts if number)
    if found.smallest:
        sure = "no fewer do"
    elif found.minimal:
        sure = "none can be spared"
    else:
        sure = f"maybe not all are needed, stopped by the limit of {found.stopped}"
    clash = "contradicts itself" if found.size == 1 else "contradict each other"
    lines = [f"{name}: unsolvable: {what} {clash} ({sure})"]
    lines += [f"  {axis} {index + 1}: {clue_text(clues[axis, index] or ())}" for axis, index in found.lines]
    lines += [f"  {_cell_text(found.puzzle, given)}" for given in found.givens]
    if found.chain:
        wording = Wording(Board(found.puzzle))
        steps = [*map(wording.deduction, found.chain.deductions)]
        steps.append(wording.contradiction(found.chain.contradiction.line))
        lines += [f"{number}. {step}" for number, step in enumerate(steps, start=1)]
    elif found.minimal:
        lines.append("lines alone do not show that")
    return "\n".join(lines)


def _conflict_record(found: Conflict) -> dict[str, Any]:
    chain = None
    if found.chain:
        names = [{"axis": axis, "index": index} for axis, index, _ in found.puzzle.clues()]
        chain = {
            "deductions": [
                {**names[each.line], "removed": [list(positions(mask)) for mask in each.removed]}
                for each in found.chain.deductions
            ],
            "contradiction": names[found.chain.contradiction.line],
        }
    return {
        "lines": [{"axis": axis, "index": index} for axis, index in found.lines],
        "givens": [given._asdict() for given in found.givens],
        "minimal": found.minimal,
        "smallest": found.smallest,
        "least": found.least,
        "chain": chain,
    }


def _cell_text(puzzle: Puzzle, cell: Given | CellChange) -> str:
    from nonosat.explanation.wording import colour_text

    place = "cell" if puzzle.is_triddler else "column"
    return f"row {cell.row + 1}, {place} {cell.column + 1}: {colour_text(cell.colour, puzzle.palette)}"


def _change_text(puzzle: Puzzle, change: CellChange | ClueChange) -> str:
    from nonosat.repairs.result import CellChange

    if isinstance(change, CellChange):
        return _cell_text(puzzle, change)
    before, after = (clue_text(clue or ()) for clue in (change.before, change.after))
    return f"{change.axis} {change.index + 1}: {before} -> {after}"


def _retyped_text(name: str, found: Repair, _: Puzzle) -> str:
    """Repairs by clue for people, the best first."""
    if found.puzzle and not found.changes:
        return f"{name}: {found.verdict}: the clues agree, nothing to mend by clue"
    unsure = "" if found.complete else f" (not all could be tried{_stopped(found)})"
    if not found.found:
        sure = f": more than {_number(found.bound - 1, 'slip')} to undo" if found.complete else unsure
        return f"{name}: none found{sure}"
    repairs = (found, *found.others)
    lines = [f"{name}: {_number(len(repairs), 'repair')} found{unsure}"]
    for number, each in enumerate(repairs[:_MOST_TOLD], start=1):
        assert each.puzzle
        changes = [_change_text(each.puzzle, change) for change in each.changes]
        cut = ["..."] if len(changes) > _MOST_TOLD else []
        shown = "; ".join(changes[:_MOST_TOLD] + cut)
        lines.append(f"{number}. {shown} ({' and '.join(each.slips)}): {_outcome(each)}")
    if len(repairs) > _MOST_TOLD:
        lines.append(f"... and {len(repairs) - _MOST_TOLD} more")
    return "\n".join(lines)


def _outcome(found: Repair) -> str:
    """What the mended puzzle is."""
    if found.verdict is Verdict.UNIQUE:
        return f"unique, {'solvable line by line' if found.line_solvable else 'needs search'}"
    return "several solutions" if found.verdict is Verdict.MULTIPLE else "solvable"


def _revealed_text(name: str, found: Repair, _: Puzzle) -> str:
    """A repair by givens for people: the cells, and the puzzle with all that is given."""
    from nonosat.rendering.text import draw

    if not found.puzzle:
        reason = (
            "no cells that may be revealed suffice" if found.complete else f"nothing found{_stopped(found)}"
        )
        return f"{name}: {found.verdict}: {reason}"
    if not found.changes:
        return f"{name}: unique: nothing to mend"
    number = len(found.changes)
    if found.optimal:
        sure = "as few as can be" if found.cost == number else "the best choice"
    else:
        sure = f"{found.bound} at least" if found.cost == number else "maybe not the best choice"
    cells = [f"  {_change_text(found.puzzle, each)}" for each in found.changes]
    drawing = draw(found.puzzle, charset=charset_of(False))
    return "\n".join(
        [f"{name}: unique with {_number(number, 'cell')} revealed ({sure}{_stopped(found)})", *cells, drawing]
    )


def _repainted_text(name: str, found: Repair, puzzle: Puzzle) -> str:
    """A repair by pixels for people: the cells, and the new picture with marks where it has changed."""
    from nonosat.rendering.changes import marked
    from nonosat.rendering.text import draw

    if not found.puzzle:
        reason = "no such picture" if found.complete else f"nothing found{_stopped(found)}"
        return f"{name}: {reason}, at least {_number(found.bound, 'cell')} to change"
    if not found.changes:
        return f"{name}: {_outcome(found)}: nothing to mend"
    assert puzzle.goal
    assert found.grid
    sure = "as few as can be" if found.optimal else f"{found.bound} at least{_stopped(found)}"
    changed = f"{_number(found.cost, 'cell')} changed ({sure})"
    cells = [f"  {_change_text(found.puzzle, each)}" for each in found.changes]
    drawing = draw(found.puzzle, marked(puzzle.goal, found.grid), charset=charset_of(False))
    return "\n".join([f"{name}: {_outcome(found)} with {changed}", *cells, drawing])


_TEXTS = {"clue": _retyped_text, "givens": _revealed_text, "pixels": _repainted_text}


def _stopped(found: Repair) -> str:
    return f", stopped by the limit of {found.stopped}" if found.stopped else ""


def _number(number: int, word: str) -> str:
    """
    >>> _number(1, "cell"), _number(2, "cell")
    ('1 cell', '2 cells')
    """
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def _repair_record(name: str, found: Repair) -> dict[str, Any]:
    """The record of a repair, with the others that were found."""
    answer = Answer(
        name,
        found.verdict,
        found.line_solvable,
        [picture_rows(found.grid, found.puzzle)] if found.puzzle and found.grid else [],
        found.seconds,
        stopped=found.stopped,
        more={
            "by": str(found.by),
            "found": found.found,
            "changes": [_change_record(change) for change in found.changes],
            "slips": list(map(str, found.slips)),
            "cost": found.cost,
            "bound": found.bound,
            "optimal": found.optimal,
            "complete": found.complete,
            "others": [
                {
                    "verdict": str(each.verdict),
                    "line_solvable": each.line_solvable,
                    "changes": [_change_record(change) for change in each.changes],
                    "slips": list(map(str, each.slips)),
                }
                for each in found.others
            ],
        },
    )
    return answer.record()


def _change_record(change: CellChange | ClueChange) -> dict[str, Any]:
    from nonosat.formats.native import clue_list
    from nonosat.repairs.result import CellChange

    if isinstance(change, CellChange):
        return {"row": change.row, "column": change.column, "colour": change.colour}
    return {
        "axis": change.axis,
        "index": change.index,
        "from": clue_list(change.before),
        "to": clue_list(change.after),
    }
