/**
 * The stores that are tested, opened from their settings. Workers use them, and so does the suite.
 *
 * @module
 */
import pg from "pg";
import { createClient } from "redis";
import { FileTokenStore } from "../../src/stores/file.ts";
import { POSTGRES_TABLE, PostgresTokenStore } from "../../src/stores/postgres.ts";
import { type RedisClient, RedisTokenStore } from "../../src/stores/redis.ts";
import type { TokenStore } from "../../src/types/config.ts";
import type { AtomicTokenStore, TokenRecord } from "../../src/types/token_record.ts";
import type { Pair } from "./host.ts";
import type { StoreSettings } from "./protocol.ts";

/** Any store that a client takes. */
export type AnyStore = AtomicTokenStore | TokenStore;

/** A store, and how to let go of it. */
export interface OpenStore extends AsyncDisposable {
  readonly store: AnyStore;
}

type Opener = (settings: Required<StoreSettings>) => OpenStore | Promise<OpenStore>;

const OPENERS: Record<StoreSettings["kind"], Opener> = {
  file: ({ place }) => ({
    store: new FileTokenStore(place),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }),
  async redis({ place, key }) {
    const { client, [Symbol.asyncDispose]: close } = await openRedis(place);
    return { store: new RedisTokenStore(client, key), [Symbol.asyncDispose]: close };
  },
  async postgres({ place, key }) {
    const { pool, [Symbol.asyncDispose]: close } = await openPostgres(place);
    return { store: new PostgresTokenStore(pool, key), [Symbol.asyncDispose]: close };
  },
};

/** Opens a store. */
export async function openStore(settings: StoreSettings): Promise<OpenStore> {
  return await OPENERS[settings.kind]({ key: "session", ...settings });
}

/** A connection to Redis. */
export interface RedisConnection extends AsyncDisposable {
  readonly client: RedisClient;
  /** Sends a command. */
  command(...args: string[]): Promise<unknown>;
}

/** Connects to a Redis, and again whenever it's back. */
export async function openRedis(url: string): Promise<RedisConnection> {
  const client = createClient({ url, socket: { reconnectStrategy: 20 } });
  client.on("error", () => {});
  await client.connect();
  return {
    client,
    command: (...args) => client.sendCommand(args),
    [Symbol.asyncDispose]: () => Promise.resolve(client.destroy()),
  };
}

/** Connects to a PostgreSQL. */
export async function openPostgres(url: string): Promise<{ pool: pg.Pool } & AsyncDisposable> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on("error", () => {});
  await pool.query(POSTGRES_TABLE).catch(() => pool.query(POSTGRES_TABLE));
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
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
