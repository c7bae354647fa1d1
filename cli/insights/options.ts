import { EnumType } from "@cliffy/command";
import { METRICS, type QueryOptions } from "@tonearm/client/insights";
import type { AnyCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { identify } from "../ids.ts";
import { serviceName, type StoreValues } from "./store.ts";

export interface PeriodValues extends StoreValues, Pick<QueryOptions, "by" | "from" | "to" | "top" | "sort" | "zone"> {
  readonly user?: string | undefined;
  readonly track?: string | undefined;
}

export function withStoreOption(command: AnyCommand): AnyCommand {
  return command.option("--store <file-or-url:string>", "A SQLite file, or postgres://… (env: TONEARM_INSIGHTS)");
}

export function withPeriod(command: AnyCommand): AnyCommand {
  return withStoreOption(command)
    .type("unit", new EnumType(["day", "week", "month"]))
    .type("metric", new EnumType(METRICS))
    .option("--from <day:string>", "First day (default: 27 days before the last)")
    .option("--to <day:string>", "Last day, included (default: today)")
    .option("--by <unit:unit>", "Divide the period by day, week or month", { default: "day" })
    .option("--track <id:string:track>", "Only this track")
    .option("--user <id:string:user>", "The numbers of this user (default: the account that was recorded last)")
    .option("--top <count:natural>", "Maximum number of tracks", { default: 20 })
    .option("--sort <column:metric>", "Sort the tracks by this count; largest numbers first", { default: "plays" })
    .option("--zone <name:string>", "Time zone of days, such as Europe/Berlin (default: that of this machine)");
}

export async function queryOptions(context: Context, values: PeriodValues): Promise<QueryOptions> {
  const { by, from, to, top, sort, zone } = values;
  return { by, from, to, top, sort, zone, now: context.host.now(), ...await subjectOf(context, values) };
}

/** Finds whose numbers are meant. A name or URL is looked up; an id needs no request. */
export async function subjectOf(
  context: Context,
  { user, track }: Pick<PeriodValues, "user" | "track">,
): Promise<{ readonly user: string | undefined; readonly track: string | undefined; readonly service: string }> {
  return {
    user: user === undefined ? undefined : (await identify(context, user, ["users"])).id,
    track: track === undefined ? undefined : (await identify(context, track, ["tracks", "playlists"])).id,
    service: await serviceName(context),
  };
}
