/**
 * A Redis of a test's own, without persistence, on a free port; and both clients for it.
 *
 * @module
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { RedisClient } from "../../src/stores/redis.ts";
import { pathOf, without } from "./programs.ts";

/** A Redis server. */
export interface RedisServer extends AsyncDisposable {
  /** Its port on 127.0.0.1. */
  readonly port: number;
  /** Kills it and starts it again, empty. */
  restart(): Promise<void>;
}

/** How a server is started. */
export interface RedisServerOptions {
  /** A folder that keeps its data through a restart. Default: it starts empty again. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a server. */
export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  let port = freePort();
  // Another process may take the port before the server does.
  let child = await run(port, options).catch(() => run(port = freePort(), options));
  return {
    port,
    async restart() {
      await stop(child);
      child = await run(port, options);
    },
    [Symbol.asyncDispose]: () => stop(child),
  };
}

/** A port that nobody listens on. */
export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Ends the server when its own input ends: then this process has told it so, or is gone, as when its tests hang. */
const GUARD = 'redis-server "$@" & read -r _; kill -9 $!; wait $!';

async function run(port: number, { folder, env = {} }: RedisServerOptions): Promise<ChildProcess> {
  const durable = folder === undefined ? ["no"] : ["yes", "--appendfsync", "always", "--dir", folder];
  const options = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--logfile", "", "--appendonly"];
  const child = spawn("sh", ["-c", GUARD, "sh", ...options, ...durable], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...Deno.env.toObject(), ...env },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = "";
  child.once("error", reject);
  child.stdout!.on("data", (text) => {
    log += text;
    if (/ready to accept/i.test(log)) resolve();
    if (/failed listening/i.test(log)) reject(new Error(`Redis did not start: ${log}`));
  });
  await promise.catch(async (error) => (await stop(child), Promise.reject(error)));
  // What it says from now on is read by nobody, lest a read end in another test than it began in.
  child.stdout!.destroy();
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, "exit");
  child.stdin!.end();
  await closed;
}

/** A connected client, and how to close it. */
export interface Connected extends AsyncDisposable {
  readonly client: RedisClient;
  /** Sends a command, whichever client it is. */
  command(...args: string[]): Promise<unknown>;
}

/** The clients that are tested: `npm:redis` and `npm:ioredis`. */
export const CLIENTS: Readonly<Record<string, (port: number) => Promise<Connected>>> = {
  async redis(port) {
    const { createClient } = await import("redis");
    const client = createClient({ socket: { host: "127.0.0.1", port, reconnectStrategy: 20 } });
    // Without a listener a lost connection would end the process; the next command tells.
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
        // While it connects, and until it has ended, it keeps a timer.
        await client.ping().catch(() => {});
        const ended = client.status === "end" ? undefined : once(client, "end");
        client.disconnect();
        await ended;
      },
    };
  },
};

/** Runs a step of a test with each kind of client. */
export async function withEachClient(
  t: Deno.TestContext,
  step: (connect: (port: number) => Promise<Connected>, kind: string) => Promise<void>,
): Promise<void> {
  for (const [kind, connect] of Object.entries(CLIENTS)) await t.step(`npm:${kind}`, () => step(connect, kind));
}

/** A test, with a server and two clients of it. */
export type Body = (connected: Connected, server: RedisServer, other: Connected) => Promise<void>;

let shared: RedisServer | undefined;

/** Starts the server of a file before its first test. Where there is no Redis, its tests are skipped. */
function shareServer(): void {
  if (isShared) return;
  isShared = true;
  Deno.test.beforeAll(async () => {
    if (pathOf("redis-server")) shared = await startRedis();
  });
  Deno.test.afterAll(async () => await shared?.[Symbol.asyncDispose]());
}

let isShared = false;

/** How a test uses its server. */
export interface InRedisOptions {
  /** Whether it restarts the server, and so needs one of its own. Default false: an empty one that the file shares. */
  readonly restarts?: boolean;
}

/**
 * A test that runs with either kind of client, on an empty Redis: `Deno.test(inRedis("stores a pair", async ({ client })
 * => …))`. Registered by its own file, it keeps its place in reports.
 *
 * @param name What it specifies.
 * @param body What it does.
 * @param options Whether it needs a server of its own.
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
