/**
 * Mouse, pen and fingers: one draws, two move and zoom. The middle button moves as well, the wheel scrolls, with
 * Ctrl it zooms.
 *
 * @typedef {[number, number]} Point in the units of the surface
 *
 * @typedef {object} Surface
 * @property {HTMLElement} element
 * @property {boolean} [scrolls] whether the browser scrolls it
 * @property {(event: MouseEvent) => Point} point
 * @property {(point: Point) => number} cellAt the cell at a point, or -1
 * @property {() => boolean} whole whether all of it is visible
 * @property {(dx: number, dy: number) => void} pan
 * @property {(factor: number, around: Point) => void} zoom
 *
 * @typedef {object} Acts
 * @property {(cell: number, how: {erase: boolean, constrain: boolean, touch: boolean}) => void} begin
 * @property {(point: Point) => void} move
 * @property {() => void} end
 * @property {() => void} cancel
 * @property {(point: Point|null) => void} hover nothing is under the pointer for null
 * @property {() => void} [down] anything is pressed
 * @property {(point: Point) => (() => void)|null} [press] the action of a click at a point beside the cells
 */

/** @param {Surface} surface @param {Acts} acts */
export function listenToPointer(surface, acts) {
  const { element } = surface;
  /** @type {Map<number, Point>} */
  const down = new Map();
  let mode = "";
  /** @type {(() => void)|null} */
  let click = null;

  element.addEventListener("pointerdown", (event) => {
    acts.down?.();
    const point = surface.point(event);
    down.set(event.pointerId, point);
    try {
      element.setPointerCapture(event.pointerId);
    } catch {
      // the pointer has left already
    }
    if (down.size === 2) {
      if (mode === "draw") acts.cancel();
      mode = "pinch";
    }
    if (down.size > 1) return;
    if (event.button === 1) mode = "pan";
    else if ((click = acts.press?.(point) ?? null)) mode = "click";
    else begin(event, surface.cellAt(point));
    if (mode === "draw" || mode === "pan") event.preventDefault();
  });

  /** @param {PointerEvent} event @param {number} cell */
  const begin = (event, cell) => {
    mode = cell >= 0 ? "draw" : surface.whole() ? "" : "pan";
    if (mode === "draw")
      acts.begin(cell, {
        erase: event.button === 2 || event.buttons === 32,
        constrain: event.shiftKey,
        touch: event.pointerType === "touch",
      });
  };

  element.addEventListener("pointermove", (event) => {
    const point = surface.point(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") acts.hover(point);
      return;
    }
    if (mode === "pinch" && down.size === 2) pinch(event.pointerId, before, point);
    else if (mode === "pan") surface.pan(point[0] - before[0], point[1] - before[1]);
    else if (mode === "draw") draw(event);
    down.set(event.pointerId, point);
  });

  /** @param {PointerEvent} event */
  const draw = (event) => {
    const events = event.getCoalescedEvents?.() ?? [];
    for (const moved of events.length ? events : [event]) acts.move(surface.point(moved));
  };

  /** @param {number} id @param {Point} before @param {Point} point */
  const pinch = (id, before, point) => {
    const [[, other]] = [...down].filter(([key]) => key !== id);
    /** @param {Point} one */
    const spread = (one) => Math.hypot(one[0] - other[0], one[1] - other[1]) || 1;
    /** @param {Point} one */
    const middle = (one) => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
    const [x0, y0] = middle(before),
      [x1, y1] = middle(point);
    surface.pan(x1 - x0, y1 - y0);
    surface.zoom(spread(point) / spread(before), [x1, y1]);
  };

  /** @param {PointerEvent} event @param {() => void} done */
  const up = (event, done) => {
    if (!down.delete(event.pointerId)) return;
    if (mode === "draw") done();
    if (mode === "click" && done === acts.end) click?.();
    if (!down.size || mode !== "pinch") mode = "";
  };
  element.addEventListener("pointerup", (event) => up(event, acts.end));
  element.addEventListener("pointercancel", (event) => up(event, acts.cancel));
  element.addEventListener("pointerleave", () => down.size || acts.hover(null));
  element.addEventListener("contextmenu", (event) => event.preventDefault());

  /** @param {WheelEvent} event */
  const wheel = (event) => {
    if (event.ctrlKey || event.metaKey) surface.zoom(Math.exp(-event.deltaY * 0.004), surface.point(event));
    else if (surface.scrolls) return;
    else if (!surface.whole())
      surface.pan(event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY);
    event.preventDefault();
  };
  element.addEventListener("wheel", wheel, { passive: false });
}
