import { assert, assertEquals, assertRejects } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { RedisTokenStore } from "../../src/stores/redis.ts";
import { inRedis, startRedisCluster, startRedisSentinel } from "../support/sessions/redis.ts";
import { MASTER, openClient } from "../chaos/stores.ts";
import { without } from "../support/programs.ts";
import { fulfilsContract } from "../support/sessions/token_store.ts";

Deno.test(
  inRedis("RedisTokenStore names a key that holds something else, and leaves it alone", async ({ client, command }) => {
    for (const fill of [["HSET", "tokens", "a", "b"], ["SET", "tokens", "text"], ["SET", "tokens", "7"]]) {
      await command("DEL", "tokens");
      await command(...fill as [string, ...string[]]);
      const store = new RedisTokenStore(client, "tokens");
      const read = () => fill[0] === "SET" ? command("GET", "tokens") : command("HGET", "tokens", "a");
      const before = await read();
      const error = await assertRejects(() => store.read(), ServiceError, "Cannot use the Redis key tokens");
      assertEquals(error.code, "token_store");
      await assertRejects(() => store.setTokens("a"), ServiceError, "tokens");
      const swap = () => store.compareAndSwap({ generation: 0 }, { generation: 1 });
      await assertRejects(swap, ServiceError, "tokens: it holds something else");
      assertEquals(await read(), before);
    }
  }),
);

Deno.test(
  inRedis("RedisTokenStore keeps a record as long as its options or an EXPIRE say", async ({ client, command }) => {
    const life = async (ttlMs?: number) => {
      await new RedisTokenStore(client, "tokens", { ttlMs }).setTokens("a", "r");
      return Math.max(0, Math.ceil(Number(await command("PTTL", "tokens")) / 1000));
    };
    assertEquals(await life(), 0, "for ever");
    await command("PEXPIRE", "tokens", "90000");
    assertEquals([await life(), await life(4999.5), await life(9000)], [90, 5, 9]);
  }),
);

/** What makes Redis refuse a write, what ends it, and what the error says. */
const REFUSALS: readonly (readonly [begin: string, end: string, state: string])[] = [
  ["REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE", "this Redis is a replica, which takes no writes (READONLY)"],
  [
    "CONFIG SET min-replicas-to-write 1",
    "CONFIG SET min-replicas-to-write 0",
    "too few replicas are connected for a write (NOREPLICAS)",
  ],
  ["CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0", "Redis has no memory left (OOM)"],
  [
    "ACL SETUSER default -eval",
    "ACL SETUSER default +eval",
    "the user of this connection may not run the command (NOPERM)",
  ],
];

Deno.test(inRedis("RedisTokenStore says at once why Redis refuses a write", async ({ client, command }) => {
  const store = new RedisTokenStore(client, "tokens");
  const send = (line: string) => command(...line.split(" ") as [string, ...string[]]);
  for (const [begin, end, state] of REFUSALS) {
    await send(begin);
    const refusal = `Cannot use the Redis key tokens: ${state}`;
    const { cause } = await assertRejects(() => store.setTokens("a"), ServiceError, refusal);
    assert(cause instanceof Error, "the reason of Redis itself");
    await send(end);
  }
  await store.setTokens("a");
}));

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
