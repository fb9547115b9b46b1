"""Everything that people look at.

- `drawing`: one model of a picture and its writers; `illustration`: what answers look like;
- `player`: the page that plays a puzzle; `book`: puzzles in print.
"""
