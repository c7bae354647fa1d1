import type { ServicePlaylist, ServiceSystemPlaylist, ServiceTrack, ServiceUser } from "@tonearm/client";
import { placeOf } from "./columns.ts";
import { address, count, date, duration } from "./format.ts";
import { bold, cyan, dim, joined, type Styled } from "./style.ts";
import { clean, cleanLines } from "./text.ts";

export interface Card {
  readonly title: string;
  readonly by?: string | undefined;
  /** Short facts for the second line; empty ones are omitted. */
  readonly facts: readonly string[];
  readonly rows: readonly (readonly [name: string, value: string | null | undefined])[];
  readonly text?: string | null | undefined;
}

export function drawCard(card: Card): Styled {
  const by = card.by ? [" ", dim("by"), " ", cyan(clean(card.by))] : [];
  const facts = card.facts.filter((fact) => fact !== "").map(clean).join(" · ");
  const rows = card.rows.flatMap(([name, value]) => value ? [[dim(name.padEnd(9)), " ", clean(value)]] : []);
  const text = card.text?.trim() ? ["", cleanLines(card.text.trim())] : [];
  return [joined([[bold(clean(card.title)), ...by], facts, ...rows, ...text], "\n"), "\n"];
}

/** Formats a card for a pipe: `name<TAB>value`, with full values. */
export function tabCard(card: Card): string {
  const rows = [["title", card.title], ["by", card.by], ...card.rows, ["text", card.text]] as const;
  return rows.flatMap(([name, value]) => value ? [`${name}\t${clean(value)}\n`] : []).join("");
}

/** What a track's access means to its listeners. */
const LIMITS: Readonly<Record<string, string>> = { preview: "preview only", blocked: "blocked here" };

export function trackCard(track: ServiceTrack): Card {
  return {
    title: track.title,
    by: track.user?.username,
    facts: [
      duration(track.duration),
      track.genre ?? "",
      many(track.playback_count, "plays"),
      many(track.favoritings_count, "likes"),
      many(track.comment_count, "comments"),
      track.sharing === "private" ? "private" : "",
      LIMITS[track.access ?? ""] ?? "",
    ],
    rows: [
      ["urn", track.urn],
      ["url", address(track.permalink_url)],
      ["length", duration(track.duration)],
      ["created", date(track.created_at)],
      ["access", track.access],
      ["tags", track.tag_list],
      ["bpm", track.bpm ? String(track.bpm) : ""],
      ["license", track.license],
    ],
    text: track.description,
  };
}

export function userCard(user: ServiceUser): Card {
  return {
    title: user.username,
    by: user.full_name && user.full_name !== user.username ? user.full_name : undefined,
    facts: [
      placeOf(user),
      many(user.followers_count, "followers"),
      `${count(user.followings_count)} following`,
      many(user.track_count, "tracks"),
      many(user.playlist_count, "playlists"),
    ],
    rows: [
      ["urn", user.urn],
      ["url", address(user.permalink_url)],
      ["website", user.website],
      ["since", date(user.created_at)],
      ["plan", user.plan],
    ],
    text: user.description,
  };
}

export function playlistCard(playlist: ServicePlaylist): Card {
  return {
    title: playlist.title,
    by: playlist.user?.username,
    facts: [
      many(playlist.track_count, "tracks"),
      duration(playlist.duration),
      many(playlist.likes_count, "likes"),
      playlist.sharing === "private" ? "private" : "",
    ],
    rows: [
      ["urn", playlist.urn],
      ["url", address(playlist.permalink_url)],
      ["created", date(playlist.created_at)],
      ["type", playlist.playlist_type],
      ["tags", playlist.tag_list],
    ],
    text: playlist.description,
  };
}

export function systemPlaylistCard(playlist: ServiceSystemPlaylist): Card {
  return {
    title: playlist.title,
    facts: [many(playlist.track_count, "tracks")],
    rows: [
      ["urn", playlist.urn],
      ["url", address(playlist.permalink_url)],
      ["updated", date(playlist.last_updated)],
      ["type", playlist.playlist_type],
    ],
    text: playlist.description,
  };
}

/** Returns a count with its unit: `1 play`, `12K plays`. */
function many(number: number | null | undefined, noun: string): string {
  return `${count(number)} ${number === 1 ? noun.replace(/s$/, "") : noun}`;
}
