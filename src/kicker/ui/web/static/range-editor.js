// The range editor: a grid to paint, the text of the range, and a slider for the best hands, all showing the same range at once.
//
//   const editor = makeRangeEditor(await handFacts(), { game: "...", text: "QQ+", change: ({ text, share }) => ... });
//   root.append(editor.root);  editor.text;  editor.setText("AKs");  editor.setGame(name);  editor.undo();
//
// The server parses the text and writes the weights (`POST /api/study/range`). A stroke shows at once; its text
// follows. Games whose hands have more than two cards have no grid: their ranges are text with some of its hands below.

import { ApiError, send } from "/static/api.js";
import { make, mark, money, write } from "/static/dom.js";
import { miniCard } from "/static/card-picker.js";
import { makeGrid } from "/static/grid.js";
import { showKeys } from "/static/panels.js";
import { latest, percent } from "/static/study.js";
import { cardText } from "/static/words.js";

const MOST_UNDO = 200;
const STEP = 5;
const HINTS = { 2: "QQ+, AKs, 76s:0.5, top 15%", 4: "AAxxds, KQJTss, A[K-T]xx, 15%", 5: "AAxxx, KQJTxds", 6: "AAxxxx, KQJTxxds" };
const KEYS = [
  ["← → ↑ ↓", "go from hand to hand"], ["Space", "paint the hand with the brush, or clear it"], ["Shift+←", "copy the weight along"],
  ["A K s", "go to a hand by typing it"], ["+ −", "more or less weight on the brush"], ["Ctrl+Z", "undo"], ["Ctrl+Y", "redo"], ["?", "these keys"],
];
let made = 0;

