/**
 * `tonearm stream`
 *
 * @module
 */

import type { Streams } from "@tonearm/client";
import { runIds } from "../batch.ts";
import { act, type AnyCommand, command } from "../command.ts";
import { line } from "../output/text.ts";
import { linkTo, PREVIEW_NOTE } from "../play/link.ts";

/** Shows where a track streams from. */
export function stream(): AnyCommand {
  return command({
    fields: ["hls_aac_160_url", "hls_mp3_128_url", "http_mp3_128_url", "preview_mp3_128_url", "url", "preview"],
  })
    .description(
      "Show where tracks stream from\n\n" +
        "These addresses need a token; --url asks for the signed address that a player can open for some minutes.\n" +
        "It leads to a playlist of pieces (HLS), or to 30 seconds where a preview is all there is.",
    )
    .arguments("<track...:string:track>")
    .option("--url", "Print the best signed address alone", { conflicts: ["preview"] })
    .option("--preview", "Print the signed address of the 30-second preview alone")
    .option("--continue-on-error", "Go on even after failures that will repeat")
    .option("--fail-fast", "Stop at the first failure", { conflicts: ["continue-on-error"] })
    .example("The renditions of a track", "tonearm stream soundcloud:tracks:293")
    .example("Listen in a player of your own", 'mpv "$(tonearm stream 293 --url)"')
    .action(act(async (context, options, ...words) => {
      await runIds<Streams | Signed>(context, words, {
        kinds: ["tracks"],
        take: async (client, { id }, call) => {
          if (options.preview) return { url: await client.tracks.getPreviewUrl(id, call), preview: true };
          if (!options.url) return await client.tracks.getStreams(id, call);
          const { url, isPreview } = await linkTo(client, { urn: id }, call);
          if (isPreview) await context.note(`${id}: ${PREVIEW_NOTE}`);
          return { url, preview: isPreview };
        },
        draw,
      }, options);
    }));
}

interface Signed {
  readonly url: string;
  readonly preview: boolean;
}

function draw(result: Streams | Signed): string {
  if ("url" in result) return line`${result.url}`;
  return Object.entries(result).map(([name, url]) => line`${name.replace(/_url$/, "")}\t${url}`).join("");
}
