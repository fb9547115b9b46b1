"""Explanations of a puzzle as a person would solve it.

- `steps`: the techniques of people, from one line to suppositions, and their order;
- `words`: the sentences of steps, and the glossary of techniques;
- `hints`: the next step from any state of the picture, or what is wrong in it;
- `grading`: difficulty, minutes and stars.
"""
