// What the person touches: moves, the bet, cards to throw, moves made in advance, and what there is to do between deals.
//
// `draw(now)` shows what can be done; `on` is told what was done. Moves that are not legal are not there.

import { find, make, mark, money, write } from "/static/dom.js";
import { count } from "/static/words.js";

const SHARES = [["1/3", 1 / 3, "1"], ["1/2", 1 / 2, "2"], ["2/3", 2 / 3, "3"], ["Pot", 1, "p"]];
const STEPS = 1000;

const push = (words, key, onclick, kind = "") =>
  make("button", { class: `button ${kind}`, type: "button", onclick, "aria-keyshortcuts": key || null, hidden: true }, words);

/** Fill the dock. `on` has act(text), pick(), next(), again(), reasons(), sitIn(), sit(), share() and lobby(). */
export function makeDock(root, on) {
  let now = null;  // what was drawn last
  let turnKey = "";
  let amount = 0;
  let picked = new Set();
  let ahead = null;  // a move made in advance: {kind: "fold" | "check" | "call" | "any", amount}
  let busy = false;
  let telling = false;  // what came after one's own move is being shown

  const words = make("span");
  const countdown = make("span", { class: "number", "aria-hidden": "true" });  // every second would be too much to listen to
  const status = make("p", { class: "status", role: "status" }, words, " ", countdown);
  const have = make("p", { class: "have" });

  // --- moves ---

  const fold = push("Fold", "f", () => act("fold"), "fold");
  const call = push("Check", "c", () => act(now.scene.options.check ? "check" : "call"), "call");
  const raise = push("Bet", "Enter", () => act(`raise ${amount}`), "primary raise");
  const throwCards = push("Keep all", "t", throwPicked, "primary");
  const show = push("Show", "s", () => act("show"), "primary");
  const muck = push("Muck", "m", () => act("muck"));

  const field = make("input", { type: "number", inputmode: "numeric", class: "amount number", "aria-label": "Amount", step: "1" });
  const slider = make("input", { type: "range", class: "slider", min: "0", max: STEPS, step: "1", "aria-label": "Amount" });
  const less = make("button", { class: "button step", type: "button", "aria-label": "One big blind less", onclick: () => setAmount(amount - bigBlind()) }, "−");
  const more = make("button", { class: "button step", type: "button", "aria-label": "One big blind more", onclick: () => setAmount(amount + bigBlind()) }, "+");
  const shares = SHARES.map(([words, share, key]) =>
    make("button", { class: "button share", type: "button", "aria-keyshortcuts": key, onclick: () => setAmount(potShare(share)) }, words));
  const allIn = make("button", { class: "button share", type: "button", "aria-keyshortcuts": "a", onclick: () => setAmount(Infinity) }, "All in");
  const betRow = make("div", { class: "bet-row", role: "group", "aria-label": "How much to bet" },
    make("div", { class: "shares" }, shares, allIn), make("div", { class: "sizes" }, less, slider, more, field));

  slider.addEventListener("input", () => setAmount(fromSlider(Number(slider.value))));
  slider.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (!steps) return;
    event.preventDefault();
    setAmount(amount + steps * bigBlind());
  });
  field.addEventListener("change", () => setAmount(Number(field.value)));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      setAmount(Number(field.value));
      raise.click();
    } else if (event.key === "Escape") {
      root.focus();
    }
  });

  // --- moves in advance, and between deals ---

  const aheadKinds = {
    fold: push("Check / fold", "f", () => toggleAhead("fold"), "ahead"),
    call: push("Check", "c", () => toggleAhead(toCall() ? "call" : "check"), "ahead"),
    any: push("Call any", "x", () => toggleAhead("any"), "ahead"),
  };
  const next = push("Deal now", "n", () => on.next(), "primary");
  const again = push("Play again", "n", () => on.again(), "primary");
  const why = push("Why?", "w", () => on.reasons());
  why.title = "Why the bots did what they did";
  const sitIn = push("Deal me in", "n", () => on.sitIn(), "primary");
  const sit = push("Sit down", "", () => on.sit(), "primary");
  const share = push("Copy the link", "", () => on.share());
  const lobby = push("Lobby", "", () => on.lobby());

  const buttons = { fold, call, raise, throwCards, show, muck, next, again, why, sitIn, sit, share, lobby };
  const moves = make("div", { class: "moves" }, fold, call, raise, throwCards, show, muck, ...Object.values(aheadKinds), lobby, share, why, sit, sitIn, again, next);
  root.replaceChildren(have, status, betRow, moves);

  // --- amounts ---

  const bigBlind = () => Math.max(1, now?.scene.rules.min_bet ?? 0, ...(now?.scene.rules.blinds ?? []));

  function potShare(part) {
    const { options, pot } = now.scene;
    return options.bet + Math.round(part * (pot + options.call));
  }

  /** The slider is finer where bets are small; its ends are exact, in between it stops at whole big blinds. */
  function fromSlider(at) {
    const { low, high } = now.scene.options;
    if (at <= 0) return low;
    if (at >= STEPS) return high;
    const exact = low + (high - low) * (at / STEPS) ** 2;
    return Math.round(exact / bigBlind()) * bigBlind();
  }

  function setAmount(wanted) {
    const { low, high } = now.scene.options;
    amount = Math.min(high, Math.max(low, Math.round(wanted) || low));
    if (amount === high && Number.isFinite(wanted) && wanted > high) amount = high;
    if (Number(field.value) !== amount) field.value = String(amount);
    const at = high > low ? Math.round(STEPS * Math.sqrt((amount - low) / (high - low))) : STEPS;
    if (fromSlider(Number(slider.value)) !== amount) slider.value = String(at);
    slider.style.setProperty("--share", high > low ? Math.sqrt((amount - low) / (high - low)).toFixed(4) : 1);
    slider.setAttribute("aria-valuetext", money(amount));
    const { scene } = now;
    const everything = amount === scene.bets[scene.me] + scene.stacks[scene.me];
    write(raise, everything ? `All in ${money(amount)}` : `${scene.options.bet ? "Raise to" : "Bet"} ${money(amount)}`);
  }

  // --- doing something ---

  function act(text) {
    if (busy) return;
    busy = true;
    ahead = null;
    mark(root, "data-busy", true);
    on.act(text);
  }

  function throwPicked() {
    act(["discard", ...[...picked].sort().map((place) => now.scene.hand[place])].join(" "));
  }

  function pick(place) {
    const { options, hand } = now.scene;
    if (!picking() || place >= hand.length) return;
    if (picked.has(place)) picked.delete(place);
    else if (picked.size < options.max_draw) picked.add(place);
    on.pick();
    drawThrow();
  }

  const picking = () => (mode() === "drawing" ? { picked, most: now.scene.options.max_draw } : null);

  function drawThrow() {
    write(throwCards, picked.size ? `Throw ${count(picked.size, "card")}` : "Keep all");
  }

  // --- in advance ---

  function toCall() {
    const { bets, stacks, me } = now.scene;
    return Math.min(Math.max(...bets) - bets[me], stacks[me]);
  }

  function toggleAhead(kind) {
    ahead = ahead?.kind === kind ? null : { kind, amount: toCall() };
    drawAhead();
  }

  /** A move for another bet than the one that is there now is forgotten. */
  function checkAhead() {
    if (!ahead) return;
    if (ahead.kind === "check" && toCall() > 0) ahead = null;
    else if (ahead.kind === "call" && toCall() !== ahead.amount) ahead = null;
  }

  function drawAhead() {
    const owed = toCall();
    write(aheadKinds.call, owed ? `Call ${money(owed)}` : "Check");
    for (const [kind, each] of Object.entries(aheadKinds)) {
      const on = ahead?.kind === kind || (kind === "call" && ahead?.kind === "check");
      mark(each, "aria-pressed", String(on));
    }
  }

  /** What a move in advance comes to now that it is one's turn. */
  function aheadAction() {
    const { options } = now.scene;
    switch (ahead?.kind) {
      case "fold": return options.check ? "check" : "fold";
      case "check": return options.check ? "check" : null;
      case "call": return options.call === ahead.amount ? "call" : null;
      case "any": return options.check ? "check" : options.call ? "call" : null;
      default: return null;
    }
  }

  // --- drawing ---

  /** What there is to do: one word. */
  function mode() {
    const { scene, update, people } = now;
    if (scene.me === null) return "watching";
    if (update.over) return "end";
    if (telling) return "still";
    if (scene.options && scene.toAct === scene.me) return scene.phase;
    if (people[scene.me].out && (scene.over || !scene.live[scene.me])) return "out";
    if (!scene.dealt || scene.over) return scene.dealt || update.next !== null ? "between" : "waiting";
    if (!scene.live[scene.me]) return "folded";
    if (scene.phase === "betting" && scene.stacks[scene.me] > 0) return "ahead";
    return "still";
  }

  function visible(mode) {
    const { scene, people, maySit, seconds } = now;
    const options = scene.options ?? {};
    const betting = mode === "betting";
    const next = seconds !== null && mode === "between";
    return {
      fold: betting && options.fold !== false,
      call: betting && (options.check || options.call > 0),
      raise: betting && options.high > 0,
      throwCards: mode === "drawing",
      show: mode === "showdown",
      muck: mode === "showdown",
      next,
      again: mode === "end" && scene.me !== null,
      why: scene.over && scene.me !== null && scene.shown.some((cards, seat) => cards.length && people[seat].kind === "bot"),
      sitIn: mode === "out",
      sit: mode === "watching" && maySit,
      share: mode === "waiting" || (mode === "watching" && !maySit && !scene.dealt),
      lobby: mode === "end" || (mode === "watching" && !maySit),
    };
  }

  function drawButtons(mode) {
    for (const [name, value] of Object.entries(visible(mode))) mark(buttons[name], "hidden", !value);
    for (const each of Object.values(aheadKinds)) mark(each, "hidden", mode !== "ahead");
    mark(betRow, "data-idle", mode !== "betting" || !now.scene.options.high);
    mark(root, "data-mode", mode);
  }

  function statusWords(mode) {
    const { scene, update, people, seconds } = now;
    const wait = seconds !== null ? "Next deal in" : "";
    const turn = scene.toAct === null || scene.over ? "" : scene.toAct === scene.me ? "" : `${people[scene.toAct].name} is to act`;
    switch (mode) {
      case "betting": {
        const { check, call, bet } = scene.options;
        return `Your turn: ${check ? (bet ? "check or raise" : "check or bet") : call ? `${money(call)} to call` : "bet or fold"}`;
      }
      case "drawing": return `Your turn: throw up to ${count(scene.options.max_draw, "card")}`;
      case "showdown": return "Your turn: show your cards or muck them";
      case "end": return update.over;
      case "waiting": return "Waiting for somebody to play with: send them the link";
      case "out": return "You sit out";
      case "folded": return scene.counts[scene.me] ? turn : "You play from the next deal on";
      case "between": return wait || (scene.stacks[scene.me] ? "Waiting for the next deal" : "You are out of chips");
      case "watching": return scene.over ? wait || "You are watching" : turn || "You are watching";
      default: return turn;
    }
  }

  function drawStatus(mode) {
    const text = statusWords(mode);
    write(words, text);
    write(countdown, text === "Next deal in" ? String(Math.ceil(now.seconds)) : "");
  }

  function drawBetting() {
    const { scene } = now;
    const { options } = scene;
    write(call, options.check ? "Check" : `Call ${money(options.call)}${options.call === scene.stacks[scene.me] ? ", all in" : ""}`);
    if (!options.high) return;
    mark(field, "min", options.low);
    mark(field, "max", options.high);
    const wide = options.high > options.low;
    for (const part of betRow.children) mark(part, "hidden", !wide);
    mark(allIn, "hidden", options.high !== scene.bets[scene.me] + scene.stacks[scene.me]);
  }

  return {
    /** Show what can be done. `now` has scene, update, people, deal, turn, maySit and seconds to the next deal or null. */
    draw(next) {
      const newDeal = now !== null && now.update.deal !== next.update.deal;
      now = next;
      telling = false;
      const { scene, update } = now;
      const shown = mode();
      const key = scene.toAct === scene.me && scene.options ? `${update.deal}/${update.turn}` : "";
      const newTurn = key !== "" && key !== turnKey;
      mark(root, "data-turn-key", key || null);
      if (key !== turnKey) {
        turnKey = key;
        busy = false;
        mark(root, "data-busy", null);
        picked = new Set();
      }
      if (newDeal || scene.over) ahead = null;
      drawButtons(shown);
      write(have, scene.me !== null && scene.words && !scene.over ? `You have ${scene.words}` : scene.me !== null && scene.handWords[scene.me] ? `You had ${scene.handWords[scene.me]}` : "");
      if (shown === "ahead") {
        checkAhead();
        drawAhead();
      }
      if (shown === "betting") {
        drawBetting();
        if (newTurn && scene.options.high) setAmount(scene.options.low);
        const move = newTurn ? aheadAction() : null;
        ahead = null;
        if (move) {
          write(words, "");
          act(move);
          return { newTurn: false };
        }
      }
      if (shown === "drawing") drawThrow();
      drawStatus(shown);
      return { newTurn };
    },
    /** The countdown to the next deal, which changes without anything else changing. */
    tick(seconds) {
      if (!now) return;
      now = { ...now, seconds };
      if (!busy) drawStatus(mode());
    },
    /** One's turn is over, but what happened since is still being shown: there is nothing to do meanwhile. */
    rest() {
      if (!now || now.scene.toAct !== now.scene.me || now.scene.me === null) return;
      telling = true;
      drawButtons("still");
      write(words, "");
    },
    /** Something was refused: the moves are there again. */
    release() {
      busy = false;
      mark(root, "data-busy", null);
    },
    pick,
    picking,
    /** A key of the keyboard; true if it meant something. */
    key(letter) {
      if (!now) return false;
      const shown = mode();
      const click = (each) => (each.hidden ? false : (each.click(), true));
      if (shown === "drawing" && /^[1-5]$/.test(letter)) {
        pick(Number(letter) - 1);
        throwCards.focus();
        return true;
      }
      if (shown === "betting" && now.scene.options.high) {
        const shares = { 1: 1 / 3, 2: 1 / 2, 3: 2 / 3, 4: 1, p: 1, a: Infinity };
        if (letter in shares) {
          setAmount(letter === "a" ? Infinity : potShare(shares[letter]));
          raise.focus();
          return true;
        }
        if (letter === "r" || letter === "b") {
          (find("input", betRow).hidden || betRow.lastChild.hidden ? raise : field).focus();
          field.select();
          return true;
        }
        if (letter === "+" || letter === "=" || letter === "-") {
          setAmount(amount + (letter === "-" ? -1 : 1) * bigBlind());
          return true;
        }
      }
      switch (letter) {
        case "f": return click(fold) || click(aheadKinds.fold);
        case "c": return click(call) || click(aheadKinds.call);
        case "x": return click(aheadKinds.any);
        case "t": return click(throwCards);
        case "s": return click(show);
        case "m": return click(muck);
        case "n": return click(next) || click(again) || click(sitIn);
        case "w": return click(why);
        default: return false;
      }
    },
  };
}
