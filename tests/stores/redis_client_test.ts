import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { evalScript, persistent, redisCommand, within } from "../../src/stores/redis_client.ts";
import { settle } from "../support/calls.ts";
import { ignoreRejection } from "../support/promises.ts";

Deno.test("redisCommand() hands a command to either client, on the client itself", async () => {
  const ioredis = {
    own: "ioredis",
    sendCommand: () => Promise.reject(new Error("another signature")),
    call(this: { own: string }, ...words: string[]) {
      return Promise.resolve([this.own, ...words]);
    },
  };
  assertEquals(await redisCommand(ioredis)("SET", "k", "v"), ["ioredis", "SET", "k", "v"]);
  const redis = {
    own: "redis",
    sendCommand(this: { own: string }, words: string[]) {
      return Promise.resolve([this.own, words]);
    },
  };
  assertEquals(await redisCommand(redis)("SET", "k", "v"), ["redis", ["SET", "k", "v"]]);
});

Deno.test("redisCommand() rejects an object that isn't a client", () => {
  for (const client of [{}, { call: "no function" }, { sendCommand: 7 }]) {
    const message = "Cannot use the Redis client: it has neither sendCommand nor call";
    assertThrows(() => redisCommand(client as never), TypeError, message);
  }
});

Deno.test("within() ends the wait for an answer, and leaves no timer behind", async () => {
  assertEquals(await within(60_000, Promise.resolve(7)), 7);
  await assertRejects(() => within(60_000, Promise.reject(new Error("refused"))), Error, "refused");
});

for (const text of ["WRONGTYPE Operation", "NOAUTH Authentication required", "NOPERM", "not a session"]) {
  Deno.test(`persistent() doesn't repeat a command that Redis answers with ${text}`, async () => {
    let attempts = 0;
    const error = new Error(text);
    const command = persistent(() => (attempts++, Promise.reject(error)));
    assertStrictEquals(await assertRejects(() => command("GET", "k")), error);
    assertEquals(attempts, 1);
  });
}

Deno.test("persistent() tries a command every 50 ms until Redis is back, and gives its answer", async () => {
  using time = new FakeTime();
  const attempts: string[][] = [];
  const command = persistent((...words) => {
    attempts.push(words);
    return attempts.length < 3 ? Promise.reject(new Error("away")) : Promise.resolve("OK");
  });
  const answer = command("SET", "k", "v");
  await settle();
  await time.tickAsync(49);
  await settle();
  assertEquals(attempts.length, 1);
  await time.tickAsync(1);
  await settle();
  assertEquals(attempts.length, 2);
  await time.tickAsync(50);
  assertEquals(await answer, "OK");
  assertEquals(attempts, Array(3).fill(["SET", "k", "v"]));
});

Deno.test("persistent() gives up after ten seconds, with what Redis said last", async () => {
  using time = new FakeTime();
  let attempts = 0;
  const command = persistent(() => Promise.reject(new Error(`away ${++attempts}`)));
  let isOver = false;
  const answer = ignoreRejection(command("GET", "k").finally(() => isOver = true));
  for (let ms = 0; ms < 9950; ms += 50) {
    await time.tickAsync(50);
    await settle();
  }
  assertEquals({ isOver, attempts }, { isOver: false, attempts: 200 });
  await time.tickAsync(50);
  await assertRejects(() => answer, Error, "away 201");
});

Deno.test("persistent() cuts off a silent Redis after ten seconds", async () => {
  using time = new FakeTime();
  const command = persistent(() => new Promise(() => {}));
  let isOver = false;
  const answer = ignoreRejection(command("GET", "k").finally(() => isOver = true));
  await time.tickAsync(9999);
  await settle();
  assertEquals(isOver, false);
  await time.tickAsync(1);
  await assertRejects(() => answer, Error, "Redis didn't answer within 10000 ms");
});

Deno.test("evalScript() tells Redis how many of its words are keys", async () => {
  const command = (...words: string[]) => Promise.resolve(words);
  assertEquals(await evalScript(command, "return 1", ["a", "b"], ["c"]), ["EVAL", "return 1", "2", "a", "b", "c"]);
});
