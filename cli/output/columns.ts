/**
 * What the lists show of each kind of thing.
 *
 * @module
 */

import type { Comment, ServicePlaylist, ServiceTrack, ServiceUser } from "@tonearm/client";
import { clock, count, date, duration } from "./format.ts";
import type { Column } from "./table.ts";

type Counted<T> = Pick<Column<T>, "value" | "plain" | "align">;

function counted<T>(number: (item: T) => number | null | undefined): Counted<T> {
  return { value: (item) => count(number(item)), plain: (item) => String(number(item) ?? ""), align: "right" };
}

/** Tracks. */
export const TRACK_COLUMNS: readonly Column<ServiceTrack>[] = [
  { title: "TITLE", value: (track) => track.title, shrinks: true },
  { title: "ARTIST", value: (track) => track.user?.username ?? "", shrinks: true, style: "cyan" },
  { title: "LENGTH", value: (track) => duration(track.duration), align: "right" },
  { title: "PLAYS", ...counted((track) => track.playback_count) },
  { title: "LIKES", ...counted((track) => track.favoritings_count) },
  { title: "URN", value: (track) => track.urn, style: "dim" },
];

/** Users. */
export const USER_COLUMNS: readonly Column<ServiceUser>[] = [
  { title: "USER", value: (user) => user.username, shrinks: true },
  { title: "PLACE", value: placeOf, shrinks: true, style: "cyan" },
  { title: "FOLLOWERS", ...counted((user) => user.followers_count) },
  { title: "TRACKS", ...counted((user) => user.track_count) },
  { title: "URN", value: (user) => user.urn, style: "dim" },
];

/** Playlists. */
export const PLAYLIST_COLUMNS: readonly Column<ServicePlaylist>[] = [
  { title: "TITLE", value: (playlist) => playlist.title, shrinks: true },
  { title: "BY", value: (playlist) => playlist.user?.username ?? "", shrinks: true, style: "cyan" },
  { title: "TRACKS", ...counted((playlist) => playlist.track_count) },
  { title: "LENGTH", value: (playlist) => duration(playlist.duration), align: "right" },
  { title: "LIKES", ...counted((playlist) => playlist.likes_count) },
  { title: "URN", value: (playlist) => playlist.urn, style: "dim" },
];

/** Comments of a track. */
export const COMMENT_COLUMNS: readonly Column<Comment>[] = [
  { title: "AT", value: (comment) => at(comment.timestamp), align: "right", style: "yellow" },
  { title: "BY", value: (comment) => comment.user?.username ?? "", shrinks: true, style: "cyan" },
  { title: "COMMENT", value: (comment) => comment.body, shrinks: true },
  { title: "ON", value: (comment) => date(comment.created_at), style: "dim" },
];

/** A comment's moment; the service also writes it as a text, and some have none. */
function at(timestamp: number | string | null | undefined): string {
  return timestamp === null || timestamp === undefined ? "–" : clock(Number(timestamp));
}

/** Where a user lives, as far as they say. */
export function placeOf(user: Partial<Pick<ServiceUser, "city" | "country">>): string {
  return [user.city, user.country].filter(Boolean).join(", ");
}
