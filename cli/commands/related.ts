/**
 * `tonearm related`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../command.ts";
import { identify, readId } from "../ids.ts";
import { TRACK_COLUMNS, USER_COLUMNS } from "../output/columns.ts";
import { anyOf, TRACK_FIELDS, USER_FIELDS } from "../output/fields.ts";
import { pageSize, showList } from "../output/lists.ts";

/** Shows what is like a track or a user. */
export function related(): AnyCommand {
  return command({ fields: anyOf(TRACK_FIELDS, USER_FIELDS) })
    .description(
      "Show tracks like a track, or users like a user\n\nA bare number is a track's; a user's name is @name.",
    )
    .arguments("<id:string:track>")
    .option("-n, --limit <count:count>", "Maximum number of results", { default: 20 })
    .option("-a, --all", "Show all results")
    .example("Tracks like this one", "tonearm related night-ferry/lost-window")
    .example("Users like this one", "tonearm related @night-ferry")
    .action(act(async (context, options, word) => {
      const checked = await readId(context, word, ["tracks", "users"]);
      const { client } = await context.connect();
      const { kind, id } = await identify(context, checked, ["tracks", "users"]);
      const [limit, call] = [pageSize(options), { signal: context.host.signal }];
      if (kind === "users") {
        return await showList(context, await client.users.getRelated(id, limit, call), USER_COLUMNS, options);
      }
      await showList(context, await client.tracks.getRelatedPage(id, { limit, ...call }), TRACK_COLUMNS, options);
    }));
}
