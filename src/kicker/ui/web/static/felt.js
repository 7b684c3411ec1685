// The picture of the table: seats, cards, chips, pots. It draws a scene (scene.js) and knows nothing about the game or the server.

import { backSvg, cardName, cardSvg, placeSvg } from "/static/cards.js";
import { arrive, chips, fly, turn } from "/static/chips.js";
import { capital, make, mark, money, write } from "/static/dom.js";
import { isShown } from "/static/scene.js";
import { count, drawName, listWords } from "/static/words.js";

const BACK = "?";
const RING = 100;
/** Hands with more cards than this get more room. */
const FEW = 2;

/** Fill an element with a table of this many seats. `on.sit(seat)` and `on.pick(place)` report clicks. */
export function makeFelt(root, seatCount, on = {}) {
  const board = make("ol", { class: "board", "aria-label": "Board" });
  const pot = make("p", { class: "pot" });
  const sidePots = make("ul", { class: "side-pots" });
  const result = make("p", { class: "result" });
  const boards = make("ol", { class: "boards cards-compact" });  // where the board is run several times
  const centre = make("div", { class: "centre" }, pot, board, boards, sidePots, result);
  const list = make("ol", { class: "seats", role: "list", "aria-label": "Seats" });
  const seats = Array.from({ length: seatCount }, (_, seat) => makeSeat(seat, on));
  list.append(...seats.map((seat) => seat.root));
  root.replaceChildren(make("div", { class: "oval", "aria-hidden": "true" }), list, centre);
  mark(root, "data-seats", seatCount);
  let before = null;
  let placedFor;

  /** Put the seats around the table, yours at the bottom. */
  function place(me) {
    if (placedFor === me) return;
    placedFor = me;
    const first = me ?? 0;
    seats.forEach((seat, number) => {
      const turn = (number - first + seatCount) % seatCount;
      seat.place(turn, me === null ? seatCount : seatCount - 1, number === me, me === null);
    });
    // In reading order the seats follow yours around the table.
    const order = seats.map((_, turn) => seats[(first + turn) % seatCount].root);
    if (order.some((item, index) => list.children[index] !== item)) list.replaceChildren(...order);
  }

  function drawBoard(scene) {
    const { board_cards: usual, hand_cards: held } = scene.game;
    const wanted = Math.max(usual, scene.board.length);  // a card for everybody, where stud runs out of cards
    mark(root, "data-board", wanted);
    mark(root, "data-hand", held > FEW ? "many" : "few");
    const cards = [...scene.board, ...Array(wanted - scene.board.length).fill("")];
    const changed = setCards(board, cards, "li");
    mark(root, "data-winning", scene.winning.length > 0);
    const winning = new Set(scene.winning.flatMap((hand) => hand.cards));
    for (const slot of board.children) {
      slot.classList.toggle("plays", winning.has(slot.dataset.card));
      slot.classList.remove("ghost");
    }
    changed.filter((slot) => slot.dataset.card).forEach((slot, index) => turn(slot, { delay: 110 * index }));
  }

  /** Several boards, one below the other, instead of the single one. */
  function drawBoards(scene, people) {
    const all = scene.boards.length ? [scene.board, ...scene.boards] : [];
    mark(board, "hidden", all.length > 0);
    mark(boards, "hidden", !all.length);
    mark(root, "data-boards", all.length || null);
    const text = JSON.stringify([all, scene.boardWins]);
    if (boards.dataset.shown === text) return;
    boards.dataset.shown = text;
    boards.replaceChildren(...all.map((cards, run) => make("li", {}, make("b", {}, String(run + 1)),
      make("ol", { "aria-label": `Board ${run + 1}` }, cards.map((card) => make("li", { class: "slot" }, cardSvg(card)))),
      make("p", { class: "wins" }, scene.boardWins.filter((win) => win.run === run).map((win) => make("span", { title: win.words },
        `${called(people, win.seat, scene.me)} +${money(win.amount)}`, make("small", {}, win.words)))))));
  }

  function drawPots(scene, people) {
    const bets = scene.bets.reduce((sum, bet) => sum + bet, 0);
    const collected = scene.pot - bets;
    mark(pot, "hidden", !scene.pot);
    const label = scene.draws ? `${capital(drawName(scene.game, scene.draws))}, pot` : "Pot";  // the felt shows no other sign of a draw
    const shown = `${label} ${scene.pot} ${collected}`;
    if (scene.pot && pot.dataset.amount !== shown) {
      pot.dataset.amount = shown;
      pot.replaceChildren(make("span", {}, label), ...chips(scene.pot));
    }
    const several = scene.pots.length > 1 ? scene.pots : [];
    const text = JSON.stringify(several);
    if (sidePots.dataset.pots !== text) {
      sidePots.dataset.pots = text;
      sidePots.replaceChildren(...several.map((each) => make("li", {},
        make("b", {}, each.name), " ", make("span", { class: "number" }, money(each.amount)),
        make("span", { class: "contested" }, `: ${listWords(each.players.map((seat) => called(people, seat, scene.me)))}`))));
    }
    mark(sidePots, "hidden", !several.length);
  }

  function drawResult(scene, people) {
    write(result, resultOf(scene, people));
    mark(result, "hidden", !result.textContent);
  }

  /** Animate chips and cards from the last scene to this one. */
  function animate(scene) {
    if (!before || before.me !== scene.me) return;
    const newDeal = scene.dealt && scene.hands.some((cards, seat) => cards.length && !before.hands[seat].length);
    let dealt = 0;
    for (const [number, seat] of seats.entries()) {
      const [was, is] = [before.bets[number], scene.bets[number]];
      if (is > was) fly(is - was, seat.plate(), seat.bet, root);
      else if (was > 0 && is === 0 && !newDeal) fly(was, seat.bet, pot.hidden ? board : pot, root);
      if (scene.won[number] > before.won[number]) fly(scene.won[number], before.pot ? centre : board, seat.plate(), root);
      for (const slot of seat.changed) {
        if (!slot.dataset.card) continue;
        if (slot.dataset.was === BACK || (isShown(scene, number) && !isShown(before, number))) turn(slot);
        else arrive(slot, centre, { delay: 45 * dealt++ });
      }
    }
  }

  return {
    root,
    seats,
    centre,
    /** Show a scene. `people` has name, kind, away and out by seat; `picking` has the places of cards that are picked, where they can be. */
    draw(scene, people, { picking = null, maySit = false, moving = true } = {}) {
      place(scene.me);
      seats.forEach((seat, number) => seat.draw(scene, people[number], { picking, maySit }));
      drawBoard(scene);
      drawBoards(scene, people);
      drawPots(scene, people);
      drawResult(scene, people);
      if (moving) animate(scene);
      before = scene;
    },
    /** Mark the board cards from this place on as never dealt. */
    ghost(from) {
      [...board.children].forEach((slot, place) => slot.classList.toggle("ghost", place >= from && Boolean(slot.dataset.card)));
    },
    /** Show a clock at a seat and nowhere else: {share, seconds, inBank, hurry}, or no clock at all. */
    clock(seat, time = null) {
      seats.forEach((each, number) => each.clock(number === seat ? time : null));
    },
  };
}

