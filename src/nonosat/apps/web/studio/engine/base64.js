/** Bytes in letters, and back. */

/** @param {string} base64 */
export const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** @param {Uint8Array} bytes */
export function base64Of(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
