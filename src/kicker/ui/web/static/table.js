// The page of one table: connects, shows events one after another, and sends the person's actions.

import { keepSeat, seatOf, send, sentence, tokenOf } from "/static/api.js";
import { alertTurn, calm, setTitle } from "/static/alerts.js";
import { capital, confirm, find, icon, make, mark, toast, write } from "/static/dom.js";
import { makeDock } from "/static/dock.js";
import { makeFelt } from "/static/felt.js";
import { makeLog } from "/static/log.js";
import { look, onLook } from "/static/look.js";
import { showHands } from "/static/hands.js";
import { allRules, makeQuickTable } from "/static/offer.js";
import { askName, shareLink, showKeys, showProof, showReasons, TABLE_KEYS } from "/static/panels.js";
import { makeProof } from "/static/proof.js";
import { after, carriedOver, emptyScene, sceneOf, storyOf } from "/static/scene.js";
import { connect } from "/static/socket.js";
import { gameWords, headline } from "/static/words.js";

const ID = location.pathname.split("/").at(-1);
const TICK = 100;
const WIDE = matchMedia("(min-width: 1180px)");  // room for the log beside the table
const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  log: "M5 5h14v11H10l-5 4z",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  checked: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM8.500 12l2.500 2.500 4.500-5",
  broken: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM12 8v4.500M12 16v.01",
};
/** With this many updates waiting, they are no longer shown one by one; with fewer, they are shown faster. */
const TOO_MANY = 8;
const HURRY = 1.6;
/** How long an event stays before the next one, in milliseconds. */
const PAUSES = { blind: 60, ante: 40, dealt: 70, board: 700, show: 700, won: 900, returned: 250, fold: 220, check: 260, call: 340, bet: 380, raise: 380, discard: 380, muck: 250 };

let token = seatOf("tables", ID)?.left ? null : tokenOf("tables", ID);  // null for watchers; the key itself is kept
let socket = null;
let table = null;  // its public facts
let me = null;  // your own seat
let felt = null;
let update = null;  // the last one that was shown
let story = [];  // the events of this deal
let scene = null;
let waiting = 0;  // updates that are not shown yet
let showing = Promise.resolve();
let clock = null;  // {seat, left, bank, at}
let nextAt = null;
let speed = look.speed;  // of the bots, as it was asked for last
let skipping = false;  // the rest of this deal is skipped

const log = makeLog(find("#log"));
const proof = makeProof(ID);
const dock = makeDock(find("#dock"), {
  act: (text) => { if (!socket.act(text, update.deal, update.turn)) toast("There is no connection. Your move will be sent when it is back."); },
  pick: () => draw({ moving: false }),
  next: () => {
    skipping = !scene.over;
    socket.send({ type: "next" });
  },
  reveal: () => socket.send({ type: "show", deal: update.deal }),
  rebuy: () => socket.send({ type: "rebuy" }),
  newTable: () => moveOn(),
  leave: () => leave(),
  again: () => socket.send({ type: "again" }),
  reasons: () => socket.send({ type: "reasons" }),
  sitIn: () => socket.send({ type: "sit in" }),
  sit: () => sitDown(null),
  share: () => shareLink(ID, table?.name),
  wish: (name) => socket.send({ type: "wish", name }),
  lobby: () => { location.href = "/"; },
});

// --- what arrives ---

