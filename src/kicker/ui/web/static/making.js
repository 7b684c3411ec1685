// The form for a table with friends: what is played, for what, and who sits there; and then the link to send.

import { ApiError, personName } from "/static/api.js";
import { dialog, find, make, mark } from "/static/dom.js";
import { shareLink } from "/static/panels.js";

const BOTS = {
  holdem: { sharp: "reads your betting", cpu: "weighs its chances", caller: "calls everything", maniac: "raises everything", folder: "folds to bets", random: "anything goes" },
  draw: { drawer: "knows the odds", caller: "calls everything", maniac: "raises everything", folder: "folds to bets", random: "anything goes" },
};
const MOST_SEATS = { holdem: 10, draw: 6 };

const choice = (name, options, chosen) => {
  const select = make("select", { id: `make-${name}`, name }, Object.entries(options).map(([value, words]) => make("option", { value }, words)));
  select.value = chosen;
  return select;
};
const number = (name, value, min, max) => make("input", { type: "number", id: `make-${name}`, name, value, min, max, required: true });
const text = (name, value, attributes = {}) => make("input", { type: "text", id: `make-${name}`, name, value, ...attributes });
const field = (words, control, kind = "") => make("p", { class: `field ${kind}` }, make("label", { for: control.id }, words), control);

/** Open the form; `makeTable(wishes)` makes the table and answers its id. */
export function openTableForm(makeTable) {
  const game = choice("game", { holdem: "Hold'em", draw: "Five-card draw" }, "holdem");
  const rules = choice("rules", { standard: "Standard", classic: "Classic (the console game)" }, "standard");
  const betting = choice("betting", { "no-limit": "No limit", "pot-limit": "Pot limit", "fixed-limit": "Fixed limit" }, "no-limit");
  const seats = number("seats", 6, 2, 10);
  const blinds = text("blinds", "5/10", { pattern: "\\d+/\\d+", title: "small/big, like 5/10" });
  const ante = number("ante", 5, 1, 1000000);
  const stack = number("stack", 1000, 1, 1000000000);
  const rise = number("rise", 20, 0, 1000);
  const seconds = number("seconds", 30, 5, 300);
  const name = text("name", `${personName()}'s table`, { maxlength: "40", required: true });
  const listed = make("input", { type: "checkbox", id: "make-listed", name: "listed" });
  const others = make("fieldset", { class: "others whole" });
  const problem = make("p", { class: "problem whole", role: "alert" });
  const cancel = make("button", { class: "button", type: "button" }, "Cancel");
  const go = make("button", { class: "button primary", type: "submit" }, "Make the table");
  const fields = {
    betting: field("Betting", betting), blinds: field("Blinds", blinds), ante: field("Ante", ante), stack: field("Chips each", stack),
    rise: field("Stakes rise every … deals (0: never)", rise),
  };
  const form = make("form", { method: "dialog" }, make("div", { class: "form" },
    field("Name of the table", name, "whole"), field("Game", game), field("Rules", rules), fields.betting, field("Seats", seats),
    fields.blinds, fields.ante, fields.stack, fields.rise, field("Seconds for a decision", seconds), others,
    make("label", { class: "check whole" }, listed, make("span", {}, "List it in the lobby, so that anybody can join")), problem),
  make("div", { class: "buttons" }, cancel, go));

  /** Show what belongs to the chosen game and rules. */
  function adapt() {
    const classic = rules.value === "classic";
    const pair = classic && game.value === "holdem";
    for (const each of Object.values(fields)) mark(each, "hidden", classic);
    mark(fields.blinds, "hidden", classic || game.value === "draw");
    mark(fields.ante, "hidden", classic || game.value === "holdem");
    const most = pair ? 2 : MOST_SEATS[game.value];
    mark(seats, "max", most);
    if (Number(seats.value) > most) seats.value = most;
    adaptOthers();
  }

  /** A choice for each other seat: a friend, or one of the bots. */
  function adaptOthers() {
    const wanted = Math.min(9, Math.max(1, (Number(seats.value) || 2) - 1));
    const before = [...others.querySelectorAll("select")].map((select) => select.value);
    const bots = Object.entries(BOTS[game.value]).map(([bot, words]) => [bot, `${bot}: ${words}`]);
    const options = Object.fromEntries([["", "a friend"], ...bots]);
    const selects = Array.from({ length: wanted }, (_, place) => {
      const select = choice(`other-${place}`, options, before[place] in options ? before[place] : "");
      mark(select, "aria-label", `Seat ${place + 2}`);
      return select;
    });
    others.replaceChildren(make("legend", {}, "Who else plays"), ...selects);
  }

  function wishes() {
    const classic = rules.value === "classic";
    const bots = [...others.querySelectorAll("select")].map((select) => select.value).filter(Boolean);
    const asked = { name: name.value, game: game.value, rules: rules.value, seats: Number(seats.value), bots, listed: listed.checked, seconds: Number(seconds.value) };
    if (classic) return asked;
    const stakes = game.value === "holdem" ? { blinds: blinds.value } : { ante: Number(ante.value) };
    return { ...asked, betting: betting.value, stack: Number(stack.value), rise: Number(rise.value), ...stakes };
  }

  const box = dialog("Table with friends", form);
  box.classList.add("wide");
  for (const each of [game, rules]) each.addEventListener("change", adapt);
  seats.addEventListener("input", adaptOthers);
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

/** The table is made: its link, to be sent, and the way there. */
function showLink(box, id, name) {
  const address = make("input", { type: "text", readonly: true, id: "made-link", value: `${location.origin}/table/${id}`, "aria-label": "Link to the table" });
  const copy = make("button", { class: "button", type: "button", onclick: () => shareLink(id, name) }, "Copy");
  const go = make("a", { class: "button primary", href: `/table/${id}` }, "Go to the table");
  box.replaceChildren(make("h2", {}, "Your table is ready"), make("p", {}, "Send this link to your friends. Whoever opens it can sit down or watch."),
    make("div", { class: "made" }, address, copy), make("div", { class: "buttons" }, go));
  find("#made-link").select();
}
