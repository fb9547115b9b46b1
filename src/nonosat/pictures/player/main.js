/** The start of the page that plays a puzzle. */

import { runClock } from "./clock.js";
import { drawTools, listenToControls } from "./controls.js";
import { listenToTheKeys } from "./keys.js";
import { game, layout, say, showState, view } from "./playing.js";
import { byId } from "./shared/dom.js";
import { listenToStrokes } from "./strokes.js";

drawTools();
view.focus(0, false);
view.zoomToFit();
byId("board").scrollTo(0, 0);
runClock(game);
showState();
if (game.solved) say("Solved.");
else if (!game.history.canUndo) {
  const touched = matchMedia("(pointer: coarse)").matches;
  say(
    touched
      ? "One finger draws, two move and zoom. × marks empty cells."
      : "The left button draws, the right one marks empty cells.",
  );
}
listenToStrokes();
listenToTheKeys();
listenToControls();
byId("lettered").hidden = view.plain;
byId("blots").hidden = game.clues.every((clue) => clue?.every(([length]) => length !== "?"));
byId("strips").hidden = layout.square;
addEventListener("resize", () => view.fitted && view.zoomToFit());
