/**
 * `tonearm feed`
 *
 * @module
 */

import type { ActivitiesResponse, Activity, ServiceClient } from "@tonearm/client";
import { act, type AnyCommand } from "../command.ts";
import { date, duration } from "../output/format.ts";
import { pageSize, showList } from "../output/lists.ts";
import type { Column } from "../output/table.ts";
import { list } from "./list.ts";

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
  return list({ fields: ["type", "created_at", "origin"], columns: [COLUMNS] })
    .description("Show what is new from those you follow")
    .option("--tracks", "Only tracks", { conflicts: ["own"] })
    .option("--own", "Show what others have done with what is yours instead")
    .example("What is new", "tonearm feed")
    .example("The ids of new tracks", "tonearm feed --tracks --json=origin.urn")
    .action(act(async (context, options) => {
      const { client } = await context.connectAsUser();
      const [limit, call] = [pageSize(options), { signal: context.host.signal }];
      await showList<Activity>(context, await firstPage(client, limit, options, call), COLUMNS, options);
    }));
}

function firstPage(
  { me }: ServiceClient,
  limit: number,
  { own, tracks }: { readonly own?: true | undefined; readonly tracks?: true | undefined },
  call: { signal: AbortSignal },
): Promise<ActivitiesResponse> {
  if (own) return me.getActivitiesOwn(limit, call);
  return tracks ? me.getFeedTracks(limit, undefined, call) : me.getFeed(limit, undefined, call);
}
