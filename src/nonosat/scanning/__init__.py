"""From photographs, screenshots and PDF pages of printed puzzles to puzzles.

`rectified` is a grid of a page made straight, where the search for grids ends and the reading of numbers begins.
`opencv` is the package that looks for grids.
"""
