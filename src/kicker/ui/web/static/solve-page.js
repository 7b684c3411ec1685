// The page that solves: a spot, how much it takes, the jobs that run, and the solutions that are kept.
//
// What the spot needs is worked out by the server (docs/protocol.md); the page sends what was typed and shows the answer. After
// the # of its address stands a spot to begin with: #spot={...}&lock=...

import { send } from "/static/api.js";
import { cardsIn, makeCardPicker } from "/static/card-picker.js";
import { confirm, dialog, find, make, toast, write } from "/static/dom.js";
import { makeRangeEditor } from "/static/range-editor.js";
import { handFacts, latest, linkWith, needKey, openRoom, percent, readLink, studyKey } from "/static/study.js";

openRoom();

const POLL = 700;
const STREETS = ["flop", "turn", "river"];
const PRESETS = {
  "One size": { bet: "66%", raise: "60%", donk: "" },
  "Two sizes": { bet: "33%, 75%", raise: "60%", donk: "" },
  "Geometric": { bet: "e", raise: "60%", donk: "" },
  "Small and all-in": { bet: "33%, a", raise: "a", donk: "" },
};
const FIRST = {
  oop: "22+,A2s+,ATo+,K9s+,KJo+,Q9s+,J9s+,T8s+,97s+,87s,76s", ip: "22+,A2s+,A9o+,K8s+,KTo+,Q9s+,QTo+,J8s+,JTo,T8s+,97s+,86s+,75s+,65s",
  board: "Qs8d3h7c", pot: 60, stack: 470, raise_cap: 2,
};

const facts = await handFacts();
const fields = {};

function field(name, label, { kind = "text", hint = "", value = "", ...more } = {}) {
  const id = `spot-${name}`;
  const input = make(kind === "area" ? "textarea" : "input", { id, rows: kind === "area" ? "3" : null, type: kind === "area" ? null : kind, autocomplete: "off", spellcheck: "false", ...more });
  input.value = value;
  input.addEventListener("input", () => ask());
  fields[name] = input;
  return make("p", { class: "field" }, make("label", { for: id }, label), input, hint ? make("small", {}, hint) : null);
}

function rangeField(name, label) {
  const box = field(name, label, { kind: "area" });
  const paint = make("button", { class: "button", type: "button", onclick: () => {
    const editor = makeRangeEditor(facts, { game: facts.games[0].name, text: fields[name].value });
    const take = make("button", { class: "button primary", type: "button" }, "Use this range");
    const asked = dialog(label, editor.root, make("div", { class: "buttons" }, take));
    take.addEventListener("click", () => { fields[name].value = editor.text; asked.close(); ask(); });
  } }, "Paint");
  return make("div", {}, box, paint);
}

const board = makeCardPicker({ label: "Board", most: 5, deck: facts.games[0].deck, change: () => ask(), hint: "Three to five cards." });
const sizeFields = STREETS.map((street) => make("div", { class: "fields" },
  field(`${street}_bet`, `${street[0].toUpperCase()}${street.slice(1)} bet`), field(`${street}_raise`, `${street[0].toUpperCase()}${street.slice(1)} raise`),
  street === "flop" ? null : field(`${street}_donk`, "Lead after a call", { placeholder: "as a bet" })));
const presets = Object.entries(PRESETS).map(([name, sizes]) => make("button", { class: "button", type: "button", onclick: () => { preset(sizes); ask(); } }, name));

function preset({ bet, raise }) {
  for (const street of STREETS) {
    fields[`${street}_bet`].value = bet;
    fields[`${street}_raise`].value = raise;
  }
}

