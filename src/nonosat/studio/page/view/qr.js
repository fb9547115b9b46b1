/** A QR code as a picture. */

import { svg } from "./dom.js";

const MARGIN = 4; // blank squares around it, as readers need

/** @param {string[]} rows a letter for each square, "1" for a dark one @param {string} name for screen readers */
export function qrPicture(rows, name) {
  const side = rows.length + 2 * MARGIN;
  const runs = rows.flatMap((row, at) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + MARGIN} ${at + MARGIN}h${run.length}v1h-${run.length}z`,
    ),
  );
  const look = {
    viewBox: `0 0 ${side} ${side}`,
    "shape-rendering": "crispEdges",
    role: "img",
    "aria-label": name,
  };
  return svg(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", ...look },
    svg("path", { d: `M0 0h${side}v${side}H0z`, fill: "#fff" }),
    svg("path", { d: runs.join(""), fill: "#000" }),
  );
}
