/** A service with one account, whose tracks and counts a test changes. */
import { DatabaseSync } from "node:sqlite";
import { ServiceClient } from "@tonearm/client";
import {
  type InsightsStore,
  record,
  type Recording,
  type RecordOptions,
  SqliteInsightsStore,
} from "@tonearm/client/insights";
import { seededRandom } from "../watch/watched.ts";

/** A track of the catalogue. Null counts are hidden. */
export interface FakeTrack {
  urn: string;
  title: string;
  created_at: string;
  sharing: "public" | "private";
  playback_count: number | null;
  favoritings_count: number | null;
}

const BASE = "https://api.test";
const HOUR_S = 3600;

/** The account, its clock and a store. */
export class Catalogue {
  /** The service's time, in seconds since 1970. */
  now: number = Date.parse("2026-05-03T00:00:00Z") / 1000;
  tracks: FakeTrack[] = [];
  followers = 10;
  /** The paths of all requests. */
  readonly requests: string[] = [];
  /** Replaces a reply. */
  intercept: ((path: string) => Response | undefined) | undefined;
  readonly client: ServiceClient;
  readonly db: DatabaseSync;
  readonly store: InsightsStore;

  /** Opens a catalogue with tracks that have as many plays as listed. */
  constructor(plays: readonly number[] = [], path: string = ":memory:", store?: InsightsStore) {
    plays.forEach((count) => this.publish(count));
    for (const track of this.tracks) track.created_at = "2020/01/01 00:00:00 +0000";
    const fetch = (input: string | URL | Request) => Promise.resolve(this.answer(new URL(String(input))));
    this.client = new ServiceClient({ clientId: "a", clientSecret: "b", baseUrl: BASE, fetch, retryBaseDelay: 1 });
    this.client.setToken("t");
    this.db = new DatabaseSync(path);
    this.store = store ?? new SqliteInsightsStore(this.db);
  }

  /** Adds a track that is published now. */
  publish(plays: number): FakeTrack {
    const number = this.tracks.length + 1;
    const created = new Date(this.now * 1000).toISOString().replace("T", " ").replace(/\..*/, " +0000");
    const track = {
      ...{ urn: `soundcloud:tracks:${number}`, title: `Song ${number}`, created_at: created.replaceAll("-", "/") },
      ...{ sharing: "public" as const, playback_count: plays, favoritings_count: 0 },
    };
    this.tracks.push(track);
    return track;
  }

  /** Lets time pass, then records. */
  async after(hours: number, options: RecordOptions = {}): Promise<Recording> {
    this.now += hours * HOUR_S;
    const [recording] = await record(this.client, this.store, options);
    return recording!;
  }

  /** Rows of the database. */
  rows<Row = Record<string, unknown>>(sql: string): Row[] {
    return this.db.prepare(sql).all().map((row) => ({ ...row })) as Row[];
  }

  /** Answers as the service. */
  answer(url: URL): Response {
    this.requests.push(url.pathname);
    return this.intercept?.(url.pathname + url.search) ?? this.#json(this.#body(url));
  }

  #body({ pathname, searchParams }: URL): unknown {
    const profile = {
      ...{
        urn: `soundcloud:users:${/\d+/.exec(pathname) ?? 1}`,
        username: "Ann",
        permalink_url: "https://soundcloud.com/ann?utm_source=x",
      },
      ...{ followers_count: this.followers, followings_count: 3, track_count: this.tracks.length, playlist_count: 0 },
    };
    if (/^\/(?:me|users\/[^/]+)$/.test(pathname)) return profile;
    if (pathname.endsWith("/playlists")) return { collection: [], next_href: null };
    const urns = searchParams.get("urns")?.split(",");
    if (urns) return this.tracks.filter(({ urn }) => urns.includes(urn));
    const [limit, offset] = [Number(searchParams.get("limit")), Number(searchParams.get("offset") ?? 0)];
    const next = offset + limit;
    const href = `${BASE}${pathname}?linked_partitioning=true&limit=${limit}&offset=${next}`;
    return { collection: this.tracks.slice(offset, next), next_href: next < this.tracks.length ? href : null };
  }

  #json(body: unknown): Response {
    const date = new Date(this.now * 1000).toUTCString();
    return Response.json(body, { headers: { date } });
  }
}

/** Records 60 days until 19 November 2026 into a file; two days are missing. */
export async function twoMonths(path: string, tracks: number = 12): Promise<void> {
  const random = seededRandom(8);
  const catalogue = new Catalogue(Array.from({ length: tracks }, (_, n) => 400 * n), path);
  catalogue.now = Date.parse("2026-09-20T00:00:00Z") / 1000;
  const options = { service: "sandbox" };
  await catalogue.after(0, options);
  for (let reading = 0; reading < 240; reading++) {
    if (reading % 50 === 30) {
      catalogue.publish(0).title = `Release ${reading} <b>& "more"</b>`;
      catalogue.tracks.at(-1)!.created_at = new Date(catalogue.now * 1000 + 1000).toISOString();
    }
    for (const [n, track] of catalogue.tracks.entries()) track.playback_count! += Math.floor(random() * (10 + n));
    catalogue.followers += random() < 0.3 ? 1 : 0;
    if (reading > 150 && reading < 161) catalogue.now += 21_600;
    else await catalogue.after(6, options);
  }
  catalogue.db.close();
}
