// The sentences and keys of the Klondike page: those of ui/common/klondike_words.py, made from the server's answers.
// tests/data/klondike-sentences.json checks that both agree.

import { sentence } from "/static/api.js";
import { cardName } from "/static/cards.js";
import { capital } from "/static/dom.js";
import { COLUMNS, HOMES, looseCards, parsedMove, pileName } from "/static/klondike-board.js";
import { cardText, count } from "/static/words.js";

/** The keys of every screen: the key, a word or two for a button, and what it does. */
export const COMMANDS = {
  turn: ["R", "Turn", "turn the stock"],
  back: ["L", "Back", "turn the stock back, if it turns both ways"],
  home: ["F", "Home", "send the card you hold to its foundation"],
  autoplay: ["A", "Auto", "play safe cards home; all of them once every card is face up"],
  undo: ["U", "Undo", "undo the last move"],
  redo: ["E", "Redo", "redo the move you undid"],
  moves: ["Y", "Moves", "list the possible moves"],
  hint: ["T", "Hint", "hint: how often each move wins, from what you can see"],
  oracle: ["P", "Oracle", "oracle: a winning move, found by looking at the hidden cards"],
  new: ["N", "New", "new deal"],
  winnable: ["B", "Beatable", "new deal that can be won"],
  number: ["G", "Number", "deal a game by its number"],
  write: ["W", "Save", "save the game to a file"],
  open: ["O", "Open", "open a saved game"],
  redraw: ["V", "Redraw", "draw the screen again"],
  quit: ["Q", "Quit", "leave the game"],
  let_go: ["X", "Let go", "let go of a card, or cancel"],
  keys: ["?", "Keys", "list the keys"],
};
export const PILES = ["0, 1-7, S H D C", "Pile", "stock, column or foundation: pick up a card, then put it down"];
export const POINTER = [
  ["arrows", "Point", "point at a card"],
  ["Enter, Space", "Use", "take the card you point at, put down the one you hold, or turn the stock"],
  ["Esc", "Back", "let go of a card, or go back"],
  ["PgUp, PgDn", "Scroll", "scroll a table that is larger than the screen"],
];
export const AGAIN = "N deals a new game.";
export const THINKING = "Thinking ...";
export const STUCK = `No more cards can be turned up or played to a foundation. U undoes moves, ${AGAIN}`;
export const NOTHING_HELD = "Take a card first; F then sends it to its foundation.";
const NUMBERS = { 1: "a card", 2: "two cards", 3: "three cards" };
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const KINGS = 4;

// --- the game ---

/** The name of a deal. */
export const dealName = (number) => (number === null ? "this deal" : `deal ${number}`);

/** The rules of a game, with the redeals that are left. */
export function rulesWords(view) {
  if (view.both_ways) return "1 card, both ways";
  const cards = `${count(view.draw, "card")} at a time`;
  if (view.redeals === null) return `${cards}, any number of redeals`;
  return `${cards}, ${count(view.redeals - view.passes, "redeal")} left`;
}

/** The sentence for a won game. */
export function wonWords({ number, made, score }) {
  return `${capital(dealName(number))} is won in ${count(made, "move")} with a score of ${score}. Well played!`;
}

/** The sentence that a key can finish the game, if it can. */
export function finishWords({ finish }) {
  if (finish === "no") return "";
  const costs = finish === "free" ? "" : "; turning the waste over may cost points";
  return `All cards are face up: A sends them to the foundations${costs}.`;
}

// --- moves ---

/** The first of the cards that a move takes. */
function movedCard(view, move) {
  return looseCards(view, move.source).at(-move.count);
}

/** What a move does: "7♥ onto 8♠", "draw three cards", "A♣ to its foundation". */
export function moveWords(view, text) {
  const move = parsedMove(text);
  if (!move.target) return turnWords(view, text);
  const card = cardText(movedCard(view, move));
  if (HOMES.includes(move.target)) return `${card} to its foundation`;
  const cards = move.count > 1 ? `${card} and ${move.count - 1} more` : card;
  const back = HOMES.includes(move.source) ? " back" : "";
  const below = looseCards(view, move.target).at(-1);
  return `${cards}${back} ${below ? `onto ${cardText(below)}` : `to empty column ${move.target}`}`;
}

function turnWords(view, text) {
  if (view.both_ways) return text === "back" ? "turn the stock back" : "turn the stock";
  return view.stock ? `draw ${NUMBERS[Math.min(view.stock, view.draw)]}` : "turn the waste over";
}

/** The sentence for a move taken back; the view is the one before the move. */
export const undoneWords = (view, text) => `Undone: ${moveWords(view, text)}.`;

/** The sentence for a move made again; the view is the one before the move. */
export const redoneWords = (view, text) => `Redone: ${moveWords(view, text)}.`;

