import { eventsOf, type Progress } from "../../../src/watch/events.ts";
import { ListReader } from "../../../src/watch/list.ts";
import type { Places } from "../../../src/watch/place.ts";
import { sourceOf } from "../../../src/watch/sources.ts";
import type { WatchSource } from "../../../src/types/watch.ts";

/** A service that replies with a list, or with a status, by path; a negative status comes without a body. */
export type Lists = Readonly<Record<string, readonly object[] | number>>;

/** Begins a watch of lists, and records the requests of its polls. */
export function watched(source: WatchSource, lists: Lists, places: Places): { progress: Progress; requests: string[] } {
  const requests: string[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    const { pathname } = new URL(String(input));
    requests.push(pathname);
    const found = lists[pathname] ?? [];
    const reply = typeof found === "number"
      ? new Response(found < 0 ? null : JSON.stringify({ code: found }), { status: Math.abs(found) })
      : Response.json({ collection: found, next_href: null });
    return Promise.resolve(reply);
  };
  const reader = new ListReader("token", { fetch, maxRetries: 0 });
  return { progress: { reader, source: sourceOf(source), places }, requests };
}

/** Polls once. */
export async function poll(progress: Progress): Promise<string[]> {
  const events = await Array.fromAsync(eventsOf(progress));
  return events.map(({ id }) => id);
}
