/**
 * One model of an app's limits, for the rate limiter in memory and for two processes' in one Redis.
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { ServiceError } from "../../src/errors.ts";
import { MemoryRateLimiter } from "../../src/limits/memory_rate_limiter.ts";
import type { RateLimiterOptions } from "../../src/limits/options.ts";
import { RedisRateLimiter } from "../../src/stores/redis.ts";
import type { RateLimiter } from "../../src/types/rate_limiter.ts";
import { without } from "../support/programs.ts";
import { begin, play } from "../support/sessions/limited_calls.ts";
import { CLIENTS, startRedis } from "../support/sessions/redis.ts";

const MOST = 3;
/** Two kinds of limits that allow as many running calls: an ended call counts a moment longer. */
const LIMITS = [{ concurrency: MOST, requests: 10_000 }, { concurrency: 10_000, requests: MOST }] as const;
const HOUR = 3600;

/** The ends of a call. */
const ENDS = {
  success: undefined,
  refusal: new ServiceError(404, ""),
  "no plays": new ServiceError(429, "", {
    errors: [{ meta: { rate_limit: { name: "plays" }, reset_time: new Date(Date.now() + HOUR * 1000).toISOString() } }],
  }),
  "long pause": pause(HOUR),
  "short pause": pause(1),
} as const;
type End = keyof typeof ENDS;

function pause(seconds: number): ServiceError {
  return new ServiceError(429, "", undefined, { headers: new Headers({ "retry-after": `${seconds}` }) });
}

interface Call {
  /** The window in which it was counted as a play. */
  readonly window: number | undefined;
  state: "waits" | "runs" | "ended" | "plays" | "pause";
}

/** The limits as they should be. */
interface Model {
  readonly calls: Call[];
  plays: number;
  /** Number of the window of plays; the service's own count begins another one. */
  window: number;
  isPaused: boolean;
}

/** The limits as they are. */
interface Real {
  readonly limiters: readonly RateLimiter[];
  readonly jobs: (ReturnType<typeof begin> & { readonly stop: AbortController })[];
  usage(): Promise<{ plays: number }>;
}

type Command = fc.AsyncCommand<Model, Real>;

function inState(model: Model, state: Call["state"]): number[] {
  return model.calls.flatMap((call, index) => call.state === state ? [index] : []);
}

