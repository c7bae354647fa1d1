import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ServiceError } from "../../src/errors.ts";
import { RedisRateLimiter, type RedisRateLimiterOptions } from "../../src/stores/redis.ts";
import { SCRIPTS } from "../../src/stores/redis_rate_limiter_scripts.ts";
import { settle } from "../support/calls.ts";
import { begin, call, play, refused } from "../support/sessions/limited_calls.ts";
import { replaceRandom } from "../support/replaced.ts";

const NOW = 1_700_000_000_000;
/** The number of keys and of limits that precede a script's own arguments. */
const [KEYS, LIMITS] = [7, 6];

/** The reply of a script; every field has a default. */
interface Answer {
  isKnown?: boolean;
  waitMs?: number;
  granted?: string[];
  reason?: "" | "plays" | "pause";
  reasonMs?: number;
  playsEnd?: number;
}

/** A run of a script. */
interface ScriptRun {
  readonly name: string;
  readonly keys: readonly string[];
  readonly limits: readonly string[];
  readonly me: string;
  readonly args: readonly string[];
}

/** A Redis with scripted replies; calls that enter are granted at once by default. */
class ScriptedRedis {
  readonly runs: ScriptRun[] = [];
  answer: (run: ScriptRun) => Answer | Promise<Answer> = ({ name, args }) =>
    name === "enter" ? { granted: [args[0] ?? ""] } : {};

  readonly client = {
    call: async (_eval: string, script = "", _count = "", ...rest: string[]) => {
      const name = Object.entries(SCRIPTS).find(([, text]) => text === script)?.[0] ?? "?";
      const [keys, limits] = [rest.slice(0, KEYS), rest.slice(KEYS, KEYS + LIMITS)];
      const [me = "", ...args] = rest.slice(KEYS + LIMITS);
      const run = { name, keys, limits, me, args };
      this.runs.push(run);
      const { isKnown = true, waitMs = 0, granted = [], reason = "", reasonMs = 0, playsEnd = 0 } = await this.answer(
        run,
      );
      const reply = { isKnown, now: NOW, waitMs, reason, reasonMs, playsEnd, plays: 0, throttle: 1 };
      return JSON.stringify({ ...reply, granted: granted.join(" ") });
    },
  };

  limiter(options?: RedisRateLimiterOptions): RedisRateLimiter {
    return new RedisRateLimiter(this.client, "app", options);
  }

  /** Returns the script's own arguments of each run, without the ticket. */
  argsOf(name: string): (readonly string[])[] {
    return this.runs.filter((one) => one.name === name).map(({ args }) => args.slice(1));
  }

  /** Waits until a number of calls have entered, because hashing their tokens takes time. */
  async entered(count = 1): Promise<void> {
    while (this.argsOf("enter").length < count) await settle();
    await settle();
  }

  get names(): string[] {
    return this.runs.map(({ name }) => name);
  }
}

const sent = () => Promise.resolve("sent");

/** Advances time and settles the effects. */
async function advanceTime(time: FakeTime, ms: number): Promise<void> {
  await time.tickAsync(ms);
  await settle();
}

Deno.test("RedisRateLimiter tells Redis its keys, its limits, its process, and of a call its ticket, user and plays", async () => {
  const redis = new ScriptedRedis();
  assertEquals(await redis.limiter({ plays: 9, maxWaitMs: 5000 }).schedule(play, sent), "sent");
  const [
    { name, keys, limits, me, args: [ticket = "", user = "", ...args] } = {
      name: "",
      keys: [],
      limits: [],
      me: "",
      args: [],
    },
  ] = redis.runs;
  assertEquals(name, "enter");
  assertEquals(limits, ["8", "50", "10000", "60000", "15000", "2000"]);
  assertEquals(args, ["1", "9", "5000"]);
  const names = ["state", "waiting", "running", "window", "alive", "granted", "turns"];
  assertEquals(keys, names.map((name) => `tonearm:{app}:${name}`));
  assertMatch(me, /^[0-9a-f-]{36}$/);
  assertEquals(ticket, `${me}:1`);
  assertMatch(user, /^[0-9a-f]{32}$/);
});

Deno.test("RedisRateLimiter numbers its calls, and gives all without a token one user", async () => {
  const redis = new ScriptedRedis();
  const limiter = redis.limiter();
  const { token: _, ...anonymous } = call;
  await limiter.schedule(anonymous, sent);
  await limiter.schedule({ ...call, token: "" }, sent);
  await limiter.schedule(call, sent);
  const entered = redis.runs.filter(({ name }) => name === "enter").map(({ args }) => args);
  assertEquals(entered.map(([ticket = ""]) => ticket.split(":")[1]), ["1", "2", "3"]);
  const users = entered.map(([, user]) => user);
  assertEquals([users[0] === users[1], users[1] === users[2]], [true, false]);
});

