import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceClient } from "../../src/session/client.ts";
import { ServiceError } from "../../src/errors.ts";
import { RedisCache, RedisTokenStore } from "../../src/stores/redis.ts";
import { cache } from "../../src/transport/cache.ts";
import { aCall, aReply, aStats, settle } from "../support/calls.ts";
import { ignoreRejection } from "../support/promises.ts";
import { inRedis } from "../support/sessions/redis.ts";

Deno.test(inRedis("RedisTokenStore gives back what it stored, and forgets it", async ({ client }) => {
  const store = new RedisTokenStore(client, "tokens");
  assertEquals(await store.getAccessToken(), undefined);
  await store.setTokens("a", "r");
  const other = new RedisTokenStore(client, "tokens");
  assertEquals({ accessToken: await other.getAccessToken(), refreshToken: await other.getRefreshToken() }, {
    accessToken: "a",
    refreshToken: "r",
  });
  await store.setTokens("b");
  assertEquals({ accessToken: await other.getAccessToken(), refreshToken: await other.getRefreshToken() }, {
    accessToken: "b",
    refreshToken: undefined,
  });
  await other.clearTokens();
  assertEquals({ accessToken: await store.getAccessToken(), refreshToken: await store.getRefreshToken() }, {
    accessToken: undefined,
    refreshToken: undefined,
  });
}));

Deno.test(inRedis("RedisTokenStore lets one process at a time into its lock", async ({ client }) => {
  const stores = Array.from({ length: 5 }, () => new RedisTokenStore(client, "tokens"));
  let inside = 0;
  const most: number[] = [];
  await Promise.all(stores.map((store) =>
    store.lock(async () => {
      most.push(++inside);
      await store.getAccessToken();
      inside--;
    })
  ));
  assertEquals(most, [1, 1, 1, 1, 1]);
}));

Deno.test(inRedis("RedisTokenStore takes over a lock whose owner is gone", async ({ client, command }) => {
  const take = () => new RedisTokenStore(client, "tokens").lock(() => Promise.resolve("mine"));
  // An expired lock, one whose count stands still, and one that Redis would keep for long after its clock was set back.
  for (const [text, isAlive] of [["gone 5000 100 7", false], ["gone 100 50 7", true]] as const) {
    await command("SET", "{tokens}:lock", text);
    if (isAlive) await command("SET", "{tokens}:lock:alive", "1", "PX", "60000");
    assertEquals(await take(), "mine");
  }
  await command("SET", "{tokens}:lock", "of an older version", "PX", "100");
  assertEquals(await take(), "mine");
  assertEquals(await command("KEYS", "*"), []);
}));

Deno.test(
  inRedis(
    "RedisTokenStore leaves the lock to an owner that lives, also where Redis' clock leaps ahead",
    async (redis) => {
      const { client, command } = redis;
      const store = () => new RedisTokenStore(client, "tokens", { ttlMs: 400, maxWaitMs: 1500 });
      const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const owner = store().lock(async (lease) => {
        await lease?.extend?.();
        held.resolve();
        await released.promise;
        return lease?.isHeld();
      });
      await held.promise;
      // A clock that leaps ahead expires the key again and again, as if after each heartbeat.
      let isOver = false;
      const leaps = (async () => {
        while (!isOver) await command("DEL", "{tokens}:lock:alive");
      })();
      const error = await assertRejects(() => store().lock(() => Promise.resolve()), Error);
      assert(error.message.includes("another process holds it"));
      released.resolve();
      assertEquals({ owner: await owner, lock: await store().lock(() => Promise.resolve("mine")) }, {
        owner: true,
        lock: "mine",
      });
      isOver = true;
      await leaps;
    },
  ),
);

Deno.test(inRedis("RedisTokenStore gives up on a lock that others keep", async ({ client, command }) => {
  await command("SET", "{tokens}:lock", "other");
  const store = new RedisTokenStore(client, "tokens", { maxWaitMs: 30 });
  await assertRejects(() => store.lock(() => Promise.resolve()), Error, "another process holds it");
}));

