// One's own hands: cards, result and date of each, a search, and the way to its replay. The table shows those played there, the page
// /hands those of all tables that this browser has a key of.

import { send, tokensOf } from "/static/api.js";
import { download, find, make, mark, money, toast, write } from "/static/dom.js";
import { withClose } from "/static/panels.js";
import { cardText, count } from "/static/words.js";

/** How many hands are shown at first, and how many more at a time. */
const STEP = 100;
const RANKS = "AKQJT98765432";

/** The chips that a deal brought, in words. */
export function resultWords(result) {
  return result > 0 ? `won ${money(result)}` : result < 0 ? `lost ${money(-result)}` : "even";
}

const signed = (result) => (result > 0 ? `+${money(result)}` : result < 0 ? `−${money(-result)}` : "0");
const dateOf = (hand) => new Date(hand.ended);
const dateWords = (hand) => dateOf(hand).toLocaleString("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** Two hole cards as players call them: AKs, T9o, QQ; empty for other hands. */
export function className(cards) {
  if (cards.length !== 2) return "";
  const [high, low] = [...cards].sort((one, other) => RANKS.indexOf(one[0]) - RANKS.indexOf(other[0]));
  return high[0] + low[0] + (high[0] === low[0] ? "" : high[1] === low[1] ? "s" : "o");
}

/** All words by which a hand can be found. */
function wordsOf(hand) {
  const texts = [
    className(hand.cards), ...hand.cards, ...hand.cards.map(cardText), hand.words, ...hand.others, hand.name, dateWords(hand),
    hand.ended.slice(0, 10), resultWords(hand.result), `hand ${hand.deal}`,
  ];
  return texts.join(" ").toLowerCase().split(/[\s,:]+/);
}

/** Whether each word of a search is the beginning of one of a hand's words. */
export function matches(hand, search) {
  const words = wordsOf(hand);
  return search.toLowerCase().split(/\s+/).filter(Boolean).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

const cardItem = (card) => make("span", { class: `mini-card suit-${card[1]}` }, cardText(card));

function handItem(hand, named) {
  const words = [hand.words, hand.others.length ? `against ${hand.others.join(", ")}` : "", named ? hand.name : ""].filter(Boolean).join(" · ");
  return make("li", {}, make("a", { class: "hand-link", href: `/replay?table=${hand.table}&hand=${hand.deal}` },
    make("span", { class: "mini-cards" }, hand.cards.length ? hand.cards.map(cardItem) : "cannot be read"),
    make("span", { class: "mini-board" }, hand.board.map(cardItem)),
    make("span", { class: `hand-result number ${hand.result > 0 ? "won" : hand.result < 0 ? "lost" : ""}` }, signed(hand.result)),
    make("span", { class: "hand-words" }, words || `Hand ${hand.deal}`),
    make("time", { class: "hand-date quiet small", datetime: hand.ended }, dateWords(hand))));
}

/** A list of hands with a search above it. `add(hands)` brings more of them, `done()` says that these are all. */
function makeList() {
  const search = make("input", { type: "text", id: "hands-search", placeholder: "AKs, flush, won, a name, a date …", autocomplete: "off", spellcheck: "false" });
  const table = make("select", { id: "hands-table", "aria-label": "Table" });
  const summary = make("p", { class: "quiet", role: "status" }, "Looking for your hands …");
  const list = make("ol", { class: "hands" });
  const more = make("button", { class: "button", type: "button", hidden: true, onclick: () => { limit += STEP; draw(); } });
  const save = make("button", { class: "button", type: "button", hidden: true, onclick: () => saveHands(table.value) }, "Download (PHH)");
  const tables = new Map();
  let hands = [];
  let limit = STEP;
  let complete = false;

  function summaryOf(found) {
    if (!hands.length) return complete ? "No hands yet: finish one first." : "Looking for your hands …";
    if (!found.length) return "No hand matches.";
    const sum = found.reduce((total, hand) => total + hand.result, 0);
    return `${count(found.length, "hand")}, ${sum ? resultWords(sum) : "even"} in all${complete ? "" : " so far"}`;
  }

  function draw() {
    const found = hands.filter((hand) => (!table.value || hand.table === table.value) && matches(hand, search.value));
    write(summary, summaryOf(found));
    list.replaceChildren(...found.slice(0, limit).map((hand) => handItem(hand, tables.size > 1 && !table.value)));
    mark(more, "hidden", found.length <= limit);
    write(more, `Show ${Math.min(STEP, found.length - limit)} more`);
    mark(save, "hidden", !table.value);
  }

  function drawTables() {
    const chosen = table.value;
    const options = [...tables].map(([id, name]) => make("option", { value: id }, name));
    table.replaceChildren(...(tables.size === 1 ? options : [make("option", { value: "" }, "All tables"), ...options]));
    table.value = tables.has(chosen) ? chosen : table.options[0]?.value ?? "";
    mark(table, "hidden", tables.size < 2);
  }

  search.addEventListener("input", () => { limit = STEP; draw(); });
  table.addEventListener("change", () => { limit = STEP; draw(); });
  return {
    root: make("div", { class: "hands-view" },
      make("p", { class: "field" }, make("label", { for: "hands-search" }, "Search"), search), table, summary, list, make("div", { class: "buttons" }, more, save)),
    add(id, name, found) {
      if (found.length) tables.set(id, name || `Table ${id.slice(0, 4)}`);
      hands = [...hands, ...found.map((hand) => ({ ...hand, table: id, name: tables.get(id) }))];
      hands.sort((one, other) => dateOf(other) - dateOf(one) || other.deal - one.deal);
      drawTables();
      draw();
    },
    done() {
      complete = true;
      draw();
    },
  };
}

/** Fill a list with the hands of some tables, one table after the other; a table that cannot be read hides no other. */
async function fill(list, tables) {
  let problem = null;
  for (const id of tables) {
    for (const token of tokensOf("tables", id)) {
      try {
        const { name, hands } = await send("GET", `/api/tables/${id}/hands`, { token });
        list.add(id, name, hands);
      } catch (error) {
        if (error.status !== 401 && error.status !== 404) problem = error;  // a table of another data folder
      }
    }
  }
  list.done();
  if (problem) toast(problem.message);
}

/** The hands played at one table, in a dialog. */
export function showHands(table) {
  const list = makeList();
  withClose("Your hands", list.root).classList.add("wide");
  return fill(list, [table]);
}

/** The hands of some tables, in an element of a page. */
export function openHands(root, tables) {
  const list = makeList();
  root.replaceChildren(list.root);
  find("#hands-search").focus();
  return fill(list, tables);
}

/** All hands of a table as files: one for each key. */
async function saveHands(table) {
  for (const [place, token] of tokensOf("tables", table).entries()) {
    try {
      const text = await send("GET", `/api/tables/${table}/hands.phhs`, { token });
      if (text) download(`kicker-${table.slice(0, 6)}${place ? `-${place}` : ""}.phhs`, text, "text/plain");
    } catch (error) {
      if (error.status !== 401) toast(error.message);
    }
  }
}
