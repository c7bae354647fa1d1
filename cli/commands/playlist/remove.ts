/**
 * `tonearm playlist remove`
 *
 * @module
 */

import type { ServiceClient } from "@tonearm/client";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { findOwn, showEdited, trackUrns } from "./own.ts";

const LARGEST_PAGE = 200;

/** Removes tracks from a playlist. */
export function remove(): AnyCommand {
  return command({ fields: PLAYLIST_FIELDS })
    .description("Remove tracks from a playlist")
    .arguments("<playlist:string:playlist> <track...:string:track>")
    .option("--force", "Continue even if the service hides tracks of the playlist; they will be lost")
    .example("Remove a track", "tonearm playlist remove soundcloud:playlists:121 1078")
    .example("Remove many tracks", "tonearm playlist remove 121 - < tracks.txt")
    .action(act(async (context, { force = false }, playlist, ...words) => {
      const { client, id, edit } = await findOwn(context, playlist);
      const urns = await trackUrns(context, words);
      const updated = await edit(async () => {
        await checkListed(context, client, id, urns, force);
        return await client.playlists.removeTracks(id, urns, { signal: context.host.signal, force });
      });
      await showEdited(context, updated);
    }));
}

/**
 * Notes the tracks that aren't in the playlist. If none is, throws a failure unless forced, because the service may
 * hide tracks.
 */
async function checkListed(
  context: Context,
  client: ServiceClient,
  id: string,
  urns: readonly string[],
  force: boolean,
): Promise<void> {
  const call = { signal: context.host.signal };
  const listed = await client.fetchAll(client.playlists.getTracks(id, LARGEST_PAGE, undefined, call));
  const there = new Set(listed.map(({ urn }) => urn));
  const missing = urns.filter((urn) => !there.has(urn));
  if (missing.length === urns.length && !force) {
    throw new Failure("not_found", `Not in the playlist: ${missing.join(", ")}`, { hint: "Nothing was changed." });
  }
  if (missing.length > 0) await context.note(`Not in the playlist: ${missing.join(", ")}`);
}
