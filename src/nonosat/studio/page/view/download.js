/** Hands a file of an answer to the browser to save. @param {{name: string, text?: string, base64?: string}} file */
export function download({ name, text, base64 }) {
  const content = text ?? Uint8Array.from(atob(base64 ?? ""), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([content]));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
