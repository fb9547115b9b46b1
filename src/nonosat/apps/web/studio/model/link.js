/** A puzzle in the fragment of an address: its JSON, deflated, in URL-safe base64. */

import { base64Of, bytesOf } from "../engine/base64.js";
import { cellAt, coordinates } from "../../shared/geometry.js";
import { fromJSON, geometry, MAX_OPENED, toJSON } from "../../shared/puzzle.js";

const FRAGMENT = /^#puzzle=(.*)$/s;

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const MOST_BYTES = 8_000_000;

/** Sends bytes through a stream; refuses results of more than `MOST_BYTES`. @param {Bytes} bytes @param {CompressionStream|DecompressionStream} stream */
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

/** A puzzle as JSON, with its kept cells. @param {import("../../shared/puzzle.js").Puzzle} puzzle */
function carried(puzzle) {
  const kept = [...puzzle.kept].map((cell) => coordinates(geometry(puzzle), cell));
  return { puzzle: toJSON(puzzle), ...(kept.length && { kept }) };
}

/** The puzzle of such JSON; throws an error for anything else. @param {{puzzle: unknown, kept?: [number, number][]}} data @returns {import("../../shared/puzzle.js").Puzzle} */
function unpacked({ puzzle: stated, kept = [] }) {
  const puzzle = fromJSON(stated, MAX_OPENED);
  const cells = kept.map(([row, place]) => cellAt(geometry(puzzle), row, place));
  if (cells.includes(-1)) throw new Error("a protected cell lies outside");
  return { ...puzzle, kept: new Set(cells) };
}

/**
 * The fragment for a puzzle, kept cells included.
 * @param {import("../../shared/puzzle.js").Puzzle} puzzle
 * @returns {Promise<string>}
 */
export async function fragmentOf(puzzle) {
  const text = new TextEncoder().encode(JSON.stringify(carried(puzzle)));
  const letters = base64Of(await piped(text, new CompressionStream("deflate-raw")));
  return `#puzzle=${letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * The puzzle that a fragment carries.
 * @returns {Promise<import("../../shared/puzzle.js").Puzzle>}
 * @throws {Error} if the link is damaged
 * @param {string} fragment
 */
export async function puzzleOf(fragment) {
  try {
    const [, letters] = FRAGMENT.exec(fragment) ?? [];
    const bytes = bytesOf(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const text = await piped(bytes, new DecompressionStream("deflate-raw"));
    return unpacked(JSON.parse(new TextDecoder().decode(text)));
  } catch {
    throw new Error("The link is damaged: no puzzle can be read from it.");
  }
}
