import { assertEquals, assertRejects, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { getTrack, MemoryCache, type ResponseInfo, ServiceClient, ServiceError } from "@tonearm/client";
import { type Handler, noReply, type Scripted, serve } from "../support/wire_server.ts";

/** The same call as a method and as a function. */
async function both(replies: (Scripted | Handler)[], options: object): Promise<[number, unknown, unknown][]> {
  const outcomes: [number, unknown, unknown][] = [];
  for (const isMethod of [true, false]) {
    await using server = await serve(...replies);
    const addresses = { baseUrl: server.url, authUrl: server.url };
    const client = new ServiceClient({ clientId: "id", ...addresses, retryBaseDelay: 0 });
    client.setToken("t0");
    const call = isMethod ? client.tracks.getTrack(1, options) : getTrack("t0", 1, { ...addresses, ...options });
    const result = await call.then(({ id }) => id, (error) => ServiceError.is(error) ? error.code : error);
    outcomes.push([server.requests.length, result, server.requests[0]?.headers["x-a"]]);
  }
  return outcomes;
}

Deno.test("getTrack() takes a time limit and retries for one call, as a method and as a function", async () => {
  for (const [, error] of await both([noReply], { timeoutMs: 50, maxRetries: 0 })) assertEquals(error, "timeout");
});

Deno.test("getTrack() takes headers for one call", async () => {
  assertEquals(await both([{ body: { id: 7 } }], { headers: { "x-a": "b" } }), Array(2).fill([1, 7, "b"]));
  const [[sent, error]] = await both([], { headers: { "x-a": "b\nc" } }) as [[number, unknown, unknown]];
  assertEquals({ sent, isTypeError: error instanceof TypeError }, { sent: 0, isTypeError: true });
});

Deno.test("getTrack() passes the status and headers of the reply to onResponse", async () => {
  const responses: ResponseInfo[] = [];
  const reply = { status: 203, body: { id: 7 }, headers: { "x-ratelimit-remaining": "9" } };
  await both([reply], { onResponse: (info: ResponseInfo) => responses.push(info) });
  const seen = responses.map(({ status, headers }) => [status, headers.get("x-ratelimit-remaining")]);
  assertEquals(seen, Array(2).fill([203, "9"]));
});

Deno.test("CallOptions: a call fails with the error that onResponse throws", async () => {
  await using server = await serve({ body: { id: 7 } });
  const onResponse = () => {
    throw new Error("observer");
  };
  const options = { baseUrl: server.url, authUrl: server.url, onResponse };
  await assertRejects(() => getTrack("t0", 1, options), Error, "observer");
});

for (
  const [options, type, message] of [
    [{ token: 5 }, TypeError, "token must be a non-empty string"],
    [{ token: null }, TypeError, "token must be a non-empty string"],
    [{ signal: {} }, TypeError, "signal must be an object with addEventListener()"],
    [{ timeoutMs: -1 }, RangeError, "timeoutMs must be a number of 0 or more"],
    [{ timeoutMs: NaN }, RangeError, "timeoutMs must be"],
    [{ maxRetries: "3" }, TypeError, "maxRetries must be a number"],
    [{ headers: 3 }, TypeError, "headers must be an object"],
    [{ headers: null }, TypeError, "headers must be an object"],
    [{ onResponse: "x" }, TypeError, "onResponse must be a function"],
    [{ fetch: {} }, TypeError, "fetch must be a function"],
  ] as const
) {
  Deno.test(`getTrack() rejects ${Deno.inspect(options)} before any request`, async () => {
    for (const [sent, error] of await both([{ body: { id: 7 } }], options)) {
      assertEquals({ sent, type: (error as Error).constructor }, { sent: 0, type });
      assertStringIncludes((error as Error).message, message);
    }
  });
}

Deno.test("CallOptions: an undefined option takes its default", async () => {
  const options = { token: undefined, signal: undefined, timeoutMs: undefined, headers: undefined };
  for (const [sent, id] of await both([{ body: { id: 7 } }], options)) assertEquals({ sent, id }, { sent: 1, id: 7 });
});

Deno.test("getTrack() with an aborted signal sends nothing, as a function too", async () => {
  const reason = new Error("enough");
  const signal = AbortSignal.abort(reason);
  let sent = 0;
  const fetch = () => {
    sent++;
    return Promise.resolve(Response.json({ id: 7 }));
  };
  assertStrictEquals(await assertRejects(() => getTrack("t0", 1, { fetch, signal })), reason);
  const client = new ServiceClient({ clientId: "id", fetch });
  client.setToken("t0");
  assertStrictEquals(await assertRejects(() => client.tracks.getTrack(1, { signal })), reason);
  assertEquals(sent, 0);
});

Deno.test("ServiceClient: the result of a call is frozen whether it was alone, joined another, or was cached", async () => {
  await using server = await serve({ body: { collection: [{ id: 1, user: { id: 2 } }], next_href: null } });
  const client = new ServiceClient({ clientId: "id", baseUrl: server.url, cache: new MemoryCache() });
  client.setToken("t0");
  const alone = await client.users.getTracks(1);
  const cached = await client.users.getTracks(1);
  const joined = await Promise.all([client.users.getTracks(2), client.users.getTracks(2)]);
  assertStrictEquals(joined[0].collection, joined[1].collection);
  for (const page of [alone, cached, ...joined]) {
    const parts = [page, page.collection, page.collection[0], page.collection[0]?.user];
    assertEquals(parts.map(Object.isFrozen), [true, true, true, true]);
  }
  assertEquals(server.requests.length, 2);
});
