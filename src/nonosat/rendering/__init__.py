"""Pictures of puzzles and grids: pure functions from objects to text, one module per medium."""
