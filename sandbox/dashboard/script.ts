/**
 * What the dashboard does, for the browser. Everything it shows goes in as text, never as markup; everything it does
 * goes through the control plane beside it, so that a prefix of the address stays.
 */
export const SCRIPT = `
"use strict";
const $ = (id) => document.getElementById(id);
const make = (tag, text, cls) => {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (cls) element.className = cls;
  return element;
};
async function api(path, method = "GET", body, signal) {
  const reply = await fetch(path, { method, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  const value = await reply.json();
  if (!reply.ok) throw new Error(value.error || reply.status);
  return value;
}
const attempt = (work) => async (event) => {
  if (event) event.preventDefault();
  try { await work(event); $("problem").textContent = ""; } catch (error) { $("problem").textContent = String(error.message || error); }
};
const on = (id, name, work) => $(id).addEventListener(name, attempt(work));

let clock = { at: 0, seen: 0, frozen: false };
function showClock({ now, frozen }) {
  clock = { at: Date.parse(now), seen: Date.now(), frozen };
  $("freeze").textContent = frozen ? "Let it run" : "Freeze";
  tick();
}
function tick() {
  const at = clock.at + (clock.frozen ? 0 : Date.now() - clock.seen);
  $("now").textContent = new Date(at).toISOString().replace("T", " ").slice(0, 19) + " UTC" + (clock.frozen ? ", frozen" : "");
}
const turn = async (change) => showClock(await api("clock", "POST", change));

async function showFaults() {
  const { active, names } = await api("faults");
  if ($("name").length === 0) for (const { name, about } of names) {
    const option = make("option", name);
    option.dataset.about = about;
    $("name").append(option);
  }
  $("about").textContent = $("name").selectedOptions[0].dataset.about;
  $("active").replaceChildren(...active.map((fault) => {
    const item = make("li", undefined, "item");
    const label = fault.name || "rule " + JSON.stringify(fault.rule);
    const off = make("button", "Switch off");
    off.setAttribute("aria-label", "Switch off " + label);
    off.addEventListener("click", attempt(async () => { await api("faults/" + fault.id, "DELETE"); await showFaults(); }));
    item.append(make("span", label + ", " + fault.hits + (fault.hits === 1 ? " hit" : " hits")), off);
    return item;
  }));
  $("none").hidden = active.length > 0;
}

const pretty = (text) => { try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; } };
const message = (title, { headers, body }) => {
  const lines = Object.entries(headers).map(([name, value]) => name + ": " + value).join("\\n");
  return [make("h3", title), make("pre", lines), ...(body ? [make("pre", pretty(body))] : [])];
};
function requestItem(entry) {
  const item = make("li");
  const details = make("details");
  const summary = make("summary");
  const bad = entry.status === 0 || entry.status >= 400;
  summary.append(make("span", entry.method), make("span", entry.status || "lost", "status " + (bad ? "bad" : "good")),
    make("span", entry.path), make("span", entry.milliseconds + " ms", "soft"));
  details.append(summary);
  summary.addEventListener("click", () => {
    if (details.children.length > 1) return;
    const faults = entry.faults.length ? [make("p", "Faults: " + entry.faults.join(", "), "bad")] : [];
    const notes = entry.notes.map((note) => make("p", note));
    details.append(make("p", entry.at, "soft"), ...faults, ...notes, ...message("Request", entry.request), ...message("Reply", entry.reply));
  });
  item.append(details);
  return item;
}
let last = 0, paused = false, lost = false, waiting = new AbortController();
async function showRequests({ signal }) {
  const path = $("filter").value;
  const query = "requests?after=" + last + "&wait=20s" + (path ? "&path=" + encodeURIComponent(path) : "");
  const { requests } = await api(query, "GET", undefined, signal);
  if (paused || signal.aborted || requests.length === 0) return;
  last = requests.at(-1).id;
  $("requests").prepend(...requests.slice(-200).reverse().map(requestItem));
  while ($("requests").children.length > 200) $("requests").lastChild.remove();
  $("empty").hidden = true;
  await showFaults();
  if (requests.some(({ method }) => method !== "GET" && method !== "HEAD")) await showThings();
}
async function follow() {
  for (;;) {
    if (lost) restart();
    const mine = waiting;
    try {
      if (lost) await showAll();
      lost = false;
      await showRequests(mine);
      $("link").textContent = "connected";
    } catch {
      if (!mine.signal.aborted) { lost = true; $("link").textContent = "not connected"; }
    }
    await new Promise((go) => setTimeout(go, paused || lost ? 1000 : 250));
  }
}
function restart() {
  waiting.abort();
  waiting = new AbortController();
  last = 0;
  $("requests").replaceChildren();
  $("empty").hidden = false;
}

let kind = "tracks", offset = 0;
const two = (number) => String(number).padStart(2, "0");
const shown = (name, value) => {
  if (name !== "duration") return typeof value === "number" ? value.toLocaleString("en") : value;
  const seconds = Math.round(value / 1000), minutes = Math.floor(seconds / 60);
  return (minutes < 60 ? minutes : Math.floor(minutes / 60) + ":" + two(minutes % 60)) + ":" + two(seconds % 60);
};
async function showThings() {
  const { items, more } = await api("catalogue/" + kind + "?limit=20&offset=" + offset + "&q=" + encodeURIComponent($("search").value));
  $("list").replaceChildren(...items.map(({ id, title, user, permalink, ...rest }) => {
    const item = make("li");
    const facts = Object.entries(rest).map(([name, value]) => name.replaceAll("_", " ") + " " + shown(name, value)).join(", ");
    const name = make("strong");
    name.append(make("bdi", title));
    item.append(name, make("span", user ? "by " : ""), make("bdi", user || permalink));
    item.append(make("div", id + ": " + facts, "soft"));
    return item;
  }));
  $("nothing").hidden = items.length > 0;
  $("back").disabled = offset === 0;
  $("more").disabled = !more;
  for (const button of document.querySelectorAll("[data-kind]")) button.setAttribute("aria-pressed", button.dataset.kind === kind);
}

let sources = [];
function showSources() {
  const words = $("about-what").value.toLowerCase();
  const found = sources.filter((each) => Object.values(each).join(" ").toLowerCase().includes(words));
  $("origins").replaceChildren(...found.slice(0, 50).map(({ subject, name, kind, reference }) => {
    const item = make("li");
    item.append(make("strong", name), make("div", subject + ": " + kind + ", " + reference, "soft"));
    return item;
  }));
}
async function loadSources() {
  const { counts, entries } = await api("document");
  sources = entries;
  $("counts").textContent = Object.entries(counts.all).map(([kind, count]) => count + " " + kind).join(", ");
  showSources();
}

on("freeze", "click", () => turn({ freeze: !clock.frozen }));
for (const button of document.querySelectorAll("[data-advance]")) {
  button.addEventListener("click", attempt(() => turn({ advance: Number(button.dataset.advance) })));
}
on("set", "submit", () => turn({ set: $("moment").value + "Z" }));
on("reset", "click", async () => { await api("reset", "POST"); restart(); await showAll(); });
on("name", "change", showFaults);
on("add", "submit", async () => {
  const rule = { name: $("name").value };
  if ($("times").value) rule.times = Number($("times").value);
  if ($("path").value) rule.match = { path: $("path").value };
  await api("faults", "POST", rule);
  await showFaults();
});
on("clear", "click", async () => { await api("faults", "DELETE"); await showFaults(); });
on("pause", "click", () => { paused = !paused; $("pause").setAttribute("aria-pressed", paused); });
on("forget", "click", async () => { await api("requests", "DELETE"); $("requests").replaceChildren(); $("empty").hidden = false; });
on("filter", "change", restart);
on("about-what", "input", showSources);
on("search", "input", () => { offset = 0; return showThings(); });
on("back", "click", () => { offset = Math.max(0, offset - 20); return showThings(); });
on("more", "click", () => { offset += 20; return showThings(); });
for (const button of document.querySelectorAll("[data-kind]")) {
  button.addEventListener("click", attempt(() => { kind = button.dataset.kind; offset = 0; return showThings(); }));
}
async function showAll() {
  showClock(await api("clock"));
  $("link").textContent = "connected";
  await showFaults();
  await showThings();
}
attempt(showAll)();
attempt(loadSources)();
setInterval(tick, 1000);
follow();
`;
