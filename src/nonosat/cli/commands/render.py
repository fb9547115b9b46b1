"""`render`: pictures of puzzles and of the answers to questions about them."""

from __future__ import annotations

import os
import stat
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic

from nonosat.cli.shell import common as cli
from nonosat.cli.shell import deferred as click
from nonosat.cli.shell.answers import tell
from nonosat.cli.shell.browsers import open_all
from nonosat.formats.examples import PREFIX
from nonosat.formats.sources import LINES
from nonosat.foundation.errors import InputError, UsageError
from nonosat.foundation.files import STANDARD_OUTPUT, require_writable, write
from nonosat.foundation.lazy_dataclasses import replace
from nonosat.foundation.limits import Limit, OutOfReach
from nonosat.foundation.workers.processes import answered
from nonosat.model.puzzle import Puzzle
from nonosat.pictures.drawing.animation import Animation
from nonosat.pictures.drawing.drawing import AUTO, Drawing
from nonosat.pictures.drawing.layout import MAX_CELL
from nonosat.pictures.drawing.themes import NAMES
from nonosat.pictures.drawing.writers import ANIMATIONS, PICTURES, Writer, contents_in_time, writer_of
from nonosat.pictures.illustration.base import SUBJECTS
from nonosat.pictures.languages import LANGUAGES
from nonosat.questions.repairs.result import By
from nonosat.solving.engine.outcome import Observer, Verdict

_NAME, _NUMBER = "{name}", "{number}"

PAGE = Writer("html", (".html", ".htm"), "")
"""A page that plays the puzzle."""

KINDS = (*PICTURES, *ANIMATIONS, PAGE)

SOLVING = "solving"
"""What animations show."""

_SHARE_TO_WRITE, _MOST_TO_WRITE = 1 / 3, 3.0
"""How much of a limit of seconds is kept for the making of the file."""

_RATING_SECONDS = 10.0
"""How long a puzzle is rated for a picture if no limit says more."""

_CELLS_AT_ONCE = 5_000
"""A file that shows no more cells is made in a moment."""

_WHERE = (
    "Where to write it; the extension says which kind it is. An existing file of that kind is replaced. "
    f"Of several puzzles {_NAME} stands for the names of their files, {_NUMBER} for 1, 2, 3. "
    "[default: a temporary file, which a browser opens]"
)


