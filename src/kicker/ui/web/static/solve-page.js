// The page that solves: a spot, how much it takes, running jobs, and saved solutions.
//
// The server works out what the spot needs (docs/protocol.md); the page sends the form and shows the answer. Its address can have
// a spot to start with after the #: #spot={...}&lock=...&target=0.3&iterations=500, and with start=NAME the
// solution of this spot to continue from.

import { send } from "/static/api.js";
import { cardsIn, makeCardPicker } from "/static/card-picker.js";
import { confirm, dialog, find, make, toast, write } from "/static/dom.js";
import { followJobs } from "/static/jobs.js";
import { FIRST, makeSpotForm, size, span, tooLarge } from "/static/spot-form.js";
import { copyButtons, handFacts, latest, limitsOf, linkWith, needKey, openRoom, percent, readLink, studyKey } from "/static/study.js";

openRoom();

const facts = await handFacts();
const deck = facts.games[0].deck;
const board = makeCardPicker({ label: "Board", most: 5, deck, taken: () => new Set(deck.filter((card) => !spotForm.game.deck.includes(card))), change: () => changed(), hint: "Three to five cards." });
const spotForm = makeSpotForm(facts, { boards: board.root, change: () => { board.refresh(); changed(); } });
const { fields, locks } = spotForm;
const spot = () => ({ ...spotForm.spot(), board: board.cards.join("") });

let further = null;      // the solution to continue from, and its spot as the form writes it
const written = () => JSON.stringify(spot());
const begin = () => (further?.spot === written() ? further.name : "");
let copies = null;       // the spot as a command and as Python
const problem = make("p", { class: "problem", role: "alert" });
const needs = make("p", { class: "figures", id: "needs", role: "status" });
const continues = make("p", { class: "small row", id: "continues", hidden: true });
const start = make("button", { class: "button primary", type: "submit" }, "Solve");
const form = make("form", { class: "spot-form" }, spotForm.sections,
  spotForm.field("name", "Name of the solution", { maxlength: "80", required: true }), continues, needs, problem, make("div", { class: "buttons" }, start, copyButtons(() => copies)));

const jobs = followJobs("solve", {
  title: "Spots in progress",
  stops: { stop: "Stop and keep", cancel: "Cancel" },
  says: ({ iterations, exploitability: gap }) => iterations ? `${iterations} iterations${gap === undefined || gap === null ? "" : `, ${percent(gap, 3)} exploitable`}` : "",
  progress: ({ exploitability, target }) => exploitability ? Math.min(1, target / exploitability) : 0, // it falls roughly as one over the iterations
  links: ({ name }) => make("a", { href: linkWith({ solution: name }, "/study/walk") }, "Walk through it"),
  changed: () => list(),
});
const search = make("input", { type: "search", id: "search", placeholder: "Name, board or tag", "aria-label": "Search solutions", autocomplete: "off" });
const solutions = make("ul", { class: "solutions", "aria-label": "Solutions" });
const none = make("p", { class: "small quiet" }, "Your solutions are listed here.");
find("#room").replaceChildren(make("div", { class: "solve-page" }, form,
  make("div", { class: "side" }, jobs.root, make("section", { class: "field" }, make("h2", {}, "Solutions"), search, none, solutions))));

function changed() {
  copies = null;
  continues.hidden = !begin();
  ask();
}

const ask = latest(async () => {
  try {
    const found = await send("POST", "/api/study/solve/estimate", { token: studyKey(), body: { spot: spot(), locks: locks(), start: begin(), ...spotForm.limits() } });
    copies = found.copies;
    write(problem, tooLarge(found));
    write(needs, `${found.nodes.toLocaleString("en-GB")} nodes, ${size(found.bytes)}, ${span(found.seconds)}`);
    start.disabled = !found.fits;
  } catch (error) {
    write(needs, "");
    write(problem, error.message);
    start.disabled = true;
  }
}, 250);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const body = { name: fields.name.value.trim(), spot: spot(), locks: locks(), start: begin(), ...spotForm.limits() };
    await send("POST", "/api/study/solve", { body, token: await needKey() });
    jobs.follow();
  } catch (error) {
    write(problem, error.message);
  }
});

