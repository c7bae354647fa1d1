import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import fc from "fast-check";
import type { ServiceError } from "../../src/errors.ts";
import type { RetryInfo } from "../../src/types/config.ts";
import { aCall, aReply, aStats, failure, recovering, sender, settle } from "../support/calls.ts";

const LONGEST_BACKOFF = 30_000;
const LONGEST_WAIT = 60_000;

const status = fc.constantFrom(0, 400, 401, 403, 404, 429, 500, 502, 503, 504, 599);
const wait = fc.option(fc.oneof(fc.nat(70).map(String), fc.constantFrom("-5", "1e9", "1e12", "never")), {
  nil: undefined,
});

/** A DELETE whose reply was lost is done when its repetition finds nothing. */
function isGoneAtLast(method: string, errors: readonly ServiceError[], attempts: number): boolean {
  const [before, last] = [errors[attempts - 2], errors[attempts - 1]];
  return method === "DELETE" && last?.status === 404 && before !== undefined && !before.isRateLimited;
}

Deno.test("ServiceClient: attempts and pauses are bounded for any failures, and the call throws the last one", async () => {
  const failures = fc.array(fc.record({ status, wait }), { maxLength: 12 });
  const method = fc.constantFrom("GET", "PUT", "DELETE", "POST");
  const property = fc.asyncProperty(
    failures,
    method,
    fc.nat(6),
    fc.nat(5000),
    async (given, method, maxRetries, base) => {
      using time = new FakeTime();
      const errors = given.map(({ status, wait }) =>
        failure(status, {
          code: status ? "http" : "network",
          headers: new Headers(wait ? { "retry-after": wait } : {}),
        })
      );
      const { send, sent } = sender(...errors, aReply("ok"));
      const pauses: number[] = [];
      const onRetry = ({ delayMs }: RetryInfo) => pauses.push(delayMs);
      const layer = recovering(send, { maxRetries, retryBaseDelay: base, onRetry });
      const start = Date.now();
      let end: unknown;
      layer(aCall({ method }), aStats()).then(({ body }) => end = body, (error) => end = error);
      for (let turn = 0; end === undefined && turn < 100; turn++) {
        await settle();
        time.next();
      }
      const longest = Array.from({ length: maxRetries }, (_, at) => Math.min(LONGEST_BACKOFF, base * 2 ** at));
      assert(sent.length <= maxRetries + 1);
      assertEquals(pauses.length, sent.length - 1);
      for (const [at, pause] of pauses.entries()) {
        assert(pause >= 0 && pause <= Math.max(errors[at]!.retryAfterMs ?? 0, longest[at]!) && pause <= LONGEST_WAIT);
      }
      assert(Date.now() - start <= maxRetries * LONGEST_WAIT);
      if (!isGoneAtLast(method, errors, sent.length)) assertEquals(end, errors[sent.length - 1] ?? "ok");
      if (method === "POST") assert(errors.slice(0, sent.length - 1).every(({ status }) => status === 429));
    },
  );
  await fc.assert(property, { seed: 13, numRuns: 300 });
});
