// The lobby: play at once, make a table, join or watch one, go back to your own.

import { keepSeat, personName, seatsKept, send, setPersonName, tokenOf } from "/static/api.js";
import { cardSvg } from "/static/cards.js";
import { SETTINGS_ICON, capital, find, icon, make, mark, toast } from "/static/dom.js";
import { openTableForm } from "/static/making.js";
import { allRules, makeQuickTable, makeTable, offer, openQuickTable } from "/static/offer.js";
import { askName, freeWords } from "/static/panels.js";
import { count } from "/static/words.js";

const REFRESH = 5000;
const MOST_OWN = 6;

/** The person's name from now on. */
const person = () => setPersonName(find("#name").value);

/** Return to the open table with bots, or make one: for rules of the offer, the first ones by default. */
async function playNow(button, rules) {
  button.disabled = true;
  find("#problem").textContent = "";
  try {
    const wanted = rules ?? (await allRules())[0];
    const { id } = await openQuickTable(wanted, person()) ?? await makeQuickTable(wanted, person());
    location.href = `/table/${id}`;
  } catch (error) {
    find("#problem").textContent = error.message;
  } finally {
    button.disabled = false;
  }
}

// --- tables ---

function tableItem(table, ...buttons) {
  const seats = `${table.taken} of ${table.seats} seats taken`;
  const words = [table.title, table.stakes, table.customs, seats, table.watchers ? count(table.watchers, "watcher") : ""];
  return make("li", {}, make("div", { class: "about" }, make("b", {}, table.name), make("span", {}, words.filter(Boolean).join(" · "))), buttons);
}

const link = (id, words, kind = "") => make("a", { class: `button ${kind}`, href: `/table/${id}` }, words);

function join(table) {
  askName(`Sit down at ${table.name}`, async (name) => {
    const joined = await send("POST", `/api/tables/${table.id}/join`, { body: { name }, token: tokenOf("tables", table.id) });
    keepSeat("tables", table.id, { token: joined.token, seat: joined.seat, title: table.name, game: table.game, left: false });
    location.href = `/table/${table.id}`;
  });
}

async function showOpen() {
  let tables;
  try {
    ({ tables } = await send("GET", "/api/tables"));
  } catch {
    return;  // the next time, perhaps
  }
  const mine = new Set(ownSeats().map(([id]) => id));
  const list = find("#open-list");
  const text = JSON.stringify([tables, [...mine]]);
  if (list.dataset.shown === text || list.contains(document.activeElement)) return;
  list.dataset.shown = text;
  list.replaceChildren(...tables.filter((table) => !mine.has(table.id)).map((table) => {
    const free = table.seats - table.taken;
    return tableItem(table, free
      ? make("button", { class: "button primary", type: "button", onclick: () => join(table), "aria-label": `Join ${table.name}, ${freeWords(free)}` }, "Join")
      : null, link(table.id, "Watch"));
  }));
  mark(find("#none"), "hidden", list.children.length > 0);
}

/** The seats that this browser has not left. */
const ownSeats = () => seatsKept("tables").filter(([, entry]) => !entry.left);

/** The open tables at which this browser has a seat. The key of a closed table is kept, because it opens that table's hands. */
async function showOwn() {
  mark(find("#hands"), "hidden", !seatsKept("tables").length && !seatsKept("owner").length);
  const found = await Promise.all(ownSeats().slice(0, MOST_OWN).map(([id]) => send("GET", `/api/tables/${id}`).catch(() => null)));
  const items = found.filter(Boolean).map((table) => tableItem(table, link(table.id, "Continue", "primary")));
  find("#own-list").replaceChildren(...items);
  mark(find("#own"), "hidden", !items.length);
}

// --- the page ---

async function openForm() {
  find("#problem").textContent = "";
  try {
    openTableForm(await offer(), (wishes) => makeTable(wishes, person()));
  } catch (error) {
    find("#problem").textContent = error.message;
  }
}

/** A button for the rules of a game. */
const gameButton = (rules) => make("button", { class: "game", type: "button", onclick: (event) => playNow(event.currentTarget, rules) },
  make("b", {}, capital(rules.title)), make("span", {}, `Against ${count(rules.seats - 1, "bot")}: ${rules.summary}`));

/** A button for each game but the first, which has the big one: common games above, the others in a list that opens. */
async function showGames() {
  let rules;
  try {
    rules = await allRules();
  } catch {
    return;
  }
  find("#games").prepend(...rules.slice(1).filter((each) => each.usual).map(gameButton));
  find("#more-games").prepend(...rules.slice(1).filter((each) => !each.usual).map(gameButton));
}

find("#settings").append(icon(SETTINGS_ICON));
find("#name").value = personName();
find("#name").addEventListener("change", () => {
  find("#name").value = setPersonName(find("#name").value);
  toast(`You play as ${find("#name").value}.`);
});
find("#fan").append(...["Ts", "Jd", "Qc", "Kh", "As"].map((card) => cardSvg(card, { hidden: true })));
find("#play").addEventListener("click", (event) => playNow(event.currentTarget));
find("#friends").addEventListener("click", openForm);
find("#friends-too").addEventListener("click", openForm);
showGames();
showOwn();
showOpen();
setInterval(() => { if (!document.hidden) showOpen(); }, REFRESH);
// The browser's back button shows the old page, so load the tables again.
addEventListener("pageshow", (event) => {
  if (event.persisted) {
    showOwn();
    showOpen();
  }
});
