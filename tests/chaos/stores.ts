import pg from "pg";
import { Cluster, Redis } from "ioredis";
import { createClient, createCluster, createSentinel } from "redis";
import { DenoKvTokenStore } from "../../src/stores/deno_kv.ts";
import { FileTokenStore } from "../../src/stores/file.ts";
import { HttpTokenStore } from "../../src/stores/http.ts";
import { PostgresTokenStore } from "../../src/stores/postgres.ts";
import { type RedisClient, RedisTokenStore } from "../../src/stores/redis.ts";
import type { TokenStore } from "../../src/types/config.ts";
import type { AtomicTokenStore, TokenRecord } from "../../src/types/token_record.ts";
import type { Pair } from "./host.ts";
import type { Kind, StoreSettings } from "./protocol.ts";

/** The name of a master for its sentinels. */
export const MASTER = "sessions";

/** Any store that a client takes. */
export type AnyStore = AtomicTokenStore | TokenStore;

/** The classes of the stores. */
export const STORE_CLASSES: readonly { readonly prototype: AtomicTokenStore }[] = [
  FileTokenStore,
  RedisTokenStore,
  PostgresTokenStore,
  HttpTokenStore,
  DenoKvTokenStore,
];

/** A store, and how to let go of it. */
export interface OpenStore extends AsyncDisposable {
  readonly store: AnyStore;
}

/** A busy machine may need longer than the default of 2 s. */
const REDIS = { replyMs: 8000 };

type Opener = (settings: Required<StoreSettings>) => OpenStore | Promise<OpenStore>;

const openFile: Opener = ({ place }) => kept(new FileTokenStore(place));
const openHttp: Opener = ({ place }) => kept(new HttpTokenStore(place));

/** A store that holds nothing open. */
function kept(store: AnyStore): OpenStore {
  return { store, [Symbol.asyncDispose]: () => Promise.resolve() };
}

const OPENERS: Record<StoreSettings["kind"], Opener> = {
  file: openFile,
  "long-file": openFile,
  http: openHttp,
  "http-weak": openHttp,
  async kv({ place, key }) {
    const kv = await Deno.openKv(place);
    return {
      store: new DenoKvTokenStore(kv, ["sessions", key]),
      [Symbol.asyncDispose]: () => Promise.resolve(kv.close()),
    };
  },
  redis: onRedis,
  ioredis: onRedis,
  "redis-cluster": onRedis,
  "ioredis-cluster": onRedis,
  "redis-sentinel": onRedis,
  "ioredis-sentinel": onRedis,
  postgres: onPostgres,
  "pgbouncer-session": onPostgres,
  "pgbouncer-transaction": onPostgres,
};

async function onRedis({ kind, place, key }: Required<StoreSettings>): Promise<OpenStore> {
  const { client, [Symbol.asyncDispose]: close } = await openClient(kind, place);
  return { store: new RedisTokenStore(client, key, REDIS), [Symbol.asyncDispose]: close };
}

/** A client of either library, for one server or several. */
interface AnyClient {
  on(event: "error", listener: () => void): unknown;
  connect(): Promise<unknown>;
  destroy?(): unknown;
  disconnect?(): unknown;
}

/** Connects to a Redis of a kind, at the address of a server or the ports of several. */
export async function openClient(
  kind: Kind,
  place: string,
): Promise<{ readonly client: RedisClient } & AsyncDisposable> {
  const client: AnyClient = clientOf(kind, place);
  client.on("error", () => {});
  await client.connect();
  return {
    client: client as unknown as RedisClient,
    [Symbol.asyncDispose]: () => Promise.resolve(void (client.destroy ? client.destroy() : client.disconnect?.())),
  };
}

function clientOf(kind: Kind, place: string): AnyClient {
  const nodes = place.split(",").map((port) => ({ host: "127.0.0.1", port: Number(port) }));
  const sentinels = nodes.slice(0, 1);
  const again = { lazyConnect: true, retryStrategy: () => 20 };
  if (kind === "ioredis") return new Redis(place, again);
  if (kind === "ioredis-cluster") return new Cluster(nodes, { lazyConnect: true });
  if (kind === "ioredis-sentinel") return new Redis({ sentinels, name: MASTER, ...again });
  if (kind === "redis-cluster") return createCluster({ rootNodes: nodes.map((socket) => ({ socket })) });
  if (kind === "redis-sentinel") {
    return createSentinel({ name: MASTER, sentinelRootNodes: sentinels, scanInterval: 500 }) as unknown as AnyClient;
  }
  return createClient({ url: place, socket: { reconnectStrategy: 20 } }) as unknown as AnyClient;
}

function onPostgres({ place, key }: Required<StoreSettings>): OpenStore {
  const { pool, [Symbol.asyncDispose]: close } = openPostgres(place);
  return { store: new PostgresTokenStore(pool, key), [Symbol.asyncDispose]: close };
}

/** Opens a store. */
export async function openStore(settings: StoreSettings): Promise<OpenStore> {
  return await OPENERS[settings.kind]({ key: "session", ...settings });
}

/** Connects to a PostgreSQL. */
function openPostgres(url: string): { pool: pg.Pool } & AsyncDisposable {
  const pool = new pg.Pool({ connectionString: url, max: 2, idleTimeoutMillis: 200 });
  pool.on("error", () => {});
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
}

/** Sends statements to a PostgreSQL past every client. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Signs a user in, or out, past every client, as another program does. */
export async function replaceSession(store: AnyStore, pair: Pair | undefined): Promise<void> {
  if (!("compareAndSwap" in store)) {
    return void await (pair ? store.setTokens(pair.access, pair.refresh) : store.clearTokens());
  }
  const tokens = pair && { accessToken: pair.access, refreshToken: pair.refresh, issuedAt: Date.now() };
  for (;;) {
    const before: TokenRecord | undefined = await store.read();
    const generation = Math.max((before?.generation ?? 0) + 1, Date.now());
    if (await store.compareAndSwap(before, { generation, ...tokens })) return;
  }
}