for (
  const [what, work, args] of [
    ["that succeeds", sent, ["1", `${NOW}`, "0", "0", "0", "15000", "0"]],
    ["that is refused, and its play back", refused({}, {}), ["1", `${NOW}`, "1", "0", "0", "15000", "77"]],
    [
      "that is asked to pause",
      refused({ headers: new Headers({ "retry-after": "7" }) }),
      ["1", `${NOW}`, "1", "7000", "0", "15000", "77"],
    ],
    [
      "that finds no plays left",
      refused({ headers: new Headers({ "retry-after": "7" }) }, {
        errors: [{ meta: { rate_limit: { name: "plays" } } }],
      }),
      ["1", `${NOW}`, "0", "0", "7000", "15000", "77"],
    ],
  ] as const
) {
  Deno.test(`RedisRateLimiter tells Redis of a call ${what}`, async () => {
    const redis = new ScriptedRedis();
    redis.answer = ({ name, args }) => name === "enter" ? { granted: [args[0] ?? ""], playsEnd: 77 } : {};
    await redis.limiter().schedule(play, work).catch(() => {});
    assertEquals(redis.argsOf("leave"), [args]);
  });
}

for (
  const [waitMs, pauseMs, random] of [[0, 20, 0.5], [0, 10, 0], [300, 300, 0.5], [90_000, 500, 0.5]] as const
) {
  Deno.test(`RedisRateLimiter looks again after ${pauseMs} ms where room may be in ${waitMs} (random: ${random})`, async () => {
    using time = new FakeTime();
    using _random = replaceRandom(() => random);
    const redis = new ScriptedRedis();
    // Redis doesn't know a process before its first call, which enters once.
    redis.answer = ({ name }) =>
      name === "look" ? { granted: [ticketOf(redis)] } : { isKnown: name !== "enter", waitMs };
    const waiting = redis.limiter().schedule(call, sent);
    await redis.entered();
    await advanceTime(time, pauseMs - 1);
    assertEquals(redis.names, ["enter"]);
    await advanceTime(time, 1);
    assertEquals(await waiting, "sent");
    assertEquals(redis.names, ["enter", "look", "leave"]);
  });
}

/** Returns the ticket of the call that entered last. */
function ticketOf({ runs }: ScriptedRedis): string {
  return runs.findLast(({ name }) => name === "enter")?.args[0] ?? "";
}

Deno.test("RedisRateLimiter says three times in a lease that a call still runs, and not after its end", async () => {
  using time = new FakeTime();
  const redis = new ScriptedRedis();
  const job = begin(redis.limiter());
  await job.started;
  await advanceTime(time, 4999);
  assertEquals(redis.names, ["enter"]);
  for (const _ of [1, 2, 3]) await advanceTime(time, 5000);
  assertEquals(
    redis.runs.filter(({ name }) => name === "renew").map(({ args }) => args),
    Array(3).fill([ticketOf(redis)]),
  );
  job.end();
  await job.result;
  await advanceTime(time, 60_000);
  assertEquals(redis.names, ["enter", "renew", "renew", "renew", "leave"]);
});

Deno.test("RedisRateLimiter asks nothing of Redis for a second after it failed, and tells once", async () => {
  using time = new FakeTime();
  const redis = new ScriptedRedis();
  const reported: unknown[] = [];
  const gone = new Error("gone");
  const answers = redis.answer;
  redis.answer = () => Promise.reject(gone);
  const limiter = redis.limiter({ onAway: (error) => reported.push(error) });
  assertEquals(await limiter.schedule(call, sent), "sent");
  await advanceTime(time, 999);
  assertEquals(await limiter.schedule(call, sent), "sent");
  assertEquals({ names: redis.names, reported }, { names: ["enter"], reported: [gone] });
  await advanceTime(time, 1);
  redis.answer = answers;
  assertEquals(await limiter.schedule(call, sent), "sent");
  assertEquals({ names: redis.names, reported }, { names: ["enter", "enter", "leave"], reported: [gone] });
});

Deno.test("RedisRateLimiter gives Redis a second for an answer", async () => {
  using time = new FakeTime();
  const redis = new ScriptedRedis();
  redis.answer = () => new Promise(() => {});
  const job = begin(redis.limiter());
  await redis.entered();
  await advanceTime(time, 999);
  assertEquals(job.isStarted(), false);
  await advanceTime(time, 1);
  assertEquals(job.isStarted(), true);
  job.end();
  await job.result;
});

