import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  type AtomicTokenStore,
  MemoryTokenStore,
  refreshUserToken,
  ServiceClient,
  type ServiceClientConfig,
  ServiceError,
  type ServiceToken,
} from "@tonearm/client";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { settle } from "../support/calls.ts";
import { TokenService, tokensOf } from "../support/sessions/services.ts";

/** A user's row in an app's database. */
type Row = Pick<ServiceToken, "access_token" | "refresh_token">;

const HOUR_MS = 3_600_000;
const EXPIRIES = 5;

/** A session style from the documentation of soundcloud-api-ts, unchanged except for the import. */
interface Style {
  config(row: Row): Partial<ServiceClientConfig>;
  call(client: ServiceClient, row: Row): Promise<unknown>;
}

const getMe = (client: ServiceClient) => client.me.getMe();

const STYLES: Record<string, Style> = {
  "a hook that refreshes by itself and returns the pair": {
    config: (row) => ({
      onTokenRefresh: async (client) => {
        const newToken = await client.auth.refreshUserToken(client.refreshToken!);
        Object.assign(row, newToken);
        return newToken;
      },
    }),
    call: getMe,
  },
  "a hook that refreshes the pair of the database": {
    config: (row) => ({
      onTokenRefresh: async (client) => {
        const newToken = await client.auth.refreshUserToken(row.refresh_token);
        Object.assign(row, newToken);
        client.setToken(newToken.access_token, newToken.refresh_token);
        return newToken;
      },
    }),
    call: getMe,
  },
  "a hook that refreshes and sets the pair, which the app saves after each call": {
    config: () => ({
      onTokenRefresh: async (client) => {
        const newToken = await client.auth.refreshUserToken(client.refreshToken!);
        client.setToken(newToken.access_token, newToken.refresh_token);
        return newToken;
      },
    }),
    call: async (client, row) => {
      await client.me.getMe();
      Object.assign(row, { access_token: client.accessToken, refresh_token: client.refreshToken });
    },
  },
  "a manual refresh on a 401, without a hook": {
    config: () => ({}),
    call: async (client, row) => {
      try {
        return await client.me.getMe();
      } catch (error) {
        if (!(error instanceof ServiceError && error.isUnauthorized)) throw error;
        const refreshed = await client.auth.refreshUserToken(row.refresh_token);
        client.setToken(refreshed.access_token, refreshed.refresh_token);
        Object.assign(row, refreshed);
        return await client.me.getMe();
      }
    },
  },
};

function start(sandbox: Sandbox, { config }: Style, row: Row): ServiceClient {
  const client = new ServiceClient({ ...sandbox.clientConfig, ...config(row) });
  client.setToken(row.access_token, row.refresh_token);
  return client;
}

for (const [name, style] of Object.entries(STYLES)) {
  Deno.test(`${name} survives five expiries and a restart, where reuse ends the session`, async () => {
    using sandbox = createSandbox({ config: { refreshReuse: "revoke-family" } });
    const { access_token, refresh_token } = sandbox.issueTokens();
    const row: Row = { access_token, refresh_token };
    for (let restart = 0; restart < 2; restart++) {
      const client = start(sandbox, style, row);
      for (let expiry = 0; expiry < EXPIRIES; expiry++) {
        sandbox.clock.advance(HOUR_MS);
        await style.call(client, row);
        assertEquals(tokensOf(client), [row.access_token, row.refresh_token]);
      }
    }
  });
}

/** Creates a client with a hook and an expired access token. */
function expired(service: TokenService, onTokenRefresh: ServiceClientConfig["onTokenRefresh"], more = {}) {
  const messages: string[] = [];
  const onDebug = (message: string) => messages.push(message);
  const client = new ServiceClient({ ...service.config, onTokenRefresh, onDebug, ...more });
  client.setToken("a0", "r0");
  service.expire();
  return { client, messages };
}

