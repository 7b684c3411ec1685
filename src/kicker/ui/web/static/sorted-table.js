// A table that is sorted by any of its columns. The order, the scroll position and the keyboard focus survive when it is drawn again.
//
//   const table = makeSortedTable("By board", "boards");   table.root
//   table.draw([["Board", (row) => row.board, (row) => words], ...], rows);
//
// A column is a title, the number or text to sort by, and what to show: text or an element.

import { find, make } from "/static/dom.js";

export function makeSortedTable(label, name) {
  const root = make("div", { class: "table-box sorted-box", tabindex: "0", role: "group", "aria-label": label, "data-table": name });
  let order = null;
  let columns = [];
  let rows = [];

  function sorted() {
    const key = columns.find(([title]) => title === order?.title)?.[1];
    if (!key) return rows;
    const compare = (one, other) => (typeof key(one) === "string" ? key(one).localeCompare(key(other)) : key(one) - key(other));
    return [...rows].sort((one, other) => (order.down ? -1 : 1) * compare(one, other));
  }

  function sort(title) {
    order = { title, down: order?.title === title ? !order.down : true };
    draw(columns, rows);
  }

  function head([title]) {
    const mine = order?.title === title;
    return make("th", { scope: "col", "aria-sort": mine ? (order.down ? "descending" : "ascending") : null },
      make("button", { class: "sort", type: "button", "data-focus": `sort ${title}`, onclick: () => sort(title) }, title, mine ? (order.down ? " ▾" : " ▴") : ""));
  }

  function draw(newColumns, newRows) {
    [columns, rows] = [newColumns, newRows];
    const top = root.scrollTop;
    const focused = root.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    const body = sorted().map((row) => make("tr", {}, columns.map(([, , words], i) => make(i ? "td" : "th", { scope: i ? null : "row" }, words(row)))));
    root.replaceChildren(make("table", { class: "numbers" }, make("thead", {}, make("tr", {}, columns.map(head))), make("tbody", {}, body)));
    root.scrollTop = top;
    if (focused) find(`[data-focus="${CSS.escape(focused)}"]`, root)?.focus();
  }

  return { root, draw };
}
