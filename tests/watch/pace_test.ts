import { assertEquals } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import type { ErrorCode } from "../../src/types/error.ts";
import { RefusedLink } from "../../src/watch/list.ts";
import { isPassing, Pace } from "../../src/watch/pace.ts";
import { replaceRandom } from "../support/replaced.ts";

const reply = (status: number, body?: object) => new ServiceError(status, "", body, {});
const QUOTA = { error_code: "quota_exceeded" };

for (
  const [what, error, expected] of [
    ...["network", "timeout", "invalid_body", "reply_too_large", "page_loop", "limit", "rate_limiter"].map((code) =>
      [`the code ${code}`, new ServiceError(0, "", undefined, { code: code as ErrorCode }), true] as const
    ),
    ["the code token_store", new ServiceError(0, "", undefined, { code: "token_store" }), false],
    ["a refused link", new RefusedLink(reply(404, {})), true],
    ["another error", new Error("no"), false],
    ...[200, 405, 408, 425, 429, 500, 503, 403, 404].map((status) =>
      [`a ${status} of a gateway`, reply(status), true] as const
    ),
    ...[300, 400, 401, 410, 422, 499].map((status) => [`a ${status}`, reply(status), false] as const),
    ...[401, 403, 404, 405].map((status) => [`a ${status} of the service`, reply(status, { code: 1 }), false] as const),
    ["a used-up quota", reply(403, QUOTA), true],
    ["a used-up quota with a 404", reply(404, QUOTA), true],
    ["a used-up quota with a 400", reply(400, QUOTA), false],
  ] as const
) {
  Deno.test(`isPassing(): ${what} ${expected ? "may pass" : "is permanent"}`, () => {
    assertEquals(isPassing(error), expected);
  });
}

Deno.test("Pace.after() pauses half as long again after each poll without an event, up to the most", () => {
  using _random = replaceRandom(() => 0.5);
  const pace = new Pace(10_000, 30_000);
  assertEquals([0, 0, 0, 0, 1, 0].map((events) => pace.after(events)), [
    15_000,
    22_500,
    30_000,
    30_000,
    10_000,
    15_000,
  ]);
});

Deno.test("Pace.afterFailure() doubles its pauses up to the most, or waits as long as the service asks", () => {
  using _random = replaceRandom(() => 0.5);
  const pace = new Pace(10_000, 50_000);
  const pauses = [1, 2, 3, 4, 99].map((failures) => pace.afterFailure(new Error("no"), failures));
  assertEquals(pauses, [7500, 15_000, 30_000, 37_500, 37_500]);
  const headers = new Headers({ "retry-after": "7" });
  assertEquals(pace.afterFailure(new ServiceError(429, "", undefined, { headers }), 1), 7500);
});
