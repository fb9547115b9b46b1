"""PP-OCRv6's text recogniser, optional; decides numbers that the small net doubts.

It is one file of the package rapidocr (Apache-2.0), opened by onnxruntime. Nothing of rapidocr is imported, for that
pulls in much more and can download: `pip install onnxruntime`, `pip install --no-deps rapidocr`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from nonosat.scanning.digits import Floats
from nonosat.scanning.opencv import opencv

_PATTERN = "models/PP-OCRv*_rec_*.onnx"
_HIGH = 48
_BEAM = 8
_OTHER, _BLANK = "?", ""


class Recogniser:
    """An open recogniser session."""

    def __init__(self, session: Any) -> None:
        self._session = session
        self._input = session.get_inputs()[0].name
        characters = session.get_modelmeta().custom_metadata_map["character"].splitlines()
        # the first answer is the blank of CTC
        self._digits = [1 + characters.index(str(digit)) for digit in range(10)]

    def read(self, crop: Floats) -> dict[int | None, float]:
        """Returns probabilities of numbers for a crop (0 paper, 1 ink); key None means "no number"."""
        cv = opencv()
        room = max(3, round(0.18 * crop.shape[0]))
        framed = np.pad(1 - crop, ((room, room), (2 * room, 2 * room)), constant_values=1.0)
        wide = max(_HIGH, round(framed.shape[1] * _HIGH / framed.shape[0]))
        scaled = cv.resize(framed, (wide, _HIGH), interpolation=cv.INTER_LINEAR)
        batch = np.repeat((scaled * 2 - 1)[None, None], 3, axis=1).astype(np.float32)
        steps = self._session.run(None, {self._input: batch})[0][0]
        digits = steps[:, self._digits]
        blank = steps[:, :1]
        other = np.maximum(0.0, 1 - digits.sum(1, keepdims=True) - blank)
        return _numbers(np.concatenate([digits, blank, other], axis=1))


def _numbers(steps: Floats) -> dict[int | None, float]:
    """Decodes digit sequences by CTC prefix beam search (A. Hannun, 2014)."""
    symbols = (*map(str, range(10)), _BLANK, _OTHER)
    beams: dict[str, tuple[float, float]] = {"": (1.0, 0.0)}
    for step in steps:
        grown: dict[str, tuple[float, float]] = {}

        def add(text: str, ended: float, open_: float, grown: dict[str, tuple[float, float]] = grown) -> None:
            before = grown.get(text, (0.0, 0.0))
            grown[text] = (before[0] + ended, before[1] + open_)

        for text, (ended, going) in beams.items():
            for symbol, chance in zip(symbols, map(float, step), strict=True):
                if chance < 1e-5:
                    continue
                if symbol == _BLANK:
                    add(text, (ended + going) * chance, 0.0)
                elif text.endswith(symbol):
                    add(text, 0.0, going * chance)
                    add(text + symbol, 0.0, ended * chance)
                else:
                    add(text + symbol, 0.0, (ended + going) * chance)
        best: Sequence[tuple[str, tuple[float, float]]] = sorted(
            grown.items(), key=lambda each: -sum(each[1])
        )
        beams = dict(best[:_BEAM])
    found: dict[int | None, float] = {}
    for text, chances in beams.items():
        plain = (
            text.isascii() and text.isdigit() and len(text) <= 2 and not (len(text) == 2 and text[0] == "0")
        )
        value = int(text) if plain else None
        found[value] = found.get(value, 0.0) + sum(chances)
    total = sum(found.values())
    return {value: chance / total for value, chance in found.items()} if total else {None: 1.0}


@cache
def recogniser() -> Recogniser | None:
    """Opens the recogniser if onnxruntime and rapidocr's file are installed, else None; downloads nothing."""
    package = find_spec("rapidocr")
    if package is None or package.origin is None:
        return None
    files = sorted(Path(package.origin).parent.glob(_PATTERN))
    if not files:
        return None
    try:
        import onnxruntime
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        session = onnxruntime.InferenceSession(str(files[-1]), options, providers=["CPUExecutionProvider"])
        return Recogniser(session)
    except Exception:  # whatever ails another version of that file: the net reads alone
        return None
