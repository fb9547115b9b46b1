/** A small graph of a puzzle's development: the number of its solutions, and its difficulty while it had one. */

import { svg } from "./dom.js";
import { raised } from "./wording.js";

const [WIDE, TALL, EDGE] = [280, 64, 5];

/** @param {import("../model/trend.js").Moment[]} moments @param {string} words for screen readers */
export function graph(moments, words) {
  const look = { viewBox: `0 0 ${WIDE} ${TALL}`, class: "graph", role: "img", "aria-label": words };
  const step = (WIDE - 2 * EDGE) / Math.max(1, moments.length - 1);
  const tallest = Math.max(1, ...moments.map(({ solutions }) => solutions ?? 0));
  /** @param {keyof import("../model/trend.js").Moment} key @param {number} most */
  const line = (key, most) => {
    const parts = moments.map(({ [key]: value }, at) => {
      if (value === null) return "";
      const y = TALL - EDGE - (value / most) * (TALL - 2 * EDGE);
      const place = `${(EDGE + at * step).toFixed(1)} ${y.toFixed(1)}`;
      return at > 0 && moments[at - 1][key] !== null ? `L${place}` : `M${place}h.01`; // one alone is a dot
    });
    return svg("path", { d: parts.join(""), class: key });
  };
  /** @param {string} text @param {number} y */
  const label = (text, y) => {
    const element = svg("text", { x: EDGE + 3, y, class: "axis" });
    element.textContent = text;
    return element;
  };
  return svg(
    "svg",
    look,
    svg("path", { d: `M${EDGE} 0V${TALL - EDGE}H${WIDE}`, class: "axis" }),
    label(`10${raised(Math.round(tallest))}`, 10),
    label("1", TALL - EDGE - 3),
    line("solutions", tallest),
    line("difficulty", 6),
  );
}
