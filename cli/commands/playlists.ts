/**
 * `tonearm playlists`
 *
 * @module
 */

import { act, type AnyCommand, command } from "../command.ts";
import { PLAYLIST_COLUMNS } from "../output/columns.ts";
import { PLAYLIST_FIELDS } from "../output/fields.ts";
import { showUserList } from "./of_user.ts";

/** Shows the playlists of a user. */
export function playlists(): AnyCommand {
  return command({ fields: PLAYLIST_FIELDS })
    .description("Show the playlists of a user\n\nWithout a user: your own.")
    .arguments("[user:string:user]")
    .option("-n, --limit <count:count>", "Maximum number of results", { default: 20 })
    .option("-a, --all", "Show all results")
    .example("Your playlists", "tonearm playlists")
    .example("Somebody's", "tonearm playlists night-ferry")
    .action(act((context, options, word?) =>
      showUserList(context, word, options, {
        columns: PLAYLIST_COLUMNS,
        mine: (client, limit, call) => client.me.getPlaylists(limit, call),
        theirs: (client, user, limit, call) => client.users.getPlaylists(user, limit, call),
      })
    ));
}