// --- solutions ---

const list = latest(async () => {
  const found = (await send("GET", `/api/study/solutions?search=${encodeURIComponent(search.value)}`, { token: studyKey() })).solutions;
  none.hidden = found.length > 0;
  solutions.replaceChildren(...found.map((entry) => make("li", { class: "solution" },
    make("a", { href: linkWith({ solution: entry.name }, "/study/walk") }, entry.name),
    make("span", { class: "small" }, `${cardsIn(entry.spot.board).join(" ")} · pot ${entry.spot.pot} · ${(entry.exploitability).toFixed(2)}% exploitable · ${size(entry.size)}`),
    make("span", {}, entry.tags.map((tag) => make("span", { class: "tag" }, tag))),
    make("div", { class: "buttons" },
      make("button", { class: "button plain", type: "button", onclick: () => fill(entry.spot, entry.locks, { ...limitsOf(entry), start: "" }) }, "Use its spot"),
      entry.mine && entry.resumable ? make("button", { class: "button plain", type: "button", onclick: () => solveFurther(entry) }, "Solve further") : null,
      make("a", { class: "button plain", href: linkWith({ drill: "solution", solution: entry.name }, "/study/train") }, "Train"),
      entry.mine ? make("button", { class: "button plain", type: "button", onclick: () => tags(entry) }, "Tags") : null,
      entry.mine ? make("button", { class: "button plain danger", type: "button", onclick: () => remove(entry) }, "Delete") : null))));
}, 200);
search.addEventListener("input", () => list());

async function remove(entry) {
  if (!await confirm("Delete this solution?", `You cannot undo this: ${entry.name} will be gone.`, "Delete")) return;
  try {
    await send("POST", `/api/study/solutions/${encodeURIComponent(entry.name)}/delete`, { token: studyKey() });
  } catch (error) {
    toast(error.message);
  }
  list();
}

function tags(entry) {
  const input = make("input", { type: "text", "aria-label": "Tags", value: entry.tags.join(" ") });
  const save = make("button", { class: "button primary", type: "button" }, "Save");
  const box = dialog(`Tags of ${entry.name}`, input, make("div", { class: "buttons" }, save));
  save.addEventListener("click", async () => {
    try {
      await send("POST", `/api/study/solutions/${encodeURIComponent(entry.name)}/tags`, { token: studyKey(), body: { tags: input.value.split(/[\s,]+/).filter(Boolean) } });
      box.close();
      list();
    } catch (error) {
      toast(error.message);
    }
  });
}

function fill(given, fixed = [], limits = {}) {
  further = null;
  board.set(cardsIn(given.board));
  spotForm.fill(given, fixed, limits);
  if (!limits.start) return;
  further = { name: limits.start, spot: written() };
  continues.replaceChildren(make("span", {}, `Continues from ${further.name}.`),
    make("button", { class: "button plain", type: "button", onclick: () => { further = null; changed(); } }, "Start over"));
  changed();
}

/** Continue from a solution: to its own target, or if that is reached, to half of what is left. */
function solveFurther(entry) {
  const { exploitability: left, target } = entry;
  const next = target !== null && left > target ? target : Math.max(0.001, Number((left / 2).toPrecision(2)));
  fill({ ...entry.spot, name: `${entry.name} further` }, entry.locks, { ...limitsOf(entry), target: next });
  fields.target.closest("details").open = true;
  fields.target.focus();
}

const link = readLink();
let given = FIRST;
try {
  given = JSON.parse(link.get("spot")) ?? FIRST;
} catch {
  toast("The spot of this link cannot be read.");
}
fill(given, link.getAll("lock"), Object.fromEntries(["target", "iterations", "start"].map((name) => [name, link.get(name)])));
jobs.follow();
list();
