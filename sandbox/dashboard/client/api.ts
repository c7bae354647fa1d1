/// <reference lib="dom" />
import { el } from "./dom.ts";

/** Set where a page has the sandbox in itself: the sandbox's `fetch`, and the host that commands name instead. */
const scope = globalThis as { readonly sandboxFetch?: typeof fetch; readonly sandboxOrigin?: string };

export const IS_SERVED: boolean = scope.sandboxFetch === undefined;

export const PREFIX: string = IS_SERVED
  ? location.pathname.replace(/\/_sandbox\/?$/, "")
  : /^\?(\/~[\w.\-]+)$/.exec(location.search)?.[1] ?? "";

/** The host in commands, which don't reach a sandbox in a page. */
export const ORIGIN: string = scope.sandboxOrigin ?? location.origin;

export const ROOT: string = PREFIX.replace(/\/~[^/]*$/, "");

/** @param path Relative to this world's control plane, or absolute for that of another world. */
export async function send(path: string, init?: RequestInit): Promise<Response> {
  if (IS_SERVED) return await fetch(path, init);
  return await scope.sandboxFetch!(path.startsWith("/") ? path : `${PREFIX}/_sandbox/${path}`, init);
}

/** Returns a URL from which an element can load a file of the sandbox. */
export async function addressOf(path: string): Promise<string> {
  return IS_SERVED ? path : URL.createObjectURL(await (await send(path)).blob());
}

export async function download(path: string, name: string): Promise<void> {
  el("a", { href: await addressOf(path), download: name }).click();
}

/** Sends a request to the control plane; an error has the message of the response. */
export async function api<T>(path: string, method = "GET", body?: unknown, signal?: AbortSignal): Promise<T> {
  const reply = await send(path, {
    method,
    signal: signal ?? null,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const value = await reply.json();
  if (!reply.ok) throw new Error(value.error ?? `The sandbox responded with ${reply.status}`);
  return value;
}

let leaving: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, isBad = false): void {
  const place = document.getElementById(isBad ? "problem" : "notice");
  for (const id of ["problem", "notice"]) document.getElementById(id)?.replaceChildren();
  place?.replaceChildren(el("span", {}, text));
  clearTimeout(leaving);
  leaving = setTimeout(() => place?.replaceChildren(), isBad ? 12_000 : 4_000);
}

export function attempt(work: (event: Event) => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    Promise.resolve().then(() => work(event)).catch((error) => {
      say(error instanceof Error ? error.message : String(error), true);
    });
  };
}

/** Returns a listener that removes something, says so and shows the view anew. */
export function removing(view: View, path: string, told?: string): (event: Event) => void {
  return attempt(async () => {
    await api(path, "DELETE");
    if (told !== undefined) say(told);
    await view.refresh();
  });
}

export async function copy(text: string, what: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  say(`Copied ${what}`);
}

export interface View {
  readonly element: HTMLElement;
  refresh(): Promise<void>;
}