const problem = make("p", { class: "problem", role: "alert" });
const needs = make("p", { class: "figures", id: "needs", role: "status" });
const start = make("button", { class: "button primary", type: "submit" }, "Solve");
const form = make("form", { class: "spot-form" },
  make("fieldset", {}, make("legend", {}, "Spot"), board.root, make("div", { class: "fields" }, field("pot", "Pot", { kind: "number", min: "1" }), field("stack", "Stack behind", { kind: "number", min: "1" })),
    rangeField("oop", "Range out of position (acts first)"), rangeField("ip", "Range in position")),
  make("fieldset", {}, make("legend", {}, "Bet sizes"), make("div", { class: "choices" }, presets), sizeFields,
    make("small", { class: "quiet" }, "52% of the pot · 2.5x the bet · 100c chips · e geometric · a all-in. Separate sizes with commas. For each player write the two menus with a | between.")),
  make("details", {}, make("summary", {}, "Limits, rake and locks"), make("div", { class: "fields" },
    field("raise_cap", "Raises on a street", { kind: "number", min: "0" }), field("force_allin", "All-in when this share of the pot is left", { placeholder: "0.15" }),
    field("add_allin", "Offer all-in up to this many pots", { placeholder: "1.5" }), field("rake_rate", "Rake", { placeholder: "0.05" }), field("rake_cap", "Most rake, chips"),
    field("target", "Exploitability to reach, % of the pot", { value: "0.5" }), field("iterations", "Most iterations", { kind: "number", value: "500", min: "1" })),
  field("locks", "Locks, one a line", { kind: "area", hint: "LINE; FREQUENCIES; HANDS, like: bet 40; always fold; QQ+" })),
  make("p", { class: "field" }, make("label", { for: "spot-name" }, "Name of the solution"), (fields.name = make("input", { id: "spot-name", type: "text", maxlength: "80", required: true, autocomplete: "off" }))),
  needs, problem, make("div", { class: "buttons" }, start));

const jobs = make("ul", { class: "jobs", "aria-label": "Spots that are being solved" });
const solving = make("section", { class: "field", hidden: true }, make("h2", {}, "Solving"), jobs);
const search = make("input", { type: "search", id: "search", placeholder: "Name, board or tag", "aria-label": "Search solutions", autocomplete: "off" });
const solutions = make("ul", { class: "solutions", "aria-label": "Solutions" });
const none = make("p", { class: "small quiet" }, "Solutions that you keep are listed here.");
find("#room").replaceChildren(make("div", { class: "solve-page" }, form,
  make("div", { class: "side" }, solving, make("section", { class: "field" }, make("h2", {}, "Solutions"), search, none, solutions))));

/** What was typed, as the server takes it. */
function spot() {
  const found = { oop: fields.oop.value, ip: fields.ip.value, board: board.cards.join(""), pot: Number(fields.pot.value), stack: Number(fields.stack.value) };
  for (const street of STREETS) for (const kind of ["bet", "raise", "donk"]) {
    const text = fields[`${street}_${kind}`]?.value.trim();
    if (text && text.includes("|")) found[`${street}_${kind}`] = text.split("|").slice(0, 2).map((part) => part.trim());
    else if (text) found[`${street}_${kind}`] = text;
  }
  if (fields.raise_cap.value) found.raise_cap = Number(fields.raise_cap.value);
  for (const name of ["force_allin", "add_allin", "rake_rate", "rake_cap"]) if (fields[name].value.trim()) found[name] = Number(fields[name].value);
  return found;
}

