"""`python -m nonosat` is the command line."""

from nonosat.apps.cli import main

if __name__ == "__main__":
    main()
