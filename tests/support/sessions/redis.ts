import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { RedisClient } from "../../../src/stores/redis.ts";
import { pathOf, without } from "../programs.ts";

/** A Redis server. */
export interface RedisServer extends AsyncDisposable {
  /** The port on 127.0.0.1. */
  readonly port: number;
  /** Kills it and restarts it, empty by default. */
  restart(): Promise<void>;
}

/** The options of a server. */
export interface RedisServerOptions {
  /** Whether its data survive a restart. Default: it restarts empty. `rdb`: as of the last `SAVE`. */
  readonly durable?: boolean | "rdb";
  readonly env?: Readonly<Record<string, string>>;
  /** More options of the server. */
  readonly args?: readonly string[];
  /** The configuration of a sentinel, which it then is. */
  readonly sentinel?: string;
}

/** Starts a server. */
export async function startRedis(
  { durable = false, env = {}, args = [], sentinel }: RedisServerOptions = {},
): Promise<RedisServer> {
  const folder = durable ? await Deno.makeTempDir() : undefined;
  const kept = folder === undefined ? [] : ["--dir", folder];
  const log = durable === true ? ["yes", "--appendfsync", "always"] : ["no"];
  // A replica would write what it gets of its master into the current folder.
  const unwritten = ["--save", "", "--repl-diskless-load", "swapdb"];
  const words = sentinel ? [sentinel, "--sentinel"] : [...unwritten, "--appendonly", ...log, ...kept, ...args];
  const options = { env, folder, words };
  let port = freePort();
  // Another process may take the port before the server does.
  let child = await run(port, options).catch(() => run(port = freePort(), options));
  return {
    port,
    async restart() {
      await stop(child);
      child = await run(port, options);
    },
    async [Symbol.asyncDispose]() {
      await stop(child);
      if (options.folder !== undefined) await Deno.remove(options.folder, { recursive: true });
    },
  };
}

/** Returns a free port. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Kills the server when stdin ends: this process has closed it or has exited, perhaps because its tests hung. */
const GUARD = 'redis-server "$@" & read -r _; kill -9 $!; wait $!';

async function run(
  port: number,
  { words, env }: { words: readonly string[]; env: Readonly<Record<string, string>> },
): Promise<ChildProcess> {
  const options = ["--bind", "127.0.0.1", "--port", String(port), "--logfile", ""];
  const child = spawn("sh", ["-c", GUARD, "sh", ...words, ...options], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...Deno.env.toObject(), ...env },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = "";
  child.once("error", reject);
  child.stdout!.on("data", (text) => {
    log += text;
    if (/ready to accept|sentinel id is/i.test(log)) resolve();
    if (/failed listening/i.test(log)) reject(new Error(`Redis did not start: ${log}`));
  });
  await promise.catch(async (error) => (await stop(child), Promise.reject(error)));
  // Stop reading the output, so that no read outlives the test that started it.
  child.stdout!.destroy();
  return child;
}

/** Ends a server by the end of its stdin. */
export async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, "exit");
  child.stdin!.end();
  await closed;
}

/** A connected client, which disposing closes. */
export interface Connected extends AsyncDisposable {
  readonly client: RedisClient;
  /** Sends a command with either client. */
  command(...args: string[]): Promise<unknown>;
}

/** The tested clients: `npm:redis` and `npm:ioredis`. */
export const CLIENTS: Readonly<Record<string, (port: number) => Promise<Connected>>> = {
  async redis(port) {
    const { createClient } = await import("redis");
    const client = createClient({ socket: { host: "127.0.0.1", port, reconnectStrategy: 20 } });
    // Without a listener, a lost connection would end the process; the next command reports it.
    client.on("error", () => {});
    await client.connect();
    return {
      client,
      command: (...args) => client.sendCommand(args),
      [Symbol.asyncDispose]: () => Promise.resolve(client.destroy()),
    };
  },
  async ioredis(port) {
    const { Redis } = await import("ioredis");
    const client = new Redis({ host: "127.0.0.1", port, lazyConnect: true, retryStrategy: () => 20 });
    client.on("error", () => {});
    await client.connect();
    return {
      client,
      command: (name, ...args) => client.call(name!, ...args),
      async [Symbol.asyncDispose]() {
        // While it connects, and until it has ended, the client keeps a timer.
        await client.ping().catch(() => {});
        const ended = client.status === "end" ? undefined : once(client, "end");
        client.disconnect();
        await ended;
      },
    };
  },
};

/** Runs a test step with each kind of client. */
export async function withEachClient(
  t: Deno.TestContext,
  step: (connect: (port: number) => Promise<Connected>, kind: string) => Promise<void>,
): Promise<void> {
  for (const [kind, connect] of Object.entries(CLIENTS)) await t.step(`npm:${kind}`, () => step(connect, kind));
}

