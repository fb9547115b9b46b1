"""Puzzles, grids and their parts.

- `geometry`: cells and lines of a puzzle; `shapes`: shapes other than rectangles;
- `clues`, `palette`: blocks and colours; `ink_sums`: the cells that clues need;
- `coloured_rows`: the rows of a grid; `puzzle`: puzzles and grids;
- `verification`: compares grids with clues; `violation`: a line that differs;
- `disagreement`: checks the solutions that a method has found;
- `problems`: finds faults of a statement; `metadata`: title, author and other properties of its file.
"""
