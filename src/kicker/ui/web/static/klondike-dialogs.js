// The dialogs of Klondike: which game to begin, how to play, and the news of a win.

import { suitSvg } from "/static/cards.js";
import { capital, dialog, make } from "/static/dom.js";
import { COMMANDS, PILES, POINTER, clockWords, dealName } from "/static/klondike-words.js";
import { look } from "/static/look.js";
import { count } from "/static/words.js";

const KEPT = "kicker.klondike.rules";
const USUAL = { which: "winnable", stock: "1", redeals: "any" };
const DEALS = [["winnable", "One that can be won"], ["any", "Any"], ["number", "By number"]];
const STOCKS = [["1", "One card"], ["3", "Three cards"], ["ring", "One card, both ways"]];
const REDEALS = [["any", "Any number"], ["0", "None"], ["1", "1"], ["2", "2"], ["3", "3"]];
const RULES = [
  "Build the four foundations at the top right, each suit from ace to king.",
  "In the columns, put a card on one of the other colour that is one rank higher: 7♥ on 8♠. Cards on top of it move with it.",
  "Only a king can go to an empty column.",
  "Tap the stock at the top left to draw; the last card drawn can be played.",
  "Drag a card, or tap it and then where it goes. Tap it twice to send it to its foundation.",
  "Once all cards are face up, the rest plays itself.",
];
const DROPS = 36;
const RAIN = 8000;  // milliseconds

/** The rules chosen last, as the body of a call; a numbered deal is not dealt again automatically. */
export function lastWish() {
  const { which, stock, redeals } = read();
  return wishOf(which === "number" ? "any" : which, stock, redeals, null);
}

function wishOf(which, stock, redeals, number) {
  return {
    draw: stock === "3" ? 3 : 1,
    both_ways: stock === "ring",
    redeals: stock === "ring" || redeals === "any" ? null : Number(redeals),
    winnable: which === "winnable",
    number: which === "number" ? number : null,
  };
}

function read() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEPT)) };
  } catch {
    return USUAL;
  }
}

function keep(choice) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(choice));
  } catch {
    // Then the default game is offered each time.
  }
}

function choices(name, legend, options, chosen) {
  const radios = options.map(([value, text]) => {
    const radio = make("input", { type: "radio", name, value });
    radio.checked = value === chosen;
    return make("label", { class: "choice" }, radio, make("span", {}, text));
  });
  return make("fieldset", { class: "choices" }, make("legend", {}, legend), radios);
}

/**
 * Ask which game to begin. `left` has the games to resume, as [id, saved entry]; `calls` has begin(wish), resume(id),
 * and files as [text, act]; `which` chooses the kind of deal beforehand.
 */
export function askGame(left, { begin, resume, files }, which = null) {
  const kept = which ? { ...read(), which } : read();
  const number = make("input", {
    type: "number", name: "number", min: "1", placeholder: "such as 12345", "aria-label": "Deal number",
  });
  const problem = make("p", { class: "problem", role: "alert" });
  const form = make("form", { method: "dialog", class: "anew", novalidate: true },
    choices("which", "Deal", DEALS, kept.which), number,
    choices("stock", "Stock", STOCKS, kept.stock),
    choices("redeals", "Redeals", REDEALS, kept.redeals),
    problem,
    leftGames(left, (id) => { box.close(); resume(id); }),
    make("div", { class: "earlier" }, files.map(([text, act]) =>
      make("button", { class: "button", type: "button", onclick: () => { box.close(); act(); } }, text))),
    make("div", { class: "buttons" },
      make("button", { class: "button", type: "button", onclick: () => box.close() }, "Cancel"),
      make("button", { class: "button primary", type: "submit" }, "Deal")));
  const box = dialog("New game", form);
  const fit = () => {
    number.hidden = form.which.value !== "number";
    for (const radio of form.redeals) radio.disabled = form.stock.value === "ring";
  };
  form.addEventListener("change", fit);
  form.addEventListener("submit", (event) => {
    const [which, stock, redeals] = [form.which.value, form.stock.value, form.redeals.value || "any"];
    if (which === "number" && !(Number.isSafeInteger(number.valueAsNumber) && number.valueAsNumber > 0)) {
      event.preventDefault();
      problem.textContent = "A deal number is a whole number, 1 or more.";
      number.focus();
      return;
    }
    keep({ which, stock, redeals });
    begin(wishOf(which, stock, redeals, number.valueAsNumber));
  });
  fit();
  if (which === "number") number.focus();
}

/** Ask for a file with a saved game; null if none is chosen. */
export function askFile() {
  return new Promise((resolve) => {
    const input = make("input", { type: "file", accept: ".json,.dat", hidden: true });
    const answer = (file) => { input.remove(); resolve(file); };
    input.addEventListener("change", () => answer(input.files[0] ?? null));
    input.addEventListener("cancel", () => answer(null));
    document.body.append(input);  // one that is nowhere may be dropped before anybody has chosen
    input.click();
  });
}

function leftGames(left, resume) {
  if (!left.length) return null;
  const buttons = left.map(([id, { number, made }]) => {
    const text = `${capital(dealName(number))}, ${count(made, "move")}`;
    return make("button", { class: "button", type: "button", onclick: () => resume(id) }, text);
  });
  return make("div", { class: "earlier" },
    make("p", { class: "small quiet" }, "Or resume a game:"), buttons);
}

/** How Klondike is played, and with which keys. */
export function showHelp() {
  const keys = [PILES, ...Object.values(COMMANDS), ...POINTER].flatMap(([key, , text]) => [
    make("dt", {}, key.split(", ").map((name) => make("kbd", {}, name))), make("dd", {}, text)]);
  const close = make("button", { class: "button primary", type: "button" }, "Play");
  const box = dialog("How to play",
    make("ul", { class: "rules" }, RULES.map((rule) => make("li", {}, rule))),
    make("h3", {}, "Hints"),
    make("p", { class: "small" }, "A hint shows how often each move wins, judged by what you can see. The oracle knows "
      + "the hidden cards and shows a move that wins."),
    make("h3", {}, "Keys"),
    make("dl", { class: "keys small" }, keys),
    make("div", { class: "buttons" }, close));
  close.addEventListener("click", () => box.close());
  box.scrollTop = 0;  // the button has the focus and is at the end
}

/** The news that a game is won; `again` deals it once more, if it has a number. */
export function showWin(view, seconds, again, other) {
  const [same, next] = ["Same deal again", "New game"].map((text) =>
    make("button", { class: "button", type: "button" }, text));
  same.hidden = again === null;
  next.classList.add("primary");
  const figures = `${count(view.made, "move")} and ${clockWords(seconds)}, with a score of ${view.score}`;
  const box = dialog("You win!",
    make("p", {}, `${capital(dealName(view.number))} in ${figures}. Well played!`), make("div", { class: "buttons" }, same, next));
  same.addEventListener("click", () => { box.close(); again(); });
  next.addEventListener("click", () => { box.close(); other(); });
  next.focus();
  if (look.motion) rain(box);
}

/** Suits that fall slowly around the news. */
function rain(box) {
  const sky = make("div", { class: "sky", "aria-hidden": "true" });
  for (let drop = 0; drop < DROPS; drop += 1) {
    const suit = suitSvg("shdc"[drop % 4], { hidden: true });
    suit.style.left = `${Math.random() * 100}%`;
    suit.style.animationDelay = `${Math.random() * 2.5}s`;
    suit.style.animationDuration = `${3 + Math.random() * 2}s`;
    sky.append(suit);
  }
  box.append(sky);
  setTimeout(() => sky.remove(), RAIN);
}
