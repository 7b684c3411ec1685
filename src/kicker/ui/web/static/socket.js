// The connection of a seat or a watcher: says hello, reconnects by itself, and sends what the person does.
//
// Everything that arrives goes to `on.update(update, fresh)`, `on.frame(frame)` and `on.state(state, seconds)`, where the state is
// "open", "lost" (tries again after some seconds), "taken" (by another tab), "refused" (the token), "gone" (the table) or "busy".

const FIRST_WAIT = 0.5;
const LONGEST_WAIT = 15;
const PING_EVERY = 20;
const ENDS = { 4401: "refused", 4404: "gone", 4409: "taken" };

/** Connect to a table; the token is null for a watcher. */
export function connect(table, token, on) {
  let socket = null;
  let version = -1;  // how many events are known
  let waits = 0;
  let timer = null;
  let heard = 0;
  let pending = null;  // an action that was sent and not yet confirmed
  let closed = false;
  let numbered = 0;
  const session = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  function open() {
    clearTimeout(timer);
    timer = null;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/ws/tables/${table}`);
    socket = mine;
    mine.addEventListener("open", () => {
      mine.send(JSON.stringify(token ? { type: "hello", token, have: version } : { type: "hello", have: version }));
    });
    mine.addEventListener("message", (event) => {
      if (mine === socket) receive(JSON.parse(event.data));
    });
    mine.addEventListener("close", (event) => {
      if (mine === socket && !closed) lost(event.code);
    });
  }

  function receive(frame) {
    heard = Date.now();
    if (frame.type === "welcome") {
      waits = 0;
      on.state("open", 0);
      on.welcome(frame);
      known(frame.update);
      resend(frame.update);
    } else if (frame.type === "update") {
      known(frame);
    } else {
      if ((frame.type === "done" || frame.type === "error") && pending?.id === frame.id) pending = null;
      if (frame.type !== "pong") on.frame(frame);
    }
  }

  /** Pass on an update with its new events; `fresh` if it does not continue from the last one. */
  function known(update) {
    const fresh = version < 0 || update.from > version || update.version < version;
    const events = fresh ? update.events : update.events.slice(version - update.from);
    version = update.version;
    on.update({ ...update, events }, fresh);
  }

  /** After a lost connection it is unknown whether an action arrived; its id makes sure that it counts once. */
  function resend(update) {
    if (!pending) return;
    if (update.deal === pending.deal && update.turn === pending.turn) send(pending);
    else pending = null;
  }

  function lost(code) {
    socket = null;
    const end = ENDS[code];
    if (end) {
      on.state(end, 0);
      return;
    }
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** waits) * (code === 4429 ? 4 : 1);
    waits += 1;
    on.state(code === 4429 ? "busy" : "lost", wait);
    timer = setTimeout(open, wait * 1000 * (0.8 + 0.4 * Math.random()));
  }

  function send(frame) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  function hurry() {
    if (timer !== null) open();
  }

  const pings = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    // Give up a connection that died silently.
    if (heard && Date.now() - heard > 2.5 * PING_EVERY * 1000) socket.close();
    else send({ type: "ping", id: numbered++ });
  }, PING_EVERY * 1000);
  const seen = () => { if (!document.hidden) hurry(); };
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", seen);
  open();

  return {
    /** Send a frame that need not be repeated, like `{type: "sit out"}`; false if there is no connection. */
    send,
    /** Act once: the same id is sent again after a reconnect. */
    act(action, deal, turn) {
      pending = { type: "act", id: `${session}-${numbered++}`, deal, turn, action };
      return send(pending);
    },
    /** Try now instead of waiting, or take the seat back from another tab. */
    open() { if (!socket || socket.readyState > WebSocket.OPEN) open(); },
    /** Leave for good. */
    close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(pings);
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", seen);
      socket?.close();
    },
  };
}
