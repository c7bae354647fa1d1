// Several servers of Redis that belong together: a cluster, or a master with a replica and a sentinel.
import { freePort, type RedisServer, startRedis } from "./redis.ts";

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