Deno.test("onTokenRefresh is called once with the client and the new pair, which the client already has", async () => {
  await using service = await TokenService.start();
  const calls: unknown[] = [];
  const { client } = expired(service, (client, pair) => {
    calls.push([client.accessToken, client.refreshToken, pair.access_token, pair.refresh_token, pair.expires_in]);
  });
  await Promise.all([1, 2, 3].map((id) => client.users.getUser(id)));
  assertEquals(calls, [["a1", "r1", "a1", "r1", 3599]]);
});

Deno.test("auth.refreshUserToken() sends a token once for concurrent callers, and again after a failure", async () => {
  await using service = await TokenService.start();
  const { client } = expired(service, undefined);
  service.onRefresh = { status: 503 };
  await assertRejects(() => client.auth.refreshUserToken("r0"), ServiceError, "503");
  service.onRefresh = undefined;
  const [one, two] = await Promise.all([client.auth.refreshUserToken("r0"), client.auth.refreshUserToken("r0")]);
  assertEquals(one.refresh_token, "r1");
  assertEquals(two?.refresh_token, "r1");
  assertEquals(service.refreshes, 2);
  const gone = AbortSignal.abort(new Error("enough"));
  await assertRejects(() => client.auth.refreshUserToken("r1", { signal: gone }), Error, "enough");
  assertEquals(service.refreshes, 2);
});

Deno.test("onTokenRefresh: a newer pair that the hook returns takes precedence", async () => {
  await using service = await TokenService.start();
  const { clientId = "", clientSecret = "", authUrl } = service.config;
  const { client } = expired(
    service,
    ({ refreshToken = "" }) => refreshUserToken(clientId, clientSecret, undefined, refreshToken, { authUrl }),
  );
  assertEquals((await client.users.getUser(1)).username, "a2");
  assertEquals(tokensOf(client), ["a2", "r2"]);
  assertEquals(service.refreshes, 2);
});

Deno.test("onTokenRefresh: an old pair that the hook returns is ignored", async () => {
  await using service = await TokenService.start();
  const { client } = expired(service, () => ({ access_token: "a0", refresh_token: "r0" }));
  assertEquals((await client.users.getUser(1)).username, "a1");
  assertEquals(client.refreshToken, "r1");
});

Deno.test("onTokenRefresh: an error or a timeout of the hook goes to onDebug, and the pair is kept", async () => {
  for (
    const [hook, message] of [
      [() => Promise.reject(new Error("disk full")), "disk full"],
      [() => {
        throw new Error("disk full");
      }, "disk full"],
      [() => new Promise(() => {}), "No answer within 40 ms"],
    ] as const
  ) {
    await using service = await TokenService.start();
    const { client, messages } = expired(service, hook, { callbackTimeoutMs: 40 });
    assertEquals((await client.users.getUser(1)).username, "a1");
    assertEquals(client.refreshToken, "r1");
    assertEquals(messages, [`onTokenRefresh failed: ${message}`]);
  }
});

Deno.test("onTokenRefresh is called with a pair that the token store can't write", async () => {
  await using service = await TokenService.start();
  const inner = new MemoryTokenStore({ generation: 1, accessToken: "a0", refreshToken: "r0" });
  let isFull = true;
  const tokenStore: AtomicTokenStore = {
    read: () => inner.read(),
    compareAndSwap: (expected, next) =>
      next.intent || !isFull ? inner.compareAndSwap(expected, next) : Promise.reject(new Error("ENOSPC")),
  };
  service.expire();
  const stored: string[] = [];
  const onTokenRefresh = (_: ServiceClient, pair: ServiceToken) => stored.push(pair.refresh_token);
  const client = new ServiceClient({ ...service.config, tokenStore, onTokenRefresh });
  assert(ServiceError.is(await client.users.getUser(1).catch((error) => error)));
  assertEquals(stored, ["r1"]);
  isFull = false;
  while (inner.read()?.refreshToken !== "r1") await settle();
});
