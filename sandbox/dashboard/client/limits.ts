/// <reference lib="dom" />
import { api, attempt, removing, say, type View } from "./api.ts";
import { sandboxNow } from "./clock.ts";
import { div, el, facts, field, fill, list, name, row, section } from "./dom.ts";
import { amount, timeSpan } from "./format.ts";
import { showLatest } from "./latest.ts";

interface Used {
  readonly label: string;
  readonly holder: string;
  readonly used: number;
  readonly most: number | null;
  readonly endsAt: string;
}

interface Limits {
  readonly settings: Readonly<Record<string, number | null>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly used: readonly Used[];
}

function bar({ label: counted, holder, used, most, endsAt }: Used): HTMLElement {
  const left = Date.parse(endsAt) - sandboxNow();
  const isOver = left <= 0;
  const part = most === null || most === 0 ? 0 : Math.min(1, (isOver ? 0 : used) / most);
  const label = `${counted} ${holder || "in this process"}`;
  const tight = part > 0.8 ? " tight" : "";
  const meter = el("div", {
    class: `bar tall${part >= 1 ? " full" : tight}`,
    role: "meter",
    "aria-label": label,
    "aria-valuenow": isOver ? 0 : used,
    "aria-valuemin": 0,
    "aria-valuemax": Math.max(most ?? used, 1),
  }, el("span"));
  meter.style.setProperty("--part", `${part * 100}%`);
  const words = `${amount(isOver ? 0 : used)} of ${most === null ? "no limit" : amount(most)}`;
  return el(
    "li",
    { class: "row item columns" },
    name(label),
    meter,
    facts(words, isOver ? "starts again" : `resets in ${timeSpan(left)}`),
  );
}

export class LimitsView implements View {
  readonly element: HTMLElement;
  readonly #list = list("Limits in use");
  readonly #form = div("grid");

  constructor() {
    const forget = removing(this, "limits", "All counts are reset");
    const tools = row(el("button", { onclick: forget }, "Reset the counts"));
    this.element = section("Limits", tools, this.#list, el("h2", {}, "Maximum values"), this.#form);
  }

  refresh(): Promise<void> {
    return showLatest(this, api<Limits>("limits"), (limits) => this.#draw(limits));
  }

  #draw({ settings, labels, used }: Limits): void {
    fill(this.#list, used.map(bar), "No limit is in use", "Plays and app tokens count here.");
    if (this.#form.contains(document.activeElement)) return;
    this.#form.replaceChildren(
      ...Object.entries(settings).map(([key, value]) => this.#setting(key, labels[key] ?? key, value)),
    );
  }

  #setting(key: string, label: string, value: number | null): HTMLElement {
    const input = el("input", { type: "number", min: 0, value: value ?? "", placeholder: "no limit" });
    input.addEventListener(
      "change",
      attempt(async () => {
        await api("limits", "PATCH", { [key]: input.value === "" ? null : Number(input.value) });
        say(`${label}: ${input.value || "no limit"}`);
      }),
    );
    return field(label, input);
  }
}
