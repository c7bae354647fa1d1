import { checkOptions } from "../checks.ts";
import { toUrn } from "../formats/urn.ts";
import type { ResourceId } from "../types/resource_id.ts";
import { commitReading } from "./commit.ts";
import {
  type InsightsClient,
  type Item,
  readList,
  readProfile,
  readTracks,
  serviceClock,
  type Source,
} from "./read.ts";
import { prepareStore } from "./schema.ts";
import { Staging } from "./staging.ts";
import { InsightsError, type InsightsStore } from "./store.ts";
import type { Recording } from "./types.ts";

/** Options of {@linkcode record}. */
export interface RecordOptions {
  /** Public users whose numbers are recorded. */
  readonly users?: readonly ResourceId[] | undefined;
  /** Single tracks, up to 200. */
  readonly tracks?: readonly ResourceId[] | undefined;
  /** Whether the signed-in account is recorded. Default: if no users and tracks are named. */
  readonly me?: boolean | undefined;
  /** The name of the service, which keeps numbers of a sandbox apart. Default `api.soundcloud.com`. */
  readonly service?: string | undefined;
  /** The least time between two readings, in milliseconds: a reading that comes earlier is skipped. Default 60,000. */
  readonly minGapMs?: number | undefined;
  /** Aborts the requests. What was read is kept for the next run, for 15 minutes. */
  readonly signal?: AbortSignal | undefined;
}

const MAX_TRACKS = 200;

/**
 * Reads the counts of the signed-in account, or of users and tracks that are named, and stores what changed.
 *
 * Each reading is stored as a whole or not at all. Several programs may record into one store: a reading that another
 * one has just made is skipped. The client must not have a cache.
 *
 * @param client The client.
 * @param store The store.
 * @param options `users`, `tracks`, `me`, `service`, `minGapMs`, `signal`.
 * @returns What was recorded: the account, then the users, then the tracks.
 * @throws {InsightsError} When the store can't be used, or SoundCloud left out most of a list.
 * @throws {ServiceError} When SoundCloud refuses, or can't be reached.
 * @example
 * ```ts ignore
 * const store = new SqliteInsightsStore(new DatabaseSync("insights.sqlite"));
 * await record(client, store); // several times a day
 * const { totals } = await query(store);
 * ```
 */
export async function record(
  client: InsightsClient,
  store: InsightsStore,
  options: RecordOptions = {},
): Promise<Recording[]> {
  checkOptions(options, { me: "a boolean", service: "a non-empty string", minGapMs: "a number of 0 or more" });
  const { users = [], tracks = [], me = users.length + tracks.length === 0, service = DEFAULT_SERVICE } = options;
  const owners = users.map((user) => toUrn("users", user));
  const urns = [...new Set(tracks.map((track) => toUrn("tracks", track)))];
  if (urns.length > MAX_TRACKS) throw new RangeError(`Cannot record ${urns.length} tracks: at most ${MAX_TRACKS}`);
  await prepareStore(store);
  const done: Recording[] = [];
  for (const user of [...(me ? [undefined] : []), ...owners]) {
    done.push(await recordLists(client, store, user, { ...options, service }));
  }
  if (urns.length > 0) done.push(...await recordTracks(client, store, urns, { ...options, service }));
  return done;
}

async function recordLists(
  client: InsightsClient,
  store: InsightsStore,
  user: string | undefined,
  { signal, service, minGapMs }: RecordOptions & { readonly service: string },
): Promise<Recording> {
  const clock = serviceClock(signal);
  const { source, item } = await readProfile(client, user, clock);
  const staging = await Staging.open(store, `${service} ${source.kind} ${source.urn}`, clock.at ?? nowS());
  let requests = 1;
  for (const list of ["tracks", "playlists"] as const) {
    const from = staging.next(list);
    if (from === null) continue;
    for await (const page of readList(client, source, list, from, signal)) {
      requests++;
      if (page.isCut) throw new InsightsError("incomplete", `SoundCloud ends the list of ${list} early`);
      await staging.add(page);
    }
  }
  const items = new Map([item, ...staging.items].map((each) => [each.urn, each]));
  requests += await findMissing(client, store, { source, service, items, signal });
  const reading = { source, service, at: staging.at, items: [...items.values()], requests, minGapMs };
  return await commitReading(store, { ...reading, run: staging.run, clockOffsetMs: clock.offsetMs });
}

/** Tracks that a list leaves out may still be there, because pages shift: a few are looked up. */
async function findMissing(
  client: InsightsClient,
  store: InsightsStore,
  { source, service, items, signal }: {
    source: Source;
    service: string;
    items: Map<string, Item>;
    signal: AbortSignal | undefined;
  },
): Promise<number> {
  const known = await store.transaction("read", (sql) =>
    sql<{ urn: string }>(
      `SELECT t.urn FROM things t JOIN sources s ON s.id = t.source
      WHERE s.service = $1 AND s.kind = $2 AND s.urn = $3 AND t.kind = 'track' AND t.state <> 'gone'`,
      ...[service, source.kind, source.urn],
    ));
  const missing = known.map(({ urn }) => urn).filter((urn) => !items.has(urn));
  if (missing.length === 0 || missing.length > MAX_TRACKS) return 0;
  for (const item of await readTracks(client, missing, { signal })) items.set(item.urn, item);
  return 1;
}

async function recordTracks(
  client: InsightsClient,
  store: InsightsStore,
  urns: readonly string[],
  { signal, service, minGapMs }: RecordOptions & { readonly service: string },
): Promise<Recording[]> {
  const clock = serviceClock(signal);
  const items = await readTracks(client, urns, clock.call);
  const done: Recording[] = [];
  for (const urn of urns) {
    const item = items.find((each) => each.urn === urn);
    const source = { kind: "track", urn, title: item?.title ?? urn } as const;
    const reading = { source, service, at: clock.at ?? nowS(), items: item ? [item] : [], minGapMs };
    const requests = done.length === 0 ? 1 : 0;
    done.push(await commitReading(store, { ...reading, requests, run: undefined, clockOffsetMs: clock.offsetMs }));
  }
  return done;
}

/** The name of the service in a store. */
export const DEFAULT_SERVICE = "api.soundcloud.com";

function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
