"""Pictures of puzzles and grids: pure functions from objects to text, one module per medium.

- `text`: a puzzle for a terminal; `changes`, `regions`: what to draw in its cells for a repair or an
  ambiguity.
"""
