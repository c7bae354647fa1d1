import { assertEquals, assertRejects } from "@std/assert";
import { disconnect, MemoryCache, ServiceClient, type ServiceClientConfig, ServiceError } from "@tonearm/client";
import { WatchedStore } from "../support/sessions/token_store.ts";
import { tokensOf } from "../support/sessions/services.ts";

interface Fixture {
  client: ServiceClient;
  /** Method, path and token of each request. */
  sent: string[];
}

function signedIn(config: Partial<ServiceClientConfig>): ServiceClient {
  const app = { clientId: "id", clientSecret: "secret", maxRetries: 0, autoRefresh: true };
  const client = new ServiceClient({ ...app, ...config });
  client.setToken("a0", "r0");
  return client;
}

/** A client whose service answers everything with 200, but `/disconnect` with a status of the test's. */
function fixture(config: Partial<ServiceClientConfig> = {}, status = 200): Fixture {
  const sent: string[] = [];
  const fetch = (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input));
    const token = new Headers(init?.headers).get("authorization");
    sent.push([init?.method, pathname, token].join(" "));
    const reply = pathname === "/disconnect" && status !== 200 ? { status } : {};
    return Promise.resolve(Response.json({ collection: [], username: token }, reply));
  };
  return { client: signedIn({ fetch, ...config }), sent };
}

Deno.test("auth.disconnect sends the stored access token to the API host, then removes both tokens", async () => {
  const { client, sent } = fixture();
  assertEquals(await client.auth.disconnect(), undefined);
  assertEquals(sent, ["POST /disconnect OAuth a0"]);
  assertEquals(tokensOf(client), [undefined, undefined]);
});

Deno.test("auth.disconnect resolves once the token store is empty", async () => {
  const tokenStore = new WatchedStore();
  const { client } = fixture({ tokenStore });
  await client.auth.disconnect();
  assertEquals(await tokenStore.getAccessToken(), undefined);
  assertEquals(await tokenStore.getRefreshToken(), undefined);
});

Deno.test("auth.disconnect removes nothing when the service refuses", async () => {
  const { client } = fixture({}, 403);
  const error = await assertRejects(() => client.auth.disconnect(), ServiceError);
  assertEquals(error.status, 403);
  assertEquals(tokensOf(client), ["a0", "r0"]);
});

Deno.test("auth.disconnect with another user's token keeps the client's own session", async () => {
  const { client, sent } = fixture();
  await client.auth.disconnect({ token: "other" });
  assertEquals(sent, ["POST /disconnect OAuth other"]);
  assertEquals(client.accessToken, "a0");
});

Deno.test("auth.disconnect deletes only that user's replies from the cache, including those of former tokens", async () => {
  const { client, sent } = fixture({ cache: new MemoryCache() });
  const reads = async () => {
    sent.length = 0;
    client.setToken("a1", "r1");
    await client.users.getUser(1);
    await client.users.getUser(1, { token: "other" });
    return sent.map((request) => request.split(" ").at(-1));
  };
  client.setToken("a1", "r1");
  assertEquals(await reads(), ["a1", "other"]);
  assertEquals(await reads(), []);
  client.setToken("a2", "r2");
  await client.auth.disconnect();
  assertEquals(await reads(), ["a1"]);
  await client.auth.disconnect({ token: "other" });
  assertEquals(await reads(), ["other"]);
});

Deno.test("disconnect() revokes with an access token alone", async () => {
  const urls: string[] = [];
  const fetch = (input: RequestInfo | URL) => {
    urls.push(String(input));
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  assertEquals(await disconnect("t", { fetch }), undefined);
  assertEquals(urls, ["https://api.soundcloud.com/disconnect"]);
});

Deno.test("onRevoked is called after auth.disconnect has removed the tokens", async () => {
  const tokens: unknown[] = [];
  const { client } = fixture({ onRevoked: ({ accessToken }) => tokens.push(accessToken) });
  await client.auth.disconnect({ token: "other" });
  assertEquals(tokens, []);
  await client.auth.disconnect();
  assertEquals(tokens, [undefined]);
});

/** A client whose service refuses every token, and whose OAuth host answers refreshes with an error. */
function refused(error: string, status: number, config: Partial<ServiceClientConfig>): ServiceClient {
  const fetch = (input: RequestInfo | URL) => {
    const isToken = new URL(String(input)).pathname === "/oauth/token";
    return Promise.resolve(
      isToken ? Response.json({ error }, { status }) : Response.json({ code: 401 }, { status: 401 }),
    );
  };
  return signedIn({ fetch, ...config });
}

Deno.test("onRevoked is called once when the OAuth host permanently rejects the refresh token", async () => {
  let calls = 0;
  const client = refused("invalid_grant", 400, { onRevoked: () => calls++ });
  for (const _ of [1, 2]) {
    const ends = await Promise.allSettled([1, 2, 3].map((id) => client.users.getUser(id)));
    assertEquals(ends.map(({ status }) => status), Array(3).fill("rejected"));
  }
  assertEquals(calls, 1);
  client.setToken("a1", "r1");
  await assertRejects(() => client.users.getUser(1), ServiceError);
  assertEquals(calls, 2, "a new session has an end of its own");
});

for (const [error, status] of [["invalid_client", 401], ["server_error", 500]] as const) {
  Deno.test(`onRevoked isn't called for ${error}`, async () => {
    let calls = 0;
    const client = refused(error, status, { onRevoked: () => calls++ });
    await assertRejects(() => client.users.getUser(1), ServiceError);
    assertEquals(calls, 0);
  });
}

Deno.test("onRevoked that throws fails no call, and is reported to onDebug", async () => {
  const messages: string[] = [];
  const { client } = fixture({
    onRevoked: () => Promise.reject(new Error("disk full")),
    onDebug: (message) => messages.push(message),
  });
  await client.auth.disconnect();
  assertEquals(messages, ["onRevoked failed: disk full"]);
});
