/// <reference lib="dom" />
import type { ConformanceReport } from "../../document/conformance.ts";
import type { UndocumentedRequest } from "../../document/undocumented.ts";
import { api, removing, type View } from "./api.ts";
import { div, el, emptyState, facts, item, list, row, section } from "./dom.ts";
import { amount, count } from "./format.ts";
import { showLatest } from "./latest.ts";
import { SourceLists } from "./sources.ts";

interface Report extends ConformanceReport {
  readonly undocumented: readonly UndocumentedRequest[];
}

function tile(number: number, label: string, isBad = false): HTMLElement {
  return div(`card soft tile${isBad ? " bad" : ""}`, el("strong", {}, amount(number)), el("span", {}, label));
}

function findings(title: string, label: string, rows: readonly (readonly [string, ...string[]])[]): HTMLElement[] {
  const items = rows.map(([text, ...words]) => item(el("code", {}, text), facts(...words)));
  return items.length === 0 ? [] : [el("h2", {}, title), list(label, ...items)];
}

function called({ operations }: Report): HTMLElement[] {
  const rows = operations.filter((each) => each.called > 0).map(({ operation, called, statuses }) => {
    const answers = Object.entries(statuses).map(([status, times]) => `${status} × ${times}`).join(", ");
    return [operation, count(called, "call"), answers] as const;
  });
  if (rows.length > 0) return findings("Called", "Operations that were called", rows);
  return [emptyState("No operation has been called yet", "The calls of your programs are counted here.")];
}

export class FidelityView implements View {
  readonly element: HTMLElement;
  readonly #tiles = div("grid");
  readonly #found = div("stack");
  readonly #sources = new SourceLists();

  constructor() {
    const tools = row(el("button", { onclick: removing(this, "conformance") }, "Start over"));
    this.element = section("Fidelity", tools, this.#tiles, this.#found, this.#sources.element);
  }

  async refresh(): Promise<void> {
    await showLatest(this, api<Report>("conformance"), (report) => this.#draw(report));
    await this.#sources.load();
  }

  #draw(report: Report): void {
    const { violations, undocumented } = report;
    this.#tiles.replaceChildren(
      tile(report.called, `of ${report.documented} operations called`),
      tile(report.operations.reduce((sum, { checked }) => sum + checked, 0), "responses checked"),
      tile(report.violationCount, "not as documented", report.violationCount > 0),
      tile(undocumented.length, "undocumented requests", undocumented.length > 0),
    );
    const wrong = violations.map(({ operation, status, at, problem }) =>
      [`${operation} ${status} ${at}`, problem] as const
    );
    const unknown = undocumented.map(({ request, problem, nearest, count: times }) =>
      [request, `Not documented: ${problem}`, `closest operation: ${nearest}`, count(times, "time")] as const
    );
    this.#found.replaceChildren(
      ...findings("Not as documented", "Responses that are not as documented", wrong),
      ...findings("Undocumented", "Undocumented requests", unknown),
      ...called(report),
    );
  }
}
