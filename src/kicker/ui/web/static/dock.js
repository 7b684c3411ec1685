// The controls: moves, the bet, cards to discard, moves chosen in advance, and buttons between deals.
//
// `draw(now)` shows the possible actions, and `on` is called with the chosen one. Illegal moves are not offered.

import { makeAhead } from "/static/ahead.js";
import { makeBet } from "/static/bet.js";
import { capital, make, mark, money, toast, write } from "/static/dom.js";
import { drawNow, isShown, mayShow, ownHand } from "/static/scene.js";
import { count, eventText } from "/static/words.js";

/** Milliseconds after the buttons change during which a click was meant for the old ones. */
const BLINK = 200;
const COUNTDOWN = "Next hand in";

const push = (words, key, onclick, kind = "") =>
  make("button", { class: `button ${kind}`, type: "button", onclick, "aria-keyshortcuts": key || null, hidden: true }, words);

/** The mode of the dock, as one word, for the `now` that it draws. */
function modeOf({ scene, update, people }) {
  if (scene.me === null) return "watching";
  if (people[scene.me].broke) return "broke";
  if (update.over) return "end";
  if (scene.options && scene.toAct === scene.me) return scene.phase;
  if (people[scene.me].out && (scene.over || !scene.live[scene.me])) return "out";
  if (!scene.dealt || scene.over) return scene.dealt || update.next !== null ? "between" : "waiting";
  if (!scene.live[scene.me]) return "folded";
  return scene.phase === "betting" && scene.stacks[scene.me] > 0 ? "ahead" : "still";
}

/** Whether only bots are left in this deal, so that it can be skipped. */
const botsAlone = ({ scene, people }) => people.every((each, seat) => each.kind !== "person" || !scene.live[seat]);

/** Games with a street where players must bet or fold say "hold" for a check on the others. */
const asksToHold = ({ rules }) => rules.must_open?.length > 0;

/** The buttons of a mode. */
function buttonsOf(mode, now) {
  const { scene, update, people, maySit, seconds } = now;
  const options = scene.options ?? {};
  const betting = mode === "betting";
  // A new game may begin while bots still have chips, but not while people have.
  const nobodyHasChips = people.every((seat) => seat.kind !== "person" || seat.broke || !seat.stack);
  const newGame = (mode === "end" && scene.me !== null) || (mode === "broke" && (update.over || (scene.over && nobodyHasChips)));
  return {
    fold: betting && !options.bring_in && (!options.may_check || asksToHold(scene)),
    call: betting && (options.may_check || options.call_amount > 0 || options.bring_in > 0),
    raise: betting && options.max_raise_to > 0,
    discardCards: mode === "drawing",
    show: mode === "showdown",
    muck: mode === "showdown",
    next: mode === "between" && seconds !== null,
    skip: mode === "folded" && botsAlone(now),
    reveal: ["between", "end"].includes(mode) && mayShow(scene),
    rebuy: mode === "broke" && update.rebuy !== null,
    again: newGame,
    newTable: mode === "broke" && !newGame,
    leave: mode === "broke",
    why: scene.over && scene.me !== null && mode !== "still" && people.some((each, seat) => each.kind === "bot" && isShown(scene, seat)),
    sitIn: mode === "out",
    sit: mode === "watching" && maySit,
    share: mode === "waiting" || (mode === "watching" && !maySit && !scene.dealt),
    lobby: mode === "end" || (mode === "watching" && !maySit),
  };
}

/** The move that stays in without a raise. */
const stayAction = ({ may_check: free, bring_in: bringIn }) => (free ? "check" : bringIn ? "bring in" : "call");

/** The text above the buttons. */
function statusOf(mode, { scene, update, people, seconds }) {
  const wait = seconds !== null ? COUNTDOWN : "";
  const others = scene.toAct !== null && !scene.over && scene.toAct !== scene.me;
  const turn = others ? `${people[scene.toAct].name} to act` : "";
  switch (mode) {
    case "betting": {
      const { may_check: free, call_amount: owed, bet, bring_in: bringIn } = scene.options;
      if (bringIn) return `Your turn: bring in ${money(bringIn)} or complete the bet`;
      if (free && asksToHold(scene)) return "Your turn: fold, hold or bet";
      return `Your turn: ${free ? (bet ? "check or raise" : "check or bet") : owed ? `${money(owed)} to call` : "bet or fold"}`;
    }
    case "drawing": {
      const draw = drawNow(scene);  // "second draw", where there are several
      return `Your turn: ${draw.includes(" ") ? `${draw}, ` : ""}discard up to ${count(scene.options.max_draw, "card")}`;
    }
    case "showdown": return "Your turn: show your cards or muck them";
    case "end": return update.over;
    case "waiting": return "Waiting for another player: send a friend the link";
    case "out": return "You are sitting out";
    case "broke": return brokeWords({ scene, update, people });
    case "folded": return ownHand(scene).length ? turn : "You are dealt in next hand";
    case "between": return [scene.outlook ? `${eventText(scene.outlook, {})}.` : "", wait || "Waiting for the next hand"].filter(Boolean).join(" ");
    case "watching": return (scene.over ? wait : turn) || "You are watching";
    default: return turn;
  }
}

