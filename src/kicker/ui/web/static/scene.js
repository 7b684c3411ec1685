// A scene is everything visible in a deal at one moment. The server's views become scenes, and an event leads from one scene to the
// next, so events can be shown one by one, and replays are drawn by the same code as the table.

import { cardsOf, drawName, pays, saidWords } from "/static/words.js";

/** An empty table, before the first deal; `game` says how many cards a hand and the board have. */
export function emptyScene(stacks, me, game) {
  const each = (value) => stacks.map(() => value);
  return {
    me, game, button: null, order: [], toAct: null, phase: "over", rules: {}, hands: each([]), up: each([]), board: [], boards: [], stacks: [...stacks],
    bets: each(0), live: each(false), pot: 0, carried: 0, pots: [], over: true, dealt: false,
    street: "", draws: 0, drawn: [],  // a street of stud after the first; the draws so far, and who has drawn in the last one
    heading: "", completes: false,  // of the last event: the heading above it, and whether it completes the bring-in
    words: "", handWords: each(""), said: each(null), won: each(0), wins: each(false), halves: each(""), highWords: each(""), lowWords: each(""), mucked: each(false), payoffs: each(0), options: null, winning: [], boardWins: [], outlook: null,
  };
}

/** A view as the scene of a seat; `story` has the events of its deal, with the winners and amounts, and `winning` the cards that won:
    [{seat, cards}]. */
export function sceneOf(view, story, stacks, me, { game, winning = [] } = {}) {
  if (!view) return emptyScene(stacks, me, game);
  const told = story.reduce(after, { ...emptyScene(view.start_stacks, me, view.game), rules: view.rules });
  return {
    ...told,
    button: view.button, order: view.order, toAct: view.to_act, phase: view.phase, rules: view.rules,
    hands: view.hands, up: view.up, board: view.board, boards: view.boards, stacks: view.over ? stacks : view.stacks, live: view.live,
    bets: view.phase === "drawing" ? told.bets.map(() => 0) : view.bets, pot: view.over ? told.pot : view.pot, pots: view.over ? [] : view.pots, over: view.over, dealt: true,
    words: view.words, payoffs: view.payoffs, options: view.options, winning,
  };
}

const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);

/** The chips that were in the pot before a deal, because nobody opened the last one; `story` has the events of the deal. */
export function carriedOver(view, story) {
  const left = story.filter((event) => event.kind === "passed").map((event) => event.amount);
  return sum(view.stacks) + view.pot + sum(left) - sum(view.start_stacks);
}

/** The events since the last deal began. */
export function storyOf(events) {
  const begin = events.findLastIndex((event) => event.kind === "button");
  return begin < 0 ? [] : events.slice(begin);
}

/** Your own cards. */
export const ownHand = (scene) => (scene.me === null ? [] : scene.hands[scene.me]);

/** Whether all cards of a seat are face up. */
export const isShown = (scene, seat) => scene.up[seat].length > 0 && scene.up[seat].every(Boolean);

/** Whether you can show your cards to the others, who have not seen them. */
export const mayShow = (scene) => scene.me !== null && scene.over && scene.dealt && scene.live[scene.me]
  && ownHand(scene).some((card) => card !== null) && !isShown(scene, scene.me);

const replaced = (list, place, value) => list.map((old, index) => (index === place ? value : old));

