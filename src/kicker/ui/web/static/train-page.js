// The trainer: a question, the answer, and what the solution does. Every poker fact comes from the server.

import { send } from "/static/api.js";
import { cardSvg } from "/static/cards.js";
import { capital, find, make, toast, write } from "/static/dom.js";
import { linkWith, needKey, openRoom, readLink, studyKey } from "/static/study.js";

openRoom();

const [drills, { solutions }] = await Promise.all([send("GET", "/api/study/train/drills"), send("GET", "/api/study/solutions", { token: studyKey() })]);
const link = readLink();
let drill = drills.find((each) => each.drill === link.get("drill")) ?? drills[0];
let asked = null;      // the question on the page
let graded = false;    // it has been answered
let whole = false;     // whole hands are played
let ended = false;     // the answer ended the hand
let busy = false;
const picked = new Set();
const CHOICES = { oop: "Out of position", ip: "In position" };
const PATIENCE = 700; // milliseconds before the page says why it waits

const choice = make("select", { id: "drill" }, drills.map(({ drill: name, title }) => make("option", { value: name }, title)));
const about = make("p", { class: "small quiet" });
const options = make("div", { class: "train-options" });
const words = make("p", { class: "train-words", id: "situation" });
const unit = make("p", { class: "small quiet", id: "unit" });
const hand = make("div", { class: "train-cards", "aria-label": "Your cards" });
const board = make("div", { class: "train-cards train-board", "aria-label": "Board" });
const answers = make("div", { class: "buttons train-answers" });
const verdict = make("p", { class: "train-verdict", role: "status" });
const table = make("table", { class: "train-table" });
const opponent = make("p", { class: "train-opponent", role: "status" });
const score = make("div", { class: "train-score", "aria-label": "Score" });

// --- drills ---

/** The drill and its options, in the server's form. */
function wanted() {
  const fields = [...options.querySelectorAll("[data-option]")];
  const values = fields.map((field) => [field.name, field.type === "number" ? Number(field.value) : field.value]);
  return { drill: drill.drill, solution: options.querySelector("#solution")?.value ?? "", options: Object.fromEntries(values) };
}

function select(attributes, names, value, words = (name) => name) {
  const field = make("select", { ...attributes, onchange: ask }, names.map((name) => make("option", { value: name }, words(name))));
  if (names.includes(value)) field.value = value;
  return field;
}

function optionField({ name, label, hint, usual, least, most, step, choices }) {
  const id = `option-${name}`;
  const value = link.get(name) ?? usual;
  const field = choices?.length
    ? select({ id, name, "data-option": true }, choices, value, (choice) => CHOICES[choice] ?? capital(choice))
    : choices ? make("input", { type: "text", id, name, "data-option": true, autocomplete: "off", value, onchange: ask })
    : make("input", { type: "number", id, name, "data-option": true, min: least, max: most, step, value, onchange: ask });
  return make("p", { class: "field" }, make("label", { for: id }, label), field, make("small", { class: "quiet" }, capital(hint)));
}

function showDrill() {
  choice.value = drill.drill;
  write(about, drill.words);
  const names = solutions.map(({ name }) => name);
  const spots = drill.solved && make("p", { class: "field" }, make("label", { for: "solution" }, "Solution"), select({ id: "solution" }, names, link.get("solution")));
  options.replaceChildren(...[spots, ...drill.options.map(optionField)].filter(Boolean));
}

choice.addEventListener("change", () => {
  drill = drills.find((each) => each.drill === choice.value);
  for (const name of [...link.keys()]) link.delete(name);
  showDrill();
  ask();
});

// --- questions ---

async function call(path, body) {
  if (busy) return null;
  busy = true;
  try {
    return await send("POST", `/api/study/train/${path}`, { token: await needKey(), body });
  } catch (error) {
    toast(error.message);
    return null;
  } finally {
    busy = false;
  }
}

async function ask() {
  const { drill: name, solution, options: values } = wanted();
  if (drill.solved && !solution) {
    nothing();
    return;
  }
  const slow = setTimeout(() => { write(words, "Solving this table takes up to half a minute."); }, PATIENCE);
  const answer = await call("question", wanted());
  clearTimeout(slow);
  if (!answer) return;
  history.replaceState(null, "", linkWith({ drill: name, solution, ...Object.fromEntries(Object.entries(values).map(([option, value]) => [option, String(value)])) }));
  asked = answer.question;
  graded = false;
  ended = false;
  whole = values.whole_hands === "yes";
  picked.clear();
  write(words, asked.words);
  write(unit, answer.unit);
  write(verdict, "");
  table.replaceChildren();
  opponent.replaceChildren();
  board.replaceChildren(...asked.board.map((card) => cardSvg(card)));
  board.hidden = !asked.board.length;
  drawHand();
  drawAnswers();
  showScore(answer.score);
}

