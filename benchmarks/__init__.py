"""Measurements of nonosat: whole puzzles, tournament sets, single parts. See README.md beside this file.

Run from a checkout, `python -m benchmarks.survey FOLDER` and so on; not installed with the package.
"""
