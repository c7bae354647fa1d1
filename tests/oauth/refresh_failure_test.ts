import { assertEquals } from "@std/assert";
import { isAnswer, isUnsent } from "../../src/oauth/refresh_failure.ts";
import { failure } from "../support/calls.ts";

Deno.test("isAnswer() is true where the host has decided: from 400 on, except where a part before it gave up", () => {
  const statuses = [0, 399, 400, 401, 408, 429, 499, 500, 504, 503];
  assertEquals(statuses.filter((status) => isAnswer(failure(status))), [400, 401, 429, 500, 503]);
  assertEquals(isAnswer(new Error("400")), false);
});

Deno.test("isUnsent() is true only where no connection came about", () => {
  const coded = (code: string) => Object.assign(new Error("no"), { code });
  const causes = [coded("ECONNREFUSED"), new Error("dns error: none"), coded("ECONNRESET"), new Error("closed")];
  const caused = (cause: Error) => isUnsent(failure(0, { cause: new TypeError("fetch failed", { cause }) }));
  assertEquals(causes.map(caused), [true, true, false, false]);
  assertEquals([new Error("a bug"), failure(503)].map(isUnsent), [true, false]);
});
