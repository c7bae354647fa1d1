import { assertEquals, assertNotEquals } from "@std/assert";
import { createSandbox, type FaultName, type Sandbox } from "@tonearm/sandbox";
import { caller, ids, sandboxApi, walk } from "../../support/api.ts";

/** Lists that continue by offset and by cursor, in pages of two. */
const LISTS = {
  offset: "/users?limit=2&offset=0&linked_partitioning=true",
  cursor: "/me/likes/tracks?limit=2&linked_partitioning=true",
};

/** Returns the ids of the first three pages, by their own links. */
async function threePages(sandbox: Sandbox, path: string): Promise<number[][]> {
  const api = caller(sandbox);
  const pages: number[][] = [];
  for (let next: string | null | undefined = path; next && pages.length < 3;) {
    const { body, items } = await api.get(next);
    pages.push(ids(items));
    next = body.next_href;
  }
  return pages;
}

for (const [kind, path] of Object.entries(LISTS)) {
  Deno.test(`page_shift begins each page by ${kind} with the last item of the one before, except the first`, async () => {
    using sandbox = createSandbox();
    const [one = [], two = [], three = []] = await threePages(sandbox, path);
    sandbox.faults.add("page_shift");
    for (const round of ["first", "second"]) {
      const pages = await threePages(sandbox, path);
      assertEquals(pages, [one, [one[1], two[0]], [two[1], three[0]]], `the ${round} reader`);
    }
  });
}

Deno.test("page_shift leaves an empty page empty", async () => {
  using sandbox = createSandbox();
  sandbox.faults.add("page_shift");
  const pages = await walk(caller(sandbox), "/tracks?q=lofi&limit=200&linked_partitioning=true");
  const { items } = await caller(sandbox).get("/tracks?q=lofi&limit=200&offset=400&linked_partitioning=true");
  assertEquals({ first: pages[0]!.length > 0, beyond: items }, { first: true, beyond: [] });
});

/** Returns the parameters of the link to the next page with a fault. */
async function linked(fault: FaultName, path: string): Promise<Record<string, string>> {
  using sandbox = createSandbox();
  sandbox.faults.add(fault);
  const { body } = await caller(sandbox).get(path);
  return Object.fromEntries(new URL(body.next_href ?? "").searchParams);
}

Deno.test("next_href_drops_params keeps the parameters of a page, and no others", async () => {
  const search = "/tracks?q=a&limit=2&offset=0&linked_partitioning=true&access=playable,preview";
  assertEquals(await linked("next_href_drops_params", search), {
    q: "a",
    limit: "2",
    offset: "2",
    linked_partitioning: "true",
  });
  const { cursor, ...rest } = await linked("next_href_drops_params", `${LISTS.cursor}&access=playable`);
  assertEquals(rest, { linked_partitioning: "true", page_size: "2" });
  assertEquals(Boolean(cursor), true);
});

Deno.test("activities_bad_cursor spoils feed and activities only, and only the cursor that it gave", async () => {
  for (const path of ["/me/feed?limit=2", "/me/activities?limit=2"]) {
    assertEquals((await linked("activities_bad_cursor", path)).cursor, "10");
  }
  using api = sandboxApi();
  const before = (await api.get(LISTS.cursor)).body.next_href;
  const good = (await api.get("/me/feed?limit=2")).body.next_href ?? "";
  api.sandbox.faults.add("activities_bad_cursor");
  assertEquals((await api.get(LISTS.cursor)).body.next_href, before);
  assertEquals((await api.get(good)).status, 200);
});

Deno.test("next_href_internal_host leads out of a namespace", async () => {
  using sandbox = createSandbox();
  const path = "/~mine/me/likes/tracks?limit=2&linked_partitioning=true";
  const issued = await sandbox.fetch("https://api.sandbox.test/~mine/_sandbox/tokens", { method: "POST", body: "{}" });
  const headers = { authorization: `OAuth ${(await issued.json()).access_token}` };
  const body = JSON.stringify({ name: "next_href_internal_host" });
  const added = await sandbox.fetch("https://api.sandbox.test/~mine/_sandbox/faults", { method: "POST", body });
  await added.body?.cancel();
  const { next_href } = await (await sandbox.fetch(`https://api.sandbox.test${path}`, { headers })).json();
  assertEquals(new URL(next_href).pathname, "/me/likes/tracks");
});

type Resource = Readonly<Record<string, unknown>>;

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
    using api = sandboxApi();
    const before = (await api.get(path)).items;
    api.sandbox.faults.add(name);
    const after = (await api.get(path)).items;
    assertNotEquals(after, before);
    assertEquals<unknown>(after, change(before));
  });
}
