// The page of the player's own hands: filter, results, graph, statistics and the list.

import { SETTINGS_ICON, capital, find, icon, make, mark } from "/static/dom.js";
import { courseGraph, groupTable, results, statisticsList } from "/static/hands-figures.js";
import { makeList, ownerKey, takeOwnerKey } from "/static/hands.js";

const by = make("select", { id: "hands-by" }, make("option", { value: "" }, "Nothing"));
const groups = make("div");
const wanted = new URLSearchParams(location.search);

function drawGroups(answer) {
  if (by.options.length === 1) by.append(...answer.by.map((name) => make("option", { value: name }, capital(name))));
  groups.replaceChildren(...(answer.groups.length ? [groupTable(capital(by.value), answer.groups, answer.statistics, answer.columns)] : []));
}

function drawn(answer, where) {
  const address = new URL(location.href);
  if (where.trim()) address.searchParams.set("where", where);
  else address.searchParams.delete("where");
  history.replaceState(null, "", address);  // the browser's back button returns to the same hands
  mark(find("#figures"), "hidden", !answer.answer);
  if (!answer.answer) return;
  find("#results").replaceChildren(results(answer.answer));
  find("#graph").replaceChildren(courseGraph(answer.course));
  find("#statistics").replaceChildren(statisticsList(answer.answer, answer.statistics));
  drawGroups(answer);
}

takeOwnerKey();
const list = makeList({ table: wanted.get("table"), more: () => ({ by: by.value }), drawn });
find("#settings").append(icon(SETTINGS_ICON));
find("#filter").replaceChildren(list.filter);
find("#split").replaceChildren(make("p", { class: "field" }, make("label", { for: "hands-by" }, "Split by"), by), groups);
find("#hands").replaceChildren(list.list);
by.addEventListener("change", list.look);
find("#whose").textContent = ownerKey() ? "Imported hands, and hands you played at kicker's tables." : "Hands you played at this server's tables, in this browser.";
list.set(wanted.get("where") ?? "");
