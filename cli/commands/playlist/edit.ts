/**
 * `tonearm playlist edit`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../../command.ts";
import { usage } from "../../errors.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";
import { findOwn, givenFields } from "./own.ts";

/** Edits the title, description, genre and sharing of a playlist. */
export function edit(): AnyCommand {
  return command({ fields: PLAYLIST_FIELDS })
    .description("Rename, describe, hide or publish a playlist")
    .arguments("<playlist:string:playlist>")
    .option("--title <title:string>", "The title")
    .option("--description <text:string>", "The description; an empty text removes it")
    .option("--sharing <sharing:sharing>", "Who can see it")
    .option("--genre <genre:string>", "The genre")
    .example("Rename a playlist", 'tonearm playlist edit soundcloud:playlists:105 --title "Late evening"')
    .example("Hide a playlist", "tonearm playlist edit 105 --sharing private")
    .action(act(async (context, options, word) => {
      const params = givenFields(options);
      if (Object.keys(params).length === 0) {
        throw usage("Nothing to change", "Give --title, --description, --sharing or --genre.");
      }
      const { client, id } = await findOwn(context, word);
      const updated = await client.playlists.update(id, params, { signal: context.host.signal });
      await show(context, updated, () => line`Changed ${updated.urn}`);
    }));
}
