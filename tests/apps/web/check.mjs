// node check.mjs FOLDER [SECONDS]: for each line of standard input, a puzzle in JSON, the answer of the package or its error: one line of JSON.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { check } = await import(pathToFileURL(`${process.argv[2]}/kernel/nonosat.js`));

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await check(JSON.parse(line), { seconds: Number(process.argv[3] ?? 10) }).catch(
    ({ name, message }) => ({ error: name, message }),
  );
  console.log(JSON.stringify(answer));
}
