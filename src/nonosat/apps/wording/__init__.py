"""Answers in words: one text for `print(answer)`, for the command of that name, and for notebooks.

- `answers`: the text of any answer;
- `sentences`: parts of the others; `counts`, `ambiguities`, `distances`, `ratings`, `conflicts`, `repairs`, `judgements`: one
  kind of answer each.

Some have a drawing for the terminal, so they stand above `apps/drawing`, and below all commands.
"""
