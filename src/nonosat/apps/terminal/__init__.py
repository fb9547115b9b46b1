"""Playing a puzzle in a terminal: `game`, the player's cells; `board`, the grid as a widget; `app`, the program."""
