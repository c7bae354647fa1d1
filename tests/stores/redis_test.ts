import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { RedisCache, RedisTokenStore } from "../../src/stores/redis.ts";
import { cache } from "../../src/transport/cache.ts";
import { aCall, aReply, aStats, ignoreRejection, settle } from "../support/calls.ts";
import { inRedis } from "../support/sessions/redis.ts";

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

Deno.test(inRedis("RedisCache lets one of many fetch an entry, and the others wait for it", async ({ client }) => {
  const caches = Array.from({ length: 6 }, () => new RedisCache(client));
  let fetched = 0;
  const values = await Promise.all(caches.map(async (cache) => {
    const hit = await cache.get("k");
    if (hit !== undefined) return hit;
    fetched++;
    await cache.set("k", "value", { ttlMs: 1000 });
    return "value";
  }));
  assertEquals(values, Array(6).fill("value"));
  assertEquals(fetched, 1);
}));

Deno.test(
  inRedis("RedisCache lets the next one fetch an entry as soon as a fetch has failed", async ({ client, command }) => {
    const onDebug = () => {};
    const layers = [1, 2].map(() =>
      cache({ store: new RedisCache(client, { fillMs: 60_000 }), ttlMs: 1000, limitMs: 0, onDebug })
    );
    const claimed = Promise.withResolvers<void>();
    const broken = Promise.withResolvers<never>();
    const first = ignoreRejection(
      layers[0]!(() => {
        claimed.resolve();
        return broken.promise;
      })(aCall(), aStats()),
    );
    await claimed.promise;
    const since = performance.now();
    const second = layers[1]!(() => Promise.resolve(aReply("fetched")))(aCall(), aStats());
    broken.reject(new Error("refused"));
    await assertRejects(() => first, Error, "refused");
    assertEquals((await second).body, "fetched");
    const waitedMs = performance.now() - since;
    assert(waitedMs < 30_000, `the next one waited ${waitedMs} ms, until the claim ran out`);
    // The second call stores its reply in the background.
    while ((await command("KEYS", "tonearm:fill:*") as string[]).length > 0);
    await settle();
  }),
);

Deno.test(inRedis("Redis stores reject a bad configuration before they send anything", ({ client }) => {
  assertThrows(() => new RedisTokenStore(client, ""), TypeError, "key is empty");
  assertThrows(() => new RedisTokenStore({} as never, "k"), TypeError, "neither sendCommand nor call");
  assertThrows(() => new RedisTokenStore(client, "k", { ttlMs: 0 }), RangeError, "ttlMs is 0");
  assert(new RedisTokenStore(client, "k", { ttlMs: 1, replyMs: 1 }));
  assertThrows(() => new RedisCache(client, { fillMs: -1 }), RangeError, "fillMs is -1");
  assertThrows(() => new RedisCache(client, { replyMs: 0 }), RangeError, "replyMs is 0");
  return Promise.resolve();
}));
