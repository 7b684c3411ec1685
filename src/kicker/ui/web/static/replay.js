// A finished deal, event by event, as its seat saw it: one of the player's own hands, or one that somebody shared.

import { seatsKept, send, tokensOf } from "/static/api.js";
import { SETTINGS_ICON, countIn, find, icon, make, mark, money, toast, write } from "/static/dom.js";
import { makeFelt } from "/static/felt.js";
import { after, carriedOver, emptyScene, sceneOf } from "/static/scene.js";
import { ask, replayLink, resultWords } from "/static/hands.js";
import { showKeys } from "/static/panels.js";
import { offerNotes } from "/static/replay-notes.js";
import { cardText, eventLine, headingText, headline } from "/static/words.js";

const KEYS = [
  ["← →", "one step back or forward"],
  ["Space", "play or pause"],
  ["Home End", "go to the start or the end"],
  ["e", "how often each player wins from here"],
  ["w", "at the end: the board cards that would have come"],
  ["?", "these keys"],
];
const PACE = 900;

const wanted = new URLSearchParams(location.search);
const shared = wanted.get("shared");
const site = wanted.get("site");
const table = wanted.get("table") ?? (site || shared ? null : seatsKept("tables")[0]?.[0] ?? "");

let frames = [];  // [{scene, text}]
let place = 0;
let people = [];
let felt = null;
let playing = null;
let rabbit = [];  // the cards that would have come on the board
let equities = null;  // after which events who wins how often; null until somebody wants to know
let findEquities = null;  // asks for them

/** The name of a hand; a shared one has no number. */
const titleOf = (hand) => (shared ? "Shared hand" : `Hand ${hand.deal}`);

