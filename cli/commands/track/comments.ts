/**
 * `tonearm comments`
 *
 * @module
 */

import { act, type AnyCommand } from "../../command.ts";
import { identify, readId } from "../../ids.ts";
import { COMMENT_COLUMNS } from "../../output/columns.ts";
import { COMMENT_FIELDS } from "../../output/fields.ts";
import { pageSize, showList } from "../../output/lists.ts";
import { list } from "../lists/list.ts";

/** Lists the comments on a track. */
export function comments(): AnyCommand {
  return list({ fields: COMMENT_FIELDS, columns: [COMMENT_COLUMNS] })
    .description("Show the comments of a track")
    .arguments("<track:string:track>")
    .example("Show the comments and their positions", "tonearm comments soundcloud:tracks:1184")
    .example("All of them, for a program", "tonearm comments 1184 --all --jsonl")
    .action(act(async (context, options, word) => {
      const track = await readId(context, word, ["tracks"]);
      const { client } = await context.connect();
      const { id } = await identify(context, track, ["tracks"]);
      const first = await client.tracks.getComments(id, pageSize(options), { signal: context.host.signal });
      await showList(context, first, COMMENT_COLUMNS, options);
    }));
}
