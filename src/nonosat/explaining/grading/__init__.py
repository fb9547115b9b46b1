"""Difficulty of a puzzle.

- `rate`: difficulty figures from the steps; `effort`: counts of the work; `people`: minutes and stars from these counts;
- `canvas`: the counts of pictures that are drawn and changed by the thousand.
"""
