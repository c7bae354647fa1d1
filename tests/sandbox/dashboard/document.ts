// A minimal document for the dashboard's client: elements, attributes, listeners, focus. It draws nothing; `outline()`
// returns the elements as text.

/** The names in an element's `class`. */
class ClassNames {
  readonly #element: TestElement;

  constructor(element: TestElement) {
    this.#element = element;
  }

  contains(name: string): boolean {
    return this.#names().includes(name);
  }

  add(name: string): void {
    this.#set([...this.#names().filter((other) => other !== name), name]);
  }

  remove(name: string): void {
    this.#set(this.#names().filter((other) => other !== name));
  }

  toggle(name: string, isOn: boolean = !this.contains(name)): void {
    if (isOn) this.add(name);
    else this.remove(name);
  }

  #names(): string[] {
    return (this.#element.getAttribute("class") ?? "").split(" ").filter((name) => name !== "");
  }

  #set(names: readonly string[]): void {
    if (names.length > 0) this.#element.setAttribute("class", names.join(" "));
    else this.#element.removeAttribute("class");
  }
}

/** Custom properties, shown as attributes. */
class Style {
  readonly #element: TestElement;

  constructor(element: TestElement) {
    this.#element = element;
  }

  setProperty(name: string, value: string): void {
    this.#element.setAttribute(name, value);
  }
}

/** The interfaces of HTML and SVG elements in one class. */
export class TestElement extends EventTarget {
  readonly tag: string;
  readonly attributes: Map<string, string> = new Map();
  readonly style: Style = new Style(this);
  readonly document: TestDocument;
  childNodes: (TestElement | string)[] = [];
  parentElement: TestElement | undefined;
  open = false;
  #value: string | undefined;
  #hasClickListener = false;

  constructor(tag: string, document: TestDocument) {
    super();
    this.tag = tag;
    this.document = document;
  }

  /** The value of the element; a select starts with the value of its first option. */
  get value(): string {
    return this.#value ?? (this.tag === "select" ? optionValue(this.children[0]) : "");
  }

  set value(value: string) {
    this.#value = value;
  }

  get children(): TestElement[] {
    return this.childNodes.filter((child) => child instanceof TestElement);
  }

  get lastElementChild(): TestElement | undefined {
    return this.children.at(-1);
  }

  get textContent(): string {
    return this.childNodes.map((child) => typeof child === "string" ? child : child.textContent).join("");
  }

  set textContent(text: string) {
    this.replaceChildren(text);
  }

  get hidden(): boolean {
    return this.attributes.has("hidden");
  }

  set hidden(isHidden: boolean) {
    this.#mark("hidden", isHidden);
  }

  get disabled(): boolean {
    return this.attributes.has("disabled");
  }

  set disabled(isDisabled: boolean) {
    this.#mark("disabled", isDisabled);
  }

  get classList(): ClassNames {
    return new ClassNames(this);
  }

