import { EnumType } from "@cliffy/command";
import type { WatchEvent, WatchSource } from "@tonearm/client";
import { act, type AnyCommand, command } from "../command.ts";
import type { Context } from "../context.ts";
import { usage } from "../errors.ts";
import type { GlobalValues } from "../globals.ts";
import { find } from "../ids.ts";
import type { Column } from "../output/table.ts";
import { serviceName, type StoreValues } from "../insights/store.ts";
import { withStoreOption } from "../insights/options.ts";
import { follow, followSource } from "../watch/follow.ts";
import { milestones } from "../watch/milestones.ts";
import { type FollowValues, withFollowing } from "../watch/options.ts";

const SOURCES = ["activities", "comments", "followers", "likes", "tracks", "liked", "milestones"] as const;

const FIELDS = [
  ...["type", "id", "at", "activity", "comment", "track", "user"],
  ...["urn", "title", "metric", "count", "before", "text"],
];

const COLUMNS: readonly Column<WatchEvent>[] = [
  { title: "AT", value: ({ at }) => at?.replace("T", " ").replace(/\.\d+Z$|Z$/, "") ?? "", style: "dim" },
  { title: "WHAT", value: whatOf, style: "dim" },
  { title: "WHO", value: whoOf, shrinks: true, style: "cyan" },
  { title: "TITLE", value: titleOf, shrinks: true },
  { title: "ID", value: ({ id }) => id, style: "dim" },
];

type Values = GlobalValues & FollowValues & StoreValues;

export function watch(): AnyCommand {
  const following = command({ fields: FIELDS })
    .type("source", new EnumType(SOURCES))
    .description(
      "Show new events as they happen\n\n" +
        "You can watch the activities of the users you follow (the default), comments and likes on your tracks, your\n" +
        "followers, the tracks that a user publishes or likes, and the milestones that `tonearm insights record` finds:\n" +
        "a count that passes 1,000, 2,500, 5,000, 10,000 and so on, from 100 on if it isn't of plays, or a track with\n" +
        "three times its usual plays. While nothing happens, the command polls less and less often, and it respects\n" +
        "SoundCloud's limits. With --state, the next run continues where this one ended, even after a crash. An event is\n" +
        "done once it is printed and the --exec command has succeeded; otherwise it comes again, with the same id.",
    )
    .arguments("[source:source] [user:string]");
  return withStoreOption(withFollowing(following))
    .example("Posts of the users you follow", "tonearm watch")
    .example("New followers, missing none between runs", "tonearm watch followers --state followers.json --jsonl")
    .example("Run a program for each new track of an artist", "tonearm watch tracks @night-ferry --exec ./announce.sh")
    .example("In a cron job", "tonearm watch comments --state comments.json --once --exec ./notify.sh")
    .example("Milestones", "tonearm watch milestones --state seen.json --once --exec ./celebrate.sh")
    .action(act(async (context: Context, options: Values, ...words: string[]) => {
      const [name = "activities", user] = words;
      if (name === "milestones") return await watchMilestones(context, options, user);
      if (options.store !== undefined) throw usage("--store is for milestones");
      const source = await sourceOf(context, name, user);
      const connection = typeof source === "string" ? await context.connectAsUser() : await context.connect();
      const whole = typeof source === "string" ? name : `${name} ${Object.values(source)[0]}`;
      const row = (event: WatchEvent) => event;
      await followSource(context, connection, { source, name: whole, row, columns: COLUMNS }, options);
    }));
}

async function watchMilestones(context: Context, options: Values, name: string | undefined): Promise<void> {
  const user = name === undefined ? undefined : (await find(context, name, ["users"])).id;
  await follow(context, milestones(context, { user, service: await serviceName(context) }, options), options);
}

async function sourceOf(context: Context, name: string, user: string | undefined): Promise<WatchSource> {
  const isOfUser = name === "tracks" || name === "liked";
  if (!isOfUser) {
    if (user !== undefined) throw usage(`${name} takes no user`, "It always uses the signed-in user.");
    return name as Exclude<WatchSource, object>;
  }
  if (user === undefined) throw usage(`${name} needs a user`, `For example: tonearm watch ${name} @night-ferry`);
  const { id } = await find(context, user, ["users"]);
  return name === "tracks" ? { tracksOf: id } : { likesOf: id };
}

function whatOf(event: WatchEvent): string {
  return (event.type === "activity" ? event.activity.type : event.type).replace(/[-:]/g, " ");
}

function whoOf(event: WatchEvent): string {
  if (event.type === "comment") return event.comment.user?.username ?? "";
  if ("user" in event) return event.user.username;
  return (event.type === "activity" ? event.activity.origin : event.track)?.user?.username ?? "";
}

function titleOf(event: WatchEvent): string {
  if (event.type === "comment") return `${event.track.title}: ${event.comment.body}`;
  if (event.type === "activity") return event.activity.origin?.title ?? "";
  return "track" in event ? event.track.title : "";
}
