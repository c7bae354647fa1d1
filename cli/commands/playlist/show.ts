import { act, type AnyCommand } from "../../command.ts";
import { find, playlistOf } from "../../ids.ts";
import { playlistCard } from "../../output/cards.ts";
import { TRACK_COLUMNS } from "../../output/columns.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { pageSize, showList } from "../../output/lists.ts";
import { card, show as showOne } from "../../output/result.ts";
import { list } from "../option_sets.ts";

export function show(): AnyCommand {
  return list({ fields: PLAYLIST_FIELDS, columns: [TRACK_COLUMNS] })
    .description(
      "Show a playlist and its tracks\n\n" +
        "A playlist is a URN, a number, a URL or a name like night-ferry/sets/slow-evenings. With --json: the\n" +
        "playlist with its tracks, as SoundCloud sends it.",
    )
    .arguments("<playlist:string:playlist>")
    .example("Show a playlist", "tonearm playlist soundcloud:playlists:105")
    .example("The titles of its tracks", "tonearm playlist 105 --json=tracks | jq -r '.tracks[].title'")
    .action(act(async (context, options, word) => {
      const named = await find(context, word, ["playlists"]);
      const playlist = await playlistOf(named);
      if (context.json) return await showOne(context, playlist, () => "");
      await context.print([card(context, playlistCard(playlist)), context.host.stdout.isTTY ? "\n" : ""]);
      const { client, id, secretToken, call } = named;
      const first = await client.playlists.getTracks(id, pageSize(options), undefined, { ...call, secretToken });
      await showList(context, first, TRACK_COLUMNS, options);
    }));
}
