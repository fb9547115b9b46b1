/* The buttons, checks and hints, the clock, and the start of it all. */

// --- buttons

/** @param {number} value */
function choose(value) {
  tool = value;
  byId(`tool-${value}`).checked = true;
}

function drawTools() {
  const names = puzzle.palette.map(({ name }, colour) => (colour === EMPTY ? "Mark as empty" : name));
  const order = [...names.keys()].slice(1).concat(EMPTY);
  for (const colour of order) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: "tool", id: `tool-${colour}`, checked: colour === tool });
    input.setAttribute("aria-label", names[colour]);
    input.addEventListener("change", () => choose(colour));
    const swatch = document.createElement("span");
    swatch.className = colour === EMPTY ? "swatch cross" : "swatch";
    label.title = `${names[colour]} (${colour === EMPTY ? "X" : colour})`;
    if (colour !== EMPTY) {
      swatch.style.background = `var(--ink${colour})`;
      swatch.style.color = `var(--on-ink${colour})`;
      const letter = document.createElement("span");
      Object.assign(letter, { className: "letter", textContent: puzzle.palette[colour].letter });
      if (!puzzle.plain) swatch.append(letter);
    }
    label.append(input, swatch);
    byId("tools").append(label);
  }
}

/** @param {number} way */
function larger(way) {
  view.fitted = false;
  view.zoom(view.size * 1.25 ** way);
}

async function check() {
  const known = await explained;
  const [wrong, broken] = [game.wrongCells(known), game.brokenLines()];
  if (game.solved) return say("Solved: every clue is met.");
  if (wrong.length) {
    return say(`${many(wrong.length, "cell")} ${wrong.length === 1 ? "is" : "are"} wrong.`, {
      "Clear them": () => clear(wrong),
    });
  }
  if (broken.length)
    return say(
      `${many(broken.length, "line")} cannot be completed as ${broken.length === 1 ? "it is" : "they are"}.`,
    );
  const told = known.complete ? "" : " Not every cell could be proved, only those were checked.";
  return say(`No mistake so far.${told}`);
}

/** @param {number[]} cells */
function clear(cells) {
  set(cells.map((cell) => [cell, UNKNOWN]));
}

async function hint() {
  const known = await explained;
  const [wrong, broken] = [game.wrongCells(known), game.brokenLines()];
  if (game.solved) return say("Solved: nothing is left to do.");
  if (wrong.length) {
    const words = `First a mistake: ${many(wrong.length, "cell")} ${wrong.length === 1 ? "is" : "are"} wrong.`;
    return say(words, { "Clear them": () => clear(wrong) });
  }
  const step = game.nextStep(known);
  if (step) {
    const open = step.cells.filter(([cell]) => game.cells[cell] === UNKNOWN);
    say(`${step.words[0].toUpperCase()}${step.words.slice(1)}.`, { "Do it": () => set(open) });
    return view.highlight(
      step.line,
      open.map(([cell]) => cell),
    );
  }
  if (broken.length) {
    say(`First a mistake: ${view.clueWords(broken[0])} cannot be completed as it is.`);
    return view.highlight(broken[0], []);
  }
  return say(
    known.complete
      ? "Nothing more follows from the clues: there are several solutions, and each of them is right."
      : "This page has no further hints: the rest was not worked out when it was made.",
  );
}

// --- the clock

/** @type {number | null} */
let since = null;

const elapsed = () => game.seconds + (since === null ? 0 : (performance.now() - since) / 1000);

function clockText() {
  const seconds = Math.floor(elapsed());
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map(String);
  return hours === "0"
    ? `${minutes}:${rest.padStart(2, "0")}`
    : `${hours}:${minutes.padStart(2, "0")}:${rest.padStart(2, "0")}`;
}

function start() {
  if (since === null && !document.hidden) since = performance.now();
}

function stop() {
  game.seconds = elapsed();
  since = null;
  byId("time").textContent = clockText();
}

document.addEventListener("visibilitychange", () => {
  const running = since !== null;
  stop();
  if (running) game.save();
  else if (!document.hidden && game.done.length && !game.solved) start();
});
setInterval(() => (byId("time").textContent = clockText()), 500);
addEventListener("pagehide", () => {
  stop();
  game.save();
});

// --- the start

drawTools();
view.focus(0, false);
view.zoomToFit();
byId("board").scrollTo(0, 0);
byId("time").textContent = clockText();
showState();
if (game.solved) say("Solved.");
else if (!game.done.length) {
  const touched = matchMedia("(pointer: coarse)").matches;
  say(
    touched
      ? "One finger draws, two move and zoom. × marks empty cells."
      : "The left button draws, the right one marks empty cells.",
  );
}
byId("undo").addEventListener("click", () => turn(false));
byId("redo").addEventListener("click", () => turn(true));
byId("check").addEventListener("click", check);
byId("hint").addEventListener("click", hint);
byId("larger").addEventListener("click", () => larger(1));
byId("smaller").addEventListener("click", () => larger(-1));
byId("help").addEventListener("click", () => byId("more").showModal());
byId("again").addEventListener("click", () => {
  set([...game.cells.keys()].map((cell) => [cell, UNKNOWN]));
  stop();
  game.seconds = 0;
  byId("time").textContent = clockText();
  byId("more").close();
  game.save();
});
byId("letters").addEventListener("change", () =>
  document.documentElement.classList.toggle("lettered", byId("letters").checked),
);
byId("lettered").hidden = puzzle.plain;
byId("blots").hidden = puzzle.clues.every((clue) => clue?.every(([length]) => length));
byId("strips").hidden = geometry.square;
addEventListener("resize", () => view.fitted && view.zoomToFit());
