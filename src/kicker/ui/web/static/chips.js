// Chips: an amount as a small stack of discs, and chips and cards that fly over the table.

import { make, money } from "/static/dom.js";
import { look } from "/static/look.js";

const VALUES = [10000, 5000, 1000, 500, 100, 25, 5, 1];
const MOST = 5;

/** The discs of an amount, the largest at the bottom; at most five. */
export function discs(amount) {
  const found = [];
  let left = amount;
  for (const value of VALUES) {
    while (left >= value && found.length < MOST) {
      found.push(value);
      left -= value;
    }
  }
  return make("span", { class: "discs", "aria-hidden": "true" }, found.map((value) => make("span", { class: `disc disc-${value}` })));
}

/** Discs with the number beside them. */
export const chips = (amount) => [discs(amount), make("span", { class: "number" }, money(amount))];

/** Fly chips from one element to another, above everything; resolves when they arrive. */
export async function fly(amount, from, to, felt) {
  if (!look.motion || document.hidden) return;
  const [begin, end, ground] = [from, to, felt].map((element) => element.getBoundingClientRect());
  if (!begin.width || !end.width) return;
  const flying = make("span", { class: "flying", "aria-hidden": "true" }, discs(amount));
  felt.append(flying);
  const spot = (box) =>
    `translate(${box.x + box.width / 2 - ground.x}px, ${box.y + box.height / 2 - ground.y}px) translate(-50%, -50%)`;
  const way = flying.animate([{ transform: spot(begin) }, { transform: spot(end) }], { duration: 380, easing: "cubic-bezier(.3,.7,.3,1)", fill: "both" });
  await way.finished.catch(() => {});
  flying.remove();
}

/** Let a new element fly in from the position of another one. */
export function arrive(element, from, { delay = 0, duration = 300 } = {}) {
  if (!look.motion || document.hidden) return;
  const [end, begin] = [element, from].map((one) => one.getBoundingClientRect());
  const move = `translate(${begin.x + begin.width / 2 - end.x - end.width / 2}px, ${begin.y + begin.height / 2 - end.y - end.height / 2}px)`;
  element.animate(
    [{ transform: `${move} rotate(-25deg) scale(.5)`, opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "none", opacity: 1 }],
    { duration, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" });
}

/** Turn a card face up. */
export function turn(element, { delay = 0 } = {}) {
  if (!look.motion || document.hidden) return;
  element.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: 260, delay, easing: "ease-out", fill: "backwards" });
}
