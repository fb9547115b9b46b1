/** The pointer's actions on the stage. */

/**
 * @param {import("../api.js").Api} api
 * @param {import("../view/stage.js").Stage} stage
 * @returns {import("../../shared/pointer.js").Acts}
 */
export function pointing(api, stage) {
  const { drawing } = api;
  return {
    down: () => {
      drawing.endTyped();
      stage.byKeys(false);
      stage.element.focus({ preventScroll: true });
    },
    press: (point) => {
      const line = stage.clueAt(point);
      return line && (() => api.editClue(line));
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
      api.describe();
    },
    cancel: () => drawing.cancel(),
    hover: (point) => stage.hoverAt(point),
  };
}
