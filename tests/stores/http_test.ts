import { assertEquals, assertRejects } from "@std/assert";
import { HttpTokenStore } from "@tonearm/client/http";

const RECORD = { generation: 1, accessToken: "a1", refreshToken: "r1" };
const etag = { headers: { etag: '"1"' } };

/** Returns a store over a scripted service, and its requests. */
function scripted(answer: (method: string) => Response, headers?: Record<string, string>) {
  const requests: { url: string; init: RequestInit | undefined }[] = [];
  const fetch = (input: string | URL | Request, init?: RequestInit) => {
    requests.push({ url: String(input), init });
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
    init: { method: "GET", headers: { "Content-Type": "application/json" }, body: null, cache: "no-store" },
  });
  assertEquals(write, {
    url: "https://kv.example/a",
    init: {
      method: "PUT",
      headers: { "Content-Type": "application/json", "If-None-Match": "*" },
      body: JSON.stringify(RECORD),
      cache: "no-store",
    },
  });
});

for (const status of [400, 409, 500]) {
  Deno.test(`HttpTokenStore.compareAndSwap() fails where a write is answered with ${status}, and writes once`, async () => {
    const { store, requests } = scripted((method) => new Response(null, { status: method === "GET" ? 404 : status }));
    const message = `Cannot store a session over HTTP: the service answered ${status}`;
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
