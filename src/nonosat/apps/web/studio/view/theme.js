/** Colours of the canvases: those of the style sheet in the current theme. */

import { channels } from "../../shared/colours.js";

/** @import { Colour } from "../../shared/puzzle.js" */

const PLAIN = ["ground", "panel", "line-strong", "text", "muted"];
const TONES = ["accent", "alarm", "supposed"].flatMap((name) => [name, `${name}-soft`, `${name}-wash`]);
const HUES = ["33 92% 45%", "172 75% 32%", "322 58% 48%", "262 55% 58%", "84 62% 34%", "200 80% 42%"];

/** The colour of a region by its number. @param {number} number */
export function hue(number, alpha = 1) {
  return `hsl(${HUES[number % HUES.length]} / ${alpha})`;
}

/**
 * The colours by their names; `dark` is "" if the page is light.
 * @typedef {Record<string, string>} Theme
 * @returns {Theme}
 */
export function themeColours() {
  const probe = document.createElement("span");
  probe.hidden = true;
  probe.style.forcedColorAdjust = "none"; // else all colours are one
  document.body.append(probe);
  /** @type {Theme} */
  const colours = {};
  for (const name of [...PLAIN, ...TONES]) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  colours.dark = isDark() ? "yes" : "";
  return colours;
}

/** The colours of a light page, such as paper. */
export function inLight() {
  const { dataset } = document.documentElement;
  const chosen = dataset.theme;
  dataset.theme = "light";
  const colours = themeColours();
  if (chosen === undefined) delete dataset.theme;
  else dataset.theme = chosen;
  return colours;
}

/** Whether the page is dark, by its own setting or the system's. */
export function isDark() {
  const chosen = !matchMedia("(forced-colors: active)").matches && document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** The colours of a palette for the screen; a dark page dims the paper. @param {Colour[]} palette @param {boolean} dark */
export function inks(palette, dark) {
  return palette.map(([, rgb], at) => {
    const parts = channels(rgb);
    const dimmed = dark && at === 0 ? parts.map((part) => Math.round(part * 0.88)) : parts;
    return `rgb(${dimmed.join(" ")})`;
  });
}
