/** Takes the colour of a cell as the ink, and gives the pencil back. @type {import("./strokes.js").Tool} */
export const pick = {
  name: "Eyedropper",
  icon: "pick",
  hint: "Take the ink of a cell",
  begin: (desk, first) => ({ move() {}, done: () => desk.pick(desk.cells[first]) }),
};
