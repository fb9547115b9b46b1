/** The clock of a game, which stops while the page is hidden. */

import { byId } from "../shared/dom.js";

/** @typedef {import("./game.js").Game} Game */

/** @type {number | null} */
let since = null;

/** @param {{seconds: number}} game */
const elapsed = (game) => game.seconds + (since === null ? 0 : (performance.now() - since) / 1000);

/** @param {{seconds: number}} game */
export const clockText = (game) => timeText(elapsed(game));

/** A time such as 1:05. @param {number} time in seconds */
export function timeText(time) {
  const seconds = Math.floor(time);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => String(part).padStart(at ? 2 : 1, "0")).join(":");
}

export function start() {
  if (since === null && !document.hidden) since = performance.now();
}

/** @param {Game} game */
export function stop(game) {
  game.seconds = elapsed(game);
  since = null;
  byId("time").textContent = clockText(game);
}

/** Shows the time from now on, and saves it when the page is left. @param {Game} game */
export function runClock(game) {
  const show = () => (byId("time").textContent = clockText(game));
  document.addEventListener("visibilitychange", () => {
    const running = since !== null;
    stop(game);
    if (running) game.saveTime();
    else if (!document.hidden && game.history.canUndo && !game.solved) start();
  });
  addEventListener("pagehide", () => {
    stop(game);
    game.saveTime();
  });
  setInterval(show, 500);
  show();
}
