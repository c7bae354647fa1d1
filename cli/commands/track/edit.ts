/**
 * `tonearm track edit`
 *
 * @module
 */

import { formatTagList, parseTagList, type ServiceClient, type UpdateTrackParams } from "@tonearm/client";
import { isMachineTag } from "../../fields/fields.ts";
import { act, type AnyCommand, command } from "../../command.ts";
import { usage } from "../../errors.ts";
import { withResource } from "../../host/resource_lock.ts";
import { identify, readId } from "../../ids.ts";
import { TRACK_FIELDS } from "../../output/fields.ts";
import { show } from "../../output/result.ts";
import { line } from "../../output/text.ts";
import { readPicture } from "../../upload/picture.ts";

/** Edits the fields of a track. */
export function edit(): AnyCommand {
  return command({ fields: TRACK_FIELDS })
    .description("Rename, describe, tag, hide or publish a track")
    .arguments("<track:string:track>")
    .option("--title <title:string>", "The title")
    .option("--description <text:string>", "The description; an empty text removes it")
    .option("--genre <genre:string>", "The genre")
    .option("--tag <tag:string>", "A tag; replaces all existing tags", { collect: true })
    .option("--sharing <sharing:sharing>", "Who can play it")
    .option("--license <license:string>", "The license, such as cc-by")
    .option("--artwork <file:path>", "An image: PNG, JPEG or GIF")
    .option("--force", "Replace tags even if this removes tags that programs have set")
    .example("Rename a track", 'tonearm track edit soundcloud:tracks:1184 --title "Late ferry"')
    .example("Publish a track", "tonearm track edit 1189 --sharing public")
    .action(act(async (context, options, word) => {
      const { title, description, genre, tag, sharing, license, artwork, force } = options;
      const given = Object.entries({ title, description, genre, sharing, license });
      const fields = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as UpdateTrackParams;
      if (Object.keys(fields).length === 0 && !tag && artwork === undefined) {
        throw usage("Nothing to change", "See `tonearm track edit --help` for what can be changed.");
      }
      const checked = await readId(context, word, ["tracks"]);
      const picture = artwork === undefined ? {} : { artwork_data: await readPicture(artwork) };
      const { client, apiUrl } = await context.connectAsUser();
      const call = { signal: context.host.signal };
      const { id } = await identify(context, checked, ["tracks"]);
      const updated = await withResource(context, apiUrl, "tracks", id, async () => {
        if (tag && !force) await keepMachineTags(client, id, tag, call);
        const tags = tag ? { tag_list: formatTagList(tag) } : {};
        return await client.tracks.update(id, { ...fields, ...tags, ...picture }, call);
      });
      await show(context, updated, () => line`Changed ${updated.urn}`);
    }));
}

/**
 * Rejects an edit that would remove tags of other programs. The site doesn't show them, so the loss would go unnoticed.
 */
async function keepMachineTags(
  client: ServiceClient,
  id: string,
  tags: readonly string[],
  call: { signal: AbortSignal },
): Promise<void> {
  const { tag_list } = await client.tracks.getTrack(id, call);
  const lost = parseTagList(tag_list).filter((tag) => isMachineTag(tag) && !tags.includes(tag));
  if (lost.length === 0) return;
  const hint = `Repeat them with --tag, or use --force: ${lost.map((tag) => `--tag ${tag}`).join(" ")}`;
  throw usage("This would remove tags that other programs have set", hint);
}
