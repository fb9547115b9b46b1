/** Copies texts. `navigator.clipboard` exists on https and on this machine only. */

/** Copies a text; throws an error if the browser refuses. @param {string} text */
export async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  Object.assign(field.style, { position: "fixed", opacity: "0" });
  const { activeElement } = document;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  if (!isCopied) throw new Error("the browser does not copy");
}
