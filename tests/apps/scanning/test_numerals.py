"""Numbers that are not clear, read from several pictures."""

from random import Random

import numpy as np
import pytest

pytest.importorskip("cv2")

import pages
from PIL import Image, ImageDraw

from nonosat.apps.scanning.ink import Inked, inked
from nonosat.apps.scanning.numerals import _read, read_numbers, repeated
from nonosat.apps.scanning.rectified import Box
from nonosat.apps.scanning.tokens import Token


def noisy(text, seed):
    """A number with specks of fainter ink joined to it."""
    random = Random(f"{text}/{seed}")
    image = Image.new("L", (144, 48), 200)
    draw = ImageDraw.Draw(image)
    draw.text((80, 8), text, 40, font=pages.face(pages.BUILT_IN, 28))
    dark = np.argwhere(np.asarray(image) < 90)
    for _ in range(16):
        y, x = dark[random.randrange(len(dark))] + (random.randint(-3, 3), random.randint(-3, 3))
        draw.rectangle((x, y, x + random.randint(1, 3), y + random.randint(1, 3)), random.randint(105, 125))
    draw.text((80, 8), text, 40, font=pages.face(pages.BUILT_IN, 28))
    return inked(np.repeat(np.asarray(image)[..., None], 3, 2), 48)


def likeliest(values):
    return max(values, key=values.get)


@pytest.mark.slow
def test_numbers_with_specks_are_read_better_in_several_pictures():
    texts = [str(value) for value in range(1, 10)] * 6
    gutters = [noisy(text, seed) for seed, text in enumerate(texts)]
    tokens = [(ink, Token((ink.pieces,))) for ink in gutters]
    wrong = [
        sum(likeliest(values) != int(text) for values, text in zip(answers, texts, strict=True))
        for answers in (_read(tokens, 20.0, 48, Inked.crop), read_numbers(tokens, 20.0, 48))
    ]
    assert wrong[1] < wrong[0]
    assert wrong[1] <= 2


def test_a_blank_image_has_no_digits():
    assert read_numbers([], 20.0, 48) == []


def test_bars_as_tall_as_digits_that_are_alike_are_ones():
    def bars(*widths, height=22):
        return [Box(30 * at, 10, 30 * at + width, 10 + height) for at, width in enumerate(widths)]

    unclear = {None: 0.6, 1: 0.395, 7: 0.005}
    several = repeated([unclear] * 4, bars(6, 6, 7, 6), 22.0)
    assert [likeliest(values) for values in several] == [1] * 4
    assert min(values[1] for values in several) > 0.9
    for boxes in (bars(6, 6, 7), bars(6, 6, 12, 14), bars(6, 6, 6, 6, height=40)):
        assert repeated([unclear] * len(boxes), boxes, 22.0) == [unclear] * len(boxes)
    seven = {None: 0.6, 1: 0.2, 7: 0.2}
    assert repeated([seven] * 4, bars(6, 6, 6, 6), 22.0) == [seven] * 4
