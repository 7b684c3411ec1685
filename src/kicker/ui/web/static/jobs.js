// The person's jobs of one kind: a list that follows them on the server.
//
//   const jobs = followJobs("report", { says, links, changed });   jobs.root, jobs.follow()
//
// `says` gives the words and the progress of a job, `links` what to show below a finished one, and `changed` is called when one ends.

import { send } from "/static/api.js";
import { make, toast } from "/static/dom.js";
import { studyKey } from "/static/study.js";

const POLL = 700;
const MOST = 6;
const WORDS = { starting: "Starting", running: "Solving", paused: "Paused", stopping: "Stopping", done: "Done", failed: "Failed", cancelled: "Cancelled" };
const WHY = { time: "stopped at the time limit", iterations: "stopped at the iteration limit", interrupted: "stopped early", pause: "stopped after a long pause" };
const OPEN = ["starting", "running", "paused"];

export function followJobs(work, { title, stops, says, progress, links, changed }) {
  const list = make("ul", { class: "jobs", "aria-label": title });
  const root = make("section", { class: "field", hidden: true }, make("h2", {}, "Solving"), list);
  let timer = null;
  let states = "";

  function item(job) {
    const act = (what, words) => make("button", { class: "button", type: "button", onclick: () => change(job, what) }, words);
    const open = OPEN.includes(job.state);
    const words = job.message ?? [says(job), job.state === "done" && WHY[job.stopped]].filter(Boolean).join("; ");
    return make("li", { class: "job", "data-state": job.state }, make("b", {}, job.name), make("span", { role: "status" }, `${WORDS[job.state]}${words ? `: ${words}` : ""}`),
      open ? make("progress", { max: "1", value: String(progress(job)), "aria-label": `Progress of ${job.name}` }) : null,
      open ? make("div", { class: "buttons" }, job.state === "paused" ? act("resume", "Resume") : act("pause", "Pause"), Object.entries(stops).map(([what, label]) => act(what, label))) : null,
      job.state === "done" ? links(job) : null);
  }

  async function change(job, what) {
    try {
      await send("POST", `/api/study/solve/${job.id}/${what}`, { token: studyKey() });
    } catch (error) {
      toast(error.message);
    }
    follow();
  }

  async function follow() {
    clearTimeout(timer);
    if (!studyKey()) return;
    let found = [];
    try {
      found = (await send("GET", "/api/study/solve", { token: studyKey() })).jobs.filter((job) => job.work === work);
    } catch (error) {
      toast(error.message);
    }
    const kept = document.activeElement && list.contains(document.activeElement) ? [...list.querySelectorAll("button, a")].indexOf(document.activeElement) : -1;
    root.hidden = !found.length;
    list.replaceChildren(...found.slice(0, MOST).map(item));
    if (kept >= 0) list.querySelectorAll("button, a")[kept]?.focus();
    const now = found.map(({ id, state, done }) => `${id}${state}${done ?? ""}`).join();
    if (now !== states) changed();
    states = now;
    if (found.some(({ state }) => [...OPEN, "stopping"].includes(state))) timer = setTimeout(follow, POLL);
  }

  return { root, follow };
}
