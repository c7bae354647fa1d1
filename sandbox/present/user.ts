import type { Call } from "../http/call.ts";
import { findUser } from "../store/lookups.ts";
import type { UserRow } from "../store/rows.ts";
import { copy, identity, imageUrl, type Json, permalinkUrl, shapeOf, timestamp, uri, urn } from "./fields.ts";

const FREE_SECONDS = 10_800;

function subscriptions(user: UserRow): Json[] {
  if (user.plan === "Free") return [];
  return [{ product: { id: "creator-pro-unlimited", name: user.plan }, recurring: true }];
}

const PROFILE = (
  "city country description discogs_name first_name full_name last_name permalink plan username website website_title"
).split(" ") as (keyof UserRow)[];

const COUNTS = (
  "followers_count followings_count playlist_count public_favorites_count reposts_count track_count"
).split(" ") as (keyof UserRow)[];

const SHAPE = shapeOf(PROFILE);
const NO_COUNTS: Json = Object.fromEntries(COUNTS.map((name) => [name, 0]));

function profile(call: Call, user: UserRow): Json {
  const json = identity(call, "users", user.id, "user", SHAPE);
  copy(json, user, PROFILE);
  json.avatar_url = imageUrl(call, user.avatar_url);
  json.created_at = timestamp(user.created_at);
  json.last_modified = timestamp(user.last_modified);
  json.permalink_url = permalinkUrl(call, user.permalink);
  json.subscriptions = subscriptions(user);
  json.uri = uri(call, "users", user.id);
  json.comments_count = 0;
  if (user.track_count > 0) json.station_urn = urn("system-playlists:artist-stations", user.id);
  return json;
}

/** The users inside tracks and playlists. Their counts are zero, like SoundCloud's. */
export class Artists {
  readonly #call: Call;
  readonly #known = new Map<number, Json>();

  constructor(call: Call) {
    this.#call = call;
  }

  get(id: number): Json {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const user = findUser(this.#call.db, id) as UserRow;
    const artist = Object.assign(profile(this.#call, user), NO_COUNTS);
    this.#known.set(id, artist);
    return artist;
  }
}

/** Returns the number of followers, with those who listen. */
export function followersOf({ world, now }: Call, user: UserRow): number {
  return user.followers_count + (world.living?.of("users", user).stream("follows").count(now) ?? 0);
}

export function presentUser(call: Call, user: UserRow): Json {
  const json = profile(call, user);
  copy(json, user, COUNTS);
  json.followers_count = followersOf(call, user);
  return json;
}

export function presentUsers(call: Call, users: readonly UserRow[]): Json[] {
  return users.map((user) => presentUser(call, user));
}

export function uploadSecondsLeft(user: UserRow): number | null {
  return user.plan === "Pro Unlimited" ? null : Math.max(0, FREE_SECONDS - user.upload_seconds_used);
}

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
