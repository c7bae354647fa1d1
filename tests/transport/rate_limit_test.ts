import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceClient } from "../../src/client.ts";
import { ServiceError } from "../../src/errors.ts";
import { rateLimit } from "../../src/transport/rate_limit.ts";
import { compose } from "../../src/transport/layer.ts";
import { retry } from "../../src/transport/retry.ts";
import { timeout } from "../../src/transport/timeout.ts";
import type { LimitedCall, RateLimiter } from "../../src/types/rate_limiter.ts";
import { aContext, aReply, aRequest, failure, sender } from "../support/layers.ts";
import { serve } from "../support/wire_server.ts";

/** A rate limiter that notes what it's told, and lets everything through after a while. */
class Watched implements RateLimiter {
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

Deno.test("a rate limiter is told of each attempt and of how it ends, and the reply comes through", async () => {
  const rateLimiter = new Watched();
  const { send, sent } = sender(failure(429), aReply("body"));
  const { signal } = new AbortController();
  const reply = await compose(send, [retry({ maxRetries: 1, retryBaseDelay: 0 }), rateLimit(rateLimiter)])(
    aRequest(),
    aContext({ signal }),
  );
  const call = { method: "GET", url: "https://api.example/tracks/1", token: "t0", signal };
  assertEquals([reply.body, sent.length, rateLimiter.ends], ["body", 2, [429, "done"]]);
  assertEquals(rateLimiter.calls, [call, call]);
});

Deno.test("a rate limiter isn't asked about the OAuth host", async () => {
  const rateLimiter = new Watched();
  const { send } = sender(aReply(1));
  await rateLimit(rateLimiter)(send)(aRequest(), aContext({ anonymous: true }));
  assertEquals(rateLimiter.calls, []);
});

Deno.test("a rate limiter that refuses is heard, and nothing is sent", async () => {
  const { send, sent } = sender(aReply(1));
  const rateLimiter = { schedule: () => Promise.reject(new RangeError("no room")) };
  await assertRejects(() => rateLimit(rateLimiter)(send)(aRequest(), aContext()), RangeError, "no room");
  assertEquals(sent.length, 0);
});

Deno.test("waiting for a rate limiter takes nothing from the time of the attempt", async () => {
  using time = new FakeTime();
  const { send } = sender(aReply("in time"));
  const call = compose(send, [rateLimit(new Watched(60_000)), timeout])(aRequest(), aContext({ timeoutMs: 1000 }));
  await time.tickAsync(60_000);
  assertEquals((await call).body, "in time");
});

Deno.test("a client sends through its rate limiter, with the token of the call", async () => {
  await using server = await serve({ body: { id: 1 } });
  const rateLimiter = new Watched();
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
