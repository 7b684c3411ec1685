// The page that walks through a solution: the actions on the way, the grid of a node, its hands, next cards, notes, two nodes or two
// solutions side by side.
//
//   /study/walk#solution=NAME&line=check, bet 60&with=OTHER
//
// A node comes from the server as arrays (docs/protocol.md) and is fetched once; going back fetches nothing.

import { send } from "/static/api.js";
import { miniCard } from "/static/card-picker.js";
import { capital, dialog, find, make, mark, toast, write } from "/static/dom.js";
import { heat, makeGrid } from "/static/grid.js";
import { makeRival } from "/static/rival.js";
import { makeRunouts } from "/static/runouts.js";
import { copyButtons, handFacts, linkWith, limitsOf, openRoom, percent, readLink, studyKey } from "/static/study.js";

openRoom();

const PLAYERS = ["Out of position", "In position"];
const SHOWS = [["strategy", "Strategy"], ["equity", "Equity"], ["value", "Value"], ["reach", "Range"]];
const MOST_ROWS = 60;
const shown = (number, words) => number === null || number === undefined ? "–" : words(number);

const facts = await handFacts();
const classOf = new Array(facts.combos.length);
facts.members.forEach((places, index) => places.forEach((place) => { classOf[place] = index; }));
const nodes = new Map();
const kinds = new Map();
let solution = null;
let node = null;
let player = 0;
let shows = "strategy";
let pinned = null;
let focused = "AA";

// --- what the server says ---

const base = (of = solution.name) => `/api/study/solutions/${encodeURIComponent(of)}`;

/** The node after a line. It is fetched once, unless that fails. */
function nodeAt(line) {
  if (!nodes.has(line)) {
    const asked = send("GET", `${base()}/node?line=${encodeURIComponent(line)}`, { token: studyKey() });
    nodes.set(line, asked);
    asked.catch(() => nodes.delete(line));
  }
  return nodes.get(line);
}

/** The equities of a node, which take longer than the rest: they are drawn when they come. */
async function addEquities(at, of = solution.name) {
  if (!at || at.equities) return;
  const found = await send("GET", `${base(of)}/equities?line=${encodeURIComponent(at.line.join(", "))}`, { token: studyKey() });
  at.players.forEach((one, place) => Object.assign(one, found.players[place]));
  at.equities = true;
  at.sums = null;
  if (node === at || pinned === at || rival.node === at) draw();
}

/** The colour of each action: fold, pass, bets from small to large, all-in. */
function colours({ kinds }) {
  let bets = 0;
  return kinds.map((kind) => {
    if (kind === "fold") return "var(--act-fold)";
    if (kind === "check" || kind === "call") return "var(--act-pass)";
    if (kind === "all in") return "var(--act-all-in)";
    bets = Math.min(4, bets + 1);
    return `var(--act-bet-${bets})`;
  });
}

/** The hands of a player by class: weighted sums, found once for a node. */
function byClass(at, who) {
  at.sums ??= [];
  if (at.sums[who]) return at.sums[who];
  const { hands, weights, reach, values, equities = [], strategy } = at.players[who];
  const sums = facts.classes.map(() => ({ weight: 0, reach: 0, value: 0, equity: 0, shares: strategy.map(() => 0), hands: [] }));
  hands.forEach((place, i) => {
    const sum = sums[classOf[place]];
    sum.hands.push(i);
    sum.reach += reach[i];
    const weight = weights[i];
    if (!(weight > 0)) return;
    sum.weight += weight;
    sum.value += weight * (values[i] ?? 0);
    sum.equity += weight * (equities[i] ?? 0);
    strategy.forEach((row, action) => { sum.shares[action] += weight * row[i]; });
  });
  at.sums[who] = sums;
  return sums;
}

// --- the grid ---

