"""Pictures that become puzzles."""

import pytest
from PIL import Image, ImageDraw


@pytest.fixture
def drawn(tmp_path, monkeypatch):
    """A folder with a ring, whose clues have several solutions, a switch, and a red flag."""
    monkeypatch.chdir(tmp_path)
    ring = Image.new("L", (200, 150), 255)
    ImageDraw.Draw(ring).ellipse((20, 10, 180, 140), outline=0, width=9)
    ring.save("ring.png")
    switch = Image.new("L", (2, 2), 255)
    switch.putpixel((0, 0), 0)
    switch.putpixel((1, 1), 0)
    switch.save("switch.png")
    flag = Image.new("RGB", (30, 20), "white")
    flag.paste("red", (0, 0, 30, 10))
    flag.paste("blue", (3, 3, 9, 15))
    flag.save("flag.png")
    return tmp_path
