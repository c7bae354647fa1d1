import { assert, assertEquals, assertNotEquals, assertObjectMatch } from "@std/assert";
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

Deno.test("batch_under_10_empty finds everything for 10 ids or more", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add("batch_under_10_empty");
  const many = Array.from({ length: 10 }, (_, i) => `soundcloud:tracks:${i + 1001}`).join();
  assert((await served.getJson<Resource[]>(`/tracks?urns=${many}&limit=50`)).length > 0);
});

Deno.test("zero_counts sets only the follower counts to 0", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Resource>(served, "zero_counts", "/users/1");
  assert(Number(before.followers_count) > 0);
  assertEquals(after, { ...before, followers_count: 0, followings_count: 0 });
});

Deno.test("empty_string_urls replaces missing URLs by empty strings", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Resource>(served, "empty_string_urls", "/tracks/1001");
  const missing = Object.keys(before).filter((field) => field.endsWith("_url") && before[field] === null);
  assert(missing.length > 0);
  assertEquals(missing.map((field) => after[field]), missing.map(() => ""));
});

Deno.test("extra_fields adds top-level and nested fields", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Resource>(served, "extra_fields", "/tracks/1001");
  const added = Object.keys(after).filter((field) => !(field in before));
  assertEquals(added, ["experimental", "policy_hints"]);
  assert("experimental" in (after.user as Resource));
});

Deno.test("missing_fields removes fields, but keeps the ids", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Resource>(served, "missing_fields", "/tracks/1001");
  const lost = Object.keys(before).filter((field) => !(field in after));
  assert(lost.includes("genre") && lost.includes("permalink_url"));
  assertObjectMatch(after, { urn: before.urn, kind: before.kind, title: before.title });
});

Deno.test("stale_lists keeps a list as it was first read", async () => {
  await using served = await serveSandbox();
  const other = { authorization: `OAuth ${served.sandbox.issueTokens(2).access_token}` };
  const followed = "/users/3/followers";
  await (await served.call("/me/followings/3", { method: "DELETE", headers: other })).body?.cancel();
  served.sandbox.faults.add("stale_lists");
  const before = await served.getJson<Resource>(followed);
  await (await served.call("/me/followings/3", { method: "PUT", headers: other })).body?.cancel();
  assertEquals(await served.getJson<Resource>(followed), before);
  served.sandbox.faults.clear();
  assertNotEquals(await served.getJson<Resource>(followed), before);
});

for (
  const [name, onSuccess, onError] of [["cors_missing", null, null], ["cors_missing_on_error", "*", null]] as const
) {
  Deno.test(`${name} hides ${onSuccess === null ? "every answer" : "errors"} from browsers`, async () => {
    await using served = await serveSandbox();
    served.sandbox.faults.add(name);
    const allowed = async (path: string) => {
      const reply = await served.call(path, { headers: { origin: "https://app.example" } });
      await reply.body?.cancel();
      return reply.headers.get("access-control-allow-origin");
    };
    assertEquals([await allowed("/me"), await allowed("/tracks/999999")], [onSuccess, onError]);
    served.sandbox.faults.clear();
    assertEquals([await allowed("/me"), await allowed("/tracks/999999")], ["*", "*"]);
  });
}
