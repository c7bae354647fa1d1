/// <reference lib="dom" />
/**
 * Turns a block of code into a field whose code runs in the page. The pages of the site load it after a click.
 *
 * @module
 */
import { current } from "./in_page.ts";
import type { LoggedRequest } from "../../../sandbox/base/request_log.ts";
import { el } from "../../../sandbox/dashboard/client/dom.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { Editor } from "./editor.ts";
import type { Run, Stage } from "./engine.ts";
import { fragmentOf } from "./link.ts";
import { Picture } from "./picture.ts";
import { Requests } from "./requests.ts";
import { Tabs } from "./tabs.ts";

export { codeOf } from "./link.ts";

/** How a program is shown. */
export interface Options {
  /** The view that is open at first. */
  readonly view?: string;
  /** The page that opens links. */
  readonly home: string;
}

const engine = import("./engine.ts");

/** A program with its controls and what it does. */
class Playground implements Stage {
  readonly element: HTMLElement;
  readonly #first: string;
  readonly #home: string;
  readonly #editor: Editor;
  readonly #console = el("ol", { class: "pg-console" });
  readonly #requests = new Requests();
  readonly #picture = new Picture();
  readonly #dashboard = el("div", { class: "pg-dashboard" });
  readonly #state = el("span", { class: "pg-state", role: "status" });
  readonly #tabs: Tabs;
  #last: Run | undefined;
  #runs = 0;

  constructor(code: string, { view = "Console", home }: Options) {
    [this.#first, this.#home] = [code, home];
    this.#editor = new Editor(code, () => void this.run());
    this.#tabs = new Tabs({
      Console: this.#console,
      Requests: this.#requests.element,
      Picture: this.#picture.element,
      Dashboard: this.#dashboard,
    }, (name) => name === "Dashboard" && this.#showDashboard());
    this.#tabs.open(view);
    const bar = el(
      "div",
      { class: "pg-bar" },
      el("button", { class: "pg-run", onclick: () => this.run() }, "Run"),
      el("button", { onclick: () => this.#reset() }, "Reset"),
      el("button", { onclick: () => this.#copyLink() }, "Copy link"),
      this.#state,
    );
    this.element = el(
      "section",
      { class: "playground", "aria-label": "Program" },
      bar,
      this.#editor.element,
      this.#tabs.element,
    );
  }

  /** Runs the code. A run that was still under way is no longer shown. */
  async run(): Promise<void> {
    const start = performance.now();
    const number = ++this.#runs;
    this.#clear();
    this.#state.textContent = "Running …";
    const { run } = await engine;
    const isLast = () => number === this.#runs;
    const ended = await run(this.#editor.code, {
      print: (...line) => isLast() && this.print(...line),
      asked: (requests) => isLast() && this.asked(requests),
      opened: (sandbox) => isLast() && this.opened(sandbox),
    });
    if (!isLast()) return ended.end();
    this.#last = ended;
    this.#state.textContent = `Done in ${Math.round(performance.now() - start)} ms`;
    this.element.dataset.runs = String(number);
  }

  print(text: string, kind: "log" | "error", line?: number): void {
    const go = el("button", { onclick: () => this.#editor.goTo(line ?? 1) }, `line ${line}`);
    this.#console.append(el("li", { class: kind }, text, line !== undefined && " ", line !== undefined && go));
    if (line !== undefined) this.#editor.mark(line);
    if (kind === "error") this.#tabs.open("Console");
  }

  asked(requests: readonly LoggedRequest[]): void {
    this.#requests.add(requests);
    this.#picture.add(requests);
    this.#tabs.count("Requests", this.#requests.count);
  }

  opened(sandbox: Sandbox): void {
    current.sandbox = sandbox;
  }

  #clear(): void {
    this.#last?.end();
    this.#last = current.sandbox = undefined;
    this.#console.replaceChildren();
    this.#requests.clear();
    this.#picture.clear();
    this.#tabs.count("Requests", 0);
  }

  #reset(): void {
    this.#runs++;
    this.#clear();
    this.#editor.code = this.#first;
    this.#state.textContent = "";
  }

  async #copyLink(): Promise<void> {
    const link = new URL(this.#home + await fragmentOf(this.#editor.code), location.href).href;
    await navigator.clipboard.writeText(link).then(
      () => this.#state.textContent = "Copied the link",
      () => this.#state.replaceChildren(el("a", { href: link }, "The link")),
    );
  }

  /** The dashboard is a page of its own, which asks the sandbox of the page around it. */
  #showDashboard(): void {
    if (this.#dashboard.children.length > 0) return;
    const src = new URL("./dashboard/index.html", import.meta.url).href;
    this.#dashboard.append(el("iframe", { src, title: "Dashboard of the sandbox" }));
  }
}

/** Opens a program in its block, and runs it if asked to. */
export async function open(block: HTMLElement, code: string, options: Options, isRun: boolean): Promise<void> {
  loadStyle();
  const playground = new Playground(code, options);
  block.classList.add("is-open");
  block.append(playground.element);
  if (isRun) await playground.run();
}

function loadStyle(): void {
  const href = new URL("./playground.css", import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`) === null) {
    document.head.append(el("link", { rel: "stylesheet", href }));
  }
  if (document.getElementById("notice") !== null) return;
  const notes = [el("p", { id: "notice", role: "status" }), el("p", { id: "problem", role: "alert" })];
  document.body.append(el("div", { class: "pg-toasts" }, ...notes));
}
