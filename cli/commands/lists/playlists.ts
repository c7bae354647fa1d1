/**
 * `tonearm playlists`
 *
 * @module
 */

import { act, type AnyCommand } from "../../command.ts";
import { PLAYLIST_COLUMNS } from "../../output/columns.ts";
import { PLAYLIST_FIELDS } from "../../output/fields.ts";
import { showUserList } from "./of_user.ts";
import { rememberPlaylists } from "../playlist/remembered.ts";
import { list } from "./list.ts";

/** Lists the playlists of a user. */
export function playlists(): AnyCommand {
  return list({ fields: PLAYLIST_FIELDS, columns: [PLAYLIST_COLUMNS] })
    .description("Show the playlists of a user\n\nWithout a user, it shows your own playlists.")
    .arguments("[user:string:user]")
    .example("Your playlists", "tonearm playlists")
    .example("Somebody's", "tonearm playlists night-ferry")
    .action(act((context, options, word?) =>
      showUserList(context, word, options, {
        columns: PLAYLIST_COLUMNS,
        mine: async (client, limit, call) => {
          const first = await client.me.getPlaylists(limit, call);
          await rememberPlaylists(context, first.collection, !first.next_href);
          return first;
        },
        theirs: (client, user, limit, call) => client.users.getPlaylists(user, limit, call),
      })
    ));
}
