"use strict";

// The page of a scanned puzzle: a field on each number, and the puzzle that they make as a file.

const scan = JSON.parse(document.getElementById("scan").textContent);
const sheet = document.querySelector(".sheet");
const output = document.querySelector("output");
const fields = [];

function add(number, place) {
  const field = document.createElement("input");
  field.value = number.value === null ? "" : String(number.value);
  field.inputMode = "numeric";
  field.setAttribute("aria-label", `${number.axis} ${number.index + 1}, number ${number.position + 1}`);
  field.title = number.values.join(", ");
  field.classList.toggle("doubtful", number.doubtful);
  field.style.left = `${place[0] - 6}px`;
  field.style.top = `${place[1] - 4}px`;
  field.style.height = `${place[3] - place[1] + 8}px`;
  field.addEventListener("input", () => {
    field.classList.remove("doubtful");
    tell();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      nextDoubtful(field);
    }
  });
  sheet.append(field);
  fields.push({ field, number });
}

function nextDoubtful(from) {
  from.classList.remove("doubtful");
  const at = fields.findIndex((each) => each.field === from);
  const order = [...fields.slice(at + 1), ...fields.slice(0, at + 1)];
  const next = order.find((each) => each.field.classList.contains("doubtful"));
  if (next) {
    next.field.focus();
    next.field.scrollIntoView({ block: "center", inline: "center" });
  }
  tell();
}

function clues(axis, count) {
  const lines = Array.from({ length: count }, () => []);
  for (const { field, number } of fields) {
    if (number.axis === axis) {
      for (const word of field.value.trim().split(/\s+/).filter(Boolean)) {
        lines[number.index].push({ length: Number(word), colour: number.ink });
      }
    }
  }
  return lines.map((line) => line.filter((block) => block.length > 0));
}

function plain(lines) {
  return lines.map((line) =>
    line.map((block) => (block.colour === 1 ? block.length : [block.length, block.colour])),
  );
}

function tell() {
  const wrong = fields.filter((each) => !/^[\d\s]*$/.test(each.field.value)).length;
  const sums = ["row", "column"].map((axis, at) =>
    clues(axis, at ? scan.columns : scan.rows)
      .flat()
      .reduce((sum, block) => sum + block.length, 0),
  );
  const left = fields.filter((each) => each.field.classList.contains("doubtful")).length;
  const parts = [`${left} doubtful`];
  if (wrong) {
    parts.push(`${wrong} fields hold something else than numbers`);
  }
  parts.push(
    sums[0] === sums[1]
      ? `rows and columns both sum to ${sums[0]}`
      : `rows sum to ${sums[0]}, columns to ${sums[1]}`,
  );
  output.value = parts.join("; ");
}

function save() {
  const puzzle = {
    rows: plain(clues("row", scan.rows)),
    columns: plain(clues("column", scan.columns)),
    palette: scan.palette,
  };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(puzzle)}\n`], { type: "application/json" }));
  link.download = "puzzle.json";
  link.click();
}

sheet.querySelector("img").src = scan.image;
document.getElementById("reasons").textContent = scan.reasons.join("; ");
for (const number of scan.numbers) {
  add(number, number.place);
}
document.querySelector("button").addEventListener("click", save);
tell();
