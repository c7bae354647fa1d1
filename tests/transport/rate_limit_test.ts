import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceClient } from "../../src/session/client.ts";
import { ServiceError } from "../../src/errors.ts";
import { perform } from "../../src/transport/perform.ts";
import type { LimitedCall, RateLimiter } from "../../src/types/rate_limiter.ts";
import { aCall, aStats, means } from "../support/calls.ts";
import { serve } from "../support/wire_server.ts";

/** A rate limiter that records its calls, and admits each after a delay. */
class RecordingRateLimiter implements RateLimiter {
  readonly calls: LimitedCall[] = [];
  readonly ends: unknown[] = [];
  readonly #delayMs: number;

  constructor(delayMs = 0) {
    this.#delayMs = delayMs;
  }

  async schedule<T>(call: LimitedCall, work: () => Promise<T>): Promise<T> {
    this.calls.push(call);
    if (this.#delayMs) await new Promise((resolve) => setTimeout(resolve, this.#delayMs));
    try {
      const result = await work();
      this.ends.push("done");
      return result;
    } catch (error) {
      this.ends.push(error instanceof ServiceError ? error.status : error);
      throw error;
    }
  }
}

Deno.test("RateLimiter: schedule() gets each attempt and its outcome, and the call its reply", async () => {
  const rateLimiter = new RecordingRateLimiter();
  const replies = [new Response(null, { status: 429 }), Response.json("body")];
  const { signal } = new AbortController();
  const used = means(() => Promise.resolve(replies.shift()!), {
    rateLimiter,
    maxRetries: 1,
    retryBaseDelay: 0,
  });
  const reply = await perform(used, aCall({ signal }), aStats());
  const call = { method: "GET", url: "https://api.example/tracks/1", token: "t0", signal };
  assertEquals(reply.body, "body");
  assertEquals(replies.length, 0);
  assertEquals(rateLimiter.ends, [429, "done"]);
  assertEquals(rateLimiter.calls, [call, call]);
});

Deno.test("RateLimiter: schedule() isn't called for the OAuth host or without a token", async () => {
  const rateLimiter = new RecordingRateLimiter();
  const used = means(() => Promise.resolve(Response.json(1)), { rateLimiter });
  await perform(used, aCall({ isAnonymous: true, token: undefined }), aStats());
  await assertRejects(() => perform(used, aCall({ token: undefined }), aStats()), ServiceError, "No access token");
  assertEquals(rateLimiter.calls, []);
});

Deno.test("RateLimiter: a call fails with the limiter's error, and sends nothing", async () => {
  const rateLimiter = { schedule: () => Promise.reject(new RangeError("no room")) };
  const used = means(() => Promise.reject(new Error("sent")), { rateLimiter });
  await assertRejects(() => perform(used, aCall(), aStats()), RangeError, "no room");
});

Deno.test("RateLimiter: the wait for a turn doesn't count toward timeoutMs", async () => {
  using time = new FakeTime();
  const used = means(() => Promise.resolve(Response.json("in time")), {
    rateLimiter: new RecordingRateLimiter(60_000),
  });
  const call = perform(used, aCall({ timeoutMs: 1000 }), aStats());
  await time.tickAsync(60_000);
  assertEquals((await call).body, "in time");
});

Deno.test("RateLimiter: a client sends through its rate limiter, with the token of the call", async () => {
  await using server = await serve({ body: { id: 1 } });
  const rateLimiter = new RecordingRateLimiter();
  const { url: baseUrl } = server;
  const client = new ServiceClient({ clientId: "id", clientSecret: "secret", baseUrl, authUrl: baseUrl, rateLimiter });
  client.setToken("mine");
  await client.tracks.getTrack(1);
  await client.tracks.getTrack(2, { token: "other" });
  assertEquals(rateLimiter.calls.map(({ url, token }) => [url.slice(baseUrl.length), token]), [
    ["/tracks/1", "mine"],
    ["/tracks/2", "other"],
  ]);
});
