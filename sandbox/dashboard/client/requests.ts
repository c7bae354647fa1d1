/// <reference lib="dom" />
import type { LoggedRequest } from "../../base/request_log.ts";
import { api, attempt, type View } from "./api.ts";
import { el, emptyState, field } from "./dom.ts";
import { exchangeDetails, isBad, statusBadge } from "./exchange.ts";

const KEPT = 200;
const METHODS = ["Any", "GET", "POST", "PUT", "DELETE"];

/** The live list of requests. */
export class RequestsView implements View {
  readonly element: HTMLElement;
  readonly #list = el("ul", { id: "requests", "aria-label": "Requests, newest first" });
  readonly #detail = el("div", { class: "detail" });
  readonly #split: HTMLElement;
  readonly #path = el("input", { placeholder: "/tracks/*", autocapitalize: "off", spellcheck: "false" });
  readonly #method = el("select", {}, ...METHODS.map((name) => el("option", {}, name)));
  readonly #pause = el("button", { "aria-pressed": "false", onclick: () => this.#togglePause() }, "Pause");
  readonly #empty = emptyState(
    "No requests yet",
    "Send the requests of a program here, and they appear at once. ",
    el("code", {}, "tonearm sandbox exec -- npm test"),
  );
  #waiting = new AbortController();
  #last = 0;
  #isPaused = false;

  constructor() {
    for (const input of [this.#path, this.#method]) input.addEventListener("change", () => this.restart());
    const clear = attempt(async () => {
      await api("requests", "DELETE");
      this.#forget();
    });
    this.#split = el("div", { class: "split" }, el("div", { class: "list" }, this.#empty, this.#list), this.#detail);
    this.#list.addEventListener("keydown", (event) => this.#move(event));
    this.#nothingOpen();
    this.element = el(
      "section",
      { class: "view", "aria-label": "Requests" },
      el(
        "div",
        { class: "row tools" },
        field("Path, * for anything", this.#path, "grow"),
        field("Method", this.#method),
        this.#pause,
        el("button", { onclick: clear }, "Clear"),
      ),
      this.#split,
    );
  }

  refresh(): Promise<void> {
    return Promise.resolve();
  }

  /** Starts again, with another filter or after a restart of the sandbox. */
  restart(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
    this.#last = 0;
    this.#forget();
  }

  /** Waits for requests and shows them. Returns the new ones, without those of an outdated filter. */
  async follow(): Promise<readonly LoggedRequest[]> {
    const { signal } = this.#waiting;
    const query = new URLSearchParams({ after: String(this.#last), wait: "20s" });
    if (this.#path.value !== "") query.set("path", this.#path.value);
    if (this.#method.value !== "Any") query.set("method", this.#method.value);
    try {
      const { requests } = await api<{ requests: LoggedRequest[] }>(`requests?${query}`, "GET", undefined, signal);
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
    const { method, path, status, milliseconds, faults } = entry;
    const open = (event: Event) => this.#open(entry, event.currentTarget as HTMLElement);
    const row = el(
      "button",
      { class: `request${isBad(status) ? " failed" : ""}`, onclick: open },
      el("span", { class: "method" }, method),
      statusBadge(status),
      el("span", { class: "path" }, path),
      el(
        "span",
        { class: "end" },
        faults.length > 0 && el("span", { class: "tag" }, faults.join(", ")),
        el("span", { class: "soft time" }, `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`),
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

  /** Moves between requests with the arrow keys. */
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
    this.#empty.hidden = false;
    this.#nothingOpen();
  }
}
