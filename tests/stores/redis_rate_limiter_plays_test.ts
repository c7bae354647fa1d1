import { assert, assertEquals, assertRejects } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { RedisRateLimiter } from "../../src/stores/redis.ts";
import { call, play, refused, SOON_MS } from "../support/sessions/limited_calls.ts";
import { inRedis } from "../support/sessions/redis.ts";

Deno.test(
  inRedis("clocks that differ change nothing: every time is that of Redis", async ({ client }, _server, other) => {
    const limits = { plays: 1, requests: 2, windowMs: 300 };
    const [one, two] = [new RedisRateLimiter(client, "app", limits), new RedisRateLimiter(other.client, "app", limits)];
    const facts = { headers: new Headers({ "retry-after": "1" }) };
    await one.schedule(play, () => Promise.resolve("heard"));
    const now = Date.now;
    try {
      for (const skewMs of [7_200_000, -7_200_000]) {
        Date.now = () => now() + skewMs;
        const error = await assertRejects(() => two.schedule(play, () => Promise.resolve("heard")), ServiceError);
        assert(error.retryAfterMs! > 86_390_000 && error.retryAfterMs! <= 86_400_000, `${error.retryAfterMs} ms`);
        const before = performance.now();
        await two.schedule(call, refused(facts)).catch(() => {});
        Date.now = now;
        assertEquals(await one.schedule(call, () => Promise.resolve("sent")), "sent");
        const waitedMs = performance.now() - before;
        assert(waitedMs > 850 && waitedMs < SOON_MS, `${waitedMs} ms`);
      }
    } finally {
      Date.now = now;
    }
  }),
);

Deno.test(inRedis("plays are reset at the end of their window", async ({ client, command }) => {
  const rateLimiter = new RedisRateLimiter(client, "app", { plays: 1 });
  const listen = () => rateLimiter.schedule(play, () => Promise.resolve("heard"));
  await listen();
  await assertRejects(listen, ServiceError, "play limit is reached");
  await command("HSET", "tonearm:{app}:state", "playsEnd", String(Date.now() - 1));
  assertEquals({ listen: await listen(), plays: (await rateLimiter.usage()).plays }, { listen: "heard", plays: 1 });
}));
