"""The smallest change that repairs a puzzle.

- `typos`, `clues`: the typing error;
- `alternatives`, `forcing_sets`, `givens`: the cells to reveal;
- `flaws`, `pixels`: the cells of a grid to repaint;
- `result`, `final_check`: what a repair is, and its final check.
"""
