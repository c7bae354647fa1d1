/**
 * `tonearm search`
 *
 * @module
 */

import { EnumType } from "@cliffy/command";
import { act, type AnyCommand, command } from "../command.ts";
import { PLAYLIST_COLUMNS, TRACK_COLUMNS, USER_COLUMNS } from "../output/columns.ts";
import { anyOf, PLAYLIST_FIELDS, TRACK_FIELDS, USER_FIELDS } from "../output/fields.ts";
import { pageSize, showList } from "../output/lists.ts";

/** Searches tracks, users or playlists. */
export function search(): AnyCommand {
  return command({ fields: anyOf(TRACK_FIELDS, USER_FIELDS, PLAYLIST_FIELDS) })
    .type("kind", new EnumType(["tracks", "users", "playlists"]))
    .type("access", new EnumType(["playable", "preview", "blocked"]))
    .description("Search tracks, users or playlists")
    .arguments("<query...:string>")
    .option("--type <kind:kind>", "What to search", { default: "tracks" as const })
    .option("-n, --limit <count:count>", "Maximum number of results", { default: 20 })
    .option("-a, --all", "Show all results")
    .option("--genre <genre:string>", "Only tracks of this genre", { collect: true })
    .option("--tag <tag:string>", "Only tracks with this tag", { collect: true })
    .option("--access <access:access>", "Only tracks with this access (default: playable)", { collect: true })
    .example("Find tracks", "tonearm search lofi")
    .example(
      "Find all users of a name, as tab-separated values",
      "tonearm search --type users --all boiler room | cut -f1",
    )
    .action(act(async (context, options, ...words) => {
      const { client } = await context.connect();
      const query = words.join(" ");
      const common = { limit: pageSize(options), signal: context.host.signal };
      if (options.type === "users") {
        return await showList(context, await client.search.users(query, 0, common), USER_COLUMNS, options);
      }
      if (options.type === "playlists") {
        return await showList(context, await client.search.playlists(query, 0, common), PLAYLIST_COLUMNS, options);
      }
      const filters = {
        ...(options.genre ? { genres: options.genre.join(",") } : {}),
        ...(options.tag ? { tags: options.tag.join(",") } : {}),
        access: (options.access ?? ["playable"]).join(","),
      };
      const first = await client.search.tracks(query, 0, { ...common, ...filters });
      await showList(context, first, TRACK_COLUMNS, options);
    }));
}
