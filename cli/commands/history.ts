/**
 * `tonearm history`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../command.ts";
import { TRACK_COLUMNS } from "../output/columns.ts";
import { TRACK_FIELDS } from "../output/fields.ts";
import { listWriter } from "../output/result.ts";

/** Shows what one has heard of late. */
export function history(): AnyCommand {
  return command({ fields: TRACK_FIELDS })
    .description("Show what you have listened to recently")
    .example("What was that?", "tonearm history")
    .example("Play it again", "tonearm history --json=urn | jq -r '.[0].urn' | tonearm play -")
    .action(act(async (context) => {
      const { client } = await context.connectAsUser();
      const tracks = await client.me.getRecentlyPlayedTracks(undefined, { signal: context.host.signal });
      const writer = listWriter(context, TRACK_COLUMNS);
      await writer.write(tracks);
      await writer.end();
      if (tracks.length === 0) await context.note("Nothing there.");
    }));
}
