import { assert, assertEquals } from "@std/assert";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { caller, sandboxApi } from "../../support/api.ts";

/** Without it, lists omit blocked tracks, so pages are shorter than requested. */
const ALL = "access=playable,preview,blocked";
/** A list with cursors, and lists with offsets. */
const LISTS = ["/users/1/followers?a=1", `/playlists/102/tracks?${ALL}`, `/tracks?q=window&${ALL}`] as const;

async function page(sandbox: Sandbox, path: string, query: string) {
  const { status, items, body } = await caller(sandbox).get(`${path}&${query}`);
  return { status, ids: items?.map(({ id }) => id) ?? [], next: body.next_href };
}

/** Returns all ids of a list, read in one page. */
async function whole(sandbox: Sandbox, path: string): Promise<number[]> {
  const { ids, next } = await page(sandbox, path, "limit=200&linked_partitioning=true");
  assertEquals(next, undefined, `${path} has more than a page`);
  assert(ids.length > 2, `${path} is too short to tell anything`);
  return ids;
}

for (const path of LISTS) {
  Deno.test(`sandbox pages: only a page before the last one has a next_href: ${path}`, async () => {
    using sandbox = createSandbox();
    const all = await whole(sandbox, path);
    const exact = await page(sandbox, path, `limit=${all.length}&linked_partitioning=true`);
    assertEquals({ ids: exact.ids, next: exact.next }, { ids: all, next: undefined });
    const short = await page(sandbox, path, `limit=${all.length - 1}&linked_partitioning=true`);
    assertEquals(short.ids, all.slice(0, -1));
    const rest = await caller(sandbox).get(String(short.next));
    assertEquals(rest.items.map(({ id }) => id), all.slice(-1));
    assertEquals(rest.body.next_href, undefined);
    const { next } = await page(sandbox, path, "page_size=2&linked_partitioning=true");
    const { searchParams: sent } = new URL(String(next));
    const [limit, size] = [sent.get("limit"), sent.get("page_size")];
    assertEquals([limit ?? size, limit === null || size === null], ["2", true], "one of both names");
  });

  Deno.test(`sandbox pages: an offset skips items, and returns none beyond the end: ${path}`, async () => {
    using sandbox = createSandbox();
    const all = await whole(sandbox, path);
    assertEquals((await page(sandbox, path, "offset=2&limit=200&linked_partitioning=true")).ids, all.slice(2));
    const beyond = await page(sandbox, path, `offset=${all.length}&linked_partitioning=true`);
    assertEquals(beyond.status, 200);
    assertEquals(beyond.ids, []);
    assertEquals(beyond.next, undefined);
  });

  Deno.test(`sandbox pages: invalid limits and offsets are a 400: ${path}`, async () => {
    using sandbox = createSandbox();
    const refused = "limit=0 limit=-1 limit=ten limit=1e2 limit=1.5 page_size=0 offset=-1 offset=x";
    for (const query of refused.split(" ")) {
      assertEquals((await page(sandbox, path, query)).status, 400, query);
    }
    assertEquals((await page(sandbox, path, "limit=&offset=")).status, 200);
  });
}

Deno.test("sandbox pages: a page has 50 items by default and 200 at most; a strict sandbox answers 400 to more", async () => {
  for (const strict of [false, true]) {
    using api = sandboxApi({ strict });
    const [track] = (await api.get(`/tracks?q=window&limit=1&${ALL}`)).items;
    const tracks = Array.from({ length: 230 }, () => ({ urn: track?.urn }));
    const { body } = await api.post("/playlists", { playlist: { title: "Long", tracks } });
    const size = async (query: string) => {
      const { status, ids } = await page(api.sandbox, `/playlists/${body.urn}/tracks?${ALL}`, query);
      return status === 200 ? ids.length : status;
    };
    assertEquals([await size("offset=0"), await size("limit=200")], [50, 200]);
    const most = strict ? 400 : 200;
    assertEquals([await size("limit=201"), await size("page_size=99999")], [most, most]);
  }
});

Deno.test("sandbox pages: an unknown cursor is a 400 on every kind of list with cursors", async () => {
  using sandbox = createSandbox();
  const lists = ["/users/1/followers?", "/tracks/1001/comments?", "/users/1/tracks?", "/users/1/likes/tracks?"];
  for (const path of lists) {
    for (const cursor of ["x", "-1", "1.5", "99999999999999999999", "2018-02-27T14:37:10.000Z,tracks,", "%00"]) {
      assertEquals((await page(sandbox, path, `cursor=${cursor}`)).status, 400, `${path} ${cursor}`);
    }
  }
});

Deno.test("sandbox pages: a list is an object with linked_partitioning, and a bare array without", async () => {
  using sandbox = createSandbox();
  const body = async (query: string) => JSON.parse((await caller(sandbox).get(`/users/1/tracks${query}`)).text);
  assert(Array.isArray(await body("")) && Array.isArray(await body("?linked_partitioning=false")));
  for (const yes of ["true", "1", "TRUE"]) {
    assert(Array.isArray((await body(`?linked_partitioning=${yes}`)).collection), yes);
  }
  assertEquals((await caller(sandbox).get("/users/1/tracks?linked_partitioning=maybe")).status, 400);
});

Deno.test("sandbox pages: access accepts a list of levels, with spaces or duplicates, and rejects others", async () => {
  using sandbox = createSandbox();
  const levels = async (query: string) => {
    const { status, items } = await caller(sandbox).get(`/tracks?q=&limit=200&${query}`);
    return status === 200 ? [...new Set(items.map(({ access }) => access))].sort() : status;
  };
  assertEquals(await levels("access=preview"), ["preview"]);
  assertEquals(await levels("access=preview,%20playable"), ["playable", "preview"]);
  assertEquals(await levels("access=preview&access=playable"), ["playable", "preview"]);
  assertEquals([await levels("access="), await levels("access=all"), await levels("access=Playable")], [
    ...[["playable", "preview"], 400, 400],
  ]);
});
