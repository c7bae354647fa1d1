/**
 * `tonearm stream`
 *
 * @module
 */

import type { ServiceClient, Streams } from "@tonearm/client";
import { type Command, command, flag } from "../command.ts";
import { finishBatch, forEach, identify, readIds } from "../ids.ts";
import { showBatch } from "../output/result.ts";
import { line } from "../output/text.ts";

/** Shows where a track streams from. */
export const stream: Command = command({
  words: "<track...>",
  details: "These addresses need a token; --url asks for the signed address that a player can open for some minutes.",
  options: { url: flag("Print the best signed address alone") },
  fields: ["hls_aac_160_url", "hls_mp3_128_url", "http_mp3_128_url", "preview_mp3_128_url", "url"],
  examples: [
    ["The renditions of a track", "tonearm stream soundcloud:tracks:293"],
    ["Keep a copy", 'curl -Lo track.mp3 "$(tonearm stream 293 --url)"'],
  ],
  async run(context, options, words) {
    const ids = await readIds(context, words, ["tracks"]);
    const { client } = await context.connect();
    const call = { signal: context.host.signal };
    const batch = await forEach(context, ids, async (word) => {
      const { id } = await identify(context, word, ["tracks"]);
      return options.url ? await signed(client, id, call) : await client.tracks.getStreams(id, call);
    });
    await showBatch(context, words, batch.results, draw);
    await finishBatch(context, batch);
  },
});

async function signed(client: ServiceClient, id: string, call: { signal: AbortSignal }): Promise<{ url: string }> {
  return { url: await client.tracks.getStreamUrl(id, call) };
}

function draw(result: Streams | { url: string }): string {
  if ("url" in result) return line`${result.url}`;
  return Object.entries(result).map(([name, url]) => line`${name.replace(/_url$/, "")}\t${url}`).join("");
}
