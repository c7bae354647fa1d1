import { assertEquals } from "@std/assert";
import { KEY_NAMES, type ScriptReply, SCRIPTS } from "../../src/stores/redis_rate_limiter_scripts.ts";
import { type Connected, inRedis } from "../support/sessions/redis.ts";

/** Concurrency, requests, window, recovery, lease and silence: of the times, each sum is another. */
const LIMITS = [2, 3, 10_000, 60_000, 15_000, 2000].map(String);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** What a script says and leaves. Times count from its own; of the set-up's, an hour later is `later`. */
type After = Readonly<Record<string, unknown>>;

/** Defaults: nobody waits or runs. */
const NOTHING: After = {
  isKnown: false,
  granted: "",
  reason: "",
  reasonMs: 0,
  waitMs: 0,
  plays: 0,
  playsEnd: 0,
  throttle: 1,
  isKeptADay: true,
  waiting: {},
  running: {},
  window: {},
  turns: {},
  alive: { me: 2000 },
  kept: {},
  state: {},
};
const RUNS: After = { granted: "me:1", running: { "me:1": 15_000 }, window: { "me:1": 25_000 }, state: { turn: 1 } };
const SENT: After = { window: { "me:1": 10_000 } };
const PAUSED = "HSET state pausedUntil +";
const RUNNING = "ZADD running + me:1";

/** What is there before, a script with its arguments (`+` is in an hour, `-` was a second ago), and what is there then. */
const ROWS: Readonly<Record<string, readonly [before: string, run: string, after: After]>> = {
  "a call enters and has its turn": ["", "enter me:1 ann 0 5 9000", RUNS],
  "a play counts for a day": ["", "enter me:1 ann 1 5 9000", {
    ...RUNS,
    plays: 1,
    playsEnd: DAY_MS,
    state: { turn: 1, plays: 1, playsEnd: DAY_MS },
  }],
  "no play is left": ["HSET state plays 5 playsEnd +", "enter me:1 ann 1 5 9000", {
    reason: "plays",
    reasonMs: "later",
    plays: 5,
    state: { plays: 5, playsEnd: "later" },
  }],
  "a long pause": [PAUSED, "enter me:1 ann 1 5 9000", {
    reason: "pause",
    reasonMs: "later",
    state: { pausedUntil: "later" },
  }],
  "a call that waits enters once": [`${PAUSED}|ZADD waiting 7 me:1|ZADD turns 7 ann`, "enter me:1 ann 0 5 7200000", {
    waitMs: "later",
    waiting: { "me:1": 7 },
    turns: { ann: 7 },
    state: { pausedUntil: "later" },
  }],
  "a call that runs doesn't enter": [RUNNING, "enter me:1 ann 0 5 9000", { running: { "me:1": "later" } }],
  "users take turns": [`${PAUSED} turn 4|ZADD turns 6 ann`, "enter me:1 ann 0 5 7200000", {
    waitMs: "later",
    waiting: { "me:1": 7 },
    turns: { ann: 7 },
    state: { turn: 4, pausedUntil: "later" },
  }],
  "a call ends": [`${RUNNING}|ZADD window + me:1`, "leave me:1 1 0 0 0 0 5 0", SENT],
  "a call that was never sent leaves nothing": [
    `${PAUSED}|${RUNNING}|ZADD window + me:1|ZADD waiting 1 me:1`,
    "leave me:1 0 0 0 0 0 5 0",
    { state: { pausedUntil: "later" } },
  ],
  "a 429 pauses and halves": ["", "leave me:1 1 1 1 700 0 5 0", {
    ...SENT,
    throttle: 0.5,
    state: { pausedUntil: 700, throttle: 0.5, throttleAt: 0 },
  }],
  "a 429 leaves a sixty-fourth at least": ["HSET state throttle 0.01 throttleAt -", "leave me:1 1 + 1 700 0 5 0", {
    ...SENT,
    throttle: 1 / 64,
    state: { pausedUntil: 700, throttle: 1 / 64, throttleAt: 0 },
  }],
  "a shorter pause changes nothing, nor a 429 of a call that began before the last one": [
    `${PAUSED} throttle 0.5 throttleAt 7`,
    "leave me:1 1 7 1 700 0 5 0",
    { ...SENT, state: { pausedUntil: "later", throttle: 0.5, throttleAt: "past" } },
  ],
  "a play is given back": ["HSET state plays 3 playsEnd 77", "leave me:1 0 0 0 0 0 5 77", {
    state: { plays: 2, playsEnd: "past" },
  }],
  "a play is given back but once": ["HSET state plays 0 playsEnd 77", "leave me:1 0 0 0 0 0 5 77", {
    state: { plays: 0, playsEnd: "past" },
  }],
  "a play of another window isn't given back": ["HSET state plays 3 playsEnd +", "leave me:1 1 0 0 0 0 5 77", {
    ...SENT,
    plays: 3,
    state: { plays: 3, playsEnd: "later" },
  }],
  "the service has no plays": ["", "leave me:1 1 0 0 0 800 5 0", {
    ...SENT,
    plays: 5,
    state: { plays: 5, playsEnd: 800 },
  }],
  "a lease is renewed": ["", "renew me:1", { ...RUNS, granted: "", state: {} }],
  "a full window lets nobody start until its first call leaves": [
    "ZADD window + a:1 + a:2 + a:3|ZADD waiting 1 me:1",
    "look",
    {
      waitMs: "later",
      waiting: { "me:1": 1 },
      window: { "a:1": "later", "a:2": "later", "a:3": "later" },
    },
  ],
  "as many run as may, and ended leases don't count": [
    "ZADD running + a:1 - a:2|ZADD window - a:2|ZADD waiting 1 me:1 2 me:2|ZADD turns 1 ann 2 bob",
    "look",
    { ...RUNS, waiting: { "me:2": 2 }, running: { "a:1": "later", "me:1": 15_000 }, turns: { bob: 2 } },
  ],
  "another process' turn is kept for it, and that of one that is gone is skipped": [
    "ZADD alive + you - gone|ZADD waiting 1 gone:1 2 you:1|HSET granted gone x",
    "look",
    {
      running: { "you:1": 2000 },
      window: { "you:1": 12_000 },
      kept: { you: "you:1 " },
      state: { turn: 2 },
      alive: { you: "later", me: 2000 },
    },
  ],
  "a process that Redis knows": ["ZADD alive + me", "look", { isKnown: true }],
  "the throttle has grown back in part": ["HSET state throttle 0.5 throttleAt -", "look", {
    throttle: "some",
    state: { throttle: 0.5, throttleAt: "past" },
  }],
};