Deno.test(
  inRedis(
    "RedisTokenStore stores the only valid pair, whoever holds its lock, and no other",
    async ({ client, command }) => {
      const store = new RedisTokenStore(client, "tokens");
      await store.setTokens("old", "r1");
      const before = (await store.read())!;
      await store.lock(async () => {
        await command("SET", "{tokens}:lock", "other");
        assertEquals(await store.compareAndSwap(before, { ...before, accessToken: "new", refreshToken: "r2" }), true);
      });
      assertEquals(await store.compareAndSwap(before, { ...before, accessToken: "late", refreshToken: "r3" }), false);
      assertEquals(await store.getAccessToken(), "new");
      assertEquals(await command("GET", "{tokens}:lock"), "other");
    },
  ),
);

Deno.test(inRedis("RedisTokenStore leaves a tombstone where a user signed out", async ({ client }) => {
  const store = new RedisTokenStore(client, "tokens");
  await store.setTokens("a", "r");
  const before = (await store.read())!;
  await store.clearTokens();
  const { generation, ...rest } = (await store.read())!;
  assertEquals({ rest, generationAbove: generation > before.generation }, { rest: {}, generationAbove: true });
  assertEquals(await store.compareAndSwap(before, { ...before, accessToken: "late" }), false);
}));

Deno.test(inRedis("RedisTokenStore writes nothing back that Redis has lost", async ({ client, command }) => {
  const store = new RedisTokenStore(client, "tokens");
  await store.setTokens("a", "r");
  const before = (await store.read())!;
  await command("DEL", "tokens");
  assertEquals({ read: await store.read(), compareAndSwap: await store.compareAndSwap(before, before) }, {
    read: undefined,
    compareAndSwap: false,
  });
  assertEquals(await command("EXISTS", "tokens"), 0);
}));

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
      const swap = async () => {
        if (await store.compareAndSwap({ generation: 0 }, { generation: 1 })) throw new Error("stored");
        throw new ServiceError(0, "tokens: refused");
      };
      await assertRejects(swap, ServiceError, "tokens");
      assertEquals(await read(), before);
    }
  }),
);

Deno.test(
  inRedis(
    "RedisTokenStore tells who holds its lock that it's lost, and extends it for a request",
    async ({ client, command }) => {
      await new RedisTokenStore(client, "tokens", { ttlMs: 30_000 }).lock(async (lease) => {
        assertEquals(lease?.isHeld(), true);
        await lease?.extend?.();
        const left = Number(await command("PTTL", "{tokens}:lock:alive"));
        assert(left > 90_000 && left <= 120_000, `four times its time is left: ${left} ms`);
        await command("SET", "{tokens}:lock", "other");
        await lease?.extend?.();
        assertEquals(lease?.isHeld(), false);
      });
      assertEquals(await command("GET", "{tokens}:lock"), "other", "it isn't this process's to release");
    },
  ),
);

Deno.test(inRedis("RedisTokenStore's lock ends by itself in Redis, in milliseconds", async ({ client, command }) => {
  await new RedisTokenStore(client, "tokens", { ttlMs: 60_000 }).lock(async () => {
    const left = Number(await command("PTTL", "{tokens}:lock:alive"));
    assert(left > 0 && left <= 60_000, `${left} ms are left`);
  });
}));

Deno.test(
  inRedis("RedisTokenStore's heartbeat leaves the time that a request was given", async ({ client, command }) => {
    await new RedisTokenStore(client, "tokens", { ttlMs: 3000 }).lock(async (lease) => {
      await lease?.extend?.();
      // The next heartbeat comes after a second.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      assert(Number(await command("PTTL", "{tokens}:lock:alive")) > 3000);
    });
  }),
);

