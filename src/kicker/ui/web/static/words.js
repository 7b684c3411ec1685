// What happened, in words: the same sentences as at the prompt (kicker/ui/common/text.py), with "You" for your own seat. The tests check both
// against tests/data/sentences.json.

import { capital, money } from "/static/dom.js";

const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const PAYING = ["ante", "blind", "post", "bring-in", "call", "bet", "raise"];
const SAID = ["blind", "post", "bring-in", "fold", "check", "call", "bet", "raise"];
const YOU = "You";
const YOUR_VERBS = { is: "are", does: "do", goes: "go", was: "were" };
const HIDDEN = "??";

/** The cards of an event, which stores them as one text; null for hidden ones. */
export const cardsOf = (event) => (event.cards ? event.cards.split(" ").map((card) => (card === HIDDEN ? null : card)) : []);

/** A card in a line of text: 10♠. */
export const cardText = (card) => (card === null ? HIDDEN : card[0].replace("T", "10") + SIGNS[card[1]]);

/** "1 card", "3 cards". */
export const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** "once", "twice", "3 times". */
export const times = (number) => ({ 1: "once", 2: "twice" })[number] ?? `${number} times`;

/** Whether an event brings chips into the pot. */
export const pays = (event) => PAYING.includes(event.kind);

/** The name of a draw, counted from 1, as the betting round after it has it: "draw", "second draw". */
export function drawName({ streets }, number) {
  const draws = streets.map((name) => name.match(/^after the (.*draw)$/)?.[1]).filter(Boolean);
  return draws[number - 1] || "draw";
}

/** "no-limit hold'em". */
export function gameWords({ game, rules }) {
  if (rules.betting === "none") return `${game.title} without betting`;
  return `${rules.betting} ${game.title}${rules.openers ? ", jackpots" : ""}`;
}

/** "blinds 5/10, ante 1", "bomb pot 20"; empty if nobody pays before the cards. */
export const stakesWords = (rules) => (rules.bomb_pot ? `bomb pot ${money(rules.bomb_pot)}`
  : levelWords({ blinds: rules.blinds, ante: Math.max(rules.ante, rules.button_ante, ...rules.dead_antes) }));

/** "bets 10/20", the small and the big bet of fixed limit; empty in other betting structures. */
export const limitWords = (rules) => (rules.betting === "fixed-limit" ? `bets ${money(rules.min_bet)}/${money(rules.big_bet)}` : "");

/** The line under the title: the game, and what it costs. The game comes first, because a narrow window cuts the end. */
export const headline = (view, ...more) => [gameWords(view), limitWords(view.rules), stakesWords(view.rules), ...more].filter(Boolean).join(" · ");

/** The same of a level. */
function levelWords(level) {
  const blinds = level.blinds.filter(Boolean).map(money);
  const words = blinds.length ? [`${blinds.length > 1 ? "blinds" : "blind"} ${blinds.join("/")}`] : [];
  return (level.ante ? [...words, `ante ${money(level.ante)}`] : words).join(", ");
}

/** Whether the reader sits there; a record calls its own player "You". */
const isYou = (seat, { names, you }) => (you === null ? names[seat] === YOU : seat === you);

function sentence(seat, words, told) {
  if (!isYou(seat, told)) return `${told.names[seat]} ${words}`;
  const [verb, ...rest] = words.split(" ");
  return [YOU, YOUR_VERBS[verb] ?? verb.replace(/s$/, ""), ...rest].join(" ");
}

/** The cards dealt to a seat, and which of them are face up, if any. */
function dealtCards(event) {
  const cards = cardsOf(event);
  const texts = (wanted) => cards.filter(wanted).map(cardText).join(" ");
  if (!event.up?.length) return texts(() => true) + (event.street ? " face down" : "");
  const [down, up] = [texts((_, place) => !event.up[place]), texts((_, place) => event.up[place])];
  return `${down}${down && ", "}${up} face up`;
}

/** The part of a post that is not a bet. */
function deadWords({ amount, to = 0 }) {
  if (to === amount) return "";
  return to ? `, ${money(amount - to)} of it dead` : ", dead";
}

