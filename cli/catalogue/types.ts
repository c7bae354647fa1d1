/**
 * What a catalogue is made of: rows and files on this side, tracks and playlists on the other, and what differs.
 *
 * @module
 */

import type { Fields, Value } from "./fields.ts";

/** A row of the tracks' file. */
export interface TrackRow {
  /** Where it stands, for messages: `tracks.csv, line 7`. */
  readonly where: string;
  /** The track; absent until it has been uploaded. */
  readonly urn?: string | undefined;
  /** The sound to upload, as a path in the folder. */
  readonly file?: string | undefined;
  /** The picture, as a path in the folder. */
  readonly artwork?: string | undefined;
  /** From when on the track is public, in milliseconds since 1970; until then it is private. */
  readonly publishAt?: number | undefined;
  /** What is said of it. A field that isn't named is left alone. */
  readonly fields: Fields;
}

/** A file in `playlists/`. */
export interface PlaylistFile {
  /** Its path in the folder, for messages too. */
  readonly where: string;
  /** The playlist; absent until it has been created. */
  readonly urn?: string | undefined;
  /** The picture of a playlist that isn't created yet. */
  readonly artwork?: string | undefined;
  /** What is said of it. */
  readonly fields: Fields;
  /** URNs, or sound files of tracks that aren't uploaded yet. Absent: the tracks are left alone. */
  readonly tracks?: readonly string[] | undefined;
}

/** An entry of `storefronts.yaml`. */
export interface StorefrontEntry {
  /** Where it stands. */
  readonly where: string;
  /** A URN, or the sound file of a track that isn't uploaded yet. */
  readonly track: string;
  /** What is offered. */
  readonly fields: Fields;
}

/** A folder as it was read. */
export interface LocalCatalogue {
  readonly tracks: readonly TrackRow[];
  readonly playlists: readonly PlaylistFile[];
  readonly storefronts: readonly StorefrontEntry[];
}

/** A track as the service has it. */
export interface RemoteTrack {
  readonly urn: string;
  readonly fields: Fields;
}

/** A playlist as the service has it. */
export interface RemotePlaylist {
  readonly urn: string;
  readonly fields: Fields;
  /** URNs, in order. */
  readonly tracks: readonly string[];
  /** How many tracks the service counts and doesn't show: a new order would lose them. */
  readonly hidden: number;
  /** When it was made, in milliseconds since 1970. */
  readonly created: number;
}

/** An account's catalogue as the service has it. */
export interface RemoteCatalogue {
  readonly tracks: ReadonlyMap<string, RemoteTrack>;
  readonly playlists: ReadonlyMap<string, RemotePlaylist>;
}

/** One field that would change. */
export interface Change {
  /** What the service says. */
  readonly from: Value;
  /** What it would say. */
  readonly to: Value;
}

/** Changes by field. */
export type Changes = Readonly<Record<string, Change>>;

/** Something that `apply` would do, with what a person calls it. */
export type Action =
  & { readonly name: string }
  & (
    | {
      readonly kind: "upload";
      readonly row: TrackRow;
      readonly file: string;
      readonly publishAt?: number | undefined;
    }
    | {
      readonly kind: "update-track";
      readonly urn: string;
      readonly changes: Changes;
      readonly artwork?: string | undefined;
    }
    | { readonly kind: "create-playlist"; readonly playlist: PlaylistFile; readonly found?: string | undefined }
    | {
      readonly kind: "update-playlist";
      readonly urn: string;
      readonly changes: Changes;
      readonly tracks?: { readonly from: readonly string[]; readonly to: readonly string[] } | undefined;
    }
    | { readonly kind: "set-storefront"; readonly track: string; readonly fields: Fields }
    | { readonly kind: "delete-playlist" | "delete-track"; readonly urn: string }
  );

/** A field that both sides changed since the last pull, each in its own way. */
export interface Conflict {
  /** The URN, or the file of what isn't on the service yet. */
  readonly id: string;
  /** Its title. */
  readonly name: string;
  /** The field; `tracks` for a playlist's order, `(all)` where the whole is at stake. */
  readonly field: string;
  /** What the last pull saw, if it saw anything. */
  readonly base: Value | undefined;
  /** What the folder says. */
  readonly local: Value | undefined;
  /** What the service says. */
  readonly remote: Value | undefined;
  /** What it means, where the values don't tell. */
  readonly reason?: string | undefined;
}

/** What `apply` would do. */
export interface Plan {
  /** In the order in which it would be done. */
  readonly actions: readonly Action[];
  /** Nothing is done while there is one. */
  readonly conflicts: readonly Conflict[];
  /** What a person may want to know besides. */
  readonly notes: readonly string[];
}
