import type { Streams } from "@tonearm/client";
import { runIds } from "../run_ids.ts";
import { act, type AnyCommand } from "../command.ts";
import { batch } from "./option_sets.ts";
import { line } from "../output/text.ts";
import { linkTo, PREVIEW_NOTE, refuseUnserved, WHOLE } from "../play/link.ts";

export function stream(): AnyCommand {
  return batch({
    fields: [...WHOLE, "preview_mp3_128_url", "url", "preview"],
  })
    .description(
      "Show the stream URLs of tracks\n\n" +
        "These URLs need a token; --url prints a signed URL that a player can open for a few minutes.\n" +
        "It leads to an HLS playlist, or to the 30-second preview if SoundCloud grants no more. With --sandbox,\n" +
        "nothing would listen at signed URLs, so none is printed.",
    )
    .arguments("<track...:string:track>")
    .option("--url", "Print only the best signed URL", { conflicts: ["preview"] })
    .option("--preview", "Print only the signed URL of the 30-second preview")
    .example("The renditions of a track", "tonearm stream soundcloud:tracks:1184")
    .example("Listen in another player", 'mpv "$(tonearm stream 1184 --url)"')
    .action(act(async (context, options, ...words) => {
      if (options.url || options.preview) refuseUnserved(context);
      await runIds<Streams | Signed>(context, words, {
        kinds: ["tracks"],
        take: async (client, { id, secretToken }, { signal }) => {
          const call = { signal, secretToken };
          if (options.preview) return { url: await client.tracks.getPreviewUrl(id, call), preview: true };
          if (!options.url) return await client.tracks.getStreams(id, call);
          const { url, isPreview } = await linkTo(client, { urn: id, secretToken }, { signal });
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
