import { act, type AnyCommand, command } from "../command.ts";
import { find, STATIONED, stationOf } from "../ids.ts";
import { systemPlaylistCard } from "../output/cards.ts";
import { TRACK_COLUMNS } from "../output/columns.ts";
import type { Context } from "../context.ts";
import type { GlobalValues } from "../globals.ts";
import { SYSTEM_PLAYLIST_FIELDS, TRACK_FIELDS } from "../output/fields.ts";
import { showAtOnce } from "../output/lists.ts";
import { card, show } from "../output/result.ts";
import type { ViewValues } from "../output/view.ts";
import { withCsv } from "./option_sets.ts";

export function station(): AnyCommand {
  return withCsv(command({ fields: SYSTEM_PLAYLIST_FIELDS, rows: TRACK_FIELDS }))
    .description(
      "Show the station of a track or a user\n\nIt also accepts the URN of a station. --json includes its tracks.",
    )
    .arguments("<id:string:track>")
    .example("The station of a track", "tonearm station night-ferry/soft-meadow-8")
    .example("The station of a user", "tonearm station @night-ferry")
    .action(act(async (context: Context, options: GlobalValues & ViewValues, word: string) => {
      const found = await stationOf(await find(context, word, STATIONED));
      if (context.json) return await show(context, found, () => "");
      if (options.csv === undefined) {
        await context.print([card(context, systemPlaylistCard(found)), context.host.stdout.isTTY ? "\n" : ""]);
      }
      await showAtOnce(context, found.tracks ?? [], TRACK_COLUMNS, options);
    }));
}
