"""Makes the pictures of the gallery by the commands that stand below them: `python docs/gallery.py`.

The page is the only list of them: each `sh` block of gallery.md makes the pictures that are shown above it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "gallery.md"
IMAGES = HERE / "images"

NEEDED = ("pdftoppm",)
"""Programs beside ours, without which some pictures cannot be made."""


def shown() -> list[str]:
    """The names of the pictures that the page shows."""
    return re.findall(r"\]\(images/([^)]+)\)", PAGE.read_text(encoding="utf-8"))


def blocks() -> list[str]:
    """The commands of the page, block by block."""
    return re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def make(folder: Path) -> None:
    """Runs all commands in a folder, which gets the pictures and what else they write."""
    (folder / "puzzles").symlink_to(HERE.parent / "puzzles")
    nonosat = f"{shlex.quote(sys.executable)} -m nonosat"
    for block in blocks():
        script = re.sub(r"^nonosat ", f"{nonosat} ", block, flags=re.MULTILINE)
        subprocess.run(["sh", "-ec", script], cwd=folder, check=True, env=os.environ)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        IMAGES.mkdir(exist_ok=True)
        for name in shown():
            shutil.copyfile(Path(folder) / name, IMAGES / name)
            print(f"{(IMAGES / name).stat().st_size:>9,} {name}")


if __name__ == "__main__":
    main()
