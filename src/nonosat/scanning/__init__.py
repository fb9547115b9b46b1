"""From photographs, screenshots and PDF pages of printed puzzles to puzzles.

`rectified` is a grid of a page made straight, where the search for grids ends and the reading of numbers begins.
`opencv` is the package that looks for grids.

- `ink`: what differs from the paper in the gutters, in pieces; `tokens`: which pieces are one number, in which line;
- `digits`: a small net that reads numbers; `recogniser`: a larger one that is asked where that is in doubt;
- `inks`: the colours of a page; `reading`: all of this together;
- `candidates`: readings in order of probability; `logic`: which of them is a puzzle, and whether that is sure.
"""
