import { EnumType } from "@cliffy/command";
import type { ServiceTrack, TrackSearchOptions } from "@tonearm/client";
import { act, type AnyCommand } from "../../command.ts";
import type { Context } from "../../context.ts";
import { LARGEST_PAGE, LICENSES } from "../../choices.ts";
import { usage } from "../../errors.ts";
import { PLAYLIST_COLUMNS, TRACK_COLUMNS, USER_COLUMNS } from "../../output/columns.ts";
import { anyOf, PLAYLIST_FIELDS, TRACK_FIELDS, USER_FIELDS } from "../../output/fields.ts";
import { type ListValues, pageSize, showList } from "../../output/lists.ts";
import { DurationsType, NumbersType, type Span, TimeType } from "../../ranges.ts";
import { list } from "../option_sets.ts";

export function search(): AnyCommand {
  return list({
    fields: anyOf(TRACK_FIELDS, USER_FIELDS, PLAYLIST_FIELDS),
    columns: [TRACK_COLUMNS, USER_COLUMNS, PLAYLIST_COLUMNS],
  })
    .type("kind", new EnumType(["tracks", "users", "playlists"]))
    .type("access", new EnumType(["playable", "preview", "blocked"]))
    .type("license", new EnumType(LICENSES))
    .type("numbers", new NumbersType())
    .type("durations", new DurationsType())
    .type("time", new TimeType())
    .description("Search tracks, users or playlists\n\nFor tracks, the query is optional if you use filters.")
    .arguments("[query...:string]")
    .option("--type <kind:kind>", "What to search", { default: "tracks" as const })
    .option("--genre <text:string>", "Only tracks of this genre", { collect: true })
    .option("--tag <tag:string>", "Only tracks with this tag", { collect: true })
    .option("--bpm <range:numbers>", "Only tracks of this tempo: 120-128, 120- or 120")
    .option("--duration <range:durations>", "Only tracks of this length: 3m-6m or 1h-")
    .option("--since <day:time>", "Only tracks uploaded since then: 2026-01-01")
    .option("--until <day:time>", "Only tracks uploaded before then")
    .option("--license <license:license>", "Only tracks under this license; filtered here, page by page")
    .option("--access <access:access>", "Only tracks with this access (default: playable)", { collect: true })
    .example("Find tracks", "tonearm search lofi")
    .example("Find new tracks to mix", "tonearm search lofi --bpm 80-90 --since 2021-01-01 --sort plays")
    .example("Find all users of a name, as tab-separated values", "tonearm search --type users --all radio | cut -f1")
    .action(act((context, options, ...words) => find(context, words.join(" "), options)));
}

async function find(context: Context, query: string, options: Options): Promise<void> {
  const { type, license } = options;
  const filters = filtersOf(options);
  const isFiltered = filters !== undefined || license !== undefined;
  if (isFiltered && type !== "tracks") throw usage("Filters apply to tracks only", "Leave out --type.");
  if (query === "" && !isFiltered) throw usage("Missing argument: query...", "Give a query or a filter.");
  const { client } = await context.connect();
  // SoundCloud has no filter by license, which is applied here.
  const common = { limit: license ? LARGEST_PAGE : pageSize(options), signal: context.host.signal };
  if (type === "users") {
    return await showList(context, await client.search.users(query, 0, common), USER_COLUMNS, options);
  }
  if (type === "playlists") {
    return await showList(context, await client.search.playlists(query, 0, common), PLAYLIST_COLUMNS, options);
  }
  const first = await client.search.tracks(query, 0, { ...common, access: "playable", ...filters });
  const isWanted = (track: ServiceTrack) => license === undefined || track.license === license;
  await showList(context, first, TRACK_COLUMNS, options, isWanted);
}

interface Options extends ListValues {
  readonly type: "tracks" | "users" | "playlists";
  readonly license?: string | undefined;
  readonly genre?: string[] | undefined;
  readonly tag?: string[] | undefined;
  readonly access?: string[] | undefined;
  readonly bpm?: Span | undefined;
  readonly duration?: Span | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

function filtersOf({ genre, tag, access, bpm, duration, since, until }: Options): TrackSearchOptions | undefined {
  const filters: TrackSearchOptions = {
    ...(genre && { genres: genre.join(",") }),
    ...(tag && { tags: tag.join(",") }),
    ...(access && { access: access.join(",") as NonNullable<TrackSearchOptions["access"]> }),
    ...(bpm && { bpm }),
    ...(duration && { duration }),
    ...((since || until) && { createdAt: { from: since, to: until } }),
  };
  return Object.keys(filters).length > 0 ? filters : undefined;
}
