// The form for a table with friends: the game, the stakes and the seats; and then the link to send.

import { ApiError, personName } from "/static/api.js";
import { capital, dialog, find, make } from "/static/dom.js";
import { shareLink } from "/static/panels.js";

const choice = (name, options, chosen) => {
  const select = make("select", { id: `make-${name}`, name }, Object.entries(options).map(([value, words]) => make("option", { value }, words)));
  select.value = chosen;
  return select;
};
const text = (name, value, attributes = {}) => make("input", { type: "text", id: `make-${name}`, name, value, ...attributes });
const field = (words, control, kind = "", hint = "") => make("p", { class: `field ${kind}` }, make("label", { for: control.id }, words), control,
  hint ? make("small", {}, capital(hint)) : null);

/** The control for an option; `before` is the value entered before another game was chosen. */
function control({ name, usual, least, most, choices }, before) {
  if (choices?.length) return choice(name, Object.fromEntries(choices.map((each) => [each, capital(each)])), choices.includes(before) ? before : usual);
  if (least === undefined) return text(name, before ?? usual, { required: true });
  const value = before >= least && before <= most ? before : usual;
  return make("input", { type: "number", id: `make-${name}`, name, value, min: least, max: most, step: Number.isInteger(least) ? 1 : "any", required: true });
}

/** The same, with a mark that records whether the person changed it. */
function markedControl(option, before) {
  const made = control(option, before);
  made.dataset.usual = option.usual;
  return made;
}

/** Open the form for one of the games of an offer; `makeTable(wishes)` makes the table and answers its id. */
export function openTableForm({ games, table }, makeTable) {
  const offered = games.flatMap((each) => each.rules.map((rules) => ({ ...rules, game: each.name })));
  const game = choice("game", offered.map((rules) => capital(rules.title)), 0);
  const summary = make("small");
  const name = text("name", `${personName()}'s table`, { maxlength: "40", required: true });
  const listed = make("input", { type: "checkbox", id: "make-listed", name: "listed" });
  const options = make("div", { class: "form whole" });
  const others = make("fieldset", { class: "others whole" });
  const problem = make("p", { class: "problem whole", role: "alert" });
  const cancel = make("button", { class: "button", type: "button" }, "Cancel");
  const go = make("button", { class: "button primary", type: "submit" }, "Create table");
  const form = make("form", { method: "dialog" }, make("div", { class: "form" },
    field("Name of the table", name, "whole"), make("p", { class: "field whole" }, make("label", { for: game.id }, "Game"), game, summary), options, others,
    make("label", { class: "check whole" }, listed, make("span", {}, "List it in the lobby so that anyone can join")), problem),
  make("div", { class: "buttons" }, cancel, go));

  const chosen = () => offered[Number(game.value)];
  const controls = () => [...options.querySelectorAll("input, select")];
  const entered = () => Object.fromEntries(controls().map((each) => [each.name, each.type === "number" ? Number(each.value) : each.value]));

  /** Show what can be chosen with these rules. */
  function adapt() {
    summary.textContent = capital(chosen().summary);
    const changed = new Set(controls().filter((each) => each.value !== each.dataset.usual).map((each) => each.name));
    const before = Object.fromEntries(Object.entries(entered()).filter(([option]) => changed.has(option)));
    const shown = [...chosen().options, ...table];
    const fields = (wanted) => shown.filter(wanted).map((each) => field(each.label, markedControl(each, before[each.name]), "", each.hint));
    const customs = fields((each) => each.custom);
    const open = options.querySelector("details")?.open ?? false;
    options.replaceChildren(...fields((each) => !each.custom), ...(customs.length
      ? [make("details", { class: "whole", open }, make("summary", {}, "Customs: straddles, bomb pots, several boards, rebuys"), make("div", { class: "form" }, customs))] : []));
    find("#make-seats", options)?.addEventListener("input", adaptOthers);
    adaptOthers();
  }

  /** A choice for each other seat: a friend, or one of the bots. */
  function adaptOthers() {
    const wanted = Math.min(9, Math.max(1, (entered().seats ?? chosen().seats) - 1));
    const before = [...others.querySelectorAll("select")].map((select) => select.value);
    const bots = Object.fromEntries([["", "a friend"], ...chosen().bots.map((bot) => [bot.name, `${bot.name}: ${bot.summary}`])]);
    others.replaceChildren(make("legend", {}, "Other players"), ...Array.from({ length: wanted }, (_, place) => {
      const select = choice(`other-${place}`, bots, before[place] in bots ? before[place] : "");
      select.setAttribute("aria-label", `Seat ${place + 2}`);
      return select;
    }));
  }

  function wishes() {
    const bots = [...others.querySelectorAll("select")].map((select) => select.value).filter(Boolean);
    return { name: name.value, game: chosen().game, rules: chosen().name, bots, listed: listed.checked, ...entered() };
  }

  const box = dialog("Play with friends", form);
  box.classList.add("wide");
  game.addEventListener("change", adapt);
  cancel.addEventListener("click", () => box.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    go.disabled = true;
    try {
      showLink(box, (await makeTable(wishes())).id, name.value);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problem.textContent = error.message;
    } finally {
      go.disabled = false;
    }
  });
  adapt();
}

/** The table is made: show its link to send, and a button to go there. */
function showLink(box, id, name) {
  const address = make("input", { type: "text", readonly: true, id: "made-link", value: `${location.origin}/table/${id}`, "aria-label": "Link to the table" });
  const copy = make("button", { class: "button", type: "button", onclick: () => shareLink(id, name) }, "Copy");
  const go = make("a", { class: "button primary", href: `/table/${id}` }, "Go to the table");
  box.replaceChildren(make("h2", {}, "Your table is ready"), make("p", {}, "Send this link to your friends. Anyone who opens it can sit down or watch."),
    make("div", { class: "made" }, address, copy), make("div", { class: "buttons" }, go));
  find("#made-link").select();
}
