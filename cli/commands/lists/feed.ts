import type { ActivitiesResponse, Activity, ServiceClient, WatchEvent } from "@tonearm/client";
import { act, type AnyCommand } from "../../command.ts";
import type { Connection, Context } from "../../context.ts";
import { usage } from "../../errors.ts";
import type { GlobalValues } from "../../globals.ts";
import { date, duration } from "../../output/format.ts";
import { type ListValues, pageSize, showList } from "../../output/lists.ts";
import type { Column } from "../../output/table.ts";
import { chosenColumns } from "../../output/view.ts";
import { followSource } from "../../watch/follow.ts";
import { type FollowValues, givenOption, withFollowing } from "../../watch/options.ts";
import { list } from "../option_sets.ts";

const COLUMNS: readonly Column<Activity>[] = [
  { title: "WHAT", value: ({ type }) => type.replace(/[-:]/g, " "), style: "dim" },
  { title: "TITLE", value: ({ origin }) => origin?.title ?? "", shrinks: true },
  { title: "BY", value: ({ origin }) => origin?.user?.username ?? "", shrinks: true, style: "cyan" },
  { title: "LENGTH", value: ({ origin }) => duration(origin?.duration), align: "right" },
  { title: "ON", value: ({ created_at }) => date(created_at), style: "dim" },
  { title: "URN", value: ({ origin }) => origin?.urn ?? "", style: "dim" },
];

export function feed(): AnyCommand {
  const listing = list({ fields: ["type", "created_at", "origin", "reposter"], columns: [COLUMNS] })
    .description("Show new activity of the users you follow")
    .option("--tracks", "Only tracks", { conflicts: ["own"] })
    .option("--own", "Show what others did with your tracks and playlists instead")
    .option("--follow", "Wait for new items and show them; see `tonearm watch --help`", {
      conflicts: ["own", "limit", "all", "sort", "reverse", "csv"],
    });
  return withFollowing(listing)
    .example("Show your feed", "tonearm feed")
    .example("The ids of new tracks", "tonearm feed --tracks --json=origin.urn")
    .example("Show new items, and miss none between runs", "tonearm feed --follow --state feed.json")
    .action(act(async (context: Context, options: GlobalValues & ListValues & FollowValues & FeedValues) => {
      const stray = options.follow ? undefined : givenOption(options);
      if (stray) throw usage(`${stray} needs --follow`);
      const connection = await context.connectAsUser();
      if (options.follow) return await followFeed(context, connection, options);
      const first = await firstPage(connection.client, pageSize(options), options, context.call);
      await showList<Activity>(context, first, COLUMNS, options);
    }));
}

interface FeedValues {
  readonly own?: true | undefined;
  readonly tracks?: true | undefined;
  readonly follow?: true | undefined;
}

async function followFeed(
  context: Context,
  connection: Connection,
  options: ListValues & FollowValues & FeedValues,
): Promise<void> {
  const row = (event: WatchEvent) =>
    event.type !== "activity" || options.tracks && !event.activity.type.startsWith("track")
      ? undefined
      : event.activity;
  const columns = chosenColumns(COLUMNS, options, context.host.stdout.isTTY);
  await followSource(context, connection, { source: "activities", name: "activities", row, columns }, options);
}

function firstPage(
  { me }: ServiceClient,
  limit: number,
  { own, tracks }: FeedValues,
  call: { signal: AbortSignal },
): Promise<ActivitiesResponse> {
  if (own) return me.getActivitiesOwn(limit, call);
  return tracks ? me.getFeedTracks(limit, undefined, call) : me.getFeed(limit, undefined, call);
}
