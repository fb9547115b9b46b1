"""Puzzles, grids and their parts.

`geometry` says which cells there are and which make a line, `clues` and `palette` what is asked of them,
`cells` has rows of coloured cells, `puzzle` the statement and the grids that may solve it, `verification` judges these,
`problems` finds what is wrong with a statement, and `metadata` is what else its file says.
"""
