"""The smallest change that mends a puzzle.

- `typos`, `clues`: the typing error;
- `alternatives`, `forcing_sets`, `givens`: the cells to reveal;
- `flaws`, `pixels`: the cells of a picture to repaint;
- `result`, `closing`, `repair`: what a repair is, the last look at one, and one question for all kinds.
"""
