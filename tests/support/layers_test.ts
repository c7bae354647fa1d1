import { assertEquals, assertRejects } from "@std/assert";
import { aContext, aReply, aRequest, failure, sender, settle } from "./layers.ts";

Deno.test("a sender does what it was told, in order, and remembers each call", async () => {
  const { send, sent } = sender(failure(500), ({ context }) => aReply(context.token), aReply("last"));
  const call = () => send(aRequest({ url: "https://api.example/x" }), aContext());
  await assertRejects(call, Error, "500");
  assertEquals((await call()).body, "t0");
  assertEquals((await call()).body, "last");
  assertEquals((await call()).body, "last");
  assertEquals(sent.map(({ request }) => request.url), Array(4).fill("https://api.example/x"));
});

Deno.test("a sender with nothing to do says so", async () => {
  await assertRejects(() => sender().send(aRequest(), aContext()), Error, "nothing to do");
});

Deno.test("settle() comes after every promise that is ready", async () => {
  let steps = 0;
  const walk = async () => {
    for (; steps < 50; steps++) await Promise.resolve();
  };
  const walking = walk();
  await settle();
  assertEquals(steps, 50);
  await walking;
});
