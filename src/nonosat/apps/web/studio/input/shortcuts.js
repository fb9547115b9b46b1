/** The actions of keys. */

import { activityKey, KEYS } from "../model/keys.js";
import { ARROWS } from "../../shared/keyboard.js";
import { TOOLS } from "../tools/all.js";

/** @typedef {import("../../shared/keyboard.js").Shortcut} Shortcut */

/** A row for the help page only. @param {string} keys @param {string} does @param {string} [part] @returns {Shortcut} */
const shown = (keys, does, part = "") => ({ keys, does, part, when: () => false, act() {} });

/**
 * @param {import("../api.js").Api} api
 * @param {import("../view/stage.js").Stage} stage
 * @param {{help: () => void}} page
 * @returns {Shortcut[]}
 */
export function shortcuts(api, stage, page) {
  const { drawing, state, mend, savePanel } = api;
  /** Acts at the grid, and announces the cursor. @param {(event: KeyboardEvent) => void} act */
  const at = (act) => ({
    grid: true,
    /** @param {KeyboardEvent} event */
    act: (event) => {
      act(event);
      api.describe();
    },
  });
  const arrows = Object.entries(ARROWS).flatMap(([key, [down, right]]) => [
    { keys: key, ...at(() => drawing.step(down, right)) },
    { keys: `Shift+${key}`, ...at(() => drawing.step(down, right, true)) },
    { keys: `Ctrl+${key}`, grid: true, act: () => stage.pan(-right * 60, -down * 60) },
  ]);
  /** @param {KeyboardEvent} event */
  const press = (event) => drawing.press(stage.cursor, { constrain: event.shiftKey });
  const proposes = () => state.activity === mend && state.mending.changes.length > 0;
  /** @param {number} family */
  const edit = (family) => {
    const line = stage.linesThrough(stage.cursor).find((line) => line.family === family);
    if (line) api.editClue(line);
  };
  const save = () => {
    api.go(savePanel);
    savePanel.save();
  };
  return [
    shown("Tab", "go through the controls; the picture is one of them", "At the picture"),
    shown("←↑↓→", "move on the picture, with Shift painting"),
    ...arrows,
    { keys: "Space Enter", does: "paint, or begin and end a line or frame", ...at(press) },
    { keys: "Shift+Space Shift+Enter", does: "the same straight or filled", ...at(press) },
    { keys: KEYS.mark, does: "erase", ...at(() => drawing.press(stage.cursor, { erase: true })) },
    { keys: KEYS.cancel, does: "leave off", act: () => drawing.cancel() },
    { keys: KEYS.accept, act: () => mend.accept(), when: proposes },
    { keys: KEYS.refuse, act: () => mend.refuse(), when: proposes },
    { keys: KEYS.next, act: () => mend.next(), when: proposes },
    ...Object.entries(TOOLS).map(([name, { name: does }], number) => ({
      keys: KEYS[name],
      does,
      part: number ? "" : "Tools and inks",
      act: () => api.choose(name),
    })),
    ...Array.from({ length: 10 }, (_, ink) => ({ keys: String(ink), act: () => api.chooseInk(ink) })),
    shown("0–9", "choose an ink"),
    { keys: KEYS.undo, does: "undo", part: "Puzzle and view", act: () => api.undo() },
    { keys: KEYS.redo, does: "redo", act: () => api.redo() },
    { keys: KEYS.open, does: "open a file", act: () => api.opening.choose("") },
    { keys: KEYS.save, does: "save as a file", act: save },
    { keys: KEYS.print, does: "print the puzzle", act: () => savePanel.print() },
    { keys: KEYS.larger, does: "zoom in", act: () => stage.zoom(1.3) },
    { keys: KEYS.smaller, does: "zoom out", act: () => stage.zoom(1 / 1.3) },
    { keys: KEYS.fit, does: "fit into the window", act: () => stage.fit() },
    ...state.activities.map((activity, number) => ({
      keys: activityKey(number),
      does: activity.name,
      part: number ? "" : "Parts of the page",
      act: () => api.go(activity),
    })),
    {
      keys: KEYS.rowClue,
      does: "change the clue of the row; with Shift of the column",
      grid: true,
      act: () => edit(0),
    },
    { keys: KEYS.columnClue, grid: true, act: () => edit(1) },
    { keys: KEYS.help, does: "these keys", act: () => page.help() },
  ];
}