function drawGrid(grid, at, who, what) {
  const sums = byClass(at, who);
  const ink = colours(at);
  const acts = at.player === who && what === "strategy";
  const [least, most] = valueRange(sums);
  grid.draw((name) => {
    const sum = sums[facts.classes.indexOf(name)];
    const held = sum.reach / facts.members[facts.classes.indexOf(name)].length;
    if (!(sum.weight > 0)) return { off: true, title: `${name}, not in the range` };
    const equity = sum.equity / sum.weight;
    const value = sum.value / sum.weight;
    const part = Math.max(0.12, Math.min(1, held));
    const says = `${at.equities ? percent(equity) : "–"} equity, value ${value.toFixed(1)}`;
    if (acts) {
      const shares = sum.shares.map((share) => share / sum.weight);
      const words = at.sizes.map((size, i) => `${size} ${percent(shares[i], 0)}`).join(", ");
      return { fills: shares.map((share, i) => [ink[i], share * part]), title: `${name}: ${words}; ${says}` };
    }
    if (what === "reach" || (what === "strategy" && at.player !== who)) return { fills: [["var(--held)", Math.min(1, held)]], note: percent(held, 0), title: `${name}: ${percent(held)} of its hands; ${says}` };
    if (what === "equity" && !at.equities) return { note: "…", title: says };
    if (what === "equity") return { fills: [[heat(equity), 1]], note: percent(equity, 0), title: `${name}: ${says}` };
    return { fills: [[heat(most > least ? (value - least) / (most - least) : 0.5), 1]], note: value.toFixed(0), title: `${name}: ${says}` };
  });
}

function valueRange(sums) {
  const values = sums.filter((sum) => sum.weight > 0).map((sum) => sum.value / sum.weight);
  return [Math.min(...values), Math.max(...values)];
}

// --- the parts of the page ---

const steps = make("div", { class: "line-steps", role: "group", "aria-label": "Path to this node" });
const grid = makeGrid(facts.classes, { label: "Hands at this node", focus: (name) => { focused = name; drawHands(); } });
const other = makeGrid(facts.classes, { label: "Hands at the pinned node" });
const otherTitle = make("h2", {});
const otherBox = make("section", { class: "grids", hidden: true }, otherTitle, other.root);
const pinnedTotals = make("div", {});
const pinnedWords = make("p", { class: "small quiet" });
const pinnedBox = make("section", { hidden: true, "aria-label": "Figures of the pinned node" }, pinnedTotals, pinnedWords);
const rival = makeRival({ facts, players: PLAYERS, changed: () => { if (node) go(node.line); } });
const whose = PLAYERS.map((name, place) => make("button", { class: "button", type: "button", onclick: () => { player = place; draw(); } }, name));
const what = SHOWS.map(([name, words]) => make("button", { class: "button", type: "button", onclick: () => { shows = name; draw(); } }, words));
const pin = make("button", { class: "button", type: "button", onclick: () => { pinned = pinned ? null : node; draw(); } }, "Compare");
const lock = make("button", { class: "button", type: "button", onclick: () => lockNode() }, "Lock this node");
const totals = make("div", {});
const hands = make("section", {});
const categories = make("section", {});
const runouts = makeRunouts({ go: (card) => go([...node.line, card]) });
const noteField = make("textarea", { id: "note", maxlength: "2000" });
const noteSave = make("button", { class: "button", type: "button", onclick: () => keepNote() }, "Keep note");
const note = make("section", { class: "note field" }, make("label", { for: "note" }, "Note on this node"), noteField, make("div", { class: "buttons" }, noteSave));
const drawn = make("output", { class: "small quiet", id: "drawn" });
const main = make("div", { class: "walk-main" },
  make("div", { class: "grids" }, make("div", { class: "choices" }, whose, what, pin, rival.choice), grid.root),
  otherBox,
  make("div", { class: "side" }, totals, pinnedBox, runouts.table, rival.root, hands, categories, make("div", { class: "buttons" }, lock, copyButtons(() => rival.copies ?? node.copies)), note, drawn));
const page = make("div", { class: "walk-page" }, steps, runouts.deck, main);

