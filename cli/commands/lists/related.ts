/**
 * `tonearm related`
 *
 * @module
 */

import { act, type AnyCommand } from "../../command.ts";
import { identify, readId } from "../../ids.ts";
import { TRACK_COLUMNS, USER_COLUMNS } from "../../output/columns.ts";
import { anyOf, TRACK_FIELDS, USER_FIELDS } from "../../output/fields.ts";
import { pageSize, showList } from "../../output/lists.ts";
import { list } from "./list.ts";

/** Lists resources similar to a track or a user. */
export function related(): AnyCommand {
  return list({ fields: anyOf(TRACK_FIELDS, USER_FIELDS), columns: [TRACK_COLUMNS, USER_COLUMNS] })
    .description(
      "Show tracks related to a track, or users related to a user\n\nA bare number is a track's; a user's name is @name.",
    )
    .arguments("<id:string:track>")
    .example("Tracks related to this one", "tonearm related night-ferry/soft-meadow-8")
    .example("Users related to this one", "tonearm related @night-ferry")
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
