/** Keys: one table of actions, which the help page shows as well. */

/**
 * @typedef {object} Shortcut
 * @property {string} keys as shown, e.g. "Ctrl+Z", separated by spaces
 * @property {string} [does] for the help page
 * @property {string} [part] heading of a part of the help page that begins here
 * @property {(event: KeyboardEvent) => void} act
 * @property {boolean} [grid] only if the grid has the focus
 * @property {() => boolean} [when]
 */

/** A key event in the spelling of the table. @param {KeyboardEvent} event */
export function written(event) {
  const parts = [];
  if (event.ctrlKey || event.metaKey) parts.push("Ctrl");
  if (event.altKey) parts.push("Alt");
  const letter = event.key.length === 1;
  if (event.shiftKey && (!letter || /[a-z]/i.test(event.key))) parts.push("Shift");
  const digit = event.altKey && /^Digit\d$/.test(event.code) ? event.code.slice(5) : null;
  parts.push(digit ?? (event.key === " " ? "Space" : letter ? event.key.toUpperCase() : event.key));
  return parts.join("+");
}

const TYPED =
  "input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]";

/** Whether a control acts on a key itself. @param {Element} target @param {string} key */
function usesKey(target, key) {
  if (target.closest?.("input, [role=tab]") && /^(Space|Enter|Shift\+Arrow|Arrow|Home|End|Tab)/.test(key))
    return true;
  return Boolean(target.closest?.("button, a, summary")) && /^(Space|Enter|Home|End|Tab)/.test(key);
}

/**
 * Listens to the whole page.
 * @param {Shortcut[]} table
 * @param {(element: Element) => boolean} isGrid whether an element is the grid, or one of its cells
 */
export function listenToKeys(table, isGrid) {
  /** @type {Map<string, Shortcut[]>} */
  const byKey = new Map();
  for (const shortcut of table) {
    for (const key of shortcut.keys.split(" ")) byKey.set(key, [...(byKey.get(key) ?? []), shortcut]);
  }
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || document.querySelector("dialog[open]") || target.closest?.(TYPED)) return;
    const onGrid = isGrid(target);
    const key = written(event);
    if (!onGrid && usesKey(target, key)) return;
    const shortcut = (byKey.get(key) ?? []).find(
      ({ grid: needed, when }) => (!needed || onGrid) && (!when || when()),
    );
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act(event);
  });
}

/** Rows down and cells right of the arrow keys. @type {Record<string, number[]>} */
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
