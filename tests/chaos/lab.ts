/**
 * What the trials share: programs, servers, the shim.
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import { startPostgres } from "../support/sessions/postgres.ts";
import { without } from "../support/programs.ts";
import { startRedis } from "../support/sessions/redis.ts";
import { bundlePrograms, findRuntimes } from "./runtimes.ts";
import { compileShim } from "./shim.ts";
import type { Lab, Row } from "./trial.ts";

/** A need of a row. */
export type Need = NonNullable<Row["needs"]>[number];

/** The lab, open. */
export interface OpenLab extends Lab, AsyncDisposable {
  /** What is left out, for the first line. */
  readonly note: string;
  /** Whether this machine has what a row needs. */
  has(need: Need): boolean;
}

/** Opens the lab in a folder. */
export async function openLab(folder: string, names: readonly string[]): Promise<OpenLab> {
  await using opened = new AsyncDisposableStack();
  const { runtimes, missing } = await findRuntimes(names);
  const programs = await bundlePrograms(folder);
  const shim = compileShim(folder);
  const redis = without("redis-server") ? undefined : opened.use(await startRedis());
  const postgres = without("postgres") ? undefined : opened.use(await startPostgres());
  const canUnshare = spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]).status === 0;
  const has = { shim: !!shim, redis: !!redis, postgres: !!postgres, unshare: canUnshare };
  const kept = opened.move();
  return {
    ...{ runtimes, programs, folder, shim, postgres: postgres?.url },
    redis: redis && `redis://127.0.0.1:${redis.port}`,
    note: missing.length > 0 ? `; left out: ${missing.join(", ")}` : "",
    has: (need) => has[need],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
