"""A printed book of puzzles.

- `book`: the question; `contents`: which puzzles, with their answers, in which order;
- `trim`: the paper; `layout`: which pictures share a page; `figures`: the pictures;
- `pages`: what is printed on each page.
"""
