/**
 * `tonearm user`
 *
 * @module
 */

import { type Command, command } from "../command.ts";
import { finishBatch, forEach, identify, readIds } from "../ids.ts";
import { userCard } from "../output/cards.ts";
import { USER_FIELDS } from "../output/fields.ts";
import { card, showBatch } from "../output/result.ts";

/** Shows users. */
export const user: Command = command({
  words: "<id...>",
  details: "An id is a URN, a number or a web address; `-` reads ids from stdin, one a line.",
  options: {},
  fields: USER_FIELDS,
  examples: [
    ["Show a user", "tonearm user soundcloud:users:1"],
    ["How many followers", "tonearm user https://soundcloud.com/someone --json=followers_count"],
  ],
  async run(context, _options, words) {
    const ids = await readIds(context, words, ["users"]);
    const { client } = await context.connect();
    const batch = await forEach(context, ids, async (word) => {
      const { id } = await identify(context, word, ["users"]);
      return await client.users.getUser(id, { signal: context.host.signal });
    });
    await showBatch(context, words, batch.results, (one) => card(context, userCard(one)));
    await finishBatch(context, batch);
  },
});
