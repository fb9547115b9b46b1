"""From photographs, screenshots and PDF pages of printed puzzles to puzzles.

`scan` asks the whole question, `review` is a page to check the answer on. `pages` reads pictures, `pdf` the pages of
PDF files, into what `page` is.

`geometry` finds the grids of a page: `cells` are its closed areas, `lattice` those in rows and columns, `completing`
adds what lies apart, `edges` what has four sides though areas run together, `warp` says where each place is, `body`
tells the cells from the gutters. `straight` makes images of squares, `facts` what confirms the size. If somebody gives
the corners of a grid, `cornered` finds its lines without that search. `rectified` is the result, where the search for
grids ends and the reading of numbers begins. `opencv` is the package that looks for grids.

- `light`: pages in bad light made brighter;
- `paper` and `chips`: the grounds that numbers stand on; `ink`: what differs from them in the gutters, in pieces;
- `boxes` of pixels; `tokens`: which pieces are one number, in which line;
- `digits`: a small net that reads numbers; `numerals`: its answers for several images of a number;
- `inks`: the colours of a page; `reading`: all of this together;
- `marks`: what is filled and crossed out in the cells already;
- `candidates`: readings in order of probability; `logic`: which of them is a puzzle, and whether that is sure.
"""
