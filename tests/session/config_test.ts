import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import * as library from "@tonearm/client";
import { ServiceClient, ServiceError } from "@tonearm/client";
import fc from "fast-check";

type Operation = (...args: unknown[]) => unknown;

const APP = { clientId: "app", clientSecret: "secret", redirectUri: "https://app.example/" } as const;
const ADDRESSES = { baseUrl: "https://api.sandbox.test", authUrl: "https://secure.sandbox.test" } as const;
const GROUPS = ["auth", "likes", "me", "playlists", "raw", "reposts", "resolve", "search", "tracks", "users"] as const;
/** It detects an invalid position only after it has read the list. */
const LATE = "moveTrack";

const anything = fc.oneof(
  fc.constantFrom<unknown[]>(
    undefined,
    null,
    NaN,
    -1,
    0,
    1,
    1.5,
    201,
    Infinity,
    10n,
    Symbol("s"),
    "",
    " ",
    ".",
    "..",
    "a/b",
    "\ud800",
    "soundcloud:tracks:1",
    "https://soundcloud.com/a",
    new Date(NaN),
    new Date(0),
    [],
    [1, 2],
    Array(201).fill(1),
    {},
    Object.create(null),
    () => 1,
    new Blob(["x"]),
    { title: "a", asset_data: { size: 5 } },
    { title: "a", asset_data: new Blob(["x"]), artwork_data: "no image" },
    { title: "a", tracks: [null] },
    { toString: 1 },
    { path: "/me", method: "GET", body: {} },
    { path: "/me", method: "A B" },
    { path: "/me", method: "PUT", headers: { "X-A": "a\r\nb" } },
    { path: "/me/..", method: "GET" },
    { limit: -1 },
    { token: 5 },
    { token: "a\r\nX-Evil: b" },
    { signal: {} },
    { bpm: { from: {}, to: Symbol("s") } },
    { createdAt: { from: new Date(NaN) } },
    JSON.parse('{"__proto__":{"polluted":1},"constructor":1}'),
  ),
  fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withTypedArray: true }),
);

/** Returns a client whose requests all get a 404, and their count. */
function recordingClient(config: object = {}) {
  const seen = { requests: 0 };
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    seen.requests++;
    // Throws for a request that no platform would send.
    new Request(String(input), { ...init, body: init?.body ? "" : null });
    return Promise.resolve(Response.json({ code: 404, message: "", errors: [] }, { status: 404 }));
  };
  const client = new ServiceClient({ ...APP, ...ADDRESSES, maxRetries: 0, fetch, ...config });
  client.setToken("t");
  return { client, seen, fetch };
}

/**
 * Returns the problem with the outcome of a call, if any: an invalid argument has to be reported before any request.
 */
async function findProblem(call: () => unknown, seen: { requests: number }): Promise<string | undefined> {
  try {
    await call();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) {
      return seen.requests === 0 ? undefined : `after ${seen.requests} requests: ${error.stack}`;
    }
    if (!(error instanceof ServiceError)) return String((error as Error)?.stack ?? error);
    return error.code === "network" ? `no platform sends it: ${error.cause}` : undefined;
  }
}

for (const group of GROUPS) {
  Deno.test(`${group}.*: invalid arguments are a TypeError or a RangeError before any request`, async () => {
    const names = Object.keys(recordingClient().client[group]).filter((name) => name !== LATE);
    const property = fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(anything, { minLength: 1, maxLength: 5 }),
      async (name, args) => {
        const { client, seen } = recordingClient();
        const operations = client[group] as unknown as Record<string, Operation>;
        assertEquals(await findProblem(() => operations[name]!(...args), seen), undefined);
      },
    );
    await fc.assert(property, { seed: 7, numRuns: 1200 });
  });
}

Deno.test("fetch(), fetchUrl() and paginate() reject invalid arguments before any request", async () => {
  const { fetch, fetchAll, fetchUrl, getWidgetUrl } = library;
  const calls: Record<string, Operation> = { fetch, fetchAll, fetchUrl, getWidgetUrl } as unknown as Record<
    string,
    Operation
  >;
  const property = fc.asyncProperty(
    fc.constantFrom(...Object.keys(calls)),
    anything,
    anything,
    async (name, first, second) => {
      const { seen, fetch: send } = recordingClient();
      const context = {
        ...ADDRESSES,
        fetch: send,
        retry: { maxRetries: 0, retryBaseDelay: 0 },
        getToken: () => "t",
        setToken() {},
      };
      const of: Readonly<Record<string, unknown[]>> = {
        fetch: [first, context],
        fetchUrl: [first, "t", undefined, undefined, send, context],
      };
      const args = of[name] ?? [first, second];
      assertEquals(await findProblem(() => calls[name]!(...args), seen), undefined);
    },
  );
  await fc.assert(property, { seed: 7, numRuns: 1500 });
});

Deno.test("ServiceClient: any configuration is accepted or rejected with a TypeError or a RangeError", () => {
  const names = [
    "clientId",
    "clientSecret",
    "redirectUri",
    "baseUrl",
    "authUrl",
    "fetch",
    "maxRetries",
    "retryBaseDelay",
    "timeoutMs",
    "dedupe",
    "cache",
    "cacheTtlMs",
    "tokenStore",
    "tokenProvider",
    "rateLimiter",
    "onDebug",
    "onRequest",
    "onRetry",
  ];
  const odd = fc.dictionary(fc.constantFrom(...names), anything);
  const property = fc.property(odd, (changes) => {
    try {
      new ServiceClient({ ...APP, ...changes });
    } catch (error) {
      return error instanceof TypeError || error instanceof RangeError;
    }
  });
  fc.assert(property, { seed: 7, numRuns: 1000 });
});

Deno.test("ServiceClient: no argument or reply pollutes Object.prototype", async () => {
  const evil = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  const { client } = recordingClient({ fetch: () => Promise.resolve(Response.json(evil)) });
  await assertRejects(
    () => client.raw.get("/x/{a}", { ...evil, a: 1 }),
    TypeError,
    "it must be text, a number, a boolean or a date",
  );
  await client.raw.post("/x", evil);
  await client.tracks.update(1, evil);
  await client.tracks.getTrack(1, evil);
  assertThrows(() => new ServiceClient(Object.assign(evil, APP)), TypeError, "is unknown");
  assertEquals(({} as { polluted?: number }).polluted, undefined);
});