Deno.test("RedisRateLimiter enters its waiting calls again where Redis has lost them, and counts no play twice", async () => {
  using time = new FakeTime();
  const redis = new ScriptedRedis();
  let isKnown = true;
  redis.answer = ({ name }) => name === "look" ? { isKnown } : {};
  const limiter = redis.limiter();
  const jobs = [begin(limiter, { url: play.url }), begin(limiter)];
  await redis.entered(2);
  isKnown = false;
  await advanceTime(time, 30);
  isKnown = true;
  const entered = redis.runs.filter(({ name }) => name === "enter");
  assertEquals(entered.map(({ args: [ticket = "", , isPlay] }) => [ticket.split(":")[1], isPlay]), [
    ["1", "1"],
    ["2", "0"],
    ["1", "0"],
    ["2", "0"],
  ]);
  assertEquals([entered[2]?.args[1], entered[3]?.args[1]], [entered[0]?.args[1], entered[1]?.args[1]]);
  const granted = entered.slice(0, 2).map(({ args }) => args[0] ?? "");
  redis.answer = ({ name }) => name === "look" ? { granted } : {};
  await advanceTime(time, 30);
  jobs.forEach(({ end }) => end());
  assertEquals(await Promise.all(jobs.map(({ result }) => result)), ["done", "done"]);
});

Deno.test("RedisRateLimiter gives a turn back that comes for a call that has given up", async () => {
  const redis = new ScriptedRedis();
  const answered = Promise.withResolvers<Answer>();
  redis.answer = ({ name }) => name === "enter" ? answered.promise : {};
  const gone = new AbortController();
  const job = begin(redis.limiter(), { signal: gone.signal });
  await redis.entered();
  gone.abort(new Error("enough"));
  await assertRejects(() => job.result, Error, "enough");
  answered.resolve({ granted: [ticketOf(redis)], playsEnd: 77 });
  while (redis.argsOf("leave").length < 2) await settle();
  const unsent = ["0", "0", "0", "0", "0", "15000"];
  assertEquals(redis.argsOf("leave"), [[...unsent, "0"], [...unsent, "77"]], "the turn, then the play");
  assertEquals(job.isStarted(), false);
});

Deno.test("RedisRateLimiter gives a call up after maxWaitMs, and takes it out of the queue with its play", async () => {
  using time = new FakeTime();
  const redis = new ScriptedRedis();
  redis.answer = ({ name }) => name === "enter" ? { waitMs: 90_000, playsEnd: 77 } : { waitMs: 90_000 };
  const job = begin(redis.limiter({ maxWaitMs: 100 }), { url: play.url });
  await redis.entered();
  await advanceTime(time, 99);
  assertEquals(redis.names, ["enter"]);
  await advanceTime(time, 1);
  const error = await assertRejects(() => job.result, ServiceError);
  assertEquals({ code: error.code, status: error.status }, { code: "limit", status: 0 });
  await settle();
  assertEquals(redis.argsOf("leave"), [["0", "0", "0", "0", "0", "15000", "77"]]);
  await advanceTime(time, 10_000);
  assertEquals(redis.names, ["enter", "leave"], "nobody waits any more");
});

for (
  const [reason, message, name] of [
    ["plays", "The app's play limit is reached", "plays"],
    ["pause", "SoundCloud asked for a pause", undefined],
  ] as const
) {
  Deno.test(`RedisRateLimiter rejects a call where Redis answers with the reason ${reason}`, async () => {
    using _time = new FakeTime();
    const redis = new ScriptedRedis();
    redis.answer = ({ name }) => name === "enter" ? { reason, reasonMs: 60_000 } : {};
    const job = begin(redis.limiter({ plays: 9 }), { url: play.url });
    const error = await assertRejects(() => job.result, ServiceError);
    assertEquals(error.message, `Cannot GET /tracks/1/preview: 429: ${message}`);
    assertEquals({
      code: error.code,
      retryAfterMs: error.retryAfterMs,
      name: error.rateLimit?.name,
      limit: error.rateLimit?.limit,
    }, { code: "limit", retryAfterMs: 60_000, name, limit: name && 9 });
    assertEquals(job.isStarted(), false);
  });
}

Deno.test('RedisRateLimiter rejects calls without Redis if onUnavailable is "reject", and says why', async () => {
  const redis = new ScriptedRedis();
  const gone = new Error("gone");
  redis.answer = () => Promise.reject(gone);
  const error = await assertRejects(() => begin(redis.limiter({ onUnavailable: "reject" })).result, ServiceError);
  assertEquals(error.code, "rate_limiter");
  assertEquals(error.message, "Cannot GET /tracks/1: Redis is unavailable");
  assertEquals(error.cause, gone);
});

Deno.test("RedisRateLimiter lets the calls that wait go on without Redis as soon as that fails", async () => {
  using time = new FakeTime();
  const redis = new ScriptedRedis();
  redis.answer = ({ name }) => name === "enter" ? {} : Promise.reject(new Error("gone"));
  const limiter = redis.limiter();
  const jobs = [begin(limiter), begin(limiter)];
  await redis.entered(2);
  await advanceTime(time, 30);
  assertEquals(redis.names, ["enter", "enter", "look"]);
  assertEquals(jobs.map(({ isStarted }) => isStarted()), [true, true]);
  jobs.forEach(({ end }) => end());
  assertEquals(await Promise.all(jobs.map(({ result }) => result)), ["done", "done"]);
});