/** The message while no spot has been solved. */
function nothing() {
  asked = null;
  write(words, "No spot has been solved yet.");
  write(unit, "");
  for (const part of [board, hand, table, opponent, score]) part.replaceChildren();
  write(verdict, "");
  answers.replaceChildren(make("a", { class: "button primary", href: "/study/solve" }, "Solve a spot"));
}

function drawHand() {
  const one = (card, place) => asked.exchanges
    ? make("button", { class: "train-card", type: "button", "aria-pressed": String(picked.has(card)), "aria-label": `Discard card ${place + 1}, ${card}`, onclick: () => pick(card) }, cardSvg(card))
    : cardSvg(card);
  hand.replaceChildren(...asked.hand.map(one));
}

function pick(card) {
  if (graded) return;
  if (!picked.delete(card)) picked.add(card);
  const at = [...hand.children].indexOf(document.activeElement);
  drawHand();
  hand.children[at]?.focus();
  drawAnswers();
}

function drawAnswers() {
  if (graded) {
    const next = whole ? (ended ? "Next hand " : "Play on ") : "Next question ";
    answers.replaceChildren(make("button", { class: "button primary", type: "button", onclick: ask }, next, make("kbd", {}, "Enter")));
    answers.firstChild.focus();
    return;
  }
  if (asked.exchanges) {
    const count = picked.size;
    const text = count ? `Discard ${count} ${count === 1 ? "card" : "cards"}` : "Stand pat";
    answers.replaceChildren(make("button", { class: "button primary", type: "button", onclick: () => answer(count ? [...picked].join(" ") : "stand pat") }, `${text} `, make("kbd", {}, "Enter")));
    return;
  }
  answers.replaceChildren(...Object.entries(asked.choices).map(([key, name]) => make("button", { class: "button", type: "button", "data-key": key, onclick: () => answer(name) },
    `${capital(name)} `, make("kbd", {}, key.toUpperCase()))));
}

async function answer(name) {
  if (!asked || graded) return;
  const found = await call("answer", { ...wanted(), key: asked.key, answer: name });
  if (!found) return;
  graded = true;
  ended = Boolean(found.ended);
  if (ended) {
    board.replaceChildren(...found.ended.board.map((card) => cardSvg(card)));
    opponent.replaceChildren(make("span", {}, "The opponent had"), ...found.ended.opponent.map((card) => cardSvg(card)), make("b", {}, found.ended.words));
  }
  write(verdict, found.words);
  verdict.className = `train-verdict ${found.right ? "right" : "wrong"}`;
  const valued = found.rows.some((row) => row[2]);
  const often = found.rows.some((row) => row[1]);
  const head = make("tr", {}, make("th", { scope: "col" }, "Answer"), often && make("th", { scope: "col" }, "Solution"), valued && make("th", { scope: "col" }, "Worth"));
  const row = ([what, share, worth]) => make("tr", { class: what === found.chosen ? "chosen" : null, "aria-current": what === found.chosen ? "true" : null },
    make("th", { scope: "row" }, what), often && make("td", {}, share), valued && make("td", {}, worth));
  table.replaceChildren(make("thead", {}, head), make("tbody", {}, found.rows.map(row)));
  drawAnswers();
  showScore(found.score);
}

function showScore(facts) {
  score.replaceChildren(make("h2", {}, "Your score"), ...facts.lines.map((line) => make("p", {}, line)), facts.due && make("p", { class: "quiet" }, facts.due));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const key = event.key.toLowerCase();
  if (event.key === "Enter" && !event.target.matches("button, a")) {
    event.preventDefault();
    answers.querySelector(".primary")?.click();
  } else if (asked?.exchanges && /^[1-5]$/.test(key) && !graded) {
    pick(asked.hand[Number(key) - 1]);
  } else {
    answers.querySelector(`[data-key="${CSS.escape(key)}"]`)?.click();
  }
});

find("#room").replaceChildren(make("div", { class: "train-page" },
  make("section", { class: "panel train-question", "aria-labelledby": "situation" }, words, unit, board, hand, answers, verdict, opponent, table),
  make("aside", { class: "panel train-side" }, make("p", { class: "field" }, make("label", { for: "drill" }, "Drill"), choice), about, options, score)));
showDrill();
ask();
