/**
 * `tonearm track likers`
 *
 * @module
 */

import { act, type AnyCommand } from "../../command.ts";
import { identify, readId } from "../../ids.ts";
import { USER_COLUMNS } from "../../output/columns.ts";
import { USER_FIELDS } from "../../output/fields.ts";
import { pageSize, showList } from "../../output/lists.ts";
import { list } from "../lists/list.ts";

/** Lists the users who like a track. */
export function likers(): AnyCommand {
  return list({ fields: USER_FIELDS, columns: [USER_COLUMNS] })
    .description("Show who likes a track")
    .arguments("<track:string:track>")
    .example("The latest", "tonearm track likers soundcloud:tracks:1184")
    .example("All of them, for a program", "tonearm track likers 1184 --all --jsonl")
    .action(act(async (context, options, word) => {
      const checked = await readId(context, word, ["tracks"]);
      const { client } = await context.connect();
      const { id } = await identify(context, checked, ["tracks"]);
      const first = await client.tracks.getLikes(id, pageSize(options), { signal: context.host.signal });
      await showList(context, first, USER_COLUMNS, options);
    }));
}