/** Out of chips: what happened, and what to watch meanwhile. */
function brokeWords({ scene, update, people }) {
  const rivals = people.filter((each, seat) => seat !== scene.me && each.kind !== "empty" && !each.broke).length;
  const rest = update.over ?? (rivals > 1 ? "you can watch the others play on" : "");
  return rest ? `You are out of chips: ${rest}` : "You are out of chips";
}

/** Your hand in words, now or when the deal ended. */
function handOf({ me, words, handWords, over }) {
  if (me === null) return "";
  if (words && !over) return `You have ${words}`;
  return handWords[me] ? `You had ${handWords[me]}` : "";
}

/** Fill the dock. `on` has act(text), pick(), next(), reveal(), again(), rebuy(), newTable(), leave(), reasons(), sitIn(), sit(),
    share(), lobby() and wish(name). */
export function makeDock(root, on) {
  let now = null;  // what was drawn last
  let mode = "still";
  let turnKey = "";
  let turnAt = 0;
  let picked = new Set();
  let busy = false;
  let telling = false;

  const have = make("p", { class: "have" });
  const words = make("span");
  const countdown = make("span", { class: "number", "aria-hidden": "true" });  // every second would be too much to listen to
  const status = make("p", { class: "status", role: "status" }, words, " ", countdown);
  const buttons = {
    fold: push("Fold", "f", move(() => "fold"), "fold"),
    call: push("Check", "c", move(() => stayAction(now.scene.options)), "call"),
    raise: push("Bet", "", move(raiseAction), "primary raise"),
    discardCards: push("Stand pat", "t", move(() => ["discard", ...[...picked].sort().map((place) => ownHand(now.scene)[place])].join(" ")), "primary"),
    show: push("Show", "s", move(() => "show"), "primary"),
    muck: push("Muck", "m", move(() => "muck")),
    lobby: push("Lobby", "", () => on.lobby()),
    leave: push("Leave", "", () => on.leave()),
    newTable: push("New table", "", () => on.newTable()),
    share: push("Copy the link", "", () => on.share()),
    why: push("Why?", "w", () => on.reasons()),
    reveal: push("Show cards", "s", () => on.reveal()),
    sit: push("Sit down", "", () => on.sit(), "primary"),
    sitIn: push("Deal me in", "n", () => on.sitIn(), "primary"),
    again: push("Play again", "n", () => on.again()),
    rebuy: push("Rebuy", "b", () => on.rebuy(), "primary"),
    skip: push("Skip to the next hand", "n", () => on.next(), "primary"),
    next: push("Deal now", "n", () => on.next(), "primary"),
  };
  buttons.why.title = "Why the bots acted as they did";
  buttons.again.title = "A new game: fresh stacks and the opening stakes";
  const wishes = make("div", { class: "wishes" });  // customs between hands: chips to buy, a straddle
  const bet = makeBet(buttons.raise);
  const ahead = makeAhead();
  // The moves come first, for the keyboard too; the style sheet decides where the sizes appear.
  root.replaceChildren(have, status, make("div", { class: "moves" }, wishes, Object.values(buttons), ahead.buttons), bet.root);

  // --- actions ---

  /** The click handler of a move button; an action of null is none. A click that was meant for the previous button is ignored. */
  function move(action) {
    return (event) => {
      const pointed = event.detail > 0;
      if (pointed && performance.now() - turnAt < BLINK) return;
      const text = action();
      if (text) act(text);
    };
  }

  /** The bet, if what was typed can be bet; otherwise the page says why not. */
  function raiseAction() {
    const refusal = bet.refusal();
    if (!refusal) return `raise ${bet.amount}`;
    toast(refusal);
    bet.retype();
    return null;
  }

  function act(text) {
    if (busy) return;
    busy = true;
    mark(root, "data-busy", true);
    on.act(text);
  }

  function release() {
    busy = false;
    mark(root, "data-busy", null);
  }

  function pick(place) {
    if (mode !== "drawing" || place >= ownHand(now.scene).length) return;
    if (picked.has(place)) picked.delete(place);
    else if (picked.size < now.scene.options.max_draw) picked.add(place);
    on.pick();
    drawThrow();
  }

  // --- drawing ---

  function drawThrow() {
    write(buttons.discardCards, picked.size ? `Discard ${count(picked.size, "card")}` : "Stand pat");
  }

  function drawButtons() {
    const shown = buttonsOf(mode, now);
    for (const [name, value] of Object.entries(shown)) mark(buttons[name], "hidden", !value);
    if (shown.rebuy) write(buttons.rebuy, `Rebuy ${money(now.update.rebuy)}`);
    buttons.again.classList.toggle("primary", !shown.rebuy);
    for (const each of ahead.buttons) mark(each, "hidden", mode !== "ahead");
    mark(bet.root, "data-idle", mode !== "betting" || !now.scene.options.max_raise_to);
    mark(root, "data-mode", mode);
  }

  /** Customs before the next hand; agreeing to several boards is in the menu. */
  function drawWishes() {
    const offered = ["between", "out"].includes(mode) ? now.update.wishes.filter((wish) => wish.name !== "run") : [];
    const text = JSON.stringify(offered);
    if (wishes.dataset.shown === text) return;
    wishes.dataset.shown = text;
    wishes.replaceChildren(...offered.map(({ name, key, words }) =>
      make("button", { class: "button", type: "button", "aria-keyshortcuts": key, "data-key": key, onclick: () => on.wish(name) }, capital(words))));
  }

  function drawStatus() {
    const text = statusOf(mode, now);
    write(words, text);
    write(countdown, text.endsWith(COUNTDOWN) ? String(Math.ceil(now.seconds)) : "");
  }

  function drawBetting(newTurn) {
    const { options, stacks, me } = now.scene;
    const call = options.bring_in ? `Bring in ${money(options.bring_in)}` : `Call ${money(options.call_amount)}`;
    const last = (options.bring_in || options.call_amount) === stacks[me] ? ", all in" : "";
    write(buttons.call, options.may_check ? (asksToHold(now.scene) ? "Hold" : "Check") : `${call}${last}`);
    if (options.max_raise_to) bet.draw(now.scene, newTurn);
  }

  /** Note whose turn it is; true if it has just become yours. */
  function noteTurn() {
    const { scene, update } = now;
    const key = scene.toAct === scene.me && scene.options ? `${update.deal}/${update.turn}` : "";
    if (key === turnKey) return false;
    turnKey = key;
    mark(root, "data-turn-key", key || null);
    release();
    picked = new Set();
    if (key && mode === "ahead") turnAt = performance.now();
    return key !== "";
  }

  return {
    /** Show what can be done. `now` has scene, update, people, maySit, and the seconds to the next deal or null. */
    draw(next) {
      if (now?.update.deal !== next.update.deal || next.scene.over) ahead.clear();
      now = next;
      telling = false;
      const newTurn = noteTurn();
      mode = modeOf(now);
      drawButtons();
      drawWishes();
      write(have, handOf(now.scene));
      if (mode === "ahead") ahead.draw(now.scene);
      if (mode === "betting") drawBetting(newTurn);
      if (mode === "drawing") drawThrow();
      const chosen = newTurn ? ahead.take(now.scene.options) : null;
      if (chosen && mode === "betting") {
        write(words, "");
        act(chosen);
        return { newTurn: false };
      }
      drawStatus();
      return { newTurn };
    },
    /** The countdown to the next deal, which can change while nothing else does. */
    tick(seconds) {
      if (!now || busy || telling) return;
      now = { ...now, seconds };
      drawStatus();
    },
    /** The drawn moment has passed: while later events are shown, only moves in advance are possible, and those if they lead to more
        `betting` in this deal. */
    rest({ betting }) {
      if (!now) return;
      telling = true;
      write(words, "");
      write(countdown, "");
      if (["betting", "drawing", "showdown", "between", ...(betting ? [] : ["ahead"])].includes(mode)) {
        mode = "still";
        drawButtons();
        drawWishes();
      }
    },
    /** The server refused something: offer the moves again. */
    release,
    pick,
    /** The picked cards, while cards can be picked. */
    picking: () => (mode === "drawing" ? picked : null),
    /** Handle a key; true if it has a meaning here. */
    key(letter) {
      const click = (each) => (!each || each.hidden ? false : (each.click(), true));
      const wish = () => click(wishes.querySelector(`[data-key="${CSS.escape(letter)}"]`));
      if (mode === "drawing" && /^[1-9]$/.test(letter)) {
        pick(Number(letter) - 1);
        buttons.discardCards.focus();
        return true;
      }
      if (mode === "betting" && now.scene.options.max_raise_to && bet.key(letter)) return true;
      switch (letter) {
        case "f": return click(buttons.fold) || click(ahead.fold);
        case "c": return click(buttons.call) || click(ahead.call);
        case "x": return click(ahead.any) || wish();
        case "t": return click(buttons.discardCards);
        case "s": return click(buttons.show) || click(buttons.reveal);
        case "m": return click(buttons.muck);
        case "n": return click(buttons.next) || click(buttons.skip) || click(buttons.again) || click(buttons.sitIn);
        case "b": return click(buttons.rebuy) || wish();
        case "w": return click(buttons.why);
        default: return false;
      }
    },
  };
}
