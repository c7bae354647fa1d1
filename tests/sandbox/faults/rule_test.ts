import { assert, assertEquals, assertThrows } from "@std/assert";
import { checkRule } from "../../../sandbox/faults/rule.ts";

const RULE_MISTAKES: readonly (readonly [unknown, string])[] = [
  [null, "a fault is not an object"],
  [{ satus: 503 }, "a fault has no field satus, did you mean status?"],
  [{ status: 199 }, "status of a fault is not a status from 200 to 599"],
  [{ status: 600 }, "status of a fault is not a status from 200 to 599"],
  [{ headers: { "x-a": 1 } }, "headers of a fault is not an object of strings"],
  [{ headers: { "x a": "1" } }, "headers of a fault is not an object of strings that HTTP can send"],
  [{ headers: { "x-a": "1\n" } }, "headers of a fault is not an object of strings that HTTP can send"],
  [{ headers: "x-a: 1" }, "headers of a fault is not an object of strings"],
  [{ latencyMs: -1 }, "latencyMs of a fault is not milliseconds from 0, or { p50, p99 } of which p99 is the larger"],
  [{ latencyMs: { p50: 0, p99: 1 } }, "latencyMs of a fault is not milliseconds"],
  [{ latencyMs: { p50: 2, p99: 1 } }, "latencyMs of a fault is not milliseconds"],
  [{ latencyMs: { p50: 1, p99: 2, p90: 2 } }, "latencyMs of a fault is not milliseconds"],
  [{ bytesPerSecond: 0 }, "bytesPerSecond of a fault is not a number above 0"],
  [{ bytesPerSecond: "9" }, "bytesPerSecond of a fault is not a number above 0"],
  [{ cutAfterBytes: -1 }, "cutAfterBytes of a fault is not a whole number from 0"],
  [{ drop: "later" }, "drop of a fault is not before, after_commit, malformed_chunk or never"],
  [{ times: 0.5 }, "times of a fault is not a whole number from 0"],
  [{ probability: 1.5 }, "probability of a fault is not a number from 0 to 1"],
  [{ probability: -0.5 }, "probability of a fault is not a number from 0 to 1"],
  [{ match: "/me" }, "match is not an object"],
  [{ match: { nth: 0 } }, "nth of match is not a whole number from 1"],
  [{ match: { token: 1 } }, "token of match is not a string"],
  [{ match: { query: { limit: 2 } } }, "query of match is not an object of strings"],
  [{ match: { headers: "none" } }, "headers of match is not an object of strings"],
  [{ match: { paht: "/me" } }, "match has no field paht, did you mean path?"],
];

for (const [rule, message] of RULE_MISTAKES) {
  Deno.test(`checkRule() says what is wrong with ${JSON.stringify(rule)}`, () => {
    const error = assertThrows(() => checkRule(rule), TypeError);
    assert(error.message.startsWith(message), error.message);
  });
}

Deno.test("checkRule() accepts the limits of each range, and a field that is undefined", () => {
  const rules: readonly unknown[] = [
    ...[{}, { status: 200 }, { status: 599 }, { status: undefined }, { body: [] }, { headers: { "x-a": "\té" } }],
    ...[{ latencyMs: 0 }, { latencyMs: { p50: 1, p99: 1 } }, { bytesPerSecond: 0.5 }, { cutAfterBytes: 0 }],
    ...["before", "after_commit", "malformed_chunk", "never"].map((drop) => ({ drop })),
    ...[{ times: 0 }, { probability: 0 }, { probability: 1 }, { match: { nth: 1, token: "" } }],
  ];
  for (const rule of rules) assertEquals<unknown>(checkRule(rule), rule);
});
