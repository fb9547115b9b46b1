"""`render`: draws puzzles and answers about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, cast

import click

from nonosat.apps.cli.shell import common as cli
from nonosat.apps.cli.shell.asked_options import asked_flag, asked_option
from nonosat.apps.cli.shell.paths import NAME, NUMBER
from nonosat.apps.cli.shell.targets import Places, are_apart, require_apart
from nonosat.apps.drawing import svg
from nonosat.apps.drawing.animation import Animation
from nonosat.apps.drawing.drawing import AUTO, Drawing
from nonosat.apps.drawing.writers import GIF, PICTURES, Writer, contents, writer_of
from nonosat.apps.illustration.base import SUBJECTS, Subject
from nonosat.apps.illustration.render import illustrated, render, require_rows_and_columns
from nonosat.apps.languages import LANGUAGES
from nonosat.model.puzzle import Puzzle
from nonosat.search.outcome import Verdict
from nonosat.support.children.processes import run_limited
from nonosat.support.errors import InputError, UsageError
from nonosat.support.files import STANDARD_OUTPUT, require_writable, write
from nonosat.support.limits import Limit, enclosing, limit_of
from nonosat.support.sentences import number_text

if TYPE_CHECKING:
    from nonosat.explaining.steps.partial_grid import PartialGrid

PAGE = Writer("html", (".html", ".htm"), "")  # a page to play the puzzle

KINDS = (*PICTURES, GIF, PAGE)

SOLVING = "solving"  # subject of animations

# share of a limit of seconds that is kept for making the file, and its maximum in seconds
_SHARE_TO_WRITE, _MOST_TO_WRITE = 1 / 3, 3.0

_CELLS_AT_ONCE = 5_000  # maximum cells of a file that is written without a limit

_WHERE = (
    "Where to write it; the extension says which kind it is. "
    f"Of several puzzles {NAME} stands for the names of their files, {NUMBER} for 1, 2, 3."
)


@cli.puzzles_command(
    "render",
    "render puzzle.non -o picture.svg",
    "render --show ambiguity several.non -o picture.png",
    "render puzzle.non -o solving.gif --frames step --seconds 20",
    "render puzzle.non drawn.non -o collection.html",
    "render --show solution puzzle.non several.non -o '{name}.svg'",
)
@cli.output_option(_WHERE, "PICTURE", default=STANDARD_OUTPUT)
@click.option(
    "--to",
    "kind",
    type=click.Choice(list(dict.fromkeys(kind.name for kind in KINDS))),
    help="The kind of picture, if the extension does not say it.  [default on standard output: svg]",
)
@click.option(
    "--show",
    type=click.Choice(list(SUBJECTS)),
    metavar="WHAT",
    help=f"{', '.join(SUBJECTS)}.  [default: puzzle; a gif shows how it is solved]",
)
@asked_option(svg.write, "theme", metavar=None, default=AUTO)
@asked_option(svg.write, "cell")
@click.option(
    "--state",
    type=cli.InFile(),
    metavar="STATE",
    help="A file of the cells known so far, as for `nonosat hint`.",
)
@asked_option(render, "step")
@asked_option(render, "by", metavar=None)
@asked_flag(render, "coordinates")
@click.option(
    "--frames",
    "every",
    type=click.Choice(("line", "step")),
    help="What makes a frame of a gif: a line that teaches something, or a step of `nonosat explain`.  [default: line]",
)
@click.option("--title", default="", metavar="TEXT", help="Title of a page with several puzzles.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    help="Language of a page to play, except for its hints.  [default: as the browser asks]",
)
@click.option("--fps", type=float, metavar="N", help="Frames of a gif in a second, at most.")
@click.option("--seconds", type=float, metavar="N", help="How long a gif lasts.")
def render_command(asked: cli.ManyPuzzles, **options: Any) -> int:
    """Draw puzzles and the answers about them, each to a picture.

    A GIF shows how a puzzle is solved. As html, it is a page that plays the puzzle, with hints, and needs no network.
    Several puzzles in one html file are a collection, with a
    list that shows the progress of each.

    If there is nothing of the kind to show, or a limit comes first, the picture shows the plain puzzle and
    the reason, which also goes to standard error. Exit codes: 0 it shows what was asked for; 1 or 2 there is nothing
    of the kind, the puzzle being solvable or not; 3 a limit came first.
    """
    how = _Options(**options).checked()
    files = asked.files()
    if how.page and STANDARD_OUTPUT not in files and not are_apart(how.output):
        named = asked.puzzles()
        if len(named) > 1:
            _collection(named, asked, how)
            return 0
    if how.title:
        raise UsageError("--title is for a page with several puzzles")
    require_apart(how.output, files, "be drawn to one picture")
    return asked.answer_all(_Drawer(how, asked, files), writes=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    output: str
    kind: str | None
    show: str | None
    theme: str
    cell: int | None
    state: str | None
    step: int | None
    by: str | None
    coordinates: bool
    every: str | None
    title: str
    language: str | None
    fps: float | None
    seconds: float | None

    @property
    def page(self) -> bool:
        """True for a page to play."""
        return self.writer is PAGE

    @property
    def moving(self) -> bool:
        """True for an animation."""
        return self.writer is GIF

    @property
    def writer(self) -> Writer:
        """Writer of the file."""
        kind = self.kind or ("svg" if self.output == STANDARD_OUTPUT else None)
        return writer_of(KINDS, self.output, kind)

    def checked(self) -> _Options:
        """Returns the options with their subject; raises `UsageError` for options that exclude each other."""
        of_picture = self.show or self.state or self.cell or self.theme != AUTO
        if self.page and of_picture:
            raise UsageError(
                "a page to play has the puzzle as it is; --show, --state, --cell and --theme are for pictures"
            )
        if self.language and not self.page:
            raise UsageError("--language is for a page to play")
        if self.coordinates and (self.page or self.moving):
            raise UsageError("--coordinates is for a picture that stands still")
        if self.moving:
            if self.step or self.by:
                raise UsageError("--step and --by are not for a gif, which shows the whole solving")
            if self.show not in (None, "steps"):
                raise UsageError(f"a gif shows the solving, or with --show steps its steps, not {self.show}")
            return replace(self, show=self.show or SOLVING)
        if any(option is not None for option in (self.every, self.fps, self.seconds)):
            raise UsageError("--frames, --fps and --seconds are for a gif")
        return self if self.page else replace(self, show=self.show or next(iter(SUBJECTS)))


class _Drawer:
    """Draws one puzzle after another; mutable."""

    def __init__(self, how: _Options, asked: cli.ManyPuzzles, files: list[str]) -> None:
        self._how = how
        self._places = Places(how.output, asked.paths, files)
        self._show = cast("Subject", how.show or next(iter(SUBJECTS)))
        self._limit = asked.limit

    def __call__(self, asked: cli.OnePuzzle) -> cli.Answer:
        """Writes the picture of a puzzle and returns the answer."""
        how, path, puzzle = self._how, asked.name, asked.puzzle
        target = self._places.next(path)
        require_writable(target)
        answer = asked.answer({}, more={"output": target, "show": self._show})
        grid = cli.read_state(how.state, puzzle)
        with asked.waiting("drawing") as say:
            if how.page:
                left = write_page(puzzle, path, target, how.language, self._limit)
                answer.notes += [f"nonosat: {note}" for note in left]
                return answer
            made, missing = self._draw(puzzle, grid)
            write(target, self._written(made, path, say))
        answer.seconds = monotonic() - asked.began
        if missing is not None:
            last = made.frames[-1].drawing if isinstance(made, Animation) else made
            answer.members = {"verdict": missing}
            answer.exit_code = cli.EXIT_CODES[missing] or 1
            answer.notes.append(f"nonosat: {path}: {last.caption}")
        return answer

    def _draw(self, puzzle: Puzzle, grid: PartialGrid | None) -> tuple[Drawing | Animation, Verdict | None]:
        """Returns the picture, and the verdict if there is nothing of the kind to show."""
        how, sooner = self._how, _before_writing(self._limit)
        if not how.moving:
            if how.coordinates:
                require_rows_and_columns(puzzle)
            picture = illustrated(puzzle, self._show, grid, how.step or 1, how.by, sooner)
            return replace(picture.drawing, coordinates=how.coordinates), picture.missing
        from nonosat.apps.illustration.animate import filmed  # which explains the solving

        every = how.every or ("step" if self._show == "steps" else "line")
        solved, film = filmed(puzzle, every, how.fps, how.seconds, grid, sooner)
        solvable = solved.verdict in (Verdict.UNIQUE, Verdict.MULTIPLE)
        return film, None if solvable else solved.verdict

    def _written(self, made: Drawing | Animation, path: str, say: Callable[[str], None]) -> str | bytes:
        """Returns the content of the file."""
        how = self._how
        with _large_for(path):
            return run_limited(
                contents,
                how.writer,
                made,
                {"theme": how.theme, "cell": how.cell},
                limit=_to_write(self._limit, made),
                observer=say if how.moving else None,
                in_child=True,
            )


def write_page(puzzle: Puzzle, path: str, target: str, language: str | None, limit: Limit) -> list[str]:
    """Writes a page to play the puzzle of `path`; returns a note if its hints leave cells open."""
    from nonosat.apps.illustration.playable import playable

    with _large_for(path):
        page = playable(puzzle, language=language, limit=limit)
    page.save(target)
    if page.complete:
        return []
    reason = page.stopped.describe(page.detail) if page.stopped else "no further step was found"
    return [f"{path}: the hints leave {number_text(page.open_cells, 'cell')} open: {reason}"]


def _collection(named: Sequence[tuple[str, Puzzle]], asked: cli.ManyPuzzles, how: _Options) -> None:
    """Writes one page to play several puzzles; standard error names those that cannot be played."""
    from nonosat.apps.illustration.playable import page_of

    output = how.output
    require_writable(output)
    puzzles = [puzzle for _, puzzle in named]
    with cli.waiting(output) as say:
        page = run_limited(
            page_of,
            puzzles,
            how.title,
            False,
            how.language,
            limit=asked.limit,
            observer=lambda number: say(f"{number + 1} of {len(named)}: {named[number][0]}"),
        )
    page.save(output)
    for name, puzzle in named:
        if asked.as_json:
            more = {"output": output, "show": next(iter(SUBJECTS))}
            cli.print_answer(cli.Answer(name, puzzle, more=more), asked.as_json)
    for reason in page.left_out:
        cli.note(f"left out: {reason}")


@contextmanager
def _large_for(path: str) -> Iterator[None]:
    """Blames the puzzle for a `UsageError` of its file's kind, which can suit other puzzles."""
    try:
        yield
    except UsageError as error:
        raise InputError(str(error), path=path) from None


def _before_writing(limit: Limit) -> Limit:
    """Returns the limit of the question: without the time for making the file."""
    if limit.seconds is None:
        return limit
    return replace(limit, seconds=limit.seconds - min(limit.seconds * _SHARE_TO_WRITE, _MOST_TO_WRITE))


def _to_write(limit: Limit, made: Drawing | Animation) -> Limit:
    """Returns the rest of the limit for making the file; small files have none."""
    drawings = [frame.drawing for frame in made.frames] if isinstance(made, Animation) else [made]
    cells = sum(len(row) for drawing in drawings for panel in drawing.panels for row in panel.cells)
    if cells <= _CELLS_AT_ONCE:
        return Limit()
    enclosing.get().tick()  # to send it to another process takes long
    return limit_of(limit)
