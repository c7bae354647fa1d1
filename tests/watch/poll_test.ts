import { assertEquals } from "@std/assert";
import type { WatchedList } from "../../src/watch/list.ts";
import { ListReader } from "../../src/watch/list.ts";
import { beginAt, poll } from "../../src/watch/poll.ts";

const NEWEST = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

interface Item {
  readonly id: string;
  readonly at?: number;
}

const LIST: WatchedList<Item> = { path: "/list", pageSize: 5, id: ({ id }) => id, time: ({ at }) => at };

/** Reads pages, each of which links to the next one. */
function readerOf(...pages: readonly (readonly Item[])[]): ListReader {
  const fetch: typeof globalThis.fetch = (input) => {
    const at = Number(new URL(String(input)).searchParams.get("page"));
    const next_href = at + 1 < pages.length ? `https://api.soundcloud.com/list?page=${at + 1}` : null;
    return Promise.resolve(Response.json({ collection: pages[at] ?? [], next_href }));
  };
  return new ListReader("token", { fetch });
}

const items = (...ids: readonly string[]): Item[] => ids.map((id) => ({ id }));
const idsOf = (fresh: readonly { readonly id: string }[]) => fresh.map(({ id }) => id);

Deno.test("beginAt() remembers the ids of two pages and the latest time", async () => {
  const first = [
    { id: "a", at: NEWEST - 5 },
    { id: "b", at: NEWEST },
    { id: "c" },
    { id: "d", at: NEWEST - 9 },
    ...items("e"),
  ];
  const place = await beginAt(readerOf(first, items("f"), items("g")), LIST);
  assertEquals(place, {
    ids: ["a", "b", "c", "d", "e", "f"],
    cursor: "/list?page=1",
    future: undefined,
    newest: NEWEST,
  });
});

Deno.test("poll() reads on until five items in a row are known", async () => {
  const place = { ids: ["1", "2", "3", "4", "5", "6", "7", "8", "9"] };
  const pages = [items("new", "1", "2", "3", "4"), items("late", "5", "6", "7", "8"), items("9", "hidden")];
  const { fresh } = await poll(readerOf(...pages), LIST, place);
  assertEquals(idsOf(fresh), ["hidden", "late", "new"]);
  const known = [items("new", "1", "2", "3", "4"), items("5"), items("hidden")];
  assertEquals(idsOf((await poll(readerOf(...known), LIST, place)).fresh), ["new"]);
});

Deno.test("poll() without a known item reads on until five items in a row come after the stored cursor", async () => {
  const below = items("b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8");
  const second = items("late", "b3", "later", "b4", "b5", "b6", "b7", "b8", "hidden");
  const pages = [items("new", "b1", "b2", "b3", "b4"), second, below];
  const { fresh, end } = await poll(readerOf(...pages), LIST, { ids: ["gone"], cursor: "/list?page=2" });
  assertEquals(idsOf(fresh), ["later", "late", "new"]);
  assertEquals(end.ids, ["new", "b1", "b2", "b3", "b4", "late", "later", "b5", "b6", "b7", "b8", "gone"]);
});

Deno.test("poll() takes an item for known if it is more than an hour older than the newest one", async () => {
  const place = { ids: ["1"], newest: NEWEST };
  const page = [{ id: "late", at: NEWEST - HOUR }, { id: "old", at: NEWEST - HOUR - 1 }, ...items("1")];
  const { fresh } = await poll(readerOf(page), LIST, place);
  assertEquals(idsOf(fresh), ["late"]);
});

Deno.test("poll() keeps the latest time so far in the place of each item, and at the end", async () => {
  const page = [{ id: "c", at: NEWEST + 5 }, { id: "b" }, { id: "a", at: NEWEST + 9 }, { id: "z", at: NEWEST - 7 }];
  const { fresh, end } = await poll(readerOf(page), LIST, { ids: [], newest: NEWEST });
  const times = fresh.map(({ id, place }) => ({ id, newest: place().newest }));
  assertEquals(times, [
    { id: "z", newest: NEWEST },
    { id: "a", newest: NEWEST + 9 },
    { id: "b", newest: NEWEST + 9 },
    { id: "c", newest: NEWEST + 9 },
  ]);
  assertEquals(end.newest, NEWEST + 9);
});
