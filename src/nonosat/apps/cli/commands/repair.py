"""`repair`: finds the smallest change of givens, pixels or a clue that repairs each puzzle."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_flag, asked_option
from nonosat.apps.cli.shell.certificates import set_aside_unless_replaced
from nonosat.apps.cli.shell.groups import Group
from nonosat.apps.cli.shell.paths import NAME, NUMBER
from nonosat.apps.cli.shell.targets import Places, require_apart
from nonosat.apps.wording.repairs import repair_text
from nonosat.formats import dump, format_of
from nonosat.model.puzzle import Puzzle
from nonosat.repairs.means import By
from nonosat.repairs.repair import repair_auto
from nonosat.repairs.repair_clue import repair_clue
from nonosat.repairs.repair_givens import ANY, repair_givens
from nonosat.repairs.repair_pixels import repair_pixels
from nonosat.repairs.result import Repair
from nonosat.search.outcome import Verdict
from nonosat.support.errors import NonosatError, UsageError
from nonosat.support.files import STANDARD_OUTPUT
from nonosat.support.limits import Limit
from nonosat.support.sentences import number_text

_BOX = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?,(\d{1,4})(?:-(\d{1,4}))?")


class _Kinds(Group):
    """Says which kinds there are if none is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args:
            raise self._unnamed(ctx, "PUZZLE")
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not ctx.resilient_parsing:
            raise self._unnamed(ctx, args[0])
        return super().resolve_command(ctx, args)

    def _unnamed(self, ctx: click.Context, path: str) -> click.UsageError:
        return click.UsageError(
            f"say what may be changed: nonosat repair {'|'.join(self.commands)} {path}", ctx
        )


@click.group(
    "repair",
    cls=_Kinds,
    subcommand_metavar="KIND PUZZLE... [OPTIONS]",
    epilog=cli.examples("repair givens several.non -o repaired.non", "repair clue wrong.non"),
)
def repair_command() -> None:
    """Find the smallest change that repairs a puzzle.

    `nonosat repair KIND --help` has the options of a kind.

    Exit codes: 0 a repair, proved to be the smallest; 3 a repair without that proof, or none before a
    limit came; 1 there is none, and the puzzle has several solutions; 2 there is none, and it has no
    solution; of several puzzles the highest.
    """


_OUTPUT = cli.output_option(
    f"Write the repaired puzzle. Of several puzzles {NAME} stands for the names of their files, {NUMBER} for 1, 2, 3."
)


def _kind_command(name: str, *lines: str) -> Callable[[cli.Command], None]:
    """Returns the decorator that adds a kind of repair to the command; `lines` are the examples of its help."""

    def added(function: cli.Command) -> None:
        repair_command.add_command(cli.puzzles_command(name, *lines, solutions=True)(function))

    return added


def _repairs(repair: Callable[..., Repair[Any]]) -> cli.Command:
    """Makes a command of a repair: reads the puzzles, then writes and prints the results."""

    def repairing(asked: cli.ManyPuzzles, *, output: str | None, target: str | None, **options: Any) -> int:
        if options.get("certificate") and asked.many:
            raise UsageError("--certificate is for one puzzle")
        if output is None:
            cli.format_to_write(output, target)
        files = asked.files()
        require_apart(output or NUMBER, files, "become one puzzle")
        repairer = _Repairer(
            partial(repair, **options), output, target, Places(output or NUMBER, asked.paths, files)
        )
        return asked.answer_all(repairer, writes=output is not None)

    repairing.__doc__ = repair.__doc__
    return cli.declared((_OUTPUT, cli.to_option), repairing)


@dataclass(slots=True)
class _Repairer:
    """Repairs one puzzle after another; mutable."""

    repair: Callable[..., Repair[Any]]
    output: str | None
    target: str | None
    places: Places

    def __call__(self, asked: cli.OnePuzzle) -> cli.Answer:
        """Repairs a puzzle, writes it, and returns the answer."""
        puzzle, place, target = asked.puzzle, self.places.next(asked.name), None
        if self.output is not None:
            like = asked.source or (None if asked.path == STANDARD_OUTPUT else format_of(asked.path))
            target = cli.format_to_write(place, self.target, like)
        with asked.waiting("looking for a repair"):
            fix = self.repair(puzzle, limit=asked.limit)
        answer = asked.answer(
            fix,
            exit_code=_exit_code(fix),
            explains=fix.by == By.CLUE,
            line=lambda: repair_text(asked.name, fix, puzzle),
        )
        if self.output == STANDARD_OUTPUT and answer.line is not None:
            answer.notes.insert(0, answer.line)
            answer.line = None
        if self.output is None or not fix.repaired:
            return answer
        try:
            dump(fix.repaired, place, target)
        except NonosatError:  # the repair is printed even if the file cannot be written
            cli.print_answer(answer, asked.as_json)
            raise
        return answer


