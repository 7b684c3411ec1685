// How things look and sound: kept in this browser, applied to the root element, changed in one dialog.
//
//   import { look, onLook } from "/static/look.js";
//   look.fourColour, look.palette, look.motion, look.sound ...   as they are now
//   onLook(() => redraw())                                       called at once and after each change
//
// The button with id "settings", where a page has one, opens the dialog. The root element carries data-theme, data-four-colour
// and data-motion for the style sheets; the cards are told here too, so a page need not do it.

import { BACKS, backSvg, setDeckLook } from "/static/cards.js";
import { dialog, find, make } from "/static/dom.js";

const KEPT = "kicker.look";
/** How fast bots can act at a table of one person and bots. */
const SPEEDS = ["slow", "normal", "fast", "instant"];

const still = matchMedia("(prefers-reduced-motion: reduce)");
const listeners = new Set();
let kept = read();

/** The settings as they are now. */
export const look = {
  /** "auto", "light" or "dark". */
  get theme() { return ["light", "dark"].includes(kept.theme) ? kept.theme : "auto"; },
  get fourColour() { return kept.fourColour === true; },
  /** The name of the picture on the backs of the cards. */
  get palette() { return BACKS.includes(kept.palette) ? kept.palette : BACKS[0]; },
  /** Whether things move: the person's choice, or else the system's setting. */
  get motion() { return typeof kept.motion === "boolean" ? kept.motion : !still.matches; },
  get sound() { return kept.sound === true; },
  /** How fast bots act: the name of a speed, or null for the default. */
  get speed() { return SPEEDS.includes(kept.speed) ? kept.speed : null; },
  get vibration() { return kept.vibration !== false; },
};

/** Change one setting, store it, and notify all listeners. */
export function setLook(name, value) {
  kept = { ...read(), [name]: value };
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing still shows the change until the page is closed.
  }
  apply();
}

/** Call back now and after every change. */
export function onLook(listener) {
  listeners.add(listener);
  listener(look);
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function apply() {
  const root = document.documentElement.dataset;
  root.theme = look.theme;
  setDeckLook({ fourColour: look.fourColour, back: look.palette });
  root.motion = look.motion ? "on" : "off";
  for (const listener of listeners) listener(look);
}

function toggle(name, words) {
  const box = make("input", { type: "checkbox", name, onchange: () => setLook(name, box.checked) });
  box.checked = look[name];
  return make("label", { class: "row" }, make("span", {}, words), box);
}

function themeChoice() {
  const words = { auto: "Match the system", light: "Light", dark: "Dark" };
  const options = Object.entries(words).map(([value, text]) => make("option", { value }, text));
  const choice = make("select", { name: "theme", onchange: () => setLook("theme", choice.value) }, options);
  choice.value = look.theme;
  return make("label", { class: "row" }, make("span", {}, "Theme"), choice);
}

function speedChoice() {
  const options = SPEEDS.map((value) => make("option", { value }, value[0].toUpperCase() + value.slice(1)));
  const choice = make("select", { name: "speed", onchange: () => setLook("speed", choice.value) }, options);
  choice.value = look.speed ?? "normal";
  return make("label", { class: "row" }, make("span", {}, "Speed of bots"), choice);
}

function backChoice() {
  const choices = BACKS.map((palette) => {
    const radio = make("input", { type: "radio", name: "palette", value: palette, "aria-label": palette });
    radio.checked = palette === look.palette;
    radio.addEventListener("change", () => setLook("palette", palette));
    return make("label", { class: "back-choice" }, radio, backSvg({ back: palette, hidden: true }));
  });
  return make("fieldset", { class: "backs" }, make("legend", {}, "Card backs"), choices);
}

/** The dialog that changes all of these settings. */
export function openSettings() {
  const close = make("button", { class: "button primary", type: "button" }, "Done");
  const rows = make("div", { class: "rows" },
    themeChoice(),
    toggle("fourColour", "Four-colour deck"),
    toggle("motion", "Animation"),
    speedChoice(),
    toggle("sound", "Sound when it is my turn"),
    "vibrate" in navigator ? toggle("vibration", "Vibration when it is my turn") : null,
    backChoice());
  const box = dialog("Settings", rows, make("div", { class: "buttons" }, close));
  close.addEventListener("click", () => box.close());
}

apply();
still.addEventListener("change", apply);
// Another tab of this browser has changed something.
addEventListener("storage", (event) => {
  if (event.key === KEPT) {
    kept = read();
    apply();
  }
});
document.addEventListener("DOMContentLoaded", () => find("#settings")?.addEventListener("click", openSettings));
