import { POSTGRES_TABLE } from "../../../src/stores/postgres.ts";
import { startPostgres } from "../../support/sessions/postgres.ts";
import { CLIENTS, startRedis, startRedisSentinel, tell, until } from "../../support/sessions/redis.ts";
import type { Place } from "../places.ts";
import { execute, MASTER } from "../stores.ts";
import { pause, type Row, type Trial } from "../trial.ts";

/** The reply may come before the server is back: its process stores the pair as soon as it can. */
const LONGEST_HOLD_MS = 3000;

/** A server that a refresh loses for a moment. */
interface Fallible {
  readonly address: string;
  fail(): Promise<unknown>;
}

const FALLIBLE = {
  async redis(trial: Trial): Promise<Fallible> {
    const server = trial.use(await startRedis({ durable: true }));
    return { address: `redis://127.0.0.1:${server.port}`, fail: () => server.restart() };
  },
  async postgres(trial: Trial): Promise<Fallible> {
    const server = trial.use(await startPostgres());
    await execute(server.url, POSTGRES_TABLE);
    return { address: server.url, fail: () => server.restart() };
  },
  "redis-sentinel": failover,
  "ioredis-sentinel": failover,
} as const;

/**
 * The sentinel makes the replica the master. With `min-replicas-to-write 1`, the former master takes no writes that the
 * new one would not have.
 */
async function failover(trial: Trial): Promise<Fallible> {
  const { ports } = trial.use(await startRedisSentinel(MASTER));
  const [sentinel = 0, ...servers] = ports;
  const [, replica = 0] = servers;
  for (const port of servers) await tell(port, "CONFIG", "SET", "min-replicas-to-write", "1");
  return {
    address: ports.join(),
    async fail() {
      await tell(sentinel, "SENTINEL", "FAILOVER", MASTER);
      await until(/role:master[^]*state=online/, replica, "INFO", "replication");
    },
  };
}

async function fails(trial: Trial, kind: keyof typeof FALLIBLE): Promise<void> {
  const { address, fail } = await FALLIBLE[kind](trial);
  const place = await trial.place(kind, { servers: { [kind]: address } });
  const members = await trial.workers(place);
  const failed = Promise.withResolvers<unknown>();
  const committed = trial.onCommit(async () => {
    trial.fault();
    failed.resolve(fail());
    await Promise.race([failed.promise, pause(LONGEST_HOLD_MS)]);
  });
  for (const answer of await Promise.all(members.map((member) => member.send("call")))) trial.hangs(answer);
  await failed.promise;
  // Who has the pair stores it as long as it lives.
  await trial.keeps(place, await committed);
  for (const member of members) trial.hangs(await member.send("call"));
  for (const member of members) await member.kill();
  await trial.survives(place);
}

/** What Redis is left without, by turns. */
const WIPES = ["FLUSHALL", "DEL", "restart"] as const;

/** In the middle of a refresh, or when nothing happens: what is lost is said, and nobody writes it back from memory. */
async function forgets(trial: Trial): Promise<void> {
  const server = trial.use(await startRedis());
  const place = await trial.place("redis", { servers: { redis: `redis://127.0.0.1:${server.port}` } });
  const member = await trial.worker({ store: place.settings });
  const wipe = WIPES[trial.number % WIPES.length]!;
  const wipeNow = () => wipe === "restart" ? server.restart() : wipeKeys(place, wipe);
  await member.send("call");
  if (trial.number % 2 === 0) {
    void trial.onCommit(async () => {
      trial.fault();
      await wipeNow();
    });
  } else {
    trial.host.expire();
    await wipeNow();
    trial.fault();
  }
  trial.hangs(await member.send("call"));
  await isGone(trial, place);
}

async function wipeKeys({ settings: { place, key } }: Place, wipe: "FLUSHALL" | "DEL"): Promise<void> {
  await using connection = await CLIENTS["redis"]!(Number(new URL(place).port));
  const keys = await connection.command("KEYS", `*${key}*`) as string[];
  await connection.command(...(wipe === "DEL" ? ["DEL", ...keys] : [wipe]));
}

