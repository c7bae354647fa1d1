/// <reference lib="dom" />
import { highlight } from "sugar-high";
import { el } from "../../../sandbox/dashboard/client/dom.ts";

/** A field for code, whose words are coloured below what is typed. */
export class Editor {
  readonly element: HTMLElement;
  readonly #field: HTMLTextAreaElement;
  readonly #below = el("pre", { "aria-hidden": "true" });

  /** @param run Called by Ctrl+Enter. */
  constructor(code: string, run: () => void) {
    const attributes = { "aria-label": "Code; Ctrl and Enter run it", spellcheck: "false", autocapitalize: "off" };
    this.#field = el("textarea", { ...attributes, autocomplete: "off", wrap: "off", rows: 1 });
    this.#field.addEventListener("input", () => this.#draw());
    this.#field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run();
    });
    this.element = el("div", { class: "pg-editor" }, el("div", { class: "pg-sheet" }, this.#below, this.#field));
    this.code = code;
  }

  /** The code. */
  get code(): string {
    return this.#field.value;
  }

  set code(code: string) {
    this.#field.value = code;
    this.#draw();
  }

  /** Marks a line. */
  mark(line: number): void {
    this.#below.querySelectorAll(".sh__line")[line - 1]?.classList.add("wrong");
  }

  /** Puts the cursor at the start of a line. */
  goTo(line: number): void {
    const at = this.code.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.#field.focus();
    this.#field.setSelectionRange(at, at);
  }

  #draw(): void {
    // The library escapes the code; a last empty line needs a sign to have a height.
    this.#below.innerHTML = highlight(`${this.code}\n`);
  }
}
