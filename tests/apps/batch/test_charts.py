"""Charts as SVG."""

import re
from itertools import pairwise

from nonosat.apps.batch.charts import WIDTH, Bar, bars, size_against_time
from nonosat.apps.batch.summary import Summary

TEXT = re.compile(r'<text x="([^"]+)" y="([^"]+)" text-anchor="(\w+)">([^<]*)</text>')
STARTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def spans(chart, y):
    """From where to where the texts of a line go, with digits of 7 pixels."""
    for x, height, anchor, text in TEXT.findall(chart):
        if float(height) == y:
            start = float(x) - STARTS[anchor] * 7 * len(text)
            yield start, start + 7 * len(text)


def test_the_last_label_of_an_axis_is_inside_the_picture():
    summary = Summary()
    for cells in (1000, 100_000):
        summary.cells.append(cells)
        summary.seconds.append(0.5)
        summary.codes.append(0)
    chart = size_against_time(summary)
    assert "100,000" in chart
    found = list(spans(chart, 294))
    assert max(end for _, end in found) <= WIDTH


def test_labels_of_bars_do_not_touch():
    chart = bars([Bar(1, f"{10_000 + at}", "") for at in range(24)], "Cells", "cells", centred=False)
    found = sorted(spans(chart, 294))
    assert 2 < len(found) < 24
    assert all(end + 4 < start for (_, end), (start, _) in pairwise(found))
    assert len(list(spans(bars([Bar(1, "12", "")] * 6, "Cells", "cells"), 294))) == 6
