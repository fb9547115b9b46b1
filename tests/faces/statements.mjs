// node statements.mjs FOLDER: for each line of standard input, JSON of any kind, what the pages' reader and the package make of it:
// a line {page, package}, each {puzzle}, {verdict} or {refused}.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2]}/`);
const { check } = await import(new URL("kernel/nonosat.js", folder));
const { fromJSON, toJSON } = await import(new URL("shared/puzzle.js", folder));

/** @param {unknown} data */
function page(data) {
  try {
    return { puzzle: toJSON(fromJSON(data)) };
  } catch (error) {
    return { refused: error.message, kind: error.name };
  }
}

/** @param {any} data */
const packaged = (data) =>
  check(data, { seconds: 10 }).then(
    ({ verdict }) => ({ verdict }),
    ({ message, name }) => ({ refused: message, kind: name }),
  );

for await (const line of createInterface({ input: process.stdin })) {
  const data = JSON.parse(line);
  console.log(JSON.stringify({ page: page(data), package: await packaged(data) }));
}
