// The player's own hands: fetching them, and the list with a link to each replay. The table shows the hands played there; the page /hands
// shows all hands this browser has a key for: those of its seats and, for the operator of the server, the imported hands.

import { forgetSeat, keepSeat, send, seatsKept, tokenOf, tokensOf } from "/static/api.js";
import { capital, download, make, mark, money, toast, write } from "/static/dom.js";
import { withClose } from "/static/panels.js";
import { cardText, count } from "/static/words.js";

const MOST_SEATS = 200;
const OWNER = ["owner", "me"];

/** The chips that a hand won or lost, in words. */
export function resultWords(result) {
  return result > 0 ? `won ${money(result)}` : result < 0 ? `lost ${money(-result)}` : "even";
}

// --- asking ---

/** The key to the imported hands; only the operator of the server has it. */
export const ownerKey = () => tokenOf(...OWNER);

/** Remember the key after the # of the address, which no server sees, and remove it from the address. */
export function takeOwnerKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (!key) return;
  keepSeat(...OWNER, { token: key });
  history.replaceState(null, "", location.pathname + location.search);
}

/** The keys of all seats, or of those at one table. */
function seats(table) {
  const tables = table ? [table] : seatsKept("tables").map(([id]) => id);
  return tables.flatMap((id) => tokensOf("tables", id).map((token) => ({ table: id, token }))).slice(0, MOST_SEATS);
}

/** Query the player's hands with all keys of this browser, or with those of one table. */
export async function ask(path, body = {}, table = null) {
  const key = table ? null : ownerKey();
  try {
    return await send("POST", path, { body: { seats: seats(table), ...body }, token: key });
  } catch (error) {
    if (!key || error.status !== 401) throw error;
    forgetSeat(...OWNER);  // the key of another server, or an older one
    toast("The key to the imported hands is out of date; open the link that kicker serve prints.");
    return ask(path, body, table);
  }
}

// --- the list ---

/** The amount won or lost, in the money of the hand. */
export function signedMoney(amount, { scale = 1, symbol = "", currency = "" } = {}) {
  const digits = scale > 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : {};
  const size = Math.abs(amount / scale).toLocaleString("en-GB", digits);
  return `${amount > 0 ? "+" : amount < 0 ? "−" : ""}${symbol || (currency ? `${currency} ` : "")}${size}`;
}

const cardItem = (card) => make("span", { class: `mini-card suit-${card[1]}` }, cardText(card));
const dateWords = (played) => new Date(played.replace(" ", "T")).toLocaleString("en-GB", { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });

/** The address of the replay of a hand. */
export function replayLink({ site, number }, table = null) {
  return `/replay?${new URLSearchParams({ site, number, ...(table ? { table } : {}) })}`;
}

function handItem(hand, table) {
  const against = hand.others.length ? `against ${hand.others.join(", ")}` : "";
  const place = table ? "" : hand.place;
  const game = place.startsWith(capital(hand.title)) ? "" : capital(hand.title);  // a table often has the name of its game
  const words = [hand.position, hand.words, against, game, place].filter(Boolean).join(" · ");
  const tags = hand.tags.map((tag) => make("span", { class: "tag" }, tag));
  return make("li", {}, make("a", { class: "hand-link", href: replayLink(hand, table) },
    make("span", { class: "mini-cards" }, hand.cards.length ? hand.cards.map(cardItem) : "unknown cards"),
    make("span", { class: "mini-board" }, hand.board.map(cardItem)),
    make("span", { class: `hand-result number ${hand.net > 0 ? "won" : hand.net < 0 ? "lost" : ""}` }, signedMoney(hand.net, hand)),
    make("span", { class: "hand-words" }, words),
    hand.played ? make("time", { class: "hand-date quiet small", datetime: hand.played }, dateWords(hand.played)) : null,
    tags.length || hand.note ? make("span", { class: "hand-note small" }, tags, hand.note ? ` ${hand.note}` : "") : null));
}

