/**
 * `tonearm watch`
 *
 * @module
 */

import { EnumType } from "@cliffy/command";
import type { WatchEvent, WatchSource } from "@tonearm/client";
import { act, type AnyCommand, command } from "../command.ts";
import type { Context } from "../context.ts";
import { usage } from "../errors.ts";
import type { GlobalValues } from "../globals.ts";
import { identify, readId } from "../ids.ts";
import type { Column } from "../output/table.ts";
import { follow } from "../watch/follow.ts";
import { type FollowValues, withFollowing } from "../watch/options.ts";

const SOURCES = ["activities", "comments", "followers", "likes", "tracks", "liked"] as const;

const COLUMNS: readonly Column<WatchEvent>[] = [
  { title: "AT", value: ({ at }) => at?.replace("T", " ").replace(/\.\d+Z$|Z$/, "") ?? "", style: "dim" },
  { title: "WHAT", value: whatOf, style: "dim" },
  { title: "WHO", value: whoOf, shrinks: true, style: "cyan" },
  { title: "TITLE", value: titleOf, shrinks: true },
  { title: "ID", value: ({ id }) => id, style: "dim" },
];

/** Watches a source for events. */
export function watch(): AnyCommand {
  const following = command({ fields: ["type", "id", "at", "activity", "comment", "track", "user"] })
    .type("source", new EnumType(SOURCES))
    .description(
      "Show new events as they happen\n\n" +
        "Sources: activities of the users you follow (the default); comments and likes on your tracks; followers; tracks\n" +
        "that a user publishes; what a user likes. While nothing happens, it polls less and less often; it respects the\n" +
        "service's limits. With --state, the next run continues where this one ended, even after a crash. An event is\n" +
        "done once it is printed and the --exec command has succeeded; otherwise it comes again, with the same id.",
    )
    .arguments("[source:source] [user:string]");
  return withFollowing(following)
    .example("Posts of the users you follow", "tonearm watch")
    .example("New followers, missing none between runs", "tonearm watch followers --state followers.json --jsonl")
    .example("Run a program for each new track of an artist", "tonearm watch tracks @night-ferry --exec ./announce.sh")
    .example("In a cron job", "tonearm watch comments --state comments.json --once --exec ./notify.sh")
    .action(act(async (context: Context, options: GlobalValues & FollowValues, ...words: string[]) => {
      const [name = "activities", user] = words;
      const source = await sourceOf(context, name, user);
      const connection = typeof source === "string" ? await context.connectAsUser() : await context.connect();
      const whole = typeof source === "string" ? name : `${name} ${Object.values(source)[0]}`;
      await follow(context, connection, { source, name: whole, row: (event) => event, columns: COLUMNS }, options);
    }));
}

async function sourceOf(context: Context, name: string, user: string | undefined): Promise<WatchSource> {
  const isOfUser = name === "tracks" || name === "liked";
  if (!isOfUser) {
    if (user !== undefined) throw usage(`${name} takes no user`, "It always uses the signed-in user.");
    return name as Exclude<WatchSource, object>;
  }
  if (user === undefined) throw usage(`${name} needs a user`, `For example: tonearm watch ${name} @night-ferry`);
  const { id } = await identify(context, await readId(context, user, ["users"]), ["users"]);
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
  return (event.type === "activity" ? event.activity.origin : "track" in event ? event.track : undefined)?.title ?? "";
}
