"""Illustrations of answers: from a puzzle and a question to a drawing or a page.

- `render`: a drawing of a puzzle or an answer about it; `subjects` and `diagnoses`: a function for each subject, in the terms
  of `base`; `steps`: the steps of an explanation; `solutions` and `answers`: drawings of finished answers;
- `supposing`: the consequences of a supposition; `markup`: shared parts of HTML files;
- `notebook`: puzzles and answers in notebooks;
- `solving`: the solving of a puzzle, moment by moment; `animate`: an animation of it;
- `playable`: a page that plays a puzzle, made of the files in `nonosat.apps.web`.

`nonosat.apps.drawing`, which knows nothing about answers, writes files.
"""
