import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EtagGate, startEtagService } from "../support/sessions/services.ts";
import type { Pair } from "./host.ts";
import type { Kind, StoreSettings } from "./protocol.ts";
import { openStore, replaceSession } from "./stores.ts";

/** A place, empty at first. */
export interface Place extends AsyncDisposable {
  readonly settings: StoreSettings;
  /** What its service does, where the place is one over HTTP. */
  readonly gate?: EtagGate;
  /** Whether a text is anywhere in it. */
  holds(text: string): Promise<boolean>;
}

/** Addresses of the servers, by the kind of place. */
export type Servers = Partial<Readonly<Record<Kind, string>>>;

/** Makes a place of a kind. */
export async function makePlace(kind: Kind, servers: Servers): Promise<Place> {
  const key = `session-${crypto.randomUUID()}`;
  if (kind === "http" || kind === "http-weak") return await makeHttpPlace(kind);
  if (!["file", "long-file", "kv"].includes(kind)) {
    const settings = { kind, place: servers[kind] ?? "", key };
    return { settings, holds: (text) => storeHolds(settings, text), [Symbol.asyncDispose]: nothing };
  }
  const folder = await mkdtemp(join(tmpdir(), "chaos-"));
  const inner = kind === "long-file" ? join(folder, "x".repeat(200)) : folder;
  await mkdir(inner, { recursive: true });
  const settings = { kind, place: join(inner, kind === "kv" ? "session.db" : "session.json"), key };
  return {
    settings,
    holds: (text) => kind === "kv" ? storeHolds(settings, text) : folderHolds(folder, text),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makeHttpPlace(kind: "http" | "http-weak"): Promise<Place> {
  const gate: EtagGate = { isWeak: kind === "http-weak" };
  const service = await startEtagService(gate);
  const settings = { kind, place: `${service.url}/session` };
  return {
    settings,
    gate,
    holds: (text) => storeHolds(settings, text),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Whether the record of a store has a text. */
export async function storeHolds(settings: StoreSettings, text: string): Promise<boolean> {
  await using opened = await openStore(settings);
  return "read" in opened.store && JSON.stringify(await opened.store.read() ?? null).includes(text);
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

/** Puts a pair in a place, as a login does; without one it signs out. */
export async function fill({ settings }: Place, pair: Pair | undefined): Promise<void> {
  await using opened = await openStore(settings);
  await replaceSession(opened.store, pair);
}
