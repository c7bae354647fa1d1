/**
 * `tonearm playlist delete`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { confirmDeletion } from "../../host/prompt.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";
import { findOwn } from "./own.ts";
import { forgetPlaylist } from "./remembered.ts";

/** Deletes a playlist. */
export function deletePlaylist(): AnyCommand {
  return command({ fields: ["deleted"] })
    .description("Delete a playlist\n\nAsks first on a terminal; otherwise --yes is required. Its tracks are kept.")
    .arguments("<playlist:string:playlist>")
    .option("-y, --yes", "Don't ask")
    .example("Delete a playlist", "tonearm playlist delete soundcloud:playlists:105")
    .example("In a script", "tonearm playlist delete 105 --yes")
    .action(act(async (context, options, word) => {
      if (!options.yes) await confirmDeletion(context, `the playlist ${word}`);
      const { client, id } = await findOwn(context, word);
      await client.playlists.delete(id, { signal: context.host.signal });
      await forgetPlaylist(context, id);
      await show(context, { deleted: id }, () => line`Deleted ${id}`);
    }));
}
