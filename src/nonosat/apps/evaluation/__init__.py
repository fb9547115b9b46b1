"""Judging of answers, and training environments.

- `judging`: answers of people and language models, and prompts; `learn`: an environment for agents, and moves.
"""
