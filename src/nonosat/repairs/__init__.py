"""The smallest change that mends a puzzle.

- `typos`, `clues`: the typing error;
- `alternatives`, `forcing_sets`, `givens`: the cells to reveal;
- `flaws`, `pixels`: the cells of a picture to repaint;
- `result`, `closing`: what a repair is, and the last look at one.
"""