const called = (people, seat, me) => (seat === me ? "You" : people[seat].name);

/** The winners, their amounts and hands; seats with the same win share a sentence. */
function resultOf({ won, wins, halves, handWords, highWords, lowWords, me, boards }, people) {
  if (boards.length) return "";  // each board says who has won on it
  const wonWith = (seat) => ({ high: highWords, low: lowWords }[halves[seat]] ?? handWords)[seat];
  const alike = new Map();
  won.forEach((amount, seat) => {
    if (wins[seat]) alike.set(`${amount} ${wonWith(seat)}`, [...(alike.get(`${amount} ${wonWith(seat)}`) ?? []), seat]);
  });
  return [...alike.values()].map((seats) => {
    const [first] = seats;
    const verb = seats.length > 1 || first === me ? "win" : "wins";
    const hand = wonWith(first) ? ` with ${wonWith(first)}` : "";
    const chips = won[first] ? ` ${money(won[first])}${seats.length > 1 ? " each" : ""}` : "";
    return `${listWords(seats.map((seat) => called(people, seat, me)))} ${verb}${chips}${hand}`;
  }).join(". ");
}

/** Show these cards in a container: "" for an empty place, "?" for a back. Returns the slots that show something new. */
function setCards(container, cards, tag = "span", touched = null) {
  const kind = touched ? "button" : tag;
  if (container.dataset.kind !== kind) container.replaceChildren();
  container.dataset.kind = kind;
  while (container.children.length > cards.length) container.lastChild.remove();
  const changed = [];
  cards.forEach((card, index) => {
    let slot = container.children[index];
    if (!slot) {
      slot = make(kind, touched ? { class: "slot", type: "button", onclick: () => touched(index) } : { class: "slot" });
      container.append(slot);
    }
    if (slot.dataset.card === card) return;
    slot.dataset.was = slot.dataset.card ?? "";
    slot.dataset.card = card;
    slot.replaceChildren(card === "" ? placeSvg("", { hidden: true }) : card === BACK ? backSvg({ hidden: true }) : cardSvg(card));
    changed.push(slot);
  });
  return changed;
}

