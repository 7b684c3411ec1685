// The page of Klondike: what taps, drops, keys and buttons mean, the calls to the server, and its answers.
//
// Every tap, drop and key waits its turn in one queue, so that none is lost however fast they come; a
// call that the server did not answer is repeated. The board is in klondike-board.js, the words in klondike-words.js,
// the dialogs in klondike-dialogs.js.

import { ApiError, forgetSeat, keepSeat, seatOf, seatsKept, send } from "/static/api.js";
import { cardName } from "/static/cards.js";
import { capital, download, find, icon, make, mark, write } from "/static/dom.js";
import {
  Board, COLUMNS, HOMES, looseCards, movesFrom, parsedMove, pileName, sentHome, spotNow,
} from "/static/klondike-board.js";
import { askFile, askGame, lastWish, showHelp, showWin } from "/static/klondike-dialogs.js";
import {
  COMMANDS, NOTHING_HELD, STUCK, THINKING, clockWords, dealName, finishWords, happenedWords, hintHeading,
  homeWords, moveWords, nothingToTake, oracleWords, redoneWords, refusedWords, rulesWords, shareWords, undoneWords,
  wonWords,
} from "/static/klondike-words.js";
import { look } from "/static/look.js";
import { count } from "/static/words.js";

const KIND = "klondike";
const KEPT_GAMES = 12;
const OFFERED_GAMES = 4;
const LARGEST_FILE = 12_000;  // bytes: what the server takes, with room for how it is sent
const PAUSES = { first: 400, longest: 5000 };  // milliseconds before a call is made again
const PASSING = [0, 429, 502, 503];  // what passes: no answer, too much at once, a server that starts anew
const ICONS = {
  new: "M12 5v14M5 12h14",
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  autoplay: "M12 20V8M6 13l6-6 6 6M4 3h16",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.5.4.8 1 .8 1.6h5.4c0-.6.3-1.2.8-1.6A6 6 0 0 0 12 3Z",
  oracle: "M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  help: "M9.1 9a3 3 0 1 1 4.2 2.8c-.9.4-1.3 1-1.3 2.2M12 17.5v.1",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  close: "M6 6l12 12M18 6 6 18",
};
const GREETING = "Build the four suits up from the ace. Drag a card, or tap it and then where it goes.";
const FINISHING = "All cards are face up: finishing the game.";
const FINISH = { before: 500, card: 90 };  // milliseconds: before the rest goes home by itself, and between its cards

let game = null;  // { id, token, view, seconds, winnable }
let selected = null;  // the spot whose cards are taken; count 0 for as many as fit
let waiting = Promise.resolve();
let thinking = false;

const board = new Board(find("#board"), {
  lift,
  tap: (spot, twice) => enqueue(() => tap(spotNow(game.view, spot), twice)),
  drop: (spot, pile) => enqueue(() => drop(spotNow(game.view, spot), pile)),
  bottom: () => innerHeight - docked(),
});

// --- calls ---

/** Do something after all earlier requests. */
function enqueue(job) {
  waiting = waiting.then(job).catch(failed);
  return waiting;
}

/** Ask the server, and repeat if it does not answer or is too busy; nothing is lost by that. */
async function call(method, path, body = null) {
  for (let pause = PAUSES.first; ; pause = Math.min(PAUSES.longest, 2 * pause)) {
    try {
      return await send(method, path, { body, token: game?.token });
    } catch (error) {
      if (!PASSING.includes(error.status)) throw error;
      const words = error.status ? "The server is busy" : "The server does not respond";
      say(`${words}. Trying again; nothing is lost.`, true);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

const address = (what = "") => `/api/klondike/${game.id}${what}`;

/** Change the game and show the result: the work of one job in the queue. */
async function change(what, body = {}) {
  select(null);
  hideAdvice();
  const before = game.view;
  try {
    const answer = await call("POST", address(`/${what}`), { ...body, made: before.made });
    if (what === "autoplay") await showHomes(answer);
    show(answer.view);
    tell(what, before, answer);
    if (what === "move" && answer.view.finish === "free") await finish();
  } catch (error) {
    if (error.code !== "late") throw error;
    // The move was made and only the answer was lost, or another page continued this game.
    show((await call("GET", address())).view);
    say("The game was continued elsewhere. This is how it stands now.");
  }
}

const move = (text) => change("move", { move: text });

/** All cards are face up and nothing can go wrong: the rest goes home by itself. */
async function finish() {
  say(FINISHING);
  await pause(FINISH.before);
  await change("autoplay");
}

/** Show the cards going home, one after another. */
async function showHomes({ moves }) {
  const cards = moves.map(parsedMove).filter(({ target }) => target);
  let { view } = game;
  for (const card of cards.slice(0, -1)) {
    view = sentHome(view, card);
    board.show(view);
    await pause(FINISH.card);
  }
}

/** Wait a little, if animation is on. */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, look.motion ? milliseconds : 0));

function tell(what, before, { view, moves }) {
  if (view.won) return;
  const news = {
    undo: () => undoneWords(view, moves[0]),
    redo: () => redoneWords(before, moves[0]),
    autoplay: () => homeWords(moves),
    move: () => happenedWords(before, view, moves[0]),
  };
  if (view.stuck && !before.stuck) tellStuck();
  else say(view.finish !== "no" && before.finish === "no" ? finishWords(view) : news[what]());
}

function tellStuck() {
  say(STUCK, true);
  const buttons = [["Undo", ACTS.undo], ["New game", ACTS.new]].map(([text, act]) =>
    make("button", { class: "button", type: "button", onclick: act }, text));
  advise("Stuck", STUCK, [make("li", { class: "buttons" }, buttons)]);
}

function failed(error) {
  board.settle();
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 401 || error.status === 404) {
    forgetSeat(KIND, game.id);
    begin(lastWish(), "That game is no longer there. Here is a new one.");
  } else {
    say(refusedWords(error), true);
  }
}