/** A time, counted from that of the script. */
function since(now: number, time: number): unknown {
  const ms = time - now;
  if (ms < 0) return "past";
  return ms > HOUR_MS / 2 && ms <= HOUR_MS ? "later" : ms;
}

async function stateAfter({ command }: Connected, { now, ...reply }: ScriptReply): Promise<After> {
  const pairs = async (...words: string[]): Promise<[string, string][]> => {
    const reply = await command(...words) as string[] | string[][] | Record<string, string>;
    if (!Array.isArray(reply)) return Object.entries(reply);
    const flat = reply.flat();
    return flat.flatMap((name, index) => index % 2 === 0 ? [[name, flat[index + 1]!] as [string, string]] : []);
  };
  const sets = await Promise.all(
    KEY_NAMES.filter((name) => !/state|granted/.test(name)).map(async (name) => {
      const isTime = !/waiting|turns/.test(name);
      const rows = await pairs("ZRANGE", name, "0", "-1", "WITHSCORES");
      return [name, Object.fromEntries(rows.map(([of, at]) => [of, isTime ? since(now, Number(at)) : Number(at)]))];
    }),
  );
  const state = (await pairs("HGETALL", "state")).map(([name, value]) => {
    const isTime = /Until$|At$|End$/.test(name);
    return [name, isTime ? since(now, Number(value)) : Number(value)];
  });
  const { waitMs, reasonMs, playsEnd, throttle } = reply;
  const leftMs = Number(await command("PTTL", "alive"));
  return {
    ...Object.fromEntries(sets),
    ...reply,
    state: Object.fromEntries(state),
    kept: Object.fromEntries(await pairs("HGETALL", "granted")),
    playsEnd: playsEnd && since(now, playsEnd),
    waitMs: since(0, waitMs),
    reasonMs: since(0, reasonMs),
    isKeptADay: leftMs > DAY_MS && leftMs <= DAY_MS + 10_000,
    throttle: throttle > 0.5 && throttle < 1 ? "some" : throttle,
  };
}

Deno.test(inRedis("each step of a rate limiter says and leaves in Redis what its table says", async (connected) => {
  const { command } = connected;
  for (const [what, [before, run, after]] of Object.entries(ROWS)) {
    await command("FLUSHALL");
    const times: Record<string, string> = { "+": String(Date.now() + HOUR_MS), "-": String(Date.now() - 1000) };
    for (const line of before.split("|").filter(Boolean)) {
      await command(...line.split(" ").map((word) => times[word] ?? word));
    }
    const [name, ...args] = run.split(" ").map((word) => times[word] ?? word);
    const script = SCRIPTS[name as keyof typeof SCRIPTS];
    const text = await command("EVAL", script, String(KEY_NAMES.length), ...KEY_NAMES, ...LIMITS, "me", ...args);
    assertEquals({ what, ...await stateAfter(connected, JSON.parse(String(text))) }, { what, ...NOTHING, ...after });
  }
}));
