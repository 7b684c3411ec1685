// Shared by all pages of the study room: facts about hands and games, the key of the person's saved ranges, and links. The server
// writes the navigation and the introduction of each page.
//
//   openRoom()                           draws the rest of the head of a page
//   await handFacts()                    { games, classes, members, combos, best }, asked once
//   linkWith({ game, range })            the address of this page with what it shows; readLink() gives it back
//   copy(text, "Link copied.")

import { forgetSeat, keepSeat, send, tokenOf } from "/static/api.js";
import { SETTINGS_ICON, find, icon, make, mark, toast } from "/static/dom.js";
import { withClose } from "/static/panels.js";

/** Prepare a page: its settings, and its link scrolled into view. */
export function openRoom() {
  find("#settings").append(icon(SETTINGS_ICON));
  find("#study-nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
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

/** Forget the key: whatever was saved under it can no longer be read. */
export const dropKey = () => forgetSeat(...KEY);

/** A list of the person's saved ranges for a game, hidden if there are none; a choice is given to `take`. */
export function keptRanges(game, take) {
  const choice = make("select", { "aria-label": "Your ranges", hidden: true, onchange: () => { if (choice.value) take(choice.value); } });
  async function offer() {
    const { ranges } = await send("GET", "/api/study/ranges", { token: studyKey() }).catch(() => ({ ranges: [] }));
    const fitting = ranges.filter((range) => range.game === game);
    choice.replaceChildren(make("option", { value: "" }, "Your ranges …"), ...fitting.map((range) => make("option", { value: range.text }, range.name)));
    mark(choice, "hidden", !fitting.length);
  }
  if (studyKey()) offer();
  return choice;
}

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

/** Two buttons that copy what is shown as a command and as Python; `texts` gives both, or nothing while it is being worked out. */
export const copyButtons = (texts) => [["command", "Copy command"], ["python", "Copy Python"]].map(([name, words]) => make("button", {
  class: "button", type: "button", onclick: () => (texts() ? copy(texts()[name], "Copied.") : toast("Wait until the numbers have come.")),
}, words));

/** What a link to the form keeps of a solution: when the solver was to stop, and where it can continue. */
export const limitsOf = ({ name, target, most, resumable }) => ({ target, iterations: most, start: resumable ? name : "" });

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
