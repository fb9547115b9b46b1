"""Explanations of a puzzle as a person would solve it.

- `techniques`: arguments about one line, from the simplest to the hardest;
- `probing`: suppositions about a cell, with their consequences and shapes;
- `canvas`: line solving of thousands of drawn pictures;
- `partial_grid`: a picture with unknown cells;
- `explain`, `hint`, `rate`: all steps, the next one, difficulty; `wording`: sentences.
"""
