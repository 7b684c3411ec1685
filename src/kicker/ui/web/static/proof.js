// Checks in the browser that every card you see is the one the server committed to before the first action.
// The bytes are those of kicker/shuffle.py.

const text = new TextEncoder();

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes hashed for one place: a label, the length of the table's id and the id, the deal, the place, the card, the salt. */
export function openingBytes(table, deal, { place, card, salt }) {
  const number = new Uint8Array(8);
  new DataView(number.buffer).setBigUint64(0, BigInt(deal));
  const parts = [text.encode("kicker deal"), [table.length], text.encode(table), number, [place], text.encode(card), bytesOf(salt)];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Whether an opening fits the hash of its place. */
export async function fits(table, deal, commitment, opening) {
  return hexOf(await crypto.subtle.digest("SHA-256", openingBytes(table, deal, opening))) === commitment[opening.place];
}

/** Keeps the commitment of the current deal and its openings so far. */
export function makeProof(table) {
  const kept = `kicker.commitment.${table}`;
  let deal = 0;
  let commitment = null;
  let opened = new Map();  // place -> {card, salt, good}
  let changed = false;

  /** The commitment must survive a reload. */
  function remember(update) {
    const before = JSON.parse(sessionStorage.getItem(kept) ?? "null");
    if (before?.deal === update.deal && before.commitment.join() !== update.commitment.join()) changed = true;
    sessionStorage.setItem(kept, JSON.stringify({ deal: update.deal, commitment: update.commitment }));
  }

  return {
    /** Take the hashes and openings of an update; resolves when they are checked. */
    async take(update) {
      if (!globalThis.crypto?.subtle) return;
      if (update.commitment?.length) {
        if (update.deal !== deal) [deal, opened, changed] = [update.deal, new Map(), false];
        remember(update);
        commitment = update.commitment;
      }
      if (!commitment || update.deal !== deal) return;
      await Promise.all((update.openings ?? []).map(async (opening) => {
        const good = await fits(table, deal, commitment, opening);
        if (update.deal === deal) opened.set(opening.place, { ...opening, good });
      }));
    },
    /** The verdict on the cards of a scene: {state: "none" | "unable" | "good" | "bad", deal, cards: [[card, good]], again}. `story` are
     * the events of the deal; `again` counts the cards seen only after the reshuffle whose places stay secret. */
    judge(scene, story) {
      const seen = [...new Set([...scene.board, ...scene.hands.flat().filter((card) => card !== null)])];
      if (!globalThis.crypto?.subtle) return { state: "unable", deal, cards: [], again: 0 };
      if (!commitment || !seen.length) return { state: "none", deal, cards: [], again: 0 };
      const good = new Set([...opened.values()].filter((opening) => opening.good).map((opening) => opening.card));
      const wrong = changed || [...opened.values()].some((opening) => !opening.good);
      const end = story.findIndex((event) => event.kind === "reshuffled");
      const early = new Set(story.slice(0, Math.max(0, end)).flatMap((event) => event.cards?.split(" ") ?? []));
      const cards = seen.filter((card) => end < 0 || early.has(card) || good.has(card)).map((card) => [card, good.has(card)]);
      return { state: wrong || cards.some(([, fine]) => !fine) ? "bad" : "good", deal, cards, again: seen.length - cards.length };
    },
  };
}
