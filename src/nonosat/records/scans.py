"""Records of puzzles from pictures: scanned ones, and choices for a drawing."""

from nonosat.records.json_types import Each, Field, Number

# declared here because the module of `scan` needs numpy
REQUEST = (
    Field(
        "corners",
        Each(Each(Number(), 2, 2), 4, 4),
        "The corners of the grid without its clues, in pixels of the page, clockwise from its upper left one.",
        None,
    ),
)
