"""The text of a PDF, got by poppler."""

import re
import subprocess
from typing import NamedTuple

import pytest


class Word(NamedTuple):
    """A word, with its middle in points from the upper left corner of its page, its height and its width."""

    x: float
    y: float
    height: float
    width: float
    text: str


def pages(data, tmp_path):
    """Returns the words of each page, as poppler finds them."""
    file = tmp_path / "read.pdf"
    file.write_bytes(data)
    html = told("pdftotext", "-bbox", str(file), "-")
    word = re.compile(r'<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)</word>')
    found = []
    for page in html.split("<page ")[1:]:
        boxes = [(*map(float, each[:4]), each[4]) for each in word.findall(page)]
        found.append(
            [Word((x1 + x2) / 2, (y1 + y2) / 2, y2 - y1, x2 - x1, text) for x1, y1, x2, y2, text in boxes]
        )
    return found


def told(*command):
    """Returns the output of a program of poppler."""
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except FileNotFoundError:
        pytest.skip("poppler is not installed")


def lines_of(words):
    """Returns the words of a page, line by line from the top, from left to right."""
    lines = []
    for word in sorted(words, key=lambda each: each.y):
        if lines and word.y - lines[-1][-1].y < 2:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line) for line in lines]


def clues_of(words, width):
    """Returns the clues of the rows and of the columns on a page with one puzzle, as lists of texts."""
    lines = [line for line in lines_of(words) if all(re.fullmatch(r"\d+|\?", word.text) for word in line)]
    nearest = max(at for at, line in enumerate(lines) if len(line) == width)
    middles = [word.x for word in lines[nearest]]
    columns = [[] for _ in middles]
    for line in lines[: nearest + 1]:
        for word in line:
            column = min(range(width), key=lambda at: abs(middles[at] - word.x))
            columns[column].append(word.text)
    return [[word.text for word in line] for line in lines[nearest + 1 :]], columns