function drawSteps(path) {
  const focused = steps.contains(document.activeElement) || runouts.deck.contains(document.activeElement);
  steps.replaceChildren(...path.map(([at, chosen], depth) => {
    const ink = colours(at);
    const before = at.line;
    const here = depth === path.length - 1;
    const title = at.kind === "decision" ? PLAYERS[at.player] : at.kind === "card" ? "Next card" : at.kind === "fold" ? "Fold" : "Showdown";
    const buttons = at.actions.map((action, i) => {
      const button = make("button", { type: "button", title: capital(action), "data-action": action, "aria-pressed": String(action === chosen), onclick: () => go([...before, action]), onpointerenter: () => ahead([...before, action]), onfocus: () => ahead([...before, action]) },
        make("span", {}, capital(at.sizes[i])), make("span", {}, at.frequencies[i] === null ? "" : percent(at.frequencies[i], 0)));
      button.style.setProperty("--colour", ink[i]);
      return button;
    });
    const dealt = at.kind === "card" ? (chosen ? miniCard(chosen) : make("span", { class: "small quiet" }, "choose below")) : null;
    const head = make("button", { type: "button", onclick: () => go(before) }, make("b", {}, title), make("span", {}, `pot ${at.pot}`));
    return make("div", { class: "step", "aria-current": here ? "step" : null }, head, dealt, buttons);
  }));
  steps.lastChild?.scrollIntoView({ block: "nearest", inline: "end" });
  if (focused) steps.lastChild?.querySelector("button")?.focus();
}

/** The frequencies and values of a node. */
function drawTotals(box, node) {
  const ink = colours(node);
  const bar = node.kind === "decision" ? make("div", { class: "bar", role: "img", "aria-label": node.sizes.map((size, i) => `${size} ${percent(node.frequencies[i] ?? 0)}`).join(", ") },
    node.frequencies.map((share, i) => { const part = make("span", {}); part.style.flex = `${share ?? 0} 0 0`; part.style.background = ink[i]; return part; })) : null;
  const legend = node.actions.map((action, i) => { const square = make("span", { class: "swatch" }); square.style.setProperty("--colour", ink[i]); return make("tr", {}, make("td", {}, square, capital(node.sizes[i]), node.sizes[i] === action ? "" : make("span", { class: "small quiet" }, ` ${action.split(" ").at(-1)}`)), make("td", {}, percent(node.frequencies[i] ?? 0))); });
  const rows = node.players.map((one, place) => make("tr", {}, make("td", {}, PLAYERS[place]), make("td", {}, one.value === null ? "–" : one.value.toFixed(2)), make("td", {}, shown(one.equity, percent))));
  box.replaceChildren(...[make("p", { class: "choices" }, node.board.map(miniCard), ` pot ${node.pot}`), bar,
    node.kind === "decision" ? make("table", { class: "numbers" }, make("tbody", {}, legend)) : null,
    make("table", { class: "numbers" }, make("thead", {}, make("tr", {}, ["", "Value", "Equity"].map((word) => make("th", {}, word)))), make("tbody", {}, rows))].filter(Boolean));
}

/** The hands of the class that has the keyboard focus or the pointer. */
function drawHands() {
  if (!node) return;
  rival.draw(player, focused);
  const mine = node.players[player];
  const places = byClass(node, player)[facts.classes.indexOf(focused)].hands;
  const acts = node.player === player;
  const heads = ["Hand", ...(acts ? node.sizes.map(capital) : ["Weight"]), "Value", "Equity"];
  const rows = places.map((i) => make("tr", {}, make("td", {}, facts.combos[mine.hands[i]].match(/../g).map(miniCard)),
    acts ? mine.strategy.map((row) => make("td", {}, percent(row[i], 0))) : make("td", {}, percent(mine.reach[i], 0)),
    make("td", {}, mine.values[i] === null ? "–" : mine.values[i].toFixed(1)), make("td", {}, shown(mine.equities?.[i], percent))));
  hands.replaceChildren(make("h2", {}, `Hands of ${focused}`), rows.length
    ? make("div", { class: "table-box" }, make("table", { class: "numbers" }, make("thead", {}, make("tr", {}, heads.map((word) => make("th", {}, word)))), make("tbody", {}, rows.slice(0, MOST_ROWS))))
    : make("p", { class: "small quiet" }, "None in this range."));
}

