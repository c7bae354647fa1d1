/**
 * `tonearm history`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { TRACK_COLUMNS } from "../../output/columns.ts";
import { TRACK_FIELDS } from "../../output/fields.ts";
import { showAtOnce } from "../../output/lists.ts";

/** Shows the recently played tracks. */
export function history(): AnyCommand {
  return command({ fields: TRACK_FIELDS, columns: [TRACK_COLUMNS] })
    .description("Show what you have listened to recently")
    .option("--columns <names:columns>", "Show these columns, such as title,bpm,date")
    .option("--sort <column:column>", "Sort the shown rows by this column; largest numbers and newest dates first")
    .option("--reverse", "Reverse the order")
    .example("Show what you played recently", "tonearm history")
    .example("Play it again", "tonearm history --jq '.[0].urn' | tonearm play -")
    .action(act(async (context, options) => {
      const { client } = await context.connectAsUser();
      const tracks = await client.me.getRecentlyPlayedTracks(undefined, { signal: context.host.signal });
      await showAtOnce(context, tracks, TRACK_COLUMNS, options);
    }));
}
