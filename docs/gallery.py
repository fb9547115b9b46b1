"""Makes the pictures of the gallery by the commands that stand below them: `python docs/gallery.py`.

The page is the only list of them: each `sh` block of pictures.md makes the pictures that are shown above it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "pictures.md"
IMAGES = HERE / "images"


def parts() -> Iterator[tuple[list[str], str]]:
    """The files that the page shows, with the commands that make them."""
    text = PAGE.read_text(encoding="utf-8")
    for above, commands in re.findall(r"(.*?)```sh\n(.*?)```", text, re.DOTALL):
        yield re.findall(r"\]\(images/([^)]+)\)", above), commands


def make(commands: str, folder: Path) -> None:
    """Runs commands in a folder, which gets what they write."""
    if not (folder / "puzzles").exists():
        (folder / "puzzles").symlink_to(HERE.parent / "puzzles")
    python = shlex.quote(sys.executable)
    script = re.sub(r"^nonosat ", f"{python} -m nonosat ", commands, flags=re.MULTILINE)
    script = re.sub(r"^python ", f"{python} ", script, flags=re.MULTILINE)
    here = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])}
    subprocess.run(["sh", "-ec", script], cwd=folder, check=True, env=here)


def screenshot(page: str, picture: str) -> None:
    """What a browser shows of a page that plays, with a hint."""
    from playwright.sync_api import sync_playwright

    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=next(filter(None, found), None), args=options)
        window = browser.new_page(viewport={"width": 1000, "height": 760})
        window.goto(Path(page).resolve().as_uri())
        for _ in range(4):  # says all of it
            window.click("#hint")
        window.screenshot(path=picture)
        browser.close()


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for names, commands in parts():
            make(commands, Path(folder))
            for name in names:
                shutil.copyfile(Path(folder) / name, IMAGES / name)
                print(f"{(IMAGES / name).stat().st_size:>9,} {name}")


if __name__ == "__main__":
    main()
