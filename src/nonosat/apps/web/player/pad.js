/** A pad that moves the cursor, with buttons that draw, where cells are too small for a finger. */

import { drawChosen, step } from "./cursor.js";
import { say, view } from "./playing.js";
import { settings } from "./settings.js";
import { byId } from "../shared/dom.js";
import { ARROWS } from "../shared/keyboard.js";
import { t } from "../shared/words.js";

const SMALL = 16; // pixels of a cell
const [FIRST_MS, NEXT_MS] = [350, 90]; // until an arrow that is held moves again

const fingers = matchMedia("(pointer: coarse)");
const html = document.documentElement;

/** Whether a button that draws is held: then the cursor draws on. */
let isHeld = false;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let repeating;

/** Whether fingers on the board move the cursor in place of drawing. */
export const hasCursor = () => html.classList.contains("cursor");

/** Shows or hides the pad, as the size of cells and the settings demand. */
export function showPad() {
  const on = settings.pad || (fingers.matches && view.size < SMALL);
  if (on === hasCursor()) return;
  html.classList.toggle("cursor", on);
  byId("cursor").hidden = !on;
  view.refit();
  if (!on) return;
  view.reveal([view.focused]);
  if (!byId("offers").hasChildNodes())
    say(t("The pad moves a cursor. Hold a button that draws, and move, to draw on."));
}

/** @param {number} down @param {number} right */
function move(down, right, pause = FIRST_MS) {
  step(down, right, isHeld);
  repeating = setTimeout(() => move(down, right, NEXT_MS), pause);
}

/**
 * Acts when a button is pressed, with `up` when it is let go; also on a click without a pointer. The cursor keeps the focus.
 * @param {string} id @param {() => void} press @param {() => void} up
 */
function listen(id, press, up) {
  const button = byId(id);
  button.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    event.preventDefault();
    press();
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) button.addEventListener(name, up);
  button.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
  button.addEventListener("click", (/** @type {MouseEvent} */ { detail }) => {
    if (detail) return;
    press();
    up();
  });
}

export function listenToPad() {
  for (const [key, [down, right]] of Object.entries(ARROWS))
    listen(
      key.replace("Arrow", "pad-").toLowerCase(),
      () => {
        clearTimeout(repeating);
        move(down, right);
      },
      () => clearTimeout(repeating),
    );
  for (const cross of [false, true])
    listen(
      cross ? "pad-cross" : "pad-draw",
      () => {
        isHeld = true;
        drawChosen(cross);
      },
      () => (isHeld = false),
    );
  view.onzoom = showPad;
  showPad();
}
