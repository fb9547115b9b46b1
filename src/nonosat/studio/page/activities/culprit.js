/** Says which change made a puzzle ambiguous that had one solution: marks its cells, and takes it back. */

import { changedOverlay } from "../view/overlays.js";

export class Culprit {
  /** @param {any} app @param {import("../model/trend.js").Trend} trend */
  constructor(app, trend) {
    this.app = app;
    this.trend = trend;
  }

  /** The cells that have changed since there was one solution; none if there is one, or it is not known yet. */
  get cells() {
    const { watch, session } = this.app;
    const isAmbiguous = !watch.stale && watch.answers.check?.verdict === "multiple";
    return isAmbiguous ? this.trend.changedSince(session.puzzle) : [];
  }

  /** Marks them while one draws or looks. */
  mark() {
    const { activity, stage } = this.app;
    const cells = activity?.shades && !activity.changes ? this.cells : [];
    stage.overlay("changed", cells.length ? changedOverlay(cells) : null);
  }

  /** Gives back the last picture with one solution. */
  undo() {
    const { session } = this.app;
    const { good } = this.trend;
    if (good)
      session.commit("Back to one solution", { ...session.puzzle, cells: good.cells, givens: good.givens });
  }
}
