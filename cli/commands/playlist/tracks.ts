import type { ServicePlaylist } from "@tonearm/client";
import { LARGEST_PAGE } from "../../choices.ts";
import { act, type AnyCommand, command } from "../../command.ts";
import type { Context } from "../../context.ts";
import { Failure } from "../../errors.ts";
import type { GlobalValues } from "../../globals.ts";
import { withResource } from "../../host/resource_lock.ts";
import { find, type Found, readIds, trackUrns } from "../../ids.ts";
import { moveTrack } from "../../calls/move_track.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { show } from "../../output/result.ts";
import { counted, line } from "../../output/text.ts";

interface Edit {
  readonly about: string;
  readonly words: string;
  readonly examples: readonly (readonly [purpose: string, line: string])[];
  send(playlist: OwnPlaylist, urns: readonly string[], position: number): Promise<ServicePlaylist>;
}

interface OwnPlaylist extends Omit<Found, "call"> {
  readonly context: Context;
  readonly call: Found["call"] & { readonly force: boolean };
}

const EDITS: Readonly<Record<"add" | "remove" | "move", Edit>> = {
  add: {
    about:
      "Add tracks to a playlist\n\nAdds the tracks at the end. A track that the playlist already has keeps its position.",
    words: "<track...:string:track>",
    examples: [
      ["Add a track", "tonearm playlist add soundcloud:playlists:121 1143"],
      ["Add many", "tonearm playlist add 121 - < tracks.txt"],
    ],
    send: ({ client, id, call }, urns) => client.playlists.addTracks(id, urns, call),
  },
  remove: {
    about: "Remove tracks from a playlist",
    words: "<track...:string:track>",
    examples: [
      ["Remove a track", "tonearm playlist remove soundcloud:playlists:121 1078"],
      ["Remove many tracks", "tonearm playlist remove 121 - < tracks.txt"],
    ],
    send: async (playlist, urns) => {
      await checkListed(playlist, urns);
      return await playlist.client.playlists.removeTracks(playlist.id, urns, playlist.call);
    },
  },
  move: {
    about: "Move a track within a playlist",
    words: "<track:string:track> <position:count>",
    examples: [
      ["Move a track to the top", "tonearm playlist move soundcloud:playlists:121 1078 1"],
      ["Name the track by its path on soundcloud.com", "tonearm playlist move 121 night-ferry/soft-meadow-8 2"],
    ],
    send: ({ client, id, call }, [track = ""], position) => moveTrack(client, id, track, position, call),
  },
};

export function editTracks(name: keyof typeof EDITS): AnyCommand {
  const { about, words, examples, send } = EDITS[name];
  const made: AnyCommand = command({ fields: PLAYLIST_FIELDS, writes: true })
    .description(about)
    .arguments(`<playlist:string:playlist> ${words}`)
    .option("--force", "Continue even if SoundCloud hides tracks of the playlist; they will be lost");
  for (const [purpose, text] of examples) made.example(purpose, text);
  return made.action(act(async (context: Context, options: Options, word: string, ...given: (string | number)[]) => {
    const position = name === "move" ? Number(given.pop()) : 0;
    const found = await find(context, word, ["playlists"], "user");
    const urns = await trackUrns(context, await readIds(context, given.map(String), ["tracks"]));
    const playlist = { ...found, context, call: { ...found.call, force: options.force ?? false } };
    const edit = () => send(playlist, urns, position);
    const updated = await withResource(context, found.apiUrl, "playlists", found.id, edit);
    await show(context, updated, () => {
      if (name === "move") return line`${urns[0]} is now number ${position} of ${updated.urn}`;
      return line`${updated.urn} now has ${counted(updated.track_count ?? 0, "track")}`;
    });
  }));
}

type Options = GlobalValues & { readonly force?: true };

/** If none is in the playlist, this is a failure unless forced, because SoundCloud may hide tracks. */
async function checkListed({ context, client, id, call }: OwnPlaylist, urns: readonly string[]): Promise<void> {
  const { signal, force } = call;
  const listed = await client.fetchAll(client.playlists.getTracks(id, LARGEST_PAGE, undefined, { signal }));
  const there = new Set(listed.map(({ urn }) => urn));
  const missing = urns.filter((urn) => !there.has(urn));
  if (missing.length === urns.length && !force) {
    throw new Failure("not_found", `Not in the playlist: ${missing.join(", ")}`, { hint: "Nothing was changed." });
  }
  if (missing.length > 0) await context.note(`Not in the playlist: ${missing.join(", ")}`);
}
