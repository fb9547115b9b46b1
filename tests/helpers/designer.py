"""A person at the studio's page, who looks, points and presses keys."""

import base64
import json
import re
import zlib

LOOK_INSIDE = """async () => {
    const { outline, cellAt } = await import("./shared/geometry.js");
    const { toJSON } = await import("./shared/puzzle.js");
    globalThis.studio = { ...(await (await import("./studio/main.js")).studio), outline, cellAt, toJSON };
    await (await studio.questions.engine).ready;
}"""
"""Puts what the page consists of where a test finds it."""

STARTED = "html[data-started]"


class Designer:
    """Drives one page; `page` is Playwright's."""

    def __init__(self, page, puzzle=None):
        self.page = page
        self.sit_down()
        if puzzle is not None:
            self.open(puzzle)

    def sit_down(self):
        """Waits until the page has started, its engine too."""
        self.page.wait_for_selector(STARTED)
        self.page.evaluate(LOOK_INSIDE)
        self.settle()

    def wait(self, condition):
        """Waits until an expression of JavaScript is true."""
        self.page.wait_for_function(f"() => {condition}")

    def open(self, puzzle):
        """Follows a link that carries a puzzle."""
        self.page.evaluate("fragment => { location.hash = fragment }", fragment(puzzle))
        self.wait("!location.hash")
        self.settle()

    def settle(self):
        """Waits until the answer about the puzzle on the desk is complete."""
        self.wait("!studio.state.busy && studio.state.isAnswered")

    @property
    def puzzle(self):
        """Returns the puzzle on the desk as JSON."""
        return self.page.evaluate("() => studio.toJSON(studio.state.puzzle)")

    @property
    def verdict(self):
        return self.page.inner_text("#verdict")

    def place(self, row, column):
        """Returns the position of a cell on the page."""
        return self.page.evaluate(
            """([row, column]) => {
                const { view, element } = studio.stage;
                const corners = studio.outline(view.geometry, studio.cellAt(view.geometry, row, column));
                const middle = (axis) =>
                    corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
                const { left, top } = element.getBoundingClientRect();
                return [left + view.x + middle(0) * view.scale, top + view.y + middle(1) * view.scale];
            }""",
            [row, column],
        )

    def colour(self, row, column):
        """Returns the visible red, green and blue in the middle of a cell, below any overlay."""
        return self.page.evaluate(
            """async ([x, y]) => {
                await new Promise(requestAnimationFrame); // what has changed is drawn then
                const { element, canvases: [canvas], contexts: [context] } = studio.stage;
                const { left, top, width } = element.getBoundingClientRect();
                const ratio = canvas.width / width;
                const { data } = context.getImageData((x - left) * ratio, (y - top) * ratio, 1, 1);
                return [...data].slice(0, 3);
            }""",
            self.place(row, column),
        )

    def stroke(self, *cells):
        """Draws through some cells, each (row, column), with the chosen tool."""
        mouse = self.page.mouse
        for number, cell in enumerate(cells):
            mouse.move(*self.place(*cell))
            if not number:
                mouse.down()
        mouse.up()

    def go(self, activity):
        self.page.get_by_role("tab", name=activity).click()

    def press(self, name):
        self.page.get_by_role("button", name=name).first.click()

    def slide(self, name, value):
        self.page.get_by_role("slider", name=name).fill(str(value))

    def drop(self, *paths, kind=""):
        """Drops files on the page."""
        self.page.evaluate(
            """([type, files]) => {
                const data = new DataTransfer();
                for (const [name, letters] of files) {
                    const bytes = Uint8Array.from(atob(letters), (each) => each.charCodeAt(0));
                    data.items.add(new File([bytes], name, { type }));
                }
                const about = { dataTransfer: data, bubbles: true, cancelable: true };
                document.body.dispatchEvent(new DragEvent("drop", about));
            }""",
            [kind, [[path.name, base64.b64encode(path.read_bytes()).decode()] for path in paths]],
        )


def fragment(puzzle):
    """Returns the fragment of an address that carries a puzzle."""
    text = json.dumps({"puzzle": json.loads(json.dumps(puzzle.to_json()))})
    packer = zlib.compressobj(wbits=-15)
    data = packer.compress(text.encode()) + packer.flush()
    return "#puzzle=" + re.sub("=+$", "", base64.urlsafe_b64encode(data).decode())
