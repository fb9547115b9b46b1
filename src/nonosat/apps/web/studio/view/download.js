/** Files that the browser saves. */

import { bytesOf } from "../engine/base64.js";
import { toJSON } from "../../shared/puzzle.js";
import { h } from "./dom.js";

/** Hands a file of an answer to the browser to save. @param {{name: string, text?: string, base64?: string}} file */
export function download({ name, text, base64 }) {
  const url = URL.createObjectURL(new Blob([text ?? bytesOf(base64 ?? "")]));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The puzzle as a file of our own format, which needs no engine. @param {import("../../shared/puzzle.js").Puzzle} puzzle */
export function jsonFile(puzzle) {
  const stem = (puzzle.texts.title ?? "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-");
  const name = stem.replace(/^-|-$/g, "").slice(0, 60) || "puzzle";
  return { name: `${name}.json`, text: `${JSON.stringify(toJSON(puzzle))}\n` };
}
