/**
 * Places that keep a session: the suite fills them, and looks into them past every store.
 *
 * @module
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pair } from "./host.ts";
import type { StoreSettings } from "./protocol.ts";
import { openPostgres, openRedis, openStore, replaceSession } from "./stores.ts";

/** A place, empty at first. */
export interface Place extends AsyncDisposable {
  readonly settings: StoreSettings;
  /** Whether a text is anywhere in it. */
  holds(text: string): Promise<boolean>;
}

/** Addresses of the servers. */
export interface Servers {
  readonly redis?: string | undefined;
  readonly postgres?: string | undefined;
}

/** Makes a place of a kind. */
export async function makePlace(
  kind: StoreSettings["kind"],
  { redis = "", postgres = "" }: Servers,
): Promise<Place> {
  const key = `session-${crypto.randomUUID()}`;
  if (kind === "redis") {
    const settings = { kind, place: redis, key };
    return { settings, holds: (text) => redisHolds(redis, key, text), [Symbol.asyncDispose]: nothing };
  }
  if (kind === "postgres") {
    const settings = { kind, place: postgres, key };
    return { settings, holds: (text) => postgresHolds(postgres, key, text), [Symbol.asyncDispose]: nothing };
  }
  const folder = await mkdtemp(join(tmpdir(), "chaos-"));
  return {
    settings: { kind, place: join(folder, "session.json") },
    holds: (text) => folderHolds(folder, text),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

/** Whether a text is in any file of a folder. */
export async function folderHolds(folder: string, text: string): Promise<boolean> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    if ((await readFile(join(entry.parentPath, entry.name), "utf8").catch(() => "")).includes(text)) return true;
  }
  return false;
}

async function redisHolds(url: string, key: string, text: string): Promise<boolean> {
  await using connection = await openRedis(url);
  for (const name of await connection.command("KEYS", `*${key}*`) as string[]) {
    const isHash = await connection.command("TYPE", name) === "hash";
    const value = await connection.command(isHash ? "HGETALL" : "GET", name);
    if (JSON.stringify(value).includes(text)) return true;
  }
  return false;
}

async function postgresHolds(url: string, key: string, text: string): Promise<boolean> {
  await using connection = await openPostgres(url);
  const { rows } = await connection.pool.query("SELECT record::text FROM tonearm_sessions WHERE key = $1", [key]);
  return JSON.stringify(rows).includes(text);
}

/** Puts a pair in a place, as a login does; without one it signs out. */
export async function fill({ settings }: Place, pair: Pair | undefined): Promise<void> {
  await using opened = await openStore(settings);
  await replaceSession(opened.store, pair);
}
