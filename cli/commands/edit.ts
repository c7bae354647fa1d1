import { parseTagList, type UpdatePlaylistParams } from "@tonearm/client";
import { act, type AnyCommand, command } from "../command.ts";
import type { Context } from "../context.ts";
import { usage } from "../errors.ts";
import * as writable from "../fields/fields.ts";
import { withResource } from "../host/resource_lock.ts";
import { find, type Found } from "../ids.ts";
import * as readable from "../output/fields.ts";
import { show } from "../output/result.ts";
import { line } from "../output/text.ts";
import { ARTWORK, type FieldValues, givenParams, withFields } from "./field_options.ts";

export function editTrack(): AnyCommand {
  const described = command({ fields: readable.TRACK_FIELDS, writes: true })
    .description("Rename, describe, tag, hide or publish a track")
    .arguments("<track:string:track>");
  return withFields(described, writable.TRACK_FIELDS)
    .option(...ARTWORK)
    .option("--force", "Replace tags even if this removes tags that programs have set")
    .example("Rename a track", 'tonearm track edit soundcloud:tracks:1184 --title "Late ferry"')
    .example("Publish a track", "tonearm track edit 1189 --sharing public")
    .action(
      act((context, options: FieldValues & { force?: true }, word: string) =>
        edit(context, word, "tracks", options, async (found, params) => {
          if (params.tag_list !== undefined && !options.force) await keepMachineTags(found, params.tag_list);
          return await found.client.tracks.update(found.id, params, found.call);
        })
      ),
    );
}

export function editPlaylist(): AnyCommand {
  const described = command({ fields: readable.PLAYLIST_FIELDS, writes: true })
    .description("Rename, describe, tag, hide or publish a playlist")
    .arguments("<playlist:string:playlist>");
  return withFields(described, writable.PLAYLIST_FIELDS)
    .option(...ARTWORK)
    .example("Rename a playlist", 'tonearm playlist edit soundcloud:playlists:105 --title "Late evening"')
    .example("Hide a playlist", "tonearm playlist edit 105 --sharing private")
    .action(
      act((context, options: FieldValues, word: string) =>
        edit(
          context,
          word,
          "playlists",
          options,
          ({ client, id, call }, params) => client.playlists.update(id, params, call),
        )
      ),
    );
}

async function edit(
  context: Context,
  word: string,
  kind: "tracks" | "playlists",
  options: FieldValues,
  send: (found: Found, params: UpdatePlaylistParams) => Promise<{ readonly urn: string }>,
): Promise<void> {
  const known = kind === "tracks" ? writable.TRACK_FIELDS : writable.PLAYLIST_FIELDS;
  const params = await givenParams(options, known);
  if (Object.keys(params).length === 0) {
    throw usage("Nothing to change", `See \`tonearm ${kind.slice(0, -1)} edit --help\` for what can be changed.`);
  }
  const found = await find(context, word, [kind], "user");
  const updated = await withResource(context, found.apiUrl, kind, found.id, () => send(found, params));
  await show(context, updated, () => line`Changed ${updated.urn}`);
}

/**
 * Rejects an edit that would remove tags of other programs. The site doesn't show them, so the loss would go unnoticed.
 */
async function keepMachineTags({ client, id, call }: Found, tagList: string): Promise<void> {
  const { tag_list } = await client.tracks.getTrack(id, call);
  const tags = parseTagList(tagList);
  const lost = parseTagList(tag_list).filter((tag) => writable.isMachineTag(tag) && !tags.includes(tag));
  if (lost.length === 0) return;
  const hint = `Repeat them with --tag, or use --force: ${lost.map((tag) => `--tag ${tag}`).join(" ")}`;
  throw usage("This would remove tags that other programs have set", hint);
}
