import { assert, assertEquals } from "@std/assert";
import { ServiceClient, ServiceError } from "@tonearm/client";
import fc from "fast-check";

const BASE = "https://api.sandbox.test";
const HOSTS = [BASE, "https://http.internal.example", "https://evil.example:8443", ""] as const;
const MOST_EMPTY = 5;

/** One page of a service that may do anything with its links. */
interface Node {
  readonly items: number;
  /** Which page it links to: any, itself, one before, or none. */
  readonly to: number | undefined;
  readonly host: typeof HOSTS[number];
  readonly nullLink: boolean;
}

const node = (pages: number): fc.Arbitrary<Node> =>
  fc.record({
    items: fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(4) }),
    to: fc.option(fc.nat(pages - 1), { nil: undefined, freq: 8 }),
    host: fc.constantFrom(...HOSTS),
    nullLink: fc.boolean(),
  });
const chain = fc.integer({ min: 1, max: 12 }).chain((pages) =>
  fc.array(node(pages), { minLength: pages, maxLength: pages })
);
/** Mostly a straight list, as it should be, with some links that lead astray. */
const pageGraph = fc.tuple(chain, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })).map(([nodes, straight]) =>
  nodes.map((one, at) => straight[at] ? { ...one, to: at + 1 < nodes.length ? at + 1 : undefined } : one)
);

const itemsOf = (nodes: readonly Node[], page: number) =>
  Array.from({ length: nodes[page]!.items }, (_, at) => `${page}.${at}`);

/** What has to be read: pages until there is no link, five empty ones in a row, or a link that was followed before. */
function model(nodes: readonly Node[]): { items: string[]; pages: number; isLoop: boolean } {
  const items: string[] = [];
  const followed = new Set<number>();
  for (let page = 0, pages = 1, empty = 0;; pages++) {
    const { to } = nodes[page]!;
    items.push(...itemsOf(nodes, page));
    empty = nodes[page]!.items ? 0 : empty + 1;
    if (to === undefined || empty === MOST_EMPTY) return { items, pages, isLoop: false };
    if (followed.has(to)) return { items, pages, isLoop: true };
    followed.add(to);
    page = to;
  }
}

function clientOf(nodes: readonly Node[]) {
  const requests: string[] = [];
  const fetch = (input: RequestInfo | URL) => {
    requests.push(String(input));
    const page = Number(new URL(String(input)).searchParams.get("cursor"));
    const { to, host, nullLink } = nodes[page]!;
    const none = nullLink ? null : undefined;
    const next = to === undefined ? none : `${host}/me/tracks?cursor=${to}`;
    return Promise.resolve(Response.json({ collection: itemsOf(nodes, page), next_href: next }));
  };
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret", baseUrl: BASE, fetch });
  client.setToken("token");
  return { client, requests };
}

Deno.test("paginate() follows any pages to their end, yields each page's items once, and requests no other host", async () => {
  const property = fc.asyncProperty(pageGraph, fc.boolean(), async (nodes, prefetch) => {
    const { client, requests } = clientOf(nodes);
    const wanted = model(nodes);
    const items: unknown[] = [];
    let error: unknown;
    try {
      for await (const item of client.paginateItems(() => client.me.getTracks(), { prefetch })) items.push(item);
    } catch (thrown) {
      error = thrown;
    }
    assertEquals(items, wanted.items);
    assertEquals(error instanceof ServiceError ? error.code : error, wanted.isLoop ? "page_loop" : undefined);
    assertEquals(requests.length, wanted.pages);
    assert(requests.every((url) => url.startsWith(`${BASE}/`)));
    // Only the first page's own address isn't known beforehand.
    assert(requests.length <= nodes.length + 1);
  });
  await fc.assert(property, { seed: 11, numRuns: 500 });
});

Deno.test("paginate() yields each item of a valid list exactly once, and with maxItems its beginning", async () => {
  const straight = fc.array(node(1), { minLength: 1, maxLength: 12 }).map((nodes) =>
    nodes.map((one, at) => ({ ...one, to: at + 1 < nodes.length ? at + 1 : undefined }))
  );
  const property = fc.asyncProperty(straight, fc.nat(30), fc.boolean(), async (nodes, maxItems, prefetch) => {
    const { client, requests } = clientOf(nodes);
    const { items } = model(nodes);
    assertEquals(new Set(items).size, items.length);
    const first = () => client.me.getTracks();
    assertEquals(await client.fetchAll<unknown>(first, { maxItems, prefetch }), items.slice(0, maxItems));
    assert(new Set(requests).size === requests.length, "no page is asked for twice");
  });
  await fc.assert(property, { seed: 12, numRuns: 500 });
});
