/**
 * `tonearm playlist create`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { tracksOf } from "../../output/format.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";
import { givenFields, trackUrns } from "./own.ts";
import { rememberPlaylists } from "./remembered.ts";

/** Creates a playlist. */
export function create(): AnyCommand {
  return command({ fields: PLAYLIST_FIELDS })
    .description(
      "Create a playlist\n\nTracks are URNs, numbers, names or web addresses; `-` reads them from stdin.",
    )
    .arguments("<title:string> [track...:string:track]")
    .option("--description <text:string>", "The description")
    .option("--sharing <sharing:sharing>", "Who can see it")
    .option("--genre <genre:string>", "The genre")
    .example("Create a playlist of two tracks", 'tonearm playlist create "Evening" 1145 soundcloud:tracks:1078')
    .example(
      "Create a playlist of what a search finds",
      "tonearm search lofi --jq '.[].urn' | tonearm playlist create Lofi -",
    )
    .action(act(async (context, options, title, ...words) => {
      const { client } = await context.connectAsUser();
      const tracks = words.length > 0 ? await trackUrns(context, words) : [];
      const params = {
        ...givenFields(options),
        title,
        ...(tracks.length > 0 ? { tracks: tracks.map((urn) => ({ urn })) } : {}),
      };
      const made = await client.playlists.create(params, { signal: context.host.signal });
      await rememberPlaylists(context, [made]);
      await show(context, made, () => line`Created ${made.urn} with ${tracksOf(tracks.length)}`);
    }));
}
