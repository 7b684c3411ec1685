// The grid of 13 by 13 starting hands: pairs on the diagonal, suited hands above it, offsuit hands below.
//
//   const grid = makeGrid(classes, { label: "Range", paint: (name, phase) => ..., focus: (name) => ... });
//   root.append(grid.root);
//   grid.draw((name) => ({ fills: [["var(--accent)", 0.5]], text: "AKs", note: "50%", title: "AKs, half of the time", off: false }));
//
// `fills` are colours and the share of the cell that each takes, from the left. With `paint` the grid can be painted: it is called
// with phase "start" (or "copy", to paint the weight of this cell), "over" and "end". `focus` is called with the cell under the keyboard
// or pointer. Arrow keys go from cell to cell; with Shift they copy the cell's weight. Typing a hand ("A K s") goes to its cell.

import { make, mark } from "/static/dom.js";

const SIDE = 13;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** A grid of the given classes, row by row. */
export function makeGrid(classes, { label = "Starting hands", paint = null, focus = null, choose = null } = {}) {
  const cells = classes.map((name) => make("div", { class: "cell", role: "gridcell", tabindex: "-1", "data-hand": name, "aria-label": name },
    make("span", { class: "cell-name" }, name), make("span", { class: "cell-note" })));
  const rows = Array.from({ length: SIDE }, (_, row) => make("div", { class: "grid-row", role: "row" }, cells.slice(SIDE * row, SIDE * row + SIDE)));
  const root = make("div", { class: `hand-grid ${paint ? "paintable" : ""}`, role: "grid", "aria-label": label }, rows);
  const says = make("p", { class: "small quiet", "aria-hidden": "true" }); // screen readers read the cell itself
  let at = 0;
  let painting = false;
  let last = -1;
  let typed = "";
  cells[0].tabIndex = 0;

  function go(place, { take = true } = {}) {
    cells[at].tabIndex = -1;
    at = place;
    cells[at].tabIndex = 0;
    write(says, cells[at].title);
    if (take) cells[at].focus({ preventScroll: false });
    focus?.(classes[at]);
  }

  function over(place) {
    if (place < 0 || place === last) return;
    last = place;
    paint(classes[place], "over");
  }

  const placeAt = (event) => cells.indexOf(document.elementFromPoint(event.clientX, event.clientY)?.closest(".cell"));

  root.addEventListener("pointerdown", (event) => {
    const place = cells.indexOf(event.target.closest(".cell"));
    if (place < 0 || event.button) return;
    if (cells[place].getAttribute("aria-disabled")) return;
    go(place);
    choose?.(classes[place]);
    if (!paint) return;
    event.preventDefault();
    root.setPointerCapture(event.pointerId);
    painting = true;
    last = -1;
    paint(classes[place], "start");
    over(place);
  });
  root.addEventListener("pointermove", (event) => { if (painting) over(placeAt(event)); });
  for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => {
    if (!painting) return;
    painting = false;
    paint(null, "end");
  });
  root.addEventListener("focusin", (event) => {
    const place = cells.indexOf(event.target);
    if (place >= 0 && place !== at) go(place, { take: false });
    else if (place >= 0) focus?.(classes[place]);
  });

  /** A stroke over one cell: with the brush, or with the weight of another cell. */
  function stroke(place, like = null) {
    if (!paint) return;
    paint(classes[like ?? place], like === null ? "start" : "copy");
    last = -1;
    over(place);
    paint(null, "end");
  }

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      const row = Math.min(SIDE - 1, Math.max(0, Math.floor(at / SIDE) + step[0]));
      const column = Math.min(SIDE - 1, Math.max(0, at % SIDE + step[1]));
      const before = at;
      go(SIDE * row + column);
      if (event.shiftKey && at !== before) stroke(at, before);
    } else if (event.key === " " || event.key === "Enter") {
      choose?.(classes[at]);
      stroke(at);
    } else if (/^[2-9tjqkaso]$/i.test(event.key)) {
      type(event.key);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });

  function type(key) {
    typed = (typed + (/[so]/i.test(key) ? key.toLowerCase() : key.toUpperCase())).slice(-3);
    for (const text of [typed, typed.slice(-2)]) {
      const place = classes.findIndex((name) => name === text || name === `${text}o`);
      if (place >= 0) {
        go(place);
        return;
      }
    }
  }

  return {
    root,
    /** A line with what the current cell shows, in words: its tooltip for the keyboard and for fingers. */
    says,
    /** The class that has the keyboard focus. */
    get at() { return classes[at]; },
    go: (name) => go(classes.indexOf(name)),
    /** Draw every cell by a function of its class. */
    draw(of) {
      classes.forEach((name, place) => {
        const cell = cells[place];
        const { fills = [], text = name, note = "", title = name, off = false, ink = null } = of(name);
        cell.style.backgroundImage = sideBySide(fills);
        cell.style.color = ink ?? "";
        write(cell.firstChild, text);
        write(cell.lastChild, note);
        mark(cell, "aria-label", title);
        mark(cell, "title", title);
        mark(cell, "aria-disabled", off ? "true" : null);
        mark(cell, "data-held", fills.some(([, share]) => share > 0));
      });
      write(says, cells[at].title);
    },
  };
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Colours side by side, each as wide as its share. */
function sideBySide(fills) {
  let from = 0;
  const stops = [];
  for (const [colour, share] of fills) {
    if (!(share > 0)) continue;
    const to = Math.min(1, from + share);
    stops.push(`${colour} ${(100 * from).toFixed(2)}% ${(100 * to).toFixed(2)}%`);
    from = to;
  }
  if (!stops.length) return "";
  if (from < 1) stops.push(`transparent ${(100 * from).toFixed(2)}% 100%`);
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}

/** The colour of an equity or any share from 0 to 1: red, grey in the middle, green. */
export function heat(share) {
  const towards = share < 0.5 ? "var(--heat-low)" : "var(--heat-high)";
  return `color-mix(in oklab, ${towards} ${Math.round(200 * Math.abs(share - 0.5))}%, var(--heat-middle))`;
}
