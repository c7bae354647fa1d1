import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { RedisCache, RedisTokenStore } from "../../src/stores/redis.ts";
import { cache } from "../../src/transport/cache.ts";
import { aCall, aReply, aStats, ignoreRejection, settle } from "../support/calls.ts";
import { inRedis } from "../support/sessions/redis.ts";

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
