"""Questions for pictures: of a puzzle or an answer, its solving as an animation, a page to play it."""

from __future__ import annotations

from typing import Any

from nonosat.apps.drawing import svg
from nonosat.apps.drawing.writers import GIF, PICTURES, contents, writer_of
from nonosat.apps.illustration.render import illustrated, render
from nonosat.apps.studio.files import WRITTEN, file_json, title_of
from nonosat.apps.studio.question import SECONDS, Bounds, Question, Request
from nonosat.apps.studio.shapes import EITHER, SUBJECT
from nonosat.explaining.steps.partial_grid import PartialGrid
from nonosat.records.json_types import Field, Text, maybe
from nonosat.records.parameters import declaration_of
from nonosat.records.shared_types import KNOWN_ROWS, VERDICT
from nonosat.support.children.processes import clock_of

_PAGE = "html"
_PICTURES = tuple(kind.name for kind in PICTURES)
_KINDS = (*_PICTURES, GIF.name, _PAGE)
_TEXTS = ("svg", _PAGE)


def _render(request: Request) -> dict[str, Any]:
    puzzle, kind = request.puzzle, request["to"]
    name = f"{title_of(puzzle)}.{kind}"
    if kind == _PAGE:
        from nonosat.apps.illustration.playable import page_of

        page = page_of([puzzle], clock=clock_of(request.limit))
        return {"file": file_json(name, page.html), "caption": "", "missing": None}
    from nonosat.apps.illustration.animate import filmed

    style = {name: request[name] for name in ("theme", "cell")}
    state = PartialGrid(request["state"]) if "state" in request else None
    if kind == GIF.name:
        _, film = filmed(puzzle, "line", None, None, state, request.limit)
        data = contents(GIF, film, style)
        return {"file": file_json(name, data), "caption": "", "missing": None}
    picture = illustrated(puzzle, request["show"], state, request["step"], request["by"], request.limit)
    data = contents(writer_of(PICTURES, "", kind), picture.drawing, style)
    return {
        "file": file_json(name, data.decode() if kind in _TEXTS else data),
        "caption": picture.drawing.caption,
        "missing": picture.missing and str(picture.missing),
    }


DRAWING = (
    Question(
        name="render",
        summary="A picture of a puzzle or an answer, an animation of its solving, or a page to play it.",
        fields=(
            *SUBJECT,
            Field("to", Text(words=_KINDS), "The kind of file.", "svg"),
            *declaration_of(svg.write).parameters,
            Field("state", KNOWN_ROWS, "What is known of the picture.", None),
            *declaration_of(render).parameters,
        ),
        either=EITHER,
        answer=(
            Field("file", WRITTEN, "The picture."),
            Field("caption", Text(), "Text below the picture."),
            Field(
                "missing", maybe(VERDICT), "Why it is of the bare puzzle: nothing of the kind, or a limit."
            ),
            SECONDS,
        ),
        bounds=Bounds(seconds=10, most_seconds=60, cells=250_000),
        work=_render,
        example={"puzzle": {"rows": [[1], [2]], "columns": [[2], [1]]}, "show": "solution"},
    ),
)
