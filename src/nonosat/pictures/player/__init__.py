"""The page that plays a puzzle: its text, its style, and its scripts, which are modules of JavaScript.

`shared` has those that the studio's page uses as well: the model of a puzzle and of somebody who solves it, and
what listens to pointer and keys. `bundle` makes one script of modules.
"""

from pathlib import Path

FOLDER = Path(__file__).parent  # the files of the page
SHARED = FOLDER / "shared"  # the modules that the studio's page uses too
