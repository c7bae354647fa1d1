/** A month whose service the sandbox can simulate. */
export type Era = "2026-07" | "2026-10";

/** The current era. */
export const THIS_ERA: Era = "2026-10";

/** The changes of the service, by the date of its release notes. */
const CHANGES = {
  set_type_playlist: { date: "2026-08-10", what: "Playlists may be written with `set_type=playlist`." },
  storefronts: {
    date: "2026-08-11",
    what: "Storefronts can be written again; before, they failed with an empty body.",
  },
  no_progressive_mp3: { date: "2026-08-12", what: "`/streams` no longer names `http_mp3_128_url`." },
  analysis: { date: "2026-08-14", what: "Tracks have `bpm` and `key_signature` again." },
  system_playlists: {
    date: "2026-09-30",
    what: "System playlists, their likes, `station_urn` on tracks and users, and their addresses in `/resolve`.",
  },
  disconnect: { date: "2026-09-30", what: "`POST /disconnect` ends the access of the calling app." },
  no_machine_tags: { date: "2026-10-28", what: "`tag_list` of a returned track omits machine tags." },
} as const;

/** The changes of the service in chronological order, each with its release date. */
export const SERVICE_CHANGES: readonly { readonly date: string; readonly what: string }[] = Object.values(CHANGES);

/** Checks whether a change is part of the era in the settings. */
export function isSince({ era }: { readonly era: Era }, change: keyof typeof CHANGES): boolean {
  return CHANGES[change].date.slice(0, 7) <= era;
}
