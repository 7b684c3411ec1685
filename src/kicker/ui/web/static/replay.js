// A finished deal, event by event, as its seat saw it.

import { seatsKept, send, tokensOf } from "/static/api.js";
import { SETTINGS_ICON, capital, find, icon, make, mark, money, write } from "/static/dom.js";
import { makeFelt } from "/static/felt.js";
import { after, emptyScene, sceneOf } from "/static/scene.js";
import { resultWords } from "/static/hands.js";
import { showKeys } from "/static/panels.js";
import { cardText, eventLine, gameWords, stakesWords } from "/static/words.js";

const KEYS = [
  ["← →", "one step back or forward"],
  ["Space", "play or pause"],
  ["Home End", "go to the start or the end"],
  ["w", "at the end: the board cards that would have come"],
  ["?", "these keys"],
];
const PACE = 900;

const wanted = new URLSearchParams(location.search);
const table = wanted.get("table") ?? seatsKept("tables")[0]?.[0] ?? "";

let frames = [];  // [{scene, text}]
let place = 0;
let people = [];
let felt = null;
let playing = null;
let rabbit = [];  // the cards that would have come on the board

/** The scenes of a deal and the line that led to each; events without a line belong to the scene before. */
function framesOf(hand) {
  const names = hand.names.map((name, seat) => name || `Seat ${seat + 1}`);
  let scene = { ...emptyScene(hand.stacks, hand.seat, hand.view.game), rules: hand.view.rules };
  const found = [];
  let [street, heading] = ["", ""];  // where a street begins that no board tells of
  for (const event of hand.events) {
    scene = after(scene, event);
    scene = { ...scene, toAct: event.seat ?? null };
    const text = eventLine(event, { names, you: hand.seat, pot: scene.pot, sidePots: false, boards: hand.view.boards.length > 0 });
    if (event.kind === "dealt" && event.street && event.street !== street) heading = street = event.street;
    if (text || !found.length) {
      found.push({ scene, text: text || `Hand ${hand.deal}`, heading: text ? heading : "" });
      heading = text ? "" : heading;
    }
    else found.at(-1).scene = { ...scene, toAct: found.at(-1).scene.toAct };
  }
  found.at(-1).scene = sceneOf(hand.view, hand.events, hand.view.stacks, hand.seat, { winning: hand.winning });
  return found;
}

function show(next, { moving = true } = {}) {
  const forward = next === place + 1;
  place = Math.min(frames.length - 1, Math.max(0, next));
  felt.draw(frames[place].scene, people, { moving: moving && forward });
  write(find("#sentence"), frames[place].text);
  write(find("#count"), `${place + 1} of ${frames.length}`);
  mark(find("#rabbit"), "hidden", !rabbit.length || place < frames.length - 1);
  const slider = find("#place");
  slider.value = String(place);
  slider.style.setProperty("--share", frames.length > 1 ? place / (frames.length - 1) : 1);
  slider.setAttribute("aria-valuetext", frames[place].text);
  for (const [index, item] of [...find("#log").children].entries()) {
    mark(item.lastChild, "aria-current", index === place ? "step" : null);
    if (index === place) item.scrollIntoView({ block: "nearest" });
  }
  if (place === frames.length - 1) stop();
}

function stop() {
  clearInterval(playing);
  playing = null;
  write(find("#play"), "Play");
}

function play() {
  if (playing) {
    stop();
    return;
  }
  if (place === frames.length - 1) show(0, { moving: false });
  write(find("#play"), "Stop");
  playing = setInterval(() => show(place + 1), PACE);
}

/** Step by hand, which also stops automatic play. */
function go(next) {
  stop();
  show(next);
}

function complain(text) {
  const banner = find("#banner");
  banner.textContent = text;
  banner.hidden = false;
}

function link(anchor, hand) {
  mark(anchor, "href", hand ? `/replay?table=${table}&hand=${hand.deal}` : null);
  mark(anchor, "aria-disabled", hand ? null : "true");
}

/** The hands of the first of this browser's keys that was in the deal; without a number, of the first that was in any deal. */
async function findHands(number) {
  for (const token of tokensOf("tables", table)) {
    const { hands } = await send("GET", `/api/tables/${table}/hands`, { token });
    if (hands.some((hand) => !number || hand.deal === number)) return { token, hands };
  }
  return { hands: [] };
}

async function begin() {
  if (!tokensOf("tables", table).length) {
    complain("No hand to show: this browser has not had a seat at that table.");
    return;
  }
  try {
    const asked = Number(wanted.get("hand"));
    const { token, hands } = await findHands(asked);
    hands.sort((one, other) => one.deal - other.deal);
    const number = asked || hands.at(-1)?.deal;
    if (!hands.length) {
      complain(asked ? `You were not in hand ${asked}, or it is not over.` : "No hand at this table is over yet.");
      return;
    }
    const at = hands.findIndex((hand) => hand.deal === number);
    link(find("#earlier"), hands[at - 1]);
    link(find("#later"), at < 0 ? null : hands[at + 1]);
    open(await send("GET", `/api/tables/${table}/hands/${number}`, { token }));
  } catch (error) {
    complain(error.message);
  }
}

function open(hand) {
  people = hand.names.map((name) => ({ name: name || "empty", kind: name ? "person" : "empty", away: false, out: false }));
  frames = framesOf(hand);
  rabbit = hand.rabbit;
  felt = makeFelt(find("#felt"), hand.names.length);
  write(find("#name"), `Hand ${hand.deal}: you ${resultWords(hand.result)}`);
  write(find("#stakes"), [stakesWords(hand.view.rules), gameWords(hand.view), `you began with ${money(hand.stacks[hand.seat])}`].filter(Boolean).join(" · "));
  document.title = `Hand ${hand.deal} · kicker`;
  mark(find("#place"), "max", frames.length - 1);
  find("#log").replaceChildren(...frames.map((frame, index) =>
    make("li", {}, frame.heading ? make("b", { class: "street" }, capital(frame.heading)) : null, make("button", { class: "link-step", type: "button", onclick: () => go(index) }, frame.text))));
  show(0, { moving: false });
}

/** Show on the board what would have come. */
function huntRabbit() {
  const { scene } = frames.at(-1);
  felt.draw({ ...scene, board: [...scene.board, ...rabbit] }, people, { moving: false });
  felt.ghost(scene.board.length);
  write(find("#sentence"), `Would have come: ${rabbit.map(cardText).join(" ")}`);
  mark(find("#rabbit"), "hidden", true);
}

find("#rabbit").addEventListener("click", huntRabbit);
find("#settings").append(icon(SETTINGS_ICON));
find("#back").href = table ? `/table/${table}` : "/";
find("#place").addEventListener("input", (event) => go(Number(event.target.value)));
find("#play").addEventListener("click", play);
for (const [name, next] of [["#first", () => 0], ["#back-step", () => place - 1], ["#step", () => place + 1], ["#last", () => frames.length - 1]]) {
  find(name).addEventListener("click", () => { if (frames.length) go(next()); });
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]") || !frames.length || event.target.matches("input")) return;
  const act = { ArrowLeft: () => go(place - 1), ArrowRight: () => go(place + 1), Home: () => go(0), End: () => go(frames.length - 1), w: () => { if (!find("#rabbit").hidden) huntRabbit(); }, "?": () => showKeys(KEYS) }[event.key];
  if (act) {
    event.preventDefault();
    act();
  } else if (event.key === " " && !event.target.matches("button, a")) {
    event.preventDefault();
    play();
  }
});
document.body.dataset.log = "open";
begin();
