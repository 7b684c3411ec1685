// The games on offer: rule sets, their options and bots, as the server lists them.

import { keepSeat, seatsKept, send } from "/static/api.js";
import { capital } from "/static/dom.js";
import { look } from "/static/look.js";

/** The largest number of older tables to look at. */
const MOST_TRIED = 3;

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

/** The rule sets of all games in one list, each with the name of its game. */
export async function allRules() {
  return (await offer()).games.flatMap((game) => game.rules.map((rules) => ({ ...rules, game: game.name })));
}

/** The body of a call that makes a table for one person and bots. */
function quickWishes({ game, name, title, seats, usual_bots: usual }) {
  const bots = Array.from({ length: seats - 1 }, (_, place) => usual[place % usual.length]);
  return { game, rules: name, seats, bots, listed: false, speed: look.speed, name: `${capital(title)} with bots` };
}

/** Make a table and remember the seat; answers its id. */
export async function makeTable(wishes, person, more = {}) {
  const made = await send("POST", "/api/tables", { body: { person, ...wishes } });
  const { name: title = "", game, rules } = wishes;
  keepSeat("tables", made.id, { token: made.token, seat: made.seat, title, game, rules, ...more });
  return made;
}

/** Make a table for one person and bots, by a rule set of `allRules`. */
export const makeQuickTable = (rules, person) => makeTable(quickWishes(rules), person, { quick: true, person });

/** The table with bots that this person has not left yet, if any: playing again continues there. */
export async function openQuickTable({ game, name }, person) {
  const entries = seatsKept("tables").filter(([, entry]) => entry.quick && !entry.left && entry.person === person
    && entry.game === game && (entry.rules ?? "standard") === name);
  for (const [id, { seat }] of entries.slice(0, MOST_TRIED)) {
    try {
      const table = await send("GET", `/api/tables/${id}`);
      if (table.names[seat] === person) return table;
    } catch (error) {
      if (error.status !== 404) throw error;
    }
  }
  return null;
}