/** The cards that went home. */
export const homeWords = (moves) =>
  `${count(moves.filter((text) => parsedMove(text).target).length, "card")} sent to the foundations.`;

/** What a move did, in a sentence that can be read out. */
export function happenedWords(before, after, text) {
  const move = parsedMove(text);
  if (!move.target) return turnedWords(before, after);
  const card = capital(cardName(movedCard(before, move)));
  const others = move.count > 1 ? ` and ${count(move.count - 1, "card")} on it` : "";
  return `${card}${others} ${whereTo(before, move)}.${uncovered(before, after, move)}`;
}

function turnedWords(before, after) {
  const top = after.waste.at(-1);
  if (!top) return "The waste is turned over.";
  const hidden = after.both_ways ? "" : `, ${after.stock} left`;
  return `${capital(cardName(top))} is turned up${hidden}.`;
}

function whereTo(before, move) {
  if (HOMES.includes(move.target)) return "goes to its foundation";
  const below = looseCards(before, move.target).at(-1);
  return below ? `goes on the ${cardName(below)}` : `goes to the empty ${pileName(move.target)}`;
}

function uncovered(before, after, move) {
  if (!COLUMNS.includes(move.source)) return "";
  const [was, is] = [before.columns[move.source - 1], after.columns[move.source - 1]];
  return is.covered < was.covered ? ` The ${cardName(is.cards[0])} is turned up.` : "";
}

/** Why a move is not legal, by the kind of the refusal (`solitaire/refusals.py`). */
const REFUSALS = {
  "unfit": ({ pile, wanted, cards, asked }) => {
    const [first, others] = [cardText(cards[0]), cards.length - 1];
    const alone = others && asked && HOMES.includes(pile) ? " alone" : "";
    const takes = wanted.length === KINGS ? "a king" : wanted.map(cardText).join(" or ");
    let which = `${first} cannot`;
    if (others) which = asked ? `${first} and ${others} more cannot` : `no card from ${first} to ${cardText(cards.at(-1))} can`;
    return `${which} go on ${called(pile)}${takes ? `; it takes ${takes}${alone}` : ""}`;
  },
  "empty": ({ pile }) => (pile === "0" ? "no stock card is face up" : `${called(pile)} is empty`),
  "few": ({ pile, asked, available }) => `${called(pile)} has only ${count(available, "card")} to take, not ${asked}`,
  "no-pile": ({ pile, available }) => `there is no pile '${pile}'; choose 0, 1 to ${available}, S, H, D or C`,
  "to-stock": () => "cards cannot go back to the stock",
  "one-way": () => "this stock turns one way only",
  "no-redeal": () => "no redeal is left",
  "stock-empty": () => "the stock is empty",
  "stock-single": () => "the stock has only one card",
  "no-move": () => "that is not a move",
};

/** The name of a pile in a sentence: "column 3", "the hearts foundation". */
function called(pile) {
  if (pile === "0") return "the stock";
  return HOMES.includes(pile) ? `the ${SUITS[pile]} foundation` : `column ${pile}`;
}

/** The reason for a refusal: of a move in this page's words, of anything else in the server's. */
export function refusedWords({ message, facts }) {
  return facts ? sentence(REFUSALS[facts.kind](facts)) : message;
}

/** The sentence that a pile has no card to take, and how to get one. */
export function nothingToTake(view, pile) {
  const how = pile === "0" && view.stock + view.waste.length ? "; R turns one up" : "";
  return sentence(`${REFUSALS.empty({ pile })}${how}`);
}

// --- hints ---

const percent = (share) => evenly(100 * share);

/** A number without decimals; halves go to the even one, as they do in Python. */
function evenly(number) {
  const below = Math.floor(number);
  if (number - below !== 0.5) return Math.round(number);
  return below % 2 ? below + 1 : below;
}

/** How often a move wins, with its 95% interval: "98% (95-99)". */
export const shareWords = ({ share, low, high }) => `${percent(share)}% (${percent(low)}-${percent(high)})`;

/** What the figures of a hint mean. */
export function hintHeading(hints) {
  if (!hints.length) return "No moves left.";
  return `Wins after each move, in ${count(hints[0].tried, "random deal")} of the hidden cards (95% interval):`;
}

/** What the oracle says. */
export function oracleWords(view, { result, move, left, reason }) {
  if (result === "unknown") return `Undecided: ${reason}.`;
  if (move === null) return result === "won" ? "This game is won." : "This game can no longer be won.";
  return `Next: ${moveWords(view, move)}. This line wins in ${count(left, "move")}.`;
}

// --- time ---

/** Seconds as a clock shows them: 4:05. */
export function clockWords(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
