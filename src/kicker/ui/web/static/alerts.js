// Alerts for somebody who is looking elsewhere when their turn comes: the title flashes, with a sound and a buzz if wanted.

import { look } from "/static/look.js";

let audio = null;
let flashing = null;
let title = document.title;

/** The title of the page when there is nothing to announce. */
export function setTitle(text) {
  title = text;
  if (flashing === null) document.title = text;
}

/** Tell the person that it is their turn. */
export function alertTurn() {
  if (look.sound) chime();
  // Before the first touch of the page a browser would refuse, with a message in the console.
  if (look.vibration && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([80, 60, 80]);
  if (!document.hidden || flashing !== null) return;
  let on = true;
  const flash = () => {
    document.title = on ? "▶ Your turn!" : title;
    on = !on;
  };
  flash();
  flashing = setInterval(flash, 1000);
}

/** Stop: the turn is over, or the person is looking at the page. */
export function calm() {
  if (flashing === null) return;
  clearInterval(flashing);
  flashing = null;
  document.title = title;
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) calm(); });

/** Two soft notes. A browser that has not been touched yet plays nothing. */
function chime() {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  for (const [at, pitch] of [[0, 660], [0.14, 880]]) {
    const begin = audio.currentTime + at;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.15, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + 0.4);
  }
}
