/// <reference lib="dom" />
import { api, attempt, download, IS_SERVED, PREFIX, ROOT, say, type View } from "./api.ts";
import { div, el, facts, field, fill, form, item, list, name as named, row, section } from "./dom.ts";
import { amount, dateTime } from "./format.ts";
import { showLatest } from "./latest.ts";

interface State {
  readonly seed: number;
  readonly strict: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly namespaces: readonly string[];
}

interface Snapshot {
  readonly name: string;
  readonly bytes: number;
  readonly now: string;
}

function dashboardOf(name: string): string {
  return IS_SERVED ? `${ROOT}/~${name}/_sandbox/` : `?/~${name}`;
}

export class WorldsView implements View {
  readonly element: HTMLElement;
  readonly #about = el("p", { class: "soft" });
  readonly #snapshots = list("Snapshots");
  readonly #namespaces = list("Namespaces");
  readonly #name = el("input", {
    placeholder: "generated if empty",
    pattern: "[\\w.\\-]{1,64}",
    autocapitalize: "off",
  });
  readonly #space = el("input", { required: true, pattern: "[A-Za-z0-9][\\w.\\-]{0,63}", autocapitalize: "off" });
  readonly #sure = el("dialog", { "aria-labelledby": "sure-title" });

  constructor() {
    const take = attempt(() => this.#do("snapshots", "POST", this.#name.value ? { name: this.#name.value } : {}));
    const save = attempt(() => download("export", "sandbox.tar"));
    const visit = attempt(() => location.assign(dashboardOf(this.#space.value)));
    this.#askFirst();
    this.element = section(
      "Worlds",
      row(
        el("button", { class: "danger", onclick: () => this.#sure.showModal() }, "Reset to the seed"),
        el("button", { onclick: save }, "Export"),
        this.#about,
      ),
      this.#sure,
      el("h2", {}, "Snapshots"),
      form(take, field("Name", this.#name, "grow"), el("button", { class: "main" }, "Take a snapshot")),
      this.#snapshots,
      el("h2", {}, "Namespaces"),
      form(visit, field("Open or create", this.#space, "grow"), el("button", {}, "Open")),
      this.#namespaces,
    );
  }

  refresh(): Promise<void> {
    const reply = Promise.all([api<State>("state"), api<{ snapshots: Snapshot[] }>("snapshots")]);
    return showLatest(this, reply, ([state, { snapshots }]) => this.#draw(state, snapshots));
  }

  #draw(state: State, snapshots: readonly Snapshot[]): void {
    const place = PREFIX === "" ? "The main world" : `Namespace ${PREFIX.slice(2)}`;
    const rows = ["users", "tracks", "playlists"].map((kind) => `${amount(state.counts[kind] ?? 0)} ${kind}`);
    this.#about.textContent = [`${place}: seed ${state.seed}${state.strict ? ", strict" : ""}`, ...rows].join(", ");
    const kept = snapshots.map((each) => this.#snapshot(each));
    fill(this.#snapshots, kept, "No snapshot yet", "A snapshot contains rows, clock and settings.");
    const worlds = state.namespaces.map((name) => this.#namespace(name));
    const hint = "A path that starts with /~name/ selects a separate world, such as one for each test.";
    fill(this.#namespaces, worlds, "No namespace is in use", hint);
  }

  async #do(path: string, method: string, body?: object): Promise<void> {
    await api(path, method, body);
    say("Done");
    await this.refresh();
    dispatchEvent(new Event("sandbox-changed"));
  }

  #snapshot({ name, bytes, now }: Snapshot): HTMLElement {
    const path = `snapshots/${encodeURIComponent(name)}`;
    const restore = attempt(() => this.#do(`${path}/restore`, "POST"));
    const remove = attempt(() => this.#do(path, "DELETE"));
    return item(
      named(name),
      facts(`${dateTime(now)} UTC`, `${amount(Math.ceil(bytes / 1024))} KiB`),
      el("button", { "aria-label": `Restore ${name}`, onclick: restore }, "Restore"),
      el("button", { "aria-label": `Remove snapshot ${name}`, onclick: remove }, "Remove"),
    );
  }

  #namespace(name: string): HTMLElement {
    const end = attempt(() => this.#do(`namespaces/${encodeURIComponent(name)}`, "DELETE"));
    return item(
      div("lines name", el("a", { href: dashboardOf(name) }, name)),
      `~${name}` !== PREFIX.slice(1) && el("button", { "aria-label": `End namespace ${name}`, onclick: end }, "End"),
    );
  }

  /** Asks before a reset, because it can't be undone. */
  #askFirst(): void {
    const reset = attempt(async () => {
      this.#sure.close();
      await this.#do("reset", "POST");
      dispatchEvent(new Event("sandbox-reset"));
    });
    this.#sure.append(
      el("h2", { id: "sure-title" }, "Reset to the seed?"),
      el("p", {}, "This resets rows, clock and settings, and removes faults and requests. Snapshots stay."),
      row(
        el("button", { class: "danger", onclick: reset }, "Reset"),
        el("button", { onclick: () => this.#sure.close() }, "Keep"),
      ),
    );
  }
}
