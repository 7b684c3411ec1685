// Streamed answers: lines of JSON for as long as the server has news. A newer question ends the older one.

import { ApiError, sentence } from "/static/api.js";

/** Ask, and pass on each line; resolves when there are no more. Throws ApiError, and AbortError when the signal ends it. */
export async function streamLines(path, body, signal, line) {
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The server does not respond. Is it still running?", "offline", 0);
  }
  if (!answer.ok) {
    const { error } = await answer.json().catch(() => ({}));
    throw new ApiError(sentence(error?.message ?? `The server said ${answer.status}.`), error?.code ?? "http", answer.status);
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const text of lines) {
      const news = JSON.parse(text);
      if (news.error) throw new ApiError(sentence(news.error.message), news.error.code, 400);
      line(news);
    }
  }
}

/** One question at a time: `ask(body)` ends the one before it. `on` has news(line), done(), and problem(sentence). */
export function makeAsker(path, on) {
  const page = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  let current = null;
  return {
    async ask(body) {
      current?.abort();
      const mine = current = new AbortController();
      try {
        await streamLines(path, { page, ...body }, mine.signal, (line) => { if (current === mine) on.news(line); });
        if (current === mine) on.done();
      } catch (error) {
        if (current !== mine || error.name === "AbortError") return;
        if (!(error instanceof ApiError)) throw error;
        on.problem(error.message);
      }
    },
    end() { current?.abort(); current = null; },
  };
}
