/// <reference lib="dom" />
import { el } from "../../../sandbox/dashboard/client/dom.ts";

let made = 0;

/** Panels of which one is shown (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/). */
export class Tabs {
  readonly element: HTMLElement;
  readonly #tabs = new Map<string, HTMLButtonElement>();
  readonly #panels = new Map<string, HTMLElement>();
  readonly #opened: (name: string) => void;

  /** @param opened Called with the name of a panel that is shown. */
  constructor(panels: Readonly<Record<string, HTMLElement>>, opened: (name: string) => void) {
    const id = `pg-${++made}`;
    this.#opened = opened;
    for (const [name, content] of Object.entries(panels)) {
      const own = { role: "tab", id: `${id}-${name}`, "aria-controls": `${id}-${name}-panel` };
      this.#tabs.set(name, el("button", { ...own, onclick: () => this.open(name) }, name));
      const panel = { role: "tabpanel", id: `${id}-${name}-panel`, "aria-labelledby": `${id}-${name}`, tabindex: 0 };
      this.#panels.set(name, el("div", { class: "pg-panel", ...panel }, content));
    }
    const list = el(
      "div",
      { class: "pg-tabs", role: "tablist", "aria-label": "What the program does" },
      ...this.#tabs.values(),
    );
    list.addEventListener("keydown", (event) => this.#move(event));
    this.element = el("div", {}, list, ...this.#panels.values());
  }

  /** Shows a panel. */
  open(name: string): void {
    for (const [each, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
    }
    for (const [each, panel] of this.#panels) panel.hidden = each !== name;
    this.#opened(name);
  }

  /** Shows a number beside a name, unless it is 0. */
  count(name: string, number: number): void {
    const tab = this.#tabs.get(name);
    if (tab) tab.textContent = number === 0 ? name : `${name} ${number}`;
  }

  #move(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const names = [...this.#tabs.keys()];
    const at = names.findIndex((name) => this.#tabs.get(name) === document.activeElement);
    const next = names[(at + (step ?? 0) + names.length) % names.length];
    if (step === undefined || at === -1 || next === undefined) return;
    event.preventDefault();
    this.open(next);
    this.#tabs.get(next)?.focus();
  }
}
