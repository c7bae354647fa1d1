// The page of the dashboard without a browser; import it before the dashboard's client. The client's `fetch` calls the
// namespace `mine` of an in-process sandbox.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { assert, assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { Window } from "happy-dom";
import { outline } from "./outline.ts";

/** Golden outlines of the dashboard, which looked right in a browser; `TONEARM_GOLDEN=write` writes them. */
const OUTLINES = new URL("outlines/", import.meta.url);
const PREFIX = "https://api.sandbox.test/~mine";

const window = new Window({ url: "https://api.sandbox.test/~mine/_sandbox/" });
// A timer ends its loading.
Deno.test.beforeAll(() => window.happyDOM.waitUntilComplete());

/** An observer for which every element is visible unless {@linkcode visibility} is closed. */
class TestObserver {
  readonly #callback: (entries: readonly { target: Element; isIntersecting: boolean }[]) => void;
  #observed = new Set<Element>();

  constructor(callback: (entries: readonly { target: Element; isIntersecting: boolean }[]) => void) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    this.#observed.add(target);
    queueMicrotask(() => {
      if (this.#observed.has(target)) this.#callback([{ target, isIntersecting: visibility.isOpen }]);
    });
  }

  unobserve(target: Element): void {
    this.#observed.delete(target);
  }

  disconnect(): void {
    this.#observed.clear();
  }
}

/** The document. */
export const page: Document = window.document as unknown as Document;
/** The audio elements that were created. */
export const audioElements: HTMLAudioElement[] = [];
/** The texts copied to the clipboard. */
export const copied: string[] = [];
/** The visited URLs. */
export const visited: string[] = [];
/** Whether elements are visible. */
export const visibility: { isOpen: boolean } = { isOpen: true };
/** The pending requests. */
const pending = new Set<Promise<unknown>>();
let sandbox: Sandbox | undefined;

/** Defines a test with a sandbox whose clock stands still. The page's timers run until the file ends. */
export function onPage(name: string, test: (sandbox: Sandbox) => Promise<void>): Deno.TestDefinition {
  return {
    name,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      using still = createSandbox({ clock: "2026-10-01T12:00:00Z" });
      sandbox = still;
      await control("clock", { freeze: true, set: "2026-10-01T12:00:00Z" });
      await test(still);
      await window.happyDOM.waitUntilComplete();
    },
  };
}

/** Returns the outlines in a file, by their names. */
function outlinesIn(text: string): Map<string, string> {
  return new Map(text.split(/^== /m).slice(1).map((part) => part.split(/\n(.*)/s) as [string, string]));
}

/**
 * Compares an element with its golden outline, without values that depend on the machine's speed.
 *
 * @param name The page, which has a file, and after a comma the state of it.
 */
export async function assertOutline(element: Element, name: string): Promise<void> {
  const [page = "", state = page] = name.split(/, (.*)/s);
  const file = new URL(`${page}.txt`, OUTLINES);
  const text = outline(element).replaceAll(/[\d.]+ ms/g, "N ms");
  const outlines = outlinesIn(await Deno.readTextFile(file).catch(() => ""));
  if (Deno.env.get("TONEARM_GOLDEN") === "write") {
    outlines.set(state, text);
    await Deno.writeTextFile(file, [...outlines].map(([name, each]) => `== ${name}\n${each}`).join(""));
  }
  assertEquals(text, outlines.get(state), name);
}

/** Sends a request to the control plane and asserts success. */
export async function control<T = unknown>(
  path: string,
  body?: unknown,
  method: string = body ? "POST" : "GET",
): Promise<T> {
  const reply = await fetch(path, { method, body: body === undefined ? null : JSON.stringify(body) });
  const value = await reply.json();
  assert(reply.ok, `${method} ${path}: ${JSON.stringify(value)}`);
  return value;
}

/** Sends a request to the namespace, as its first user. */
export async function callApi(one: Sandbox, request: string, init: RequestInit = {}): Promise<Response> {
  const [method = "GET", path = ""] = request.split(" ");
  const issued = await one.fetch(`${PREFIX}/_sandbox/tokens`, { method: "POST", body: "{}" });
  const headers = { ...init.headers, authorization: `OAuth ${(await issued.json()).access_token}` };
  return await one.fetch(PREFIX + path, { redirect: "manual", ...init, method, headers });
}

/** Dispatches an event at an element. */
export function fire(target: EventTarget, name: string, more: object = {}): void {
  target.dispatchEvent(Object.assign(new window.Event(name, { cancelable: true }) as unknown as Event, more));
}

/** Shows a part of the dashboard instead of what was shown. */
export function show(element: HTMLElement): HTMLElement {
  page.querySelector("main")!.replaceChildren(element);
  return element;
}

/** Waits until pending work has finished, except for requests that wait for others. */
export async function settle(): Promise<void> {
  do {
    await Promise.all(pending);
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve));
  } while (pending.size > 0);
}

/** Finds an element by its text or `aria-label`. */
export function find<Tag extends keyof HTMLElementTagNameMap>(
  element: Element,
  tag: Tag,
  label: string,
): HTMLElementTagNameMap[Tag] {
  const found = [...element.querySelectorAll(tag)].find((one) =>
    (one.getAttribute("aria-label") ?? one.textContent) === label
  );
  assert(found, `no ${tag} "${label}" in\n${outline(element)}`);
  return found;
}

/** Finds an input by its label. */
export function input(element: Element, label: string): HTMLInputElement {
  const found = [...element.querySelectorAll("label")].find((one) => one.children[0]?.textContent === label);
  assert(found, `no field "${label}"`);
  return found.children[1] as HTMLInputElement;
}

/** Presses a button and waits for the effects. */
export async function press(element: Element, label: string): Promise<void> {
  find(element, "button", label).click();
  await settle();
}

/** Fills a field and waits for the effects. */
export async function fill(element: Element, label: string, value: string): Promise<void> {
  const field = input(element, label);
  field.value = value;
  for (const name of ["input", "change"]) fire(field, name);
  await settle();
}

/** Returns the two messages of the page. */
export function messages(): { notice: string | undefined; problem: string | undefined } {
  return {
    notice: page.getElementById("notice")?.textContent,
    problem: page.getElementById("problem")?.textContent,
  };
}

const location = { pathname: "/~mine/_sandbox/", hash: "", origin: "https://api.sandbox.test" };
/** The URL of the page. */
export const address: { pathname: string; hash: string } = location;

function install(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

for (const id of ["nav", "clock", "connection", "notice", "problem"]) {
  const place = page.createElement("p");
  place.setAttribute("id", id);
  page.body.append(place);
}
page.body.append(page.createElement("main"));
install("document", page);
install("HTMLElement", window.HTMLElement);
install("IntersectionObserver", TestObserver);
install("Audio", function () {
  const audio = page.createElement("audio");
  audioElements.push(audio);
  return audio;
});
install("location", Object.assign(location, { assign: (to: string) => void visited.push(to) }));
install("navigator", { clipboard: { writeText: async (text: string) => void copied.push(await text) } });
install("CSS", { escape: (text: string) => text });
install("fetch", (path: string, init?: RequestInit) => {
  assert(sandbox, "a sandbox is used");
  const reply = sandbox.fetch(new URL(path, location.origin + location.pathname), init);
  const answered = reply.catch(() => {}).finally(() => pending.delete(answered));
  if (!path.includes("wait=")) pending.add(answered);
  return reply;
});
