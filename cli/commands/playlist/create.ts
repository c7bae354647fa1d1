import { act, type AnyCommand, command } from "../../command.ts";
import { PLAYLIST_FIELDS as FIELDS } from "../../fields/fields.ts";
import { ARTWORK, type FieldValues, givenParams, withFields } from "../field_options.ts";
import { readIds, trackUrns } from "../../ids.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { show } from "../../output/result.ts";
import { counted, line } from "../../output/text.ts";
import { rememberPlaylists } from "./remembered.ts";

export function create(): AnyCommand {
  const described = command({ fields: PLAYLIST_FIELDS, writes: true })
    .description("Create a playlist\n\nTracks are URNs, numbers, names or URLs; `-` reads them from stdin.")
    .arguments("<title:string> [track...:string:track]");
  return withFields(described, FIELDS, ["title"])
    .option(...ARTWORK)
    .example("Create a playlist of two tracks", 'tonearm playlist create "Evening" 1145 soundcloud:tracks:1078')
    .example(
      "Create a playlist of what a search finds",
      "tonearm search lofi --jq '.[].urn' | tonearm playlist create Lofi -",
    )
    .action(act(async (context, options: FieldValues, title: string, ...words: string[]) => {
      const fields = await givenParams(options, FIELDS);
      const { client } = await context.connectAsUser();
      const tracks = words.length > 0 ? await trackUrns(context, await readIds(context, words, ["tracks"])) : [];
      const params = { ...fields, title, ...(tracks.length > 0 ? { tracks: tracks.map((urn) => ({ urn })) } : {}) };
      const made = await client.playlists.create(params, context.call);
      await rememberPlaylists(context, [made]);
      await show(context, made, () => line`Created ${made.urn} with ${counted(tracks.length, "track")}`);
    }));
}
