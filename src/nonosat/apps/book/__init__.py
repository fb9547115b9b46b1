"""A printed book of puzzles.

- `book`: the question; `settings`: its layout; `contents`: the puzzles with their answers, in order;
- `words`: its English texts; `paper`: the size of pages; `layout`: arranges pictures on pages; `figures`: the pictures; `pages`:
  paints the pages.
"""