const on = {
  welcome(frame) {
    table = frame.table;
    me = frame.seat;
    if (frame.seat !== null && token) keepSeat("tables", ID, { seat: frame.seat, title: table.name, game: table.game, left: false });
    if (!felt) felt = makeFelt(find("#felt"), table.seats, { sit: sitDown, pick: (place) => dock.pick(place) });
    write(find("#name"), table.name);
    setTitle(`${table.name} · kicker`);
    for (const name of ["#sit-out", "#leave"]) mark(find(name), "hidden", frame.seat === null);
    mark(find("#hands"), "hidden", !tokenOf("tables", ID));
  },
  update(arrived, fresh) {
    waiting += 1;
    arrived.at = performance.now();
    showing = showing.then(() => present(arrived, fresh)).catch(reportError).finally(() => { waiting -= 1; });
  },
  frame(frame) {
    if (frame.type === "clock") {
      setClock({ ...frame, at: performance.now() });
    } else if (frame.type === "reasons") {
      showReasons(frame, update.seats);
    } else if (frame.type === "error") {
      dock.release();
      // Before there is a table the connection is closed as well, and the banner says why.
      if (scene && frame.code !== "late") toast(sentence(frame.message));
    }
  },
  state(state, seconds) {
    if (state === "open") hideBanner();
    else if (state === "lost" || state === "busy") showBanner(lostWords(state, seconds), action("Try now", () => socket.open()));
    else if (state === "taken") showBanner("You are playing this seat in another tab.", action("Play here", () => socket.open()));
    else if (state === "gone") end("This table does not exist, or it is closed.");
    else if (state === "refused") watch();
  },
};

const lostWords = (state, seconds) =>
  state === "busy" ? "Too many connections from here. Trying again soon." : `The connection is lost. Trying again${seconds >= 2 ? ` in ${Math.round(seconds)} s` : ""}…`;

/** Log an error in the drawing to the console; nothing else stops. */
function reportError(error) {
  setTimeout(() => { throw error; });
}

/** The key opens no seat here now: its owner watches, and may sit down again with it. */
function watch() {
  if (token) {
    token = null;
    begin();
  } else {
    end("The server does not know who you are.");
  }
}

function begin() {
  socket?.close();
  [update, story, scene] = [null, [], null];
  log.clear();
  socket = connect(ID, token, on);
}

// --- showing it ---

/** Show an update: event by event if people can follow, all at once if there are too many. */
async function present(arrived, fresh) {
  const checking = proof.take(arrived);
  if (fresh) {
    retell(arrived);
  } else {
    await tell(arrived);
  }
  update = arrived;
  story = storyOf([...story, ...(fresh ? [] : arrived.events)]);
  scene = sceneOf(arrived.view, story, arrived.seats.map((seat) => seat.stack), me, { game: table.about, winning: arrived.winning });
  setClock(arrived);
  draw({ moving: !fresh });
  if (scene.over && (fresh || arrived.events.some((event) => event.kind === "over"))) bringOwnSeat();
  await checking;
  drawShield();
}

/** The page was just opened: fill the log without animation. */
function retell(arrived) {
  log.clear();
  story = storyOf(arrived.events);
  const carried = arrived.view ? carriedOver(arrived.view, story) : 0;
  const { game = table.about, rules = {} } = arrived.view ?? {};
  let past = { ...emptyScene(arrived.seats.map((seat) => seat.stack), me, game), rules, carried };
  if (arrived.view) log.deal(arrived.deal, mixedGame(arrived), carried);
  for (const [place, event] of story.entries()) {
    past = after(past, event);
    log.event(event, beforeTheyCame(told(past, arrived), story.slice(place)));
  }
}

/** The game of a hand in a mixed game. */
const mixedGame = (arrived) => (table.games > 1 && arrived.view ? gameWords(arrived.view) : "");

/** The events of a moment after which people left: the people in those seats now took no part in it. */
function beforeTheyCame(told, rest) {
  const came = rest.slice(1).filter((event) => event.kind === "left").map((event) => event.seat);
  const names = told.names.map((name, seat) => (came.includes(seat) ? `Seat ${seat + 1}` : name));
  return { ...told, names, you: came.includes(told.you) ? null : told.you };
}

const told = (scene, arrived) => ({
  names: arrived.seats.map((seat) => seat.name), you: scene.me, pot: scene.pot, sidePots: false, boards: Boolean(arrived.view?.boards.length),
  heading: scene.heading, completes: scene.completes,
});

