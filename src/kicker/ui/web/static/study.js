// What all pages of the study room share: the list of pages, navigation, facts about hands and games from the server, the key
// under which ranges are kept, and links. As the script of /study it also lists the pages.
//
//   openRoom("/study/range")             draws the navigation, and the sentence that says what the page is for
//   await handFacts()                    { games, classes, members, combos, best }, asked once
//   linkWith({ game, range })            the address of this page with what it shows; readLink() gives it back
//   copy(text, "Link copied.")

import { forgetSeat, keepSeat, send, tokenOf } from "/static/api.js";
import { SETTINGS_ICON, find, icon, make, toast } from "/static/dom.js";
import { withClose } from "/static/panels.js";

/** The pages in the order in which they are listed: path, name, and one sentence for a first visit. */
export const PAGES = [
  ["/study/range", "Ranges", "Paint or type the hands that a player can hold, keep them under a name, and share them by link."],
  ["/study/equity", "Equity", "Give each player a hand or a range and see how often each of them wins, and why."],
  ["/study/solve", "Solve", "Describe a spot, see how long it takes, and solve it: what should each hand do, and what is it worth?"],
  ["/study/walk", "Walk", "Walk through a solved spot, action by action and card by card: frequencies, values and equity of every hand."],
  ["/study/train", "Trainer", "Decide, see what the solution does and what your choice costs, and repeat your mistakes."],
  ["/study/charts", "Charts", "What to shove and what to call with when stacks are short, for chips or prizes, and the preflop charts of a sound player."],
];

/** The navigation, the sentence and the settings of the page at this path. */
export function openRoom(path) {
  find("#settings").append(icon(SETTINGS_ICON));
  const link = ([to, name]) => make("a", { href: to, "aria-current": to === path ? "page" : null }, name);
  find("#study-nav").replaceChildren(...[["/study", "Study"], ...PAGES].map(link));
  find("#study-nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  const page = PAGES.find(([to]) => to === path);
  find("#about").textContent = page ? page[2] : "See a range, see who is ahead and why, and train until you play it without looking.";
}

let facts = null;

/** What the server says about games, classes and combinations. */
export function handFacts() {
  facts ??= send("GET", "/api/study/hands");
  return facts;
}

// --- the key of this person ---

const KEY = ["study", "me"];

/** The key under which this browser keeps things, or null. */
export const studyKey = () => tokenOf(...KEY);

/** The same; makes one if there is none yet. */
export async function needKey() {
  if (!studyKey()) keepSeat(...KEY, { token: (await send("POST", "/api/study/key", { body: {} })).token });
  return studyKey();
}

/** Forget the key: what was kept under it cannot be read any more. */
export const dropKey = () => forgetSeat(...KEY);

// --- links and texts ---

/** The address of this page with values after the #, which no server sees; a list repeats its name. */
export function linkWith(values, path = location.pathname) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) for (const one of [value].flat()) if (one) search.append(name, one);
  return `${location.origin}${path}${search.size ? `#${search}` : ""}`;
}

/** The values after the # of this page. */
export const readLink = () => new URLSearchParams(location.hash.slice(1));

/** Put a text on the clipboard, or show it where that is not allowed. */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    const field = make("textarea", { readonly: true, rows: "4", "aria-label": "Text to copy" });
    field.value = text;
    withClose("Copy this", field);
    field.select();
  }
}

// --- calls that follow each other quickly ---

/** A function that passes on the last of many calls: at most one at a time, and some milliseconds apart. */
export function latest(work, milliseconds = 80) {
  let waiting = null;
  let busy = false;
  async function next() {
    if (busy || waiting === null) return;
    busy = true;
    const given = waiting;
    waiting = null;
    try {
      await work(...given);
    } finally {
      setTimeout(() => { busy = false; next(); }, milliseconds);
    }
  }
  return (...given) => { waiting = given; next(); };
}

/** 0.1234 as "12.3%". */
export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}%`;

if (location.pathname === "/study") {
  openRoom("/study");
  const tile = ([to, name, words]) => make("a", { class: "tile", href: to }, make("b", {}, name), make("span", {}, words));
  find("#room").replaceChildren(make("div", { class: "tiles" }, PAGES.map(tile)));
}