const locks = () => fields.locks.value.split("\n").map((text) => text.trim()).filter(Boolean);
const size = (bytes) => bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`;
const span = (seconds) => seconds < 1 ? "less than a second" : seconds < 90 ? `some ${Math.round(seconds)} seconds` : `some ${Math.round(seconds / 60)} minutes`;

const ask = latest(async () => {
  try {
    const found = await send("POST", "/api/study/solve/estimate", { body: { spot: spot(), locks: locks() } });
    write(problem, found.fits ? "" : `This spot needs ${size(found.bytes)}, and the server allows ${size(found.limit)}. Give fewer bet sizes, a raise cap or narrower ranges, or start on a later street.`);
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
    const body = { name: fields.name.value.trim(), spot: spot(), locks: locks(), target: Number(fields.target.value), iterations: Number(fields.iterations.value) };
    await send("POST", "/api/study/solve", { body, token: await needKey() });
    follow();
  } catch (error) {
    write(problem, error.message);
  }
});

// --- jobs ---

const WORDS = { starting: "Starting", running: "Solving", paused: "Paused", stopping: "Stopping", done: "Done", failed: "Failed", cancelled: "Cancelled" };

function jobItem(job) {
  const act = (what, words) => make("button", { class: "button", type: "button", onclick: () => change(job, what) }, words);
  const open = ["starting", "running", "paused"].includes(job.state);
  const gap = job.exploitability === undefined || job.exploitability === null ? "" : `, ${percent(job.exploitability, 3)} exploitable`;
  const says = job.message ?? (job.iterations ? `${job.iterations} iterations${gap}` : "");
  return make("li", { class: "job", "data-state": job.state }, make("b", {}, job.name), make("span", { role: "status" }, `${WORDS[job.state]}${says ? `: ${says}` : ""}`),
    open ? make("progress", { max: "1", value: String(done(job)), "aria-label": `How far ${job.name} is` }) : null,
    open ? make("div", { class: "buttons" }, job.state === "paused" ? act("resume", "Resume") : act("pause", "Pause"), act("stop", "Stop and keep"), act("cancel", "Cancel"))
      : job.state === "done" ? make("a", { href: linkWith({ solution: job.name }, "/study/walk") }, "Walk through it") : null);
}

/** How far a job is: exploitability falls roughly as one over the iterations. */
function done(job) {
  if (!job.exploitability) return 0;
  return Math.min(1, Math.max(job.target / job.exploitability, 0));
}

async function change(job, what) {
  try {
    await send("POST", `/api/study/solve/${job.id}/${what}`, { token: studyKey() });
  } catch (error) {
    toast(error.message);
  }
  follow();
}

let timer = null;
let states = "";

async function follow() {
  clearTimeout(timer);
  if (!studyKey()) return;
  let found = [];
  try {
    found = (await send("GET", "/api/study/solve", { token: studyKey() })).jobs;
  } catch (error) {
    toast(error.message);
  }
  solving.hidden = !found.length;
  jobs.replaceChildren(...found.slice(0, 6).map(jobItem));
  const now = found.map(({ id, state }) => id + state).join();
  if (now !== states) list();
  states = now;
  if (found.some(({ state }) => ["starting", "running", "paused", "stopping"].includes(state))) timer = setTimeout(follow, POLL);
}

// --- solutions ---

const list = latest(async () => {
  const found = (await send("GET", `/api/study/solutions?search=${encodeURIComponent(search.value)}`, { token: studyKey() })).solutions;
  none.hidden = found.length > 0;
  solutions.replaceChildren(...found.map((entry) => make("li", { class: "solution" },
    make("a", { href: linkWith({ solution: entry.name }, "/study/walk") }, entry.name),
    make("span", { class: "small" }, `${cardsIn(entry.spot.board).join(" ")} · pot ${entry.spot.pot} · ${(entry.exploitability).toFixed(2)}% · ${size(entry.size)}`),
    make("span", {}, entry.tags.map((tag) => make("span", { class: "tag" }, tag))),
    make("div", { class: "buttons" },
      make("button", { class: "button plain", type: "button", onclick: () => fill(entry.spot, entry.locks) }, "Use its spot"),
      entry.mine ? make("button", { class: "button plain", type: "button", onclick: () => tags(entry) }, "Tags") : null,
      entry.mine ? make("button", { class: "button plain danger", type: "button", onclick: () => remove(entry) }, "Delete") : null))));
}, 200);
search.addEventListener("input", () => list());

async function remove(entry) {
  if (!await confirm("Delete this solution?", `${entry.name} cannot be brought back.`, "Delete")) return;
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

function fill(given, fixed = []) {
  board.set(cardsIn(given.board));
  for (const [name, input] of Object.entries(fields)) {
    if (["name", "target", "iterations", "locks"].includes(name)) continue;
    const value = given[name];
    input.value = Array.isArray(value) ? value.join(" | ") : value ?? "";
  }
  fields.locks.value = fixed.join("\n");
  fields.name.value = given.name ?? "";
  ask();
}

const link = readLink();
let given = FIRST;
try {
  given = JSON.parse(link.get("spot")) ?? FIRST;
} catch {
  toast("The spot of this link cannot be read.");
}
if (given === FIRST) preset(PRESETS["One size"]);
fill(given === FIRST ? { ...given, ...spotSizes() } : given, link.getAll("lock"));
follow();
list();

function spotSizes() {
  return Object.fromEntries(STREETS.flatMap((street) => ["bet", "raise"].map((kind) => [`${street}_${kind}`, fields[`${street}_${kind}`].value])));
}
