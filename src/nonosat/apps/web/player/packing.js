/** The page's data, written by Python. */

import { byId } from "../shared/dom.js";

/** Puzzles and languages. @type {{title: string, languages: {names: string[], words: string}, puzzles: import("./pages.js").Page[]}} */
export const data = JSON.parse(byId("puzzle").textContent);

/** JSON, deflated, as base64; null in a browser that cannot inflate. @param {string} text @returns {Promise<any>} */
export async function unpacked(text) {
  if (!("DecompressionStream" in window)) return null;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return await new Response(stream).json();
}
