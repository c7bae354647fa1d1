import type { Open } from "./open.ts";
import type { ServiceTrack } from "./track.ts";

/**
 * A playlist that SoundCloud generates, such as the station of a track or of an artist.
 *
 * It has no owner, no duration and no numeric id. In lists of likes it comes without its tracks.
 */
export interface ServiceSystemPlaylist {
  /** Its id, as in `soundcloud:system-playlists:track-stations:1`. */
  readonly urn: string;
  /** The type of the resource. */
  readonly kind: "system-playlist";
  /** Display name. */
  readonly title: string;
  /** Free text, with line breaks. */
  readonly description: string | null;
  /** Last part of its URL, as in `track-stations:1`. */
  readonly permalink: string;
  /** URL of the page. */
  readonly permalink_url: string;
  /** URL of a JPEG. */
  readonly artwork_url: string | null;
  /** The tracks that the caller may see; missing in lists. */
  readonly tracks?: readonly ServiceTrack[];
  /** Number of tracks. */
  readonly track_count: number;
  /** When SoundCloud last changed it. */
  readonly last_updated: string | null;
  /** The kind of station. */
  readonly playlist_type: Open<"TRACK_STATION" | "ARTIST_STATION">;
}
