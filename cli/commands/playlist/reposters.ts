/**
 * `tonearm playlist reposters`
 *
 * @module
 */

import { act, type AnyCommand } from "../../command.ts";
import { identify, readId } from "../../ids.ts";
import { USER_COLUMNS } from "../../output/columns.ts";
import { USER_FIELDS } from "../../output/fields.ts";
import { pageSize, showList } from "../../output/lists.ts";
import { list } from "../lists/list.ts";

/** Lists the users who reposted a playlist. */
export function reposters(): AnyCommand {
  return list({ fields: USER_FIELDS, columns: [USER_COLUMNS] })
    .description("Show who reposted a playlist")
    .arguments("<playlist:string:playlist>")
    .example("The latest", "tonearm playlist reposters soundcloud:playlists:104")
    .example("All of them, for a program", "tonearm playlist reposters 104 --all --jsonl")
    .action(act(async (context, options, word) => {
      const checked = await readId(context, word, ["playlists"]);
      const { client } = await context.connect();
      const { id } = await identify(context, checked, ["playlists"]);
      const first = await client.playlists.getReposts(id, pageSize(options), { signal: context.host.signal });
      await showList(context, first, USER_COLUMNS, options);
    }));
}