  getAttribute(name: string): string | null {
    return this.attributes.get(name) ?? null;
  }

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
    if (name === "value") this.value = value;
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  append(...children: (TestElement | string)[]): void {
    this.childNodes.push(...this.#adopt(children));
  }

  prepend(...children: (TestElement | string)[]): void {
    this.childNodes.unshift(...this.#adopt(children));
  }

  replaceChildren(...children: (TestElement | string)[]): void {
    for (const child of this.children) child.remove();
    this.childNodes = this.#adopt(children);
  }

  remove(): void {
    const { parentElement } = this;
    if (parentElement) parentElement.childNodes = parentElement.childNodes.filter((child) => child !== this);
    if (this.contains(this.document.activeElement)) this.document.activeElement = this.document.body;
    this.parentElement = undefined;
  }

  contains(other: TestElement): boolean {
    return other === this || this.children.some((child) => child.contains(other));
  }

  focus(): void {
    this.document.activeElement = this;
  }

  /** Clicks the element: a button without a listener submits its form. */
  click(): void {
    if (this.disabled) return;
    this.dispatchEvent(new Event("click", { cancelable: true }));
    if (this.tag === "button" && !this.#hasClickListener) {
      this.#form()?.dispatchEvent(new Event("submit", { cancelable: true }));
    }
  }

  override addEventListener(name: string, listener: EventListenerOrEventListenerObject | null): void {
    this.#hasClickListener ||= name === "click";
    super.addEventListener(name, listener);
  }

  scrollIntoView(): void {}

  showModal(): void {
    this.open = true;
  }

  close(): void {
    this.open = false;
  }

  /** Supports lists of tags, `.class`, `[attribute]` and `[attribute="value"]`, each as the last part of a selector. */
  matches(selector: string): boolean {
    return selector.split(",").some((one) => {
      const last = one.trim().split(/ (?=[^"]*$|\[)/).at(-1) ?? "";
      const [, tag, className, name, value] = /^([a-z]\w*)?(?:\.([\w-]+))?(?:\[([\w-]+)(?:="(.*)")?\])?$/.exec(last) ??
        [];
      return (tag === undefined || tag === this.tag) &&
        (className === undefined || this.classList.contains(className)) &&
        (name === undefined || (value === undefined ? this.attributes.has(name) : this.getAttribute(name) === value));
    });
  }

  querySelectorAll(selector: string): TestElement[] {
    return this.children.flatMap((child) => [
      ...child.matches(selector) ? [child] : [],
      ...child.querySelectorAll(selector),
    ]);
  }

  querySelector(selector: string): TestElement | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  #mark(name: string, isOn: boolean): void {
    if (isOn) this.attributes.set(name, "");
    else this.attributes.delete(name);
  }

  #form(): TestElement | undefined {
    if (this.tag === "form" || !this.parentElement) return this.tag === "form" ? this : undefined;
    return this.parentElement.#form();
  }

  #adopt(children: readonly (TestElement | string)[]): (TestElement | string)[] {
    for (const child of children) {
      if (typeof child === "string") continue;
      child.remove();
      child.parentElement = this;
    }
    return [...children];
  }
}

/** The document, with its elements by id. */
export class TestDocument {
  readonly body: TestElement = new TestElement("body", this);
  activeElement: TestElement = this.body;
  title = "";

  createElement(tag: string): TestElement {
    return new TestElement(tag, this);
  }

  createElementNS(_namespace: string, tag: string): TestElement {
    return new TestElement(tag, this);
  }

  getElementById(id: string): TestElement | null {
    return this.body.querySelector(`[id="${id}"]`);
  }

  querySelector(selector: string): TestElement | null {
    return this.body.querySelector(selector);
  }
}

/** Returns the value of an option: its attribute, or else its text. */
function optionValue(option: TestElement | undefined): string {
  return option?.getAttribute("value") ?? option?.textContent ?? "";
}

/**
 * Returns the content of an element: one line per element, with its attributes and, if it has no children, its text. It
 * omits the content of hidden elements, shortens drawings to a checksum, formatted text to its start, and long lists to
 * their first items.
 */
export function outline(node: TestElement | string, depth = 0): string {
  const indent = "  ".repeat(depth);
  if (typeof node === "string") return `${indent}${JSON.stringify(node)}\n`;
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}${value && `=${JSON.stringify(value)}`}`);
  const start = `${indent}${node.tag}${attributes.join("")}`;
  const children = node.hidden ? [] : node.childNodes.filter((child) => child !== "");
  const [only] = children;
  if (node.tag === "pre") return `${start} ${JSON.stringify(node.textContent.slice(0, 400))}\n`;
  if (node.tag === "svg") {
    return `${indent}svg ${[...node.attributes].map(short).join("").trim()} ${children.map(drawn).join(" ")}\n`;
  }
  if (children.length === 1 && typeof only === "string") return `${start} ${JSON.stringify(only)}\n`;
  const isLong = node.tag === "ul" && children.length > MOST_ITEMS;
  const shown = (isLong ? children.slice(0, ITEMS) : children).map((child) => outline(child, depth + 1)).join("");
  return `${start}\n${shown}${isLong ? `${indent}  … ${children.length - ITEMS} more\n` : ""}`;
}

/** Lists with more items are shortened to the first ones. */
const MOST_ITEMS = 7;
const ITEMS = 3;
const USUAL = ["viewBox", "aria-hidden", "focusable"];

function short([name, value]: readonly [string, string]): string {
  return USUAL.includes(name) ? "" : value;
}

/** Returns the path of a drawing by its start, its length and a checksum. */
function drawn(child: TestElement | string): string {
  const value = typeof child === "string" ? child : child.getAttribute("d") ?? "";
  const sum = [...value].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 999_983, 0);
  return `${value.slice(0, 8)}…${value.length}/${sum}`;
}
