/** Places of the slider that replays an explanation. */

import { reasonsOf } from "../shared/teaching.js";

/** The places of an explanation's slider: each step, and each link of those from suppositions. @param {import("../shared/teaching.js").Step[]} steps @param {(place: {row: number, column: number}) => number} place */
export function positionsOf(steps, place) {
  return steps.flatMap((step, number) => {
    const stages = reasonsOf(step, place);
    stages[stages.length - 1].whole = true;
    return stages.map((stage) => ({ ...stage, number }));
  });
}
