// The trainer: a question, the answer, and what the solution does. Every poker fact comes from the server.

import { send } from "/static/api.js";
import { cardSvg } from "/static/cards.js";
import { find, make, toast, write } from "/static/dom.js";
import { linkWith, needKey, openRoom, readLink } from "/static/study.js";

openRoom("/study/train");

const drills = await send("GET", "/api/study/train/drills");
const link = readLink();
let drill = drills.find((each) => each.drill === link.get("drill")) ?? drills[0];
let asked = null;      // the question on the page
let graded = false;    // it has been answered
let busy = false;
const picked = new Set();

const choice = make("select", { id: "drill" }, drills.map(({ drill: name, title }) => make("option", { value: name }, title)));
const about = make("p", { class: "small quiet" });
const options = make("div", { class: "train-options" });
const words = make("p", { class: "train-words", id: "situation" });
const hand = make("div", { class: "train-cards", "aria-label": "Your cards" });
const board = make("div", { class: "train-cards train-board", "aria-label": "Board" });
const answers = make("div", { class: "buttons train-answers" });
const verdict = make("p", { class: "train-verdict", role: "status" });
const table = make("table", { class: "train-table" });
const score = make("div", { class: "train-score", "aria-label": "Score" });

// --- drills ---

/** The options of the drill as the server wants them. */
const wanted = () => ({ drill: drill.drill, ...Object.fromEntries([...options.querySelectorAll("input")].map((input) => [input.name, Number(input.value)])) });

function showDrill() {
  choice.value = drill.drill;
  write(about, drill.words);
  options.replaceChildren(...drill.options.map((option) => make("p", { class: "field" },
    make("label", { for: `option-${option.name}` }, option.title),
    make("input", { type: "number", id: `option-${option.name}`, name: option.name, min: option.low, max: option.high, step: option.step,
      value: link.get(option.name) ?? option.value, onchange: ask }))));
}

choice.addEventListener("change", () => {
  drill = drills.find((each) => each.drill === choice.value);
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
  const answer = await call("question", wanted());
  if (!answer) return;
  history.replaceState(null, "", linkWith(Object.fromEntries(Object.entries(wanted()).map(([name, value]) => [name, String(value)]))));
  asked = answer.question;
  graded = false;
  picked.clear();
  write(words, asked.words);
  write(verdict, "");
  table.replaceChildren();
  board.replaceChildren(...asked.board.map((card) => cardSvg(card)));
  board.hidden = !asked.board.length;
  drawHand();
  drawAnswers();
  showScore(answer.score);
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

/** The key of a choice: its first letter, or its number where two begin alike. */
function keysOf(names) {
  return names.map((name, place) => (names.filter((other) => other[0] === name[0]).length === 1 ? name[0] : String(place + 1)));
}

function drawAnswers() {
  if (graded) {
    answers.replaceChildren(make("button", { class: "button primary", type: "button", onclick: ask }, "Next question ", make("kbd", {}, "Enter")));
    answers.firstChild.focus();
    return;
  }
  if (asked.exchanges) {
    const count = picked.size;
    const text = count ? `Discard ${count} ${count === 1 ? "card" : "cards"}` : "Stand pat";
    answers.replaceChildren(make("button", { class: "button primary", type: "button", onclick: () => answer(count ? [...picked].join(" ") : "stand pat") }, `${text} `, make("kbd", {}, "Enter")));
    return;
  }
  const keys = keysOf(asked.choices);
  answers.replaceChildren(...asked.choices.map((name, place) => make("button", { class: "button", type: "button", "data-key": keys[place], onclick: () => answer(name) },
    `${name[0].toUpperCase()}${name.slice(1)} `, make("kbd", {}, keys[place].toUpperCase()))));
}

async function answer(name) {
  if (!asked || graded) return;
  const found = await call("answer", { ...wanted(), key: asked.key, answer: name });
  if (!found) return;
  graded = true;
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
  make("section", { class: "panel train-question", "aria-labelledby": "situation" }, words, board, hand, answers, verdict, table),
  make("aside", { class: "panel train-side" }, make("p", { class: "field" }, make("label", { for: "drill" }, "Drill"), choice), about, options, score)));
showDrill();
ask();
