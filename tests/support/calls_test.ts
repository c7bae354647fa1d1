import { assertEquals, assertRejects } from "@std/assert";
import { aCall, aReply, aStats, failure, sender, settle } from "./calls.ts";

Deno.test("sender() replies as scripted, in order, and records each call", async () => {
  const { send, sent } = sender(failure(500), ({ call }) => aReply(call.token), aReply("last"));
  const call = () => send(aCall({ url: "https://api.example/x" }), aStats());
  await assertRejects(call, Error, "500");
  assertEquals((await call()).body, "t0");
  assertEquals((await call()).body, "last");
  assertEquals((await call()).body, "last");
  assertEquals(sent.map(({ call }) => call.url), Array(4).fill("https://api.example/x"));
});

Deno.test("sender() throws when its script is at the end", async () => {
  await assertRejects(() => sender().send(aCall(), aStats()), Error, "nothing to do");
});

Deno.test("settle() resolves after every ready promise", async () => {
  let steps = 0;
  const walk = async () => {
    for (; steps < 50; steps++) await Promise.resolve();
  };
  const walking = walk();
  await settle();
  assertEquals(steps, 50);
  await walking;
});
