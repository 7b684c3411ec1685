// The equity explorer: players, board and dead cards on one side, who wins and why on the other. Every change asks again, and a newer
// question ends the older one, so nothing that is typed or moved ever waits.

import { capital, dialog, find, make, mark, write } from "/static/dom.js";
import { cardsIn, makeCardPicker } from "/static/card-picker.js";
import { blockerTable, cardColumns, curves, dot, heatGrid, kindsTable, nextCards, resultTable } from "/static/equity-views.js";
import { makeRangeEditor } from "/static/range-editor.js";
import { makeSortedTable } from "/static/sorted-table.js";
import { makeAsker } from "/static/stream.js";
import { copy, copyButtons, handFacts, keptRanges, linkWith, openRoom, readLink } from "/static/study.js";

const MOST_PLAYERS = 6;
const PAUSE = 120;
const VIEWS = [["hands", "Hands"], ["cards", "Next card"], ["kinds", "Kinds of hands"], ["blockers", "Blockers"]];
const ABOUT = {
  hands: "How the equity is distributed in each range, and which hands are ahead.",
  cards: "The equities after each card that may come next.", kinds: "How often each player has a pair, a set or a draw on this board.",
  blockers: "How much of a range each card blocks.",
};

openRoom();
const facts = await handFacts();
const link = readLink();
let players = link.getAll("player").slice(0, MOST_PLAYERS);
if (players.length < 2) players = ["AsKs", "QQ+, AKo"];
let rules = facts.games.find(({ name }) => name === link.get("game")) ?? facts.games[0];
let show = VIEWS.some(([name]) => name === link.get("show")) ? link.get("show") : "hands";
const isHand = (text) => !/[,+:%-]/.test(text) && cardsIn(text).length === rules.hand_cards;
let chosen = Math.max(0, players.findIndex((text) => !isHand(text)));  // the player that a view is about
let kind = "";           // the kind of hand that blockers are about
let found = {};          // what the server has said of this question
let timer = null;

// --- the question ---
const games = make("select", { id: "game" }, facts.games.map(({ name, title }) => make("option", { value: name }, capital(title))));
const list = make("div", { class: "players" });
const add = make("button", { class: "button", type: "button", onclick: () => { players.push("random"); drawPlayers(); changed(); find(`#player-${players.length - 1}`).select(); } }, "Add player");
const exact = make("input", { type: "checkbox", id: "exact" });
const pickers = make("div", { class: "pickers" });
let board;
let dead;

function makePickers() {
  const before = [board?.cards ?? cardsIn(link.get("board") ?? ""), dead?.cards ?? cardsIn(link.get("dead") ?? "")];
  const known = () => new Set([...board.cards, ...dead.cards, ...players.filter(isHand).flatMap(cardsIn)]);
  const refresh = () => { board.refresh(); dead.refresh(); changed(); };
  board = makeCardPicker({ label: "Board", most: rules.board_cards, deck: rules.deck, taken: known, change: refresh, hint: "Qs 7h 2c" });
  dead = makeCardPicker({ label: "Dead cards", most: 12, deck: rules.deck, taken: known, change: refresh, hint: "folded or seen" });
  const within = (cards) => cards.filter((card) => rules.deck.includes(card));
  board.set(within(before[0]));
  dead.set(within(before[1]));
  pickers.replaceChildren(board.root, dead.root);
}

function drawPlayers() {
  list.replaceChildren(...players.map((text, place) => {
    const id = `player-${place}`;
    const field = make("input", { type: "text", id, value: text, autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    field.addEventListener("input", () => { players[place] = field.value; changed(); });
    const edit = make("button", { class: "button", type: "button", onclick: () => editRange(place) }, "Range");
    const drop = make("button", { class: "button plain icon", type: "button", "aria-label": `Remove player ${place + 1}`, disabled: players.length < 3, onclick: () => { players.splice(place, 1); drawPlayers(); changed(); } }, "×");
    return make("div", { class: "player" }, make("label", { for: id }, dot(place), ` Player ${place + 1}`), make("div", { class: "player-row" }, field, edit, drop));
  }));
  add.disabled = players.length >= MOST_PLAYERS;
}

function editRange(place) {
  const given = players[place];
  const editor = makeRangeEditor(facts, {
    game: rules.name, text: isHand(given) ? "" : given,
    change: ({ text }) => { if (text && text !== players[place]) { players[place] = text; find(`#player-${place}`).value = text; changed(); } },
  });
  const close = make("button", { class: "button primary", type: "button" }, "Done");
  const box = dialog(`Range of player ${place + 1}`, keptRanges(rules.name, editor.setText), editor.root, make("div", { class: "buttons" }, close));
  box.classList.add("widest");
  close.addEventListener("click", () => box.close());
  box.addEventListener("close", () => find(`#player-${place}`)?.focus());
  editor.focus();
}

// --- asking ---
const problem = make("p", { class: "problem", role: "alert" });
const result = make("div", { class: "result" });
const how = make("p", { class: "small quiet", role: "status" });
const view = make("div", { class: "view", role: "tabpanel", id: "view", "aria-labelledby": "tab-hands" });
const asker = makeAsker("/api/study/explore", {
  news(line) {
    write(problem, "");
    found = { ...found, ...line };
    if (line.equity) drawResult();
    if (line[show] || line.equity) drawView();
  },
  done() { mark(result, "aria-busy", null); },
  problem(sentence) { write(problem, sentence); mark(result, "aria-busy", null); },
});

const question = () => ({ game: rules.name, players: players.map((text) => text.trim()), board: board.cards.join(" "), dead: dead.cards.join(" "), exact: exact.checked, show });

function changed({ kept = {} } = {}) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    history.replaceState(null, "", linkWith(here()));
    found = kept;
    mark(result, "aria-busy", "true");
    if (needsBoard() && !kept.equity) drawView();
    asker.ask({ ...question(), show: needsBoard() ? "equity" : show });
  }, PAUSE);
}

