import { spawnSync } from "node:child_process";
import { POSTGRES_TABLE } from "../../src/stores/postgres.ts";
import { without } from "../support/programs.ts";
import { startPgbouncer, startPostgres } from "../support/sessions/postgres.ts";
import { startRedis, startRedisCluster, startRedisSentinel } from "../support/sessions/redis.ts";
import type { Servers } from "./places.ts";
import { bundlePrograms, findRuntimes } from "./runtimes.ts";
import { compileShim } from "./shim.ts";
import { execute, MASTER } from "./stores.ts";
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

/** What the rows of a server need: it is started if one of them will run. */
const PROGRAMS = { redis: "redis-server", postgres: "postgres", pgbouncer: "pgbouncer" } as const;

/** Starts the servers that rows need. */
async function startServers(needs: ReadonlySet<Need>, stack: AsyncDisposableStack): Promise<Servers> {
  const starts = (need: keyof typeof PROGRAMS) => needs.has(need) && !without(PROGRAMS[need]);
  const servers: Record<string, string> = {};
  if (starts("redis")) {
    const { port } = stack.use(await startRedis());
    servers["redis"] = servers["ioredis"] = `redis://127.0.0.1:${port}`;
  }
  if (needs.has("redis group") && !without("redis-server")) {
    const [cluster, sentinel] = [stack.use(await startRedisCluster()), stack.use(await startRedisSentinel(MASTER))];
    servers["redis-cluster"] = servers["ioredis-cluster"] = cluster.ports.join();
    servers["redis-sentinel"] = servers["ioredis-sentinel"] = sentinel.ports.join();
  }
  if (!starts("postgres")) return servers;
  const { url } = stack.use(await startPostgres());
  servers["postgres"] = url;
  await execute(url, POSTGRES_TABLE);
  if (!starts("pgbouncer")) return servers;
  servers["pgbouncer-session"] = stack.use(await startPgbouncer(url, "session")).url;
  servers["pgbouncer-transaction"] = stack.use(await startPgbouncer(url, "transaction")).url;
  return servers;
}

/** Opens the lab in a folder, for some rows. */
export async function openLab(folder: string, names: readonly string[], rows: readonly Row[]): Promise<OpenLab> {
  await using opened = new AsyncDisposableStack();
  const { runtimes, missing } = await findRuntimes(names);
  const programs = await bundlePrograms(folder);
  const shim = compileShim(folder);
  const servers = await startServers(new Set(rows.flatMap(({ needs = [] }) => needs)), opened);
  const canUnshare = spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]).status === 0;
  const has = {
    shim: !!shim,
    redis: !!servers.redis,
    "redis group": !!servers["redis-cluster"],
    postgres: !!servers.postgres,
    pgbouncer: !!servers["pgbouncer-session"],
    unshare: canUnshare,
    mount: Deno.uid() === 0 && canUnshare,
  };
  const kept = opened.move();
  return {
    ...{ runtimes, programs, folder, shim, servers },
    note: missing.length > 0 ? `; left out: ${missing.join(", ")}` : "",
    has: (need) => has[need],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