// --- games ---

/** Deal a new game. */
function begin(wish, words = GREETING) {
  enqueue(async () => {
    const { id, token, view } = await call("POST", "/api/klondike", wish);
    game = { id, token, seconds: 0, winnable: wish.winnable ?? false };
    forgetOld();
    open(view, words);
  });
}

/** Resume a game that this browser knows. */
function resume(id) {
  const { token, seconds = 0, winnable } = seatOf(KIND, id);
  enqueue(async () => {
    game = { id, token, seconds, winnable };
    const { view } = await call("GET", address());
    open(view, view.made ? `Welcome back: ${count(view.made, "move")} made so far.` : GREETING);
  });
}

/** Deal another game by the rules of this one. */
function dealAgain(which) {
  const { draw, redeals, both_ways } = game.view;
  begin({ draw, redeals, both_ways, ...which });
}

/** Download the game as a file. */
function save() {
  enqueue(async () => {
    const { name, text } = await call("GET", address("/save"));
    download(name, text, "application/json");
    say(`Saved to '${name}'.`);
  });
}

/** Resume a game from a file; the current one stays in the list of games to resume. */
async function openFile() {
  const file = await askFile();
  if (!file) return;
  if (file.size > LARGEST_FILE) say(`'${file.name}' is too large for a saved game of Klondike.`, true);
  else begin({ save: await file.text() }, `Opened '${file.name}'.`);
}

/** Ask for the state of the game, and draw it again. */
function redraw() {
  enqueue(async () => {
    show((await call("GET", address())).view);
    board.settle();
  });
}

function open(view, words) {
  selected = null;
  hideAdvice();
  show(view, true);
  say([words, finishWords(view)].filter(Boolean).join(" "));
  if (view.stuck) tellStuck();
}

function keep() {
  if (!game?.view) return;
  const { id, token, seconds, winnable, view: { made, number, won } } = game;
  keepSeat(KIND, id, { token, seconds, winnable, made, number, won });
}

/** Of the games in this browser, keep the latest ones that are not won. */
function forgetOld() {
  seatsKept(KIND).forEach(([id, { made, won }], place) => {
    if (won || !made || place >= KEPT_GAMES) forgetSeat(KIND, id);
  });
}

function show(view, dealt = false) {
  const won = view.won && game.view && !game.view.won;
  game.view = view;
  board.show(view, dealt);
  if (board.held) markTargets(board.held);
  else select(selected && movesFrom(view, selected).length ? selected : null);
  write(find("#score"), String(view.score));
  write(find("#made"), String(view.made));
  write(find("#deal"),
    `${capital(dealName(view.number))} · ${rulesWords(view)}${game.winnable ? " · can be won" : ""}`);
  showTime();
  const going = !view.won && view.moves.length > 0;
  const usable = { new: true, undo: view.undo, redo: view.redo, autoplay: going, hint: going, oracle: !view.won };
  for (const button of document.querySelectorAll("[data-do]")) mark(button, "disabled", !usable[button.dataset.do]);
  document.body.classList.toggle("stuck", view.stuck);
  keep();
  if (won) celebrate();
}

function celebrate() {
  const { view, seconds } = game;
  say(wonWords(view));
  showWin(view, seconds, view.number === null ? null : () => dealAgain({ number: view.number }), ACTS.new);
}

function say(text, problem = false) {
  const message = find("#message");
  write(message, text);
  message.classList.toggle("warns", problem);
}

// --- taking cards and putting them down ---

function select(spot) {
  selected = spot;
  const moves = spot ? movesFrom(game.view, spot) : [];
  const shown = spot && { ...spot, count: Math.max(...moves.map((one) => one.count), spot.count) };
  board.mark(shown, moves.map(({ target }) => target));
}

