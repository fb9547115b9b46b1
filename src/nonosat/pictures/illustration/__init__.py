"""Illustrations of answers: from a puzzle and a question to a drawing, a page or a book.

- `render`: a drawing of a puzzle or an answer about it; `subjects`: what can be drawn, one function each, in
  the terms of `base`; `steps`: the steps of an explanation; `answers`: drawings of answers that are there;
- `notebook`: what notebooks show of puzzles and answers;
- `solving`: the solving of a puzzle, moment by moment; `animate`: as an animation; `watching`: on a terminal;
- `playable` makes a page that plays a puzzle, of the files in `player`;
- `book` is a printed book of puzzles.

How drawings become files is for `nonosat.pictures.drawing`, which knows no answers.
"""
