/** Answers in words and figures. */

import { figures, t, time } from "../../shared/words.js";

/** @import { Rating } from "../model/state.js" */

/** A figure with one digit after the point. @param {number} value */
export const tenths = (value) => figures(value, 1);

/** A number of solutions with its digits in groups; a very long one as a power of ten. @param {string} digits */
export function many(digits) {
  const text = String(digits);
  if (text.length > 15)
    return `${figures(Number(text.slice(0, 4)) / 1000, 3)} × 10${raised(text.length - 1)}`;
  return figures(BigInt(text));
}

/** A whole number in raised figures. @param {number} number */
const raised = (number) => [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");

/** The number of open cells, as a bound if some are not decided; "" before any is known. @param {import("../model/state.js").Backbone|null} backbone */
function openWords(backbone) {
  const { open_cells: n = 0, undecided_cells = 0 } = backbone ?? {};
  if (!n) return "";
  return undecided_cells
    ? t("{n} open cell at least|{n} open cells at least", { n })
    : t("{n} open cell|{n} open cells", { n });
}

/**
 * The verdict in few words.
 * @param {Pick<import("../model/state.js").Answers, "check"|"backbone"|"ambiguity"|"isLooking"|"rating"|"error"|"problems">} answers
 * @returns {{kind: string, head: string, more: string}}
 */
export function verdictWords(answers) {
  const { check, backbone, ambiguity, isLooking, rating, error, problems } = answers;
  if (problems.length) return { kind: "unsolvable", head: t("No solution"), more: problems[0].reason };
  if (!check)
    return error
      ? { kind: "unknown", head: t("No answer"), more: error }
      : { kind: "waiting", head: t("Looking…"), more: "" };
  if (check.verdict === "unique") {
    const how = t(check.line_solvable ? "lines suffice" : "lines alone do not suffice");
    const minutes = rating?.minutes_text && time(rating.minutes_text);
    return { kind: "unique", head: t("One solution"), more: minutes || how };
  }
  if (check.verdict === "multiple") {
    const more = [openWords(backbone), isLooking && t("still looking")].filter(Boolean).join(" · ");
    if (!ambiguity) return { kind: "multiple", head: t("Several solutions"), more };
    const all = { count: many(ambiguity.count) };
    const head = ambiguity.exact ? t("{count} solutions", all) : t("At least {count} solutions", all);
    return { kind: "multiple", head, more };
  }
  if (check.verdict === "unsolvable")
    return { kind: "unsolvable", head: t("No solution"), more: t("the clues contradict each other") };
  const by = check.stopped ?? "";
  const more = by === "seconds" ? t("time ran out") : by && t("stopped: {by}", { by });
  return { kind: "unknown", head: t("Not known"), more };
}

/** Descriptions of the kinds of regions. @type {Record<string, string>} */
export const KINDS = {
  free: "a cell of which no clue speaks",
  switch: "a switch: either diagonal of a rectangle",
  cycle: "a cycle: two ways around",
  pair: "two ways that differ everywhere",
};

/** Each grade in plain words. @type {Record<string, string>} */
export const MEANINGS = {
  trivial: "Every line falls into place at once.",
  easy: "One line at a time suffices, with simple techniques.",
  medium: "One line at a time suffices, with many steps.",
  probing: "Some cells must be tried out: a wrong colour soon leads to a contradiction.",
  hard: "Some lines need long comparison.",
  search: "Solvers must guess and take back.",
};

/** The expected time of a solver on paper, with its usual range; "" if none is known. @param {Rating} rating */
export function minutesWords({ minutes_text: text, minutes_least: least, minutes_most: most }) {
  if (!text) return "";
  const range = { time: time(text), least: Math.round(least), most: Math.round(most) };
  return most < 1 ? range.time : t("{time} (usually {least} to {most} min)", range);
}
