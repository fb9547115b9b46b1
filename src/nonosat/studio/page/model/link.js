/** A puzzle in the fragment of an address: its JSON, deflated, in letters that an address may have. */

import { cellAt, coordinates } from "../shared/geometry.js";
import { fromJSON, geometry, MAX_OPENED, toJSON } from "../shared/puzzle.js";

const KEY = "puzzle=";

const MOST_BYTES = 8_000_000;

/** Bytes through a stream; a link that swells beyond all measure is refused. */
async function piped(bytes, stream) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    size += value.length;
    if (size > MOST_BYTES) {
      reader.cancel().catch(() => {});
      throw new Error("too long");
    }
  }
}

/** A puzzle as JSON, with its kept cells. @param {import("../shared/puzzle.js").Puzzle} puzzle */
export function carried(puzzle) {
  const kept = [...puzzle.kept].map((cell) => coordinates(geometry(puzzle), cell));
  return { puzzle: toJSON(puzzle), ...(kept.length ? { kept } : {}) };
}

/** The puzzle of such JSON; throws where it is none. @param {any} data @returns {import("../shared/puzzle.js").Puzzle} */
export function unpacked({ puzzle: stated, kept = [] }) {
  const puzzle = fromJSON(stated, MAX_OPENED);
  const cells = kept.map(([row, place]) => cellAt(geometry(puzzle), row, place));
  if (!cells.every((cell) => cell >= 0)) throw new Error("a protected cell lies outside");
  return { ...puzzle, kept: new Set(cells) };
}

/**
 * The fragment that carries a puzzle whole, kept cells included.
 * @param {import("../shared/puzzle.js").Puzzle} puzzle
 * @returns {Promise<string>}
 */
export async function fragmentOf(puzzle) {
  const text = JSON.stringify(carried(puzzle));
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `#${KEY}${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** Whether a fragment carries a puzzle. */
export function carriesPuzzle(fragment) {
  return fragment.startsWith(`#${KEY}`);
}

/**
 * The puzzle that a fragment carries.
 * @returns {Promise<import("../shared/puzzle.js").Puzzle>}
 * @throws {Error} where the link is damaged
 */
export async function puzzleOf(fragment) {
  try {
    const letters = fragment
      .slice(KEY.length + 1)
      .replaceAll("-", "+")
      .replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw")));
    return unpacked(JSON.parse(text));
  } catch {
    throw new Error("The link is damaged: no puzzle can be read from it.");
  }
}
