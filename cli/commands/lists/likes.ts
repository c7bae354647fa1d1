/**
 * `tonearm likes`
 *
 * @module
 */

import type { ServiceSystemPlaylist } from "@tonearm/client";
import { act, type AnyCommand } from "../../command.ts";
import { PLAYLIST_COLUMNS, TRACK_COLUMNS } from "../../output/columns.ts";
import { anyOf, PLAYLIST_FIELDS, SYSTEM_PLAYLIST_FIELDS, TRACK_FIELDS } from "../../output/fields.ts";
import type { Column } from "../../output/table.ts";
import { showUserList } from "./of_user.ts";
import { list } from "./list.ts";

const STATION_COLUMNS: readonly Column<ServiceSystemPlaylist>[] = [
  { title: "TITLE", value: ({ title }) => title, shrinks: true },
  { title: "TRACKS", value: ({ track_count }) => String(track_count), align: "right" },
  { title: "URN", value: ({ urn }) => urn, style: "dim" },
];

/** Lists the tracks, playlists or stations that a user likes. */
export function likes(): AnyCommand {
  return list({
    fields: anyOf(TRACK_FIELDS, PLAYLIST_FIELDS, SYSTEM_PLAYLIST_FIELDS),
    columns: [TRACK_COLUMNS, PLAYLIST_COLUMNS, STATION_COLUMNS],
  })
    .description("Show liked tracks, playlists or stations\n\nWithout a user, it shows your own likes.")
    .arguments("[user:string:user]")
    .option("--playlists", "Show liked playlists instead of tracks", { conflicts: ["stations"] })
    .option("--stations", "Show liked stations instead of tracks")
    .example("Your liked tracks", "tonearm likes")
    .example("Someone's liked playlists, all of them", "tonearm likes night-ferry --playlists --all")
    .action(act(async (context, options, word?) => {
      if (options.playlists) {
        return await showUserList(context, word, options, {
          columns: PLAYLIST_COLUMNS,
          mine: (client, limit, call) => client.me.getLikesPlaylists(limit, call),
          theirs: (client, user, limit, call) => client.users.getLikesPlaylists(user, limit, call),
        });
      }
      if (options.stations) {
        return await showUserList(context, word, options, {
          columns: STATION_COLUMNS,
          mine: (client, limit, call) => client.me.getLikesSystemPlaylists(limit, call),
          theirs: (client, user, limit, call) => client.users.getLikesSystemPlaylists(user, limit, call),
        });
      }
      await showUserList(context, word, options, {
        columns: TRACK_COLUMNS,
        mine: (client, limit, call) => client.me.getLikesTracks(limit, call),
        theirs: (client, user, limit, call) => client.users.getLikesTracks(user, limit, undefined, call),
      });
    }));
}
