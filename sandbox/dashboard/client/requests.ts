/// <reference lib="dom" />
import type { LoggedRequest } from "../../base/request_log.ts";
import { api, attempt, download, PREFIX, ROOT, type View } from "./api.ts";
import { div, el, emptyState, field, row, section, span } from "./dom.ts";
import { exchangeDetails, statusBadge } from "./exchange.ts";
import { dateTime } from "./format.ts";

const KEPT = 200;
const METHODS = ["", "GET", "POST", "PUT", "DELETE"].map((name) => [name, name || "Any"] as const);
const GROUPS = ["2xx", "3xx", "4xx", "5xx"].map((group) => [group, group] as const);

function noRequests(isFiltered: boolean): HTMLElement {
  if (isFiltered) return emptyState("No request matches", "Change the filters to see others.");
  const example = el("code", {}, "tonearm sandbox exec -- npm test");
  return emptyState("No requests yet", "Send the requests of a program here, and they appear at once. ", example);
}

function choices(...named: readonly (readonly [value: string, text: string])[]): HTMLElement[] {
  return named.map(([value, text]) => el("option", { value }, text));
}

export class RequestsView implements View {
  readonly element: HTMLElement;
  readonly #list = el("ul", { id: "requests", "aria-label": "Requests, newest first" });
  readonly #detail = div("card detail");
  readonly #split: HTMLElement;
  readonly #filters: Readonly<Record<string, HTMLInputElement | HTMLSelectElement>> = {
    path: el("input", { placeholder: "/tracks/*", autocapitalize: "off", spellcheck: "false" }),
    method: el("select", {}, ...choices(...METHODS)),
    status: el("select", {}, ...choices(["", "Any"], ...GROUPS, ["0", "lost"])),
    app: el("input", { placeholder: "any", autocapitalize: "off", spellcheck: "false" }),
    text: el("input", { type: "search", placeholder: "in headers, bodies and notes" }),
  };
  readonly #world = el("select", {});
  readonly #pause = el("button", { "aria-pressed": "false", onclick: () => this.#togglePause() }, "Pause");
  readonly #empty = el("div");
  #waiting = new AbortController();
  #last = 0;
  #isPaused = false;

  constructor() {
    const { path, method, status, app, text } = this.#filters as Record<string, HTMLInputElement>;
    for (const input of [...Object.values(this.#filters), this.#world]) {
      input.addEventListener("change", () => this.restart());
    }
    this.#world.append(...choices([PREFIX, PREFIX.slice(PREFIX.lastIndexOf("/~") + 2) || "main world"]));
    this.#world.addEventListener("focus", attempt(() => this.#listWorlds()));
    const save = attempt(() => download(`${this.#place()}requests?${this.#query({ format: "har" })}`, "requests.har"));
    const clear = attempt(async () => {
      await api(`${this.#place()}requests`, "DELETE");
      this.#forget();
    });
    this.#split = div("split", div("card list", this.#empty, this.#list), this.#detail);
    this.#list.addEventListener("keydown", (event) => this.#move(event));
    this.#forget();
    const tools = row(
      field("Path, * for anything", path!, "grow"),
      field("Method", method!),
      field("Status", status!),
      field("App", app!),
      field("Text", text!, "grow"),
      field("Namespace", this.#world),
      this.#pause,
      el("button", { onclick: save }, "Save as HAR"),
      el("button", { onclick: clear }, "Clear"),
    );
    this.element = section("Requests", tools, this.#split);
  }

  refresh(): Promise<void> {
    return Promise.resolve();
  }

  async #listWorlds(): Promise<void> {
    const { namespaces } = await api<{ namespaces: readonly string[] }>("state");
    const names = namespaces.map((name) => [`${ROOT}/~${name}`, name] as const);
    const chosen = this.#world.value || PREFIX;
    this.#world.replaceChildren(...choices([ROOT, "main world"], ...names));
    this.#world.value = chosen;
  }

  #place(): string {
    const chosen = this.#world.value || PREFIX;
    return chosen === PREFIX ? "" : `${chosen}/_sandbox/`;
  }

  #query(others: Readonly<Record<string, string>>): URLSearchParams {
    const given = Object.entries(this.#filters).map(([name, { value }]) => [name, value]);
    return new URLSearchParams([...given.filter(([, value]) => value !== ""), ...Object.entries(others)] as string[][]);
  }

  restart(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
    this.#last = 0;
    this.#forget();
  }

  async follow(): Promise<readonly LoggedRequest[]> {
    const { signal } = this.#waiting;
    const path = `${this.#place()}requests?${this.#query({ after: String(this.#last), wait: "20s" })}`;
    try {
      const { requests } = await api<{ requests: LoggedRequest[] }>(path, "GET", undefined, signal);
      const last = requests.at(-1);
      if (this.#isPaused || signal.aborted || last === undefined) return [];
      this.#last = last.id;
      this.#add(requests);
      return requests;
    } catch (error) {
      if (signal.aborted) return [];
      throw error;
    }
  }

  #add(requests: readonly LoggedRequest[]): void {
    this.#list.prepend(...requests.slice(-KEPT).reverse().map((entry) => this.#row(entry)));
    while (this.#list.children.length > KEPT) this.#list.lastElementChild?.remove();
    this.#empty.hidden = true;
  }

  #row(entry: LoggedRequest): HTMLElement {
    const { at, method, path, status, milliseconds, faults } = entry;
    const open = (event: Event) => this.#open(entry, event.currentTarget as HTMLElement);
    const row = el(
      "button",
      { class: "quiet request", onclick: open },
      span("mono", method),
      statusBadge(status),
      span("mono path", path),
      span(
        "row",
        faults.length > 0 && span("tag", faults.join(", ")),
        el("time", { class: "soft mono", datetime: at }, dateTime(at).slice(11)),
        span("soft mono", `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`),
      ),
    );
    return el("li", {}, row);
  }

  #open(entry: LoggedRequest, row: HTMLElement): void {
    for (const other of this.#list.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
    row.setAttribute("aria-current", "true");
    const back = () => {
      this.#nothingOpen();
      row.removeAttribute("aria-current");
      row.focus();
    };
    this.#detail.replaceChildren(exchangeDetails(entry, back));
    this.#split.classList.add("open");
    this.#detail.querySelector("h2")?.focus();
  }

  #nothingOpen(): void {
    this.#split.classList.remove("open");
    this.#detail.replaceChildren(
      emptyState(
        "No request is selected",
        "Choose one to see its headers and bodies, copy it as curl, or send it again.",
      ),
    );
  }

  #move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const rows = [...this.#list.querySelectorAll("button")];
    const next = rows[rows.indexOf(document.activeElement as HTMLButtonElement) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }

  #togglePause(): void {
    this.#isPaused = !this.#isPaused;
    this.#pause.setAttribute("aria-pressed", String(this.#isPaused));
  }

  #forget(): void {
    this.#list.replaceChildren();
    this.#empty.replaceChildren(noRequests(this.#query({}).size > 0));
    this.#empty.hidden = false;
    this.#nothingOpen();
  }
}
