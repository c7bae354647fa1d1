import type { StoreFinding } from "../types/token_record.ts";
import { checkClock, findings } from "./findings.ts";
import type { RedisCommand } from "./redis_client.ts";

/** Settings in the answer of `INFO` that lose sessions, with the problem and its remedy. */
const SETTINGS: readonly (readonly [RegExp, string, string])[] = [
  [
    /^maxmemory_policy:(?!noeviction)(\S+)/m,
    "Redis evicts keys when its memory is full, sessions too",
    "Set `maxmemory-policy noeviction`, or use another Redis for sessions",
  ],
  [
    /^aof_enabled:0/m,
    "Redis keeps no append-only file: a restart loses the newest tokens",
    "Set `appendonly yes`",
  ],
  [
    /^role:slave/m,
    "This Redis is a replica, which takes no writes",
    "Connect to the master, with sentinels for example",
  ],
  [
    /^connected_slaves:[1-9]\d*\s+(?!\s*min_slaves_good_slaves)/m,
    "A replica that is promoted may miss the newest tokens",
    "Set `min-replicas-to-write 1`, or make restored sessions sign in again",
  ],
];
/** Checks the settings of Redis. */
export async function checkRedis(command: RedisCommand, key: string): Promise<StoreFinding[]> {
  // With a key, a cluster asks the node that holds the session.
  const script = (body: string) => command("EVAL", body, "1", key);
  try {
    const info = String(await script(`return redis.call("INFO")`));
    const [seconds] = await script(`return redis.call("TIME")`) as [string];
    const settings = SETTINGS.map(([pattern, problem, remedy]) => [pattern.test(info), problem, remedy] as const);
    return findings([...settings, checkClock("Redis", Number(seconds) * 1000)]);
  } catch (error) {
    const problem = `Redis can't be checked: ${String(error).split("\n", 1)[0]}`;
    return [{ problem, remedy: "Check the connection, and allow this user INFO, TIME, GET, SET and EVAL" }];
  }
}
