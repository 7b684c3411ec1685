// The table of Klondike: where each card lies, how it is drawn, and what the mouse, a finger and arrow keys do to it.
//
// It knows only the view from the server. The page (klondike.js) decides what a tap or a drop means:
// the board only reports which pile it was, and how many of its cards. Such a spot is { pile, count }: the
// piles are "stock", "0" for the waste, "1" to "7" and "S" "H" "D" "C"; count is how many cards are taken, 0 for none.
// If a card was touched, the spot has its name as well, so that it can be found again if it has moved meanwhile.

import { backSvg, cardName, cardSvg, placeSvg } from "/static/cards.js";
import { make, mark } from "/static/dom.js";
import { count as counted } from "/static/words.js";

export const COLUMNS = ["1", "2", "3", "4", "5", "6", "7"];
export const HOMES = ["S", "H", "D", "C"];
const PILES = ["0", ...COLUMNS, ...HOMES];
const UPPER = ["stock", "0", ...HOMES];
const SLOTS = { stock: 0, 0: 1, S: 3, H: 4, D: 5, C: 6 };
const RANKS = "A23456789TJQK";
const HOME_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

const TALL = 1.4;
const COMPACT_BELOW = 76;  // pixels: narrower cards have large signs only
const DRAG_FROM = 7;  // pixels: less is a tap
const TWICE_WITHIN = 400;  // milliseconds between the two taps of a double one
const ABOVE = 1000;  // of what is in the air
const MOVING = 900;  // milliseconds after which every card has come to rest

/** The text of a move as its parts. The count of a move between columns is always written. */
export function parsedMove(text) {
  const [source, target = "", count = "1"] = text.split(" ");
  return { text, source, target, count: Number(count) };
}

/** The moves that a view allows with the cards of a spot, or with any cards of its pile where its count is 0. */
export function movesFrom(view, spot) {
  return view.moves.map(parsedMove).filter(
    (move) => move.target && move.source === spot.pile && (!spot.count || move.count === spot.count));
}

/** The cards that can be taken from a pile, the last one on top. */
export function looseCards(view, pile) {
  if (pile === "0") return view.waste.slice(-1);
  if (COLUMNS.includes(pile)) return view.columns[pile - 1].cards;
  const height = view.foundations[pile] ?? 0;
  return height ? [homeCard(pile, height)] : [];
}

/** Where a spot is now: the pile and count of its card, which may have moved since it was touched. */
export function spotNow(view, spot) {
  for (const pile of spot.card ? PILES : []) {
    const cards = looseCards(view, pile);
    if (cards.includes(spot.card)) return { ...spot, pile, count: cards.length - cards.indexOf(spot.card) };
  }
  return spot;
}

/** The view after a card went home, as far as it is known here: a card of the stock may not have been turned up. */
export function sentHome(view, { source, target }) {
  const height = view.foundations[target] + 1;
  const without = (cards) => cards.filter((card) => card !== homeCard(target, height));
  const columns = view.columns.map((column) => ({ ...column, cards: without(column.cards) }));
  const stock = source === "0" && !view.waste.includes(homeCard(target, height)) ? view.stock - 1 : view.stock;
  return { ...view, columns, stock, waste: without(view.waste), foundations: { ...view.foundations, [target]: height } };
}

/** The name of a pile. */
export function pileName(pile) {
  if (pile === "stock") return "stock";
  if (pile === "0") return "waste";
  return HOME_NAMES[pile] ? `foundation of ${HOME_NAMES[pile]}` : `column ${pile}`;
}

const homeCard = (suit, height) => RANKS[height - 1] + suit.toLowerCase();
const keyOf = (spot) => `${spot.pile}:${spot.count}`;

