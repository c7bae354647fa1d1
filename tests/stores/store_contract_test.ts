import { MemoryTokenStore } from "@tonearm/client";
import { DenoKvTokenStore } from "@tonearm/client/deno-kv";
import { FileTokenStore } from "@tonearm/client/file";
import { HttpTokenStore } from "@tonearm/client/http";
import { POSTGRES_TABLE, PostgresTokenStore } from "@tonearm/client/postgres";
import { RedisTokenStore } from "@tonearm/client/redis";
import { type AtomicTokenStore, type OpenStore, tokenStoreContract } from "@tonearm/client/store-contract";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import pg from "pg";
import { execute, MASTER, openClient } from "../chaos/stores.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startEtagService } from "../support/sessions/etag_service.ts";
import { startPgbouncer, startPostgres } from "../support/sessions/postgres.ts";
import { CLIENTS, startRedis } from "../support/sessions/redis.ts";
import { startRedisCluster, startRedisSentinel, tell } from "../support/sessions/redis_servers.ts";
import { without } from "../support/programs.ts";

/** Runs every case on one store, which `begin` creates. */
function fulfilsContract(
  store: string,
  begin: (stack: AsyncDisposableStack) => Promise<OpenStore>,
  ignore = false,
): Deno.TestDefinition {
  return {
    name: `${store} passes the contract of token stores`,
    ignore,
    async fn(t) {
      await using stack = new AsyncDisposableStack();
      const open = await begin(stack);
      for (const { name, run } of tokenStoreContract(open)) assertEquals(await t.step(name, run), true);
    },
  };
}

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

for (const kind of ["redis-cluster", "ioredis-cluster", "redis-sentinel", "ioredis-sentinel"] as const) {
  Deno.test(fulfilsContract(`RedisTokenStore over ${kind}`, async (stack) => {
    const servers = kind.endsWith("cluster") ? startRedisCluster() : startRedisSentinel(MASTER);
    const { ports } = stack.use(await servers);
    const connections = [0, 1].map(() => openClient(kind, ports.join()));
    const clients = (await Promise.all(connections)).map((connection) => stack.use(connection).client);
    let opened = 0;
    return (session) => new RedisTokenStore(clients[opened++ % 2]!, session);
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

Deno.test({
  name: "RedisTokenStore.check() names what can lose a session, until its remedy is applied",
  ignore: without("redis-server"),
  async fn() {
    await using group = await startRedisSentinel(MASTER);
    const [, master = 0, replica = 0] = group.ports;
    const problemsAt = async (port: number) => {
      await using connected = await CLIENTS["redis"]!(port);
      return (await new RedisTokenStore(connected.client, "k").check()).map(({ problem }) => problem);
    };
    await tell(master, "CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
    assertEquals(await problemsAt(master), [
      "Redis evicts keys when its memory is full, sessions too",
      "Redis keeps no append-only file: a restart loses the newest tokens",
      "A replica that is promoted may miss the newest tokens",
    ]);
    assertEquals(await problemsAt(replica), [
      "Redis keeps no append-only file: a restart loses the newest tokens",
      "This Redis is a replica, which takes no writes",
    ]);
    for (const [name, value] of [["maxmemory-policy", "noeviction"], ["min-replicas-to-write", "1"]] as const) {
      await tell(master, "CONFIG", "SET", name, value);
    }
    assertEquals(await problemsAt(master), [
      "Redis keeps no append-only file: a restart loses the newest tokens",
    ]);
  },
});

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

Deno.test("DenoKvTokenStore rejects an empty key and an entry that isn't a record", async () => {
  using database = await Deno.openKv(":memory:");
  assertThrows(() => new DenoKvTokenStore(database, []), TypeError, "the key is empty");
  await database.set(["a"], "nonsense");
  const store = new DenoKvTokenStore(database, ["a"]);
  await assertRejects(() => store.read(), Error, "not a token record");
  await assertRejects(() => store.compareAndSwap(undefined, record), Error, "not a token record");
  assertEquals((await database.get(["a"])).value, "nonsense");
});

Deno.test({
  name: "PostgresTokenStore rejects an empty key, and keeps a row that isn't a record",
  ignore: without("postgres"),
  async fn() {
    await using stack = new AsyncDisposableStack();
    const pool = await startPool(stack);
    assertThrows(() => new PostgresTokenStore(pool, ""), TypeError, "the key is empty");
    await pool.query("INSERT INTO tonearm_sessions VALUES ('a', '[]')");
    const store = new PostgresTokenStore(pool, "a");
    await assertRejects(() => store.read(), Error, "Cannot read the session a in PostgreSQL");
    assertEquals(await store.compareAndSwap(undefined, record), false);
  },
});
