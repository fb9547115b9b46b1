"""How a person would solve a puzzle.

- `techniques`: what can be said of one line, from the simplest argument to the hardest;
- `probing`: what follows from supposing that a cell has a colour;
- `canvas`: how far lines lead with the clues of a picture, for thousands of pictures;
- `partial_grid`: a picture of which some cells are not known yet;
- `explain`, `hint`, `rate`: all steps, the next one, and how hard they are; `wording`: in words; `record`: as JSON.
"""