function makeSeat(number, on) {
  const description = make("span", { class: "unseen" });
  const hand = make("div", { class: "hand" });
  const initial = make("span", { class: "initial" });
  const ring = make("span", { class: "ring" });
  const seconds = make("span", { class: "seconds number" });
  const avatar = make("span", { class: "avatar" }, ring, initial, seconds);
  const name = make("span", { class: "name" });
  const stack = make("span", { class: "stack number" });
  const said = make("span", { class: "said" });
  const button = make("span", { class: "dealer" }, "D");
  const sit = make("button", { class: "button sit", type: "button", onclick: () => on.sit?.(number) }, "Sit down");
  const pod = make("div", { class: "pod", "aria-hidden": "true" }, avatar, make("span", { class: "who" }, name, stack), said, button);
  const bet = make("div", { class: "bet", "aria-hidden": "true" });
  const root = make("li", { class: "seat" }, description, hand, pod, bet, sit);

  /** The text of the seat for screen readers. */
  function describe(scene, person, cards) {
    const mine = number === scene.me;
    if (person.kind === "empty") return `Seat ${number + 1}: empty`;
    const words = [`Seat ${number + 1}: ${mine ? `you, ${person.name}` : person.name}${person.kind === "bot" ? ", a bot" : ""}`];
    if (hasChips(scene)) words.push(broke(scene) ? "no chips" : `${money(scene.stacks[number])} chips`);
    if (scene.button === number) words.push("has the button");
    if (person.out) words.push("sits out");
    if (person.away) words.push("away");
    if (scene.dealt) {
      if (scene.hands[number].length && !scene.live[number]) words.push("folded");
      else if (scene.live[number] && !scene.over && !scene.stacks[number]) words.push("all in");
      if (scene.bets[number]) words.push(`bets ${money(scene.bets[number])}`);
      const open = cards.filter((card) => card !== BACK);
      if (open.length) words.push(`${mine ? "you hold" : "shows"} ${listWords(open.map(cardName))}`);
      else if (cards.length) words.push(count(cards.length, "face-down card"));
      if (scene.handWords[number]) words.push(scene.handWords[number]);
    }
    if (scene.toAct === number) words.push(mine ? "it is your turn" : "to act");
    return words.join(", ");
  }

  /** Whether the game is played for chips. */
  const hasChips = (scene) => scene.rules.betting !== "none";

  /** Whether the seat has no chips and no hand that could win some. */
  const broke = (scene) => !scene.stacks[number] && (scene.over || !scene.live[number]);

  /** The cards at the seat: yours, shown ones, and backs for the hidden cards of a live hand. */
  function cardsAt(scene) {
    const cards = scene.hands[number];
    const mine = number === scene.me && cards.some((card) => card !== null);
    const there = mine || isShown(scene, number) || (scene.live[number] && !scene.mucked[number]);
    return there ? cards.map((card) => card ?? BACK) : [];
  }

  /** The label at the seat: its last action, or why it does not act. */
  function saidWords(scene, person, folded) {
    if (person.kind === "empty") return "";
    if (scene.wins[number]) return scene.won[number] ? `+${money(scene.won[number])}` : "wins";
    if (person.out) return "sits out";
    if (person.away) return "away";
    return folded ? "fold" : scene.said[number] ?? "";
  }

  const seat = {
    root,
    bet,
    /** What chips fly from and to: on small screens the pod has no box of its own. */
    plate: () => (pod.getClientRects().length ? pod : root),
    changed: [],
    /** Place the seat `turn` seats after yours, among this many others. */
    place(turn, others, mine, watching) {
      root.classList.toggle("mine", mine);
      hand.classList.toggle("cards-compact", !mine);  // small cards need large signs
      const angle = watching ? 90 + (360 * turn) / others : angleOf(turn, others);
      const [x, y] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      root.style.setProperty("--x", x.toFixed(4));
      root.style.setProperty("--y", y.toFixed(4));
      mark(root, "data-side", Math.abs(x) < 0.35 ? "middle" : x < 0 ? "left" : "right");
    },
    draw(scene, person, { picking, maySit }) {
      const mine = number === scene.me;
      const empty = person.kind === "empty";
      const cards = empty ? [] : cardsAt(scene);
      const inDeal = scene.dealt && scene.hands[number].length > 0;
      const folded = inDeal && !scene.live[number];
      const allIn = inDeal && scene.live[number] && !scene.over && !scene.stacks[number];
      write(description, describe(scene, person, cards));
      seat.changed = setCards(hand, cards, "span", mine && picking ? on.pick : null);
      mark(hand, "data-cards", cards.length);
      mark(hand, "aria-hidden", mine ? null : "true");
      for (const [index, slot] of [...hand.children].entries()) {
        const picked = mine && picking ? picking.has(index) : false;
        mark(slot, "aria-pressed", mine && picking ? String(picked) : null);
        mark(slot, "aria-label", mine && picking ? `${index + 1}: ${cardName(cards[index])}, ${picked ? "to discard" : "to keep"}` : null);
        mark(slot, "data-key", mine && picking ? index + 1 : null);
      }
      const winning = scene.winning.find((each) => each.seat === number)?.cards ?? [];
      for (const slot of hand.children) slot.classList.toggle("plays", winning.includes(slot.dataset.card));
      const open = mine && !isShown(scene, number) ? scene.up[number] : [];
      for (const [index, slot] of [...hand.children].entries()) slot.classList.toggle("open", Boolean(open[index]));  // those that all can see
      write(name, empty ? "empty" : person.name);
      mark(name, "title", empty ? null : person.name);
      write(initial, empty ? "" : [...person.name][0]?.toUpperCase() ?? "");
      write(stack, empty || !hasChips(scene) ? "" : allIn ? "all in" : broke(scene) ? (person.kind === "person" && !inDeal ? "waits" : "out") : money(scene.stacks[number]));
      write(said, saidWords(scene, person, folded));
      mark(said, "data-said", scene.wins[number] ? "won" : said.textContent || null);
      drawBet(scene.bets[number]);
      mark(button, "hidden", scene.button !== number || !scene.dealt);
      mark(sit, "hidden", !(empty && maySit));
      mark(sit, "aria-label", `Sit down at seat ${number + 1}`);
      mark(pod, "hidden", empty && maySit);
      const gone = !empty && (person.away || person.out || broke(scene));
      const shown = !mine && isShown(scene, number) && cards.length > 0;
      const showing = !mine && !shown && cards.some((card) => card !== BACK);  // open cards of stud
      const state = { empty, folded, shown, showing, allin: allIn, gone, turn: scene.toAct === number, won: scene.wins[number], bot: person.kind === "bot" };
      for (const [key, value] of Object.entries(state)) root.classList.toggle(key, Boolean(value));
      mark(root, "data-hue", empty ? null : hueOf(person.name));
    },
    clock(time) {
      root.classList.toggle("timed", time !== null);
      root.classList.toggle("bank", Boolean(time?.inBank));
      root.classList.toggle("hurry", Boolean(time?.hurry));
      root.style.setProperty("--left", time ? (time.share * RING).toFixed(1) : RING);
      write(seconds, time && time.seconds < 10 ? String(Math.ceil(time.seconds)) : "");
    },
  };

  function drawBet(amount) {
    if (bet.dataset.amount === String(amount)) return;
    bet.dataset.amount = amount;
    // An empty stack keeps its place, so that chips can fly from there.
    bet.replaceChildren(...(amount ? chips(amount) : []));
  }

  return seat;
}

/** The angle of a seat on the oval in degrees, clockwise from the right; the bottom is left free for your own cards. */
function angleOf(turn, others) {
  if (turn === 0) return 90;
  if (others === 1) return 270;
  const gap = Math.max(50, 360 / (others + 1));
  return 90 + gap + ((turn - 1) * (360 - 2 * gap)) / (others - 1);
}

/** One of eight colours for a name, always the same for the same name. */
function hueOf(name) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) % 8191;
  return sum % 8;
}
