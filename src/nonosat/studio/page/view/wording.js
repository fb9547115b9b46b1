/** Answers in words and figures. */

/** "1 cell", "2 cells". @param {number|string} number @param {string} noun */
export function counted(number, noun) {
  const figures = typeof number === "number" ? number.toLocaleString("en").replaceAll(",", "\u202f") : number;
  return `${figures} ${noun}${number === 1 || number === "1" ? "" : "s"}`;
}

/** A number of solutions with its digits in groups; a very long one as a power of ten. */
export function many(digits) {
  const text = String(digits);
  if (text.length > 15) return `${text[0]}.${text.slice(1, 4)} × 10${superscript(text.length - 1)}`;
  return text.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

function superscript(number) {
  return [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("");
}

/**
 * The verdict in few words.
 * @param {Pick<import("../asking/watch.js").Answers, "check"|"ambiguity"|"rating"|"error"|"problems">} answers
 * @returns {{kind: string, head: string, more: string}}
 */
export function verdictWords({ check, ambiguity, rating, error, problems }) {
  if (problems.length) return { kind: "unsolvable", head: "No solution", more: problems[0].reason };
  if (!check)
    return error
      ? { kind: "unknown", head: "No answer", more: error }
      : { kind: "waiting", head: "Looking…", more: "" };
  if (check.verdict === "unique") {
    const how = check.line_solvable ? "lines suffice" : "lines alone do not suffice";
    return { kind: "unique", head: "One solution", more: rating?.grade ?? how };
  }
  if (check.verdict === "multiple") {
    if (!ambiguity) return { kind: "multiple", head: "Several solutions", more: "" };
    const cells = ambiguity.regions.reduce((sum, { cells: all }) => sum + all.length, 0);
    const count = `${ambiguity.exact ? "" : "at least "}${many(ambiguity.count)} solutions`;
    return {
      kind: "multiple",
      head: count[0].toUpperCase() + count.slice(1),
      more: cells ? counted(cells, "open cell") : "",
    };
  }
  if (check.verdict === "unsolvable")
    return { kind: "unsolvable", head: "No solution", more: "the clues contradict each other" };
  return { kind: "unknown", head: "Not known", more: limitWords(check.stopped) };
}

function limitWords(stopped) {
  return stopped === "seconds" ? "time ran out" : stopped ? `stopped: ${stopped}` : "";
}

/** What makes a region ambiguous. */
export const KINDS = {
  free: "a cell of which no clue speaks",
  switch: "a switch: either diagonal of a rectangle",
  cycle: "a cycle: two ways around",
  pair: "two ways that differ everywhere",
  permutation: "a permutation",
  other: "",
};

/** Grades from easy to hard. */
export const GRADES = ["trivial", "easy", "medium", "hard", "needs probing", "needs search"];
