// The figures above the list of the player's own hands: a graph of the results with and without luck, and the statistics. Every number
// comes from the server.

import { make } from "/static/dom.js";
import { draw, dot } from "/static/equity-views.js";
import { count } from "/static/words.js";

const signed = (value, digits = 1) => `${value < 0 ? "−" : "+"}${Math.abs(value).toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
/** `± 80.9`; one hand has no interval. */
const spread = (half, digits) => half === null ? "" : `± ${half.toFixed(digits)}`;
const LINES = [["Won", 1], ["With all-in pots paid by equity", 2]];

/** Round numbers between two values, about the given number of them. */
export function ticks(low, high, wanted = 5) {
  const rough = (high - low) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
  const found = [];
  for (let place = Math.ceil(low / step); place * step <= high + step / 1e6; place++) found.push(place * step || 0);  // no minus before zero
  return found;
}

/** The graph of results: points of [hands, won, expected] in big blinds. */
export function courseGraph(points) {
  if (points.length < 2) return make("p", { class: "quiet" }, "The graph starts with the first hand.");
  const [width, height, left, bottom] = [Math.min(760, window.innerWidth - 32), 280, 60, 32];  // on a phone the labels stay readable
  const values = points.flatMap(([, won, expected]) => [won, expected]);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const most = points.at(-1)[0];
  const x = (hands) => left + (width - left - 20) * hands / most;
  const y = (value) => 12 + (height - bottom - 12) * (high - value) / ((high - low) || 1);
  const rows = ticks(low, high).flatMap((value) => [
    draw("line", { x1: x(0), x2: x(most), y1: y(value), y2: y(value), class: value ? "axis" : "axis zero" }),
    draw("text", { x: left - 6, y: y(value) + 4, class: "label end" }, value.toLocaleString("en-GB")),
  ]);
  const columns = ticks(0, most).filter(Number.isInteger).map((hands) => draw("text", { x: x(hands), y: height - 10, class: "label middle" }, hands.toLocaleString("en-GB")));
  const lines = LINES.map(([, place]) => {
    const line = draw("polyline", { points: points.map((point) => `${x(point[0]).toFixed(1)},${y(point[place]).toFixed(1)}`).join(" "), class: "curve" });
    line.style.stroke = `var(--series-${place})`;
    return line;
  });
  const [hands, won, expected] = points.at(-1);
  const words = `After ${count(hands, "hand")}: ${signed(won)} big blinds won, ${signed(expected)} with all-in pots paid by equity`;
  const chart = draw("svg", { viewBox: `0 0 ${width} ${height}`, class: "chart", role: "img", "aria-label": words }, ...rows, ...columns, ...lines.reverse());
  const key = LINES.map(([name], place) => make("span", { class: "key" }, dot(place), ` ${name} ${signed([won, expected][place])}`));
  return make("figure", { class: "curves course" }, chart, make("figcaption", { class: "small" }, key, make("span", { class: "quiet" }, "big blinds, hand by hand")));
}

/** "23.1%", with the chances behind it. */
function shareCell({ taken, chances }) {
  return make("td", { class: "number" }, chances ? `${(100 * taken / chances).toFixed(1)}%` : "–", make("small", { class: "quiet" }, chances ? ` of ${chances.toLocaleString("en-GB")}` : ""));
}

/** Money won, by currency. */
const SIGNS = { USD: "$", EUR: "€", GBP: "£" };
function moneyWords(won) {
  return Object.entries(won).sort().reverse().map(([currency, amount]) => {
    const size = currency ? (SIGNS[currency] ?? `${currency} `) + Math.abs(amount / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 }) : `${Math.abs(amount).toLocaleString("en-GB")} chips`;
    return (amount < 0 ? "−" : "+") + size;
  }).join(", ");
}

/** The results in a few large figures. */
export function results(answer) {
  const figure = (name, value, more = "") => make("div", { class: "figure" }, make("dt", {}, name), make("dd", { class: "number" }, value, more ? make("small", { class: "quiet" }, ` ${more}`) : null));
  return make("dl", { class: "figures" },
    figure("Hands", answer.hands.toLocaleString("en-GB")),
    figure("Won", moneyWords(answer.won)),
    figure("bb/100", signed(answer.bb100), spread(answer.interval, 1)),
    figure("All-in bb/100", signed(answer.expected_bb100), spread(answer.expected_interval, 1)));
}

/** Every statistic, with what it counts. */
export function statisticsList(answer, statistics) {
  const row = ({ name, title, meaning }) => make("tr", { title: meaning }, make("th", { scope: "row" }, title), shareCell(answer.statistics[name]));
  return make("table", { class: "numbers" }, make("tbody", {}, statistics.map(row)));
}

/** A line for each group, with the statistics that fit. */
export function groupTable(by, groups, statistics, columns) {
  const titles = Object.fromEntries(statistics.map(({ name, title }) => [name, title]));
  const heads = [by, "Hands", "bb/100", "All-in", ...columns.map((name) => titles[name])];
  const row = (group) => make("tr", {}, make("th", { scope: "row" }, group.group || "none"),
    make("td", { class: "number" }, group.hands.toLocaleString("en-GB")),
    make("td", { class: "number" }, signed(group.bb100), make("small", { class: "quiet" }, ` ${spread(group.interval, 0)}`)),
    make("td", { class: "number" }, signed(group.expected_bb100)),
    columns.map((name) => shareCell(group.statistics[name])));
  return make("div", { class: "wide-table", tabindex: "0", role: "region", "aria-label": `Results by ${by}` },
    make("table", { class: "numbers" }, make("thead", {}, make("tr", {}, heads.map((words) => make("th", { scope: "col" }, words)))), make("tbody", {}, groups.map(row))));
}
