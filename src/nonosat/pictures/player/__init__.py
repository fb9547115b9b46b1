"""The page that plays a puzzle: its text, its style, and its JavaScript modules.

`shared` has the modules that the studio's page uses as well: the model of a puzzle and of a game, pointer and keys,
words. `bundle` joins modules into one script.
"""

from pathlib import Path

FOLDER = Path(__file__).parent  # files of the page
SHARED = FOLDER / "shared"  # modules that the studio's page uses too
