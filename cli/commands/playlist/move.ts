/**
 * `tonearm playlist move`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";
import { findOwn, trackUrns } from "./own.ts";

/** Moves a track within a playlist. */
export function move(): AnyCommand {
  return command({ fields: PLAYLIST_FIELDS })
    .description("Move a track within a playlist")
    .arguments("<playlist:string:playlist> <track:string:track> <position:count>")
    .option("--force", "Continue even if the service hides tracks of the playlist; they will be lost")
    .example("Move a track to the first place", "tonearm playlist move soundcloud:playlists:121 1078 1")
    .example("Name the track by its address", "tonearm playlist move 121 night-ferry/soft-meadow-8 2")
    .action(act(async (context, { force = false }, playlist, word, position) => {
      const { client, id, edit } = await findOwn(context, playlist);
      const [track = word] = await trackUrns(context, [word]);
      const call = { signal: context.host.signal, force };
      const updated = await edit(() => client.playlists.moveTrack(id, track, position - 1, call));
      await show(context, updated, () => line`${track} is now number ${position} of ${updated.urn}`);
    }));
}
