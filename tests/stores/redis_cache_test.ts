import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { RedisCache, type RedisCacheOptions } from "../../src/stores/redis.ts";
import { ignoreRejection, settle } from "../support/calls.ts";

/** Returns a cache over a scripted Redis, and its commands. */
function scripted(answers: unknown[], options?: RedisCacheOptions) {
  const commands: string[] = [];
  const call = (...command: string[]) => {
    commands.push(command.join(" "));
    return Promise.resolve(answers.length > 0 ? answers.shift() : null);
  };
  return { cache: new RedisCache({ call }, options), commands };
}

const FREE = "OK";
const CLAIMED = null;

Deno.test("RedisCache.get() gives what is stored, and asks for nothing else", async () => {
  const { cache, commands } = scripted(['{"a":[1,null]}']);
  assertEquals(await cache.get("k"), { a: [1, null] });
  assertEquals(commands, ["GET tonearm:k"]);
});

Deno.test("RedisCache.get() claims a missing entry for two seconds, and gives nothing", async () => {
  const { cache, commands } = scripted([null, FREE]);
  assertEquals(await cache.get("k"), undefined);
  assertEquals(commands, ["GET tonearm:k", "SET tonearm:fill:k 1 NX PX 2000"]);
});

Deno.test("RedisCache.get() looks every 15 ms for an entry that another process is fetching", async () => {
  using time = new FakeTime();
  const { cache, commands } = scripted([null, CLAIMED, null, CLAIMED, "7"], { prefix: "p:", fillMs: 1000 });
  const reading = cache.get("k");
  await settle();
  await time.tickAsync(14);
  await settle();
  assertEquals(commands, ["GET p:k", "SET p:fill:k 1 NX PX 1000"]);
  await time.tickAsync(1);
  await settle();
  assertEquals(commands.length, 4);
  await time.tickAsync(15);
  assertEquals(await reading, 7);
  assertEquals(commands.slice(2), ["GET p:k", "SET p:fill:k 1 NX PX 1000", "GET p:k"]);
});

Deno.test("RedisCache.get() looks once more when fillMs is over, and claims nothing then", async () => {
  using time = new FakeTime();
  const { cache, commands } = scripted([], { fillMs: 30 });
  let isOver = false;
  const reading = cache.get("k").finally(() => isOver = true);
  await settle();
  await time.tickAsync(15);
  await settle();
  assertEquals({ isOver, commands: commands.length }, { isOver: false, commands: 4 });
  await time.tickAsync(15);
  assertEquals(await reading, undefined);
  assertEquals(commands.length, 5);
});

Deno.test("RedisCache.get() waits for nobody and claims nothing where fillMs is 0", async () => {
  const { cache, commands } = scripted([], { fillMs: 0 });
  assertEquals(await cache.get("k"), undefined);
  assertEquals(commands, ["GET tonearm:k"]);
});

Deno.test("RedisCache.get() drops an entry that isn't JSON, and claims it", async () => {
  const { cache, commands } = scripted(["{half", 1, FREE]);
  assertEquals(await cache.get("k"), undefined);
  assertEquals(commands, ["GET tonearm:k", "DEL tonearm:k", "SET tonearm:fill:k 1 NX PX 2000"]);
});

for (const [ttlMs, px] of [[5000, "5000"], [1, "1"], [1.2, "2"]] as const) {
  Deno.test(`RedisCache.set() keeps a value for ${px} ms where it's told ${ttlMs}, and then gives its claim back`, async () => {
    const { cache, commands } = scripted([]);
    await cache.set("k", { a: 1 }, { ttlMs });
    assertEquals(commands, [`SET tonearm:k {"a":1} PX ${px}`, "DEL tonearm:fill:k"]);
  });
}

for (const [what, value, ttlMs] of [["without a life", 1, 0.9], ["that is not JSON", undefined, 1000]] as const) {
  Deno.test(`RedisCache.set() drops an entry ${what}`, async () => {
    const { cache, commands } = scripted([]);
    await cache.set("k", value, { ttlMs });
    assertEquals(commands, ["DEL tonearm:k", "DEL tonearm:fill:k"]);
  });
}

Deno.test("RedisCache sends one command after the other", async () => {
  const answer = Promise.withResolvers<unknown>();
  const commands: string[] = [];
  const call = (...command: string[]) => {
    commands.push(command[0] ?? "");
    return answer.promise;
  };
  const writing = new RedisCache({ call }).set("k", 1, { ttlMs: 1000 });
  await settle();
  assertEquals(commands, ["SET"]);
  answer.resolve("OK");
  await writing;
  assertEquals(commands, ["SET", "DEL"]);
});

Deno.test("RedisCache gives Redis a second for an answer", async () => {
  using time = new FakeTime();
  const cache = new RedisCache({ call: () => new Promise(() => {}) });
  let isOver = false;
  const reading = ignoreRejection(cache.get("k").finally(() => isOver = true));
  await time.tickAsync(999);
  await settle();
  assertEquals(isOver, false);
  await time.tickAsync(1);
  await assertRejects(() => reading, Error, "Redis didn't answer within 1000 ms");
});

Deno.test("RedisCache rejects invalid times", () => {
  const make = (options: RedisCacheOptions) => () => scripted([], options);
  for (const fillMs of [-1, NaN]) assertThrows(make({ fillMs }), RangeError, `fillMs is ${fillMs}`);
  for (const replyMs of [0, -1, NaN]) assertThrows(make({ replyMs }), RangeError, `replyMs is ${replyMs}`);
  scripted([], { fillMs: 0, replyMs: 0.5 });
});
