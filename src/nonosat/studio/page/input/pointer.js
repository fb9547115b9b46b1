/**
 * Mouse, pen and fingers on the stage: one draws, two move and zoom. The middle button moves as well, the wheel
 * scrolls, with Ctrl it zooms.
 */

/**
 * @param {import("../view/stage.js").Stage} stage
 * @param {object} acts
 * @param {(cell: number, how: {erase: boolean, constrain: boolean}) => void} acts.begin
 * @param {(cell: number) => void} acts.move
 * @param {() => void} acts.end
 * @param {() => void} acts.cancel
 * @param {(line: {family: number, index: number}) => void} acts.clue a clue was clicked
 */
export function listenToPointer(stage, acts) {
  const { element } = stage;
  /** @type {Map<number, [number, number]>} */
  const down = new Map();
  let mode = "",
    last = -1,
    pointed = null;

  const capture = (event) => {
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      /* it has left already */
    }
  };

  element.addEventListener("pointerdown", (event) => {
    stage.byKeys(false);
    element.focus({ preventScroll: true });
    const point = stage.point(event);
    down.set(event.pointerId, point);
    capture(event);
    if (down.size === 2) {
      if (mode === "draw") acts.cancel();
      mode = "pinch";
      return;
    }
    if (down.size > 2) return;
    if (event.button === 1) {
      mode = "pan";
      event.preventDefault();
      return;
    }
    const line = stage.clueAt(point);
    if (line) {
      mode = "clue";
      pointed = line;
      return;
    }
    const cell = stage.cellAt(point);
    if (cell < 0) {
      mode = stage.view.fitted ? "" : "pan";
      return;
    }
    mode = "draw";
    last = cell;
    stage.cursor = cell;
    acts.begin(cell, { erase: event.button === 2 || event.buttons === 32, constrain: event.shiftKey });
  });

  element.addEventListener("pointermove", (event) => {
    const point = stage.point(event);
    if (!down.has(event.pointerId)) {
      if (event.pointerType !== "touch") hover(point);
      return;
    }
    const before = down.get(event.pointerId);
    if (mode === "pinch" && down.size === 2) pinch(event.pointerId, point);
    else if (mode === "pan") stage.pan(point[0] - before[0], point[1] - before[1]);
    else if (mode === "draw") draw(event);
    down.set(event.pointerId, point);
  });

  const draw = (event) => {
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) {
      const cell = stage.nearest(stage.point(each));
      if (cell < 0 || cell === last) continue;
      last = cell;
      stage.cursor = cell;
      acts.move(cell);
    }
    stage.hover(last);
  };

  const pinch = (id, point) => {
    const other = [...down].find(([each]) => each !== id)[1];
    const before = down.get(id);
    const spread = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
    const middle = (one) => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
    const [x0, y0] = middle(before),
      [x1, y1] = middle(point);
    stage.pan(x1 - x0, y1 - y0);
    stage.zoom(spread(point) / spread(before), [x1, y1]);
  };

  const hover = (point) => {
    const line = stage.clueAt(point);
    const cell = line ? -1 : stage.cellAt(point);
    element.dataset.over = line ? "clue" : cell >= 0 ? "cell" : "";
    if (line) {
      stage.hovered = new Set([`${line.family} ${line.index}`]);
      stage.redraw("clues");
    } else stage.hover(cell);
  };

  const up = (event, done) => {
    if (!down.delete(event.pointerId)) return;
    if (mode === "draw") done();
    if (mode === "clue" && done === acts.end) acts.clue(pointed);
    if (!down.size || mode !== "pinch") mode = "";
  };
  element.addEventListener("pointerup", (event) => up(event, acts.end));
  element.addEventListener("pointercancel", (event) => up(event, acts.cancel));
  element.addEventListener("pointerleave", () => {
    if (!down.size) stage.hover(-1);
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());

  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) stage.zoom(Math.exp(-event.deltaY * 0.004), stage.point(event));
      else if (!stage.view.fitted)
        stage.pan(event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
    },
    { passive: false },
  );
}
