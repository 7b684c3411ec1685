// The next cards at a node: the deck by equity, and a table of everything that each card does, to sort and to choose from.
//
//   const runouts = makeRunouts({ go });   runouts.deck, runouts.table;   runouts.draw(node);   runouts.fill(found)
//
// `draw` shows which cards can come, `fill` the numbers when the server has sent them; `go` is called with the chosen card. Tab visits the
// deck once and arrow keys choose in it, so the same buttons in the table need no stops of their own.

import { heat } from "/static/grid.js";
import { capital, make, rove, write } from "/static/dom.js";
import { makeSortedTable } from "/static/sorted-table.js";
import { percent } from "/static/study.js";
import { cardText } from "/static/words.js";

const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];
const DECK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

export function makeRunouts({ go }) {
  const cards = make("div", { class: "runouts" });
  const deck = make("section", { class: "cards-box", hidden: true }, make("h2", {}, "Next card: equity of the player out of position"), cards);
  const sorted = makeSortedTable("Each next card", "runouts");
  const table = make("section", { class: "cards-box", hidden: true }, make("h2", {}, "Each next card"), sorted.root);
  let buttons = new Map();

  function draw(node) {
    deck.hidden = node.kind !== "card";
    table.hidden = true;
    buttons = new Map(DECK.map((card) => [card, make("button", { class: `runout suit-${card[1]}`, type: "button", "data-card": card, disabled: !node.next_cards.includes(card), onclick: () => go(card) },
      make("span", {}, cardText(card)), make("span", { class: "says" }, ""))]));
    cards.replaceChildren(...buttons.values());
    rove(cards, [...buttons.values()], RANKS.length);
  }

  function fill(runouts) {
    for (const { card, equity } of runouts) {
      const button = buttons.get(card);
      button.style.background = heat(equity[0] ?? 0.5);
      write(button.lastChild, known(equity[0], (share) => percent(share, 0)));
    }
    const sizes = runouts.find((row) => row.sizes.length)?.sizes ?? [];
    const choice = ({ card }) => make("button", { class: `button plain suit-${card[1]} ink`, type: "button", tabindex: "-1", onclick: () => go(card) }, cardText(card));
    const number = (title, of, words) => [title, (row) => of(row) ?? -Infinity, (row) => known(of(row), words)];
    const chips = (value) => value.toFixed(1);
    sorted.draw([
      ["Card", ({ card }) => -DECK.indexOf(card), choice],
      number("Equity out of position", (row) => row.equity[0], percent),
      number("Value out of position", (row) => row.values[0], chips), number("Value in position", (row) => row.values[1], chips),
      ...sizes.map((size, i) => number(capital(size), (row) => row.frequencies[i], (share) => percent(share, 0))),
    ], [...runouts].sort((one, other) => DECK.indexOf(one.card) - DECK.indexOf(other.card)));
    table.hidden = false;
  }

  return { deck, table, draw, fill };
}

const known = (number, words) => number === null || number === undefined ? "–" : words(number);
