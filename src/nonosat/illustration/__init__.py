"""What is drawn and printed of answers.

- `playable` makes a page that plays a puzzle, of the files in `player`;
- `book` is a printed book of puzzles.
"""
