// What happened, in words: the same sentences as at the prompt (kicker/ui/text.py), with "You" for one's own seat.

import { money } from "/static/dom.js";

const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const PAYING = ["ante", "blind", "post", "call", "bet", "raise"];
const GAMES = { holdem: "hold'em", draw: "five-card draw" };

/** The cards of an event, which writes them as one text. */
export const cardsOf = (event) => (event.cards ? event.cards.split(" ") : []);

/** A card in a line of text: 10♠. */
export const cardText = (card) => card[0].replace("T", "10") + SIGNS[card[1]];

const written = (cards) => cards.map(cardText).join(" ");

/** "1 card", "3 cards". */
export const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** Whether an event brings chips into the pot. */
export const pays = (event) => PAYING.includes(event.kind);

/** "no-limit hold'em". */
export function gameWords(rules) {
  const game = GAMES[rules.game ?? "holdem"];
  return rules.betting === "none" ? `${game} without bets` : `${rules.betting ?? "no-limit"} ${game}`;
}

/** "blinds 5/10, ante 1"; empty where nobody pays before the cards. */
export function stakesWords(rules) {
  const blinds = (rules.blinds ?? []).filter(Boolean).map(money);
  const ante = Math.max(rules.ante ?? 0, ...(rules.dead_antes ?? []));
  const words = blinds.length ? [`${blinds.length > 1 ? "blinds" : "blind"} ${blinds.join("/")}`] : [];
  return (ante ? [...words, `ante ${money(ante)}`] : words).join(", ");
}

function sentence(seat, words, { names, you }) {
  if (seat !== you) return `${names[seat]} ${words}`;
  const [verb, ...rest] = words.split(" ");
  return ["You", verb === "is" ? "are" : verb.replace(/s$/, ""), ...rest].join(" ");
}

/** One event as a sentence, or an empty text where it needs none. `told` has names, you, the pot by then, and sidePots. */
export function eventText(event, told) {
  const { kind, seat, note = "", amount = 0, to = 0, stack = 0, card_count: dealt = 0 } = event;
  const cards = cardsOf(event);
  if (kind === "board") return `${note[0].toUpperCase()}${note.slice(1)} ${written(cards)}, pot ${money(told.pot)}`;
  if (kind === "level") return `From now on ${note}`;
  if (seat === undefined || seat === null) return "";
  if (kind === "joined") return seat === told.you ? "You sit down" : `${note} sits down with ${money(stack)}`;
  const potName = (note && note !== "Main Pot") || told.sidePots ? ` (${note.toLowerCase()})` : "";
  const hand = note ? `: ${note}` : "";
  const words = {
    ante: `pays an ante of ${money(amount)}`,
    blind: `posts a blind of ${money(amount)}`,
    post: `posts ${money(amount)} to come in`,
    dealt: cards.length ? `is dealt ${written(cards)}` : "",
    fold: "folds",
    check: "checks",
    call: `calls ${money(amount)}`,
    bet: `bets ${money(to)}`,
    raise: `raises to ${money(to)}`,
    discard: dealt ? `throws ${cards.length ? written(cards) : count(dealt, "card")}` : "stands pat",
    drew: cards.length ? `draws ${written(cards)}` : "",
    returned: `gets ${money(amount)} back: nobody called it`,
    show: `shows ${written(cards)}${hand}`,
    muck: "mucks",
    won: `wins ${money(amount)}${potName}`,
    default: "does not answer",
    bust: "is out of the game",
    forfeit: "is out for an illegal bet",
    "sit out": "sits out",
    "sit in": "sits in again",
    champion: `wins the game with ${money(stack)}`,
    left: "leaves the table",
  }[kind];
  if (!words) return "";
  return sentence(seat, words, told) + (!stack && pays(event) ? ", all in" : "");
}

/** The last thing that a seat did, in a word or two. */
export function saidWords(event) {
  switch (event.kind) {
    case "blind": return "blind";
    case "post": return "post";
    case "fold": return "fold";
    case "check": return "check";
    case "call": return "call";
    case "bet": return "bet";
    case "raise": return "raise";
    case "discard": return event.card_count ? `draws ${event.card_count}` : "stands pat";
    case "muck": return "mucks";
    default: return null;
  }
}

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export function listWords(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
