import type { Fields, Value } from "../fields/fields.ts";

/** A row of the tracks' file. */
export interface TrackRow {
  /** Its position, for messages: `tracks.csv, line 7`. */
  readonly where: string;
  /** The track; absent until it has been uploaded. */
  readonly urn?: string | undefined;
  /** The sound to upload, as a path in the folder. */
  readonly file?: string | undefined;
  /** The picture, as a path in the folder. */
  readonly artwork?: string | undefined;
  /** Whether `--prune` never deletes the track. */
  readonly protect?: boolean | undefined;
  /** When the track becomes public, in milliseconds since 1970; until then it's private. */
  readonly publishAt?: number | undefined;
  /** Its fields. A missing field stays unchanged. */
  readonly fields: Fields;
}

/** A file in `playlists/`. */
export interface PlaylistFile {
  /** Its path in the folder, for messages too. */
  readonly where: string;
  /** The playlist; absent until it has been created. */
  readonly urn?: string | undefined;
  /** Whether `--prune` never deletes the playlist. */
  readonly protect?: boolean | undefined;
  /** The picture of a playlist that isn't created yet. */
  readonly artwork?: string | undefined;
  /** Its fields. */
  readonly fields: Fields;
  /** URNs, or sound files of tracks that aren't uploaded yet. Absent: the tracks stay unchanged. */
  readonly tracks?: readonly string[] | undefined;
}

/** An entry of `storefronts.yaml`. */
export interface StorefrontEntry {
  /** Its position. */
  readonly where: string;
  /** A URN, or the sound file of a track that isn't uploaded yet. */
  readonly track: string;
  /** The offer. */
  readonly fields: Fields;
}

/** The content of a folder. */
export interface LocalCatalogue {
  readonly tracks: readonly TrackRow[];
  readonly playlists: readonly PlaylistFile[];
  readonly storefronts: readonly StorefrontEntry[];
}

/** A track on SoundCloud. */
export interface RemoteTrack {
  readonly urn: string;
  readonly fields: Fields;
}

/** A playlist on SoundCloud. */
export interface RemotePlaylist {
  readonly urn: string;
  readonly fields: Fields;
  /** URNs, in order. */
  readonly tracks: readonly string[];
  /** Number of tracks that SoundCloud counts but doesn't return: a new order would lose them. */
  readonly hidden: number;
  /** Creation time, in milliseconds since 1970. */
  readonly created: number;
}

/** An account's catalogue on SoundCloud. */
export interface RemoteCatalogue {
  readonly tracks: ReadonlyMap<string, RemoteTrack>;
  readonly playlists: ReadonlyMap<string, RemotePlaylist>;
}

/** One field that would change. */
export interface Change {
  /** The value on SoundCloud. */
  readonly from: Value;
  /** The new value. */
  readonly to: Value;
}

/** Changes by field. */
export type Changes = Readonly<Record<string, Change>>;

/** An action of `apply`, with its description. */
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
      readonly publishAt?: number | undefined;
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

/** A field that changed on both sides since the last pull, to different values. */
export interface Conflict {
  /** The URN, or the file if it isn't on SoundCloud yet. */
  readonly id: string;
  /** Its title. */
  readonly name: string;
  /** The field; `tracks` for a playlist's order, `(all)` for the whole resource. */
  readonly field: string;
  /** The value of the last pull, if any. */
  readonly base: Value | undefined;
  /** The value in the folder. */
  readonly local: Value | undefined;
  /** The value on SoundCloud. */
  readonly remote: Value | undefined;
  /** An explanation, if the values don't suffice. */
  readonly reason?: string | undefined;
}

/** What `apply` would do. */
export interface Plan {
  /** The actions, in order. */
  readonly actions: readonly Action[];
  /** Nothing is applied while there are conflicts. */
  readonly conflicts: readonly Conflict[];
  /** Further notices. */
  readonly notes: readonly string[];
  /** How many tracks and playlists of the folder stay as they are. */
  readonly unchanged: number;
}
