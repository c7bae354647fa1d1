import {
  type Comment,
  parseTimestamp,
  type ServicePlaylist,
  type ServiceTrack,
  type ServiceUser,
} from "@tonearm/client";
import { COMMENT_FIELDS, PLAYLIST_FIELDS, TRACK_FIELDS, USER_FIELDS } from "./fields.ts";
import { address, clock, count, date, duration } from "./format.ts";
import type { Column } from "./table.ts";

type Counted<T> = Pick<Column<T>, "value" | "plain" | "align" | "order">;

function counted<T>(number: (item: T) => number | null | undefined): Counted<T> {
  return {
    value: (item) => count(number(item)),
    plain: (item) => String(number(item) ?? ""),
    align: "right",
    order: (item) => number(item) ?? -1,
  };
}

function lasting<T>(milliseconds: (item: T) => number): Counted<T> {
  return { value: (item) => duration(milliseconds(item)), align: "right", order: milliseconds };
}

function dated<T>(time: (item: T) => string | null | undefined): Counted<T> {
  return {
    value: (item) => date(time(item)),
    plain: (item) => time(item) ? date(time(item)) : "",
    order: (item) => parseTimestamp(time(item) ?? "")?.getTime() ?? 0,
  };
}

function limitsOf({ access, sharing }: ServiceTrack): string {
  if (access === "preview" || access === "blocked") return access;
  return sharing === "private" ? sharing : "";
}

export const TRACK_COLUMNS: readonly Column<ServiceTrack>[] = [
  { title: "TITLE", value: (track) => track.title, shrinks: true },
  { title: "ARTIST", value: (track) => track.user?.username ?? "", shrinks: true, style: "cyan" },
  { title: "LENGTH", ...lasting((track) => track.duration) },
  { title: "PLAYS", ...counted((track) => track.playback_count) },
  { title: "LIKES", ...counted((track) => track.favoritings_count) },
  { title: "ACCESS", value: limitsOf, style: "yellow", extra: "when filled" },
  { title: "BPM", ...counted((track) => track.bpm), value: (track) => track.bpm ? String(track.bpm) : "", extra: true },
  { title: "KEY", value: (track) => track.key_signature ?? "", extra: true },
  { title: "DATE", ...dated((track) => track.created_at), extra: true },
  { title: "GENRE", value: (track) => track.genre ?? "", shrinks: true, extra: true },
  { title: "REPOSTS", ...counted((track) => track.reposts_count), extra: true },
  { title: "COMMENTS", ...counted((track) => track.comment_count), extra: true },
  { title: "LICENSE", value: (track) => track.license ?? "", extra: true },
  { title: "URL", value: (track) => address(track.permalink_url) ?? "", extra: true },
  { title: "URN", value: (track) => track.urn, style: "dim" },
];

export const USER_COLUMNS: readonly Column<ServiceUser>[] = [
  { title: "USER", value: (user) => user.username, shrinks: true },
  { title: "PLACE", value: placeOf, shrinks: true, style: "cyan" },
  { title: "FOLLOWERS", ...counted((user) => user.followers_count) },
  { title: "TRACKS", ...counted((user) => user.track_count) },
  { title: "FOLLOWING", ...counted((user) => user.followings_count), extra: true },
  { title: "PLAYLISTS", ...counted((user) => user.playlist_count), extra: true },
  { title: "PLAN", value: (user) => user.plan ?? "", extra: true },
  { title: "URL", value: (user) => address(user.permalink_url) ?? "", extra: true },
  { title: "URN", value: (user) => user.urn, style: "dim" },
];

export const PLAYLIST_COLUMNS: readonly Column<ServicePlaylist>[] = [
  { title: "TITLE", value: (playlist) => playlist.title, shrinks: true },
  { title: "BY", value: (playlist) => playlist.user?.username ?? "", shrinks: true, style: "cyan" },
  { title: "TRACKS", ...counted((playlist) => playlist.track_count) },
  { title: "LENGTH", ...lasting((playlist) => playlist.duration) },
  { title: "LIKES", ...counted((playlist) => playlist.likes_count) },
  { title: "SHARING", value: (playlist) => playlist.sharing ?? "", extra: true },
  { title: "DATE", ...dated((playlist) => playlist.created_at), extra: true },
  { title: "URL", value: (playlist) => address(playlist.permalink_url) ?? "", extra: true },
  { title: "URN", value: (playlist) => playlist.urn, style: "dim" },
];

const COMMENT_COLUMNS: readonly Column<Comment>[] = [
  {
    title: "AT",
    value: (comment) => at(comment.timestamp),
    align: "right",
    style: "yellow",
    order: (comment) => -Number(comment.timestamp ?? Infinity),
  },
  { title: "BY", value: (comment) => comment.user?.username ?? "", shrinks: true, style: "cyan" },
  { title: "COMMENT", value: (comment) => comment.body, shrinks: true },
  { title: "ON", ...dated((comment) => comment.created_at), style: "dim" },
  { title: "URN", value: (comment) => comment.urn, extra: true },
];

export interface Shown<T> {
  readonly fields: readonly string[];
  readonly columns: readonly Column<T>[];
}

export const TRACKS: Shown<ServiceTrack> = { fields: TRACK_FIELDS, columns: TRACK_COLUMNS };
export const USERS: Shown<ServiceUser> = { fields: USER_FIELDS, columns: USER_COLUMNS };
export const PLAYLISTS: Shown<ServicePlaylist> = { fields: PLAYLIST_FIELDS, columns: PLAYLIST_COLUMNS };
export const COMMENTS: Shown<Comment> = { fields: COMMENT_FIELDS, columns: COMMENT_COLUMNS };

/** Returns the position of a comment. SoundCloud also sends it as a string, or not at all. */
function at(timestamp: number | string | null | undefined): string {
  return timestamp === null || timestamp === undefined ? "–" : clock(Number(timestamp));
}

export function placeOf(user: Partial<Pick<ServiceUser, "city" | "country">>): string {
  return [user.city, user.country].filter(Boolean).join(", ");
}
