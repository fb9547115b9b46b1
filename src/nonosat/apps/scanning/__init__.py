"""From photographs, screenshots and PDF pages of printed puzzles to puzzles.

`scan` has the public questions, `review` the data of a page to check the answer. `pages` reads pictures and PDF files.

`geometry` finds the grids of a page: `cells` are its closed areas, `lattice` those in rows and columns, `completing`
adds detached cells, `edges` cells whose areas run together, `warp` maps positions to the page, `body` separates the cells
from the gutters, `straight` makes images of square cells, `facts` confirms the size. `cornered` finds a grid with given
corners. `rectified` is the result, from which the numbers are read. `opencv` imports the package.

- `light`: brightens pages, removes shadows;
- `paper` and `chips`: the grounds of numbers; `ink`: pieces of ink in the gutters;
- `tokens`: pieces grouped into numbers and lines;
- `digits`: a small neural net that reads numbers; `numerals`: its answers for several images of a number;
- `inks`: the colours of a page; `reading`: all of this together;
- `marks`: filled and crossed-out cells;
- `candidates`: readings in order of probability; `logic`: chooses the one that is a puzzle, and decides if it is sure.
"""
