// Reports: one spot on many flops. A form, the list of reports, and the tables of one report, sorted by any column.
//
//   /study/report#report=NAME
//
// Every number comes from the server (docs/protocol.md); the page sorts them and picks a texture.

import { send } from "/static/api.js";
import { cardsIn, miniCard } from "/static/card-picker.js";
import { capital, confirm, download, find, make, mark, toast, write } from "/static/dom.js";
import { followJobs } from "/static/jobs.js";
import { FIRST, makeSpotForm, size, span, tooLarge } from "/static/spot-form.js";
import { makeSortedTable } from "/static/sorted-table.js";
import { copyButtons, handFacts, latest, linkWith, needKey, openRoom, percent, readLink, studyKey } from "/static/study.js";

openRoom();

const OWN = "own";
const [facts, { sets }] = await Promise.all([handFacts(), send("GET", "/api/study/reports")]);
let shown = null;      // the report on the page
let texture = "";      // the boards of one texture only

// --- the form ---

const SETS = { all: "All 1,755 flops", [OWN]: "A list of boards" };
const which = make("select", { id: "spot-set", onchange: () => showBoards() }, [...sets, OWN].map((name) => make("option", { value: name }, SETS[name] ?? `${name} representative flops`)));
const listed = make("textarea", { id: "spot-boards", rows: "4", spellcheck: "false", "aria-label": "Boards, one per line", placeholder: "QsJh2h\n8c8d3c:12" });
listed.addEventListener("input", () => ask());
const own = make("p", { class: "field", hidden: true }, make("label", { for: "spot-boards" }, "Boards, one per line; a weight may follow after a colon"), listed);
const spotForm = makeSpotForm(facts, { boards: make("div", {}, make("p", { class: "field" }, make("label", { for: "spot-set" }, "Flops"), which), own), change: () => ask() });
const { fields, locks } = spotForm;
const lineField = spotForm.field("line", "Line, or empty for the first decision", { placeholder: "check, bet", hint: "The report is about the decision after these actions on the first street." });
const boards = () => which.value === OWN ? listed.value : which.value;
const problem = make("p", { class: "problem", role: "alert" });
const needs = make("p", { class: "figures", id: "needs", role: "status" });
const start = make("button", { class: "button primary", type: "submit" }, "Start the report");
const form = make("form", { class: "spot-form" }, spotForm.sections, lineField,
  spotForm.field("name", "Name of the report", { maxlength: "80", required: true }), needs, problem, make("div", { class: "buttons" }, start));

function showBoards() {
  own.hidden = which.value !== OWN;
  ask();
}

const ask = latest(async () => {
  if (!boards().trim()) {
    write(needs, "");
    write(problem, "List at least one board.");
    start.disabled = true;
    return;
  }
  try {
    const found = await send("POST", "/api/study/reports/estimate", { body: { spot: spotForm.spot(), locks: locks(), line: fields.line.value, boards: boards(), ...spotForm.limits() } });
    write(problem, tooLarge(found));
    write(needs, `${found.boards.toLocaleString("en-GB")} boards, ${size(found.bytes)}, ${span(found.seconds)}`);
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
    const body = { name: fields.name.value.trim(), spot: spotForm.spot(), locks: locks(), line: fields.line.value, boards: boards(), ...spotForm.limits() };
    const { name } = await send("POST", "/api/study/reports", { body, token: await needKey() });
    await open(name);
    jobs.follow();
  } catch (error) {
    write(problem, error.message);
  }
});

// --- jobs and reports ---

const jobs = followJobs("report", {
  title: "Reports in progress",
  stops: { stop: "Stop" },
  says: ({ state, done, total, board, left_out: without }) => total ? `${done} of ${total} boards${board && state !== "done" ? `, now ${board}` : ""}${without?.length ? `; ${without.length} left out` : ""}` : "",
  progress: ({ done, total }) => total ? done / total : 0,
  links: () => null,
  changed: () => { list(); if (shown) open(shown.name); },
});
const reports = make("ul", { class: "solutions", "aria-label": "Reports" });
const none = make("p", { class: "small quiet" }, "Your reports are listed here. You can resume a stopped one later.");

async function act(report, what) {
  try {
    await send("POST", `/api/study/reports/${encodeURIComponent(report.name)}/${what}`, { token: studyKey() });
  } catch (error) {
    toast(error.message);
  }
  jobs.follow();
  list();
}

async function remove(report) {
  if (!await confirm("Delete this report?", `You cannot undo this: ${report.name} and its solved boards will be gone.`, "Delete")) return;
  if (shown?.name === report.name) close();
  act(report, "delete");
}

const list = latest(async () => {
  const found = (await send("GET", "/api/study/reports", { token: studyKey() })).reports;
  none.hidden = found.length > 0;
  reports.replaceChildren(...found.map((report) => make("li", { class: "solution" },
    make("a", { href: linkWith({ report: report.name }), onclick: (event) => { event.preventDefault(); open(report.name); } }, report.name),
    make("span", { class: "small" }, counted(report)),
    make("div", { class: "buttons" },
      report.mine && report.done < report.total ? make("button", { class: "button plain", type: "button", onclick: () => act(report, "resume") }, "Resume") : null,
      report.spot ? make("button", { class: "button plain", type: "button", onclick: () => use(report) }, "Use its spot") : null,
      report.mine ? make("button", { class: "button plain danger", type: "button", onclick: () => remove(report) }, "Delete") : null))));
}, 200);

