// The fields of tracks and playlists that a catalogue keeps: how each is written in a file, and how it is read from the
// service.
import { formatTagList, parseTagList, type ServicePlaylist, type ServiceTrack } from "@tonearm/client";
import { EMBEDDERS, LICENSES, OFFERS, SHARING } from "../choices.ts";

/** The value of a field: a string (empty for none), a boolean, or tags. */
export type Value = string | boolean | readonly string[];

/** Fields by name. A missing field stays unchanged. */
export type Fields = Readonly<Record<string, Value>>;

export type FieldKind =
  | { readonly type: "text" }
  | { readonly type: "required" }
  | { readonly type: "choice"; readonly choices: readonly string[] }
  | { readonly type: "switch" }
  | { readonly type: "date" }
  | { readonly type: "tags" }
  /** Measured by SoundCloud; it can't be set. */
  | { readonly type: "measured" };

const TEXT: FieldKind = { type: "text" };
const REQUIRED: FieldKind = { type: "required" };
const SWITCH: FieldKind = { type: "switch" };
const SHARED_WITH: FieldKind = { type: "choice", choices: SHARING };
const LICENSE: FieldKind = { type: "choice", choices: LICENSES };

export const TRACK_FIELDS: Readonly<Record<string, FieldKind>> = {
  title: REQUIRED,
  permalink: REQUIRED,
  sharing: SHARED_WITH,
  genre: TEXT,
  tags: { type: "tags" },
  description: TEXT,
  license: LICENSE,
  release_date: { type: "date" },
  bpm: { type: "measured" },
  key: { type: "measured" },
  isrc: TEXT,
  label_name: TEXT,
  release: TEXT,
  purchase_url: TEXT,
  embeddable_by: { type: "choice", choices: EMBEDDERS },
  streamable: SWITCH,
  downloadable: SWITCH,
  commentable: SWITCH,
  reveal_stats: SWITCH,
  reveal_comments: SWITCH,
};

export const WRITABLE_TRACK_FIELDS: readonly string[] = Object.keys(TRACK_FIELDS)
  .filter((name) => TRACK_FIELDS[name]?.type !== "measured");

export const PLAYLIST_FIELDS: Readonly<Record<string, FieldKind>> = {
  title: REQUIRED,
  permalink: REQUIRED,
  sharing: SHARED_WITH,
  set_type: { type: "choice", choices: ["playlist", "album"] },
  description: TEXT,
  genre: TEXT,
  tags: { type: "tags" },
  license: LICENSE,
  release_date: { type: "date" },
  label_name: TEXT,
  release: TEXT,
  purchase_title: TEXT,
  purchase_url: TEXT,
  ean: TEXT,
};

/** The fields of a storefront. SoundCloud replaces all of them at once. */
export const STOREFRONT_FIELDS: Readonly<Record<string, FieldKind>> = {
  title: REQUIRED,
  type: { type: "choice", choices: OFFERS },
  link: REQUIRED,
  link_title: TEXT,
  description: TEXT,
  price: TEXT,
};

/** A tag that programs read: namespace:name=value. SoundCloud doesn't show it. */
const MACHINE_TAG = /^[^\s:=]+:[^\s:=]+=/;

export function isMachineTag(tag: string): boolean {
  return MACHINE_TAG.test(tag);
}

/** Tags in a fixed order: visible tags unchanged, then machine tags. */
export function orderTags(tags: readonly string[]): string[] {
  const shown = tags.filter((tag) => !isMachineTag(tag));
  return [...new Set([...shown, ...tags.filter(isMachineTag).toSorted()])];
}

export function toParams({ tags, bpm: _bpm, key: _key, ...fields }: Fields): Record<string, never> {
  const texts = Object.entries(fields).filter(([, value]) => !Array.isArray(value));
  const list = Array.isArray(tags) ? { tag_list: formatTagList(tags) } : {};
  return { ...Object.fromEntries(texts), ...list } as Record<string, never>;
}

export function isSame(one: Value | Fields | undefined, other: Value | Fields | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Returns `known` if it says the same: one object for both sides saves much of the memory of a large catalogue. */
export function shared(fields: Fields, known: Fields = {}): Fields {
  const names = Object.keys({ ...known, ...fields });
  return names.every((name) => isSame(fields[name], known[name])) ? known : fields;
}

/** The fields of a track, with the machine tags that are known to be set: SoundCloud returns none. */
export function trackFields(track: ServiceTrack, hidden: readonly string[] = []): Fields {
  const { bpm, key_signature } = track;
  return {
    ...sharedFields(track, hidden),
    permalink: permalinkOf(track.permalink_url, 1),
    bpm: bpm === null || bpm === undefined ? "" : String(bpm),
    key: key_signature ?? "",
    isrc: track.isrc ?? "",
    embeddable_by: track.embeddable_by,
    streamable: track.streamable,
    downloadable: track.downloadable,
    commentable: track.commentable,
    ...(track.reveal_stats === undefined ? {} : { reveal_stats: track.reveal_stats }),
    ...(track.reveal_comments === undefined ? {} : { reveal_comments: track.reveal_comments }),
  };
}

export function playlistFields(playlist: ServicePlaylist, hidden: readonly string[] = []): Fields {
  return {
    ...sharedFields(playlist, hidden),
    permalink: playlist.permalink,
    set_type: playlist.playlist_type === "album" ? "album" : "playlist",
    purchase_title: playlist.purchase_title ?? "",
    ean: playlist.ean ?? "",
  };
}

function sharedFields(item: ServiceTrack | ServicePlaylist, hidden: readonly string[]): Record<string, Value> {
  const tags = parseTagList(item.tag_list);
  return {
    title: lines(item.title),
    sharing: item.sharing,
    description: lines(item.description ?? ""),
    genre: item.genre ?? "",
    tags: orderTags(tags.some(isMachineTag) ? tags : [...tags, ...hidden]),
    license: item.license,
    release_date: dateOf(item),
    label_name: item.label_name ?? "",
    release: item.release ?? "",
    purchase_url: item.purchase_url ?? "",
  };
}

/** Normalises line endings, which differ between files and services, and drops control characters, which no file has. */
export function lines(text: string): string {
  // deno-lint-ignore no-control-regex -- these are the characters to drop
  return text.replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
}

function dateOf(item: Pick<ServiceTrack, "release_day" | "release_month" | "release_year">): string {
  const { release_year: year, release_month: month, release_day: day } = item;
  if (!year || !month || !day) return "";
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** The part of a URL that its owner chose; the secret of a private track follows it. */
function permalinkOf(address: string, index: number): string {
  const parts = URL.canParse(address) ? new URL(address).pathname.split("/").filter(Boolean) : [];
  return decodeURIComponent(parts[index] ?? "");
}
