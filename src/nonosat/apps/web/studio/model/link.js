/** A puzzle in the fragment of an address, in URL-safe base64: its JSON, or its packed cells. */

import { base64Of, bytesOf } from "../engine/base64.js";
import { cellAt, coordinates } from "../../shared/geometry.js";
import { fromJSON, geometry, MAX_OPENED, toJSON } from "../../shared/puzzle.js";
import { packed, unpackedFrom } from "./packed.js";

const WHOLE = "puzzle="; // its JSON, deflated
const DRAWN = "p="; // packed cells, and the rest as JSON
const DEFLATED = "z="; // the same, deflated
const FRAGMENT = /^#(puzzle=|p=|z=)(.*)$/s;

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
export function carried(puzzle) {
  const kept = [...puzzle.kept].map((cell) => coordinates(geometry(puzzle), cell));
  return { puzzle: toJSON(puzzle), ...(kept.length && { kept }) };
}

/** The puzzle of such JSON; throws an error for anything else. @param {{puzzle: unknown, kept?: [number, number][]}} data @returns {import("../../shared/puzzle.js").Puzzle} */
export function unpacked({ puzzle: stated, kept = [] }) {
  const puzzle = fromJSON(stated, MAX_OPENED);
  const cells = kept.map(([row, place]) => cellAt(geometry(puzzle), row, place));
  if (cells.includes(-1)) throw new Error("a protected cell lies outside");
  return { ...puzzle, kept: new Set(cells) };
}

/**
 * The shortest fragment for a puzzle, kept cells included.
 * @param {import("../../shared/puzzle.js").Puzzle} puzzle
 * @returns {Promise<string>}
 */
export async function fragmentOf(puzzle) {
  const whole = carried(puzzle);
  const text = new TextEncoder().encode(JSON.stringify(whole));
  const short = packed(puzzle, whole.kept ? { kept: whole.kept } : {});
  const found = [`#${WHOLE}${lettersOf(await deflated(text))}`];
  if (short) found.push(`#${DRAWN}${lettersOf(short)}`, `#${DEFLATED}${lettersOf(await deflated(short))}`);
  return found.reduce((one, other) => (other.length < one.length ? other : one));
}

/** @param {Bytes} bytes */
const deflated = (bytes) => piped(bytes, new CompressionStream("deflate-raw"));
/** @param {Bytes} bytes */
const inflated = (bytes) => piped(bytes, new DecompressionStream("deflate-raw"));

/** @param {Uint8Array} bytes */
const lettersOf = (bytes) => base64Of(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/**
 * The puzzle that a fragment carries.
 * @returns {Promise<import("../../shared/puzzle.js").Puzzle>}
 * @throws {Error} if the link is damaged
 * @param {string} fragment
 */
export async function puzzleOf(fragment) {
  try {
    const [, kind, letters] = FRAGMENT.exec(fragment) ?? [];
    const bytes = bytesOf(letters.replaceAll("-", "+").replaceAll("_", "/"));
    if (kind === WHOLE) return unpacked(JSON.parse(new TextDecoder().decode(await inflated(bytes))));
    const { kept, ...puzzle } = unpackedFrom(kind === DRAWN ? bytes : await inflated(bytes));
    return unpacked({ puzzle, kept });
  } catch {
    throw new Error("The link is damaged: no puzzle can be read from it.");
  }
}
