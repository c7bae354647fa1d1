/**
 * `tonearm comments`
 *
 * @module
 */

import { type Command, command } from "../command.ts";
import { identify, readIds } from "../ids.ts";
import { LIST_OPTIONS, pageSize, showList } from "../output/lists.ts";
import { COMMENT_COLUMNS } from "../output/columns.ts";
import { COMMENT_FIELDS } from "../output/fields.ts";
import { usage } from "../errors.ts";

/** Shows the comments of a track. */
export const comments: Command = command({
  words: "<track>",
  options: LIST_OPTIONS,
  fields: COMMENT_FIELDS,
  examples: [
    ["What people say, and where in the track", "tonearm comments soundcloud:tracks:293"],
    ["All of them for a program", "tonearm comments 293 --all --jsonl"],
  ],
  async run(context, options, words) {
    const [word] = await readIds(context, words, ["tracks"]);
    if (word === undefined) throw usage("Missing <track>");
    const { client } = await context.connect();
    const { id } = await identify(context, word, ["tracks"]);
    const first = await client.tracks.getComments(id, pageSize(options), { signal: context.host.signal });
    await showList(context, first, COMMENT_COLUMNS, options);
  },
});