@_kind_command("givens", "repair givens several.non -o repaired.non")
@click.option(
    "--any-solution",
    is_flag=True,
    help="Leave whichever solution needs the fewest cells, not the goal in PUZZLE.",
)
@asked_flag(repair_givens, "filled")
@click.option(
    "--certificate",
    type=cli.OutFile(continued=True),
    metavar="DIR",
    help="Write certificates that these cells suffice (DIR/repaired), and that so many are needed (DIR/at-least).",
)
@_repairs
def givens_command(
    puzzle: Puzzle, *, any_solution: bool, certificate: str | None, **options: Any
) -> Repair[Any]:
    """Reveal the fewest cells that leave one solution.

    If PUZZLE has a goal, that solution is the one that is left.
    """
    options["goal"] = ANY if any_solution else None
    if not certificate:
        return repair_givens(puzzle, **options)
    from nonosat.proofs.proving import prove_fewest_givens

    return _certified(prove_fewest_givens, puzzle, certificate, options)


@_kind_command(
    "pixels",
    "repair pixels --line-solvable drawn.non -o repaired.non",
    "repair pixels -n 3 --take 2 drawn.non -o second.non",
    "repair pixels drawn.non --certificate proof",
)
@asked_flag(repair_pixels, "line_solvable")
@click.option("--protect", metavar="ROWS,COLUMNS", help="Cells that keep their colour.")
@asked_flag(repair_pixels, "keep_look")
@asked_option(repair_pixels, "symmetry", metavar="auto|none")
@asked_flag(repair_pixels, "add_only")
@asked_option(repair_pixels, "choices", "-n/--number")
@click.option(
    "--take",
    type=click.IntRange(1),
    default=1,
    metavar="K",
    help="Write repair K of the choices, not the first.",
)
@click.option(
    "--certificate",
    type=cli.OutFile(continued=True),
    metavar="DIR",
    help="Write certificates that the new picture will do (DIR/repaired), and that no less will (DIR/at-least).",
)
@_repairs
def pixels_command(
    puzzle: Puzzle, *, protect: str | None, certificate: str | None, take: int, **options: Any
) -> Repair[Any]:
    """Repaint the fewest cells of the goal picture.

    The clues of the new picture have one solution, which is this picture.
    """
    options["protect"] = _box(puzzle, protect) if protect else ()
    options = cli.given(**options)
    if take > options.get("choices", 1):
        raise UsageError(f"--take {take} needs -n {take} or more")
    if not certificate:
        repair = repair_pixels(puzzle, **options)
        repairs = (repair, *repair.alternatives)
        if len(repairs) < take:
            raise UsageError(f"there is no repair {take}: only {number_text(len(repairs), 'repair')} found")
        *before, taken = repairs[:take]
        return replace(taken, alternatives=(*before, *repair.alternatives[take - 1 :]))
    if "choices" in options:
        raise UsageError("--certificate is about the first repair: leave out -n")
    from nonosat.proofs.repainting import certify_pixels

    return _certified(certify_pixels, puzzle, certificate, options)


def _certified(
    prove: Callable[..., tuple[Repair[Any], str]], puzzle: Puzzle, folder: str, options: Mapping[str, Any]
) -> Repair[Any]:
    """Repairs and writes the two certificates into a folder; prints what they prove."""
    with set_aside_unless_replaced(*(os.path.join(folder, name) for name in ("at-least", "repaired"))):
        repair, proved = prove(puzzle, folder, **options)
    click.echo(f"{folder}: {proved}", err=True)
    return repair


@_kind_command("clue", "repair clue wrong.non")
@asked_option(repair_clue, "edits")
@_repairs
def clue_command(puzzle: Puzzle, *, edits: int | None, limit: Limit) -> Repair[Any]:
    """Find the typing error in a puzzle without solution.

    If there are several possible errors, the likeliest comes first.
    """
    return repair_clue(puzzle, limit=limit, **cli.given(edits=edits))


@_kind_command("auto", "repair auto wrong.non")
@_repairs
def auto_command(puzzle: Puzzle, *, limit: Limit) -> Repair[Any]:
    """Repair by givens or by a clue, as the verdict asks."""
    return repair_auto(puzzle, limit=limit)


def _box(puzzle: Puzzle, box: str) -> set[tuple[int, int]]:
    """Returns the cells of a puzzle in rows and columns that count from 1."""
    if not (match := _BOX.fullmatch(box)):
        raise UsageError(f"{box!r} is not ROWS,COLUMNS such as 1-5,3")
    top, bottom, left, right = (int(number) if number else 0 for number in match.groups())
    rows, columns = range(top, (bottom or top) + 1), range(left, (right or left) + 1)
    cells = [(row, column) for row, length in enumerate(puzzle.row_lengths) for column in range(length)]
    inside = {(row, column) for row, column in cells if row + 1 in rows and column + 1 in columns}
    if not inside:
        raise UsageError(f"the puzzle has no cells in {box}")
    return inside


def _exit_code(result: Repair[Any]) -> int:
    if result.found:
        return 0 if result.optimal else cli.EXIT_UNKNOWN
    if not result.complete:
        return cli.EXIT_UNKNOWN
    return cli.EXIT_CODES[Verdict.UNSOLVABLE if result.by is By.CLUE else result.verdict]
