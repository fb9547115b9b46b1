"""A puzzle as a worked example: a small picture and a few sentences for each step.

- `cards`: what there is to see, step by step, whatever it is written to;
- `web`: one HTML file; `paper`: a PDF;
- `lesson`: the question.
"""
