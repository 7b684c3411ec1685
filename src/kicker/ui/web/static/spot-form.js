// The form of a spot: ranges, pot, stack, bet sizes, limits and locks. The pages that solve one board and many boards share it.
//
//   const form = makeSpotForm(facts, { boards, change });   `boards` is an element that says where the spot is played
//   form.game       the game whose deck and order of hands were chosen
//   form.sections   to put into a <form>;  form.field(name, label, {...}) adds a field of the page's own
//   form.spot()     what was typed, as the server takes it, without a board;  form.locks();  form.fill(spot, locks, limits)

import { capital, dialog, make } from "/static/dom.js";
import { makeRangeEditor } from "/static/range-editor.js";
import { keptRanges } from "/static/study.js";

const STREETS = ["flop", "turn", "river"];
const NUMBERS = ["big_blind", "force_allin", "add_allin", "merging", "rake_rate", "rake_cap"];
const NO_LEAD = "-"; // what stands in the field of a lead that is not allowed; an empty field is the usual sizes
const PRESETS = {
  "One size": { bet: "66%", raise: "60%" },
  "Two sizes": { bet: "33%, 75%", raise: "60%" },
  "Geometric": { bet: "e", raise: "60%" },
  "Small and all-in": { bet: "33%, a", raise: "a" },
};

/** The spot shown on a first visit. */
export const FIRST = {
  oop: "22+,A2s+,ATo+,K9s+,KJo+,Q9s+,J9s+,T8s+,97s+,87s,76s", ip: "22+,A2s+,A9o+,K8s+,KTo+,Q9s+,QTo+,J8s+,JTo,T8s+,97s+,86s+,75s+,65s",
  board: "Qs8d3h7c", pot: 60, stack: 470, big_blind: 10, raise_cap: 2,
  ...Object.fromEntries(STREETS.flatMap((street) => Object.entries(PRESETS["One size"]).map(([kind, sizes]) => [`${street}_${kind}`, sizes]))),
};

