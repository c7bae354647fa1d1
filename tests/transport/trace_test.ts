import { assert, assertEquals, assertObjectMatch, assertRejects } from "@std/assert";
import type { RequestTelemetry } from "../../src/types/config.ts";
import { trace } from "../../src/transport/trace.ts";
import { aCall, aReply, aStats, failure, type Outcome, recovering, sender } from "../support/calls.ts";

async function traced(outcomes: Outcome[], url = aCall().url) {
  const events: RequestTelemetry[] = [];
  const observed = trace((event) => events.push({ ...event, durationMs: Math.sign(event.durationMs) }));
  const send = recovering(sender(...outcomes).send, { maxRetries: 3, retryBaseDelay: 0 });
  await observed(send)(aCall({ url }), aStats()).catch(() => {});
  return events;
}

Deno.test("trace() reports one event per call, whatever its attempts", async () => {
  assertEquals(await traced([failure(503), failure(429), aReply(1, { status: 201 })]), [
    { method: "GET", path: "/tracks/1", durationMs: 1, status: 201, retryCount: 2 },
  ]);
});

Deno.test("trace() reports the status and the error of a failed call", async () => {
  const [event] = await traced([failure(404, { method: "GET", url: "https://api.example/tracks/1" })]);
  assertObjectMatch(event ?? {}, { status: 404, error: "Cannot GET /tracks/1: 404", retryCount: 0 });
  const [lost] = await traced([failure(0, { code: "network" })]);
  assertObjectMatch(lost ?? {}, { status: 0, error: "network", retryCount: 3 });
  const [odd] = await traced([() => Promise.reject("odd")]);
  assertEquals({ status: odd?.status, error: odd?.error }, { status: 0, error: "odd" });
});

Deno.test("trace() marks a call that was answered from the cache", async () => {
  const [event] = await traced([({ stats }) => {
    stats.isCached = true;
    return aReply(1);
  }]);
  assertEquals(event?.cached, true);
});

Deno.test("trace() removes secrets from the path of an event", async () => {
  const url = "https://api.example/tracks/1?secret_token=s-abc&limit=2&url=https%3A%2F%2Fx%2Fs-abc";
  const [event] = await traced([aReply(1)], url);
  assertEquals(event?.path, "/tracks/1?secret_token=***&limit=2&url=https%3A%2F%2Fx%2Fs-***");
});

Deno.test("trace() measures the time of a call to its end", async () => {
  let event: RequestTelemetry | undefined;
  const slow: Outcome = () => new Promise((resolve) => setTimeout(() => resolve(aReply(1)), 30));
  await trace((given) => event = given)(sender(slow).send)(aCall(), aStats());
  assert((event?.durationMs ?? 0) >= 25, `${event?.durationMs}`);
});

Deno.test("trace() ignores the errors of an observer", async () => {
  const loud = trace(() => {
    throw new Error("observer");
  });
  assertEquals((await loud(sender(aReply(1)).send)(aCall(), aStats())).body, 1);
  await assertRejects(() => loud(sender(failure(404)).send)(aCall(), aStats()), Error, "404");
});
