/** What the page offers below the picture: ways to begin an empty one, and what to do about its verdict. */

/** @typedef {import("../view/verdict.js").Action} Action */

/** @param {any} app @returns {Action[]} */
export function offers(app) {
  return app.session.isEmpty ? beginnings(app) : remedies(app);
}

/** @param {any} app @returns {Action[]} */
function beginnings(app) {
  const [draw] = app.activities;
  if (app.activity !== draw) return [];
  return [
    ["New", () => app.newPuzzle()],
    ["Open", () => app.chooseFile("")],
    ["Image", () => app.chooseFile("image/*")],
    ["Photo", () => draw.photo.open()],
    ["Example", () => app.showExamples()],
  ];
}

/** @param {any} app @returns {Action[]} */
function remedies({ activity, activities, go, session, watch }) {
  const [, see, mend] = activities;
  const verdict = watch.stale ? "" : watch.answers.check?.verdict;
  /** @type {Action[]} */
  const found = [];
  const offer = (name, other, act = () => {}) =>
    activity !== other && found.push([name, () => (go(other), act())]);
  if (verdict === "unsolvable") offer("Why?", see);
  if (verdict === "multiple") {
    offer("Show them", see);
    offer("Repair", mend, () => mend.ask(session.puzzle.cells ? "unique" : "givens"));
  }
  return found;
}
