"""`python -m nonosat` is the command line."""

from nonosat.cli import main

main()
