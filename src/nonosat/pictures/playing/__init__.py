"""Playing a puzzle in a terminal: `game`, what the player has done; `board`, how it is drawn; `app`, the program."""
