"""What a puzzle is.

`puzzle` states it, `grid` is a picture that may solve it, `geometry` says which cells make a line.
"""
