// What happened, line by line; screen readers are told each new line.

import { make, money } from "/static/dom.js";
import { eventLine, headingText } from "/static/words.js";

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
    /** A deal begins; `carried` chips are in the pot because nobody opened the last one. */
    deal(number, game, carried) {
      const left = carried ? `${money(carried)} carried over from the last hand` : "";
      add([`Hand ${number}`, game, left].filter(Boolean).join(", "), "deal");
    },
    /** An event as a sentence, if it needs one, below the heading of its street; `told` is that of `eventLine` and `headingText`. */
    event(event, told) {
      const heading = headingText(told);
      if (heading) add(heading, "street");
      const text = eventLine(event, told);
      if (text) add(text, event.kind === "board" ? "street" : event.kind === "won" ? "won" : event.seat === told.you ? "mine" : "");
    },
    clear() { list.replaceChildren(); },
    /** Show the end, after it was hidden. */
    toEnd() { list.scrollTop = list.scrollHeight; },
  };
}
