import { type AtomicTokenStore, ServiceClient, ServiceError } from "@tonearm/client";
import { FileTokenStore } from "@tonearm/client/file";
import { HttpTokenStore } from "@tonearm/client/http";
import { POSTGRES_TABLE, PostgresTokenStore } from "@tonearm/client/postgres";
import { RedisTokenStore } from "@tonearm/client/redis";
import { createSandbox } from "@tonearm/sandbox";
import { assertEquals, assertRejects } from "@std/assert";
import pg from "pg";
import { createClient } from "redis";
import { temporaryFolder } from "../support/folder.ts";
import { without } from "../support/programs.ts";
import { startPostgres } from "../support/sessions/postgres.ts";
import { startRedis } from "../support/sessions/redis.ts";

/**
 * Checks that a call succeeds and, while the store is down, fails with the code `token_store` despite its valid token.
 */
async function failsWhileDown(tokenStore: AtomicTokenStore, goDown: () => Promise<void>): Promise<ServiceError> {
  using sandbox = createSandbox();
  const { access_token, refresh_token } = sandbox.issueTokens();
  new ServiceClient({ ...sandbox.clientConfig, tokenStore }).setToken(access_token, refresh_token);
  while ((await tokenStore.read())?.accessToken !== access_token) await new Promise((done) => setTimeout(done, 5));
  // Simulates another process, which has the session only from the store.
  const client = new ServiceClient({ ...sandbox.clientConfig, tokenStore, callbackTimeoutMs: 30_000 });
  assertEquals((await client.me.getMe()).username, "Night Ferry");
  await goDown();
  const error = await assertRejects(() => client.me.getMe(), ServiceError);
  assertEquals(error.code, "token_store");
  return error;
}

Deno.test("FileTokenStore: a call fails with token_store while the file can't be read", async () => {
  await using folder = await temporaryFolder({ "kept/.keep": "" });
  const kept = `${folder.path}/kept`;
  await failsWhileDown(new FileTokenStore(`${kept}/tokens.json`), async () => {
    await Deno.remove(kept, { recursive: true });
    await Deno.writeTextFile(kept, "in the place of the folder");
  });
});

Deno.test({
  // redis_test.ts checks the length of the wait with a fake clock.
  name: "RedisTokenStore: a call fails with token_store while Redis is down",
  ignore: without("redis-server"),
  async fn() {
    const server = await startRedis();
    const client = createClient({ socket: { host: "127.0.0.1", port: server.port, reconnectStrategy: false } });
    client.on("error", () => {});
    await client.connect();
    await failsWhileDown(new RedisTokenStore(client, "tokens"), async () => await server[Symbol.asyncDispose]());
    if (client.isOpen) client.destroy();
  },
});

Deno.test({
  name: "PostgresTokenStore: a call fails with token_store and the pool's error while PostgreSQL is down",
  ignore: without("postgres"),
  async fn() {
    const server = await startPostgres();
    const pool = new pg.Pool({ connectionString: server.url });
    await pool.query(POSTGRES_TABLE);
    pool.on("error", () => {});
    const { cause } = await failsWhileDown(new PostgresTokenStore(pool, "tokens"), async () => {
      await server[Symbol.asyncDispose]();
    });
    assertEquals(cause instanceof Error, true);
    await pool.end();
  },
});

Deno.test("HttpTokenStore: a call fails with token_store at the first reply other than 200 and 404", async () => {
  let kept: string | undefined;
  let isDown = false;
  let requests = 0;
  const store = new HttpTokenStore("https://kv.example/tokens", {
    fetch: async (_, init) => {
      requests++;
      if (isDown) return new Response("down", { status: 503 });
      if (init?.method === "PUT") kept = await new Response(init.body as BodyInit).text();
      return kept === undefined
        ? new Response(null, { status: 404 })
        : new Response(kept, { headers: { etag: '"1"' } });
    },
  });
  await failsWhileDown(store, () => {
    isDown = true;
    requests = 0;
    return Promise.resolve();
  });
  assertEquals(requests, 1);
});
