/**
 * `tonearm playlist add`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { findOwn, showEdited, trackUrns } from "./own.ts";

/** Puts tracks into a playlist. */
export function add(): AnyCommand {
  return command({ fields: PLAYLIST_FIELDS })
    .description("Put tracks into a playlist\n\nThey go to the end; tracks that are in it already stay where they are.")
    .arguments("<playlist:string:playlist> <track...:string:track>")
    .option("--force", "Go on although the service hides tracks of the playlist, which are lost then")
    .example("Add a track", "tonearm playlist add soundcloud:playlists:1 293")
    .example("Add many", "tonearm playlist add 1 - < ids.txt")
    .action(act(async (context, { force = false }, playlist, ...words) => {
      const { client, id } = await findOwn(context, playlist);
      const urns = await trackUrns(context, words);
      const updated = await client.playlists.addTracks(id, urns, { signal: context.host.signal, force });
      await showEdited(context, updated);
    }));
}