@click.command(
    "render",
    epilog=cli.examples(
        "render puzzle.non",
        "render puzzle.non -o picture.svg",
        "render --show ambiguity several.non -o picture.png",
        "render puzzle.non -o solving.gif --every step --seconds 20",
        "render puzzle.non drawn.non -o collection.html",
        "render --show solution puzzle.non several.non -o '{name}.svg'",
    ),
)
@cli.puzzles_argument
@click.option(
    "-o",
    "--output",
    metavar="PICTURE",
    help=_WHERE,
)
@click.option(
    "--to",
    "kind",
    type=click.Choice(list(dict.fromkeys(each.name for each in KINDS))),
    help="The kind of picture, where the extension does not say it.",
)
@click.option(
    "--show",
    type=click.Choice([*SUBJECTS, SOLVING]),
    metavar="WHAT",
    help=f"{', '.join(SUBJECTS)}, or {SOLVING}, which moves.  [default: puzzle; for gif and apng {SOLVING}]",
)
@click.option(
    "--theme", type=click.Choice(NAMES), default=AUTO, show_default=True, help="Print has no colours."
)
@click.option(
    "--cell", type=click.IntRange(1, MAX_CELL), metavar="N", help="Pixels of a cell.  [default: by size]"
)
@click.option("--state", metavar="STATE", help="What is known of the picture, as for `nonosat hint`.")
@click.option(
    "--step",
    type=click.IntRange(1),
    metavar="N",
    help="Which step is shown by --show steps.  [default: 1]",
)
@click.option("--by", type=click.Choice([str(by) for by in By]), help="What may be changed by --show repair.")
@click.option(
    "--every",
    type=click.Choice(("line", "cell", "sweep", "step")),
    help="What makes a frame of an animation: a line that teaches something, a cell, a pass over all rows, "
    "then all columns, or a step of `nonosat explain`.  [default: line]",
)
@click.option("--title", default="", metavar="TEXT", help="Of a page that plays several puzzles.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    help="Of a page that plays, except for its hints.  [default: as the browser asks]",
)
@click.option("--fps", type=float, metavar="N", help="Frames of an animation in a second, at most.")
@click.option("--seconds", type=float, metavar="N", help="How long an animation lasts.")
@cli.json_option
@cli.limit_options
def render_command(
    inputs: cli.Inputs,
    output: str | None,
    kind: str | None,
    show: str | None,
    theme: str,
    cell: int | None,
    state: str | None,
    step: int | None,
    by: str | None,
    every: str | None,
    title: str,
    language: str | None,
    fps: float | None,
    seconds: float | None,
    as_json: cli.Json,
    limit: Limit,
) -> int:
    """Draw puzzles and the answers about them, each to a picture.

    A GIF, an animated PNG, and with --show solving an SVG, show how a puzzle is solved. As html, it is a page
    that plays the puzzle, with hints, and needs no network. Several puzzles to one html file are a collection, with a
    list of them and how far each is. Without -o the browser opens such a page, or, with --show, --theme, --cell or
    --state, the picture; a redirected standard output gets the picture (SVG unless --to says otherwise).

    If there is nothing of the kind to show, or a limit comes first, the picture is the bare puzzle and
    says why, and so does standard error. A rating takes ten seconds at most unless --time-limit says
    otherwise. Exit codes: 0 it shows what was asked for; 1 or 2 there is nothing
    of the kind, the puzzle being solvable or not; 3 a limit came first.
    """
    if as_json and output == STANDARD_OUTPUT:
        raise UsageError("--json and -o - both write to standard output")
    if output is None and _redirected() and not as_json:
        output, kind = STANDARD_OUTPUT, kind or "svg"
    opened = output is None
    if output is None:
        pictured = show is not None or state is not None or cell is not None or theme != AUTO
        kind = kind or ("svg" if pictured else PAGE.name)
        output = _temporary(kind, inputs.several)
    page = show != SOLVING and writer_of(KINDS, output, kind) is PAGE
    if page and (show is not None or state is not None or cell is not None or theme != AUTO):
        raise UsageError(
            "a page to play has the puzzle as it is; --show, --state, --cell and --theme are for pictures"
        )
    if language and not page:
        raise UsageError("--language is for a page to play")
    kinds, show = ((PAGE,), next(iter(SUBJECTS))) if page else _kinds(output, kind, show)
    moving = kinds is ANIMATIONS
    if not moving and any(each is not None for each in (every, fps, seconds)):
        raise UsageError(f"--every, --fps and --seconds are for gif, apng and --show {SOLVING}")
    if moving and (step or by):
        raise UsageError(f"--step and --by are not for animations, which show the whole {SOLVING}")
    every = every or ("step" if show == "steps" else "line")
    soon = show == "rating" and limit.seconds is None
    if soon:
        limit = replace(limit, seconds=_RATING_SECONDS)
    files = inputs.files()
    if page and STANDARD_OUTPUT not in files and (opened or not (_NAME in output or _NUMBER in output)):
        named = inputs.puzzles()
        if len(named) > 1:
            output = output.replace(_NUMBER, "0").replace(_NAME, "nonograms")
            _collection(named, output, title, language, as_json, limit)
            if opened:
                open_all(os.path.dirname(output))
            return 0
    if title:
        raise UsageError("--title is for a page with several puzzles")
    _require_apart(output, files)
    numbers = Counter[str]()

    def one(path: str, puzzle: Puzzle, _: Observer | None) -> cli.Answer:
        from nonosat.pictures.illustration.animate import filmed
        from nonosat.pictures.illustration.playable import playable
        from nonosat.pictures.illustration.render import illustrated
        from nonosat.questions.explanation.partial_grid import PartialGrid

        another = bool(numbers) if files[0].endswith(LINES) else path not in files
        if another and not (_NAME in output or _NUMBER in output):
            raise UsageError(
                f"{path.rpartition('#')[0] or inputs.paths[0]} holds several puzzles: {_apart(output)}"
            )
        numbers[""] += 1
        target = output.replace(_NAME, _stem(path)).replace(_NUMBER, str(numbers[""]))
        require_writable(target, writer_of(kinds, output, kind).name)
        began, known, sooner = monotonic(), None, _before_writing(limit)
        answer = cli.Answer(path, puzzle, more={"output": target, "show": show})
        if state is not None:
            known = PartialGrid.read(cli.read_text(state), puzzle.palette, state)
            known.require_fit(puzzle, state)
        with cli.waiting(f"{path}: {'rating' if show == 'rating' else 'drawing'}", inputs.several) as tell:
            if page:
                with _large_for(path):
                    played = playable(puzzle, language=language, limit=limit)
                played.save(target)
                if not played.complete:
                    reason = (
                        played.stopped.describe(played.detail)
                        if played.stopped
                        else "no further step was found"
                    )
                    left = f"the hints leave {played.open_cells} cells open"
                    answer.notes.append(f"nonosat: {path}: {left}: {reason}")
                return answer
            made: Drawing | Animation
            missing: Verdict | None
            try:
                if moving:
                    solved, film = filmed(puzzle, every, fps, seconds, known, sooner)
                    made, last = film, film.frames[-1].drawing
                    solvable = solved.verdict in (Verdict.UNIQUE, Verdict.MULTIPLE)
                    missing = None if solvable else solved.verdict
                else:
                    found = illustrated(puzzle, show, known, step or 1, by, sooner)
                    made = last = found.drawing
                    missing = found.missing
                with _large_for(path):
                    data = answered(
                        contents_in_time,
                        writer_of(kinds, output, kind),
                        made,
                        {"theme": theme, "cell": cell},
                        limit=_to_write(limit, made, monotonic() - began),
                        observer=(lambda text: tell(f"{path}: {text}")) if moving else None,
                        apart=True,
                    )
            except OutOfReach as reason:
                answer.stopped, answer.detail, answer.exit_code = (
                    reason.stopped,
                    reason.detail,
                    cli.EXIT_UNKNOWN,
                )
                answer.notes.append(f"nonosat: {path}: not written: {reason}")
                return answer
            write(target, data)
        answer.seconds = monotonic() - began
        if missing is not None:
            answer.verdict = missing
            answer.exit_code = cli.EXIT_CODES[missing] or 1
            answer.notes.append(f"nonosat: {path}: {last.caption}")
            if soon and missing is Verdict.UNKNOWN:
                answer.notes.append(
                    f"nonosat: {path}: --time-limit allows more than {_RATING_SECONDS:g} seconds"
                )
        return answer

    code = cli.answer_all(inputs, as_json, one, limit=limit)
    if opened:
        open_all(os.path.dirname(output))
    return code


