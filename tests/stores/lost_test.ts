import { MemoryTokenStore, ServiceClient, ServiceError, type TokenRecord } from "@tonearm/client";
import { DenoKvTokenStore } from "@tonearm/client/deno-kv";
import { RedisTokenStore } from "@tonearm/client/redis";
import { createSandbox, type Sandbox } from "@tonearm/sandbox";
import { assertEquals, assertRejects } from "@std/assert";
import { createClient } from "redis";
import { without } from "../support/programs.ts";
import { startRedis } from "../support/sessions/redis.ts";

// The statements of docs/sharing-tokens.md about each store that is lost or can't write.

const RECORD: TokenRecord = { generation: 1, accessToken: "a", refreshToken: "r" };

/** Creates a record of a user of the sandbox. */
function recordOf(sandbox: Sandbox): TokenRecord {
  const { access_token, refresh_token } = sandbox.issueTokens();
  return { generation: 1, accessToken: access_token, refreshToken: refresh_token };
}

async function codeOf(call: () => Promise<unknown>): Promise<string | undefined> {
  return (await assertRejects(call, ServiceError)).code;
}

Deno.test("MemoryTokenStore: its sessions end with it, so a client with another has no token", async () => {
  using sandbox = createSandbox();
  const store = new MemoryTokenStore();
  await store.compareAndSwap(undefined, recordOf(sandbox));
  await new ServiceClient({ ...sandbox.clientConfig, tokenStore: store }).me.getMe();
  const restarted = new ServiceClient({ ...sandbox.clientConfig, tokenStore: new MemoryTokenStore() });
  assertEquals(await codeOf(() => restarted.me.getMe()), "no_token");
});

/** Stores a record in Redis, restarts it, and returns the record that it then contains. */
async function afterRestart(folder?: string): Promise<TokenRecord | undefined> {
  await using server = await startRedis(folder === undefined ? {} : { folder });
  const connect = () => createClient({ url: `redis://127.0.0.1:${server.port}` }).on("error", () => {}).connect();
  const before = await connect();
  await new RedisTokenStore(before, "tokens").compareAndSwap(undefined, RECORD);
  before.destroy();
  await server.restart();
  const after = await connect();
  const record = await new RedisTokenStore(after, "tokens").read();
  after.destroy();
  return record;
}

Deno.test({
  name: "RedisTokenStore: a restart loses every session, or none where Redis writes them to disk",
  ignore: without("redis-server"),
  async fn() {
    const folder = await Deno.makeTempDir();
    assertEquals([await afterRestart(), await afterRestart(folder)], [undefined, RECORD]);
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test("DenoKvTokenStore: a call fails with token_store and the database's error once the database is closed", async () => {
  using sandbox = createSandbox();
  const kv = await Deno.openKv(":memory:");
  const tokenStore = new DenoKvTokenStore(kv, ["tokens"]);
  await tokenStore.compareAndSwap(undefined, recordOf(sandbox));
  const client = new ServiceClient({ ...sandbox.clientConfig, tokenStore });
  await client.me.getMe();
  kv.close();
  const { code, cause } = await assertRejects(() => client.me.getMe(), ServiceError);
  assertEquals({ code, hasCause: cause instanceof Error }, { code: "token_store", hasCause: true });
});
