import type { Database, SqlValue } from "./database.ts";
import type { TRACK_FLAGS, TRACK_TEXTS } from "./schema.ts";

type Names<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Names<Rest> : Text;
export type Numbers<Text extends string> = { readonly [Name in Names<Text>]: number };
export type Texts<Text extends string> = { readonly [Name in Names<Text>]: string };
type MaybeTexts<Text extends string> = { readonly [Name in Names<Text>]: string | null };
export type MaybeNumbers<Text extends string> = { readonly [Name in Names<Text>]: number | null };

export interface UserRow
  extends
    Texts<"permalink username plan">,
    MaybeTexts<"first_name last_name full_name description discogs_name city country website website_title">,
    MaybeTexts<"avatar_url locale">,
    Numbers<"id created_at last_modified email_confirmed upload_seconds_used followers_count followings_count">,
    Numbers<"track_count private_tracks_count playlist_count private_playlists_count public_favorites_count">,
    Numbers<"playlist_likes_count reposts_count"> {}

interface Release
  extends
    MaybeTexts<"description genre artwork_url label_name purchase_title purchase_url release">,
    MaybeNumbers<"release_day release_month release_year">,
    Texts<"permalink title tag_list license secret_token">,
    Numbers<"id user_id created_at last_modified duration reposts_count"> {
  readonly sharing: "public" | "private";
}

export interface TrackRow
  extends
    Release,
    MaybeTexts<typeof TRACK_TEXTS>,
    Texts<"embeddable_by">,
    Numbers<typeof TRACK_FLAGS>,
    Numbers<"ready_at has_aac playback_count download_count comment_count favoritings_count"> {
  readonly access: "playable" | "preview" | "blocked";
  readonly bpm: number | null;
}

export interface PlaylistRow
  extends Release, Texts<"set_type">, MaybeTexts<"ean">, Numbers<"track_count likes_count"> {}

export interface CommentRow extends Numbers<"id track_id user_id created_at">, Texts<"body"> {
  readonly timestamp: number | null;
}

export interface ActivityRow extends Numbers<"seq user_id created_at">, MaybeNumbers<"track_id playlist_id"> {
  readonly type: "track" | "track:repost" | "playlist" | "playlist:repost";
}

export interface WebProfileRow extends Numbers<"id created_at">, Texts<"service title url">, MaybeTexts<"username"> {}

export interface ConnectionRow extends Numbers<"id created_at">, Texts<"service display_name"> {}

export interface StationLikeRow extends Texts<"station">, Numbers<"seq created_at"> {}

/** The secret of a public client is empty. */
export interface AppRow extends Texts<"client_id client_secret redirect_uri name"> {}

export interface RegisteredApp extends AppRow, Texts<"description website"> {}

export interface PairingRow extends Texts<"code client_id device">, Numbers<"expires_at">, MaybeNumbers<"user_id"> {}

export interface CodeRow
  extends Texts<"client_id redirect_uri challenge">, Numbers<"user_id expires_at">, MaybeNumbers<"login_id"> {}

export interface RefreshRow extends Numbers<"login_id issued_at">, MaybeNumbers<"used_at">, MaybeTexts<"successor"> {}

export type Columns = Readonly<Record<string, SqlValue>>;

export function insertRow(db: Database, table: string, columns: Columns, conflict: "" | "OR REPLACE" = ""): number {
  const names = Object.keys(columns);
  const sql = `INSERT ${conflict} INTO ${table} (${names.join()}) VALUES (${names.map(() => "?").join()})`;
  return db.run(sql, ...Object.values(columns)).lastId;
}

export function updateRow(db: Database, table: string, id: number, columns: Columns): void {
  const changes = Object.keys(columns).map((name) => `${name} = ?`);
  db.run(`UPDATE ${table} SET ${changes.join()} WHERE id = ?`, ...Object.values(columns), id);
}
