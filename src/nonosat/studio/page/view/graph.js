/** A small graph of how a puzzle developed: the number of its solutions, and its difficulty while it had one. */

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 280,
  TALL = 64,
  EDGE = 5;

/** @param {number} number */
const raised = (number) => [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

/** @param {string} name @param {any} attributes */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * @param {import("../model/trend.js").Moment[]} moments
 * @param {string} words what readers of the screen hear
 */
export function graph(moments, words) {
  const svg = element("svg", {
    viewBox: `0 0 ${WIDE} ${TALL}`,
    class: "graph",
    role: "img",
    "aria-label": words,
  });
  const step = (WIDE - 2 * EDGE) / Math.max(1, moments.length - 1);
  const tallest = Math.max(1, ...moments.map(({ solutions }) => solutions ?? 0));
  /** @param {keyof import("../model/trend.js").Moment} key @param {number} most @param {string} name */
  const line = (key, most, name) => {
    let path = "",
      open = false;
    moments.forEach((moment, at) => {
      const value = moment[key];
      if (value === null) {
        open = false;
        return;
      }
      const x = EDGE + at * step,
        y = TALL - EDGE - (value / most) * (TALL - 2 * EDGE);
      path += `${open ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
      if (!open) path += `h.01`;
      open = true;
    });
    if (path) svg.append(element("path", { d: path, class: name }));
  };
  svg.append(element("path", { d: `M${EDGE} 0V${TALL - EDGE}H${WIDE}`, class: "axis" }));
  for (const [text, x, y] of [
    [`10${raised(Math.round(tallest))}`, EDGE + 3, 10],
    ["1", EDGE + 3, TALL - EDGE - 3],
  ]) {
    const label = element("text", { x, y, class: "axis" });
    label.textContent = String(text);
    svg.append(label);
  }
  line("solutions", tallest, "solutions");
  line("difficulty", 6, "difficulty");
  return svg;
}
