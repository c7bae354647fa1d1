import { assert, assertEquals, assertNotEquals, assertObjectMatch } from "@std/assert";
import type { FaultName } from "@tonearm/sandbox";
import { type Served, serveSandbox } from "../../support/served.ts";

interface Resource {
  readonly kind: string;
  readonly urn: string;
  readonly [field: string]: unknown;
}

interface Page {
  readonly collection: Resource[];
  readonly next_href?: string;
}

/** Returns the replies at a path without and with a fault. */
async function beforeAndAfter<T>(served: Served, name: FaultName, path: string): Promise<[T, T]> {
  const before = await served.getJson<T>(path);
  served.sandbox.faults.add(name);
  return [before, await served.getJson<T>(path)];
}

/** Returns path and query of a page's next link. */
function nextOf({ next_href = "" }: Page): string {
  const { pathname, search } = new URL(next_href);
  return pathname + search;
}

function urnsOf({ collection }: Page): string[] {
  return collection.map(({ urn }) => urn);
}

Deno.test("zero_counts sets only the follower counts to 0", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Resource>(served, "zero_counts", "/users/1");
  assert(Number(before.followers_count) > 0);
  assertEquals(after, { ...before, followers_count: 0, followings_count: 0 });
});

Deno.test("duration_zero sets every track's duration to 0", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Resource[]>(served, "duration_zero", "/users/1/tracks");
  assert(before.length > 0 && before.every(({ duration }) => Number(duration) > 0));
  assertEquals(after, before.map((track) => ({ ...track, duration: 0 })));
});

Deno.test("track_count_zero sets the track_count of playlists to 0, but keeps their tracks", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Resource[]>(served, "track_count_zero", "/users/1/playlists");
  assert(before.some(({ track_count }) => Number(track_count) > 0));
  assertEquals(after, before.map((playlist) => ({ ...playlist, track_count: 0 })));
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

Deno.test("cross_user_cache returns another user's tracks", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add("cross_user_cache");
  const me = await served.getJson<Resource>("/me");
  const tracks = await served.getJson<Resource[]>("/me/tracks");
  assert(tracks.length > 0);
  assert(tracks.every(({ user }) => (user as Resource).urn !== me.urn));
});

Deno.test("stale_search_cache repeats the last search for a minute of the sandbox's clock", async () => {
  await using served = await serveSandbox();
  const fresh = await served.getJson<Resource[]>("/users?q=b");
  served.sandbox.faults.add("stale_search_cache");
  const first = await served.getJson<Resource[]>("/users?q=a");
  assertNotEquals(first, fresh);
  assertEquals(await served.getJson<Resource[]>("/users?q=b"), first);
  served.sandbox.clock.advance(61_000);
  assertEquals(await served.getJson<Resource[]>("/users?q=b"), fresh);
});

Deno.test("cache_ignores_created_at finds tracks of any date", async () => {
  await using served = await serveSandbox();
  const path = "/tracks?q=a&created_at[to]=1999-12-31%2000:00:00";
  const [before, after] = await beforeAndAfter<Resource[]>(served, "cache_ignores_created_at", path);
  assertEquals(before, []);
  assert(after.length > 0);
});

Deno.test("stale_lists keeps a list as it was first read", async () => {
  await using served = await serveSandbox();
  const other = { authorization: `OAuth ${served.sandbox.issueTokens(2).access_token}` };
  const followed = "/users/3/followers";
  await (await served.call("/me/followings/3", { method: "DELETE", headers: other })).body?.cancel();
  served.sandbox.faults.add("stale_lists");
  const before = await served.getJson<Page>(followed);
  await (await served.call("/me/followings/3", { method: "PUT", headers: other })).body?.cancel();
  assertEquals(await served.getJson<Page>(followed), before);
  served.sandbox.faults.clear();
  assert(urnsOf(await served.getJson<Page>(followed)).includes("soundcloud:users:2"));
});

const LIST = "/users/1/tracks?linked_partitioning=true&limit=2&access=playable,blocked";

Deno.test("cursor_loop links every page to itself", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Page>(served, "cursor_loop", LIST);
  assertNotEquals(nextOf(before), LIST);
  assertEquals(nextOf(after), LIST);
});

Deno.test("next_href_internal_host links to an unreachable host", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Page>(served, "next_href_internal_host", LIST);
  assertEquals(after.next_href, `https://http.api.prod.api-public.srv.db.s-cloud.net${nextOf(before)}`);
});

Deno.test("next_href_drops_params drops access, and keeps the cursor", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Page>(served, "next_href_drops_params", LIST);
  const [full, left] = [before, after].map((page) => new URL(page.next_href ?? "").searchParams);
  assert(full?.has("access") && !left?.has("access"));
  assertEquals(left?.get("cursor"), full?.get("cursor"));
});

Deno.test("activities_bad_cursor links to an invalid cursor", async () => {
  await using served = await serveSandbox();
  served.sandbox.faults.add("activities_bad_cursor");
  const page = await served.getJson<Page>("/me/feed?limit=2");
  assertEquals(new URL(page.next_href ?? "").searchParams.get("cursor"), "10");
  const refused = await served.call(nextOf(page));
  assertEquals(refused.status, 400);
  assertEquals((await refused.json()).message, "Cursor is not a valid UUID");
});

Deno.test("page_shift repeats the last item of a page on the next page", async () => {
  await using served = await serveSandbox();
  const path = "/users/1/tracks?linked_partitioning=true&limit=2";
  const [first, second] = await beforeAndAfter<Page>(served, "page_shift", path);
  assertEquals(first, second, "the first page is as it was");
  const next = await served.getJson<Page>(nextOf(second));
  assertEquals(urnsOf(next)[0], urnsOf(first)[1]);
});

const BATCH =
  "/tracks?urns=soundcloud:tracks:1001,soundcloud:tracks:1003,soundcloud:tracks:1004&access=playable,preview,blocked";

Deno.test("batch_drops_one drops one track of a lookup", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Resource[]>(served, "batch_drops_one", BATCH);
  assert(before.length > 1);
  assertEquals(after, before.slice(0, -1));
});

Deno.test("batch_under_10_empty finds nothing for fewer than 10 ids, and everything for more", async () => {
  await using served = await serveSandbox();
  const [before, after] = await beforeAndAfter<Resource[]>(served, "batch_under_10_empty", BATCH);
  assert(before.length > 1);
  assertEquals(after, []);
  const many = Array.from({ length: 12 }, (_, i) => `soundcloud:tracks:${i + 1001}`).join();
  assert((await served.getJson<Resource[]>(`/tracks?urns=${many}&limit=50`)).length > 0);
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
