import { assertRejects, assertStrictEquals } from "@std/assert";
import { settle } from "./calls.ts";
import { ignoreRejection } from "./promises.ts";

Deno.test("awaitedLater() returns the same promise, which still rejects on await", async () => {
  const failing = Promise.reject(new RangeError("too far"));
  const later = ignoreRejection(failing);
  // An unhandled rejection would end this file here.
  await settle();
  assertStrictEquals(later, failing);
  await assertRejects(() => later, RangeError, "too far");
});
