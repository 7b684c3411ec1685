// Charts: what each seat shoves or calls with when stacks are short, and the preflop charts of the bot solid. They can be printed.

import { send } from "/static/api.js";
import { capital, find, make, toast, write } from "/static/dom.js";
import { makeGrid } from "/static/grid.js";
import { copyButtons, handFacts, linkWith, openRoom, percent, readLink } from "/static/study.js";

openRoom();

const facts = await handFacts();
const link = readLink();
const PAGE = crypto.randomUUID?.() ?? String(Math.random());
const COLOURS = { shove: "var(--chart-raise)", raise: "var(--chart-raise)", call: "var(--chart-call)" };
const ENTERED = {
  pushfold: ["Shoves", "Calls of a shove", "Calls after a shove and a call"],
  preflop: ["Opening", "Against a raise"],
};
let charts = [];  // all that the server has sent
let listed = [];  // those in the list
let at = 0;

// --- what to show ---

const kind = make("select", { id: "kind" }, make("option", { value: "pushfold" }, "Push or fold"), make("option", { value: "preflop" }, "Preflop, six players"));
const field = (id, label, value, note) => make("p", { class: "field", "data-for": id === "depth" ? "preflop" : "pushfold" },
  make("label", { for: id }, label), make("input", { id, type: "text", inputmode: "decimal", value: link.get(id) ?? value, autocomplete: "off" }), note && make("small", {}, note));
const fields = [
  field("stacks", "Stacks in big blinds", "10, 10, 10", "In the order of acting; the last two are the blinds. One number is heads-up."),
  field("ante", "Ante in big blinds", "0"),
  field("prizes", "Prizes", "", "Leave empty for chips, or list them from first place: 50, 30, 20."),
  field("depth", "Stack in big blinds", "100"),
];
const value = (id) => find(`#${id}`).value.trim();
const entered = make("select", { id: "entered", "aria-label": "Decisions", onchange: () => choose(0) });
const status = make("p", { class: "small quiet", role: "status" });
const list = make("div", { class: "chart-list", role: "listbox", "aria-label": "Charts" });
const title = make("h2", { class: "chart-title" });
const grid = makeGrid(facts.classes, { label: "Chart" });
const text = make("p", { class: "chart-text small" });
const key = make("p", { class: "chart-key small" });

function shown() {
  for (const each of fields) each.hidden = each.dataset.for !== kind.value;
}

async function solve(event) {
  event?.preventDefault();
  const preflop = kind.value === "preflop";
  write(status, preflop ? "" : "Solving ...");
  const body = preflop ? { stack: Number(value("depth")) } : { page: PAGE, stacks: value("stacks"), ante: Number(value("ante") || 0), payouts: value("prizes") };
  try {
    const answer = await send("POST", `/api/study/charts/${kind.value}`, { body });
    if (answer.replaced) return;
    charts = answer.charts;
    entered.replaceChildren(make("option", { value: "" }, "All decisions"), ...ENTERED[kind.value].flatMap((words, count) => charts.some((chart) => chart.entered === count) ? [make("option", { value: count }, words)] : []));
    history.replaceState(null, "", linkWith({ kind: kind.value, ...(preflop ? { depth: value("depth") } : { stacks: value("stacks"), ante: value("ante"), prizes: value("prizes") }) }));
    write(status, preflop ? `Charts for ${answer.depth} big blinds.` : `The best responses to these strategies gain ${answer.gain.toPrecision(1)} ${answer.unit === "bb" ? "big blinds" : "of the prizes"} in total.`);
    choose(0);
  } catch (error) {
    write(status, "");
    toast(error.message);
  }
}

// --- the charts ---

/** Show a chart of the list; `focus` says that it was reached by keyboard. */
function choose(place, { focus = false } = {}) {
  listed = charts.filter((chart) => !entered.value || chart.entered === Number(entered.value));
  at = Math.min(listed.length - 1, Math.max(0, place));
  draw();
  if (focus) list.children[at]?.focus();
}

function draw() {
  list.replaceChildren(...listed.map((chart, place) => make("button", { class: "button plain", type: "button", role: "option", "aria-selected": String(place === at), tabindex: place === at ? "0" : "-1", onclick: () => choose(place, { focus: true }) },
    make("span", {}, chart.title), make("b", {}, percent(chart.share)))));
  const chart = listed[at];
  if (!chart) return;
  write(title, `${chart.title}: ${percent(chart.share)} of hands`);
  write(text, Object.entries(chart.texts).filter(([, range]) => range).map(([action, range]) => `${capital(action)}: ${range}`).join("\n"));
  const actions = Object.entries(chart.actions);
  key.replaceChildren(...actions.map(([action]) => make("span", { class: "chart-colour", "data-action": action }, action)), make("span", { class: "chart-colour", "data-action": "fold" }, "fold"));
  const place = Object.fromEntries(facts.classes.map((name, number) => [name, number]));
  grid.draw((name) => {
    const shares = actions.map(([action, weights]) => [action, weights[place[name]]]);
    const played = shares.filter(([, share]) => share > 0);
    const mixed = played.some(([, share]) => share < 0.995);
    return {
      fills: shares.map(([action, share]) => [COLOURS[action], share]),
      note: mixed ? played.map(([, share]) => percent(share, 0)).join(" ") : "",
      title: `${name}: ${played.map(([action, share]) => `${action} ${percent(share, 0)}`).join(", ") || "fold"}`,
    };
  });
}

list.addEventListener("keydown", (event) => {
  const place = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: listed.length - 1 }[event.key];
  if (place === undefined) return;
  event.preventDefault();
  choose(place, { focus: true });
});

kind.value = link.get("kind") === "preflop" ? "preflop" : "pushfold";
kind.addEventListener("change", () => { shown(); solve(); });
find("#room").replaceChildren(make("div", { class: "chart-page" },
  make("form", { class: "panel chart-form", onsubmit: solve }, make("p", { class: "field" }, make("label", { for: "kind" }, "Charts"), kind), fields,
    make("div", { class: "buttons" }, make("button", { class: "button primary", type: "submit" }, "Show"), make("button", { class: "button", type: "button", onclick: () => print() }, "Print")), status),
  make("div", { class: "chart-choice" }, entered, list),
  make("section", { class: "chart", "aria-label": "Chart" }, title, grid.root, grid.says, key, text, make("div", { class: "buttons" }, copyButtons(() => listed[at]?.copies)))));
shown();
solve();
