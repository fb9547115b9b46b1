/** Elements of a drawing, in units of a cell's side. */

/** @typedef {import("./shared/geometry.js").Outline} Outline */

export const UNIT = 20; // of the drawing, for a cell's side

/** An element of a drawing. @param {string} name @param {Record<string, any>} attributes @param {Element[]} inside */
export function drawn(name, attributes = {}, inside = []) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...inside);
  return element;
}

/** The path around some outlines. @param {Outline[]} outlines */
export function pathOf(outlines) {
  return outlines
    .map((outline) => `M${outline.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`)
    .join("");
}

/** @param {number} value */
export const round = (value) => Math.round(value * UNIT * 100) / 100;
