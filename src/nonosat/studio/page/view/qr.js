/** A QR code as a picture. */

const MARGIN = 4; // squares around it that are blank, as readers need
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string[]} rows a letter for each square, "1" for a dark one
 * @param {string} name what it says, for those who do not see it
 * @returns {SVGSVGElement}
 */
export function qrPicture(rows, name) {
  const side = rows.length + 2 * MARGIN;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("xmlns", SVG);
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", name);
  /** @param {string} path @param {string} colour */
  const draw = (path, colour) => {
    const element = document.createElementNS(SVG, "path");
    element.setAttribute("d", path);
    element.setAttribute("fill", colour);
    svg.append(element);
  };
  draw(`M0 0h${side}v${side}H0z`, "#fff");
  const runs = rows.flatMap((row, at) =>
    [...row.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index + MARGIN} ${at + MARGIN}h${run.length}v1h-${run.length}z`,
    ),
  );
  draw(runs.join(""), "#000");
  return svg;
}
