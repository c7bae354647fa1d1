/// <reference lib="dom" />
import type { LoggedRequest } from "../../../sandbox/base/request_log.ts";
import { el } from "../../../sandbox/dashboard/client/dom.ts";
import { exchangeDetails, statusBadge } from "../../../sandbox/dashboard/client/exchange.ts";

/** The requests of a program. A click shows headers and bodies. */
export class Requests {
  readonly element: HTMLElement;
  readonly #list = el("ol", { class: "pg-requests" });
  readonly #detail = el("div", { class: "pg-detail" });

  constructor() {
    this.element = el("div", {}, this.#list, this.#detail);
  }

  /** Number of requests. */
  get count(): number {
    return this.#list.children.length;
  }

  /** Starts anew. */
  clear(): void {
    this.#list.replaceChildren();
    this.#detail.replaceChildren();
  }

  /** Adds requests, the newest last. */
  add(requests: readonly LoggedRequest[]): void {
    this.#list.append(...requests.map((entry) => {
      const { method, path, status, milliseconds, faults } = entry;
      const time = el("span", { class: "pg-time" }, `${milliseconds.toFixed(1)} ms`);
      const words = [el("code", {}, `${method} ${path}`), faults.length > 0 && faults.join(", "), time];
      const row: HTMLButtonElement = el(
        "button",
        { "aria-expanded": "false", onclick: () => this.#open(entry, row) },
        statusBadge(status),
        ...words,
      );
      return el("li", {}, row);
    }));
  }

  #open(entry: LoggedRequest, row: HTMLElement): void {
    const isOpen = row.getAttribute("aria-expanded") === "true";
    for (const each of this.#list.querySelectorAll("button")) each.setAttribute("aria-expanded", "false");
    this.#detail.replaceChildren();
    if (isOpen) return;
    row.setAttribute("aria-expanded", "true");
    const close = () => (this.#open(entry, row), row.focus());
    this.#detail.append(exchangeDetails(entry, close));
    row.after(this.#detail);
    this.#detail.querySelector("h2")?.focus();
  }
}