/** The kind of each hand on the board of a node, asked once for each board. */
async function kindsOf(at) {
  const board = at.board.join("");
  if (!kinds.has(board)) kinds.set(board, await send("GET", `${base()}/kinds?board=${board}`, { token: studyKey() }));
  return kinds.get(board);
}

/** The range by kind of hand and by draw; a hand can have two draws. */
async function drawKinds() {
  const here = node;
  const who = player;
  const { made, draws, hands: kindOf } = await kindsOf(here);
  if (node !== here || player !== who) return;
  const mine = here.players[who];
  const acts = here.player === who;
  const sums = [made, [...draws, "no draw"]].map((names) => names.map(() => ({ weight: 0, equity: 0, shares: mine.strategy.map(() => 0) })));
  let total = 0;
  mine.hands.forEach((place, i) => {
    const weight = mine.weights[i];
    if (!(weight > 0)) return;
    total += weight;
    const [what, ...more] = kindOf[place];
    for (const sum of [sums[0][what], ...(more.length ? more : [draws.length]).map((draw) => sums[1][draw])]) {
      sum.weight += weight;
      sum.equity += weight * (mine.equities?.[i] ?? 0);
      mine.strategy.forEach((row, action) => { sum.shares[action] += weight * row[i]; });
    }
  });
  const tableOf = (title, names, found) => {
    const heads = [title, "Share", "Equity", ...(acts ? here.sizes.map(capital) : [])];
    const rows = names.flatMap((name, i) => {
      const { weight, equity, shares } = found[i];
      if (!(weight > 0)) return [];
      return [make("tr", {}, [capital(name), percent(weight / total), here.equities ? percent(equity / weight) : "–", ...(acts ? shares.map((share) => percent(share / weight, 0)) : [])].map((text) => make("td", {}, text)))];
    });
    return make("div", { class: "table-box" }, make("table", { class: "numbers" }, make("thead", {}, make("tr", {}, heads.map((word) => make("th", {}, word)))), make("tbody", {}, rows)));
  };
  categories.replaceChildren(make("h2", {}, "By kind of hand"), tableOf("Hand", made, sums[0]), here.board.length < 5 ? tableOf("Draw", [...draws, "no draw"], sums[1]) : "");
}

async function drawCards() {
  const here = node;
  runouts.draw(here);
  if (here.kind !== "card") return;
  here.runouts ??= (await send("GET", `${base()}/runouts?line=${encodeURIComponent(here.line.join(", "))}`, { token: studyKey() })).runouts;
  if (node === here) runouts.fill(here.runouts);
}

function draw() {
  const began = performance.now();
  whose.forEach((button, place) => mark(button, "aria-pressed", String(place === player)));
  what.forEach((button, place) => mark(button, "aria-pressed", String(SHOWS[place][0] === shows)));
  mark(pin, "aria-pressed", String(Boolean(pinned)));
  drawGrid(grid, node, player, shows);
  const beside = rival.node ?? pinned;
  otherBox.hidden = !beside;
  mark(main, "data-pair", Boolean(beside));
  if (beside) {
    write(otherTitle, rival.node ? `In ${rival.name}` : `Compared with: ${pinned.said.join(", ") || "start"}`);
    drawGrid(other, beside, player, shows);
  }
  pinnedBox.hidden = !pinned || Boolean(rival.node); // which has a table of both
  if (!pinnedBox.hidden) {
    drawTotals(pinnedTotals, pinned);
    write(pinnedWords, otherTitle.textContent);
  }
  rival.draw(player, focused);
  drawTotals(totals, node);
  drawHands();
  drawKinds().catch((error) => toast(error.message));
  lock.hidden = node.kind !== "decision";
  if (document.activeElement !== noteField) noteField.value = node.note;
  note.hidden = !solution.mine && !node.note;
  noteField.readOnly = !solution.mine;
  noteSave.hidden = !solution.mine;
  drawn.dataset.milliseconds = String(performance.now() - began);
}

/** Fetch a node that is likely to be asked for next: its button has the pointer or the focus. */
const ahead = (line) => { nodeAt(line.join(", ")).catch(() => {}); };

