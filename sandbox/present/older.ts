/**
 * Tracks and users as the service showed them in an older month: what is made first is always today's form.
 *
 * @module
 */
import type { Call } from "../http/call.ts";
import type { TrackRow } from "../store/rows.ts";
import { isSince } from "../world/era.ts";
import type { Json } from "./fields.ts";

/** Takes from a track what its month didn't have yet, and gives back what it still had. */
export function olderTrack({ world: { config } }: Call, track: TrackRow, json: Json): void {
  if (!isSince(config, "analysis")) json.bpm = json.key_signature = null;
  if (!isSince(config, "no_machine_tags")) json.tag_list = track.tag_list;
  if (!isSince(config, "system_playlists")) delete json.station_urn;
}

/** Takes from a user what its month didn't have yet. */
export function olderUser({ world: { config } }: Call, json: Json): void {
  if (!isSince(config, "system_playlists")) delete json.station_urn;
}
