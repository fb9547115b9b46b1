"""Pictures in text: one reader for `check` and `from picture`, for answers that are judged, and for states.

- `letters`: what characters and words mean as cells;
- `cutting`: the rows of a text, and their cells;
- `finding`: finds the grid of a known puzzle anywhere in prose; `filled_cells`: the same of lists of cells;
- `picture`: the format, a text that is nothing but a picture.
"""
