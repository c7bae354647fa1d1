// Lists of many pages: the memory that they retain, and the gain of prefetching.
import process from "node:process";
import { fetchAll, fetchUrl, type PaginatedResponse, paginateItems } from "../../../mod.ts";
import { median, reportFigure } from "./figure.ts";
import { serve } from "./library/serve.ts";

const RUNS = 7;
const ITEMS = 100_000;
const PAGE = 200;
const MIB = 2 ** 20;

interface Item {
  readonly id: number;
  readonly title: string;
}

type Page = PaginatedResponse<Item>;

await using server = await serve();

function page(href: string): Promise<Page> {
  return fetchUrl(href, undefined, undefined, undefined, undefined, {
    ...server,
    getToken: () => undefined,
    setToken() {},
  });
}

function list(pages: number, size: number, ms: number): () => Promise<Page> {
  return () => page(`${server.url}/pages/0?of=${pages}&size=${size}&ms=${ms}`);
}

/** Returns the heap size after a garbage collection, in bytes. */
function heldBytes(): number {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error("Cannot measure memory: the runtime was started without --expose-gc");
  for (let i = 0; i < 3; i++) gc();
  return process.memoryUsage().heapUsed;
}

async function heldByWalk(): Promise<number> {
  const before = heldBytes();
  let seen = 0;
  let held = 0;
  for await (const _ of paginateItems(list(ITEMS / PAGE, PAGE, 0), page)) {
    if (++seen === ITEMS - 1) held = heldBytes() - before;
  }
  if (seen !== ITEMS) throw new Error(`the list had ${seen} items`);
  return held;
}

/** The memory of the same items when the replies are read by hand. */
async function heldByItems(): Promise<number> {
  const before = heldBytes();
  const items: Item[] = [];
  for (let next = `${server.url}/pages/0?of=${ITEMS / PAGE}&size=${PAGE}`; next;) {
    const { collection, next_href }: Page = await (await fetch(next)).json();
    for (const item of collection) items.push(item);
    next = next_href ?? "";
  }
  const held = heldBytes() - before;
  if (items.length !== ITEMS) throw new Error(`the list had ${items.length} items`);
  return held;
}

async function heldByAll(): Promise<number> {
  const before = heldBytes();
  const items = await fetchAll(list(ITEMS / PAGE, PAGE, 0), page);
  const held = heldBytes() - before;
  if (items.length !== ITEMS) throw new Error(`the list had ${items.length} items`);
  return held;
}

/** Measures the time of a list whose server takes as long per page as its reader, in milliseconds. */
async function walk(prefetch: boolean): Promise<number> {
  const start = performance.now();
  for await (const _ of paginateItems(list(25, 1, 20), page, { prefetch })) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return performance.now() - start;
}

await heldByWalk();
await heldByItems();
const walks: number[] = [];
const shares: number[] = [];
const gains: number[] = [];
for (let run = 0; run < RUNS; run++) {
  walks.push(await heldByWalk() / MIB);
  shares.push(await heldByAll() / await heldByItems());
  gains.push(await walk(false) / await walk(true));
}
reportFigure("`paginateItems` over 100,000 items: memory held", median(walks), "MiB", { max: 1 });
// Two measurements of the same heap differ by this much.
reportFigure("`fetchAll` of 100,000 items: memory, compared with soundcloud-api-ts", median(shares), "×", {
  max: 1.01,
});
reportFigure("`prefetch`, 20 ms for a page and 20 ms for its reader: speed", median(gains), "×", { min: 1.7 });
