import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { evalScript, redisCommand } from "../../src/stores/redis_client.ts";

Deno.test("redisCommand() hands a command to either client, on the client itself", async () => {
  const ioredis = {
    own: "ioredis",
    sendCommand: () => Promise.reject(new Error("another signature")),
    call(this: { own: string }, ...words: string[]) {
      return Promise.resolve([this.own, ...words]);
    },
  };
  assertEquals(await redisCommand(ioredis, 0)("SET", "k", "v"), ["ioredis", "SET", "k", "v"]);
  const redis = {
    own: "redis",
    sendCommand(this: { own: string }, words: string[]) {
      return Promise.resolve([this.own, words]);
    },
  };
  assertEquals(await redisCommand(redis, 0)("SET", "k", "v"), ["redis", ["SET", "k", "v"]]);
});

Deno.test("redisCommand() names the key to a cluster, and the command to sentinels", async () => {
  const cluster = {
    sendCommand: (key: string | undefined, isReadonly: boolean | undefined, words: string[], _options?: object) =>
      Promise.resolve([key, isReadonly, words]),
  };
  Object.defineProperty(cluster.sendCommand, "length", { value: 4 });
  assertEquals(await redisCommand(cluster, 0)("GET", "k"), ["k", false, ["GET", "k"]]);
  assertEquals(await redisCommand(cluster, 0)("EVAL", "s", "1", "k", "v"), ["k", false, ["EVAL", "s", "1", "k", "v"]]);
  const sentinel = {
    sendCommand: (isReadonly: boolean | undefined, words: string[]) => Promise.resolve([isReadonly, words]),
  };
  Object.defineProperty(sentinel.sendCommand, "length", { value: 3 });
  assertEquals(await redisCommand(sentinel, 0)("GET", "k"), [false, ["GET", "k"]]);
});

Deno.test("redisCommand() rejects an object that isn't a client", () => {
  for (const client of [{}, { call: "no function" }, { sendCommand: 7 }]) {
    const message = "Cannot use the Redis client: it has neither sendCommand nor call";
    assertThrows(() => redisCommand(client as never, 0), TypeError, message);
  }
});

Deno.test("redisCommand() ends the wait for an answer, and leaves no timer behind", async () => {
  assertEquals(await redisCommand({ call: () => Promise.resolve(7) }, 60_000)("GET", "k"), 7);
  const refuse = redisCommand({ call: () => Promise.reject(new Error("refused")) }, 60_000);
  await assertRejects(() => refuse("GET", "k"), Error, "refused");
  const silent = redisCommand({ call: () => new Promise(() => {}) }, 1);
  await assertRejects(() => silent("GET", "k"), Error, "Redis didn't answer within 1 ms");
});

Deno.test("evalScript() tells Redis how many of its words are keys", async () => {
  const command = (...words: string[]) => Promise.resolve(words);
  assertEquals(await evalScript(command, "return 1", ["a", "b"], ["c"]), ["EVAL", "return 1", "2", "a", "b", "c"]);
});
