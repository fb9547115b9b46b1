/** What the pointer does on the stage. */

/**
 * @param {import("../app.js").App} app
 * @returns {import("../shared/pointer.js").Acts}
 */
export function pointing(app) {
  const { drawing, stage } = app;
  return {
    down: () => {
      stage.byKeys(false);
      stage.element.focus({ preventScroll: true });
    },
    press: (point) => {
      const line = stage.clueAt(point);
      return line && (() => app.editClue(line));
    },
    begin: (cell, how) => {
      stage.cursor = cell;
      drawing.begin(cell, how);
    },
    move: (point) => {
      const cell = stage.nearest(point);
      if (cell >= 0 && cell !== stage.cursor) {
        stage.cursor = cell;
        drawing.move(cell);
      }
      stage.hover(stage.cursor);
    },
    end: () => {
      drawing.end();
      app.describe();
    },
    cancel: () => drawing.cancel(),
    hover: (point) => stage.hoverAt(point),
  };
}
