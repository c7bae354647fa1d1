import { assertEquals, assertRejects } from "@std/assert";
import type { ServiceClient } from "@tonearm/client";
import { moveTrack } from "../../../cli/calls/move_track.ts";
import { Failure } from "../../../cli/errors.ts";

Deno.test("moveTrack() counts from 1, where the library counts from 0, in its error too", async () => {
  const sent: unknown[] = [];
  const client = (move: () => Promise<unknown>) =>
    ({ playlists: { moveTrack: (...given: unknown[]) => (sent.push(given), move()) } }) as unknown as ServiceClient;
  await moveTrack(client(() => Promise.resolve({})), "p", "t", 3, undefined);
  assertEquals(sent, [["p", "t", 2, undefined]]);
  const failing = (error: Error) => moveTrack(client(() => Promise.reject(error)), "p", "t", 9, undefined);
  await assertRejects(() => failing(new RangeError("must be from 0 to 4")), Failure, "from 1 to 5, but got 9");
  await assertRejects(() => failing(new TypeError("from 0 to 4")), TypeError, "from 0 to 4");
});
