"""A printed book of puzzles.

- `book`: the question; `settings`: its layout; `contents`: the puzzles with their answers, in order;
- `words`: its English texts; `trim`: the paper; `layout`: arranges pictures on pages; `figures`: the pictures; `pages`:
  paints the pages.
"""
