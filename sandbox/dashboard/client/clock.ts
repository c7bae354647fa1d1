/// <reference lib="dom" />
import { api, attempt } from "./api.ts";
import { div, el, field, form, row } from "./dom.ts";
import { dateTime } from "./format.ts";
import { showLatest } from "./latest.ts";

interface Shown {
  readonly now: string;
  readonly frozen: boolean;
}

const STEPS = [["+1 min", 60_000], ["+1 h", 3_600_000], ["+1 day", 86_400_000]] as const;

let known = { at: Date.now(), seen: Date.now(), frozen: false };

export function sandboxNow(): number {
  return known.at + (known.frozen ? 0 : Date.now() - known.seen);
}

export class ClockPanel {
  readonly element: HTMLElement;
  readonly #time = el("output", { id: "now", role: "timer", "aria-label": "The sandbox's time" });
  readonly #freeze = el("button", { id: "freeze", onclick: attempt(() => this.#turn({ freeze: !known.frozen })) });
  readonly #setTo = el("input", { type: "datetime-local", step: 1, required: true });

  constructor() {
    const steps = STEPS.map(([label, advance]) =>
      el("button", { onclick: attempt(() => this.#turn({ advance })) }, label)
    );
    const turn = attempt(() => this.#turn({ set: `${this.#setTo.value}Z` }));
    const set = form(turn, field("Set to (UTC)", this.#setTo, "grow"), el("button", {}, "Set"));
    this.element = el(
      "details",
      { class: "card clock" },
      el("summary", {}, el("span", {}, "Clock"), this.#time),
      div("lines", row(this.#freeze, ...steps), set),
    );
    setInterval(() => this.#tick(), 1000);
  }

  refresh(): Promise<void> {
    return showLatest(this, api<Shown>("clock"), (shown) => this.#show(shown));
  }

  async #turn(change: object): Promise<void> {
    await showLatest(this, api<Shown>("clock", "POST", change), (shown) => this.#show(shown));
    dispatchEvent(new Event("sandbox-changed"));
  }

  #show({ now, frozen }: Shown): void {
    known = { at: Date.parse(now), seen: Date.now(), frozen };
    this.#freeze.textContent = frozen ? "Let it run" : "Freeze";
    this.element.classList.toggle("frozen", frozen);
    this.#tick();
  }

  #tick(): void {
    this.#time.textContent = `${dateTime(new Date(sandboxNow()).toISOString())} UTC${known.frozen ? ", frozen" : ""}`;
  }
}