/** The heading above an event that begins a street without board cards: "Sixth street, pot 352". */
export const headingText = ({ heading, pot }) => (heading ? `${capital(heading)}, pot ${money(pot)}` : "");

/** One event as a sentence, or an empty text if it needs none. `told` has names, you, the pot by then, whether there are
    sidePots and several boards, and whether the event completes the bring-in. */
export function eventText(event, told) {
  const { kind, seat, amount = 0, to = 0, stack = 0, pot = null } = event;
  const known = cardsOf(event).some((card) => card !== null);
  const cards = cardsOf(event).map(cardText).join(" ");
  const counted = known ? cards : count(cardsOf(event).length, "card");
  const run = event.run || told.boards ? ` on board ${(event.run ?? 0) + 1}` : "";
  if (kind === "board") return `${event.street} ${cards}${event.run ? ` (board ${event.run + 1})` : ""}, pot ${money(told.pot)}`;
  if (kind === "reshuffled") return `the deck is used up: ${count(amount, "discard")} reshuffled`;
  if (kind === "passed") return `nobody opens; ${money(amount)} stays in the pot for the next hand`;
  if (kind === "game") return ["Next: " + event.name, event.level ? levelWords(event.level) : ""].filter(Boolean).join(", ");
  if (kind === "bomb pot") return `bomb pot: every player pays ${money(amount)}`;
  if (kind === "level") return `new level: ${levelWords(event.level)}`;
  if (seat === undefined) return "";
  if (kind === "joined" && seat !== told.you) return `${event.name} sits down with ${money(stack)}`;
  if (kind === "returned") return `Uncalled bet of ${money(amount)} returned to ${isYou(seat, told) ? "you" : told.names[seat]}`;
  const potName = pot || (told.sidePots && pot !== null) ? ` from ${pot ? `side pot ${pot}` : "the main pot"}` : "";
  const half = event.half ? ` with the ${event.half} hand` : "";
  const worth = [event.words, event.low_words].filter(Boolean).join("; ");
  const reason = event.reason ? `: ${event.reason}` : "";
  const words = {
    ante: `pays an ante of ${money(amount)}`,
    blind: `posts a blind of ${money(amount)}`,
    post: `posts ${money(amount)} to come in${deadWords(event)}`,
    dealt: `is dealt ${dealtCards(event)}`,
    "bring-in": `brings in for ${money(amount)}`,
    fold: "folds",
    check: "checks",
    call: `calls ${money(amount)}`,
    bet: `${told.completes ? "completes to" : "bets"} ${money(to)}`,
    raise: `${told.completes ? "completes" : "raises"} to ${money(to)}`,
    discard: cards ? `discards ${counted}` : "stands pat",
    drew: `draws ${counted}`,
    show: `shows ${cards}${worth && `: ${worth}${run}`}`,
    muck: "mucks",
    won: amount ? `wins ${money(amount)}${potName}${half}${run}` : "wins",
    default: `does not answer${reason}`,
    bust: "is out of the game",
    forfeit: `forfeits the game with an illegal bet${reason}`,
    "sit out": "sits out",
    "sit in": "is back",
    champion: `wins the game with ${money(stack)}`,
    joined: "sits down",
    left: "leaves the table",
    bought: `buys ${money(amount)} chips, ${money(stack)} in all`,
    straddle: `straddles for ${money(amount)}`,
    runs: amount > 1 ? `agrees to run it ${times(amount)}` : "runs the board once",
  }[kind];
  if (!words) return "";
  return sentence(seat, words, told) + (!stack && pays(event) ? ", all in" : "");
}

/** An event as a line of its own; empty if it needs none, such as hidden cards dealt to others. */
export function eventLine(event, told) {
  if (["dealt", "drew"].includes(event.kind) && cardsOf(event).every((card) => card === null)) return "";
  const text = eventText(event, told);
  return event.seat === undefined ? capital(text) : text;  // names stay as they are
}

/** The last thing that a seat did, in a word or two. */
export function saidWords(event) {
  switch (event.kind) {
    case "discard": return event.cards ? `draws ${cardsOf(event).length}` : "stands pat";
    case "muck": return "mucks";
    default: return SAID.includes(event.kind) ? event.kind : null;
  }
}

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export function listWords(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