/** The body of a test, with a server and two clients of it. */
export type Body = (connected: Connected, server: RedisServer, other: Connected) => Promise<void>;

let shared: RedisServer | undefined;

/** Starts the server of a file before its first test. Without Redis, its tests are skipped. */
function shareServer(): void {
  if (isShared) return;
  isShared = true;
  Deno.test.beforeAll(async () => {
    if (pathOf("redis-server")) shared = await startRedis();
  });
  Deno.test.afterAll(async () => await shared?.[Symbol.asyncDispose]());
}

let isShared = false;

/** The options of a test. */
export interface InRedisOptions {
  /** Whether the test restarts the server and so needs a separate one. Default: false, the file shares an empty one. */
  readonly restarts?: boolean;
}

/**
 * Defines a test that runs with either kind of client, on an empty Redis:
 * `Deno.test(inRedis("stores a pair", async ({ client }) => …))`. The test's own file registers it, so that reports show
 * its location.
 */
export function inRedis(name: string, body: Body, { restarts = false }: InRedisOptions = {}): Deno.TestDefinition {
  shareServer();
  return {
    name,
    ignore: without("redis-server"),
    async fn(t) {
      await withEachClient(t, async (connect) => {
        await using own = restarts ? await startRedis() : undefined;
        const server = own ?? shared!;
        await using connected = await connect(server.port);
        await connected.command("FLUSHALL");
        await using other = await connect(server.port);
        await body(connected, server, other);
      });
    },
  };
}

// Several servers of Redis that belong together: a cluster, or a master with a replica and a sentinel.

/** Sends a command to a server. */
export async function tell(port: number, ...words: string[]): Promise<unknown> {
  const { createClient } = await import("redis");
  const client = createClient({ socket: { host: "127.0.0.1", port, reconnectStrategy: false } });
  client.on("error", () => {});
  await client.connect();
  try {
    return await client.sendCommand(words);
  } finally {
    client.destroy();
  }
}

/** Repeats a command until its answer matches. */
export async function until(pattern: RegExp, port: number, ...words: string[]): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await tell(port, ...words).catch(String);
    if (pattern.test(String(answer))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Redis never answered ${pattern} to ${words.join(" ")}`);
}

const SLOTS = [0, 5461, 10_923, 16_384] as const;

/** Servers, and the ports at which clients begin. */
export interface RedisServers extends AsyncDisposable {
  readonly ports: readonly number[];
  readonly servers: readonly RedisServer[];
}

/** Starts a cluster of three nodes. */
export async function startRedisCluster(): Promise<RedisServers> {
  await using stack = new AsyncDisposableStack();
  const nodes: { port: number; bus: number; server: RedisServer }[] = [];
  for (let n = 0; n < 3; n++) {
    const bus = freePort();
    const args = ["--cluster-enabled", "yes", "--cluster-port", `${bus}`, "--cluster-node-timeout", "60000"];
    const server = stack.use(await startRedis({ durable: true, args }));
    nodes.push({ server, port: server.port, bus });
  }
  const [first] = nodes;
  for (const [n, { port, bus }] of nodes.entries()) {
    await tell(port, "CLUSTER", "ADDSLOTSRANGE", `${SLOTS[n]}`, `${SLOTS[n + 1]! - 1}`);
    if (n > 0) await tell(first!.port, "CLUSTER", "MEET", "127.0.0.1", `${port}`, `${bus}`);
  }
  for (const { port } of nodes) await until(/cluster_state:ok/, port, "CLUSTER", "INFO");
  for (const { port } of nodes) await until(/cluster_known_nodes:3/, port, "CLUSTER", "INFO");
  const kept = stack.move();
  return {
    ports: nodes.map(({ port }) => port),
    servers: nodes.map(({ server }) => server),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Starts a master of a name, its replica and a sentinel; the first port is the sentinel's. */
export async function startRedisSentinel(name: string): Promise<RedisServers> {
  await using stack = new AsyncDisposableStack();
  const master = stack.use(await startRedis({ durable: "rdb" }));
  const replica = stack.use(await startRedis({ durable: "rdb", args: ["--replicaof", "127.0.0.1", `${master.port}`] }));
  await until(/master_link_status:up/, replica.port, "INFO", "replication");
  const folder = await Deno.makeTempDir();
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const config = `${folder}/sentinel.conf`;
  await Deno.writeTextFile(
    config,
    `sentinel monitor ${name} 127.0.0.1 ${master.port} 1
sentinel down-after-milliseconds ${name} 60000
sentinel failover-timeout ${name} 5000
`,
  );
  const sentinel = stack.use(await startRedis({ sentinel: config }));
  await until(/slaves=1/, sentinel.port, "INFO", "sentinel");
  const kept = stack.move();
  return {
    ports: [sentinel.port, master.port, replica.port],
    servers: [sentinel, master, replica],
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