/** Go to the node after a line. */
async function go(line) {
  const text = line.join(", ");
  const asked = performance.now();
  try {
    const path = [];
    for (let end = 0; end < line.length; end += 1) path.push([await nodeAt(line.slice(0, end).join(", ")), line[end]]);
    node = await nodeAt(text);
    path.push([node, null]);
    if (node.player >= 0) player = node.player;
    await rival.at(text);
    history.replaceState(null, "", linkWith({ solution: solution.name, line: text, with: rival.name }));
    drawSteps(path);
    draw();
    drawn.dataset.since = String(performance.now() - asked);
    await Promise.all([addEquities(node), addEquities(rival.node, rival.name), drawCards()]);
  } catch (error) {
    toast(error.message);
  }
}

// --- locks and notes ---

function lockNode() {
  const inputs = node.sizes.map((size, i) => make("input", { type: "number", min: "0", max: "100", step: "any", "aria-label": capital(size), value: (100 * (node.frequencies[i] ?? 0)).toFixed(1) }));
  const which = make("input", { type: "text", id: "lock-hands", placeholder: "all hands", autocomplete: "off" });
  const problem = make("p", { class: "problem", role: "alert" });
  const solve = make("button", { class: "button primary", type: "button" }, "Solve again with this lock");
  dialog("Lock this node", make("p", {}, "This player acts with these frequencies, in percent, and the other player finds the best response."),
    make("div", { class: "fields" }, node.sizes.map((size, i) => make("p", { class: "field" }, make("span", {}, capital(size)), inputs[i]))),
    make("p", { class: "field" }, make("label", { for: "lock-hands" }, "Only these hands"), which), problem, make("div", { class: "buttons" }, solve));
  solve.addEventListener("click", () => {
    const shares = inputs.map((input) => Number(input.value) / 100);
    const total = shares.reduce((all, share) => all + share, 0);
    if (shares.some((share) => !(share >= 0)) || !(total > 0)) {
      write(problem, "Give a percentage for each action, at least one of them above 0.");
      return;
    }
    const text = [node.line.join(", "), shares.map((share) => (share / total).toFixed(6)).join(", "), which.value.trim()].filter((part, i) => i < 2 || part).join("; ");
    const place = (lock) => lock.split("; ").filter((_, i) => i !== 1).join("; ");
    const others = solution.locks.filter((lock) => place(lock) !== place(text)); // this lock replaces the one of the same node and hands
    location.href = linkWith({ spot: JSON.stringify({ ...solution.spot, name: `${solution.name} locked` }), lock: [...others, text], ...limitsOf(solution) }, "/study/solve");
  });
}

async function keepNote() {
  try {
    await send("POST", `${base()}/note`, { token: studyKey(), body: { line: node.line.join(", "), text: noteField.value } });
    node.note = noteField.value.trim();
    toast("Note kept.");
  } catch (error) {
    toast(error.message);
  }
}

// --- the beginning ---

const link = readLink();
const asked = link.get("solution");
if (asked) {
  try {
    solution = { name: asked };
    solution = await send("GET", base(), { token: studyKey() });
    write(find("#title"), solution.name);
    find("#room").replaceChildren(page);
    rival.offer(solution, (await send("GET", "/api/study/solutions", { token: studyKey() })).solutions, link.get("with"));
    await go((link.get("line") ?? "").split(",").map((step) => step.trim()).filter(Boolean));
  } catch (error) {
    find("#room").replaceChildren(make("p", { class: "problem" }, error.message), make("a", { href: "/study/solve" }, "Solve a spot"));
  }
} else {
  const { solutions } = await send("GET", "/api/study/solutions", { token: studyKey() });
  find("#room").replaceChildren(solutions.length
    ? make("div", { class: "tiles" }, solutions.map(({ name, spot, tags }) => { const tile = make("a", { class: "tile", href: linkWith({ solution: name }) }, make("b", {}, name), make("span", {}, `${spot.board} · pot ${spot.pot} ${tags.join(" ")}`)); tile.addEventListener("click", () => setTimeout(() => location.reload())); return tile; }))
    : make("p", {}, "There are no solutions yet. ", make("a", { href: "/study/solve" }, "Solve a spot"), " first."));
}
