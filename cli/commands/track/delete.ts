/**
 * `tonearm track delete`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { confirmDeletion } from "../../host/prompt.ts";
import { identify, readId } from "../../ids.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";

/** Deletes a track. */
export function deleteTrack(): AnyCommand {
  return command({ fields: ["deleted"] })
    .description("Delete a track\n\nAsks first on a terminal; otherwise --yes is required. It cannot be undone.")
    .arguments("<track:string:track>")
    .option("-y, --yes", "Don't ask")
    .example("Delete a track", "tonearm track delete soundcloud:tracks:1184")
    .example("In a script", "tonearm track delete 1184 --yes")
    .action(act(async (context, options, word) => {
      const checked = await readId(context, word, ["tracks"]);
      if (!options.yes) await confirmDeletion(context, `the track ${checked}`);
      const { client } = await context.connectAsUser();
      const { id } = await identify(context, checked, ["tracks"]);
      await client.tracks.delete(id, { signal: context.host.signal });
      await show(context, { deleted: id }, () => line`Deleted ${id}`);
    }));
}
