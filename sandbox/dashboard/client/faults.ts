/// <reference lib="dom" />
import type { Fault } from "../../faults/active.ts";
import { api, attempt, removing, type View } from "./api.ts";
import { div, el, emptyState, facts, field, item, list, row, section, span } from "./dom.ts";
import { count } from "./format.ts";
import { showLatest } from "./latest.ts";

interface Faults {
  readonly active: readonly Fault[];
  readonly names: readonly { readonly name: string; readonly about: string }[];
}

function told(faults: readonly Fault[]): string {
  const isOver = faults.every(({ rule, hits }) => hits >= (rule.times ?? Infinity));
  return count(faults.reduce((sum, { hits }) => sum + hits, 0), "hit") + (isOver ? ", over" : "");
}

export class FaultsView implements View {
  readonly element: HTMLElement;
  readonly #rules = list("Active rules");
  readonly #list = el("ul", { class: "grid card switches", "aria-label": "Faults" });
  readonly #search = el("input", { type: "search", placeholder: "429, token, stream" });
  readonly #times = el("input", { type: "number", min: 1, placeholder: "always" });
  readonly #path = el("input", { placeholder: "any", autocapitalize: "off", spellcheck: "false" });
  readonly #rows = new Map<string, { readonly row: HTMLElement; readonly set: (on: readonly Fault[]) => void }>();

  constructor() {
    this.#search.addEventListener("input", () => this.#filter());
    const tools = row(
      field("Find a fault", this.#search, "grow"),
      field("Times", this.#times, "narrow"),
      field("Path", this.#path),
      el("button", { onclick: removing(this, "faults") }, "Switch all off"),
    );
    this.element = section("Faults", tools, this.#rules, this.#list);
  }

  refresh(): Promise<void> {
    return showLatest(this, api<Faults>("faults"), (faults) => this.#draw(faults));
  }

  #draw({ active, names }: Faults): void {
    for (const { name, about } of names) if (!this.#rows.has(name)) this.#add(name, about);
    for (const [name, { set }] of this.#rows) set(active.filter((fault) => fault.name === name));
    this.#rules.replaceChildren(...active.filter(({ name }) => name === null).map((fault) => this.#rule(fault)));
    this.#filter();
  }

  #add(name: string, about: string): void {
    let on: readonly Fault[] = [];
    const hits = span("tag");
    const toggle = attempt(async () => {
      if (on.length === 0) await api("faults", "POST", this.#wanted(name));
      for (const { id } of on) await api(`faults/${id}`, "DELETE");
      await this.refresh();
    });
    const button = el("button", { role: "switch", "aria-label": name, onclick: toggle });
    const words = div("lines name", el("code", {}, name), span("soft", about));
    const line = el("li", { class: "row item" }, button, words, hits);
    const set = (faults: readonly Fault[]) => {
      on = faults;
      button.setAttribute("aria-checked", String(on.length > 0));
      line.classList.toggle("on", on.length > 0);
      hits.hidden = on.length === 0;
      hits.textContent = told(on);
    };
    this.#rows.set(name, { row: line, set });
    this.#list.append(line);
  }

  #wanted(name: string): object {
    const times = this.#times.value === "" ? {} : { times: Number(this.#times.value) };
    return { name, ...times, ...(this.#path.value === "" ? {} : { match: { path: this.#path.value } }) };
  }

  #rule(fault: Fault): HTMLElement {
    const { id, rule } = fault;
    const off = removing(this, `faults/${id}`);
    const button = el("button", { "aria-label": `Switch off rule ${id}`, onclick: off }, "Switch off");
    return item(el("code", {}, JSON.stringify(rule)), facts(told([fault])), button);
  }

  #filter(): void {
    const words = this.#search.value.toLowerCase();
    let found = 0;
    for (const { row } of this.#rows.values()) {
      row.hidden = !row.textContent.toLowerCase().includes(words) && !row.classList.contains("on");
      found += row.hidden ? 0 : 1;
    }
    this.#list.querySelector(".empty")?.parentElement?.remove();
    if (found === 0) this.#list.append(el("li", {}, emptyState("No fault matches", "Try 503, slow or refresh.")));
  }
}
