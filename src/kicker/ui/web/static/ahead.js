// Moves chosen before your turn: check or fold, check or call the current bet, call anything.

import { make, mark, money, write } from "/static/dom.js";

/** Three buttons; at most one of them is pressed. */
export function makeAhead() {
  let scene = null;
  let chosen = null;  // {kind: "fold" | "check" | "call" | "any", owed}

  const push = (words, key, kind) =>
    make("button", { class: "button ahead", type: "button", "aria-keyshortcuts": key, onclick: () => toggle(kind()), hidden: true }, words);
  const fold = push("Check / fold", "f", () => "fold");
  const call = push("Check", "c", () => (owed() ? "call" : "check"));
  const any = push("Call any", "x", () => "any");

  /** What a call would cost now. */
  function owed() {
    const { bets, stacks, me } = scene;
    return Math.min(Math.max(...bets) - bets[me], stacks[me]);
  }

  function toggle(kind) {
    chosen = chosen?.kind === kind ? null : { kind, owed: owed() };
    drawButtons();
  }

  function drawButtons() {
    write(call, owed() ? `Call ${money(owed())}` : "Check");
    mark(fold, "aria-pressed", String(chosen?.kind === "fold"));
    mark(call, "aria-pressed", String(["check", "call"].includes(chosen?.kind)));
    mark(any, "aria-pressed", String(chosen?.kind === "any"));
  }

  return {
    buttons: [fold, call, any],
    fold,
    call,
    any,
    /** Show the choices; a choice made for a different bet is dropped. */
    draw(next) {
      scene = next;
      if (["check", "call"].includes(chosen?.kind) && chosen.owed !== owed()) chosen = null;
      drawButtons();
    },
    clear() { chosen = null; },
    /** The action that the choice stands for now that it is your turn, or null; it counts once. */
    take(options) {
      const choice = chosen;
      chosen = null;
      switch (choice?.kind) {
        case "fold": return options.may_check ? "check" : options.bring_in ? "bring in" : "fold";
        case "check": return options.may_check ? "check" : null;
        case "call": return options.call_amount === choice.owed ? "call" : null;
        case "any": return options.may_check ? "check" : options.bring_in ? "bring in" : options.call_amount ? "call" : null;
        default: return null;
      }
    },
  };
}
