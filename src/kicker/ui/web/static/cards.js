// Cards as SVG: faces, backs and empty places. Every line is drawn here; colours are in cards.css.
//
//   cardSvg("As")                    the ace of spades, with rank and suit one above the other in the corners
//   cardSvg("Td", { index: "row" })    the same side by side, for cards that lie below others in a column
//   backSvg()                        a face-down card
//   placeSvg("s")                    an empty place, with a suit or a sign in it
//   setDeckLook({ fourColour: true, back: "ember" })   changes the cards already on the page, too
//
// A card has two looks: with all its pips, and a compact one with large signs for small sizes. cards.css shows the
// compact one on narrow screens; the classes "cards-compact" and "cards-full" on an element around cards override that.

const SVG = "http://www.w3.org/2000/svg";

export const WIDTH = 100;
export const HEIGHT = 140;
export const BACKS = ["felt", "blue", "red", "ocean", "ember", "gold", "grey", "plain"];
export const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
export const RANK_NAMES = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten",
  J: "jack", Q: "queen", K: "king",
};

// The four suits in a square of 100, around its middle.
const SUIT_PATHS = {
  s: "M50 3C61 25 95 39 95 63c0 14-10 22-21 22-8 0-15-4-19-11 0 11 5 19 14 23H31c9-4 14-12 14-23-4 7-11 11-19 11" +
     "C15 85 5 77 5 63 5 39 39 25 50 3Z",
  h: "M50 95C20 71 4 53 4 33 4 17 15 7 28 7c10 0 18 6 22 16C54 13 62 7 72 7c13 0 24 10 24 26 0 20-16 38-46 62Z",
  d: "M50 3C60 22 72 38 88 50 72 62 60 78 50 97 40 78 28 62 12 50 28 38 40 22 50 3Z",
  c: "M29 25a21 21 0 1 1 42 0 21 21 0 1 1-42 0ZM4 59a21 21 0 1 1 42 0 21 21 0 1 1-42 0ZM54 59a21 21 0 1 1 42 0" +
     " 21 21 0 1 1-42 0ZM50 30 69 58 50 68 31 58ZM44 56h12c0 22 3 34 14 41H30c11-7 14-19 14-41Z",
};

// Ranks as lines between 0 and 30 from top to bottom, and how wide they are.
const RANK_LINES = {
  A: [20, "M1 30 10 .5 19 30M4.6 19.5H15.4"],
  2: [20, "M1.5 8.5C1.5 3.5 5 0 10 0s8.5 3.3 8.5 8c0 4-2.5 7-6.5 11L1.5 30H19"],
  3: [20, "M2 6C3 2.3 6 0 10 0c4.7 0 8 2.9 8 7.2S14.8 14 10 14H8M10 14c5.2 0 9 3.1 9 7.9C19 26.8 15.2 30 10 30" +
          "c-4.6 0-8-2.5-9-6.6"],
  4: [20, "M14.5 30V0L1 21.5H20"],
  5: [20, "M17.5 0H4.5L3 13.8C5 12 7.3 11.3 10 11.3c5.3 0 9 3.8 9 9.1C19 26 15.2 30 9.8 30 5.5 30 2.3 27.8 1 24.2"],
  6: [20, "M15 .5C8 4 1.3 12 1.3 20.6 1.3 26.2 5 30 10.2 30c5.2 0 8.8-3.8 8.8-8.9 0-5.1-3.5-8.7-8.5-8.7" +
          "-4.7 0-8.4 3.2-8.8 7.4"],
  7: [20, "M1 0H19L8 30"],
  8: [20, "M10 14c-4.5 0-7.4-2.8-7.4-6.9C2.6 2.9 5.6 0 10 0s7.4 2.9 7.4 7.1c0 4.1-2.9 6.9-7.4 6.9-5.2 0-9 3.2-9 8" +
          "s3.8 8 9 8 9-3.2 9-8-3.8-8-9-8Z"],
  9: [20, "M5 29.5C12 26 18.7 18 18.7 9.4 18.7 3.8 15 0 9.8 0 4.6 0 1 3.8 1 8.9c0 5.1 3.5 8.7 8.5 8.7" +
          "4.7 0 8.4-3.2 8.8-7.4"],
  T: [27, "M.5 5.5 6 .5V30M19 0c-4.8 0-7.5 5.5-7.5 15S14.2 30 19 30s7.5-5.5 7.5-15S23.8 0 19 0Z"],
  J: [18, "M8 0H16V21c0 5.8-3 9-7.5 9C4.3 30 1.4 27.4 1 23"],
  Q: [20, "M10 0C4.5 0 1 5.5 1 15s3.5 15 9 15 9-5.5 9-15S15.5 0 10 0ZM12 22l7.5 9"],
  K: [20, "M2.5 0V30M18.5 0 2.5 18.5M8.6 11.8 19.5 30"],
};

