/** A month whose service the sandbox can be. */
export type Era = "2026-07" | "2026-10";

/** The months there are, the newest last. */
export const ERAS: readonly Era[] = ["2026-07", "2026-10"];

/** What the service has changed, by the date of its release notes. */
const CHANGES = {
  /** Playlists may be written with `set_type=playlist`. */
  set_type_playlist: "2026-08-10",
  /** Storefronts can be written again; before, they failed with an empty body. */
  storefronts: "2026-08-11",
  /** `/streams` no longer names the progressive MP3. */
  no_progressive_mp3: "2026-08-12",
  /** Tracks have `bpm` and `key_signature` again. */
  analysis: "2026-08-14",
  /** System playlists, their likes, and `station_urn`. */
  system_playlists: "2026-09-30",
  /** `POST /disconnect`. */
  disconnect: "2026-09-30",
  /** Tracks that are read show no machine tags. */
  no_machine_tags: "2026-10-28",
} as const;

/** Whether a change has been made by the era that the settings say. */
export function isSince({ era }: { readonly era: Era }, change: keyof typeof CHANGES): boolean {
  return CHANGES[change].slice(0, 7) <= era;
}