/** Waits until the limiters have done what the model says, and compares. */
async function compare(model: Model, { jobs, usage }: Real): Promise<void> {
  const wanted = { running: inState(model, "runs").length, plays: model.plays };
  const seen = async () => ({
    running: jobs.filter((job, index) => job.isStarted() && model.calls[index]!.state !== "ended").length,
    plays: (await usage()).plays,
  });
  for (let tries = 0; tries < 200; tries++) {
    const { running, plays } = await seen();
    if (running === wanted.running && plays === wanted.plays) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assertEquals(await seen(), wanted);
  // Which of the waiting calls runs is the limiter's choice.
  for (const [index, job] of jobs.entries()) {
    const call = model.calls[index]!;
    if (call.state === "waits" && job.isStarted()) call.state = "runs";
    else if (call.state === "runs" && !job.isStarted()) call.state = "waits";
  }
}

/** A play that wasn't made counts no more, unless the service has counted since. */
function giveBack(model: Model, { window }: Call): void {
  if (window === model.window) model.plays--;
}

/** Lets waiting calls run, where the limits allow it. */
function grant(model: Model): void {
  for (const index of inState(model, "waits")) {
    if (!model.isPaused && inState(model, "runs").length < MOST) model.calls[index]!.state = "runs";
  }
}

function beginning(process: number, user: string, isPlay: boolean): Command {
  return {
    check(): boolean {
      return true;
    },
    async run(model: Model, real: Real): Promise<void> {
      const stop = new AbortController();
      const changes = { token: user, signal: stop.signal, ...(isPlay && { url: play.url }) };
      real.jobs.push({ ...begin(real.limiters[process]!, changes), stop });
      const isLeft = !isPlay || model.plays < MOST;
      const next = isLeft ? "waits" : "plays";
      const state = model.isPaused ? "pause" : next;
      model.calls.push({ window: isPlay ? model.window : undefined, state });
      if (state === "waits" && isPlay) model.plays++;
      grant(model);
      await compare(model, real);
      if (state === "waits") return;
      const error = await real.jobs.at(-1)!.result.catch((error) => error);
      const isLong = error.retryAfterMs > (HOUR - 60) * 1000;
      const reason = error.rateLimit?.name === "plays" ? "plays" : "pause";
      assertEquals({ code: error.code, reason, isLong }, { code: "limit", reason: state, isLong: true });
    },
    toString(): string {
      return `begin(${process}, ${user}${isPlay ? ", play" : ""})`;
    },
  };
}

function ending(choice: number, end: End): Command {
  return {
    check(model: Readonly<Model>): boolean {
      // A short pause ends with time; after a long one it must not shorten that.
      return inState(model, "runs").length > 0 && (end !== "short pause" || model.isPaused);
    },
    async run(model: Model, real: Real): Promise<void> {
      const running = inState(model, "runs");
      const index = running[choice % running.length]!;
      const call = model.calls[index]!;
      if (end === "success") real.jobs[index]!.end();
      else real.jobs[index]!.fail(ENDS[end]);
      await real.jobs[index]!.result.catch(() => {});
      call.state = "ended";
      if (end !== "success") giveBack(model, call);
      if (end === "no plays") Object.assign(model, { plays: MOST, window: model.window + 1 });
      if (end === "long pause") model.isPaused = true;
      grant(model);
      await compare(model, real);
    },
    toString(): string {
      return `finish(${choice}, ${end})`;
    },
  };
}

function aborting(choice: number): Command {
  return {
    check(model: Readonly<Model>): boolean {
      return inState(model, "waits").length > 0;
    },
    async run(model: Model, real: Real): Promise<void> {
      const waiting = inState(model, "waits");
      const index = waiting[choice % waiting.length]!;
      real.jobs[index]!.stop.abort();
      await real.jobs[index]!.result.catch(() => {});
      model.calls[index]!.state = "ended";
      giveBack(model, model.calls[index]!);
      await compare(model, real);
    },
    toString(): string {
      return `abort(${choice})`;
    },
  };
}

const commands = fc.commands([
  fc.tuple(fc.nat(1), fc.constantFrom("ann", "bob"), fc.boolean()).map((args) => beginning(...args)),
  fc.tuple(
    fc.nat(9),
    fc.constantFrom<End>("success", "refusal", "no plays", "long pause", "short pause", "short pause"),
  )
    .map((args) => ending(...args)),
  fc.nat(9).map((choice) => aborting(choice)),
], { maxCommands: 30 });

/** Runs commands on the limiters, and ends what is left. */
async function runModel(
  make: (limits: RateLimiterOptions) => { limiters: readonly (RateLimiter & Pick<Real, "usage">)[] },
  numRuns: number,
): Promise<void> {
  let runs = 0;
  const property = fc.asyncProperty(commands, async (commands) => {
    const { limiters } = make({ ...LIMITS[runs++ % LIMITS.length], plays: MOST, windowMs: 1 });
    const real: Real = { limiters, jobs: [], usage: () => limiters[0]!.usage() };
    try {
      await fc.asyncModelRun(() => ({ model: { calls: [], plays: 0, window: 1, isPaused: false }, real }), commands);
    } finally {
      for (const { stop, end } of real.jobs) {
        end();
        stop.abort();
      }
      await Promise.allSettled(real.jobs.map(({ result }) => result));
    }
  });
  await fc.assert(property, { numRuns, seed: 7, endOnFailure: true });
}

Deno.test("MemoryRateLimiter: running calls, plays and pauses are those of the model", async () => {
  await runModel((limits) => {
    const limiter = new MemoryRateLimiter(limits);
    return { limiters: [limiter, limiter] };
  }, 200);
});

Deno.test({
  name: "RedisRateLimiter: running calls, plays and pauses of two processes are those of the model",
  ignore: without("redis-server"),
  async fn() {
    await using server = await startRedis();
    await using one = await CLIENTS["redis"]!(server.port);
    await using two = await CLIENTS["ioredis"]!(server.port);
    let app = 0;
    await runModel((limits) => {
      const name = `app-${++app}`;
      return { limiters: [one, two].map(({ client }) => new RedisRateLimiter(client, name, limits)) };
    }, 60);
  },
});