def _redirected() -> bool:
    """Returns whether standard output is a file or a pipe."""
    try:
        mode = os.fstat(sys.stdout.fileno()).st_mode
    except (OSError, ValueError, AttributeError):
        return False
    return stat.S_ISREG(mode) or stat.S_ISFIFO(mode)


def _temporary(kind: str, several: bool) -> str:
    """Where a file is written that is to be looked at: in a folder of its own, by the name of the puzzle."""
    from tempfile import mkdtemp

    name = f"{_NUMBER}-{_NAME}" if several else _NAME
    return os.path.join(mkdtemp(prefix="nonosat-"), f"{name}.{kind}")


def _collection(
    named: Sequence[tuple[str, Puzzle]],
    output: str,
    title: str,
    language: str | None,
    as_json: cli.Json,
    limit: Limit,
) -> None:
    """One page that plays several puzzles; standard error names those that cannot be played."""
    from nonosat.pictures.illustration.playable import page_of

    require_writable(output, PAGE.name)
    puzzles = [puzzle for _, puzzle in named]
    with cli.waiting(output) as say:
        page = answered(
            page_of,
            puzzles,
            title,
            False,
            language,
            limit=limit,
            observer=lambda number: say(f"{number + 1} of {len(named)}: {named[number][0]}"),
        )
    page.save(output)
    for name, puzzle in named:
        if as_json:
            tell(cli.Answer(name, puzzle, more={"output": output, "show": next(iter(SUBJECTS))}), as_json)
    for reason in page.left_out:
        click.echo(f"nonosat: left out: {reason}", err=True)