/** A list with a filter above it. `table` restricts it to the hands played there; `drawn(answer, where)` is called with each answer. */
export function makeList({ table = null, more = () => ({}), drawn = () => {} } = {}) {
  const filter = make("input", { type: "text", id: "hands-filter", placeholder: "position=btn and won<0", autocomplete: "off", spellcheck: "false", autocapitalize: "none", "aria-describedby": "hands-problem" });
  const problem = make("p", { class: "problem", id: "hands-problem", role: "alert" });
  const examples = make("p", { class: "hands-examples small" });
  const summary = make("p", { class: "quiet", role: "status" }, "Looking for your hands …");
  const list = make("ol", { class: "hands" });
  const next = make("button", { class: "button", type: "button", hidden: true }, "Show more");
  const save = make("button", { class: "button", type: "button", hidden: true, onclick: () => saveHands(table) }, "Download (PHH)");
  let shown = 0;
  let asked = 0;  // answers to older questions are not shown
  let looked = null;  // the filter that the list is for

  function summaryOf(answer) {
    if (answer.answer) return `${count(answer.answer.hands, "hand").replace(/^\d+/, (digits) => Number(digits).toLocaleString("en-GB"))}, ${answer.answer.bb100 < 0 ? "−" : "+"}${Math.abs(answer.answer.bb100 * answer.answer.hands / 100).toFixed(1)} big blinds in all`;
    return filter.value.trim() ? "No hand matches." : "No hands yet: finish one first.";
  }

  async function look() {
    const number = ++asked;
    const where = looked = filter.value;
    try {
      const answer = await ask("/api/hands", { where, ...more() }, table);
      if (number !== asked) return;
      write(problem, "");
      write(summary, summaryOf(answer));
      list.replaceChildren(...answer.hands.map((hand) => handItem(hand, table)));
      shown = answer.hands.length;
      mark(next, "hidden", shown >= (answer.answer?.hands ?? 0));
      mark(save, "hidden", !seats(table).length || !shown);
      const words = [...answer.examples.filter((words) => !words.startsWith("tag=")), ...answer.tags.slice(0, 8).map((tag) => `tag=${tag}`)];
      examples.replaceChildren("Try", ...words.map((text) => make("button", { type: "button", onclick: () => set(text) }, text)));
      drawn(answer, where);
    } catch (error) {
      if (number !== asked) return;
      looked = null;
      write(problem, error.message);
    }
  }

  async function lookOn() {
    try {
      const answer = await ask("/api/hands", { where: filter.value, start: shown }, table);
      list.append(...answer.hands.map((hand) => handItem(hand, table)));
      shown += answer.hands.length;
      mark(next, "hidden", !answer.hands.length);
    } catch (error) {
      toast(error.message);
    }
  }

  function set(text) {
    filter.value = text;
    look();
  }

  let waiting = 0;
  // A click on a hand also ends typing. A list that is drawn anew then would lose the click.
  const lookAgain = () => { clearTimeout(waiting); if (filter.value !== looked) look(); };
  filter.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(lookAgain, 300); });
  filter.addEventListener("change", lookAgain);
  next.addEventListener("click", lookOn);
  return {
    filter: make("div", { class: "hands-filter" }, make("p", { class: "field" }, make("label", { for: "hands-filter" }, "Filter"), filter), problem, examples, summary),
    list: make("div", { class: "hands-view" }, list, make("div", { class: "buttons" }, next, save)),
    look,
    set,
  };
}

/** The hands played at one table, in a dialog. */
export function showHands(table) {
  const list = makeList({ table });
  withClose("Your hands", make("div", { class: "hands-view" }, list.filter, list.list)).classList.add("wide");
  return list.look();
}

/** All hands of a table, or of all tables, as files: one for each key. */
async function saveHands(table) {
  for (const [place, seat] of seats(table).entries()) {
    try {
      const text = await send("GET", `/api/tables/${seat.table}/hands.phhs`, { token: seat.token });
      if (text) download(`kicker-${seat.table.slice(0, 6)}${place ? `-${place}` : ""}.phhs`, text, "text/plain");
    } catch (error) {
      if (error.status !== 401) toast(error.message);
    }
  }
}
