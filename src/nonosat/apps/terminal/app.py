"""The program that plays a puzzle in a terminal, with textual, which comes with the extra `play`."""

from __future__ import annotations

import sys
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Static

from nonosat.apps.terminal.board import Board
from nonosat.apps.terminal.game import Game, save
from nonosat.explaining.grading.rate import rate
from nonosat.explaining.hints.hint import hint
from nonosat.explaining.hints.mistakes import Hint, HintKind, Mistake
from nonosat.model.clues import clue_text
from nonosat.model.geometry import LineId
from nonosat.model.palette import BACKGROUND
from nonosat.support.errors import NonosatError, UsageError
from nonosat.support.limits import Limit

_MOST_LEVEL = 4

_HELP = (
    "Arrows move, with Shift they draw on. Space draws the ink, X marks as empty, Delete clears; the mouse draws too, "
    "its right button marks. 1 to 9 choose an ink, L shows the letters of inks. H gives a hint, and a clearer one each "
    "time, A does what the clearest says. C looks for mistakes. U undoes, R redoes, N begins again. Q leaves; the game "
    "is kept."
)

_ARROWS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class PlayApp(App[None]):
    """A puzzle to play."""

    CSS = """
    Board { height: 1fr; }
    #about { height: 1; }
    #inks { height: auto; }
    #said { height: auto; max-height: 6; min-height: 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"move('{key}')", show=False, priority=True) for key in _ARROWS),
        *(Binding(f"shift+{key}", f"move('{key}', True)", show=False, priority=True) for key in _ARROWS),
        *(Binding(str(number), f"choose({number})", show=False) for number in range(1, 10)),
        Binding("space,enter", "draw", "Draw", key_display="Space"),
        Binding("x,X", "mark", "Empty"),
        Binding("delete,backspace", "clear", "Clear", show=False),
        Binding("u,U,ctrl+z", "undo", "Undo"),
        Binding("r,R,ctrl+y", "redo", "Redo"),
        Binding("h,H", "hint", "Hint"),
        Binding("a,A", "apply", "Apply", show=False),
        Binding("c,C", "check", "Check"),
        Binding("l,L", "letters", "Letters", show=False),
        Binding("n,N", "restart", "New"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q,Q,ctrl+q,ctrl+c", "quit", "Quit", key_display="q", priority=True),
    ]

    def __init__(self, game: Game, limit: Limit) -> None:
        super().__init__()
        self.game, self.board = game, Board(game)
        self._about, self._inks, self._said = Static(id="about"), Static(id="inks"), Static(id="said")
        self._limit = limit
        self.said = ""
        self._level = 0
        self._hint: Hint | None = None
        self._asked = 0  # number of questions asked; only the latest one is answered
        self._is_asking = self._apply_next = False
        self._drawing: int | None = None
        self._since = monotonic()
        self._solved = game.is_solved
        self._sure = False
        self.failure: NonosatError | None = None
        """Reason why the game could not be saved, if so."""

    def compose(self) -> ComposeResult:
        """Builds the screen from top to bottom."""
        yield self._about
        yield self.board
        if len(self.game.puzzle.palette) > 2:
            yield self._inks
        yield self._said
        yield Footer()

    def on_mount(self) -> None:
        self.board.focus()
        self.set_interval(1, self._show_about)
        self._show_about()
        self._show_inks()
        self.say("? tells what the keys do.")

    # --- messages

    def say(self, text: str) -> None:
        """Shows a sentence below the grid."""
        self.said = text
        self._said.update(Text(text))

    def _show_about(self) -> None:
        puzzle = self.game.puzzle
        self._count()
        parts = [
            puzzle.metadata.title or "Nonogram",
            f"{puzzle.width}x{puzzle.height}",
            clock(self.game.seconds),
        ]
        for axis, family, index in zip(puzzle.geometry.axes, puzzle.families, self.board.cursor, strict=True):
            parts.append(f"{axis} {index + 1}: {clue_text(family[index].clue, puzzle.palette)}")
        self._about.update(Text("  ".join(parts), no_wrap=True, overflow="ellipsis"))

    def _count(self) -> None:
        now = monotonic()
        if not self._solved:
            self.game.seconds += now - self._since
        self._since = now

    def _show_inks(self) -> None:
        palette = self.game.puzzle.palette
        if len(palette) <= 2:
            return
        text = Text()
        for at, colour in enumerate(palette):
            if at != BACKGROUND:
                text.append(f" {at} ", self.board.ink_style(at))
                text.append(
                    f" {colour.letter} {colour.name}  ", "bold reverse" if at == self.board.ink else ""
                )
        self._inks.update(text)

    # --- keys

    def action_move(self, way: str, on: bool = False) -> None:
        row, column = self.board.cursor
        down, right = _ARROWS[way]
        self.board.go((row + down, column + right))
        if on and self._drawing is not None:
            self.board.put(self.board.cursor, self._drawing, more=True)
        self._show_about()

    def _draw(self, colour: int | None) -> None:
        self._drawing = colour
        self.board.put(self.board.cursor, colour)

    def action_draw(self) -> None:
        self._draw(self.board.toggled(self.board.cursor, self.board.ink))

    def action_mark(self) -> None:
        self._draw(self.board.toggled(self.board.cursor, BACKGROUND))

    def action_clear(self) -> None:
        self._draw(None)

    def action_choose(self, ink: int) -> None:
        if ink < len(self.game.puzzle.palette):
            self.board.ink = ink
            self._show_inks()

    def action_letters(self) -> None:
        self.board.toggle_letters()

    def action_undo(self) -> None:
        self._turn(self.game.undo(), "There is nothing to undo.")

    def action_redo(self) -> None:
        self._turn(self.game.redo(), "There is nothing to redo.")

    def _turn(self, there: bool, otherwise: str) -> None:
        if there:
            self.board.changed()
        else:
            self.say(otherwise)

    def action_restart(self) -> None:
        """Starts over if the key is pressed twice."""
        if not self._sure:
            self._sure = True
            self.say("Press N again to begin from an empty grid.")
            return
        self._sure, self._solved = False, False
        self.game.restart()
        self.board.changed()
        self.say("A new game.")

    def action_help(self) -> None:
        self.say(_HELP)

    # --- hints

    def action_hint(self) -> None:
        """Shows the next hint, more with each press."""
        self._level = min(_MOST_LEVEL, self._level + 1)
        self.say("Looking for the next step…")
        self._ask(self._level)

    def action_check(self) -> None:
        self.say("Looking for mistakes…")
        self._ask(0)

    def action_apply(self) -> None:
        if self._is_asking and self._level == _MOST_LEVEL:
            self._apply_next = True  # the hint is on its way
            return
        if self._hint is None or self._level < _MOST_LEVEL:
            self.say("Press H until the hint names the cells.")
            return
        cells = self._hint.steps[-1].cells if self._hint.steps else ()
        self.game.draw({(row, column): colour for row, column, colour in cells})
        self.board.changed()

    def _ask(self, level: int) -> None:
        """Asks for a hint, or for mistakes with level 0, in a thread of its own."""
        state, puzzle, limit = self.game.state, self.game.puzzle, self._limit
        self._asked += 1
        self._is_asking, self._apply_next = True, False
        number = self._asked

        def work() -> None:
            try:
                found: Hint | NonosatError = hint(puzzle, state, level=level or 1, limit=limit)
            except NonosatError as error:
                found = error
            self.call_from_thread(self._answer, number, state, level, found)

        self.run_worker(work, thread=True, exclusive=True)

    def _answer(self, number: int, state: object, level: int, found: Hint | NonosatError) -> None:
        """Shows the answer to the latest question unless the player has drawn meanwhile."""
        if number != self._asked:
            return
        self._is_asking = False
        if state != self.game.state:
            return
        if isinstance(found, NonosatError):
            self.say(str(found))
            return
        if not level and found.kind not in (HintKind.MISTAKE, HintKind.UNSOLVABLE, HintKind.UNKNOWN):
            self.say("Nothing is wrong so far.")
            return
        self._hint = found
        self.say(found.text[:1].upper() + found.text[1:])
        board = self.board
        about = found.mistake or (found.steps[-1] if found.steps else None)
        if about and level >= 2 and about.axis is not None and about.index is not None:
            board.hinted_line = LineId(about.axis, about.index)
        if about and level >= _MOST_LEVEL - 1:
            wrong = [about.cell] if isinstance(about, Mistake) and about.cell else about.cells
            board.hinted = frozenset((row, column) for row, column, _ in wrong)
            if board.hinted:
                board.go(min(board.hinted))
        board.refresh()
        if self._apply_next:
            self.action_apply()

    # --- the game

    def on_board_drawn(self, event: Board.Drawn) -> None:  # noqa: ARG002
        self._level, self._hint, self._sure = 0, None, False
        self._show_about()
        solved = self.game.is_solved
        if solved and not self._solved:
            self._finish()
        elif self.said != "A new game.":
            self.say("")
        self._solved = solved

    def _finish(self) -> None:
        """Shows the time, and then the difficulty."""
        text = f"Solved in {clock(self.game.seconds)}."
        self.say(text)
        puzzle, limit = self.game.puzzle, self._limit

        def work() -> None:
            try:
                rating = rate(puzzle, limit=limit)
            except NonosatError:
                return
            if rating.grade:
                time = f", {rating.estimate.minutes_text}" if rating.estimate else ""
                more = f"Difficulty: {rating.grade}{time}."
                self.call_from_thread(lambda: self.say(f"{text} {more}") if self._solved else None)

        self.run_worker(work, thread=True)

    def on_unmount(self) -> None:
        self._count()
        try:
            save(self.game)
        except NonosatError as error:
            self.failure = error


def clock(seconds: float) -> str:
    """Formats a time like a clock.

    >>> clock(75.9), clock(3605)
    ('1:15', '1:00:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def play(game: Game, limit: Limit) -> Game:
    """Runs the program until the player leaves.

    Raises `UsageError` if there is no terminal, and `OutputError` if the game cannot be kept.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("a game needs a terminal; `nonosat render PUZZLE -o PAGE.html` makes a page to play")
    app = PlayApp(game, limit)
    app.run()
    if app.failure:
        raise app.failure
    return game
