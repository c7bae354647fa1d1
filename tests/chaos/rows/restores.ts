import { copyFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { CLIENTS, startRedis, startRedisSentinel, tell } from "../../support/sessions/redis.ts";
import type { Member } from "../member.ts";
import type { Place } from "../places.ts";
import { MASTER } from "../stores.ts";
import type { Row, Trial } from "../trial.ts";

/** A place that can go back: `keep` what it is now, and `restore` that later. */
interface Restorable {
  readonly place: Place;
  keep(): Promise<unknown>;
  restore(): Promise<unknown>;
}

/** What goes back, and how. */
const PLACES: Readonly<Record<string, (trial: Trial) => Promise<Restorable>>> = {
  async file(trial) {
    const place = await trial.place("file");
    const { place: path } = place.settings;
    return { place, keep: () => copyFile(path, `${path}.old`), restore: () => copyFile(`${path}.old`, path) };
  },
  async redis(trial) {
    const place = await trial.place("redis");
    const { place: url, key = "" } = place.settings;
    const copy = async (from: string, to: string) => {
      await using connection = await CLIENTS["redis"]!(Number(new URL(url).port));
      await connection.command("COPY", from, to, "REPLACE");
    };
    return { place, keep: () => copy(key, `old:${key}`), restore: () => copy(`old:${key}`, key) };
  },
  /** A crash: what is newer than the last snapshot is gone. */
  async rdb(trial) {
    const server = trial.use(await startRedis({ durable: "rdb" }));
    const place = await trial.place("redis", { servers: { redis: `redis://127.0.0.1:${server.port}` } });
    return { place, keep: () => tell(server.port, "SAVE"), restore: () => server.restart() };
  },
  redis_replica: (trial) => promoted(trial, "redis"),
  ioredis_replica: (trial) => promoted(trial, "ioredis"),
};

/** The replica stops following its master, and takes its address when that dies. */
async function promoted(trial: Trial, kind: "redis" | "ioredis"): Promise<Restorable> {
  const { ports: [sentinel = 0, master = 0, replica = 0] } = trial.use(await startRedisSentinel(MASTER));
  // A sentinel would make it a replica again, after some seconds.
  await tell(sentinel, "SENTINEL", "REMOVE", MASTER);
  const address = trial.use(await forward(master));
  const place = await trial.place(kind, { servers: { [kind]: `redis://127.0.0.1:${address.port}` } });
  await tell(master, "WAIT", "1", "5000");
  return {
    place,
    keep: () => tell(replica, "REPLICAOF", "NO", "ONE"),
    async restore() {
      address.moveTo(replica);
      await tell(master, "SHUTDOWN", "NOSAVE").catch(() => {});
    },
  };
}

/** An address behind which one server takes the place of another. */
async function forward(first: number): Promise<{ port: number; moveTo(port: number): void } & AsyncDisposable> {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(target, "127.0.0.1");
    for (const [one, end] of [[socket, other], [other, socket]] as const) {
      open.add(one);
      one.on("error", () => {}).on("close", () => (open.delete(one), end.destroy()));
      one.pipe(end);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    moveTo(port) {
      target = port;
      cut();
    },
    [Symbol.asyncDispose]() {
      server.close();
      cut();
      return Promise.resolve();
    },
  };
}

/** Two processes that have seen the newer pair of a place that then went back. */
async function goBack(trial: Trial, name: string): Promise<{ place: Place; members: readonly Member[] }> {
  const { place, keep, restore } = await PLACES[name]!(trial);
  const members = await trial.workers(place);
  await members[0]!.send("call");
  await keep();
  trial.host.expire();
  for (const member of members) {
    const answer = await member.send("call");
    if (!trial.hangs(answer) && !answer.ok) trial.wrong(`${answer.code} ${answer.value}`);
  }
  await restore();
  trial.fault();
  trial.host.expire();
  return { place, members };
}

/** Who has seen the newer pair calls first, and heals the place. */
async function isHealed(trial: Trial, name: string): Promise<void> {
  const { place, members } = await goBack(trial, name);
  const knowing = await members[trial.number % 2]!.send("call");
  if (!trial.hangs(knowing) && !knowing.ok) trial.wrong(`${knowing.code} ${knowing.value}`);
  await trial.survives(place);
}

/** A new process calls first: it can't know that the token of the old copy was spent. */
async function isUnknown(trial: Trial): Promise<void> {
  const { place, members } = await goBack(trial, "file");
  await trial.survives(place, { isBeyond: true });
  await trial.recovers(place, members[0]!);
}

const TITLES: Readonly<Record<string, string>> = {
  file: "file: an old copy is restored; who knows better calls first",
  redis: "redis: an old copy of the key is restored; who knows better calls first",
  rdb: "redis: a crash, and a restart from an older RDB; who knows better calls first",
  redis_replica: "redis: a lagging replica takes the address of its master; who knows better calls first",
  ioredis_replica: "redis (ioredis): a lagging replica takes the address of its master; who knows better calls first",
};

/** The rows. */
export const restores: readonly Row[] = [
  ...Object.entries(TITLES).map(([name, title]): Row => ({
    id: `restore-${name}`,
    title,
    trials: 20,
    short: 1,
    needs: name === "file" ? [] : ["redis"],
    run: (trial) => isHealed(trial, name),
  })),
  {
    ...{ id: "unknown-file", title: "file: an old copy is restored; a new process calls first", trials: 20, short: 1 },
    run: isUnknown,
  },
];
