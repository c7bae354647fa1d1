import { runIds } from "../../run_ids.ts";
import { act, type AnyCommand } from "../../command.ts";
import { trackOf } from "../../ids.ts";
import { batch } from "../option_sets.ts";
import { trackCard } from "../../output/cards.ts";
import { TRACK_FIELDS } from "../../output/fields.ts";
import { card } from "../../output/result.ts";
import { showTrack } from "./view.ts";

export function show(): AnyCommand {
  return batch({ fields: TRACK_FIELDS })
    .description(
      "Show tracks\n\n" +
        "A track is a URN, a number, a URL or a name like night-ferry/lost-window; `-` reads them from stdin,\n" +
        "one per line. On a terminal, a single track is shown with its waveform, its comments, and its artwork if\n" +
        "the terminal can show images.",
    )
    .arguments("<track...:string:track>")
    .example("Show a track", "tonearm track night-ferry/soft-meadow-8")
    .example("Titles and lengths of many", "tonearm search lofi --json=urn | jq -r '.[].urn' | tonearm track - --jsonl")
    .action(act(async (context, options, ...words) => {
      if (words.length === 1 && words[0] !== "-" && context.host.stdout.isTTY && !context.json) {
        return await showTrack(context, words[0] ?? "");
      }
      await runIds(context, words, {
        kinds: ["tracks"],
        take: (client, named, call) => trackOf({ client, ...named, call }),
        takeMany: (client, urns, call) => client.tracks.getTracks(urns, call),
        draw: (track) => card(context, trackCard(track)),
      }, options);
    }));
}