@contextmanager
def _large_for(path: str) -> Iterator[None]:
    """What makes the file of a puzzle, which may be too large for that kind; other puzzles may not be."""
    try:
        yield
    except UsageError as error:
        raise InputError(str(error), path=path) from None


def _before_writing(limit: Limit) -> Limit:
    """The limit of the question, without what the file may take to be made."""
    if limit.seconds is None:
        return limit
    return replace(limit, seconds=limit.seconds - min(limit.seconds * _SHARE_TO_WRITE, _MOST_TO_WRITE))


def _to_write(limit: Limit, made: Drawing | Animation, seconds: float) -> Limit:
    """The limit for making the file after some seconds; small files need none."""
    drawings = [frame.drawing for frame in made.frames] if isinstance(made, Animation) else [made]
    cells = sum(len(row) for each in drawings for panel in each.panels for row in panel.cells)
    if cells <= _CELLS_AT_ONCE:
        return Limit()
    if limit.seconds is None:
        return limit
    return replace(limit, seconds=max(0.0, limit.seconds - seconds))


def _kinds(output: str, kind: str | None, show: str | None) -> tuple[Sequence[Writer], str]:
    """The table of the kind of picture, and what is shown."""
    still = {each.name for each in PICTURES}
    if show == SOLVING:
        writer_of(ANIMATIONS, output, kind)
        return ANIMATIONS, show
    found = writer_of(KINDS, output, kind)
    if found.name in still:
        return PICTURES, show or next(iter(SUBJECTS))
    if show not in (None, "steps"):
        raise UsageError(f"{found.name} is for --show {SOLVING} or steps, not for {show}")
    return ANIMATIONS, show or SOLVING


def _require_apart(output: str, files: list[str]) -> None:
    """Raises `UsageError` if several files would be drawn to one picture."""
    if len(files) < 2 or _NUMBER in output:
        return
    if _NAME not in output:
        raise UsageError(f"{len(files)} files cannot be drawn to one picture: {_apart(output)}")
    if twice := _twice(map(_stem, files)):
        raise UsageError(
            f"two files are called {twice}: {_NUMBER} in {output} would tell their pictures apart"
        )


def _apart(output: str) -> str:
    return f"{_NAME} or {_NUMBER} in {output!r} would give each its own"


def _twice(names: Iterable[str]) -> str | None:
    return next((name for name, times in Counter(names).items() if times > 1), None)


def _stem(path: str) -> str:
    """What stands for a puzzle in the name of its picture.

    >>> _stem("a/cup.non"), _stem("pack.nonpack#3"), _stem("example:cup"), _stem("-")
    ('cup', 'pack-3', 'cup', 'puzzle')
    """
    if path == STANDARD_OUTPUT:
        return "puzzle"
    file, hash, number = os.path.basename(path.removeprefix(PREFIX)).rpartition("#")
    if not (hash and number.isdigit()):
        file, number = file + hash + number, ""
    return os.path.splitext(file)[0] + (f"-{number}" if number else "")