/** An editor for one range. */
export function makeRangeEditor(facts, { game, text = "", change = () => {} }) {
  const id = `range-${made++}`;
  const places = new Map(facts.classes.map((name, index) => [name, facts.members[index]]));
  const empty = () => new Float64Array(facts.combos.length);
  let rules = facts.games.find((each) => each.name === game) ?? facts.games[0];
  let weights = empty();
  let shown = "";       // the text of these weights
  let past = [];
  let future = [];
  let stroke = null;    // the weight that the pointer leaves behind
  let asked = 0;
  let copies = null;    // the range as a command and as Python

  // --- what it is made of ---
  const grid = makeGrid(facts.classes, { label: "Range", paint, focus: drawSuits });
  const preview = make("div", { class: "preview" });
  const board = make("div", { class: "board-side" }, grid.root, preview);
  const field = make("textarea", { id, rows: "4", spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  const problem = make("p", { class: "problem", role: "alert" });
  const figures = make("p", { class: "figures number", role: "status" });
  const brush = make("input", { type: "range", id: `${id}-brush`, class: "slider", min: "0", max: "100", step: "1", value: "100" });
  const brushSays = make("output", { for: `${id}-brush` }, "100%");
  const best = make("input", { type: "range", id: `${id}-best`, class: "slider", min: "0", max: "100", step: "0.5", value: "0" });
  const bestSays = make("output", { for: `${id}-best` }, "0%");
  const suits = make("div", { class: "suits" });
  const button = (words, title, act) => make("button", { class: "button", type: "button", title, onclick: act }, words);
  const undoButton = button("Undo", "Undo (Ctrl+Z)", undo);
  const redoButton = button("Redo", "Redo (Ctrl+Y)", redo);
  const keysButton = button("Keys", "Keys (?)", () => showKeys(KEYS));
  const gridOnly = make("div", { class: "side" },
    make("div", { class: "brush" }, make("label", { for: brush.id }, "Brush"), brush, brushSays),
    make("div", { class: "brush" }, make("label", { for: best.id }, "Best hands"), best, bestSays), suits);
  const root = make("div", { class: "range-editor" }, board, make("div", { class: "side" },
    make("p", { class: "field" }, make("label", { for: id }, "Range as text"), field), problem, figures, gridOnly,
    make("div", { class: "buttons" }, undoButton, redoButton, button("Clear", "Clear the range", () => paintAll(empty())), keysButton)));

  // --- drawing ---
  const meanOf = (name) => places.get(name).reduce((sum, place) => sum + weights[place], 0) / places.get(name).length;
  const isOff = (name) => !rules.deck.some((card) => card[0] === name[0]) || !rules.deck.some((card) => card[0] === name[1]);

  function draw() {
    mark(grid.root, "hidden", rules.hand_cards !== 2);
    mark(gridOnly, "hidden", rules.hand_cards !== 2);
    mark(preview, "hidden", rules.hand_cards === 2);
    mark(field, "placeholder", HINTS[rules.hand_cards]);
    mark(undoButton, "disabled", !past.length);
    mark(redoButton, "disabled", !future.length);
    if (rules.hand_cards !== 2) return;
    grid.draw((name) => {
      const mean = meanOf(name);
      const note = mean > 0 && mean < 1 ? `${Math.round(100 * mean)}` : "";
      return { fills: [["var(--held)", mean]], note, title: `${name}, ${percent(mean, mean > 0 && mean < 1 ? 1 : 0)}`, off: isOff(name) };
    });
    drawSuits(grid.at);
  }

  function drawSuits(name) {
    if (rules.hand_cards !== 2) return;
    const cells = places.get(name).map((place) => {
      const combo = facts.combos[place];
      const cards = [combo.slice(0, 2), combo.slice(2)];
      const weight = weights[place];
      const cell = make("button", {
        class: "suit-cell number", type: "button", "data-combo": combo, "aria-pressed": weight > 0 ? "true" : "false",
        "aria-label": `${combo}, ${percent(weight, 0)}`, onclick: () => paintOne(place),
      }, cards.map((card) => make("span", { class: `suit-${card[1]} ink` }, cardText(card))), weight > 0 && weight < 1 ? ` ${Math.round(100 * weight)}` : "");
      cell.style.backgroundSize = `${100 * weight}% 6px`;
      return cell;
    });
    const within = suits.contains(document.activeElement) ? document.activeElement.dataset.combo : null;
    suits.replaceChildren(make("p", { class: "small quiet" }, `Suits of ${name}`), make("div", { class: "suit-cells", role: "group", "aria-label": `Suits of ${name}` }, cells));
    if (within) suits.querySelector(`[data-combo="${within}"]`)?.focus();
  }

  function tell(answer) {
    write(problem, "");
    copies = answer.copies;
    const amount = answer.hands ?? answer.combos;
    const whole = Math.abs(answer.total - amount) < 1e-9 ? "" : `, ${money(Math.round(answer.total * 100) / 100)} by weight`;
    write(figures, `${money(amount)} ${rules.hand_cards === 2 ? "combination" : "hand"}${amount === 1 ? "" : "s"}${whole}, ${percent(answer.share)} of all`);
    if (answer.examples) {
      const items = answer.examples.map((hand) => make("li", {}, hand.map(miniCard)));
      preview.replaceChildren(make("p", { class: "small quiet" }, amount ? "Some of its hands" : "No hands yet"), make("ul", { class: "examples" }, items));
    }
    change({ text: shown, share: answer.share });
  }

  // --- painting ---
  function remember() {
    past = [...past.slice(-MOST_UNDO), { weights: weights.slice(), text: shown }];
    future = [];
  }

  function paint(name, phase) {
    if (phase === "start" || phase === "copy") {
      remember();
      stroke = phase === "copy" ? meanOf(name) : Math.abs(meanOf(name) - brush.value / 100) < 1e-9 ? 0 : brush.value / 100;
    } else if (phase === "over") {
      if (isOff(name)) return;
      for (const place of places.get(name)) weights[place] = stroke;
      draw();
      writeText();
    } else {
      stroke = null;
      draw();
    }
  }

  function paintOne(place) {
    remember();
    weights[place] = weights[place] === brush.value / 100 ? 0 : brush.value / 100;
    draw();
    writeText();
  }

  function paintAll(next) {
    remember();
    weights = next;
    if (rules.hand_cards === 2) writeText();
    else setText("", { keep: false });
    draw();
  }

  // --- both ways ---
  /** Ask for the text of the painted range. */
  const writeText = latest(async () => {
    const number = ++asked;
    try {
      const answer = await send("POST", "/api/study/range", { body: { game: rules.name, weights: [...weights] } });
      if (number !== asked) return;
      shown = answer.text;
      field.value = shown;
      tell(answer);
    } catch (error) {
      fail(error);
    }
  });

  /** Ask for the range of a text. */
  const readText = latest(async (typed, keep) => {
    const number = ++asked;
    try {
      const answer = await send("POST", "/api/study/range", { body: { game: rules.name, text: typed } });
      if (number !== asked) return;
      if (keep && typed !== shown) remember();
      shown = typed;
      if (answer.weights) weights = Float64Array.from(answer.weights);
      draw();
      tell(answer);
    } catch (error) {
      if (number === asked) fail(error);
    }
  });

  function fail(error) {
    if (!(error instanceof ApiError)) throw error;
    write(problem, error.message);
  }

  function setText(next, { keep = true } = {}) {
    field.value = next;
    if (!next.trim() && rules.hand_cards !== 2) {
      shown = "";
      copies = null;
      preview.replaceChildren();
      write(figures, "");
      write(problem, "");
      return;
    }
    readText(next, keep);
  }

  function step(from, to) {
    const state = from.pop();
    if (!state) return;
    to.push({ weights: weights.slice(), text: shown });
    ({ weights, text: shown } = { weights: state.weights, text: state.text });
    draw();
    setText(shown, { keep: false });
  }
  function undo() { step(past, future); }
  function redo() { step(future, past); }

  field.addEventListener("input", () => setText(field.value));
  field.addEventListener("change", () => { if (!problem.textContent && rules.hand_cards === 2 && field.value.trim() === "") paintAll(empty()); });
  brush.addEventListener("input", () => write(brushSays, `${brush.value}%`));
  best.addEventListener("input", () => {
    write(bestSays, `${best.value}%`);
    setText(Number(best.value) ? `top ${best.value}%` : "");
  });
  root.addEventListener("keydown", (event) => {
    const typing = event.target === field;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (control && key === "z" && !typing) (event.shiftKey ? redo : undo)();
    else if (control && key === "y" && !typing) redo();
    else if (!typing && !control && (event.key === "+" || event.key === "-" || event.key === "−")) {
      brush.value = Number(brush.value) + (event.key === "+" ? STEP : -STEP);
      write(brushSays, `${brush.value}%`);
    } else if (!typing && event.key === "?") showKeys(KEYS);
    else return;
    event.preventDefault();
  });

  draw();
  setText(text, { keep: false });
  return {
    root, undo, redo, setText,
    get text() { return shown; },
    get game() { return rules.name; },
    get copies() { return copies; },
    get problem() { return problem.textContent; },
    /** Switch to another game; the range starts empty if hands have a different size there. */
    setGame(name) {
      const before = rules;
      rules = facts.games.find((each) => each.name === name) ?? rules;
      if (rules.hand_cards !== before.hand_cards) {
        past = [];
        future = [];
        weights = empty();
        shown = "";
      }
      draw();
      setText(shown, { keep: false });
    },
    focus: () => (rules.hand_cards === 2 ? grid.go(grid.at) : field.focus()),
  };
}