function use(report) {
  which.value = sets.includes(report.boards) ? report.boards : OWN;
  if (which.value === OWN) listed.value = report.boards;
  own.hidden = which.value !== OWN;
  spotForm.fill({ ...report.spot, line: report.line }, report.locks);
  fields.oop.focus();
}

// --- tables ---

const heading = make("h2", { id: "report-name", tabindex: "-1" });
const about = make("p", {});
const facet = make("p", { class: "small quiet", role: "status" });
const textures = makeSortedTable("By texture", "textures");
const listing = makeSortedTable("By board", "boards");
const listingTitle = make("h3", {});
const tables = make("div", { class: "report-tables" }, make("h3", {}, "By texture"), textures.root, listingTitle, listing.root);
const copying = make("span", { class: "buttons" }, copyButtons(() => shown.copies));
const csv = make("button", { class: "button", type: "button", onclick: () => save() }, "Download CSV");
const report = make("section", { class: "report", "aria-labelledby": "report-name", hidden: true }, heading, about, facet, tables, make("div", { class: "buttons" }, csv, copying, make("button", { class: "button", type: "button", onclick: () => close() }, "Close")));

async function open(name) {
  try {
    const found = await send("GET", `/api/study/reports/${encodeURIComponent(name)}`, { token: studyKey() });
    const first = shown?.name !== name;
    shown = found;
    history.replaceState(null, "", linkWith({ report: name }));
    report.hidden = false;
    draw();
    if (first) heading.scrollIntoView({ block: "nearest" });
  } catch (error) {
    toast(error.message);
  }
}

function close() {
  shown = null;
  report.hidden = true;
  history.replaceState(null, "", linkWith({}));
}

async function save() {
  try {
    download(`${shown.name}.csv`, await send("GET", `/api/study/reports/${encodeURIComponent(shown.name)}/csv`, { token: studyKey() }), "text/csv");
  } catch (error) {
    toast(error.message);
  }
}

/** "3 of 25 boards", or "1 board" if nobody knows how many there will be. */
function counted({ done, total }) {
  return `${done}${total ? ` of ${total}` : ""} ${(total || done) === 1 ? "board" : "boards"}`;
}

const PLAYERS = ["out of position", "in position"];
const known = (number, words) => number === null || number === undefined ? "–" : words(number);

/** The columns of both tables: a title, the number to sort by, and the words. */
const numbers = () => [
  ...(shown.line ? [["Line", (row) => row.reach, (row) => percent(row.reach)]] : []),
  ["Value out of position", (row) => row.values[0] ?? -Infinity, (row) => known(row.values[0], (value) => value.toFixed(2))],
  ["Value in position", (row) => row.values[1] ?? -Infinity, (row) => known(row.values[1], (value) => value.toFixed(2))],
  ["Equity out of position", (row) => row.equity ?? -1, (row) => known(row.equity, percent)],
  ...shown.actions.map((action, i) => [capital(action), (row) => row.frequencies[i] ?? -1, (row) => known(row.frequencies[i], percent)]),
];
const suits = (board) => make("span", { class: "report-board" }, cardsIn(board).map(miniCard));
const textureButton = (row) => row.name === "all" ? "All" : make("button", { class: "button plain", type: "button", "aria-pressed": String(texture === row.name), "data-focus": row.name, onclick: () => { texture = texture === row.name ? "" : row.name; draw(); } }, capital(row.name));

function draw() {
  write(heading, shown.name);
  write(about, shown.line ? `After ${shown.line}, the player ${PLAYERS[shown.player]} acts. Averages give more weight to boards where the line is taken more often.` : "");
  write(facet, `${counted(shown)} solved.${shown.done ? " Choose a texture to see only its boards, or a column to sort by." : ""}`);
  mark(csv, "disabled", !shown.done);
  copying.hidden = !shown.copies;
  tables.hidden = !shown.done;
  write(listingTitle, texture ? `Boards: ${texture}` : "Boards");
  textures.draw([["Texture", (row) => row.name, textureButton], ["Boards", (row) => row.boards, (row) => String(row.boards)], ["Share", (row) => row.share, (row) => percent(row.share)], ...numbers()], shown.textures);
  listing.draw([["Board", (row) => row.board, (row) => suits(row.board)], ["Texture", (row) => row.texture, (row) => row.texture], ["Weight", (row) => row.weight, (row) => String(row.weight)], ...numbers()],
    shown.results.filter((row) => !texture || row.texture === texture));
}

// --- the beginning ---

find("#room").replaceChildren(report, make("div", { class: "solve-page" }, form,
  make("div", { class: "side" }, jobs.root, make("section", { class: "field" }, make("h2", {}, "Reports"), none, reports))));
spotForm.fill(FIRST);
jobs.follow();
list();
if (readLink().get("report")) open(readLink().get("report"));
