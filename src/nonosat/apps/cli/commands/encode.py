"""`encode` and `decode`: a formula for another solver, and a picture of its answer."""

from __future__ import annotations

from contextlib import closing

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.drawing.terminal import picture_text
from nonosat.model.puzzle import Grid, Puzzle
from nonosat.sat.exports import decode, encode
from nonosat.search.outcome import Verdict
from nonosat.search.questions import at_most
from nonosat.support.errors import UsageError
from nonosat.support.files import read_bytes, require_writable, write
from nonosat.support.limits import Clock, Limit
from nonosat.support.sentences import number_text


@cli.puzzle_command(
    "encode",
    "encode puzzle.non -o puzzle.cnf",
    "encode --second puzzle.non -o second.cnf",
)
@cli.output_option("The file to write.", "FORMULA", required=True)
@click.option(
    "--second",
    is_flag=True,
    help="Exclude the first solution found; the formula is then unsatisfiable exactly if that solution is unique.",
)
def encode_command(
    asked: cli.OnePuzzle,
    output: str,
    second: bool,
) -> int:
    """Write a puzzle as a formula, for a solver of your own.

    FORMULA is in DIMACS' form. Its comments say what each variable means, and hold all that `nonosat
    decode` needs to turn a model into a picture. Only the cells that lines leave open take part.
    """
    puzzle = asked.read()
    require_writable(output)
    with asked.waiting("encoding"):
        clock = Clock(asked.limit, extra_limits=("memory",))
        first = _first(puzzle, asked.limit) if second else None
        text = encode(puzzle, excluding=first, limit=clock.rest)
    write(output, text)
    line = f"{output}: {number_text(len(text), 'byte')}"
    return asked.print(asked.answer({"output": output, "bytes": len(text)}, line=line), output)


def _first(puzzle: Puzzle, limit: Limit) -> Grid:
    """Returns the puzzle's goal if it is a solution, else any solution."""
    if puzzle.goal is not None and puzzle.goal.satisfies(puzzle):
        return puzzle.goal
    search = at_most(1, puzzle, limit=limit)
    with closing(search):
        solution = next(search, None)
    if solution is None and search.stopped:
        raise search.end.error()
    if solution is None:
        raise UsageError("--second: there is no solution")
    return solution


@cli.command("decode", epilog=cli.examples("decode puzzle.cnf answer.txt"))
@click.argument("path", type=cli.InFile(), metavar="ENCODED")
@click.argument("answer_path", type=cli.InFile(), metavar="ANSWER")
@cli.json_option
def decode_command(path: str, answer_path: str, as_json: cli.Json) -> int:
    """Turn a solver's answer into a picture.

    ENCODED is what `nonosat encode` wrote, ANSWER what the solver printed, with lines `s` and `v`, or the
    file that MiniSat wrote; - is standard input. The picture is checked against the clues. Exit codes: 0 a
    solution, 2 the solver found that there is none, 3 it gave up, 65 the answer is no solution.
    """
    formula = read_bytes(path).decode(errors="replace")
    answer = read_bytes(answer_path).decode(errors="replace")
    decoded = decode(formula, answer, path=path, answer_path=answer_path)
    if decoded.grid is not None:
        picture = picture_text(decoded.grid, decoded.puzzle)
        shown = cli.Answer(path, decoded.puzzle, {"solutions": [decoded.grid.to_json()]}, line=picture)
    else:
        verdict = Verdict.UNKNOWN if decoded.satisfiable is None else Verdict.UNSOLVABLE
        code = cli.EXIT_CODES[verdict]
        line = f"{path}: {verdict}"
        shown = cli.Answer(path, decoded.puzzle, {"verdict": verdict}, line=line, exit_code=code)
    return cli.print_answer(shown, as_json)
