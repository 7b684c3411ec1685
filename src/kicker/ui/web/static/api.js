// The HTTP part of docs/protocol.md, and what this browser remembers: your name, and the token of each seat or game.
//
//   const made = await send("POST", "/api/tables", { body: {...} });       throws ApiError with a sentence
//   keepSeat("tables", made.id, { token, seat, title });  tokenOf("tables", id);  seatsKept("tables")
//
// The key of a seat is never deleted: it opens the hands that were played with it, even if the table is closed or damaged, or if
// the server uses another data folder now.

/** A refusal by the server: a sentence, and for some errors its facts. `status` is 0 if there was no answer. */
export class ApiError extends Error {
  constructor(message, code, status, facts = null) {
    super(message);
    this.code = code;
    this.status = status;
    this.facts = facts;
  }
}

/** Call the server; resolves to its answer as an object, or as text if it is not JSON. */
export async function send(method, path, { body = null, token = null } = {}) {
  const headers = {};
  if (body !== null) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === null ? undefined : JSON.stringify(body) });
  } catch {
    throw new ApiError("The server does not respond. Is it still running?", "offline", 0);
  }
  const text = await answer.text();
  let content = text;
  try {
    content = JSON.parse(text);
  } catch {
    // Text, such as a PHH file.
  }
  if (answer.ok) return content;
  const error = content?.error;
  const message = sentence(error?.message ?? `The server said ${answer.status}.`);
  throw new ApiError(message, error?.code ?? "http", answer.status, error?.facts);
}

/** A message from the server as a sentence, with a capital first letter and a full stop. */
export function sentence(message) {
  const text = String(message).trim();
  const stopped = /[.!?]$/.test(text) ? text : `${text}.`;
  return stopped[0].toUpperCase() + stopped.slice(1);
}

// --- the memory of this browser ---

const storeName = (kind) => `kicker.${kind}`;

function readStore(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function writeStore(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // If nothing can be stored, the seat lasts until the page is closed.
  }
}

/** Remember a seat or a game: `kind` is "tables" or "klondike", `entry` has its token and what else the page needs. A token that is
    replaced is kept beside the new one. */
export function keepSeat(kind, id, entry) {
  const kept = readStore(storeName(kind), {});
  const before = kept[id] ?? {};
  const replaced = before.token && entry.token && before.token !== entry.token;
  kept[id] = { ...before, ...entry, ...(replaced ? { older: [before.token, ...(before.older ?? [])] } : {}), used: Date.now() };
  writeStore(storeName(kind), kept);
}

/** The entry of a seat or game, or null. */
export const seatOf = (kind, id) => readStore(storeName(kind), {})[id] ?? null;

/** The token of a seat or game, or null. */
export const tokenOf = (kind, id) => seatOf(kind, id)?.token ?? null;

/** All tokens that this browser has had at a table, latest first. */
export function tokensOf(kind, id) {
  const entry = seatOf(kind, id);
  return entry?.token ? [entry.token, ...(entry.older ?? [])] : [];
}

/** Forget a game. */
export function forgetSeat(kind, id) {
  const kept = readStore(storeName(kind), {});
  delete kept[id];
  writeStore(storeName(kind), kept);
}

/** All entries of a kind as [id, entry], most recently used first. */
export function seatsKept(kind) {
  const kept = Object.entries(readStore(storeName(kind), {}));
  return kept.sort(([, one], [, other]) => (other.used ?? 0) - (one.used ?? 0));
}

const MANNERS = ["Calm", "Lucky", "Sly", "Brave", "Merry", "Quiet", "Swift", "Bold"];
const ANIMALS = ["Otter", "Heron", "Fox", "Badger", "Raven", "Lynx", "Hare", "Owl"];
const pick = (words) => words[Math.floor(Math.random() * words.length)];

/** The person's name: the last one typed, or a friendly random name that stays. */
export function personName() {
  const kept = readStore("kicker.name", "");
  if (kept) return kept;
  const name = `${pick(MANNERS)} ${pick(ANIMALS)}`;
  writeStore("kicker.name", name);
  return name;
}

/** Use this name from now on; an empty name changes nothing. */
export function setPersonName(name) {
  const trimmed = name.trim();
  if (trimmed) writeStore("kicker.name", trimmed);
  return trimmed || personName();
}
