import { assertEquals, assertNotEquals } from "@std/assert";
import type { FaultName } from "@tonearm/sandbox";
import { type Served, serveSandbox } from "../../support/sandbox/requests.ts";

type Resource = Readonly<Record<string, unknown>>;

/** Returns the replies at a path without and with a fault. */
async function beforeAndAfter<T>(served: Served, name: FaultName, path: string): Promise<[T, T]> {
  const before = await served.getJson<T>(path);
  served.sandbox.faults.add(name);
  return [before, await served.getJson<T>(path)];
}

const BATCH =
  "/tracks?urns=soundcloud:tracks:1001,soundcloud:tracks:1003,soundcloud:tracks:1004&access=playable,preview,blocked";

/** What faults make of a list. */
const CHANGES: readonly (readonly [FaultName, path: string, change: (items: readonly Resource[]) => unknown])[] = [
  ["duration_zero", "/users/1/tracks", (tracks) => tracks.map((track) => ({ ...track, duration: 0 }))],
  ["track_count_zero", "/users/1/playlists", (lists) => lists.map((list) => ({ ...list, track_count: 0 }))],
  ["batch_drops_one", BATCH, (tracks) => tracks.slice(0, -1)],
  ["batch_under_10_empty", BATCH, () => []],
];

for (const [name, path, change] of CHANGES) {
  Deno.test(`${name} changes the reply to ${path.slice(0, 30)}, and nothing else in it`, async () => {
    await using served = await serveSandbox();
    const [before, after] = await beforeAndAfter<readonly Resource[]>(served, name, path);
    assertNotEquals(after, before);
    assertEquals<unknown>(after, change(before));
  });
}
