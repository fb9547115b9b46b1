"""The OpenAPI document of the HTTP API, made of the declarations that check the requests."""

from __future__ import annotations

from typing import Any

from nonosat import __version__
from nonosat.apps.studio.question import ERROR, ID, Question
from nonosat.apps.studio.questions import QUESTIONS
from nonosat.apps.studio.settings import Settings
from nonosat.records.json_types import Field, Record, Schemas

PREFIX = "/api/v1"

_ABOUT = """\
Questions about nonograms, answered by nonosat: whether a puzzle has a solution, whether it is the only one,
how many there are and where they differ, which clues contradict each other, what change would repair it, how a
person would solve it.

Each question is a POST with a JSON object, and the answer is one. With `Accept: text/event-stream` the
answer comes as server-sent events: `progress` with what is known by then, in the stages that the question
names; then `answer`, or `error`. The work ends when the client goes away.

Cells are `[row, column]`, rows and columns count from 0. A row of a picture is a string with a digit for
each cell (0 the background, 1 the first ink, `?` not known), or a list of numbers if a colour is 10
or more. Numbers of solutions are decimal strings of any length.
"""

# meaning of the statuses other than 200
ERRORS = {
    "401": "A token is missing or wrong (kind `token`).",
    "403": "A page of another site asks, and that is not allowed (kind `origin`).",
    "405": "Another method than POST (kind `method`).",
    "408": "The request came too slowly (kind `slow`).",
    "413": "The request, or the puzzle in it, is too large (kinds `size`, `limit`).",
    "415": "The request is not `application/json` (kind `type`).",
    "421": "The server is not called by that name (kind `host`).",
    "422": "The request is not as declared, or the puzzle is wrong (kind `input`), or there is no answer "
    "within its limits (kind `limit`).",
    "429": "Too many requests of this client are at work or waiting (kind `crowded`).",
    "500": "An error of the program (kind `internal`).",
    "501": "An optional package is not installed on the server (kind `missing`).",
    "503": "The server has too much to do, or is ending (kinds `busy`, `closed`).",
}

RETRY = ("429", "503")  # statuses with a `Retry-After`

_FAILURE = Record("Failure", (Field("error", ERROR, "What is wrong."), ID))


def document(settings: Settings) -> dict[str, Any]:
    """Returns the document of a server with these settings."""
    named: Schemas = {}
    failure = {"application/json": {"schema": _FAILURE.schema(named)}}
    responses = {status: _response(status, failure) for status in ERRORS}
    paths = {
        f"{PREFIX}/{question.name}": {"post": _operation(question, settings, named)}
        for question in QUESTIONS.values()
    }
    components: dict[str, Any] = {"schemas": named, "responses": responses}
    secured: dict[str, Any] = {}
    if settings.token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        secured = {"security": [{"token": []}]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "nonosat", "version": __version__, "description": _ABOUT},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": components,
        **secured,
    }


def _operation(question: Question, settings: Settings, named: Schemas) -> dict[str, Any]:
    bounds = settings.bounds(question)
    about = [f"Puzzles of up to {bounds.cells:,} cells."] if question.fields else []
    about += [f"Progress, in the stage `{stage}`: {what}." for stage, what in question.stages]
    events = {"schema": {"type": "string", "description": "Server-sent events, one line of JSON in each."}}
    answer = {"application/json": {"schema": question.response.schema(named)}, "text/event-stream": events}
    return {
        "operationId": question.name,
        "summary": question.summary,
        **({"description": "\n\n".join(about)} if about else {}),
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": question.request(bounds).schema(named)}},
        },
        "responses": {
            "200": {"description": "The answer.", "content": answer},
            **{status: {"$ref": f"#/components/responses/{status}"} for status in ERRORS},
        },
    }


def _response(status: str, content: dict[str, Any]) -> dict[str, Any]:
    about = "Seconds after which to try again."
    headers = {"headers": {"Retry-After": {"description": about, "schema": {"type": "integer"}}}}
    return {"description": ERRORS[status], **(headers if status in RETRY else {}), "content": content}
