// The dialogs of the table: the keys, the bots' reasons, the shuffle, a name to sit down with.

import { ApiError, personName, send, setPersonName } from "/static/api.js";
import { dialog, download, make, toast } from "/static/dom.js";
import { cardText, count } from "/static/words.js";


/** A dialog with a button that closes it. */
export function withClose(title, ...content) {
  const close = make("button", { class: "button primary", type: "button" }, "Close");
  const box = dialog(title, ...content, make("div", { class: "buttons" }, close));
  close.addEventListener("click", () => box.close());
  return box;
}

/** A list of keys and what they do. */
export function showKeys(keys, title = "Keys") {
  const list = keys.flatMap(([letters, words]) => [
    make("dt", {}, letters.split(" ").flatMap((letter, index) => [index ? " " : "", make("kbd", {}, letter)])),
    make("dd", {}, words),
  ]);
  withClose(title, make("dl", { class: "keys" }, list));
}

export const TABLE_KEYS = [
  ["f", "fold; before your turn: check or fold"],
  ["c", "check or call, also before your turn"],
  ["x", "before your turn: call any bet"],
  ["r", "type an amount; Enter bets it"],
  ["1 2 3 p", "a third, half, two thirds of the pot, the pot"],
  ["a", "all in; Enter bets it"],
  ["+ -", "one big blind more or less"],
  ["1 … 5", "in the draw: pick a card to discard"],
  ["t", "discard the picked cards, or stand pat"],
  ["s m", "show or muck when asked; s also shows after everybody folded"],
  ["n", "deal now; after a fold: skip to the next hand; play again; sit in"],
  ["b", "buy chips between hands, or rebuy when you are out of them"],
  ["x", "between hands: straddle, where that is allowed"],
  ["u", "run the board once or several times, where that is agreed on"],
  ["w", "why the bots acted as they did"],
  ["l", "what happened"],
  ["?", "these keys"],
];

/** Why the bots that showed their cards did what they did. */
export function showReasons(frame, people) {
  const items = frame.decisions.map((decision) => make("li", {},
    make("b", {}, `${people[decision.seat]?.name ?? "?"}: ${decision.action}`),
    make("span", {}, decision.text ? ` — ${decision.text}` : " — no reason given"),
    decision.details?.length
      ? make("small", { class: "quiet" }, decision.details.map(([label, value]) => `${label} ${value}`).join(" · "))
      : null));
  const text = items.length ? make("ol", { class: "reasons" }, items) : make("p", {}, "No bot showed its cards in this hand.");
  withClose(`Why? Hand ${frame.deal}`, text);
}

const PROOF_WORDS = {
  none: "Nothing to check yet: you have not seen a card of this hand.",
  unable: "This browser checks hashes only on pages that come over https or from this machine. Download the proof and run kicker verify-shuffle on it instead.",
  good: "Every card listed here was in its place in the deck before anyone acted.",
  bad: "Something is wrong: a card does not match the hash published before the first action. Keep the proof.",
};

/** The result of the check, and the proof as a file. */
export function showProof(table, token, judged) {
  const list = judged.cards.map(([card, good]) => make("li", { class: good ? "good" : "bad" }, `${cardText(card)} ${good ? "✓" : "✗"}`));
  const save = make("button", { class: "button", type: "button", onclick: () => saveProof(table, token, judged.deal) }, "Download the proof");
  withClose(judged.deal ? `The shuffle of hand ${judged.deal}` : "The shuffle",
    make("p", {}, PROOF_WORDS[judged.state]),
    list.length ? make("ul", { class: "checked", "aria-label": "Cards that were checked" }, list) : null,
    judged.again ? make("p", {}, `Not listed: ${count(judged.again, "card")} from after the reshuffle. Their places stay secret, because they would reveal who discarded or folded them.`) : null,
    make("p", { class: "small quiet" }, "Before the first action the server sends a hash for each of the 52 places in the deck. Each card you see comes with the key to its hash, so the deck cannot change during a hand. It does not prove that the order was random."),
    token && judged.deal ? make("p", {}, save) : null);
}

async function saveProof(table, token, deal) {
  try {
    const proof = await send("GET", `/api/tables/${table}/proof/${deal}`, { token });
    download(`kicker-${table.slice(0, 6)}-deal-${deal}.json`, JSON.stringify(proof, null, 1), "application/json");
  } catch (error) {
    toast(error.message);
  }
}

/** Ask for a name and try `join(name)`; if it throws, show the error. */
export function askName(title, join) {
  const field = make("input", { type: "text", id: "sit-name", maxlength: "24", autocomplete: "nickname", value: personName() });
  const problem = make("p", { class: "problem", role: "alert" });
  const go = make("button", { class: "button primary", type: "submit" }, "Sit down");
  const form = make("form", { method: "dialog" },
    make("p", { class: "field" }, make("label", { for: "sit-name" }, "Your name"), field), problem, make("div", { class: "buttons" }, go));
  const box = dialog(title, form);
  field.select();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await join(setPersonName(field.value));
      box.close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      problem.textContent = error.message;
    }
  });
}

/** Share or copy the address of the table. */
export async function shareLink(table, name) {
  const address = `${location.origin}/table/${table}`;
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title: name, url: address }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(address);
    toast("Link copied. Send it to your friends.");
  } catch {
    const field = make("input", { type: "text", readonly: true, value: address, "aria-label": "Link to the table" });
    withClose("Link to the table", field);
    field.select();
  }
}

/** "1 seat free". */
export const freeWords = (open) => (open ? `${count(open, "seat")} free` : "full");
