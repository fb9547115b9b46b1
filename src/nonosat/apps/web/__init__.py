"""All JavaScript, CSS and HTML of the project: files that browsers run.

- `index.html` and `studio`: the studio; its server and its export serve `served_files` under the same relative paths;
- `player`: the page that plays a puzzle; `lesson`: style of lessons;
- `kernel`: the kernel in WebAssembly, a package of npm's that needs nothing else;
- `shared`: modules of all pages: models of a puzzle and of a game, pointer and keys, words;
- `bundle`: joins modules into one script, for pages of one file.
"""

from pathlib import Path

FOLDER = Path(__file__).parent
PLAYER = FOLDER / "player"
SHARED = FOLDER / "shared"
KERNEL = FOLDER / "kernel"

_UNSERVED = (
    "package.json",
    "README.md",
    "LICENSE",
    "nonosat.d.ts",
    "pyodide.wasm",
)  # of the kernel: for npm, and for wheels
_NOT_SERVED = (".py", ".pyc", ".mjs")  # Python, and what Node runs


def served_files(folder: Path = FOLDER) -> dict[str, Path]:
    """Returns the files of the studio's page by their relative URLs."""
    below = (path for part in ("studio", "shared", "kernel") for path in (folder / part).rglob("*"))
    served = (
        path
        for path in (*folder.iterdir(), *(path for path in below if path.name not in _UNSERVED))
        if path.is_file() and path.suffix not in _NOT_SERVED
    )
    return {path.relative_to(folder).as_posix(): path for path in sorted(served)}
