// The page of ranges: the editor, the person's kept ranges, and the current one as a link, a command or Python.

import { send } from "/static/api.js";
import { capital, confirm, find, make, toast } from "/static/dom.js";
import { makeRangeEditor } from "/static/range-editor.js";
import { copy, copyButtons, handFacts, latest, linkWith, needKey, openRoom, readLink, studyKey } from "/static/study.js";

openRoom();

const facts = await handFacts();
const link = readLink();
const given = facts.games.find(({ name }) => name === link.get("game")) ?? facts.games[0];
const games = make("select", { id: "game" }, facts.games.map(({ name, title }) => make("option", { value: name }, capital(title))));
const name = make("input", { type: "text", id: "range-name", maxlength: "60", placeholder: "Button, first in", autocomplete: "off" });
const list = make("ul", { class: "kept" });
const none = make("p", { class: "small quiet" }, "Your saved ranges are listed here.");

const address = latest(() => history.replaceState(null, "", linkWith({ game: editor.game, range: editor.text })), 300);
const editor = makeRangeEditor(facts, { game: given.name, text: link.get("range") ?? "", change: () => address() });
games.value = given.name;
games.addEventListener("change", () => { editor.setGame(games.value); address(); });

const title = (game) => facts.games.find((each) => each.name === game)?.title ?? game;

function show(ranges) {
  none.hidden = ranges.length > 0;
  list.replaceChildren(...ranges.map((range) => make("li", {},
    make("button", { class: "button plain open", type: "button", title: range.text, onclick: () => open(range) }, `${range.name} · ${title(range.game)}`),
    make("button", { class: "button plain danger", type: "button", "aria-label": `Delete ${range.name}`, onclick: () => remove(range) }, "Delete"))));
}

function open(range) {
  games.value = range.game;
  editor.setGame(range.game);
  editor.setText(range.text);
  name.value = range.name;
}

const told = async (work) => {
  try {
    show((await work()).ranges);
    return true;
  } catch (error) {
    toast(error.message);
    return false;
  }
};

async function remove(range) {
  if (!await confirm("Delete this range?", range.name, "Delete")) return;
  const token = await needKey();
  told(() => send("POST", "/api/study/ranges/delete", { token, body: { name: range.name } }));
}

const form = make("form", { class: "keep field", onsubmit: async (event) => {
  event.preventDefault();
  if (!name.value.trim()) {
    toast("Give the range a name first.");
    name.focus();
    return;
  }
  const token = await needKey();
  const body = { name: name.value, text: editor.text, game: editor.game };
  if (await told(() => send("POST", "/api/study/ranges", { token, body }))) toast(`${name.value.trim()} is kept.`);
} }, make("label", { for: "range-name" }, "Keep as"), make("div", { class: "with-button" }, name, make("button", { class: "button primary", type: "submit" }, "Keep")));

const share = make("button", { class: "button", type: "button", onclick: () => copy(linkWith({ game: editor.game, range: editor.text }), "Link copied.") }, "Copy link");
const explore = make("button", { class: "button", type: "button", onclick: () => { location.href = linkWith({ game: editor.game, player: [editor.text, "random"] }, "/study/equity"); } }, "Explore its equity");

find("#room").replaceChildren(make("div", { class: "range-page" },
  make("p", { class: "field game-choice" }, make("label", { for: "game" }, "Game"), games), editor.root,
  make("section", { class: "panel shelf", "aria-label": "Kept ranges" }, make("h2", {}, "Your ranges"), form, none, list, make("div", { class: "buttons" }, copyButtons(() => editor.copies), share, explore))));
if (studyKey()) told(() => send("GET", "/api/study/ranges", { token: studyKey() }));
