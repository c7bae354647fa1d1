/**
 * `tonearm feed`
 *
 * @module
 */

import type { Activity } from "@tonearm/client";
import { act, type AnyCommand, command } from "../command.ts";
import { date, duration } from "../output/format.ts";
import { pageSize, showList } from "../output/lists.ts";
import type { Column } from "../output/table.ts";

const COLUMNS: readonly Column<Activity>[] = [
  { title: "WHAT", value: ({ type }) => type.replace(/[-:]/g, " "), style: "dim" },
  { title: "TITLE", value: ({ origin }) => origin?.title ?? "", shrinks: true },
  { title: "BY", value: ({ origin }) => origin?.user?.username ?? "", shrinks: true, style: "cyan" },
  { title: "LENGTH", value: ({ origin }) => duration(origin?.duration), align: "right" },
  { title: "ON", value: ({ created_at }) => date(created_at), style: "dim" },
  { title: "URN", value: ({ origin }) => origin?.urn ?? "", style: "dim" },
];

/** Shows what is new from those one follows. */
export function feed(): AnyCommand {
  return command({ fields: ["type", "created_at", "origin"] })
    .description("Show what is new from those you follow")
    .option("--tracks", "Only tracks")
    .option("-n, --limit <count:count>", "Maximum number of results", { default: 20 })
    .option("-a, --all", "Show all results")
    .example("What is new", "tonearm feed")
    .example("The ids of new tracks", "tonearm feed --tracks --json=origin.urn")
    .action(act(async (context, options) => {
      const { client } = await context.connectAsUser();
      const [limit, call] = [pageSize(options), { signal: context.host.signal }];
      const first = options.tracks
        ? await client.me.getFeedTracks(limit, undefined, call)
        : await client.me.getFeed(limit, undefined, call);
      await showList<Activity>(context, first, COLUMNS, options);
    }));
}
