"""Pixels: pictures are read, turned upright, scaled, and reduced to few colours.

| module | what it does |
|---|---|
| `reading` | files of every kind that Pillow reads, upright as the camera was held |
| `netpbm` | PBM, PGM and PPM in plain Python |
| `svg` | SVG drawings as PNG |
| `raster` | a picture in plain Python: scaled, grey, its edges, in dots |
| `inks` | reduces many colours to a few that the eye tells apart |
| `colours` | the names of colours, and letters for them |
| `pixels` | a picture of few colours as a puzzle's goal with its palette, and back |
| `photo` | from a photograph to a puzzle |

Files of puzzles are the matter of `nonosat.formats`, which is above.
"""
