/** The lookups of almost every request; an in-memory database caches each row until the next write. */
import { host } from "../base/host.ts";
import { Memo } from "../base/memo.ts";
import type { Database } from "./database.ts";
import { COLUMNS } from "./relations.ts";
import type { PlaylistRow, TrackRow, UserRow } from "./rows.ts";
import type { Store } from "./store.ts";

export function base64url(text: string): string {
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Hashes of the tokens in use: each request brings one. */
const digests = new Memo<string>(200);

/** base64url(SHA-256(text)): the stored hash of a code or token, and the challenge of a PKCE verifier. */
export function digest(text: string): string {
  return digests.get(text) ?? digests.keep(text, base64url(String.fromCharCode(...host().sha256(text))));
}

/** The caller of a request: an app, and a user unless it is an app token. */
export interface Caller {
  readonly clientId: string;
  readonly userId: number | null;
  /** The app's own burst limit; `null` uses that of the settings. */
  readonly gatewayBurst: number | null;
}

/** Returns the owner of a valid access token; undefined if it is unknown, revoked or expired. */
export function findCaller(store: Store, token: string): Caller | undefined {
  const sql = `SELECT client_id AS clientId, user_id AS userId, expires_at AS expiresAt,
    settings ->> '$.limits.gatewayBurst' AS gatewayBurst
    FROM access_tokens JOIN logins ON logins.id = login_id JOIN apps USING (client_id)
    WHERE hash = ? AND revoked = 0`;
  const found = store.db.find<Caller & { readonly expiresAt: number | null }>(sql, digest(token));
  return found === undefined || (found.expiresAt ?? Infinity) <= store.clock.now() ? undefined : found;
}

export function findTrack(db: Database, id: number): TrackRow | undefined {
  return db.find<TrackRow>("SELECT * FROM tracks WHERE id = ?", id);
}

export function findPlaylist(db: Database, id: number): PlaylistRow | undefined {
  return db.find<PlaylistRow>(`SELECT ${COLUMNS.playlists} FROM playlists x WHERE x.id = ?`, id);
}

export function playlistTracks(db: Database, id: number, from = 0, count = -1): TrackRow[] {
  const sql = `SELECT t.* FROM playlist_tracks e JOIN tracks t ON t.id = e.track_id WHERE e.playlist_id = ?
     ORDER BY e.position LIMIT ? OFFSET ?`;
  return db.all(sql, id, count, from);
}

export function findUser(db: Database, id: number): UserRow | undefined {
  return db.find<UserRow>("SELECT * FROM users WHERE id = ?", id);
}

export function playCount(db: Database, userId: number, trackId: number): number {
  const sql = "SELECT count(*) AS plays FROM plays WHERE user_id = ? AND track_id = ?";
  return db.find<{ plays: number }>(sql, userId, trackId)?.plays ?? 0;
}

export interface Recognised {
  readonly name: "token_revoked" | "token_expired" | "refresh_as_access" | "secret_as_token" | "token_unknown";
  readonly at?: number;
}

export function recognise({ db }: Store, token: string): Recognised {
  const key = digest(token);
  const sql = "SELECT expires_at AS at, revoked FROM access_tokens JOIN logins ON logins.id = login_id WHERE hash = ?";
  const known = db.get<{ at: number; revoked: number }>(sql, key);
  if (known !== undefined) return known.revoked ? { name: "token_revoked" } : { name: "token_expired", at: known.at };
  if (db.get("SELECT 1 FROM refresh_tokens WHERE hash = ?", key)) return { name: "refresh_as_access" };
  const isSecret = db.get("SELECT 1 FROM apps WHERE client_id = ? OR client_secret = ?", token, token) !== undefined;
  return { name: isSecret ? "secret_as_token" : "token_unknown" };
}
