// The token stores of people's own programs: what `check()` of each finds.
import { FileTokenStore, type StoreFinding } from "@tonearm/client/file";
import { PostgresTokenStore } from "@tonearm/client/postgres";
import { RedisTokenStore } from "@tonearm/client/redis";
import { reasonOf, usage } from "../../errors.ts";
import { redactPlace } from "../../host/network.ts";
import { openPool } from "../../insights/store.ts";

/** A key that holds no session; the checks store nothing. */
const KEY = "tonearm doctor";
const CONNECT_MS = 10_000;
const POSTGRES = /^postgres(?:ql)?:\/\//;
const REDIS = /^rediss?:\/\//;

/** Checks a token store: a file, or the URL of Redis or PostgreSQL. */
export async function checkTokenStore(place: string): Promise<StoreFinding[]> {
  const isServer = POSTGRES.test(place) || REDIS.test(place);
  if (place === "" || (isServer ? !URL.canParse(place) : /^\w+:\/\//.test(place))) {
    throw usage("--store is neither a file nor a URL of Redis or PostgreSQL", "For example: redis://localhost:6379");
  }
  try {
    if (POSTGRES.test(place)) return await checkPostgres(place);
    if (REDIS.test(place)) return await checkRedis(place);
    return await new FileTokenStore(place).check();
  } catch (error) {
    const reason = (error as Error).message.split("\n", 1)[0] || reasonOf(error);
    const problem = `${redactPlace(place)} can't be reached: ${reason}`;
    return [{ problem, remedy: "Check the URL, the password and the network" }];
  }
}

async function checkPostgres(url: string): Promise<StoreFinding[]> {
  const pool = await openPool(url);
  return await new PostgresTokenStore(pool, KEY).check().finally(() => pool.end());
}

async function checkRedis(url: string): Promise<StoreFinding[]> {
  const { default: { createClient } } = await import("@redis/client");
  const client = createClient({ url, socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false } });
  // The command that meets an error reports it.
  client.on("error", () => {});
  await client.connect();
  return await new RedisTokenStore(client, KEY).check().finally(() => client.destroy());
}