export function makeSpotForm(facts, { boards, change }) {
  const fields = {};
  const games = facts.games.filter(({ hand_cards: cards }) => cards === 2); // those whose hands the solver knows, one for each order
  const game = () => games.find(({ order }) => order === fields.order.value) ?? games[0];

  function field(name, label, { kind = "text", hint = "", value = "", ...more } = {}) {
    const id = `spot-${name}`;
    const area = kind === "area";
    const input = make(area ? "textarea" : "input", { id, rows: area ? "3" : null, type: area ? null : kind, autocomplete: "off", spellcheck: "false", ...more });
    input.value = value;
    input.addEventListener("input", change);
    fields[name] = input;
    return make("p", { class: "field" }, make("label", { for: id }, label), input, hint ? make("small", {}, hint) : null);
  }

  function rangeField(name, label) {
    const paint = () => {
      const editor = makeRangeEditor(facts, { game: game().name, text: fields[name].value });
      const take = make("button", { class: "button primary", type: "button" }, "Use this range");
      const asked = dialog(label, keptRanges(game().name, editor.setText), editor.root, make("div", { class: "buttons" }, take));
      take.addEventListener("click", () => { fields[name].value = editor.text; asked.close(); change(); });
    };
    return make("div", {}, field(name, label, { kind: "area" }), make("button", { class: "button", type: "button", onclick: paint }, "Paint"));
  }

  function preset(sizes) {
    for (const street of STREETS) for (const [kind, text] of Object.entries(sizes)) fields[`${street}_${kind}`].value = text;
    change();
  }

  function orderField() {
    const input = make("select", { id: "spot-order", onchange: change }, games.map(({ order, title, deck }) => make("option", { value: order }, `${capital(title)}, ${deck.length} cards`)));
    fields.order = input;
    return make("p", { class: "field" }, make("label", { for: "spot-order" }, "Game"), input);
  }

  const sizes = STREETS.map((street) => make("div", { class: "fields" },
    field(`${street}_bet`, `${capital(street)} bet`), field(`${street}_raise`, `${capital(street)} raise`),
    street === "flop" ? null : field(`${street}_donk`, "Lead after a call", { placeholder: "as a bet" })));
  const sections = [
    make("fieldset", {}, make("legend", {}, "Spot"), orderField(), boards, make("div", { class: "fields" }, field("pot", "Pot", { kind: "number", min: "1" }), field("stack", "Stack behind", { kind: "number", min: "1" }),
        field("big_blind", "Big blind", { kind: "number", min: "0", step: "any", hint: "For the trainer, which counts in big blinds. Empty: a tenth of the pot." })),
      rangeField("oop", "Range out of position (acts first)"), rangeField("ip", "Range in position")),
    make("fieldset", {}, make("legend", {}, "Bet sizes"),
      make("div", { class: "choices" }, Object.entries(PRESETS).map(([name, chosen]) => make("button", { class: "button", type: "button", onclick: () => preset(chosen) }, name))), sizes,
      make("small", { class: "quiet" }, "52% of the pot · 2.5x the bet · 100c chips · e geometric · a all-in. Separate sizes with commas. To give each player different sizes, put a | between the two lists. A lead is a bet out of position after calling on the street before; - allows none.")),
    make("details", {}, make("summary", {}, "Limits, rake and locks"), make("div", { class: "fields" },
      field("raise_cap", "Raises on a street", { kind: "number", min: "0" }), field("force_allin", "All-in when this share of the pot is left", { placeholder: "0.15" }),
      field("add_allin", "Offer all-in up to this many pots", { placeholder: "1.5" }),
      field("merging", "Merge sizes closer than this", { placeholder: "0.1", hint: "As --merging; the largest size stays." }), field("rake_rate", "Rake", { placeholder: "0.05" }), field("rake_cap", "Most rake, chips"),
      field("target", "Exploitability to reach, % of the pot", { value: "0.5" }), field("iterations", "Most iterations", { kind: "number", value: "500", min: "1" })),
    field("locks", "Locks, one per line", { kind: "area", hint: "LINE; FREQUENCIES; HANDS, like: bet 40; always fold; QQ+" })),
  ];

  function spot() {
    const found = { oop: fields.oop.value, ip: fields.ip.value, pot: Number(fields.pot.value), stack: Number(fields.stack.value) };
    for (const street of STREETS) for (const kind of ["bet", "raise", "donk"]) {
      const text = fields[`${street}_${kind}`]?.value.trim();
      if (text === NO_LEAD && kind === "donk") found[`${street}_${kind}`] = "";
      else if (text) found[`${street}_${kind}`] = text;
    }
    if (game() !== games[0]) found.order = game().order;
    if (fields.raise_cap.value) found.raise_cap = Number(fields.raise_cap.value);
    for (const name of NUMBERS) if (fields[name].value.trim()) found[name] = Number(fields[name].value);
    return found;
  }

  const locks = () => fields.locks.value.split("\n").map((text) => text.trim()).filter(Boolean);
  const limits = () => ({ target: Number(fields.target.value), iterations: Number(fields.iterations.value) });

  /** Show a spot, with defaults for missing values. Limits that are not given stay as they are. */
  function fill(given, fixed = [], { target, iterations } = {}) {
    for (const [name, input] of Object.entries(fields)) {
      if (["name", "order", "target", "iterations", "locks", "boards"].includes(name)) continue;
      const value = given[name];
      input.value = Array.isArray(value) ? value.join(" | ") : name.endsWith("_donk") && value === "" ? NO_LEAD : value ?? "";
    }
    fields.order.value = given.order ?? games[0].order;
    fields.locks.value = fixed.join("\n");
    if (target) fields.target.value = target;
    if (iterations) fields.iterations.value = iterations;
    if (fields.name) fields.name.value = given.name ?? "";
    change();
  }

  return { sections, fields, field, get game() { return game(); }, spot, locks, limits, fill };
}

// --- estimates and jobs ---

export function size(bytes) {
  const [unit, name] = bytes >= 1e9 ? [1e9, "GB"] : bytes >= 1e5 ? [1e6, "MB"] : [1e3, "kB"];
  return `${(bytes / unit).toFixed(1)} ${name}`;
}

export function span(seconds) {
  if (seconds < 1) return "less than a second";
  const [count, unit] = seconds < 90 ? [seconds, "second"] : seconds < 5400 ? [seconds / 60, "minute"] : [seconds / 3600, "hour"];
  const whole = Math.round(count);
  return `about ${whole} ${unit}${whole === 1 ? "" : "s"}`;
}

/** What is wrong with an estimate: a spot that is too large, or nothing. */
export const tooLarge = ({ fits, bytes, limit }) => fits ? "" : `This spot needs ${size(bytes)}, and the server allows ${size(limit)}. Give fewer bet sizes, a raise cap or narrower ranges, or start on a later street.`;
