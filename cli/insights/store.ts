import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import type { Pool } from "pg";
import {
  InsightsError,
  type InsightsErrorCode,
  type InsightsStore,
  PostgresInsightsStore,
  SqliteInsightsStore,
} from "@tonearm/client/insights";
import { addressesFor, findSource, SERVICE } from "../auth/credentials.ts";
import type { Context } from "../context.ts";
import { Failure, fileReason, usage } from "../errors.ts";
import { redactPlace } from "../host/network.ts";
import { dataDirectory, makePrivateDirectory } from "../host/paths.ts";

export type StoreValues = { readonly store?: string | undefined };

const HINTS: Partial<Record<InsightsErrorCode, string>> = {
  empty: "Record first: tonearm insights record",
  unknown_source: "Record it with `tonearm insights record --user …` or `--track …`.",
  foreign_schema: "Name another place with --store, or with TONEARM_INSIGHTS.",
  newer_schema: "Run `tonearm upgrade`.",
  full: "Free some space; what was recorded before is complete.",
  no_rights: "Check the permissions, or the user of the URL.",
  damaged: "Restore a backup, or name another place with --store.",
  incomplete: "SoundCloud may have an incident; the next run tries again.",
};

export async function withStore<T>(
  context: Context,
  values: StoreValues & { readonly create?: boolean },
  work: (store: InsightsStore, path: string | undefined) => Promise<T>,
): Promise<T> {
  const place = values.store ?? (context.env.TONEARM_INSIGHTS || join(dataDirectory(context.env), "insights.sqlite"));
  const { store, path, close } = /^postgres(?:ql)?:\/\//.test(place)
    ? await openPostgres(place)
    : await openFile(resolve(place), values.create === true);
  try {
    return await work(store, path);
  } catch (error) {
    if (!(error instanceof InsightsError)) throw error;
    const where = redactPlace(place);
    const message = HINTS[error.code] && error.cause === undefined ? error.message : `${error.message} (${where})`;
    const hint = HINTS[error.code];
    throw new Failure("failed", message, { code: error.code, cause: error, ...(hint ? { hint } : {}) });
  } finally {
    await close();
  }
}

interface Opened {
  readonly store: InsightsStore;
  readonly path?: string;
  close(): void | Promise<void>;
}

async function openFile(path: string, create: boolean): Promise<Opened> {
  const isNew = !existsSync(path);
  if (isNew && !create) {
    const hint = HINTS.empty!;
    throw new Failure("failed", `There are no insights yet: ${path} doesn't exist`, { code: "empty", hint });
  }
  const { DatabaseSync } = sqlite();
  if (isNew) await makePrivateDirectory(dirname(path));
  try {
    const db = new DatabaseSync(path);
    if (isNew) await chmod(path, 0o600);
    return { store: new SqliteInsightsStore(db), path, close: () => db.close() };
  } catch (cause) {
    throw new Failure("failed", `Cannot open ${path}: ${fileReason(cause)}`, { code: "no_rights", cause });
  }
}

/** Loads the SQLite of the runtime, without Node 22's warning that it is experimental. */
export function sqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const found = process.getBuiltinModule?.("node:sqlite");
    if (found) return found;
  } finally {
    process.emitWarning = emitWarning;
  }
  const hint = "Use Node 22.16 or later, the single file, or PostgreSQL: --store postgres://…";
  throw new Failure("failed", "This runtime has no SQLite", { code: "no_sqlite", hint });
}

async function openPostgres(url: string): Promise<Opened> {
  const pool = await openPool(url);
  return { store: new PostgresInsightsStore(pool), close: () => pool.end() };
}

/** Opens a pool of connections; a wrong URL is a usage error of `--store`. */
export async function openPool(url: string): Promise<Pool> {
  if (!URL.canParse(url)) throw usage("--store is no valid URL", "For example: postgres://user@host/database");
  const { default: { Pool } } = await import("pg");
  const pool = new Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 10_000 });
  // A lost idle connection shows in the next statement.
  pool.on("error", () => {});
  return pool;
}

/** The name of the service in the store: numbers of a sandbox are kept apart. */
export async function serviceName(context: Context): Promise<string> {
  if (context.sandboxed) return "sandbox";
  const source = await findSource(context).catch(() => undefined);
  const { baseUrl = SERVICE.baseUrl } = addressesFor(context.env, source);
  return new URL(baseUrl).host;
}
