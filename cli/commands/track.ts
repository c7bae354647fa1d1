/**
 * `tonearm track`
 *
 * @module
 */

import { type Command, command } from "../command.ts";
import { finishBatch, forEach, identify, readIds } from "../ids.ts";
import { trackCard } from "../output/cards.ts";
import { TRACK_FIELDS } from "../output/fields.ts";
import { card, showBatch } from "../output/result.ts";

/** Shows tracks. */
export const track: Command = command({
  words: "<id...>",
  details: "An id is a URN, a number or a web address; `-` reads ids from stdin, one a line.",
  options: {},
  fields: TRACK_FIELDS,
  examples: [
    ["Show a track", "tonearm track soundcloud:tracks:293"],
    [
      "Titles and lengths of many",
      "tonearm search lofi --json=urn | jq -r '.[].urn' | tonearm track - --json=title,duration",
    ],
  ],
  async run(context, _options, words) {
    const ids = await readIds(context, words, ["tracks"]);
    const { client } = await context.connect();
    const batch = await forEach(context, ids, async (word) => {
      const { id } = await identify(context, word, ["tracks"]);
      return await client.tracks.getTrack(id, { signal: context.host.signal });
    });
    await showBatch(context, words, batch.results, (one) => card(context, trackCard(one)));
    await finishBatch(context, batch);
  },
});
