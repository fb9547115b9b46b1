/** What each key does. @returns {import("../shared/keyboard.js").Shortcut[]} */

import { ARROWS } from "../shared/keyboard.js";
import { TOOLS } from "../tools/all.js";

/** @param {import("../app.js").App} app */
export function shortcuts(app) {
  const { drawing, stage } = app;
  const arrows = Object.entries(ARROWS).flatMap(([key, [down, right]]) => [
    {
      keys: key,
      grid: true,
      act: () => {
        drawing.step(down, right);
        app.describe();
      },
    },
    {
      keys: `Shift+${key}`,
      grid: true,
      act: () => {
        drawing.step(down, right, true);
        app.describe();
      },
    },
    { keys: `Ctrl+${key}`, grid: true, act: () => stage.pan(-right * 60, -down * 60) },
  ]);
  const press = (event) => {
    drawing.press(stage.cursor, { constrain: event.shiftKey });
    app.describe();
  };
  const mending = (keys) => ({
    keys,
    act: () => app.activity.key(keys),
    when: () => Boolean(app.activity.changes?.length),
  });
  return [
    { keys: "Tab", does: "go through the controls; the picture is one of them", when: () => false, act() {} },
    { keys: "←↑↓→", does: "move on the picture, with Shift painting", when: () => false, act() {} },
    ...arrows,
    { keys: "Space Enter", does: "paint, or begin and end a line, frame or move", grid: true, act: press },
    { keys: "Shift+Space Shift+Enter", does: "the same straight, filled, as a copy", grid: true, act: press },
    {
      keys: "X",
      does: "mark as empty in play, erase elsewhere",
      grid: true,
      act: () => {
        drawing.press(stage.cursor, { erase: true });
        app.describe();
      },
    },
    { keys: "Escape", does: "leave off", act: () => drawing.cancel() },
    ...Object.entries(ARROWS).map(([key, [down, right]]) => ({
      keys: `Alt+${key}`,
      act: () => drawing.nudge(down, right),
      when: () => Boolean(drawing.selection),
    })),
    { keys: "Alt+←↑↓→", does: "nudge what is selected", when: () => false, act() {} },
    { keys: "Delete Backspace", does: "erase what is selected", act: () => drawing.erase() },
    {
      keys: "H Shift+H",
      does: "a hint in play; again says more",
      act: () => app.activity.hint(),
      when: () => app.activity.plays && app.activity.drawable,
    },
    mending("Y"),
    mending("N"),
    mending("J"),
    ...Object.entries(TOOLS).map(([name, { key, name: does }]) => ({
      keys: key.toUpperCase(),
      does,
      act: () => app.choose(name),
    })),
    ...Array.from({ length: 10 }, (_, ink) => ({ keys: String(ink), act: () => app.chooseInk(ink) })),
    { keys: "0–9", does: "choose an ink", when: () => false, act() {} },
    { keys: "Ctrl+Z", does: "undo", act: () => app.undo() },
    { keys: "Ctrl+Shift+Z Ctrl+Y", does: "redo", act: () => app.redo() },
    { keys: "Ctrl+O", does: "open a file", act: () => app.chooseFile("") },
    {
      keys: "Ctrl+S",
      does: "save as a file",
      act: () => {
        app.go(app.activities[4]);
        app.activity.save();
      },
    },
    { keys: "+ =", does: "zoom in", act: () => stage.zoom(1.3) },
    { keys: "-", does: "zoom out", act: () => stage.zoom(1 / 1.3) },
    { keys: ".", does: "fit into the window", act: () => stage.fit() },
    ...app.activities.map((activity, at) => ({
      keys: `Alt+${at + 1}`,
      does: activity.name,
      act: () => app.go(activity),
    })),
    {
      keys: "C",
      does: "change the clue of the row; with Shift of the column",
      grid: true,
      act: () => edit(app, 0),
    },
    { keys: "Shift+C", grid: true, act: () => edit(app, 1) },
    { keys: "?", does: "these keys", act: () => app.help() },
  ];
}

function edit(app, family) {
  const found = app.stage.linesThrough(app.stage.cursor).find((each) => each.family === family);
  if (found) app.editClue(found);
}
