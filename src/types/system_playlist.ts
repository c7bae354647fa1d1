/**
 * System playlists.
 *
 * @module
 */
import type { Open } from "./open.ts";
import type { ServiceTrack } from "./track.ts";

/**
 * A playlist that the service generates, such as the station of a track or of an artist.
 *
 * It has no owner, no duration and no numeric id. In lists of likes it comes without its tracks.
 */
export interface ServiceSystemPlaylist {
  /** Its id, as in `soundcloud:system-playlists:track-stations:1`. */
  urn: string;
  /** The type of the resource. */
  kind: "system-playlist";
  /** Display name. */
  title: string;
  /** Free text, with line breaks. */
  description: string | null;
  /** Last part of its address, as in `track-stations:1`. */
  permalink: string;
  /** URL of the page. */
  permalink_url: string;
  /** URL of a JPEG. */
  artwork_url: string | null;
  /** The tracks that the caller may see; missing in lists. */
  tracks?: ServiceTrack[];
  /** Number of tracks. */
  track_count: number;
  /** When the service last changed it. */
  last_updated: string | null;
  /** The kind of station. */
  playlist_type: Open<"TRACK_STATION" | "ARTIST_STATION">;
}
