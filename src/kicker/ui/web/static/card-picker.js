// Cards by clicking or typing: a text field for cards ("Qs 7h 2c"), and a button that opens the deck to pick them from.
//
//   const picker = makeCardPicker({ label: "Board", most: 5, deck, taken: () => new Set(["As"]), change: (cards) => ... });
//   root.append(picker.root);  picker.cards;  picker.set(["Qs", "7h"])

import { cardName } from "/static/cards.js";
import { make, mark, rove } from "/static/dom.js";
import { cardText } from "/static/words.js";

let made = 0;

/** The cards in a text, as far as it can be read: "qs7h 10c" is Qs 7h Tc. */
export function cardsIn(text) {
  const found = text.replace(/10/g, "T").match(/[2-9tjqka][shdc♠♥♦♣]/gi) ?? [];
  const signs = { "♠": "s", "♥": "h", "♦": "d", "♣": "c" };
  return [...new Set(found.map((card) => card[0].toUpperCase() + (signs[card[1]] ?? card[1].toLowerCase())))];
}

/** A small card as text. */
export const miniCard = (card) => make("span", { class: `mini-card suit-${card[1]}` }, cardText(card));

/** A field for cards with a deck to pick from. */
export function makeCardPicker({ label, most, deck, taken = () => new Set(), change, hint = "" }) {
  const id = `cards-${made++}`;
  let cards = [];
  const field = make("input", { type: "text", id, autocomplete: "off", spellcheck: "false", autocapitalize: "off", placeholder: hint });
  const toggle = make("button", { class: "button", type: "button", "aria-expanded": "false", "aria-controls": `${id}-deck` }, "Pick");
  const keys = deck.map((card) => make("button", {
    class: `pick suit-${card[1]}`, type: "button", tabindex: "-1", "data-card": card, "aria-label": cardName(card), onclick: () => turn(card),
  }, cardText(card)));
  const width = deck.length / 4;
  // The deck runs from the ace of spades down, suit after suit within a rank: here a row is a suit.
  const rows = ["s", "h", "d", "c"].map((suit) => keys.filter((key) => key.dataset.card[1] === suit));
  const table = make("div", { class: "deck", id: `${id}-deck`, role: "group", "aria-label": `Cards for ${label}`, hidden: true }, rows.flat());
  table.style.setProperty("--ranks", width);
  rove(table, rows.flat(), width);
  const root = make("div", { class: "card-picker field" }, make("label", { for: id }, label), make("div", { class: "with-button" }, field, toggle), table);

  function turn(card) {
    if (cards.includes(card)) set(cards.filter((one) => one !== card));
    else if (cards.length < most) set([...cards, card]);
    else return;
    change(cards);
  }

  function drawDeck() {
    const gone = taken();
    for (const key of keys) {
      const card = key.dataset.card;
      mark(key, "aria-pressed", cards.includes(card) ? "true" : "false");
      mark(key, "aria-disabled", !cards.includes(card) && (gone.has(card) || cards.length >= most) ? "true" : null);
    }
  }

  function set(next) {
    cards = next;
    field.value = cards.join(" ");
    drawDeck();
  }

  field.addEventListener("input", () => {
    cards = cardsIn(field.value).slice(0, most);
    drawDeck();
    change(cards);
  });
  field.addEventListener("change", () => set(cards));
  toggle.addEventListener("click", () => {
    table.hidden = !table.hidden;
    toggle.setAttribute("aria-expanded", String(!table.hidden));
    drawDeck();
    if (!table.hidden) table.querySelector('[tabindex="0"]').focus();
  });
  table.addEventListener("click", (event) => {
    if (event.target.getAttribute("aria-disabled")) event.stopImmediatePropagation();
  }, true);
  table.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    toggle.click();
    toggle.focus();
  });
  return { root, get cards() { return cards; }, set, refresh: drawDeck };
}
