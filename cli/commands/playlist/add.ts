/**
 * `tonearm playlist add`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { findOwn, showEdited, trackUrns } from "./own.ts";

/** Adds tracks to a playlist. */
export function add(): AnyCommand {
  return command({ fields: PLAYLIST_FIELDS })
    .description(
      "Add tracks to a playlist\n\nThey are added at the end; tracks that are already in it keep their place.",
    )
    .arguments("<playlist:string:playlist> <track...:string:track>")
    .option("--force", "Continue even if the service hides tracks of the playlist; they will be lost")
    .example("Add a track", "tonearm playlist add soundcloud:playlists:121 1143")
    .example("Add many", "tonearm playlist add 121 - < tracks.txt")
    .action(act(async (context, { force = false }, playlist, ...words) => {
      const { client, id, edit } = await findOwn(context, playlist);
      const urns = await trackUrns(context, words);
      const call = { signal: context.host.signal, force };
      const updated = await edit(() => client.playlists.addTracks(id, urns, call));
      await showEdited(context, updated);
    }));
}
