/** Image files within the size limit of servers. */

import { base64Of } from "../engine/base64.js";
import { painter } from "../../shared/dom.js";

const MOST_BYTES = 100_000_000;
const MOST_PIXELS = 60_000_000;
const SENT_BYTES = 11_000_000; // a third more in base64; a server accepts 16 million
const REDUCED = 4000; // pixels of the longer side of a reduced image

/**
 * A file in base64; large images are reduced first.
 * @param {Blob} file
 * @throws {Error} if it is too large
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