// Where pips lie: columns -1, 0, 1 and rows from -1 (top) to 1.
const THIRD = 1 / 3;
const SIDES = (...rows) => rows.flatMap((row) => [[-1, row], [1, row]]);
const PIPS = {
  2: [[0, -1], [0, 1]],
  3: [[0, -1], [0, 0], [0, 1]],
  4: SIDES(-1, 1),
  5: [...SIDES(-1, 1), [0, 0]],
  6: SIDES(-1, 0, 1),
  7: [...SIDES(-1, 0, 1), [0, -0.5]],
  8: [...SIDES(-1, 0, 1), [0, -0.5], [0, 0.5]],
  9: [...SIDES(-1, -THIRD, THIRD, 1), [0, 0]],
  T: [...SIDES(-1, -THIRD, THIRD, 1), [0, -2 * THIRD], [0, 2 * THIRD]],
};

// The upper halves of jack, queen and king, around x = 0, from the crown at -45 to the middle of the card at 0.
// Each part is a class of cards.css and a path.
const FIGURES = {
  J: [
    ["robe", "M-25 0C-24-13-14-18-7-20L0-13 7-20C14-18 24-13 25 0Z"],
    ["trim", "M-5 0V-15L0-11 5-15V0ZM-25 0C-24.5-5-23-8.5-21-11L-17-8C-18.5-5.5-19-3-19 0Z" +
             "M25 0C24.5-5 23-8.5 21-11L17-8C18.5-5.5 19-3 19 0Z"],
    ["hair", "M-12-20C-14-28-13-38-10-39H10C13-38 14-28 12-20L8-21V-33H-8V-21Z"],
    ["skin", "M-8.5-35H8.5V-27C8.5-21 5-16.5 0-16.5S-8.5-21-8.5-27Z"],
    ["robe", "M-14-35C-13-43-6-46 2-45 9-44 14-41 14-35Z"],
    ["trim", "M-14.5-37.5H14.5V-33.5H-14.5ZM7-42C10-49 16-51 21-49 18-48 15-44 13-38Z"],
    ["ink", "M-4.5-29.5V-27M4.5-29.5V-27M-2.5-21.3C-1-20.3 1-20.3 2.5-21.3M0-27.5 1-24.6H-.8"],
  ],
  Q: [
    ["hair", "M-14-14C-17-26-15-40 0-41 15-40 17-26 14-14L8-17V-30H-8V-17Z"],
    ["robe", "M-25 0C-24-12-15-17-7-19L0-10 7-19C15-17 24-12 25 0Z"],
    ["trim", "M-7-19 0-10 7-19 10-17.8 0-4-10-17.8ZM-25 0C-24.6-4-23.5-7-22-9.5L-13 0Z" +
             "M25 0C24.6-4 23.5-7 22-9.5L13 0Z"],
    ["skin", "M-8.5-34C-5-32 5-32 8.5-34V-27C8.5-21 5-16.5 0-16.5S-8.5-21-8.5-27Z"],
    ["hair", "M-9-31C-9-38-4-39 0-39S9-38 9-31C5-35 2-35.5 0-35.5S-5-35-9-31Z"],
    ["trim", "M-11-37-13.5-46-7-41.5-4.5-48.5 0-42.5 4.5-48.5 7-41.5 13.5-46 11-37C4-39.5-4-39.5-11-37Z"],
    ["gem", "M0-42.3 1.7-40 0-37.7-1.7-40Z"],
    ["ink", "M-4.5-29.5V-27.5M4.5-29.5V-27.5M0-27.5 1-24.6H-.8"],
    ["lips", "M-2.6-21.6C-1-22.6 1-22.6 2.6-21.6 1-19.9-1-19.9-2.6-21.6Z"],
  ],
  K: [
    ["robe", "M-26 0C-25-13-15-18-8-20H8C15-18 25-13 26 0Z"],
    ["trim", "M-5.5 0V-16H5.5V0ZM-26 0C-25.5-5-24-8.5-22-11.5L-17.5-8.5C-19-6-19.5-3-19.5 0Z" +
             "M26 0C25.5-5 24-8.5 22-11.5L17.5-8.5C19-6 19.5-3 19.5 0Z"],
    ["hair", "M-12-19C-14-27-13-35-11-38H11C13-35 14-27 12-19L8-22H-8Z"],
    ["skin", "M-8.5-36H8.5V-26C8.5-20 5-16.5 0-16.5S-8.5-20-8.5-26Z"],
    ["hair", "M-9-27C-6-26-4-24.5 0-24.5S6-26 9-27C9.5-18 5-11 0-9-5-11-9.5-18-9-27Z"],
    ["lips", "M-2.6-21C-1-21.8 1-21.8 2.6-21 1-19.6-1-19.6-2.6-21Z"],
    ["trim", "M-12-35-14.5-47-7.5-42 0-49.5 7.5-42 14.5-47 12-35Z"],
    ["gem", "M0-44 2.1-40.8 0-37.6-2.1-40.8ZM-8.5-40 7-37.6"],
    ["ink", "M-4.5-31V-28.7M4.5-31V-28.7M0-28.5 1-25.9H-.8"],
  ],
};

