"""A puzzle as a worked example: a small picture and a few sentences for each step.

- `cards`: the content of each step, independent of the file format;
- `web`: one HTML file;
- `lesson`: the question.
"""
