import { integer } from "../checks.ts";
import { parseTimestamp } from "../formats/timestamp.ts";
import { path } from "../formats/path.ts";
import type { Activity } from "../types/activity.ts";
import type { ServiceComment } from "../types/comment.ts";
import type { ResourceId } from "../types/resource_id.ts";
import type { ServiceTrack } from "../types/track.ts";
import type { ServiceUser } from "../types/user.ts";
import type { WatchEvent, WatchSource } from "../types/watch.ts";
import type { WatchedList } from "./list.ts";

/** A source that is one list. */
export interface SingleSource<T> {
  readonly list: WatchedList<T>;
  /** Creates the event of an item. */
  event(item: T, id: string): WatchEvent;
}

/** A source that has a list for each of the user's own tracks. */
export interface TrackSource<T> {
  /** Returns the list of a track. */
  list(track: string): WatchedList<T>;
  /** Creates the event of an item. */
  event(item: T, track: ServiceTrack): WatchEvent;
  /** Returns SoundCloud's count of the items in a track's list. */
  count(track: ServiceTrack): number | null | undefined;
}

/** A source with items of any type. */
// deno-lint-ignore no-explicit-any -- the list and its event agree on the item type
export type AnySource = { readonly name: string } & (SingleSource<any> | { readonly each: TrackSource<any> });

const PAGE = 50;
/** One page holds all tracks of most artists, so a private track that becomes public is found at any position. */
const TRACKS_PAGE = 200;

/**
 * Resolves the source.
 *
 * @throws {TypeError} When the source is unknown.
 */
export function sourceOf(source: WatchSource, size?: number): AnySource {
  if (size !== undefined) integer("pageSize", size, 10, 200);
  const pageSize = size ?? PAGE;
  if (source === "activities") return { name: source, ...activities(pageSize) };
  if (source === "followers") return { name: source, ...followers(pageSize) };
  if (source === "comments") return { name: source, each: comments(pageSize) };
  if (source === "likes") return { name: source, each: likes(pageSize) };
  const { tracksOf, likesOf } = Object(source) as { tracksOf?: ResourceId; likesOf?: ResourceId };
  if (tracksOf !== undefined) return { name: `tracks of ${tracksOf}`, ...tracks(tracksOf, size ?? TRACKS_PAGE) };
  if (likesOf !== undefined) return { name: `likes of ${likesOf}`, ...liked(likesOf, pageSize) };
  throw new TypeError(`Cannot watch ${JSON.stringify(source)}: no such source`);
}

function activities(pageSize: number): SingleSource<Activity> {
  const id = ({ type, created_at, origin, reposter }: Activity) =>
    `${type}|${created_at}|${origin?.urn ?? ""}${reposter ? `|${reposter}` : ""}`;
  return {
    list: { path: "/me/feed", pageSize, id, time },
    event: (activity) => ({ type: "activity", id: `activity:${id(activity)}`, at: at(activity), activity }),
  };
}

function followers(pageSize: number): SingleSource<ServiceUser> {
  return {
    list: { path: "/me/followers", pageSize, id },
    event: (user) => ({ type: "follower", id: `follower:${user.urn}`, user }),
  };
}

function tracks(user: ResourceId, pageSize: number): SingleSource<ServiceTrack> {
  return {
    list: { path: path`/users/${user}/tracks`, pageSize, id },
    event: (track) => ({ type: "track", id: `track:${track.urn}`, at: at(track), track }),
  };
}

function liked(user: ResourceId, pageSize: number): SingleSource<ServiceTrack> {
  return {
    list: { path: path`/users/${user}/likes/tracks`, pageSize, id },
    event: (track) => ({ type: "liked", id: `liked:${track.urn}`, track }),
  };
}

function comments(pageSize: number): TrackSource<ServiceComment> {
  return {
    list: (track) => ({ path: path`/tracks/${track}/comments`, pageSize, id }),
    event: (comment, track) => ({ type: "comment", id: `comment:${comment.urn}`, at: at(comment), comment, track }),
    count: ({ comment_count }) => comment_count,
  };
}

function likes(pageSize: number): TrackSource<ServiceUser> {
  return {
    list: (track) => ({ path: path`/tracks/${track}/favoriters`, pageSize, id }),
    event: (user, track) => ({ type: "like", id: `like:${track.urn}:${user.urn}`, user, track }),
    count: ({ favoritings_count }) => favoritings_count,
  };
}

/** The tracks of the signed-in user, newest first. */
export const OWN_TRACKS: WatchedList<ServiceTrack> = { path: "/me/tracks", pageSize: TRACKS_PAGE, id };

/** Returns an id without the prefix that all ids of a list share. */
function id({ urn }: { readonly urn: string }): string {
  return urn.slice(urn.lastIndexOf(":") + 1);
}

/** Creation time, in epoch milliseconds. */
export function time({ created_at }: { readonly created_at: string }): number | undefined {
  return parseTimestamp(created_at)?.getTime();
}

function at({ created_at }: { readonly created_at: string }): string | undefined {
  return parseTimestamp(created_at)?.toISOString();
}
