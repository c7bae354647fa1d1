import { parseTagList } from "@tonearm/client";
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

const FIELDS = {
  track: { known: writable.TRACK_FIELDS, shown: readable.TRACK_FIELDS },
  playlist: { known: writable.PLAYLIST_FIELDS, shown: readable.PLAYLIST_FIELDS },
} as const;

type Options = FieldValues & { readonly force?: true };

export function edit(kind: "track" | "playlist"): AnyCommand {
  const { known, shown } = FIELDS[kind];
  const described = command({ fields: shown, writes: true })
    .description(`Rename, describe, tag, hide or publish a ${kind}`)
    .arguments(`<${kind}:string:${kind}>`);
  const made = withFields(described, known).option(...ARTWORK);
  if (kind === "track") {
    made.option("--force", "Replace tags even if this removes tags that programs have set")
      .example("Rename a track", 'tonearm track edit soundcloud:tracks:1184 --title "Late ferry"')
      .example("Publish a track", "tonearm track edit 1189 --sharing public");
  } else {
    made.example("Rename a playlist", 'tonearm playlist edit soundcloud:playlists:105 --title "Late evening"')
      .example("Hide a playlist", "tonearm playlist edit 105 --sharing private");
  }
  return made.action(act(async (context: Context, options: Options, word: string) => {
    const params = await givenParams(options, known);
    if (Object.keys(params).length === 0) {
      throw usage("Nothing to change", `See \`tonearm ${kind} edit --help\` for what can be changed.`);
    }
    const found = await find(context, word, [`${kind}s`], "user");
    const { client, apiUrl, id, call } = found;
    const updated = await withResource(context, apiUrl, `${kind}s`, id, async () => {
      if (kind === "playlist") return await client.playlists.update(id, params, call);
      if (params.tag_list !== undefined && !options.force) await keepMachineTags(found, params.tag_list);
      return await client.tracks.update(id, params, call);
    });
    await show(context, updated, () => line`Changed ${updated.urn}`);
  }));
}

/** Rejects the loss of tags of other programs, which would go unnoticed: the site does not show them. */
async function keepMachineTags({ client, id, call }: Found, tagList: string): Promise<void> {
  const { tag_list } = await client.tracks.getTrack(id, call);
  const tags = parseTagList(tagList);
  const lost = parseTagList(tag_list).filter((tag) => writable.isMachineTag(tag) && !tags.includes(tag));
  if (lost.length === 0) return;
  const hint = `Repeat them with --tag, or use --force: ${lost.map((tag) => `--tag ${tag}`).join(" ")}`;
  throw usage("This would remove tags that other programs have set", hint);
}
