// How much to bet: shares of the pot, a slider, steps of one big blind, and the number itself.

import { capital, make, mark, money, write } from "/static/dom.js";
import { isCompletion } from "/static/scene.js";

const SHARES = [["1/3", 1 / 3, "1"], ["1/2", 1 / 2, "2"], ["2/3", 2 / 3, "3"], ["Pot", 1, "p"]];
const KEYS = { 1: 1 / 3, 2: 1 / 2, 3: 2 / 3, 4: 1, p: 1, a: Infinity };
const STEPS = 1000;

/** The row of controls, which holds an amount; `raise` is the button that bets it and shows it. A number that is typed counts as it is: one
    that is not legal stays, and can only be refused. */
export function makeBet(raise) {
  let scene = null;
  let amount = 0;
  let before = 0;  // the amount when typing began
  let illegal = false;  // what is typed

  const field = make("input", { type: "number", inputmode: "numeric", class: "amount number", "aria-label": "Amount", step: "1" });
  const slider = make("input", { type: "range", class: "slider", min: "0", max: STEPS, step: "1", "aria-label": "Amount" });
  const plain = (kind, words, label, key, onclick) =>
    make("button", { class: `button ${kind}`, type: "button", "aria-label": label, "aria-keyshortcuts": key, onclick }, words);
  const less = plain("step", "−", "One big blind less", "-", () => step(-1));
  const more = plain("step", "+", "One big blind more", "+", () => step(1));
  const shares = SHARES.map(([words, part, key]) => plain("share", words, null, key, () => set(ofPot(part))));
  const allIn = plain("share", "All in", null, "a", () => set(Infinity));
  const root = make("div", { class: "bet-row", role: "group", "aria-label": "How much to bet" },
    make("div", { class: "shares" }, shares, allIn), make("div", { class: "sizes" }, less, slider, more, field));

  const bigBlind = () => Math.max(1, scene.rules.big_blind);

  /** A bet of a share of the pot, or a raise by that share of the pot after a call. */
  function ofPot(part) {
    return scene.options.bet + Math.round(part * (scene.pot + scene.options.call_amount));
  }

  /** The slider is finer where bets are small; its ends are the smallest and the largest bet, and in between it stops at whole big blinds. */
  function fromSlider(at) {
    const { min_raise_to: low, max_raise_to: high } = scene.options;
    if (at <= 0) return low;
    if (at >= STEPS) return high;
    const whole = Math.round((low + (high - low) * (at / STEPS) ** 2) / bigBlind()) * bigBlind();
    const last = Math.ceil(high / bigBlind() - 1) * bigBlind();  // the most is at the end and nowhere else
    return Math.max(low, Math.min(whole, last));
  }

  /** The position of an amount on the slider; only the smallest and the largest are at its ends. */
  function toSlider(wanted) {
    const { min_raise_to: low, max_raise_to: high } = scene.options;
    if (wanted >= high) return STEPS;
    if (wanted <= low) return 0;
    return Math.min(STEPS - 1, Math.max(1, Math.round(STEPS * Math.sqrt((wanted - low) / (high - low)))));
  }

  /** Choose an amount, or the nearest legal one. */
  function set(wanted) {
    const { min_raise_to: low, max_raise_to: high } = scene.options;
    take(Math.min(high, Math.max(low, Math.round(wanted) || low)));
    if (Number(field.value) !== amount) field.value = String(amount);
  }

  /** Take a legal amount, and show it everywhere but in the field. */
  function take(wanted) {
    amount = wanted;
    judge(false);
    if (fromSlider(Number(slider.value)) !== amount) slider.value = String(toSlider(amount));
    slider.style.setProperty("--share", (Number(slider.value) / STEPS).toFixed(4));
    slider.setAttribute("aria-valuetext", money(amount));
    write(raise, amount === mostEver() ? `All in ${money(amount)}` : `${capital(verb())} ${money(amount)}`);
  }

  /** Follow what is typed. While it is not legal the button names no amount. */
  function follow() {
    const { min_raise_to: low, max_raise_to: high } = scene.options;
    const typed = field.value === "" ? NaN : Number(field.value);
    if (Number.isInteger(typed) && typed >= low && typed <= high) {
      take(typed);
    } else {
      judge(true);
      write(raise, `${capital(verb())} …`);
    }
  }

  function judge(wrong) {
    illegal = wrong;
    mark(field, "aria-invalid", wrong ? "true" : null);
  }

  /** "bet", "raise to", or "complete to" while there is no full bet yet. */
  function verb() {
    return isCompletion(scene, scene.options.min_raise_to) ? "complete to" : scene.options.bet ? "raise to" : "bet";
  }

  /** Why what is typed cannot be bet, as a sentence; empty if it can. */
  function refusal() {
    if (!illegal) return "";
    const { min_raise_to: low, max_raise_to: high } = scene.options;
    const may = `${verb()} ${money(low)}${high > low ? ` up to ${money(high)}` : ""}`;
    if (field.value === "") return `Say how much: ${may}.`;
    return `${capital(verb().split(" ")[0])} ${money(Number(field.value))} is not possible: ${may}.`;
  }

  const mostEver = () => scene.bets[scene.me] + scene.stacks[scene.me];
  const step = (count) => set(amount + count * bigBlind());

  slider.addEventListener("input", () => set(fromSlider(Number(slider.value))));
  slider.addEventListener("keydown", (event) => {
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (!steps) return;
    event.preventDefault();
    step(steps);
  });
  field.addEventListener("focus", () => { if (!illegal) before = amount; });
  field.addEventListener("input", follow);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      raise.click();
    } else if (event.key === "Escape") {
      set(before);
      raise.focus();
    }
  });

  return {
    root,
    get amount() { return amount; },
    refusal,
    /** Go back to the number that was typed. */
    retype() {
      field.focus();
      field.select();
    },
    /** Offer what the scene's options allow; a new turn starts at the smallest amount. */
    draw(next, newTurn) {
      scene = next;
      const { min_raise_to: low, max_raise_to: high } = scene.options;
      mark(field, "min", low);
      mark(field, "max", high);
      for (const part of root.children) mark(part, "hidden", high === low);  // fixed limit leaves no choice
      mark(allIn, "hidden", high !== mostEver());
      if (newTurn || !illegal) set(newTurn ? low : amount);
    },
    /** A key that chooses an amount; true if it did. */
    key(letter) {
      if (letter in KEYS) {
        set(letter === "a" ? Infinity : ofPot(KEYS[letter]));
        raise.focus();
      } else if (letter === "r" || letter === "b") {
        const target = field.parentElement.hidden ? raise : field;
        target.focus();
        if (target === field) field.select();
      } else if (letter === "+" || letter === "=" || letter === "-") {
        step(letter === "-" ? -1 : 1);
      } else {
        return false;
      }
      return true;
    },
  };
}
