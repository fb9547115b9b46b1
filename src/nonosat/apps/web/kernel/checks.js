/** Checks of data from outside: the first fault is thrown as a `RangeError` that names the member. */

/** @param {unknown} condition @param {string} where the member @param {string} reason */
export function require(condition, where, reason) {
  if (!condition) throw new RangeError(`\`${where}\` ${reason}`);
}

/** A number and its noun. @param {number} count @param {string} noun */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** @param {any} value @param {number} least @param {number} most */
export const isWhole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

/** @param {any} value */
export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Whether a value is text that can be encoded. @param {any} value */
export const isText = (value) => typeof value === "string" && value.isWellFormed();

/** @param {any} value @param {string} where @returns {any[]} */
export function list(value, where, least = 0, most = Infinity) {
  require(Array.isArray(value), where, "must be a list");
  const { length } = value;
  const bounds = least === most ? "" : `${least} to `;
  const wanted = most === Infinity ? `${least} or more items` : bounds + counted(most, "item");
  require(length >= least && length <= most, where, `must have ${wanted}, not ${length}`);
  return value;
}

/** @param {any} value @param {string} where @returns {[string, any][]} */
export function entries(value, where) {
  require(isObject(value), where, "must be an object");
  return Object.entries(value);
}

/** @param {number} length */
export const range = (length) => Array.from({ length }, (_, at) => at);
