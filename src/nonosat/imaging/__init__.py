"""Pixels: pictures are read, turned upright, scaled, and reduced to few colours.

| module | what it does |
|---|---|
| `opening` | files that Pillow reads, turned upright |
| `pnm` | PBM, PGM and PPM in plain Python |
| `foreign` | what other libraries decode, in a child process with bounds |
| `svg` | SVG drawings as PNG |
| `sampling` | a picture at the cells of any shape |
| `raster` | a picture in plain Python: scaling, greys, edges, dithering |
| `inks` | reduces many colours to a few that people can distinguish |
| `colours` | the names of colours, and letters for them |
| `pixels` | a picture of few colours as a puzzle's goal with its palette, and back |
| `photo` | from a photograph to a puzzle |
| `candidates` | many interpretations of a picture in one ink |
| `likeness` | a score for the likeness of a picture of cells to the original |
| `native_grid` | the original grid of enlarged pixel art |

`nonosat.formats` reads and writes puzzle files.
"""
