/**
 * `tonearm playlist show`, `create`, `add`, `remove`, `edit`, `delete`
 *
 * @module
 */

import type { ServiceClient, ServicePlaylist, UpdatePlaylistParams } from "@tonearm/client";
import { choice, type Command, command, flag, text, type Values } from "../command.ts";
import type { Context } from "../context.ts";
import { usage } from "../errors.ts";
import { identify, readIds } from "../ids.ts";
import { LIST_OPTIONS, pageSize, showList } from "../output/lists.ts";
import { playlistCard } from "../output/cards.ts";
import { TRACK_COLUMNS } from "../output/columns.ts";
import { PLAYLIST_FIELDS } from "../output/fields.ts";
import { card, show } from "../output/result.ts";
import { clean, line } from "../output/text.ts";
import { ask } from "../host/prompt.ts";

const SHARING = ["public", "private"] as const;

/** Shows a playlist and its tracks. */
export const showPlaylist: Command = command({
  words: "<id>",
  details: "With --json: the playlist with its tracks, as the service sends it.",
  options: LIST_OPTIONS,
  fields: PLAYLIST_FIELDS,
  examples: [
    ["Show a playlist", "tonearm playlist soundcloud:playlists:1"],
    ["The titles of its tracks", "tonearm playlist 1 --json=tracks | jq -r '.tracks[].title'"],
  ],
  async run(context, options, words) {
    const { client, id } = await find(context, words[0], "any");
    const call = { signal: context.host.signal };
    const playlist = await client.playlists.getPlaylist(id, call);
    if (context.json) return await show(context, playlist, () => "");
    await context.print(`${card(context, playlistCard(playlist))}${context.host.stdout.isTTY ? "\n" : ""}`);
    const first = await client.playlists.getTracks(id, pageSize(options), undefined, call);
    await showList(context, first, TRACK_COLUMNS, options);
  },
});

async function find(
  context: Context,
  word: string = "",
  who: "any" | "user" = "user",
): Promise<{ client: ServiceClient; id: string }> {
  const [checked = word] = await readIds(context, [word], ["playlists"]);
  const { client } = await (who === "any" ? context.connect() : context.connectAsUser());
  return { client, id: (await identify(context, checked, ["playlists"])).id };
}

const EDIT_OPTIONS = {
  title: text("Its name", "title"),
  description: text("What it is about", "text"),
  sharing: choice("Who may see it", "sharing", SHARING),
  genre: text("Its genre", "genre"),
};

/** Makes a playlist. */
export const create: Command = command({
  words: "<title> [track...]",
  details: "Tracks are URNs, numbers or web addresses; `-` reads them from stdin.",
  options: { description: EDIT_OPTIONS.description, sharing: EDIT_OPTIONS.sharing, genre: EDIT_OPTIONS.genre },
  fields: PLAYLIST_FIELDS,
  examples: [
    ["Make a playlist of two tracks", 'tonearm playlist create "Evening" 293 soundcloud:tracks:294'],
    [
      "From what you like",
      "tonearm likes --json=urn | jq -r '.[].urn' | tonearm playlist create Liked -",
    ],
  ],
  async run(context, options, [title = "", ...words]) {
    const { client } = await context.connectAsUser();
    const tracks = words.length > 0 ? await trackUrns(context, words) : [];
    const params = {
      ...given(options),
      title,
      ...(tracks.length > 0 ? { tracks: tracks.map((urn) => ({ urn })) } : {}),
    };
    const made = await client.playlists.create(params, { signal: context.host.signal });
    await show(context, made, () => line`Created ${made.urn} with ${tracks.length} tracks`);
  },
});

function given(options: Partial<Values<typeof EDIT_OPTIONS>>): UpdatePlaylistParams {
  const { title, description, sharing, genre } = options;
  return Object.fromEntries(
    Object.entries({ title, description, sharing, genre }).filter(([, value]) => value !== undefined),
  );
}

