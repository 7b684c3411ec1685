// What can be played: games, rule sets, their options and bots, as the server offers them.

import { send } from "/static/api.js";
import { capital } from "/static/dom.js";

let asked = null;

/** The offer, asked for once. */
export async function offer() {
  asked ??= send("GET", "/api/games");
  try {
    return await asked;
  } catch (error) {
    asked = null;  // the next time, perhaps
    throw error;
  }
}

/** A table for one person and bots, as usual in a game. */
export function quickTable(game) {
  const [{ seats, usual_bots: usual }] = game.rules;
  const bots = Array.from({ length: seats - 1 }, (_, place) => usual[place % usual.length]);
  return { game: game.name, seats, bots, listed: false, name: `${capital(game.title)} with bots` };
}
