import type { Call } from "../http/call.ts";
import { findUser } from "../store/lookups.ts";
import type { UserRow } from "../store/rows.ts";
import { olderUser } from "./older.ts";
import { THIS_ERA } from "../base/era.ts";
import { identity, imageUrl, type Json, permalinkUrl, timestamp, uri, urn } from "./fields.ts";

const FREE_SECONDS = 10_800;

function subscriptions(user: UserRow): Json[] {
  if (user.plan === "Free") return [];
  return [{ product: { id: "creator-pro-unlimited", name: user.plan }, recurring: true }];
}

/** Returns the fields that every form of a user has. They are assigned one by one for speed, like those of a track. */
function profile(call: Call, user: UserRow): Json {
  const json = identity(call, "users", user.id, "user");
  json.avatar_url = imageUrl(call, user.avatar_url);
  json.city = user.city;
  json.country = user.country;
  json.created_at = timestamp(user.created_at);
  json.description = user.description;
  json.discogs_name = user.discogs_name;
  json.first_name = user.first_name;
  json.full_name = user.full_name;
  json.last_modified = timestamp(user.last_modified);
  json.last_name = user.last_name;
  json.permalink = user.permalink;
  json.permalink_url = permalinkUrl(call, user.permalink);
  json.plan = user.plan;
  json.subscriptions = subscriptions(user);
  json.uri = uri(call, "users", user.id);
  json.username = user.username;
  json.website = user.website;
  json.website_title = user.website_title;
  json.comments_count = 0;
  if (user.track_count > 0) json.station_urn = urn("system-playlists:artist-stations", user.id);
  if (call.world.config.era !== THIS_ERA) olderUser(call, json);
  return json;
}

function withCounts(json: Json, counts: Counts): Json {
  json.followers_count = counts.followers_count;
  json.followings_count = counts.followings_count;
  json.playlist_count = counts.playlist_count;
  json.public_favorites_count = counts.public_favorites_count;
  json.reposts_count = counts.reposts_count;
  json.track_count = counts.track_count;
  return json;
}

type Counts = Pick<
  UserRow,
  | "followers_count"
  | "followings_count"
  | "playlist_count"
  | "public_favorites_count"
  | "reposts_count"
  | "track_count"
>;

const NO_COUNTS: Counts = {
  followers_count: 0,
  followings_count: 0,
  playlist_count: 0,
  public_favorites_count: 0,
  reposts_count: 0,
  track_count: 0,
};

/** Returns a user inside a track or playlist. Its counts are zero, like the service's. */
function embeddedUser(call: Call, user: UserRow): Json {
  return withCounts(profile(call, user), NO_COUNTS);
}

/** The users embedded in the reply to one call, each looked up once. */
export class Artists {
  readonly #call: Call;
  readonly #known = new Map<number, Json>();

  constructor(call: Call) {
    this.#call = call;
  }

  /** Returns the user with this id. */
  get(id: number): Json {
    let artist = this.#known.get(id);
    if (artist === undefined) {
      artist = embeddedUser(this.#call, findUser(this.#call.db, id) as UserRow);
      this.#known.set(id, artist);
    }
    return artist;
  }
}

/** Returns a user with counts. */
export function presentUser(call: Call, user: UserRow): Json {
  return withCounts(profile(call, user), user);
}

/** Returns the users of a list with counts. */
export function presentUsers(call: Call, users: readonly UserRow[]): Json[] {
  return users.map((user) => presentUser(call, user));
}

/** Returns the remaining upload quota of a user in seconds; null without a limit. */
export function uploadSecondsLeft(user: UserRow): number | null {
  return user.plan === "Pro Unlimited" ? null : Math.max(0, FREE_SECONDS - user.upload_seconds_used);
}

/** Returns the caller's own account. */
export function presentMe(call: Call, user: UserRow): Json {
  const left = uploadSecondsLeft(user);
  return {
    ...presentUser(call, user),
    likes_count: user.public_favorites_count + user.playlist_likes_count,
    locale: user.locale,
    online: false,
    primary_email_confirmed: user.email_confirmed === 1,
    private_playlists_count: user.private_playlists_count,
    private_tracks_count: user.private_tracks_count,
    quota: {
      unlimited_upload_quota: left === null,
      upload_seconds_used: user.upload_seconds_used,
      upload_seconds_left: left,
    },
    upload_seconds_left: left,
  };
}