/** The URNs behind what was written; a playlist holds URNs alone. */
async function trackUrns(context: Context, words: readonly string[]): Promise<string[]> {
  const ids = await readIds(context, words, ["tracks"]);
  const urns: string[] = [];
  for (const word of ids) {
    const { id } = await identify(context, word, ["tracks"]);
    urns.push(id.startsWith("soundcloud:") ? id : `soundcloud:tracks:${id}`);
  }
  return urns;
}

const FORCE = { force: flag("Go on although the service hides tracks of the playlist, which are lost then") };

/** Puts tracks into a playlist. */
export const add: Command = command({
  words: "<playlist> <track...>",
  details: "Puts them at the end; tracks that are in it already stay where they are.",
  options: FORCE,
  fields: PLAYLIST_FIELDS,
  examples: [
    ["Add a track", "tonearm playlist add soundcloud:playlists:1 293"],
    ["Add many", "tonearm playlist add 1 - < ids.txt"],
  ],
  async run(context, { force }, [playlist, ...words]) {
    const { client, id } = await find(context, playlist);
    const urns = await trackUrns(context, words);
    const updated = await client.playlists.addTracks(id, urns, { signal: context.host.signal, force });
    await showEdited(context, updated);
  },
});

/** Takes tracks out of a playlist. */
export const remove: Command = command({
  words: "<playlist> <track...>",
  options: FORCE,
  fields: PLAYLIST_FIELDS,
  examples: [
    ["Take a track out", "tonearm playlist remove soundcloud:playlists:1 293"],
    ["Take many out", "tonearm playlist remove 1 - < ids.txt"],
  ],
  async run(context, { force }, [playlist, ...words]) {
    const { client, id } = await find(context, playlist);
    const urns = await trackUrns(context, words);
    const updated = await client.playlists.removeTracks(id, urns, { signal: context.host.signal, force });
    await showEdited(context, updated);
  },
});

async function showEdited(context: Context, playlist: ServicePlaylist): Promise<void> {
  await show(context, playlist, () => line`${playlist.urn} has ${playlist.track_count} tracks now`);
}

/** Changes what a playlist is called and who may see it. */
export const edit: Command = command({
  words: "<id>",
  options: EDIT_OPTIONS,
  fields: PLAYLIST_FIELDS,
  examples: [
    ["Rename a playlist", 'tonearm playlist edit soundcloud:playlists:1 --title "Late evening"'],
    ["Hide it", "tonearm playlist edit 1 --sharing private"],
  ],
  async run(context, options, words) {
    const params = given(options);
    if (Object.keys(params).length === 0) {
      throw usage("Nothing to change", "Give --title, --description, --sharing or --genre.");
    }
    const { client, id } = await find(context, words[0]);
    const updated = await client.playlists.update(id, params, { signal: context.host.signal });
    await show(context, updated, () => line`Changed ${updated.urn}`);
  },
});

/** Deletes a playlist. */
export const deletePlaylist: Command = command({
  words: "<id>",
  details: "Asks first at a terminal; elsewhere --yes is needed. The tracks in it stay.",
  options: { yes: flag("Don't ask", { short: "y" }) },
  fields: ["deleted"],
  examples: [
    ["Delete a playlist", "tonearm playlist delete soundcloud:playlists:1"],
    ["In a script", "tonearm playlist delete 1 --yes"],
  ],
  async run(context, options, words) {
    const [word = ""] = await readIds(context, words, ["playlists"]);
    if (!options.yes) await confirm(context, word);
    const { client, id } = await find(context, word);
    await client.playlists.delete(id, { signal: context.host.signal });
    await show(context, { deleted: id }, () => line`Deleted ${id}`);
  },
});

async function confirm(context: Context, word: string): Promise<void> {
  if (!context.interactive) throw usage("Deleting needs --yes where nobody can be asked");
  const answer = await ask(context, `Delete the playlist ${clean(word)}? [y/N] `);
  if (!/^y(es)?$/i.test(answer)) throw usage("Not deleted");
}
