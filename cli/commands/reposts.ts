/**
 * `tonearm reposts`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../command.ts";
import { PLAYLIST_COLUMNS, TRACK_COLUMNS } from "../output/columns.ts";
import { anyOf, PLAYLIST_FIELDS, TRACK_FIELDS } from "../output/fields.ts";
import { showUserList } from "./of_user.ts";

/** Shows what a user has reposted. */
export function reposts(): AnyCommand {
  return command({ fields: anyOf(TRACK_FIELDS, PLAYLIST_FIELDS) })
    .description("Show reposted tracks or playlists\n\nWithout a user: your own.")
    .arguments("[user:string:user]")
    .option("--playlists", "Show reposted playlists instead of tracks")
    .option("-n, --limit <count:count>", "Maximum number of results", { default: 20 })
    .option("-a, --all", "Show all results")
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