export class Board {
  /** `calls` has tap(spot, twice), lift(spot), drop(spot, pile), and bottom(), the lower edge of the room for cards. */
  constructor(root, calls) {
    this.root = root;
    this.calls = calls;
    this.view = null;
    this.pieces = new Map();
    this.cursor = { pile: "stock", count: 0 };
    this.drag = null;
    this.lastTap = { key: "", time: 0 };
    root.addEventListener("pointerdown", (event) => this.#press(event));
    root.addEventListener("pointermove", (event) => this.#pull(event));
    root.addEventListener("pointerup", (event) => this.#release(event));
    root.addEventListener("pointercancel", () => this.settle());
    // Screen readers click without touching anything.
    root.addEventListener("click", (event) => {
      const spot = this.#spotOf(event.target);
      if (spot && event.detail === 0) this.calls.tap(spot, false);
    });
    root.addEventListener("focusin", (event) => {
      const spot = this.#spotOf(event.target);
      if (spot) this.#moveCursor(spot);
    });
    root.addEventListener("dragstart", (event) => event.preventDefault());
    const resized = () => this.held ?? this.settle();
    new ResizeObserver(resized).observe(root);
    addEventListener("resize", resized);
  }

  /** Show a view; with `dealt`, the cards fly out of the stock. */
  show(view, dealt = false) {
    const hadFocus = this.root.contains(document.activeElement);
    this.turning = this.view && view.waste.length && !this.view.waste.includes(view.waste.at(-1));
    this.view = view;
    if (dealt) this.#clear();
    this.#place(dealt);
    if (this.drag?.pieces?.some((piece) => piece.spot.pile !== this.drag.spot.pile)) this.settle();
    this.#moveCursor(this.cursor);
    if (hadFocus) this.#element(this.cursor)?.focus({ preventScroll: true });
  }

  /** The spot whose cards are in the hand, or null. */
  get held() {
    return this.drag?.pieces ? this.drag.spot : null;
  }

  /** Put every card where it belongs, after a drag without a move or when the window changed. */
  settle() {
    this.drag = null;
    if (this.view) this.#place(false);
  }

  /** Mark the cards of a spot as taken, and the piles where they may go. */
  mark(spot, targets = []) {
    for (const piece of this.pieces.values()) {
      const { pile, count } = piece.spot;
      const taken = spot !== null && pile === spot.pile && count > 0 && count <= spot.count;
      piece.element.classList.toggle("taken", taken);
      mark(piece.element, "aria-pressed", taken && piece.reach ? "true" : null);
      piece.element.classList.toggle("target", targets.includes(piece.spot.pile) && this.#isTop(piece));
    }
  }

  /** Point at an advised move, or at none. */
  point(move) {
    for (const piece of this.pieces.values()) {
      const { pile, count } = piece.spot;
      const from = move && (move.target ? pile === move.source && count > 0 && count <= move.count : pile === "stock");
      piece.element.classList.toggle("from", Boolean(from));
      piece.element.classList.toggle("to", Boolean(move?.target && pile === move.target && this.#isTop(piece)));
    }
  }

  /** Shake the cards of a spot: they cannot go there. */
  shake(spot) {
    for (const piece of this.pieces.values()) {
      if (piece.spot.pile !== spot.pile || piece.spot.count > Math.max(1, spot.count)) continue;
      piece.element.classList.remove("shaken");
      void piece.element.offsetWidth;  // so that the animation begins anew
      piece.element.classList.add("shaken");
    }
  }

  // --- the cursor ---

  /** Move the cursor with an arrow key: "left", "right", "up" or "down". */
  go(direction) {
    const { pile, count } = this.cursor;
    const upper = UPPER.includes(pile);
    const row = upper ? UPPER : COLUMNS;
    if (direction === "left" || direction === "right") {
      const step = direction === "left" ? row.length - 1 : 1;
      this.focus(row[(row.indexOf(pile) + step) % row.length]);
    } else if (direction === "down") {
      if (upper) this.focus(COLUMNS[SLOTS[pile]]);
      else if (count > 1) this.focus(pile, count - 1);
    } else if (!upper) {
      if (count && count < looseCards(this.view, pile).length) this.focus(pile, count + 1);
      else this.focus(UPPER.findLast((other) => SLOTS[other] <= pile - 1));
    }
  }

  /** Put the cursor on a pile, on its top card or this many cards below. */
  focus(pile, count = 1) {
    this.#moveCursor({ pile, count });
    this.#element(this.cursor)?.focus();
  }

  #moveCursor({ pile, count }) {
    const cards = looseCards(this.view, pile);
    const takes = cards.length && Math.min(Math.max(count, 1), cards.length);
    this.cursor = { pile, count: takes, card: takes ? cards.at(-takes) : null };
    const here = this.#element(this.cursor);
    for (const { element } of this.pieces.values()) element.tabIndex = element === here ? 0 : -1;
  }

  #element(spot) {
    for (const piece of this.pieces.values()) {
      if (piece.reach && keyOf(piece.spot) === keyOf(spot)) return piece.element;
    }
    return null;
  }

  // --- where things are ---

  /** Compute all sizes from the available room. */
  #measure() {
    const width = this.root.clientWidth;
    const room = Math.max(300, this.calls.bottom() - this.root.getBoundingClientRect().top - scrollY);
    const least = Math.max(3, 0.016 * width);
    const card = Math.floor(Math.min((width - 6 * least) / 7, 132, Math.max(60, room / 4.7)));
    const gap = Math.min(0.22 * card, (width - 7 * card) / 6);
    const tall = card * TALL;
    const top = tall + Math.max(10, 0.14 * tall);
    return { card, gap, tall, top, room, compact: card < COMPACT_BELOW, left: (width - 7 * card - 6 * gap) / 2 };
  }

  #x(slot, size) {
    return size.left + slot * (size.card + size.gap);
  }

  /** How far the cards of a column lie apart so that it fits, as far as they stay readable. */
  #steps({ covered, cards }, { tall, room, top, compact }) {
    const open = Math.max(0, cards.length - 1);
    let [coveredStep, openStep] = compact ? [0.13 * tall, 0.38 * tall] : [0.11 * tall, 0.25 * tall];
    let over = top + covered * coveredStep + open * openStep + tall + 8 - room;
    if (over > 0 && covered) {
      const least = Math.max(3, 0.05 * tall);
      const given = Math.min(over, covered * Math.max(0, coveredStep - least));
      coveredStep -= given / covered;
      over -= given;
    }
    if (over > 0 && open) openStep -= Math.min(over / open, openStep - (compact ? 0.33 : 0.21) * tall);
    return [coveredStep, openStep];
  }

  /** Everything visible, from bottom to top: a key that stays with a card, its pile and count, and its position. */
  #wanted(size) {
    const wanted = [];
    const put = (key, pile, x, y, draw, more) => wanted.push({ key, pile, count: 0, x, y, draw, label: "", ...more });
    const face = (card, pile, x, y, more) => put(
      card, pile, x, y, () => cardSvg(card, { index: "row", hidden: true }),
      { face: true, label: `${cardName(card)}, ${pileName(pile)}`, ...more });
    const back = (key, pile, x, y, more) =>
      put(key, pile, x, y, () => backSvg({ hidden: true }), { back: true, ...more });
    const place = (pile, x, y, sign, more) =>
      put(`place ${pile}${sign}`, pile, x, y, () => placeSvg(sign, { hidden: true }), more);
    this.#wantStock(size, face, back, place);
    for (const suit of HOMES) {
      const [x, height] = [this.#x(SLOTS[suit], size), this.view.foundations[suit]];
      place(suit, x, 0, suit.toLowerCase(), { reach: !height, label: `${pileName(suit)}, empty` });
      if (height > 1) face(homeCard(suit, height - 1), suit, x, 0, { count: 2 });
      if (height) face(homeCard(suit, height), suit, x, 0, { count: 1, reach: true });
    }
    for (const pile of COLUMNS) this.#wantColumn(pile, size, face, back, place);
    return wanted;
  }

  #wantStock(size, face, back, place) {
    const { view } = this;
    const x = this.#x(SLOTS.stock, size);
    const over = !view.stock && view.moves.includes("turn");
    const empty = over ? "stock, empty: turn the waste over" : "stock, empty";
    const label = view.stock ? `stock, ${counted(view.stock, "card")} to turn` : empty;
    place("stock", x, 0, over ? "again" : "", { reach: !view.stock, label });
    if (view.stock) back("back stock", "stock", x, 0, { reach: true, label, note: view.stock });
    const shown = view.waste.slice(-Math.max(2, view.draw));  // one card is seen when the one on it is in the air
    const fan = view.draw === 3 ? Math.min(0.5 * size.card, (size.card + size.gap) / 2) : 0;
    place("0", this.#x(1, size), 0, "", { reach: !shown.length, label: "waste, empty" });
    shown.forEach((card, index) => {
      const count = shown.length - index;
      face(card, "0", this.#x(1, size) + index * fan, 0, { count, reach: count === 1 });
    });
  }

  #wantColumn(pile, size, face, back, place) {
    const { covered, cards } = this.view.columns[pile - 1];
    const x = this.#x(pile - 1, size);
    const [coveredStep, openStep] = this.#steps({ covered, cards }, size);
    place(pile, x, size.top, "K", { reach: !cards.length, label: `${pileName(pile)}, empty: a king may go here` });
    for (let row = 0; row < covered; row += 1) {
      back(`back ${pile} ${row}`, pile, x, size.top + row * coveredStep, { row, count: cards.length + covered - row });
    }
    cards.forEach((card, index) => {
      const count = cards.length - index;
      const label = [cardName(card), pileName(pile)];
      if (count > 1) label.push(`with ${counted(count - 1, "card")} on it`);
      if (covered && !index) label.push(`${covered} face down below`);
      const y = size.top + covered * coveredStep + index * openStep;
      face(card, pile, x, y, { row: covered + index, count, reach: true, label: label.join(", ") });
    });
  }

  /** Make, move and remove the visible pieces. */
  #place(dealt) {
    const size = this.#measure();
    this.size = size;
    this.root.classList.toggle("cards-compact", size.compact);
    this.root.classList.toggle("cards-full", !size.compact);
    this.root.style.setProperty("--card", `${size.card}px`);
    const wanted = this.#wanted(size);
    const kept = new Set(wanted.map((one) => one.key));
    const turnedUp = new Set();  // columns where a card is face up now that was face down
    for (const [key, piece] of this.pieces) {
      if (kept.has(key)) continue;
      if (piece.back) turnedUp.add(piece.spot.pile);
      piece.element.remove();
      this.pieces.delete(key);
      if (this.drag?.pieces?.includes(piece)) this.drag = null;
    }
    wanted.forEach((one, depth) => {
      const known = this.pieces.get(one.key);
      const piece = known ?? this.#make(one);
      const moved = known && (known.x !== one.x || known.y !== one.y);
      const { x, y, pile, count, reach, back } = one;
      Object.assign(piece, { x, y, depth, reach, back, spot: { pile, count } });
      if (known) this.#send(piece, moved);
      else this.#enter(piece, one, dealt, one.face && (pile === "0" ? this.turning : turnedUp.has(pile)));
      this.#name(piece, one);
    });
    this.root.style.height = `${Math.ceil(Math.max(...wanted.map((one) => one.y)) + size.tall + 8)}px`;
  }