const here = () => ({ game: rules.name, player: players, board: board.cards.join(" "), dead: dead.cards.join(" "), show });
/** Say what the view still needs before it can be computed. */
function needsBoard() {
  const there = board.cards.length;
  if (show === "cards" && !(there >= 3 && there < rules.board_cards)) return "Give the board three or four cards to see what the next one does.";
  if (show === "kinds" && there < 3) return "Give the board three cards or more to see what the ranges have on it.";
  return "";
}

// --- drawing ---
function drawResult() {
  result.replaceChildren(resultTable(found.equity));
  write(how, capital(found.equity.text) + (found.equity.settled ? "." : " …"));
}

const names = () => players.map((text, place) => (text.length > 18 || players.indexOf(text) !== players.lastIndexOf(text) ? `player ${place + 1}` : text));
const heats = heatGrid(facts.classes);
const byCard = makeSortedTable("Each card", "cards");

function playerChoice() {
  chosen = Math.min(chosen, players.length - 1);
  const choice = make("select", { id: "chosen", onchange: () => { chosen = Number(choice.value); drawView(); } }, players.map((text, place) => make("option", { value: place }, `Player ${place + 1}: ${text.slice(0, 30)}`)));
  choice.value = chosen;
  return make("label", { class: "row small" }, make("span", {}, "About"), choice);
}

function kindChoice(rows) {
  const kinds = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row.made)))];
  if (!kinds.includes(kind)) kind = "";
  const choice = make("select", { id: "kind", onchange: () => { kind = choice.value; drawView(); } }, make("option", { value: "" }, "the whole range"), kinds.map((name) => make("option", { value: name }, name)));
  choice.value = kind;
  return make("label", { class: "row small" }, make("span", {}, "Of"), choice);
}

function content() {
  const lack = needsBoard();
  if (lack) return [make("p", { class: "quiet" }, lack)];
  const shown = found[show];
  if (!shown || !found.equity) return [make("p", { class: "quiet" }, problem.textContent ? "" : "Working …")];
  if (show === "hands") {
    const player = shown.players[Math.min(chosen, shown.players.length - 1)];
    heats.draw(player.classes);
    return [make("div", { class: "two" }, curves(shown.players), rules.hand_cards === 2 ? make("div", {}, playerChoice(), heats.root) : null), make("p", { class: "small quiet" }, `${capital(shown.text)}.`)];
  }
  if (show === "cards") {
    byCard.draw(cardColumns(rules.deck, names()), Object.entries(shown.rows));
    return [playerChoice(), nextCards(rules.deck, shown.rows, chosen, found.equity.players[chosen].equity, names()), byCard.root];
  }
  if (show === "kinds") return [kindsTable(shown, names(), facts.kinds)];
  const rows = shown[chosen] ?? {};
  const what = kindChoice(rows);
  byCard.draw(cardColumns(rules.deck, [`Blocks of ${kind || names()[chosen]}`]), Object.entries(rows).map(([card, row]) => [card, [kind ? row.made[kind] ?? 0 : row.share]]));
  return [playerChoice(), what, blockerTable(rules.deck, rows, names()[chosen], kind), byCard.root];
}

function drawView() {
  const focused = view.contains(document.activeElement) ? document.activeElement.id : null;
  view.replaceChildren(make("p", { class: "small quiet" }, ABOUT[show]), ...content());
  if (focused) find(`#${focused}`)?.focus();
}

// --- tabs ---
const tabs = make("div", { class: "tabs", role: "tablist", "aria-label": "Views" }, VIEWS.map(([name, words]) => make("button", {
  class: "tab", type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "view", onclick: () => choose(name),
}, words)));

function choose(name) {
  show = name;
  for (const tab of tabs.children) {
    const on = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(on));
    tab.tabIndex = on ? 0 : -1;
  }
  view.setAttribute("aria-labelledby", `tab-${name}`);
  drawView();
  changed({ kept: found });
}

tabs.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const at = VIEWS.findIndex(([name]) => name === show);
  choose(VIEWS[(at + step + VIEWS.length) % VIEWS.length][0]);
  find('[aria-selected="true"]', tabs).focus();
});

// --- the page ---
const button = (words, act) => make("button", { class: "button", type: "button", onclick: act }, words);
find("#room").replaceChildren(make("div", { class: "explorer" },
  make("section", { class: "panel asked", "aria-label": "Players and cards" },
    make("p", { class: "field" }, make("label", { for: "game" }, "Game"), games), list, add, pickers,
    make("label", { class: "check" }, exact, "Count every deal, however long it takes")),
  make("section", { class: "answer", "aria-label": "Who wins" }, problem, result, how,
    make("div", { class: "buttons" }, copyButtons(() => found.copies), button("Copy link", () => copy(linkWith(here()), "Link copied."))),
    tabs, view)));
games.value = rules.name;
games.addEventListener("change", () => {
  const before = rules;
  rules = facts.games.find(({ name }) => name === games.value);
  if (rules.hand_cards !== before.hand_cards) players = players.map(() => "random");
  makePickers();
  drawPlayers();
  changed();
});
exact.addEventListener("change", () => changed());
addEventListener("pagehide", () => asker.end());
makePickers();
drawPlayers();
choose(show);
