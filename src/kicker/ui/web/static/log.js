// What happened, line by line; screen readers are told each new line.

import { make } from "/static/dom.js";
import { eventLine } from "/static/words.js";

const MOST = 300;

/** Fill a list with lines. */
export function makeLog(list) {
  const atEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < 40;

  function add(text, kind = "") {
    const follow = atEnd();
    list.append(make("li", { class: kind || null }, text));
    while (list.children.length > MOST) list.firstChild.remove();
    if (follow) list.scrollTop = list.scrollHeight;
  }

  return {
    /** A deal begins. */
    deal(number) { add(`Hand ${number}`, "deal"); },
    /** An event as a sentence, if it needs one; `told` is that of `eventLine`. */
    event(event, told) {
      const text = eventLine(event, told);
      if (text) add(text, event.kind === "board" ? "street" : event.kind === "won" ? "won" : event.seat === told.you ? "mine" : "");
    },
    clear() { list.replaceChildren(); },
    /** Show the end, after it was hidden. */
    toEnd() { list.scrollTop = list.scrollHeight; },
  };
}
