// Another solution beside the one that is walked: its node after the same line, and what is played differently there.
//
//   const rival = makeRival({ facts, players, changed });   rival.choice, rival.root
//   rival.offer(solution, solutions, name);   await rival.at(line);   rival.node;   rival.draw(player, focused)
//
// The server compares (docs/protocol.md); the page shows its numbers.

import { send } from "/static/api.js";
import { miniCard } from "/static/card-picker.js";
import { capital, make, write } from "/static/dom.js";
import { percent, studyKey } from "/static/study.js";

const MOST_ROWS = 12;
const LEAST = 0.005; // of the time: hands that change less are not listed

const signed = (change, digits) => `${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(digits)}`;
const points = (change) => signed(100 * change, 0);
const chips = (value) => value === null ? "–" : value.toFixed(2);

export function makeRival({ facts, players, changed }) {
  const select = make("select", { id: "rival", "aria-label": "Compare with another solution", onchange: () => { name = select.value; changed(); } });
  const choice = make("label", { class: "rival-choice", hidden: true }, select);
  const problem = make("p", { class: "problem", role: "status" });
  const body = make("div", { class: "rival-tables" });
  const root = make("section", { class: "rival", hidden: true }, make("h2", {}, "Differences"), problem, body);
  const kept = new Map();
  let base = null;
  let name = "";
  let found = null;

  /** Offer the solutions to compare with, those of the same board first. */
  function offer(solution, solutions, chosen) {
    base = solution;
    const others = solutions.filter((each) => each.name !== solution.name);
    const same = (each) => each.spot.board === solution.spot.board;
    const options = [...others.filter(same), ...others.filter((each) => !same(each))];
    select.replaceChildren(make("option", { value: "" }, "No other solution"), ...options.map((each) => make("option", { value: each.name }, each.name)));
    choice.hidden = !others.length;
    name = options.some((each) => each.name === chosen) ? chosen : "";
    select.value = name;
  }

  /** Fetch the other solution's node after a line. */
  async function at(line) {
    found = null;
    write(problem, "");
    if (!name) return;
    const address = `/api/study/solutions/${encodeURIComponent(base.name)}/compare?other=${encodeURIComponent(name)}&line=${encodeURIComponent(line)}`;
    try {
      if (!kept.has(address)) kept.set(address, await send("GET", address, { token: studyKey() }));
      found = kept.get(address);
    } catch (error) {
      write(problem, error.message);
    }
  }

  function row(title, one, two, change) {
    return make("tr", {}, [title, one, two, change].map((text) => make("td", {}, text)));
  }

  function table(heads, rows) {
    return make("div", { class: "table-box" }, make("table", { class: "numbers" },
      make("thead", {}, make("tr", {}, heads.map((word) => make("th", {}, word)))), make("tbody", {}, rows)));
  }

  const totals = () => table(["", "Here", "There", "Change"], [
    ...found.sizes.map((size, i) => row(capital(size), ...found.frequencies.map((shares) => percent(shares[i] ?? 0)), points((found.frequencies[1][i] ?? 0) - (found.frequencies[0][i] ?? 0)))),
    ...players.map((words, who) => row(`Value ${words.toLowerCase()}`, ...found.values.map((pair) => chips(pair[who])), found.values.some((pair) => pair[who] === null) ? "–" : signed(found.values[1][who] - found.values[0][who], 2))),
  ]);

  /** Both frequencies and both values of some hands. */
  function hands(who, places) {
    const mine = found.players[who];
    const both = (pair, i, words) => `${words(pair[0][i])} → ${words(pair[1][i])}`;
    const whole = (share) => percent(share, 0);
    const rows = places.map((i) => make("tr", {}, make("td", {}, facts.combos[mine.hands[i]].match(/../g).map(miniCard)),
      mine.strategies.length ? found.sizes.map((_, action) => make("td", {}, both([mine.strategies[0][action], mine.strategies[1][action]], i, whole))) : null,
      make("td", {}, both(mine.values, i, chips))));
    return table(["Hand", ...(mine.strategies.length ? found.sizes.map(capital) : []), "Value"], rows);
  }

  /** How often a hand does something else. */
  function shift(mine, i) {
    const [one, two] = mine.strategies;
    return one.reduce((sum, shares, action) => sum + Math.abs(shares[i] - two[action][i]), 0) / 2;
  }

  function draw(who, focused) {
    root.hidden = !name;
    if (!found) {
      body.replaceChildren();
      return;
    }
    const mine = found.players[who];
    const members = new Set(facts.members[facts.classes.indexOf(focused)]);
    const own = mine.hands.map((_, i) => i).filter((i) => members.has(mine.hands[i]));
    const parts = [totals(), make("h3", {}, `Hands of ${focused}`), own.length ? hands(who, own) : make("p", { class: "small quiet" }, "None in this range.")];
    if (mine.strategies.length) {
      const weight = (i) => shift(mine, i) * (mine.weights[0][i] + mine.weights[1][i]);
      const most = mine.hands.map((_, i) => i).filter((i) => mine.weights[0][i] > 0 && mine.weights[1][i] > 0 && shift(mine, i) >= LEAST)
        .sort((one, two) => weight(two) - weight(one)).slice(0, MOST_ROWS);
      parts.push(make("h3", {}, "Largest differences"), most.length ? hands(who, most) : make("p", { class: "small quiet" }, "No hand is played differently here."));
    }
    body.replaceChildren(...parts);
  }

  return { choice, root, offer, at, draw, get node() { return found?.other ?? null; }, get copies() { return found?.copies ?? null; }, get name() { return name; } };
}
