/** Numbers and nouns. */

/** "1 cell", "2 cells". @param {number|string} number @param {string} noun */
export function counted(number, noun) {
  const figures = typeof number === "number" ? number.toLocaleString("en").replaceAll(",", "\u202f") : number;
  return `${figures} ${noun}${number === 1 || number === "1" ? "" : "s"}`;
}
