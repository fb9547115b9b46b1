"""What is drawn of answers.

`playable` makes a page that plays a puzzle, of the files in `player`.
"""