/** The scene after an event. Nothing in the old one changes. */
export function after(scene, event) {
  const { kind, seat, amount = 0, to = 0, stack = 0 } = event;
  const next = { ...scene, heading: "", completes: completes(scene, event) };
  const said = seat === undefined ? null : next.completes ? "complete" : saidWords(event);
  if (said) next.said = replaced(scene.said, seat, said);
  if (pays(event)) {
    next.stacks = replaced(scene.stacks, seat, stack);
    next.bets = replaced(scene.bets, seat, to);
    next.pot = scene.pot + amount;
    next.phase = "betting";
    return next;
  }
  switch (kind) {
    case "button":
      return { ...emptyScene(scene.stacks, scene.me, scene.game), pot: scene.carried, rules: scene.rules, button: seat, over: false, dealt: true, phase: "betting" };
    case "dealt":
      if (event.street && scene.hands[seat].length) Object.assign(next, newStreet(scene));  // a street of stud
      if (event.street && event.street !== scene.street) next.heading = next.street = event.street;
      next.hands = replaced(scene.hands, seat, [...scene.hands[seat], ...cardsOf(event)]);
      next.up = replaced(scene.up, seat, [...scene.up[seat], ...(event.up ?? cardsOf(event).map(() => false))]);
      next.live = replaced(scene.live, seat, true);
      break;
    case "board":
      if (event.run) next.boards = withRun(scene, event);
      else Object.assign(next, newStreet(scene), { board: [...scene.board, ...cardsOf(event)], streetAt: { ...scene.streetAt, [event.street]: scene.board.length } });
      break;
    case "fold":
      next.live = replaced(scene.live, seat, false);
      break;
    case "discard":
      Object.assign(next, beginsDraw(scene, seat) ? newDraw(scene) : {}, { phase: "drawing" });
      next.drawn = [...next.drawn, seat];
      next.said = replaced(next.said, seat, said);
      next.discarded = cardsOf(event);
      break;
    case "drew":
      next.hands = replaced(scene.hands, seat, exchanged(scene.hands[seat], scene.discarded ?? [], cardsOf(event)));
      break;
    case "returned":
      next.stacks = replaced(scene.stacks, seat, stack);
      next.bets = replaced(scene.bets, seat, to);
      next.pot = scene.pot - amount;
      break;
    case "show":
      next.hands = replaced(scene.hands, seat, cardsOf(event));
      next.up = replaced(scene.up, seat, cardsOf(event).map(() => true));
      if (!event.run) {
        next.highWords = replaced(scene.highWords, seat, event.words ?? "");
        next.lowWords = replaced(scene.lowWords, seat, event.low_words ?? "");
        next.handWords = replaced(scene.handWords, seat, [event.words, event.low_words].filter(Boolean).join("; "));
      }
      if (event.words) next.shown = { ...scene.shown, [`${event.run ?? 0} ${seat}`]: event };
      next.phase = "showdown";
      break;
    case "muck":
      next.mucked = replaced(scene.mucked, seat, true);
      break;
    case "won":
      Object.assign(next, { bets: scene.bets.map(() => 0), pots: [] });
      next.stacks = replaced(scene.stacks, seat, stack);
      next.won = replaced(scene.won, seat, scene.won[seat] + amount);
      next.wins = replaced(scene.wins, seat, true);
      next.halves = replaced(scene.halves, seat, scene.wins[seat] && scene.halves[seat] !== (event.half ?? "") ? "" : event.half ?? "");
      next.pot = scene.pot - amount;
      next.boardWins = [...scene.boardWins, { run: event.run ?? 0, seat, amount, words: worthOn(scene, event) }];
      break;
    case "passed":
      Object.assign(next, { bets: scene.bets.map(() => 0), pot: amount, carried: amount });  // for the next deal
      break;
    case "over":
      Object.assign(next, { over: true, phase: "over", toAct: null, pot: scene.carried });
      break;
    case "game":
      next.outlook = event;  // what is played next
      break;
    case "joined":
    case "bought":
      next.stacks = replaced(scene.stacks, seat, stack);
      break;
    case "left":
      next.stacks = replaced(scene.stacks, seat, 0);
      break;
  }
  if (kind === "check") next.phase = "betting";
  return next;
}

/** Whether a bet to a total makes the bring-in, or what would be one, a full bet. */
export function isCompletion({ rules, street, bets }, to) {
  const { bring_in: owed, min_bet: full } = rules;
  return Boolean(owed) && !street && owed < full && full <= to && Math.max(...bets) <= owed;
}

const completes = (scene, { kind, to }) => ["bet", "raise"].includes(kind) && isCompletion(scene, to);

/** Whether a draw begins when this seat draws: everybody draws once in each. */
const beginsDraw = ({ drawn }, seat) => !drawn.length || drawn.includes(seat);

function newDraw(scene) {
  return { ...newStreet(scene), draws: scene.draws + 1, drawn: [], heading: drawName(scene.game, scene.draws + 1) };
}

/** The name of the draw that the seat to act is in: "draw", "second draw". */
export const drawNow = (scene) => drawName(scene.game, scene.draws + beginsDraw(scene, scene.toAct));

/** Further boards with the cards of an event: the first cards of a board are those that lay there before it was run again. */
function withRun(scene, event) {
  const boards = [...scene.boards];
  boards[event.run - 1] = [...(boards[event.run - 1] ?? scene.board.slice(0, scene.streetAt[event.street])), ...cardsOf(event)];
  return boards;
}

/** The strength in words of a hand that wins on a board. */
function worthOn({ shown = {} }, { run = 0, seat, half }) {
  const event = shown[`${run} ${seat}`];
  return (half === "low" ? event?.low_words : event?.words) ?? "";
}

/** A hand with new cards in place of the discards. */
const exchanged = (hand, discarded, drawn) => hand.map((card) => (discarded.includes(card) ? drawn[discarded.indexOf(card)] : card));

/** When a street ends, bets go into the pot and the labels of seats are cleared, except for players who are out. */
function newStreet(scene) {
  return {
    bets: scene.bets.map(() => 0),
    said: scene.said.map((said, seat) => (scene.live[seat] ? null : said)),
    toAct: null,
  };
}
