// A note, tags and a link to share for one of the player's own hands.

import { dialog, find, make, mark, toast, write } from "/static/dom.js";
import { ask } from "/static/hands.js";

/** The line below the hand: its tags and its note. */
function showNote(hand) {
  find("#noted").replaceChildren(...hand.tags.map((tag) => make("span", { class: "tag" }, tag)), hand.note);
}

/** Ask for the note and the tags of a hand, and keep them. */
function editNote(wanted, hand, table) {
  const note = make("textarea", { id: "note-text", rows: "4", maxlength: "2000" });
  const tags = make("input", { type: "text", id: "note-tags", placeholder: "bluff, hero-call", autocomplete: "off", spellcheck: "false", list: "note-known" });
  const known = make("datalist", { id: "note-known" }, hand.all_tags.map((tag) => make("option", { value: tag })));
  const problem = make("p", { class: "problem", role: "alert" });
  const save = make("button", { class: "button primary", type: "submit" }, "Save");
  const form = make("form", { class: "note-form" }, make("p", { class: "field" }, make("label", { for: "note-text" }, "Note"), note),
    make("p", { class: "field" }, make("label", { for: "note-tags" }, "Tags, separated by commas"), tags, known), problem, make("div", { class: "buttons" }, save));
  note.value = hand.note;
  tags.value = hand.tags.join(", ");
  const box = dialog("Note and tags", form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const words = tags.value.split(",").map((tag) => tag.trim()).filter(Boolean);
      Object.assign(hand, await ask("/api/hands/note", { ...wanted, note: note.value, tags: words }, table));
      showNote(hand);
      box.close();
    } catch (error) {
      write(problem, error.message);
    }
  });
  note.focus();
}

/** Make a link to a hand, or withdraw it. */
async function shareHand(wanted, hand, table) {
  try {
    hand.shared = (await ask("/api/hands/share", wanted, table)).key;
  } catch (error) {
    toast(error.message);
    return;
  }
  const link = `${location.origin}/replay?shared=${hand.shared}`;
  const field = make("input", { type: "text", id: "share-link", readonly: true, "aria-label": "Link to this hand", value: link });
  const copy = make("button", { class: "button primary", type: "button" }, "Copy link");
  const end = make("button", { class: "button", type: "button" }, "Stop sharing");
  const box = dialog("Share this hand", make("div", { class: "note-form" },
    make("p", {}, "Anyone with this link sees the hand as you saw it: your cards, the cards that were shown, and the players' names. Your notes stay private."), field, make("div", { class: "buttons" }, end, copy)));
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast("Link copied.");
    } catch {
      field.select();  // the person can copy it
    }
  });
  end.addEventListener("click", async () => {
    try {
      hand.shared = (await ask("/api/hands/unshare", wanted, table)).key;
      toast("The link no longer works.");
      box.close();
    } catch (error) {
      toast(error.message);
    }
  });
  field.select();
}

/** Offer a note and a link for one of the player's own hands. */
export function offerNotes(wanted, hand, table) {
  showNote(hand);
  for (const [name, act] of [["#note", editNote], ["#share", shareHand]]) {
    mark(find(name), "hidden", false);
    find(name).addEventListener("click", () => act(wanted, hand, table));
  }
}
