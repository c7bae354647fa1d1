import {
  type Activity,
  parseTagList,
  type ServiceComment,
  type ServicePlaylist,
  type ServiceTrack,
  type ServiceUser,
} from "@tonearm/client";
import { address, clock } from "../output/format.ts";

export type Card = Readonly<Record<string, unknown>>;

const LONGEST = 500;

export function trackCard(track: ServiceTrack, isWhole: boolean = false): Card {
  const { urn, title, user, duration, playback_count, favoritings_count, genre, access, sharing } = track;
  return known({
    urn,
    title,
    artist: user?.username,
    artist_urn: user?.urn,
    length: clock(duration),
    plays: playback_count,
    likes: favoritings_count,
    genre,
    ...(access === "playable" ? {} : { access }),
    ...(sharing === "public" ? {} : { sharing }),
    url: pageOf(track),
    ...(isWhole ? trackDetails(track) : {}),
  });
}

function trackDetails(track: ServiceTrack): Card {
  const { bpm, key_signature, license, created_at, description, tag_list, comment_count, reposts_count } = track;
  return {
    tags: parseTagList(tag_list),
    bpm,
    key: key_signature,
    license,
    created: created_at,
    comments: comment_count,
    reposts: reposts_count,
    description: cut(description),
  };
}

export function userCard(user: ServiceUser): Card {
  const { urn, username, full_name, city, country, followers_count, followings_count, track_count, description } = user;
  return known({
    urn,
    name: username,
    full_name,
    city,
    country,
    followers: followers_count,
    following: followings_count,
    tracks: track_count,
    url: address(user.permalink_url),
    description: cut(description ?? null),
  });
}

export function playlistCard(playlist: ServicePlaylist): Card {
  const { urn, title, user, track_count, duration, likes_count, sharing, genre, playlist_type, description } = playlist;
  return known({
    urn,
    title,
    by: user?.username,
    by_urn: user?.urn,
    tracks: track_count,
    length: clock(duration),
    likes: likes_count,
    type: playlist_type,
    genre,
    ...(sharing === "public" ? {} : { sharing }),
    url: pageOf(playlist),
    description: cut(description),
  });
}

export function commentCard({ body, user, timestamp, created_at }: ServiceComment): Card {
  return known({
    by: user.username,
    at: timestamp === null ? undefined : clock(timestamp),
    text: body,
    created: created_at,
  });
}

export function activityCard({ type, created_at, origin }: Activity): Card {
  if (origin === null) return { what: type, when: created_at, gone: true };
  const card = origin.kind === "track" ? trackCard(origin) : playlistCard(origin);
  return { what: type, when: created_at, ...card };
}

/** Returns the URL of the page, without the secret of a private resource. */
function pageOf({ permalink_url }: { readonly permalink_url: string }): string {
  return address(permalink_url).replace(/\/s-\w+$/, "");
}

function cut(text: string | null): string | undefined {
  if (!text) return undefined;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function known(card: Card): Card {
  const isKnown = (value: unknown) =>
    value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(card).filter(([, value]) => isKnown(value)));
}
