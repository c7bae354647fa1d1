/// <reference lib="dom" />
import type { ConformanceReport } from "../../document/conformance.ts";
import type { UndocumentedRequest } from "../../document/undocumented.ts";
import { api, attempt, type View } from "./api.ts";
import { el, emptyState } from "./dom.ts";
import { amount, count } from "./format.ts";
import { Latest } from "./latest.ts";
import { SourceLists } from "./sources.ts";

interface Report extends ConformanceReport {
  readonly undocumented: readonly UndocumentedRequest[];
}

function tile(number: number, label: string, isBad = false): HTMLElement {
  return el("div", { class: `tile${isBad ? " bad" : ""}` }, el("strong", {}, amount(number)), el("span", {}, label));
}

/** The sandbox's conformance to the service: the source of each behaviour, and the changes of the service. */
export class FidelityView implements View {
  readonly element: HTMLElement;
  readonly #latest = new Latest();
  readonly #tiles = el("div", { class: "tiles" });
  readonly #found = el("div", { class: "stack" });
  readonly #sources = new SourceLists();

  constructor() {
    const clear = attempt(async () => {
      await api("conformance", "DELETE");
      await this.refresh();
    });
    this.element = el(
      "section",
      { class: "view", "aria-label": "Fidelity" },
      el("div", { class: "row tools" }, el("button", { onclick: clear }, "Start over")),
      this.#tiles,
      this.#found,
      this.#sources.element,
    );
  }

  async refresh(): Promise<void> {
    await this.#latest.show(api<Report>("conformance"), (report) => this.#draw(report));
    await this.#sources.load();
  }

  #draw(report: Report): void {
    this.#tiles.replaceChildren(
      tile(report.called, `of ${report.documented} operations called`),
      tile(report.operations.reduce((sum, { checked }) => sum + checked, 0), "replies checked"),
      tile(report.violationCount, "not as documented", report.violationCount > 0),
      tile(report.undocumented.length, "undocumented requests", report.undocumented.length > 0),
    );
    this.#found.replaceChildren(...this.#violations(report), ...this.#undocumented(report), ...this.#called(report));
  }

  #called({ operations }: Report): HTMLElement[] {
    const rows = operations.filter(({ called }) => called > 0).map(({ operation, called, statuses }) => {
      const answers = Object.entries(statuses).map(([status, times]) => `${status} × ${times}`).join(", ");
      return el(
        "li",
        { class: "item" },
        el("code", {}, operation),
        el("p", { class: "facts" }, `${count(called, "call")} · ${answers}`),
      );
    });
    if (rows.length === 0) {
      return [emptyState("No operation has been called yet", "The calls of your programs are counted here.")];
    }
    return [el("h2", {}, "Called"), el("ul", { class: "items", "aria-label": "Operations that were called" }, ...rows)];
  }

  #violations({ violations }: Report): HTMLElement[] {
    const rows = violations.map(({ operation, status, at, problem }) =>
      el("li", { class: "item" }, el("code", {}, `${operation} ${status} ${at}`), el("p", { class: "facts" }, problem))
    );
    if (rows.length === 0) return [];
    return [
      el("h2", {}, "Not as documented"),
      el("ul", { class: "items", "aria-label": "Replies that are not as documented" }, ...rows),
    ];
  }

  #undocumented({ undocumented }: Report): HTMLElement[] {
    const rows = undocumented.map(({ request, problem, nearest, count: times }) =>
      el(
        "li",
        { class: "item" },
        el("code", {}, request),
        el(
          "p",
          { class: "facts" },
          `Not documented: ${problem} · closest operation: ${nearest} · ${count(times, "time")}`,
        ),
      )
    );
    if (rows.length === 0) return [];
    return [
      el("h2", {}, "Undocumented"),
      el("ul", { class: "items", "aria-label": "Undocumented requests" }, ...rows),
    ];
  }
}
