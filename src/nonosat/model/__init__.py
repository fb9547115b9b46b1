"""Puzzles, grids and their parts.

`geometry` has the cells and lines of a puzzle, `shapes` makes those other than rectangles and triddlers, `clues` and
`palette` the demands on them, `ink_sums` the cells that clues need, `coloured_rows` the rows of a grid, `puzzle` the
statement and its grids. `verification` compares grids with clues, `disagreement` checks the solutions that a method has
found; `problems` finds faults of a statement, `metadata` has the rest of its file.
"""
