/// <reference lib="dom" />
import type { LoggedRequest } from "../../../sandbox/base/request_log.ts";
import { el } from "../../../sandbox/dashboard/client/dom.ts";
import { statusBadge } from "../../../sandbox/dashboard/client/exchange.ts";

const OF_SIGN_IN = /^\/(?:oauth\/token|authorize|sign-out)\b/;

/** A picture of a program's requests: who asks whom, and what is answered. */
export class Picture {
  readonly element: HTMLElement;
  readonly #rows = el("ol", { class: "pg-rows" });

  constructor() {
    const lanes = ["Program", "API", "Sign-in"].map((name) => el("span", {}, name));
    this.element = el("div", { class: "pg-picture" }, el("div", { class: "pg-lanes" }, ...lanes), this.#rows);
  }

  /** Starts anew. */
  clear(): void {
    this.#rows.replaceChildren();
  }

  /** Draws requests below the others, one after the other. */
  add(requests: readonly LoggedRequest[]): void {
    for (const { method, path, status } of requests) {
      const place = OF_SIGN_IN.test(path) ? "to-sign-in" : "to-api";
      const target = el("span", { class: "pg-target" }, `${method} ${path.split("?", 1)[0]}`);
      const row = el("li", { class: place }, target, el("span", { class: "pg-answer" }, statusBadge(status)));
      row.style.setProperty("--turn", String(this.#rows.children.length));
      this.#rows.append(row);
    }
  }
}