const AGAIN = "M68 57A22 22 0 1 0 72 74M69 42V58H53";

const look = { back: "felt" };
const drawn = new Map();  // faces that were drawn before: others are copies

/** The card in words: "ace of spades". */
export function cardName(card) {
  const { rank, suit } = parts(card);
  return `${RANK_NAMES[rank]} of ${SUIT_NAMES[suit]}`;
}

/** A card such as "As" as an SVG element. Options: `index` "corner" or "row"; `label`, `hidden` for screen readers. */
export function cardSvg(card, options = {}) {
  const index = options.index === "row" ? "row" : "corner";
  const key = card + index;
  if (!drawn.has(key)) drawn.set(key, face(card, index));
  return labelled(drawn.get(key).cloneNode(true), cardName(card), options);
}

/** A face-down card. Options: `back`, the name of a palette or "plain", and those of `cardSvg`. */
export function backSvg(options = {}) {
  const svg = outline("card card-back");
  svg.dataset.back = options.back ?? "";  // its own, whatever the others have
  svg.append(make("rect", { class: "back-paper", x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 8 }));
  svg.append(backPicture(options.back ?? look.back));
  return labelled(svg, "face-down card", options);
}

/** An empty place for cards. `sign` is a suit, "A", "K" or "again" (to turn the waste over), or nothing. */
export function placeSvg(sign = "", options = {}) {
  const svg = outline("card card-place");
  svg.append(make("rect", { class: "place-line", x: 2, y: 2, width: WIDTH - 4, height: HEIGHT - 4, rx: 8 }));
  if (SUIT_PATHS[sign]) svg.append(suitPath(sign, 50, 70, 46, "place-sign"));
  else if (RANK_LINES[sign]) svg.append(rankPath(sign, 50, 70, 34, "place-rank"));
  else if (sign === "again") svg.append(make("path", { class: "place-again", d: AGAIN }));
  return labelled(svg, "empty place", options);
}

/** One of the suits alone, as a sign in the text. */
export function suitSvg(suit, options = {}) {
  const svg = make("svg", { class: `suit-sign suit-${suit}`, viewBox: "0 0 100 100" });
  svg.append(make("path", { class: "suit", d: SUIT_PATHS[suit] }));
  return labelled(svg, SUIT_NAMES[suit], options);
}

/** Choose four colours and the backs, for cards on the page and for new ones. */
export function setDeckLook({ fourColour, back } = {}) {
  if (fourColour !== undefined) document.documentElement.dataset.fourColour = fourColour ? "on" : "off";
  if (back === undefined || !BACKS.includes(back)) return;
  look.back = back;
  for (const svg of document.querySelectorAll("svg.card-back")) {
    if (!svg.dataset.back) svg.lastChild.replaceWith(backPicture(back));
  }
}

// --- inside ---

function parts(card) {
  const rank = card.slice(0, -1).toUpperCase().replace("10", "T");
  const suit = card.slice(-1).toLowerCase();
  if (!RANK_NAMES[rank] || !SUIT_NAMES[suit]) throw new Error(`${card} is not a card`);
  return { rank, suit };
}