  #make(one) {
    const element = make("div", { class: `piece${one.face ? " open" : ""}`, tabindex: "-1" }, one.draw());
    element.dataset.key = one.key;
    const piece = { element, above: 0 };
    this.pieces.set(one.key, piece);
    this.root.append(element);
    return piece;
  }

  #name(piece, one) {
    mark(piece.element, "role", one.reach ? "button" : null);
    mark(piece.element, "aria-label", one.reach ? one.label : null);
    mark(piece.element, "aria-hidden", one.reach ? null : "true");
    mark(piece.element, "data-pile", one.pile);
    mark(piece.element, "data-count", one.count);
    mark(piece.element, "data-note", one.note ?? null);
  }

  /** A new piece: dealt out of the stock, turned up, or simply there. */
  #enter(piece, one, dealt, turned) {
    const { element } = piece;
    element.classList.toggle("turned", Boolean(turned));
    if ((dealt && one.row !== undefined) || (turned && one.pile === "0")) {
      this.#put(piece, this.#x(SLOTS.stock, this.size), 0);
      void element.offsetWidth;  // it begins there
      if (dealt) element.style.transitionDelay = `${14 * (7 * one.row + Number(one.pile))}ms`;
      this.#send(piece, true);
    } else {
      this.#send(piece, false);
    }
  }

  /** Move a piece where it belongs, above the others while it moves; a held piece stays in the hand. */
  #send(piece, moved) {
    if (this.drag?.pieces?.includes(piece)) return;
    const { element } = piece;
    element.classList.remove("lifted");
    if (moved || piece.above) {
      clearTimeout(piece.timer);
      piece.above = ABOVE;
      piece.timer = setTimeout(() => {
        piece.above = 0;
        element.style.zIndex = piece.depth;
        element.style.transitionDelay = "";
      }, MOVING);
    }
    this.#put(piece, piece.x, piece.y);
  }

  #put(piece, x, y) {
    piece.element.style.transform = `translate(${x}px, ${y}px)`;
    piece.element.style.zIndex = piece.depth + piece.above;
  }

  #clear() {
    this.drag = null;
    for (const { element } of this.pieces.values()) element.remove();
    this.pieces.clear();
  }

  #isTop(piece) {
    const { pile, count } = piece.spot;
    return count === 1 || (!count && (pile === "stock" || !looseCards(this.view, pile).length));
  }

  // --- the pointer ---

  #spotOf(target) {
    const element = target.closest?.(".piece");
    const piece = element && this.pieces.get(element.dataset.key);
    if (!piece) return null;
    const { pile, count } = piece.spot;
    const cards = looseCards(this.view, pile);
    const other = COLUMNS.includes(pile) ? 0 : 1;  // a covered card, or one that is not on top of the waste
    const takes = count <= cards.length ? count : other;
    return { pile, count: takes, card: takes ? cards.at(-takes) : null };
  }

  #press(event) {
    if (event.button !== 0 || !event.isPrimary || !this.view) return;
    const spot = this.#spotOf(event.target);
    if (!spot) return;
    this.drag = { spot, x: event.clientX, y: event.clientY, pieces: null, id: event.pointerId };
  }

  #pull(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.pieces) {
      if (!drag.spot.count || Math.hypot(dx, dy) < DRAG_FROM) return;
      drag.pieces = [...this.pieces.values()].filter(
        ({ spot }) => spot.pile === drag.spot.pile && spot.count > 0 && spot.count <= drag.spot.count);
      this.root.setPointerCapture(event.pointerId);
      this.calls.lift(drag.spot);
      for (const piece of drag.pieces) piece.element.classList.add("lifted");
    }
    for (const piece of drag.pieces) {
      piece.above = ABOVE;
      this.#put(piece, piece.x + dx, piece.y + dy);
    }
    event.preventDefault();
  }

  #release(event) {
    const drag = this.drag;
    if (!drag || event.pointerId !== drag.id) return;
    this.drag = null;
    if (drag.pieces) {
      const first = drag.pieces.reduce((one, other) => (other.spot.count > one.spot.count ? other : one));
      const [x, y] = [first.x + event.clientX - drag.x, first.y + event.clientY - drag.y];
      this.calls.drop(drag.spot, this.#pileBelow(x, y, drag.spot));
      return;
    }
    const key = keyOf(drag.spot);
    const twice = key === this.lastTap.key && event.timeStamp - this.lastTap.time < TWICE_WITHIN;
    this.lastTap = { key: twice ? "" : key, time: event.timeStamp };
    this.calls.tap(drag.spot, twice);
  }

  /** The pile that a card at this position covers most; piles where it may go come first. */
  #pileBelow(x, y, spot) {
    const { card, tall, top } = this.size;
    const allowed = movesFrom(this.view, spot).map((move) => move.target);
    let [best, most] = [null, 0];
    for (const pile of [...HOMES, ...COLUMNS]) {
      if (pile === spot.pile) continue;
      const column = COLUMNS.includes(pile);
      const left = this.#x(column ? pile - 1 : SLOTS[pile], this.size);
      const across = Math.max(0, card - Math.abs(x - left));
      const down = column ? Math.max(0, Math.min(tall, y + tall - top)) : Math.max(0, tall - Math.abs(y));
      const share = (across * down) / (card * tall);
      const may = allowed.includes(pile);
      if (share > (may ? 0.05 : 0.3) && share * (may ? 3 : 1) > most) [best, most] = [pile, share * (may ? 3 : 1)];
    }
    return best;
  }
}
