import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { HttpTokenStore } from "@tonearm/client/http";

const RECORD = { generation: 1, accessToken: "a1", refreshToken: "r1" };
const ALWAYS = { cache: "no-store", redirect: "manual" } as const;
const etag = { headers: { etag: '"1"' } };

/** Returns a store over a scripted service, and its requests. */
function scripted(answer: (method: string) => Response, headers?: Record<string, string>) {
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    const { signal: _signal, ...sent } = init ?? {};
    requests.push({ url: String(input), init: sent });
    return Promise.resolve(answer(init?.method ?? ""));
  };
  return { store: new HttpTokenStore("https://kv.example/a", { fetch, headers }), requests };
}

Deno.test("HttpTokenStore sends JSON that no cache keeps", async () => {
  const { store, requests } = scripted((method) => new Response(null, { status: method === "GET" ? 404 : 201 }));
  assertEquals(await store.compareAndSwap(undefined, RECORD), true);
  const [read, write] = requests;
  assertEquals(read, {
    url: "https://kv.example/a",
    init: {
      method: "GET",
      headers: { "Content-Type": "application/json", "Accept-Encoding": "identity" },
      body: null,
      ...ALWAYS,
    },
  });
  assertEquals(write, {
    url: "https://kv.example/a",
    init: {
      method: "PUT",
      headers: { "Content-Type": "application/json", "Accept-Encoding": "identity", "If-None-Match": "*" },
      body: JSON.stringify(RECORD),
      ...ALWAYS,
    },
  });
});

for (const status of [400, 409, 500]) {
  Deno.test(`HttpTokenStore.compareAndSwap() fails where a write is answered with ${status}, and writes once`, async () => {
    const { store, requests } = scripted((method) => new Response(null, { status: method === "GET" ? 404 : status }));
    const message = `Cannot store a session over HTTP: the server responded with ${status}`;
    await assertRejects(() => store.compareAndSwap(undefined, RECORD), Error, message);
    assertEquals(requests.length, 2);
  });
}

for (
  const [what, make] of [
    ["of another status", () => Response.json(RECORD, { status: 203, ...etag })],
    ["without an ETag", () => Response.json(RECORD)],
    ["that is not JSON", () => new Response("{half", etag)],
    ["that is not a record", () => Response.json([], etag)],
  ] as const
) {
  Deno.test(`HttpTokenStore rejects a reply ${what}`, async () => {
    const { store, requests } = scripted(() => make());
    const message = `Cannot read a session over HTTP: status ${make().status}, not a record with an ETag`;
    await assertRejects(() => store.read(), Error, message);
    await assertRejects(() => store.compareAndSwap(undefined, RECORD), Error, message);
    assertEquals(requests.map(({ init }) => init?.method), ["GET", "GET"]);
  });
}

Deno.test("HttpTokenStore follows no redirect: the tokens and the key stay at their URL", async () => {
  for (const status of [301, 302, 303, 307, 308]) {
    const { store, requests } = scripted(() =>
      new Response(null, { status, headers: { location: "https://x.test/" } })
    );
    await assertRejects(() => store.read(), Error, "the server redirects");
    assertEquals(requests.length, 1);
  }
});

Deno.test("HttpTokenStore takes https URLs, and http URLs of this machine", () => {
  for (const url of ["https://kv.example/a", "http://localhost:1/a", "http://127.0.0.1/a", "http://[::1]:8/a"]) {
    new HttpTokenStore(url);
  }
  for (
    const url of [
      "http://kv.example/a",
      "http://127.0.0.1.kv.example/a",
      "http://localhost.example/",
      "ftp://kv.example/a",
    ]
  ) {
    assertThrows(() => new HttpTokenStore(url), TypeError, "not an https URL");
  }
  assertThrows(() => new HttpTokenStore("nonsense"), TypeError);
});

for (
  const [what, isMatching] of [
    ["a proxy that makes ETags weak", (etag: string | null) => etag === '"1"'],
    ["a service that compares weak ETags as texts", (etag: string | null) => etag === 'W/"1"'],
  ] as const
) {
  Deno.test(`HttpTokenStore writes through ${what}`, async () => {
    const requests: string[] = [];
    const fetch = (_: unknown, { method = "", headers }: RequestInit = {}) => {
      requests.push(method);
      if (method === "GET") return Promise.resolve(Response.json(RECORD, { headers: { etag: 'W/"1"' } }));
      return Promise.resolve(
        new Response(null, { status: isMatching(new Headers(headers).get("if-match")) ? 204 : 412 }),
      );
    };
    const store = new HttpTokenStore("https://kv.example/a", { fetch: fetch as typeof globalThis.fetch });
    assertEquals(await store.compareAndSwap(RECORD, { ...RECORD, mark: "m" }), true);
    assertEquals(requests.length <= 4, true, requests.join());
  });
}

Deno.test("HttpTokenStore tries three times where the server refuses its own ETags, and says so", async () => {
  const { store, requests } = scripted((method) =>
    method === "GET" ? Response.json(RECORD, etag) : new Response(null, { status: 412 })
  );
  await assertRejects(() => store.compareAndSwap(RECORD, { ...RECORD, mark: "m" }), Error, "refuses the ETags");
  assertEquals(requests.map(({ init }) => init?.method), ["GET", "PUT", "GET", "PUT", "GET", "PUT"]);
});

Deno.test("HttpTokenStore.check() names weak ETags, caches, refusals and a network that fails", async () => {
  const problemsOf = async (make: () => Response) => (await scripted(make).store.check()).map(({ problem }) => problem);
  assertEquals(await problemsOf(() => Response.json(RECORD, etag)), []);
  assertEquals(await problemsOf(() => new Response(null, { status: 404 })), []);
  assertEquals(await problemsOf(() => new Response(null, { status: 403 })), ["The server responds with 403"]);
  const cached = { headers: { etag: 'W/"1"', age: "7" } };
  assertEquals(await problemsOf(() => Response.json(RECORD, cached)), [
    "A proxy makes the ETags weak, by compressing for example",
    "A cache answers reads",
  ]);
  assertEquals(await problemsOf(() => Response.json(RECORD)), ["The server returns no ETag"]);
  assertEquals(
    await problemsOf(() => {
      throw new Error("no route");
    }),
    ["The server can't be checked: no route"],
  );
});
