"""The smallest change that repairs a puzzle.

- `clues`: corrects a mistyped clue;
- `alternatives`, `forcing_sets`, `givens`: reveal cells;
- `flaws`, `pixels`: repaint cells of the picture;
- `result`, `final_check`: the result and its verification.
"""