function make(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function outline(classes) {
  return make("svg", { class: classes, viewBox: `0 0 ${WIDTH} ${HEIGHT}` });
}

function labelled(svg, name, options) {
  if (options.hidden) {
    svg.setAttribute("aria-hidden", "true");
  } else {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", options.label ?? name);
  }
  return svg;
}

function suitPath(suit, x, y, size, kind = "suit", turned = false) {
  const scale = size / 100;
  const turn = turned ? "rotate(180) " : "";
  return make("path", {
    class: kind, d: SUIT_PATHS[suit], transform: `translate(${x} ${y}) ${turn}scale(${scale}) translate(-50 -50)`,
  });
}

function rankPath(rank, x, y, height, kind = "rank") {
  const [width, lines] = RANK_LINES[rank];
  const scale = height / 30;
  const across = rank === "T" ? 0.88 * scale : scale;  // two digits stand closer
  return make("path", {
    class: kind, d: lines, transform: `translate(${x} ${y}) scale(${across} ${scale}) translate(${-width / 2} -15)`,
  });
}

function face(card, index) {
  const { rank, suit } = parts(card);
  const svg = outline(`card card-face suit-${suit}`);
  svg.append(make("rect", { class: "paper", x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 8 }));
  svg.append(fullLook(rank, suit, index), compactLook(rank, suit));
  return svg;
}

function fullLook(rank, suit, index) {
  const group = make("g", { class: "look-full" });
  if (index === "row") {
    const [width] = RANK_LINES[rank];
    group.append(rankPath(rank, 8 + width * 0.32, 18, 20), suitPath(suit, 22 + width * 0.64, 18, 19));
  } else {
    const corner = make("g");
    corner.append(rankPath(rank, 13.5, 19, 21), suitPath(suit, 13.5, 41, 16));
    const other = corner.cloneNode(true);
    other.setAttribute("transform", `rotate(180 ${WIDTH / 2} ${HEIGHT / 2})`);
    group.append(corner, other);
  }
  group.append(...middle(rank, suit, index === "row"));
  return group;
}

/** The middle of a card: pips or a figure, below the index if that is a row. */
function middle(rank, suit, row) {
  const y = row ? 84 : 70;
  if (rank === "A") return [suitPath(suit, 50, y, row ? 58 : 52)];
  if (FIGURES[rank]) return court(rank, suit, row ? [14, 35, 133, 0.92] : [25, 14, 126, 0.98]);
  const [across, down, size] = row ? [23, 37, 18] : [16.5, 46, 16];
  return PIPS[rank].map(([x, place]) => suitPath(suit, 50 + across * x, y + down * place, size, "suit", place > 0));
}

function court(rank, suit, [left, top, bottom, scale]) {
  const y = (top + bottom) / 2;
  const frame = { x: left, y: top, width: WIDTH - 2 * left, height: bottom - top, rx: 4 };
  const half = make("g", { transform: `translate(50 ${y}) scale(${scale})` });
  half.append(...figure(rank));
  const other = make("g", { transform: `rotate(180 50 ${y}) translate(50 ${y}) scale(${scale})` });
  other.append(...figure(rank));
  return [
    make("rect", { class: "court-panel", ...frame }),
    half,
    other,
    make("path", { class: "belt", d: `M${left} ${y}H${WIDTH - left}` }),
    suitPath(suit, left + 9.5, top + 10, 13),
    suitPath(suit, WIDTH - left - 9.5, bottom - 10, 13, "suit", true),
    make("rect", { class: "court-frame", ...frame }),
  ];
}

function figure(rank) {
  return FIGURES[rank].map(([kind, d]) => make("path", { class: kind, d }));
}

function compactLook(rank, suit) {
  const group = make("g", { class: "look-compact" });
  group.append(rankPath(rank, rank === "T" ? 27 : 24, 27, 34), suitPath(suit, 74, 28, 34));
  if (FIGURES[rank]) {
    const bust = make("g", { transform: "translate(50 129) scale(1.44)" });
    bust.append(...figure(rank));
    group.append(bust, make("path", { class: "belt", d: "M12 129H88" }));
  } else {
    group.append(suitPath(suit, 50, 92, 66));
  }
  return group;
}

function backPicture(back) {
  const group = make("g", { class: `back-picture back-${back}` });
  const inner = { x: 6, y: 6, width: WIDTH - 12, height: HEIGHT - 12 };
  group.append(make("rect", { class: "back-ground", ...inner, rx: 2.5 }));
  if (back === "plain") {
    let lattice = "";
    for (let at = -9; at <= 17; at += 2) lattice += `M${10 + at * 10} 10l120 120M${90 - at * 10} 10l-120 120`;
    const grid = make("svg", { ...inner, x: 10, y: 10, width: 80, height: 120, viewBox: "10 10 80 120" });
    grid.append(make("path", { class: "back-lattice", d: lattice }));
    group.append(grid);
  } else {
    group.append(make("image", { ...inner, href: `/backs/${back}.png`, preserveAspectRatio: "xMidYMid slice" }));
  }
  group.append(make("rect", { class: "back-frame", ...inner, rx: 2.5 }));
  return group;
}
