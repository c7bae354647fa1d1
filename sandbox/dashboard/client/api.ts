/// <reference lib="dom" />
import { el } from "./dom.ts";

/** The prefix of the sandbox's URLs: empty, or that of a namespace. */
export const PREFIX: string = location.pathname.replace(/\/_sandbox\/?$/, "");

/**
 * Sends a request to the control plane.
 *
 * @throws {Error} With the message of the reply.
 */
export async function api<T>(path: string, method = "GET", body?: unknown, signal?: AbortSignal): Promise<T> {
  const reply = await fetch(path, {
    method,
    signal: signal ?? null,
    body: body === undefined ? null : JSON.stringify(body),
  });
  const value = await reply.json();
  if (!reply.ok) throw new Error(value.error ?? `The sandbox answered ${reply.status}`);
  return value;
}

let leaving: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for a few seconds, also to screen readers. */
export function say(text: string, isBad = false): void {
  const place = document.getElementById(isBad ? "problem" : "notice");
  for (const id of ["problem", "notice"]) document.getElementById(id)?.replaceChildren();
  place?.replaceChildren(el("span", {}, text));
  clearTimeout(leaving);
  leaving = setTimeout(() => place?.replaceChildren(), isBad ? 12_000 : 4_000);
}

/** Returns an event listener that shows the error of a function. */
export function attempt(work: (event: Event) => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    Promise.resolve().then(() => work(event)).catch((error) => {
      say(error instanceof Error ? error.message : String(error), true);
    });
  };
}

/** Copies a text to the clipboard. */
export async function copy(text: string, what: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  say(`Copied ${what}`);
}

/** A page of the dashboard. */
export interface View {
  readonly element: HTMLElement;
  /** Shows the current state. */
  refresh(): Promise<void>;
}
