"""Distorts flat pages like photographs: turned, askew, curled, in bad light; with the map from the page to the picture."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from random import Random

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

Places = npt.NDArray[np.float64]
Warp = Callable[[Places], Places]
"""From pixels, or other places, to pixels: n rows of x and y each."""

CONDITIONS = ("flat", "scan", "askew", "curled", "shadow", "dark")


def photographed(printed: Image.Image, condition: str, random: Random) -> tuple[Image.Image, Warp]:
    """A flat page in one of the `CONDITIONS`, and where its pixels went."""
    if condition == "flat":
        return printed, lambda places: places
    if condition == "scan":
        moved, warp = _moved(printed, random, tilt=3.0)
        return _developed(moved, random, light=(0.96, 1.0), noise=3, blur=0.4, quality=85), warp
    if condition == "askew":
        moved, warp = _moved(printed, random, tilt=10.0, lean=0.09)
        return _developed(moved, random, light=(0.75, 1.0), noise=4, blur=0.6, quality=80), warp
    if condition == "shadow":
        moved, warp = _moved(printed, random, tilt=6.0, lean=0.06)
        shaded = _shadowed(moved, random)
        return _developed(shaded, random, light=(0.8, 1.0), noise=4, blur=0.6, quality=80), warp
    if condition == "curled":
        moved, warp = _moved(printed, random, tilt=4.0, lean=0.06, curl=0.05)
        return _developed(moved, random, light=(0.7, 1.0), noise=4, blur=0.6, quality=80), warp
    if condition == "dark":
        moved, warp = _moved(printed, random, tilt=6.0, lean=0.06)
        return _developed(moved, random, light=(0.22, 0.5), noise=7, blur=0.7, quality=40), warp
    raise ValueError(f"unknown condition: {condition}")


def _homography(sources: Places, targets: Places) -> Places:
    """The projective map of four places to four others."""
    rows = []
    for (x, y), (u, v) in zip(sources, targets, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    found: Places = np.append(np.linalg.solve(np.array(rows), targets.reshape(-1)), 1).reshape(3, 3)
    return found


def _projected(matrix: Places, places: Places) -> Places:
    found = np.column_stack([places, np.ones(len(places))]) @ matrix.T
    result: Places = found[:, :2] / found[:, 2:]
    return result


def _moved(
    printed: Image.Image, random: Random, *, tilt: float, lean: float = 0.0, curl: float = 0.0
) -> tuple[Image.Image, Warp]:
    """The page turned by up to `tilt` degrees, its corners moved by the share `lean`, its middle bent up."""
    width, height = printed.size
    angle = np.deg2rad(random.uniform(-tilt, tilt))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], float)
    centre = np.array([width, height]) / 2
    targets = (frame - centre) @ turn + centre
    targets += np.array([(random.uniform(-lean, lean), random.uniform(-lean, lean)) for _ in range(4)]) * min(
        width, height
    )
    bend = random.choice((-1, 1)) * curl * height
    bent = np.array([0.0, max(0.0, -bend)])
    targets -= targets.min(0) - 10 - bent
    matrix = _homography(frame, targets)
    inverse = np.linalg.inv(matrix).astype(np.float64)

    def bow(x: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        found: npt.NDArray[np.float64] = bend * np.sin(np.pi * np.clip(x / width, -0.2, 1.2)) ** 2
        return found

    def forwards(places: Places) -> Places:
        lifted: Places = places + np.column_stack([np.zeros(len(places)), bow(places[:, 0])])
        return _projected(matrix, lifted)

    def backwards(places: Places) -> Places:
        found = _projected(inverse, places)
        found[:, 1] -= bow(found[:, 0])
        return found

    size = np.ceil(targets.max(0) + 10 + np.array([0, abs(bend)])).astype(int)
    grain = 32
    boxes, quads = [], []
    for top in range(0, int(size[1]), grain):
        for left in range(0, int(size[0]), grain):
            boxes.append((left, top, left + grain, top + grain))
            quads += [(left, top), (left, top + grain), (left + grain, top + grain), (left + grain, top)]
    sources = backwards(np.array(quads, float)).reshape(-1, 8)
    mesh = [(box, tuple(map(float, source))) for box, source in zip(boxes, sources, strict=True)]
    table = random.choice(((96, 72, 50), (60, 64, 70), (180, 170, 160)))
    margin = 40
    wide = Image.new("RGB", (width + 2 * margin, height + 2 * margin), table)
    wide.paste(printed, (margin, margin))
    mesh = [(box, tuple(value + margin for value in source)) for box, source in mesh]
    image = wide.transform(
        (int(size[0]), int(size[1])), Image.Transform.MESH, mesh, Image.Resampling.BILINEAR, fillcolor=table
    )
    return image, forwards


def _shadowed(moved: Image.Image, random: Random) -> Image.Image:
    """The page with a band of shadow across it, as of an arm or a window frame."""
    height, width = moved.height, moved.width
    angle, level = random.uniform(0, np.pi), random.uniform(0.5, 0.75)
    middle, half = (
        random.uniform(-0.3, 0.3) * min(height, width),
        random.uniform(0.08, 0.2) * min(height, width),
    )
    soft = random.uniform(1.0, 5.0)
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    off = np.abs((across - width / 2) * np.cos(angle) + (down - height / 2) * np.sin(angle) - middle)
    lit = 1 - (1 - level) / (1 + np.exp(np.clip((off - half) / soft, -30, 30)))
    return Image.fromarray((np.asarray(moved, np.float32) * lit[..., None]).astype(np.uint8))


def _developed(
    moved: Image.Image, random: Random, *, light: tuple[float, float], noise: float, blur: float, quality: int
) -> Image.Image:
    """The page under uneven light, blurred, with noise, and stored as JPEG of a quality."""
    image = moved.filter(ImageFilter.GaussianBlur(blur))
    pixels = np.asarray(image, np.float32)
    height, width = pixels.shape[:2]
    angle = random.uniform(0, 2 * np.pi)
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    slope = (np.cos(angle) * across / width + np.sin(angle) * down / height).astype(np.float32)
    slope = (slope - slope.min()) / max(1e-6, float(np.ptp(slope)))
    low, high = light
    pixels = pixels * (low + (high - low) * slope)[..., None]
    tint = np.array([1, random.uniform(0.94, 1), random.uniform(0.86, 1)], np.float32)
    numbers = np.random.Generator(np.random.PCG64(random.randrange(2**32)))
    pixels = pixels * tint + numbers.normal(0, noise, pixels.shape).astype(np.float32)
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    stored = BytesIO()
    image.save(stored, "JPEG", quality=quality)
    return Image.open(BytesIO(stored.getvalue())).convert("RGB")
