/** The page's offers below the picture: ways to begin an empty one, and remedies for a verdict. */

/** @typedef {import("../view/verdict.js").Action} Action @typedef {import("../api.js").Api} Api */

/** @param {Api} api @returns {Action[]} */
export function offers(api) {
  return api.state.isEmpty ? beginnings(api) : remedies(api);
}

/** @param {Api} api @returns {Action[]} */
function beginnings(api) {
  const { state, draw, opening } = api;
  if (state.activity !== draw) return [];
  return [
    ["New", () => api.newPuzzle()],
    ["Open", () => opening.choose("")],
    ["Image", () => opening.choose("image/*")],
    ["Photo", () => draw.photo.open()],
    ["Examples", () => opening.examples()],
  ];
}

/** @param {Api} api @returns {Action[]} */
function remedies(api) {
  const { state, see, mend } = api;
  const verdict = state.stale ? "" : state.answers.check?.verdict;
  /** @type {Action[]} */
  const offers = [];
  /** @param {string} name @param {import("../model/activity.js").Activity} other */
  const offer = (name, other, act = () => {}) => {
    if (state.activity !== other) offers.push([name, () => (api.go(other), act())]);
  };
  if (verdict === "unsolvable") offer("Why?", see);
  if (verdict === "multiple") {
    offer("Show them", see);
    offer("Repair", mend, () => mend.ask(state.puzzle.cells ? "unique" : "givens"));
  }
  return offers;
}
