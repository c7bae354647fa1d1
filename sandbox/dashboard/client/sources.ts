/// <reference lib="dom" />
import type { SourceEntry } from "../../document/sources.ts";
import { api } from "./api.ts";
import { div, el, field, fill, item, list, name as named, row, span } from "./dom.ts";

interface Sources {
  readonly counts: { readonly all: Readonly<Record<string, number>> };
  readonly entries: readonly SourceEntry[];
  readonly changes: readonly { readonly date: string; readonly what: string }[];
}

const SHOWN = 50;

/** Shows a sentence; text between backquotes is code. */
function sentence(text: string): (string | HTMLElement)[] {
  return text.split("`").map((part, i) => i % 2 === 0 ? part : el("code", {}, part));
}

export class SourceLists {
  readonly element: HTMLElement;
  readonly #changes = list("What SoundCloud has changed");
  readonly #counts = el("p", { class: "soft" });
  readonly #search = el("input", { type: "search", placeholder: "station" });
  readonly #list = list("Sources of the replies");
  #entries: readonly SourceEntry[] | undefined;

  constructor() {
    this.#search.addEventListener("input", () => this.#showSources());
    this.element = div(
      "stack",
      el("h2", {}, "Changes of SoundCloud"),
      this.#changes,
      el("h2", {}, "Sources"),
      this.#counts,
      row(field("Name or source", this.#search, "grow")),
      this.#list,
    );
  }

  async load(): Promise<void> {
    if (this.#entries !== undefined) return;
    const { counts, entries, changes } = await api<Sources>("document");
    this.#entries = entries;
    this.#counts.textContent = Object.entries(counts.all).map(([kind, number]) => `${number} ${kind}`).join(", ");
    this.#changes.replaceChildren(
      ...changes.toReversed().map(({ date, what }) =>
        item(span("lines name", ...sentence(what)), el("time", { class: "soft", datetime: date }, date))
      ),
    );
    this.#showSources();
  }

  #showSources(): void {
    const words = this.#search.value.toLowerCase();
    const found = (this.#entries ?? []).filter((each) => Object.values(each).join(" ").toLowerCase().includes(words));
    const rows = found.slice(0, SHOWN).map(({ subject, name, kind, reference }) =>
      item(named(name, `${subject}: ${reference}`), span(`tag ${kind}`, kind))
    );
    fill(this.#list, rows, "No source matches");
  }
}
