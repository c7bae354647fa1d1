import { MemoryTokenStore } from "@tonearm/client";
import { DenoKvTokenStore } from "@tonearm/client/deno-kv";
import { FileTokenStore } from "@tonearm/client/file";
import { HttpTokenStore } from "@tonearm/client/http";
import { POSTGRES_TABLE, PostgresTokenStore } from "@tonearm/client/postgres";
import { RedisTokenStore } from "@tonearm/client/redis";
import type { AtomicTokenStore, OpenStore } from "@tonearm/client/store-contract";
import { assertEquals, assertRejects } from "@std/assert";
import pg from "pg";
import { execute } from "../chaos/stores.ts";
import { temporaryFolder } from "../support/folder.ts";
import { fulfilsContract } from "../support/sessions/token_store.ts";
import { startEtagService } from "../support/sessions/services.ts";
import { startPgbouncer, startPostgres } from "../support/sessions/postgres.ts";
import { CLIENTS, startRedis } from "../support/sessions/redis.ts";
import { without } from "../support/programs.ts";

function inMemory(make: () => AtomicTokenStore): OpenStore {
  const sessions = new Map<string, AtomicTokenStore>();
  return (session) => sessions.get(session) ?? sessions.set(session, make()).get(session)!;
}

async function startPool(stack: AsyncDisposableStack, max = 10): Promise<pg.Pool> {
  const server = stack.use(await startPostgres());
  const pool = new pg.Pool({ connectionString: server.url, max });
  pool.on("error", () => {});
  stack.defer(() => pool.end());
  await pool.query(POSTGRES_TABLE);
  return pool;
}

Deno.test(fulfilsContract("MemoryTokenStore", () => Promise.resolve(inMemory(() => new MemoryTokenStore()))));

Deno.test(fulfilsContract("PostgresTokenStore", async (stack) => {
  const pool = await startPool(stack);
  return (session) => new PostgresTokenStore(pool, session);
}, without("postgres")));

Deno.test(fulfilsContract("DenoKvTokenStore", async (stack) => {
  const path = `${stack.use(await temporaryFolder()).path}/kv.sqlite`;
  const databases = [await Deno.openKv(path), await Deno.openKv(path)];
  for (const database of databases) stack.defer(() => database.close());
  let opened = 0;
  return (session) => new DenoKvTokenStore(databases[opened++ % 2]!, ["sessions", session]);
}));

Deno.test(fulfilsContract("FileTokenStore", async (stack) => {
  const folder = stack.use(await temporaryFolder());
  return (session) => new FileTokenStore(`${folder.path}/${session}.json`);
}));

for (const [name, connect] of Object.entries(CLIENTS)) {
  Deno.test(fulfilsContract(`RedisTokenStore over npm:${name}`, async (stack) => {
    const { port } = stack.use(await startRedis());
    const connections = [stack.use(await connect(port)), stack.use(await connect(port))];
    let opened = 0;
    return (session) => new RedisTokenStore(connections[opened++ % 2]!.client, session);
  }, without("redis-server")));
}

Deno.test(fulfilsContract("PostgresTokenStore behind pgbouncer in transaction mode", async (stack) => {
  const server = stack.use(await startPostgres());
  await execute(server.url, POSTGRES_TABLE);
  const pooler = stack.use(await startPgbouncer(server.url, "transaction"));
  const pool = new pg.Pool({ connectionString: pooler.url });
  stack.defer(() => pool.end());
  return (session) => new PostgresTokenStore(pool, session);
}, without("postgres", "pgbouncer")));

Deno.test(fulfilsContract("HttpTokenStore", async (stack) => {
  const { url } = stack.use(await startEtagService());
  return (session) => new HttpTokenStore(`${url}/${session}`);
}));

const record = { generation: 1, accessToken: "a1", refreshToken: "r1" };

Deno.test("HttpTokenStore sends its headers with every request", async () => {
  const seen: (string | null)[] = [];
  const store = new HttpTokenStore("https://kv.example/a", {
    headers: { authorization: "Bearer key" },
    fetch: (_input, init) => {
      seen.push(new Headers(init?.headers).get("authorization"));
      return Promise.resolve(new Response(null, { status: init?.method === "PUT" ? 201 : 404 }));
    },
  });
  await store.compareAndSwap(undefined, record);
  assertEquals(seen, ["Bearer key", "Bearer key"]);
});

Deno.test("DenoKvTokenStore rejects an entry that isn't a record", async () => {
  using database = await Deno.openKv(":memory:");
  await database.set(["a"], "nonsense");
  const store = new DenoKvTokenStore(database, ["a"]);
  await assertRejects(() => store.read(), Error, "not a token record");
  await assertRejects(() => store.compareAndSwap(undefined, record), Error, "not a token record");
  assertEquals((await database.get(["a"])).value, "nonsense");
});

Deno.test({
  name: "PostgresTokenStore keeps a row that isn't a record",
  ignore: without("postgres"),
  async fn() {
    await using stack = new AsyncDisposableStack();
    const pool = await startPool(stack);
    await pool.query("INSERT INTO tonearm_sessions VALUES ('a', '[]')");
    const store = new PostgresTokenStore(pool, "a");
    await assertRejects(() => store.read(), Error, "Cannot read the session a in PostgreSQL");
    assertEquals(await store.compareAndSwap(undefined, record), false);
  },
});
