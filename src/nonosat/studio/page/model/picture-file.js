/** A file of a picture as it is sent: no larger than a server takes. */

import { base64Of } from "../engine/base64.js";
import { painter } from "../shared/dom.js";

const MOST_BYTES = 100_000_000;
const MOST_PIXELS = 60_000_000;
const SENT_BYTES = 11_000_000; // in letters a third more: a server takes 16 million
const REDUCED = 4000; // pixels of the longer side of what is too large

/**
 * A file in letters; a picture of very many bytes is made smaller first.
 * @param {Blob} file
 * @throws {Error} with a line that says what is too large
 */
export async function bytesFrom(file) {
  if (file.size > MOST_BYTES) throw new Error("The file is too large.");
  const sent = file.size > SENT_BYTES ? await reduced(file) : file;
  return base64Of(new Uint8Array(await sent.arrayBuffer()));
}

/** @param {Blob} file */
async function reduced(file) {
  const bitmap = file.type.startsWith("image/") && (await createImageBitmap(file).catch(() => null));
  if (!bitmap) throw new Error("The file is too large.");
  const { width, height } = bitmap;
  if (width * height > MOST_PIXELS) throw new Error("The picture has too many pixels.");
  const scale = Math.min(1, REDUCED / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = painter(canvas);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
}
