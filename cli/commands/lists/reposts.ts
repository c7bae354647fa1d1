/**
 * `tonearm reposts`
 *
 * @module
 */

import { act, type AnyCommand } from "../../command.ts";
import { PLAYLIST_COLUMNS, TRACK_COLUMNS } from "../../output/columns.ts";
import { anyOf, PLAYLIST_FIELDS, TRACK_FIELDS } from "../../output/fields.ts";
import { showUserList } from "./of_user.ts";
import { list } from "./list.ts";

/** Lists what a user reposted. */
export function reposts(): AnyCommand {
  return list({ fields: anyOf(TRACK_FIELDS, PLAYLIST_FIELDS), columns: [TRACK_COLUMNS, PLAYLIST_COLUMNS] })
    .description("Show reposted tracks or playlists\n\nWithout a user, it shows your own reposts.")
    .arguments("[user:string:user]")
    .option("--playlists", "Show reposted playlists instead of tracks")
    .example("What you have reposted", "tonearm reposts")
    .example("Somebody's reposted playlists", "tonearm reposts night-ferry --playlists")
    .action(act(async (context, options, word?) => {
      if (options.playlists) {
        return await showUserList(context, word, options, {
          columns: PLAYLIST_COLUMNS,
          mine: (client, limit, call) => client.me.getRepostsPlaylists(limit, call),
          theirs: (client, user, limit, call) => client.users.getRepostsPlaylists(user, limit, call),
        });
      }
      await showUserList(context, word, options, {
        columns: TRACK_COLUMNS,
        mine: (client, limit, call) => client.me.getRepostsTracks(limit, call),
        theirs: (client, user, limit, call) => client.users.getRepostsTracks(user, limit, call),
      });
    }));
}
