// Moves of Klondike in words: what a move would do, and what it did.

import { cardName } from "/static/cards.js";
import { capital } from "/static/dom.js";
import { COLUMNS, HOMES, looseCards, parsedMove, pileName } from "/static/klondike-board.js";
import { cardText, count } from "/static/words.js";

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** The first of the cards that a move takes. */
function movedCard(view, move) {
  return looseCards(view, move.source).at(-move.count);
}

/** What a move would do, on one line: "7♥ to 8♣". */
export function adviceWords(view, text) {
  const move = parsedMove(text);
  if (text === "turn") return view.stock ? "turn the stock" : "turn the waste over";
  if (text === "back") return "turn the stock back";
  const card = cardText(movedCard(view, move));
  if (HOMES.includes(move.target)) return `${card} home`;
  const below = looseCards(view, move.target).at(-1);
  const others = move.count > 1 ? ` with ${count(move.count - 1, "card")}` : "";
  return `${card}${others} to ${below ? cardText(below) : `empty ${pileName(move.target)}`}`;
}

/** What happened between two views, in a sentence that can be read out. */
export function happenedWords(before, after, moves) {
  if (moves.length > 1) return `${count(moves.length, "card")} brought home.`;
  const move = parsedMove(moves[0]);
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
  if (HOMES.includes(move.target)) return "goes home";
  const below = looseCards(before, move.target).at(-1);
  return below ? `goes on the ${cardName(below)}` : `goes to the empty ${pileName(move.target)}`;
}

function uncovered(before, after, move) {
  if (!COLUMNS.includes(move.source)) return "";
  const [was, is] = [before.columns[move.source - 1], after.columns[move.source - 1]];
  return is.covered < was.covered ? ` The ${cardName(is.cards[0])} is turned up.` : "";
}

/** What a pile is called in a refusal: "column 3", "foundation ♥". */
function called(pile) {
  if (pile === "0") return "the stock";
  return HOMES.includes(pile) ? `foundation ${SIGNS[pile]}` : `column ${pile}`;
}

/** Why a move is not legal, by the kind of the refusal (`solitaire/refusals.py`). */
const REFUSALS = {
  "unfit": ({ pile, wanted, cards }) => {
    const takes = wanted.map(cardText).join(" or ") || "nothing more";
    const alone = wanted.length && HOMES.includes(pile) ? " alone" : "";
    return `${called(pile)} takes ${takes}${alone}, not ${cards.map(cardText).join(" ")}`;
  },
  "empty": ({ pile }) => `${called(pile)} has no card to take`,
  "few": ({ pile, asked, available }) => `${called(pile)} has ${count(available, "card")} to take, not ${asked}`,
  "no-pile": ({ pile }) => `there is no pile ${pile}`,
  "to-stock": () => "no card goes back to the stock",
  "one-way": () => "this stock goes one way only",
  "no-redeal": () => "the waste may not be turned over any more",
  "stock-empty": () => "the stock is empty",
  "stock-single": () => "the stock has one card only",
  "no-move": () => "that is no move",
};

/** Why something was refused: a move in the words of this page, anything else in those of the server. */
export function refusedWords({ message, facts }) {
  return facts ? `${capital(REFUSALS[facts.kind](facts))}.` : message;
}

/** The rules of a game, on one line. */
export function rulesWords(view) {
  if (view.both_ways) return "one card, both ways";
  const cards = view.draw === 3 ? "three cards" : "one card";
  if (view.redeals === null) return `${cards} at a time`;
  const left = view.redeals - view.passes;
  return `${cards} at a time, ${left ? count(left, "redeal") : "no redeal"} left`;
}

/** Seconds as a clock shows them: 4:05. */
export function clockWords(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