/** A new process finds no session, says so, and works again after a login. */
async function isGone(trial: Trial, place: Place): Promise<void> {
  const { host } = trial;
  host.gate = {};
  host.expire();
  const before = host.requests;
  await using other = await trial.worker({ store: place.settings });
  const answer = await other.send("call");
  if (!trial.hangs(answer)) {
    if (answer.ok) trial.wrong("memory wrote back what the store had lost");
    else if (answer.code === "untyped") trial.wrong(`an untyped error: ${answer.value}`);
    else trial.lost("the store's data", false);
  }
  if (host.requests > before) trial.wrong("a token was sent that the store doesn't hold");
  await trial.recovers(place, other);
}

/** After a sign-out the key is lost too: that revives nobody. */
async function forgetsSignOut(trial: Trial): Promise<void> {
  const place = await trial.place("redis");
  const members = await trial.workers(place);
  await members[0]!.send("call");
  await members[1]!.send("call");
  await members[1]!.send("clear");
  await pause(100);
  await wipeKeys(place, "DEL");
  trial.fault();
  trial.host.expire();
  for (const member of members) {
    const answer = await member.send("call");
    if (!trial.hangs(answer) && answer.ok) trial.wrong("a user who signed out was signed in again");
  }
  await isGone(trial, place);
  trial.counts.unavoidable = 0;
}

/** A step ahead expires every lock of Redis at once, as if its holder were dead; one back keeps those of the dead. */
const STEPS_MS = [120_000, -30_000];

async function clockOfRedis(trial: Trial): Promise<void> {
  const control = trial.control();
  const server = trial.use(await startRedis({ env: control.env }));
  const place = await trial.place("redis", { servers: { redis: `redis://127.0.0.1:${server.port}` } });
  const members = await trial.workers(place);
  await members[0]!.send("call");
  const clockMs = STEPS_MS[trial.number % STEPS_MS.length]!;
  void trial.onCommit(async () => {
    trial.fault();
    control.set({ clockMs });
    // Who waits has time to find the lock gone.
    await pause(trial.random(600));
  });
  for (const answer of await Promise.all(members.map((member) => member.send("call")))) trial.hangs(answer);
  trial.host.expire();
  const after = await members[trial.number % 2]!.send("call");
  if (!trial.hangs(after) && !after.ok) trial.wrong(`a call after the step failed: ${after.code} ${after.value}`);
  await trial.survives(place);
}

/** The rows. */
export const servers: readonly Row[] = [
  {
    ...{ id: "restart-redis", title: "redis: restarts with its data during a refresh", trials: 20, short: 2 },
    needs: ["redis"],
    run: (trial) => fails(trial, "redis"),
  },
  {
    ...{ id: "forget-redis", title: "redis: FLUSHALL, DEL, or a restart without data", trials: 20, short: 3 },
    needs: ["redis"],
    run: forgets,
  },
  {
    ...{ id: "sign-out-redis", title: "redis: the key is lost after a sign-out", trials: 20, short: 2 },
    needs: ["redis"],
    run: forgetsSignOut,
  },
  {
    ...{ id: "time-redis", title: "redis: its own clock steps by +120 s or −30 s", trials: 20, short: 2 },
    needs: ["redis", "shim"],
    run: clockOfRedis,
  },
  {
    ...{ id: "restart-postgres", title: "postgres: crashes and restarts during a refresh", trials: 20, short: 1 },
    needs: ["postgres"],
    run: (trial) => fails(trial, "postgres"),
  },
  ...(["redis-sentinel", "ioredis-sentinel"] as const).map((kind): Row => ({
    id: `failover-${kind}`,
    title: `Redis Sentinel${
      kind === "redis-sentinel" ? "" : " (ioredis)"
    }: the replica is promoted during a refresh, \`min-replicas-to-write 1\``,
    trials: 50,
    short: 1,
    needs: ["redis group"],
    run: (trial) => fails(trial, kind),
  })),
];