/** The scenes of a deal and the line that led to each; events without a line belong to the scene before. */
function framesOf(hand) {
  const names = hand.names.map((name, seat) => name || `Seat ${seat + 1}`);
  const carried = carriedOver(hand.view, hand.events);
  let scene = { ...emptyScene(hand.stacks, hand.seat, hand.view.game), carried, rules: hand.view.rules };
  const found = [];
  let heading = "";  // where a street begins that no board tells of
  for (const [at, event] of hand.events.entries()) {
    scene = after(scene, event);
    scene = { ...scene, toAct: event.seat ?? null };
    const { pot, completes } = scene;
    const text = eventLine(event, { names, you: hand.seat, pot, sidePots: false, boards: hand.view.boards.length > 0, completes });
    heading = headingText(scene) || heading;
    if (text || !found.length) {
      found.push({ scene, text: text || titleOf(hand), heading: text ? heading : "", at });
      heading = text ? "" : heading;
    }
    else Object.assign(found.at(-1), { scene: { ...scene, toAct: found.at(-1).scene.toAct }, at });
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
  showEquity();
  if (place === 0 || place === frames.length - 1) find(".seat.mine")?.scrollIntoView({ block: "nearest" });  // in a small window the table is scrolled
  if (place === frames.length - 1) stop();
}

/** The equities from here, as far as the player of this hand could know. */
function showEquity() {
  const on = find("#equity").getAttribute("aria-pressed") === "true";
  const { shares = {}, exact } = (on && equities?.findLast(({ at }) => at <= frames[place].at)) || {};
  const words = Object.entries(shares).map(([seat, share]) => `${people[seat].called} ${(100 * share).toFixed(1)}%`);
  write(find("#equity-line"), words.length ? `Equity${exact ? "" : " (sampled)"}: ${words.join(" · ")}` : on && !equities ? "Counting …" : "");
}

async function toggleEquity() {
  const button = find("#equity");
  mark(button, "aria-pressed", button.getAttribute("aria-pressed") === "true" ? "false" : "true");
  showEquity();
  if (equities || !findEquities) return;
  const find_ = findEquities;
  findEquities = null;
  try {
    equities = await find_();
  } catch (error) {
    findEquities = find_;
    toast(error.message);
  }
  showEquity();
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
  mark(anchor, "href", hand ? replayLink(hand, table) : null);
  mark(anchor, "aria-disabled", hand ? null : "true");
}

/** The requested hand: by its site and number, by its number at a table, or else the last one. */
async function wantedHand() {
  if (site) return { site, number: wanted.get("number") ?? "" };
  if (wanted.get("hand")) return { site: "kicker", number: `${table} ${wanted.get("hand")}` };
  const [last] = (await ask("/api/hands", {}, table)).hands;
  return last ? { site: last.site, number: last.number } : null;
}

async function openShared() {
  const hand = await send("GET", `/api/hands/shared/${encodeURIComponent(shared)}`);
  for (const name of ["#earlier", "#later"]) mark(find(name), "hidden", true);
  findEquities = async () => hand.equities;
  open(hand);
}

async function openOwn() {
  if (table !== null && !tokensOf("tables", table).length) {
    complain("No hand to show: this browser has not had a seat at that table.");
    return;
  }
  const which = await wantedHand();
  if (!which) {
    complain("No hand has finished at this table yet.");
    return;
  }
  const hand = await ask("/api/hands/one", which, table);
  link(find("#earlier"), hand.earlier);
  link(find("#later"), hand.later);
  findEquities = async () => (await ask("/api/hands/equity", which, table)).equities;
  open(hand);
  offerNotes(which, hand, table);
}

async function begin() {
  try {
    await (shared ? openShared() : openOwn());
  } catch (error) {
    complain(error.message);
  }
}

function open(hand) {
  countIn(hand.scale, hand.symbol);
  people = hand.names.map((name, seat) => ({ name: name || "empty", called: seat === hand.seat && !shared ? "You" : name, kind: name ? "person" : "empty", away: false, out: false }));
  frames = framesOf(hand);
  rabbit = hand.rabbit;
  felt = makeFelt(find("#felt"), hand.names.length);
  write(find("#name"), `${titleOf(hand)}: ${shared ? hand.names[hand.seat] : "you"} ${resultWords(hand.result)}`);
  mark(find("#equity"), "hidden", hand.view.game.hand_cards !== 2 || hand.view.game.board_cards !== 5);
  write(find("#stakes"), headline(hand.view, `you began with ${money(hand.stacks[hand.seat])}`));
  document.title = `${titleOf(hand)} · kicker`;
  mark(find("#place"), "max", frames.length - 1);
  find("#log").replaceChildren(...frames.map((frame, index) =>
    make("li", {}, frame.heading ? make("b", { class: "street" }, frame.heading) : null, make("button", { class: "link-step", type: "button", onclick: () => go(index) }, frame.text))));
  show(0, { moving: false });
}

/** Show the cards that would have come on the board. */
function huntRabbit() {
  const { scene } = frames.at(-1);
  felt.draw({ ...scene, board: [...scene.board, ...rabbit] }, people, { moving: false });
  felt.ghost(scene.board.length);
  write(find("#sentence"), `Would have come: ${rabbit.map(cardText).join(" ")}`);
  mark(find("#rabbit"), "hidden", true);
}

find("#equity").addEventListener("click", toggleEquity);
find("#rabbit").addEventListener("click", huntRabbit);
find("#settings").append(icon(SETTINGS_ICON));
find("#back").href = table ? `/table/${table}` : shared ? "/" : "/hands";
write(find("#back"), table ? "Table" : shared ? "Lobby" : "Your hands");
find("#place").addEventListener("input", (event) => go(Number(event.target.value)));
find("#play").addEventListener("click", play);
for (const [name, next] of [["#first", () => 0], ["#back-step", () => place - 1], ["#step", () => place + 1], ["#last", () => frames.length - 1]]) {
  find(name).addEventListener("click", () => { if (frames.length) go(next()); });
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]") || !frames.length || event.target.matches("input")) return;
  const act = { ArrowLeft: () => go(place - 1), ArrowRight: () => go(place + 1), Home: () => go(0), End: () => go(frames.length - 1), e: () => { if (!find("#equity").hidden) toggleEquity(); }, w: () => { if (!find("#rabbit").hidden) huntRabbit(); }, "?": () => showKeys(KEYS) }[event.key];
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
