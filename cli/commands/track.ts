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
import { viewTrack } from "./track_view.ts";

/** Shows tracks. */
export const track: Command = command({
  words: "<id...>",
  details: "An id is a URN, a number or a web address; `-` reads ids from stdin, one a line.\n" +
    "On a terminal a single track comes with its waveform, comments, and its picture where the terminal can show one.",
  options: {},
  fields: TRACK_FIELDS,
  examples: [
    ["Show a track", "tonearm track soundcloud:tracks:293"],
    [
      "Titles and lengths of many",
      "tonearm search lofi --json=urn | jq -r '.[].urn' | tonearm track - --jsonl",
    ],
  ],
  async run(context, _options, words) {
    const ids = await readIds(context, words, ["tracks"]);
    const connection = await context.connect();
    const { client } = connection;
    const batch = await forEach(context, ids, async (word) => {
      const { id } = await identify(context, word, ["tracks"]);
      return await client.tracks.getTrack(id, { signal: context.host.signal });
    });
    const [only] = batch.results;
    if (only && ids.length === 1 && context.host.stdout.isTTY && !context.json) {
      return await context.print(await viewTrack(context, connection, only));
    }
    await showBatch(context, words, batch.results, (one) => card(context, trackCard(one)));
    await finishBatch(context, batch);
  },
});