/** Bring the cards of a spot to a pile. */
function play(spot, target) {
  const counted = spot.count && COLUMNS.includes(spot.pile) && COLUMNS.includes(target);
  return move(`${spot.pile} ${target}${counted ? ` ${spot.count}` : ""}`);
}

/** A pile or card was tapped, or Enter was pressed on it. */
async function tap(spot, twice) {
  if (game.view.won) return;
  const { pile } = spot;
  const home = HOMES.find((suit) => game.view.moves.includes(`${pile} ${suit}`));
  const may = selected && movesFrom(game.view, selected).some(({ target }) => target === pile);
  if (pile === "stock") await move("turn");
  else if (twice && home && spot.count === 1) await play(spot, home);
  else if (selected?.pile === pile) select(null);
  else if (may) await play(selected, pile);
  else if (spot.count) take(spot);
  else if (selected && pile !== "0") await play(selected, pile);  // the server knows why not
  else if (game.view.columns[pile - 1]?.covered) say("That card is face down. Move the cards on it first.");
}

/** Take the cards of a spot if they can go anywhere, else as many of its pile as can; with a count of 0, any. */
function take(spot) {
  const exact = movesFrom(game.view, spot);
  const moves = exact.length ? exact : movesFrom(game.view, { pile: spot.pile, count: 0 });
  const taken = { pile: spot.pile, count: exact.length ? spot.count : moves[0]?.count ?? spot.count };
  const cards = looseCards(game.view, spot.pile);
  const card = `The ${cardName(cards.at(-Math.max(1, taken.count)))}`;
  if (moves.length) {
    select(taken);
    const what = taken.count || cards.length === 1 ? card : `Cards from ${pileName(spot.pile)}`;
    say(`${what} can go to ${count(moves.length, "place")}.`);
  } else {
    select(null);
    board.shake(spot);
    say(`${card} has no legal move right now.`);
  }
}

function lift(spot) {
  select(null);
  hideAdvice();
  markTargets(spot);
}

/** Mark where cards in the hand may go. */
function markTargets(spot) {
  board.mark(null, movesFrom(game.view, spot).map(({ target }) => target));
}

async function drop(spot, pile) {
  board.mark(null);
  if (pile) await play(spot, pile);
  else board.settle();
}

// --- keys ---

const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const ACTS = {
  turn: () => enqueue(() => move("turn")),
  back: () => enqueue(() => move("back")),
  home: () => enqueue(sendHome),
  autoplay: () => enqueue(() => change("autoplay")),
  undo: () => enqueue(() => change("undo")),
  redo: () => enqueue(() => change("redo")),
  moves: listMoves,
  hint: askHint,
  oracle: askOracle,
  new: () => askAnew(),
  winnable: () => dealAgain({ winnable: true }),
  number: () => askAnew("number"),
  write: save,
  open: openFile,
  redraw,
  quit: () => location.assign("/"),
  let_go: () => enqueue(letGo),
  keys: showHelp,
};
const KEYS = { escape: ACTS.let_go };
for (const [name, [key]] of Object.entries(COMMANDS)) KEYS[key.toLowerCase()] = ACTS[name];

function letGo() {
  select(null);
  hideAdvice();
}

/** Send the taken card, or the card under the cursor, to its foundation. */
async function sendHome() {
  const spot = selected ?? (document.activeElement.closest(".board") ? board.cursor : null);
  const card = spot && looseCards(game.view, spot.pile).at(-1);
  if (!card) say(NOTHING_HELD);
  else await play({ pile: spot.pile, count: 1 }, card[1].toUpperCase());
}

/** A pile by its letter: the first takes from it, the second puts there. */
async function pileKey(pile) {
  if (game.view.won) return;
  if (selected && selected.pile !== pile) await play(selected, pile);
  else if (selected) select(null);
  else if (looseCards(game.view, pile).length) take({ pile, count: 0 });
  else say(nothingToTake(game.view, pile));
  board.focus(pile);
}

async function enterKey(spot) {
  const carried = selected;
  await tap(spotNow(game.view, spot), false);
  if (carried && carried.pile !== spot.pile) board.focus(spot.pile);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !game?.view || find("dialog[open]")) return;
  const key = event.key.toLowerCase();
  const onBoard = event.target.closest(".board");
  if (ARROWS[event.key] && (onBoard || event.target === document.body)) {
    if (onBoard) board.go(ARROWS[event.key]);
    else board.focus(board.cursor.pile, board.cursor.count);
  } else if ((key === "enter" || key === " ") && onBoard) {
    const spot = board.cursor;
    enqueue(() => enterKey(spot));
  } else if (/^[0-7shdc]$/.test(key)) {
    enqueue(() => pileKey(key.toUpperCase()));
  } else if (KEYS[key]) {
    KEYS[key]();
  } else {
    return;
  }
  event.preventDefault();
});

