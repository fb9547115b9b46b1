"""Difficulty of a puzzle.

- `rate`: difficulty figures from the steps; `effort`: counts of the work; `people`: minutes and stars from these counts;
- `walk`: the steps of a person about lines, counted by technique;
- `shown_difficulty`: the minutes and the hardest step, as pages show them;
- `remarks`: what a designer should know about a new puzzle, such as a blank picture;
- `canvas`: the counts of pictures that are drawn and changed by the thousand.
"""
