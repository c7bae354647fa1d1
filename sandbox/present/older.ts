/**
 * Converts tracks and users to the form of an older era.
 *
 * @module
 */
import type { Call } from "../http/call.ts";
import type { TrackRow } from "../store/rows.ts";
import { isSince } from "../base/era.ts";
import type { Json } from "./fields.ts";

/** Removes the fields that the era doesn't have yet, and restores those that it still has. */
export function olderTrack({ world: { config } }: Call, track: TrackRow, json: Json): void {
  if (!isSince(config, "analysis")) json.bpm = json.key_signature = null;
  if (!isSince(config, "no_machine_tags")) json.tag_list = track.tag_list;
  if (!isSince(config, "system_playlists")) delete json.station_urn;
}

/** Removes the fields of a user that the era doesn't have yet. */
export function olderUser({ world: { config } }: Call, json: Json): void {
  if (!isSince(config, "system_playlists")) delete json.station_urn;
}
