import { assertEquals, assertRejects } from "@std/assert";
import { ServiceError } from "../../src/errors.ts";
import { finish } from "../../src/limits/outcome.ts";

const NOTHING = { isRefused: false, isThrottled: false, pauseMs: 0, noPlaysMs: 0 };
const REFUSED = { ...NOTHING, isRefused: true };
const THROTTLED = { ...REFUSED, isThrottled: true };
const PAUSE = { headers: new Headers({ "Retry-After": "7" }) };
const plays = { errors: [{ meta: { rate_limit: { name: "plays" } } }] };
const requests = { errors: [{ meta: { rate_limit: { name: "requests" } } }] };
const spam = { spam_warning_urn: "soundcloud:spam:1" };

for (
  const [what, error, outcome] of [
    ["a lost connection", new ServiceError(0, ""), NOTHING],
    ["another error", new TypeError("no"), NOTHING],
    ["a 399", new ServiceError(399, ""), NOTHING],
    ["a 400", new ServiceError(400, ""), REFUSED],
    ["a 503 that asks for a pause", new ServiceError(503, "", undefined, PAUSE), REFUSED],
    ["a 429", new ServiceError(429, ""), THROTTLED],
    ["a 429 that asks for a pause", new ServiceError(429, "", undefined, PAUSE), { ...THROTTLED, pauseMs: 7000 }],
    ["a 429 of the requests", new ServiceError(429, "", requests, PAUSE), { ...THROTTLED, pauseMs: 7000 }],
    ["a 429 of the plays", new ServiceError(429, "", plays, PAUSE), { ...REFUSED, noPlaysMs: 7000 }],
    ["a 429 that warns of spam", new ServiceError(429, "", spam, PAUSE), REFUSED],
    ["a 403", new ServiceError(403, "", undefined, PAUSE), REFUSED],
    ["a 403 for a quota", new ServiceError(403, "", { error: "Quota exceeded" }), THROTTLED],
    ["a 403 for a rate limit", new ServiceError(403, "", { error: "Rate limit" }, PAUSE), {
      ...THROTTLED,
      pauseMs: 7000,
    }],
    ["a 401 for a quota", new ServiceError(401, "", { error: "Quota exceeded" }), REFUSED],
  ] as const
) {
  Deno.test(`finish() reports once what ${what} means for the limits`, async () => {
    const reported: unknown[] = [];
    await assertRejects(
      () => finish(() => Promise.reject(error), (outcome) => reported.push(outcome)),
      error.constructor as typeof Error,
    );
    assertEquals(reported, [outcome]);
  });
}

Deno.test("finish() returns the result of the work, and reports success", async () => {
  const reported: unknown[] = [];
  assertEquals(await finish(() => Promise.resolve(7), (outcome) => reported.push(outcome)), 7);
  assertEquals(reported, [NOTHING]);
});
