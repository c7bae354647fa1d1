import type { Call } from "../context.ts";
import type { UserRow } from "../store/rows.ts";
import { identity, imageUrl, permalinkUrl, timestamp, uri } from "./fields.ts";

/** A resource as it goes over the wire. */
export type Json = Record<string, unknown>;

const FREE_SECONDS = 10_800;

function subscriptions(user: UserRow): Json[] {
  if (user.plan === "Free") return [];
  return [{ product: { id: "creator-pro-unlimited", name: user.plan }, recurring: true }];
}

/** What every form of a user has. */
function profile(call: Call, user: UserRow): Json {
  return {
    ...identity(call, "users", user.id),
    kind: "user",
    avatar_url: imageUrl(call, user.avatar_url),
    city: user.city,
    country: user.country,
    created_at: timestamp(user.created_at),
    description: user.description,
    discogs_name: user.discogs_name,
    first_name: user.first_name,
    full_name: user.full_name,
    last_modified: timestamp(user.last_modified),
    last_name: user.last_name,
    permalink: user.permalink,
    permalink_url: permalinkUrl(call, user.permalink),
    plan: user.plan,
    subscriptions: subscriptions(user),
    uri: uri(call, "users", user.id),
    username: user.username,
    website: user.website,
    website_title: user.website_title,
    comments_count: 0,
  };
}

const NO_COUNTS: Json = {
  followers_count: 0,
  followings_count: 0,
  playlist_count: 0,
  public_favorites_count: 0,
  reposts_count: 0,
  track_count: 0,
};

/** A user inside a track or playlist. Its counts are zero, as the service has them. */
export function embeddedUser(call: Call, user: UserRow): Json {
  return { ...profile(call, user), ...NO_COUNTS };
}

/** A user with their counts. */
export function presentUser(call: Call, user: UserRow): Json {
  return {
    ...profile(call, user),
    followers_count: user.followers_count,
    followings_count: user.followings_count,
    playlist_count: user.playlist_count,
    public_favorites_count: user.public_favorites_count,
    reposts_count: user.reposts_count,
    track_count: user.track_count,
  };
}

/** Seconds of sound that a user may still upload; null without a limit. */
export function uploadSecondsLeft(user: UserRow): number | null {
  return user.plan === "Pro Unlimited" ? null : Math.max(0, FREE_SECONDS - user.upload_seconds_used);
}

/** The caller's own account. */
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
