"""Trains the net that reads clue numbers: `python -m benchmarks.digits` writes `src/nonosat/apps/scanning/digits.npz`.

Numbers are drawn in fonts with free licences (packages fonts-dejavu, fonts-liberation, fonts-roboto-unhinted,
fonts-open-sans, fonts-comic-neue, fonts-quicksand, fonts-freefont-ttf and fonts-noto-mono of Debian), made worse as
photographs, scans and screens make them, and cut out as `nonosat scan` cuts them. The seeds are fixed: on one machine the
same fonts give the same weights. Elsewhere sums may differ in their last bits, by other packages or processors, which grows over
12,000 steps: there the weights are others, and read as well. It takes four CPU minutes. Fonts of the benchmark,
`pages.UNSEEN` of `tools`, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import click
import cv2
import numpy as np
import numpy.typing as npt
from pages import face
from PIL import Image, ImageDraw

from benchmarks.report import Program
from nonosat.apps.scanning.digits import FEATURES, JUNK, ONE, TWO, WEIGHTS, Net, features
from nonosat.apps.scanning.ink import FIRM, LEAST_PIXELS, SOFT, levelled
from nonosat.apps.scanning.rectified import CELL

FONTS = (
    *(
        f"DejaVu{kind}"
        for kind in ("Sans", "Sans-Bold", "Sans-Oblique", "SansCondensed", "SansCondensed-Bold")
    ),
    *(
        f"DejaVu{kind}"
        for kind in ("Sans-ExtraLight", "Serif", "Serif-Bold", "SerifCondensed", "SansMono-Bold")
    ),
    *(f"LiberationSans-{kind}" for kind in ("Regular", "Bold", "Italic", "BoldItalic")),
    *(f"LiberationSerif-{kind}" for kind in ("Regular", "Bold", "Italic", "BoldItalic")),
    *(f"LiberationMono-{kind}" for kind in ("Regular", "Bold")),
    *(f"LiberationSansNarrow-{kind}" for kind in ("Regular", "Bold")),
    *(f"Roboto-{kind}" for kind in ("Light", "Regular", "Medium", "Bold", "Black")),
    *(f"RobotoCondensed-{kind}" for kind in ("Light", "Regular", "Bold")),
    *(f"OpenSans-{kind}" for kind in ("Light", "Regular", "Bold", "CondBold", "Italic")),
    *(f"ComicNeue-{kind}" for kind in ("Regular", "Bold")),
    *(f"Quicksand-{kind}" for kind in ("Regular", "Bold")),
    *(f"Free{kind}" for kind in ("Sans", "SansBold", "Serif", "SerifBold", "SerifItalic", "MonoBold")),
    *(f"DejaVuSerif{kind}" for kind in ("-Italic", "Condensed-Bold")),
    "NotoSansMono-Regular",
)

Pixels = npt.NDArray[Any]

HIDDEN = 256
SAMPLES = 160_000
EPOCHS = 20
_BATCH = 256
_USUAL = "0123456789112"
"""Numbers of one digit, some more often, as they are in clues."""
_STRUCK = 0.25
"""The share of numbers that are struck out."""
_OTHERS = "ACEFGHJKLMNPRTUVWXYacdehjkmnpruvwxy#*=?!&@%$<>~^{}"
"""Characters that are no number, and do not look like one."""


@cache
def _drawn(font: str, text: str, pixels: int) -> Pixels:
    """A text, 0 for paper to 1 for ink, with some room around it."""
    letters = face(font, pixels)
    left, top, right, low = map(round, letters.getbbox(text))
    image = Image.new("L", (right - left + pixels, low - top + pixels))
    ImageDraw.Draw(image).text((pixels // 2 - left, pixels // 2 - top), text, 255, font=letters)
    return np.asarray(image, np.float32) / 255


def _junk(random: Random, cell: int) -> Pixels:
    """Draws a mark such as a gutter can have that is no number."""
    size = 3 * 2 * cell
    image = Image.new("L", (size, size))
    draw = ImageDraw.Draw(image)
    kind = random.randrange(5)
    middle, reach = size / 2, random.uniform(0.15, 0.6) * 3 * cell

    def place() -> tuple[float, float]:
        return middle + random.uniform(-reach, reach), middle + random.uniform(-reach, reach)

    width = max(1, round(random.uniform(0.03, 0.16) * 3 * cell))
    if kind == 0:
        draw.line([place() for _ in range(random.randint(2, 4))], 255, width)
    elif kind == 1:
        x, y = place()
        draw.rectangle(
            (x, y, x + random.uniform(0.1, 0.8) * 3 * cell, y + random.uniform(0.1, 0.8) * 3 * cell), 255
        )
    elif kind == 2:
        (x, y), (u, v) = place(), (random.uniform(0.05, 0.2), random.uniform(0.05, 0.2))
        draw.ellipse((x, y, x + u * 3 * cell, y + v * 3 * cell), 255)
    elif kind == 3:
        x, y = place()
        long = 3 * cell * random.uniform(0.5, 1.2)
        draw.line((x, y, x, y + long), 255, width)
        draw.line((x, y, x + random.choice((-1, 1)) * long * random.uniform(0.2, 1), y), 255, width)
    else:
        for _ in range(random.randint(2, 9)):
            x, y = place()
            draw.ellipse((x, y, x + width * 2, y + width * 2), 255)
    return np.asarray(image, np.float32) / 255


def _label(random: Random) -> tuple[int, str]:
    chance = random.random()
    if chance < 0.45:
        return ONE, random.choice(_USUAL)
    if chance < 0.88:
        return TWO, str(random.randint(10, 39) if random.random() < 0.75 else random.randint(40, 99))
    return JUNK, random.choice((random.choice(_OTHERS), "", "", str(random.randint(100, 999))))


def sample(random: Random) -> tuple[Pixels, float, int, str] | None:
    """A crop, its height in cells, its kind and its text; None if nothing is left to be seen of it."""
    kind, text = _label(random)
    font = random.choice(FONTS)
    cell = round(random.choice((random.uniform(13, 18), random.uniform(16, 34), random.uniform(20, 50))))
    size = cell * random.uniform(0.42, 0.85)
    if not text:
        large, scale = _junk(random, cell), 1 / 3
    elif random.random() < 0.25:
        large, scale = _drawn(font, text, max(7, round(size))), 1.0
    else:
        large, scale = _drawn(font, text, 72), size / 72
    large = _struck(large, random) if kind != JUNK and random.random() < _STRUCK else large
    turn = np.deg2rad(random.gauss(0, 1.5))
    lean, wide, high = (
        random.gauss(0, 0.06),
        scale * random.uniform(0.88, 1.12),
        scale * random.uniform(0.94, 1.06),
    )
    if scale == 1.0:
        turn, lean, wide, high = 0.0, 0.0, 1.0, 1.0
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ np.array(
        [[wide, lean * high], [0, high]]
    )
    height, width = large.shape
    size_out = np.ceil(np.array([width * wide + 6, height * high + 6])).astype(int)
    offset = (
        size_out / 2
        - matrix @ (np.array([width, height]) / 2)
        + np.array([random.random(), random.random()] if scale != 1.0 else [0, 0])
    )
    if scale < 0.7:
        large = cv2.GaussianBlur(large, (0, 0), 0.4 / scale)
    small = cv2.warpAffine(
        large, np.column_stack([matrix, offset]), tuple(map(int, size_out)), flags=cv2.INTER_LINEAR
    )
    pixels = _photographed(small, random, cell / 30)
    up = CELL / cell
    grown: Any = cv2.resize(pixels, None, fx=up, fy=up, interpolation=cv2.INTER_CUBIC)
    grown = np.maximum(cv2.GaussianBlur(grown, (0, 0), SOFT), 0)
    if random.random() < 0.08:  # a line of the grid was taken out, and some of the digit with it
        rows = np.flatnonzero((grown > 0.4).any(1))
        if len(rows) > 8:
            deep = round(len(rows) * random.uniform(0.04, 0.14))
            edge = rows[0] if random.random() < 0.5 else rows[-1] - deep + 1
            grown[edge : edge + deep] = 0
    digit = cut_out(grown)
    if digit is None:
        return None
    if random.random() < 0.03 and digit.shape[1] > 12 and kind != JUNK:
        kind, digit = (
            JUNK,
            np.ascontiguousarray(digit[:, : round(digit.shape[1] * random.uniform(0.3, 0.55))]),
        )
        if kind == JUNK and text in ("1", "11", "10", "0"):
            return None
    return digit, digit.shape[0] / CELL, kind, text


def cut_out(difference: Pixels) -> Pixels | None:
    """Crops an image to its ink; None if there are only specks."""
    if not (difference > 0.2).any():
        return None
    peak = float(np.percentile(difference[difference > 0.2], 90))
    firm = (difference > FIRM * peak).astype(np.uint8)
    _, labels, about, _ = cv2.connectedComponentsWithStats(firm, connectivity=8)
    large = np.flatnonzero(about[:, cv2.CC_STAT_AREA] >= LEAST_PIXELS)
    mask = np.isin(labels, large[large > 0])
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if len(rows) < 2 or len(columns) < 2:
        return None
    inside = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    return levelled(difference[inside], mask[inside])


def _struck(large: Pixels, random: Random) -> Pixels:
    """The same with a line through it, that ends a little beyond it, or within."""
    rows, columns = np.flatnonzero(large.max(1) > 0.3), np.flatnonzero(large.max(0) > 0.3)
    if not len(rows):
        return large
    struck, high = large.copy(), rows[-1] - rows[0]
    beyond, lean = high * random.uniform(-0.1, 0.45), high * random.choice((0.0, random.uniform(-0.7, 0.7)))
    middle = rows[0] + high * random.uniform(0.4, 0.6)
    start = round(columns[0] - beyond), round(middle + lean)
    end = round(columns[-1] + beyond), round(middle - lean)
    cv2.line(struck, start, end, 1.0, max(1, round(high * random.uniform(0.05, 0.13))))
    return struck


def _photographed(ink: Pixels, random: Random, softest: float) -> Pixels:
    """The ink as a camera or a screen shows it, 0 to 1 again."""
    contrast = random.choice((random.uniform(40, 90), random.uniform(80, 230), random.uniform(150, 230)))
    blur = random.choice((0.0, random.uniform(0.3, 0.8), random.uniform(0.5, 1.1)))
    if blur:
        ink = cv2.GaussianBlur(ink, (0, 0), min(blur, softest))
    paper = random.uniform(max(20, contrast - 200), 255 - contrast) if random.random() < 0.2 else 0
    numbers = np.random.Generator(np.random.PCG64(random.randrange(2**32)))
    noise = random.choice((0.0, random.uniform(1, 4), random.uniform(3, min(9, contrast / 7))))
    pixels = paper + ink * contrast
    if noise:
        pixels = pixels + numbers.normal(0, noise, ink.shape)
    stored: Any = np.clip(pixels + 12, 0, 255).astype(np.uint8)
    if random.random() < 0.4:
        quality = [cv2.IMWRITE_JPEG_QUALITY, random.randint(35, 90)]
        stored = cv2.imdecode(cv2.imencode(".jpg", stored, quality)[1], cv2.IMREAD_GRAYSCALE)
    ink = np.maximum(stored.astype(np.float32) - 12 - paper, 0)
    return np.asarray(ink / contrast, np.float32)


def samples(number: int, seed: int) -> tuple[Pixels, Any]:
    """Rows of features, and rows of kind, first digit and last digit (-1 for none)."""
    random = Random(seed)
    rows: list[Pixels] = []
    labels: list[tuple[int, int, int]] = []
    for part in _parts(number):
        crops: list[Pixels] = []
        sides: list[float] = []
        while len(crops) < part:
            made = sample(random)
            if made:
                crop, side, kind, text = made
                crops.append(crop)
                sides.append(side)
                first = int(text[0]) if kind == TWO else -1
                labels.append((kind, first, int(text[-1]) if kind != JUNK else -1))
        rows.append(features(crops, sides))
    return np.concatenate(rows), np.array(labels)


def _parts(number: int) -> Iterator[int]:
    for start in range(0, number, 2000):
        yield min(2000, number - start)


def trained(
    rows: Pixels, labels: Any, *, hidden: int = HIDDEN, epochs: int = EPOCHS, seed: int = 1
) -> list[Pixels]:
    """The weights after that many passes: Adam with a falling rate (D. Kingma, J. Ba, 2015)."""
    numbers = np.random.Generator(np.random.PCG64(seed))
    weights = [
        numbers.normal(0, np.sqrt(2 / FEATURES), (FEATURES, hidden)).astype(np.float32),
        np.zeros(hidden, np.float32),
        numbers.normal(0, np.sqrt(1 / hidden), (hidden, 23)).astype(np.float32),
        np.zeros(23, np.float32),
    ]
    first, second = ([np.zeros_like(weight) for weight in weights] for _ in range(2))
    targets = np.zeros((len(rows), 23), np.float32)
    for start, column, most in ((0, 0, 3), (3, 1, 10), (13, 2, 10)):
        there = labels[:, column] >= 0
        targets[there, start : start + most] = np.eye(most, dtype=np.float32)[labels[there, column]]
    steps, total = 0, epochs * (len(rows) // _BATCH)
    for _ in range(epochs):
        order = numbers.permutation(len(rows))
        for start in range(0, len(rows) - _BATCH + 1, _BATCH):
            chosen = order[start : start + _BATCH]
            batch, wanted = rows[chosen], targets[chosen]
            batch = batch + numbers.normal(0, 0.03, batch.shape).astype(np.float32)
            hidden_out = np.maximum(batch @ weights[0] + weights[1], 0)
            kept = (numbers.random(hidden_out.shape, np.float32) > 0.1).astype(np.float32) / 0.9
            dropped = hidden_out * kept
            scores = dropped @ weights[2] + weights[3]
            slope = np.zeros_like(scores)
            for left, right in ((0, 3), (3, 13), (13, 23)):
                part, goal = scores[:, left:right], wanted[:, left:right]
                powers = np.exp(part - part.max(1, keepdims=True))
                there = goal.sum(1, keepdims=True)
                soft = goal * 0.997 + there * 0.003 / (right - left)
                slope[:, left:right] = (powers / powers.sum(1, keepdims=True) * there - soft) / _BATCH
            inner = (slope @ weights[2].T) * kept * (hidden_out > 0)
            slopes = [batch.T @ inner, inner.sum(0), dropped.T @ slope, slope.sum(0)]
            steps += 1
            rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * steps / total)) * min(1, steps / 200)
            for weight, gradient, one, two in zip(weights, slopes, first, second, strict=True):
                one += 0.1 * (gradient - one)
                two += 0.01 * (gradient * gradient - two)
                weight -= rate * (one / (1 - 0.9**steps)) / (np.sqrt(two / (1 - 0.99**steps)) + 1e-8)
    return weights


def stored(weights: list[Pixels], path: Path) -> None:
    """Writes the weights as half-precision numbers, in the same bytes for the same weights."""
    names = ("inner", "bias", "outer", "last")
    halves: Any = {name: weight.astype(np.float16) for name, weight in zip(names, weights, strict=True)}
    np.savez_compressed(path, **halves)


def scores(net: Net, rows: Pixels, labels: Any) -> dict[str, float]:
    """The share of right answers of each kind."""
    kind, first, last = net.answers(rows)
    guess = kind.argmax(1)
    right = (guess == labels[:, 0]) & ((labels[:, 0] == JUNK) | (last.argmax(1) == labels[:, 2]))
    right &= (labels[:, 0] != TWO) | (first.argmax(1) == labels[:, 1])
    names = {"junk": JUNK, "one digit": ONE, "two digits": TWO}
    return {name: float(right[labels[:, 0] == label].mean()) for name, label in names.items()}


@click.command(cls=Program)
@click.option("--samples", "number", default=SAMPLES, show_default=True, help="How many numbers to draw.")
@click.option("--epochs", default=EPOCHS, show_default=True, help="How often each is seen.")
@click.option("-o", "--output", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
def main(number: int, epochs: int, output: Path) -> None:
    """Train the net and write its weights."""
    rows, labels = samples(number, seed=1)
    weights = trained(rows, labels, epochs=epochs)
    stored(weights, output)
    fresh = samples(10_000, seed=2)
    net = Net(*(weight.astype(np.float16).astype(np.float32) for weight in weights))
    for name, share in scores(net, *fresh).items():
        click.echo(f"{name}: {share:.4f}")
    click.echo(f"{output}: {output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