Deno.test(inRedis("RedisTokenStore keeps its lock for as long as the work takes", async ({ client, command }) => {
  const store = new RedisTokenStore(client, "tokens", { ttlMs: 3000 });
  await store.lock(async () => {
    const owner = async () => String(await command("GET", "{tokens}:lock")).split(" ")[0];
    const left = async () => Number(await command("PTTL", "{tokens}:lock:alive"));
    const first = await owner();
    for (let beats = 0; beats < 2; beats++) {
      let last = await left();
      // The remaining time decreases until a heartbeat resets it.
      for (let next = await left(); next <= last; next = await left()) last = next;
    }
    assertEquals(await owner(), first);
  });
  assertEquals(await command("GET", "{tokens}:lock"), null);
}));

Deno.test(inRedis("RedisCache keeps a value for its time, in Redis", async ({ client, command }) => {
  const cache = new RedisCache(client, { prefix: "p:" });
  await cache.set("k", { a: [1, null] }, { ttlMs: 5000 });
  assertEquals(await cache.get("k"), { a: [1, null] });
  const left = Number(await command("PTTL", "p:k"));
  assert(left > 4000 && left <= 5000, `${left} ms left`);
  await cache.delete("k");
  assertEquals(await cache.get("k"), undefined);
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

Deno.test(inRedis("RedisCache doesn't wait for a process that never brings the entry", async ({ client }) => {
  const cache = new RedisCache(client, { fillMs: 40 });
  assertEquals(await cache.get("k"), undefined);
  assertEquals(await cache.get("k"), undefined);
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

Deno.test("RedisCache fails when Redis doesn't answer, so that a call continues without it", async () => {
  const silent = { call: () => new Promise<never>(() => {}) };
  const cache = new RedisCache(silent, { replyMs: 20 });
  await assertRejects(() => cache.get("k"), Error, "Redis didn't answer within 20 ms");
  await assertRejects(() => cache.set("k", 1, { ttlMs: 1000 }), Error, "didn't answer");
});

Deno.test("RedisTokenStore retries for ten seconds while Redis is unavailable, then fails", async () => {
  for (const reply of [() => Promise.reject(new Error("gone")), () => new Promise<never>(() => {})]) {
    using time = new FakeTime();
    const store = new RedisTokenStore({ call: reply }, "tokens");
    let isOver = false;
    const reading = assertRejects(() => store.getAccessToken(), Error).finally(() => isOver = true);
    for (let ms = 0; ms < 9900; ms += 50) await time.tickAsync(50);
    assertEquals(isOver, false);
    for (let ms = 0; ms < 300; ms += 50) await time.tickAsync(50);
    await reading;
  }
});

Deno.test("RedisTokenStore: an aborted call doesn't wait for an unavailable Redis", async () => {
  const requested = Promise.withResolvers<void>();
  const back = Promise.withResolvers<void>();
  let isAway = true;
  const call = () => {
    requested.resolve();
    if (isAway) return Promise.reject(new Error("gone"));
    back.resolve();
    return Promise.resolve([null, null, null]);
  };
  const tokenStore = new RedisTokenStore({ call }, "tokens");
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret", tokenStore });
  const gone = new AbortController();
  const reading = client.users.getUser(1, { signal: gone.signal });
  await requested.promise;
  gone.abort(new Error("enough"));
  await assertRejects(() => reading, Error, "enough");
  isAway = false;
  await back.promise;
});

Deno.test(inRedis("RedisCache drops an entry that can't be read", async ({ client, command }) => {
  await command("SET", "tonearm:k", "{half");
  assertEquals(await new RedisCache(client).get("k"), undefined);
  assertEquals(await command("EXISTS", "tonearm:k"), 0);
}));

Deno.test(inRedis("Redis stores reject a bad configuration before they send anything", ({ client }) => {
  assertThrows(() => new RedisTokenStore(client, ""), TypeError, "key is empty");
  assertThrows(() => new RedisTokenStore({} as never, "k"), TypeError, "neither sendCommand nor call");
  assertThrows(() => new RedisCache(client, { fillMs: -1 }), RangeError, "fillMs is -1");
  assertThrows(() => new RedisCache(client, { replyMs: 0 }), RangeError, "replyMs is 0");
  return Promise.resolve();
}));
