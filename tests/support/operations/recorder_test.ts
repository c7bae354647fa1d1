import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { recorder } from "./recorder.ts";
import { path } from "../../../src/transport/path.ts";

Deno.test("recorder() answers in order and records each route", async () => {
  const session = recorder({ id: 1 }, new RangeError("told so"));
  const options = { token: "t" };
  assertEquals(await session.send({ method: "GET", path: path`/tracks/${1}`, query: { limit: 2 } }, options), {
    id: 1,
  });
  await assertRejects(() => session.send({ method: "POST", path: "/tracks", body: { a: 1 } }), RangeError, "told so");
  assertEquals(await session.send({ method: "GET", path: "/me" }), undefined);
  assertEquals(session.sent.map(({ method, path, query, body }) => [method, path, query, body]), [
    ["GET", "/tracks/1", { limit: 2 }, undefined],
    ["POST", "/tracks", undefined, { a: 1 }],
    ["GET", "/me", undefined, undefined],
  ]);
  assertStrictEquals(session.sent[0]?.options, options);
});

Deno.test("recorder() rejects for an invalid id, and records nothing", async () => {
  const session = recorder();
  await assertRejects(() => session.send({ method: "GET", path: path`/tracks/${".."}` }), TypeError);
  assertEquals(session.sent.length, 0);
});
