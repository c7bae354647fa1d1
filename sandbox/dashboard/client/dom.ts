/// <reference lib="dom" />

export type Child = Node | string | number | null | undefined | false;

/** Attributes, and event listeners whose names start with `on`. `true` is an attribute without a value. */
export type Attributes = Readonly<
  Record<string, string | number | boolean | undefined | ((event: Event) => unknown)>
>;

/** Creates an element. Content is inserted as text, never as markup. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  set(element, attributes);
  const shown = children.filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...shown.map((child) => typeof child === "number" ? String(child) : child));
  return element;
}

function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
}

export function drawing(path: string, viewBox: string, attributes: Attributes = {}): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  set(svg, { viewBox, "aria-hidden": "true", focusable: "false", ...attributes });
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

/** Shows user content, which may have another text direction. */
export function foreign(text: string): HTMLElement {
  return el("bdi", {}, text);
}

export function div(className: string, ...children: readonly Child[]): HTMLElement {
  return el("div", { class: className }, ...children);
}

export function span(className: string, ...children: readonly Child[]): HTMLElement {
  return el("span", { class: className }, ...children);
}

export function field(label: string, input: HTMLElement, className = ""): HTMLLabelElement {
  return el("label", { class: `lines soft field ${className}`.trim() }, el("span", {}, label), input);
}

export function emptyState(title: string, ...hint: readonly Child[]): HTMLElement {
  return div("empty", el("strong", {}, title), el("p", {}, ...hint));
}

/** Creates a page, with its tools above its content. */
export function section(label: string, tools: HTMLElement, ...children: readonly Child[]): HTMLElement {
  tools.classList.add("tools");
  return el("section", { class: "stack view", "aria-label": label }, tools, ...children);
}

export function row(...children: readonly Child[]): HTMLElement {
  return div("row", ...children);
}

/** Creates a form of one line. */
export function form(onsubmit: (event: Event) => void, ...children: readonly Child[]): HTMLElement {
  return el("form", { class: "row", onsubmit }, ...children);
}

/** Creates a list of names and values. */
export function pairs(members: Readonly<Record<string, Child>>): HTMLElement {
  const lines = Object.entries(members).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value ?? "null")]);
  return el("dl", {}, ...lines);
}

export function list(label: string, ...rows: readonly HTMLElement[]): HTMLElement {
  return el("ul", { class: "card", "aria-label": label }, ...rows);
}

export function item(...children: readonly Child[]): HTMLElement {
  return el("li", { class: "row item" }, ...children);
}

export function name(text: Child, below?: Child): HTMLElement {
  return div("lines name", el("strong", {}, text), below !== undefined && span("soft", below));
}

export function facts(...words: readonly string[]): HTMLElement {
  return el("p", { class: "soft facts" }, words.join(" · "));
}

export function fill(place: HTMLElement, rows: readonly HTMLElement[], title: string, hint = ""): void {
  place.replaceChildren(...rows);
  if (rows.length === 0) place.append(el("li", {}, emptyState(title, hint)));
}