async function tell(arrived) {
  if (arrived.events.some((event) => event.kind in PAUSES)) {
    dock.rest({ betting: arrived.view?.phase === "betting" && arrived.events.every((event) => event.kind !== "over") });
    mark(document.body, "data-turn", null);
  }
  felt.clock(null);
  let now = scene;
  for (const event of arrived.events) {
    if (event.kind === "button") {
      log.deal(arrived.deal, mixedGame(arrived), carriedOver(arrived.view, storyOf(arrived.events)));
      skipping = false;
    }
    if (event.kind === "show" && event.seat === me && now.over) toast("Everybody sees your cards.");
    now = after({ ...now, options: null, rules: arrived.view?.rules ?? now.rules, game: arrived.view?.game ?? now.game }, event);
    log.event(event, told(now, arrived));
    if (skipping || waiting > TOO_MANY || !look.motion || document.hidden) continue;
    felt.draw({ ...now, toAct: null }, arrived.seats);
    const pause = (PAUSES[event.kind] ?? 0) / (waiting > 1 ? HURRY : 1);
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
}

function draw({ moving = true } = {}) {
  const people = update.seats;
  const maySit = scene.me === null && people.some((seat) => seat.kind === "empty");
  if (update.view) write(find("#stakes"), headline(update.view, `hand ${update.deal}`));
  const { newTurn } = dock.draw({ scene, update, people, maySit, seconds: secondsToNext() });
  felt.draw(scene, people, { picking: dock.picking(), maySit, moving });
  mark(document.body, "data-turn", scene.me !== null && scene.toAct === scene.me);
  const running = update.wishes.find((wish) => wish.name === "run");
  mark(find("#run"), "hidden", !running);
  if (running) write(find("#run"), capital(running.words));
  write(find("#sit-out"), scene.me !== null && people[scene.me].out ? "Sit in" : "Sit out");
  if (newTurn) takeTurn();
  else if (scene.toAct !== scene.me) calm();
}

/** It is your turn: say so, and move the focus to the controls unless it is needed elsewhere. */
function takeTurn() {
  alertTurn();
  bringOwnSeat();
  const busy = document.activeElement?.matches("input, select, textarea") || find("dialog[open]") || find("#menu:popover-open");
  if (!busy) find("#dock").focus({ preventScroll: true });
}

/** In a very small window the table is scrolled: bring your own cards into sight. */
const bringOwnSeat = () => find(".seat.mine")?.scrollIntoView({ block: "nearest" });

/** The proof of a shuffle is for those who were dealt in. */
function drawShield() {
  if (!scene) return;
  const judged = proof.judge(scene, story);
  const shield = find("#shield");
  mark(shield, "hidden", (update.view?.seat ?? null) === null);
  if (shield.dataset.proof === judged.state + judged.cards.length) return;
  shield.dataset.proof = judged.state + judged.cards.length;
  shield.className = `button icon shield ${judged.state}`;
  shield.replaceChildren(icon({ good: ICONS.checked, bad: ICONS.broken }[judged.state] ?? ICONS.shield));
  const words = { good: `The shuffle: ${judged.cards.length} cards checked, all match`, bad: "The shuffle: a card does not match" }[judged.state] ?? "The shuffle";
  mark(shield, "aria-label", words);
  mark(shield, "title", words);
}

// --- time ---

function setClock(frame) {
  clock = frame.clock ? { ...frame.clock, at: frame.at } : null;
  nextAt = frame.next === null || frame.next === undefined ? null : frame.at + frame.next * 1000;
  tick();
}

const secondsToNext = () => (nextAt === null ? null : Math.max(0, (nextAt - performance.now()) / 1000));

/** The time of a decision runs down first, then the time bank. */
function tick() {
  if (!felt || !scene) return;
  dock.tick(secondsToNext());
  if (!clock || scene.toAct !== clock.seat) {
    felt.clock(null);
    return;
  }
  const gone = (performance.now() - clock.at) / 1000;
  const left = clock.left - gone;
  const inBank = left <= 0;
  const bank = Math.max(0, clock.bank + Math.min(0, left));
  const whole = inBank ? Math.max(clock.bank, 1) : Math.max(table.seconds ?? 30, clock.left);
  const [share, seconds] = inBank ? [bank / whole, bank] : [left / whole, left];
  felt.clock(clock.seat, { share, seconds, inBank, hurry: Math.max(0, left) + bank < 6 });
}

// --- what the person does besides playing ---

function sitDown(seat) {
  const title = seat === null ? "Sit down" : `Sit down at seat ${seat + 1}`;
  askName(title, async (name) => {
    const joined = await send("POST", `/api/tables/${ID}/join`, { body: seat === null ? { name } : { name, seat }, token: tokenOf("tables", ID) });
    token = joined.token;
    keepSeat("tables", ID, { token, seat: joined.seat, title: table.name, game: table.game, left: false });
    begin();
  });
}

/** Give the seat up; false if there is no connection. */
function giveUp() {
  if (!socket.send({ type: "leave" })) {
    toast("There is no connection. Try again when it is back.");
    return false;
  }
  keepSeat("tables", ID, { left: true });
  socket.close();
  return true;
}

async function leave() {
  const others = update.seats.some((seat, number) => seat.kind === "person" && number !== me);
  const words = others ? "Your seat becomes free. If you come back within the hour, you have the same chips." : "Nobody else is here, so the table closes. Your hands are kept.";
  if (await confirm("Leave the table?", words, "Leave") && giveUp()) location.href = "/";
}

/** Leave for another table of the same game. */
async function moveOn() {
  try {
    const rules = (await allRules()).find((each) => each.game === table.game && each.name === table.rules);
    const made = await makeQuickTable(rules, update.seats[me].name);
    if (giveUp()) location.href = `/table/${made.id}`;
  } catch (error) {
    toast(error.message);
  }
}

function toggleLog(open = document.body.dataset.log !== "open") {
  document.body.dataset.log = open ? "open" : "closed";
  mark(find("#log-button"), "aria-expanded", String(open));
  if (open) log.toEnd();
}

// --- banner ---

function showBanner(text, ...actions) {
  const banner = find("#banner");
  banner.replaceChildren(make("span", {}, text), ...actions);
  banner.hidden = false;
}

const action = (words, act) => make("button", { class: "button", type: "button", onclick: act }, words);

function hideBanner() {
  find("#banner").hidden = true;
}

function end(text) {
  const hands = tokenOf("tables", ID) ? [make("a", { class: "button", href: `/hands?table=${ID}` }, "Your hands")] : [];
  showBanner(text, ...hands, make("a", { class: "button", href: "/" }, "Lobby"));
}

// --- keys and buttons ---

const closeMenu = (act) => () => {
  find("#menu").hidePopover();
  act();
};

for (const [name, path] of [["#menu-button", ICONS.menu], ["#log-button", ICONS.log], ["#shield", ICONS.shield]]) find(name).append(icon(path));
onLook(() => {
  if (look.speed === speed) return;
  speed = look.speed;
  socket?.send({ type: "speed", speed });
});
find("#shield").addEventListener("click", () => { if (scene) showProof(ID, token, proof.judge(scene, story)); });
find("#log-button").addEventListener("click", () => toggleLog());
find("#hands").addEventListener("click", closeMenu(() => showHands(ID)));
find("#share").addEventListener("click", closeMenu(() => shareLink(ID, table?.name)));
find("#keys").addEventListener("click", closeMenu(() => showKeys(TABLE_KEYS)));
find("#settings").addEventListener("click", closeMenu(() => {}));
find("#run").addEventListener("click", closeMenu(() => socket.send({ type: "wish", name: "run" })));
find("#leave").addEventListener("click", closeMenu(leave));
find("#sit-out").addEventListener("click", closeMenu(() => {
  socket.send({ type: update.seats[scene.me].out ? "sit in" : "sit out" });
}));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !scene) return;
  if (find("dialog[open]") || event.target.matches("input:not([type=range]), select, textarea")) return;
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (letter === "?") showKeys(TABLE_KEYS);
  else if (letter === "l") toggleLog();
  else if (letter === "u" && !find("#run").hidden) socket.send({ type: "wish", name: "run" });
  else if (letter === "Escape" && !WIDE.matches) toggleLog(false);
  else if (!dock.key(letter)) return;
  event.preventDefault();
});

toggleLog(WIDE.matches);
WIDE.addEventListener("change", () => toggleLog(WIDE.matches));  // a window made smaller, zoomed, or a tablet that is turned
setInterval(tick, TICK);
begin();
