"""The smallest change that repairs a puzzle.

- `repair_clue`: corrects a mistyped clue;
- `alternatives`, `forcing_sets`, `sparing`, `repair_givens`: reveal cells;
- `flaws`, `look`, `mending`, `untried_pictures`, `repair_pixels`: repaint cells of the picture;
- `repair`: one function for all three;
- `means`, `result`, `final_check`: what can be changed, the result and its verification.
"""
