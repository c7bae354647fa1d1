/// <reference lib="dom" />
import { attempt, PREFIX, say, type View } from "./api.ts";
import { CatalogueView } from "./catalogue.ts";
import { ClockPanel } from "./clock.ts";
import { el } from "./dom.ts";
import { FaultsView } from "./faults.ts";
import { FidelityView } from "./fidelity.ts";
import { type Icon, icon } from "./icons.ts";
import { LimitsView } from "./limits.ts";
import { Player } from "./player.ts";
import { RequestsView } from "./requests.ts";
import { SessionsView } from "./sessions.ts";
import { WorldsView } from "./worlds.ts";

const player = new Player();
const clock = new ClockPanel();
const requests = new RequestsView();

/** The pages in the order of the navigation; the number of each is its key. */
const PAGES: readonly { readonly id: Icon; readonly title: string; readonly view: View }[] = [
  { id: "requests", title: "Requests", view: requests },
  { id: "catalogue", title: "Catalogue", view: new CatalogueView(player) },
  { id: "sessions", title: "Sessions", view: new SessionsView() },
  { id: "limits", title: "Limits", view: new LimitsView() },
  { id: "faults", title: "Faults", view: new FaultsView() },
  { id: "worlds", title: "Worlds", view: new WorldsView() },
  { id: "fidelity", title: "Fidelity", view: new FidelityView() },
];

const title = el("h1", { tabindex: "-1" });
const link = el("span", { id: "link", role: "status" }, "connecting");
const links = PAGES.map(({ id, title: name }, i) =>
  el("a", { class: "row", href: `#/${id}`, "aria-keyshortcuts": i + 1 }, icon(id), el("span", {}, name))
);

function current() {
  return PAGES.find(({ id }) => location.hash === `#/${id}`) ?? PAGES[0]!;
}

async function show(): Promise<void> {
  const page = current();
  for (const [i, each] of PAGES.entries()) {
    each.view.element.hidden = each !== page;
    // An open `<dialog>` that is hidden blocks the page.
    if (each !== page) each.view.element.querySelector("dialog")?.close();
    if (each === page) links[i]?.setAttribute("aria-current", "page");
    else links[i]?.removeAttribute("aria-current");
  }
  // On a phone the navigation is wider than the screen.
  links[PAGES.indexOf(page)]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  title.textContent = page.title;
  document.title = `${page.title} · Sandbox${PREFIX && ` ${PREFIX.slice(1)}`}`;
  const main = document.querySelector("main");
  main?.setAttribute("aria-busy", "true");
  await page.view.refresh().finally(() => main?.removeAttribute("aria-busy"));
}

async function showAll(): Promise<void> {
  await clock.refresh();
  await show();
}

function connected(isConnected: boolean): void {
  const text = isConnected ? "connected" : "not connected";
  link.classList.toggle("lost", !isConnected);
  if (link.textContent !== text) link.textContent = text;
}

async function follow(): Promise<never> {
  let isLost = false;
  for (;;) {
    try {
      if (isLost) {
        requests.restart();
        await showAll();
      }
      isLost = false;
      connected(true);
      const came = await requests.follow();
      if (came.length > 0 && current().view !== requests) await current().view.refresh();
    } catch {
      isLost = true;
      connected(false);
    }
    await new Promise((go) => setTimeout(go, isLost ? 1000 : 250));
  }
}

/** Handles keys: digits open pages and a slash focuses the first field, unless the user is typing or a `<dialog>` is open. */
function onKey(event: KeyboardEvent): void {
  const isWriting = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
  const isAsked = document.querySelector("dialog[open]") !== null;
  if (isWriting || isAsked || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = links[Number(event.key) - 1];
  if (target) {
    target.click();
    title.focus();
  } else if (event.key === "/") {
    event.preventDefault();
    current().view.element.querySelector("input")?.focus();
  }
}

document.getElementById("nav")?.append(...links);
document.getElementById("clock")?.append(clock.element);
document.getElementById("connection")?.append(link);
document.querySelector("main")?.append(title, ...PAGES.map(({ view }) => view.element));
document.body.append(player.element);
addEventListener("keydown", onKey);
addEventListener("hashchange", attempt(show));
addEventListener("sandbox-changed", attempt(() => current().view.refresh()));
addEventListener("sandbox-reset", attempt(() => (requests.restart(), showAll())));
showAll().catch((error) => say(String(error), true));
void follow();
