/**
 * `tonearm playlist remove`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { findOwn, showEdited, trackUrns } from "./own.ts";

/** Takes tracks out of a playlist. */
export function remove(): AnyCommand {
  return command({ fields: PLAYLIST_FIELDS })
    .description("Take tracks out of a playlist")
    .arguments("<playlist:string:playlist> <track...:string:track>")
    .option("--force", "Go on although the service hides tracks of the playlist, which are lost then")
    .example("Take a track out", "tonearm playlist remove soundcloud:playlists:1 293")
    .example("Take many out", "tonearm playlist remove 1 - < ids.txt")
    .action(act(async (context, { force = false }, playlist, ...words) => {
      const { client, id } = await findOwn(context, playlist);
      const urns = await trackUrns(context, words);
      const updated = await client.playlists.removeTracks(id, urns, { signal: context.host.signal, force });
      await showEdited(context, updated);
    }));
}
