// Making and finding elements. Text is always inserted as text, so nothing that a person typed can become markup.

export const find = (selector, root = document) => root.querySelector(selector);

/** An element: `make("button", {class: "button", onclick: f}, "Deal")`. Null and false are left out. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A drawing of one path, 24 by 24, in the colour of the text. */
export function icon(path) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(space, "path");
  line.setAttribute("d", path);
  for (const [name, value] of Object.entries({
    fill: "none", stroke: "currentColor", "stroke-width": "2", "stroke-linecap": "round", "stroke-linejoin": "round",
  })) line.setAttribute(name, value);
  svg.append(line);
  return svg;
}

/** Three sliders: the settings. */
export const SETTINGS_ICON = "M4 7h9M17 7h3M4 12h3M11 12h9M4 17h11M19 17h1M13 5v4M7 10v4M15 15v4";

/** Write text where it changed: screen readers announce every write to a live region. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Set or remove an attribute, only if that changes something. */
export function mark(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Show a sentence at the bottom of the page for a few seconds. */
export function toast(text, seconds = 4) {
  let toasts = find(".toasts");
  if (!toasts) {
    toasts = make("div", { class: "toasts", role: "status" });
    document.body.append(toasts);
  }
  const line = make("div", { class: "toast" }, text);
  toasts.append(line);
  setTimeout(() => line.remove(), seconds * 1000);
}

/** A dialog with a title that is removed when it closes; it closes with Escape, its close button or a click beside it. */
export function dialog(title, ...content) {
  const box = make("dialog", { "aria-label": title }, make("h2", {}, title), content);
  box.addEventListener("click", (event) => {
    if (event.target === box) box.close();
  });
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

/** Ask before something that cannot be undone; the answer is true or false. */
export function confirm(title, text, yes) {
  return new Promise((resolve) => {
    const agree = make("button", { class: "button primary", type: "button" }, yes);
    const cancel = make("button", { class: "button", type: "button" }, "Cancel");
    const box = dialog(title, make("p", {}, text), make("div", { class: "buttons" }, cancel, agree));
    let answer = false;
    agree.addEventListener("click", () => { answer = true; box.close(); });
    cancel.addEventListener("click", () => box.close());
    box.addEventListener("close", () => resolve(answer));
    agree.focus();
  });
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** Controls in rows of `width` that Tab visits once: the arrow keys go from one to the next that is enabled. */
export function rove(root, controls, width) {
  controls.forEach((control, place) => { control.tabIndex = place === controls.findIndex((one) => !one.disabled) ? 0 : -1; });
  root.onkeydown = (event) => {
    const here = controls.indexOf(document.activeElement);
    const [down, right] = STEPS[event.key] ?? [0, 0];
    const step = down * width + right;
    if (here < 0 || !step) return;
    let next = here + step;
    while (controls[next]?.disabled) next += step;
    if (!controls[next]) return;
    event.preventDefault();
    controls[here].tabIndex = -1;
    controls[next].tabIndex = 0;
    controls[next].focus();
  };
}

let [scale, symbol] = [1, ""];

/** Count in other money from now on: `scale` chips are one unit of it. */
export function countIn(chips, sign) {
  [scale, symbol] = [chips, sign];
}

/** Chips as people write them: 1,250; in money $12.50. */
export function money(amount) {
  if (amount === null) return "unknown";
  if (scale === 1) return symbol + amount.toLocaleString("en-GB");
  return symbol + (amount / scale).toLocaleString("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Words with a capital first letter: "Five-card draw". */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Download a file. */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
