"""The web application: the page, the HTTP API, and the state of the server."""

from __future__ import annotations

import json
import mimetypes
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from nonosat import __version__
from nonosat.apps.languages import CATALOGUES, FOLDER
from nonosat.apps.studio.api import METHOD, UNKNOWN, Api
from nonosat.apps.studio.guard import Guard, refusal
from nonosat.apps.studio.pool import FairPool
from nonosat.apps.studio.question import INTERNAL, error
from nonosat.apps.studio.settings import ServerSettings
from nonosat.apps.web import FOLDER as PAGE
from nonosat.apps.web import served_files
from nonosat.support.packages import importable

_SERVED = frozenset(served_files())

mimetypes.add_type("text/javascript", ".js")  # a system may have another type for it
mimetypes.add_type("application/manifest+json", ".webmanifest")


class _Page(StaticFiles):
    """Files of the page and no others from this machine's disk; a browser revalidates them each time."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        name = os.path.normpath(path)  # "./index.html" of the root
        return super().lookup_path(path) if name in _SERVED or name == "." else ("", None)

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


_EXTRAS = {"scan": ("cv2", "pypdfium2"), "mcp": ("mcp",)}


def extras() -> dict[str, bool]:
    """Returns for each optional extra of the questions whether its packages are installed."""
    return {name: all(map(importable, packages)) for name, packages in _EXTRAS.items()}


def application(settings: ServerSettings, pool: FairPool) -> Guard:
    """Returns the application, which starts and ends the pool."""

    async def choice(_: Request) -> Response:
        config = json.loads((PAGE / "studio.json").read_text(encoding="utf-8"))
        config |= {"languages": CATALOGUES, "extras": extras(), "public_url": settings.public_url}
        return JSONResponse(config, headers={"cache-control": "no-cache"})

    async def words(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in CATALOGUES:
            raise HTTPException(404)
        return FileResponse(FOLDER / f"{name}.json", headers={"cache-control": "no-cache"})

    async def health(_: Request) -> Response:
        return JSONResponse({"status": "ok", "version": __version__, "running": pool.running})

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await pool.start()
        yield
        await pool.ended()

    routes = [
        Route("/api/v1/{question}", Api(settings, pool)),
        Route("/healthz", health),
        Route("/studio.json", choice),
        Route("/languages/{name}.json", words),
        Mount("/", _Page(directory=PAGE, html=True, check_dir=False)),
    ]
    handlers = {HTTPException: _refused, Exception: _fault}
    return Guard(Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers), settings)  # type: ignore[arg-type]


async def _refused(request: Request, wrong: HTTPException) -> Response:
    kind = METHOD if wrong.status_code == 405 else UNKNOWN
    as_page = "text/html" in request.headers.get("accept", "")
    content_type, body = refusal(kind, wrong.detail, as_page=as_page)
    return Response(body, wrong.status_code, wrong.headers, media_type=content_type)


async def _fault(_: Request, fault: Exception) -> Response:
    return JSONResponse(error(INTERNAL, f"an error of the program: {type(fault).__name__}"), 500)
