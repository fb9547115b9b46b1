import { bytesOf } from "../engine/base64.js";
import { h } from "./dom.js";

/** Hands a file of an answer to the browser to save. @param {{name: string, text?: string, base64?: string}} file */
export function download({ name, text, base64 }) {
  const url = URL.createObjectURL(new Blob([text ?? bytesOf(base64 ?? "")]));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
