"""The gallery: its pictures are those that its commands make, but for versions of libraries."""

import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from docs import gallery

ROOT = Path(__file__).parents[1]
MOST_BYTES = 1_500_000
NUMBER = re.compile(r"-?\d*\.?\d+")


def test_every_picture_is_there_and_shown_and_they_are_small():
    shown = {name for names, _ in gallery.parts() for name in names}
    made_at_build = {name for name in shown if name.endswith(".html")}
    assert shown - made_at_build == {path.name for path in gallery.IMAGES.iterdir() if path.suffix != ".html"}
    assert sum(path.stat().st_size for path in gallery.IMAGES.iterdir()) < MOST_BYTES
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(docs/images/([^)]+)\)", readme)) <= shown


@pytest.mark.slow
@pytest.mark.parametrize(
    ("names", "commands"), [pytest.param(*part, id=part[0][0]) for part in gallery.parts()]
)
def test_the_pictures_are_made_by_their_commands(names, commands, tmp_path):
    if "pdftoppm" in commands and not (shutil.which("pdftoppm") and find_spec("reportlab")):
        pytest.skip("needs poppler and reportlab")
    if "screenshot" in commands and not (shutil.which("chromium") and find_spec("playwright")):
        pytest.skip("needs a browser")
    gallery.make(commands, tmp_path)
    for name in names:
        made, kept = tmp_path / name, gallery.IMAGES / name
        if made.suffix == ".html":
            assert "<script" in made.read_text(encoding="utf-8")
            continue
        if made.suffix == ".svg":
            assert_same_numbers(made.read_text(encoding="utf-8"), kept.read_text(encoding="utf-8"))
        else:
            with Image.open(made) as mine, Image.open(kept) as theirs:
                assert_same_frames(mine, theirs)


def assert_same_numbers(one, two):
    assert NUMBER.split(one) == NUMBER.split(two)
    pairs = zip(NUMBER.findall(one), NUMBER.findall(two), strict=True)
    assert all(abs(float(first) - float(second)) <= 1 for first, second in pairs)


def assert_same_frames(one, two):
    frames = getattr(one, "n_frames", 1)
    assert frames == getattr(two, "n_frames", 1)
    assert all(abs(mine - theirs) <= 2 for mine, theirs in zip(one.size, two.size, strict=True))
    size = tuple(map(min, one.size, two.size))
    for frame in sorted({0, frames // 2, frames - 1}):
        pictures = []
        for each in (one, two):
            if frames > 1:
                each.seek(frame)
            pictures.append(each.convert("RGB").crop((0, 0, *size)))
        assert max(ImageStat.Stat(ImageChops.difference(*pictures)).mean) < 6, frame
