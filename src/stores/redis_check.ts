/**
 * Checks of a Redis that holds sessions.
 *
 * @module
 */
import type { StoreFinding } from "../types/token_record.ts";
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
    /^connected_slaves:[1-9]/m,
    "A replica that is promoted may miss the newest tokens",
    "Set `min-replicas-to-write 1`, or make restored sessions sign in again",
  ],
];
/** How much the clock of Redis may differ, in milliseconds. */
const CLOCK_MS = 5000;

/**
 * Checks the settings of Redis.
 *
 * @param command Sends commands.
 * @param key The key of the session.
 * @returns What is wrong, each with its remedy.
 */
export async function checkRedis(command: RedisCommand, key: string): Promise<StoreFinding[]> {
  const findings: StoreFinding[] = [];
  // With a key, a cluster asks the node that holds the session.
  const script = (body: string) => command("EVAL", body, "1", key);
  try {
    const info = String(await script(`return redis.call("INFO")`));
    for (const [pattern, problem, remedy] of SETTINGS) if (pattern.test(info)) findings.push({ problem, remedy });
    const [seconds] = await script(`return redis.call("TIME")`) as [string];
    const skewMs = Math.abs(Number(seconds) * 1000 - Date.now());
    if (skewMs > CLOCK_MS) {
      const problem = `The clock of Redis differs by ${Math.round(skewMs / 1000)} s`;
      findings.push({ problem, remedy: "Set both clocks by NTP" });
    }
  } catch (error) {
    const problem = `Redis can't be checked: ${String(error).split("\n", 1)[0]}`;
    findings.push({ problem, remedy: "Check the connection, and allow this user INFO, TIME, GET, SET and EVAL" });
  }
  return findings;
}
