"""The net: its readings, and reproducible training."""

import numpy as np
import pytest

pytest.importorskip("cv2")

import pages
from PIL import Image, ImageDraw

from benchmarks import digits
from nonosat.apps.scanning.digits import FEATURES, Net, features, net


def crop(text, pixels=28, font=pages.BUILT_IN):
    """A text as the net gets it."""
    image = Image.new("L", (120, 60))
    ImageDraw.Draw(image).text((10, 8), text, 255, font=pages.face(font, pixels))
    return digits.cut_out(np.asarray(image, np.float32) / 255)


def answer(numbers):
    return max(numbers, key=numbers.get)


def test_numbers_in_an_unseen_font_are_read():
    texts = [str(value) for value in (*range(10), 10, 11, 12, 15, 20, 23, 30, 48, 67, 99)]
    crops = [crop(text) for text in texts]
    answers = net().read(crops, [each.shape[0] / 48 for each in crops])
    assert [answer(each) for each in answers] == list(map(int, texts))


def test_probabilities_add_up_to_one():
    [answers] = net().read([crop("7")], [0.4])
    assert sum(answers.values()) == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize("text", ["#", "K", "@", "%"])
def test_other_marks_are_no_numbers(text):
    [answers] = net().read([crop(text)], [0.4])
    assert answer(answers) is None


def test_nothing_to_read():
    assert net().read([], []) == []


def test_features_are_finite_for_slim_and_tiny_crops():
    crops = [np.ones((20, 2), np.float32), np.ones((2, 2), np.float32), np.eye(30, 90, dtype=np.float32)]
    rows = features(crops, [0.4, 0.1, 0.6])
    assert rows.shape == (3, FEATURES)
    assert np.isfinite(rows).all()


@pytest.mark.skipif(not set(digits.FONTS) <= set(pages.fonts()), reason="fonts of Debian are missing")
def test_training_gives_the_same_weights_each_time(tmp_path):
    files = []
    for name in ("one", "other"):
        rows, labels = digits.samples(60, seed=5)
        weights = digits.trained(rows, labels, hidden=16, epochs=2)
        path = tmp_path / f"{name}.npz"
        digits.stored(weights, path)
        files.append(path.read_bytes())
    assert files[0] == files[1]


@pytest.mark.nightly
@pytest.mark.skipif(not set(digits.FONTS) <= set(pages.fonts()), reason="fonts of Debian are missing")
def test_training_learns():
    rows, labels = digits.samples(8000, seed=5)
    # 620 steps: the rate rises over the first 200
    weights = digits.trained(rows, labels, hidden=64, epochs=20)
    shares = digits.scores(Net(*weights), *digits.samples(600, seed=6))
    assert shares["one digit"] > 0.85
    assert shares["two digits"] > 0.8
    assert digits.scores(net(), *digits.samples(600, seed=6))["one digit"] > 0.94
