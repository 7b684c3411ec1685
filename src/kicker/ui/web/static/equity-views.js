// The views of the equity explorer: bars, curves, the grid by equity, the next card, kinds of hands, blockers. Every number
// comes from the server.

import { cardName } from "/static/cards.js";
import { make } from "/static/dom.js";
import { heat, makeGrid } from "/static/grid.js";
import { percent } from "/static/study.js";
import { cardText } from "/static/words.js";

const SVG = "http://www.w3.org/2000/svg";
export const series = (place) => `var(--series-${place + 1})`;

export function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A mark in the colour of a player. */
export function dot(place) {
  const mark = make("span", { class: "dot", "aria-hidden": "true" });
  mark.style.background = series(place);
  return mark;
}

/** How often each player wins, one per row. */
export function resultTable({ exact, players }) {
  const row = (player, place) => {
    const bar = make("span", { class: "bar" });
    bar.style.width = percent(player.equity, 2);
    bar.style.background = series(place);
    return make("tr", {}, make("th", { scope: "row" }, dot(place), ` ${player.name}`), make("td", { class: "bar-cell" }, bar),
      make("td", { class: "number equity" }, percent(player.equity, 2)),
      make("td", { class: "number quiet" }, exact ? "" : `± ${percent(player.half_width, 2)}`),
      make("td", { class: "number" }, percent(player.win, 2)), make("td", { class: "number" }, percent(player.tie, 2)));
  };
  const head = ["Player", "", "Equity", exact ? "" : "95%", "Win", "Tie"].map((words) => make("th", { scope: "col" }, words));
  return make("table", { class: "results" }, make("thead", {}, make("tr", {}, head)), make("tbody", {}, players.map(row)));
}

/** How equity is distributed in each range: the best hands on the left. */
export function curves(players) {
  const [width, height, left, bottom] = [620, 300, 44, 34];
  const x = (share) => left + (width - left - 24) * share;
  const y = (equity) => 10 + (height - bottom - 10) * (1 - equity);
  const lines = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
    draw("line", { x1: x(0), x2: x(1), y1: y(part), y2: y(part), class: "axis" }),
    draw("text", { x: left - 6, y: y(part) + 4, class: "label end" }, percent(part, 0)),
    draw("text", { x: x(part), y: height - 12, class: "label middle" }, percent(part, 0)),
  ]);
  const paths = players.map((player, place) => {
    const points = player.curve.map(([share, equity]) => `${x(share).toFixed(1)},${y(equity).toFixed(1)}`).join(" ");
    const line = draw("polyline", { points, class: "curve" });
    line.style.stroke = series(place);
    return line;
  });
  const title = draw("title", {}, "Equity of the best part of each range");
  const chart = draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": "Equity of each part of each range, best hands first" }, title, ...lines, ...paths);
  return make("figure", { class: "curves" }, chart, make("figcaption", { class: "small quiet" }, "Across: the share of the range, best hands first. Up: the equity of these hands."));
}

/** The grid of a player's range, coloured by equity; the grid is made once and drawn again. */
export function heatGrid(classes) {
  const grid = makeGrid(classes, { label: "Equity of each hand" });
  return {
    root: make("div", {}, grid.root, grid.says),
    draw(found) {
      grid.draw((name) => {
        const [weight, equity] = found[name] ?? [0, null];
        if (equity === null) return { off: true, title: `${name}, not in the range` };
        return { fills: [[heat(equity), 1]], note: `${Math.round(100 * equity)}`, title: `${name}: equity ${percent(equity)}, ${percent(weight)} of the range` };
      });
    },
  };
}

/** The deck as a table, one suit per row; `of(card)` gives colour, text and title, or nothing for a card that cannot come. */
export function deckTable(deck, label, of) {
  const rows = ["s", "h", "d", "c"].map((suit) => make("tr", {}, deck.filter((card) => card[1] === suit).map((card) => {
    const shown = of(card);
    const cell = make("td", { class: shown ? "number" : "number none", title: shown?.title ?? `${cardName(card)}: seen already` },
      make("b", { class: `suit-${suit} ink` }, cardText(card)), make("span", {}, shown?.text ?? ""));
    cell.style.background = shown?.colour ?? "";
    return cell;
  })));
  return make("div", { class: "scroll" }, make("table", { class: "deck-table", "aria-label": label }, make("tbody", {}, rows)));
}

/** Numbers of each card as columns of a sorted table, the deck's order first: `columns` are titles, `rows` the cards with a share for each. */
export const cardColumns = (deck, columns) => [
  ["Card", ([card]) => -deck.indexOf(card), ([card]) => cardName(card)],
  ...columns.map((title, i) => [title, ([, shares]) => shares[i], ([, shares]) => percent(shares[i])]),
];

/** The next card, and a player's equity after it. */
export function nextCards(deck, rows, place, now, names) {
  const values = Object.values(rows).map((row) => row[place]);
  const spread = Math.max(0.02, ...values.map((value) => Math.abs(value - now)));
  return deckTable(deck, `Equity of ${names[place]} after each next card`, (card) => {
    const row = rows[card];
    if (!row) return null;
    const title = `${cardName(card)}: ${row.map((equity, player) => `${names[player]} ${percent(equity)}`).join(", ")}`;
    return { colour: heat(0.5 + (row[place] - now) / (2 * spread)), text: percent(row[place], 0), title };
  });
}

/** Kinds of hands, a column for each player. */
export function kindsTable(players, names, order) {
  const section = (title, part) => {
    const kinds = order[part].filter((kind) => players.some((player) => kind in player[part]));
    if (!kinds.length) return [];
    const cell = (player, place, kind) => {
      const share = player[part][kind] ?? 0;
      const bar = make("span", { class: "bar" });
      bar.style.width = percent(share, 2);
      bar.style.background = series(place);
      return make("td", { class: "number" }, make("span", { class: "share" }, share ? percent(share) : "–"), make("span", { class: "bar-box" }, bar));
    };
    return [make("tr", { class: "part" }, make("th", { colspan: players.length + 1, scope: "colgroup" }, title)),
      ...kinds.map((kind) => make("tr", {}, make("th", { scope: "row" }, kind), players.map((player, place) => cell(player, place, kind))))];
  };
  const head = make("tr", {}, make("th", {}), names.map((name, place) => make("th", { scope: "col" }, dot(place), ` ${name}`)));
  return make("div", { class: "scroll" }, make("table", { class: "kinds" }, make("thead", {}, head), make("tbody", {}, section("Made hands", "made"), section("Draws", "draws"))));
}

/** Which cards block a range, or one kind of its hands. */
export function blockerTable(deck, rows, name, kind) {
  const most = Math.max(0.001, ...Object.values(rows).map((row) => (kind ? row.made[kind] ?? 0 : row.share)));
  return deckTable(deck, `What each card blocks of ${name}`, (card) => {
    const row = rows[card];
    if (!row) return null;
    const share = kind ? row.made[kind] ?? 0 : row.share;
    return { colour: `color-mix(in oklab, var(--gold) ${Math.round(70 * share / most)}%, var(--surface))`, text: percent(share, 0), title: `${cardName(card)} blocks ${percent(share)} of ${kind || "the range"}` };
  });
}
