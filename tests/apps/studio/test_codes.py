"""QR codes of addresses, read by OpenCV."""

import sys

import numpy as np
import pytest

from nonosat.apps.studio.questions import QUESTIONS, answer

pytest.importorskip("segno")


def read(rows):
    """What OpenCV reads of the squares of a code."""
    cv2 = pytest.importorskip("cv2")
    dark = np.array([[int(each) for each in row] for row in rows], np.uint8)
    image = 255 * (1 - np.pad(dark, 4))
    return cv2.QRCodeDetector().detectAndDecode(np.kron(image, np.ones((8, 8), np.uint8)))[0]


@pytest.mark.parametrize("length", [0, 300])
def test_a_code_says_its_text(length):
    text = "https://puzzles.example/studio/#p=GRkCf0" + "aZ0-_" * (length // 5)
    found = answer("qr", {"text": text})
    QUESTIONS["qr"].response.read(found)
    assert len(found["rows"]) == 17 + 4 * found["version"]
    assert read(found["rows"]) == text


def test_what_does_not_fit_and_what_is_missing_is_named(monkeypatch):
    assert answer("qr", {"text": "x" * 2953})["version"] == 40
    assert "2,953 characters" in answer("qr", {"text": "x" * 2954})["error"]["message"]
    monkeypatch.setitem(sys.modules, "segno", None)
    error = answer("qr", {"text": "x"})["error"]
    assert (error["kind"], "nonosat[studio]" in error["message"]) == ("missing", True)


def test_half_of_a_surrogate_pair_is_refused_in_any_text():
    texts = {"qr": {"text": "\ud800"}, "convert": {"file": {"text": "\ud800"}, "to": "non"}}
    kinds = [answer(question, request)["error"]["kind"] for question, request in texts.items()]
    assert kinds == ["input", "input"]
