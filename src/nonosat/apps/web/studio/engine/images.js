// Images without Pillow, which Python in a browser lacks: the browser reads and writes them, and exchanges Netpbm's PPM
// with Python.

import { painter } from "../../shared/dom.js";
import { base64Of, bytesOf } from "./base64.js";
import { EngineError } from "./common.js";

/** @import { Payload } from "./common.js" */

const KINDS = /^(?:\x89PNG|GIF8|BM|\xff\xd8\xff|RIFF....WEBP)/s; // signatures of images that browsers read
const PLAIN = "netpbm";
const DRAWN = "png"; // browsers write it without loss
const SAMPLED = 320; // pixels of the longer side of an image for a puzzle, unless it has more cells
const PIXELS_A_CELL = 4;
const LONGER_SIDE = 40; // cells, by default

// The request in a form that Python can answer, and the function that converts its answer.
/** @param {string} question @param {Payload} payload @returns {Promise<[Payload, (answer: Payload) => Payload|Promise<Payload>]>} */
export async function translated(question, payload) {
  if (question === "from-image") {
    const edge = Number(payload.shape?.split(":")[1] ?? 0); // of a hexagon or triddler
    const cells =
      Math.max(payload.width ?? 0, payload.height ?? 0, payload.side ?? 0, 2 * edge) || LONGER_SIDE;
    if (!isPicture(payload.base64)) return [payload, unchanged];
    const base64 = await plain(payload.base64, Math.max(SAMPLED, PIXELS_A_CELL * cells));
    return [{ ...payload, base64 }, unchanged];
  }
  if (question === "convert") {
    const { name = "", base64 } = payload.file ?? {};
    const request = isPicture(base64)
      ? { ...payload, file: { name: `${name}.ppm`, base64: await plain(base64) }, format: PLAIN }
      : payload;
    return payload.to === DRAWN ? [{ ...request, to: PLAIN }, drawn] : [request, unchanged];
  }
  if (question === "render" && payload.to === DRAWN)
    return [{ ...payload, to: "svg", theme: payload.theme ?? "light" }, rasterised];
  return [payload, unchanged];
}

/** @param {Payload} answer */
const unchanged = (answer) => answer;

/** @param {string} base64 */
function isPicture(base64) {
  return base64 && KINDS.test(atob(base64.slice(0, 24)));
}

// An image converted to PPM, of at most that many pixels a side.
/** @param {string} base64 */
async function plain(base64, most = Infinity) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(new Blob([bytesOf(base64)]), { colorSpaceConversion: "none" });
  } catch {
    throw new EngineError("input", "not a picture that this browser can read");
  }
  const scale = Math.min(1, most / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = painter(new OffscreenCanvas(width, height));
  pen.fillStyle = "white"; // behind transparent parts
  pen.fillRect(0, 0, width, height);
  pen.imageSmoothingQuality = "high";
  pen.drawImage(bitmap, 0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  const header = new TextEncoder().encode(`P6\n${width} ${height}\n255\n`);
  const picture = new Uint8Array(header.length + 3 * width * height);
  picture.set(header);
  for (let from = 0, to = header.length; from < data.length; from += 4, to += 3)
    picture.set(data.subarray(from, from + 3), to);
  return base64Of(picture);
}

// The answer with a PNG in place of the PPM or PBM that Python wrote.
/** @param {Payload} answer */
async function drawn(answer) {
  const [width, height, pixels] = parsed(bytesOf(answer.file.base64));
  const canvas = new OffscreenCanvas(width, height);
  painter(canvas).putImageData(new ImageData(pixels, width, height), 0, 0);
  return withPicture(answer, canvas);
}

// The answer with a PNG in place of the SVG that Python wrote.
/** @param {Payload} answer */
async function rasterised(answer) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(answer.file.text)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  painter(canvas).drawImage(image, 0, 0);
  return withPicture(answer, canvas);
}

/** @param {Payload} answer @param {OffscreenCanvas} canvas */
async function withPicture(answer, canvas) {
  const blob = await canvas.convertToBlob({ type: "image/png" });
  const base64 = base64Of(new Uint8Array(await blob.arrayBuffer()));
  return { ...answer, file: { name: answer.file.name.replace(/\.\w+$/, ".png"), base64 } };
}

/** Width, height and RGBA values of the PBM or PPM that we write ourselves. @returns {[number, number, Uint8ClampedArray<ArrayBuffer>]} @param {Uint8Array<ArrayBuffer>} bytes */
function parsed(bytes) {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 40));
  const [header, kind, columns, rows] = /^P([46])\n(\d+) (\d+)\n(?:255\n)?/.exec(start) ?? [];
  const [width, height] = [Number(columns), Number(rows)];
  const body = bytes.subarray((header ?? "").length);
  const pixels = new Uint8ClampedArray(4 * width * height).fill(255);
  const stride = Math.ceil(width / 8);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (kind === "6") pixels.set(body.subarray(3 * at, 3 * at + 3), 4 * at);
      else if ((body[y * stride + (x >> 3)] >> (7 - (x & 7))) & 1) pixels.fill(0, 4 * at, 4 * at + 3);
    }
  }
  return [width, height, pixels];
}