// --- hints ---

/** Ask for a hint outside the queue: you can play on while the server thinks, and then the hint is not shown. */
async function advised(path, showIt) {
  if (thinking || !game?.view) return;
  thinking = true;
  document.body.classList.add("thinking");
  select(null);
  try {
    await waiting;
    say(THINKING);
    const { id, view } = game;
    const answer = await send("GET", address(path), { token: game.token });
    if (game.id === id && game.view.made === view.made) showIt(answer, view);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(refusedWords(error), true);
  } finally {
    thinking = false;
    document.body.classList.remove("thinking");
  }
}

function askHint() {
  return advised("/hint", ({ hints }, view) => {
    const [best] = hints;
    if (!best) {
      say(hintHeading(hints), true);
      return;
    }
    say(`Best: ${moveWords(view, best.move)}, ${shareWords(best)}.`);
    advise("Hint", hintHeading(hints), hints.map((hint) => adviceRow(view, hint.move, hint)));
    board.point(parsedMove(best.move));
  });
}

function askOracle() {
  return advised("/oracle", (answer, view) => {
    const words = oracleWords(view, answer);
    say(words, !answer.move);
    advise("Oracle", words, answer.move ? [adviceRow(view, answer.move)] : []);
    if (answer.move) board.point(parsedMove(answer.move));
  });
}

function listMoves() {
  const { view } = game;
  say(view.moves.length ? `${count(view.moves.length, "move")} possible.` : "No moves left.");
  advise("Possible moves", "", view.moves.map((text) => adviceRow(view, text)));
}

/** A move that can be made with a click, and how good it is. */
function adviceRow(view, text, hint = null) {
  const row = make("button", { type: "button", class: "advised-move", onclick: () => enqueue(() => move(text)) },
    make("span", { class: "what" }, moveWords(view, text)));
  if (hint) {
    const bar = make("span", { class: "bar", "aria-hidden": "true" },
      make("i", { class: "share" }), make("i", { class: "interval" }));
    for (const name of ["share", "low", "high"]) bar.style.setProperty(`--${name}`, hint[name]);
    const [share, interval] = shareWords(hint).split(" (");
    row.append(bar, make("span", { class: "number" }, share, make("small", {}, `(${interval}`)));
  }
  for (const kind of ["pointerenter", "focus"]) row.addEventListener(kind, () => board.point(parsedMove(text)));
  return make("li", {}, row);
}

function advise(title, note, rows) {
  const close = make("button", { class: "button icon", type: "button", "aria-label": "Close", onclick: hideAdvice },
    icon(ICONS.close));
  const panel = find("#advice");
  panel.replaceChildren(
    make("header", {}, make("h2", {}, title), close), make("p", { class: "quiet small" }, note), make("ol", {}, rows));
  panel.hidden = false;
  document.body.classList.add("advised");
}

function hideAdvice() {
  find("#advice").hidden = true;
  document.body.classList.remove("advised");
  board.point(null);
}

function askAnew(which = null) {
  const left = seatsKept(KIND).filter(([id, { made, won }]) => id !== game?.id && made && !won);
  const files = [["Save this game", save], ["Open a saved game", openFile]];
  askGame(left.slice(0, OFFERED_GAMES), { begin, resume, files }, which);
}

// --- time, and the beginning ---

function showTime() {
  write(find("#time"), clockWords(game.seconds));
}

setInterval(() => {
  if (!game?.view?.made || game.view.won || document.hidden) return;
  game.seconds += 1;
  showTime();
  if (game.seconds % 10 === 0) keep();
}, 1000);
document.addEventListener("visibilitychange", keep);
addEventListener("pagehide", keep);

/** The height that the tools take at the lower edge of the window. */
function docked() {
  const tools = find(".tools");
  return getComputedStyle(tools).position === "fixed" ? tools.offsetHeight + 6 : 8;
}

for (const button of document.querySelectorAll("[data-do]")) {
  button.prepend(icon(ICONS[button.dataset.do]));
  button.addEventListener("click", () => ACTS[button.dataset.do]());
}
find("#help").append(icon(ICONS.help));
find("#help").addEventListener("click", showHelp);
find("#settings").append(icon(ICONS.settings));

/** A link can ask for a stock that turns both ways: deal that game at once. Reloading the page continues it. */
function asked() {
  if (new URLSearchParams(location.search).get("stock") !== "ring") return null;
  history.replaceState(null, "", location.pathname);
  return { ...lastWish(), draw: 1, redeals: null, both_ways: true };
}

const wanted = asked();
const last = seatsKept(KIND).find(([, { won }]) => !won);
if (wanted) begin(wanted);
else if (last) resume(last[0]);
else begin(lastWish());
